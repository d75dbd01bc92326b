package finder

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/analyze/search"
)

// MultiSearchParams ask several questions in one call.
type MultiSearchParams struct {
	Queries       []string `json:"queries" doc:"what to look for, at most 30 of them"`
	LimitPerQuery int      `json:"limit_per_query,omitempty" min:"1" default:"5" doc:"symbols to find for each (at most 30)"`
	Expand        bool     `json:"use_kg_expansion,omitempty" default:"true" doc:"also ask for what the graph joins with the words of the questions"`
	Mode          string   `json:"mode,omitempty" enum:"auto,lexical,vector,hybrid" default:"auto" doc:"how to look: by words (lexical), by likeness (vector), or both"`
	Files         string   `json:"files,omitempty" doc:"pattern of the paths to look in, such as src/**"`
	Group         string   `json:"group,omitempty" enum:"query,area" default:"query" doc:"what the text is ordered by: the questions, or the areas of what was found"`
	Format        string   `json:"format,omitempty" enum:"text,chat" default:"chat" doc:"form of the text: chat has the similarity of each symbol to its question and its code"`
}

// A MultiResult holds the matches for each question, and the relations between them.
type MultiResult struct {
	Mode    string         `json:"mode"`
	Phase   int            `json:"phase,omitempty" doc:"with progressive: 1 for the question alone, 2 with its words, 3 with what the graph adds"`
	Queries []QueryMatches `json:"queries" doc:"in the order asked, those that the graph added behind"`
	Total   int            `json:"total_results" doc:"of all questions together, those found twice counted twice"`
	Results []SymbolMatch  `json:"results" doc:"the best of all, fused by rank"`
	// Relationships are between any two of the symbols found.
	Relationships []Relationship `json:"relationships"`
	Clusters      []Theme        `json:"clusters" doc:"the areas of what was found"`
	Found
	blocks, byArea bool // the form of the text
}

// QueryMatches are the matches for one question.
type QueryMatches struct {
	Query   string        `json:"query"`
	Added   bool          `json:"added,omitempty" doc:"not asked for: the graph joins it with what was"`
	Failed  string        `json:"failed,omitempty" doc:"why it has no answer"`
	Results []SymbolMatch `json:"results"`
}

// A Relationship is an edge between two of the symbols found.
type Relationship struct {
	Source      string `json:"source"`
	Target      string `json:"target"`
	Type        string `json:"type"`
	Explanation string `json:"explanation"`
}

// A Theme is an area with those of its symbols that were found.
type Theme struct {
	Name    string   `json:"name"`
	Symbols []string `json:"symbols"`
}

const (
	// shownPerQuery is the number of symbols per question in the text form.
	shownPerQuery = 5
	// maxRelationships and maxThemes bound an answer.
	maxRelationships = 50
	maxThemes        = 20
)

// MultiSearch returns a *MultiResult.
func MultiSearch(ctx context.Context, e *engine.Engine, p MultiSearchParams) (engine.Result, error) {
	return finder{Engine: e}.multiSearch(ctx, p)
}

func (e finder) multiSearch(ctx context.Context, p MultiSearchParams) (engine.Result, error) {
	queries := distinct(p.Queries)
	if len(queries) == 0 {
		return nil, &engine.ParameterError{Parameter: "queries", Reason: "is empty; say what to look for"}
	}
	r := &MultiResult{blocks: p.Format == formChat, byArea: p.Group == "area", Relationships: []Relationship{}, Clusters: []Theme{}, Results: []SymbolMatch{}}
	maxQueries := e.SearchLimits.Queries
	if len(queries) > maxQueries {
		r.Notes = append(r.Notes, fmt.Sprintf("at most %d questions; left out: %s", maxQueries, strings.Join(queries[maxQueries:], ", ")))
	}
	queries = queries[:min(len(queries), maxQueries)]
	asked := len(queries)
	if p.Expand {
		for _, q := range queries[:asked] {
			queries = append(queries, e.expand(q)...)
		}
		queries = distinct(queries)
		queries = queries[:min(len(queries), maxQueries)]
	}
	limit := min(p.LimitPerQuery, e.SearchLimits.MaxResults)
	if limit < p.LimitPerQuery {
		r.Notes = append(r.Notes, fmt.Sprintf("limit_per_query %d is above the maximum, %d", p.LimitPerQuery, limit))
	}
	answers := e.findAll(ctx, queries, &p, depth)
	var lists []search.List
	matches := make(map[int]match)
	for i, a := range answers {
		q := QueryMatches{Query: queries[i], Added: i >= asked, Results: []SymbolMatch{}}
		if a.err != nil {
			q.Failed = a.err.Error()
		} else {
			r.Mode = a.trace.Mode
		}
		var list search.List
		name := fmt.Sprintf("queries[%s].results", queries[i])
		found := engine.Keep(&r.Bounds, name, a.matches, limit)
		l := &listing{}
		if r.blocks {
			if l.code = e.NewSnippeter(queries[i]); l.code != nil {
				l.code.Most = min(e.SearchLimits.Snippet, l.code.Most)
			}
		}
		for _, m := range found {
			q.Results = append(q.Results, e.symbolMatch(&m, l))
			doc := e.Graph.Index(m.Node)
			matches[doc] = m
			list.Hits = append(list.Hits, search.Hit{Doc: doc})
		}
		if r.blocks && a.err == nil {
			if err := e.likeness(queries[i], found, q.Results); err != nil {
				return nil, err
			}
		}
		r.Total += len(found)
		r.Queries, lists = append(r.Queries, q), append(lists, list)
	}
	var nodes []*graph.Node
	for _, h := range search.Fuse(e.SearchLimits.K, len(matches), lists...) {
		m := matches[h.Doc]
		m.score = h.Score
		nodes = append(nodes, m.Node)
		r.Results = append(r.Results, e.symbolMatch(&m, &listing{}))
	}
	r.Results = engine.Keep(&r.Bounds, "results", r.Results, e.SearchLimits.Results)
	r.Relationships = engine.Keep(&r.Bounds, "relationships", e.relationships(nodes), maxRelationships)
	r.Clusters = engine.Keep(&r.Bounds, "clusters", e.themes(nodes), maxThemes)
	return r, nil
}

