package main

// searchSettings are the keys of the tools that search.
func (c *config) searchSettings() []setting {
	number := func(key, doc string, value *int, low, high float64) setting {
		return setting{key, doc, value, func() error { return inRange(float64(*value), low, high) }}
	}
	s := &c.search
	return []setting{
		number("search.limit", "symbols that a search lists, unless --limit says otherwise", &s.Results, 1, 1000),
		number("search.max_limit", "most that --limit may ask for", &s.MaxResults, 1, 1000),
		number("search.processes", "flows that query lists", &s.Flows, 1, 1000),
		number("search.symbols_per_process", "symbols that query lists of one flow", &s.SymbolsPerFlow, 1, 1000),
		number("search.definitions", "symbols that query lists beside the flows", &s.Definitions, 1, 1000),
		{"search.rrf_k", "constant of the fusion by rank: larger ones weigh the first ranks less", &s.K, func() error { return inRange(s.K, 1, 1e6) }},
		{"search.cohesion_weight", "what the cohesion of an area adds to the priority of a flow", &s.CohesionWeight, func() error { return inRange(s.CohesionWeight, 0, 1) }},

		number("multi_search.max_queries", "questions that are asked at once", &s.Queries, 1, 1000),
		number("multi_search.expand_hops", "how far from a named symbol the graph looks for further questions", &s.ExpandHops, 1, 10),
		number("multi_search.expand_related", "further questions for each word", &s.ExpandRelated, 0, 100),
		number("multi_search.expand_max", "questions that one becomes at most", &s.ExpandMax, 1, 100),
	}
}
