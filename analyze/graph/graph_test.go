package graph_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// dump is everything that a graph tells, as text.
func dump(g *graph.Graph) string {
	var b strings.Builder
	for i, n := range g.Nodes {
		fmt.Fprintf(&b, "%d %s %v\n", g.Index(n), n.ID, g.Node(n.ID) == g.Nodes[i])
		for _, e := range g.Out(n) {
			fmt.Fprintf(&b, "  out %s %s\n", e.Type, e.Target.ID)
		}
		for _, e := range g.In(n) {
			fmt.Fprintf(&b, "  in %s %s\n", e.Type, e.Source.ID)
		}
	}
	for _, e := range g.Edges() {
		fmt.Fprintf(&b, "%s %s %s %v %d", e.Source.ID, e.Type, e.Target.ID, e.Confidence, e.Rule)
		for _, s := range e.Sites {
			fmt.Fprintf(&b, " %d", s.Line)
			if s.Call != nil {
				fmt.Fprintf(&b, "%+v", *s.Call)
			}
		}
		b.WriteByte('\n')
	}
	for _, u := range g.Unresolved {
		fmt.Fprintf(&b, "%s:%d %s %s\n", u.Path, u.Line, u.Name, u.Owner)
	}
	for _, s := range g.Skips {
		fmt.Fprintf(&b, "%+v\n", s)
	}
	return b.String()
}

func TestGraphDoesNotDependOnTheOrderOfBuilding(t *testing.T) {
	var first string
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		b := graph.NewBuilder()
		var nodes []string
		for i := range 30 {
			nodes = append(nodes, fmt.Sprintf("Function:a/%02d.go:f", i))
		}
		shuffle(r, nodes)
		for _, id := range nodes {
			b.Add(&graph.Node{ID: id, Label: graph.Function})
		}
		var steps []func()
		for i := range 30 {
			source, target := b.Node(fmt.Sprintf("Function:a/%02d.go:f", i)), b.Node(fmt.Sprintf("Function:a/%02d.go:f", i*i%30))
			for rule := range 3 {
				steps = append(steps, func() {
					b.Edge(source, graph.Calls, target, 0.5+float64(rule%2)/10, rule,
						graph.Site{Line: 7, Call: &graph.Call{Args: rule, Deferred: i%2 == 0}})
				})
			}
			steps = append(steps,
				func() { b.Edge(source, graph.Calls, target, 0.6, 9, graph.Site{Line: 7}) },
				func() { b.Edge(source, graph.References, target, 1, 1, graph.Site{Line: 3}) },
				func() { b.Unresolved(graph.Unresolved{Path: "a.go", Line: i % 3, Name: "x", Owner: fmt.Sprint(i)}) },
				func() { b.Skips = append(b.Skips, graph.Skip{Path: "a.go", Line: i % 3, Message: fmt.Sprint(i)}) })
		}
		shuffle(r, steps)
		for _, step := range steps {
			step()
		}
		got := dump(b.Graph())
		if seed == 0 {
			first = got
		} else if diff := cmp.Diff(first, got); diff != "" {
			t.Fatalf("seed %d differs:\n%s", seed, diff)
		}
	}
}

func shuffle[T any](r *rand.Rand, s []T) {
	r.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
}

func TestEdgeJoinsItsSites(t *testing.T) {
	b := graph.NewBuilder()
	f := b.Add(&graph.Node{ID: "Function:a.go:f", Label: graph.Function})
	h := b.Add(&graph.Node{ID: "Function:a.go:h", Label: graph.Function})
	b.Edge(f, graph.Calls, h, 0.7, 4, graph.Site{Line: 9})
	b.Edge(f, graph.Calls, h, 0.9, 6, graph.Site{Line: 3})
	b.Edge(f, graph.Calls, h, 0.9, 5, graph.Site{})
	g := b.Graph()
	want := &graph.Edge{Source: f, Target: h, Type: graph.Calls, Confidence: 0.9, Rule: 5, Sites: []graph.Site{{Line: 3}, {Line: 9}}}
	got := g.Find(f, graph.Calls, h)
	if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b *graph.Node) bool { return a == b })); diff != "" {
		t.Error(diff)
	}
	if e := g.Find(h, graph.Calls, f); e != nil {
		t.Errorf("an edge leads back: %v", e)
	}
}

