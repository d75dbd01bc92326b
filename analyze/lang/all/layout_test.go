package all_test

import (
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/analyze/lang/langtest"
)

// TestLayout: what a formatter writes in another way is layout and nothing else.
func TestLayout(t *testing.T) {
	index := lang.NewIndex(all.Languages())
	for _, test := range []struct{ path, before, after string }{
		{"a.c", "int f(int a) {\n  return g(a, 1);\n}\n", "int f(\n    int a)\n{\n  return g(a,\n      1);\n}\n"},
		{"a.c", "int t[] = {1, 2};\n", "int t[] = {\n  1,\n  2,\n};\n"},
		{"a.cc", "void f() { g({1, 2}); }\n", "void f() {\n  g({\n    1, 2,\n  });\n}\n"},
		{"a.cs", "class A {\n  int[] F() { return new[] { 1, 2 }; }\n}\n", "class A\n{\n  int[] F()\n  {\n    return new[]\n    {\n      1,\n      2,\n    };\n  }\n}\n"},
		{"a.go", "package a\n\nfunc f() { g(1, 2) }\n", "package a\n\nfunc f() {\n\tg(\n\t\t1,\n\t\t2,\n\t)\n}\n"},
		{"A.java", "class A { void f() { int[] a = {1, 2}; g(a).h(); } }\n", "class A {\n  void f() {\n    int[] a = {\n      1, 2,\n    };\n    g(a)\n        .h();\n  }\n}\n"},
		{"a.js", "function f(a, b) { return a && b }\n", "function f(\n  a,\n  b,\n) {\n  return (\n    a &&\n    b\n  );\n}\n"},
		{"a.js", "const f = a => <b>{a}</b>\n", "const f = (a) => (\n  <b>{a}</b>\n);\n"},
		{"a.kt", "fun f(a: A) =\n  a.run {\n    say(\"a $a\")\n    say(\"($a)\")\n    done()\n  }\n", "fun f(a: A) = a.run {\n  say(\"a $a\")\n  say(\"($a)\")\n  done()\n}\n"},
		{"a.kt", "fun f() { g(1, 2) }\n", "fun f() {\n  g(\n    1,\n    2,\n  )\n}\n"},
		{"a.php", "<?php\nfunction f() { return g([1, 2], \"a$b\"); }\n", "<?php\nfunction f()\n{\n    return g(\n        [\n            1,\n            2,\n        ],\n        \"a$b\",\n    );\n}\n"},
		{"a.py", "def f(a, b):\n    return g(a, [b, 1], x=a + b)\n", "def f(\n    a,\n    b,\n):\n    return g(\n        a,\n        [\n            b,\n            1,\n        ],\n        x=(\n            a\n            + b\n        ),\n    )\n"},
		{"a.py", "def f(a):\n    b = a and a.b or c\n    return b\n", "def f(a):\n    b = (\n        a\n        and a.b\n        or c\n    )\n    return b\n"},
		{"a.py", "def f(a):\n    b = a + \\\n        1\n    return (a, b)\n", "def f(a):\n    b = (\n        a + 1\n    )\n    return (\n        a,\n        b,\n    )\n"},
		{"a.rb", "def f(a)\n  g(a, [1, 2])\nend\n", "def f(a)\n  g(\n    a,\n    [\n      1,\n      2,\n    ],\n  )\nend\n"},
		{"a.rs", "fn f() { g(1, &[2, 3]) }\n", "fn f() {\n    g(\n        1,\n        &[\n            2,\n            3,\n        ],\n    )\n}\n"},
		{"a.scala", "object A { def f(a: Int) = g(a, s\"x $a\") }\n", "object A {\n  def f(a: Int) =\n    g(\n      a,\n      s\"x $a\",\n    )\n}\n"},
		{"a.swift", "func f() -> [Int] { return g([1, 2], \"a \\(b)\") }\n", "func f() -> [Int] {\n    return g(\n        [\n            1,\n            2,\n        ],\n        \"a \\(b)\"\n    )\n}\n"},
		{"a.ts", "const x = f(a, { b: 1 } as B)\n", "const x = f(\n  a,\n  {\n    b: 1,\n  } as B,\n)\n"},
		{"a.ts", "class A { f(): B | C { return this.g<D>(1) ?? 2 } }\n", "class A {\n  f():\n    | B\n    | C {\n    return (\n      this.g<D>(\n        1,\n      ) ?? 2\n    );\n  }\n}\n"},
	} {
		l := index.ByPath(test.path)
		a, b := langtest.Parse(t, l, []byte(test.before)), langtest.Parse(t, l, []byte(test.after))
		if got := differing(a, b); got != "" {
			t.Errorf("%s\n%s\nagainst\n%s\ndiffers in%s", test.path, test.before, test.after, got)
		}
	}
}

