package view_test

import (
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// A headline names what came and what went, what others can use first, and leaves tests out.
func TestHeadlineNamesComings(t *testing.T) {
	symbol := func(name, change string, exported bool) report.ChangedSymbol {
		return report.ChangedSymbol{ID: "Function:a.go:" + name, Name: name, Type: "Function", Path: "a.go", Side: "head", ChangeType: change, Semantic: true, Exported: exported}
	}
	added := []report.ChangedSymbol{symbol("b", "added", false), symbol("A", "added", true)}
	many := append(added, symbol("c", "added", false), symbol("d", "added", false), symbol("e", "added", false))
	test := symbol("TestA", "added", true)
	test.Test = true
	redeclared, field := symbol("f", "modified", false), symbol("T.x", "modified", true)
	redeclared.SignatureChanged, field.SignatureChanged, field.Type = true, true, "Field"
	for want, symbols := range map[string][]report.ChangedSymbol{
		"adds <A> and <b>; 2 functions added in 1 file":                          added,
		"adds <A>, <b>, <c> and 2 more; 5 functions added in 1 file":             many,
		"removes <x>; 1 function removed in 1 file":                              {symbol("x", "removed", false)},
		"adds <A>; removes <x>; 3 functions added, removed or changed in 1 file": {symbol("A", "added", true), symbol("x", "removed", false), symbol("y", "modified", false)},
		"1 function and 1 test function added or changed in 1 file":              {symbol("y", "modified", false), test},
		"adds <A>; 2 functions added in 1 file":                                  {symbol("A", "added", true), symbol("A", "added", true)},
		"changes the signature of <f>; 2 symbols changed in 1 file":              {redeclared, field},
	} {
		r := &report.Report{ChangedSymbols: symbols}
		r.Summary.ChangedFiles, r.Summary.ChangedCount, r.Summary.SemanticCount = 1, len(symbols), len(symbols)
		got := view.Headline(r, view.Style{Name: func(s string) string { return "<" + s + ">" }, Text: func(s string) string { return s }})
		if got != want+"; no dependant outside the diff was found in what was analysed" {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// What may be in a part that was not read is neither added nor removed for sure.
func TestHeadlineOfPartlyReadFile(t *testing.T) {
	r := &report.Report{ChangedSymbols: []report.ChangedSymbol{{ID: "Function:a.go:b", Name: "b", Type: "Function", Path: "a.go", Side: "base", ChangeType: "removed", Semantic: true}}}
	r.Summary.ChangedFiles, r.Summary.ChangedCount, r.Summary.SemanticCount = 1, 1, 1
	r.Coverage.Files = []report.FileCoverage{{Path: "a.go", Side: "head", Status: "judged", Language: "go", Parts: []report.FilePart{{Line: 3, Reason: "syntax error"}}}}
	got := view.Headline(r, view.Style{Name: func(s string) string { return s }, Text: func(s string) string { return s }})
	if want := "1 function changed in 1 file"; !strings.HasPrefix(got, want) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
