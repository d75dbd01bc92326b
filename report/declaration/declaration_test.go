package declaration

import (
	"slices"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/report"
)

// A declaration is told where nothing else in the report does it.
func TestRows(t *testing.T) {
	changed := func(name string, line int) report.ChangedSymbol {
		return report.ChangedSymbol{ID: "Function:a:" + name, Name: name, Path: "a", Line: line, SignatureChanges: []report.SignatureChange{{Kind: "declaration_changed", Clause: "is declared"}}}
	}
	test := changed("Test", 9)
	test.Test = true
	marked := changed("C.marked", 30)
	marked.Diff = &report.Location{Path: "a", Line: 31}
	r := &report.Report{
		ChangedSymbols: []report.ChangedSymbol{changed("C", 1), changed("C.broken", 2), changed("C.told", 3), changed("C.told", 8), test, marked, {Name: "body", Path: "a"}},
		Findings:       []report.Finding{{Symbol: "Function:a:C.broken"}},
		Behaviours: []report.Behaviour{
			{Path: "a", Symbol: "other.told", Line: 3, Kind: "signature-changed"},
			{Path: "a", Symbol: "C.marked", Line: 31, Kind: "visibility-changed"},
			{Path: "a", Symbol: "C", Line: 1, Kind: "call-added"},
		},
	}
	var got []string
	for _, c := range Rows(r) {
		got = append(got, c.Name)
	}
	if want := []string{"C", "C.told"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Each difference is rendered on its own, so that none is cut because of the others.
func TestClause(t *testing.T) {
	c := &report.ChangedSymbol{SignatureChanges: []report.SignatureChange{{Clause: "a"}, {Clause: "b"}, {Clause: "c"}, {Clause: "d"}}}
	if got := Clause(c, func(s string) string { return "<" + s + ">" }); got != "<a>, <b>, <c>, 1 more" {
		t.Error(got)
	}
	c = &report.ChangedSymbol{ID: "Function:a:new", ChangeType: "renamed", Old: &report.Place{ID: "Function:a:old"}, SignatureChanges: c.SignatureChanges[:1]}
	if got := Clause(c, func(s string) string { return s }); got != "was `old`, a" {
		t.Error(got)
	}
}

// Of two long declarations only what differs is told, the new one first.
func TestClauseOfLong(t *testing.T) {
	was := "type Slide = " + strings.Repeat("| { type: \"title\" } ", 10) + "| { type: \"content\"; content: Data[] }"
	is := was + " | { type: \"instructions\" }"
	c := &report.ChangedSymbol{SignatureChanges: []report.SignatureChange{{Old: was, New: is, Clause: "is declared `" + is + "` instead of `" + was + "`"}}}
	if got := Clause(c, report.Clip); got != "is declared `…nt: Data[] } | { type: \"instructions\" }` instead of `…nt: Data[] }`" {
		t.Error(got)
	}
}

// A new name is told, but not again for the members of a type.
func TestRowsOfRenamed(t *testing.T) {
	renamed := func(kind, was, is string) report.ChangedSymbol {
		return report.ChangedSymbol{ID: kind + ":a:" + is, Name: is, Type: kind, Path: "a", Side: "head", ChangeType: "renamed", Semantic: true, Old: &report.Place{ID: kind + ":a:" + was}}
	}
	r := &report.Report{ChangedSymbols: []report.ChangedSymbol{
		renamed("Class", "Old", "New"), renamed("Constructor", "Old.Old", "New.New"), renamed("Function", "f", "g"), renamed("Namespace", "n", "m"),
	}}
	var got []string
	for _, c := range Rows(r) {
		got = append(got, c.Name+" "+Clause(c, func(s string) string { return s }))
	}
	if want := []string{"New was `Old`", "g was `f`"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
