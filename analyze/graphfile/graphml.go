package graphfile

import (
	"bufio"
	"encoding/xml"
	"io"
	"strconv"

	"github.com/nexus-ci/nexus-ci/analyze/cypher/property"
	"github.com/nexus-ci/nexus-ci/analyze/cypher/value"
)

// GraphML writes GraphML, an XML format of graph drawing programs. Nodes are numbered, as an
// identifier in XML cannot hold a path; the id is a property. Lists are joined with commas.
func GraphML(w io.Writer, g *property.Graph) error {
	x := &graphML{out: bufio.NewWriter(w), node: make(map[string]string), edge: make(map[string]string)}
	for i := range g.Nodes {
		x.collect(&x.nodeKeys, x.node, g.Nodes[i].Properties)
	}
	for i := range g.Relationships {
		x.collect(&x.edgeKeys, x.edge, g.Relationships[i].Properties)
	}
	x.out.WriteString(xml.Header + `<graphml xmlns="http://graphml.graphdrawing.org/xmlns" ` +
		`xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ` +
		`xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">` + "\n")
	x.key("node", "labels", "string")
	for _, key := range x.nodeKeys {
		x.key("node", key, x.node[key])
	}
	x.key("edge", "type", "string")
	for _, key := range x.edgeKeys {
		x.key("edge", key, x.edge[key])
	}
	x.out.WriteString(`<graph id="code" edgedefault="directed">` + "\n")
	number := make(map[*property.Node]int, len(g.Nodes))
	for i := range g.Nodes {
		n := &g.Nodes[i]
		number[n] = i
		x.out.WriteString(`<node id="n` + strconv.Itoa(i) + `">`)
		labels := make([]any, len(n.Labels))
		for i, l := range n.Labels {
			labels[i] = l
		}
		x.data("node", "labels", labels)
		x.properties("node", n.Properties)
		x.out.WriteString("</node>\n")
	}
	for i := range g.Relationships {
		r := &g.Relationships[i]
		x.out.WriteString(`<edge id="e` + strconv.Itoa(i) + `" source="n` + strconv.Itoa(number[r.Source]) + `" target="n` + strconv.Itoa(number[r.Target]) + `">`)
		x.data("edge", "type", r.Type)
		x.properties("edge", r.Properties)
		x.out.WriteString("</edge>\n")
	}
	x.out.WriteString("</graph>\n</graphml>\n")
	return x.out.Flush()
}

// A graphML writes elements. The types of properties are declared first.
type graphML struct {
	out                *bufio.Writer
	node, edge         map[string]string // types of properties by name
	nodeKeys, edgeKeys []string          // in the order of first use
}

func (x *graphML) collect(keys *[]string, types map[string]string, p property.Properties) {
	for _, key := range p.Keys() {
		if types[key] == "" {
			types[key] = typeOf(p.Get(key))
			*keys = append(*keys, key)
		}
	}
}

func typeOf(v any) string {
	switch v.(type) {
	case bool:
		return "boolean"
	case int64:
		return "long"
	case float64:
		return "double"
	}
	return "string"
}

func (x *graphML) key(of, name, typ string) {
	x.out.WriteString(`<key id="` + of + "." + name + `" for="` + of + `" attr.name="` + name + `" attr.type="` + typ + `"/>` + "\n")
}

func (x *graphML) properties(of string, p property.Properties) {
	for _, key := range p.Keys() {
		x.data(of, key, p.Get(key))
	}
}

func (x *graphML) data(of, key string, v any) {
	x.out.WriteString(`<data key="` + of + "." + key + `">`)
	values, isList := v.([]any)
	if !isList {
		values = []any{v}
	}
	for i, v := range values {
		if i > 0 {
			x.out.WriteByte(',')
		}
		_ = xml.EscapeText(x.out, []byte(value.Format(v))) // out keeps its error
	}
	x.out.WriteString("</data>")
}
