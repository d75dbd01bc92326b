// Package finder answers questions in words about the code graph of one snapshot: it finds symbols
// by words, by likeness, by relation and by pattern, alone or as steps of flows.
//
// In: an engine.Engine and a Question. Out: symbols, the best first, with how each was found; or
// an *engine.ParameterError.
//
// A plan (plan.go) chooses the backends: for words and likeness (find.go), relations
// (relation.go), and patterns of the syntax tree (places.go). What they find is combined by rank.
//
// Invariants: equal questions to equal snapshots have equal answers, whatever backend is ready
// first; every list is bounded, and a cut list has its full length.
package finder

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/analyze/search"
)

// A Question is a search in words.
type Question struct {
	Query    string `json:"query,omitempty" argument:"" doc:"what to look for: a name, or a few words"`
	Mode     string `json:"mode,omitempty" enum:"auto,lexical,vector,hybrid,graph,ast,all" default:"auto" doc:"how to look: by words (lexical), by likeness (vector) or both (hybrid); what is related (graph), or of a structure (ast); all of these; or what the question looks like (auto)"`
	Files    string `json:"files,omitempty" doc:"pattern of the paths to look in, such as src/**"`
	Kind     string `json:"kind,omitempty" doc:"kind of symbol to look for: Function, Method, Class, …"`
	Language string `json:"language,omitempty" doc:"language to look in, or an extension: go, typescript, ts"`
	// Threshold is for vectors of a language model; other ways to find have no likeness.
	Threshold float64 `json:"threshold,omitempty" doc:"least likeness, 0 to 1, of what the vectors of a language model find (default: search.threshold of the configuration)"`
}

const (
	// maxQuestion is the maximum length of a question in bytes.
	maxQuestion = 10_000
	// depth is the number of hits taken from each backend.
	depth = 100
)

// A backend is one method to find symbols.
type backend struct {
	name string
	find func(ctx context.Context, e finder, r *request) (found, error)
}

// A request is a question in the form for backends.
type request struct {
	*Question
	allows func(*graph.Node) bool
	limit  int
}

// found is the result of a backend: nodes by position, best first. note is a remark for people on
// how they were found.
type found struct {
	hits []search.Hit
	note string
}

// A Rank is the rank of a symbol in the list of a backend.
type Rank struct {
	Backend string  `json:"backend"`
	Rank    int     `json:"rank" doc:"from 1"`
	Score   float64 `json:"score" doc:"by the measure of the backend"`
}

// A match is a symbol that was found.
type match struct {
	Node  *graph.Node
	score float64 // combined score
	ranks []Rank
}

// A trace records how a question was answered.
type trace struct {
	Mode     string       `json:"mode" doc:"how it was looked for"`
	Backends []BackendRun `json:"backends"`
	notes    []string
}

// A BackendRun records what one backend did.
type BackendRun struct {
	Name   string  `json:"name"`
	Weight float64 `json:"weight" doc:"of its ranks among those of the others"`
	Hits   int     `json:"hits"`
	Note   string  `json:"note,omitempty"`
}

// wordParts returns the backends that search for words and similarity.
func wordParts(mode string) []part {
	byWords, byLikeness := part{backend{"lexical", findLexical}, lexicalWeight}, part{backend{"vector", findVector}, vectorWeight}
	switch mode {
	case "lexical":
		return []part{byWords}
	case "vector":
		return []part{byLikeness}
	}
	return []part{byWords, byLikeness}
}

// autoParts returns the best of these backends as the default, and their mode. Hashed n-grams
// improve the results of words too little (see docs/agents.md); embeddings of a language model do
// improve them.
func (e finder) autoParts() (mode string, parts []part) {
	if e.Semantic != nil {
		return "hybrid", wordParts("hybrid")
	}
	return "lexical", wordParts("lexical")
}

// without removes a backend that is not available; the search for words always is.
func (p plan) without(i int, gone error) plan {
	p.parts = slices.Delete(slices.Clone(p.parts), i, i+1)
	if len(p.parts) == 0 {
		p.parts = wordParts("lexical")
	}
	if len(p.parts) == 1 {
		p.mode = p.parts[0].name
	}
	p.mode = fmt.Sprintf("%s (%v)", p.mode, gone)
	return p
}

