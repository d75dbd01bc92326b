package source

import "testing"

// A comment is no code before a condition: the branch below it is whole and stays.
func TestPrepareKeepsBranchesBehindComments(t *testing.T) {
	for _, src := range []string{
		"// text\n#if A\nclass X { }\n#endif\n",
		"/* text */\n#if A\nclass X { }\n// text\n#endif\n",
		"class Y { void F() { } // text\n#if A\nvoid G() { }\n#endif\n}\n",
	} {
		if got := string(Prepare([]byte(src))); got != src {
			t.Errorf("got %q, want %q", got, src)
		}
	}
}

// Parts of one statement stand beside each other, so that all branches can be read: their directives go,
// and nothing else.
func TestPrepareKeepsPartsOfStatements(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"if (a) { }\n#if A\nelse if (b) { }\n#endif\nelse { }\n", "if (a) { }\n     \nelse if (b) { }\n      \nelse { }\n"},
		{"try { }\n#if A\ncatch (B) { }\n#else\nfinally { }\n#endif\n", "try { }\n     \ncatch (B) { }\n     \nfinally { }\n      \n"},
		{"switch (a) {\n#if A\n#if B\ncase 1: break;\n#endif\n#endif\ndefault: break; }\n", "switch (a) {\n     \n     \ncase 1: break;\n      \n      \ndefault: break; }\n"},
		{"#if NET8_0\nif (a) { }\n#else\nif (b) { }\n#endif\nelse { }\n", "          \nif (a) { }\n     \n          \n      \nelse { }\n"},
		{"A B {\n#if A\nget { }\n#else\nget { }\n#endif\n}\n", "A B {\n     \nget { }\n     \nget { }\n      \n}\n"},
		{"#if A\ninternal\n#else\npublic\n#endif\nclass B { }\n", "     \ninternal\n     \npublic\n      \nclass B { }\n"},
		{"new A { [b[1]] = c, [\"]\"] = d }", "new A {_[b[1]] = c, [\"]\"] = d }"},
		{"class A { [B] int c = 1; int D([E] int f, [G] int h) { } }", "class A { [B] int c = 1; int D([E] int f, [G] int h) { } }"},
		{"{ }\n#if A\nif (a) { } else { }\n#endif\nb();\n", "{ }\n#if A\nif (a) { } else { }\n#endif\nb();\n"},
	} {
		if got := string(Prepare([]byte(c.src))); got != c.want {
			t.Errorf("%q: got %q, want %q", c.src, got, c.want)
		}
	}
}

func TestPrepareMakesRecordsOfExtensionBlocks(t *testing.T) {
	for src, want := range map[string]string{
		"static class A { extension(B b) { void F() {} } }":                "static class A { record _e(B b) { void F() {} } }",
		"static class A { extension<T>(C<T> c) where T : D { } }":          "static class A { record _e<T>(C<T> c) where T : D { } }",
		"static class A { extension(B) { } }":                              "static class A { extension(B) { } }",
		"class A { void F() { extension(b); extension(a + b); } }":         "class A { void F() { extension(b); extension(a + b); } }",
		"class A { int extension(B b) { return 1; } } // extension(a b) {": "class A { int extension(B b) { return 1; } } // extension(a b) {",
	} {
		prepares(t, src, want)
	}
}

func TestPrepareRewritesNewerSyntax(t *testing.T) {
	for src, want := range map[string]string{
		"public ref partial struct A { }":                          "public partial ref struct A { }",
		"void F(params ReadOnlySpan<List<int>> a) { }":             "void F(params List<int>[]             a) { }",
		"void F(params int[] a) { }":                               "void F(params int[] a) { }",
		"class A { void F(int @interface) { G(@interface); } }":    "class A { void F(int @interface) { G(@interface); } }",
		"public class A : List<int>;\n\npublic class B { int x; }": "public class A: List<int>{}\n\npublic class B { int x; }",
	} {
		prepares(t, src, want)
	}
}

func prepares(t *testing.T, src, want string) {
	t.Helper()
	if got := string(Prepare([]byte(src))); got != want {
		t.Errorf("Prepare(%q)\n got %q\nwant %q", src, got, want)
	}
}
