package graph_test

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// Blocks of a file: 10-40 holds 20-30, which is a literal; 50-60 stands beside.
func ordered() *graph.Graph {
	b := graph.NewBuilder()
	b.Blocks["a.go"] = []graph.Block{{Start: 10, End: 40}, {Start: 20, End: 30, Literal: true}, {Start: 20, End: 25}, {Start: 50, End: 60}}
	return b.Graph()
}

func TestBlock(t *testing.T) {
	g := ordered()
	for _, tt := range []struct{ at, block, literal int32 }{
		{5, -1, -1}, {10, 0, -1}, {19, 0, -1}, {22, 2, 1}, {25, 1, 1}, {30, 0, -1}, {39, 0, -1}, {40, -1, -1}, {55, 3, -1}, {60, -1, -1},
	} {
		got := g.Block("a.go", &graph.Call{At: tt.at})
		if literal := g.Literal("a.go", got); got != tt.block || literal != tt.literal {
			t.Errorf("byte %d: block %d in literal %d, want %d in %d", tt.at, got, literal, tt.block, tt.literal)
		}
	}
	if got := g.Block("b.go", &graph.Call{At: 15}); got != -1 {
		t.Errorf("block %d in a file without blocks", got)
	}
}

func TestRunsBefore(t *testing.T) {
	g := ordered()
	for _, tt := range []struct {
		name string
		a, b graph.Call
		want bool
	}{
		{"same block", graph.Call{At: 12}, graph.Call{At: 15}, true},
		{"behind", graph.Call{At: 15}, graph.Call{At: 12}, false},
		{"itself", graph.Call{At: 15}, graph.Call{At: 15}, false},
		{"block around", graph.Call{At: 5}, graph.Call{At: 22}, true},
		{"block inside", graph.Call{At: 22}, graph.Call{At: 35}, false},
		{"block inside, then outside", graph.Call{At: 12}, graph.Call{At: 45}, false},
		{"block beside", graph.Call{At: 12}, graph.Call{At: 55}, false},
		{"both outside", graph.Call{At: 5}, graph.Call{At: 45}, true},
		{"put off", graph.Call{At: 5, Deferred: true}, graph.Call{At: 45}, false},
		{"not known", graph.Call{}, graph.Call{At: 45}, false},
	} {
		if got := g.RunsBefore("a.go", &tt.a, &tt.b); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}