// Weights of the two lists in the combination.
const (
	lexicalWeight = 1
	vectorWeight  = 0.5
)

// AutoMode returns the mode that a question of a few words has by default.
func AutoMode(e *engine.Engine) string {
	mode, _ := finder{Engine: e}.autoParts()
	return mode
}

// Lookup answers a question: the symbols that match best, at most limit.
func Lookup(ctx context.Context, e *engine.Engine, q *Question, limit int) ([]match, *trace, error) {
	return finder{Engine: e}.lookup(ctx, q, limit)
}

func (e finder) lookup(ctx context.Context, q *Question, limit int) ([]match, *trace, error) {
	if err := q.check(); err != nil {
		return nil, nil, err
	}
	return e.follow(ctx, q, e.plan(q), limit)
}

// follow answers a question according to a plan.
func (e finder) follow(ctx context.Context, q *Question, p plan, limit int) ([]match, *trace, error) {
	allows, err := q.filter()
	if err != nil {
		return nil, nil, err
	}
	if _, err := e.Search(); err != nil { // once, before several backends need it
		return nil, nil, err
	}
	asked := *q
	asked.Query = p.query
	if p.listed {
		limit = len(e.Graph.Nodes)
	}
	return e.run(ctx, p, &request{&asked, allows, max(limit, depth)}, limit)
}

// check returns an error for an invalid question.
func (q *Question) check() error {
	switch {
	case strings.TrimSpace(q.Query) == "":
		return &engine.ParameterError{Parameter: "query", Reason: "is empty; say what to look for"}
	case q.Threshold < 0 || q.Threshold > 1:
		return &engine.ParameterError{Parameter: "threshold", Reason: "want 0 to 1"}
	case len(q.Query) > maxQuestion:
		return &engine.ParameterError{Parameter: "query", Reason: fmt.Sprintf("%d bytes, at most %d", len(q.Query), maxQuestion)}
	}
	return nil
}

// run runs the backends in parallel and combines their results.
func (e finder) run(ctx context.Context, p plan, r *request, limit int) ([]match, *trace, error) {
	answers, errs := make([]found, len(p.parts)), make([]error, len(p.parts))
	var wg sync.WaitGroup
	for i := range p.parts {
		wg.Go(func() {
			if answers[i], errs[i] = p.parts[i].find(ctx, e, r); errs[i] == nil && e.each != nil {
				e.each(e.part(r.Query, p.parts[i].name, answers[i]))
			}
		})
	}
	wg.Wait()
	for i := range p.parts {
		if gone := (*search.UnavailableError)(nil); errors.As(errs[i], &gone) {
			return e.run(ctx, p.without(i, gone), r, limit)
		}
	}
	t := &trace{Mode: p.mode, Backends: []BackendRun{}}
	var lists []search.List
	var places []map[int]int // rank by document, for each list
	for i, part := range p.parts {
		if errs[i] != nil {
			return nil, nil, errs[i]
		}
		lists = append(lists, search.List{Hits: answers[i].hits, Weight: part.weight})
		at := make(map[int]int, len(answers[i].hits))
		for k, h := range answers[i].hits {
			at[h.Doc] = k
		}
		places = append(places, at)
		t.Backends = append(t.Backends, BackendRun{part.name, part.weight, len(answers[i].hits), answers[i].note})
		if answers[i].note != "" {
			t.notes = append(t.notes, answers[i].note)
		}
	}
	var matches []match
	for _, h := range search.Fuse(e.SearchLimits.K, limit, lists...) {
		m := match{Node: e.Graph.Nodes[h.Doc], score: h.Score}
		for i, l := range lists {
			if at, ok := places[i][h.Doc]; ok {
				m.ranks = append(m.ranks, Rank{p.parts[i].name, at + 1, l.Hits[at].Score})
			}
		}
		matches = append(matches, m)
	}
	return matches, t, nil
}

// nothingFits suggests what to do after an empty answer.
func (e finder) nothingFits(q *Question) string {
	if len(e.Graph.Nodes) == 0 {
		return "there is nothing to search: the repository has no file that can be read, or none is checked out"
	}
	if q.Files != "" || q.Kind != "" || q.Language != "" {
		return "nothing fits; try it without files, kind or language"
	}
	if word := strings.TrimSpace(q.Query); !strings.Contains(word, " ") {
		if near := e.Near(word); len(near) > 0 {
			return fmt.Sprintf("nothing fits; did you mean %s?", engine.Clean(near[0].Name))
		}
	}
	return "nothing fits; try other words, or fewer; explore without a target shows what there is"
}

