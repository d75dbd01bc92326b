package propertygraph_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/cypher"
	"github.com/nexus-ci/nexus-ci/analyze/cypher/property"
	"github.com/nexus-ci/nexus-ci/analyze/cypher/value"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/graph/graphtest"
	"github.com/nexus-ci/nexus-ci/analyze/propertygraph"
)

func sample(t *testing.T) (*graph.Graph, *property.Graph) {
	g := graphtest.Parse(t, `
		Function web/login.ts:login 1-9 exported entry=request_handler
		Function db/users.ts:find 3-4
		Class db/users.ts:Users 5-9
		Class db/users.ts:Base 10-12
		web/login.ts:login CALLS db/users.ts:find @2
		web/login.ts:login CALLS db/users.ts:find @7
		db/users.ts:Users EXTENDS db/users.ts:Base @5
	`)
	login, find := g.Node("Function:web/login.ts:login"), g.Node("Function:db/users.ts:find")
	return g, propertygraph.New(g,
		[]graph.Community{{ID: "community:Db", Label: "Db", Area: "Db", Members: []*graph.Node{find}, Cohesion: 0.5, Description: "find"}},
		[]graph.Process{{ID: "p#1", Label: "login → find", Type: "request_handler", Steps: []*graph.Node{login, find}}})
}

// The schema has every label and type that a graph can have, and no others.
func TestSchema(t *testing.T) {
	var labels, types []string
	for _, l := range propertygraph.Labels {
		labels = append(labels, l.Name)
	}
	for _, r := range propertygraph.Types {
		types = append(types, r.Name)
	}
	wantLabels := []string{propertygraph.CodeElement, propertygraph.Community, propertygraph.Process}
	for _, l := range graph.Labels {
		wantLabels = append(wantLabels, string(l))
	}
	wantTypes := []string{string(graph.MemberOf), string(graph.StepInProcess)}
	for _, e := range graph.EdgeTypes {
		wantTypes = append(wantTypes, string(e))
	}
	for _, list := range [][]string{labels, types, wantLabels, wantTypes} {
		slices.Sort(list)
	}
	if diff := cmp.Diff(wantLabels, labels); diff != "" {
		t.Errorf("labels (-graph +schema):\n%s", diff)
	}
	if diff := cmp.Diff(wantTypes, types); diff != "" {
		t.Errorf("types (-graph +schema):\n%s", diff)
	}
	var text strings.Builder
	propertygraph.WriteSchema(&text)
	_, g := sample(t)
	for i := range g.Nodes {
		for _, key := range g.Nodes[i].Keys() {
			if !slices.Contains(propertygraph.Keys(), key) || !strings.Contains(text.String(), "`"+key+"`") {
				t.Errorf("%s is in the graph and not in the schema", key)
			}
		}
	}
	for _, name := range slices.Concat(labels, types) {
		if !strings.Contains(text.String(), "- `"+name+"`: ") {
			t.Errorf("the text has no %s", name)
		}
	}
}

// Ids are unique, uid is the same, and what is false or empty is not there.
func TestProperties(t *testing.T) {
	_, g := sample(t)
	ids := make(map[any]bool)
	for i := range g.Nodes {
		n := &g.Nodes[i]
		id := n.Get("id")
		if ids[id] || id == nil || n.Get("uid") != id {
			t.Errorf("id %v, uid %v", id, n.Get("uid"))
		}
		ids[id] = true
		for _, key := range n.Keys() {
			if v := n.Get(key); v == nil || v == "" {
				t.Errorf("%v has %s = %v", id, key, v)
			}
		}
	}
	for query, want := range map[string]string{
		`MATCH (f:Function {name: 'login'}) RETURN f.isExported, f.entryType, f.startLine, f.isTest`:                                                      "true request_handler 1 false",
		`MATCH (f:CodeElement) RETURN count(*)`:                                                                                                           "4",
		`MATCH (:Function)-[r:CALLS]->() RETURN r.lines, r.confidence, r.step`:                                                                            "[2, 7] 1.0 null",
		`MATCH (a)-[:INHERITS]->(b) RETURN a.name, b.name`:                                                                                                "Users Base",
		`MATCH (s)-[:CodeRelation {type: 'MEMBER_OF'}]->(c:Community) RETURN s.name, c.label, c.heuristicLabel, c.description, c.cohesion, c.symbolCount`: "find Db Db find 0.5 1",
		`MATCH (s)-[r:STEP_IN_PROCESS]->(p:Process {label: 'login → find'}) WHERE r.step = 2 RETURN s.name, p.stepCount, p.processType, p.terminalId`:     "find 2 request_handler Function:db/users.ts:find",
		`MATCH (f:File)-[:DEFINES]->(c:Class {name: 'Users'}) RETURN f.name`:                                                                              "users.ts",
	} {
		q, err := cypher.Parse(query)
		if err != nil {
			t.Fatal(err)
		}
		r, err := q.Run(context.Background(), g, nil, cypher.Limits{Rows: 10, Steps: 10_000, Held: 1000})
		if err != nil || len(r.Rows) != 1 {
			t.Errorf("%s: %v, %v", query, r, err)
			continue
		}
		var cells []string
		for _, v := range r.Rows[0] {
			cells = append(cells, value.Format(v))
		}
		if got := strings.Join(cells, " "); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
}
