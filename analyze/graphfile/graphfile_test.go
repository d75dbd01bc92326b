package graphfile

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/nexus-ci/nexus-ci/analyze/cypher"
	"github.com/nexus-ci/nexus-ci/analyze/cypher/property"
)

type props map[string]any

func (p props) Get(key string) any { return p[key] }
func (p props) Keys() []string     { return slices.Sorted(maps.Keys(p)) }

// hostile has names that every form has to write with care.
var hostile = []string{
	"plain", `quote ' " back\slash`, "<a href='x'>&amp;</a>", "]]><!--", "two\nlines\r\n\ttab", "`tick` ${x} $name", "] AS row DELETE n;\n", "ünïcödé 🦊 \u2028", "", "x';--", "::error::x",
}

// graph has a node of every hostile name, more edges than one statement takes, and each kind
// of property.
func hostileGraph() *property.Graph {
	nodes := make([]property.Node, len(hostile))
	for i, name := range hostile {
		nodes[i] = property.Node{Labels: []string{"Function", "CodeElement"}, Properties: props{
			"id": fmt.Sprint("Function:", i, ":", name), "name": name, "startLine": int64(i), "isTest": i%2 == 0, "cohesion": 0.25 + float64(i),
		}}
	}
	nodes[1].Labels = []string{"Odd `label`"}
	edges := make([]property.Relationship, 2*batch+7)
	for i := range edges {
		edges[i] = property.Relationship{Type: []string{"CALLS", "IMPORTS"}[i%2], Source: &nodes[i%len(nodes)], Target: &nodes[i*7%len(nodes)],
			Properties: props{"confidence": 0.5, "lines": []any{int64(i), int64(i + 1)}, "reason": hostile[i%len(hostile)]}}
	}
	return property.NewGraph(nodes, edges)
}

// A read graph is what a reader of a file knows.
type read struct {
	Nodes []readNode
	Edges []readEdge
}

type readNode struct {
	ID         string
	Labels     []string
	Properties map[string]any
}

type readEdge struct {
	Source, Target, Type string
	Properties           map[string]any
}

// want is what a reader has to know of a graph; the id is no property then.
func want(g *property.Graph) read {
	var r read
	all := func(p property.Properties) map[string]any {
		m := make(map[string]any)
		for _, key := range p.Keys() {
			if key != "id" {
				m[key] = p.Get(key)
			}
		}
		return m
	}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		r.Nodes = append(r.Nodes, readNode{n.Get("id").(string), n.Labels, all(n.Properties)})
	}
	for i := range g.Relationships {
		e := &g.Relationships[i]
		r.Edges = append(r.Edges, readEdge{e.Source.Get("id").(string), e.Target.Get("id").(string), e.Type, all(e.Properties)})
	}
	return r
}

// whole makes the numbers of JSON those of a graph: cohesion and confidence are no whole ones.
func whole(m map[string]any) map[string]any {
	for key, v := range m {
		switch v := v.(type) {
		case json.Number:
			if key == "cohesion" || key == "confidence" {
				m[key], _ = v.Float64()
			} else {
				m[key], _ = v.Int64()
			}
		case []any:
			for i := range v {
				v[i], _ = v[i].(json.Number).Int64()
			}
		}
	}
	return m
}

var header = Header{Tool: "test", Project: Project{Name: "a \"b\"", Languages: []string{"Go"}, Commit: "c0ffee"}}

func TestJSON(t *testing.T) {
	g := hostileGraph()
	var b bytes.Buffer
	layers := []Layer{{"core", "what all need", []string{"Function:0:plain"}}}
	if err := JSON(&b, header, g, layers); err != nil {
		t.Fatal(err)
	}
	schema, err := jsonschema.NewCompiler().Compile("graph-v1.json")
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(document); err != nil {
		t.Error(err)
	}
	var got struct {
		Header
		read
		Layers []Layer
	}
	d := json.NewDecoder(&b)
	d.UseNumber()
	if err := d.Decode(&got); err != nil {
		t.Fatal(err)
	}
	for i := range got.Nodes {
		whole(got.Nodes[i].Properties)
	}
	for i := range got.Edges {
		whole(got.Edges[i].Properties)
	}
	if diff := cmp.Diff(want(g), got.read); diff != "" {
		t.Errorf("read again (-want +got):\n%s", diff)
	}
	if got.Project.Name != header.Project.Name || got.Schema != SchemaName || !cmp.Equal(got.Layers, layers) {
		t.Errorf("header %+v, layers %v", got.Header, got.Layers)
	}
	// A schema that allows anything would say nothing.
	document.(map[string]any)["nodes"].([]any)[0].(map[string]any)["more"] = 1
	if schema.Validate(document) == nil {
		t.Error("the schema takes any node")
	}
}

