package history_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/history"
	"github.com/nexus-ci/nexus-ci/diff"
)

func touching(paths ...string) diff.Commit {
	var c diff.Commit
	for _, p := range paths {
		c.Files = append(c.Files, diff.CommitFile{Path: p})
	}
	return c
}

func TestTogether(t *testing.T) {
	wide := touching("a.go", "c.go")
	for i := range 40 {
		wide.Files = append(wide.Files, diff.CommitFile{Path: fmt.Sprintf("gen/%d.go", i)})
	}
	h := history.New([]diff.Commit{
		touching("a.go", "b.go"),
		touching("b.go"),
		wide,
		touching("a.go", "b.go", "c.go"),
		touching("a.go"),
	}, true)
	got := h.Together("a.go")
	if len(got) != 2 {
		t.Fatalf("got %v, want b.go and c.go: the wide commit says nothing", got)
	}
	b, c := got["b.go"], got["c.go"]
	if b.Support != 2 || b.Of != 3 || c.Support != 1 || c.Of != 3 {
		t.Errorf("b.go %+v, c.go %+v; want 2 of 3, 1 of 3", b, c)
	}
	if !(b.Share > c.Share && b.Focus > c.Focus && b.Share <= 1 && c.Focus < c.Share) {
		t.Errorf("b.go %+v, c.go %+v: shares are out of order", b, c)
	}
	if got := h.Together("nowhere.go"); len(got) != 0 {
		t.Errorf("of an unknown file: %v", got)
	}
}

// What is newer counts more.
func TestTogetherForgets(t *testing.T) {
	var commits []diff.Commit
	for range 12 {
		commits = append(commits, touching("a.go", "new.go"))
	}
	for range 12 {
		commits = append(commits, touching("a.go", "old.go"))
	}
	got := history.New(commits, true).Together("a.go")
	if got["new.go"].Support != got["old.go"].Support || got["new.go"].Share < 2*got["old.go"].Share {
		t.Errorf("new %+v, old %+v", got["new.go"], got["old.go"])
	}
}

func TestBusy(t *testing.T) {
	h := history.New([]diff.Commit{touching("a.go"), touching("b.go"), touching("a.go")}, true)
	lately, now := h.Busy("a.go")
	if want := 1 + math.Exp2(-2.0/300); math.Abs(lately-want) > 1e-12 {
		t.Errorf("lately %v, want %v", lately, want)
	}
	if want := 1 + math.Exp(-2.0/15); math.Abs(now-want) > 1e-12 {
		t.Errorf("now %v, want %v", now, want)
	}
	if lately, now := h.Busy("nowhere.go"); lately != 0 || now != 0 {
		t.Errorf("an unknown file is busy: %v, %v", lately, now)
	}
}
