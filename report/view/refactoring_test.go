package view_test

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// That no behaviour change was found is said only where every changed function was compared and
// every changed file was checked for breaks.
func TestRefactoring(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*report.Report)
		want   string
	}{
		"bodies of functions":   {func(*report.Report) {}, "Refactoring: no behaviour change found in 2 functions"},
		"another behaviour":     {func(r *report.Report) { r.Behaviours = make([]report.Behaviour, 1) }, ""},
		"a finding":             {func(r *report.Report) { r.Findings = make([]report.Finding, 1) }, ""},
		"one restructured":      {func(r *report.Report) { r.Coverage.NotCompared = make([]report.NotCompared, 1) }, ""},
		"a file was not read":   {func(r *report.Report) { r.Coverage.NotAnalysed = make([]report.NotAnalysed, 1) }, ""},
		"calls are not checked": {func(r *report.Report) { r.Risk.BreakageChecked = report.CheckedPart }, ""},
		"nothing was compared":  {func(r *report.Report) { r.Coverage.Compared = 0 }, ""},
		"a rename":              {func(r *report.Report) { r.ChangedSymbols[0].ChangeType = "renamed" }, ""},
		"a class":               {func(r *report.Report) { r.ChangedSymbols[0].Type = "Class" }, ""},
		"a signature":           {func(r *report.Report) { r.ChangedSymbols[0].SignatureChanged = true }, ""},
	} {
		var r report.Report
		r.Coverage.Compared, r.Risk.BreakageChecked = 2, report.CheckedAll
		r.ChangedSymbols = []report.ChangedSymbol{{Type: "Function", ChangeType: "modified", Semantic: true}, {Type: "Method", ChangeType: "modified", Semantic: true}}
		test.change(&r)
		if got := view.Refactoring(&r); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// A list of what functions do differently names the functions that it is silent about.
func TestNotCompared(t *testing.T) {
	style := view.Style{Name: func(s string) string { return "<" + s + ">" }, Text: func(s string) string { return s }}
	r := new(report.Report)
	if got := view.NotCompared(r, style); got != "" {
		t.Error(got)
	}
	r.Coverage.NotCompared = []report.NotCompared{{Path: "a.go", Symbol: "f"}, {Path: "b.go"}}
	if got := view.NotCompared(r, style); got != "Behaviour not compared: <f> and <b.go>" {
		t.Error(got)
	}
	r.Behaviours = []report.Behaviour{{Path: "b.go", Symbol: "g"}}
	if got := view.NotCompared(r, style); got != "Also changed, but not compared: <f>. Compared only in part: <b.go>" {
		t.Error(got)
	}
	r.Behaviours = nil
	r.Coverage.NotCompared = []report.NotCompared{{Symbol: "a"}, {Symbol: "b"}, {Symbol: "c"}, {Symbol: "b"}, {Symbol: "d"}, {Symbol: "e"}, {Symbol: "f"}, {Symbol: "g"}, {Symbol: "g"}}
	if got := view.NotCompared(r, style); got != "Behaviour not compared: <a>, <b> (2), <c>, <d>, <e>, <f> and 2 more" {
		t.Error(got)
	}
}
