package behaviour_test

import (
	"slices"
	"testing"
)

// A statement that leaves a branch of a check, or goes into one, runs under other conditions. Each of these is compared in
// both directions.
func TestFreed(t *testing.T) {
	for _, tt := range []struct {
		name, path, before, after string
		want, back                []string
	}{
		{
			"an else whose code always runs", "a.go",
			"package p\n\nfunc f(a int) {\n\tif a > 1 {\n\t\tg(a)\n\t} else {\n\t\th(a)\n\t\tm(a)\n\t}\n\tk(a)\n}\n",
			"package p\n\nfunc f(a int) {\n\tif a > 1 {\n\t\tg(a)\n\t}\n\th(a)\n\tm(a)\n\tk(a)\n}\n",
			[]string{"guard-removed f 7"}, []string{"guard-added f 4"},
		},
		{
			"a return under a condition", "a.js",
			"function f(a) {\n  if (a.x) {\n    if (a.y) {\n      g(a)\n    }\n    return\n  }\n  k(a)\n}\n",
			"function f(a) {\n  if (a.x) {\n    if (a.y) {\n      g(a)\n      return\n    }\n  }\n  k(a)\n}\n",
			[]string{"guard-added f 3"}, []string{"guard-removed f 6"},
		},
		{
			"a return where nothing follows", "a.js",
			"function f(a) {\n  if (a.x) {\n    if (a.y) {\n      g(a)\n    }\n    return\n  }\n}\n",
			"function f(a) {\n  if (a.x) {\n    if (a.y) {\n      g(a)\n      return\n    }\n  }\n}\n",
			nil, nil,
		},
		{
			"what both branches do at their ends", "a.py",
			"def f(a):\n    if a.x:\n        g(a)\n        k(a)\n    else:\n        h(a)\n        k(a)\n    m(a)\n",
			"def f(a):\n    if a.x:\n        g(a)\n    else:\n        h(a)\n    k(a)\n    m(a)\n",
			nil, nil,
		},
		{
			"an else behind a call that does not return", "a.c",
			"void f(int a) {\n  if (a > 1) {\n    exit(1);\n  } else {\n    h(a);\n  }\n  k(a);\n}\n",
			"void f(int a) {\n  if (a > 1) {\n    exit(1);\n  }\n  h(a);\n  k(a);\n}\n",
			nil, nil,
		},
		{
			"a value for where the branch sets none", "a.rb",
			"def f(a)\n  if a.x\n    b = g(a)\n  else\n    b = 2\n  end\n  h(b)\nend\n",
			"def f(a)\n  b = 2\n  if a.x\n    b = g(a)\n  end\n  h(b)\nend\n",
			nil, nil,
		},
	} {
		there := lines(compare(t, map[string][2]string{tt.path: {tt.before, tt.after}}))
		back := lines(compare(t, map[string][2]string{tt.path: {tt.after, tt.before}}))
		if !slices.Equal(there, tt.want) || !slices.Equal(back, tt.back) {
			t.Errorf("%s: got %q and %q, want %q and %q", tt.name, there, back, tt.want, tt.back)
		}
	}
}

