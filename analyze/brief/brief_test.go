package brief_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/brief"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/graph/graphtest"
)

// table makes the table of a small graph with one community and one flow.
func table(t testing.TB) (*graph.Graph, *brief.Table) {
	g := graphtest.Parse(t, `
		Function a.ts:login 1-9
		Function a.ts:logout 10-12
		Function b.ts:find 1-3
		Function b.ts:hash 4-5
		Function b.ts:log 6-7
		Function b.ts:send 8-9
		Class c.ts:Store 1-9
		Constructor c.ts:Store.constructor 2-3
		a.ts:logout CALLS c.ts:Store.constructor @12
		Function b_test.ts:testFind 1-3 test
		a.ts:login CALLS b.ts:find @5
		a.ts:login CALLS b.ts:find @6
		a.ts:login CALLS b.ts:hash @7
		a.ts:login CALLS b.ts:log @8
		a.ts:login CALLS b.ts:send @8
		a.ts:logout CALLS b.ts:log @11 confidence=0.4
		b_test.ts:testFind CALLS b.ts:find @2
		b_test.ts:testFind CALLS b.ts:send @2
		b.ts:hash CALLS b.ts:hash @5
		File d.ts 1-9
		d.ts REFERENCES b.ts:hash @1
		a.ts:logout REFERENCES b.ts:hash @11
		a.ts:login REFERENCES b.ts:hash @7
	`)
	node := func(id string) *graph.Node {
		n := g.Node(id)
		if n == nil {
			t.Fatalf("no %s", id)
		}
		return n
	}
	login, find := node("Function:a.ts:login"), node("Function:b.ts:find")
	return g, brief.New(g,
		[]graph.Community{{ID: "c", Members: []*graph.Node{login, find}, Cohesion: 0.8}},
		[]graph.Process{{ID: "p", Label: "login → find", Steps: []*graph.Node{login, find}}}, 0.7)
}

func TestTable(t *testing.T) {
	g, made := table(t)
	stored, err := brief.Load(made.Bytes())
	if err != nil || stored.Len() != len(g.Nodes) {
		t.Fatalf("Load: %v, %d of %d", err, stored.Len(), len(g.Nodes))
	}
	at := func(id string) int { return g.Index(g.Node(id)) }
	for id, want := range map[string]brief.Entry{
		"Function:a.ts:login": {
			Name: "login", Path: "a.ts", Cohesion: 204.0 / 255,
			// Each once, and how many there are in all.
			Callees: brief.Refs{Nodes: []int{at("Function:b.ts:find"), at("Function:b.ts:hash"), at("Function:b.ts:log")}, Total: 4},
			Flows:   brief.Flows{Steps: []brief.Step{{Flow: "login → find", Step: 1, Steps: 2, Entry: at("Function:a.ts:login"), Terminal: at("Function:b.ts:find")}}, Total: 1},
		},
		"Function:b.ts:find": {
			Name: "find", Path: "b.ts", Cohesion: 204.0 / 255,
			// A test is no caller where there are others.
			Callers: brief.Refs{Nodes: []int{at("Function:a.ts:login")}, Total: 1},
			Flows:   brief.Flows{Steps: []brief.Step{{Flow: "login → find", Step: 2, Steps: 2, Entry: at("Function:a.ts:login"), Terminal: at("Function:b.ts:find")}}, Total: 1},
		},
		// Neither itself nor what is not sure. Who calls it is no other user.
		"Function:b.ts:hash": {
			Name: "hash", Path: "b.ts", Callers: brief.Refs{Nodes: []int{at("Function:a.ts:login")}, Total: 1},
			Users: brief.Refs{Nodes: []int{at("File:d.ts"), at("Function:a.ts:logout")}, Total: 2},
		},
		"Function:a.ts:logout": {Name: "logout", Path: "a.ts", Callees: brief.Refs{Nodes: []int{at("Constructor:c.ts:Store.constructor")}, Total: 1}},
		// Who calls its constructor calls a type.
		"Class:c.ts:Store": {Name: "Store", Path: "c.ts", Callers: brief.Refs{Nodes: []int{at("Function:a.ts:logout")}, Total: 1}},
		"File:a.ts":        {Name: "a.ts", Path: "a.ts"},
	} {
		got, ok := stored.Entry(at(id))
		if diff := cmp.Diff(want, got); diff != "" || !ok {
			t.Errorf("%s, %v: -want +got\n%s", id, ok, diff)
		}
	}
	for _, i := range []int{-1, len(g.Nodes)} {
		if e, ok := stored.Entry(i); ok {
			t.Errorf("entry %d: %v", i, e)
		}
	}
}

// Bytes that are damaged anywhere do nothing worse than to find nothing, or something else.
func FuzzLoad(f *testing.F) {
	_, made := table(f)
	f.Add(made.Bytes())
	for i := range made.Bytes() {
		damaged := append([]byte(nil), made.Bytes()...)
		damaged[i] ^= 0xff
		f.Add(damaged)
		f.Add(damaged[:i])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		x, err := brief.Load(data)
		if err != nil {
			return
		}
		for i := range x.Len() {
			if e, ok := x.Entry(i); ok && (e.Path == "" || len(e.Callers.Nodes) > brief.Most || len(e.Flows.Steps) > brief.Most) {
				t.Errorf("entry %d: %v", i, e)
			}
		}
	})
}
