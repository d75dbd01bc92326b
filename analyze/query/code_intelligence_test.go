package query_test

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/query"
	"github.com/nexus-ci/nexus-ci/analyze/query/finder"
)

func TestCodeIntelligence(t *testing.T) {
	e := authapp(t)
	for _, tt := range []struct{ arguments, want string }{
		{`{"command":"find","symbol":"validateUser"}`, "Function validateUser (src/auth/validator.ts:2-4)\n"},
		{`{"command":"find","symbol":"handle"}`, "Function handle (src/routes/more.ts:3-4)\nFunction handle (src/routes/other.ts:1-2)\n"},
		{`{"command":"find","symbol":"Function:src/routes/other.ts:handle"}`, "Function handle (src/routes/other.ts:1-2)\n"},
		{`{"command":"callers","symbol":"validateUser","depth":1}`, "Function validateUser (src/auth/validator.ts:2)\ncallers (4)\n  d=1 findByEmail (src/db/users.ts:3)\n  d=1 authMiddleware (src/middleware/auth.ts:1)\n  d=1 handleLogin (src/routes/login.ts:1)\n  d=1 testLogin (src/tests/auth.test.ts:1)\n"},
		{`{"command":"callees","symbol":"handleLogin"}`, "Function handleLogin (src/routes/login.ts:1)\ncallees (2)\n  d=1 validateUser (src/auth/validator.ts:2)\n  d=2 findByEmail (src/db/users.ts:3)\n"},
		{`{"command":"graph","symbol":"authRouter","depth":1}`, "Function authRouter (src/routes/index.ts:1)\ngraph.nodes (2)\n  d=0 authRouter (src/routes/index.ts:1)\n  d=1 handleLogin (src/routes/login.ts:1)\ngraph.links (1)\n  authRouter -[CALLS]-> handleLogin\n"},
	} {
		r, err := ask(t, e, "code_intelligence", tt.arguments)
		if err != nil || text(r) != tt.want {
			t.Errorf("%s: %v\n%s", tt.arguments, err, text(r))
		}
	}
	r, err := ask(t, e, "code_intelligence", `{"command":"similar","symbol":"login handler"}`)
	if err != nil {
		t.Fatal(err)
	}
	similar := r.(*finder.FlatResult).Results
	if len(similar) < 2 || similar[0].Name != "handleLogin" || !slices.IsSortedFunc(similar, func(a, b finder.SymbolMatch) int { return cmp.Compare(b.Score, a.Score) }) {
		t.Errorf("similar: %+v", similar)
	}
	for _, tt := range []struct{ arguments, want string }{
		{`{"command":"fnid","symbol":"x"}`, `command: "fnid": want one of find, refs, callers, callees, similar, graph, query`},
		{`{"command":"find"}`, "symbol: is required"},
		{`{"symbol":"x"}`, "command: is required"},
		{`{"command":"find","symbol":""}`, "symbol: is empty"},
		{`{"command":"refs","symbol":""}`, "target: is required with this question"},
		{`{"command":"callers","symbol":"validateUser","depth":0}`, "depth: 0: want 1 to 10"},
		{`{"command":"callers","symbol":"validateUser","depth":11}`, "depth: 11: want 1 to 10"},
		{`{"command":"find","symbol":"valdateUser"}`, `nothing is named "valdateUser"; did you mean validateUser?`},
		{`{"command":"callers","symbol":"handle"}`, `"handle" is the name of several`},
	} {
		if _, err := ask(t, e, "code_intelligence", tt.arguments); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.arguments, err, tt.want)
		}
	}
}

// The parameters are those that programs know.
func TestCodeIntelligenceSchema(t *testing.T) {
	tool, _ := query.Find("code_intelligence")
	var commands []string
	for _, p := range tool.Input.Properties {
		switch p.Name {
		case "command":
			commands = p.Enum
		case "depth":
			if string(p.Default) != "2" || *p.Minimum != 1 || *p.Maximum != 10 {
				t.Errorf("depth: %s, %d to %d", p.Default, *p.Minimum, *p.Maximum)
			}
		}
	}
	if len(commands) != 7 || !slices.Contains(tool.Input.Required, "symbol") {
		t.Errorf("commands %v, required %v", commands, tool.Input.Required)
	}
}

// What one tool says, the other says too.
func TestCodeIntelligenceIsExplore(t *testing.T) {
	e := authapp(t)
	for command, flags := range map[string]string{
		"refs": `"refs":true`, "callers": `"callers":true`, "callees": `"callees":true`, "graph": `"graph":true`, "query": `"callers":true,"refs":true`,
	} {
		got, err := ask(t, e, "code_intelligence", `{"command":"`+command+`","symbol":"validateUser","depth":3}`)
		want, otherErr := ask(t, e, "explore", `{"target":"validateUser","depth":3,`+flags+`}`)
		if err := errors.Join(err, otherErr); err != nil || text(got) != text(want) {
			t.Errorf("%s: %v\n%s\n%s", command, err, text(got), text(want))
		}
	}
}

// The places that name a symbol lie in its own file and in others, and whoever calls it
// twice is told once.
func TestReferencesAndCallers(t *testing.T) {
	e := engineOf(t, `
		Function a/b.ts:used 1-2
		Function a/b.ts:near 3-9
		Function c/d.ts:far 1-9
		a/b.ts:near CALLS a/b.ts:used @4 @5
		c/d.ts:far CALLS a/b.ts:used @6
		c/d.ts:far REFERENCES a/b.ts:used @7
	`)
	r, err := ask(t, e, "code_intelligence", `{"command":"query","symbol":"used"}`)
	if err != nil {
		t.Fatal(err)
	}
	var refs []string
	for _, ref := range r.(*query.Ways).Refs {
		refs = append(refs, ref.RelationType+" "+ref.Source.Name)
	}
	if got := strings.Join(refs, ", "); got != "CALLS near, CALLS near, CALLS far, REFERENCES far" {
		t.Errorf("references: %s", got)
	}
	var callers []string
	for _, c := range r.(*query.Ways).Callers {
		callers = append(callers, c.UID)
	}
	if got := strings.Join(callers, " "); got != "Function:a/b.ts:near Function:c/d.ts:far" {
		t.Errorf("callers: %s", got)
	}
}
