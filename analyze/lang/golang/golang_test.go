package golang

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/langtest"
	"github.com/nexus-ci/nexus-ci/analyze/parse"
)

func TestLanguage(t *testing.T) { langtest.Run(t, Language(), Module()) }

func FuzzExtract(f *testing.F) { langtest.Fuzz(f, Language()) }

func FuzzReadModule(f *testing.F) { langtest.Fuzz(f, Module()) }

// TestUniverse compares the predeclared names with those of the compiler.
func TestUniverse(t *testing.T) {
	want := types.Universe.Names()
	got := slices.Sorted(maps.Keys(Language().Universe))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("predeclared names (-want +got):\n%s", diff)
	}
}

// TestLongLists: the work grows with the size of a file, not with the square of
// the names that one declaration has. What does not would not end here.
func TestLongLists(t *testing.T) {
	const n = 50_000
	names, fields := strings.Repeat("a,", n)+"a", "struct{"+strings.Repeat("b int;", n)+"}"
	for name, src := range map[string]string{
		"variables":       "var " + names + " = " + strings.Repeat("1,", n) + "1",
		"one type":        "var " + names + " map[int]" + fields,
		"documentation":   strings.Repeat("// a\n//go:b\n", n) + "const " + names + " = 1",
		"fields":          "type T struct{" + names + " " + fields + "}",
		"type parameters": "func f[" + names + " any](" + strings.Repeat("x a,", n) + "x a) {}",
		"comments":        "var x = `" + strings.Repeat("x", n) + "` " + strings.Repeat("/*a*/", n),
		"nested":          "type T " + strings.Repeat("struct{a ", 100) + fields + strings.Repeat("}", 100),
		"local":           "func f() {" + strings.Repeat("{a:=1;", 100) + strings.Repeat("b(c);", n) + strings.Repeat("}", 100) + "}",
	} {
		t.Run(name, func(t *testing.T) {
			if f := langtest.Parse(t, Language(), []byte("package p\n"+src+"\n")); len(f.Defs) == 0 {
				t.Errorf("no definitions, problems: %v", f.Problems)
			}
		})
	}
}

// BenchmarkParse tells what extraction adds to the parse.
func BenchmarkParse(b *testing.B) {
	src := []byte(synthetic(200))
	bare := Language()
	bare.Extract = func(*lang.Tree, *lang.Builder) {}
	for _, bench := range []struct {
		name string
		l    *lang.Language
	}{{"bare", bare}, {"extract", Language()}} {
		b.Run(bench.name, func(b *testing.B) {
			p := parse.NewParser()
			defer p.Close()
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				p.Parse(bench.l, src, parse.Limits{})
			}
		})
	}
}

// synthetic returns a file with n types, each with methods of a usual shape.
func synthetic(n int) string {
	var b strings.Builder
	b.WriteString("package synthetic\n\nimport (\n\t\"errors\"\n\t\"fmt\"\n)\n")
	for i := range n {
		fmt.Fprintf(&b, `
// Service%[1]d looks after items.
type Service%[1]d struct {
	items map[string]*Item%[1]d
	next  func(id string) (*Item%[1]d, error)
}

type Item%[1]d struct {
	ID    string `+"`json:\"id\"`"+`
	Count int
	Tags  []string
}

// Load returns the item of that id.
func (s *Service%[1]d) Load(id string, force bool) (*Item%[1]d, error) {
	if item, ok := s.items[id]; ok && !force {
		return item, nil
	}
	item, err := s.next(id)
	if err != nil {
		return nil, fmt.Errorf("load %%s: %%w", id, err)
	}
	for i, tag := range item.Tags {
		switch {
		case tag == "":
			return nil, errors.New("empty tag")
		case i > 10 || len(tag) > 100:
			s.drop(item, i)
		default:
			item.Count += strings.Count(tag, id)
		}
	}
	s.items[id] = &Item%[1]d{ID: id, Count: item.Count + 1, Tags: append([]string{}, item.Tags...)}
	return s.items[id], nil
}

func (s *Service%[1]d) drop(item *Item%[1]d, at int) {
	item.Tags = append(item.Tags[:at], item.Tags[at+1:]...)
}
`, i)
	}
	return b.String()
}
