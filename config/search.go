package config

// searchSettings are the keys of the tools that search.
func (c *Config) searchSettings() []Setting {
	number := func(key, doc string, value *int, low, high float64) Setting {
		return Setting{key, doc, value, func() error { return inRange(float64(*value), low, high) }}
	}
	s := &c.Search
	return []Setting{
		number("search.limit", "number of symbols that a search lists without --limit", &s.Results, 1, 1000),
		number("search.max_limit", "largest value of --limit", &s.MaxResults, 1, 1000),
		number("search.processes", "number of flows that query lists", &s.Flows, 1, 1000),
		number("search.symbols_per_process", "number of symbols that query lists for one flow", &s.SymbolsPerFlow, 1, 1000),
		number("search.definitions", "number of symbols that query lists beside the flows", &s.Definitions, 1, 1000),
		{"search.rrf_k", "constant of reciprocal rank fusion: a larger one gives the first ranks less weight", &s.K, func() error { return inRange(s.K, 1, 1e6) }},
		{"search.threshold", "likeness, 0 to 1, below which what the vectors of a language model find is dropped", &s.Threshold, func() error { return inRange(s.Threshold, 0, 1) }},
		{"search.graph_boost", "what a neighbour whose name has a word of the question adds to the similarity of a symbol, in the form chat of search and multi_search", &s.GraphBoost, func() error { return inRange(s.GraphBoost, 0, 1) }},
		{"search.cohesion_weight", "weight of the cohesion of areas in the priority of a flow", &s.CohesionWeight, func() error { return inRange(s.CohesionWeight, 0, 1) }},

		number("multi_search.max_queries", "largest number of queries at once", &s.Queries, 1, 1000),
		number("multi_search.expand_hops", "distance from a named symbol up to which further queries are derived", &s.ExpandHops, 1, 10),
		number("multi_search.expand_related", "number of further queries for each word", &s.ExpandRelated, 0, 100),
		number("multi_search.expand_max", "largest number of queries that one query is expanded to", &s.ExpandMax, 1, 100),
		number("multi_search.snippet", "number of characters of code that multi_search shows of a symbol", &s.Snippet, 20, 5000),
	}
}