// filter returns a function that reports whether a symbol is of the requested kind and files.
func (q *Question) filter() (func(*graph.Node) bool, error) {
	in, err := engine.PathFilter("files", q.Files)
	if err != nil {
		return nil, err
	}
	if q.Kind != "" && !slices.ContainsFunc(graph.Labels, func(l graph.Label) bool { return strings.EqualFold(string(l), q.Kind) }) {
		return nil, &engine.ParameterError{Parameter: "kind", Reason: fmt.Sprintf("%q: want one of %s", engine.Shorten(q.Kind, engine.MaxName), engine.Joined(graph.Labels))}
	}
	return func(n *graph.Node) bool {
		return in(n.Path) && (q.Kind == "" || strings.EqualFold(string(n.Label), q.Kind)) && engine.InLanguage(n.Path, n.Language, q.Language)
	}, nil
}

// only returns the first hits that match the filters of a request.
func (r *request) only(e finder, hits []search.Hit) []search.Hit {
	var list []search.Hit
	for _, h := range hits {
		if len(list) == r.limit {
			break
		}
		if r.allows(e.Graph.Nodes[h.Doc]) {
			list = append(list, h)
		}
	}
	return list
}

func findLexical(_ context.Context, e finder, r *request) (found, error) {
	index, err := e.Search()
	if err != nil {
		return found{}, err
	}
	hits := index.Spread(e.Graph, r.Query, index.Docs())
	e.preferNamed(hits, r.Query)
	return found{hits: r.only(e, hits)}, nil
}

// preferNamed ranks symbols with exactly the name in the question above all others, which may
// contain the name more often. If no symbol has it, and it is no word of a language, it is taken for
// a misspelling of the most similar name.
func (e finder) preferNamed(hits []search.Hit, question string) {
	name := strings.TrimSpace(question)
	if len(hits) == 0 || strings.ContainsAny(name, " \t\n") {
		return
	}
	if !slices.ContainsFunc(e.Graph.Nodes, func(n *graph.Node) bool { return hasName(n, name) }) {
		if name = e.misspelled(name); name == "" {
			return
		}
	}
	top := hits[0].Score
	for i := range hits {
		if hasName(e.Graph.Nodes[hits[i].Doc], name) {
			hits[i].Score += top
		}
	}
	slices.SortStableFunc(hits, func(a, b search.Hit) int { return cmp.Compare(b.Score, a.Score) })
}

func hasName(n *graph.Node, name string) bool {
	return strings.EqualFold(n.Name, name) || strings.EqualFold(n.Qualified, name)
}

// misspelled returns the name of the graph that a misspelled one most probably means: at most one
// letter of five differs, and no digit, for sha1 is no sha2. It returns "" for none, and for a word of
// a language.
func (e finder) misspelled(name string) string {
	if len(name) > engine.MaxName || !identifierForm().MatchString(name) {
		return ""
	}
	want, found, least := strings.ToLower(name), "", max(1, len(name)/5)+1
	for _, n := range e.Graph.Nodes {
		if difference := len(n.Name) - len(name); difference >= least || -difference >= least {
			continue
		}
		if d := engine.Distance(want, strings.ToLower(n.Name)); d < least && digits(n.Name) == digits(name) {
			found, least = n.Name, d
		}
	}
	return found
}

func digits(name string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, name)
}

// findVector returns an *search.UnavailableError when the service for embeddings or the store of
// vectors is not available.
func findVector(ctx context.Context, e finder, r *request) (found, error) {
	s, err := e.Nearest(ctx)
	if err != nil {
		return found{}, err
	}
	hits, err := s.Semantic(ctx, r.Query, len(e.Graph.Nodes))
	if err != nil {
		return found{}, err
	}
	if e.Semantic != nil {
		hits = alike(hits, cmp.Or(r.Threshold, e.SearchLimits.Threshold))
	}
	f := found{hits: r.only(e, hits)}
	if e.Semantic == nil {
		f.note = "similarity is that of hashed n-grams: no embedding model is configured"
	}
	return f, nil
}
