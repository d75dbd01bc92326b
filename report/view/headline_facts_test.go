package view_test

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/reporttest"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// The headline tells at most three things outside of code, the most urgent first, and counts the
// rest.
func TestHeadlineTellsFacts(t *testing.T) {
	style := view.Style{Name: func(s string) string { return "<" + s + ">" }, Text: func(s string) string { return s }}
	used := func(n int) *report.UsedBy {
		return &report.UsedBy{How: "imports", Files: n, First: report.Location{Path: "a.go", Line: 12}}
	}
	for _, test := range []struct {
		facts []report.ContentFact
		want  string
	}{
		{nil, "1 file changed; it could not be analysed"},
		{[]report.ContentFact{{Kind: "dependency-minor", Type: "dependency", Name: "a", Level: "low", What: "dependency a minor: 1.0 → 1.1"}}, "dependency a minor: 1.0 → 1.1"},
		{[]report.ContentFact{
			{Kind: "dependency-major", Name: "chalk", From: "4", To: "5", Level: "medium"},
			{Kind: "dependency-major", Name: "express", From: "4", To: "5", Level: "medium", UsedBy: used(12)},
			{Kind: "workflow-permission-widened", Name: "contents", To: "write", Level: "medium"},
			{Kind: "migration-lossy", Name: "users", Change: "table dropped", Level: "medium"},
			{Kind: "config-default", Name: "a.b", From: "1", To: "2", Level: "medium"},
		}, "table <users> dropped; CI asks to write <contents>; <express> <4> → <5> (major, imported by 12 files), and 1 more like it; 1 more change outside of code"},
		{[]report.ContentFact{{Kind: "dependency-replaced", Name: "typescript", Change: "overridden", From: "^5.5.2", To: "^5.6.2", Level: "medium"}}, "<typescript> overridden with <^5.6.2>"},
		{[]report.ContentFact{{Kind: "dependency-replaced", Name: "a", Change: "replaced", From: "1", To: "github:b/a", Level: "medium"}}, "<a> now comes from <github:b/a>"},
		{[]report.ContentFact{{Kind: "dependency-missing", Name: "left-pad", Level: "medium", UsedBy: used(1)}}, "<left-pad> removed, still imported by 1 file: <a.go:12>"},
		{[]report.ContentFact{{Kind: "dependency-missing", Name: "left-pad", Level: "medium", UsedBy: used(3)}}, "<left-pad> removed, still imported by 3 files, first <a.go:12>"},
		{[]report.ContentFact{{Kind: "schema-breaking", Format: "proto", Field: "field", Name: "User.name", Change: "removed", Level: "medium"}}, "proto field <User.name> removed (breaking)"},
		{[]report.ContentFact{{Kind: "codeowners-removed", Name: "/gone/", Change: "removed", Level: "medium"}}, "CODEOWNERS has no entry for </gone/> any more"}, // another may cover it
		{[]report.ContentFact{{Kind: "new-kind", What: "something else", Level: "medium"}}, "something else"},
	} {
		r := &report.Report{Facts: test.facts}
		r.Summary.ChangedFiles, r.Coverage.Files = 1, make([]report.FileCoverage, 1)
		if got := view.Headline(r, style); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}

// Settings of a checker of code come after other facts, unless the configuration asks for a reviewer.
func TestSettingsOfACheckerComeLast(t *testing.T) {
	r := &report.Report{Facts: []report.ContentFact{
		{Kind: "config-default", Type: "config", Name: "Metrics.Max", Level: "low", Path: ".rubocop_todo.yml"},
		{Kind: "dependency-lock", Type: "dependency", Name: "b", Level: "low", Path: "Gemfile.lock"},
		{Kind: "dependency-added", Type: "dependency", Name: "a", Level: "low", Path: "Gemfile"},
	}}
	order := func() (out string) {
		for _, f := range view.WeightyFacts(r) {
			out += f.Path + " "
		}
		return out
	}
	if got, want := order(), "Gemfile Gemfile.lock .rubocop_todo.yml "; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	r.Facts[0].Level = "high"
	if got, want := order(), ".rubocop_todo.yml Gemfile Gemfile.lock "; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// What breaks comes first.
func TestHeadlineTellsFactsAfterBreaks(t *testing.T) {
	style := view.Style{Name: func(s string) string { return s }, Text: func(s string) string { return s }}
	r := reporttest.Reports()["removed"]
	breaks := view.Headline(r, style)
	r.Facts = []report.ContentFact{{Kind: "license-terms", Level: "medium"}}
	if got, want := view.Headline(r, style), breaks+"; the text of the licence differs"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// The score is of code: of a change without any that was compared, no score is told and the
// likelihood decides nothing.
func TestNoScoreWithoutCode(t *testing.T) {
	r := &report.Report{Facts: []report.ContentFact{{Kind: "ci-action", Level: "low", What: "action added"}}}
	r.Summary.ChangedFiles, r.Coverage.Files = 1, []report.FileCoverage{{Path: "ci.yml", Status: "content"}}
	r.Coverage.Counts.Content = 1
	r.Risk.Level, r.Risk.Likelihood.Level, r.Risk.Exposure.Level = "low", "low", "low"
	if got := view.Facts(r); got != "" {
		t.Errorf("score of no code: %q", got)
	}
	if got := view.Rated(r); got != "LOW by exposure" {
		t.Error(got)
	}
	r.Risk.Exposure.Level = "none"
	if got := view.Rated(r); got != "LOW" {
		t.Error(got)
	}
	r.Coverage.Counts.Judged, r.Summary.SemanticCount = 1, 1
	if got, want := view.Facts(r), "score 0 of 100"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := view.Rated(r); got != "LOW by likelihood" {
		t.Error(got)
	}
}

// The headline begins with what functions do differently; beside what breaks, only with what
// protects less.
func TestHeadlineTellsBehaviours(t *testing.T) {
	style := view.Style{Name: func(s string) string { return "<" + s + ">" }, Text: func(s string) string { return s }}
	long := "a value that is longer than what a clause of a sentence shows"
	behaviours := []report.Behaviour{
		{Kind: "logging-changed", Symbol: "A.f", From: "a", To: "b"},
		{Kind: "limit-changed", Symbol: "g", From: "30", To: "30000"},
		{Kind: "guard-removed", Symbol: "A.h", From: long, Level: "medium"},
		{Kind: "guard-removed", Symbol: "A.i", From: "x == nil", Level: "medium"},
		{Kind: "default-changed", Path: "a.ts", To: "5"},
	}
	weakened := report.Behaviour{Kind: "security-weakened", Symbol: "k", From: "verify: true", To: "verify: false"}
	for _, test := range []struct {
		behaviours []report.Behaviour
		want       string
	}{
		{behaviours[:1], "<A.f> logs or prints in another way: <a> → <b>; "},
		{behaviours, "<A.h> has one check less: <a value that is longer than what a clause of a sentence shows>, and 1 more like it; <g> has another limit: <30> → <30000>; 2 more differences of behaviour; "},
		{append(behaviours[4:], weakened), "<k> protects less: <verify: true> → <verify: false>; <a.ts> has one more default: <5>; "},
	} {
		r := reporttest.Reports()["body"]
		r.Behaviours = nil
		plain := view.Headline(r, style)
		r.Behaviours = test.behaviours
		if got, want := view.Headline(r, style), test.want+plain; got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	r := reporttest.Reports()["removed"]
	r.Behaviours = nil
	plain := view.Headline(r, style)
	r.Behaviours = append(behaviours, weakened)
	if got, want := view.Headline(r, style), plain+"; <k> protects less: <verify: true> → <verify: false>"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
