package community_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/community"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/graph/graphtest"
)

// clique describes functions of one file that all call each other.
func clique(file string, names ...string) string {
	var b strings.Builder
	for _, n := range names {
		fmt.Fprintf(&b, "Function %s:%s\n", file, n)
	}
	for i, a := range names {
		for _, n := range names[i+1:] {
			fmt.Fprintf(&b, "%s:%s CALLS %s:%s\n", file, a, file, n)
		}
	}
	return b.String()
}

// star describes a function that calls others.
func star(center string, others ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Function %s\n", center)
	for _, o := range others {
		fmt.Fprintf(&b, "Function %s\n%s CALLS %s\n", o, center, o)
	}
	return b.String()
}

// shop is a product of four areas.
var shop = clique("src/auth/validator.ts", "validateUser", "checkPassword", "hash", "token", "claims") +
	clique("src/routes/login.ts", "handleLogin", "redirect", "render", "page", "cookie") +
	clique("src/db/users.ts", "findByEmail", "query", "connect", "row", "close") +
	clique("src/session/index.ts", "open", "renew", "expire", "store") + `
	src/routes/login.ts:handleLogin CALLS src/auth/validator.ts:validateUser
	src/routes/login.ts:page CALLS src/auth/validator.ts:token
	src/auth/validator.ts:validateUser CALLS src/db/users.ts:findByEmail
	src/routes/login.ts:cookie CALLS src/session/index.ts:open
	Function src/lonely/one.ts:lonely
	Constant src/auth/validator.ts:LIMIT
	src/auth/validator.ts:hash REFERENCES src/auth/validator.ts:LIMIT
	Constant src/auth/validator.ts:UNUSED
	Function src/tests/auth.test.ts:testValidate test
	src/tests/auth.test.ts:testValidate CALLS src/auth/validator.ts:validateUser
	src/tests/auth.test.ts:testValidate CALLS src/auth/validator.ts:token
	src/tests/auth.test.ts:testValidate CALLS src/db/users.ts:connect
`

func dump(communities []graph.Community) string {
	var b strings.Builder
	for _, c := range communities {
		fmt.Fprintf(&b, "%s (%s, %s) %.2f %s\n", c.Label, c.ID, c.Area, c.Cohesion, c.Description)
		for _, n := range c.Members {
			fmt.Fprintf(&b, "  %s\n", n.ID)
		}
	}
	return b.String()
}

func labels(communities []graph.Community) []string {
	var list []string
	for _, c := range communities {
		list = append(list, c.Label)
	}
	return list
}

