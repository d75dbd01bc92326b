package analyze_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/finding/sentence"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/index"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/analyze/risk"
	"github.com/nexus-ci/nexus-ci/analyze/skew"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/difftest"
)

// summary is what a run found, without what depends on the state of the cache.
func summary(r *analyze.Result) string {
	var b strings.Builder
	side := func(x *index.Index) {
		for _, e := range x.Graph.Edges() {
			fmt.Fprintf(&b, "%s %s %s %d", e.Source.ID, e.Type, e.Target.ID, e.Rule)
			for _, site := range e.Sites {
				fmt.Fprintf(&b, " %d", site.Line)
				if site.Call != nil {
					fmt.Fprintf(&b, " %+v", *site.Call)
				}
			}
			b.WriteByte('\n')
		}
		for _, s := range x.Graph.Skips {
			fmt.Fprintf(&b, "skip %+v\n", s)
		}
		for i := range x.Communities {
			fmt.Fprintf(&b, "%s %d %v\n", x.Communities[i].ID, len(x.Communities[i].Members), x.Communities[i].Cohesion)
		}
	}
	side(r.Base)
	side(r.Head)
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "%s %s:%d %s\n", f.Rule, f.Path, f.Line, sentence.Message(f.Claim()))
	}
	fmt.Fprintf(&b, "%s %v\n", r.Assessment.Level, r.Assessment.Score)
	return b.String()
}

// Any number of workers and any state of the cache give the same result.
func TestRunIsTheSameAnyway(t *testing.T) {
	in := repository(t, 8)
	in.Workers = 1
	want := summary(run(t, in))
	for _, workers := range []int{0, 2, 7} {
		in.Workers = workers
		if diff := cmp.Diff(want, summary(run(t, in))); diff != "" {
			t.Errorf("%d workers give another result:\n%s", workers, diff)
		}
	}
	dir := t.TempDir()
	part := in
	part.Base, part.Head, part.Changes = &diff.Snapshot{Files: in.Base.Files[:len(in.Base.Files)/2]}, &diff.Snapshot{}, nil
	warm(t, part, dir)
	for _, state := range []string{"partial", "full"} {
		res := warm(t, in, dir)
		if diff := cmp.Diff(want, summary(res)); diff != "" {
			t.Errorf("a %s cache gives another result:\n%s", state, diff)
		}
		if state == "full" && (res.Stats.ParsedFiles != 0 || res.Stats.CachedFiles != res.Stats.Blobs) {
			t.Errorf("a full cache: %+v", res.Stats)
		}
		if state == "partial" && (res.Stats.ParsedFiles == 0 || res.Stats.CachedFiles == 0) {
			t.Errorf("a partial cache: %+v", res.Stats)
		}
	}
}

func TestRunFindsWhatABreakingChangeBreaks(t *testing.T) {
	in := archive(t, `
-- base/go.mod --
module example.com/a
-- base/store/store.go --
package store

func Open(name string) int { return read(name) }

func read(name string) int { return 1 }

func Stale() {}
-- base/main.go --
package main

import "example.com/a/store"

func main() { run() }

func run() {
	store.Open("x")
	store.Stale()
}
-- head/store/store.go --
package store

func Open(name string, mode int) int { return read(name) }

func read(name string) int { return 1 }
`)
	res := run(t, in)
	var got []string
	for _, f := range res.Findings {
		got = append(got, fmt.Sprintf("%s %s:%d", f.Rule, f.Path, f.Line))
	}
	slices.Sort(got)
	want := []string{"api-break store/store.go:3", "api-break store/store.go:7", "removed-still-referenced main.go:9", "stale-call main.go:8"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	if res.Assessment.Level != risk.High {
		t.Errorf("level %s of a change that does not compile", res.Assessment.Level)
	}
}

func TestRunOfNoChange(t *testing.T) {
	in := repository(t, 2)
	in.Head, in.Changes = in.Base, nil
	res := run(t, in)
	if len(res.Findings) != 0 || res.Assessment.Level != risk.None {
		t.Errorf("no change has %d findings and level %s", len(res.Findings), res.Assessment.Level)
	}
}

func TestRunOfEmptySnapshots(t *testing.T) {
	blobs := make(difftest.Blobs)
	empty := blobs.Snapshot("empty", nil)
	res := run(t, analyze.Input{Base: empty, Head: empty, Blobs: blobs, Languages: all.Languages()})
	if len(res.Base.Graph.Nodes) != 0 || res.Assessment.Level != risk.None {
		t.Errorf("%d nodes, level %s", len(res.Base.Graph.Nodes), res.Assessment.Level)
	}
}

// What cannot be read is said, never taken for absent.
func TestRunSaysWhatItSkips(t *testing.T) {
	in := archive(t, `
-- base/go.mod --
module example.com/a
-- base/ok.go --
package a

func f() {}
-- base/broken.go --
package a

func g( {
-- base/binary.go --
`+"\x00\x01\x02"+`
-- base/app.min.js --
var a=1
-- base/vendor/x/x.go --
package x
-- base/gone.go --
package a

func h() {}
-- base/link.go --
ok.go
`)
	blobs := in.Blobs.(difftest.Blobs)
	for i := range in.Base.Files {
		switch f := &in.Base.Files[i]; f.Path {
		case "gone.go":
			delete(blobs, f.Blob)
		case "link.go":
			f.Mode = diff.Symlink
		}
	}
	in.Head = in.Base
	res := run(t, in)
	got := make(map[string]graph.SkipReason)
	for _, s := range res.Base.Graph.Skips {
		got[s.Path] = s.Reason
	}
	want := map[string]graph.SkipReason{
		"broken.go": graph.SkipSyntax, "binary.go": graph.SkipBinary, "gone.go": graph.SkipUnreadable,
		"link.go": graph.SkipSymlink, "vendor/x/x.go": graph.SkipVendored, "app.min.js": graph.SkipMinified,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("skips (-want +got):\n%s", diff)
	}
	// Vendored and minified files and links are known by path or mode: their
	// content is not read. gone.go is asked for and not there.
	if got, want := res.Stats.ParsedFiles, len(in.Base.Files)-4; got != want {
		t.Errorf("%d files parsed, want %d", got, want)
	}
}

// archive is a change written as txtar.
func archive(t *testing.T, text string) analyze.Input {
	t.Helper()
	c, err := difftest.Parse(txtar.Parse([]byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	in := analyze.Input{Base: c.Base, Head: c.Head, Changes: c.Changes, Blobs: c.Blobs, Languages: all.Languages()}
	if c.Other != nil {
		in.Branches = []skew.Branch{{Name: "main", Base: c.Base, Tip: c.Other, Changes: c.OtherChanges, HeadChanges: c.Changes}}
	}
	return in
}
