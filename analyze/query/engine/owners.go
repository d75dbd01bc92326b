package engine

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// Owners finds the symbol to which a line belongs.
type Owners struct {
	nodes    map[string][]*graph.Node // by path
	segments map[string][]graph.Segment
}

// Owners returns what finds the symbols of lines of the snapshot.
func (e *Engine) Owners() *Owners {
	o := &Owners{make(map[string][]*graph.Node), make(map[string][]graph.Segment)}
	for _, n := range e.Graph.Nodes {
		if n.Label != graph.Folder {
			o.nodes[n.Path] = append(o.nodes[n.Path], n)
		}
	}
	return o
}

// of returns the segments of a file.
func (o *Owners) of(path string) []graph.Segment {
	s, ok := o.segments[path]
	if !ok {
		s = graph.Segments(o.nodes[path])
		o.segments[path] = s
	}
	return s
}

// At returns the innermost symbol around a line, or its file; nil for none.
func (o *Owners) At(path string, line int) *graph.Node {
	s := o.of(path)
	i, exact := slices.BinarySearchFunc(s, line, func(s graph.Segment, line int) int { return s.From - line })
	if !exact {
		i--
	}
	if i < 0 {
		return nil
	}
	return s[i].Node
}
