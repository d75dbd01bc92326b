package engine

import "github.com/nexus-ci/nexus-ci/analyze/search"

// SearchLimits are the numbers of the tools that search.
type SearchLimits struct {
	// Results is how many symbols are listed unless a question says otherwise, and
	// MaxResults how many at most.
	Results, MaxResults int
	// Flows is how many flows query lists, SymbolsPerFlow how many symbols of each, and
	// Definitions how many beside them.
	Flows, SymbolsPerFlow, Definitions int
	// K is the constant of the fusion by rank, and CohesionWeight what the cohesion of an
	// area adds to the priority of a flow.
	K, CohesionWeight float64

	// Queries is how many questions are asked at once at most.
	Queries int
	// The graph adds to a question what is ExpandHops from what a word of it names,
	// ExpandRelated for each word, ExpandMax in all with the question itself.
	ExpandHops, ExpandRelated, ExpandMax int
}

// DefaultSearchLimits is what the configuration begins with.
var DefaultSearchLimits = SearchLimits{
	Results: 10, MaxResults: 30, Flows: 5, SymbolsPerFlow: 10, Definitions: 20, K: search.K, CohesionWeight: 0.1,
	Queries: 30, ExpandHops: 2, ExpandRelated: 5, ExpandMax: 10,
}
