package impact_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/graph/graphtest"
	"github.com/nexus-ci/nexus-ci/analyze/impact"
	"github.com/nexus-ci/nexus-ci/diff"
)

// A small application: two flows to findByEmail through validateUser, one that
// creates a session, a test of each end.
const nodes = `
	Function src/routes/index.ts:authRouter 1-9 sig=1 body=1 entry=request_handler
	Function src/routes/login.ts:handleLogin 1-20 sig=2 body=2
	Function src/middleware/auth.ts:authMiddleware 1-9 sig=3 body=3 entry=request_handler
	Function src/auth/validator.ts:validateUser 15-42 sig=4 body=4 params=name
	Function src/db/users.ts:findByEmail 3-9 sig=5 body=5
	Function src/session.ts:createSession 3-9 sig=6 body=6
	Function src/tests/auth.test.ts:testLogin 1-9 sig=7 body=7 test entry=test
	Function src/tests/auth.test.ts:testFind 11-19 sig=8 body=8 test entry=test
`

const calls = `
	src/routes/index.ts:authRouter CALLS src/routes/login.ts:handleLogin @4
	src/routes/login.ts:handleLogin CALLS src/auth/validator.ts:validateUser @5 args=1
	src/routes/login.ts:handleLogin CALLS src/session.ts:createSession @6
	src/middleware/auth.ts:authMiddleware CALLS src/auth/validator.ts:validateUser @3 args=1
	src/auth/validator.ts:validateUser CALLS src/db/users.ts:findByEmail @20
	src/tests/auth.test.ts:testLogin CALLS src/routes/login.ts:handleLogin @2
	src/tests/auth.test.ts:testFind CALLS src/db/users.ts:findByEmail @12
`

// Flows by the names of their steps, entry first.
var flows = []string{
	"authRouter handleLogin validateUser findByEmail",
	"authRouter handleLogin createSession",
	"authMiddleware validateUser findByEmail",
}

