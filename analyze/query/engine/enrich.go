package engine

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/search"
)

// Enrichment says what answers tell of a symbol beside its place.
type Enrichment struct {
	Graph bool // how many symbols are around it
	Depth int  // how far those that depend on it are followed
	// Snippets: its code may be shown, where the question asks for that. MaxSnippet is how
	// much of it, in characters.
	Snippets   bool
	MaxSnippet int
}

// DefaultEnrichment is what the configuration begins with.
var DefaultEnrichment = Enrichment{Graph: true, Depth: 2, Snippets: true, MaxSnippet: 500}

// Surroundings count what is around a symbol.
type Surroundings struct {
	Callers    *int `json:"callers,omitempty" doc:"how many symbols call it"`
	Callees    *int `json:"callees,omitempty" doc:"how many it calls"`
	Dependants *int `json:"dependants,omitempty" doc:"how many reach it by calls, up to the depth of the configuration"`
}

// surroundingsOf returns the counts, none when they are turned off.
func (e *Engine) surroundingsOf(n *graph.Node) Surroundings {
	if !e.Enrichment.Graph {
		return Surroundings{}
	}
	source := func(edge *graph.Edge) *graph.Node { return edge.Source }
	target := func(edge *graph.Edge) *graph.Node { return edge.Target }
	callers, callees := e.steps(n, 1, e.Graph.In, source), e.steps(n, 1, e.Graph.Out, target)
	dependants := e.steps(n, e.Enrichment.Depth, e.Graph.In, source)
	return Surroundings{&callers, &callees, &dependants}
}

// steps counts what calls lead to from a node, up to a depth. It looks at what it counts
// only, where a search of the graph prepares for all of it.
func (e *Engine) steps(from *graph.Node, depth int, edges func(*graph.Node) []*graph.Edge, other func(*graph.Edge) *graph.Node) int {
	seen := map[*graph.Node]bool{from: true}
	level := []*graph.Node{from}
	for range depth {
		var next []*graph.Node
		for _, n := range level {
			for _, edge := range edges(n) {
				if o := other(edge); edge.Type == graph.Calls && edge.Confidence >= e.MinConfidence && !seen[o] {
					seen[o] = true
					next = append(next, o)
				}
			}
		}
		level = next
	}
	return len(seen) - 1
}

// A Snippet is code of a symbol.
type Snippet struct {
	StartLine int    `json:"startLine"`
	EndLine   int    `json:"endLine"`
	Text      string `json:"text" doc:"the code, cut with an ellipsis where it is long"`
}

// A snippeter takes snippets for one answer.
type snippeter struct {
	engine *Engine
	owners *owners
	terms  []string // of the question
}

// newSnippeter returns nil when no code may be shown.
func (e *Engine) newSnippeter(question string) *snippeter {
	if e.Files == nil || !e.Enrichment.Snippets {
		return nil
	}
	return &snippeter{e, e.owners(), search.Ask(question)}
}

// of returns the beginning of a symbol or, where it is long, of its part that has most of
// the words of the question; nil when it cannot be read.
func (s *snippeter) of(n *graph.Node) *Snippet {
	lines := s.engine.Lines(n.Path)
	if n.Start < 1 || n.Start > len(lines) {
		return nil
	}
	start, end := n.Start, min(n.End, len(lines))
	if parts := s.chunksOf(n); len(parts) > 1 {
		best := slices.MaxFunc(parts, func(a, b chunk) int { return s.fit(lines, a) - s.fit(lines, b) })
		start, end = max(start, best.start), min(end, best.end)
	}
	text := strings.ToValidUTF8(strings.Join(lines[start-1:end], "\n"), "\ufffd")
	return &Snippet{start, end, Shorten(text, s.engine.Enrichment.MaxSnippet)}
}

// chunksOf returns the chunks of a symbol in their order. Only a symbol that is longer than a
// chunk has its file cut.
func (s *snippeter) chunksOf(n *graph.Node) []chunk {
	if n.End-n.Start < maxChunk || n.Label == graph.File {
		return nil
	}
	unit := unitOf(n)
	return slices.DeleteFunc(s.engine.chunks(s.owners, n.Path), func(c chunk) bool {
		return c.node != unit || c.end < n.Start || c.start > n.End
	})
}

// fit counts the words of the question in a chunk.
func (s *snippeter) fit(lines []string, c chunk) int {
	words := make(map[string]bool)
	for _, w := range search.Terms(strings.Join(lines[c.start-1:min(c.end, len(lines))], "\n")) {
		words[w] = true
	}
	n := 0
	for _, t := range s.terms {
		if words[t] {
			n++
		}
	}
	return n
}
