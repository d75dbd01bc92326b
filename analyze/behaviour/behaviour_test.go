package behaviour_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/edit"
	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/diff"
)

// memory is a reader of contents that are their own ids.
type memory struct{}

func (memory) Read(_ context.Context, ids []string, _ int64, each func(int, []byte, error)) error {
	for i, id := range ids {
		each(i, []byte(id), nil)
	}
	return nil
}

// compare returns what the change of files, of pairs of before and after by path, does.
func compare(t testing.TB, files map[string][2]string) *behaviour.Result {
	t.Helper()
	return compareAs(t, files, behaviour.Input{})
}

// compareAs is compare of a change of which in has what its title says.
func compareAs(t testing.TB, files map[string][2]string, in behaviour.Input) *behaviour.Result {
	t.Helper()
	set := new(change.Set)
	for path, v := range files {
		set.Files = append(set.Files, diff.FileChange{Status: diff.Modified, OldPath: path, NewPath: path, OldBlob: v[0], NewBlob: v[1]})
	}
	languages := lang.NewIndex(all.Languages())
	in.Set, in.Blobs = set, memory{}
	in.Language = func(path string, _ change.Side) *lang.Language { return languages.ByPath(path) }
	res, err := behaviour.Of(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range res.Behaviours {
		if b.Kind == edit.SignatureChanged && b.From == b.To {
			t.Errorf("%s takes other parameters, and both are %s", b.Symbol, b.From)
		}
	}
	return res
}

// The fixtures are, by language, a file and edits of it: what is replaced » by what ▸ what that
// means. "all:" replaces all, \n is a line end; several meanings that are as right stand
// between bars.
func TestEdits(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) != 14 {
		t.Fatal(files, err)
	}
	table := make(kindTable)
	ran, edits := 0, 0
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		path, before := archive.Files[0].Name, string(archive.Files[0].Data)
		for _, line := range strings.Split(strings.TrimSpace(string(archive.Files[1].Data)), "\n") {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar")+"/"+line, func(t *testing.T) {
				ran++
				change, want, _ := strings.Cut(line, "▸")
				after := edited(t, before, change)
				res, back := compare(t, map[string][2]string{path: {before, after}}), compare(t, map[string][2]string{path: {after, before}})
				table.add(strings.TrimSuffix(filepath.Base(file), ".txtar"), res, back)
				got := lines(res)
				if want == "none" {
					if len(got) > 0 {
						t.Errorf("got %q", got)
					}
				} else if len(got) != 1 || !slices.Contains(strings.Split(want, " | "), got[0]) {
					t.Errorf("got %q, want %s", got, want)
				}
				if (len(back.Behaviours) == 0) != (want == "none") {
					t.Errorf("the other way: %q", lines(back))
				}
			})
			edits++
		}
	}
	if ran != edits {
		return // a part of the edits
	}
	want, err := os.ReadFile("testdata/kinds.md")
	if err != nil {
		t.Fatal(err)
	}
	if got := table.String(); got != string(want) {
		t.Errorf("testdata/kinds.md is not what the edits give:\n%s", got)
	}
}

// A kindTable has the kinds that the edits of a language, both ways, were told as.
type kindTable map[string]map[edit.Kind]bool

func (k kindTable) add(language string, results ...*behaviour.Result) {
	if k[language] == nil {
		k[language] = make(map[edit.Kind]bool)
	}
	for _, res := range results {
		for _, b := range res.Behaviours {
			k[language][b.Kind] = true
		}
	}
}

// String returns the kinds and the languages without an edit that gives them.
func (k kindTable) String() string {
	var out strings.Builder
	out.WriteString("# Kinds that the edits of the fixtures show, and in which languages none does\n\n| Kind | Languages | Not shown in |\n|---|---|---|\n")
	for _, row := range edit.Kinds {
		var missing []string
		for _, language := range slices.Sorted(maps.Keys(k)) {
			if !k[language][row.Kind] {
				missing = append(missing, language)
			}
		}
		fmt.Fprintf(&out, "| %s | %d | %s |\n", row.Kind, len(k)-len(missing), strings.Join(missing, ", "))
	}
	return out.String()
}

func edited(t *testing.T, before, edit string) string {
	t.Helper()
	from, to, ok := strings.Cut(strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(edit), "»")
	n := 1
	if rest, all := strings.CutPrefix(from, "all:"); all {
		from, n = rest, -1
	}
	if !ok || !strings.Contains(before, from) {
		t.Fatalf("no such text: %q", from)
	}
	return strings.Replace(before, from, to, n)
}

func lines(res *behaviour.Result) []string {
	var out []string
	for _, b := range res.Behaviours {
		out = append(out, fmt.Sprintf("%s %s %d", b.Kind, b.Symbol, b.Line))
	}
	return out
}

// What two versions of a long line have in common is cut, not what differs.
func TestExcerptsShowTheDifference(t *testing.T) {
	long := "known.contains(kind) || kind.isEnum || kind.isArray || kind.fullName == other.fullName || kind.isValue && other.isValue && kind.size < other.size"
	for _, tt := range []struct{ name, old, new, from, to string }{
		{"short", "kind.size < 10", "kind.size < 20", "10", "20"},
		{"an operand more", "kind.isArray || ", "", "…num || kind.isArray || kind.fullName == …", "…num || kind.fullName == …"},
		{"part of a long condition", " && kind.size < other.size", "", "kind.isValue && other.isValue && kind.size < other.size", "kind.isValue && other.isValue"},
		{"far behind", "|| kind.last == 1", "|| kind.last == 1 || kind.last == 2", "…nd.last == 1", "…nd.last == 1 || kind.last == 2"},
	} {
		if tt.name == "far behind" {
			long += strings.Repeat(" || kind.isOther", 200) + " || kind.last == 1"
		}
		before := "func check(kind: Kind) -> Bool {\n  if " + long + " { return true }\n  return false\n}\n"
		after := strings.Replace(before, tt.old, tt.new, 1)
		if tt.name == "short" {
			before, after = strings.Replace(before, long, tt.old, 1), strings.Replace(before, long, tt.new, 1)
		}
		res := compare(t, map[string][2]string{"a.swift": {before, after}})
		if len(res.Behaviours) != 1 {
			t.Fatalf("%s: %+v", tt.name, res)
		}
		if b := res.Behaviours[0]; b.From != tt.from || b.To != tt.to {
			t.Errorf("%s: got %q and %q, want %q and %q", tt.name, b.From, b.To, tt.from, tt.to)
		}
	}
}
