package finder

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
)

// QueryParams and SearchParams ask the same with other defaults: query for flows, search for
// symbols.
type QueryParams struct {
	Question
	Queries     []string `json:"queries,omitempty" argument:"" doc:"further questions; the answer then says what joins what is found, as multi_search does"`
	Limit       int      `json:"limit,omitempty" min:"1" doc:"flows to list, or with flat symbols (default: 5 flows, 10 symbols; at most 30)"`
	Sort        string   `json:"sort,omitempty" enum:"priority,matches" default:"priority" doc:"order of the flows: by how well their symbols fit, or by how many do"`
	Flat        bool     `json:"flat,omitempty" doc:"list symbols, not flows"`
	Connections bool     `json:"connections,omitempty" doc:"show what each symbol is directly joined to"`
	Snippets    bool     `json:"snippets,omitempty" doc:"show the code of each symbol"`
	Explain     bool     `json:"explain,omitempty" doc:"say how each symbol was found"`
	Near        string   `json:"near,omitempty" doc:"path of a file that the question is asked at: what it has, and what it is joined to, comes first; the answer then says how the question was understood, how well the results fit, and what to ask next"`
	Progressive bool     `json:"progressive,omitempty" doc:"ask the question alone, then with its words, then with what the graph adds, until what is found is enough"`
}

// SearchParams are QueryParams with other defaults.
type SearchParams struct {
	Question
	Limit          int    `json:"limit,omitempty" min:"1" doc:"symbols to list (default: 10; at most 30)"`
	Sort           string `json:"sort,omitempty" enum:"priority,matches" default:"matches" doc:"order of the flows: by how well their symbols fit, or by how many do"`
	GroupByProcess bool   `json:"groupByProcess,omitempty" default:"true" doc:"group the symbols by flow"`
	Connections    bool   `json:"connections,omitempty" doc:"show what each symbol is directly joined to"`
	Snippets       bool   `json:"snippets,omitempty" doc:"show the code of each symbol"`
	Explain        bool   `json:"explain,omitempty" doc:"say how each symbol was found"`
	Format         string `json:"format,omitempty" enum:"text,chat" default:"text" doc:"form of the text: chat lists symbols with their similarity to the question and their code"`
}

// A QueryResult holds the matches by flow.
type QueryResult struct {
	Mode      string        `json:"mode" doc:"how it was looked for, and why when that is not what was asked for"`
	Processes []FlowMatch   `json:"processes" doc:"flows that hold what was found"`
	Symbols   []StepMatch   `json:"process_symbols" doc:"the symbols of these flows that were found"`
	Others    []SymbolMatch `json:"definitions" doc:"what was found beside the flows"`
	Found
}

// A FlatResult holds the matches as one list.
type FlatResult struct {
	Mode    string        `json:"mode" doc:"how it was looked for, and why when that is not what was asked for"`
	Results []SymbolMatch `json:"results" doc:"the best first"`
	Found
	blocks bool // the text is for a model
}

// Found is the part that all answers to a question share.
type Found struct {
	Notes    []string     `json:"notes,omitempty" doc:"what a reader has to know of this answer"`
	Plan     *Plan        `json:"plan,omitempty" doc:"with explain"`
	Backends []BackendRun `json:"backends,omitempty" doc:"the ways it was looked for, with explain"`
	// Documents are the best sections of Markdown files with all words of the question.
	Documents []engine.Section `json:"documents,omitempty" doc:"the sections of Markdown files that have all words of the question, the best first"`
	engine.Bounds
}

// A Plan says which search was used, and why.
type Plan struct {
	Name   string `json:"name" doc:"graph, ast, vector, lexical, hybrid or all"`
	Reason string `json:"reason"`
}

// A FlowMatch is a flow that contains a match.
type FlowMatch struct {
	Summary  string  `json:"summary"`
	Priority float64 `json:"priority"`
	Matches  int     `json:"symbol_count" doc:"its symbols that were found"`
	Type     string  `json:"process_type"`
	Steps    int     `json:"step_count"`
	ID       string  `json:"id"`
	Title    string  `json:"title,omitempty" doc:"what starts it, as the code says it: the route, the command, the program, else the first sentence of the comment of the entry"`
}

// A StepMatch is a match that is a step of a flow.
type StepMatch struct {
	SymbolMatch
	Step    int    `json:"step_index"`
	Process string `json:"process_id"`
}

