// Package export writes the graph of an index for other programs.
//
// In: an index, and the layers of the configuration. Out: bytes in one of Forms.
package export

import (
	"fmt"
	"io"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/graphfile"
	"github.com/nexus-ci/nexus-ci/analyze/graphfile/calls"
	"github.com/nexus-ci/nexus-ci/analyze/index"
	"github.com/nexus-ci/nexus-ci/analyze/propertygraph"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
)

// Forms returns the forms in which a graph is written.
func Forms() []string { return []string{"json", "jsonl", "graphml", "cypher", "calls"} }

// Write writes a graph in one of Forms.
func Write(w io.Writer, form string, x *index.Index, h graphfile.Header, layers []graphfile.Layer) (err error) {
	if form == "calls" {
		return calls.Write(w, x.Graph, h.Tool, h.Project.Commit)
	}
	g := propertygraph.New(x.Graph, x.Communities, x.Processes)
	switch form {
	case "json":
		err = graphfile.JSON(w, h, g, layers)
	case "jsonl":
		err = graphfile.Lines(w, h, g, layers)
	case "graphml":
		err = graphfile.GraphML(w, g)
	default:
		err = graphfile.Script(w, g)
	}
	if err != nil {
		return fmt.Errorf("write export: %w", err)
	}
	return nil
}

// Layers returns the layers of the configuration with the files that they hold.
func Layers(g *graph.Graph, declared []engine.Layer) ([]graphfile.Layer, error) {
	var layers []graphfile.Layer
	for i := range declared {
		holds, err := declared[i].Holds()
		if err != nil {
			return nil, err
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
