package behaviour_test

import (
	"context"
	"slices"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour"
	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/diff"
)

// What went into a file that only head has was moved, and a function that moved there is compared.
func TestFilesOfOneSide(t *testing.T) {
	const (
		before = "function f(r) {\n  start(r)\n  if (r.closed && !r.owner.trusted) {\n    throw new Error('the request of this owner is closed')\n  }\n  return send(r)\n}\nfunction small(n) {\n  return n.length < 2 && n.open\n}\n"
		after  = "function f(r) {\n  start(r)\n  return send(r)\n}\n"
	)
	for _, tt := range []struct {
		name, added string
		moved       bool
		want        []string
	}{
		{"elsewhere", "export function g(n) {\n  return n + 1\n}\n", false, []string{"guard-removed f 3"}},
		{"in a new file", "export function check(q) {\n  log(q)\n  if (q.closed && !q.owner.trusted) {\n    throw new Error('the request of this owner is closed')\n  }\n}\n", false, nil},
		{"a function moved", "export function check(q) {\n  log(q)\n  if (q.closed && !q.owner.trusted) {\n    throw new Error('the request of this owner is closed')\n  }\n}\nexport function small(n) {\n  return n.length < 3 && n.open\n}\n", true, []string{"boundary-changed small 8"}},
	} {
		set := &change.Set{Files: []diff.FileChange{
			{Status: diff.Modified, OldPath: "a.js", NewPath: "a.js", OldBlob: before, NewBlob: after},
			{Status: diff.Added, NewPath: "b.js", NewBlob: tt.added},
		}}
		if tt.moved {
			set.Symbols = []change.Symbol{{
				Type: change.Moved,
				Base: &graph.Node{Label: graph.Function, Name: "small", Path: "a.js", Start: 8, End: 10},
				Head: &graph.Node{Label: graph.Function, Name: "small", Path: "b.js", Start: 7, End: 9},
			}}
		}
		languages := lang.NewIndex(all.Languages())
		res, err := behaviour.Of(context.Background(), behaviour.Input{Set: set, Blobs: memory{}, Language: func(path string, _ change.Side) *lang.Language { return languages.ByPath(path) }})
		if err != nil {
			t.Fatal(err)
		}
		got := slices.DeleteFunc(lines(res), func(s string) bool { return s == "visibility-changed small 7" })
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
