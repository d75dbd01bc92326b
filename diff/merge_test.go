package diff_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/difftest"
)

func TestMerge(t *testing.T) {
	const base = "1\n2\n3\n4\n5\n"
	for _, tc := range []struct {
		name, base, ours, theirs, want string // want "conflict" for one
	}{
		{"nothing", base, base, base, base},
		{"ours alone", base, "1\n2\n", base, "1\n2\n"},
		{"theirs alone", base, base, "0\n" + base, "0\n" + base},
		{"apart", base, "one\n2\n3\n4\n5\n", "1\n2\n3\n4\nfive\n", "one\n2\n3\n4\nfive\n"},
		{"one line between", base, "one\n2\n3\n4\n5\n", "1\n2\nthree\n4\n5\n", "one\n2\nthree\n4\n5\n"},
		{"touching", base, "one\n2\n3\n4\n5\n", "1\ntwo\n3\n4\n5\n", "conflict"},
		{"the same line", base, "1\n2\nx\n4\n5\n", "1\n2\ny\n4\n5\n", "conflict"},
		{"alike", base, "1\n2\nx\n4\n5\n", "1\n2\nx\n4\n5\n", "1\n2\nx\n4\n5\n"},
		{"alike, and more", base, "1\nx\n3\n4\n5\n", "1\nx\n3\n4\ny\n", "1\nx\n3\n4\ny\n"},
		{"inserted at one place", base, "1\n2\nx\n3\n4\n5\n", "1\n2\ny\n3\n4\n5\n", "conflict"},
		{"deleted and edited", base, "1\n5\n", "1\n2\nx\n4\n5\n", "conflict"},
		{"both deleted, one more", base, "1\n4\n5\n", "1\n5\n", "conflict"},
		{"both ways to empty", base, "", "", ""},
		{"from empty", "", "a\n", "", "a\n"},
		{"without a newline at the end", "1\n2\n3", "0\n1\n2\n3", "1\n2\n3\n", "0\n1\n2\n3\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for _, way := range [][2]string{{tc.ours, tc.theirs}, {tc.theirs, tc.ours}} {
				merged, ok := diff.Merge([]byte(tc.base), []byte(way[0]), []byte(way[1]))
				got := string(merged)
				if !ok {
					got = "conflict"
				}
				if d := cmp.Diff(tc.want, got); d != "" {
					t.Errorf("(-want +got)\n%s", d)
				}
			}
		})
	}
}

