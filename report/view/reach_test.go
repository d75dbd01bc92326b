package view_test

import (
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/report/reporttest"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// What is reached by calls that may be of others is possible, and no fact.
func TestHeadlineTellsPossibleReach(t *testing.T) {
	style := view.Style{Name: func(s string) string { return s }, Text: func(s string) string { return s }}
	for _, test := range []struct {
		flow, dependant float64
		want            string
	}{
		{1, 1, "; reaches 1 execution flow and 1 direct dependant outside the diff"},
		{0, 1, "; reaches 1 execution flow and 1 direct dependant outside the diff"}, // of an older version
		{0.6, 1, "; reaches 1 direct dependant outside the diff, possibly also 1 execution flow"},
		{0.9, 0.7, "; possibly reaches 1 execution flow and 1 direct dependant outside the diff"},
	} {
		r := reporttest.Reports()["body"]
		for i := range r.AffectedProcesses {
			r.AffectedProcesses[i].Confidence = test.flow
		}
		for i := range r.AffectedSymbols {
			r.AffectedSymbols[i].Confidence = test.dependant
		}
		if got := view.Headline(r, style); !strings.HasSuffix(got, test.want) {
			t.Errorf("%v, %v: %s; want %s", test.flow, test.dependant, got, test.want)
		}
	}
}
