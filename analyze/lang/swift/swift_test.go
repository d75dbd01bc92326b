package swift

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/lang/langtest"
)

func TestLanguage(t *testing.T) { langtest.Run(t, Language()) }

func FuzzExtract(f *testing.F) { langtest.Fuzz(f, Language()) }

func TestPrepare(t *testing.T) {
	for src, want := range map[string]string{
		`let a = /^(\d+)\/$/`:                    `let a = "         "`,
		"f(/Action.child, a / b)":                "f( Action.child, a / b)",
		"f(a: /State.a, b: /Action.b)":           "f(a:  State.a, b:  Action.b)",
		"let a = b / c / d":                      "let a = b / c / d",
		"f(isolation: isolated (any Actor)?)":    "f(isolation:          (any Actor)?)",
		"_ = consume a":                          "_ =         a",
		"consume(a)":                             "consume(a)",
		"func f(_ a: sending @escaping () -> A)": "func f(_ a:         @escaping () -> A)",
		"send(\\.add…)":                          "send(\\.add   )",
		"func f(a: Int,\n)":                      "func f(a: Int \n)",
		"[(a, b), c]":                            "[(a, b), c]",
		"init(_ a: __owned A, b: __shared B)":    "init(_ a:         A, b:          B)",
		"@_lifetime(borrow self)\nfunc f()":      "@_lifetime             \nfunc f()",
		"  discard self\n":                       "          self\n",
		"_ = copy a":                             "_ =      a",
		"for copy in a { }":                      "for copy in a { }",
		"f().nonisolated()":                      "f().nonisolated()",
		"copy(a)":                                "copy(a)",
		"  unsafeAddress { a }":                  "  get           { a }",
		"a.unsafeAddress { b }":                  "a.unsafeAddress { b }",
		"nonisolated(unsafe) let a = b":          "                    let a = b",
		"typealias A<B> = C<B> where B: D\nf()":  "typealias A<B> = C<B>           \nf()",
		"typealias A<B> = C\nwhere B: D\nf()":    "typealias A<B> = C\n          \nf()",
		"typealias A = B // where\nf()":          "typealias A = B // where\nf()",
		"associatedtype A: B, C<D, E>\n":         "associatedtype A: B& C<D, E>\n",
		"case .a, .b(\"x:\") where c: d":         "case .a, .b(\"x:\") ,     c: d",
		"case .a(1, 2) where c: d":               "case .a(1, 2) where c: d",
		"{ /^a(b)$/ }":                           "{ \"      \" }",
		"_ = unsafe $0.f()":                      "_ =        $0.f()",
	} {
		if got := string(prepare([]byte(src))); got != want {
			t.Errorf("%q: got %q, want %q", src, got, want)
		}
	}
}
