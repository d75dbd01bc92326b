package query_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/graph/graphtest"
	"github.com/nexus-ci/nexus-ci/analyze/pattern"
	"github.com/nexus-ci/nexus-ci/analyze/query"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
)

// many is how long the full lists of the wide engine are.
const many = 2100

// few is how long a list may be that is short by its nature.
const few = 6

// wide has many of everything around the symbol hub.
func wide(t *testing.T) *engine.Engine {
	t.Helper()
	var text strings.Builder
	text.WriteString("Class src/hub.ts:Hub 1-9\nFunction src/hub.ts:hub 1-9\n")
	f := files{"long.txt": strings.Repeat("hub line\n", many*3)}
	for i := range many {
		fmt.Fprintf(&text, "Function src/d%d/f.ts:user%d 1-2\nFunction src/e%d/f.ts:used%d 1-2\nMethod src/hub.ts:Hub.m%d 1-2\nFunction src/s/s%d.ts:same 1-2\n", i, i, i, i, i, i)
		fmt.Fprintf(&text, "src/d%d/f.ts:user%d CALLS src/hub.ts:hub @1\nsrc/hub.ts:hub CALLS src/e%d/f.ts:used%d @1\n", i, i, i, i)
		f[fmt.Sprintf("src/d%d/f.ts", i)] = "hub()\n"
	}
	s := engine.Snapshot{Graph: graphtest.Parse(t, text.String()), Files: f, ImpactLimits: []int{10}, MinClusterSize: 1, MinConfidence: 0.5}
	hub := s.Graph.Node("Function:src/hub.ts:hub")
	for i := range many {
		user, used := s.Graph.Node(fmt.Sprintf("Function:src/d%d/f.ts:user%d", i, i)), s.Graph.Node(fmt.Sprintf("Function:src/e%d/f.ts:used%d", i, i))
		s.Processes = append(s.Processes, graph.Process{ID: fmt.Sprintf("flow%d", i), Label: fmt.Sprintf("user%d → used%d", i, i), Type: "main", Steps: []*graph.Node{user, hub, used}})
		s.Communities = append(s.Communities, graph.Community{ID: fmt.Sprintf("c%d", i), Label: fmt.Sprintf("area%d", i), Area: fmt.Sprintf("area%d", i), Members: []*graph.Node{user, used}})
	}
	s.ProcessCount = many
	all := &graph.Community{ID: "all", Label: "everything", Area: "everything"}
	long := graph.Process{ID: "long", Label: "hub → end", Type: "main"}
	for _, n := range s.Graph.Nodes {
		if n.Name == "same" {
			all.Members, long.Steps = append(all.Members, n), append(long.Steps, n)
		}
	}
	s.Communities, s.Processes = append(s.Communities, *all), append(s.Processes, long)
	places := pattern.Result{Languages: []string{"typescript"}, Files: 1, Searched: 1}
	for range many {
		places.Places = append(places.Places, pattern.Place{Path: "src/hub.ts", Captures: []pattern.Text{{Line: 1, Column: 1, EndLine: 1, Text: "x"}}})
	}
	s.Syntax = &fakeSyntax{result: places}
	s.Repositories = func() ([]engine.Repository, error) { return make([]engine.Repository, many), nil }
	s.Changes = func(context.Context, string, string) (*engine.ChangeReport, error) {
		return &engine.ChangeReport{
			Summary: engine.ChangeSummary{Level: "low", Missing: make([]string, many)}, Symbols: make([]engine.ChangedSymbol, many), Processes: make([]engine.AffectedFlow, many),
			Findings: make([]engine.ChangeFinding, many), Facts: make([]engine.ChangeFact, many), Clusters: make([]engine.HitCluster, many), Tests: make([]engine.ChangeTest, many), TestRuns: make([]string, many),
		}, nil
	}
	s.Names = everywhere{s.Graph}
	return engine.New(s)
}

// everywhere finds a name in many places.
type everywhere struct{ graph *graph.Graph }

func (e everywhere) Written(context.Context, []string, map[string][]byte) (*graph.Written, error) {
	w := &graph.Written{Graph: e.graph}
	for i := range many {
		w.Words = append(w.Words, graph.Word{Path: fmt.Sprintf("src/d%d/f.ts", i), Name: "hub"})
	}
	return w, nil
}