// A SymbolMatch is a match.
type SymbolMatch struct {
	Name      string   `json:"name"`
	Type      string   `json:"type"`
	FilePath  string   `json:"filePath"`
	StartLine int      `json:"startLine,omitempty"`
	EndLine   int      `json:"endLine,omitempty"`
	UID       string   `json:"uid"`
	Score     float64  `json:"score"`
	Sources   []string `json:"sources" doc:"the ways that found it"`
	Role      string   `json:"role,omitempty" enum:"caller,callee,user,dependant,dependency,subtype" doc:"what it is to the symbol that a relation was asked of"`
	// Ranks are set with explain.
	Ranks       []Rank       `json:"ranks,omitempty" doc:"its places in what each way found"`
	Cluster     string       `json:"cluster,omitempty"`
	Connections []Connection `json:"connections,omitempty"`
	engine.Surroundings
	Snippet    *engine.Snippet `json:"snippet,omitempty"`
	Similarity *float64        `json:"similarity,omitempty" doc:"to the question, 0 to 1: the share of its words that the symbol has, and a little for a neighbour that has one in its name; with the vectors of a language model their likeness"`
}

// A Connection is a relation to another symbol.
type Connection struct {
	Direction  string  `json:"direction" enum:"in,out"`
	Relation   string  `json:"relation"`
	Confidence float64 `json:"confidence"`
	engine.Ref
}

// A listing says how matches are listed.
type listing struct {
	found, flows, perFlow, others int
	sort                          string
	flat, cluster                 bool
	connections, explain          bool
	snippets                      bool
	blocks                        bool              // the text is for a model
	role                          string            // of all results
	code                          *engine.Snippeter // set if snippets are requested and code may be shown
}

// formChat is the form of a text for a model.
const formChat = "chat"

const (
	// groupedResults is the number of matches whose flows query looks up.
	groupedResults = 50
	// maxSections is the number of sections of Markdown files that are listed.
	maxSections = 3
	// maxConnections is the number of connections per symbol and direction.
	maxConnections = 3
)

// results returns the number of symbols to list for a requested limit, 0 for the default.
func (e finder) results(limit int) int {
	return min(cmp.Or(limit, e.SearchLimits.Results), e.SearchLimits.MaxResults)
}

// A finder answers questions about the snapshot of an engine.
type finder struct {
	*engine.Engine
	each func(*Part) // nil if nobody waits for parts of the answer
}

// Query returns a *QueryResult or a *FlatResult, or for several questions a *MultiResult.
func Query(ctx context.Context, e *engine.Engine, p QueryParams) (engine.Result, error) {
	return finder{Engine: e}.query(ctx, p)
}

func (e finder) query(ctx context.Context, p QueryParams) (engine.Result, error) {
	if p.Near != "" || p.Progressive {
		return e.queryMore(ctx, &p)
	}
	if len(p.Queries) > 0 {
		return e.multiSearch(ctx, MultiSearchParams{
			Queries: append([]string{p.Query}, p.Queries...), LimitPerQuery: cmp.Or(p.Limit, min(shownPerQuery, e.SearchLimits.MaxResults)), Expand: true, Mode: p.Mode, Files: p.Files,
		})
	}
	l := listing{
		found: groupedResults, flows: min(cmp.Or(p.Limit, e.SearchLimits.Flows), e.SearchLimits.MaxResults), perFlow: e.SearchLimits.SymbolsPerFlow, others: e.SearchLimits.Definitions,
		sort: p.Sort, flat: p.Flat, connections: p.Connections, explain: p.Explain, snippets: p.Snippets,
	}
	if p.Flat {
		l.found = e.results(p.Limit)
	}
	return e.answer(ctx, &p.Question, l, p.Limit)
}

// queryMore answers a query that is asked at a file, or progressively.
func (e finder) queryMore(ctx context.Context, p *QueryParams) (engine.Result, error) {
	switch {
	case len(p.Queries) > 0:
		return nil, &engine.ParameterError{Parameter: "queries", Reason: "only one question with near and progressive"}
	case p.Near != "" && p.Progressive:
		return nil, &engine.ParameterError{Parameter: "near", Reason: "not with progressive"}
	case p.Near != "":
		return e.nearFile(ctx, &p.Question, p.Near, p.Limit)
	}
	return e.progressive(ctx, p, e.results(p.Limit))
}

// Search returns a *QueryResult or a *FlatResult.
func Search(ctx context.Context, e *engine.Engine, p SearchParams) (engine.Result, error) {
	return finder{Engine: e}.search(ctx, p)
}

