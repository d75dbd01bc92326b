package scala

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/lang/langtest"
)

func TestLanguage(t *testing.T) { langtest.Run(t, Language()) }

func FuzzExtract(f *testing.F) { langtest.Fuzz(f, Language()) }

// TestIsTest: source sets and names of files.
func TestIsTest(t *testing.T) {
	for path, want := range map[string]bool{
		"core/src/test/scala/A.scala":     true,
		"core/test/src/A.scala":           true,
		"core/src/main/scala/A.scala":     false,
		"core/src/main/scala/ASpec.scala": false,
		"core/src/ASpec.scala":            true,
		"core/src/it/scala/A.scala":       true,
		// What is below a source set are packages.
		"core/src/main/scala/it/shop/A.scala":         false,
		"core/shared/src/main/scala/zio/test/A.scala": false,
		"core/src/main/scala/Suite.scala":             false,
		"latest/src/main/scala/Show.scala":            false,
	} {
		if got := isTest(path); got != want {
			t.Errorf("%s: got %v", path, got)
		}
	}
}

// The pattern of the unit value has a name of no letters in the grammar.
func TestUnitPattern(t *testing.T) {
	f := langtest.Parse(t, Language(), []byte("object A {\n  def f(x: Any): Int = x match {\n    case () => 1\n    case y => 2\n  }\n}\n"))
	for _, v := range f.Vars {
		if v.Name == "" {
			t.Errorf("a variable has no name: %+v", v)
		}
	}
}

// A method in quotes that is called like the word of the language is a method.
func TestQuotedWith(t *testing.T) {
	f := langtest.Parse(t, Language(), []byte("object A {\n  def f(x: B) = x `with` g\n}\n"))
	for _, e := range f.Exprs {
		if e.Name == "with" {
			return
		}
	}
	t.Errorf("no member called with in %+v", f.Exprs)
}

func TestPrepare(t *testing.T) {
	for src, want := range map[string]string{
		"for (a ← b) f(c ⇒ c)":                         "for (a <-  b) f(c =>  c)",
		"def f(a: A): B //= c\n  = d":                  "def f(a: A): B         =\nd",
		"f { _ => }; g { (a, b) => }; {\n case _ => }": "f { _ =>0}; g { (a, b) =>0}; {\n case _ => }",
		"s\"${extension.a} ${extensions}\"":            "s\"${extensio_.a} ${extensions}\"",
		"f(\n  a,\n  b,\n)":                            "f(\n  a,\n  b \n)",
		"f(a, // last\r\n]":                            "f(a  // last\r\n]",
		"f(a,\n  b)":                                   "f(a,\n  b)",
		"f(a, b /* , */)":                              "f(a, b /* , */)",
		"class A @Inject() (a: B)":                     "class A           (a: B)",
		"class A @Inject() (a: B,\n)":                  "class A           (a: B \n)",
		"def f: A\n  = new A":                          "def f: A   =\nnew A",
		"def f // of A\n  = new A":                     "def f           =\nnew A",
		`s"$a.${f(".")}" + "${"`:                       `s"$a.${f(111)}" + "${"`,
		`"${f("a")}"`:                                  `"${f("a")}"`,
		`s"${a}" + f("b")`:                             `s"${a}" + f("b")`,
	} {
		if got := string(prepare([]byte(src))); got != want {
			t.Errorf("%q: got %q, want %q", src, got, want)
		}
	}
}
