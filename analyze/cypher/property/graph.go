// Package property holds a labelled property graph: nodes with labels, relationships with a type,
// and properties of both.
//
// In: nodes, relationships and the properties that are indexed. Out: a Graph that finds nodes by
// label and by the value of a property, and relationships by their ends.
//
// Invariants: a Graph does not change and may be used from any number of goroutines; lists are
// in the order of the graph; labels and types match whatever their case.
package property

import (
	"math"
	"slices"
	"strings"
	"sync"
)

// A Graph is a labelled property graph. It does not change and may be queried from any
// number of goroutines.
type Graph struct {
	Nodes         []Node
	Relationships []Relationship
	// AnyType is a type that every relationship has beside its own. Relationships then have
	// a property "type" too, and a pattern that asks for it asks for the type.
	AnyType string
	// Aliases are further names of types.
	Aliases map[string]string

	out, in [][]*Relationship // by Node.index
	types   map[string]string // lower case to the type itself
	degree  map[string]int    // number of relationships of a type
	labels  map[string][]*Node
	seek    map[string]*index
}

// A Node has labels and properties.
type Node struct {
	Labels []string
	Properties
	index int32
}

// A Relationship leads from one node to another.
type Relationship struct {
	Type           string
	Source, Target *Node
	Properties
	index int32
}

// Properties are named values: strings, booleans, int64, float64, or lists ([]any) of these.
type Properties interface {
	// Keys returns the names of the properties that are there, in a fixed order.
	Keys() []string
	// Get returns a value, nil for none.
	Get(key string) any
}

// An index finds nodes by the value of one property. It is made when it is first asked.
type index struct {
	once sync.Once
	by   map[any][]*Node
}

// NewGraph makes a graph ready to be queried. The ends of relationships are elements of
// nodes. Nodes are found fast by the properties that are indexed.
func NewGraph(nodes []Node, relationships []Relationship, indexed ...string) *Graph {
	g := &Graph{
		Nodes: nodes, Relationships: relationships, types: make(map[string]string), degree: make(map[string]int),
		labels: make(map[string][]*Node), seek: make(map[string]*index),
	}
	for i := range nodes {
		n := &nodes[i]
		n.index = int32(i)
		for _, l := range n.Labels {
			l = strings.ToLower(l)
			g.labels[l] = append(g.labels[l], n)
		}
	}
	outs, ins := make([]int32, len(nodes)), make([]int32, len(nodes))
	for i := range relationships {
		r := &relationships[i]
		r.index = int32(i)
		outs[r.Source.index]++
		ins[r.Target.index]++
		if g.degree[r.Type]++; g.degree[r.Type] == 1 {
			g.types[strings.ToLower(r.Type)] = r.Type
		}
	}
	g.out, g.in = rooms(outs), rooms(ins)
	for i := range relationships {
		r := &relationships[i]
		g.out[r.Source.index] = append(g.out[r.Source.index], r)
		g.in[r.Target.index] = append(g.in[r.Target.index], r)
	}
	for _, key := range indexed {
		g.seek[key] = new(index)
	}
	return g
}

// rooms cuts one array into empty lists with room for counts[i] elements each.
func rooms(counts []int32) [][]*Relationship {
	total := 0
	for _, n := range counts {
		total += int(n)
	}
	all, lists, at := make([]*Relationship, total), make([][]*Relationship, len(counts)), 0
	for i, n := range counts {
		lists[i] = all[at : at : at+int(n)]
		at += int(n)
	}
	return lists
}

// Index is the place of the node in its graph.
func (n *Node) Index() int { return int(n.index) }

// Index is the place of the relationship in its graph.
func (r *Relationship) Index() int { return int(r.index) }

// Out returns the relationships that leave a node.
func (g *Graph) Out(n *Node) []*Relationship { return g.out[n.index] }

// In returns the relationships that lead to a node.
func (g *Graph) In(n *Node) []*Relationship { return g.in[n.index] }

// Count returns the number of relationships of a type.
func (g *Graph) Count(typ string) int { return g.degree[typ] }

// Indexed reports whether nodes are found fast by a property.
func (g *Graph) Indexed(key string) bool { return g.seek[key] != nil }

// Labelled returns the nodes of a label, whatever its case.
func (g *Graph) Labelled(label string) []*Node { return g.labels[strings.ToLower(label)] }

// With returns the nodes whose property has a value; false when only looking at all tells.
func (g *Graph) With(key string, value any) ([]*Node, bool) {
	x := g.seek[key]
	at, ok := indexable(value)
	if x == nil || !ok {
		return nil, false
	}
	x.once.Do(func() {
		x.by = make(map[any][]*Node, len(g.Nodes))
		for i := range g.Nodes {
			n := &g.Nodes[i]
			if k, ok := indexable(n.Get(key)); ok {
				x.by[k] = append(x.by[k], n)
			}
		}
	})
	return x.by[at], true
}

// indexable returns a value as a key, equal for values that = takes for equal.
func indexable(v any) (any, bool) {
	switch v := v.(type) {
	case string, bool:
		return v, true
	case int64:
		return float64(v), int64(float64(v)) == v
	case float64:
		return v, !math.IsNaN(v)
	}
	return nil, false
}

// TypesNamed returns the types that names stand for, whatever their case; all is true when
// one of them is the type of every relationship, or there are no names.
func (g *Graph) TypesNamed(names []string) (types []string, all bool) {
	if len(names) == 0 {
		return nil, true
	}
	for _, name := range names {
		if g.AnyType != "" && strings.EqualFold(name, g.AnyType) {
			return nil, true
		}
		for alias, of := range g.Aliases {
			if strings.EqualFold(alias, name) {
				name = of
			}
		}
		if t, ok := g.types[strings.ToLower(name)]; ok && !slices.Contains(types, t) {
			types = append(types, t)
		}
	}
	return types, false
}

// HasLabels reports whether a node has one label of every group.
func (n *Node) HasLabels(groups [][]string) bool {
	for _, group := range groups {
		if !slices.ContainsFunc(group, n.HasLabel) {
			return false
		}
	}
	return true
}

// HasLabel reports whether a node has a label, whatever its case.
func (n *Node) HasLabel(label string) bool {
	return slices.ContainsFunc(n.Labels, func(l string) bool { return strings.EqualFold(l, label) })
}

// Property returns a property of a relationship, also its type where AnyType makes that one.
func (g *Graph) Property(r *Relationship, key string) any {
	if g.AnyType != "" && key == "type" {
		return r.Type
	}
	return r.Get(key)
}

// A Path is a way through the graph: one node more than relationships.
type Path struct {
	Nodes         []*Node
	Relationships []*Relationship
}
