package graph_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

var callsOnly = graph.Only(0.5, graph.Calls)

// build makes a call graph of "a>b" pairs; "a?b" is a doubtful call and "a-b" a
// reference. Nodes are named by one letter or more.
func build(edges string) *graph.Graph {
	b := graph.NewBuilder()
	node := func(name string) *graph.Node {
		if n := b.Node(name); n != nil {
			return n
		}
		return b.Add(&graph.Node{ID: name, Label: graph.Function, Name: name})
	}
	for _, e := range strings.Fields(edges) {
		i := strings.IndexAny(e, ">?-")
		source, target := node(e[:i]), node(e[i+1:])
		switch e[i] {
		case '>':
			b.Edge(source, graph.Calls, target, 1, 1, graph.Site{Line: 1})
		case '?':
			b.Edge(source, graph.Calls, target, 0.4, 1, graph.Site{Line: 1})
		case '-':
			b.Edge(source, graph.References, target, 1, 1, graph.Site{Line: 1})
		}
	}
	return b.Graph()
}

func nodes(g *graph.Graph, names string) []*graph.Node {
	var list []*graph.Node
	for _, name := range strings.Fields(names) {
		list = append(list, g.Node(name))
	}
	return list
}

func way(path []*graph.Edge) string {
	var parts []string
	for _, e := range path {
		parts = append(parts, e.Source.ID+">"+e.Target.ID)
	}
	return strings.Join(parts, " ")
}