func TestLines(t *testing.T) {
	g := hostileGraph()
	var b bytes.Buffer
	if err := Lines(&b, header, g, []Layer{{Name: "core", Nodes: []string{}}}); err != nil {
		t.Fatal(err)
	}
	var got read
	kinds := make(map[string]int)
	for _, line := range strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n") {
		var kind struct{ Kind string }
		var n readNode
		var e readEdge
		d := json.NewDecoder(strings.NewReader(line))
		d.UseNumber()
		if err := json.Unmarshal([]byte(line), &kind); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		switch kinds[kind.Kind]++; kind.Kind {
		case "node":
			if err := d.Decode(&n); err != nil {
				t.Fatal(err)
			}
			whole(n.Properties)
			got.Nodes = append(got.Nodes, n)
		case "edge":
			if err := d.Decode(&e); err != nil {
				t.Fatal(err)
			}
			whole(e.Properties)
			got.Edges = append(got.Edges, e)
		}
	}
	if diff := cmp.Diff(want(g), got); diff != "" {
		t.Errorf("read again (-want +got):\n%s", diff)
	}
	if kinds["header"] != 1 || kinds["layer"] != 1 || len(kinds) != 4 {
		t.Errorf("kinds %v", kinds)
	}
}

// The parser is that of XML, which stops at what is no XML. What there is, is declared, in the
// order of the schema of GraphML, and its names are names.
func TestGraphML(t *testing.T) {
	g := hostileGraph()
	g.Nodes[0].Properties.(props)["name"] = "bell\a\x1b[31m\x00"
	var b bytes.Buffer
	if err := GraphML(&b, g); err != nil {
		t.Fatal(err)
	}
	type data struct {
		Key   string `xml:"key,attr"`
		Value string `xml:",chardata"`
	}
	var doc struct {
		XMLName xml.Name `xml:"http://graphml.graphdrawing.org/xmlns graphml"`
		Keys    []struct {
			ID   string `xml:"id,attr"`
			For  string `xml:"for,attr"`
			Name string `xml:"attr.name,attr"`
			Type string `xml:"attr.type,attr"`
		} `xml:"key"`
		Graph struct {
			Default string `xml:"edgedefault,attr"`
			Nodes   []struct {
				ID   string `xml:"id,attr"`
				Data []data `xml:"data"`
			} `xml:"node"`
			Edges []struct {
				ID     string `xml:"id,attr"`
				Source string `xml:"source,attr"`
				Target string `xml:"target,attr"`
				Data   []data `xml:"data"`
			} `xml:"edge"`
		} `xml:"graph"`
	}
	d := xml.NewDecoder(bytes.NewReader(b.Bytes()))
	if err := d.Decode(&doc); err != nil {
		t.Fatal(err)
	}
	if rest := b.Bytes()[d.InputOffset():]; len(bytes.TrimSpace(rest)) > 0 {
		t.Errorf("more behind the document: %s", rest)
	}
	types := make(map[string]string)
	for _, k := range doc.Keys {
		types[k.ID] = k.Type
		if !slices.Contains([]string{"boolean", "int", "long", "float", "double", "string"}, k.Type) || k.For != "node" && k.For != "edge" || k.ID != k.For+"."+k.Name {
			t.Errorf("key %+v", k)
		}
	}
	value := func(all []data, key string) string {
		for _, d := range all {
			if d.Key == key {
				return d.Value
			}
		}
		return "?"
	}
	ids := make(map[string]string)
	for i, n := range doc.Graph.Nodes {
		ids[n.ID] = value(n.Data, "node.id")
		for _, d := range n.Data {
			if types[d.Key] == "" {
				t.Errorf("%s is not declared", d.Key)
			}
		}
		name := strings.ReplaceAll(hostile[i], "\r\n", "\n")
		if i == 0 {
			name = "bell\ufffd\ufffd[31m\ufffd"
		}
		if got := value(n.Data, "node.name"); got != name && got != hostile[i] || value(n.Data, "node.startLine") != strconv.Itoa(i) {
			t.Errorf("node %d is %q %+v", i, got, n.Data)
		}
	}
	if len(ids) != len(g.Nodes) || len(doc.Graph.Edges) != len(g.Relationships) || doc.Graph.Default != "directed" {
		t.Fatalf("%d nodes, %d edges", len(ids), len(doc.Graph.Edges))
	}
	for i, e := range doc.Graph.Edges {
		r := &g.Relationships[i]
		if ids[e.Source] != r.Source.Get("id") && !strings.Contains(r.Source.Get("id").(string), "\r") || value(e.Data, "edge.type") != r.Type || value(e.Data, "edge.lines") != fmt.Sprintf("%d,%d", i, i+1) {
			t.Errorf("edge %d: %+v", i, e)
		}
	}
}