// TestNotLayout: commas and brackets that say something are code.
func TestNotLayout(t *testing.T) {
	index := lang.NewIndex(all.Languages())
	for _, test := range []struct{ path, before, after string }{
		{"a.js", "const f = () => {}\n", "const f = () => ({})\n"},
		{"a.js", "function f() { g(1, 2) }\n", "function f() { g((1, 2)) }\n"},
		{"a.js", "function f() { return (a + b) * c }\n", "function f() { return a + b * c }\n"},
		{"a.kt", "fun f(a: A) { say(\"a $a \") }\n", "fun f(a: A) { say(\"a $a\") }\n"},
		{"a.py", "def f(a):\n    return (a)\n", "def f(a):\n    return (a,)\n"},
		{"a.py", "def f(a):\n    return b[a]\n", "def f(a):\n    return b[a,]\n"},
		{"a.py", "def f(a):\n    return (a + b) * c\n", "def f(a):\n    return a + b * c\n"},
		{"a.rs", "fn f() { g((1)) }\n", "fn f() { g((1,)) }\n"},
		{"a.swift", "func f() { say(\"a \\(b) \") }\n", "func f() { say(\"a \\(b)\") }\n"},
	} {
		l := index.ByPath(test.path)
		a, b := langtest.Parse(t, l, []byte(test.before)), langtest.Parse(t, l, []byte(test.after))
		if differing(a, b) == "" {
			t.Errorf("%s\n%s\nand\n%s\nare taken for the same", test.path, test.before, test.after)
		}
	}
}

// TestTopOfFile: what members of a namespace say is not the top level of their file.
func TestTopOfFile(t *testing.T) {
	index := lang.NewIndex(all.Languages())
	for path, source := range map[string]string{
		"a.cs":    "using B;\nnamespace A;\n\npublic class C(D d)\n{\n    int F() => 1;\n}\n",
		"b.cs":    "namespace A\n{\n    [E]\n    class C\n    {\n        int F() { return 1; }\n    }\n}\n",
		"a.php":   "<?php\n\ndeclare(strict_types=1);\n\nnamespace A\\B;\n\nuse D;\n\nclass C\n{\n    public $a;\n\n    public function f() { return 1; }\n}\n",
		"a.kt":    "package a.b\n\nclass C {\n  val a = 2\n  fun f() = 1\n}\n",
		"a.scala": "package a.b\n\nclass C {\n  val a = 2\n  def f = 1\n}\n",
		"A.java":  "package a.b;\n\npublic class A {\n  int f() { return 1; }\n}\n",
		"a.rb":    "module A\n  class C\n    def f\n      1\n    end\n  end\nend\n",
		"a.rs":    "mod a {\n    pub fn f() -> i32 { 1 }\n}\n",
		"a.cc":    "namespace a {\nclass C {\n  int f() { return 1; }\n};\n}\n",
		"a.swift": "class C {\n    func f() -> Int { return 1 }\n}\n",
		"a.ts":    "export namespace A {\n  export class C {\n    f() { return 1 }\n  }\n}\n",
	} {
		l := index.ByPath(path)
		a := langtest.Parse(t, l, []byte(source))
		b := langtest.Parse(t, l, []byte(strings.Replace(source, "1", "3", 1)))
		if a.TopHash != b.TopHash {
			t.Errorf("%s: the top level differs", path)
		}
	}
}

// differing names the definitions whose hashes differ.
func differing(a, b *facts.File) string {
	if len(a.Defs) != len(b.Defs) {
		return " the number of definitions"
	}
	var out strings.Builder
	for i := range a.Defs {
		x, y := &a.Defs[i], &b.Defs[i]
		if x.SignatureHash != y.SignatureHash {
			out.WriteString(" the signature of " + x.Name)
		}
		if x.BodyHash != y.BodyHash {
			out.WriteString(" the body of " + x.Name)
		}
	}
	if a.TopHash != b.TopHash {
		out.WriteString(" the top level")
	}
	return out.String()
}
