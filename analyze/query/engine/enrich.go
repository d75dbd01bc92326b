package engine

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/search"
)

// Enrichment says what answers contain for a symbol besides its position.
type Enrichment struct {
	Graph bool // counts of the symbols around it
	Depth int  // depth up to which dependants are counted
	// Snippets: its code may be shown if the question asks for it, up to MaxSnippet
	// characters.
	Snippets   bool
	MaxSnippet int
}

// DefaultEnrichment is the default of the configuration.
var DefaultEnrichment = Enrichment{Graph: true, Depth: 2, Snippets: true, MaxSnippet: 500}

// Surroundings are counts of the symbols around a symbol.
type Surroundings struct {
	Callers    *int `json:"callers,omitempty" doc:"how many symbols call it"`
	Callees    *int `json:"callees,omitempty" doc:"how many it calls"`
	Dependants *int `json:"dependants,omitempty" doc:"how many reach it by calls, up to the depth of the configuration"`
}

// SurroundingsOf returns the counts, empty when they are turned off.
func (e *Engine) SurroundingsOf(n *graph.Node) Surroundings {
	if !e.Enrichment.Graph {
		return Surroundings{}
	}
	source := func(edge *graph.Edge) *graph.Node { return edge.Source }
	target := func(edge *graph.Edge) *graph.Node { return edge.Target }
	callers, callees := e.steps(n, 1, e.Graph.In, source), e.steps(n, 1, e.Graph.Out, target)
	dependants := e.steps(n, e.Enrichment.Depth, e.Graph.In, source)
	return Surroundings{&callers, &callees, &dependants}
}

// steps counts the nodes that calls reach from a node, up to a depth. It allocates only for these,
// while a search of the graph allocates for all nodes.
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

// A Snippet is a part of a symbol's code.
type Snippet struct {
	StartLine int    `json:"startLine"`
	EndLine   int    `json:"endLine"`
	Text      string `json:"text" doc:"the code, cut with an ellipsis where it is long"`
}

// A Snippeter selects snippets for one answer.
type Snippeter struct {
	engine *Engine
	owners *Owners
	terms  []string // of the question
	Most   int      // characters of a snippet
}

// NewSnippeter returns nil if code may not be shown.
func (e *Engine) NewSnippeter(question string) *Snippeter {
	if e.Files == nil || !e.Enrichment.Snippets {
		return nil
	}
	return &Snippeter{e, e.Owners(), search.Ask(question), e.Enrichment.MaxSnippet}
}

// Of returns the beginning of a symbol or, if it is long, its part with most words of the
// question; nil when it cannot be read.
func (s *Snippeter) Of(n *graph.Node) *Snippet {
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
	return &Snippet{start, end, Shorten(text, s.Most)}
}

// chunksOf returns the chunks of a symbol in order. The file is only split if the symbol is
// longer than a chunk.
func (s *Snippeter) chunksOf(n *graph.Node) []chunk {
	if n.End-n.Start < maxChunk || n.Label == graph.File {
		return nil
	}
	unit := unitOf(n)
	return slices.DeleteFunc(s.engine.chunks(s.owners, n.Path), func(c chunk) bool {
		return c.node != unit || c.end < n.Start || c.start > n.End
	})
}

// fit counts the words of the question that occur in a chunk.
func (s *Snippeter) fit(lines []string, c chunk) int {
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
