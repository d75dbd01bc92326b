package behaviour_test

import (
	"context"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour"
	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/diff"
)

// Two forms of one thing give nothing, either way.
func TestEquivalentForms(t *testing.T) {
	in := func(around string) func(string) string {
		return func(body string) string { return strings.ReplaceAll(around, "@", body) }
	}
	csharp := in("class A {\n  bool F(object x, char c) {\n    @\n    return true;\n  }\n}\n")
	js := in("function f(s, n) {\n  @\n}\n")
	c := in("int f(char *p, int n) {\n  @\n}\n")
	cpp := in("void f(std::string p) {\n  @\n}\n")
	scala := in("object A {\n  @\n}\n")
	for _, tt := range []struct {
		name, path    string
		file          func(string) string
		before, after string
	}{
		{"name that a case binds in Rust", "a.rs", in("fn f(&mut self) {\n    self.a = match self.g() {\n        @,\n        Err(e) => Kind::Error(e),\n    };\n}\n"), "Ok(buf) => Kind::Ready((self.s, buf))", "Ok(address) => Kind::Ready((self.s, address))"},
		{"name that a case binds in Scala", "a.scala", scala, "def f(x: Option[Int]) = x match {\n    case Some(a) if a > 1 => g(a)\n    case None => 1\n  }", "def f(x: Option[Int]) = x match {\n    case Some(b) if b > 1 => g(b)\n    case None => 1\n  }"},
		{"no type", "A.cs", csharp, "if (!(x is Foo)) { G(); }", "if (x is not Foo) { G(); }"},
		{"no predefined type", "A.cs", csharp, "if (!(x is string)) { G(); }", "if (x is not string) { G(); }"},
		{"null as a pattern", "A.cs", csharp, "if (x == null) { G(); }", "if (x is null) { G(); }"},
		{"no null as a pattern", "A.cs", csharp, "if (x != null) { G(); }", "if (x is not null) { G(); }"},
		{"named argument", "A.cs", csharp, "G(x, true);", "G(x, force: true);"},
		{"private in a file", "a.swift", in("@ func f() {\n  g()\n}\n"), "fileprivate", "private"},
		{"escaped slash in a class", "a.js", js, `return /[\/a]/.test(s)`, `return /[/a]/.test(s)`},
		{"escaped bracket", "a.js", js, `return /\[a\]/.test(s)`, `return /\[a]/.test(s)`},
		{"escapes that change nothing", "a.js", js, `return /[\.\-]x\-y/.test(s)`, `return /[.-]x-y/.test(s)`},
		{
			"overloads in another order, with other names", "A.java", in("class A {\n@}\n"),
			"  A(I pIn) {\n    super(pIn);\n  }\n\n  A(I pIn, int pSize) {\n    super(pIn, pSize);\n  }\n", "  A(I in, int size) {\n    super(in, size);\n  }\n\n  A(I in) {\n    super(in);\n  }\n",
		},
		{"a size above zero", "a.js", js, "if (s.length > 0) { g(n) }", "if (!s.isEmpty()) { g(n) }"},
		{"a size of zero", "a.cc", cpp, "if (p.empty()) { g(1); }", "if (p.size() == 0) { g(1); }"},
		{"optional access", "a.js", js, "if (s && s.n) { g(n) }", "if (s?.n) { g(n) }"},
		{"optional access among others", "a.js", js, "if (n && s && s.a && s.a.b[n]) { g(n) }", "if (n && s?.a?.b[n]) { g(n) }"},
		{"optional access that does not hold", "a.js", js, "if (!s || !s.n) { g(n) }", "if (!s?.n) { g(n) }"},
		{"optional access in the middle", "a.js", js, "const x = s.a && s.a.n ? 1 : 2; g(x)", "const x = s.a?.n ? 1 : 2; g(x)"},
		{"groups", "a.rb", in("A = @\n"), `/(a|b)?x/`, `/(?:a|b)?x/`},
		{"format and template", "a.js", js, "console.log(' %s of it', n)", "console.log(` ${n} of it`)"},
		{"braces around a value", "a.scala", scala, `def f(s: String) = g(s"${s} x")`, `def f(s: String) = g(s"$s x")`},
		{"braces around a body", "a.scala", scala, "def f(a: Int): Int = {\n    g(a)\n  }", "def f(a: Int): Int = g(a)"},
		{"NULL and 0", "a.c", c, "if (p != NULL) g(p, NULL); p = NULL; return 1;", "if (p) g(p, 0); p = 0; return 1;"},
		{"zero character", "a.c", c, "while (*p != '\\0') p++; return 1;", "while (*p) p++; return 1;"},
		{"NULL and nullptr", "a.cpp", cpp, "if (q == NULL) g(p, NULL);", "if (!q) g(p, nullptr);"},
		{"moved argument", "a.cpp", cpp, "names.push_back(p);", "names.push_back(std::move(p));"},
		{"moved into a field", "a.cpp", in("struct A {\n  A(std::string p) : p_(@) { g(); }\n};\n"), "p", "std::move(p)"},
		{"quotes in quotes", "a.php", in("<?php\nfunction f($s) {\n    return g(@);\n}\n"), `"a \"b\" c"`, `'a "b" c'`},
		{"backslash in quotes", "a.rb", in("def f(s)\n  g(@)\nend\n"), `'a\d'`, `"a\\d"`},
		{"nothing and null", "a.rb", in("def f(s)\n  @ unless s\n  g(s)\nend\n"), "return nil", "return"},
		{"nothing and None", "a.py", in("def f(s):\n    if not s:\n        @\n    return g(s)\n"), "return None", "return"},
		{"name of a heredoc", "a.rb", in("def f\n  g <<~@.x, <<~B\n    a\n  @\n    b\n  B\nend\n"), "A", "C"},
		{"macro in terms of another", "a.h", in("#define INVOKE(l, v) if ((l)->on(v)) (l)->put(v)\n@\n"), "#define TRACE(l) if ((l)->on(1)) (l)->put(1)", "#define TRACE(l) INVOKE(l, 1)"},
		{"another way to the same logger", "a.kt", in("fun f(c: Context) {\n  val koin = c.koin\n  @.debug(\"x $c\")\n}\n"), "koin.logger", "c.logger"},
		{"conditions of a handler", "a.py", in("def first(e):\n    return e.args[0] if e.args else None\n\ndef f(s):\n    try:\n        s.read()\n    except OSError as e:\n        @:\n            s.again = True\n        else:\n            raise\n"), "if len(e.args) > 0 and e.args[0] == EINTR", "if first(e) == EINTR"},
		{"operands that change nothing", "a.rb", in("def f(p)\n  if @\n    g(p)\n  end\nend\n"), "p.id?('a') || p.id?('b')", "p.id?('a') || p.id?('b') || nil"},
		{"part of a template that a property holds", "a.js", in("class R {\n  get origin() {\n    return `${this.protocol}://${this.host}`\n  }\n  url(path) {\n    return parse(@)\n  }\n}\n"), "`${this.protocol}://${this.host}${path}`", "`${this.origin}${path}`"},
		{"qualified call", "a.kt", in("import q.E\n\nfun length(v: Value) = E.length(v)\n\nfun f(v: Value): Value {\n  return @(E.value(v))\n}\n"), "length", "E.length"},
		{"choice and branches", "a.js", js, "return s ? g(s) : h(n)", "if (s) { return g(s) } return h(n)"},
		{"stored choice and branches", "a.js", js, "this.a = s ? g(s) : h(n); k()", "if (s) { this.a = g(s) } else { this.a = h(n) } k()"},
		{"choice that keeps a value", "a.js", js, "if (s < 0) { this.a = g(s) } k()", "this.a = s < 0 ? g(s) : this.a; k()"},
		{"function and method", "a.kt", in("fun f(s: String, n: Int) {\n  if (@) k(s)\n}\n"), "isBlank(s, n)", "s.isBlank(n)"},
		{"function and property", "a.kt", in("fun f(s: String, n: Int) {\n  if (@) k(s)\n}\n"), "n > 2 || isBlank(s)", "n > 2 || s.isBlank"},
		{"function that becomes shorter", "a.js", js, "g(n).then(function () { h(s) })", "g(n).then(() => h(s))"},
		{"initial value of a field", "a.cpp", in("struct A {\n  @\n  std::string n;\n};\n"), "A(std::string n) : d_(false), n(n) { g(); }\n  bool d_;", "A(std::string n) : n(n) { g(); }\n  bool d_ = false;"},
		{"another way to append", "a.cpp", cpp, "all.push_back(p);", "all.emplace_back(p);"},
		{"loop in a function that may leave", "a.php", in("<?php\nclass A {\n  @\n}\n"), "function f($all) {\n    $n = 1;\n    foreach ($all as $x) {\n      if ($x->isEnd()) {\n        return;\n      }\n      $n++;\n    }\n    $this->put($n, $n + 1, $n);\n  }", "function f($all) {\n    $n = $this->count($all);\n    if ($n === null) {\n      return;\n    }\n    $this->put($n, $n + 1, $n);\n  }\n  private function count($all) {\n    $n = 1;\n    foreach ($all as $x) {\n      if ($x->isEnd()) {\n        return null;\n      }\n      $n++;\n    }\n    return $n;\n  }"},
		{"name of an error that is not used", "a.kt", in("fun f(): Int? = try { g() } catch (@: ClassCastException) { null }\n"), "e", "_"},
		{"type that a handler without one catches", "a.rb", in("def f\n  begin\n    g\n  @\n    1\n  end\nend\n"), "rescue StandardError => e", "rescue"},
		{"copy of a text", "a.rb", in("def f\n  begin\n    g\n  rescue\n    @\n  end\nend\n"), `"no text"`, `"no text".dup`},
		{"name of what a pattern matches", "a.scala", scala, "def f(x: Any) = x match {\n    case B(n@_, z) => g(z)\n  }", "def f(x: Any) = x match {\n    case B(_, z) => g(z)\n  }"},
		{"a loop without end", "a.c", c, "while (1) { g(p); if (h(p)) return 2; }", "while (true) { g(p); if (h(p)) return 2; }"},
		{"one and true", "a.cpp", cpp, "bool x = 1; g(p, x, 0);", "bool x = true; g(p, x, false);"},
		{"an error that a macro returns", "a.rs", in("fn f(x: &K) -> Result<K> {\n    if x.none() {\n        @\n    }\n    Ok(x)\n}\n"), "return Err(anyhow!(\"no {}\", x));", "bail!(\"no {}\", x);"},
		{"call of a value", "a.kt", in("fun f(c: C): Int {\n  return @(c, 1)\n}\n"), "c.made.by", "c.made.by.invoke"},
		{"call without a point", "a.scala", in("object A {\n  def f(p: Path, from: Path) = {\n    g((to / (@)).wrapped)\n  }\n}\n"), "p relativeTo from", "p.relativeTo(from)"},
		{"cases of true and false", "a.rs", in("fn f(x: &K) -> bool {\n    @\n}\n"), "match x {\n        K::A | K::B => true,\n        _ => false,\n    }", "matches!(x, K::A | K::B)"},
		{"instance of a function", "a.js", in("class A {\n  f(s) {\n    @\n  }\n}\n"), "s.forEach(function (x) { this.g(x) }, this)", "s.forEach((x) => { this.g(x) })"},
		{"return at the end of a branch at the end", "a.swift", in("func f(_ s: S) {\n  if s.done() {\n    s.end()\n    @\n  }\n}\n"), "return", ""},
		{"return at the end", "a.go", in("package p\n\nfunc f(s S) {\n\ts.end()\n\t@\n}\n"), "return", ""},
		{"continue at the end of a loop", "a.js", js, "for (const k of s) {\n    if (n[k]) {\n      delete n[k];\n      continue;\n    }\n  }", "for (const k of s) {\n    if (n[k]) {\n      delete n[k];\n    }\n  }"},
		{"field without a value", "a.go", in("package p\n\nfunc f() (*R, error) {\n\treturn &R{@}, nil\n}\n"), "All: nil", ""},
		{"copy of a result", "a.rb", in("def f(e)\n  m = @\n  m.scrub!\n  m\nend\n"), "text(e).dup", "text(e)"},
		{"opposite with guard", "a.swift", in("func f(_ s: S) -> Bool {\n  @ {\n    return true\n  }\n  return g(s)\n}\n"), "if s.open", "guard !s.open else"},
		{"type of a parameter of a closure", "a.swift", in("func f(_ s: S) throws {\n  try h(&s) { @\n    try k(x)\n  }\n}\n"), "(ptr: P<T>) -> Void in\n    try ptr.with(1) { x in g(x) }", "p in\n    try p.with(1) { x in g(x) }"},
		{"call of a function that is what it calls", "a.c", in("static void drop(struct e *p) {\n  free(p);\n}\nvoid f(struct e *e, int n) {\n  if (n) {\n    e->n = n;\n  } else {\n    @;\n  }\n}\n"), "free(e)", "drop(e)"},
		{"entries in another order", "a.rs", in("fn f() {\n    @\n}\n"), "reg!(\"a\");\n    reg!(\"b\");\n    reg!(\"c\");", "reg!(\"c\");\n    reg!(\"a\");\n    reg!(\"b\");"},
		{"a check of the opposite", "a.js", js, "for (const x of s) { if (x.on) { g(x); h(x, n) } } k(n)", "for (const x of s) { if (!x.on) { continue } g(x); h(x, n) } k(n)"},
		{"a fallback for null", "a.kt", in("fun f(value: V?): Int {\n  return @\n}\n"), "if (value == null) 0 else value.hashCode()", "value?.hashCode() ?: 0"},
		{"a condition of a call with a function", "a.kt", in("fun f(t: T) {\n  @ { \"no $t\" }\n}\n"), "require(!(t is K && p))", "require(t !is K || !p)"},
		{"lines of JSX", "a.tsx", in("function N(c) {\n  return (\n    <Row>\n      @\n    </Row>\n  );\n}\n"), "<Col gap=\"2\">\n        <A />\n      </Col>", "<Col gap=\"2\">\n          <A />\n          </Col>"},
		{"end of a case", "a.js", js, "switch (s) { case 1: return g(n); default: break }", "switch (s) { case 1: return g(n); default: }"},
		{"a way out behind an operator", "a.rb", in("def f(s)\n  @\n  g(x)\nend\n"), "(x = s.next) || return", "x = s.next\n  return unless x"},
		{"an error behind an operator", "a.rb", in("def f(s)\n  @\n  g(s)\nend\n"), "s.on or raise 'off'", "raise 'off' unless s.on"},
		{"code for type checkers", "a.py", in("from typing import TYPE_CHECKING\n\n@def f(s):\n    return g(s)\n"), "if TYPE_CHECKING:\n    from a import B\n\n", ""},
		{"a type with a name", "a.py", in("T: TypeAlias = dict[str, @]\n\ndef f(s):\n    return g(s)\n"), "str", "str | bytes"},
		{"lines of a text", "a.rs", in("fn f(s: S) {\n    s.put(@);\n}\n"), "\"a\\n\nb \\\n     c\"", "\"a\\n\\n\\\n     b c\""},
		{"a value of a narrower type", "A.java", in("class A {\n  B f(Object o) {\n    return @;\n  }\n}\n"), "type.cast(o)", "o"},
		{"a narrower class", "A.java", in("class A {\n  Class<B> f(String s) {\n    Class<B> c = load(s)@;\n    return make(c, c);\n  }\n}\n"), ".asSubclass(B.class)", ""},
		{"a property with an accessor", "A.kt", in("class A {\n  val b = object : B {\n    override val name: String @\n    override fun f() = g()\n  }\n}\n"), "= \"x\"", "get() = \"x\""},
		{"calls one after the other", "A.cs", in("class A {\n  void F() {\n    @;\n    h();\n  }\n}\n"), "Use<B>(1);\n    Use<C>(2)", "Use<B>(1).Use<C>(2)"},
		{"another parameter in one place", "a.swift", in("func f(a: Int, @) {\n  g(a)\n}\n"), "fails: Bool = false", "error: E? = nil"},
		{"nested checks", "a.swift", in("func f(_ s: S) {\n  s.mark()\n  @\n}\n"), "guard !waits() else {\n    return\n  }\n  if !flush() {\n    guard !closed else {\n      return\n    }\n    register()\n  }", "if !waits() && !flush() && !closed {\n    register()\n  }"},
		{"a check in a check", "a.js", js, "g(s); if (s) { if (n) { h(s) } }", "g(s); if (s && n) { h(s) }"},
		{"a way out for one of two", "a.js", js, "g(s); if (s || n) { return } if (s.a) { h(s) }", "g(s); if (!s) { if (!n && s.a) { h(s) } }"},
		{"a value or null", "a.swift", in("class A {\n  init(h: H) {\n    self.n = h.n\n    @\n    self.g()\n  }\n}\n"), "if let h = h as? I {\n      self.h = h\n    } else {\n      self.h = nil\n    }", "self.h = h as? I"},
		{"the only value of a body", "a.swift", in("class A {\n  func f() -> Int {\n    @g()\n  }\n  func h() {\n    g()\n  }\n}\n"), "return ", ""},
		{"the only value of a getter", "a.swift", in("class A {\n  var n: Int {\n    get {\n      @g()\n    }\n  }\n}\n"), "return ", ""},
		{"a parameter that is a key, too", "a.js", in("function f(s, @\n}\n"), "author) {\n  g(s, {author, n: 1})", "authorId) {\n  g(s, {author: authorId, n: 1})"},
		{"a variable that is a field, too", "a.rs", in("fn f(s: S) -> T {\n    @ }\n}\n"), "let author = g(s);\n    T { author, n: 1", "let id = g(s);\n    T { author: id, n: 1"},
		{"a variable that is set later", "a.c", c, "g(strlen(p) + n); return 1;", "size_t m; m = strlen(p); g(m + n); return 1;"},
		{"a member of the instance", "a.swift", in("class A {\n  func f(_ s: S) {\n    h(s)\n    @auth.put(s, 1)\n    auth.end(s)\n  }\n}\n"), "self.", ""},
		{"a store if a value holds", "a.js", js, "g(n); s && (this.s = s); h(n)", "g(n); if (s) { this.s = s } h(n)"},
		{"a call if a value holds", "a.js", js, "g(n); s && s(n); h(n)", "g(n); if (s) { s(n) } h(n)"},
		{"an error that is returned anyway", "a.go", in("package p\n\nfunc f(s S) error {\n\ts.start()\n\t@\n}\n"), "err := s.end(1)\n\tif err != nil {\n\t\treturn err\n\t}\n\n\treturn nil", "return s.end(1)"},
		{"an error of a check that is returned anyway", "a.go", in("package p\n\nfunc f(s S) error {\n\ts.start()\n\t@\n}\n"), "if err := s.end(1); err != nil {\n\t\treturn err\n\t}\n\treturn nil", "return s.end(1)"},
		{"values that a format names", "a.rs", in("fn f(a: B) -> T {\n    put(@)\n}\n"), "format!(\"no {}: '{:?}'\", a, b)", "format!(\"no {a}: '{b:?}'\")"},
		{"a result of a branch", "a.kt", in("fun f(s: S): P? {\n  return when {\n    s.on -> {\n      val a = g(s)\n      @P(a, 1)\n    }\n    else -> null\n  }\n}\n"), "return ", ""},
		{"a copy of a list", "A.kt", in("fun f(all: Array<B>) {\n  val b = all.@()\n  g(b, b)\n}\n"), "clone", "copyOf"},
		{"a pattern of a parameter", "a.rs", in("fn f(all: V) {\n    all.sort_by(|(@, _)| g(t1));\n}\n"), "ref t1", "t1"},
		{"a check in a function of its own", "a.rs", in("fn f(p: P, q: P) -> Option<P> {\n@}\n"), "    let p = p.as_ref().bytes();\n    let q = q.bytes();\n    if p.len() > q.len() || p != q[0..p.len()] {\n        None\n    } else {\n        Some(q.rest(p.len()))\n    }\n", "    fn imp(p: P, q: P) -> Option<P> {\n        let p = p.bytes();\n        let q = q.bytes();\n        if p.len() > q.len() || p != q[0..p.len()] {\n            None\n        } else {\n            Some(q.rest(p.len()))\n        }\n    }\n    imp(p.as_ref(), q)\n"},
		{"an error that is none", "a.go", in("package p\n\nfunc f(s S) error {\n\terr := s.put(1)\n\tif err == nil {\n\t\treturn @\n\t}\n\tg(err)\n\treturn s.end(err)\n}\n"), "err", "nil"},
		{"a result with a name", "a.go", in("package p\n\nfunc (c *C) f(k string) @ {\n\treturn get[string](c, k)\n}\n"), "(s string)", "string"},
		{"a limit", "a.go", in("package p\n\nfunc f(s, n int) {\n\tfor s < n {\n\t\t@\n\t\tg(s, e, e)\n\t}\n}\n"), "e := s + 1\n\t\tif e > n {\n\t\t\te = n\n\t\t}", "e := min(s+1, n)"},
		{"a lower limit", "a.go", in("package p\n\nfunc f(s S, n int) {\n\tvar e int\n\tif s.on {\n\t\t@\n\t}\n\tg(s, e, e)\n}\n"), "e = int(s.e)\n\t\tif e < 0 {\n\t\t\te = 0\n\t\t}", "e = max(int(s.e), 0)"},
		{"the less of two", "a.js", js, "return s < n ? s : n", "return Math.min(s, n)"},
		{"the greater of two", "a.rs", in("fn f(a: u8, b: u8) -> u8 {\n    @\n}\n"), "if a > b { a } else { b }", "a.max(b)"},
		{"the greater of two that is returned", "a.go", in("package p\n\nfunc f(a, b int) int {\n\t@\n}\n"), "if a > b {\n\t\treturn a\n\t}\n\treturn b", "return max(a, b)"},
		{"a reference to what is held", "a.rs", in("fn f(s: S) -> R {\n    let a = (*s.a).as_ref()@.unwrap();\n    g(a, a)\n}\n"), ".map(|r| &*r)", ""},
		{"a part of a list", "a.php", in("<?php\nfunction f($s, $n) {\n    @\n    return g($s, $n, $s);\n}\n"), "if (has($s, ':')) {\n        $parts = split(':', $s);\n        $s = $parts[0];\n    }", "[$s] = split(':', $s);"},
		{"a try with a value", "a.kt", in("fun f(s: S): P? {\n  @\n}\n"), "try {\n    h(s)\n    return g(s)\n  } catch (e: E) {\n    return null\n  }", "return try {\n    h(s)\n    g(s)\n  } catch (e: E) {\n    null\n  }"},
		{"a body that is a try", "a.kt", in("fun f(s: S): P? @\n"), "{\n  return try { g(s) } catch (e: E) { null }\n}", "= try { g(s) } catch (e: E) { null }"},
		{"a variable that is not read again", "a.py", in("def f(s):\n    n = g(s)\n    if n != s.n:\n        @\n    h(s, s.n)\n"), "s.a = n = s.n", "s.a = s.n"},
		{"a question with not", "a.kt", in("fun f(s: String) {\n  if (@) k(s)\n}\n"), "!s.isEmpty() || s.on", "s.isNotEmpty() || s.on"},
		{"a value or a default", "a.kt", in("fun f(value: V?): V {\n  return @\n}\n"), "if (value != null) value else V()", "value ?: V()"},
		{"a way out behind a value", "A.cs", csharp, "if (x is null) { throw new E(nameof(x)); } c.Check(); this.x = x;", "this.x = x ?? throw new E(nameof(x)); c.Check();"},
		{"a comparison with false", "a.rs", in("fn f(s: S) {\n    if @ {\n        g(s);\n    }\n}\n"), "s.n && s.on() == false", "s.n && !s.on()"},
		{"a comparison with true", "A.java", in("class A {\n  void f(S s) {\n    if (@) {\n      g(s);\n    }\n  }\n}\n"), "s.n || s.on() == true", "s.n || s.on()"},
		{"a return instead of an else", "a.go", in("package p\n\nfunc f(s S) {\n\tif s.on() {\n\t\tg(s, 1)\n@}\n"), "\t} else {\n\t\tt := h(s)\n\t\tk(t, t)\n\t}\n", "\t\treturn\n\t}\n\tt := h(s)\n\tk(t, t)\n\treturn\n"},
		{"a loop that has nothing to do", "a.swift", in("func f(_ s: S, n: Int) {\n  s.mark()\n  @\n}\n"), "if n > 0 {\n    for i in 0..<n {\n      g(s, i)\n    }\n  }", "for i in 0..<n {\n    g(s, i)\n  }"},
		{"a loop over nothing", "a.js", js, "if (s.length > 0) { for (const x of s) { g(x) } } k(n)", "for (const x of s) { g(x) } k(n)"},
		{"a loop over an empty slice", "a.go", in("package p\n\nfunc f(s []S) {\n\tmark()\n\t@\n}\n"), "if len(s) > 0 {\n\t\tfor _, x := range s {\n\t\t\tg(x)\n\t\t}\n\t}", "for _, x := range s {\n\t\tg(x)\n\t}"},
		{"a loop over an empty list", "A.java", in("class A {\n  void f(List<B> all) {\n    mark();\n    @\n  }\n}\n"), "if (!all.isEmpty()) { for (B b : all) { g(b); } }", "for (B b : all) { g(b); }"},
		{"a loop over what is not empty", "a.kt", in("fun f(all: List<B>) {\n  mark()\n  @\n}\n"), "if (all.isNotEmpty()) {\n    for (b in all) {\n      g(b)\n    }\n  }", "for (b in all) {\n    g(b)\n  }"},
		{"a store of what is there", "a.js", js, "g(n); if (!on) { on = true } k(n)", "g(n); on = true; k(n)"},
		{"a store of the same number", "a.c", c, "g(p); if (k != n) { k = n; } return 1;", "g(p); k = n; return 1;"},
		{"a way out in front of a store of the same", "a.js", in("let on = false\nfunction stop() {\n  @on = true\n}\n"), "if (on === true) { return }\n  ", ""},
		{"a choice with false", "A.java", in("class A {\n  boolean f(S s) {\n    return @;\n  }\n}\n"), "s == null ? false : s.on()", "s != null && s.on()"},
		{"a choice with true", "A.cs", in("class A {\n  bool F(S s) {\n    return @;\n  }\n}\n"), "s == null ? true : s.On(1)", "s == null || s.On(1)"},
		{"a constant as a pattern", "A.cs", in("class A {\n  bool F(string s, int n) {\n    return @;\n  }\n}\n"), "s == \"no\" || n != 3", "s is \"no\" || n is not 3"},
		{"None by identity", "a.py", in("def f(s, n):\n    if s @ None:\n        g(s)\n    k(n)\n"), "==", "is"},
		{"a fallback for what is there", "a.js", js, "if (!s) { return } g((s || '').trim(), n)", "if (!s) { return } g(s.trim(), n)"},
		{"a question for what is there", "a.py", in("def f(s, n):\n    if not s:\n        return None\n    g(n)\n    return @\n"), "k(s and s.on)", "k(s.on)"},
		{"a question for what is true", "a.js", js, "if (n !== true) { throw new E('no') } if (s.sent && n) { g(s) } k(s)", "if (n !== true) { throw new E('no') } if (s.sent) { g(s) } k(s)"},
		{"a name that is marked as used", "a.c", c, "UNUSED(n); g(p); return 1;", "g(p); return 1;"},
		{"a copy that is put back", "a.swift", in("class A {\n  func f(_ g: (inout T) -> Void) {\n    mark()\n    @\n  }\n}\n"), "var v = self.v\n    g(&v)\n    self.v = v", "g(&self.v)"},
		{"a field with the only value of its type", "a.rs", in("fn f(s: S) -> P {\n    P { a: s.a@ }\n}\n"), ", inner: ()", ""},
		{"numbered arguments of a format", "A.java", in("class A {\n  String f(S s) {\n    return String.format(@, s.a, s.b);\n  }\n}\n"), "\"no %1$s of %2$d\"", "\"no %s of %d\""},
		{"numbered arguments of a format of PHP", "a.php", in("<?php\nfunction f($s) {\n    return sprintf(@, $s->a, $s->b);\n}\n"), "'no %1$s of %2$s'", "'no %s of %s'"},
		{"what a method returns that it is called on", "a.rb", in("def f(s)\n  mark(s)\n  @\nend\n"), "h = Hash[s]\n  h.delete_if { |k, v| v.nil? }\n  h", "Hash[s].delete_if { |k, v| v.nil? }"},
		{"a loop that another one does", "A.cs", in("class A {\n  void F(L all) {\n    @\n  }\n}\n"), "foreach (var x in all.Where(t => t.On).Select(t => t.Made)) { Add(x); } foreach (var y in all) { Use(y); Count(y); }", "foreach (var y in all) { if (y.On) { Add(y.Made); } Use(y); Count(y); }"},
		{"a handler that a helper has", "A.java", in("class A {\n  void add(Throwable e) {\n    errors.add(e);\n  }\n  void that(V v, M m) {\n    @\n  }\n  Object succeeds(Callable<Object> c) {\n    try {\n      return c.call();\n    } catch (Throwable e) {\n      add(e);\n      return null;\n    }\n  }\n}\n"), "try {\n      assertThat(v, m);\n    } catch (AssertionError e) {\n      add(e);\n    }", "succeeds(new Callable<Object>() {\n      public Object call() throws Exception {\n        assertThat(v, m);\n        return v;\n      }\n    });"},
		{"two ways to loop", "A.cs", csharp, "foreach (var y in all) { if (y == x) { return false; } }", "for (var i = 0; i < all.Length; i++) { if (all[i] == x) { return false; } }"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before, after := tt.file(tt.before), tt.file(tt.after)
			for _, way := range [][2]string{{before, after}, {after, before}} {
				if got := lines(compare(t, map[string][2]string{tt.path: way})); len(got) > 0 {
					t.Errorf("%q of %q", got, way)
				}
			}
		})
	}
}

