// Package facttest runs readers of package content over examples.
//
// In: txtar archives, with the versions of files as old/PATH and new/PATH. Out: the section
// "facts" of each, compared with what the reader returns. A renamed file has a line "rename
// OLD NEW" in the comment of the archive.
package facttest

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
)

// Golden runs a reader over testdata/*.txtar. Both versions being the same must give nothing.
func Golden(t *testing.T, match func(string) bool, read fact.Reader) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			pairs := Pairs(a)
			for i := range pairs {
				if !match(pairs[i].Path()) {
					t.Errorf("%s is not matched", pairs[i].Path())
				}
			}
			facts, problems := read(pairs)
			got := Text(facts, problems)
			checkKinds(t, facts)
			for i := range pairs {
				for _, f := range []*fact.File{pairs[i].Old, pairs[i].New} {
					if f == nil {
						continue
					}
					if same, _ := read([]fact.Pair{{Old: f, New: f}}); len(same) > 0 {
						t.Errorf("%s: facts without a difference:\n%s", f.Path, Text(same, nil))
					}
				}
			}
			at := slices.IndexFunc(a.Files, func(f txtar.File) bool { return f.Name == "facts" })
			if at < 0 {
				a.Files = append(a.Files, txtar.File{Name: "facts"})
				at = len(a.Files) - 1
			}
			if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
				a.Files[at].Data = []byte(got)
				if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := gocmp.Diff(string(a.Files[at].Data), got); diff != "" {
				t.Errorf("facts differ (-want +got), go test -update writes them:\n%s", diff)
			}
		})
	}
}

// checkKinds reports facts of kinds that no table has.
func checkKinds(t *testing.T, facts []fact.Fact) {
	t.Helper()
	for _, f := range facts {
		if f.Kind.Row() == nil {
			t.Errorf("kind %q is not in fact.Kinds", f.Kind)
		}
	}
}

// Pairs returns the files of an archive.
func Pairs(a *txtar.Archive) []fact.Pair {
	old, new, renamed := make(map[string]*fact.File), make(map[string]*fact.File), make(map[string]string)
	for line := range bytes.Lines(a.Comment) {
		if f := strings.Fields(string(line)); len(f) == 3 && f[0] == "rename" {
			renamed[f[2]] = f[1]
		}
	}
	var paths []string
	for _, f := range a.Files {
		if p, ok := strings.CutPrefix(f.Name, "old/"); ok {
			old[p] = &fact.File{Path: p, Content: f.Data}
			paths = append(paths, p)
		} else if p, ok := strings.CutPrefix(f.Name, "new/"); ok {
			new[p] = &fact.File{Path: p, Content: f.Data}
			paths = append(paths, p)
		}
	}
	slices.Sort(paths)
	var pairs []fact.Pair
	for _, p := range slices.Compact(paths) {
		switch from := renamed[p]; {
		case from != "":
			pairs = append(pairs, fact.Pair{Old: old[from], New: new[p]})
		case new[p] != nil || !slices.Contains(values(renamed), p):
			pairs = append(pairs, fact.Pair{Old: old[p], New: new[p]})
		}
	}
	return pairs
}

func values(m map[string]string) []string {
	var list []string
	for _, v := range m {
		list = append(list, v)
	}
	return list
}

// Text is facts and problems, one a line.
func Text(facts []fact.Fact, problems []fact.Problem) string {
	fact.Sort(facts)
	var b strings.Builder
	for _, f := range facts {
		fmt.Fprintf(&b, "%s:%d %s %s %s %s %s", f.Path, f.Line, f.Side, f.Kind, cmp.Or(f.Field, "-"), f.Name, f.Change)
		if f.From != "" || f.To != "" {
			fmt.Fprintf(&b, " [%s] -> [%s]", f.From, f.To)
		}
		if f.Scope != "" {
			fmt.Fprintf(&b, " in %s", f.Scope)
		}
		b.WriteByte('\n')
	}
	for _, p := range problems {
		fmt.Fprintf(&b, "problem %s %s: %s\n", p.Path, p.Side, p.Message)
	}
	return b.String()
}

// Fuzz gives a reader any bytes as versions of files of all paths: it neither panics nor finds
// a difference where there is none. Archives of testdata are the seeds.
func Fuzz(f *testing.F, read fact.Reader, paths ...string) {
	files, err := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		a, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, p := range Pairs(a) {
			for i, path := range paths {
				if filepath.Ext(path) == filepath.Ext(p.Path()) {
					f.Add(content(p.Old), content(p.New), uint8(i))
				}
			}
		}
	}
	f.Fuzz(func(t *testing.T, old, new []byte, which uint8) {
		path := paths[int(which)%len(paths)]
		before, after := &fact.File{Path: path, Content: old}, &fact.File{Path: path, Content: new}
		facts, _ := read([]fact.Pair{{Old: before, New: after}})
		checkKinds(t, facts)
		for _, x := range facts {
			if x.Line < 1 || x.Change == "" || x.Name == "" {
				t.Errorf("a fact without line, name or change: %+v", x)
			}
		}
		read([]fact.Pair{{Old: before}})
		read([]fact.Pair{{New: after}})
		if same, _ := read([]fact.Pair{{Old: after, New: &fact.File{Path: path, Content: bytes.Clone(new)}}}); len(same) > 0 {
			t.Errorf("facts without a difference: %s", Text(same, nil))
		}
	})
}

func content(f *fact.File) []byte {
	if f == nil {
		return nil
	}
	return f.Content
}
