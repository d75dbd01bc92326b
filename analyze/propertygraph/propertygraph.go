// Package propertygraph presents the code graph as a labelled property graph, for queries and
// export: files, symbols, communities and processes are nodes, the relations between them are
// relationships. The schema is one table (schema.go), from which the values, the help and the
// documentation of the schema are made.
//
// In: a graph.Graph with its communities and processes. Out: a *property.Graph as a view of it,
// without copies: properties are read from the code graph on demand.
//
// Nodes are in the order of the code graph, then communities, then processes; relationships
// likewise. Ids are unique among all nodes.
package propertygraph

import (
	"github.com/nexus-ci/nexus-ci/analyze/cypher/property"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/process"
)

// Labels of nodes that are not in the code graph.
const (
	Community = "Community"
	Process   = "Process"
	// CodeElement is a further label of every symbol.
	CodeElement = "CodeElement"
)

// AnyType is an additional type of every relationship.
const AnyType = "CodeRelation"

// New returns the property graph of a snapshot.
func New(g *graph.Graph, communities []graph.Community, processes []graph.Process) *property.Graph {
	labels := make(map[graph.Label][]string)
	for _, l := range graph.Labels {
		labels[l] = []string{string(l), CodeElement}
	}
	labels[graph.File], labels[graph.Folder] = []string{string(graph.File)}, []string{string(graph.Folder)}
	nodes := make([]property.Node, 0, len(g.Nodes)+len(communities)+len(processes))
	for _, n := range g.Nodes {
		nodes = append(nodes, property.Node{Labels: labels[n.Label], Properties: (*symbol)(n)})
	}
	members, steps := 0, 0
	community, processLabel := []string{Community}, []string{Process}
	for i := range communities {
		nodes = append(nodes, property.Node{Labels: community, Properties: (*group)(&communities[i])})
		members += len(communities[i].Members)
	}
	home := make(map[*graph.Node]string)
	for i := range communities {
		for _, n := range communities[i].Members {
			home[n] = communities[i].ID
		}
	}
	communityOf := func(n *graph.Node) string {
		for ; n != nil; n = n.Parent {
			if id, ok := home[n]; ok {
				return id
			}
		}
		return ""
	}
	flows := make([]flow, len(processes))
	for i := range processes {
		flows[i] = flow{&processes[i], process.Scope(processes[i].Steps, communityOf)}
		nodes = append(nodes, property.Node{Labels: processLabel, Properties: &flows[i]})
		steps += len(processes[i].Steps)
	}
	relationships := make([]property.Relationship, 0, g.EdgeCount()+members+steps)
	for _, e := range g.Edges() {
		relationships = append(relationships, property.Relationship{
			Type: string(e.Type), Source: &nodes[g.Index(e.Source)], Target: &nodes[g.Index(e.Target)], Properties: (*edge)(e),
		})
	}
	for i := range communities {
		for _, n := range communities[i].Members {
			relationships = append(relationships, property.Relationship{
				Type: string(graph.MemberOf), Source: &nodes[g.Index(n)], Target: &nodes[len(g.Nodes)+i], Properties: member{},
			})
		}
	}
	for i := range processes {
		for at, n := range processes[i].Steps {
			relationships = append(relationships, property.Relationship{
				Type: string(graph.StepInProcess), Source: &nodes[g.Index(n)], Target: &nodes[len(g.Nodes)+len(communities)+i], Properties: step(at + 1),
			})
		}
	}
	p := property.NewGraph(nodes, relationships, "id", "uid", "name", "qualifiedName", "filePath", "label", "heuristicLabel")
	p.AnyType, p.Aliases = AnyType, map[string]string{"INHERITS": string(graph.Extends)}
	return p
}

// The kinds of elements with properties.
type (
	symbol graph.Node
	group  graph.Community
	flow   struct {
		*graph.Process
		scope string
	}
	edge   graph.Edge
	member struct{}
	step   int // number of the step, from 1
)

func (n *symbol) Get(key string) any { return get(symbolProperties, (*graph.Node)(n), key) }
func (n *symbol) Keys() []string     { return keys(symbolProperties, (*graph.Node)(n)) }

func (c *group) Get(key string) any { return get(communityProperties, (*graph.Community)(c), key) }
func (c *group) Keys() []string     { return keys(communityProperties, (*graph.Community)(c)) }

func (p *flow) Get(key string) any { return get(processProperties, p, key) }
func (p *flow) Keys() []string     { return keys(processProperties, p) }

func (e *edge) Get(key string) any { return get(edgeProperties, (*graph.Edge)(e), key) }
func (e *edge) Keys() []string     { return keys(edgeProperties, (*graph.Edge)(e)) }

func (member) Get(string) any { return nil }
func (member) Keys() []string { return nil }

func (s step) Get(key string) any { return get(stepProperties, int(s), key) }
func (s step) Keys() []string     { return keys(stepProperties, int(s)) }