func TestSearch(t *testing.T) {
	const diamond = "a>c a>b b>d c>d d>e a-x y?a e>a"
	for _, test := range []struct {
		name, edges, starts string
		direction           graph.Direction
		filter              graph.Filter
		maxDepth            int
		want                string // node:depth:path
	}{
		{"forward", diamond, "a", graph.Forward, callsOnly, -1, "a:0: b:1:a>b c:1:a>c d:2:a>b,b>d e:3:a>b,b>d,d>e"},
		{"backward", diamond, "d", graph.Backward, callsOnly, -1, "d:0: b:1:b>d c:1:c>d a:2:a>b,b>d e:3:e>a,a>b,b>d"},
		{"depth", diamond, "a", graph.Forward, callsOnly, 1, "a:0: b:1:a>b c:1:a>c"},
		{"depth 0", diamond, "a", graph.Forward, callsOnly, 0, "a:0:"},
		{"all edges", diamond, "a", graph.Forward, nil, 1, "a:0: b:1:a>b c:1:a>c x:1:a>x"},
		{"two starts", diamond, "e b b", graph.Backward, callsOnly, 1, "b:0: e:0: a:1:a>b d:1:d>e"},
		{"no start", diamond, "", graph.Forward, callsOnly, -1, ""},
	} {
		g := build(test.edges)
		r := g.Search(nodes(g, test.starts), test.direction, test.filter, test.maxDepth)
		var got []string
		for _, n := range r.Nodes {
			got = append(got, fmt.Sprintf("%s:%d:%s", n.ID, r.Depth(n), strings.ReplaceAll(way(r.Path(n)), " ", ",")))
		}
		if diff := cmp.Diff(test.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
		for _, n := range g.Nodes {
			if r.Has(n) != (r.Depth(n) >= 0) {
				t.Errorf("%s: Has(%s) = %v at depth %d", test.name, n.ID, r.Has(n), r.Depth(n))
			}
		}
	}
}

func TestShortestPath(t *testing.T) {
	g := build("a>c c>z a>b b>z z>q a>long long>way way>q lone>lone")
	for _, test := range []struct {
		from, to, want string
		ok             bool
	}{
		{"a", "z", "a>b b>z", true}, // b before c
		{"a", "q", "a>b b>z z>q", true},
		{"a", "a", "", true},
		{"q", "a", "", false},
		{"a", "lone", "", false},
	} {
		path, ok := g.ShortestPath(g.Node(test.from), g.Node(test.to), callsOnly)
		if way(path) != test.want || ok != test.ok {
			t.Errorf("ShortestPath(%s, %s) = %q, %v; want %q, %v", test.from, test.to, way(path), ok, test.want, test.ok)
		}
	}
}

// random returns a graph of n nodes and m calls, with the distances between all
// nodes found by brute force (n when there is no way).
func random(seed uint64, n, m int) (*graph.Graph, [][]int) {
	r := rand.New(rand.NewPCG(seed, 2))
	b := graph.NewBuilder()
	list := make([]*graph.Node, n)
	for i := range list {
		list[i] = b.Add(&graph.Node{ID: fmt.Sprintf("n%03d", i), Label: graph.Function})
	}
	distance := make([][]int, n)
	for i := range distance {
		distance[i] = make([]int, n)
		for j := range distance[i] {
			if i != j {
				distance[i][j] = n
			}
		}
	}
	for range m {
		i, j := r.IntN(n), r.IntN(n)
		b.Edge(list[i], graph.Calls, list[j], 1, 1, graph.Site{Line: 1})
		distance[i][j] = min(distance[i][j], 1)
	}
	for k := range n {
		for i := range n {
			for j := range n {
				distance[i][j] = min(distance[i][j], distance[i][k]+distance[k][j])
			}
		}
	}
	return b.Graph(), distance
}

func TestSearchFindsShortestPaths(t *testing.T) {
	for seed := range uint64(30) {
		g, distance := random(seed, 40, 30+int(seed)*2)
		for i, from := range g.Nodes {
			forward := g.Search([]*graph.Node{from}, graph.Forward, callsOnly, -1)
			backward := g.Search([]*graph.Node{from}, graph.Backward, callsOnly, -1)
			for j, to := range g.Nodes {
				check(t, forward, from, to, to, distance[i][j], len(g.Nodes))
				check(t, backward, to, from, to, distance[j][i], len(g.Nodes))
			}
		}
	}
}

// check compares what r says about a node with the distance between two nodes.
func check(t *testing.T, r *graph.Reach, from, to, reached *graph.Node, distance, none int) {
	t.Helper()
	if distance >= none {
		distance = -1
	}
	if got := r.Depth(reached); got != distance {
		t.Fatalf("depth of %s → %s = %d, want %d", from.ID, to.ID, got, distance)
	}
	path := r.Path(reached)
	if len(path) != max(distance, 0) {
		t.Fatalf("path %s → %s has %d edges, want %d", from.ID, to.ID, len(path), distance)
	}
	at := from
	for _, e := range path {
		if e.Source != at {
			t.Fatalf("path %s → %s is broken at %s", from.ID, to.ID, at.ID)
		}
		at = e.Target
	}
	if len(path) > 0 && at != to {
		t.Fatalf("path %s → %s ends at %s", from.ID, to.ID, at.ID)
	}
}

func TestStrongComponents(t *testing.T) {
	for _, test := range []struct{ name, edges, want string }{
		{"none", "a>b b>c a>c", ""},
		{"self call is no cycle of several", "a>a a>b", ""},
		{"one", "c>a a>b b>c c>d", "a b c"},
		{"two, joined one way", "d>e e>d b>a a>b b>d", "a b|d e"},
		{"nested", "a>b b>a b>c c>b c>d d>a x>a", "a b c d"},
		{"not by a doubtful call", "a>b b?a", ""},
	} {
		var got []string
		for _, component := range build(test.edges).StrongComponents(callsOnly) {
			var ids []string
			for _, n := range component {
				ids = append(ids, n.ID)
			}
			got = append(got, strings.Join(ids, " "))
		}
		if diff := cmp.Diff(test.want, strings.Join(got, "|")); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
	}
}

func TestStrongComponentsReachEachOther(t *testing.T) {
	for seed := range uint64(50) {
		g, distance := random(seed, 40, 20+int(seed)*2)
		component := make(map[*graph.Node]int)
		for i, c := range g.StrongComponents(callsOnly) {
			for _, n := range c {
				component[n] = i + 1
			}
		}
		for i, a := range g.Nodes {
			for j, b := range g.Nodes {
				together := i != j && distance[i][j] < 40 && distance[j][i] < 40
				if same := i != j && component[a] != 0 && component[a] == component[b]; same != together {
					t.Fatalf("seed %d: %s and %s in one component: %v, want %v", seed, a.ID, b.ID, same, together)
				}
			}
		}
	}
}

func TestTraversalsOfLongChains(t *testing.T) {
	const length = 100_000
	b := graph.NewBuilder()
	var list []*graph.Node
	for i := range length {
		list = append(list, b.Add(&graph.Node{ID: fmt.Sprintf("n%06d", i), Label: graph.Function}))
		if i > 0 {
			b.Edge(list[i-1], graph.Calls, list[i], 1, 1, graph.Site{Line: 1})
		}
	}
	b.Edge(list[length-1], graph.Calls, list[0], 1, 1, graph.Site{Line: 1})
	g := b.Graph()
	if path, _ := g.ShortestPath(list[0], list[length-1], callsOnly); len(path) != length-1 {
		t.Errorf("path of %d edges, want %d", len(path), length-1)
	}
	if order := g.DepthFirst(list[0], graph.Forward, callsOnly, -1); len(order) != length || order[length-1] != list[length-1] {
		t.Errorf("%d nodes depth first, want %d in a row", len(order), length)
	}
	if c := g.StrongComponents(callsOnly); len(c) != 1 || len(c[0]) != length {
		t.Errorf("%d components, want the whole ring", len(c))
	}
}