// Statements are known again in another place and in a macro.
func TestKnownAgain(t *testing.T) {
	for _, tt := range []struct {
		name, path, before, after string
		want                      []string
	}{
		{
			"an operand more, past a declaration that moved", "A.java",
			"class A {\n  void f(int n) {\n    boolean blank = isBlank();\n    if (near && blank) return;\n    if (far) indent(n);\n    final boolean pretty = out && !keeps(n);\n    write(n, pretty);\n  }\n}\n",
			"class A {\n  void f(int n) {\n    boolean blank = isBlank();\n    final boolean pretty = out && !keeps(n);\n    if (pretty && near && blank) return;\n    if (far) indent(n);\n    write(n, pretty);\n  }\n}\n",
			[]string{"condition-changed A.f 5"},
		},
		{
			"the same call twice, in a loop and behind it", "a.rs",
			"fn f(s: S) -> String {\n    let mut r = String::new();\n    if s.block {\n        for line in (s.first..s.last).map(Line::from) {\n            r += s.text(line, s.left..s.right, s.left != 0);\n            if s.right != s.columns() - 1 {\n                r += \"\\n\";\n            }\n        }\n        r += s.text(s.last, s.left..s.right, true);\n    }\n    r\n}\n",
			"fn f(s: S) -> String {\n    let mut r = String::new();\n    if s.block {\n        for line in (s.first..s.last).map(Line::from) {\n            r += s.text(line, s.left..s.right, s.left != 0).trim_end();\n            if s.right != s.columns() - 1 {\n                r += \"\\n\";\n            }\n        }\n        r += s.text(s.last, s.left..s.right, true).trim_end();\n    }\n    r\n}\n",
			[]string{"value-changed f 5", "value-changed f 10"},
		},
		{
			"another alternative of a pattern in a macro", "a.rs",
			"fn f(a: S) -> bool {\n    matches!(a.kind, Kind::A | Kind::B)\n}\n",
			"fn f(a: S) -> bool {\n    matches!(a.kind, Kind::A | Kind::B | Kind::C)\n}\n",
			[]string{"condition-changed f 2"},
		},
		{
			"a condition in a macro", "a.rs",
			"fn f(a: S) -> R {\n    ensure!(a.open, \"not open\");\n    g(a)\n}\n",
			"fn f(a: S) -> R {\n    ensure!(a.open && a.ready, \"not open\");\n    g(a)\n}\n",
			[]string{"condition-changed f 2"},
		},
		{
			"a check whose branches are swapped, with more in one", "a.c",
			"int f(H *h) {\n  int r = 1;\n  if (!get(h, &n)) {\n    r = last();\n    n = 0;\n  }\n  return g(r, n);\n}\n",
			"int f(H *h) {\n  int r = 1;\n  if (get(h, &n)) {\n    done(h);\n  } else {\n    r = last();\n    n = 0;\n  }\n  return g(r, n);\n}\n",
			[]string{"call-added f 4"},
		},
		{
			"a nested check that is only a part of the condition now", "a.cc",
			"void f(S* s) {\n  if (s->empty() || !s->done) {\n    if (s->count() > 0) {\n      s->run();\n    }\n  }\n}\n",
			"void f(S* s) {\n  if (s->empty() || (s->count() > 0 && !s->done)) {\n    s->run();\n  }\n}\n",
			[]string{"condition-changed f 2"},
		},
		{
			"a nested check that is a part of both sides of the condition now", "a.cc",
			"void f(S* s) {\n  if (s->empty() || !s->done) {\n    if (s->count() > 0) {\n      s->run();\n    }\n  }\n}\n",
			"void f(S* s) {\n  if ((s->empty() && s->count() > 0) || (s->count() > 0 && !s->done)) {\n    s->run();\n  }\n}\n",
			nil,
		},
		{
			"another value of an arm", "a.kt",
			"class A {\n  private val skips: Boolean by config(false)\n  fun f(k: K) =\n    when {\n      k.isPlain() -> false\n      k.isSealed() -> true\n      else -> k.isAbstract()\n    }\n}\n",
			"class A {\n  private val skips: Boolean by config(false)\n  fun f(k: K) =\n    when {\n      k.isPlain() -> false\n      k.isSealed() -> !skips\n      else -> k.isAbstract()\n    }\n}\n",
			[]string{"return-changed A.f 6"},
		},
		{
			"a value that is only used where none is given", "a.js",
			"function f(o) {\n  return g(make(o))\n}\n",
			"function f(o) {\n  let v\n  if (o.given) {\n    v = o.given\n  } else {\n    v = make(o)\n  }\n  return g(v)\n}\n",
			[]string{"value-changed f 3"},
		},
		{
			"a value that two branches use, and now one variable holds", "a.go",
			"package p\n\nfunc f(c *C) *R {\n\tif c.X {\n\t\treturn g(c.make(1))\n\t}\n\treturn g(c.make(2))\n}\n",
			"package p\n\nfunc f(c *C) *R {\n\tvar v V\n\tif c.X {\n\t\tv = c.make(1)\n\t} else {\n\t\tv = c.make(2)\n\t}\n\treturn g(v)\n}\n",
			nil,
		},
		{
			"what is done as long as a condition holds, not once", "a.rb",
			"def f(s)\n  s << take\n  if look(:open)\n    s << take << word\n  end\nend\n",
			"def f(s)\n  s << take\n  while look(:open)\n    s << take << word\n  end\nend\n",
			[]string{"loop-changed f 3"},
		},
		{
			"a condition that is passed on, in a language where it has no other value", "a.c",
			"int f(S *s) {\n  return g(s, s->ext);\n}\n", "int f(S *s) {\n  return g(s, s->ext || s->flags & 4);\n}\n",
			[]string{"argument-changed f 2"},
		},
		{
			"a value that is passed on, or another one", "a.js",
			"function f(s) {\n  return g(s, s.ext)\n}\n", "function f(s) {\n  return g(s, s.ext || s.name)\n}\n",
			[]string{"default-changed f 2"},
		},
		{
			"a text of several lines with another indentation", "A.java",
			"class A {\n  String f() {\n    return q(\"\"\"\n      select a\n      from b\n      \"\"\");\n  }\n}\n",
			"class A {\n  String f() {\n    return q(\"\"\"\n        select a\n        from b\n        \"\"\");\n  }\n}\n",
			nil,
		},
		{
			"a message of an assertion", "a.cc",
			"void f(S* s) {\n  assert(s->n == 1);\n  g(s);\n}\n", "void f(S* s) {\n  assert(s->n == 1 && \"there must be one\");\n  g(s);\n}\n",
			nil,
		},
		{
			"a call that runs after errors, too", "a.py",
			"def f(a):\n    try:\n        g(a)\n    except Bad:\n        log(a)\n        raise\n    a.done()\n    return 1\n",
			"def f(a):\n    try:\n        g(a)\n    except Bad:\n        log(a)\n        raise\n    finally:\n        a.done()\n    return 1\n",
			[]string{"cleanup-added f 7"},
		},
		{
			"another case of an error", "a.swift",
			"func f(a: S) {\n  do {\n    try g(a)\n  } catch Failure.first {\n    h(a)\n  }\n}\n",
			"func f(a: S) {\n  do {\n    try g(a)\n  } catch Failure.second {\n    h(a)\n  }\n}\n",
			[]string{"catch-changed f 4"},
		},
		{
			"another name of an error", "a.swift",
			"func f(a: S) {\n  do {\n    try g(a)\n  } catch let e as Failure {\n    h(e)\n  }\n}\n",
			"func f(a: S) {\n  do {\n    try g(a)\n  } catch let failure as Failure {\n    h(failure)\n  }\n}\n",
			nil,
		},
	} {
		if got := lines(compare(t, map[string][2]string{tt.path: {tt.before, tt.after}})); !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
