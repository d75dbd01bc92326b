package graph_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// Each line belongs to the innermost symbol around it, documentation included, else to the
// file.
func TestSegments(t *testing.T) {
	file := &graph.Node{ID: "File:a", Label: graph.File}
	class := &graph.Node{ID: "Class:a:C", Label: graph.Class, Start: 5, End: 20, DocStart: 3, DocEnd: 4}
	method := &graph.Node{ID: "Method:a:C.m", Label: graph.Method, Start: 8, End: 10}
	inner := &graph.Node{ID: "Function:a:C.m.f", Label: graph.Function, Start: 9, End: 9}
	last := &graph.Node{ID: "Function:a:g", Label: graph.Function, Start: 22, End: 30}
	want := []graph.Segment{{1, file}, {3, class}, {8, method}, {9, inner}, {10, method}, {11, class}, {21, file}, {22, last}, {31, file}}
	got := graph.Segments([]*graph.Node{last, inner, file, class, method})
	if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b *graph.Node) bool { return a == b })); diff != "" {
		t.Error(diff)
	}
}
