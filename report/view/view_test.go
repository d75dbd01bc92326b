package view_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/reporttest"
	"github.com/nexus-ci/nexus-ci/report/view"
)

func TestHeadline(t *testing.T) {
	plain := view.Style{Name: func(s string) string { return "<" + s + ">" }, Text: func(s string) string { return s }}
	of := func(name string, edit func(*report.Report)) *report.Report {
		r := reporttest.Reports()[name]
		if edit != nil {
			edit(r)
		}
		r.Summary = report.Count(r, r.Summary.ChangedFiles)
		return r
	}
	note := report.Finding{Rule: "api-break", Class: "behaviour", Severity: "info", Message: "API break: `x` was removed; no use outside tests is known here."}
	breaks := func(rule string, n int) func(*report.Report) {
		return func(r *report.Report) {
			f := r.Findings[0]
			f.Rule, f.InDiff = rule, true
			r.Findings = nil
			for range n {
				r.Findings = append(r.Findings, f)
			}
		}
	}
	for _, tc := range []struct {
		report *report.Report
		want   string
	}{
		{of("nothing", nil), "No changes"},
		{of("docs", nil), "1 file changed: documentation only, not analysed"},
		{of("docs", func(r *report.Report) { r.Coverage.Files[0].Role = "build" }), "1 file changed; it could not be analysed"}, // it may be code: .sbt
		{of("docs", func(r *report.Report) {
			r.Coverage.Files[0].Status, r.Coverage.Counts = "content", report.CoverageCounts{Content: 1}
		}),
			"1 file changed; no declaration that is compared in it differs"}, // the version of a package.json
		{of("docs", func(r *report.Report) {
			r.Coverage.Files = append(r.Coverage.Files, report.FileCoverage{Path: "package.json", Status: "content"})
			r.Coverage.Counts.Content = 1
		}), "2 files changed; no declaration that is compared in 1 of them differs; 1 of 2 files not analysed"},
		{of("moved", nil), "14 functions moved; no use of the old places was found"},
		{of("moved", func(r *report.Report) {
			for i := range r.ChangedSymbols {
				r.ChangedSymbols[i].Test = true // a runner starts them, no code has to use them
			}
		}), "14 test functions moved"},
		{of("moved", func(r *report.Report) { r.ChangedSymbols[0].ChangeType = "modified" }),
			"13 functions moved; no use of the old places was found; comments or layout of 1 more differ"},
		{of("moved", func(r *report.Report) {
			for i := range r.ChangedSymbols {
				r.ChangedSymbols[i].ChangeType = "modified"
			}
		}), "Only comments or layout of 14 symbols differ"},
		{of("body", nil), "<validateUser> tests the opposite: <user.active> → <!user.active>; 1 function changed in 1 file; reaches 1 execution flow and 1 direct dependant outside the diff"},
		{of("incomplete", nil), "adds <createSession>; 1 function added in 1 file; no dependant outside the diff was found in what was analysed; 1 of 3 files not analysed; 1 file analysed in part only"},
		{of("incomplete", func(r *report.Report) { r.Elsewhere = &report.Elsewhere{} }),
			"adds <createSession>; 1 function added in 1 file; no dependant outside the diff was found in this repository in what was analysed; 1 of 3 files not analysed; 1 file analysed in part only"},
		{of("lost-step", nil), "`handleLogin` no longer calls `validateUser`"},
		{of("lost-step", func(r *report.Report) { r.Findings = append(r.Findings, r.Findings[0], r.Findings[0]) }),
			"`handleLogin` no longer calls `validateUser`, and 2 other warnings"},
		{of("lost-step", func(r *report.Report) { r.Findings = append(r.Findings, note) }), "`handleLogin` no longer calls `validateUser`"},
		{of("moved", func(r *report.Report) { r.Findings = append(r.Findings, note) }),
			"14 functions moved; no use of the old places was found; 1 thing worth knowing"},
		{of("body", func(r *report.Report) { r.Findings = append(r.Findings, note, note) }),
			"<validateUser> tests the opposite: <user.active> → <!user.active>; 1 function changed in 1 file; reaches 1 execution flow and 1 direct dependant outside the diff; 2 things worth knowing"},
		{of("body", func(r *report.Report) { r.AffectedProcesses[0].Status = "broken" }),
			"<validateUser> tests the opposite: <user.active> → <!user.active>; 1 function changed in 1 file; reaches 1 execution flow (1 broken) and 1 direct dependant outside the diff"},
		{of("removed", nil), "<findByEmail> was removed but is still used at 1 place, outside the diff"},
		{of("removed", breaks("removed-still-referenced", 3)), "<findByEmail> was removed but is still used at 3 places"},
		{of("removed", breaks("stale-call", 1)), "<findByEmail>'s parameters changed; 1 call not updated"},
		{of("removed", breaks("stale-call", 2)), "<findByEmail>'s parameters changed; 2 calls not updated"},
		{of("removed", breaks("broken-implementer", 2)), "<findByEmail> is no longer implemented by 2 types"},
		{of("removed", breaks("another-rule", 2)), "<findByEmail> is broken at 2 places"},
		{of("skew", nil), "Merging with <topic> breaks the use of <findByEmail> at 1 place; 2 broken places in all, 1 outside the diff"},
		{of("removed", func(r *report.Report) {
			other := r.Findings[0]
			other.Symbol, other.InDiff = "Function:x.ts:other", true
			r.Findings = append(r.Findings, other)
		}), "<findByEmail> was removed but is still used at 1 place; 2 broken places in all, 1 outside the diff"},
	} {
		if got := view.Headline(tc.report, plain); got != tc.want {
			t.Errorf("got  %q\nwant %q", got, tc.want)
		}
	}
}