// Whatever the texts, git merge-file says the same.
func TestMergeLikeGit(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	edited := func(lines []string) []string {
		var out []string
		for _, l := range lines {
			switch random.IntN(9) {
			case 0:
			case 1:
				out = append(out, l, fmt.Sprint("new", random.IntN(4)))
			case 2:
				out = append(out, fmt.Sprint("edit", random.IntN(4)))
			default:
				out = append(out, l)
			}
		}
		return out
	}
	dir := t.TempDir()
	file := func(name string, content []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	text := func(lines []string) []byte { return []byte(strings.Join(lines, "\n") + "\n") }
	conflicts := 0
	for range 60 {
		var lines []string
		for range 4 + random.IntN(14) {
			lines = append(lines, fmt.Sprint("line", random.IntN(6)))
		}
		base, ours, theirs := text(lines), text(edited(lines)), text(edited(lines))
		cmd := exec.Command(git, "merge-file", "-p", file("ours", ours), file("base", base), file("theirs", theirs))
		want, err := cmd.Output()
		clean := err == nil
		got, ok := diff.Merge(base, ours, theirs)
		if ok != clean || ok && string(got) != string(want) {
			t.Errorf("base %q\nours %q\ntheirs %q\ngit  %v %q\ngot  %v %q", base, ours, theirs, clean, want, ok, got)
		}
		if !clean {
			conflicts++
		}
	}
	if conflicts == 0 || conflicts == 60 {
		t.Errorf("%d of 60 are conflicts: they prove little", conflicts)
	}
}

// dumpMerge writes the files with their content, and the conflicts.
func dumpMerge(m *diff.Merged, blobs difftest.Blobs) string {
	var b strings.Builder
	for _, f := range m.Snapshot.Files {
		content, ok := m.Blobs[f.Blob]
		if !ok {
			content = blobs[f.Blob]
		}
		fmt.Fprintf(&b, "%s %q\n", f.Path, content)
	}
	for _, p := range m.Conflicts {
		fmt.Fprintf(&b, "conflict %s\n", p)
	}
	return b.String()
}

func TestMergeSnapshots(t *testing.T) {
	long := text("x", 20)
	for _, tc := range []struct {
		name               string
		base, ours, theirs map[string]string
		want               string
	}{
		{"each its own file",
			map[string]string{"a": "1\n", "b": "1\n", "c": "1\n"},
			map[string]string{"a": "2\n", "b": "1\n", "c": "1\n", "new": "n\n"},
			map[string]string{"a": "1\n", "b": "2\n"},
			"a \"2\\n\"\nb \"2\\n\"\nnew \"n\\n\"\n"},
		{"both in one file",
			map[string]string{"a": "1\n2\n3\n"}, map[string]string{"a": "0\n2\n3\n"}, map[string]string{"a": "1\n2\n4\n"},
			"a \"0\\n2\\n4\\n\"\n"},
		{"a conflict keeps ours",
			map[string]string{"a": "1\n"}, map[string]string{"a": "2\n"}, map[string]string{"a": "3\n"},
			"a \"2\\n\"\nconflict a\n"},
		{"deleted here, edited there",
			map[string]string{"a": "1\n"}, map[string]string{}, map[string]string{"a": "3\n"},
			"a \"3\\n\"\nconflict a\n"},
		{"deleted here, left alone there",
			map[string]string{"a": "1\n"}, map[string]string{}, map[string]string{"a": "1\n"}, ""},
		{"renamed here, edited there",
			map[string]string{"a": long}, map[string]string{"b": long}, map[string]string{"a": long + "more\n"},
			fmt.Sprintf("b %q\n", long+"more\n")},
		{"renamed both ways",
			map[string]string{"a": long}, map[string]string{"b": long}, map[string]string{"c": long},
			fmt.Sprintf("b %q\nconflict a\nconflict b\nconflict c\n", long)},
		{"added twice, alike and not",
			map[string]string{}, map[string]string{"a": "1\n", "b": "1\n"}, map[string]string{"a": "1\n", "b": "2\n"},
			"a \"1\\n\"\nb \"1\\n\"\nconflict b\n"},
		{"a new file in a directory that was moved away",
			map[string]string{"d/a": long}, map[string]string{"e/a": long}, map[string]string{"d/a": long, "d/new": "n\n"},
			fmt.Sprintf("d/new \"n\\n\"\ne/a %q\nconflict d/new\n", long)},
		{"binary",
			map[string]string{"a": "\x001\n2\n3\n"}, map[string]string{"a": "\x000\n2\n3\n"}, map[string]string{"a": "\x001\n2\n4\n"},
			"a \"\\x000\\n2\\n3\\n\"\nconflict a\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			blobs := make(difftest.Blobs)
			snap := func(files map[string]string) *diff.Snapshot {
				bytes := make(map[string][]byte)
				for path, content := range files {
					bytes[path] = []byte(content)
				}
				return blobs.Snapshot("", bytes)
			}
			read := func(id string) ([]byte, error) { return blobs[id], nil }
			compare := func(a, b *diff.Snapshot) []diff.FileChange {
				changes, err := diff.Compare(a, b, read)
				if err != nil {
					t.Fatal(err)
				}
				return changes
			}
			base, ours, theirs := snap(tc.base), snap(tc.ours), snap(tc.theirs)
			m, err := diff.MergeSnapshots(base, ours, theirs, compare(base, ours), compare(base, theirs), read)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tc.want, dumpMerge(m, blobs)); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}
