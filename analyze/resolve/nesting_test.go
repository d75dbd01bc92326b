package resolve_test

import (
	"fmt"
	"os"
	"path"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/resolve"
)

// maxStack bounds the stack of tests, to a hundredth of what a run may have: recursion
// without a bound ends them.
const maxStack = 8 << 20

func TestMain(m *testing.M) {
	debug.SetMaxStack(maxStack)
	os.Exit(m.Run())
}

// A nesting is text with something that lies in itself, or refers to the next one of its
// kind, n times.
type nesting func(n int) string

// around writes begin n times, then middle, then end n times, between before and after.
func around(before, begin, middle, end, after string) nesting {
	return func(n int) string {
		return before + strings.Repeat(begin, n) + middle + strings.Repeat(end, n) + after
	}
}

// chain writes format for each number below n with it and the next one.
func chain(before, format, after string) nesting {
	return func(n int) string {
		var b strings.Builder
		b.WriteString(before)
		for i := range n {
			fmt.Fprintf(&b, format, i, i+1)
		}
		b.WriteString(after)
		return b.String()
	}
}

// backwards is chain with the last one first.
func backwards(before, format, after string) nesting {
	return func(n int) string {
		var b strings.Builder
		b.WriteString(before)
		for i := n; i >= 0; i-- {
			fmt.Fprintf(&b, format, i, i+1)
		}
		b.WriteString(after)
		return b.String()
	}
}

