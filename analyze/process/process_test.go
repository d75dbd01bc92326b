package process_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/graph/graphtest"
	"github.com/nexus-ci/nexus-ci/analyze/process"
)

// callGraph turns "a>b" pairs into the text of graphtest: functions of x.ts that
// call each other, each call one line below the one before. Names in upper case are
// exported, those that begin with test are tests; "a=cli" declares an entry.
func callGraph(pairs string) string {
	var b strings.Builder
	known := make(map[string]bool)
	entries := make(map[string]string)
	for _, word := range strings.Fields(pairs) {
		if name, kind, ok := strings.Cut(word, "="); ok {
			entries[name] = kind
		}
	}
	node := func(name string) {
		if known[name] {
			return
		}
		known[name] = true
		fmt.Fprintf(&b, "Function x.ts:%s 1-9", name)
		if strings.ToUpper(name) == name {
			b.WriteString(" exported")
		}
		if strings.HasPrefix(name, "test") {
			b.WriteString(" test")
		}
		if kind := entries[name]; kind != "" {
			b.WriteString(" entry=" + kind)
		}
		b.WriteByte('\n')
	}
	for line, word := range strings.Fields(pairs) {
		from, to, ok := strings.Cut(word, ">")
		if !ok {
			continue
		}
		to, confidence, _ := strings.Cut(to, "/")
		node(from)
		node(to)
		fmt.Fprintf(&b, "x.ts:%s CALLS x.ts:%s @%d", from, to, line+1)
		if confidence != "" {
			b.WriteString(" confidence=" + confidence)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func find(t *testing.T, g *graph.Graph, names string) []*graph.Node {
	t.Helper()
	var list []*graph.Node
	for _, name := range strings.Fields(names) {
		i := slices.IndexFunc(g.Nodes, func(n *graph.Node) bool { return n.Name == name && n.Label != graph.File })
		if i < 0 {
			t.Fatalf("no node %q", name)
		}
		list = append(list, g.Nodes[i])
	}
	return list
}

// list shows flows as "type: a b c", with "…" for one that was cut.
func list(processes []graph.Process) []string {
	var lines []string
	for _, p := range processes {
		line := p.Type + ":"
		for _, n := range p.Steps {
			line += " " + n.Name
		}
		if p.Cut {
			line += " …"
		}
		lines = append(lines, line)
	}
	return lines
}

const login = `
	Function src/routes/index.ts:authRouter 1-9 exported
	Function src/routes/login.ts:handleLogin 1-20 exported entry=request_handler
	Function src/auth/validator.ts:validateUser 15-42 exported
	Function src/db/users.ts:findByEmail 1-9 exported
	Function src/log.ts:log 1-9 exported
	Function src/tests/auth.test.ts:testValidate 1-9 test
	src/routes/index.ts:authRouter CALLS src/routes/login.ts:handleLogin @3
	src/routes/login.ts:handleLogin CALLS src/log.ts:log @4
	src/routes/login.ts:handleLogin CALLS src/auth/validator.ts:validateUser @5
	src/auth/validator.ts:validateUser CALLS src/db/users.ts:findByEmail @20
	src/routes/login.ts:handleLogin CALLS src/db/users.ts:findByEmail @9
	src/tests/auth.test.ts:testValidate CALLS src/auth/validator.ts:validateUser @2
`

func TestLoginFlow(t *testing.T) {
	g := graphtest.Parse(t, login)
	const flow = "request_handler: authRouter handleLogin validateUser findByEmail"
	const logged = "request_handler: authRouter handleLogin log"
	for _, test := range []struct {
		changed string
		want    []string
	}{
		{"authRouter", []string{logged, flow}},
		{"handleLogin", []string{logged, flow}},
		{"validateUser", []string{flow}},
		{"validateUser findByEmail", []string{flow}},
		{"findByEmail validateUser handleLogin authRouter", []string{logged, flow}},
		{"log", []string{logged}},
		{"testValidate", nil},
		{"", nil},
	} {
		got, cut := process.Through(g, find(t, g, test.changed), process.Limits{})
		if diff := cmp.Diff(test.want, list(got)); diff != "" || cut {
			t.Errorf("through %s: cut %v, %s", test.changed, cut, diff)
		}
	}
	got, total := process.Inventory(g, process.Limits{})
	if diff := cmp.Diff([]string{flow, logged}, list(got)); diff != "" || total != 2 {
		t.Errorf("inventory: total %d, %s", total, diff)
	}
	p := got[0]
	if p.Label != "authRouter → findByEmail" || !strings.HasPrefix(p.ID, "Function:src/routes/index.ts:authRouter#") {
		t.Errorf("label %q, ID %q", p.Label, p.ID)
	}
	if p.Entry().Name != "authRouter" || p.Terminal().Name != "findByEmail" {
		t.Errorf("from %s to %s", p.Entry().Name, p.Terminal().Name)
	}
	if got := process.Connections(g, &p); got != 6 {
		t.Errorf("%d connections, want 6: all calls of the graph", got)
	}
	if p.ID != process.Key(ids(p.Steps)) {
		t.Errorf("ID %q is not the key of the steps", p.ID)
	}
}

func ids(steps []*graph.Node) []string {
	var list []string
	for _, n := range steps {
		list = append(list, n.ID)
	}
	return list
}

func TestKey(t *testing.T) {
	keys := make(map[string]bool)
	for _, steps := range [][]string{{"a", "b"}, {"a", "b", "c"}, {"a", "bc"}, {"a", "c", "b"}, {"ab"}, {"ab", "c"}} {
		k := process.Key(steps)
		if keys[k] || k != process.Key(slices.Clone(steps)) || !strings.HasPrefix(k, steps[0]+"#") {
			t.Errorf("Key(%v) = %q", steps, k)
		}
		keys[k] = true
	}
}

func TestEntries(t *testing.T) {
	for _, test := range []struct{ name, graph, want string }{
		{"nothing calls it", callGraph("A>b b>c B>c"), "A:2:exported B:2:exported"},
		{"exported ones first", callGraph("a>c A>c"), "A:2:exported a:1:internal"},
		{"much below it", callGraph("A>c B>c B>d"), "B:4:exported A:2:exported"},
		{"much above it", callGraph("A>h h>x h=request_handler B>h"), "A:2:exported B:2:exported h:0.3333:request_handler"},
		{"the name of an entry", callGraph("main>a loop>a handleIt>a getIt>a"),
			"handleIt:1.5:internal main:1.5:internal loop:1:internal getIt:0.3:internal"},
		{"tests are none and do not call", callGraph("testA>b b>c testA>c"), "b:1:internal"},
		{"it calls something", callGraph("A>b B>B c=cli A>c"), "A:4:exported"},
		{"doubtful calls do not count", callGraph("A>b b>c/0.9 d>b/0.49 A>c/0.5"), "A:4:exported"},
		{"a cycle that nothing else calls is entered at its best", callGraph("a>b b>C C>a C>d"), "C:2:exported"},
		{"a cycle below another", callGraph("a>b b>a b>c c>d d>c"), "b:1:internal"},
		{"a declared entry on a cycle", callGraph("a>b b>a a=cli"), "a:0.5:cli"},
		{"exported by declaration is not declared", callGraph("X>h h>y h=exported"), "X:2:exported"},
	} {
		var got []string
		for _, e := range process.Entries(graphtest.Parse(t, test.graph)) {
			got = append(got, fmt.Sprintf("%s:%.4g:%s", e.Node.Name, e.Score, e.Type))
		}
		if diff := cmp.Diff(test.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
	}
}

func TestEntryHintMultiplies(t *testing.T) {
	g := graphtest.Parse(t, callGraph("a>b a=main"))
	g.Nodes[slices.IndexFunc(g.Nodes, func(n *graph.Node) bool { return n.Name == "a" })].Entry.Score = 3
	if e := process.Entries(g); len(e) != 1 || e[0].Score != 3 {
		t.Errorf("entries %v, want one of score 3", e)
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string]float64{
		"main": 1.5, "handleLogin": 1.5, "LoginHandler": 1.5, "login_handler": 1.5, "ServeHTTP": 1.5, "onClick": 1.5,
		"HTTPController": 1.5, "runAll": 1.5, "process_order": 1.5, "executeQuery": 1.5, "_init": 1.5,
		"once": 1, "mainMenu": 1, "runner": 1, "login": 1, "handler2go": 1, "österreich": 1, "__": 1,
		"getUser": 0.3, "isValid": 0.3, "ParseJSON": 0.3, "format_date": 0.3, "log": 0.3, "dateHelper": 0.3, "StringUtils": 0.3,
	} {
		g := graphtest.Parse(t, "Function x.ts:"+name+"\nFunction x.ts:callee\nx.ts:"+name+" CALLS x.ts:callee")
		if e := process.Entries(g); len(e) != 1 || e[0].Score != want {
			t.Errorf("factor of %s: %v, want %v", name, e, want)
		}
	}
}

func TestInventory(t *testing.T) {
	for _, test := range []struct {
		name, graph string
		limits      process.Limits
		want        []string
		total       int
	}{
		{"a flow within another is left out", callGraph("a>b b>c c>d b=cli"), process.Limits{},
			[]string{"cli: a b c d"}, 1},
		{"the longest between two ends stays", callGraph("a>d a>b b>d"), process.Limits{},
			[]string{"internal: a b d"}, 1},
		{"the best of each entry first", callGraph("A>b b>c c>d A>e A>f F>e"), process.Limits{},
			[]string{"exported: A b c d", "exported: F e", "exported: A e", "exported: A f"}, 4},
		{"two steps are enough", callGraph("a>b"), process.Limits{}, []string{"internal: a b"}, 1},
		{"unless three are asked for", callGraph("a>b c>d d>e"), process.Limits{MinSteps: 3}, []string{"internal: c d e"}, 1},
		{"forks below the entry", callGraph("a>b b>c b>d"), process.Limits{}, []string{"internal: a b c", "internal: a b d"}, 2},
		{"a flow ends where it would repeat", callGraph("a>b b>c c>a c>b"), process.Limits{}, []string{"internal: c a b"}, 1},
		{"a call of itself is no step", callGraph("a>a a>b b>b"), process.Limits{}, []string{"internal: a b"}, 1},
		{"no flows", callGraph("testA>b"), process.Limits{}, nil, 0},
	} {
		got, total := process.Inventory(graphtest.Parse(t, test.graph), test.limits)
		if diff := cmp.Diff(test.want, list(got)); diff != "" || total != test.total {
			t.Errorf("%s: total %d, want %d; %s", test.name, total, test.total, diff)
		}
	}
}

func TestDepth(t *testing.T) {
	// A chain of 12 calls has 13 steps.
	var pairs []string
	for i := range 12 {
		pairs = append(pairs, fmt.Sprintf("s%02d>s%02d", i, i+1))
	}
	g := graphtest.Parse(t, callGraph(strings.Join(pairs, " ")))
	got, _ := process.Inventory(g, process.Limits{})
	if len(got) != 1 || len(got[0].Steps) != process.DefaultDepth || !got[0].Cut {
		t.Errorf("%v, want one flow cut after %d steps", list(got), process.DefaultDepth)
	}
	got, _ = process.Inventory(g, process.Limits{Depth: 13})
	if len(got) != 1 || len(got[0].Steps) != 13 || got[0].Cut {
		t.Errorf("%v, want the whole chain", list(got))
	}
	// What leads to a symbol is never cut.
	got, _ = process.Through(g, find(t, g, "s12"), process.Limits{})
	if len(got) != 1 || len(got[0].Steps) != 13 || got[0].Cut {
		t.Errorf("through the last step: %v, want the whole chain", list(got))
	}
	got, _ = process.Through(g, find(t, g, "s01"), process.Limits{Depth: 3})
	if diff := cmp.Diff([]string{"internal: s00 s01 s02 s03 s04 …"}, list(got)); diff != "" {
		t.Error(diff)
	}
}

func TestBranching(t *testing.T) {
	// Certain calls first, then by line: c, a, e, f of six.
	text := callGraph("r>b/0.6 r>c r>d/0.6 r>a/0.9 r>e/0.9 r>f/0.9")
	want := []string{"internal: r c", "internal: r a", "internal: r e", "internal: r f"}
	lines := strings.Split(text, "\n")
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 9))
		r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		got, total := process.Inventory(graphtest.Parse(t, strings.Join(lines, "\n")), process.Limits{})
		if diff := cmp.Diff(want, list(got)); diff != "" || total != 4 {
			t.Fatalf("seed %d: total %d, %s", seed, total, diff)
		}
	}
}

// The configuration may give a flow another name; its id stays.
func TestRenamed(t *testing.T) {
	g := graphtest.Parse(t, callGraph("r>b b>c"))
	plain, _ := process.Inventory(g, process.Limits{})
	named, _ := process.Inventory(g, process.Limits{Names: map[string]string{plain[0].Label: "Saving", "x → y": "none"}})
	through, _ := process.Through(g, g.Nodes, process.Limits{Names: map[string]string{plain[0].Label: "Saving"}})
	if named[0].Label != "Saving" || through[0].Label != "Saving" || named[0].ID != plain[0].ID {
		t.Errorf("%s, %s, id %s, want %s", named[0].Label, through[0].Label, named[0].ID, plain[0].ID)
	}
}

func TestMaxProcesses(t *testing.T) {
	var pairs []string
	for i := range 80 {
		pairs = append(pairs, fmt.Sprintf("entry%02d>end%02d", i, i))
	}
	g := graphtest.Parse(t, callGraph(strings.Join(pairs, " ")))
	got, total := process.Inventory(g, process.Limits{})
	if len(got) != 75 || total != 80 {
		t.Errorf("%d of %d flows, want 75 of 80", len(got), total)
	}
	// The cap of the inventory hides no flow of a change.
	through, cut := process.Through(g, find(t, g, "end79"), process.Limits{})
	if diff := cmp.Diff([]string{"internal: entry79 end79"}, list(through)); diff != "" || cut {
		t.Errorf("cut %v, %s", cut, diff)
	}
}

// A flow has one type, whether it was listed or traced.
func TestOneType(t *testing.T) {
	g := graphtest.Parse(t, callGraph("a>b A>c b>d x>y y=event z>w testT>z"))
	listed, _ := process.Inventory(g, process.Limits{})
	want := []string{"exported: A c", "event: x y", "internal: a b d", "internal: z w"}
	if diff := cmp.Diff(want, list(listed), cmpopts.SortSlices(strings.Compare)); diff != "" {
		t.Error(diff)
	}
	for i := range listed {
		traced, _ := process.Through(g, listed[i].Steps, process.Limits{})
		if len(traced) != 1 || traced[0].Type != listed[i].Type || traced[0].ID != listed[i].ID {
			t.Errorf("%v is listed as %s", list(traced), listed[i].Type)
		}
	}
}

func TestScope(t *testing.T) {
	g := graphtest.Parse(t, callGraph("a>b a>c b>d"))
	in := map[string]string{"a": "one", "b": "", "c": "one", "d": "two"}
	of := func(n *graph.Node) string { return in[n.Name] }
	for steps, want := range map[string]string{"a b d": process.CrossCommunity, "a c": process.IntraCommunity, "a b": process.IntraCommunity} {
		if got := process.Scope(find(t, g, steps), of); got != want {
			t.Errorf("%s: %s, want %s", steps, got, want)
		}
	}
}

func TestThrough(t *testing.T) {
	for _, test := range []struct {
		name, graph, symbols string
		limits               process.Limits
		want                 []string
		cut                  bool
	}{
		{"every entry that reaches it", callGraph("A>m B>m c>m m>x"), "m", process.Limits{},
			[]string{"exported: A m x", "exported: B m x", "internal: c m x"}, false},
		{"the best entry shows the ends", callGraph("A>m B>m m>x m>y m>z"), "m", process.Limits{},
			[]string{"exported: A m x", "exported: A m y", "exported: A m z", "exported: B m x"}, false},
		{"as many as branches are followed", callGraph("A>m m>x m>y m>z"), "m", process.Limits{Branching: 2},
			[]string{"exported: A m x", "exported: A m y"}, false},
		{"the shortest way in", callGraph("a>b b>m a>m m>x"), "m", process.Limits{}, []string{"internal: a m x"}, false},
		{"the longest way on", callGraph("a>m m>x m>y y>z z>x"), "m", process.Limits{Branching: 1},
			[]string{"internal: a m y z x"}, false},
		{"rather through another symbol", callGraph("a>m m>y y>z m>x"), "m x", process.Limits{Branching: 1},
			[]string{"internal: a m x"}, false},
		{"symbols on one flow give one flow", callGraph("a>b b>c c>d"), "a b c d", process.Limits{},
			[]string{"internal: a b c d"}, false},
		{"symbols on two ways give two", callGraph("a>b a>c"), "b c", process.Limits{},
			[]string{"internal: a b", "internal: a c"}, false},
		{"an entry on the way of another is part of its flow", callGraph("m>r r>h h>x h=request_handler r=cli"), "x", process.Limits{},
			[]string{"cli: m r h x"}, false},
		{"a symbol that is an entry", callGraph("a>b"), "a", process.Limits{}, []string{"internal: a b"}, false},
		{"nothing above and below", callGraph("a>b testX>c"), "c", process.Limits{}, nil, false},
		{"tests are no entries", callGraph("testX>b b>c"), "c", process.Limits{}, []string{"internal: b c"}, false},
		{"tests are not symbols", callGraph("testX>b b>c"), "testX", process.Limits{}, nil, false},
		{"doubtful calls are no steps", callGraph("a>b/0.4 c>b b>d"), "b", process.Limits{}, []string{"internal: c b d"}, false},
		{"no step twice", callGraph("a>b b>c c>b c>d d>a"), "c", process.Limits{}, []string{"internal: c d a b"}, false},
		{"a cycle without a way in", callGraph("a>b b>c c>a"), "b", process.Limits{}, []string{"internal: a b c"}, false},
		{"the limit", callGraph("A>m B>m C>m m>x"), "m", process.Limits{Max: 2},
			[]string{"exported: A m x", "exported: B m x"}, true},
		{"the limit hides no symbol", callGraph("A>m B>m C>m m>x d>n"), "m n", process.Limits{Max: 2},
			[]string{"exported: A m x", "internal: d n"}, true},
		{"longer ones only", callGraph("a>b b>c x>c"), "c", process.Limits{MinSteps: 3}, []string{"internal: a b c"}, false},
	} {
		g := graphtest.Parse(t, test.graph)
		got, cut := process.Through(g, find(t, g, test.symbols), test.limits)
		if diff := cmp.Diff(test.want, list(got)); diff != "" || cut != test.cut {
			t.Errorf("%s: cut %v, want %v; %s", test.name, cut, test.cut, diff)
		}
	}
}

func TestThroughPassesOverWhatIsNoStep(t *testing.T) {
	g := graphtest.Parse(t, callGraph("a>b")+"Class x.ts:C")
	other := graphtest.Parse(t, callGraph("a>b"))
	symbols := append(find(t, other, "a b"), find(t, g, "C")...)
	if got, cut := process.Through(g, symbols, process.Limits{}); len(got) != 0 || cut {
		t.Errorf("flows %v, cut %v, want none", list(got), cut)
	}
}

func TestReaches(t *testing.T) {
	g := graphtest.Parse(t, callGraph("a>b b>c c>d/0.4 testX>a e>a"))
	for _, test := range []struct {
		from, to string
		want     bool
	}{
		{"a", "c", true}, {"a", "a", true}, {"c", "a", false}, {"a", "d", false}, {"testX", "a", false}, {"e", "c", true},
	} {
		if got := process.Reaches(g, find(t, g, test.from)[0], find(t, g, test.to)[0]); got != test.want {
			t.Errorf("Reaches(%s, %s) = %v, want %v", test.from, test.to, got, test.want)
		}
	}
}
