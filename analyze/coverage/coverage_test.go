package coverage_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/coverage"
	"github.com/nexus-ci/nexus-ci/analyze/graph/graphtest"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/diff"
)

// languages are one whose uses are checked, and two of a family of which one is not.
func languages() []*lang.Language {
	grammar := func() lang.Grammar { return nil }
	return []*lang.Language{
		{Name: "ts", Title: "TS", Grammar: grammar, Rules: lang.Rules{CheckedNames: true, CheckedCalls: true}},
		{Name: "rs", Title: "RS", Grammar: grammar, Rules: lang.Rules{CheckedMembers: true}},
		{Name: "java", Title: "Java", Family: "jvm", Grammar: grammar, Rules: lang.Rules{CheckedNames: true}},
		{Name: "kt", Title: "KT", Family: "jvm", Grammar: grammar},
		{Name: "manifest", Filenames: []string{"package.json"}},
	}
}

func of(t *testing.T, graph string, files ...diff.FileChange) (*coverage.Table, *change.Set) {
	t.Helper()
	base, head := graphtest.Parse(t, graph), graphtest.Parse(t, graph)
	set := change.Detect(files, base, head)
	return coverage.Of(coverage.Input{Set: set, Base: base, Head: head, Languages: languages()}), set
}

func edit(path string) diff.FileChange {
	return diff.FileChange{OldPath: path, NewPath: path, Hunks: []diff.Hunk{{OldStart: 1, OldLines: 1, NewStart: 1, NewLines: 1}}}
}

func TestStatus(t *testing.T) {
	gone := edit("a.ts")
	gone.NewPath = ""
	for _, tt := range []struct {
		name, graph string
		file        diff.FileChange
		want        string
	}{
		{"uses are checked", "File a.ts 1-9", edit("a.ts"), "judged  [names arguments]"},
		{"uses are not checked", "File a.rs 1-9 language=rs", edit("a.rs"), "graph_only  [members]"},
		{"gone in head", "File a.ts 1-9", gone, "judged base [names arguments]"},
		{"a part could not be read", "File a.ts 1-9\nskip a.ts:3 syntax error", edit("a.ts"), "judged  [names arguments] parts=[3]"},
		{"too large", "File a.ts 1-9\nskip a.ts too large", edit("a.ts"), "not_analysed too large hangs"},
		{"generated", "File a.ts 1-9\nskip a.ts generated", edit("a.ts"), "not_analysed generated"},
		{"a reason of tomorrow", "File a.ts 1-9\nskip a.ts out of memory", edit("a.ts"), "not_analysed out of memory hangs"},
		{"a manifest that a language reads", "File package.json 1-9 language=manifest", edit("package.json"), "not_analysed unsupported language hangs"},
		{"unknown type", "", edit("a.xyz"), "not_analysed unsupported language hangs"},
		{"documentation", "", edit("README.md"), "not_analysed unsupported language"},
		{"binary", "", diff.FileChange{NewPath: "a.png", Binary: true}, "not_analysed binary"},
		{"submodule", "", diff.FileChange{NewPath: "sub", NewMode: diff.Submodule}, "not_analysed submodule hangs"},
		{"symbolic link", "", diff.FileChange{NewPath: "l", NewMode: diff.Symlink}, "not_analysed symbolic link"},
		{"unread", "File a.ts 1-9", diff.FileChange{OldPath: "a.ts", NewPath: "a.ts", Unread: "missing"}, "not_analysed unreadable hangs"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			table, _ := of(t, tt.graph, tt.file)
			if d := cmp.Diff(tt.want, words(&table.Files[0])); d != "" {
				t.Errorf("row (-want +got):\n%s", d)
			}
		})
	}
}

func words(f *coverage.File) string {
	s := string(f.Status)
	if f.Status == coverage.NotAnalysed {
		s += " " + string(f.Reason)
	} else {
		side := ""
		if f.Side == change.InBase {
			side = "base"
		}
		s += fmt.Sprintf(" %s %v", side, f.Checks)
	}
	if len(f.Parts) > 0 {
		var lines []int
		for _, p := range f.Parts {
			lines = append(lines, p.Line)
		}
		s += fmt.Sprintf(" parts=%v", lines)
	}
	if f.Hangs {
		s += " hangs"
	}
	return s
}