// nestings are the texts by the extension of their language and what nests in them.
var nestings = map[string]map[string]nesting{
	".go": {
		"brackets":   around("package p\nvar x = ", "(", "1", ")", "\n"),
		"binary":     around("package p\nvar x = 1", "+f()", "", "", "\n"),
		"strings":    around("package p\nvar x = \"a\"", "+\"b\"", "", "", "\n"),
		"blocks":     around("package p\nfunc f() ", "{", "", "}", "\n"),
		"else if":    around("package p\nfunc f(a int) { if a == 0 {}", " else if a == 1 { f(1) }", "", "", "\n}\n"),
		"literals":   around("package p\nfunc f() { x := ", "func() any { return ", "1", "}", "\n_ = x }\n"),
		"structs":    around("package p\ntype T ", "struct { a ", "int", "}", "\n"),
		"pointers":   around("package p\ntype T ", "*", "int", "", "\nfunc (t T) f() {}\n"),
		"types":      around("package p\nvar x ", "[]map[string]", "int", "", "\n"),
		"generics":   around("package p\ntype L[T any] struct { t T }\nvar x ", "L[", "int", "]", "\n"),
		"members":    around("package p\ntype T struct { n *T }\nfunc (t *T) m() *T { return t }\nfunc f(t *T) { t", ".n.m()", "", "", "\n}\n"),
		"composites": around("package p\nvar x = ", "[]any{", "1", "}", "\n"),
		"aliases":    chain("package p\n", "type A%d = A%d\n", "func (a A0) f() { a.f() }\n"),
		"embeds":     chain("package p\n", "type A%d struct { A%d }\n", "func f(a A0) { a.g() }\n"),
		"interfaces": chain("package p\n", "type A%d interface { A%d }\n", "func f(a A0) { a.g() }\n"),
		"values":     backwards("package p\n", "var v%d = v%d\n", ""),
		"results":    chain("package p\n", "func f%d() { f%d() }\n", ""),
		"types held": chain("package p\n", "var v%d = v%d\n", "var v4000 = []int{}\n"),
	},
	".py": {
		"brackets":   around("x = ", "(", "1", ")", "\n"),
		"lists":      around("x = ", "[", "1", "]", "\n"),
		"binary":     around("x = 1", " + f()", "", "", "\n"),
		"and":        around("x = 1", " and f()", "", "", "\n"),
		"strings":    around("x = 'a'", " + 'b'", "", "", "\n"),
		"juxtaposed": around("x = (", "'b' ", "", "", ")\n"),
		"elif":       around("if f():\n  pass\n", "elif f():\n  f()\n", "", "", ""),
		"lambdas":    around("x = ", "lambda: ", "1", "", "\n"),
		"members":    around("class A:\n  def m(self) -> 'A': return self\nA()", ".m()", "", "", "\n"),
		"subscripts": around("x: ", "list[", "int", "]", " = 1\n"),
		"unions":     around("x: int", " | str", "", "", " = 1\n"),
		"quoted":     around("x: '", "list[", "int", "]", "' = 1\n"),
		"callables":  around("def f(x: ", "Callable[[", "int", "], int]", "):\n  for a in x: a()\n"),
		"bases":      chain("class A0: pass\n", "class B%d(B%d): pass\n", "B0().f()\n"),
		"based":      chain("class C0:\n  def f(self): pass\n", "class D%d(C0):\n  x = D%d\n", ""),
		"decorators": chain("", "def d%d(f): return d%d(f)\n", "@d0\ndef g(): pass\ng()\n"),
		"decorated":  around("", "@f\n", "def f(): pass\n", "", "f()\n"),
		"values":     chain("", "v%d = v%d\n", "v0()\n"),
		"results":    chain("", "def f%d(): return f%d()\n", "f0().x()\n"),
		"held":       chain("v0 = f\n", "v%[2]d = [v%[1]d, v%[1]d]\n", "for a in v4000: a()\n"),
		"functions": func(n int) string {
			var b strings.Builder
			for i := range min(n, 400) {
				fmt.Fprintf(&b, "%sdef f%d():\n", strings.Repeat(" ", i), i)
			}
			return b.String() + strings.Repeat(" ", 400) + "pass\n"
		},
	},
	".js": {
		"brackets":  around("x = ", "(", "1", ")", "\n"),
		"arrays":    around("x = ", "[", "1", "]", "\n"),
		"objects":   around("x = ", "{a: ", "1", "}", "\n"),
		"binary":    around("x = 1", " + f()", "", "", "\n"),
		"or":        around("x = 1", " || f()", "", "", "\n"),
		"functions": around("", "function f() { ", "", "}", "\n"),
		"arrows":    around("x = ", "() => ", "1", "", "\n"),
		"classes":   around("x = ", "class { a = ", "1", "}", "\n"),
		"members":   around("x", ".a.b()", "", "", "\n"),
		"ternaries": around("x = ", "a ? b : ", "c", "", "\n"),
		"else if":   around("if (a) {}", " else if (b) { f() }", "", "", "\n"),
		"templates": around("x = ", "`${", "1", "}`", "\n"),
		"elements":  around("x = ", "<a>", "", "</a>", "\n"),
		"values":    chain("", "const v%d = v%d\n", "v0()\n"),
		"results":   chain("", "function f%d() { return f%d() }\n", "f0().x()\n"),
		"owners":    chain("", "var o%[1]d = function () {}\no%[1]d.p = o%[2]d\no%[2]d.p.q = function () {}\n", ""),
		"bases":     chain("", "class A%d extends A%d {}\n", "new A0().f()\n"),
		"prototype": around("a", ".prototype", "", "", " = { f() {} }\n"),
		"patterns":  around("const ", "{a: ", "b", "}", " = c\n"),
	},
	".ts": {
		"types":        around("let x: ", "Array<", "number", ">", "\n"),
		"tuples":       around("let x: ", "[", "number", "]", "\n"),
		"functions":    around("let x: ", "(a: ", "number", ") => void", "\n"),
		"objects":      around("let x: ", "{ a: ", "number", "}", "\n"),
		"unions":       around("let x: A", " | B", "", "", "\n"),
		"conditional":  around("type X = ", "A extends B ? C : ", "D", "", "\n"),
		"namespaces":   around("", "namespace N { ", "export const x = 1", "}", "\n"),
		"aliases":      chain("", "type A%d = A%d\n", "const f = (a: A0) => a.x()\n"),
		"intersection": chain("", "type A%[1]d = A%[2]d & A%[2]d\n", "const a: A0 = { x: 1 }\n"),
		"doubled":      chain("", "type A%[1]d = [A%[2]d, A%[2]d]\n", "const a: A0 = f()\nfor (const b of a) b()\n"),
		"bases":        chain("", "interface A%d extends A%d {}\n", "const f = (a: A0) => a.x()\n"),
		"typeof":       chain("", "const f%d: typeof f%d = () => 1\n", "f0()()\n"),
		"itself":       around("const f: typeof f = () => f()", "()", "", "", "\n"),
		"imports":      chain("", "namespace N%d { export import x = N%d.x }\n", "N0.x()\n"),
	},
	".java": {
		"brackets": around("class A { int x = ", "(", "1", ")", "; }\n"),
		"binary":   around("class A { int x = 1", " + f()", "", "", "; }\n"),
		"strings":  around("class A { String x = \"a\"", " + \"b\"", "", "", "; }\n"),
		"classes":  around("", "class A { ", "", "}", "\n"),
		"blocks":   around("class A { void f() ", "{", "", "}", "}\n"),
		"else if":  around("class A { void f() { if (a) {}", " else if (b) { f(); }", "", "", "}}\n"),
		"lambdas":  around("class A { Object x = ", "() -> ", "1", "", "; }\n"),
		"members":  around("class A { A m() { return this; } void f() { this", ".m()", "", "", "; } }\n"),
		"generics": around("class A { ", "List<", "A", ">", " x; }\n"),
		"bases":    chain("", "class A%d extends A%d {}\n", "class B { void f(A0 a) { a.f(); } }\n"),
		"inner":    around("class A { Object o = ", "new A() { Object o = ", "1", "; }", "; }\n"),
	},
	".kt": {
		"brackets": around("val x = ", "(", "1", ")", "\n"),
		"binary":   around("val x = 1", " + f()", "", "", "\n"),
		"classes":  around("", "class A { ", "", "}", "\n"),
		"lambdas":  around("val x = ", "{ ", "1", "}", "\n"),
		"when":     around("fun f(a: Int): Int = ", "if (a == 1) 1 else ", "2", "", "\n"),
		"members":  around("class A { fun m() = this }\nfun f(a: A) = a", ".m()", "", "", "\n"),
		"generics": around("val x: ", "List<", "A", ">", " = f()\n"),
		"aliases":  chain("", "typealias A%d = A%d\n", "fun A0.f() = f()\n"),
		"results":  chain("", "fun f%d() = f%d()\n", "fun g() = f0().x()\n"),
	},
	".scala": {
		"brackets": around("val x = ", "(", "1", ")", "\n"),
		"binary":   around("val x = 1", " + f()", "", "", "\n"),
		"objects":  around("", "object A { ", "", "}", "\n"),
		"blocks":   around("def f = ", "{ ", "1", "}", "\n"),
		"members":  around("class A { def m = this }\nclass B { def f(a: A) = a", ".m", "", "", " }\n"),
		"generics": around("class B { val x: ", "List[", "A", "]", " = f() }\n"),
		"aliases":  chain("object O {\n", "type A%d = A%d\n", "def f(a: A0) = a.x()\n}\n"),
		"results":  chain("object O {\n", "def f%d() = f%d()\n", "def g = f0().x()\n}\n"),
	},
	".rs": {
		"brackets": around("fn f() { let x = ", "(", "1", ")", "; }\n"),
		"binary":   around("fn f() { let x = 1", " + f()", "", "", "; }\n"),
		"modules":  around("", "mod a { ", "", "}", "\n"),
		"blocks":   around("fn f() ", "{", "", "}", "\n"),
		"closures": around("fn f() { let x = ", "|| ", "1", "", "; }\n"),
		"members":  around("fn f(a: A) { a", ".m()", "", "", "; }\n"),
		"types":    around("type T = ", "Vec<", "u8", ">", ";\n"),
		"refs":     around("type T = ", "&", "u8", "", ";\nimpl T { fn f(&self) {} }\n"),
		"aliases":  chain("", "type A%d = A%d;\n", "impl A0 { fn f(&self) { self.f() } }\n"),
		"uses":     chain("", "pub mod m%d { pub use super::m%d::x; }\n", "fn g() { m0::x(); }\n"),
		"groups":   around("use ", "a::{", "b", "}", ";\n"),
		"macros":   around("fn f() { m!", "(", "g()", ")", "; }\n"),
		"else if":  around("fn f() { if a {}", " else if b { f() }", "", "", "}\n"),
	},
	".c": {
		"brackets":    around("int x = ", "(", "1", ")", ";\n"),
		"binary":      around("int f(void) { return 1", " + f()", "", "", "; }\n"),
		"blocks":      around("void f(void) ", "{", "", "}", "\n"),
		"pointers":    around("int ", "*", "p", "", ";\n"),
		"declarators": around("int ", "(*", "p", ")(void)", ";\n"),
		"structs":     around("", "struct A { ", "int x;", "} a;", "\n"),
		"typedefs":    chain("", "typedef A%d A%d;\n", "A0 a;\n"),
		"conditions":  around("", "#if A\n", "int x;\n", "#endif\n", ""),
		"macros":      chain("", "#define M%d M%d\n", "int f(void) { return M0(); }\n"),
		"else if":     around("void f(int a) { if (a) {}", " else if (a) { f(1); }", "", "", "}\n"),
		"initialised": around("int x[] = ", "{", "1", "}", ";\n"),
	},
	".cpp": {
		"brackets":   around("int x = ", "(", "1", ")", ";\n"),
		"namespaces": around("", "namespace a { ", "", "}", "\n"),
		"classes":    around("", "class A { ", "", "};", "\n"),
		"templates":  around("", "A<", "int", ">", " x;\n"),
		"qualified":  around("int ", "a::", "f", "", "() {}\n"),
		"lambdas":    around("auto x = ", "[] { return ", "1", "; }", ";\n"),
		"members":    around("void f(A a) { a", ".m()", "", "", "; }\n"),
		"aliases":    chain("", "using A%d = A%d;\n", "void A0::f() {}\n"),
		"typedefs":   backwards("struct A4001 {};\n", "typedef A%[2]d A%[1]d;\n", "void f(A0 a) { a.g(); }\n"),
		"parts":      chain("struct A0;\n", "struct A%d::A%d {};\n", ""),
		"bases":      chain("", "struct A%d : A%d {};\n", "void f(A0 a) { a.g(); }\n"),
		"using":      chain("", "namespace n%d { using namespace n%d; }\n", "void f() { n0::g(); }\n"),
	},
	".cs": {
		"brackets":   around("class A { int x = ", "(", "1", ")", "; }\n"),
		"binary":     around("class A { int x = 1", " + F()", "", "", "; }\n"),
		"namespaces": around("", "namespace A { ", "", "}", "\n"),
		"classes":    around("", "class A { ", "", "}", "\n"),
		"lambdas":    around("class A { object x = ", "() => ", "1", "", "; }\n"),
		"members":    around("class A { A M() { return this; } void F() { this", ".M()", "", "", "; } }\n"),
		"generics":   around("class A { ", "List<", "A", ">", " x; }\n"),
		"bases":      chain("", "class A%d : A%d {}\n", "class B { void F(A0 a) { a.G(); } }\n"),
		"usings":     chain("", "using A%d = A%d;\n", "class B { void F(A0 a) { a.G(); } }\n"),
		"else if":    around("class A { void F() { if (a) {}", " else if (b) { F(); }", "", "", "}}\n"),
	},
	".swift": {
		"brackets": around("let x = ", "(", "1", ")", "\n"),
		"binary":   around("let x = 1", " + f()", "", "", "\n"),
		"classes":  around("", "class A { ", "", "}", "\n"),
		"closures": around("let x = ", "{ ", "1", "}", "\n"),
		"members":  around("func f(a: A) { a", ".m()", "", "", " }\n"),
		"types":    around("let x: ", "[", "A", "]", " = f()\n"),
		"optional": around("let x: A", "?", "", "", " = f()\n"),
		"aliases":  chain("", "typealias A%d = A%d\n", "extension A0 { func f() { f() } }\n"),
		"bases":    chain("", "class A%d: A%d {}\n", "func f(a: A0) { a.g() }\n"),
	},
	".php": {
		"brackets": around("<?php $x = ", "(", "1", ")", ";\n"),
		"binary":   around("<?php $x = 1", " + f()", "", "", ";\n"),
		"strings":  around("<?php $x = 'a'", " . 'b'", "", "", ";\n"),
		"arrays":   around("<?php $x = ", "[", "1", "]", ";\n"),
		"blocks":   around("<?php function f() ", "{", "", "}", "\n"),
		"elseif":   around("<?php if ($a) {}", " elseif ($b) { f(); }", "", "", "\n"),
		"members":  around("<?php class A { function m() { return $this; } function f() { $this", "->m()", "", "", "; } }\n"),
		"closures": around("<?php $x = ", "fn() => ", "1", "", ";\n"),
		"bases":    chain("<?php\n", "class A%d extends A%d {}\n", "(new A0())->f();\n"),
		"traits":   chain("<?php\n", "trait A%d { use A%d; }\n", "class B { use A0; function f() { $this->g(); } }\n"),
	},
	".rb": {
		"brackets": around("x = ", "(", "1", ")", "\n"),
		"binary":   around("x = 1", " + f()", "", "", "\n"),
		"modules":  around("", "module A\n", "", "end\n", ""),
		"blocks":   around("", "f { ", "1", "}", "\n"),
		"arrays":   around("x = ", "[", "1", "]", "\n"),
		"strings":  around("x = ", "\"#{", "1", "}\"", "\n"),
		"members":  around("x", ".m", "", "", "\n"),
		"elsif":    around("if a\n", "elsif b\n  f()\n", "", "", "end\n"),
		"scopes":   around("x = A", "::A", "", "", "\n"),
		"bases":    chain("", "class A%d < A%d; end\n", "A0.new.f\n"),
		"mixins":   chain("", "module A%d; include A%d; end\n", "class B; include A0; def f; g; end; end\n"),
		"results":  chain("", "def f%d; f%d; end\n", "f0.x\n"),
	},
}

