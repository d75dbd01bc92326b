package process

import (
	"cmp"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

const (
	// searchBudget is the maximum number of calls that Through follows backwards, shared evenly
	// among the symbols: about half a second. Only thousands of symbols in a densely connected
	// code base come near it.
	searchBudget = 50_000_000
	// candidateBudget is the maximum number of flows that Through compares, shared likewise.
	candidateBudget = 20_000
	// minCandidates is the minimum share of candidateBudget for a symbol.
	minCandidates = 4
)

// Through returns the flows that contain the symbols, and whether a limit left out
// any. Symbols that cannot be a step, and nodes of other graphs, are ignored.
//
// Every entry that reaches a symbol has a flow through it: the shortest path from
// the entry to the symbol, then the best path onwards, which is the one with
// most of the symbols, then the longest. The best entry gets up to
// limits.Branching flows with different ends. A flow is left out if the other flows
// show the same, so symbols on one flow give one process. To find where a call
// was lost, pass the callee of the lost call as well.
//
// Flows are sorted by the score of the entry, then shorter flows first, then by ID.
func Through(g *graph.Graph, symbols []*graph.Node, limits Limits) (processes []graph.Process, cut bool) {
	limits = limits.or(DefaultThrough)
	targets, marked := steps(g, symbols)
	if len(targets) == 0 {
		return nil, false
	}
	f := newFlows(g)
	f.dag.weigh(marked)
	var (
		candidates []candidate
		search     = newSearch(f, searchBudget/len(targets))
		perSymbol  = min(max(candidateBudget/len(targets), minCandidates), limits.Max)
	)
	for _, target := range targets {
		entries, whole := search.entriesTo(target, perSymbol)
		cut = cut || !whole
		tails := f.dag.traces(target, limits.Branching, limits.Depth+1)
		for rank, e := range entries {
			head := search.path(e)
			ends := tails
			if rank > 0 {
				ends = tails[:1]
			}
			for _, tail := range ends {
				c := join(e, head, tail)
				if len(c.steps) >= limits.MinSteps {
					c.count(marked)
					candidates = append(candidates, c)
				}
			}
		}
	}
	flows := reduce(candidates, marked)
	if len(flows) > limits.Max {
		cut = true
		flows = mostSymbols(flows, marked, limits.Max)
	}
	slices.SortFunc(flows, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.entry.score, a.entry.score), cmp.Compare(len(a.steps), len(b.steps)),
			slices.Compare(a.steps, b.steps))
	})
	for _, c := range flows {
		processes = append(processes, limits.newProcess(f.resolve(c.steps), c.cut))
	}
	return processes, cut
}

// steps returns the symbols of g that can be steps, each once, sorted by ID, and the same as
// booleans by node.
func steps(g *graph.Graph, symbols []*graph.Node) (list []int32, marked []bool) {
	marked = make([]bool, len(g.Nodes))
	for _, n := range symbols {
		if g.Has(n) && isStep(n) && !marked[g.Index(n)] {
			marked[g.Index(n)] = true
			list = append(list, int32(g.Index(n)))
		}
	}
	slices.Sort(list)
	return list, marked
}

// A search follows calls backwards from one target at a time.
type search struct {
	*flows
	budget int // calls per target
	round  int32
	way    []step  // by node
	inner  []int32 // by node: last round in which the node was on the path of an entry
	queue  []int32
}

// A step is the next node on the shortest path from a node to the target of a round.
type step struct {
	round int32 // last round in which the node was reached
	next  int32 // next node on the shortest path, -1 at the target
}

func newSearch(f *flows, budget int) *search {
	return &search{flows: f, budget: budget, way: make([]step, len(f.nodes)), inner: make([]int32, len(f.nodes))}
}

// entriesTo returns up to limit entries that reach the target, in their order, and
// whether these are all. An entry on the path of another entry is left out: its flow
// is part of the other's.
func (s *search) entriesTo(target int32, limit int) (entries []entry, whole bool) {
	s.round++
	s.queue = append(s.queue[:0], target)
	s.way[target] = step{s.round, -1}
	whole = true
	followed := 0
	for head := 0; head < len(s.queue); head++ {
		node := s.queue[head]
		callers := s.callers.of(node)
		if followed += len(callers); followed > s.budget {
			whole = false
			break
		}
		for _, from := range callers {
			if s.way[from].round != s.round {
				s.way[from] = step{s.round, node}
				s.queue = append(s.queue, from)
			}
		}
	}
	for _, e := range s.entries {
		if s.way[e.node].round != s.round {
			continue
		}
		// The nodes after an inner node are marked already.
		for i := s.way[e.node].next; i >= 0 && s.inner[i] != s.round; i = s.way[i].next {
			s.inner[i] = s.round
		}
	}
	for _, e := range s.entries {
		if s.way[e.node].round != s.round || s.inner[e.node] == s.round {
			continue
		}
		if len(entries) == limit {
			return entries, false
		}
		entries = append(entries, e)
	}
	return entries, whole
}

// path returns the steps from an entry of the last search to its target.
func (s *search) path(e entry) []int32 {
	var path []int32
	for i := e.node; i >= 0; i = s.way[i].next {
		path = append(path, i)
	}
	return path
}

// A candidate is a flow that Through may return.
type candidate struct {
	trace
	entry entry
	marks int // number of marked steps
}

// join connects the path to a symbol with the path onwards from it. The flow ends before a
// step that would occur twice.
func join(e entry, head []int32, tail trace) candidate {
	c := candidate{entry: e, trace: trace{steps: slices.Clone(head), cut: tail.cut}}
	for _, s := range tail.steps[1:] {
		if slices.Contains(head, s) {
			c.cut = false
			break
		}
		c.steps = append(c.steps, s)
	}
	return c
}

func (c *candidate) count(marked []bool) {
	for _, s := range c.steps {
		if marked[s] {
			c.marks++
		}
	}
}

// reduce keeps enough candidates to show every pair of entry and symbol, and every pair of
// symbol and terminal, that the candidates show. Candidates with many symbols come first.
func reduce(candidates []candidate, marked []bool) []candidate {
	slices.SortFunc(candidates, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.marks, a.marks), cmp.Compare(b.entry.score, a.entry.score),
			cmp.Compare(len(b.steps), len(a.steps)), slices.Compare(a.steps, b.steps))
	})
	type pair struct {
		symbol, end int32
		terminal    bool // end is the terminal; else it is the entry
	}
	shown := make(map[pair]bool, len(candidates))
	return slices.DeleteFunc(candidates, func(c candidate) bool {
		before := len(shown)
		for _, s := range c.steps {
			if marked[s] {
				shown[pair{s, c.entry.node, false}] = true
				shown[pair{s, last(c.steps), true}] = true
			}
		}
		return len(shown) == before
	})
}

// mostSymbols returns limit of the flows: first those with a symbol that no earlier flow
// contains, then those with the best entries.
func mostSymbols(flows []candidate, marked []bool, limit int) []candidate {
	shown := make(map[int32]bool)
	var first, rest []candidate
	for _, c := range flows {
		before := len(shown)
		for _, s := range c.steps {
			if marked[s] {
				shown[s] = true
			}
		}
		if len(shown) > before {
			first = append(first, c)
		} else {
			rest = append(rest, c)
		}
	}
	slices.SortStableFunc(rest, func(a, b candidate) int { return cmp.Compare(b.entry.score, a.entry.score) })
	return append(first, rest...)[:limit]
}
