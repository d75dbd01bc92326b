package golang

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/langtest"
)

// TestHashes changes a declaration and tells which hashes of which definitions
// change with it: S signature, B body, D documentation.
func TestHashes(t *testing.T) {
	const before = `package p

// F does.
func F(a int, b string) (n int, err error) {
	const limit = 3
	if a > limit { // enough
		return g("a b", b), nil
	}
	return T{x: a,
		y: b}.n(), nil
}

type T struct {
	x, y int
	tag  string ` + "`json:\"tag\"`" + `
	sub  struct {
		deep int
	}
}

type I interface {
	M(a int) error
	io.Closer
}

func (t *T) Method() {}

const (
	A Kind = iota
	B
	C = "c"
)

var v, w = 1, 2

//go:noinline
func directed() {}
`
	for _, test := range []struct{ name, old, new, want string }{
		{"nothing", "", "", ""},
		{"comment inside", "// enough", "// too much", ""},
		{"layout", "if a > limit { // enough", "if a >\n\t\tlimit {", ""},
		{"one line", "T{x: a,\n\t\ty: b}", "T{x: a, y: b}", ""},
		{"trailing comma", "T{x: a,\n\t\ty: b}", "T{\n\t\tx: a,\n\t\ty: b,\n\t}", ""},
		{"semicolon", "const limit = 3\n", "const limit = 3; ", ""},
		{"doc", "// F does.", "// F does more.", "F:D"},
		{"doc broken into lines", "// F does.", "// F\n// does.", ""},
		{"parameters grouped", "F(a int, b string)", "F(a, b string)", "F:S"},
		{"parameters apart", "x, y int", "x int\n\ty int", ""},
		{"parameter renamed", "F(a int", "F(c int", "F:B"},
		{"parameters swapped", "a int, b string", "b string, a int", "F:SB"},
		{"result renamed", "(n int, err error)", "(n int, e error)", ""},
		{"result without name", "(n int, err error)", "(int, error)", ""},
		{"result type", "(n int, err error)", "(n int64, err error)", "F:S"},
		{"variadic", "b string)", "b ...string)", "F:S"},
		{"text of a string", `"a b"`, `"a c"`, "F:B"},
		{"spaces in a string", `"a b"`, `"a  b"`, "F:B"},
		{"call", "g(", "h(", "F:B"},
		{"local constant", "limit = 3", "limit = 4", "F.limit:B"},
		{"renamed", "func F(", "func G(", "-F -F.limit +G +G.limit"},
		{"receiver becomes value", "(t *T)", "(t T)", "T.Method:S"},
		{"receiver renamed", "(t *T)", "(x *T)", ""},
		{"field type", "x, y int", "x, y int8", "T.x:S T.y:S"},
		{"field added", "x, y int", "x, y, z int", "+T.z"},
		{"field of an anonymous struct", "deep int", "deep int8", "sub.deep:S"},
		{"tag", "json", "yaml", "T.tag:B"},
		{"struct becomes map", "type T struct {\n\tx, y int\n\ttag  string `json:\"tag\"`\n\tsub  struct {\n\t\tdeep int\n\t}\n}", "type T map[string]int", "T:S -T.x -T.y -T.tag -T.sub -sub.deep"},
		{"interface method", "M(a int)", "M(a int8)", "I.M:S"},
		{"interface parameter renamed", "M(a int)", "M(b int)", "I.M:B"},
		{"embedded interface", "io.Closer", "io.Reader", "I:S"},
		{"type parameter", "type T struct", "type T[K any] struct", "T:S"},
		{"constant", `C = "c"`, `C = "d"`, "C:B"},
		{"constant added", "\tB\n", "\tB\n\tX\n", "+X"},
		{"type of constants", "A Kind", "A Sort", "A:S"},
		{"one of two variables", "= 1, 2", "= 1, 3", "w:B"},
		{"type of a variable", "var v, w =", "var v, w int =", "v:S w:S"},
		{"directive", "//go:noinline", "//go:nosplit", "directed:B"},
	} {
		t.Run(test.name, func(t *testing.T) {
			after := strings.Replace(before, test.old, test.new, 1)
			if test.old != "" && after == before {
				t.Fatalf("%q is not in the source", test.old)
			}
			got := hashChanges(t, before, after)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func hashChanges(t *testing.T, before, after string) string {
	t.Helper()
	old, new := byName(t, before), byName(t, after)
	var out []string
	for _, name := range old.names {
		o, n := old.defs[name], new.defs[name]
		if n == nil {
			out = append(out, "-"+name)
			continue
		}
		changed := ""
		for _, part := range []struct {
			letter   string
			old, new uint64
		}{{"S", o.SignatureHash, n.SignatureHash}, {"B", o.BodyHash, n.BodyHash}, {"D", o.DocHash, n.DocHash}} {
			if part.old != part.new {
				changed += part.letter
			}
		}
		if changed != "" {
			out = append(out, name+":"+changed)
		}
	}
	for _, name := range new.names {
		if old.defs[name] == nil {
			out = append(out, "+"+name)
		}
	}
	return strings.Join(out, " ")
}

type named struct {
	names []string // in source order
	defs  map[string]*facts.Def
}

func byName(t *testing.T, src string) named {
	t.Helper()
	f := langtest.Parse(t, Language(), []byte(src))
	if len(f.Problems) > 0 {
		t.Fatalf("problems: %v", f.Problems)
	}
	n := named{defs: make(map[string]*facts.Def)}
	for i := range f.Defs {
		d := &f.Defs[i]
		name := d.Name
		if d.Receiver != facts.None {
			name = "T." + name
		} else if d.Parent != facts.None {
			name = f.Defs[d.Parent].Name + "." + name
		}
		n.names = append(n.names, name)
		n.defs[name] = d
	}
	return n
}

// TestRenamedKeepsHashes: a definition that only its name tells apart has equal
// hashes and an equal sketch, so a rename can be found.
func TestRenamedKeepsHashes(t *testing.T) {
	const src = "package p\n\n// F does.\nfunc F(a int) int { return g(a) + h(a) + len(\"x\") }\n"
	f := langtest.Parse(t, Language(), []byte(src)).Defs[0]
	g := langtest.Parse(t, Language(), []byte(strings.Replace(src, "func F", "func G", 1))).Defs[0]
	if f.SignatureHash != g.SignatureHash || f.BodyHash != g.BodyHash || f.Sketch != g.Sketch {
		t.Error("the hashes of a renamed function differ")
	}
	if f.Sketch == (facts.Sketch{}) {
		t.Error("the function has no sketch")
	}
}

// TestBlankStrings: white space is text inside of a string.
func TestBlankStrings(t *testing.T) {
	if got := hashChanges(t, "package p\n\nvar s = \" \"\n", "package p\n\nvar s = \"  \"\n"); got != "s:B" {
		t.Errorf("changes: %q", got)
	}
}

func TestSignatureIsShort(t *testing.T) {
	src := "package p\n\nfunc F(" + strings.Repeat("größe int, ", 60) + "x int) {}\n"
	got := langtest.Parse(t, Language(), []byte(src)).Defs[0].Signature
	if len(got) > lang.MaxSignature || len(got) < lang.MaxSignature-4 || !strings.HasPrefix(got, "func F(größe int, ") {
		t.Errorf("signature of %d bytes: %s", len(got), got)
	}
}
