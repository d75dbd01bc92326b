// Package graphfile exports a property graph: as JSON, as JSON lines, as GraphML, and as a
// script of Cypher statements. All formats have the same content: nodes with labels and
// properties, and edges with a type and properties. Nodes are identified by their property "id".
//
// In: a *property.Graph and a Header. Out: bytes, written while the graph is traversed, so that
// no second copy of it is held. Equal graphs give equal bytes.
//
// graph-v1.json is the JSON Schema of the JSON format. XML allows neither control characters
// nor invalid UTF-8: GraphML has U+FFFD in their place.
package graphfile

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"

	"github.com/nexus-ci/nexus-ci/analyze/cypher/property"
)

// SchemaName identifies the JSON format.
const SchemaName = "nexus-ci/graph/v1"

// A Header describes the source of a graph.
type Header struct {
	Schema  string  `json:"schema"`
	Tool    string  `json:"tool"`
	Project Project `json:"project"`
}

// A Project is the repository state that was read.
type Project struct {
	Name        string   `json:"name"`
	Description string   `json:"description,omitempty"`
	Languages   []string `json:"languages,omitempty"`
	Frameworks  []string `json:"frameworks,omitempty"`
	Commit      string   `json:"commit,omitempty"` // empty for a work tree
}

// A Layer is a part of the project that its configuration names.
type Layer struct {
	Name        string   `json:"name"`
	Description string   `json:"description,omitempty"`
	Nodes       []string `json:"nodeIds"`
}

// JSON writes the graph as one JSON document.
func JSON(w io.Writer, h Header, g *property.Graph, layers []Layer) error {
	e := newEncoder(w)
	h.Schema = SchemaName
	head := e.value(h)
	e.out.Write(head[:len(head)-1]) // without the closing brace: more keys follow
	e.out.WriteString(",\n\"nodes\": [")
	for i := range g.Nodes {
		e.comma(i)
		e.node(&g.Nodes[i])
	}
	e.out.WriteString("\n],\n\"edges\": [")
	for i := range g.Relationships {
		e.comma(i)
		e.edge(&g.Relationships[i])
	}
	e.out.WriteString("\n],\n\"layers\": [")
	for i := range layers {
		e.comma(i)
		e.out.Write(e.value(layers[i]))
	}
	e.out.WriteString("\n]}\n")
	return e.out.Flush()
}

// Lines writes one JSON object per line. The key "kind" says what it is: header, node, edge or
// layer.
func Lines(w io.Writer, h Header, g *property.Graph, layers []Layer) error {
	e := newEncoder(w)
	h.Schema = SchemaName
	line := func(kind string, object []byte) {
		e.out.WriteString(`{"kind":"` + kind + `",`)
		e.out.Write(object[1:])
		e.out.WriteByte('\n')
	}
	line("header", e.value(h))
	e.before = `{"kind":"node",`
	for i := range g.Nodes {
		e.node(&g.Nodes[i])
		e.out.WriteByte('\n')
	}
	e.before = `{"kind":"edge",`
	for i := range g.Relationships {
		e.edge(&g.Relationships[i])
		e.out.WriteByte('\n')
	}
	for i := range layers {
		line("layer", e.value(layers[i]))
	}
	return e.out.Flush()
}

// An encoder writes JSON. out keeps its first write error until it is flushed.
type encoder struct {
	out    *bufio.Writer
	buffer bytes.Buffer
	json   *json.Encoder
	before string // text before the next key: starts the object, or separates keys
}

func newEncoder(w io.Writer) *encoder {
	e := &encoder{out: bufio.NewWriter(w), before: "{"}
	e.json = json.NewEncoder(&e.buffer)
	e.json.SetEscapeHTML(false)
	return e
}

// value returns a value as JSON, valid until the next call.
func (e *encoder) value(v any) []byte {
	e.buffer.Reset()
	_ = e.json.Encode(v) // cannot fail: all values are strings, numbers and lists of them
	return bytes.TrimSuffix(e.buffer.Bytes(), []byte("\n"))
}

func (e *encoder) comma(i int) {
	if i > 0 {
		e.out.WriteByte(',')
	}
	e.out.WriteByte('\n')
}

func (e *encoder) node(n *property.Node) {
	e.out.WriteString(e.before + `"id":`)
	e.out.Write(e.value(n.Get("id")))
	e.out.WriteString(`,"labels":`)
	e.out.Write(e.value(n.Labels))
	e.properties(n.Properties)
}

func (e *encoder) edge(r *property.Relationship) {
	e.out.WriteString(e.before + `"source":`)
	e.out.Write(e.value(r.Source.Get("id")))
	e.out.WriteString(`,"target":`)
	e.out.Write(e.value(r.Target.Get("id")))
	e.out.WriteString(`,"type":`)
	e.out.Write(e.value(r.Type))
	e.properties(r.Properties)
}

// properties writes the properties and ends the object. The id is a key of the object itself.
func (e *encoder) properties(p property.Properties) {
	e.out.WriteString(`,"properties":{`)
	first := true
	for _, key := range p.Keys() {
		if key == "id" {
			continue
		}
		if !first {
			e.out.WriteByte(',')
		}
		first = false
		e.out.Write(e.value(key))
		e.out.WriteByte(':')
		e.out.Write(e.value(p.Get(key)))
	}
	e.out.WriteString("}}")
}
