// Package community finds the functional areas of a code base: clusters of
// symbols that use each other more than they use the rest.
//
// In: the graph of one snapshot. Out: communities with a readable name, and
// which of them any node belongs to. The method is Leiden (V. Traag, L. Waltman,
// N. J. van Eck, "From Louvain to Leiden", 2019) on modularity.
//
// Invariants: a community has at least two members and is connected by its own
// edges; a node is in at most one; labels are unique; the result depends on the
// graph alone. There is no randomness: among equal moves the first in the order of
// the graph wins. Weights are whole numbers, so sums are exact on every machine.
//
// Members are callables and types that are not tests: an area is a part of the
// product. Tests, constants, fields and files are assigned to the community of the
// symbols that they have edges to (Join), but are not members.
//
// A change is reported in the communities of its base. Detecting them on both sides
// would give two sets that differ for unrelated reasons.
package community

import (
	"cmp"
	"math"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// DefaultResolution is the γ of modularity: larger values give more and smaller
// communities.
const DefaultResolution = 1.0

// maxIterations bounds the outer iterations of Leiden. The second and third
// still improve the result, later ones hardly; see BenchmarkLeiden.
const maxIterations = 3

// Options adjust Detect. The zero value is the default.
type Options struct {
	Resolution float64 // 0 means DefaultResolution
	// Names replaces generated labels: "Auth" → "Authentication".
	Names map[string]string
}

// relationWeight is the weight of a relation, in percent of a call. A reference weighs less
// than a call: a type is used in many places that otherwise have nothing in common.
func relationWeight(t graph.EdgeType) float64 {
	switch t {
	case graph.Calls, graph.Extends, graph.Implements, graph.HasMethod, graph.Overrides:
		return 100
	case graph.References:
		return 40
	}
	return 0
}

// Clustered reports whether n can be a member of a community.
func Clustered(n *graph.Node) bool {
	return !n.Test && (n.Label.Callable() || n.Label.IsType())
}

// Detect returns the communities of g, largest first, then by label; members are
// sorted by ID. Symbols without an edge to another one are in none.
func Detect(g *graph.Graph, opt Options) []graph.Community {
	resolution := opt.Resolution
	if resolution <= 0 {
		resolution = DefaultResolution
	}
	symbols, net := symbolNetwork(g)
	part := leiden(net, resolution, maxIterations)

	groups := make([]group, 0, 64)
	position := make([]int, net.size())
	for i := range position {
		position[i] = -1
	}
	for i := range symbols {
		c := part[i]
		if position[c] < 0 {
			position[c] = len(groups)
			groups = append(groups, group{})
		}
		groups[position[c]].add(symbols[i], net, part, int32(i))
	}
	groups = slices.DeleteFunc(groups, func(c group) bool { return len(c.members) < 2 })
	slices.SortFunc(groups, func(a, b group) int {
		return cmp.Or(cmp.Compare(len(b.members), len(a.members)), cmp.Compare(a.members[0].ID, b.members[0].ID))
	})
	return name(groups, opt.Names)
}

// A group is a community without a name. It has at least one edge.
type group struct {
	members []*graph.Node // sorted by ID
	inside  []float64     // weight of each member's edges to other members
	ends    []float64     // weight of all its edges
	// internal is the sum of the weights of edges between members, all that of edges with at
	// least one member. An edge between members counts once in both.
	internal, all float64
}

// add adds the symbol n, which is node i of net.
func (c *group) add(n *graph.Node, net *network, part []int32, i int32) {
	var inside, outside float64
	to, weight := net.edges(i)
	for k, j := range to {
		if part[j] == part[i] {
			inside += weight[k]
		} else {
			outside += weight[k]
		}
	}
	c.members = append(c.members, n)
	c.inside = append(c.inside, inside)
	c.ends = append(c.ends, inside+outside)
	c.internal += inside / 2 // each edge is counted at both ends
	c.all += inside/2 + outside
}

// cohesion is the share of the members' edge weight that is inside the group, 0 to 1.
func (c *group) cohesion() float64 { return c.internal / c.all }

// symbolNetwork returns the clustered symbols of g in the order of their IDs and
// the undirected network between them: node i of the network is symbol i.
func symbolNetwork(g *graph.Graph) ([]*graph.Node, *network) {
	var symbols []*graph.Node
	number := make([]int32, len(g.Nodes)) // 1 + position in symbols, 0 for none
	for i, n := range g.Nodes {
		if Clustered(n) {
			symbols = append(symbols, n)
			number[i] = int32(len(symbols))
		}
	}
	var ties []tie
	for _, e := range g.Edges() {
		w := edgeWeight(e)
		if w == 0 {
			continue
		}
		a, b := number[g.Index(e.Source)], number[g.Index(e.Target)]
		if a != 0 && b != 0 && a != b {
			ties = append(ties, tie{a - 1, b - 1, w})
		}
	}
	return symbols, newNetwork(len(symbols), ties)
}

// edgeWeight is a whole number, at most 100; a lower confidence gives a lower weight.
func edgeWeight(e *graph.Edge) float64 {
	return math.Round(relationWeight(e.Type) * e.Confidence)
}

// Modularity returns the modularity of communities as a partition of g, at most 1; each
// symbol outside of all communities is a partition of its own. Detect maximises it:
// Σ over communities of internal/m − γ·(strength/2m)², for edge weights that sum to m.
func Modularity(g *graph.Graph, communities []graph.Community, resolution float64) float64 {
	symbols, net := symbolNetwork(g)
	number := make(map[*graph.Node]int32, len(symbols))
	part := make([]int32, len(symbols))
	for i, n := range symbols {
		number[n] = int32(i)
		part[i] = int32(i)
	}
	for _, c := range communities {
		for _, n := range c.Members {
			part[number[n]] = number[c.Members[0]]
		}
	}
	return net.modularity(part, resolution)
}
