package finder

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/analyze/search"
)

// similarities says how like a question symbols are, from 0 to 1: the share of its words that a
// symbol has, in its name, comments, signature or code. Where a language model made the vectors,
// it is what these say.
type similarities struct {
	engine finder
	terms  []string
	has    []map[int]bool // the documents of each term
}

func (e finder) similarities(question string) (*similarities, error) {
	index, err := e.Search()
	if err != nil {
		return nil, err
	}
	s := &similarities{engine: e, terms: search.Ask(question)}
	for _, term := range s.terms {
		docs := make(map[int]bool)
		for _, h := range index.Lexical(term, index.Docs()) {
			docs[h.Doc] = true
		}
		s.has = append(s.has, docs)
	}
	return s, nil
}

// of returns the similarity of a match.
func (s *similarities) of(m *match) float64 {
	similarity := 0.0
	if i := slices.IndexFunc(m.ranks, func(r Rank) bool { return r.Backend == "vector" }); i >= 0 && s.engine.Semantic != nil {
		similarity = m.ranks[i].Score
	} else {
		doc, n := s.engine.Graph.Index(m.Node), 0
		for _, docs := range s.has {
			if docs[doc] {
				n++
			}
		}
		similarity = float64(n) / float64(max(len(s.has), 1))
	}
	return math.Round(1000*boosted(similarity, s.engine.SearchLimits.GraphBoost, s.neighbours(m.Node), s.terms)) / 1000
}

// neighbours returns the names of what is one relation away from a symbol.
func (s *similarities) neighbours(n *graph.Node) []string {
	var names []string
	add := func(edge *graph.Edge, other *graph.Node) {
		if other != n && !engine.Structural(edge.Type) && edge.Confidence >= s.engine.MinConfidence {
			names = append(names, other.Name)
		}
	}
	for _, edge := range s.engine.Graph.Out(n) {
		add(edge, edge.Target)
	}
	for _, edge := range s.engine.Graph.In(n) {
		add(edge, edge.Source)
	}
	return names
}

// boosted adds a boost once, up to 1, if one of the names has one of the terms.
func boosted(similarity, boost float64, names, terms []string) float64 {
	for _, name := range names {
		if slices.ContainsFunc(search.Terms(name), func(t string) bool { return slices.Contains(terms, t) }) {
			return min(1, similarity+boost)
		}
	}
	return min(1, similarity)
}

// alike drops the hits whose likeness is below a threshold; 0 drops none.
func alike(hits []search.Hit, threshold float64) []search.Hit {
	return slices.DeleteFunc(slices.Clone(hits), func(h search.Hit) bool { return threshold > 0 && h.Score < threshold })
}

// block writes a result for a model: place, similarity and code.
func (s *SymbolMatch) block(p engine.Page, number int) {
	p.Line("[Result %d: %s]", number, s.FilePath)
	p.Line("Location: %s", s.Name)
	p.Line("Lines %d-%d", s.StartLine, max(s.StartLine, s.EndLine))
	if s.Similarity != nil {
		p.Line("Similarity: %.3f", *s.Similarity)
	}
	if s.Snippet == nil {
		return
	}
	fence := "```"
	for strings.Contains(s.Snippet.Text, fence) {
		fence += "`"
	}
	p.Line("%s", fence)
	for line := range strings.SplitSeq(s.Snippet.Text, "\n") {
		p.Line("%s", strings.ReplaceAll(strings.TrimRight(line, "\r"), "\t", "    "))
	}
	p.Line("%s", fence)
}

// likeness sets the similarities of matches to a question.
func (e finder) likeness(question string, matches []match, into []SymbolMatch) error {
	s, err := e.similarities(question)
	if err != nil {
		return fmt.Errorf("search: %w", err)
	}
	for i := range into {
		similarity := s.of(&matches[i])
		into[i].Similarity = &similarity
	}
	return nil
}
