package query_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/query"
)

// Who gets nothing is told what to try next.
func TestNothingFound(t *testing.T) {
	e := withSyntax(t, &fakeSyntax{})
	for _, tt := range []struct{ tool, arguments, want string }{
		{"query", `{"query":"zzzz"}`, "nothing fits; try other words, or fewer; explore without a target shows what there is"},
		{"query", `{"query":"login","kind":"Enum"}`, "nothing fits; try it without files, kind or language"},
		{"query", `{"query":"valdateUser","mode":"graph"}`, "nothing fits; did you mean validateUser?"},
		{"query", `{"query":"valdateUser"}`, `nothing is named "valdateUser"; did you mean validateUser?`},
		{"search", `{"query":"zzzz"}`, "nothing fits; try other words"},
		{"query", `{"query":"(x) @f"}`, "nothing fits; try the pattern with fewer fields"},
		{"context", `{"name":"valdateUser"}`, "did you mean validateUser?"},
		{"context", `{"name":"zzzz"}`, "query finds symbols by other words"},
		{"context", `{"name":"validateUser","file":"login.ts"}`, `no "validateUser" has this file and kind; there is Function src/auth/validator.ts:`},
		{"impact", `{"target":"validateUser","kind":"Class"}`, `no "validateUser" has this file and kind; there is Function src/auth/validator.ts:`},
		{"impact", `{"target":"zzzz"}`, "query finds symbols by other words"},
		{"explore", `{"target":"zzzz"}`, "query finds symbols by other words"},
		{"code_intelligence", `{"command":"find","symbol":"zzzz"}`, "query finds symbols by other words"},
		{"code_intelligence", `{"command":"similar","symbol":"zzzz"}`, "nothing fits; try other words"},
		{"grep", `{"pattern":"zzzz"}`, "nothing matches; ask query for what is meant"},
		{"read", `{"path":"logn.ts"}`, "did you mean src/routes/login.ts?"},
		{"list_files", `{"files":"zzzz"}`, "leave out files or language"},
	} {
		tool, _ := query.Find(tt.tool)
		r, err := tool.Run(context.Background(), e, json.RawMessage(tt.arguments))
		said := ""
		if err != nil {
			said = err.Error()
		} else {
			said = text(r)
		}
		if !strings.Contains(said, tt.want) {
			t.Errorf("%s %s: %s, want %s", tt.tool, tt.arguments, said, tt.want)
		}
	}
}
