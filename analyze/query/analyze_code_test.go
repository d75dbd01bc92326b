package query_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/graph/graphtest"
	"github.com/nexus-ci/nexus-ci/analyze/query"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
)

// complexApp has functions of several complexities, one of them in a test.
func complexApp(t *testing.T) *engine.Engine {
	var b strings.Builder
	b.WriteString("Function a.ts:simple 1-3\nFunction a.ts:long 10-100\nFunction a.ts:params 200-210 params=a,b,c,d,e,f,g\nFunction a.ts:hub 300-310\nFunction a_test.ts:testHub 1-3\nClass c.ts:Small 1-3\n")
	for i := range 10 {
		fmt.Fprintf(&b, "Function u.ts:u%d %d-%d\nu.ts:u%d CALLS a.ts:hub @5\na.ts:hub CALLS u.ts:u%d @301\n", i, 10*i+1, 10*i+2, i, i)
	}
	b.WriteString("a_test.ts:testHub CALLS a.ts:hub @2\n")
	g := graphtest.Parse(t, b.String())
	for _, name := range []string{"File:a_test.ts", "Function:a_test.ts:testHub"} {
		g.Node(name).Test = true
	}
	for name, decisions := range map[string]int{"a.ts:long": 11, "a.ts:params": 6, "u.ts:u3": 9} {
		g.Node("Function:" + name).Decisions = decisions
	}
	return engine.New(engine.Snapshot{Graph: g, ImpactLimits: []int{10}, MinConfidence: 0.7})
}

func TestAnalyzeCode(t *testing.T) {
	e := complexApp(t)
	r, err := ask(t, e, "analyze_code", `{}`)
	if err != nil {
		t.Fatal(err)
	}
	got := text(r)
	for _, want := range []string{
		"MOST COMPLEX\n   12  Function long (a.ts:10)\n   10  Function u3 (u.ts:31)\n    7  Function params (a.ts:200)\n",
		"SMELLS\n  complex 12  Function long (a.ts:10)\n  hub 10  Function hub (a.ts:300)\n  long 91  Function long (a.ts:10)\n  many_parameters 7  Function params (a.ts:200)\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no\n%s in\n%s", want, got)
		}
	}
	for arguments, want := range map[string]string{
		`{"focus":"summary"}`:                        "3 files, 14 functions, 1 type\ncomplexity of functions: mean 2.86; 11 simple, 2 moderate, 1 complex\n",
		`{"focus":"complexity","limit":1}`:           "MOST COMPLEX\n   12  Function long (a.ts:10)\n  shown 1 of 14\n",
		`{"focus":"smells","files":"u.ts"}`:          "no smell was found: nothing measured is beyond a limit\n",
		`{"focus":"complexity","files":"nowhere/*"}`: "no function was found in these files\n",
	} {
		r, err := ask(t, e, "analyze_code", arguments)
		if err != nil || text(r) != want {
			t.Errorf("%s: %v\n%s", arguments, err, text(r))
		}
	}
	if _, err := ask(t, e, "analyze_code", `{"focus":"beauty"}`); err == nil {
		t.Error("no error")
	}
}

// The hot spots are those that the graph orders by complexity.
func TestHotSpotsAreThoseOfCypher(t *testing.T) {
	e := complexApp(t)
	r, err := ask(t, e, "analyze_code", `{"focus":"complexity","limit":5}`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, h := range r.(*query.CodeAnalysis).HotSpots {
		got = append(got, h.UID)
	}
	r, err = ask(t, e, "cypher", `{"query":"MATCH (f) WHERE f.complexity IS NOT NULL AND f.isTest = false RETURN f.id ORDER BY f.complexity DESC, f.id LIMIT 5"}`)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, row := range r.(*query.CypherResult).Rows {
		want = append(want, fmt.Sprint(row[0]))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
