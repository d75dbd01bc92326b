package graph_test

import (
	"bytes"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// moved shifts every place of a file by 100, and says so in its nodes.
func moved() *graph.Shift {
	return &graph.Shift{
		File:   func(n *graph.Node) { n.End += 100 },
		Symbol: func(n *graph.Node) bool { n.Line += 100; return true },
		Line:   func(line int) (int, bool) { return line + 100, true },
		Offset: func(offset int32) (int32, bool) { return offset + 100, true },
	}
}

func TestShifted(t *testing.T) {
	g, _, _ := full()
	before := graph.Encode(g, nil)
	same, ok := g.Shifted(nil)
	if !ok || !bytes.Equal(graph.Encode(same, nil), before) {
		t.Error("without a shift it is another graph")
	}
	other, _, _ := full()
	if twice, _ := same.Shifted(nil); !twice.Alike(g) || !g.Alike(same) || !g.Alike(g) || same.Alike(other) {
		t.Error("it is not told which graphs are made of each other")
	}
	for i, n := range g.Nodes {
		if same.Nodes[i] == n || same.Node(n.ID) != same.Nodes[i] || same.Index(same.Nodes[i]) != i || n.Parent != nil && same.Nodes[i].Parent == n.Parent {
			t.Errorf("%s is shared, or not found", n.ID)
		}
	}
	for i, e := range g.Edges() {
		if f := same.Edges()[i]; f == e || f.Source != same.Node(e.Source.ID) || f.Target != same.Node(e.Target.ID) {
			t.Errorf("the edge from %s to %s is shared, or leads elsewhere", e.Source.ID, e.Target.ID)
		}
	}

	// The file a and all that stands in it; the builder gave its symbols the path "a" or none.
	h, ok := g.Shifted(map[string]*graph.Shift{"a": moved()})
	if !ok {
		t.Fatal("a shift of a file failed")
	}
	if !bytes.Equal(graph.Encode(g, nil), before) {
		t.Error("the graph that was shifted has changed")
	}
	m, n := g.Node("Method:a:T.m"), h.Node("Method:a:T.m")
	if n.Line != m.Line+100 || h.Node("File:a").End != g.Node("File:a").End+100 {
		t.Error("nodes were not shifted")
	}
	for i, e := range g.Edges() {
		for j, s := range e.Sites {
			to, by := h.Edges()[i].Sites[j], 0
			if e.Source.Path == "a" {
				by = 100
			}
			if to.Line != s.Line+by || s.Call != nil && to.Call.At != s.Call.At+int32(by) {
				t.Errorf("%v became %v", s, to)
			}
		}
	}
	if h.Skipped["a"][1] != (graph.Span{Start: 102, End: 109}) {
		t.Errorf("spans that are passed over: %v", h.Skipped)
	}
	if g.Block("a", &graph.Call{At: 3}) != h.Block("a", &graph.Call{At: 103}) || g.Block("b", &graph.Call{At: 7}) != h.Block("b", &graph.Call{At: 7}) {
		t.Error("blocks were not shifted, or those of another file were")
	}
	at := g.Unresolved[0].Path
	if u, ok := g.Shifted(map[string]*graph.Shift{at: moved(), g.Lacks[1].Path: moved(), g.Skips[0].Path: moved()}); !ok ||
		u.Unresolved[0].Line != g.Unresolved[0].Line+100 || u.Lacks[1].Line != g.Lacks[1].Line+100 || u.Skips[0].Line != g.Skips[0].Line+100 {
		t.Error("places of what is missing were not shifted")
	}
}

func TestShiftedRefuses(t *testing.T) {
	g, _, _ := full()
	for name, damage := range map[string]func(*graph.Shift){
		"symbol": func(s *graph.Shift) { s.Symbol = func(*graph.Node) bool { return false } },
		"line":   func(s *graph.Shift) { s.Line = func(int) (int, bool) { return 0, false } },
		"offset": func(s *graph.Shift) { s.Offset = func(int32) (int32, bool) { return 0, false } },
	} {
		s := moved()
		damage(s)
		if _, ok := g.Shifted(map[string]*graph.Shift{"a": s}); ok {
			t.Errorf("a %s that is not known was shifted", name)
		}
	}
	if _, ok := g.Shifted(map[string]*graph.Shift{"woven.h": moved()}); ok {
		t.Error("a file that is woven with another was shifted")
	}
}
