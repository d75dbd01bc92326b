package graph_test

import (
	"bytes"
	"maps"
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// fill sets every exported field of a struct that holds a plain value to another value
// than zero, each to its own, so that one that is not stored is missed.
func fill(v reflect.Value, next *int) {
	*next++
	switch v.Kind() {
	case reflect.String:
		v.SetString("text" + string(rune('a'+*next%26)) + string(rune('a'+*next/26%26)))
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(int64(*next))
	case reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(*next)<<20 + 7)
	case reflect.Float64:
		v.SetFloat(float64(*next) / 1024)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), next)
		}
	case reflect.Slice:
		if v.Type() == reflect.TypeFor[[]*graph.Node]() {
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range 2 {
			fill(v.Index(i), next)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i), next)
			}
		}
	case reflect.Pointer:
		if v.Type() != reflect.TypeFor[*graph.Node]() {
			v.Set(reflect.New(v.Type().Elem()))
			fill(v.Elem(), next)
		}
	}
}

func filled[T any](next *int, change func(*T)) T {
	var v T
	fill(reflect.ValueOf(&v).Elem(), next)
	change(&v)
	return v
}

// full has every field set somewhere, and unset elsewhere.
func full() (*graph.Graph, []graph.Community, []graph.Process) {
	next := 0
	b := graph.NewBuilder()
	file := b.Add(&graph.Node{ID: "File:a", Label: graph.File, Path: "a"})
	node := filled(&next, func(n *graph.Node) { n.ID, n.Parent = "Function:a:f", file })
	f := b.Add(&node)
	method := b.Add(&graph.Node{ID: "Method:a:T.m", Label: graph.Method, Path: "a", Parent: f, Start: 9, Line: 8, End: 7, Signature: graph.Signature{Results: -1}})
	b.Import(file, f, 0.5, 3, graph.Site{Line: 4}, true)
	b.Edge(f, graph.Calls, method, 0.7, 1, graph.Site{Line: 12, Call: &graph.Call{}})
	call := filled(&next, func(*graph.Call) {})
	b.Edge(f, graph.Calls, method, 0.7, 1, graph.Site{Line: 10, Call: &call})
	b.Edge(method, graph.Calls, f, 0.9, 2, graph.Site{})
	b.Edge(f, graph.Calls, f, 1, 2, graph.Site{Line: 1})
	b.Unresolved(filled(&next, func(u *graph.Unresolved) { u.Source = f }))
	b.Lack(filled(&next, func(l *graph.Lack) { l.By, l.Source, l.Members = f, file, []*graph.Node{f, method} }))
	b.Lack(graph.Lack{Form: graph.FunctionValue})
	b.Skips = []graph.Skip{filled(&next, func(*graph.Skip) {})}
	b.Skipped["a"] = []graph.Span{{Start: 3, End: 5}, {Start: 2, End: 9}}
	b.Blocks["a"] = []graph.Block{{Start: 1, End: 90}, {Start: 2, End: 50, Literal: true}, {Start: 3, End: 4}}
	b.Blocks["b"] = []graph.Block{{Start: 7, End: 9}}
	b.Woven["woven.h"] = true
	b.Asked = map[string]bool{"a.css": true, "b": false}
	b.UnknownCalls, b.Files, b.Parsed = 3, 2, 1
	communities := []graph.Community{filled(&next, func(c *graph.Community) { c.Members = []*graph.Node{f, method} })}
	processes := []graph.Process{filled(&next, func(p *graph.Process) { p.Steps = []*graph.Node{f, method} }), {ID: "x", Steps: []*graph.Node{method}}}
	return b.Graph(), communities, processes
}

// edges returns the edges of a graph in all the ways in which it gives them.
func edges(g *graph.Graph) map[string][]*graph.Edge {
	m := map[string][]*graph.Edge{"all": g.Edges()}
	for _, n := range g.Nodes {
		m["from "+n.ID], m["to "+n.ID] = g.Out(n), g.In(n)
	}
	return m
}

