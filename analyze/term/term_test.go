package term_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/term"
)

func file(path string, terms ...facts.Term) term.File { return term.File{Path: path, Terms: terms} }

func setting(name string, line int32) facts.Term {
	return facts.Term{Kind: facts.Setting, Name: name, Line: line}
}

// everywhere are n files with one setting.
func everywhere(n int) (files []term.File) {
	for i := range n {
		files = append(files, file(fmt.Sprintf("p%02d.go", i), setting("app.name", 1)))
	}
	return files
}

func TestPlaces(t *testing.T) {
	x := term.New([]term.File{
		file("b.go", setting("server.timeout", 7), setting("server.size", 200)),
		file("a.go", setting("server.timeout", 9), setting("server.timeout", 3), facts.Term{Kind: facts.Table, Name: "server.timeout", Line: 1}),
	})
	changed := x.With(map[string]bool{"a.go": true, "gone.go": true}, []term.File{file("a.go", setting("server.size", 2))})
	for _, test := range []struct {
		index *term.Index
		kind  facts.TermKind
		name  string
		want  []term.Place
	}{
		{x, facts.Setting, "server.timeout", []term.Place{{"a.go", 3}, {"a.go", 9}, {"b.go", 7}}},
		{x, facts.Table, "server.timeout", []term.Place{{"a.go", 1}}},
		{x, facts.Setting, "server", nil},
		{changed, facts.Setting, "server.timeout", []term.Place{{"b.go", 7}}},
		{changed, facts.Setting, "server.size", []term.Place{{"a.go", 2}, {"b.go", 200}}},
		{changed, facts.Table, "server.timeout", nil},
	} {
		stored, err := term.Load(test.index.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		for state, index := range map[string]*term.Index{"made": test.index, "loaded": stored} {
			if diff := cmp.Diff(test.want, index.Places(test.kind, test.name)); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", test.name, state, diff)
			}
		}
	}
}

// What many files name says nothing, also where a change leaves only a few of them; a table is a table.
func TestCommonWords(t *testing.T) {
	at := func(x *term.Index) int { return len(x.Places(facts.Setting, "app.name")) }
	few, many := term.New(everywhere(20)), term.New(everywhere(21))
	stored, err := term.Load(many.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	edited := stored.With(map[string]bool{"p00.go": true}, []term.File{file("p00.go", setting("app.name", 4))})
	if at(few) != 20 || at(many) != 0 || at(edited) != 0 {
		t.Errorf("%d of 20, %d of 21, %d after a change", at(few), at(many), at(edited))
	}
	var tables []term.File
	for i := range 21 {
		tables = append(tables, file(fmt.Sprint(i), facts.Term{Kind: facts.Table, Name: "users", Line: 1}))
	}
	if n := len(term.New(tables).Places(facts.Table, "users")); n != 21 {
		t.Errorf("%d files name the table", n)
	}
}

func FuzzLoad(f *testing.F) {
	f.Add([]byte{})
	f.Add(term.New(everywhere(3)).Bytes())
	f.Add(term.New(everywhere(30)).Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		x, err := term.Load(data)
		if err != nil {
			return
		}
		x.Places(facts.Setting, "app.name")
		x.With(nil, nil)
	})
}