// A use may stand in a file of any language of the family.
func TestUses(t *testing.T) {
	for graph, want := range map[string]string{
		"Function a.ts:f 1-9": "checked []",
		"File a.rs 1-9 language=rs\nFunction a.rs:f 1-9 language=rs":                                    "not_checked [RS]",
		"File a.java 1-9 language=java\nFunction a.java:f 1-9 language=java":                            "checked []",
		"File a.java 1-9 language=java\nFunction a.java:f 1-9 language=java\nFile b.kt 1-9 language=kt": "not_checked [KT]",
		"File package.json 1-9 language=manifest\nVariable package.json:v 1-9 language=manifest":        "not_checked []",
	} {
		table, _ := of(t, graph)
		g := graphtest.Parse(t, graph)
		for _, n := range g.Nodes {
			if n.Name != "f" && n.Name != "v" {
				continue
			}
			use, in := table.Uses(&change.Symbol{Base: n})
			if got := fmt.Sprintf("%s %v", use, in); got != want {
				t.Errorf("%s: %q, want %q", n.ID, got, want)
			}
		}
	}
}

// What a language's files are said to be checked for is what its rules have the resolver look
// for, and what is not code has no checks.
func TestLanguagesSayWhatTheirRulesCheck(t *testing.T) {
	for _, l := range all.Languages() {
		checks := l.Checks()
		for check, made := range map[lang.Check]bool{
			lang.CheckNames: l.Rules.CheckedNames || l.Rules.TracedNames, lang.CheckArguments: l.Rules.CheckedCalls, lang.CheckMembers: l.Rules.CheckedMembers,
		} {
			if slices.Contains(checks, check) != made {
				t.Errorf("%s: %s is %v in Checks", l.Name, check, !made)
			}
		}
		if (l.Title != "") != (l.Grammar != nil) {
			t.Errorf("%s: title %q", l.Name, l.Title)
		}
		if l.Grammar != nil {
			continue
		}
		if len(checks) > 0 {
			t.Errorf("%s is no code and has checks %v", l.Name, checks)
		}
		for _, name := range append(slices.Clone(l.Filenames), l.Extensions...) {
			if strings.HasPrefix(name, ".") {
				name = "x" + name
			}
			if k := change.KindOf(name); k.Role == change.Program {
				t.Errorf("%s would count as code: %+v", name, k)
			}
		}
	}
}

// Whatever the mixture of files: only what is judged counts as judged, and one file that is
// not compared as a whole takes away every claim about all.
func TestTableClaimsNoMoreThanItsFiles(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 4))
	kinds := []struct {
		ext, graph string
		status     coverage.Status
		compared   bool
	}{
		{"ts", "File %s 1-9", coverage.Judged, true},
		{"ts", "File %s 1-9\nskip %[1]s:3 syntax error", coverage.Judged, false},
		{"rs", "File %s 1-9 language=rs", coverage.GraphOnly, true},
		{"png", "", coverage.NotAnalysed, false},
		{"md", "", coverage.NotAnalysed, false},
		{"ts", "File %s 1-9\nskip %[1]s generated", coverage.NotAnalysed, false},
		{"sql", "", coverage.NotAnalysed, false},
	}
	for range 300 {
		var graph strings.Builder
		var files []diff.FileChange
		want := make(map[coverage.Status]int)
		compared, read := true, false
		for i := range 1 + r.IntN(6) {
			k := kinds[r.IntN(len(kinds))]
			path := fmt.Sprintf("f%d.%s", i, k.ext)
			if k.graph != "" {
				fmt.Fprintf(&graph, k.graph+"\n", path)
			}
			files = append(files, edit(path))
			want[k.status]++
			compared = compared && k.compared
			read = read || k.status != coverage.NotAnalysed
		}
		table, _ := of(t, graph.String(), files...)
		for _, s := range coverage.Statuses {
			if table.Count(s) != want[s] {
				t.Fatalf("%d files are %s, want %d, of\n%s", table.Count(s), s, want[s], graph.String())
			}
		}
		if table.Compared() != compared || table.Read() != read {
			t.Fatalf("compared %v, read %v of\n%s", table.Compared(), table.Read(), graph.String())
		}
	}
}