// distinct drops empty questions, and those that differ from an earlier one only in case and
// spaces.
func distinct(queries []string) []string {
	known := make(map[string]bool)
	var list []string
	for _, q := range queries {
		q = strings.Join(strings.Fields(q), " ")
		if key := strings.ToLower(q); q != "" && !known[key] {
			known[key] = true
			list = append(list, q)
		}
	}
	return list
}

type answer struct {
	matches []match
	trace   *trace
	err     error
}

// findAll answers all questions in parallel. An error in one does not affect the others.
func (e finder) findAll(ctx context.Context, queries []string, p *MultiSearchParams, limit int) []answer {
	answers := make([]answer, len(queries))
	var wg sync.WaitGroup
	for i, q := range queries {
		wg.Go(func() {
			a := &answers[i]
			a.matches, a.trace, a.err = e.lookup(ctx, &Question{Query: q, Mode: p.Mode, Files: p.Files}, limit)
			a.matches = a.matches[:min(len(a.matches), limit)]
		})
	}
	wg.Wait()
	return answers
}

// expand returns the names that the graph relates to words of the question.
func (e finder) expand(question string) []string {
	var names []string
	for _, word := range search.Ask(question) {
		if n := e.entity(word); n != nil {
			names = append(names, e.related(n)...)
		}
	}
	names = slices.DeleteFunc(distinct(append([]string{question}, names...)), func(q string) bool { return strings.EqualFold(q, question) })
	return names[:min(len(names), e.SearchLimits.ExpandMax-1)]
}

// entity returns the symbol that a word names: one with that name, else the best match with the
// word in its name.
func (e finder) entity(word string) *graph.Node {
	index, err := e.Search()
	if err != nil {
		return nil // Find reports it
	}
	var part *graph.Node
	for _, h := range index.Lexical(word, depth) {
		n := e.Graph.Nodes[h.Doc]
		if n.Test || n.Label == graph.File {
			continue
		}
		if strings.EqualFold(n.Name, word) {
			return n
		}
		if part == nil && slices.Contains(search.Terms(n.Name), word) {
			part = n
		}
	}
	return part
}

