package view_test

import (
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/report"
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
		{0.6, 1, "; reaches 1 direct dependant outside the diff, and may also reach 1 execution flow"},
		{0.9, 0.7, "; may reach 1 execution flow and 1 direct dependant outside the diff"},
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

// A line shows a flow of certain calls where its group has one.
func TestCertainFlowIsShown(t *testing.T) {
	r := &report.Report{}
	for _, c := range []float64{0.5, 1} {
		r.AffectedProcesses = append(r.AffectedProcesses, report.AffectedProcess{
			Name: "a", Status: "changed", Confidence: c, Steps: make([]report.Step, 2), ChangedSteps: []report.ChangedStep{{Step: 1, Change: "edited"}},
		})
	}
	flows := view.Flows(r)
	if len(flows) != 1 || flows[0].Possible() || !view.Unsure(flows[0].Others[0]) {
		t.Errorf("%+v", flows)
	}
}

// A list of tests says of which ones it is sure, and no more of those that it leaves out.
func TestReachOfTests(t *testing.T) {
	style := view.Style{Name: func(s string) string { return s }, Text: func(s string) string { return s }}
	for _, test := range []struct {
		confidence []float64
		count      int
		title      string
		clauses    string
	}{
		{[]float64{1, 0.99}, 2, "Tests that reach the change (2)", "reaches F; reaches F"},
		{[]float64{1, 0}, 2, "Tests that reach the change (2)", "reaches F; reaches F"}, // of an older version
		{[]float64{1, 0.5}, 2, "Tests that reach or may reach the change (2)", "reaches F; may reach F"},
		{[]float64{0.7, 0.5}, 9, "Tests that may reach the change (9)", "may reach F; may reach F"},
		{[]float64{1}, 9, "Tests that reach or may reach the change (9)", "reaches F"},
		{nil, 0, "Tests to run", ""}, // that changed themselves are run
	} {
		r := &report.Report{Summary: report.Summary{TestCount: test.count}}
		var clauses []string
		for _, c := range test.confidence {
			r.Tests = append(r.Tests, report.Test{ID: "Function:a_test.go:T", Reaches: "Function:a.go:F", Confidence: c})
			clauses = append(clauses, view.ReachClause(r, &r.Tests[len(r.Tests)-1], style))
		}
		if got := view.TestsTitle(r); got != test.title {
			t.Errorf("%v: %s, want %s", test.confidence, got, test.title)
		}
		if got := strings.Join(clauses, "; "); got != test.clauses {
			t.Errorf("%v: %s, want %s", test.confidence, got, test.clauses)
		}
	}
	r := &report.Report{ChangedSymbols: []report.ChangedSymbol{{ID: "Function:a.go:F", ChangeType: "removed"}}}
	if got := view.ReachClause(r, &report.Test{Reaches: "Function:a.go:F", Confidence: 0.5}, style); got != "may have reached F, which was removed" {
		t.Error(got)
	}
}