// without returns text without the lines that hold all of words.
func without(text string, words ...string) string {
	var out []string
	for _, line := range strings.Split(text, "\n") {
		all := true
		for _, w := range words {
			all = all && strings.Contains(line, w)
		}
		if !all {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

// trace makes processes of the flows whose names are all in g.
func trace(g *graph.Graph, flows ...string) []graph.Process {
	byName := map[string]*graph.Node{}
	for _, n := range g.Nodes {
		byName[n.Name] = n
	}
	var out []graph.Process
next:
	for _, f := range flows {
		p := graph.Process{ID: f, Type: "request_handler"}
		for _, name := range strings.Fields(f) {
			n := byName[name]
			if n == nil {
				continue next
			}
			p.Steps = append(p.Steps, n)
		}
		p.Label = p.Entry().Name + " → " + p.Terminal().Name
		out = append(out, p)
	}
	return out
}

type scenario struct {
	base, head           string
	files                []string    // "a", or "old>new"
	hunks                []diff.Hunk // of each file; nil: all of it
	baseFlows, headFlows []string
	breaks               func(base, head *graph.Graph) []impact.Break
	communities          map[string]string // folder to label
	limits               [impact.MaxDepth]int
}

func (s scenario) run(t testing.TB) *impact.Impact {
	t.Helper()
	var files []diff.FileChange
	for _, f := range s.files {
		oldPath, newPath, renamed := strings.Cut(f, ">")
		if !renamed {
			newPath = f
		}
		hunks := s.hunks
		if hunks == nil {
			hunks = []diff.Hunk{{OldStart: 1, OldLines: 100, NewStart: 1, NewLines: 100}}
		}
		files = append(files, diff.FileChange{OldPath: oldPath, NewPath: newPath, Hunks: hunks})
	}
	base, head := graphtest.Parse(t, s.base), graphtest.Parse(t, s.head)
	in := impact.Input{
		Set: change.Detect(files, base, head), Base: base, Head: head,
		BaseFlows: trace(base, s.baseFlows...), HeadFlows: trace(head, s.headFlows...), Limits: s.limits,
	}
	if s.breaks != nil {
		in.Breaks = s.breaks(base, head)
	}
	for _, label := range []string{"Auth", "Db", "Routes"} {
		c := graph.Community{ID: "community:" + label, Label: label}
		for _, n := range base.Nodes {
			if n.Label == graph.Function && s.communities[n.Path] == label {
				c.Members = append(c.Members, n)
			}
		}
		in.Communities = append(in.Communities, c)
	}
	in.CommunityOf = func(n *graph.Node) int {
		for i := range in.Communities {
			if in.Communities[i].Label == s.communities[n.Path] {
				return i
			}
		}
		return -1
	}
	return impact.Of(in)
}

// dump lists processes one a line, with names between simple quotes.
func dump(imp *impact.Impact) string {
	var b strings.Builder
	for i := range imp.Processes {
		p := &imp.Processes[i]
		fmt.Fprintf(&b, "%s %s", p.Status, p.Label)
		if at := p.BrokenAt; at != nil {
			fmt.Fprintf(&b, " at %d %s→%s", at.Step, at.From.Name, at.To.Name)
			if at.Path != "" {
				fmt.Fprintf(&b, " %s:%d", at.Path, at.Line)
			}
		}
		for _, s := range p.ChangedSteps {
			fmt.Fprintf(&b, " [%d %s %s]", s.Step, s.Symbol.Name, s.Change)
		}
		fmt.Fprintf(&b, ": %s\n", strings.ReplaceAll(p.Reason, "`", "'"))
	}
	return b.String()
}

func names(affected []impact.Affected) []string {
	var out []string
	for _, a := range affected {
		out = append(out, fmt.Sprintf("%d %s %.2f", a.Depth, a.Node.Name, a.Confidence))
	}
	return out
}

var body = scenario{
	base: nodes + calls, head: strings.Replace(nodes, "sig=4 body=4", "sig=4 body=44", 1) + calls,
	files: []string{"src/auth/validator.ts"}, baseFlows: flows, headFlows: flows,
	communities: map[string]string{
		"src/auth/validator.ts": "Auth", "src/middleware/auth.ts": "Auth", "src/db/users.ts": "Db",
		"src/routes/index.ts": "Routes", "src/routes/login.ts": "Routes", "src/tests/auth.test.ts": "Auth",
	},
}

func TestAffectedByDepth(t *testing.T) {
	imp := body.run(t)
	if d := cmp.Diff([]string{"1 authMiddleware 1.00", "1 handleLogin 1.00", "2 authRouter 1.00"}, names(imp.Affected)); d != "" {
		t.Errorf("affected (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]string{"2 testLogin 1.00"}, names(imp.Tests)); d != "" {
		t.Errorf("tests (-want +got):\n%s", d)
	}
	if imp.Counts != [3]int{2, 1, 0} || imp.Count() != 3 || imp.Truncated || imp.Outside != 2 || imp.TestCount != 1 {
		t.Errorf("counts %v, outside %d, truncated %v, tests %d", imp.Counts, imp.Outside, imp.Truncated, imp.TestCount)
	}
	path := imp.Affected[2].Path
	if len(path) != 2 || path[0].Source.Name != "authRouter" || path[1].Target.Name != "validateUser" {
		t.Errorf("the path of authRouter does not lead to validateUser: %v", path)
	}
}

func TestClusters(t *testing.T) {
	want := []impact.Cluster{
		{ID: "community:Auth", Label: "Auth", Size: 4, Direct: true, Changed: 1, Affected: 1, Hits: 2, Dependants: 1},
		{ID: "community:Routes", Label: "Routes", Size: 2, Affected: 2, Hits: 2, Dependants: 1},
	}
	if d := cmp.Diff(want, body.run(t).Clusters); d != "" {
		t.Errorf("clusters (-want +got):\n%s", d)
	}
}

func TestProcesses(t *testing.T) {
	find := func(g *graph.Graph, id string) *graph.Node { return g.Node("Function:" + id) }
	tests := []struct {
		name string
		scenario
		want string
	}{
		{"body", body, `
changed authMiddleware → findByEmail [2 validateUser edited]: 'validateUser' edited
changed authRouter → findByEmail [3 validateUser edited]: 'validateUser' edited
at_risk authRouter → createSession [1 authRouter reaches] [2 handleLogin reaches]: 'authRouter' depends on what changed
`},
		{"gone", scenario{
			base: nodes + calls, head: without(nodes, "findByEmail") + without(calls, "findByEmail"),
			files: []string{"src/db/users.ts"}, baseFlows: flows[:1], headFlows: flows,
			breaks: func(base, head *graph.Graph) []impact.Break {
				return []impact.Break{{Caller: find(head, "src/auth/validator.ts:validateUser"), Callee: find(base, "src/db/users.ts:findByEmail"),
					Path: "src/auth/validator.ts", Line: 20, Reason: "`findByEmail` was removed"}}
			},
		}, `
broken authRouter → findByEmail at 4 validateUser→findByEmail src/auth/validator.ts:20 [4 findByEmail lost]: 'findByEmail' was removed, and 'validateUser' still uses it
`},
		{"gone, and nothing uses it", scenario{
			base: nodes + calls, head: strings.Replace(without(nodes, "findByEmail"), "body=4", "body=44", 1) + without(calls, "findByEmail") + "File src/db/users.ts 1-2",
			files: []string{"src/db/users.ts", "src/auth/validator.ts"}, baseFlows: flows[:1],
		}, `
removed authRouter → findByEmail [3 validateUser edited] [4 findByEmail lost]: 'findByEmail' was removed
`},
		{"cut", scenario{
			base: nodes + calls, head: strings.Replace(nodes, "sig=2 body=2", "sig=2 body=22", 1) + without(calls, "handleLogin", "validateUser"),
			files: []string{"src/routes/login.ts"}, baseFlows: flows, headFlows: flows[1:],
		}, `
broken authRouter → findByEmail at 3 handleLogin→validateUser [2 handleLogin edited] [3 validateUser lost]: 'handleLogin' no longer reaches 'validateUser'
changed authRouter → createSession [2 handleLogin edited]: 'handleLogin' edited
`},
		{"behind an extracted function nothing is new that its caller called", scenario{
			base: nodes + calls,
			head: strings.Replace(nodes, "sig=2 body=2", "sig=2 body=22", 1) + without(calls, "handleLogin", "validateUser") + `
				Function src/routes/login.ts:guard 31-39 sig=9 body=9
				src/routes/login.ts:handleLogin CALLS src/routes/login.ts:guard @5
				src/routes/login.ts:guard CALLS src/auth/validator.ts:validateUser @32 args=1
			`,
			files: []string{"src/routes/login.ts"}, headFlows: []string{"authRouter handleLogin guard validateUser findByEmail"},
		}, `
added authRouter → findByEmail [3 guard gained]: 'guard' gained
`},
		{"a new call of what could not be told is not cut", scenario{
			base:  nodes + calls,
			head:  strings.Replace(nodes, "sig=2 body=2", "sig=2 body=22 unknown=_validate", 1) + without(calls, "handleLogin", "validateUser"),
			files: []string{"src/routes/login.ts"}, baseFlows: flows[:1],
		}, `
changed authRouter → findByEmail [2 handleLogin edited]: 'handleLogin' edited
`},
		{"an entry that is gone leads nowhere", scenario{
			base: nodes + calls, head: without(nodes, "authRouter") + without(calls, "authRouter") + "unresolved src/session.ts:createSession CALLS authRouter @5",
			files: []string{"src/routes/index.ts"}, baseFlows: flows[:1],
			breaks: func(base, head *graph.Graph) []impact.Break {
				return []impact.Break{{Caller: find(head, "src/auth/validator.ts:validateUser"), Callee: find(base, "src/routes/index.ts:authRouter"),
					Path: "src/auth/validator.ts", Line: 5, Reason: "`authRouter` was removed"}}
			},
		}, `
broken authRouter → findByEmail at 3 validateUser→authRouter src/auth/validator.ts:5 [1 authRouter lost]: 'authRouter' was removed, and 'validateUser' still uses it
`},
		{"such a call that base had too is no way", scenario{
			base:  strings.Replace(nodes, "body=2", "body=2 unknown=log", 1) + calls,
			head:  strings.Replace(nodes, "sig=2 body=2", "sig=2 body=22 unknown=log", 1) + without(calls, "handleLogin", "validateUser"),
			files: []string{"src/routes/login.ts"}, baseFlows: flows[:1],
		}, `
broken authRouter → findByEmail at 3 handleLogin→validateUser [2 handleLogin edited] [3 validateUser lost]: 'handleLogin' no longer reaches 'validateUser'
`},
		{"a new call that leads to such a call is not cut", scenario{
			base: nodes + calls,
			head: strings.Replace(nodes, "sig=2 body=2", "sig=2 body=22", 1) + without(calls, "handleLogin", "validateUser") + `
				Function src/routes/login.ts:guard 31-39 sig=9 body=9 unknown=run
				src/routes/login.ts:handleLogin CALLS src/routes/login.ts:guard @5
			`,
			files: []string{"src/routes/login.ts"}, baseFlows: flows[:1],
		}, `
changed authRouter → findByEmail [2 handleLogin edited]: 'handleLogin' edited
`},
		{"nor is one that declares what runs elsewhere", scenario{
			base: nodes + calls,
			head: strings.Replace(nodes, "sig=2 body=2", "sig=2 body=22", 1) + without(calls, "handleLogin", "validateUser") + `
				Interface src/routes/login.ts:Guard 31-39 sig=9
				Method src/routes/login.ts:Guard.run 32-32 sig=10 abstract
				src/routes/login.ts:handleLogin CALLS src/routes/login.ts:Guard.run @5
			`,
			files: []string{"src/routes/login.ts"}, baseFlows: flows[:1],
		}, `
changed authRouter → findByEmail [2 handleLogin edited]: 'handleLogin' edited
`},
		{"nor is one of a variable", scenario{
			base: nodes + calls,
			head: strings.Replace(nodes, "sig=2 body=2", "sig=2 body=22", 1) + without(calls, "handleLogin", "validateUser") + `
				Variable src/routes/login.ts:guards 31-39 sig=9 body=9
				src/routes/login.ts:handleLogin REFERENCES src/routes/login.ts:guards @5
			`,
			files: []string{"src/routes/login.ts"}, baseFlows: flows[:1],
		}, `
changed authRouter → findByEmail [2 handleLogin edited]: 'handleLogin' edited
`},
		{"a new call of something else is cut", scenario{
			base: nodes + calls,
			head: strings.Replace(nodes, "sig=2 body=2", "sig=2 body=22", 1) + without(calls, "handleLogin", "validateUser") + `
				Function src/routes/login.ts:guard 31-39 sig=9 body=9
				src/routes/login.ts:handleLogin CALLS src/routes/login.ts:guard @8
			`,
			files: []string{"src/routes/login.ts"}, baseFlows: flows[:1],
			hunks: []diff.Hunk{{OldStart: 5, OldLines: 1, NewStart: 4}, {OldStart: 8, NewStart: 8, NewLines: 1}, {OldStart: 30, NewStart: 31, NewLines: 9}},
		}, `
broken authRouter → findByEmail at 3 handleLogin→validateUser [2 handleLogin edited] [3 validateUser lost]: 'handleLogin' no longer reaches 'validateUser'
`},
		{"a call in the place of another one is no cut", scenario{
			base: nodes + calls,
			head: strings.Replace(nodes, "sig=2 body=2", "sig=2 body=22", 1) + without(calls, "handleLogin", "validateUser") + `
				Function src/routes/login.ts:guard 31-39 sig=9 body=9
				src/routes/login.ts:handleLogin CALLS src/routes/login.ts:guard @5
			`,
			files: []string{"src/routes/login.ts"}, baseFlows: flows[:1],
			hunks: []diff.Hunk{{OldStart: 5, OldLines: 1, NewStart: 5, NewLines: 1}, {OldStart: 30, NewStart: 31, NewLines: 9}},
		}, `
changed authRouter → findByEmail [2 handleLogin edited] [3 validateUser lost]: 'handleLogin' calls 'guard' instead of 'validateUser'
`},
		{"a call that is gone is not drawn where another way has the same ends", scenario{
			base: nodes + calls + "src/session.ts:createSession CALLS src/auth/validator.ts:validateUser @4",
			head: strings.Replace(nodes, "sig=2 body=2", "sig=2 body=22", 1) + without(calls, "handleLogin", "validateUser") +
				"src/session.ts:createSession CALLS src/auth/validator.ts:validateUser @4",
			files: []string{"src/routes/login.ts"}, baseFlows: flows[:1],
			headFlows: []string{"authRouter handleLogin createSession validateUser findByEmail"},
		}, `
changed authRouter → findByEmail [2 handleLogin edited] [3 validateUser lost]: 'handleLogin' edited, 'validateUser' lost
`},
		{"sig", scenario{
			base: nodes + calls, head: strings.Replace(nodes, "sig=4", "sig=44", 1) + calls,
			files: []string{"src/auth/validator.ts"}, baseFlows: flows, headFlows: flows,
			breaks: func(base, head *graph.Graph) []impact.Break {
				return []impact.Break{{Caller: find(head, "src/routes/login.ts:handleLogin"), Callee: find(head, "src/auth/validator.ts:validateUser"),
					Path: "src/routes/login.ts", Line: 5, Reason: "`validateUser` gained a parameter"}}
			},
		}, `
broken authRouter → createSession at 2 handleLogin→validateUser src/routes/login.ts:5: 'validateUser' gained a parameter, and 'handleLogin' still uses it
broken authRouter → findByEmail at 3 handleLogin→validateUser src/routes/login.ts:5 [3 validateUser edited]: 'validateUser' gained a parameter, and 'handleLogin' still uses it
changed authMiddleware → findByEmail [2 validateUser edited]: 'validateUser' edited
`},
		{"a step swallowed by a syntax error", scenario{
			base: nodes + calls, head: without(nodes, "validateUser") + without(calls, "validateUser") + "skip src/auth/validator.ts:20 syntax error",
			files: []string{"src/auth/validator.ts"}, baseFlows: flows[:1],
		}, `
at_risk authRouter → findByEmail [3 validateUser edited]: 'validateUser' is in a file that could not be read whole
`},
		{"a call swallowed by a syntax error", scenario{
			base: nodes + calls, head: strings.Replace(nodes, "sig=2 body=2", "sig=2 body=22", 1) + without(calls, "handleLogin", "validateUser") +
				"skip src/routes/login.ts:5 syntax error",
			files: []string{"src/routes/login.ts"}, baseFlows: flows[:1],
		}, `
changed authRouter → findByEmail [2 handleLogin edited]: 'handleLogin' edited
`},
		{"a call that head only cannot resolve is not cut", scenario{
			base: nodes + calls, head: strings.Replace(nodes, "sig=5 body=5", "sig=5 body=55", 1) + without(calls, "handleLogin", "validateUser"),
			files: []string{"src/db/users.ts"}, baseFlows: flows[:1],
		}, `
changed authRouter → findByEmail [4 findByEmail edited]: 'findByEmail' edited
`},
		{"extracted: a step gained", scenario{
			base: nodes + calls,
			head: strings.Replace(nodes, "sig=2 body=2", "sig=2 body=22", 1) + without(calls, "handleLogin", "validateUser") + `
				Function src/routes/login.ts:guard 31-39 sig=9 body=9
				src/routes/login.ts:handleLogin CALLS src/routes/login.ts:guard @5
				src/routes/login.ts:guard CALLS src/auth/validator.ts:validateUser @32
			`,
			files: []string{"src/routes/login.ts"}, baseFlows: flows[:1], headFlows: []string{"authRouter handleLogin guard validateUser findByEmail"},
		}, `
changed authRouter → findByEmail [2 handleLogin edited] [3 guard gained]: 'handleLogin' edited, 'guard' gained
`},
		{"a step lost, the terminal still reached", scenario{
			base: nodes + calls, head: without(strings.Replace(nodes, "sig=2 body=2", "sig=2 body=22", 1), "validateUser") +
				without(calls, "validateUser") + "src/routes/login.ts:handleLogin CALLS src/db/users.ts:findByEmail @5",
			files: []string{"src/routes/login.ts", "src/auth/validator.ts>"}, baseFlows: flows[:1], headFlows: []string{"authRouter handleLogin findByEmail"},
		}, `
changed authRouter → findByEmail [2 handleLogin edited] [3 validateUser lost]: 'handleLogin' edited, 'validateUser' lost
`},
		{"added", scenario{
			base: nodes + calls, head: nodes + calls + `
				Function src/new.ts:signup 1-9 sig=11 body=11
				src/new.ts:signup CALLS src/session.ts:createSession @3
			`,
			files: []string{"src/new.ts"}, headFlows: []string{"signup createSession", "authRouter handleLogin createSession"},
		}, `
added signup → createSession [1 signup gained] [2 createSession gained]: 'signup' gained, 'createSession' gained
`},
		{"moved and nothing else", scenario{
			base: nodes + calls, head: strings.ReplaceAll(nodes+calls, "src/auth/validator.ts", "src/validator.ts"),
			files: []string{"src/auth/validator.ts>src/validator.ts"}, baseFlows: flows, headFlows: flows,
		}, ""},
		{"flows of tests are left out", scenario{
			base: nodes + calls, head: strings.Replace(nodes, "sig=5 body=5", "sig=5 body=55", 1) + calls,
			files: []string{"src/db/users.ts"}, baseFlows: []string{"testFind findByEmail"}, headFlows: []string{"testFind findByEmail"},
		}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(strings.TrimPrefix(tt.want, "\n"), dump(tt.run(t))); d != "" {
				t.Errorf("processes (-want +got):\n%s", d)
			}
		})
	}
}

func TestReordered(t *testing.T) {
	const abc = "Function a.ts:a 1-9 sig=1 body=1\nFunction a.ts:b 11-19 sig=2 body=2\nFunction a.ts:c 21-29 sig=3 body=3\nFunction a.ts:d 31-39 sig=4 body=4\n"
	imp := scenario{
		base:  abc + "a.ts:a CALLS a.ts:b @2\na.ts:b CALLS a.ts:c @12\na.ts:c CALLS a.ts:d @22",
		head:  strings.NewReplacer("body=1", "body=11", "body=2", "body=22", "body=3", "body=33").Replace(abc) + "a.ts:a CALLS a.ts:c @2\na.ts:c CALLS a.ts:b @22\na.ts:b CALLS a.ts:d @12",
		files: []string{"a.ts"}, baseFlows: []string{"a b c d"}, headFlows: []string{"a c b d"},
	}.run(t)
	want := "changed a → d [1 a edited] [2 b edited] [3 c reordered]: 'a' edited, 'b' edited, 'c' reordered\n"
	if d := cmp.Diff(want, dump(imp)); d != "" {
		t.Errorf("processes (-want +got):\n%s", d)
	}
}

// A step that moved behind those that followed it.
func TestReorderedAcrossSeveral(t *testing.T) {
	const abc = "Function a.ts:a 1-9 sig=1 body=1\nFunction a.ts:b 11-19 sig=2 body=2\nFunction a.ts:c 21-29 sig=3 body=3\nFunction a.ts:d 31-39 sig=4 body=4\nFunction a.ts:e 41-49 sig=5 body=5\n"
	imp := scenario{
		base:  abc + "a.ts:a CALLS a.ts:b @2\na.ts:b CALLS a.ts:c @12\na.ts:c CALLS a.ts:d @22\na.ts:d CALLS a.ts:e @32",
		head:  abc + "a.ts:a CALLS a.ts:c @2\na.ts:c CALLS a.ts:d @22\na.ts:d CALLS a.ts:b @32\na.ts:b CALLS a.ts:e @12",
		files: []string{"a.ts"}, baseFlows: []string{"a b c d e"}, headFlows: []string{"a c d b e"},
	}.run(t)
	want := "changed a → e [2 b reordered]: 'b' reordered\n"
	if d := cmp.Diff(want, dump(imp)); d != "" {
		t.Errorf("processes (-want +got):\n%s", d)
	}
}

func TestRemovedSymbolReachesItsLastUsers(t *testing.T) {
	imp := scenario{base: nodes + calls, head: without(nodes, "findByEmail") + without(calls, "findByEmail"), files: []string{"src/db/users.ts"}}.run(t)
	want := []string{"1 validateUser 1.00", "2 authMiddleware 1.00", "2 handleLogin 1.00", "3 authRouter 1.00"}
	if d := cmp.Diff(want, names(imp.Affected)); d != "" {
		t.Errorf("affected (-want +got):\n%s", d)
	}
}

func TestConfidence(t *testing.T) {
	base := `
		Function a.ts:changed 1-9 sig=1 body=1
		Function a.ts:sure 11-19 sig=2 body=2
		Function a.ts:guess 21-29 sig=3 body=3
		Function a.ts:far 31-39 sig=4 body=4
		a.ts:sure CALLS a.ts:changed @2 confidence=0.9
		a.ts:guess CALLS a.ts:changed @3 confidence=0.69
		a.ts:far CALLS a.ts:sure @4 confidence=0.8
	`
	imp := scenario{base: base, head: strings.Replace(base, "body=1", "body=11", 1), files: []string{"a.ts"}}.run(t)
	if d := cmp.Diff([]string{"1 sure 0.90", "2 far 0.72"}, names(imp.Affected)); d != "" {
		t.Errorf("affected (-want +got):\n%s", d)
	}
}

func TestImplementersOfAGrownInterface(t *testing.T) {
	base := `
		Interface s.ts:Store 1-9 sig=1
		Class m.ts:Mem 1-9 sig=3
		m.ts:Mem IMPLEMENTS s.ts:Store @1
	`
	for _, head := range []string{base, without(base, "IMPLEMENTS")} {
		imp := scenario{base: base, head: head + "Method s.ts:Store.close 3-3 sig=4 abstract", files: []string{"s.ts"}}.run(t)
		if d := cmp.Diff([]string{"1 Mem 1.00"}, names(imp.Affected)); d != "" {
			t.Errorf("affected (-want +got):\n%s", d)
		}
	}
}

func TestTests(t *testing.T) {
	base := `
		Function a.ts:f 1-9 sig=1 body=1
		Function a.test.ts:helper 1-9 sig=2 body=2 test
		Function a.test.ts:direct 11-19 sig=3 body=3 test entry=test
		Function a.test.ts:byHelper 21-29 sig=4 body=4 test entry=test
		Function a.test.ts:unused 31-39 sig=5 body=5 test
		Class c.test.ts:C 1-30 sig=6 test
		Method c.test.ts:C.setUp 2-9 sig=7 body=7 test entry=test_setup
		Method c.test.ts:C.one 11-19 sig=8 body=8 test entry=test
		Class d.test.ts:D 1-30 sig=9 test
		Method d.test.ts:D.below 11-19 sig=10 body=10 test entry=test
		d.test.ts:D EXTENDS c.test.ts:C @1
		c.test.ts:C.setUp CALLS a.ts:f @3
		a.test.ts:unused CALLS a.ts:f @32
		File b.test.ts 1-9 test
		a.test.ts:helper CALLS a.ts:f @2
		a.test.ts:direct TESTS a.ts:f @12
		a.test.ts:byHelper CALLS a.test.ts:helper @22
		b.test.ts CALLS a.ts:f @3
	`
	base = strings.Replace(base, "File b.test.ts 1-9 test", "File b.test.ts 1-9 test entry=test", 1)
	// The test was edited with the code: it still is the one to run.
	head := strings.NewReplacer("body=1", "body=11", "body=3", "body=33").Replace(base)
	imp := scenario{base: base, head: head, files: []string{"a.ts", "a.test.ts"}}.run(t)
	if d := cmp.Diff([]string{"1 b.test.ts 1.00", "1 direct 1.00", "2 one 1.00", "2 below 1.00", "2 byHelper 1.00"}, names(imp.Tests)); d != "" {
		t.Errorf("tests (-want +got):\n%s", d)
	}
	if len(imp.Affected) > 0 {
		t.Errorf("tests are among the affected: %v", names(imp.Affected))
	}
}

// Changed functions that no test reaches are named, except in a program without tests, where that is
// every function.
func TestUnreached(t *testing.T) {
	base := `
		Function b.ts:late 30-39 sig=1 body=1
		Function b.ts:early 1-9 sig=1 body=1
		Function a.ts:tested 1-9 sig=1 body=1
		Function a.ts:behind 11-19 sig=1 body=1
		Function a.ts:same 21-29 sig=1 body=2
		Function a.test.ts:test 1-9 sig=3 body=3 test entry=test
		a.test.ts:test CALLS a.ts:tested @2
		a.ts:tested CALLS a.ts:behind @3
	`
	head := strings.ReplaceAll(base, "body=1", "body=11")
	for _, tt := range []struct {
		name, base, head string
		limit            int
		want             []string
		untested         int
	}{
		{"with a test", base, head, 9, []string{"early", "late"}, 2},
		{"cut", base, head, 1, []string{"early"}, 2},
		{"without tests", strings.ReplaceAll(base, " test entry=test", ""), strings.ReplaceAll(head, " test entry=test", ""), 9, nil, 4},
	} {
		imp := scenario{base: tt.base, head: tt.head, files: []string{"a.ts", "b.ts"}, limits: [impact.MaxDepth]int{tt.limit, 9, 9}}.run(t)
		var got []string
		for _, n := range imp.Unreached {
			got = append(got, n.Name)
		}
		if !slices.Equal(got, tt.want) || imp.Untested != tt.untested {
			t.Errorf("%s: got %q, %d in all", tt.name, got, imp.Untested)
		}
	}
}

// fan has callers at depth 1, 2 and 3 of one changed function.
func fan(counts [3]int) (base, head string) {
	var b strings.Builder
	b.WriteString("Function a.ts:x0x0 1-9 sig=1 body=1\n")
	for d, n := range counts {
		for i := range n {
			fmt.Fprintf(&b, "Function a%d.ts:x%dx%d %d-%d sig=1 body=2\n", d, d+1, i, 10*i+1, 10*i+9)
		}
	}
	for d, n := range counts {
		for i := range n {
			below := fmt.Sprintf("a%d.ts:x%dx0", d-1, d)
			if d == 0 {
				below = "a.ts:x0x0"
			}
			fmt.Fprintf(&b, "a%d.ts:x%dx%d CALLS %s @%d\n", d, d+1, i, below, 10*i+2)
		}
	}
	return b.String(), strings.Replace(b.String(), "body=1", "body=3", 1)
}

func TestLimits(t *testing.T) {
	for _, tt := range []struct {
		counts    [3]int
		listed    int
		truncated bool
	}{
		{[3]int{300, 200, 100}, 600, false},
		{[3]int{301, 200, 100}, 600, true},
		{[3]int{300, 201, 100}, 600, true},
		{[3]int{300, 200, 101}, 600, true},
		{[3]int{1, 0, 0}, 1, false},
	} {
		base, head := fan(tt.counts)
		imp := scenario{base: base, head: head, files: []string{"a.ts"}}.run(t)
		if imp.Counts != tt.counts || len(imp.Affected) != tt.listed || imp.Truncated != tt.truncated || imp.Outside != tt.counts[0] {
			t.Errorf("%v: counts %v, listed %d, truncated %v, outside %d", tt.counts, imp.Counts, len(imp.Affected), imp.Truncated, imp.Outside)
		}
	}
}

func TestWalk(t *testing.T) {
	g := graphtest.Parse(t, nodes+calls)
	start := []*graph.Node{g.Node("Function:src/routes/login.ts:handleLogin")}
	down := impact.Walk(g, start, impact.Options{Direction: graph.Forward, Depth: 3})
	if d := cmp.Diff([]string{"1 validateUser 1.00", "1 createSession 1.00", "2 findByEmail 1.00"}, names(down)); d != "" {
		t.Errorf("downstream (-want +got):\n%s", d)
	}
	up := impact.Walk(g, start, impact.Options{Direction: graph.Backward, Depth: 1})
	if d := cmp.Diff([]string{"1 authRouter 1.00", "1 testLogin 1.00"}, names(up)); d != "" {
		t.Errorf("upstream (-want +got):\n%s", d)
	}
}

// More depth never removes a result nor makes it farther.
func TestWalkDeeperKeepsResults(t *testing.T) {
	g := graphtest.Parse(t, nodes+calls)
	for _, n := range g.Nodes {
		var before []impact.Affected
		for depth := 1; depth < 6; depth++ {
			now := impact.Walk(g, []*graph.Node{n}, impact.Options{Depth: depth, Direction: graph.Backward})
			if d := cmp.Diff(names(before), names(now[:len(before)])); d != "" {
				t.Fatalf("%s at depth %d (-before +now):\n%s", n.ID, depth, d)
			}
			before = now
		}
	}
}

func TestNoChangeNoImpact(t *testing.T) {
	s := body
	s.head = s.base
	imp := s.run(t)
	if imp.Count()+len(imp.Processes)+len(imp.Clusters)+len(imp.Tests) > 0 {
		t.Errorf("base = head reaches %+v", imp)
	}
}

// 5,000 changed functions in chains, each with a flow.
func BenchmarkOf(b *testing.B) {
	var text strings.Builder
	var paths, flows []string
	for f := range 100 {
		path := fmt.Sprintf("f%d.ts", f)
		paths = append(paths, path)
		for i := range 50 {
			fmt.Fprintf(&text, "Function %s:n%dx%d %d-%d sig=1 body=%d\n", path, f, i, 10*i+1, 10*i+9, i+1)
		}
		for i := range 40 {
			fmt.Fprintf(&text, "%s:n%dx%d CALLS %s:n%dx%d @%d\n", path, f, i, path, f, i+10, 10*i+2)
			flows = append(flows, fmt.Sprintf("n%dx%d n%dx%d", f, i, f, i+10))
		}
	}
	s := scenario{base: text.String(), head: strings.ReplaceAll(text.String(), "body=", "body=9"), files: paths}
	var files []diff.FileChange
	for _, f := range paths {
		files = append(files, diff.FileChange{OldPath: f, NewPath: f, Hunks: []diff.Hunk{{OldStart: 1, OldLines: 600, NewStart: 1, NewLines: 600}}})
	}
	base, head := graphtest.Parse(b, s.base), graphtest.Parse(b, s.head)
	in := impact.Input{Set: change.Detect(files, base, head), Base: base, Head: head, BaseFlows: trace(base, flows...), HeadFlows: trace(head, flows...)}
	b.ReportAllocs()
	for b.Loop() {
		if imp := impact.Of(in); len(imp.Processes) != len(flows) {
			b.Fatal(len(imp.Processes))
		}
	}
}

// A new function of a test file that no test uses is no reason to run the tests of the file; an
// edited one, or a new one with a mark, may be used in a way that is not seen.
func TestEditedTests(t *testing.T) {
	base := `
		Function a.test.ts:one 11-19 sig=3 body=3 test entry=test
		Function a.test.ts:helper 21-29 sig=4 body=4 test
	`
	added := "\nFunction a.test.ts:added 31-39 sig=5 body=5 test"
	for _, tc := range []struct {
		head string
		want []string
	}{
		{base + added, nil},
		{base + added + " decorators=fixture", []string{"one"}},
		{strings.Replace(base, "body=4", "body=44", 1), []string{"one"}},
		{base + added + "\na.test.ts:one CALLS a.test.ts:added @12", []string{"one"}},
	} {
		imp := scenario{base: base, head: tc.head, files: []string{"a.test.ts"}}.run(t)
		var got []string
		for _, n := range imp.Edited {
			got = append(got, n.Name)
		}
		if d := cmp.Diff(tc.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tc.head, d)
		}
	}
}
