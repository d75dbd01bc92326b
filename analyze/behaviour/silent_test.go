package behaviour_test

import "testing"

// A change of what a function does is told, or the function is not counted as compared.
func TestNeverSilent(t *testing.T) {
	for _, tt := range []struct{ path, before, after string }{
		{"a.py", "class A:\n    def f(self, s):\n        self.stats: S = s\n        return g(s)\n", "class A:\n    def f(self, s):\n        self.names: S = s\n        return g(s)\n"},
		{"a.py", "def f(s):\n    n = 0\n    for x in s:\n        n += len(x)\n    return g(n)\n", "def f(s):\n    for x in s:\n        n += len(x)\n    return g(n)\n"},
		{"a.rb", "class A\n  def f(s)\n    @status = :run\n    g(s)\n  end\nend\n", "class A\n  def f(s)\n    g(s)\n  end\nend\n"},
		{"a.rb", "class A\n  def f(s)\n    @input << s\n    g(s)\n  end\nend\n", "class A\n  def f(s)\n    g(s)\n  end\nend\n"},
		{"a.rb", "def f(s)\n  Thread.current.name = \"a #{s}\"\nend\n", "def f(s)\n  Thread.main.name = \"a #{s}\"\nend\n"},
		{"a.php", "<?php\nfunction f($c) {\n    if (!isset($c['n'])) {\n        $c['n'] = 25;\n    }\n    return g($c);\n}\n", "<?php\nfunction f($c) {\n    if (!isset($c['n'])) {\n        $c['m'] = 25;\n    }\n    return g($c);\n}\n"},
		{"a.swift", "func f(s: S) async throws -> T {\n  let r = try await s.g(1)\n  return h(r, r)\n}\n", "func f(s: S) async throws -> T {\n  let r = try s.g(1)\n  return h(r, r)\n}\n"},
		{"a.ts", "export async function f(s) {\n  return g(s)\n}\n", "export function f(s) {\n  return g(s)\n}\n"},
		{"a.rs", "async fn f(s: S) -> T {\n    g(s)\n}\n", "fn f(s: S) -> T {\n    g(s)\n}\n"},
		{"A.cs", "class A {\n  public static B F(C c) {\n    return G(c);\n  }\n}\n", "class A {\n  public B F(C c) {\n    return G(c);\n  }\n}\n"},
		{"a.go", "package p\n\nfunc f(s S) any {\n\tout := bytes.Buffer{}\n\treturn g(s, out)\n}\n", "package p\n\nfunc f(s S) any {\n\tout := strings.Builder{}\n\treturn g(s, out)\n}\n"},
		{"A.cs", "class A {\n  B F(C c) {\n    return G((a) => c.H(a));\n  }\n}\n", "class A {\n  B F(C c) {\n    return G((a, b) => c.H(a));\n  }\n}\n"},
		{"a.java", "class A {\n  @Transactional\n  B f() {\n    return g();\n  }\n}\n", "class A {\n  B f() {\n    return g();\n  }\n}\n"},
		{"a.cc", "int f(int n) {\n  return g(n\n#if A\n    , 2\n#endif\n  );\n}\n", "int f(int n) {\n  return g(n\n#if B\n    , 2\n#endif\n  );\n}\n"},
		{"a.cc", "int f(int k) {\n  int n{5};\n  g(&n, k);\n  return n;\n}\n", "int f(int k) {\n  int n;\n  g(&n, k);\n  return n;\n}\n"},
		{"a.cc", "int f(int k) {\n  Arg n = Arg();\n  g(&n, k);\n  return n.x;\n}\n", "int f(int k) {\n  Arg n;\n  g(&n, k);\n  return n.x;\n}\n"},
		{"a.cc", "int f(int& out, bool c) {\n  if (c) {\n    out = 5;\n  }\n  return g(c);\n}\n", "int f(int& out, bool c) {\n  return g(c);\n}\n"},
		{"A.cs", "class A {\n  int F(ref int n, bool c) {\n    if (c) {\n      n = 5;\n    }\n    return G(c);\n  }\n}\n", "class A {\n  int F(ref int n, bool c) {\n    return G(c);\n  }\n}\n"},
		{"a.php", "<?php\nfunction f(&$n, $c) {\n    if ($c) {\n        $n = 5;\n    }\n    return g($c);\n}\n", "<?php\nfunction f(&$n, $c) {\n    return g($c);\n}\n"},
		{"a.swift", "func f(_ n: inout Int, _ c: Bool) -> Int {\n  if c {\n    n = 5\n  }\n  return g(c)\n}\n", "func f(_ n: inout Int, _ c: Bool) -> Int {\n  return g(c)\n}\n"},
		{"b.php", "<?php\nfunction f($c, &$n) {\n    $r = g($c);\n    $n = 5;\n    return $r;\n}\n", "<?php\nfunction f($c, &$n) {\n    $r = g($c);\n    return $r;\n}\n"},
		{"a.js", "function f(x, c) {\n  if (c) {\n    x = p(x)[0]\n  }\n  return g(x)\n}\n", "function f(x, c) {\n  [x] = p(x)\n  return g(x)\n}\n"},
		{"b.js", "class A {\n  set(s) {\n    if (this.state !== s) {\n      this.state = s\n    }\n    return g(s)\n  }\n}\n", "class A {\n  set(s) {\n    this.state = s\n    return g(s)\n  }\n}\n"},
		{"B.java", "class B {\n  int f(int off) {\n    return g(offset, off);\n  }\n}\n", "class B {\n  int f(int offset) {\n    return g(offset, offset);\n  }\n}\n"},
		{"C.java", "class C {\n  int f(int off, int n) {\n    return g(off, n);\n  }\n}\n", "class C {\n  int f(int n, int off) {\n    return g(off, n);\n  }\n}\n"},
		{"a.kt", "fun f(b: B): Int {\n  if (b.count != 0) return g(b)\n  return 1\n}\n", "fun f(b: B): Int {\n  if (b.count > 0) return g(b)\n  return 1\n}\n"},
		{"b.kt", "fun f(b: B): Int {\n  if (b.isEmpty()) return g(b)\n  return 1\n}\n", "fun f(b: B): Int {\n  if (b.size > 0) return g(b)\n  return 1\n}\n"},
		{"d.js", "module.exports = options => {\n  const p = open(options)\n  p.pipe = to => pipe(to, options)\n  return p\n}\n", "module.exports = options => {\n  const p = open(options)\n  p.pipe = (to, options) => pipe(to, options)\n  return p\n}\n"},
		{"e.js", "function f(s) {\n  return s.a ? g(s) : s.b ? h(s) : null\n}\n", "function f(s) {\n  return s.b ? s.a ? g(s) : s.b ? h(s) : null : k(s)\n}\n"},
		{"f.rs", "fn f(s: &mut S, u: &U) -> bool {\n    s.kept &= u;\n    g(s.kept)\n}\n", "fn f(s: &mut S, u: &U) -> bool {\n    let kept = &s.kept & u;\n    g(kept)\n}\n"},
		{"c.js", "function f(all) {\n  if (all.length > 1) {\n    for (const a of all) {\n      g(a)\n    }\n  }\n}\n", "function f(all) {\n  for (const a of all) {\n    g(a)\n  }\n}\n"},
		{"a.c", "int f(int n, int *p) {\n  int r = g(n);\n  if (r > n) {\n    r = n;\n  }\n  *p = r;\n  return n;\n}\n", "int f(int n, int *p) {\n  int r = g(n);\n  *p = r;\n  return n;\n}\n"},
		{"a.go", "package p\n\nfunc f(n int) (r int) {\n\tif n > 2 {\n\t\tr = 5\n\t}\n\treturn\n}\n", "package p\n\nfunc f(n int) (r int) {\n\treturn\n}\n"},
		{"b.py", "def f(n):\n    x = 1\n    def g():\n        nonlocal x\n        if n:\n            x = 5\n    g()\n    return x\n", "def f(n):\n    x = 1\n    def g():\n        nonlocal x\n    g()\n    return x\n"},
		{"c.py", "def f(n):\n    x = 1\n    try:\n        x = 2\n        g(n)\n    finally:\n        h(x)\n", "def f(n):\n    x = 1\n    try:\n        g(n)\n    finally:\n        h(x)\n"},
		{"d.cc", "void f(A* a) {\n  Guard old = a->take();\n  a->run();\n  a->run();\n}\n", "void f(A* a) {\n  a->run();\n  a->run();\n}\n"},
	} {
		if got := compare(t, map[string][2]string{tt.path: {tt.before, tt.after}}); got.Compared > 0 && len(got.Behaviours) == 0 {
			t.Errorf("%s: counted as compared, nothing told: %q", tt.path, tt.after)
		}
	}
}
