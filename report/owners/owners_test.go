package owners

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/report"
)

const file = `# who looks at what
*                 @acme/all
/src/auth/        @acme/auth @Ann
/src/routes/*.ts  routes@acme.example
/docs/
this line ! is @not_a rule @@
/src/pay/         @acme/pay
`

func TestOf(t *testing.T) {
	rules := Parse([]byte(file))
	for path, want := range map[string][]string{
		"README.md":              {"@acme/all"},
		"src/auth/deep/a.ts":     {"@acme/auth", "@Ann"},
		"src/routes/login.ts":    {"routes@acme.example"},
		"src/routes/deep/in.ts":  {"@acme/all"},
		"docs/guide.md":          {},
		"src/pay/ledger.ts":      {"@acme/pay"},
		"other/src/pay/thing.ts": {"@acme/all"},
	} {
		if diff := cmp.Diff(want, rules.of(path)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
	if got := Parse([]byte("\x00\n[Section]\n^[Optional] @x\n")).of("a"); got != nil {
		t.Errorf("owners of a file without rules: %v", got)
	}
}

func TestPatterns(t *testing.T) {
	match, err := Patterns([]string{"payments/**", "/auth/*.go", "*.sql"})
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{
		"payments/a/b.go": true, "src/payments/a.go": false, "auth/x.go": true, "auth/deep/x.go": false, "db/deep/x.sql": true, "main.go": false,
	} {
		if match(path) != want {
			t.Errorf("%s: %t", path, !want)
		}
	}
	for _, p := range []string{"", "# x", "a b", "!x", "[x"} {
		if _, err := Patterns([]string{p}); err == nil {
			t.Errorf("%q was taken for a pattern", p)
		}
	}
}

func TestSuggest(t *testing.T) {
	r := &report.Report{
		Findings: []report.Finding{
			{Class: "break", Severity: "error", Side: "head", Path: "src/auth/login.ts", Also: []report.Use{{Path: "src/pay/a.ts"}}},
			{Class: "break", Severity: "error", Side: "other", Path: "elsewhere.ts"},
			{Class: "behaviour", Severity: "info", Side: "head", Path: "noted.ts"},
		},
		AffectedSymbols: []report.AffectedSymbol{
			{Path: "a.ts", Depth: 1}, {Path: "b.ts", Depth: 1}, {Path: "a.ts", Depth: 1},
			{Path: "src/routes/touched.ts", Depth: 1}, {Path: "far.ts", Depth: 2},
		},
	}
	got := Suggest(r, Parse([]byte(file)), []string{"src/routes/touched.ts"}, []string{"ann", "acme/other"})
	want := []report.Owner{
		{Name: "@acme/auth", Paths: []string{"src/auth/login.ts"}},
		{Name: "@acme/pay", Paths: []string{"src/pay/a.ts"}},
		{Name: "@acme/all", Paths: []string{"a.ts", "b.ts"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// No file makes the suggestion of owners slow or large.
func TestRulesAreBounded(t *testing.T) {
	many := strings.Repeat("/a @x\n", 20_000)
	for name, test := range map[string]struct {
		file, problem string
		want          []string
	}{
		"a long pattern": {"* @all\n" + strings.Repeat("*a", 1000) + " @x\n", "patterns of more than 400 bytes are left out", []string{"@all"}},
		"many rules":     {"* @all\n" + many, "rules behind the first 10000 are left out", []string{"@all"}},
		"long rules":     {"* @all\n" + strings.Repeat(strings.Repeat("*a", 190)+" @x\n", 9000), "rules behind the first 265 are left out", []string{"@all"}},
		"long paths":     {"* @all\n" + strings.Repeat(strings.Repeat("*a", 190)+" @x\n", 100), "matching the patterns takes too long: some files were not matched", nil},
	} {
		rules := Parse([]byte(test.file))
		path := strings.Repeat("c", 100)
		if name == "long paths" {
			path = strings.Repeat("c", 10_000)
		}
		got := rules.of(path)
		if diff := cmp.Diff(test.want, got); diff != "" || rules.Problem != test.problem {
			t.Errorf("%s: problem %q; owners (-want +got):\n%s", name, rules.Problem, diff)
		}
	}
	if _, err := Patterns([]string{strings.Repeat("*a", 1000)}); err == nil {
		t.Error("a long pattern was taken")
	}
	if _, err := Patterns(slices.Repeat([]string{"*"}, MaxPatterns+1)); err == nil {
		t.Error("many patterns were taken")
	}
}
