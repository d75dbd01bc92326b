package query_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/graph/graphtest"
	"github.com/nexus-ci/nexus-ci/analyze/query"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
)

// reader is an engine over files, of which one is analysed.
func reader(t testing.TB, f files) *engine.Engine {
	t.Helper()
	return engine.New(engine.Snapshot{
		Graph: graphtest.Parse(t, "Function src/login.go:login 2-3\nFunction src/login.go:logout 4-5\n"), ImpactLimits: []int{1}, Files: f,
		Revision: func(_ context.Context, ref string) (engine.Files, error) {
			if ref != "old" {
				return nil, fmt.Errorf("unknown revision %s", ref)
			}
			return files{"src/login.go": "package old\n"}, nil
		},
	})
}

var sources = files{
	"README.md":        "# App\n\nLog in first.\n",
	"a\n::error::x.go": "needle\n",
	"docs/guide.md":    "login\r\n",
	"img/logo.png":     "login\x00\x01",
	"src/deep/x/y.ts":  "const login = 1\n",
	"src/login.go":     "package src\nfunc login() {\n}\nfunc logout() {\n}\n",
	"src/huge.txt":     "login\n" + strings.Repeat("x", 1<<20),
	"src/long.js":      strings.Repeat("é", 400) + "login" + strings.Repeat("\x1b", 400) + "\nlogin\n",
	"src/empty.go":     "",
}

func TestGrep(t *testing.T) {
	e := reader(t, sources)
	for _, tt := range []struct{ arguments, want string }{
		{`{"pattern":"func LOG(in|out)"}`, "src/login.go:2: func login() {\nsrc/login.go:4: func logout() {\n2 lines in 7 files searched\nnot searched: 1 binary, 1 larger than 1024 kB, 0 that cannot be read\n"},
		{`{"pattern":"^login$","caseSensitive":true}`, "docs/guide.md:1: login\nsrc/long.js:2: login\n2 lines in 7 files"},
		{`{"pattern":"login","files":"src/**/*.ts"}`, "src/deep/x/y.ts:1: const login = 1\n1 line in 1 file searched\n"},
		{`{"pattern":"log","files":"*.{go,md}","maxResults":2}`, "README.md:3: Log in first.\ndocs/guide.md:1: login\nshown 2 of 4\n4 lines in 5 files searched\n"},
		{`{"pattern":"LOGIN","caseSensitive":true}`, "0 lines in 7 files searched\nnot searched: 1 binary, 1 larger than 1024 kB, 0 that cannot be read\nnote: nothing matches; leave out caseSensitive, or ask query for what is meant instead of what is written\n"},
		{`{"pattern":"x","files":"*.zig"}`, "0 lines in 0 files searched\nnote: no file fits \"*.zig\"; list_files shows what there is\n"},
		{`{"pattern":"needle"}`, "a\\u000a::error::x.go:1: needle\n"},
		{`{"pattern":"login","files":"long.js"}`, "src/long.js:1: …" + strings.Repeat("é", 25) + "login" + strings.Repeat(`\u001b`, 119) + "…\nsrc/long.js:2: login\n"},
	} {
		r, err := ask(t, e, "grep", tt.arguments)
		if err != nil || !strings.HasPrefix(text(r), tt.want) {
			t.Errorf("grep %s: %v\n%s", tt.arguments, err, cmp.Diff(tt.want, text(r)))
		}
	}
	for _, tt := range []struct{ arguments, want string }{
		{`{"pattern":"("}`, "pattern: no regular expression: missing closing ): \"(\""},
		{`{"pattern":"a**"}`, "pattern: no regular expression: invalid nested repetition operator"},
		{`{"pattern":""}`, "pattern: is empty"},
		{`{}`, "pattern: is required"},
		{`{"pattern":"(?<=a)b"}`, "pattern: no regular expression: invalid"},
		{`{"pattern":"(a{900}){900}"}`, "pattern: no regular expression: invalid repeat count"},
		{`{"pattern":"(x{20}){49}y{999}"}`, "pattern: is too large when its repetitions are written out"},
		{`{"pattern":"` + strings.Repeat("a", 1001) + `"}`, "pattern: 1001 bytes, at most 1000"},
		{`{"pattern":"` + strings.Repeat("(", 1000) + `"}`, "pattern: no regular expression"},
		{`{"pattern":"a","maxResults":100000}`, "maxResults: 100000: want 1 to 1000"},
		{`{"pattern":"a","files":"/etc/*"}`, "files: want a pattern of paths"},
		{`{"pattern":"a","files":"../**"}`, "files: want a pattern of paths"},
		{`{"pattern":"a","files":"{a"}`, "files: want a pattern of paths"},
		{`{"pattern":"a","files":"[z-a]"}`, "files: want a pattern of paths"},
	} {
		if _, err := ask(t, e, "grep", tt.arguments); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("grep %.60s: %v, want %s", tt.arguments, err, tt.want)
		}
	}
}

