package python_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/langtest"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python"
	"github.com/nexus-ci/nexus-ci/analyze/parse"
)

func TestLanguage(t *testing.T) {
	langtest.Run(t, append([]*lang.Language{python.Language()}, python.Manifests()...)...)
}

func FuzzExtract(f *testing.F) { langtest.Fuzz(f, python.Language()) }

func FuzzPyproject(f *testing.F) { langtest.Fuzz(f, python.Manifests()[0]) }

func FuzzSetupCfg(f *testing.F) { langtest.Fuzz(f, python.Manifests()[1]) }

func parsed(t testing.TB, src string) *facts.File {
	t.Helper()
	p := parse.NewParser()
	defer p.Close()
	f := p.Parse(python.Language(), []byte(src), parse.Limits{})
	if len(f.Problems) > 0 {
		t.Fatalf("%v in\n%s", f.Problems, src)
	}
	return f
}

// TestHashes: which part of a definition an edit touches.
func TestHashes(t *testing.T) {
	const base = `
@decorate
def f(a, b: int = 1, *, c=None) -> str:
    """Says what."""
    if a:
        first(a)
    second("x\ny")
    def inner():
        return 1
    return inner
`
	for _, test := range []struct {
		name, old, new string
		want           string // changed parts of f: S, B, D
	}{
		{"comment", "    if a:", "    # why\n    if a:  # here", ""},
		{"layout", "first(a)", "first(\n            a\n        )", ""},
		{"own name", "def f(", "def g(", ""},
		{"nested definition", "return 1", "return 2", ""},
		{"docstring", "Says what.", "Says more.", "D"},
		{"docstring's layout", "Says what.", "Says\n    what.", ""},
		{"no docstring", "    \"\"\"Says what.\"\"\"\n", "", "D"},
		{"statement", "first(a)", "first(b)", "B"},
		{"statement leaves its block", "    second", "        second", "B"},
		{"text beside an escape", `x\ny`, `x\nz`, "B"},
		{"default value", "b: int = 1", "b: int = 2", "B"},
		{"default given", "c=None", "c", "SB"},
		{"parameter name", "a, b", "z, b", "S"},
		{"annotation", "b: int", "b: float", "S"},
		{"result", "-> str", "-> bytes", "S"},
		{"decorator", "@decorate", "@decorate(1)", "S"},
		{"async", "def f(", "async def f(", "S"},
		{"keyword only", "*, c", "c", "S"},
	} {
		t.Run(test.name, func(t *testing.T) {
			edited := strings.Replace(base, test.old, test.new, 1)
			if edited == base {
				t.Fatalf("%q is not in the source", test.old)
			}
			a, b := &parsed(t, base).Defs[0], &parsed(t, edited).Defs[0]
			got := ""
			if a.SignatureHash != b.SignatureHash {
				got += "S"
			}
			if a.BodyHash != b.BodyHash {
				got += "B"
			}
			if a.DocHash != b.DocHash {
				got += "D"
			}
			if got != test.want {
				t.Errorf("changed %q, want %q, in\n%s", got, test.want, edited)
			}
		})
	}
}

// TestClassHashes: an edit of a member is not one of its class.
func TestClassHashes(t *testing.T) {
	const base = `
class C(Base, metaclass=M):
    """Doc."""
    x = 1
    register(x)

    def m(self):
        self.y = 2
`
	for _, test := range []struct{ name, old, new, want string }{
		{"method", "self.y = 2", "self.y = 3", "m"},
		{"attribute", "x = 1", "x = 2", "x"},
		{"base", "Base", "Other", "C"},
		{"other statement", "register(x)", "register()", "C"},
		{"docstring", "Doc.", "Text.", "C"},
		{"new method", "    def m", "    def n(self): pass\n\n    def m", "n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			before := make(map[string]facts.Def)
			for _, d := range parsed(t, base).Defs {
				before[d.Name] = d
			}
			var got []string
			for _, d := range parsed(t, strings.Replace(base, test.old, test.new, 1)).Defs {
				b := before[d.Name]
				if d.SignatureHash != b.SignatureHash || d.BodyHash != b.BodyHash || d.DocHash != b.DocHash {
					got = append(got, d.Name)
				}
			}
			if diff := cmp.Diff([]string{test.want}, got); diff != "" {
				t.Errorf("changed definitions (-want +got)\n%s", diff)
			}
		})
	}
}

func TestIsTest(t *testing.T) {
	l := python.Language()
	for path, want := range map[string]bool{
		"test_cart.py": true, "shop/test_cart.py": true, "shop/cart_test.py": true, "tests/helper.py": true,
		"shop/tests/data/x.py": true, "conftest.py": true, "shop/tests.py": true, "test/x.py": true,
		"shop/cart.py": false, "shop/testing.py": false, "contest.py": false, "latest/x.py": false, "shop/attest.py": false,
	} {
		if got := l.IsTest(path); got != want {
			t.Errorf("IsTest(%q) = %v", path, got)
		}
	}
}

// BenchmarkExtract parses and extracts the sources of all archives; compare it
// with BenchmarkParseAlone for the share of the extraction.
func BenchmarkExtract(b *testing.B) { benchmark(b, python.Language()) }

func BenchmarkParseAlone(b *testing.B) {
	l := python.Language()
	l.Extract = func(*lang.Tree, *lang.Builder) {}
	benchmark(b, l)
}

func benchmark(b *testing.B, l *lang.Language) {
	var src []byte
	for _, name := range []string{"calls", "function", "inheritance", "method", "variables"} {
		archive, err := txtar.ParseFile("testdata/" + name + ".txtar")
		if err != nil {
			b.Fatal(err)
		}
		src = append(src, archive.Files[0].Data...)
	}
	src = bytes.Repeat(src, 20)
	p := parse.NewParser()
	defer p.Close()
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		p.Parse(l, src, parse.Limits{})
	}
}
