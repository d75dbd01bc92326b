package engine

import (
	"io"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// Stats are counts of a snapshot.
type Stats struct {
	Files        int            `json:"files"`
	Parsed       int            `json:"parsed_files"`
	UnknownCalls int            `json:"unknown_calls" doc:"calls that could not be followed"`
	Symbols      int            `json:"symbols"`
	Nodes        map[string]int `json:"nodes" doc:"by label"`
	Edges        map[string]int `json:"edges" doc:"by type"`
	Languages    map[string]int `json:"languages" doc:"files by language"`
	Clusters     int            `json:"clusters"`
	Processes    int            `json:"processes"`
}

// Stats returns the counts of the snapshot.
func (e *Engine) Stats() *Stats {
	g := e.Graph
	s := &Stats{
		Files: g.Files, Parsed: g.Parsed, UnknownCalls: g.UnknownCalls, Clusters: len(e.AllAreas()), Processes: e.ProcessCount,
		Nodes: make(map[string]int), Edges: make(map[string]int), Languages: make(map[string]int),
	}
	for _, n := range g.Nodes {
		s.Nodes[string(n.Label)]++
		switch {
		case n.Label == graph.File && n.Language != "":
			s.Languages[n.Language]++
		case n.Label != graph.File && n.Label != graph.Folder:
			s.Symbols++
		}
	}
	for _, edge := range g.Edges() {
		s.Edges[string(edge.Type)]++
	}
	return s
}

// Text writes the lists.
func (s *Stats) Text(w io.Writer) {
	p := Page{w}
	p.Line("%s, %d read, %s, %s", Plural(s.Files, "file"), s.Parsed, Plural(s.Symbols, "symbol"), Plural(s.UnknownCalls, "unknown call"))
	p.Line("%s, %s", Plural(s.Clusters, "cluster"), Plural(s.Processes, "flow"))
	p.counts("nodes", s.Nodes)
	p.counts("edges", s.Edges)
	p.counts("languages", s.Languages)
}

// counts writes numbers, largest first.
func (p Page) counts(title string, of map[string]int) {
	var names []string
	for name := range of {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if of[a] != of[b] {
			return of[b] - of[a]
		}
		return strings.Compare(a, b)
	})
	p.Line("%s", title)
	for _, name := range names {
		p.Line("  %8d %s", of[name], name)
	}
}