// related returns the names of symbols a few edges away, nearest and highest confidence first.
func (e finder) related(from *graph.Node) []string {
	known := map[*graph.Node]bool{from: true}
	level := []*graph.Node{from}
	var names []string
	for range e.SearchLimits.ExpandHops {
		sure := make(map[*graph.Node]float64)
		for _, n := range level {
			see := func(edge *graph.Edge, other *graph.Node) {
				if !known[other] && !other.Test && other.Label != graph.File && !engine.Structural(edge.Type) && edge.Confidence >= e.MinConfidence {
					sure[other] = max(sure[other], edge.Confidence)
				}
			}
			for _, edge := range e.Graph.Out(n) {
				see(edge, edge.Target)
			}
			for _, edge := range e.Graph.In(n) {
				see(edge, edge.Source)
			}
		}
		level = level[:0:0]
		for n := range sure {
			known[n] = true
			level = append(level, n)
		}
		slices.SortFunc(level, func(a, b *graph.Node) int {
			return cmp.Or(cmp.Compare(sure[b], sure[a]), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
		})
		for _, n := range level {
			names = append(names, n.Name)
		}
	}
	return names[:min(len(names), e.SearchLimits.ExpandRelated)]
}

// relationships returns the edges between symbols.
func (e finder) relationships(nodes []*graph.Node) []Relationship {
	among := make(map[*graph.Node]bool, len(nodes))
	for _, n := range nodes {
		among[n] = true
	}
	list := []Relationship{}
	for _, n := range nodes {
		for _, edge := range e.Graph.Out(n) {
			if among[edge.Target] && edge.Target != n && !engine.Structural(edge.Type) && edge.Confidence >= e.MinConfidence {
				list = append(list, Relationship{n.ID, edge.Target.ID, string(edge.Type), n.FullName() + " " + strings.ReplaceAll(engine.RelationOf(edge), "_", " ") + " " + edge.Target.FullName()})
			}
		}
	}
	return list
}

// themes returns the areas of symbols, those with most of them first.
func (e finder) themes(nodes []*graph.Node) []Theme {
	at := make(map[string]int)
	list := []Theme{}
	for _, n := range nodes {
		c := e.CommunityOf(n)
		if c < 0 {
			continue
		}
		name := e.Communities[c].Area
		i, ok := at[name]
		if !ok {
			i = len(list)
			at[name] = i
			list = append(list, Theme{Name: name})
		}
		list[i].Symbols = append(list[i].Symbols, n.ID)
	}
	slices.SortStableFunc(list, func(a, b Theme) int { return cmp.Compare(len(b.Symbols), len(a.Symbols)) })
	return list
}

// Text writes the matches for each question, then relations and themes.
func (r *MultiResult) Text(w io.Writer) {
	p := engine.NewPage(w)
	p.Line("**Multi-Search Results**")
	p.Line("Executed %d queries, found %s", len(r.Queries), engine.Plural(r.Total, "result"))
	p.Line("**Relationships Found:** %d", len(r.Relationships))
	if r.Phase > 0 {
		p.Line("phase %d of 3", r.Phase)
	}
	if r.byArea {
		r.writeAreas(p)
	} else {
		r.writeQueries(p)
	}
	if len(r.Relationships) > 0 {
		p.Line("")
		p.Line("RELATIONSHIPS")
		for _, s := range r.Relationships {
			p.Line("  %s", s.Explanation)
		}
		p.Note("  ", r.NoteOf("relationships"))
	}
	if len(r.Clusters) > 0 {
		p.Line("")
		p.Line("CLUSTERS")
		for _, c := range r.Clusters {
			p.Line("  %s (%s)", c.Name, engine.Plural(len(c.Symbols), "symbol"))
		}
		p.Note("  ", r.NoteOf("clusters"))
	}
	p.Line("")
	p.Line("=== All, fused by rank ===")
	for i := range r.Results {
		r.Results[i].write(p, fmt.Sprintf("%d. ", i+1))
	}
	r.write(p, r.Mode)
}

// writeQueries writes what was found for each question.
func (r *MultiResult) writeQueries(p engine.Page) {
	for i := range r.Queries {
		q := &r.Queries[i]
		p.Line("")
		p.Line("=== Query: %s ===", q.Query)
		if q.Failed != "" {
			p.Line("failed: %s", q.Failed)
			continue
		}
		p.Line("Found %s", engine.Plural(len(q.Results), "result"))
		for i := range q.Results[:min(len(q.Results), shownPerQuery)] {
			r.writeMatch(p, &q.Results[i], i+1)
		}
		p.Note("  ", r.NoteOf(fmt.Sprintf("queries[%s].results", q.Query)))
	}
}

// writeAreas writes what was found in each area, and what is in none.
func (r *MultiResult) writeAreas(p engine.Page) {
	written := make(map[string]bool)
	section := func(name string, in func(uid string) bool) {
		n := 0
		for i := range r.Queries {
			for k := range r.Queries[i].Results {
				m := &r.Queries[i].Results[k]
				if written[m.UID] || !in(m.UID) {
					continue
				}
				if written[m.UID] = true; n == 0 {
					p.Line("")
					p.Line("=== Area: %s ===", name)
				}
				n++
				r.writeMatch(p, m, n)
			}
		}
	}
	for _, c := range r.Clusters {
		section(c.Name, func(uid string) bool { return slices.Contains(c.Symbols, uid) })
	}
	section("none", func(string) bool { return true })
}

func (r *MultiResult) writeMatch(p engine.Page, m *SymbolMatch, number int) {
	if r.blocks {
		m.block(p, number)
	} else {
		m.write(p, fmt.Sprintf("%d. ", number))
	}
}
