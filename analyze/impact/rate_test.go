package impact_test

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/impact"
)

func TestRisk(t *testing.T) {
	for _, tt := range []struct {
		impact.Exposure
		want string
	}{
		{impact.Exposure{}, "low"},
		{impact.Exposure{Offered: true}, "unknown"},
		{impact.Exposure{Direct: 1, Symbols: 1, Offered: true}, "low"},
		{impact.Exposure{Direct: 4, Symbols: 29, Processes: 2, Clusters: 2}, "low"},
		{impact.Exposure{Direct: 5, Symbols: 5}, "medium"},
		{impact.Exposure{Direct: 15, Symbols: 15}, "high"},
		{impact.Exposure{Direct: 30, Symbols: 30}, "critical"},
		{impact.Exposure{Direct: 1, Symbols: 30}, "medium"},
		{impact.Exposure{Direct: 1, Symbols: 100}, "high"},
		{impact.Exposure{Direct: 1, Symbols: 200}, "critical"},
		{impact.Exposure{Direct: 1, Symbols: 1, Processes: 3}, "high"},
		{impact.Exposure{Direct: 1, Symbols: 1, Processes: 5}, "critical"},
		{impact.Exposure{Direct: 1, Symbols: 1, Clusters: 3}, "high"},
		{impact.Exposure{Direct: 1, Symbols: 1, Clusters: 5}, "critical"},
	} {
		if got := tt.Level(); got != tt.want {
			t.Errorf("%+v: %s, want %s", tt.Exposure, got, tt.want)
		}
	}
}