// Every statement can be read, and run one after the other they make the graph.
func TestScript(t *testing.T) {
	g := hostileGraph()
	var b bytes.Buffer
	if err := Script(&b, g); err != nil {
		t.Fatal(err)
	}
	statements := strings.Split(strings.TrimSuffix(b.String(), ";\n"), ";\n")
	// A name ends in what ends a statement too; it does not, as line ends are escaped.
	if !strings.HasPrefix(statements[0], "CREATE INDEX ") {
		t.Fatalf("first: %s", statements[0])
	}
	nodes := make(map[string]readNode)
	var edges []readEdge
	for _, s := range statements[1:] {
		values, does, ok := strings.Cut(s, "\n] AS row ")
		if !ok {
			t.Fatalf("statement %s", s)
		}
		q, err := cypher.Parse(values + "\n] AS row RETURN row")
		if err != nil {
			t.Fatalf("%v in\n%s", err, s)
		}
		result, err := q.Run(context.Background(), property.NewGraph(nil, nil), nil, cypher.Limits{Rows: 1000, Steps: 1e6, Held: 1e6})
		if err != nil {
			t.Fatal(err)
		}
		// What the statement does is a pattern that a query can have too.
		pattern, set, _ := strings.Cut(does, " SET ")
		q, err = cypher.Parse("UNWIND [] AS row " + strings.Replace(strings.Replace(pattern, ") CREATE ", "), ", 1), "CREATE ", "MATCH ", 1) + " RETURN 1")
		if err != nil {
			t.Fatalf("%s: %v", does, err)
		}
		for _, row := range result.Rows {
			m := row[0].(map[string]any)
			if set == "n = row" {
				id := m["id"].(string)
				delete(m, "id")
				nodes[id] = readNode{id, q.Names().Labels[1:], m}
				continue
			}
			edges = append(edges, readEdge{m["source"].(string), m["target"].(string), q.Names().Types[0], m["properties"].(map[string]any)})
		}
	}
	expected := want(g)
	for _, n := range expected.Nodes {
		if diff := cmp.Diff(n, nodes[n.ID]); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	byText := func(a, b readEdge) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) }
	slices.SortFunc(edges, byText)
	slices.SortFunc(expected.Edges, byText)
	if diff := cmp.Diff(expected.Edges, edges); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A writer that fails is told.
func TestWriteFails(t *testing.T) {
	g := hostileGraph()
	for name, write := range map[string]func(io.Writer) error{
		"json":    func(w io.Writer) error { return JSON(w, header, g, nil) },
		"jsonl":   func(w io.Writer) error { return Lines(w, header, g, nil) },
		"graphml": func(w io.Writer) error { return GraphML(w, g) },
		"cypher":  func(w io.Writer) error { return Script(w, g) },
	} {
		if err := write(full{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, os.ErrClosed }
