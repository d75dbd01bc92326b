package finder

import (
	"context"
	"sync"

	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
)

// A Part is what one way to search found for one question, before the lists of all are combined.
type Part struct {
	Query   string        `json:"query"`
	Backend string        `json:"backend"`
	Results []SymbolMatch `json:"results" doc:"the best first; the scores are those of this way"`
	Note    string        `json:"note,omitempty"`
	engine.Bounds
}

// QueryParts is Query that also gives the part of each way to search, a *Part, as soon as that way
// has an answer. each is called for one part at a time.
func QueryParts(ctx context.Context, e *engine.Engine, p QueryParams, each func(part any)) (engine.Result, error) {
	var mu sync.Mutex
	given := make(map[[2]string]bool) // a search without a service that is gone asks the others again
	return finder{Engine: e, each: func(part *Part) {
		mu.Lock()
		defer mu.Unlock()
		if key := [2]string{part.Query, part.Backend}; !given[key] {
			given[key] = true
			each(part)
		}
	}}.query(ctx, p)
}

// part returns what a backend found for a question.
func (e finder) part(query, backend string, f found) *Part {
	p := &Part{Query: query, Backend: backend, Results: []SymbolMatch{}, Note: f.note}
	for _, h := range engine.Keep(&p.Bounds, "results", f.hits, e.SearchLimits.Results) {
		m := match{Node: e.Graph.Nodes[h.Doc], score: h.Score, ranks: []Rank{{Backend: backend}}}
		p.Results = append(p.Results, e.symbolMatch(&m, &listing{}))
	}
	return p
}
