package kotlin

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/lang/langtest"
)

func TestLanguage(t *testing.T) { langtest.Run(t, Language()) }

func FuzzExtract(f *testing.F) { langtest.Fuzz(f, Language()) }

func TestPrepare(t *testing.T) {
	for src, want := range map[string]string{
		"fun interface A":                                "    interface A",
		"private fun interface A":                        "private     interface A",
		"val a = 0..<n":                                  "val a = 0.. n",
		"fun interfaces() = 1":                           "fun interfaces() = 1",
		"myfun interface A":                              "myfun interface A",
		"object A { val x = 1 }":                         "object A { val x = 1;}",
		"object A { fun x() = 1 }":                       "object A { fun x() = 1 }",
		"a(\"{ val x }\")":                               "a(\"{ val x }\")",
		"where { a.id eq b }":                            "where { a.id Eq b }",
		"val a = 0b101u; 10b1":                           "val a = 0x101u; 10b1",
		"is A if (":                                      "is A ,  (",
		"a().b = 1":                                      "a().b ; 1",
		"  x { -> a(1, \"=\")[b] = 1 }":                  "  x { -> a(1, \"=\")[b] ; 1 }",
		"val a = b().c":                                  "val a = b().c",
		"f(a = b().c, d = 1)":                            "f(a = b().c, d = 1)",
		"if (a) b = 1":                                   "if (a) b = 1",
		"a[b()] = 1":                                     "a[b()] = 1",
		"is A if a.b -> c":                               "is A ,  a.b -> c",
		" in a -> b\n in c -> d":                         " in a -> b\n;in c -> d",
		"class A\ninternal constructor(a: B)":            "class A\n                    (a: B)",
		"class A : B<C>\nby d":                           "class A : B<C\n>by d",
		"class A : B<C>\n    by d {":                     "class A : B<C\n>    by d {",
		"fun f(): T =\n  g { h }\n    as T":              "fun f(): T =\n  g { h \n}    as T",
		"fun f() =\n  g(h)\n    as? T":                   "fun f() =\n  g(h\n)    as? T",
		"g(h) // (a)\nas T":                              "g(h) // (a)\nas T",
		"class A : B\n    by d":                          "class A : B\n    by d",
		"class A\n@B @C(d)\nconstructor(e: F)":           "class A\n        \n           (e: F)",
		"class A\n@B\nclass C":                           "class A\n@B\nclass C",
		"class A {\n  val a = 1\n  constructor(a: B)":    "class A {\n  val a = 1\n ;constructor(a: B)",
		"class A {\n  val a = 1\n  @B\n  constructor()":  "class A {\n  val a = 1\n  @B\n  constructor()",
		"fun f() {\n  if (a)\n    -1":                    "fun f() {\n  if (a)\n    -1",
		"when {\n  !isA -> b\n  !is A -> c\n  !inB -> d": "when {\n  -isA -> b\n  !is A -> c\n ;-inB -> d",
		"fun <T> f(): T\n  where T : A":                  "fun <T> f(): T where\n  T : A",
		"a\n  as? B":                                     "a as?\n  B",
		"a // b\n  as? B":                                "a // b\n  as? B",
		"val a: A\n  by b()":                             "val a: A by\n  b()",
		"fun f(a: A.B.(C) -> D)":                         "fun f(a: `A.B`.(C)->D)",
		"fun f(a: A.(C) -> D)":                           "fun f(a: A.(C) -> D)",
		"a.map(A<*>::b)":                                 "a.map(A   ::b)",
		"  annotation.a()":                               "`annotation`.a()",
		"  open = a":                                     "`open` = a",
		"  open class A":                                 "  open class A",
		"a { annotation -> b }":                          "a {`annotation`-> b }",
		"\"\"\"\n  open = a\n\"\"\"":                     "\"\"\"\n  open = a\n\"\"\"",
		"a($$\"b$c $$d\", \"$e\")":                       "a(  \"b_c _$d\", \"$e\")",
		"$$\"\"\"\n$a \"b\"\n\"\"\"; \"$c\"":             "  \"\"\"\n_a \"b\"\n\"\"\"; \"$c\"",
		"{\n  a()\n  (b as C).d()\n  if (e)\n    (f)":    "{\n  a()\n ;(b as C).d()\n  if (e)\n    (f)",
		"{\n  a and\n    (b)":                            "{\n  a and\n    (b)",
		"when (a) {\n  b -> if (c) return\n  else -> d":  "when (a) {\n  b -> if (c) return\n ;else -> d",
		"context(a: A)\nfun f()":                         "             \nfun f()",
		"class A {\n  constructor(a: B)":                 "class A {\n  constructor(a: B)",
		"  internal actual val a: B,":                    "  internal        val a: B,",
		"  internal actual val a: B = c":                 "  internal actual val a: B = c",
		"fun interface A; 1..<2; 3..<":                   "    interface A; 1.. 2; 3.. ",
	} {
		if got := string(prepare([]byte(src))); got != want {
			t.Errorf("%q: got %q, want %q", src, got, want)
		}
	}
}

// TestIsTest: source sets and names of files.
func TestIsTest(t *testing.T) {
	for path, want := range map[string]bool{
		"lib/src/test/kotlin/A.kt":        true,
		"lib/src/commonTest/kotlin/A.kt":  true,
		"app/src/androidTest/java/A.kt":   true,
		"lib/src/main/kotlin/A.kt":        false,
		"lib/src/main/kotlin/ATest.kt":    false,
		"lib/src/main/kotlin/Test.kt":     false,
		"lib/src/main/kotlin/Contest.kt":  false,
		"lib/src/main/kotlin/UserSpec.kt": false,
		"lib/src/commonMain/kotlin/A.kt":  false,
		"lib/src/commonMain/ASpec.kt":     false,
		"lib/kotlin/UserSpec.kt":          true,
		// What is below a source set are packages or data.
		"lib/src/main/kotlin/com/shop/test/A.kt":          false,
		"lib/src/commonMain/kotlin/tests/A.kt":            false,
		"lib/src/test/resources/app/src/main/kotlin/A.kt": true,
		"lib/src/testFixtures/kotlin/A.kt":                true,
		"tests/src/main/kotlin/A.kt":                      false,
		"tests/kotlin/A.kt":                               true,
		"latest/src/main/kotlin/A.kt":                     false,
	} {
		if got := isTest(path); got != want {
			t.Errorf("%s: got %v", path, got)
		}
	}
}
