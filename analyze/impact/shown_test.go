package impact_test

import (
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/impact"
)

// Flows are shown with the names and places of head.
func TestStepsAsHeadHasThem(t *testing.T) {
	renamed := strings.NewReplacer(
		"src/db/users.ts:findByEmail", "src/db/accounts.ts:findAccount",
		"validateUser", "checkUser", "authRouter 1-9", "authRouter 11-19",
	)
	ids := func(nodes []*graph.Node) string {
		var out []string
		for _, n := range nodes {
			out = append(out, strings.TrimPrefix(n.ID, "Function:"))
		}
		return strings.Join(out, " ")
	}
	for _, tt := range []struct {
		name string
		scenario
		label, steps, broken string
	}{
		{"renamed and moved", scenario{
			base: nodes + calls, head: renamed.Replace(strings.Replace(nodes, "sig=2 body=2", "sig=2 body=22", 1) + calls),
			files:     []string{"src/db/users.ts>src/db/accounts.ts", "src/auth/validator.ts", "src/routes/index.ts", "src/routes/login.ts"},
			baseFlows: flows[:1],
		}, "authRouter → findAccount",
			"src/routes/index.ts:authRouter src/routes/login.ts:handleLogin src/auth/validator.ts:checkUser src/db/accounts.ts:findAccount", ""},
		{"gone", scenario{
			base: nodes + calls, head: without(nodes, "findByEmail") + without(calls, "findByEmail") + "File src/db/users.ts 1-2",
			files: []string{"src/db/users.ts"}, baseFlows: flows[:1],
		}, "authRouter → findByEmail",
			"src/routes/index.ts:authRouter src/routes/login.ts:handleLogin src/auth/validator.ts:validateUser src/db/users.ts:findByEmail", ""},
		// What broken code still names is shown by that name, and what follows as it is now.
		{"a use of the old name", scenario{
			base: nodes + calls, head: renamed.Replace(nodes + without(calls, "handleLogin", "validateUser")),
			files:     []string{"src/db/users.ts>src/db/accounts.ts", "src/auth/validator.ts"},
			baseFlows: flows[:1],
			breaks: func(base, head *graph.Graph) []impact.Break {
				return []impact.Break{{Caller: head.Node("Function:src/routes/login.ts:handleLogin"), Callee: base.Node("Function:src/auth/validator.ts:validateUser"),
					Path: "src/routes/login.ts", Line: 5, Reason: "`validateUser` was renamed to `checkUser`"}}
			},
		}, "authRouter → findAccount",
			"src/routes/index.ts:authRouter src/routes/login.ts:handleLogin src/auth/validator.ts:validateUser src/db/accounts.ts:findAccount",
			"handleLogin→validateUser: `validateUser` was renamed to `checkUser`, and `handleLogin` still uses it"},
		{"no longer called, and renamed", scenario{
			base: nodes + calls, head: renamed.Replace(strings.Replace(nodes, "sig=2 body=2", "sig=2 body=22", 1) + without(calls, "handleLogin", "validateUser")),
			files:     []string{"src/db/users.ts>src/db/accounts.ts", "src/auth/validator.ts", "src/routes/login.ts"},
			baseFlows: flows[:1],
		}, "authRouter → findAccount",
			"src/routes/index.ts:authRouter src/routes/login.ts:handleLogin src/auth/validator.ts:checkUser src/db/accounts.ts:findAccount",
			"handleLogin→checkUser: `handleLogin` no longer reaches `checkUser`"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			imp := tt.run(t)
			if len(imp.Processes) != 1 {
				t.Fatalf("%d processes:\n%s", len(imp.Processes), dump(imp))
			}
			p := &imp.Processes[0]
			if p.Label != tt.label || ids(p.Steps) != tt.steps {
				t.Errorf("%s: %s\nwant %s: %s", p.Label, ids(p.Steps), tt.label, tt.steps)
			}
			broken := ""
			if b := p.BrokenAt; b != nil {
				broken = b.From.Name + "→" + b.To.Name + ": " + p.Reason
			}
			if broken != tt.broken {
				t.Errorf("broken %q, want %q", broken, tt.broken)
			}
		})
	}
}
