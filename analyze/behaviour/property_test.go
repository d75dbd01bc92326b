package behaviour_test

import (
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour"
	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/analyze/lang/forms"
	"github.com/nexus-ci/nexus-ci/analyze/parse"
	"github.com/nexus-ci/nexus-ci/diff"
)

// fixtures returns the files of the fixtures by name.
func fixtures(t testing.TB) map[string]string {
	t.Helper()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) != 14 {
		t.Fatal(files, err)
	}
	out := make(map[string]string)
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		out[archive.Files[0].Name] = string(archive.Files[0].Data)
	}
	return out
}

// Blank lines and space at the ends of lines are no behaviour, and are compared.
func TestLayoutIsNoBehaviour(t *testing.T) {
	for path, src := range fixtures(t) {
		spaced := strings.ReplaceAll(src, "\n", "  \n\n")
		if strings.HasSuffix(path, ".c") { // a macro ends with its line
			spaced = strings.ReplaceAll(src, "\n", "\n\n")
		}
		res := compare(t, map[string][2]string{path: {src, spaced}})
		if len(res.Behaviours) > 0 || len(res.Skipped) > 0 {
			t.Errorf("%s: %q, skipped %v", path, lines(res), res.Skipped)
		}
		if res.Compared == 0 {
			t.Errorf("%s: nothing was compared", path)
		}
	}
}

