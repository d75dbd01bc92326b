package view_test

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// Functions with a behaviour that differs come first, then the order of the report.
func TestUntested(t *testing.T) {
	r := &report.Report{
		Untested: []report.Untested{{Name: "a", Path: "a.go", Line: 1}, {Name: "b", Path: "a.go", Line: 2}, {Name: "T.c", Path: "a.go", Line: 3}},
		Behaviours: []report.Behaviour{
			{Path: "a.go", Symbol: "T.c"}, {Path: "b.go", Symbol: "b"}, {Path: "a.go", Symbol: ""},
		},
	}
	got := ""
	for _, u := range view.Untested(r) {
		got += u.Name + " "
	}
	if got != "T.c a b " {
		t.Errorf("got %s", got)
	}
	if r.Untested[0].Name != "a" {
		t.Error("the report was changed")
	}
}
