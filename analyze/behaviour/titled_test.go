package behaviour_test

import (
	"slices"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour"
)

// A small change whose title does not say that it only restructures puts another value in the place of a value; without a title that
// may be another way to write the same.
func TestTitled(t *testing.T) {
	for _, tt := range []struct {
		path, before, after string
		want                []string
	}{
		{"a.rs", "fn f(s: S) -> bool {\n    s.bytes() == b\"go\"\n}\n", "fn f(s: S) -> bool {\n    s.bytes().eq_ignore_ascii_case(b\"go\")\n}\n", []string{"return-changed f 2"}},
		{"a.ts", "function f(s) {\n  const all = {}\n  s.fill(all)\n  return all\n}\n", "function f(s) {\n  const all = Object.create(null)\n  s.fill(all)\n  return all\n}\n", []string{"value-changed f 2"}},
		{"a.ts", "export const limits = { retry: 1 }\nfunction f(s) {\n  const all = {}\n  s.fill(all)\n  return all\n}\n", "export const limits = { retry: 1 }\nfunction f(s) {\n  const all = Object.create(null)\n  s.fill(all)\n  return all\n}\nfunction size(s) {\n  return s.length + 2\n}\n", []string{"value-changed f 3"}},
		{"a.ts", "function f(s) {\n  const all = {}\n  s.fill(all)\n  return all\n}\n", "function f(s) {\n  const all = none()\n  s.fill(all)\n  return all\n}\nfunction none() {\n  return {}\n}\n", nil},
		{"a.kt", "fun f(s: String) {\n  if (!s.isEmpty()) k(s)\n}\n", "fun f(s: String) {\n  if (s.isNotEmpty()) k(s)\n}\n", nil},
		{"A.java", "class A {\n  F f(S s) {\n    return () -> Optional.empty();\n  }\n}\n", "class A {\n  F f(S s) {\n    return Optional::empty;\n  }\n}\n", nil},
		{"A.java", "class A {\n  F f(S s) {\n    return (x, y) -> { return s.use(x, y); };\n  }\n}\n", "class A {\n  F f(S s) {\n    return s::use;\n  }\n}\n", nil},
		{"A.java", "class A {\n  F f() {\n    return s -> s.use();\n  }\n}\n", "class A {\n  F f() {\n    return S::use;\n  }\n}\n", nil},
		{"A.java", "class A {\n  F f(S s) {\n    return () -> Optional.full();\n  }\n}\n", "class A {\n  F f(S s) {\n    return Optional::empty;\n  }\n}\n", []string{"return-changed A.f 3"}},
		{"A.java", "class A {\n  F f(S s) {\n    return (x, y) -> s.use(y, x);\n  }\n}\n", "class A {\n  F f(S s) {\n    return s::use;\n  }\n}\n", []string{"return-changed A.f 3"}},
		{"A.java", "class A {\n  boolean f(S s) {\n    return s == null ? true : s.on();\n  }\n}\n", "class A {\n  boolean f(S s) {\n    return s != null && s.on();\n  }\n}\n", []string{"return-changed A.f 3"}},
		{"a.js", "const m = require('./m')\nconst g = m.g\nfunction f(s) {\n  m.g(s)\n}\n", "const m = require('./m')\nconst g = m.g\nfunction f(s) {\n  g(s)\n}\n", nil},
		{"a.scala", "object A {\n  def f(c: Int) = {\n    sys.exit(c)\n  }\n}\nobject R {\n  val n = 1\n}\n", "object A {\n  def f(c: Int) = {\n    R.exit(c)\n  }\n}\nobject R {\n  val n = 1\n  def exit(code: Int): Nothing = sys.exit(code)\n}\n", nil},
		{"a.go", "package p\n\nfunc f(c C) (*B, error) {\n\tv, err := get(c)\n\tif err != nil {\n\t\treturn nil, wrap(err, \"get\")\n\t}\n\treturn open(v), nil\n}\n", "package p\n\nfunc f(c C) (*B, error) {\n\tv, err := values(c)\n\tif err != nil {\n\t\treturn nil, wrap(err, \"values\")\n\t}\n\treturn open(v), nil\n}\n\nfunc values(c C) (*V, error) {\n\tv, err := get(c)\n\tif err != nil {\n\t\treturn nil, wrap(err, \"get\")\n\t}\n\treturn v, nil\n}\n", nil},
		{"a.go", "package p\n\nfunc (v *V) f(x any) error {\n\tk, err := v.keys(x)\n\tif err != nil {\n\t\treturn err\n\t}\n\treturn decode(v.get(append(v.all(), k...)), x)\n}\n", "package p\n\nfunc (v *V) f(x any) error {\n\tall := v.all()\n\tif feature.On {\n\t\tk, err := v.keys(x)\n\t\tif err != nil {\n\t\t\treturn err\n\t\t}\n\t\tall = append(all, k...)\n\t}\n\treturn decode(v.get(all), x)\n}\n", nil},
		{"a.rs", "fn f(&mut self) {\n    self.a = match self.b.parse(&self.s) {\n        Ok(buf) => Kind::Ready((self.s, buf)),\n        Err(e) => Kind::Error(e),\n    };\n}\n", "fn f(&mut self) {\n    self.a = match self.b.parse(&self.s) {\n        Ok(address) => Kind::Ready((self.s, address)),\n        Err(e) => Kind::Error(e),\n    };\n}\n", nil},
		{"A.cs", "class A {\n  object F(C c) {\n    if (d.TryGetValue(c.X, out var v)) {\n      return new W(v.Of(c), v.Sets);\n    }\n    return null;\n  }\n}\n", "class A {\n  object F(C c) {\n    if (d.TryGetValue(c.X, out var made)) {\n      return new W(made.Of(c), made.Sets);\n    }\n    return null;\n  }\n}\n", nil},
		{"a.ts", "function f(q) {\n  q.where.limit = 1\n}\n", "function f(q) {\n  q['where'].limit = 1\n}\n", nil},
		{"a.ts", "function f(q) {\n  q.where.limit = 1\n}\n", "function f(q) {\n  q['when'].limit = 1\n}\n", []string{"value-changed f 2"}},
		{"a.swift", "func rank(_ a: Int?) -> Order {\n  switch a {\n  case .none:\n    return .descending\n  case .some:\n    return .ascending\n  }\n}\n", "func rank(_ a: Int?) -> Order {\n  switch a {\n  case .none:\n    return .ascending\n  case .some:\n    return .descending\n  }\n}\n", []string{"return-changed rank 4", "return-changed rank 6"}},
	} {
		files := map[string][2]string{tt.path: {tt.before, tt.after}}
		if got := lines(compareAs(t, files, behaviour.Input{Acts: true})); !slices.Equal(got, tt.want) {
			t.Errorf("%s, titled: got %q, want %q", tt.path, got, tt.want)
		}
		if got := lines(compare(t, files)); len(got) > 0 {
			t.Errorf("%s: got %q", tt.path, got)
		}
	}
}

