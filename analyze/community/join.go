package community

import (
	"cmp"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

const (
	// parentWeight is the weight of the edge to the defining symbol, on the scale of relationWeight.
	parentWeight = 100
	// maxJoinRounds bounds the distance over which membership spreads from base's members:
	// new code is rarely connected by a longer chain of new code only.
	maxJoinRounds = 5
)

// A Membership maps a node to its community, as an index into the communities. Memberships of
// several graphs can be merged, as their nodes are distinct.
type Membership map[*graph.Node]int

// Of returns the index of n's community, -1 for none.
func (m Membership) Of(n *graph.Node) int {
	if c, ok := m[n]; ok {
		return c
	}
	return -1
}

// Join returns the membership of the nodes of g in the communities of base.
// A node for which same returns the ID of a member gets the community of this member. Other
// nodes (new symbols, tests, constants, fields, files) get the community with the largest sum
// of edge weights to them; among equals the first.
//
// With base's own graph and each node's own ID, Join extends the communities to the nodes that
// are not members.
func Join(base []graph.Community, g *graph.Graph, same func(*graph.Node) string) Membership {
	byID := make(map[string]int)
	for i, c := range base {
		for _, n := range c.Members {
			byID[n.ID] = i
		}
	}
	member := make(Membership, len(g.Nodes))
	var open []*graph.Node
	for _, n := range g.Nodes {
		if c, ok := byID[same(n)]; ok {
			member[n] = c
		} else if n.Label != graph.Folder {
			open = append(open, n)
		}
	}
	children := make(map[*graph.Node][]*graph.Node)
	for _, n := range g.Nodes {
		if n.Parent != nil {
			children[n.Parent] = append(children[n.Parent], n)
		}
	}
	votes := newTally(int32(len(base)))
	type joined struct {
		node      *graph.Node
		community int
	}
	for range maxJoinRounds {
		// All nodes of a round see the membership before the round, so order does not matter.
		var round []joined
		open = slices.DeleteFunc(open, func(n *graph.Node) bool {
			votes.reset()
			vote := func(by *graph.Node, weight float64) {
				if c, ok := member[by]; ok && by != n && weight > 0 {
					votes.add(int32(c), weight)
				}
			}
			for _, e := range g.Out(n) {
				vote(e.Target, edgeWeight(e))
			}
			for _, e := range g.In(n) {
				vote(e.Source, edgeWeight(e))
			}
			for _, child := range children[n] {
				vote(child, parentWeight)
			}
			if n.Parent != nil {
				vote(n.Parent, parentWeight)
			}
			if len(votes.labels) == 0 {
				return false
			}
			round = append(round, joined{n, int(votes.largest())})
			return true
		})
		if len(round) == 0 {
			break
		}
		for _, j := range round {
			member[j.node] = j.community
		}
	}
	return member
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
// and types that are not tests count: tests call everything.
func Dependencies(g *graph.Graph, member Membership) []Dependency {
	count := make(map[[2]int]int)
	for _, e := range g.Edges() {
		if e.Type != graph.Calls || !Clustered(e.Source) || !Clustered(e.Target) {
			continue
		}
		if from, to := member.Of(e.Source), member.Of(e.Target); from >= 0 && to >= 0 && from != to {
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
