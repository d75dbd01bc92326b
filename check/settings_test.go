package check

import (
	"slices"
	"testing"

	"github.com/nexus-ci/nexus-ci/report"
)

func TestKnown(t *testing.T) {
	r := &report.Report{Findings: []report.Finding{{Fingerprint: "a"}, {Fingerprint: "b"}}}
	r.Suppressed = append(r.Suppressed, report.Suppressed{})
	r.Suppressed[0].Fingerprint = "c"
	if got := Known(r); !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("got %v", got)
	}
}
