package graph_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

func TestPaths(t *testing.T) {
	const diamond = "a>b a>c b>d c>d d>e e>a b>c a?d"
	for _, test := range []struct {
		from, to       string
		maxDepth, most int
		want           string
		complete       bool
	}{
		{"a", "d", 10, 10, "a>b b>d|a>c c>d|a>b b>c c>d", true},
		{"a", "d", 2, 10, "a>b b>d|a>c c>d", true},
		{"a", "d", 10, 2, "a>b b>d|a>c c>d", false},
		{"a", "d", 1, 10, "", true},
		{"a", "a", 10, 10, "a>b b>d d>e e>a|a>c c>d d>e e>a|a>b b>c c>d d>e e>a", true},
		{"e", "b", 10, 10, "e>a a>b", true},
	} {
		g := build(diamond)
		paths, complete := g.Paths(g.Node(test.from), g.Node(test.to), callsOnly, test.maxDepth, test.most)
		var got []string
		for _, p := range paths {
			got = append(got, way(p))
		}
		if strings.Join(got, "|") != test.want || complete != test.complete {
			t.Errorf("Paths(%s, %s, %d, %d) = %q, %v; want %q, %v", test.from, test.to, test.maxDepth, test.most, got, complete, test.want, test.complete)
		}
	}
	g := build("a>a")
	if paths, _ := g.Paths(g.Node("a"), g.Node("a"), callsOnly, 3, 3); len(paths) != 1 || len(paths[0]) != 1 {
		t.Errorf("a call of itself: %v", paths)
	}
}

// The shortest path is that of Search, and a graph with more paths than can be counted
// does not keep anybody waiting.
func TestPathsAgreeWithSearch(t *testing.T) {
	for seed := range uint64(20) {
		g, distance := random(seed, 12, 24)
		for i, from := range g.Nodes {
			for j, to := range g.Nodes {
				paths, _ := g.Paths(from, to, callsOnly, 12, 3)
				if i != j && (len(paths) > 0) != (distance[i][j] < 12) || i != j && len(paths) > 0 && len(paths[0]) != distance[i][j] {
					t.Fatalf("seed %d: paths %s → %s: %v, distance %d", seed, from.ID, to.ID, paths, distance[i][j])
				}
				for k, p := range paths {
					if k > 0 && len(p) < len(paths[k-1]) {
						t.Fatalf("seed %d: a path is shorter than the one before", seed)
					}
				}
			}
		}
	}
	var edges strings.Builder
	for i := range 30 {
		for j := range 30 {
			if i != j {
				fmt.Fprintf(&edges, " n%d>n%d", i, j)
			}
		}
	}
	g := build(edges.String() + " n0>end0 x>end")
	if _, complete := g.Paths(g.Node("n0"), g.Node("n1"), callsOnly, 10, 1<<30); complete {
		t.Error("all paths of a complete graph were found")
	}
}

func TestDepthFirst(t *testing.T) {
	const tree = "a>c a>b b>d b>e d>a c>e"
	for _, test := range []struct {
		start     string
		direction graph.Direction
		maxDepth  int
		want      string
	}{
		{"a", graph.Forward, -1, "a b d e c"},
		{"a", graph.Forward, 1, "a b c"},
		{"a", graph.Forward, 0, "a"},
		{"e", graph.Backward, -1, "e b a d c"},
		{"c", graph.Both, 1, "c e a"},
	} {
		g := build(tree)
		var ids []string
		for _, n := range g.DepthFirst(g.Node(test.start), test.direction, callsOnly, test.maxDepth) {
			ids = append(ids, n.ID)
		}
		if got := strings.Join(ids, " "); got != test.want {
			t.Errorf("DepthFirst(%s, %d, %d) = %s, want %s", test.start, test.direction, test.maxDepth, got, test.want)
		}
	}
}

// Both ends of every edge of a subgraph are in it, and no edge between them is missing.
func TestInside(t *testing.T) {
	for seed := range uint64(10) {
		g, _ := random(seed, 40, 90)
		for _, direction := range []graph.Direction{graph.Forward, graph.Backward, graph.Both} {
			r := g.Search(g.Nodes[:1], direction, callsOnly, 2)
			inside := g.Inside(r, callsOnly)
			for _, e := range g.Edges() {
				if want := r.Has(e.Source) && r.Has(e.Target); slices.Contains(inside, e) != want {
					t.Fatalf("seed %d: %s is inside: %v", seed, way([]*graph.Edge{e}), !want)
				}
			}
		}
	}
	g := build("a>b c>b d>c")
	r := g.Search(nodes(g, "a"), graph.Both, nil, -1)
	if d := cmp.Diff("d>c c>b a>b", way(r.Path(g.Node("d")))); d != "" || r.Depth(g.Node("d")) != 3 {
		t.Errorf("both ways: depth %d %s", r.Depth(g.Node("d")), d)
	}
}
