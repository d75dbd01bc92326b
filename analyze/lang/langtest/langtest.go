// Package langtest is the conformance suite of the languages: what every
// extractor has to do, whatever its language.
//
// A language's folder holds testdata/*.txtar. Each archive has source files and,
// as its last file, want.txt: the facts of the sources as Dump writes them. Run
// the tests of the folder with -update to write want.txt anew, then read the
// difference.
package langtest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/parse"
)

var update = flag.Bool("update", false, "rewrite want.txt in the archives of testdata")

// Fixtures are the archives that every folder with a grammar must have, by name
// without the extension: the notions each language has, and broken syntax.
var Fixtures = []string{"function", "method", "type", "imports", "calls", "inheritance", "tests", "entry", "order", "broken"}

const wantFile = "want.txt"

// Run checks the languages of one folder, all in one call, against the grammar
// and against the archives in the folder's testdata.
func Run(t *testing.T, languages ...*lang.Language) { RunAfter(t, "", languages...) }

// RunAfter is Run for languages whose code begins after a mark, such as <?php.
func RunAfter(t *testing.T, mark string, languages ...*lang.Language) {
	hasGrammar := false
	for _, l := range languages {
		t.Run(l.Name, func(t *testing.T) {
			checkDescription(t, l)
			checkHostile(t, l, mark)
		})
		hasGrammar = hasGrammar || l.Grammar != nil
	}
	index := lang.NewIndex(languages)
	archives := glob(t)
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) { checkArchive(t, index, name) })
	}
	if hasGrammar {
		for _, name := range Fixtures {
			if !slices.Contains(archives, filepath.Join("testdata", name+".txtar")) {
				t.Errorf("testdata/%s.txtar is missing: every language has one", name)
			}
		}
	}
}

func glob(t testing.TB) []string {
	t.Helper()
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// checkDescription checks the fields of the Language itself.
func checkDescription(t *testing.T, l *lang.Language) {
	if l.Name == "" || len(l.Extensions)+len(l.Filenames) == 0 {
		t.Errorf("a language needs a name and files: %q, %q, %q", l.Name, l.Extensions, l.Filenames)
	}
	for _, ext := range l.Extensions {
		if !strings.HasPrefix(ext, ".") || ext != strings.ToLower(ext) {
			t.Errorf("extension %q is not in lower case with a dot", ext)
		}
	}
	if (l.Grammar == nil) != (l.Extract == nil) || (l.Grammar == nil) == (l.Read == nil) {
		t.Errorf("%s needs either Grammar and Extract or Read", l.Name)
	}
	if l.Grammar == nil {
		return
	}
	for _, name := range parse.UnknownNames(l) {
		t.Errorf("the grammar has no %s", name)
	}
	checkNames(t, "Kinds", l.Kinds)
	checkNames(t, "Fields", l.Fields)
	for _, list := range [][]lang.Kind{l.Comments, l.Strings, l.ImportNodes, l.Decisions} {
		for _, k := range list {
			if k == 0 || int(k) >= len(l.Kinds) {
				t.Errorf("%d is no kind of %s", k, l.Name)
			}
		}
	}
	if len(l.Comments) == 0 || len(l.Strings) == 0 || len(l.Decisions) == 0 {
		t.Errorf("%s lacks Comments, Strings or Decisions", l.Name)
	}
}

func checkNames(t *testing.T, what string, names []string) {
	if len(names) == 0 || names[0] != "" {
		t.Errorf("%s[0] is not empty", what)
	}
	seen := map[string]bool{}
	for _, name := range names {
		if seen[name] && name != "" { // "" is a number of another dialect
			t.Errorf("%s: %q is there twice", what, name)
		}
		seen[name] = true
	}
}

func checkArchive(t *testing.T, index *lang.Index, name string) {
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	var want string
	at := -1
	for i, file := range archive.Files {
		if file.Name == wantFile {
			want, at = string(file.Data), i
			continue
		}
		l := index.ByPath(file.Name)
		if l == nil {
			t.Errorf("%s is of none of the languages under test", file.Name)
			continue
		}
		f := check(t, l, file.Data)
		if n := checkOrder(t, f); n == 0 && strings.HasSuffix(name, "order.txtar") {
			t.Errorf("%s has no calls named always1, maybe2, later3", file.Name)
		}
		checkOffsets(t, l, file.Data, f)
		checkVariants(t, l, file.Data, f)
		checkDamaged(t, l, file.Data)
		fmt.Fprintf(&got, "== %s\n%s%s\n", file.Name, Dump(f), hooks(l, file.Name, f))
	}
	if *update {
		entry := txtar.File{Name: wantFile, Data: []byte(got.String())}
		if at < 0 {
			archive.Files = append(archive.Files, entry)
		} else {
			archive.Files[at] = entry
		}
		if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("facts differ (-want +got), run with -update to accept:\n%s", diff)
	}
}

// hooks lists what the language says of a file by its path.
func hooks(l *lang.Language, path string, f *facts.File) string {
	var b strings.Builder
	if l.Unit != nil {
		fmt.Fprintf(&b, "unit  %s\n", l.Unit(path, f))
	}
	if l.IsTest == nil || !l.IsTest(path) {
		return b.String()
	}
	b.WriteString("test file\n")
	for i := range f.Defs {
		if d := &f.Defs[i]; d.Has(facts.Test) || l.IsTestName != nil && l.IsTestName(d) {
			fmt.Fprintf(&b, "test  %s\n", d.Name)
		}
	}
	return b.String()
}

// Parse returns the facts of src, and fails the test when the extractor panics.
func Parse(t testing.TB, l *lang.Language, src []byte) *facts.File {
	t.Helper()
	p := parse.NewParser()
	defer p.Close()
	p.PanicOnBug = true
	return p.Parse(l, src, parse.Limits{})
}
