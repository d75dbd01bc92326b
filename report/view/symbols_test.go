package view_test

import (
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// What a row says of a change is true of any symbol: a constant has no body, and an edit of a
// comment is no formatting.
func TestChangeWords(t *testing.T) {
	c := report.ChangedSymbol{ID: "Function:b.py:_g", Parts: []string{"signature", "body", "doc", "formatting", "names"}}
	if got, want := strings.Join(view.PartWords(&report.Report{}, &c), ", "), "signature, code, doc, comments or layout, names of others"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for old, want := range map[string]string{"": "", "Function:a.py:g": "g", "Function:a.py:_g": "", "Function:a.py:_g~1": ""} {
		if c.Old = nil; old != "" {
			c.Old = &report.Place{ID: old}
		}
		if got := view.OldName(&c); got != want {
			t.Errorf("%s: old name %q, want %q", old, got, want)
		}
	}
	c.ID, c.Old, c.ChangeType, c.SignatureChanged = "Function:a.swift:C.init", &report.Place{ID: "Function:a.swift:C.init(597912e8)"}, "modified", true
	if got := view.OldName(&c); got != "" {
		t.Errorf("an overload has the old name %q", got)
	}
}

// A test calls a symbol that is gone in base only.
func TestReachClause(t *testing.T) {
	plain := view.Style{Name: report.Clean, Text: report.Clean}
	r := &report.Report{ChangedSymbols: []report.ChangedSymbol{
		{ID: "Function:a.py:kept", ChangeType: "modified"}, {ID: "Function:a.py:gone", ChangeType: "removed"},
	}}
	for id, want := range map[string]string{
		"Function:a.py:kept": "reaches kept",
		"Function:a.py:gone": "reached gone, which was removed",
		"Class:a.py:C":       "reaches C",
	} {
		if got := view.ReachClause(r, &report.Test{Reaches: id}, plain); got != want {
			t.Errorf("%s: got %q, want %q", id, got, want)
		}
	}
}