// What only looks like one of them is told.
func TestOtherForms(t *testing.T) {
	for _, tt := range []struct{ path, before, after, want string }{
		{"A.cs", "class A {\n  bool F(object x) {\n    return x is Foo;\n  }\n}\n", "class A {\n  bool F(object x) {\n    return x is not Foo;\n  }\n}\n", "condition-negated A.F 3"},
		{"a.swift", "class A {\n  fileprivate func f() {\n    g()\n  }\n}\n", "class A {\n  private func f() {\n    g()\n  }\n}\n", "visibility-changed A.f 2"},
		{"a.js", "function f(s) {\n  return /a\\.b/.test(s)\n}\n", "function f(s) {\n  return /a.b/.test(s)\n}\n", "literal-changed f 2"},
		{"a.js", "function f(s) {\n  return /[a\\-z]/.test(s)\n}\n", "function f(s) {\n  return /[a-z]/.test(s)\n}\n", "literal-changed f 2"},
		{"a.c", "int f(char *p) {\n  if (p == NULL) return 1;\n  return 2;\n}\n", "int f(char *p) {\n  if (p != NULL) return 1;\n  return 2;\n}\n", "condition-negated f 2"},
		{"a.rb", "def f(n)\n  g <<~A, <<~B\n    a\n  A\n    b #{n}\n  B\nend\n", "def f(n)\n  g <<~A, <<~B\n    a\n  A\n    c #{n}\n  B\nend\n", "literal-changed f 2"},
		{"a.php", "<?php\nfunction f() {\n    return g('\\n');\n}\n", "<?php\nfunction f() {\n    return g(\"\\n\");\n}\n", "literal-changed f 3"},
		{"a.c", "int f(int n) {\n  while (1) g(n);\n}\n", "int f(int n) {\n  while (false) g(n);\n}\n", "condition-negated f 2"},
		{"a.rb", "def f\n  begin\n    g\n  rescue StandardError\n    1\n  end\nend\n", "def f\n  begin\n    g\n  rescue Exception\n    1\n  end\nend\n", "catch-changed f 4"},
		{"A.java", "class A {\n  boolean f(R r) {\n    boolean b = r.isOpen || r.isFull;\n    return g(b, b);\n  }\n}\n", "class A {\n  boolean f(R r) {\n    boolean b = r.isOpen;\n    return g(b, b);\n  }\n}\n", "value-changed A.f 3"},
		{"a.js", "function f(s) {\n  g(s.name)\n}\n", "function f(s) {\n  g(s.name || 'none')\n}\n", "default-changed f 2"},
		{"a.swift", "func f(a: Int) {\n  g(a)\n}\n", "func f(a: Int? = nil) {\n  g(a)\n}\n", "default-changed f 1"},
		{"a.go", "package p\n\nfunc f(s, n int) {\n\te := s + 1\n\tif e > n {\n\t\te = n\n\t}\n\tg(min(s, 3), e, e)\n}\n", "package p\n\nfunc f(s, n int) {\n\te := s + 1\n\tg(min(s, 3), e, e)\n}\n", "value-changed f 5"},
		{"a.py", "def f(s):\n    n = g(s)\n    if n != s.n:\n        s.a = n = s.n\n    h(s, n)\n", "def f(s):\n    n = g(s)\n    if n != s.n:\n        s.a = s.n\n    h(s, n)\n", "value-changed f 4"},
		{"a.kt", "fun f(s: String) {\n  if (s.isEmpty()) k(s)\n}\n", "fun f(s: String) {\n  if (s.isNotEmpty()) k(s)\n}\n", "condition-negated f 2"},
		{"a.rs", "fn f(s: S) {\n    if s.on() == false {\n        g(s);\n    }\n}\n", "fn f(s: S) {\n    if s.on() {\n        g(s);\n    }\n}\n", "condition-negated f 2"},
		{"a.js", "function f(s) {\n  g(s)\n  if (s.length > 1) { for (const x of s) { g(x) } }\n}\n", "function f(s) {\n  g(s)\n  for (const x of s) { g(x) }\n}\n", "guard-removed f 3"},
		{"a.js", "function f(s) {\n  g(s)\n  if (s.length > 0) { for (const x of s.all) { g(x) } }\n}\n", "function f(s) {\n  g(s)\n  for (const x of s.all) { g(x) }\n}\n", "guard-removed f 3"},
		{"a.js", "function f(s) {\n  g(s)\n  if (s.off) { s.on = true }\n  k(s)\n}\n", "function f(s) {\n  g(s)\n  s.on = true\n  k(s)\n}\n", "guard-removed f 3"},
		{"a.py", "def f(q):\n    return q.where(q.n == None)\n", "def f(q):\n    return q.where(q.n is None)\n", "comparison-changed f 2"},
		{"a.js", "function f(s, n) {\n  if (s) { return }\n  g(s || n)\n}\n", "function f(s, n) {\n  if (s) { return }\n  g(s)\n}\n", "default-changed f 3"},
		{"a.js", "function f(s, n) {\n  if (!s) { return }\n  s = k(n)\n  g(s || n)\n}\n", "function f(s, n) {\n  if (!s) { return }\n  s = k(n)\n  g(s)\n}\n", "default-changed f 4"},
		{"A.java", "class A {\n  String f(S s) {\n    return String.format(\"no %2$s of %1$s\", s.a, s.b);\n  }\n}\n", "class A {\n  String f(S s) {\n    return String.format(\"no %s of %s\", s.a, s.b);\n  }\n}\n", "literal-changed A.f 3"},
		{"a.rs", "fn f(s: S) -> P {\n    P { a: s.a, inner: 2 }\n}\n", "fn f(s: S) -> P {\n    P { a: s.a }\n}\n", "value-changed f 2"},
		{"a.c", "int f(int n) {\n  count(n);\n  return g(n);\n}\n", "int f(int n) {\n  return g(n);\n}\n", "call-removed f 2"},
		{"A.java", "class A {\n  void that(V v, M m) {\n    try {\n      assertThat(v, m);\n    } catch (AssertionError e) {\n      add(e);\n    }\n  }\n}\n", "class A {\n  void that(V v, M m) {\n    assertThat(v, m);\n  }\n}\n", "catch-removed A.that 5"},
		{"a.c", "int f(int n) {\n  if (g(n) < 1 || n > M) return 1;\n  return 2;\n}\n", "int f(int n) {\n  if (n > M || g(n) < 1) return 1;\n  return 2;\n}\n", "order-changed f 2"},
		{"a.c", "int f(int n) {\n  g(n, 0);\n  return 2;\n}\n", "int f(int n) {\n  g(n, 1);\n  return 2;\n}\n", "argument-changed f 2"},
	} {
		if got := strings.Join(lines(compare(t, map[string][2]string{tt.path: {tt.before, tt.after}})), ", "); got != tt.want {
			t.Errorf("got %s, want %s of %q", got, tt.want, tt.after)
		}
	}
}

