package analyze_test

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/fault"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/diff/difftest"
)

// faulty are the languages with one that panics in a phase, at a path or at a text.
func faulty(phase fault.Phase, path, text string) []*lang.Language {
	languages := all.Languages()
	for i, l := range languages {
		if l.Name != "python" {
			continue
		}
		bad := *l
		switch phase {
		case fault.Extract:
			bad.Extract = func(t *lang.Tree, b *lang.Builder) {
				if bytes.Contains(t.Source, []byte(text)) {
					panic("no extract")
				}
				l.Extract(t, b)
			}
		case fault.Resolve:
			bad.IsTest = func(p string) bool {
				if p == path {
					panic("no resolve")
				}
				return l.IsTest(p)
			}
		}
		languages[i] = &bad
	}
	return languages
}

// A bug costs the file that brings it to light, is said with the file and the phase, and
// makes the rating incomplete; what the change breaks elsewhere is found all the same.
func TestBugCostsAFile(t *testing.T) {
	const change = `
-- base/a.py --
def f(x): return x
-- base/b.py --
from a import f
f(1)
-- base/bad.py --
def g(): pass
marker = 1
-- base/far.py --
import bad
marker = 2
-- head/a.py --
def h(x): return x
-- head/bad.py --
def g(): return 2
marker = 1
`
	for _, tt := range []struct {
		name  string
		phase fault.Phase
		path  string
		text  string
	}{
		{"a changed file is extracted", fault.Extract, "bad.py", "marker = 1"},
		{"an unchanged file is extracted", fault.Extract, "far.py", "marker = 2"},
		{"a changed file is resolved", fault.Resolve, "bad.py", ""},
		{"an unchanged file is resolved", fault.Resolve, "far.py", ""},
		{"a changed file is judged", fault.Judge, "bad.py", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			judge := func(bad bool) (*analyze.Result, []string) {
				in := archive(t, change)
				c, err := cache.Open(dir, 1<<20)
				if err != nil {
					t.Fatal(err)
				}
				in.Cache = c
				var told []string
				var mu sync.Mutex
				in.Policy.Faults = func(f *fault.Fault) {
					mu.Lock()
					told = append(told, f.Error())
					mu.Unlock()
					if !strings.Contains(f.Stack, "fault_test.go") {
						t.Errorf("the stack does not lead to the bug:\n%s", f.Stack)
					}
				}
				if bad {
					in.Languages = faulty(tt.phase, tt.path, tt.text)
					in.Policy.Critical = func(p string) bool {
						if tt.phase == fault.Judge && p == tt.path {
							panic("no judge")
						}
						return false
					}
				}
				res, err := analyze.Run(context.Background(), in)
				if err != nil {
					t.Fatal(err)
				}
				if err := c.Close(); err != nil {
					t.Error(err)
				}
				return res, told
			}
			res, told := judge(true)
			if !res.Assessment.Incomplete {
				t.Error("the rating is not incomplete")
			}
			said := false
			for _, u := range res.Change.Unmapped {
				said = said || u.Path == tt.path && u.Reason == graph.SkipInternal && u.Source && strings.Contains(u.Message, "no "+string(tt.phase))
				if u.Path != tt.path {
					t.Errorf("%s was left out too: %s", u.Path, u.Message)
				}
			}
			if !said {
				t.Errorf("not said to be left out: %+v", res.Change.Unmapped)
			}
			if !slices.ContainsFunc(told, func(s string) bool { return strings.HasPrefix(s, string(tt.phase)+" "+tt.path+": ") }) {
				t.Errorf("told %q", told)
			}
			breaks := func(res *analyze.Result) (paths []string) {
				for _, f := range res.Findings {
					paths = append(paths, f.Rule+" "+f.Path)
				}
				return paths
			}
			if !slices.Contains(breaks(res), "removed-still-referenced b.py") {
				t.Errorf("found %q", breaks(res))
			}
			again, told := judge(false)
			if len(told) > 0 || again.Assessment.Incomplete || len(again.Change.Unmapped) > 0 {
				t.Errorf("without the bug: told %q, left out %+v", told, again.Change.Unmapped)
			}
		})
	}
}

// An index that lacks a file for a bug is given, and not stored.
func TestIndexWithABugIsNotStored(t *testing.T) {
	blobs := make(difftest.Blobs)
	snapshot := blobs.Snapshot("x", map[string][]byte{"a.py": []byte("def f(): pass\n"), "bad.py": []byte("def g(): pass\n")})
	snapshot.Tree = "1"
	c, err := cache.Open(t.TempDir(), 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	index := func(languages []*lang.Language) *graph.Graph {
		x, err := analyze.IndexSnapshot(context.Background(), snapshot, blobs, languages, c, analyze.Policy{}, 0)
		if err != nil {
			t.Fatal(err)
		}
		return x.Graph
	}
	for _, languages := range [][]*lang.Language{faulty(fault.Extract, "", "def g"), faulty(fault.Resolve, "bad.py", "")} {
		g := index(languages)
		if g.Node("Function:a.py:f") == nil || g.Node("Function:bad.py:g") != nil {
			t.Error("the file with the bug was not the one left out")
		}
		if len(g.Skips) != 1 || g.Skips[0].Path != "bad.py" || g.Skips[0].Reason != graph.SkipInternal {
			t.Errorf("left out %+v", g.Skips)
		}
	}
	if g := index(all.Languages()); g.Node("Function:bad.py:g") == nil || len(g.Skips) > 0 {
		t.Errorf("what a bug cost was stored: %+v", g.Skips)
	}
}
