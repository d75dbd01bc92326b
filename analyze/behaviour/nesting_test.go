package behaviour_test

import (
	"strings"
	"testing"
)

// The work on nested code grows with its depth, not with a power of two: what is twice as deep takes at
// most a few times as many allocations.
func TestNestingIsNoPower(t *testing.T) {
	for _, tc := range []struct{ path, head, open, inner, shut, tail string }{
		{"a.js", "const f = ", "a => ", "1", "", ";\n"},
		{"a.js", "const f = ", "(a) => { return ", "1", "; }", ";\n"},
		{"a.js", "const f = ", "function () { return ", "1", "; }", ";\n"},
		{"a.js", "f(", "[", "1", "]", ");\n"},
		{"a.js", "f(", "{ a: ", "1", " }", ");\n"},
		{"a.js", "f(", "`${", "1", "}`", ");\n"},
		{"a.js", "f(", "g(", "1", ")", ");\n"},
		{"a.js", "f(", "a ? 1 : ", "2", "", ");\n"},
		{"a.js", "f(", "await ", "g()", "", ");\n"},
		{"a.js", "f(", "!(", "a", ")", ");\n"},
		{"a.js", "f", ".g(a)", "", "", ";\n"},
		{"a.js", "", "if (a) { b(); } else ", "{ c(); }", "", "\n"},
		{"a.js", "", "if (a) { ", "b();", " }", "\n"},
		{"a.js", "", "try { ", "b();", " } catch (e) { c(); }", "\n"},
		{"a.js", "", "for (const a of b) { ", "b();", " }", "\n"},
		{"a.js", "", "switch (a) { case 1: ", "b();", " }", "\n"},
		{"a.ts", "const f = ", "(a: number) => ", "1", "", ";\n"},
		{"a.ts", "", "class A { m() { ", "b();", " } }", "\n"},
		{"a.py", "f = ", "lambda a: ", "1", "", "\n"},
		{"a.py", "f = ", "[a for a in ", "b", "]", "\n"},
		{"a.py", "f = ", "1 if a else ", "2", "", "\n"},
		{"a.py", "f = ", "not ", "a", "", "\n"},
		{"a.go", "package p\n\nvar f = ", "func() any { return ", "1", " }", "\n"},
		{"a.go", "package p\n\nfunc f() { ", "if a { b() } else ", "{ c() }", "", " }\n"},
		{"a.go", "package p\n\nvar f = ", "[]any{", "1", "}", "\n"},
		{"a.rs", "fn f() { let f = ", "|a| ", "1", "", "; }\n"},
		{"a.rs", "fn f() { ", "if a { ", "b()", " } else { c() }", " }\n"},
		{"a.rs", "fn f() { ", "match a { 1 => ", "b()", ", _ => c() }", " }\n"},
		{"a.rb", "f = ", "-> { ", "1", " }", "\n"},
		{"a.rb", "f = ", "g { ", "1", " }", "\n"},
		{"a.rb", "", "begin\n", "b", "\nrescue\nc\nend", "\n"},
		{"a.rb", "x = (", "if a then ", "b", " else c end", ")\n"},
		{"a.php", "<?php\n$f = ", "fn($a) => ", "1", "", ";\n"},
		{"a.php", "<?php\n", "if ($a) { b(); } else", " { c(); }", "", "\n"},
		{"a.kt", "val f = ", "{ a: Int -> ", "1", " }", "\n"},
		{"a.kt", "fun f() = ", "if (a) b() else ", "c()", "", "\n"},
		{"a.kt", "fun f() = ", "when (a) { 1 -> ", "b()", "; else -> c() }", "\n"},
		{"a.swift", "let f = ", "{ a in ", "1", " }", "\n"},
		{"a.swift", "func f() { ", "if a { b() } else ", "{ c() }", "", " }\n"},
		{"a.scala", "val f = ", "(a: Int) => ", "1", "", "\n"},
		{"a.scala", "val f = ", "{ ", "1", " }", "\n"},
		{"A.java", "class A { Object f = ", "a -> ", "1", "", "; }\n"},
		{"A.java", "class A { void f() { ", "if (a) { b(); } else ", "{ c(); }", "", " } }\n"},
		{"A.cs", "class A { object f = ", "a => ", "1", "", "; }\n"},
		{"A.cs", "class A { void F() { ", "a(() => { ", "b();", " });", " } }\n"},
		{"a.c", "void f(void) { ", "if (a) { b(); } else ", "{ c(); }", "", " }\n"},
		{"a.cpp", "auto f = ", "[](auto a) { return ", "1", "; }", ";\n"},
	} {
		allocations := func(depth int) float64 {
			text := func(inner string) string {
				return tc.head + strings.Repeat(tc.open, depth) + inner + strings.Repeat(tc.shut, depth) + tc.tail
			}
			files := map[string][2]string{tc.path: {text(tc.inner), text(tc.inner) + "\n"}}
			if tc.inner != "" {
				files[tc.path] = [2]string{text(tc.inner), text("other" + tc.inner)}
			}
			return testing.AllocsPerRun(1, func() { compare(t, files) })
		}
		if one, two := allocations(9), allocations(18); two > 4*one {
			t.Errorf("%s: %s: %.0f allocations at depth 9, %.0f at depth 18", tc.path, tc.open, one, two)
		}
	}
}
