package finder

import (
	"context"

	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/analyze/search"
)

const (
	// EnoughResults of EnoughSimilarity answer a question, so that nobody has to look further.
	EnoughResults    = 5
	EnoughSimilarity = 0.8
	// progressiveWords is how many queries are made of the words of a question.
	progressiveWords = 4
)

// Enough reports whether results answer a question. Those without a similarity do not count.
func Enough(results []SymbolMatch) bool {
	n := 0
	for i := range results {
		if s := results[i].Similarity; s != nil && *s >= EnoughSimilarity {
			n++
		}
	}
	return n >= EnoughResults
}

// progressive asks a question alone, then with its words, then with what the graph adds, until
// what is found is enough.
func (e finder) progressive(ctx context.Context, p *QueryParams, perQuery int) (engine.Result, error) {
	ask := func(phase int, queries []string, expand bool) (*MultiResult, error) {
		result, err := e.multiSearch(ctx, MultiSearchParams{Queries: queries, LimitPerQuery: perQuery, Expand: expand, Mode: p.Mode, Files: p.Files, Format: formChat})
		if err != nil {
			return nil, err
		}
		r := result.(*MultiResult) // that is what it answers with
		r.Phase = phase
		return r, nil
	}
	r, err := ask(1, []string{p.Query}, false)
	if err != nil || Enough(r.Queries[0].Results) {
		return r, err
	}
	words := search.Ask(p.Query)
	queries := append([]string{p.Query}, words[:min(len(words), progressiveWords)]...)
	if r, err = ask(2, queries, false); err != nil {
		return nil, err
	}
	for i := range r.Queries {
		if Enough(r.Queries[i].Results) {
			return r, nil
		}
	}
	return ask(3, queries, true)
}
