package process_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/process"
)

// random returns a call graph of n nodes and about m calls, built in source order
// for shuffle 0, else in an order of its own. Calls lead mostly to higher numbers,
// some back.
func random(seed, shuffle uint64, n, m int) *graph.Graph {
	r := rand.New(rand.NewPCG(seed, 10))
	nodes := make([]*graph.Node, n)
	kinds := []string{"", "", "", "", "", "", "cli", "request_handler", "exported", "test"}
	for i := range nodes {
		path := fmt.Sprintf("area%03d/f.go", i/50)
		name := fmt.Sprintf("f%05d", i)
		nodes[i] = &graph.Node{
			ID: "Function:" + path + ":" + name, Label: graph.Function, Name: name, Path: path,
			Exported: r.IntN(3) == 0, Test: r.IntN(8) == 0,
		}
		if kind := kinds[r.IntN(len(kinds))]; kind != "" && r.IntN(4) == 0 {
			nodes[i].Entry = &graph.Entry{Type: kind, Score: float64(r.IntN(3))}
		}
		if r.IntN(10) == 0 {
			nodes[i].Label = graph.Class
		}
	}
	type call struct {
		from, to   int
		confidence float64
		line       int
	}
	var calls []call
	for range m {
		from := r.IntN(n)
		to := from + r.IntN(max(1, min(n-from, 200)))
		if r.IntN(20) == 0 {
			to = r.IntN(n)
		}
		calls = append(calls, call{from, to, float64(3+r.IntN(8)) / 10, 1 + r.IntN(100)})
	}
	slices.SortStableFunc(calls, func(a, b call) int { return a.from - b.from })
	if shuffle > 0 {
		r = rand.New(rand.NewPCG(shuffle, 11))
		r.Shuffle(len(calls), func(i, j int) { calls[i], calls[j] = calls[j], calls[i] })
	}
	b := graph.NewBuilder()
	for _, i := range nodeOrder(shuffle, n) {
		b.Add(nodes[i])
	}
	for _, c := range calls {
		b.Edge(nodes[c.from], graph.Calls, nodes[c.to], c.confidence, 1, graph.Site{Line: c.line})
	}
	return b.Graph()
}

func nodeOrder(shuffle uint64, n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	if shuffle > 0 {
		order = rand.New(rand.NewPCG(shuffle, 13)).Perm(n)
	}
	return order
}

// sound checks what holds for every process.
func sound(t *testing.T, g *graph.Graph, processes []graph.Process) {
	t.Helper()
	seen := make(map[string]bool)
	for _, p := range processes {
		if seen[p.ID] || p.Label == "" || p.Type == "" || len(p.Steps) < process.DefaultMinSteps {
			t.Errorf("process %+v", p)
		}
		seen[p.ID] = true
		for i, n := range p.Steps {
			if n.Test || !n.Label.Callable() || slices.Contains(p.Steps[:i], n) {
				t.Errorf("%s: step %d is %s", p.Label, i+1, n.ID)
			}
			if i == 0 {
				continue
			}
			if e := g.Find(p.Steps[i-1], graph.Calls, n); e == nil || e.Confidence < process.MinConfidence {
				t.Errorf("%s: no call leads to step %d", p.Label, i+1)
			}
		}
		leaf := !slices.ContainsFunc(g.Out(p.Terminal()), func(e *graph.Edge) bool {
			return process.Follows(e) && !slices.Contains(p.Steps, e.Target)
		})
		if p.Cut && leaf {
			t.Errorf("%s is cut at a leaf", p.Label)
		}
	}
}

func symbolsOf(seed uint64, g *graph.Graph, n int) []*graph.Node {
	r := rand.New(rand.NewPCG(seed, 12))
	var list []*graph.Node
	for range n {
		list = append(list, g.Nodes[r.IntN(len(g.Nodes))])
	}
	return list
}

