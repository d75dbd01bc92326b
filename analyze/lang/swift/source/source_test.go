package source

import "testing"

func TestPrepare(t *testing.T) {
	for src, want := range map[string]string{
		`let a = /^(\d+)\/$/`:                      `let a = "         "`,
		"f(/Action.child, a / b)":                  "f( Action.child, a / b)",
		"f(a: /State.a, b: /Action.b)":             "f(a:  State.a, b:  Action.b)",
		"let a = b / c / d":                        "let a = b / c / d",
		"f(isolation: isolated (any Actor)?)":      "f(isolation:          (any Actor)?)",
		"_ = consume a":                            "_ =         a",
		"consume(a)":                               "consume(a)",
		"func f(_ a: sending @escaping () -> A)":   "func f(_ a:         @escaping () -> A)",
		"send(\\.add…)":                            "send(\\.add   )",
		"func f(a: Int,\n)":                        "func f(a: Int \n)",
		"[(a, b), c]":                              "[(a, b), c]",
		"init(_ a: __owned A, b: __shared B)":      "init(_ a:         A, b:          B)",
		"@_lifetime(borrow self)\nfunc f()":        "@_lifetime             \nfunc f()",
		"  discard self\n":                         "          self\n",
		"_ = copy a":                               "_ =      a",
		"for copy in a { }":                        "for copy in a { }",
		"f().nonisolated()":                        "f().nonisolated()",
		"copy(a)":                                  "copy(a)",
		"  unsafeAddress { a }":                    "  get           { a }",
		"a.unsafeAddress { b }":                    "a.unsafeAddress { b }",
		"nonisolated(unsafe) let a = b":            "                    let a = b",
		"typealias A<B> = C<B> where B: D\nf()":    "typealias A<B> = C<B>           \nf()",
		"typealias A<B> = C\nwhere B: D\nf()":      "typealias A<B> = C\n          \nf()",
		"typealias A = B // where\nf()":            "typealias A = B // where\nf()",
		"associatedtype A: B, C<D, E>\n":           "associatedtype A: B& C<D, E>\n",
		"case .a, .b(\"x:\") where c: d":           "case .a, .b(\"x:\") ,     c: d",
		"case .a(1, 2) where c: d":                 "case .a(1, 2) where c: d",
		"case .a where b, .c where d == e:":        "case .a ,     b, .c ,     d == e:",
		"case a, b\nfunc f() where C: D":           "case a, b\nfunc f() where C: D",
		"a._$id == $b + _$0; \"\\(a._$id) _$id\"":  "a._0id == $b + _$0; \"\\(a._0id) _$id\"",
		"func `a b, c`(); `d`":                     "func `a_b__c`(); `d`",
		"Swift::Never.self; a ? b : c; [d: e]":     "       Never.self; a ? b : c; [d: e]",
		"func f(a: _const String)":                 "func f(a:        String)",
		"typealias A = B\n  where C: D,\n  E: F\n": "typealias A = B\n             \n      \n",
		"associatedtype A: B = C where D: E\n":     "associatedtype A: B = C           \n",
		".keyword(.__owned)":                       ".keyword(.__owned)",
		"for try await a in try b() {":             "for     await a in     b() {",
		"f { a in try b() }":                       "f { a in try b() }",
		"f(to: (@escaping (A) -> B).self)":         "f(to: (                 B).self)",
		"(a - b).self; f(A).self":                  "(a - b).self; f(A).self",
		"func f<\n  A: B,\n>(a: A)":                "func f<\n  A: B \n>(a: A)",
		"if a {\n  ()\n} else { f()\n()\n}":        "if a {\n    \n} else { f()\n()\n}",
		"let a: InlineArray<16, B>":                "let a: InlineArray<_ , B>",
		"A<16, B":                                  "A<16, B",
		"  @A\n  borrow {\n":                       "  @A\n  get    {\n",
		"  @A // b\n  mutate {\n":                  "  @A // b\n  set    {\n",
		"  a()\n  borrow {\n":                      "  a()\n  borrow {\n",
		"  @A unsafeAddress { b }":                 "  @A get           { b }",
		"{ /^a(b)$/ }":                             "{ \"      \" }",
		"_ = unsafe $0.f()":                        "_ =        $0.f()",
	} {
		if got := string(Prepare([]byte(src))); got != want {
			t.Errorf("%q: got %q, want %q", src, got, want)
		}
	}
}

func TestWritten(t *testing.T) {
	for text, want := range map[string]string{
		"_0id":          "_$id",
		"a._0id + _0b":  "a._$id + _$b",
		"_0, a_0b, 1_0": "_0, a_0b, 1_0",
	} {
		if got := Written(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
