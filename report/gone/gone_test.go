package gone

import (
	"slices"
	"testing"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

func symbol(change, path, name string) report.ChangedSymbol {
	return report.ChangedSymbol{ID: "Function:" + path + ":" + name, Name: name, Path: path, Type: "Function", ChangeType: change, Semantic: true}
}

func clauses(symbols ...report.ChangedSymbol) (title string, out []string) {
	rows := Rows(&report.Report{ChangedSymbols: symbols})
	plain := func(s string) string { return s }
	for i := range rows {
		out = append(out, rows[i].Clause(view.Style{Name: plain, Text: plain}))
	}
	return Title(rows), out
}

// Removed symbols are told where the headline does not name all of them.
func TestRemoved(t *testing.T) {
	few := []report.ChangedSymbol{symbol("removed", "a", "f"), symbol("removed", "a", "g"), symbol("removed", "b", "h")}
	if _, got := clauses(few...); len(got) > 0 {
		t.Errorf("got %q, want nothing", got)
	}
	test := symbol("removed", "b", "test")
	test.Test = true
	title, got := clauses(append(few, symbol("removed", "a", "g"), symbol("removed", "a", "I"), symbol("removed", "a", "I.inside"), symbol("added", "a", "new"), test)...)
	if want := []string{"from a: f, 2 definitions of g, I", "from b: h"}; title != "What is removed" || !slices.Equal(got, want) {
		t.Errorf("got %s: %q, want %q", title, got, want)
	}
}

// Moved symbols are told by the names that they had, and only where the file is another one.
func TestMoved(t *testing.T) {
	there, here := symbol("moved", "b", "B.f"), symbol("moved", "a", "C.g")
	there.Old = &report.Place{ID: "Function:a:A.f", Path: "a"}
	here.Old = &report.Place{ID: "Function:a:A.g", Path: "a"}
	title, got := clauses(there, here)
	if want := []string{"from a to b: A.f"}; title != "What moved" || !slices.Equal(got, want) {
		t.Errorf("got %s: %q, want %q", title, got, want)
	}
}
