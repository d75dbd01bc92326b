package community

import (
	"cmp"
	"slices"
	"sync"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

const (
	// parentWeight is the weight of the edge to the defining symbol, on the scale of relationWeight.
	parentWeight = 100
	// maxJoinRounds bounds the distance over which membership spreads from base's members:
	// new code is rarely connected by a longer chain of new code only.
	maxJoinRounds = 5
)

// A Membership maps the nodes of a graph to communities, as indices into a list of them. A node
// that is no member is looked at when it is first asked for: most questions are about few nodes of
// a large graph. It may be used from any number of goroutines.
type Membership struct {
	g    *graph.Graph
	byID map[string]int
	same func(*graph.Node) string

	mu       sync.Mutex
	children map[*graph.Node][]*graph.Node
	joined   map[*graph.Node]joining
	votes    []*tally // by round, as the rounds are nested
}

// A joining is what is known of a node that is no member: its community, or that it has none after
// some rounds.
type joining struct{ community, rounds int }

// Join returns the membership of the nodes of g in the communities of base.
// A node for which same returns the ID of a member gets the community of this member. Other
// nodes (new symbols, tests, constants, fields, files) get the community with the largest sum
// of edge weights to them; among equals the first. They get it in rounds, each of which sees the
// membership before it.
//
// With base's own graph and each node's own ID, Join extends the communities to the nodes that
// are not members.
func Join(base []graph.Community, g *graph.Graph, same func(*graph.Node) string) *Membership {
	m := &Membership{g: g, byID: make(map[string]int), same: same, joined: make(map[*graph.Node]joining), votes: make([]*tally, maxJoinRounds)}
	for i, c := range base {
		for _, n := range c.Members {
			m.byID[n.ID] = i
		}
	}
	for i := range m.votes {
		m.votes[i] = newTally(int32(len(base)))
	}
	m.children = make(map[*graph.Node][]*graph.Node)
	for _, n := range g.Nodes {
		if n.Parent != nil {
			m.children[n.Parent] = append(m.children[n.Parent], n)
		}
	}
	return m
}

// Of returns the index of n's community, -1 for none.
func (m *Membership) Of(n *graph.Node) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.after(maxJoinRounds, n)
}

// after returns the community of a node after some rounds, -1 for none.
func (m *Membership) after(rounds int, n *graph.Node) int {
	if c, ok := m.byID[m.same(n)]; ok {
		return c
	}
	if n.Label == graph.Folder {
		return -1
	}
	at, ok := m.joined[n]
	if !ok {
		at.community = -1
	}
	for at.community < 0 && at.rounds < rounds {
		at.community = m.elect(at.rounds, n)
		at.rounds++
		m.joined[n] = at
	}
	if at.rounds > rounds { // it joined later
		return -1
	}
	return at.community
}

// elect returns the community to which most of the weight around a node belongs after some rounds,
// -1 for none.
func (m *Membership) elect(rounds int, n *graph.Node) int {
	votes := m.votes[rounds]
	votes.reset()
	vote := func(by *graph.Node, weight float64) {
		if by == n || weight <= 0 {
			return
		}
		if c := m.after(rounds, by); c >= 0 {
			votes.add(int32(c), weight)
		}
	}
	for _, e := range m.g.Out(n) {
		vote(e.Target, edgeWeight(e))
	}
	for _, e := range m.g.In(n) {
		vote(e.Source, edgeWeight(e))
	}
	for _, child := range m.children[n] {
		vote(child, parentWeight)
	}
	if n.Parent != nil {
		vote(n.Parent, parentWeight)
	}
	if len(votes.labels) == 0 {
		return -1
	}
	return int(votes.largest())
}

// largest returns the label with the largest sum, the smallest among equals.
func (t *tally) largest() int32 {
	return slices.MinFunc(t.labels, func(a, b int32) int {
		return cmp.Or(cmp.Compare(t.sum[b], t.sum[a]), cmp.Compare(a, b))
	})
}

// A Dependency counts the CALLS edges from one community to another, given as
// indices.
type Dependency struct {
	From, To int
	Calls    int
}

// Dependencies returns the calls of g between different communities, most first. Only callables
// and types that are not tests count: tests call everything. of returns the community of a node, -1
// for none.
func Dependencies(g *graph.Graph, of func(*graph.Node) int) []Dependency {
	count := make(map[[2]int]int)
	for _, e := range g.Edges() {
		if e.Type != graph.Calls || !Clustered(e.Source) || !Clustered(e.Target) {
			continue
		}
		if from, to := of(e.Source), of(e.Target); from >= 0 && to >= 0 && from != to {
			count[[2]int{from, to}]++
		}
	}
	list := make([]Dependency, 0, len(count))
	for pair, calls := range count {
		list = append(list, Dependency{pair[0], pair[1], calls})
	}
	slices.SortFunc(list, func(a, b Dependency) int {
		return cmp.Or(cmp.Compare(b.Calls, a.Calls), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	return list
}