func (e finder) search(ctx context.Context, p SearchParams) (engine.Result, error) {
	n := e.results(p.Limit)
	return e.answer(ctx, &p.Question, listing{
		found: n, flows: engine.MaxProcesses, perFlow: n, others: n,
		sort: p.Sort, flat: !p.GroupByProcess || p.Format == formChat, cluster: true, connections: p.Connections, explain: p.Explain, snippets: p.Snippets || p.Format == formChat,
		blocks: p.Format == formChat,
	}, p.Limit)
}

func (e finder) answer(ctx context.Context, q *Question, l listing, asked int) (engine.Result, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	p := e.plan(q)
	if p.pattern {
		r, err := e.syntaxAnswer(ctx, q, asked)
		if err != nil {
			return nil, err
		}
		if l.explain {
			r.Plan = &Plan{p.name, p.reason}
			r.Backends = []BackendRun{{"ast", 1, len(r.Matches) + r.CutFrom("matches"), ""}}
		}
		return r, nil
	}
	if p.listed && !l.flat {
		l.flat, l.found = true, e.results(asked)
	}
	l.role = p.role
	matches, t, err := e.follow(ctx, q, p, depth)
	if err != nil {
		return nil, err
	}
	f := Found{Notes: t.notes}
	if note := Unnamed(e.Engine, q.Query); note != "" && !p.listed {
		f.Notes = append(f.Notes, engine.Clean(note))
	}
	if !p.listed && q.Kind == "" && q.Language == "" {
		in, err := engine.PathFilter("files", q.Files)
		if err != nil {
			return nil, err
		}
		f.Documents = e.Sections(q.Query, maxSections, in)
	}
	if l.snippets {
		if l.code = e.NewSnippeter(q.Query); l.code == nil {
			f.Notes = append(f.Notes, "snippets are turned off in the configuration")
		}
	}
	if most := e.SearchLimits.MaxResults; asked > most {
		f.Notes = append(f.Notes, fmt.Sprintf("limit %d is above the maximum, %d", asked, most))
	}
	if l.explain {
		f.Plan, f.Backends = &Plan{p.name, p.reason}, t.Backends
	}
	if len(matches) == 0 {
		f.Notes = append(f.Notes, e.nothingFits(q))
	}
	if l.flat {
		r := &FlatResult{Mode: t.Mode, Found: f, Results: []SymbolMatch{}, blocks: l.blocks}
		matches = engine.Keep(&r.Bounds, "results", matches, l.found)
		for i := range matches {
			r.Results = append(r.Results, e.symbolMatch(&matches[i], &l))
		}
		if l.blocks {
			err = e.likeness(q.Query, matches, r.Results)
		}
		return r, err
	}
	r := &QueryResult{Mode: t.Mode, Found: f, Symbols: []StepMatch{}, Processes: []FlowMatch{}, Others: []SymbolMatch{}}
	if l.cluster { // search reports the full number; query looks no further
		matches = engine.Keep(&r.Bounds, "results", matches, l.found)
	}
	r.group(e, matches[:min(len(matches), l.found)], &l)
	return r, nil
}

// A flow is a flow with its matches in the order of steps.
type flow struct {
	process  *graph.Process
	priority float64
	matches  []match
	steps    []int
}

// group assigns the matches to their flows; matches without a flow are listed separately. Flows with
// no relevant match are left out.
func (r *QueryResult) group(e finder, matches []match, l *listing) {
	flows, rest := e.flows(matches)
	best := bestScores(matches)
	flows = slices.DeleteFunc(flows, func(f flow) bool {
		return !slices.ContainsFunc(f.matches, func(m match) bool { return m.relevant(best) })
	})
	for i := range flows {
		flows[i].priority = e.priority(&flows[i], best)
	}
	slices.SortStableFunc(flows, func(a, b flow) int {
		byPriority, byMatches := cmp.Compare(b.priority, a.priority), cmp.Compare(len(b.matches), len(a.matches))
		if l.sort == "matches" {
			byPriority, byMatches = byMatches, byPriority
		}
		return cmp.Or(byPriority, byMatches, cmp.Compare(a.process.ID, b.process.ID))
	})
	for _, f := range engine.Keep(&r.Bounds, "processes", flows, l.flows) {
		p := f.process
		r.Processes = append(r.Processes, FlowMatch{p.Label, f.priority, len(f.matches), p.Type, len(p.Steps), p.ID, e.Title(p)})
		name := fmt.Sprintf("process_symbols[%s]", p.ID)
		steps := make([]StepMatch, len(f.matches))
		for i := range f.matches {
			steps[i] = StepMatch{e.symbolMatch(&f.matches[i], l), f.steps[i], p.ID}
		}
		r.Symbols = append(r.Symbols, engine.Keep(&r.Bounds, name, steps, l.perFlow)...)
	}
	for _, m := range engine.Keep(&r.Bounds, "definitions", rest, l.others) {
		r.Others = append(r.Others, e.symbolMatch(&m, l))
	}
}