func TestUID(t *testing.T) {
	const id = "Function:src/auth/validator.ts:validateUser"
	build := func(line int) *graph.Graph {
		b := graph.NewBuilder()
		file := b.Add(&graph.Node{ID: "File:src/auth/validator.ts", Label: graph.File})
		n := b.Add(&graph.Node{ID: id, Label: graph.Function, Start: line, Line: line, End: line + 27, Parent: file})
		b.Edge(file, graph.Defines, n, 1, 0, graph.Site{})
		return b.Graph()
	}
	base, head := build(15), build(40)
	if a, b := base.Node(id), head.Node(id); a == nil || b == nil || a.Line == b.Line {
		t.Errorf("the symbol is not found on both sides at its own lines: %v, %v", a, b)
	}

	b := graph.NewBuilder()
	var ids []string
	for range 3 {
		ids = append(ids, b.Add(&graph.Node{ID: id, Label: graph.Function}).ID)
	}
	if diff := cmp.Diff([]string{id, id + "~2", id + "~3"}, ids); diff != "" {
		t.Errorf("IDs of namesakes: %s", diff)
	}
}

func TestAllowed(t *testing.T) {
	for _, test := range []struct {
		source graph.Label
		kind   graph.EdgeType
		target graph.Label
		want   bool
	}{
		{graph.Folder, graph.Contains, graph.File, true},
		{graph.File, graph.Contains, graph.File, false},
		{graph.File, graph.Defines, graph.Class, true},
		{graph.Class, graph.Defines, graph.Method, true},
		{graph.File, graph.Defines, graph.File, false},
		{graph.File, graph.Imports, graph.File, true},
		{graph.File, graph.Imports, graph.Function, true},
		{graph.Function, graph.Imports, graph.Folder, false},
		{graph.Function, graph.Calls, graph.Method, true},
		{graph.File, graph.Calls, graph.Class, true},
		{graph.Method, graph.Calls, graph.File, false},
		{graph.Function, graph.Calls, graph.Constant, false},
		{graph.Function, graph.References, graph.Constant, true},
		{graph.Class, graph.Extends, graph.Class, true},
		{graph.Class, graph.Extends, graph.Function, false},
		{graph.Struct, graph.Implements, graph.Interface, true},
		{graph.Struct, graph.HasMethod, graph.Method, true},
		{graph.File, graph.HasMethod, graph.Method, false},
		{graph.Method, graph.Overrides, graph.Method, true},
		{graph.Method, graph.Overrides, graph.Class, false},
		{graph.Function, graph.Tests, graph.Class, true},
		{graph.Function, graph.MemberOf, graph.Function, false}, // never stored
		{graph.Function, graph.EdgeType("KNOWS"), graph.Function, false},
	} {
		if got := graph.Allowed(test.source, test.kind, test.target); got != test.want {
			t.Errorf("Allowed(%s, %s, %s) = %v, want %v", test.source, test.kind, test.target, got, test.want)
		}
	}
}

func TestInvariants(t *testing.T) {
	b := graph.NewBuilder()
	file := b.Add(&graph.Node{ID: "File:a.go", Label: graph.File})
	f := b.Add(&graph.Node{ID: "Function:a.go:f", Label: graph.Function})
	b.Edge(file, graph.Defines, f, 1, 0, graph.Site{})
	b.Edge(f, graph.Calls, f, 1, 1, graph.Site{Line: 2})
	b.Edge(f, graph.HasMethod, f, 1, 0, graph.Site{})
	g := b.Graph()
	if diff := cmp.Diff([]*graph.Edge{g.Find(f, graph.HasMethod, f)}, g.Violations(), cmp.Comparer(func(a, b *graph.Edge) bool { return a == b })); diff != "" {
		t.Error(diff)
	}
}
