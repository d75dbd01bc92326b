package impact

// An Exposure counts what depends on one symbol.
type Exposure struct {
	Direct    int // dependants at depth 1
	Symbols   int // dependants at all depths
	Processes int // flows that run through the symbol or a dependant
	Clusters  int // areas with the symbol or a direct dependant
	// Offered: code outside of the repository may use the symbol.
	Offered bool
}

// Unknown is the level of a symbol that nothing here depends on and that code outside of
// the repository may use.
const Unknown = "unknown"

// rungs are the counts from which on one fact makes a level.
type rungs struct{ medium, high, critical int }

// Level rates the change of a symbol before it is made: the highest of what its facts
// say on their own.
func (e Exposure) Level() string {
	if e.Symbols == 0 && e.Offered {
		return Unknown
	}
	levels := []string{"low", "medium", "high", "critical"}
	level := 0
	for _, fact := range []struct {
		count int
		at    rungs
	}{
		{e.Direct, rungs{5, 15, 30}},
		{e.Symbols, rungs{30, 100, 200}},
		{e.Processes, rungs{3, 3, 5}},
		{e.Clusters, rungs{3, 3, 5}},
	} {
		for i, rung := range []int{fact.at.medium, fact.at.high, fact.at.critical} {
			if fact.count >= rung {
				level = max(level, i+1)
			}
		}
	}
	return levels[level]
}
