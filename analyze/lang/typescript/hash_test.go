package typescript_test

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang/langtest"
	"github.com/nexus-ci/nexus-ci/analyze/lang/typescript"
)

// definition returns the Def called name, the last one where there are several.
func definition(t *testing.T, src, name string) facts.Def {
	t.Helper()
	f := langtest.Parse(t, typescript.Language(), []byte(src))
	for i := len(f.Defs) - 1; i >= 0; i-- {
		if f.Defs[i].Name == name {
			return f.Defs[i]
		}
	}
	t.Fatalf("no definition of %s in\n%s\n%v", name, src, f.Problems)
	return facts.Def{}
}

// TestHashes checks which part of a definition an edit touches: s(ignature),
// b(ody), d(oc), or nothing at all.
func TestHashes(t *testing.T) {
	for _, test := range []struct{ name, before, after, want string }{
		// Nothing but layout.
		{"f", "function f(a: A) { return a.go() }", "function f(\n  a: A,\n) {\n  return a.go();\n}", ""},
		{"f", `function f() { return g("x", '') }`, `function f() { return g('x', "") }`, ""},
		{"f", "function f() { g() }", "function f() { g() /* why */ }", ""},
		{"f", "function f(a) {}", "function f(a,) {}", ""},
		{"x", "const x = { a: 1, b: 2 }", "const x = {\n  a: 1,\n  b: 2,\n}", ""},
		{"f", "const f = a => a", "const f = (a) => a", ""},
		{"f", "export function f() { g() }", "function f() { g() }", ""},
		// The own name.
		{"f", "function f(a: A): B { return f(a) }", "function f(a: A): B { return f(a) }", ""},
		// Parameters.
		{"f", "function f(a: A) { return a }", "function f(b: A) { return b }", "b"},
		{"f", "function f(a: A) {}", "function f(a: B) {}", "s"},
		{"f", "function f(a: A) {}", "function f(a: A, b: B) {}", "sb"},
		{"f", "function f(a) {}", "function f() {}", "sb"},
		{"f", "function f(a?: A) {}", "function f(a: A) {}", "s"},
		{"f", "function f(a = 1) {}", "function f(a = 2) {}", "b"},
		{"f", "function f(a = 1) {}", "function f(a) {}", "sb"},
		{"f", "function f(a) {}", "function f(...a) {}", "s"},
		{"f", "function f({ a }: O) {}", "function f({ a, b }: O) {}", "b"},
		// Results, type parameters, kind of function.
		{"f", "function f(): A {}", "function f(): B {}", "s"},
		{"f", "function f<T>(a: T) {}", "function f<T extends A>(a: T) {}", "s"},
		{"f", "function f() {}", "async function f() {}", "s"},
		{"f", "function f() {}", "function* f() {}", "s"},
		{"f", "const f: H = () => go()", "const f: K = () => go()", "s"},
		{"f", "const f = () => one()", "const f = () => two()", "b"},
		// Nested definitions are their own.
		{"f", "function f() { function g() { one() } }", "function f() { function g() { two() } }", ""},
		{"f", "function f() { const g = () => one(); g() }", "function f() { const g = () => two(); g() }", ""},
		{"o", "const o = { a() { one() }, b: 1 }", "const o = { a() { two() }, b: 1 }", ""},
		{"o", "const o = { a() { one() }, b: 1 }", "const o = { c() {}, a() { one() }, b: 1 }", ""},
		{"o", "const o = { a() { one() }, b: 1 }", "const o = { a() { one() }, b: 2 }", "b"},
		{"C", "class C { m() { one() } }", "class C { m() { two() } n() {} }", ""},
		{"I", "interface I { m(): A }", "interface I { m(): B }", ""},
		// Classes and members.
		{"C", "class C extends A {}", "class C extends B {}", "s"},
		{"C", "class C implements A {}", "class C implements A, B {}", "s"},
		{"C", "@one class C {}", "@two class C {}", "b"},
		{"C", "class C { static { one() } }", "class C { static { two() } }", "b"},
		{"m", "class C { m() {} }", "class C { static m() {} }", "s"},
		{"m", "class C { m() {} }", "class C { private m() {} }", "s"},
		{"m", "class C { public m() {} }", "class C { m() {} }", ""},
		{"m", "class C { @one m() {} }", "class C { @two m() {} }", "b"},
		{"x", "class C { x: A = one() }", "class C { x: A = two() }", "b"},
		{"x", "class C { x: A = one() }", "class C { x: B = one() }", "s"},
		{"constructor", "class C { constructor(a: A) {} }", "class C { constructor(private a: A) {} }", "s"},
		// Values and types.
		{"x", "const x = 1", "const x = 2", "b"},
		{"x", "const x = 1", "let x = 1", "s"},
		{"x", "const x: A = 1", "const x: B = 1", "s"},
		{"T", "type T = A | B", "type T = A | C", "s"},
		{"T", "type T = { a: A }", "type T = { a: B }", ""},
		{"a", "type T = { a: A }", "type T = { a?: A }", "s"},
		{"A", "enum E { A = 1 }", "enum E { A = 2 }", "b"},
		// Documentation.
		{"f", "/** Does. */\nfunction f() {}", "/** Does it. */\nfunction f() {}", "d"},
		{"f", "/** Does. */\nfunction f() {}", "/**\n * Does.\n */\nfunction f() {}", ""},
		{"f", "function f() {}", "// New.\nfunction f() {}", "d"},
		// What looks alike but is not.
		{"f", "function f() { g(a, -b) }", "function f() { g(a - b) }", "b"},
		{"f", "function f() { return [a, , b] }", "function f() { return [a, b] }", "b"},
		{"f", "function f() { g('') }", "function f() { g() }", "b"},
		{"f", "function f() { for (;;i++) {} }", "function f() { for (;i++;) {} }", "b"},
		{"f", "function f() { return `a b` }", "function f() { return `a  b` }", "b"},
	} {
		before, after := definition(t, test.before, test.name), definition(t, test.after, test.name)
		got := ""
		if before.SignatureHash != after.SignatureHash {
			got += "s"
		}
		if before.BodyHash != after.BodyHash {
			got += "b"
		}
		if before.DocHash != after.DocHash {
			got += "d"
		}
		if got != test.want {
			t.Errorf("%s to %s changes %q, want %q", test.before, test.after, got, test.want)
		}
	}
}

