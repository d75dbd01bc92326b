package change

import (
	"sort"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// A transfer counts the members of a type of base that are members of a type of head.
type transfer struct {
	base, head *graph.Node
	members    int
}

// traceTypes traces types that only one side has, by the members that moved from one type to
// another.
func (s *Set) traceTypes(baseNodes, headNodes []*graph.Node) {
	size := make(map[*graph.Node]int)
	for _, nodes := range [][]*graph.Node{baseNodes, headNodes} {
		for _, n := range nodes {
			if isMember(n) {
				size[n.Parent]++
			}
		}
	}
	from, into := make(map[*graph.Node][]transfer), make(map[*graph.Node][]transfer)
	for _, t := range transfers(baseNodes, s.pairs.toHead) {
		if t.members > 1 && s.HeadOf(t.base) != t.head { // a single member is no evidence
			from[t.head] = append(from[t.head], t)
			into[t.base] = append(into[t.base], t)
		}
	}
	most := func(sum int, n *graph.Node) bool { return sum*100 >= size[n]*codeShare }
	for i := range s.Symbols {
		c := &s.Symbols[i]
		switch c.Type {
		case Added:
			var sources []*graph.Node
			sum := 0
			for _, t := range from[c.Head] {
				if s.HeadOf(t.base) != nil {
					sources = append(sources, t.base)
					sum += t.members
				}
			}
			if len(sources) > 0 && most(sum, c.Head) {
				c.Code, c.From = Extracted, sources
			}
		case Removed:
			s.traceRemovedType(c, into[c.Base], most)
		}
	}
}

func (s *Set) traceRemovedType(c *Symbol, into []transfer, most func(int, *graph.Node) bool) {
	var parts []*graph.Node
	sum := 0
	for _, t := range into {
		parts = append(parts, t.head)
		sum += t.members
	}
	switch {
	case len(parts) == 0 || !most(sum, c.Base):
	case len(parts) > 1:
		c.Code, c.Into = Split, parts
		for _, t := range into {
			if p := s.Symbol(t.head); p != nil && p.Type == Added && (p.Code == "" || p.Code == Split) && most(t.members, t.head) {
				p.Code, p.From = Split, append(p.From, c.Base)
			}
		}
	case s.BaseOf(parts[0]) != nil:
		c.Code, c.Into = Merged, parts
	}
}

func isMember(n *graph.Node) bool { return n.Parent != nil && n.Parent.Label.IsType() }

// transfers counts the members of each pair of types, sorted by the IDs of base and head.
func transfers(base []*graph.Node, toHead map[*graph.Node]*graph.Node) []transfer {
	at := make(map[[2]*graph.Node]int)
	var out []transfer
	for _, b := range base {
		h := toHead[b]
		if h == nil || !isMember(b) || !isMember(h) {
			continue
		}
		k := [2]*graph.Node{b.Parent, h.Parent}
		i, ok := at[k]
		if !ok {
			i = len(out)
			at[k] = i
			out = append(out, transfer{base: b.Parent, head: h.Parent})
		}
		out[i].members++
	}
	sort.Slice(out, func(i, j int) bool {
		if out[i].base != out[j].base {
			return out[i].base.ID < out[j].base.ID
		}
		return out[i].head.ID < out[j].head.ID
	})
	return out
}
