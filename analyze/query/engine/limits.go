package engine

import "github.com/nexus-ci/nexus-ci/analyze/search"

// SearchLimits are the limits and weights of the search tools.
type SearchLimits struct {
	// Results is the default number of listed symbols, MaxResults the maximum.
	Results, MaxResults int
	// Flows is the number of flows that query lists, SymbolsPerFlow the number of symbols per
	// flow, Definitions the number of symbols outside of flows.
	Flows, SymbolsPerFlow, Definitions int
	// K is the constant of the combination by rank, CohesionWeight the weight of an area's
	// cohesion in the priority of a flow.
	K, CohesionWeight float64
	// Threshold is the likeness below which what the vectors of a language model find is
	// dropped; 0 drops none. GraphBoost is what a neighbour that the question names adds
	// to the similarity of a symbol.
	Threshold, GraphBoost float64

	// Queries is the maximum number of questions in one call.
	Queries int
	// A question is expanded by names from the graph: up to ExpandHops away from a symbol that a
	// word names, ExpandRelated per word, ExpandMax in all, including the question itself.
	ExpandHops, ExpandRelated, ExpandMax int
	// Snippet is how much code multi_search shows of a symbol, in characters.
	Snippet int
}

// DefaultSearchLimits are the defaults of the configuration.
var DefaultSearchLimits = SearchLimits{
	Results: 10, MaxResults: 30, Flows: 5, SymbolsPerFlow: 10, Definitions: 20, K: search.K, CohesionWeight: 0.1, GraphBoost: 0.1,
	Queries: 30, ExpandHops: 2, ExpandRelated: 5, ExpandMax: 10, Snippet: 300,
}