// A text of Rust that names a variable gets its value, unless an argument of that name gives it another one.
func TestCaptures(t *testing.T) {
	for given, want := range map[string][]string{"name": nil, "other": {"argument-changed f 2"}} {
		files := map[string][2]string{"a.rs": {
			"fn f(name: &str, other: &str) -> String {\n    format!(\"{{{name}}}\", name = " + given + ")\n}\n",
			"fn f(name: &str, other: &str) -> String {\n    format!(\"{{{name}}}\")\n}\n",
		}}
		if got := lines(compare(t, files)); !slices.Equal(got, want) {
			t.Errorf("name = %s: got %q, want %q", given, got, want)
		}
	}
}

// A handler that comes with the code it is for is told with the calls in that code.
func TestHandled(t *testing.T) {
	files := map[string][2]string{"A.java": {
		"class A {\n  void f(B b) {\n    b.open();\n  }\n}\n",
		"class A {\n  void f(B b) {\n    b.open();\n    try {\n      b.fill();\n    } catch (E e) {\n      b.clear();\n    }\n  }\n}\n",
	}}
	if got, want := lines(compare(t, files)), []string{"catch-added A.f 4", "call-added A.f 5"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A change whose title says that it only restructures puts values and calls in other forms, and effects in another order; in a
// function with other differences, checks, too. Constants, and a check that is all that differs, are told.
func TestKeepsAll(t *testing.T) {
	for _, tt := range []struct {
		path, before, after string
		want, otherwise     []string
	}{
		{"a.js", "function f(a) {\n  first(a)\n  second(a)\n}\n", "function f(a) {\n  second(a)\n  first(a)\n}\n", nil, []string{"order-changed f 2"}},
		{"a.php", "<?php\nfunction f($r) {\n    if ($r->n < 1) {\n        return 1;\n    }\n    return first($r->all('php'));\n}\n", "<?php\nfunction f($r) {\n    if ($r->n <= 1) {\n        return 1;\n    }\n    return $r->find('php', '*');\n}\n", []string{"comparison-changed f 3"}, []string{"comparison-changed f 3", "call-replaced f 6"}},
		{"a.js", "const a = require('./x')\na.f(1)\n", "const a = require('y')\na.f(1)\n", nil, []string{"argument-changed a 1"}},
		{"a.js", "function f(a) {\n  if (a.on) {\n    g(a)\n  }\n}\n", "function f(a) {\n  if (!a.on) {\n    g(a)\n  }\n}\n", []string{"condition-negated f 2"}, []string{"condition-negated f 2"}},
		{"a.js", "function f(a) {\n  if (a.on) {\n    g(a)\n  }\n}\n", "function f(a) {\n  g(a)\n}\n", []string{"guard-removed f 2"}, []string{"guard-removed f 2"}},
		{"a.js", "function f(a) {\n  g(a, 'x y')\n}\n", "function f(a) {\n  g(a, 'x z')\n}\n", []string{"literal-changed f 2"}, []string{"literal-changed f 2"}},
		{"a.js", "function f(a) {\n  g(a, { retries: 3 })\n}\n", "function f(a) {\n  g(a, { retries: 5 })\n}\n", []string{"limit-changed f 2"}, []string{"limit-changed f 2"}},
		{"a.c", "struct s a = {A, 0, {0}};\nstruct s b = {B, 0, {0}};\nstruct s c = {C, 0, {0}};\n", "struct s a = {A, 0, 0, {0}};\nstruct s b = {B, 0, 0, {0}};\nstruct s c = {C, 0, 0, {0}};\n", nil, []string{"value-changed a 1", "value-changed b 2", "value-changed c 3"}},
		{"a.php", "<?php\nfunction f($r) {\n    return B::make($r, true);\n}\n", "<?php\nfunction f($r) {\n    return B::make($r);\n}\n", nil, []string{"argument-changed f 3"}},
		{"a.rb", "def f(o)\n  g(\"a?#{o.join('&')}\")\nend\n", "def f(o)\n  g(\"a?cert=#{o.cert}\")\nend\n", nil, []string{"literal-changed f 2"}},
		{"a.php", "<?php\nclass A {\n  private $isopen;\n  function f() {\n    if ($this->isopen) {\n      g(1);\n    }\n  }\n}\n", "<?php\nclass A {\n  private $isOpen;\n  function f() {\n    if ($this->isOpen) {\n      g(1);\n    }\n  }\n}\n", nil, nil},
		{"a.ts", "function f(a, on) {\n  if (on) {\n    g(a)\n  }\n  h(a)\n}\n", "function f(a) {\n  g(a)\n  h(a)\n}\n", []string{"signature-changed f 1"}, []string{"signature-changed f 1"}},
		{"a.js", "function q() {\n  return { drain: null, n: 1 }\n}\nfunction f(a) {\n  if (a.drain) {\n    a.drain()\n  }\n}\n", "function q() {\n  return { drain: none, n: 1 }\n}\nfunction f(a) {\n  a.drain()\n}\n", nil, []string{"return-changed q 2"}},
	} {
		files := map[string][2]string{tt.path: {tt.before, tt.after}}
		if got := lines(compareAs(t, files, behaviour.Input{Restructures: true})); !slices.Equal(got, tt.want) {
			t.Errorf("%s, restructured: got %q, want %q", tt.after, got, tt.want)
		}
		if got := lines(compareAs(t, files, behaviour.Input{Acts: true})); !slices.Equal(got, tt.otherwise) {
			t.Errorf("%s: got %q, want %q", tt.after, got, tt.otherwise)
		}
	}
}

// A check that went may be made by a function that its version in head hands the value to.
func TestCheckThatACallMayMake(t *testing.T) {
	around := func(first, second string) string {
		return "class A {\n  A F(params E[] all) {\n    " + first + "\n    foreach (var e in all) {\n      " + second + "\n      add(e);\n    }\n    return this;\n  }\n}\n"
	}
	files := map[string][2]string{"A.cs": {
		around("if (all == null) throw new ArgumentNullException(nameof(all));", "if (e == null) throw new ArgumentException(\"Null is not allowed here.\");"),
		around("Guard.AgainstNull(all);", "Guard.AgainstNull(e);"),
	}}
	for _, in := range []behaviour.Input{{}, {Acts: true}} {
		if got, want := lines(compareAs(t, files, in)), []string{"call-added A.F 3", "call-added A.F 5"}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// A handler is not gone where the function has another one now.
func TestHandlerInThePlaceOfAnother(t *testing.T) {
	files := map[string][2]string{"a.py": {
		"def f(frame, all):\n    out = {}\n    known = chain(frame.f_locals, frame.f_globals)\n    for v in all:\n        steps = iter(v.split('.'))\n        try:\n            current = known[next(steps)]\n            for step in steps:\n                current = getattr(current, step)\n        except (KeyError, AttributeError):\n            continue\n        out[v] = short(current)\n    return out\n",
		"def f(frame, all):\n    out = {}\n    for v, code in all:\n        try:\n            out[v] = run(code, frame.f_globals, frame.f_locals)\n        except Exception:\n            pass\n    return out\n",
	}}
	for _, b := range compareAs(t, files, behaviour.Input{Acts: true}).Behaviours {
		if b.Kind == "catch-removed" {
			t.Errorf("got %+v", b)
		}
	}
}
