package behaviour_test

import (
	"strings"
	"testing"
)

// What decorates a function is compared like its code; a function is not listed as compared where a decorator came or went
// whose effect is not known.
func TestDecorators(t *testing.T) {
	python := func(d string) string { return d + "def f(s):\n    return g(s)\n" }
	java := func(d string) string { return "class A {\n" + d + "  B f() {\n    return g();\n  }\n}\n" }
	csharp := func(d string) string { return "class A {\n" + d + "  B F() {\n    return G();\n  }\n}\n" }
	for _, tt := range []struct {
		path          string
		file          func(string) string
		before, after string
		want          string
		skipped       bool
	}{
		{"a.py", python, "@app.route('/a')\n", "@app.route('/b')\n", "literal-changed f 1", false},
		{"a.py", python, "@retry(3)\n", "@retry(5)\n", "limit-changed f 1", false},
		{"a.py", python, "@cached\n", "", "", true},
		{"a.py", python, "", "@login.permission_required('a')\n", "security-strengthened f 1", false},
		{"a.py", python, "@typing.final\n", "", "", false},
		{"A.java", java, "  @PermitAll\n  @GET\n", "  @GET\n", "security-strengthened A.f 2", false},
		{"A.java", java, "  @Path(\"a\")\n", "  @Path(\"b\")\n", "literal-changed A.f 2", false},
		{"A.java", java, "  @Transactional\n", "", "", true},
		{"A.java", java, "", "  @Override\n", "", false},
		{"A.cs", csharp, "  [Authorize]\n", "  [AllowAnonymous]\n", "security-weakened A.F 2", false},
		{"a.ts", func(d string) string { return "class A {\n" + d + "  f() {\n    return g();\n  }\n}\n" }, "  @Get('a')\n", "  @Get('b')\n", "literal-changed A.f 2", false},
		{"a.rs", func(d string) string { return d + "fn f() {\n    g();\n}\n" }, "#[inline]\n#[timeout(3)]\n", "#[timeout(5)]\n", "argument-changed f 1", false},
		{"a.kt", func(d string) string { return "class A {\n" + d + "  fun f() {\n    g()\n  }\n}\n" }, "  @Path(\"a\")\n", "  @Path(\"b\")\n", "literal-changed A.f 2", false},
	} {
		got := compare(t, map[string][2]string{tt.path: {tt.file(tt.before), tt.file(tt.after)}})
		if s := strings.Join(lines(got), ", "); s != tt.want || len(got.Skipped) > 0 != tt.skipped {
			t.Errorf("%q to %q: got %q, skipped %v", tt.before, tt.after, s, got.Skipped)
		}
	}
}
