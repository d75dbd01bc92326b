package layered

import (
	"math/rand/v2"
	"reflect"
	"testing"
)

func TestPlace(t *testing.T) {
	box := Size{100, 40}
	l := Place([]Size{box, box, box, box}, []Edge{{0, 1}, {1, 2}, {0, 2}, {2, 0}, {3, 3}})
	if l.Nodes[0].X >= l.Nodes[1].X || l.Nodes[1].X >= l.Nodes[2].X {
		t.Errorf("callers stand on the left: %v", l.Nodes)
	}
	if n := len(l.Edges[2]); n != 4 {
		t.Errorf("an edge over one column has %d points: %v", n, l.Edges[2])
	}
	if back := l.Edges[3]; back[0].X <= back[len(back)-1].X {
		t.Errorf("what closes a cycle leads to the left: %v", back)
	}
	if l.Edges[4] != nil {
		t.Errorf("an edge from a node to itself is not drawn: %v", l.Edges[4])
	}
	if empty := Place(nil, nil); len(empty.Nodes) > 0 || empty.Size != (Size{}) {
		t.Errorf("nothing has a layout: %v", empty)
	}
}

// Parts without an edge between them stand one below the other.
func TestParts(t *testing.T) {
	box := Size{100, 40}
	l := Place([]Size{box, box, box, box}, []Edge{{0, 2}, {1, 3}})
	if l.Nodes[0].Y != l.Nodes[2].Y || l.Nodes[1].Y != l.Nodes[3].Y || l.Nodes[1].Y < l.Nodes[0].Y+box.Height || l.Size.Height != l.Nodes[1].Y+box.Height {
		t.Errorf("%v of %v", l.Nodes, l.Size)
	}
}

// Whatever the graph, nodes do not overlap and stand in the drawing, and a second run is equal.
func TestNodesDoNotOverlap(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		n := 1 + random.IntN(30)
		sizes := make([]Size, n)
		for i := range sizes {
			sizes[i] = Size{20 + random.IntN(200), 20 + random.IntN(40)}
		}
		edges := make([]Edge, random.IntN(3*n))
		for i := range edges {
			edges[i] = Edge{random.IntN(n), random.IntN(n)}
		}
		l := Place(sizes, edges)
		if again := Place(sizes, edges); !reflect.DeepEqual(l, again) {
			t.Fatalf("placed twice it differs: %v %v", sizes, edges)
		}
		for i, p := range l.Nodes {
			if p.X < 0 || p.Y < 0 || p.X+sizes[i].Width > l.Size.Width || p.Y+sizes[i].Height > l.Size.Height+1 {
				t.Fatalf("node %d at %v of %v is outside of %v", i, p, sizes[i], l.Size)
			}
			for j, q := range l.Nodes[:i] {
				if p.X < q.X+sizes[j].Width && q.X < p.X+sizes[i].Width && p.Y < q.Y+sizes[j].Height && q.Y < p.Y+sizes[i].Height {
					t.Fatalf("nodes %d and %d overlap: %v %v, %v %v, edges %v", i, j, p, sizes[i], q, sizes[j], edges)
				}
			}
		}
		for i, points := range l.Edges {
			if e := edges[i]; e.From != e.To && len(points)%2 == 1 {
				t.Fatalf("edge %v has %d points", e, len(points))
			}
		}
	}
}