func TestCodec(t *testing.T) {
	g, communities, processes := full()
	data := graph.Encode(g, communities)
	decoded, c, err := graph.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	flows := graph.EncodeProcesses(g, processes)
	p, err := graph.DecodeProcesses(decoded, flows)
	if err != nil {
		t.Fatal(err)
	}
	same := cmp.Options{cmp.AllowUnexported(graph.Graph{}, graph.Node{}), cmpopts.IgnoreFields(graph.Graph{}, "links"), cmpopts.EquateEmpty()}
	for _, d := range []string{cmp.Diff(g, decoded, same), cmp.Diff(edges(g), edges(decoded), same), cmp.Diff(communities, c, same), cmp.Diff(processes, p, same)} {
		if d != "" {
			t.Errorf("decoded (-want +got):\n%s", d)
		}
	}
	if c[0].Members[0] != decoded.Node("Function:a:f") || p[0].Steps[1] != decoded.Nodes[2] {
		t.Error("members are no nodes of the decoded graph")
	}
	if again := graph.Encode(decoded, c); !bytes.Equal(again, data) {
		t.Error("the decoded graph has another stored form")
	}
	if again := graph.EncodeProcesses(decoded, p); !bytes.Equal(again, flows) {
		t.Error("the decoded processes have another stored form")
	}
	for _, seed := range []uint64{1, 2, 3} {
		g, _ := random(seed, 60, 200)
		decoded, _, err := graph.Decode(graph.Encode(g, nil))
		if err != nil || cmp.Diff(g, decoded, same)+cmp.Diff(edges(g), edges(decoded), same) != "" {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}

// However the edges of a stored graph are asked for, an edge is made once.
func TestEdgesAreMadeOnce(t *testing.T) {
	full, _ := random(1, 60, 200)
	data := graph.Encode(full, nil)
	decode := func() *graph.Graph {
		g, _, err := graph.Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	shifted := func(g *graph.Graph) *graph.Graph {
		g, _ = g.Shifted(nil)
		return g
	}
	for name, g := range map[string]*graph.Graph{"stored": decode(), "shifted": shifted(full), "shifted twice": shifted(shifted(decode()))} {
		var wait sync.WaitGroup
		seen := make([]map[*graph.Edge]int, 4)
		for k := range seen {
			seen[k] = make(map[*graph.Edge]int)
			wait.Go(func() {
				for i := range g.Nodes {
					n := g.Nodes[(i+k*7)%len(g.Nodes)]
					if k == 3 {
						g.Edges()
					}
					for _, e := range append(slices.Clone(g.In(n)), g.Out(n)...) {
						seen[k][e]++
					}
				}
			})
		}
		wait.Wait()
		for k := range seen {
			if len(seen[k]) != len(full.Edges()) || g.EdgeCount() != len(seen[k]) || !maps.Equal(seen[k], seen[0]) {
				t.Errorf("%s: %d edges of %d were seen in order %d", name, len(seen[k]), len(full.Edges()), k)
			}
		}
		if !bytes.Equal(graph.Encode(g, nil), data) {
			t.Errorf("%s: another stored form", name)
		}
	}
}

func TestCodecRefusesDamage(t *testing.T) {
	g, communities, processes := full()
	decode := func(data []byte) error { _, _, err := graph.Decode(data); return err }
	decodeProcesses := func(data []byte) error { _, err := graph.DecodeProcesses(g, data); return err }
	for _, form := range []struct {
		data   []byte
		decode func([]byte) error
	}{{graph.Encode(g, communities), decode}, {graph.EncodeProcesses(g, processes), decodeProcesses}} {
		for n := range form.data {
			if form.decode(form.data[:n]) == nil {
				t.Fatalf("the first %d of %d bytes were taken for a whole form", n, len(form.data))
			}
		}
		if form.decode(append(bytes.Clone(form.data), 0)) == nil {
			t.Error("a form and a byte more were taken for a form")
		}
	}
}

// Whatever the bytes are, a graph that comes of them can be walked.
func FuzzDecode(f *testing.F) {
	full, communities, flows := full()
	f.Add(graph.Encode(full, communities), graph.EncodeProcesses(full, flows))
	g, _ := random(1, 10, 20)
	f.Add(graph.Encode(g, nil), graph.EncodeProcesses(g, nil))
	f.Fuzz(func(t *testing.T, data, flows []byte) {
		g, communities, err := graph.Decode(data)
		if err != nil {
			return
		}
		for _, n := range g.Nodes {
			for _, e := range append(g.Out(n), g.In(n)...) {
				_ = e.Source.ID + e.Target.ID
			}
		}
		for i := range communities {
			for _, n := range communities[i].Members {
				_ = n.ID
			}
		}
		processes, err := graph.DecodeProcesses(g, flows)
		if err != nil {
			return
		}
		for i := range processes {
			_ = processes[i].Entry().ID
		}
	})
}

// Branches are the CALLS edges of Out, also before these are made, and do not make them.
func TestBranches(t *testing.T) {
	made, _, _ := full()
	many, _ := random(1, 60, 200)
	for _, g := range []*graph.Graph{made, many} {
		stored, _, err := graph.Decode(graph.Encode(g, nil))
		if err != nil {
			t.Fatal(err)
		}
		moved, ok := stored.Shifted(map[string]*graph.Shift{"a": moved()})
		if !ok {
			t.Fatal("a shift of a file failed")
		}
		for _, g := range []*graph.Graph{g, stored, moved} {
			for _, n := range g.Nodes {
				var before, after, want []graph.Branch
				g.Branches(n, func(b graph.Branch) { before = append(before, b) })
				for _, e := range g.Out(n) {
					if e.Type == graph.Calls {
						b := graph.Branch{Target: e.Target, Confidence: e.Confidence}
						if len(e.Sites) > 0 {
							b.Line = e.Sites[0].Line
						}
						want = append(want, b)
					}
				}
				g.Branches(n, func(b graph.Branch) { after = append(after, b) })
				if !slices.Equal(before, want) || !slices.Equal(after, want) {
					t.Errorf("%s: %v, then %v, want %v", n.ID, before, after, want)
				}
			}
		}
	}
	stored, _, err := graph.Decode(graph.Encode(many, nil))
	if err != nil {
		t.Fatal(err)
	}
	calls := 0
	count := func(graph.Branch) { calls++ }
	allocations := testing.AllocsPerRun(1, func() {
		for _, n := range stored.Nodes {
			stored.Branches(n, count)
		}
	})
	if calls == 0 || allocations > 0 {
		t.Errorf("%d calls seen with %v allocations, want none", calls, allocations)
	}
}