func TestName(t *testing.T) {
	for id, want := range map[string]string{
		"Method:a.ts:Request.flush()~4":      "Request.flush()",
		"Method:a.cpp:S.~S2":                 "S.~S2",
		"File:src/a~1":                       "src/a~1",
		"Function:a.ts:~7":                   "~7",
		"Method:gin/context.go:Context.Next": "Context.Next",
		"Function:a.rs:x::y":                 "x::y",
		"File:src/a.ts":                      "src/a.ts",
		"File:a:b.ts":                        "a:b.ts",
		"Folder:a:b":                         "a:b",
		"Function:a%3Ab.ts:x":                "x",
		"odd":                                "odd",
		"":                                   "",
	} {
		if got := view.Name(id); got != want {
			t.Errorf("Name(%q) = %q, want %q", id, got, want)
		}
	}
}

func TestChain(t *testing.T) {
	flow := func(steps, broken int, changed ...int) *report.AffectedProcess {
		p := &report.AffectedProcess{}
		for i := range steps {
			p.Steps = append(p.Steps, report.Step{Step: i + 1, Name: fmt.Sprint(i + 1)})
		}
		for _, c := range changed {
			p.ChangedSteps = append(p.ChangedSteps, report.ChangedStep{Step: c, Change: "edited"})
		}
		if broken > 0 {
			p.BrokenStep = &report.BrokenStep{Step: broken}
		}
		return p
	}
	all := func(n int) (steps []int) {
		for i := range n {
			steps = append(steps, i+1)
		}
		return steps
	}
	for _, tc := range []struct {
		name string
		flow *report.AffectedProcess
		want string
	}{
		{"short", flow(3, 0), "1 2 3"},
		{"broken", flow(4, 3, 2), "1 2edited 3broken 4"},
		{"long", flow(20, 0), "1 (18) 20"},
		{"long and broken", flow(20, 10), "1 (7) 9 10broken 11 (8) 20"},
		{"long and changed", flow(20, 0, 5), "1 (3) 5edited (14) 20"},
		{"long and changed all over", flow(20, 20, all(20)...), "1edited 2edited 3edited 4edited 5edited 6edited 7edited (11) 19edited 20broken"},
		{"gained steps are of the other side", func() *report.AffectedProcess {
			p := flow(2, 0)
			p.ChangedSteps = []report.ChangedStep{{Step: 2, Change: "gained"}}
			return p
		}(), "1 2"},
	} {
		var got []string
		for _, l := range view.Chain(tc.flow) {
			if l.Elided > 0 {
				got = append(got, fmt.Sprintf("(%d)", l.Elided))
			}
			got = append(got, l.Name+l.Mark)
		}
		if diff := cmp.Diff(tc.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
	}
}

func TestFindingInWords(t *testing.T) {
	caller, file := "Function:a.ts:f", "File:a.ts"
	cause := &report.Cause{Kind: finding.Removed, Symbol: finding.Ref{Name: "x"}}
	effect := &report.Effect{Kind: finding.StillUsed, How: "called"}
	for _, tc := range []struct {
		finding                     report.Finding
		sentence, statement, caller string
	}{
		{report.Finding{Path: "a.ts", Line: 3, Cause: cause, Effect: effect, Caller: &caller}, "`x` was removed but is still called", "`x` was removed but is still called at a.ts:3", "f"},
		{report.Finding{Path: "a.ts", Line: 3, Cause: cause, Effect: effect, Caller: &file}, "`x` was removed but is still called", "`x` was removed but is still called at a.ts:3", ""},
		{report.Finding{Path: "a.ts", Line: 3, Message: "`x` of an older version at a.ts:3."}, "`x` of an older version at a.ts:3", "`x` of an older version at a.ts:3", ""},
		{report.Finding{Path: "a.ts", Line: 3, Cause: &report.Cause{Kind: "of a newer one"}, Message: "`x` at a.ts:3."}, "`x` at a.ts:3", "`x` at a.ts:3", ""},
	} {
		if got := view.Sentence(&tc.finding); got != tc.sentence {
			t.Errorf("Sentence: %q, want %q", got, tc.sentence)
		}
		if got := view.Statement(&tc.finding); got != tc.statement {
			t.Errorf("Statement: %q, want %q", got, tc.statement)
		}
		if got := view.Caller(&tc.finding); got != tc.caller {
			t.Errorf("Caller: %q, want %q", got, tc.caller)
		}
	}
}

func TestWorth(t *testing.T) {
	for _, tc := range []struct {
		name                         string
		level, likelihood, exposure  string
		finding, incomplete, worthIt bool
	}{
		{"low", "low", "low", "low", false, false, false},
		{"nothing", "none", "none", "none", false, false, false},
		{"a finding", "low", "low", "low", true, false, true},
		{"left out", "low", "low", "low", false, true, true},
		{"about as likely as most", "medium", "medium", "low", false, false, false},
		{"it hits much", "medium", "low", "medium", false, false, true},
		{"both", "medium", "medium", "medium", false, false, true},
		{"likely", "high", "high", "low", false, false, true},
		{"very likely", "critical", "critical", "none", false, false, true},
	} {
		r := &report.Report{Risk: report.Risk{Level: tc.level, Incomplete: tc.incomplete}}
		r.Risk.Breakage.Level, r.Risk.Likelihood.Level, r.Risk.Exposure.Level = "none", tc.likelihood, tc.exposure
		if tc.finding {
			r.Findings = make([]report.Finding, 1)
		}
		if got := view.Worth(r); got != tc.worthIt {
			t.Errorf("%s: %t", tc.name, got)
		}
	}
}

func TestDeciding(t *testing.T) {
	for name, want := range map[string]string{"removed": "breakage", "lost-step": "exposure", "body": "likelihood", "large": "breakage"} {
		if got := view.Deciding(reporttest.Reports()[name]); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestConfidence(t *testing.T) {
	for c, want := range map[float64]string{1: "high", 0.96: "high", 0.959: "medium", 0.8: "medium", 0.799: "low", 0: "low"} {
		if got := view.Confidence(c); got != want {
			t.Errorf("Confidence(%v) = %q, want %q", c, got, want)
		}
	}
}

// A run that ended early rates nothing; one that left other files out says so.
func TestWholeRun(t *testing.T) {
	plain := view.Style{Name: report.Clean, Text: report.Clean}
	r := &report.Report{Risk: report.Risk{Level: "low", Incomplete: true}, Summary: report.Summary{ChangedFiles: 2}}
	r.Coverage.NotAnalysed = []report.NotAnalysed{{Path: ".", Reason: "took too long", Message: "time limit of 1m reached", Source: true}, {Path: "a.go", Source: true}}
	r.Coverage.Files = []report.FileCoverage{{Path: "a.go", Status: report.NotAnalysedFile, Source: true}, {Path: "b.go", Status: report.NotAnalysedFile, Source: true}}
	r.Coverage.Counts = report.CountFiles(r.Coverage.Files)
	say := func() []string {
		source, _ := view.NotAnalysedFiles(r)
		return []string{view.Rating(r), view.Headline(r, plain), view.Unchecked(r, plain), view.Plural(len(source), "file")}
	}
	want := []string{"NOT RATED", "Not analysed; 2 files changed", "Not analysed: time limit of 1m reached", "1 file"}
	if d := cmp.Diff(want, say()); d != "" {
		t.Errorf("stopped (-want +got):\n%s", d)
	}
	r.Coverage.Head.Files = 5
	r.Coverage.Files[0].Status = report.Judged
	r.Coverage.Counts = report.CountFiles(r.Coverage.Files)
	r.Coverage.NotAnalysed[0].Message = "3 files not read"
	want = []string{"LOW", "No symbol differs in 1 analysed file; 1 of 2 files not analysed", "3 files not read. Not checked for breaks: 1 file (b.go)", "1 file"}
	if d := cmp.Diff(want, say()); d != "" {
		t.Errorf("in part (-want +got):\n%s", d)
	}
}