func TestInventoryOfRandomGraphs(t *testing.T) {
	for seed := range uint64(60) {
		n := 20 + int(seed)*3
		g := random(seed, 0, n, 2*n)
		got, total := process.Inventory(g, process.Limits{})
		sound(t, g, got)
		if len(got) != min(total, process.DefaultMax) {
			t.Errorf("seed %d: %d of %d listed", seed, len(got), total)
		}
		all, _ := process.Inventory(g, process.Limits{Max: total + 1})
		if len(all) != total {
			t.Errorf("seed %d: %d flows without a limit, total says %d", seed, len(all), total)
		}
		for _, p := range all {
			if len(p.Steps) > process.DefaultDepth {
				t.Errorf("seed %d: %s has %d steps", seed, p.Label, len(p.Steps))
			}
			for _, q := range all {
				if p.ID != q.ID && contains(q.Steps, p.Steps) {
					t.Errorf("seed %d: %s is part of %s", seed, p.Label, q.Label)
				}
				if p.ID != q.ID && p.Entry() == q.Entry() && p.Terminal() == q.Terminal() {
					t.Errorf("seed %d: two flows %s", seed, p.Label)
				}
			}
		}
		for shuffle := range uint64(3) {
			again, _ := process.Inventory(random(seed, shuffle+1, n, 2*n), process.Limits{})
			if diff := cmp.Diff(list(got), list(again)); diff != "" {
				t.Fatalf("seed %d: built in another order: %s", seed, diff)
			}
		}
	}
}

func contains(long, short []*graph.Node) bool {
	for i := range len(long) - len(short) + 1 {
		if slices.Equal(long[i:i+len(short)], short) {
			return true
		}
	}
	return false
}

func TestThroughOfRandomGraphs(t *testing.T) {
	for seed := range uint64(60) {
		n := 20 + int(seed)*3
		g := random(seed, 0, n, 2*n)
		symbols := symbolsOf(seed, g, 8)
		got, cut := process.Through(g, symbols, process.Limits{Max: 10_000})
		sound(t, g, got)
		if cut {
			t.Errorf("seed %d: cut without a reason", seed)
		}
		for _, p := range got {
			if !slices.ContainsFunc(p.Steps, func(n *graph.Node) bool { return slices.Contains(symbols, n) }) {
				t.Errorf("seed %d: %s passes no symbol", seed, p.Label)
			}
		}
		// Every entry that reaches a symbol is on a flow through it.
		entries := process.Entries(g)
		for _, s := range symbols {
			if s.Test || !s.Label.Callable() {
				continue
			}
			reach := g.Search([]*graph.Node{s}, graph.Backward, process.Follows, -1)
			for _, e := range entries {
				if !reach.Has(e.Node) {
					continue
				}
				if !slices.ContainsFunc(got, func(p graph.Process) bool {
					at := slices.Index(p.Steps, e.Node)
					return at >= 0 && slices.Contains(p.Steps[at:], s)
				}) {
					t.Errorf("seed %d: no flow from %s through %s", seed, e.Node.ID, s.ID)
				}
			}
		}
		few, cut := process.Through(g, symbols, process.Limits{Max: 3})
		if len(few) != min(3, len(got)) || cut != (len(got) > 3) {
			t.Errorf("seed %d: %d of %d flows, cut %v", seed, len(few), len(got), cut)
		}
		for shuffle := range uint64(3) {
			other := random(seed, shuffle+1, n, 2*n)
			again, _ := process.Through(other, symbolsOf(seed, other, 8), process.Limits{Max: 10_000})
			if diff := cmp.Diff(list(got), list(again)); diff != "" {
				t.Fatalf("seed %d: built in another order: %s", seed, diff)
			}
		}
	}
}

func TestEveryCallIsReachedFromAnEntry(t *testing.T) {
	for seed := range uint64(60) {
		g := random(seed, 0, 60, 100)
		var starts []*graph.Node
		for _, e := range process.Entries(g) {
			starts = append(starts, e.Node)
		}
		reach := g.Search(starts, graph.Forward, process.Follows, -1)
		for _, e := range g.Edges() {
			if process.Follows(e) && !reach.Has(e.Target) {
				t.Errorf("seed %d: no entry leads to the call %s → %s", seed, e.Source.ID, e.Target.ID)
			}
		}
	}
}

func BenchmarkProcesses(b *testing.B) {
	g := random(1, 0, 50_000, 187_000)
	b.Run("Inventory", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			process.Inventory(g, process.Limits{})
		}
	})
	for _, n := range []int{1, 50, 2000} {
		symbols := symbolsOf(1, g, n)
		b.Run(fmt.Sprintf("Through%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				process.Through(g, symbols, process.Limits{})
			}
		})
	}
}