// wideQuestions has for each tool the questions with long answers. Each has to have one.
var wideQuestions = map[string][]string{
	"query": {
		`{"query":"hub","mode":"lexical"}`, `{"query":"hub","flat":true,"connections":true,"explain":true}`, `{"query":"callers of hub"}`, `{"query":"func same"}`,
		`{"query":"(x) @y"}`, `{"query":"hub","mode":"all","limit":1000}`,
	},
	"search":            {`{"query":"hub user used"}`, `{"query":"same","groupByProcess":false}`},
	"multi_search":      {`{"queries":["hub","same","user"],"limit_per_query":30}`},
	"context":           {`{"name":"hub"}`, `{"name":"Hub"}`, `{"name":"same"}`},
	"impact":            {`{"target":"hub"}`, `{"target":"hub","direction":"downstream"}`},
	"explore":           {`{}`, `{"target":"hub"}`, `{"target":"everything"}`, `{"target":"long","type":"process"}`, `{"target":"hub","refs":true,"callers":true,"callees":true,"graph":true,"reachable":true,"cycles":true}`},
	"grep":              {`{"pattern":"hub"}`},
	"read":              {`{"path":"long.txt"}`},
	"list_files":        {`{}`},
	"analyze_code":      {`{"focus":"complexity"}`},
	"code_intelligence": {`{"command":"find","symbol":"same"}`, `{"command":"callers","symbol":"hub"}`, `{"command":"refs","symbol":"hub"}`, `{"command":"similar","symbol":"same"}`},
	"detect_changes":    {`{}`},
	"list_repos":        {`{}`},
	"index_codebase":    {`{}`},
	"graph_stats":       {`{}`},
	"cypher":            {`{"query":"MATCH (n:Function) RETURN n.name"}`},
	"prompt_context":    {`{"query":"hub"}`},
	"rename":            {`{"old_name":"hub","new_name":"center","text":true}`},
}

// No tool leaves out a part of a list without saying how long it is, in JSON and to people.
func TestTruncation(t *testing.T) {
	e := wide(t)
	for _, tool := range query.Tools() {
		if len(wideQuestions[tool.Name]) == 0 {
			t.Errorf("%s has no question with a long answer: add one to wideQuestions", tool.Name)
		}
		for _, arguments := range wideQuestions[tool.Name] {
			r, err := tool.Run(context.Background(), e, json.RawMessage(arguments))
			if lookup, ok := err.(*engine.LookupError); ok {
				r, err = lookup, nil
			}
			if err != nil {
				t.Errorf("%s %s: %v", tool.Name, arguments, err)
				continue
			}
			encoded, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			var answer map[string]any
			if err := json.Unmarshal(encoded, &answer); err != nil {
				t.Fatal(err)
			}
			cuts := make(map[string]bool)
			shown := text(r)
			more, _ := answer["more"].([]any)
			for _, m := range more {
				c := m.(map[string]any)
				cuts[listName(c["list"].(string))] = true
				if said := fmt.Sprintf("%v of %v", c["shown"], c["total"]); !strings.Contains(shown, said) {
					t.Errorf("%s %s: the text does not say that %s is cut: %s", tool.Name, arguments, c["list"], said)
				}
			}
			delete(answer, "more")
			if n, ok := answer["neighbours"].(float64); ok && n >= many { // how prompt_context says it
				cuts["relevantNodes"] = true
			}
			eachList("", answer, func(path string, n int) {
				if n > few && n < many && !cuts[listName(path)] && !follows(cuts, listName(path)) {
					t.Errorf("%s %s: %s has %d elements and does not say that there are more", tool.Name, arguments, path, n)
				}
			})
		}
	}
}

// follows reports whether a list is what another one that says that it is cut has with it: the
// links between the nodes shown, the flows of the symbols shown, what is in these.
func follows(cuts map[string]bool, path string) bool {
	for _, rule := range [][2]string{
		{"graph.links", "graph.nodes"}, {"processes", "results"}, {"process_symbols", "results"}, {"process_symbols", "processes"}, {"definitions", "results"},
		{"clusters.symbols", "queries.results"}, {"relevantEdges", "relevantNodes"}, {"relevantLayers", "relevantNodes"}, {"queries", "queries.results"},
	} {
		if path == rule[0] && cuts[rule[1]] {
			return true
		}
	}
	return false
}

var listKey = regexp.MustCompile(`\[[^]]*\]`)

// listName is the path of a list without what stands for one element of another.
func listName(path string) string { return listKey.ReplaceAllString(path, "") }

// eachList calls f for every list in a value.
func eachList(path string, v any, f func(path string, n int)) {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			eachList(strings.TrimPrefix(path+"."+key, "."), value, f)
		}
	case []any:
		f(path, len(v))
		for _, element := range v {
			eachList(path+"[]", element, f)
		}
	}
}