// White space in text may mean something, and forms do not have it: nothing is claimed of such functions. White space
// around what is put into a text means nothing.
func TestRespaced(t *testing.T) {
	for _, tt := range []struct {
		path, before, after string
		compared            int // -1: another text
	}{
		{"a.jsx", "function f() {\n  return <p>a  b</p>\n}\n", "function f() {\n  return <p>a b</p>\n}\n", 0},
		{"A.java", "class A {\n  String f() {\n    return \"\"\"\n      a\n       b\"\"\";\n  }\n}\n", "class A {\n  String f() {\n    return \"\"\"\n      a\n      b\"\"\";\n  }\n}\n", 0},
		{"a.rb", "def f(n)\n  g <<~A\n    a\n      #{n}\n  A\nend\n", "def f(n)\n  g <<~A\n    a\n    #{n}\n  A\nend\n", 0},
		{"a.js", "function f() {\n  g('a b', function () {\n  })\n}\n", "function f() {\n  g('a b',  function () { })\n}\n", 1},
		{"a.cpp", "void f(int n) {\n  g(\n    n);\n}\n", "void f(int n) {\n  g(\n#if A\n    n\n#endif\n    );\n}\n", 0},
		{"a.kt", "fun f(v: V) = \"'${F.g(v).h('0')}'\"\n", "fun f(v: V) = \"'${\n  F.g(v).h('0')\n}'\"\n", 1},
		{"a.kt", "fun f(v: V) = \"a $v }\"\n", "fun f(v: V) = \"a $v  }\"\n", -1},
		{"a.rb", "def f(v)\n  \"a #{g(v)} b#{ h }\"\nend\n", "def f(v)\n  \"a #{ g(v)\n  } b#{h}\"\nend\n", 1},
		{"a.swift", "func f(v: V) -> String {\n  return \"a \\(g(v)) b\\( h )\"\n}\n", "func f(v: V) -> String {\n  return \"a \\( g(v) ) b\\(h)\"\n}\n", 1},
		{"a.swift", "func f(v: V) -> String {\n  return \"a \\(g(v)) b\"\n}\n", "func f(v: V) -> String {\n  return \"a  \\(g(v)) b\"\n}\n", -1},
		{"a.js", "function f(v) {\n  return `a ${g(v)} b${ h }`\n}\n", "function f(v) {\n  return `a ${\n    g(v)\n  } b${h}`\n}\n", 1},
		{"a.py", "def f(v):\n    return f\"a {g(v)} b{ h }\"\n", "def f(v):\n    return f\"a { g(v) } b{h}\"\n", 1},
		{"a.py", "def f(v):\n    return f\"a {v = } b\"\n", "def f(v):\n    return f\"a {v =  } b\"\n", 0},
		{"a.py", "def f(v):\n    return f\"a {v = } b\"\n", "def f(v):\n    return f\"a { v = } b\"\n", 0},
		{"a.py", "def f(v):\n    return f\"a {v} b\"\n", "def f(v):\n    return f\"a {v=} b\"\n", 0},
		{"a.py", "def f(v):\n    return f\"a {v:>3} b\"\n", "def f(v):\n    return f\"a {v:>3 } b\"\n", 0},
		{"a.py", "def f(v):\n    return f\"a {g('c d')}\"\n", "def f(v):\n    return f\"a { g('c  d') }\"\n", -1},
		{"a.js", "function f(v) {\n  return `a ${v('c d')}`\n}\n", "function f(v) {\n  return `a ${ v('c  d') }`\n}\n", -1},
		{"a.kt", "fun f(v: V) = \"a ${v(\"c d\")}\"\n", "fun f(v: V) = \"a ${ v(\"c  d\") }\"\n", -1},
		{"A.cs", "class A {\n  string F(V v) => $\"a {g(v)} b{ h }\";\n}\n", "class A {\n  string F(V v) => $\"a { g(v) } b{h}\";\n}\n", 1},
		{"a.scala", "class A {\n  def f(v: V) = s\"a ${g(v)} b${ h }\"\n}\n", "class A {\n  def f(v: V) = s\"a ${ g(v) } b${h}\"\n}\n", 1},
		{"a.php", "<?php\nfunction f($v) {\n  return \"a {$v->g} b\";\n}\n", "<?php\nfunction f($v) {\n  return \"a {$v->g } b\";\n}\n", 1},
		{"a.c", "void f(int n) {\n  g(n,   \"a b\");\n}\n", "void f(int n) {\n  g(n, \"a b\");\n}\n", 1},
	} {
		got := compare(t, map[string][2]string{tt.path: {tt.before, tt.after}})
		if tt.compared < 0 {
			if len(got.Behaviours) != 1 {
				t.Errorf("%q of %q", lines(got), tt.after)
			}
			continue
		}
		if len(got.Behaviours) > 0 || got.Compared != tt.compared || len(got.Skipped) != 1-tt.compared {
			t.Errorf("%d compared, %v skipped, %q of %q", got.Compared, got.Skipped, lines(got), tt.after)
		}
	}
}

