package finder

import (
	"cmp"
	"context"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/analyze/search"
)

// A NearResult has what was found for a question that is asked at a file.
type NearResult struct {
	Query       string        `json:"query"`
	Analysis    Analysis      `json:"analysis"`
	Results     []SymbolMatch `json:"results" doc:"the best first; what the file has, and what it is joined to, is lifted"`
	Suggestions []string      `json:"suggestions" doc:"further questions: what the graph joins with the words of this one"`
	Metrics     Metrics       `json:"metrics"`
	Total       int           `json:"total_results"`
	engine.Bounds
}

// An Analysis says how a question was understood.
type Analysis struct {
	Mode     string       `json:"mode"`
	Plan     Plan         `json:"plan"`
	Terms    []string     `json:"terms" doc:"the words that were looked for"`
	Near     string       `json:"near" doc:"the file"`
	Backends []BackendRun `json:"backends"`
}

// Metrics say how well the results fit.
type Metrics struct {
	Best   float64 `json:"best_similarity"`
	Mean   float64 `json:"mean_similarity" doc:"of the results that are listed"`
	Lifted int     `json:"lifted" doc:"results that are of the file or joined to it"`
}

const (
	// nearLift is what the score of a symbol near the file is multiplied by.
	nearLift       = 1.5
	maxSuggestions = 5
)

// nearFile answers a question that is asked at a file.
func (e finder) nearFile(ctx context.Context, q *Question, file string, limit int) (engine.Result, error) {
	at := e.Graph.Node(string(graph.File) + ":" + file)
	if at == nil {
		return nil, &engine.ParameterError{Parameter: "near", Reason: "no analysed file " + engine.Shorten(engine.Clean(file), engine.MaxName) + "; list_files shows what there is"}
	}
	if err := q.check(); err != nil {
		return nil, err
	}
	p := e.plan(q)
	if p.pattern {
		return nil, &engine.ParameterError{Parameter: "near", Reason: "not with a pattern of the syntax tree"}
	}
	matches, t, err := e.follow(ctx, q, p, depth)
	if err != nil {
		return nil, err
	}
	around := e.joinedTo(file)
	for i := range matches {
		if around[matches[i].Node] {
			matches[i].score *= nearLift
		}
	}
	slices.SortStableFunc(matches, func(a, b match) int { return cmp.Compare(b.score, a.score) })
	r := &NearResult{
		Query: q.Query, Results: []SymbolMatch{}, Suggestions: []string{}, Total: len(matches),
		Analysis: Analysis{Mode: t.Mode, Plan: Plan{p.name, p.reason}, Terms: search.Ask(q.Query), Near: file, Backends: t.Backends},
	}
	matches = engine.Keep(&r.Bounds, "results", matches, e.results(limit))
	for i := range matches {
		r.Results = append(r.Results, e.symbolMatch(&matches[i], &listing{}))
		if around[matches[i].Node] {
			r.Metrics.Lifted++
		}
	}
	if err := e.likeness(q.Query, matches, r.Results); err != nil {
		return nil, err
	}
	for i := range r.Results {
		s := *r.Results[i].Similarity
		r.Metrics.Best = max(r.Metrics.Best, s)
		r.Metrics.Mean += s / float64(len(r.Results))
	}
	r.Metrics.Mean = math.Round(1000*r.Metrics.Mean) / 1000
	names := e.expand(q.Query)
	r.Suggestions = append(r.Suggestions, names[:min(len(names), maxSuggestions)]...)
	return r, nil
}

// joinedTo returns the symbols of a file, and what is one relation away from them.
func (e finder) joinedTo(file string) map[*graph.Node]bool {
	set := make(map[*graph.Node]bool)
	for _, n := range e.Graph.Nodes {
		if n.Path != file {
			continue
		}
		set[n] = true
		for _, edge := range e.Graph.Out(n) {
			if !engine.Structural(edge.Type) && edge.Confidence >= e.MinConfidence {
				set[edge.Target] = true
			}
		}
		for _, edge := range e.Graph.In(n) {
			if !engine.Structural(edge.Type) && edge.Confidence >= e.MinConfidence {
				set[edge.Source] = true
			}
		}
	}
	return set
}

// Text writes the results, and what was made of the question.
func (r *NearResult) Text(w io.Writer) {
	p := engine.NewPage(w)
	for i := range r.Results {
		r.Results[i].write(p, "")
	}
	p.Note("", r.NoteOf("results"))
	p.Line("mode: %s; plan: %s, for %s", r.Analysis.Mode, r.Analysis.Plan.Name, r.Analysis.Plan.Reason)
	p.Line("near %s: %s lifted", r.Analysis.Near, engine.Plural(r.Metrics.Lifted, "result"))
	p.Line("similarity: best %.3f, mean %.3f", r.Metrics.Best, r.Metrics.Mean)
	if len(r.Suggestions) > 0 {
		p.Line("related: %s", strings.Join(r.Suggestions, ", "))
	}
}