// Patterns that take a backtracking matcher exponential time are searched to the end: the matcher
// is linear, and the size of a compiled pattern is bounded.
func TestGrepCatastrophe(t *testing.T) {
	e := reader(t, files{"a.txt": strings.Repeat("a", 50000) + "\n"})
	for _, pattern := range []string{"(a+)+$x", "(a|a)*b", "(.*a){25}b", "(a?){50}a{50}b"} {
		r, err := ask(t, e, "grep", fmt.Sprintf(`{"pattern":%q}`, pattern))
		if err != nil {
			t.Fatalf("%s: %v", pattern, err)
		}
		if g := r.(*query.GrepResult); g.Searched != 1 || g.Truncated || len(g.Matches) != 0 {
			t.Errorf("%s: %+v, want a complete search without a match", pattern, g)
		}
	}
	q, _ := query.Find("grep")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := q.Run(ctx, e, json.RawMessage(`{"pattern":"a"}`)); !errors.Is(err, context.Canceled) {
		t.Errorf("a request that was withdrawn: %v", err)
	}
}

func TestRead(t *testing.T) {
	f := files{"big.txt": strings.Repeat("0123456789abcde\n", 5000), "one.txt": strings.Repeat("é", 60000), "link.md": "x", "a/link.md": "y", "b/link.md": "z"}
	for path, content := range sources {
		f[path] = content
	}
	e := reader(t, f)
	for _, tt := range []struct{ arguments, want string }{
		{`{"path":"src/login.go"}`, "src/login.go, lines 1 to 5 of 5\n     1  package src\n     2  func login() {\n     3  }\n     4  func logout() {\n     5  }\n"},
		{`{"path":"./src//login.go","start_line":2,"end_line":3}`, "src/login.go, lines 2 to 3 of 5\n     2  func login() {\n     3  }\n"},
		{`{"path":"LOGIN.GO","start_line":5,"end_line":900}`, "src/login.go, lines 5 to 5 of 5\n     5  }\n"},
		{`{"path":"src/empty.go"}`, "src/empty.go, lines 0 to 0 of 0\n"},
		{`{"path":"login.go","ref":"old"}`, "src/login.go, lines 1 to 1 of 1\n     1  package old\n"},
		{`{"path":"docs/guide.md"}`, "docs/guide.md, lines 1 to 1 of 1\n     1  login\n"},
		{`{"path":"src/long.js","start_line":2}`, "src/long.js, lines 2 to 2 of 2\n     2  login\n"},
		{`{"path":"link.md"}`, "link.md, lines 1 to 1 of 1\n     1  x\n"},
	} {
		r, err := ask(t, e, "read", tt.arguments)
		if err != nil || text(r) != tt.want {
			t.Errorf("read %s: %v\n%s", tt.arguments, err, text(r))
		}
	}
	r, err := ask(t, e, "read", `{"path":"big.txt"}`)
	if got := r.(*query.FileText); err != nil || got.EndLine != 3125 || len(got.Content) != 50000 || got.Note != "50000 of 80000 characters; go on with start_line 3126" || !got.Truncated {
		t.Errorf("a long file: %d characters to line %d, %q", len(got.Content), got.EndLine, got.Note)
	}
	r, err = ask(t, e, "read", `{"path":"one.txt"}`)
	if got := r.(*query.FileText); err != nil || got.Content != strings.Repeat("é", 50000)+"…" || !got.Truncated {
		t.Errorf("a long line: %d bytes, %q", len(got.Content), got.Note)
	}
	for _, tt := range []struct{ arguments, want string }{
		{`{"path":"../etc/passwd"}`, `path: "../etc/passwd" is outside of the repository; give a path from its root`},
		{`{"path":"src/../../x"}`, `path: "src/../../x" is outside of the repository`},
		{`{"path":"src\\..\\..\\x"}`, `path: "src\\..\\..\\x" is outside of the repository`},
		{`{"path":"/etc/passwd"}`, `path: "/etc/passwd" is outside of the repository`},
		{`{"path":""}`, "path: names no file"},
		{`{"path":"src"}`, `path: no regular file "src"`},
		{`{"path":"src/logn.go"}`, `path: no regular file "src/logn.go"; did you mean src/login.go?`},
		{`{"path":"qqqqqqqqqqqq"}`, `path: no regular file "qqqqqqqqqqqq"; list_files shows what there is`},
		{`{"path":"` + strings.Repeat("x", 100000) + `"}`, "path: no regular file \"xxx"},
		{`{"path":"src/login.go\u0000"}`, `path: no regular file "src/login.go\x00"; did you mean src/login.go?`},
		{`{"path":"img/logo.png"}`, "path: img/logo.png is a binary file of 7 bytes"},
		{`{"path":"Link.md"}`, `path: "Link.md" is the end of 3 paths: a/link.md, b/link.md, link.md`},
		{`{"path":"src/login.go","start_line":9}`, "start_line: 9 is after the end: src/login.go has 5 lines"},
		{`{"path":"src/login.go","start_line":3,"end_line":2}`, "end_line: 2 is before start_line 3"},
		{`{"path":"src/login.go","start_line":0}`, "start_line: 0: want 1 to 10000000"},
		{`{"path":"src/login.go","ref":"nowhere"}`, "ref: unknown revision nowhere"},
	} {
		_, err := ask(t, e, "read", tt.arguments)
		var parameter *engine.ParameterError
		if !errors.As(err, &parameter) || !strings.HasPrefix(err.Error(), tt.want) || len(err.Error()) > 500 {
			t.Errorf("read %.60s: %.200v, want %s", tt.arguments, err, tt.want)
		}
	}
}