// Forms that only the change as a whole shows to be equivalent, also where its tests expect something
// else.
func TestEquivalentInTheChange(t *testing.T) {
	for _, tt := range []struct{ name, path, test, before, after string }{
		{
			"a branch becomes a choice", "A.java", "ATest.java",
			"class A {\n  void f(String s) {\n    if (s.length() > 0) {\n      this.s = copy(list(s));\n    } else {\n      this.s = copy(list(D));\n    }\n  }\n}\n",
			"class A {\n  void f(String s) {\n    this.s = isEmpty(s) ? D : copy(list(s));\n  }\n}\n",
		},
		{
			"a function becomes a call of another", "lib/a.js", "test/a.js",
			"function is(t) {\n  var ct = this.type;\n  if (!ct) return false;\n  ct = ct.split(';')[0];\n  go();\n  for (var i = 0; i < t.length; i++) {\n    if (t[i] == ct) return true;\n  }\n  return false;\n}\n",
			"function is(t) {\n  if (!t) return typeis(this.req);\n  return typeis(this.req, t);\n}\n",
		},
		{
			"a function becomes a call of what took its code over", "lib/a.js", "test/a.js",
			"function f(v) {\n  const s = stack(1);\n  const out = parse(s, v);\n  if (out) {\n    write(out);\n  } else {\n    print(s);\n  }\n}\n",
			"function f(v) {\n  g(v, true);\n}\nfunction g(v, color) {\n  const s = stack(1);\n  const out = parse(s, v, color);\n  if (out) {\n    write(out);\n  } else {\n    print(s);\n  }\n}\n",
		},
		{
			"a key gets another name", "src/a.js", "test/a.js",
			"function f(m) {\n  return g(m, {\n    whenStale: true,\n    b: 1,\n  })\n}\n",
			"function f(m) {\n  return g(m, {\n    ifStale: true,\n    b: 1,\n  })\n}\n",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			test := "check(load('/a'), @)\n"
			if strings.HasSuffix(tt.test, ".java") {
				test = "class T {\n  void t() {\n    check(load(\"/a\"), @);\n  }\n}\n"
			}
			got := lines(compareTested(t, tt.path, tt.before, tt.after, tt.test, strings.Replace(test, "@", "1", 1), strings.Replace(test, "@", "2", 1)))
			if len(got) > 0 {
				t.Errorf("got %q", got)
			}
		})
	}
}

// compareTested returns what a change of a file with code and a file with tests does.
func compareTested(t *testing.T, path, before, after, test, was, is string) *behaviour.Result {
	t.Helper()
	set := &change.Set{Files: []diff.FileChange{
		{Status: diff.Modified, OldPath: path, NewPath: path, OldBlob: before, NewBlob: after},
		{Status: diff.Modified, OldPath: test, NewPath: test, OldBlob: was, NewBlob: is},
	}}
	languages := lang.NewIndex(all.Languages())
	of := func(tests bool) func(string, change.Side) *lang.Language {
		return func(p string, _ change.Side) *lang.Language {
			if (p == test) == tests {
				return languages.ByPath(p)
			}
			return nil
		}
	}
	res, err := behaviour.Of(context.Background(), behaviour.Input{Set: set, Blobs: memory{}, Language: of(false), Tests: of(true)})
	if err != nil {
		t.Fatal(err)
	}
	return res
}