func TestDetectFindsAreas(t *testing.T) {
	got := dump(community.Detect(graphtest.Parse(t, shop), community.Options{}))
	const want = `Auth (community:Auth, Auth) 0.77 validateUser, token, checkPassword and 2 more in src/auth
  Function:src/auth/validator.ts:checkPassword
  Function:src/auth/validator.ts:claims
  Function:src/auth/validator.ts:hash
  Function:src/auth/validator.ts:token
  Function:src/auth/validator.ts:validateUser
Db (community:Db, Db) 0.91 findByEmail, close, connect and 2 more in src/db
  Function:src/db/users.ts:close
  Function:src/db/users.ts:connect
  Function:src/db/users.ts:findByEmail
  Function:src/db/users.ts:query
  Function:src/db/users.ts:row
Routes (community:Routes, Routes) 0.77 cookie, handleLogin, page and 2 more in src/routes
  Function:src/routes/login.ts:cookie
  Function:src/routes/login.ts:handleLogin
  Function:src/routes/login.ts:page
  Function:src/routes/login.ts:redirect
  Function:src/routes/login.ts:render
Session (community:Session, Session) 0.86 open, expire, renew and 1 more in src/session
  Function:src/session/index.ts:expire
  Function:src/session/index.ts:open
  Function:src/session/index.ts:renew
  Function:src/session/index.ts:store
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestDetectDoesNotDependOnTheOrderOfBuilding(t *testing.T) {
	want := dump(community.Detect(graphtest.Parse(t, shop), community.Options{}))
	lines := strings.Split(shop, "\n")
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 6))
		r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		got := dump(community.Detect(graphtest.Parse(t, strings.Join(lines, "\n")), community.Options{}))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("seed %d: %s", seed, diff)
		}
	}
}

// random returns a graph of symbols and tests in several folders.
func random(seed uint64) *graph.Graph {
	r := rand.New(rand.NewPCG(seed, 7))
	b := graph.NewBuilder()
	var nodes []*graph.Node
	labels := []graph.Label{graph.Function, graph.Method, graph.Class, graph.Constant}
	for i := range 20 + r.IntN(150) {
		path := fmt.Sprintf("src/area%d/f%d.ts", i%7, i%3)
		name := fmt.Sprintf("s%d", i%50) // many namesakes
		label := labels[r.IntN(len(labels))]
		nodes = append(nodes, b.Add(&graph.Node{
			ID: string(label) + ":" + path + ":" + name, Label: label, Name: name, Qualified: name, Path: path, Test: r.IntN(6) == 0,
		}))
	}
	types := []graph.EdgeType{graph.Calls, graph.References, graph.Imports, graph.Extends}
	for range len(nodes) * 2 {
		b.Edge(nodes[r.IntN(len(nodes))], types[r.IntN(len(types))], nodes[r.IntN(len(nodes))], r.Float64(), 1, graph.Site{Line: 1})
	}
	return b.Graph()
}

func TestPromisesOfDetect(t *testing.T) {
	for seed := range uint64(100) {
		g := random(seed)
		communities := community.Detect(g, community.Options{})
		seen := make(map[*graph.Node]bool)
		label := make(map[string]bool)
		for i, c := range communities {
			if label[c.Label] || c.Label == "" || c.ID != "community:"+c.Label {
				t.Errorf("seed %d: label %q, ID %q of community %d", seed, c.Label, c.ID, i)
			}
			label[c.Label] = true
			if c.Description == "" || c.Area == "" || c.Cohesion < 0 || c.Cohesion > 1 || len(c.Members) < 2 {
				t.Errorf("seed %d: %+v", seed, c)
			}
			if i > 0 && len(communities[i-1].Members) < len(c.Members) {
				t.Errorf("seed %d: %s is larger than the one before", seed, c.Label)
			}
			inside := make(map[*graph.Node]bool)
			for k, n := range c.Members {
				if seen[n] || n.Test || n.Label == graph.Constant || k > 0 && c.Members[k-1].ID >= n.ID {
					t.Errorf("seed %d: member %s of %s", seed, n.ID, c.Label)
				}
				seen[n], inside[n] = true, true
			}
			reached := within(g, c.Members[0], inside)
			if len(reached) != len(c.Members) {
				t.Errorf("seed %d: %s falls apart: %d of %d members hang together", seed, c.Label, len(reached), len(c.Members))
			}
		}
		// Moving any member to another community does not help.
		best := community.Modularity(g, communities, 1)
		for from := range communities {
			for to := range communities {
				if from == to || len(communities[from].Members) < 2 {
					continue
				}
				moved := slices.Clone(communities)
				moved[from].Members = moved[from].Members[1:]
				moved[to].Members = append(slices.Clone(moved[to].Members), communities[from].Members[0])
				if q := community.Modularity(g, moved, 1); q > best+1e-3 {
					t.Errorf("seed %d: modularity %v with %s moved to %s, %v without", seed, q, communities[from].Members[0].ID, communities[to].Label, best)
				}
			}
		}
	}
}

// within returns the nodes that hang together with n by edges between the given.
func within(g *graph.Graph, n *graph.Node, nodes map[*graph.Node]bool) map[*graph.Node]bool {
	reached := map[*graph.Node]bool{n: true}
	queue := []*graph.Node{n}
	visit := func(e *graph.Edge, n *graph.Node) {
		if e.Type != graph.Imports && nodes[n] && !reached[n] {
			reached[n] = true
			queue = append(queue, n)
		}
	}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		for _, e := range g.Out(n) {
			visit(e, e.Target)
		}
		for _, e := range g.In(n) {
			visit(e, e.Source)
		}
	}
	return reached
}

func TestCohesion(t *testing.T) {
	// Two triangles joined by a doubtful call: 3 of 3.5 calls at each stay inside.
	g := graphtest.Parse(t, clique("a/x.ts", "a1", "a2", "a3")+clique("b/x.ts", "b1", "b2", "b3")+
		"a/x.ts:a1 CALLS b/x.ts:b1 confidence=0.5")
	for _, c := range community.Detect(g, community.Options{}) {
		if want := 3 / 3.5; math.Abs(c.Cohesion-want) > 1e-12 {
			t.Errorf("cohesion of %s is %v, want %v", c.Label, c.Cohesion, want)
		}
	}
}

func TestModularity(t *testing.T) {
	g := graphtest.Parse(t, clique("a/x.ts", "a1", "a2", "a3")+clique("b/x.ts", "b1", "b2", "b3")+"a/x.ts:a1 CALLS b/x.ts:b1")
	communities := community.Detect(g, community.Options{})
	if got, want := community.Modularity(g, communities, 1), 2*(3.0/7-0.25); math.Abs(got-want) > 1e-12 {
		t.Errorf("modularity %v, want %v", got, want)
	}
	if got, want := community.Modularity(g, nil, 1), -(4*4.0+2*9.0)/196; math.Abs(got-want) > 1e-12 {
		t.Errorf("modularity of single symbols %v, want %v", got, want)
	}
}

func TestResolution(t *testing.T) {
	g := graphtest.Parse(t, shop)
	coarse := community.Detect(g, community.Options{Resolution: 0.05})
	fine := community.Detect(g, community.Options{Resolution: 1})
	if len(coarse) >= len(fine) {
		t.Errorf("%d communities at a low resolution, %d at the default", len(coarse), len(fine))
	}
}

func TestLabels(t *testing.T) {
	for _, test := range []struct {
		name, graph string
		names       map[string]string
		want        []string
	}{
		{name: "generic folders are passed over",
			graph: clique("packages/billing/src/main/index.ts", "a", "b", "c"), want: []string{"Billing"}},
		{name: "versions too", graph: clique("api/v1/x.ts", "a", "b", "c"), want: []string{"Api"}},
		{name: "words", graph: clique("user-service/x.ts", "a", "b", "c"), want: []string{"User Service"}},
		{name: "files where there is no folder", graph: clique("router.go", "a", "b", "c"), want: []string{"Router"}},
		{name: "a symbol where nothing tells", graph: clique("src/index.ts", "ping", "pong"), want: []string{"ping"}},
		{name: "twins are told apart by their leading symbol",
			graph: clique("binding/x.ts", "validate", "rule", "field") + clique("binding/y.ts", "decode", "read", "next"),
			want:  []string{"Binding: decode", "Binding: field"}},
		{name: "the one that is most of an area keeps its name",
			graph: clique("binding/x.ts", "validate", "rule", "field", "tag") + clique("binding/y.ts", "decode", "read"),
			want:  []string{"Binding", "Binding: decode"}},
		{name: "namesakes",
			graph: clique("a/x.ts", "f", "g") + clique("a/y.ts", "f", "g") + clique("a/z.ts", "f", "g"),
			want:  []string{"A: f", "A: f in a/z.ts", "A: g"}},
		{name: "names for areas",
			graph: clique("src/auth/x.ts", "a", "b", "c"), names: map[string]string{"Auth": "Authentication"},
			want: []string{"Authentication"}},
		{name: "names for labels",
			graph: clique("binding/x.ts", "validate", "rule", "field") + clique("binding/y.ts", "decode", "read", "next"),
			names: map[string]string{"Binding: decode": "Decoding"},
			want:  []string{"Binding: field", "Decoding"}},
		{name: "a name that is taken is not given again",
			graph: clique("a/x.ts", "f", "g", "h") + clique("b/x.ts", "f", "g"),
			names: map[string]string{"A": "Core", "B": "Core"},
			want:  []string{"Core", "Core: f"}},
		{name: "folders that define the same functions are named together",
			graph: star("src/loop.c:run", "src/win/x.c:a", "src/win/x.c:b", "src/win/x.c:c", "src/win/x.c:d", "src/unix/x.c:a", "src/unix/x.c:b", "src/unix/x.c:c"),
			want:  []string{"Unix, Win"}},
		{name: "folders with other functions are not",
			graph: star("src/loop.c:run", "src/win/x.c:a", "src/win/x.c:b", "src/win/x.c:c", "src/win/x.c:d", "src/unix/x.c:a", "src/unix/x.c:b", "src/unix/x.c:e"),
			want:  []string{"Win"}},
		{name: "nothing", graph: "Function a.ts:f", want: nil},
	} {
		got := labels(community.Detect(graphtest.Parse(t, test.graph), community.Options{Names: test.names}))
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
	}
}

func TestDescriptionNamesPlaces(t *testing.T) {
	for _, test := range []struct{ graph, want string }{
		{clique("auth/x.ts", "a", "b"), "a, b in auth"},
		{clique("x.ts", "a", "b"), "a, b in the top folder"},
		{clique("auth/x.ts", "a", "b") + "Function db/x.ts:e\nauth/x.ts:a CALLS db/x.ts:e\nauth/x.ts:b CALLS db/x.ts:e", "a, b, e, mostly in auth"},
	} {
		c := community.Detect(graphtest.Parse(t, test.graph), community.Options{})
		if c[0].Description != test.want {
			t.Errorf("description %q, want %q", c[0].Description, test.want)
		}
	}
}

func TestJoin(t *testing.T) {
	base := community.Detect(graphtest.Parse(t, shop), community.Options{})
	// Head renames validateUser, adds a helper chain below it, a caller of the database
	// and a function without any tie.
	head := graphtest.Parse(t, strings.ReplaceAll(shop, "validateUser", "verifyUser")+`
		Function src/auth/new.ts:salt
		Function src/auth/new.ts:pepper
		Function src/report/x.ts:report
		Function src/report/y.ts:island
		src/auth/validator.ts:hash CALLS src/auth/new.ts:salt
		src/auth/new.ts:salt CALLS src/auth/new.ts:pepper
		src/report/x.ts:report CALLS src/db/users.ts:query
		src/report/x.ts:report CALLS src/db/users.ts:row
		src/report/x.ts:report CALLS src/auth/validator.ts:token
	`)
	member := community.Join(base, head, func(n *graph.Node) string {
		return strings.ReplaceAll(n.ID, "verifyUser", "validateUser")
	})
	for id, want := range map[string]string{
		"Function:src/auth/validator.ts:verifyUser":    "Auth", // by identity
		"Function:src/auth/validator.ts:hash":          "Auth",
		"Function:src/auth/new.ts:salt":                "Auth", // by its caller
		"Function:src/auth/new.ts:pepper":              "Auth", // by a new symbol
		"Function:src/report/x.ts:report":              "Db",   // two calls against one
		"Function:src/tests/auth.test.ts:testValidate": "Auth",
		"Constant:src/auth/validator.ts:LIMIT":         "Auth", // by who uses it
		"Constant:src/auth/validator.ts:UNUSED":        "Auth", // by its file
		"File:src/db/users.ts":                         "Db",   // by what it defines
		"Function:src/report/y.ts:island":              "",
		"Function:src/lonely/one.ts:lonely":            "",
		"Folder:src/auth":                              "",
	} {
		got := ""
		if i := member.Of(head.Node(id)); i >= 0 {
			got = base[i].Label
		}
		if got != want {
			t.Errorf("%s is in %q, want %q", id, got, want)
		}
	}
}

func TestJoinWithItselfKeepsMembers(t *testing.T) {
	for seed := range uint64(20) {
		g := random(seed)
		communities := community.Detect(g, community.Options{})
		member := community.Join(communities, g, func(n *graph.Node) string { return n.ID })
		for i, c := range communities {
			for _, n := range c.Members {
				if member.Of(n) != i {
					t.Errorf("seed %d: %s is in %d, not in %s", seed, n.ID, member.Of(n), c.Label)
				}
			}
		}
	}
}

// A node gets the same community whichever nodes were asked for before.
func TestJoinInAnyOrder(t *testing.T) {
	for seed := range uint64(20) {
		g := random(seed)
		communities := community.Detect(g, community.Options{})
		order := rand.New(rand.NewPCG(seed, 0))
		known := make(map[string]bool)
		for _, n := range g.Nodes {
			known[n.ID] = order.IntN(10) == 0 // few, so that nodes join in several rounds
		}
		join := func() *community.Membership {
			return community.Join(communities, g, func(n *graph.Node) string {
				if known[n.ID] {
					return n.ID
				}
				return ""
			})
		}
		inOrder := join()
		want := make([]int, len(g.Nodes))
		for i, n := range g.Nodes {
			want[i] = inOrder.Of(n)
		}
		mixed := join()
		for _, i := range order.Perm(len(g.Nodes)) {
			if got := mixed.Of(g.Nodes[i]); got != want[i] || join().Of(g.Nodes[i]) != want[i] {
				t.Errorf("seed %d: %s is in %d in one order and in %d in another", seed, g.Nodes[i].ID, want[i], got)
			}
		}
	}
}

func TestDependencies(t *testing.T) {
	g := graphtest.Parse(t, shop)
	communities := community.Detect(g, community.Options{})
	member := community.Join(communities, g, func(n *graph.Node) string { return n.ID })
	var got []string
	for _, d := range community.Dependencies(g, member.Of) {
		got = append(got, fmt.Sprintf("%s -> %s (%d calls)", communities[d.From].Label, communities[d.To].Label, d.Calls))
	}
	want := []string{"Routes -> Auth (2 calls)", "Auth -> Db (1 calls)", "Routes -> Session (1 calls)"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestDisplay(t *testing.T) {
	node := func(n int) []*graph.Node { return make([]*graph.Node, n) }
	communities := []graph.Community{
		{Label: "Db", Area: "Db", Members: node(6), Cohesion: 0.5, Description: "d"},
		{Label: "Auth", Area: "Auth", Members: node(5), Cohesion: 1, Description: "a"},
		{Label: "Twin: a", Area: "Twin", Members: node(4), Cohesion: 0.5, Description: "t"},
		{Label: "Small", Area: "Small", Members: node(4), Cohesion: 1, Description: "s"},
		{Label: "Twin: b", Area: "Twin", Members: node(2), Cohesion: 0.25, Description: "u"},
	}
	rows := []community.Shown{
		{Label: "Db", Symbols: 6, Cohesion: 0.5, Description: "d", Communities: []int{0}},
		{Label: "Twin", Symbols: 6, Cohesion: (4*0.5 + 2*0.25) / 6, Description: "t", Communities: []int{2, 4}},
		{Label: "Auth", Symbols: 5, Cohesion: 1, Description: "a", Communities: []int{1}},
		{Label: "Small", Symbols: 4, Cohesion: 1, Description: "s", Communities: []int{3}},
	}
	for _, test := range []struct {
		minSize int
		want    []community.Shown
		small   int
	}{
		{5, rows[:3], 1},
		{1, rows, 0},
		{6, rows[:2], 2},
		{50, rows, 0}, // a filter that hides all shows all
	} {
		got, small := community.Display(communities, test.minSize)
		if diff := cmp.Diff(test.want, got); diff != "" || small != test.small {
			t.Errorf("Display(%d): %d small, want %d; %s", test.minSize, small, test.small, diff)
		}
	}
	if got, small := community.Display(nil, 5); len(got) != 0 || small != 0 {
		t.Errorf("Display of nothing: %v, %d", got, small)
	}
}

func BenchmarkDetect(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 8))
	builder := graph.NewBuilder()
	const groups, size = 400, 130
	var nodes []*graph.Node
	for i := range groups * size {
		path := fmt.Sprintf("src/area%03d/file%d.go", i/size, i%size/20)
		name := fmt.Sprintf("symbol%05d", i)
		nodes = append(nodes, builder.Add(&graph.Node{ID: "Function:" + path + ":" + name, Label: graph.Function, Name: name, Path: path}))
	}
	for i := range groups * 385 {
		g := i % groups * size
		builder.Edge(nodes[g+r.IntN(size)], graph.Calls, nodes[g+r.IntN(size)], 1, 1, graph.Site{Line: 1})
	}
	for range 36_000 {
		builder.Edge(nodes[r.IntN(len(nodes))], graph.References, nodes[r.IntN(len(nodes))], 1, 1, graph.Site{Line: 1})
	}
	g := builder.Graph()
	b.ReportAllocs()
	b.Run("Detect", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			community.Detect(g, community.Options{})
		}
	})
	communities := community.Detect(g, community.Options{})
	b.Run("Join", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			community.Join(communities, g, func(n *graph.Node) string { return n.ID })
		}
	})
}