// However deep a text nests, whatever refers to whatever, the line takes a bounded stack.
func TestNestingTakesABoundedStack(t *testing.T) {
	const n = 4000
	for ext, texts := range nestings {
		for name, text := range texts {
			t.Run(ext[1:]+"/"+name, func(t *testing.T) {
				t.Parallel()
				files := map[string]string{"a" + ext: text(n)}
				if ext == ".go" {
					files["go.mod"] = "module m\n"
				}
				resolve.Graph(input(t, files))
			})
		}
	}
}

// Files that hand on what the next one hands on, and the last one the first.
func TestChainsOfFilesTakeABoundedStack(t *testing.T) {
	const n = 800
	for name, format := range map[string]string{
		"a%d.py":    "from a%[2]d import x\nfrom a%[2]d import *\nx()\n",
		"b%d.py":    "import b%[2]d\ny = b%[2]d.y\ny()\n",
		"a%d.ts":    "export { x } from './a%[2]d'\nexport * from './a%[2]d'\n",
		"b%d.ts":    "import { x } from './b%[2]d'\nexport const y = x\nexport default x()\n",
		"a%d.js":    "module.exports = require('./a%[2]d')\nmodule.exports.x()\n",
		"b%d.js":    "exports.x = require('./b%[2]d').x\nexports.x()\n",
		"a%d.rs":    "pub use crate::a%[2]d::x;\nfn f() { x(); }\n",
		"a%d.h":     "#include \"a%[2]d.h\"\nvoid f%[1]d(void) { f%[2]d(); }\n",
		"A%d.java":  "class A%[1]d extends A%[2]d { void f() { super.f(); g(); } }\n",
		"a%d.rb":    "require_relative 'a%[2]d'\nclass A%[1]d < A%[2]d\n  def f; super; end\nend\n",
		"a%d.php":   "<?php require 'a%[2]d.php'; class A%[1]d extends A%[2]d { function f() { parent::f(); } }\n",
		"A%d.kt":    "open class A%[1]d : A%[2]d() { fun f() = g() }\n",
		"A%d.scala": "class A%[1]d extends A%[2]d { def f = g }\n",
		"A%d.cs":    "class A%[1]d : A%[2]d { void F() { G(); } }\n",
		"A%d.swift": "class A%[1]d: A%[2]d { func f() { g() } }\n",
	} {
		t.Run(strings.ReplaceAll(name, "%d", ""), func(t *testing.T) {
			t.Parallel()
			files := map[string]string{}
			for i := range n {
				files[fmt.Sprintf(name, i)] = fmt.Sprintf(format, i, (i+1)%n)
			}
			if path.Ext(name) == ".rs" {
				files["Cargo.toml"] = "[package]\nname = \"a\"\n"
			}
			resolve.Graph(input(t, files))
		})
	}
}