// TestPrepare checks sources that the grammar alone cannot read: they have no
// problems, and their definitions keep their lines.
func TestPrepare(t *testing.T) {
	for _, src := range []string{
		"interface I {\n  a: string\n  <T>(x: T): T\n}\nfunction last() {}",
		"interface I {\n  (x: A): Promise<B>\n  // more\n  <\n    T extends A,\n  >(x: T): T[]\n}\nfunction last() {}",
		"interface I {\n  a: 'x'\r\n  <T>(x: T): T\r\n}\nfunction last() {}",
		"type C = abstract new (...args: any[]) => object\nfunction last() {}",
		"type V<in T, out U> = T\ntype W<in out T> = T\nfunction last() {}",
		"export type * from './a'\nexport type * as ns from './b'\nfunction last() {}",
		// What must stay as it is.
		"foo(\n  <T>(x: T) => x,\n)\nfunction last() {}",
		"const f =\n  <T>(x: T) => x\nfunction last() {}",
		"const c = a\n  < b && c > (d)\nfunction last() {}",
		"const s = `\n  x\n  <T>(y)`\nfunction last() {}",
	} {
		f := langtest.Parse(t, typescript.Language(), []byte(src))
		if len(f.Problems) > 0 {
			t.Errorf("%q: %v", src, f.Problems)
		}
		last := f.Defs[len(f.Defs)-1]
		if last.Name != "last" || last.Line != f.Lines {
			t.Errorf("%q: the last definition is %s on line %d", src, last.Name, last.Line)
		}
	}
}
