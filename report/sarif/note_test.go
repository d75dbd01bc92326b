package sarif

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/reporttest"
)

// Behaviours and facts are notes at their lines. A finding at the line replaces them, and what head
// no longer has stands where the diff shows its function.
func TestNotes(t *testing.T) {
	r := reporttest.Reports()["removed"]
	found := r.Findings[0]
	saved := r.ChangedSymbols[0]
	saved.ID, saved.Name, saved.Diff = "Method:src/db/users.ts:Users.save", "Users.save", &report.Location{Path: saved.Path, Line: 30}
	r.ChangedSymbols = append(r.ChangedSymbols, saved)
	r.Behaviours = []report.Behaviour{
		{Kind: "limit-changed", Path: "src/db/users.ts", Symbol: "findByEmail", Line: 12, Side: "head", From: "30", To: "[60](1)", Level: "low"},
		{Kind: "guard-removed", Path: "src/db/users.ts", Symbol: "Users.save", Line: 11, Side: "base", From: "if (!a) return", Level: "medium"},
		{Kind: "call-added", Path: "src/db/users.ts", Symbol: "other", Line: 14, Side: "base", To: "flush()", Level: "low"},
		{Kind: "value-changed", Path: found.Path, Symbol: "validateUser", Line: found.Line, Side: "head", From: "a", To: "b", Level: "low"},
	}
	r.Facts = []report.ContentFact{
		{Type: "dependency", Kind: "dependency-major", Name: "express", What: "express 4.0.0 → 5.0.0 (major)", Level: "medium", Path: "package.json", Line: 7, Side: "head", UsedBy: &report.UsedBy{How: "imports", Files: 2, First: report.Location{Path: "a.ts", Line: 1}}},
		{Type: "dependency", Kind: "dependency-removed", Name: "left-pad", What: "left-pad is removed", Level: "low", Path: "package.json", Line: 9, Side: "base"},
	}
	data, err := Render(r, options)
	if err != nil {
		t.Fatal(err)
	}
	valid(t, standard(t), "notes", data)
	got := parse(t, data)
	var notes []result
	for _, one := range got.Results {
		if one.Level == "note" {
			notes = append(notes, one)
		}
	}
	want := []struct {
		rule, text, path string
		line             int
	}{
		{"guard-removed", "Users.save has one check less: if (!a) return.", "src/db/users.ts", 30},
		{"limit-changed", `findByEmail has another limit: 30 → \[60\](1).`, "src/db/users.ts", 12},
		{"call-added", "other has one more call: flush().", "src/db/users.ts", 0},
		{"dependency-major", "express 4.0.0 → 5.0.0 (major); imported by 2 files, first a.ts:1.", "package.json", 7},
		{"dependency-removed", "left-pad is removed.", "package.json", 0},
	}
	if len(notes) != len(want) {
		t.Fatalf("%d notes, want %d: %+v", len(notes), len(want), notes)
	}
	prints := make(map[string]bool)
	for i, w := range want {
		n := notes[i]
		l := n.Locations[0].PhysicalLocation
		line := 0
		if l.Region != nil {
			line = l.Region.StartLine
		}
		if n.RuleID != w.rule || n.Message.Text != w.text || l.ArtifactLocation.URI != w.path || line != w.line {
			t.Errorf("got %s %q at %s:%d, want %+v", n.RuleID, n.Message.Text, l.ArtifactLocation.URI, line, w)
		}
		if n.RuleIndex == nil || got.Tool.Driver.Rules[*n.RuleIndex].ID != n.RuleID {
			t.Errorf("%s: not described", n.RuleID)
		}
		prints[n.PartialFingerprints[fingerprintKey]] = true
	}
	if len(prints) != len(want) {
		t.Errorf("%d fingerprints of %d notes", len(prints), len(want))
	}
	for i := range r.Behaviours { // lines move with every push
		r.Behaviours[i].Line += 20
	}
	moved, err := Render(r, options)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range parse(t, moved).Results {
		if p := one.PartialFingerprints[fingerprintKey]; one.RuleID == "limit-changed" && !prints[p] {
			t.Errorf("%s has another fingerprint at another line", one.RuleID)
		}
	}
}

// No two rules have one name: GitHub keeps one of them.
func TestRuleIDsAreUnique(t *testing.T) {
	seen := make(map[string]bool)
	for _, r := range newRules() {
		if seen[r.ID] {
			t.Errorf("%s is described twice", r.ID)
		}
		seen[r.ID] = true
		if n := len(r.ShortDescription.Text); n == 0 || n > 1024 {
			t.Errorf("%s: a description of %d bytes", r.ID, n)
		}
	}
}