// A function that has another name and file is found through the set, and calls of it follow.
func TestRenamedFunction(t *testing.T) {
	files := map[string][2]string{
		"a.go": {"package p\n\nfunc load(n int) int {\n\tif n < 3 {\n\t\treturn 1\n\t}\n\treturn n\n}\n", "package p\n"},
		"b.go": {"package p\n\nfunc use() int { return load(4) }\n", "package p\n\nfunc use() int { return fetch(4) }\n\nfunc fetch(n int) int {\n\tif n <= 3 {\n\t\treturn 1\n\t}\n\treturn n\n}\n"},
	}
	set := new(change.Set)
	for path, v := range files {
		set.Files = append(set.Files, diff.FileChange{Status: diff.Modified, OldPath: path, NewPath: path, OldBlob: v[0], NewBlob: v[1]})
	}
	set.Symbols = []change.Symbol{{
		Type: change.Renamed, Base: &graph.Node{Label: graph.Function, Name: "load", Path: "a.go", Start: 3, End: 8},
		Head: &graph.Node{Label: graph.Function, Name: "fetch", Path: "b.go", Start: 5, End: 10},
	}}
	languages := lang.NewIndex(all.Languages())
	res, err := behaviour.Of(context.Background(), behaviour.Input{
		Set: set, Blobs: memory{}, Language: func(path string, _ change.Side) *lang.Language { return languages.ByPath(path) },
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := lines(res); len(got) != 1 || got[0] != "comparison-changed fetch 6" {
		t.Errorf("got %q", got)
	}
	if res.Compared != 2 {
		t.Errorf("compared %d, want 2", res.Compared)
	}
}

// Code that was taken out of a function into a new one is the same.
func TestExtractedFunction(t *testing.T) {
	before := "function a(x) {\n  check(x.first, x.second);\n  store.put(x.first, 1);\n  done(x);\n}\n"
	after := "function a(x) {\n  prepare(x);\n  done(x);\n}\nfunction prepare(y) {\n  check(y.first, y.second);\n  store.put(y.first, 1);\n}\n"
	for _, v := range [][2]string{{before, after}, {after, before}} {
		if res := compare(t, map[string][2]string{"a.js": v}); len(res.Behaviours) > 0 {
			t.Errorf("got %q", lines(res))
		}
	}
}

// A value that got a name at the top of the file is the same, also where it is compared.
func TestExtractedConstant(t *testing.T) {
	before := "export function a(x) {\n  if (x > 10) {\n    put('name', 10);\n  }\n}\n"
	after := "const LIMIT = 10;\nconst NAME = 'name';\n\nexport function a(x) {\n  if (x > LIMIT) {\n    put(NAME, LIMIT);\n  }\n}\n"
	for _, v := range [][2]string{{before, after}, {after, before}} {
		if res := compare(t, map[string][2]string{"a.js": v}); len(res.Behaviours) > 0 {
			t.Errorf("got %q", lines(res))
		}
	}
	other := strings.Replace(after, "= 10", "= 11", 1)
	if res := compare(t, map[string][2]string{"a.js": {before, other}}); len(res.Behaviours) == 0 && len(res.Skipped) == 0 {
		t.Error("nothing is told, and nothing said to be open")
	}
}

// What cannot be read is listed, and not counted as compared.
func TestUnreadIsListed(t *testing.T) {
	res := compare(t, map[string][2]string{
		"a.go": {"package p\n\nfunc f() { g(1) }\n", "package p\n\nfunc f() { g(1 }\n"},
		"b.go": {"package p\n", "package p\n\x00"},
	})
	if len(res.Skipped) != 2 || res.Compared != 0 || len(res.Behaviours) > 0 {
		t.Errorf("%+v", res)
	}
}

// The work on hostile functions is bounded.
func TestBounds(t *testing.T) {
	var many, other, deep strings.Builder
	for i := range 6000 {
		fmt.Fprintf(&many, "\tf(%d, g(%d))\n", i, i*7)
		fmt.Fprintf(&other, "\tf(%d, h(%d))\n", i*3, i*5)
	}
	deep.WriteString(strings.Repeat("(", 3000) + "1" + strings.Repeat(")", 3000))
	nested := strings.Repeat("if a {\n", 1500) + strings.Repeat("}\n", 1500)
	res := compare(t, map[string][2]string{
		"many.go":   {"package p\n\nfunc f() {\n" + many.String() + "}\n", "package p\n\nfunc f() {\n" + other.String() + "}\n"},
		"deep.go":   {"package p\n\nvar x = " + deep.String() + "\n", "package p\n\nvar x = 2 + " + deep.String() + "\n"},
		"nested.go": {"package p\n\nfunc f(a bool) {\n" + nested + "}\n", "package p\n\nfunc f(b bool) {\n\tg()\n" + nested + "}\n"},
	})
	if !slices.Contains(res.Skipped, behaviour.Skipped{Path: "many.go", Symbol: "f", Reason: "too large"}) {
		t.Errorf("skipped %+v", res.Skipped)
	}
	for _, b := range res.Behaviours {
		if b.Path == "many.go" {
			t.Errorf("not compared, and yet %+v", b)
		}
	}
}

// A kind of a language that its grammar does not have is a mistake in its form.
func TestFormsNameKinds(t *testing.T) {
	for _, l := range all.Languages() {
		if l.Grammar == nil {
			continue
		}
		form := forms.Of(l.Name)
		if form == nil {
			if l.Dialect == nil && !slices.Contains([]string{"terraform", "bash", "lua", "elixir"}, l.Name) { // whose functions are not compared
				t.Errorf("%s has no form", l.Name)
			}
			continue
		}
		s := parse.NewSyntax(l)
		for kind := range form.Roles {
			if _, ok := s.Grammar.Kinds[kind]; !ok && !slices.Contains([]string{"javascript", "typescript", "tsx", "vue", "svelte"}, l.Name) { // they share a form
				t.Errorf("%s: no kind %q", l.Name, kind)
			}
		}
	}
}

func FuzzCompare(f *testing.F) {
	paths := []string{"a.go", "a.py", "a.js", "a.ts", "a.java", "a.kt", "a.cs", "a.rs", "a.rb", "a.php", "a.c", "a.cpp", "a.swift", "a.scala"}
	for path, src := range fixtures(f) {
		for i, p := range paths {
			if filepath.Ext(p) == filepath.Ext(path) {
				f.Add(i, src, strings.Replace(src, "if", "while", 1))
				f.Add(i, src, src[len(src)/2:])
			}
		}
	}
	f.Fuzz(func(t *testing.T, which int, before, after string) {
		path := paths[uint(which)%uint(len(paths))]
		res := compare(t, map[string][2]string{path: {before, after}})
		for _, b := range res.Behaviours {
			src := after
			if b.Side == change.InBase {
				src = before
			}
			if b.Line < 1 || b.Line > strings.Count(src, "\n")+1 || b.Kind == "" || strings.Contains(b.From+b.To, "\n") {
				t.Errorf("%+v", b)
			}
		}
		if again := compare(t, map[string][2]string{path: {before, after}}); !reflect.DeepEqual(res, again) {
			t.Errorf("once %+v, then %+v", res, again)
		}
		if self := compare(t, map[string][2]string{path: {after, after + "\n"}}); len(self.Behaviours) > 0 {
			t.Errorf("a file and itself: %q", lines(self))
		}
	})
}