// flows returns the flows that contain matches, and the matches without a flow.
func (e finder) flows(matches []match) (flows []flow, rest []match) {
	in := make(map[*graph.Node]bool)
	for i := range e.Processes {
		f := flow{process: &e.Processes[i]}
		for _, m := range matches {
			if at := slices.Index(f.process.Steps, m.Node); at >= 0 {
				f.matches, f.steps = append(f.matches, m), append(f.steps, at+1)
				in[m.Node] = true
			}
		}
		if len(f.matches) > 0 {
			flows = append(flows, f)
		}
	}
	for _, m := range matches {
		if !in[m.Node] {
			rest = append(rest, m)
		}
	}
	return flows, rest
}

// minRelevance is the share of the best score of a backend that a match must have to count for a flow.
// Ranks alone do not tell it from a match that has only a common word of the question, and a flow with
// many of these would go before the flow of the symbol that was asked for.
const minRelevance = 0.3

// bestScores returns the best score of each backend.
func bestScores(matches []match) map[string]float64 {
	best := make(map[string]float64)
	for i := range matches {
		for _, r := range matches[i].ranks {
			best[r.Backend] = max(best[r.Backend], r.Score)
		}
	}
	return best
}

// relevant reports whether a match counts for its flows, given the best score of each backend.
func (m *match) relevant(best map[string]float64) bool {
	return slices.ContainsFunc(m.ranks, func(r Rank) bool { return r.Score >= minRelevance*best[r.Backend] })
}

// priority rates a flow: the sum of the scores of its relevant matches, plus a little for the largest
// cohesion of their areas.
func (e finder) priority(f *flow, best map[string]float64) float64 {
	sum, cohesion := 0.0, 0.0
	for _, m := range f.matches {
		if !m.relevant(best) {
			continue
		}
		sum += m.score
		if i := e.CommunityOf(m.Node); i >= 0 {
			cohesion = max(cohesion, e.Communities[i].Cohesion)
		}
	}
	return math.Round((sum+cohesion*e.SearchLimits.CohesionWeight)*1000) / 1000
}

func (e finder) symbolMatch(m *match, l *listing) SymbolMatch {
	n := m.Node
	s := SymbolMatch{Name: n.Name, Type: string(n.Label), FilePath: n.Path, StartLine: n.Start, EndLine: n.End, UID: n.ID, Score: math.Round(m.score*1e6) / 1e6, Sources: []string{}, Role: l.role}
	for _, rank := range m.ranks {
		s.Sources = append(s.Sources, rank.Backend)
	}
	if l.explain {
		s.Ranks = m.ranks
	}
	if i := e.CommunityOf(n); l.cluster && i >= 0 {
		s.Cluster = e.Communities[i].Area
	}
	if l.connections {
		s.Connections = e.connections(n)
	}
	if s.Surroundings = e.SurroundingsOf(n); l.code != nil {
		s.Snippet = l.code.Of(n)
	}
	return s
}

// connections returns the relations of a symbol with the highest confidence, a few per direction.
func (e finder) connections(n *graph.Node) []Connection {
	var list []Connection
	add := func(direction string, edges []*graph.Edge, other func(*graph.Edge) *graph.Node) {
		var some []Connection
		for _, edge := range edges {
			if !engine.Structural(edge.Type) && edge.Confidence >= e.MinConfidence {
				some = append(some, Connection{direction, string(edge.Type), edge.Confidence, engine.RefOf(other(edge))})
			}
		}
		slices.SortStableFunc(some, func(a, b Connection) int {
			return cmp.Or(cmp.Compare(b.Confidence, a.Confidence), cmp.Compare(a.Relation, b.Relation), cmp.Compare(a.UID, b.UID))
		})
		list = append(list, some[:min(len(some), maxConnections)]...)
	}
	add("in", e.Graph.In(n), func(edge *graph.Edge) *graph.Node { return edge.Source })
	add("out", e.Graph.Out(n), func(edge *graph.Edge) *graph.Node { return edge.Target })
	return list
}
