package main

import (
	"fmt"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/graphfile"
	"github.com/nexus-ci/nexus-ci/analyze/graphfile/calls"
	"github.com/nexus-ci/nexus-ci/analyze/index"
	"github.com/nexus-ci/nexus-ci/analyze/propertygraph"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
)

// exportForms are the forms in which index prints a graph.
var exportForms = []string{"json", "jsonl", "graphml", "cypher", "calls"}

// exportGraph prints a graph in a form.
func (p *program) exportGraph(form string, x *index.Index, h graphfile.Header, declared []engine.Layer) error {
	if form == "calls" {
		return calls.Write(p.out, x.Graph, h.Tool, h.Project.Commit)
	}
	g := propertygraph.New(x.Graph, x.Communities, x.Processes)
	layers, err := exportedLayers(x.Graph, declared)
	if err != nil {
		return err
	}
	switch form {
	case "json":
		err = graphfile.JSON(p.out, h, g, layers)
	case "jsonl":
		err = graphfile.Lines(p.out, h, g, layers)
	case "graphml":
		err = graphfile.GraphML(p.out, g)
	default:
		err = graphfile.Script(p.out, g)
	}
	if err != nil {
		return fmt.Errorf("write export: %w", err)
	}
	return nil
}

// exportedLayers returns the layers of the configuration with the files that they hold.
func exportedLayers(g *graph.Graph, declared []engine.Layer) ([]graphfile.Layer, error) {
	var layers []graphfile.Layer
	for i := range declared {
		holds, err := declared[i].Holds()
		if err != nil {
			return nil, usageError{err}
		}
		l := graphfile.Layer{Name: declared[i].Name, Description: declared[i].Description, Nodes: []string{}}
		for _, n := range g.Nodes {
			if n.Label == graph.File && holds(n.Path) {
				l.Nodes = append(l.Nodes, n.ID)
			}
		}
		layers = append(layers, l)
	}
	return layers, nil
}
