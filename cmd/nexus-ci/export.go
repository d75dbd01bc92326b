package main

import (
	"fmt"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/graphfile"
	"github.com/nexus-ci/nexus-ci/analyze/propertygraph"
)

// exportForms are the forms in which index prints a graph.
var exportForms = []string{"json", "jsonl", "graphml", "cypher", "calls"}

// exportGraph prints a graph in a form.
func (p *program) exportGraph(form string, x *analyze.Index, h graphfile.Header) error {
	if form == "calls" {
		return exportCalls(p.out, x.Graph, h.Project.Commit)
	}
	g := propertygraph.New(x.Graph, x.Communities, x.Processes)
	var err error
	switch form {
	case "json":
		err = graphfile.JSON(p.out, h, g, nil)
	case "jsonl":
		err = graphfile.Lines(p.out, h, g, nil)
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