func TestListFiles(t *testing.T) {
	e := reader(t, sources)
	for _, tt := range []struct{ arguments, want string }{
		{`{"files":"src/*"}`, "src/empty.go\nsrc/huge.txt\nsrc/login.go  ts, 1000 lines, 2 symbols\nsrc/long.js\n4 files\n  not analysed: 3 files, 0 symbols\n  ts: 1 file, 2 symbols\n"},
		{`{"language":"GO","limit":1}`, "a\\u000a::error::x.go\n  shown 1 of 3\n3 files\n"},
		{`{"language":"md"}`, "README.md\ndocs/guide.md\n2 files\n"},
		{`{"files":"**/x/*"}`, "src/deep/x/y.ts\n1 file\n"},
		{`{"files":"src/**"}`, "src/deep/x/y.ts\nsrc/empty.go\n"},
		{`{"files":"src/l?n[!a]*.js"}`, "src/long.js\n1 file\n"},
		{`{"files":"nothing"}`, "0 files\nnote: no file fits; leave out files or language to see all\n"},
	} {
		r, err := ask(t, e, "list_files", tt.arguments)
		if err != nil || !strings.HasPrefix(text(r), tt.want) {
			t.Errorf("list_files %s: %v\n%s", tt.arguments, err, cmp.Diff(tt.want, text(r)))
		}
	}
	for _, tool := range []string{"grep", "read", "list_files"} {
		if _, err := ask(t, engine.New(engine.Snapshot{Graph: graphtest.Parse(t, ""), ImpactLimits: []int{1}}), tool, `{"pattern":"x","path":"x"}`); err == nil {
			t.Errorf("%s answers without files", tool)
		}
	}
}
