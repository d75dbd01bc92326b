package git_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git"
)

// changes writes what differs as git diff --raw does, with the hunks of its patch.
func changes(t *testing.T, r *git.Repo, base, head string) string {
	t.Helper()
	from, err := r.Snapshot(t.Context(), base)
	if err != nil {
		t.Fatal(err)
	}
	to, err := r.Snapshot(t.Context(), head)
	if err != nil {
		t.Fatal(err)
	}
	all, err := r.Diff(t.Context(), from, to)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, c := range all {
		letter := map[diff.Status]string{diff.Modified: "M", diff.Added: "A", diff.Deleted: "D", diff.Renamed: "R"}[c.Status]
		fmt.Fprintf(&b, "%s %s>%s", letter, c.OldPath, c.NewPath)
		for _, h := range c.Hunks {
			fmt.Fprintf(&b, " -%d,%d+%d,%d", h.OldStart, h.OldLines, h.NewStart, h.NewLines)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// gitChanges has git write the same. Its hunks are those of a patch with context,
// which -U0 would shift now and then.
func gitChanges(f *fixture, base, head string) string {
	f.t.Helper()
	raw := strings.Split(f.git("diff-tree", "-r", "-z", "-M50%", "--raw", base, head), "\x00")
	patch := strings.Split("\n"+f.git("diff-tree", "-r", "-p", "-U1", "-M50%", base, head), "\ndiff --git ")[1:]
	var b strings.Builder
	for i := 0; len(raw) > 1; i++ {
		letter := strings.Fields(raw[0])[4][:1]
		old, new := raw[1], raw[1]
		raw = raw[1:]
		switch letter {
		case "R":
			new = raw[1]
			raw = raw[1:]
		case "A":
			old = ""
		case "D":
			new = ""
		}
		raw = raw[1:]
		fmt.Fprintf(&b, "%s %s>%s%s\n", letter, old, new, patchHunks(patch[i]))
	}
	return b.String()
}

// patchHunks reads the runs of changed lines out of one file of a patch.
func patchHunks(patch string) string {
	var out strings.Builder
	var h diff.Hunk
	i, j := 0, 0 // lines so far
	flush := func() {
		if h == (diff.Hunk{}) {
			return
		}
		from, to := i-h.OldLines, j-h.NewLines
		if h.OldLines > 0 {
			from++
		}
		if h.NewLines > 0 {
			to++
		}
		fmt.Fprintf(&out, " -%d,%d+%d,%d", from, h.OldLines, to, h.NewLines)
		h = diff.Hunk{}
	}
	body := false
	for _, line := range strings.Split(patch, "\n") {
		switch {
		case strings.HasPrefix(line, "@@ "):
			flush()
			body = true
			start := func(s string, at *int) {
				n := 1
				fmt.Sscanf(s, "%d,%d", at, &n)
				if n > 0 {
					*at--
				}
			}
			fields := strings.Fields(line)
			start(fields[1][1:], &i)
			start(fields[2][1:], &j)
		case !body, line == "", line[0] == '\\':
		case line[0] == '-':
			h.OldLines++
			i++
		case line[0] == '+':
			h.NewLines++
			j++
		default:
			flush()
			i, j = i+1, j+1
		}
	}
	flush()
	return out.String()
}

// Random edits of sources: lines inserted, deleted, replaced, moved and repeated;
// files renamed, moved, split and removed. Every hunk and every rename is git's.
func TestDiffAgainstGit(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	phrases := []string{"}", "\t}", "", "\treturn nil", "\tif err != nil {", "\t\treturn err", "func f() {", "// comment", "\tx := 1", "\tcall(x)"}
	line := func() string {
		if random.IntN(3) > 0 {
			return phrases[random.IntN(len(phrases))]
		}
		return fmt.Sprintf("\tvalue%d := %d", random.IntN(50), random.IntN(1000))
	}
	edit := func(lines []string) []string {
		lines = append([]string(nil), lines...)
		for range 1 + random.IntN(6) {
			at := random.IntN(len(lines))
			n := min(1+random.IntN(6), len(lines)-at)
			switch random.IntN(5) {
			case 0:
				lines = append(lines[:at:at], lines[at+n:]...)
			case 1:
				lines[at] = line()
			case 2: // repeat
				lines = append(lines[:at+n:at+n], lines[at:]...)
			default:
				var block []string
				for range n {
					block = append(block, line())
				}
				lines = append(lines[:at:at], append(block, lines[at:]...)...)
			}
			if len(lines) == 0 {
				lines = []string{line()}
			}
		}
		return lines
	}
	f := newRepo(t)
	files := make(map[string][]string)
	for i := range 12 {
		for range 60 {
			path := fmt.Sprintf("dir%d/file%d.go", i%3, i)
			files[path] = append(files[path], line())
		}
	}
	save := func() string {
		var in strings.Builder
		fmt.Fprint(&in, "commit refs/heads/main\ncommitter A <a@example.org> 1700000000 +0000\ndata 1\nx\ndeleteall\n")
		for path, lines := range files {
			content := strings.Join(lines, "\n") + "\n"
			fmt.Fprintf(&in, "M 644 inline %s\ndata %d\n%s\n", path, len(content), content)
		}
		f.gitIn(in.String(), "fast-import", "--quiet", "--force")
		return f.git("rev-parse", "main")
	}
	base := save()
	for round := range 40 {
		for _, path := range slices.Sorted(maps.Keys(files)) {
			switch random.IntN(12) {
			case 0:
				files[fmt.Sprintf("dir%d/renamed%d.go", random.IntN(3), random.IntN(1000))] = edit(files[path])
				delete(files, path)
			case 1:
				files["moved/"+path[strings.LastIndexByte(path, '/')+1:]] = files[path]
				if !strings.HasPrefix(path, "moved/") {
					delete(files, path)
				}
			case 2, 3, 4, 5, 6, 7:
				files[path] = edit(files[path])
			}
		}
		head := save()
		if d := cmp.Diff(gitChanges(f, base, head), changes(t, f.open(), base, head)); d != "" {
			t.Fatalf("round %d (-git +ours)\n%s", round, d)
		}
		base = head
	}
}

// The two sides of a file that is too large to compare are not read.
func TestDiffOfLargeFile(t *testing.T) {
	f := newRepo(t)
	large := strings.Repeat("0123456789abcde\n", diff.MaxSize/16+1)
	base := f.commit("a", "1\n", "large", large)
	head := f.commit("a", "2\n", "large", large+"more\n")
	r := f.open()
	from, _ := r.Snapshot(t.Context(), base)
	to, _ := r.Snapshot(t.Context(), head)
	got, err := r.Diff(t.Context(), from, to)
	if err != nil || len(got) != 2 {
		t.Fatal(got, err)
	}
	if got[0].Unread != "" || !strings.Contains(got[1].Unread, "more than") || got[1].Hunks != nil {
		t.Errorf("%+v", got)
	}
}
