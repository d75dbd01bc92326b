package graphfile

import (
	"bufio"
	"io"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/cypher/property"
	"github.com/nexus-ci/nexus-ci/analyze/cypher/value"
)

// batch is the number of nodes or edges per statement.
const batch = 100

// CodeNode is a label of every node in a script. An index on it finds the ends of edges.
const CodeNode = "CodeNode"

// Script writes Cypher statements that create the graph in an empty database: an index (in the
// syntax of Neo4j), then the nodes, then the edges, in batches.
func Script(w io.Writer, g *property.Graph) error {
	s := &script{out: bufio.NewWriter(w)}
	s.out.WriteString("CREATE INDEX code_node_id IF NOT EXISTS FOR (n:" + CodeNode + ") ON (n.id);\n")
	var rows []string
	var labels []string
	nodes := func() {
		if len(rows) > 0 {
			var names strings.Builder
			for _, l := range append([]string{CodeNode}, labels...) {
				names.WriteString(":" + value.Name(l))
			}
			s.statement(rows, "CREATE (n"+names.String()+") SET n = row")
		}
		rows = rows[:0]
	}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if len(rows) == batch || !slices.Equal(labels, n.Labels) {
			nodes()
			labels = n.Labels
		}
		rows = append(rows, properties(n.Properties))
	}
	nodes()
	byType := make(map[string][]string)
	edges := func(typ string) {
		s.statement(byType[typ], "MATCH (a:"+CodeNode+" {id: row.source}), (b:"+CodeNode+" {id: row.target}) CREATE (a)-[r:"+value.Name(typ)+"]->(b) SET r = row.properties")
		byType[typ] = byType[typ][:0]
	}
	for i := range g.Relationships {
		r := &g.Relationships[i]
		byType[r.Type] = append(byType[r.Type], "{source: "+value.Literal(r.Source.Get("id"))+", target: "+value.Literal(r.Target.Get("id"))+", properties: "+properties(r.Properties)+"}")
		if len(byType[r.Type]) == batch {
			edges(r.Type)
		}
	}
	var types []string
	for t := range byType {
		types = append(types, t)
	}
	slices.Sort(types)
	for _, t := range types {
		if len(byType[t]) > 0 {
			edges(t)
		}
	}
	return s.out.Flush()
}

type script struct{ out *bufio.Writer }

func (s *script) statement(rows []string, does string) {
	s.out.WriteString("UNWIND [\n")
	for i, r := range rows {
		s.out.WriteString(r)
		if i < len(rows)-1 {
			s.out.WriteByte(',')
		}
		s.out.WriteByte('\n')
	}
	s.out.WriteString("] AS row " + does + ";\n")
}

func properties(p property.Properties) string {
	var all []string
	for _, key := range p.Keys() {
		all = append(all, value.Name(key)+": "+value.Literal(p.Get(key)))
	}
	return "{" + strings.Join(all, ", ") + "}"
}
