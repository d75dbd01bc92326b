package diff_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/difftest"
)

// text is a file of n distinct lines that all bear its name.
func text(name string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s line %d\n", name, i)
	}
	return b.String()
}

func archive(files ...string) *txtar.Archive {
	ar := &txtar.Archive{}
	for i := 0; i < len(files); i += 2 {
		ar.Files = append(ar.Files, txtar.File{Name: files[i], Data: []byte(files[i+1])})
	}
	return ar
}

// dump writes changes one a line: status, paths, hunks, moved lines.
func dump(changes []diff.FileChange) string {
	var b strings.Builder
	for _, c := range changes {
		fmt.Fprintf(&b, "%s %s", c.Status, c.Path())
		if c.OldPath != "" && c.OldPath != c.Path() {
			fmt.Fprintf(&b, " from %s", c.OldPath)
		}
		for _, h := range c.Hunks {
			fmt.Fprintf(&b, " -%d,%d+%d,%d", h.OldStart, h.OldLines, h.NewStart, h.NewLines)
		}
		if len(c.Moved) > 0 {
			fmt.Fprintf(&b, " moved %v", c.Moved)
		}
		if c.Binary {
			b.WriteString(" binary")
		}
		if c.Unread != "" {
			b.WriteString(" unread: " + c.Unread)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestCompare(t *testing.T) {
	long := text("a", 20)
	for _, test := range []struct {
		name  string
		files []string
		want  string
	}{
		{"nothing", []string{"base/a", "1\n"}, ""},
		{
			"added, deleted and modified, sorted by path",
			[]string{"base/b", "1\n2\n", "base/c", "x\n", "head/a", "new\n", "head/b", "1\n3\n", "head/c.deleted", ""},
			"added a -0,0+1,1\nmodified b -2,1+2,1\ndeleted c -1,1+0,0\n",
		},
		{
			"renamed as it is",
			[]string{"base/a", long, "head/a.deleted", "", "head/b", long},
			"renamed b from a\n",
		},
		{
			"renamed and edited",
			[]string{"base/a", long, "head/a.deleted", "", "head/b", long + "more\n"},
			"renamed b from a -20,0+21,1\n",
		},
		{
			"too unlike for a rename",
			[]string{"base/a", long, "head/a.deleted", "", "head/b", text("a", 8) + text("b", 12)},
			"deleted a -1,20+0,0\nadded b -0,0+1,20 moved [1 2 3 4 5 6 7 8]\n",
		},
		{
			"of two equal files the one with the same name",
			[]string{"base/x/a", long, "base/x/b", long, "head/x/a.deleted", "", "head/x/b.deleted", "", "head/y/b", long},
			"deleted x/a -1,20+0,0\nrenamed y/b from x/b\n",
		},
		{
			"the only two files of one name come before the most alike",
			[]string{
				"base/x/a", long, "head/x/a.deleted", "",
				"head/y/a", text("a", 18) + text("b", 2), "head/z/b", text("a", 19) + "x\n",
			},
			"renamed y/a from x/a -19,2+19,2\nadded z/b -0,0+1,20 moved [19]\n",
		},
		{
			"a file is split: the larger part is the rename",
			[]string{"base/a", long, "head/a.deleted", "", "head/b", text("a", 15), "head/c", text("a", 11)},
			"renamed b from a -16,5+15,0\nadded c -0,0+1,11\n",
		},
		{
			"copied from a file that stays",
			[]string{"base/a", long, "head/b", long},
			"copied b from a\n",
		},
		{
			"an empty file is no copy",
			[]string{"base/a/__init__.py", "", "head/b/__init__.py", ""},
			"added b/__init__.py\n",
		},
		{
			"a deleted file that appears twice is renamed once",
			[]string{"base/a", long, "head/a.deleted", "", "head/b", long, "head/c", long},
			"renamed b from a\nadded c -0,0+1,20\n",
		},
		{
			"binary",
			[]string{"base/a", "x\x00y", "head/a", "x\x00z"},
			"modified a binary\n",
		},
		{
			"a pointer to a large file",
			[]string{"base/a", "text\n", "head/a", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"},
			"modified a binary\n",
		},
		{
			"lines moved between files, but for their indentation",
			[]string{
				"base/a", "keep\n\tif x {\n\n\tcall()\n", "base/b", "1\n",
				"head/a", "keep\n", "head/b", "1\ncall()  \nnew\n\n  if x {\n",
			},
			"modified a -2,3+1,0\nmodified b -1,0+2,4 moved [2 5]\n",
		},
		{
			"paths are bytes",
			[]string{"head/a\nb", "1\n", "head/\x1b[31m\xff", "1\n"},
			"added \x1b[31m\xff -0,0+1,1\nadded a\nb -0,0+1,1\n",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, err := difftest.Parse(archive(test.files...))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(test.want, dump(c.Changes)); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

func snapshot(files ...diff.File) *diff.Snapshot { return &diff.Snapshot{Files: files} }

// Modes say what is compared at all.
func TestCompareModes(t *testing.T) {
	blobs := difftest.Blobs{"one": []byte("1\n"), "two": []byte("2\n"), "link": []byte("target")}
	read := func(blob string) ([]byte, error) {
		if content, ok := blobs[blob]; ok {
			return content, nil
		}
		return nil, fmt.Errorf("%s must not be read", blob)
	}
	for _, test := range []struct {
		name      string
		base, new diff.File
		want      string
	}{
		{"executable bit", diff.File{Blob: "one"}, diff.File{Blob: "one", Mode: diff.Executable}, "modified f\n"},
		{"submodule", diff.File{Blob: "c1", Mode: diff.Submodule}, diff.File{Blob: "c2", Mode: diff.Submodule}, "modified f\n"},
		{"submodule becomes a file", diff.File{Blob: "c1", Mode: diff.Submodule}, diff.File{Blob: "one"}, "modified f -0,0+1,1\n"},
		{"file becomes a link", diff.File{Blob: "one"}, diff.File{Blob: "link", Mode: diff.Symlink}, "modified f -1,1+1,1\n"},
		{"link points elsewhere", diff.File{Blob: "link", Mode: diff.Symlink}, diff.File{Blob: "two", Mode: diff.Symlink}, "modified f -1,1+1,1\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.base.Path, test.new.Path = "f", "f"
			got, err := diff.Compare(snapshot(test.base), snapshot(test.new), read)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(test.want, dump(got)); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
	t.Run("a link is no rename of a file", func(t *testing.T) {
		got, err := diff.Compare(snapshot(diff.File{Path: "a", Blob: "one"}), snapshot(diff.File{Path: "b", Blob: "one", Mode: diff.Symlink}), read)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff("deleted a -1,1+0,0\nadded b -0,0+1,1 moved [1]\n", dump(got)); d != "" {
			t.Errorf("(-want +got)\n%s", d)
		}
	})
}

// A blob that cannot be had concerns its file alone; any other trouble ends the
// comparison.
func TestCompareReadErrors(t *testing.T) {
	base := snapshot(diff.File{Path: "a", Blob: "1"}, diff.File{Path: "b", Blob: "2"})
	head := snapshot(diff.File{Path: "a", Blob: "3"}, diff.File{Path: "b", Blob: "4"})
	got, err := diff.Compare(base, head, func(blob string) ([]byte, error) {
		if blob == "3" {
			return nil, &diff.UnreadError{Blob: blob, Reason: "too large"}
		}
		return []byte(blob), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff("modified a unread: too large\nmodified b -1,1+1,1\n", dump(got)); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	broken := errors.New("disk on fire")
	if _, err := diff.Compare(base, head, func(string) ([]byte, error) { return nil, broken }); !errors.Is(err, broken) {
		t.Errorf("got error %v, want %v", err, broken)
	}
}

// The reader may reuse its buffer from one blob to the next.
func TestCompareWithOneBuffer(t *testing.T) {
	ar := archive("base/a", text("a", 20), "base/b", text("b", 9), "head/a.deleted", "", "head/c", text("a", 19), "head/b", text("b", 10))
	c, err := difftest.Parse(ar)
	if err != nil {
		t.Fatal(err)
	}
	var buf []byte
	got, err := diff.Compare(c.Base, c.Head, func(blob string) ([]byte, error) {
		for i := range buf {
			buf[i] = '?'
		}
		buf = append(buf[:0], c.Blobs[blob]...)
		return buf, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(c.Changes, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

// Looked at from the other side, what was added is deleted.
func TestCompareSwapped(t *testing.T) {
	c, err := difftest.Parse(archive(
		"base/a", text("a", 20), "base/b", "1\n2\n3\n", "base/gone", "x\ny\n",
		"head/a.deleted", "", "head/moved", text("a", 18), "head/b", "1\n3\n4\n", "head/gone.deleted", "", "head/new", "q\n"))
	if err != nil {
		t.Fatal(err)
	}
	back, err := diff.Compare(c.Head, c.Base, func(blob string) ([]byte, error) { return c.Blobs[blob], nil })
	if err != nil {
		t.Fatal(err)
	}
	got := make(map[string]diff.FileChange)
	for _, b := range back {
		got[b.NewPath+"<"+b.OldPath] = b
	}
	swapped := map[diff.Status]diff.Status{diff.Added: diff.Deleted, diff.Deleted: diff.Added}
	for _, c := range c.Changes {
		b, ok := got[c.OldPath+"<"+c.NewPath]
		want, special := swapped[c.Status]
		if !special {
			want = c.Status
		}
		if !ok || b.Status != want {
			t.Errorf("%s %s: the other way round it is %v", c.Status, c.Path(), b)
		}
		if len(b.Hunks) != len(c.Hunks) {
			t.Errorf("%s: %d hunks there, %d back", c.Path(), len(c.Hunks), len(b.Hunks))
		}
	}
}

func TestIsBinary(t *testing.T) {
	late := append(bytes.Repeat([]byte("a"), 8000), 0)
	for content, want := range map[string]bool{"": false, "text": false, "a\x00": true, string(late): false} {
		if got := diff.IsBinary([]byte(content)); got != want {
			t.Errorf("IsBinary(%.20q) = %v, want %v", content, got, want)
		}
	}
}

// A thousand files move to another directory and change a little: the time goes
// into finding out which became which.
func BenchmarkCompareRenames(b *testing.B) {
	blobs := make(difftest.Blobs)
	base, head := make(map[string][]byte), make(map[string][]byte)
	for i := range 300 {
		content := text(fmt.Sprint("file", i), 100)
		base[fmt.Sprintf("old/%d.go", i)] = []byte(content)
		head[fmt.Sprintf("new/x%d.go", i)] = []byte(content + "edited\n")
	}
	from, to := blobs.Snapshot("base", base), blobs.Snapshot("head", head)
	b.ReportAllocs()
	for b.Loop() {
		changes, err := diff.Compare(from, to, func(blob string) ([]byte, error) { return blobs[blob], nil })
		if err != nil || len(changes) != 300 {
			b.Fatal(len(changes), err)
		}
	}
}

// One blob can be the content of every file, so what is done for it is bounded by the number
// of files and by what they hold.
func TestCompareIsBounded(t *testing.T) {
	files := func(dir, name string, n int) *diff.Snapshot {
		s := &diff.Snapshot{}
		for i := range n {
			s.Files = append(s.Files, diff.File{Path: fmt.Sprintf("%s/%06d/%s%d", dir, i, name, i), Blob: "b"})
		}
		return s
	}
	reads := 0
	read := func(string) ([]byte, error) {
		reads++
		return bytes.Repeat([]byte("x\n"), 100_000), nil
	}
	if _, err := diff.Compare(&diff.Snapshot{}, files("a", "f", 100_001), read); !errors.Is(err, diff.ErrTooMany) || reads > 0 {
		t.Errorf("too many files: %v after %d reads", err, reads)
	}
	changes, err := diff.Compare(&diff.Snapshot{}, files("a", "f", 1000), read)
	if err != nil {
		t.Fatal(err)
	}
	if first, last := changes[0], changes[999]; len(first.Hunks) == 0 || len(last.Hunks) > 0 || !strings.Contains(last.Unread, "2 million lines") || reads > 50 {
		t.Errorf("%d reads, the last is unread for %q", reads, last.Unread)
	}
	// Files of one content, none of a name with any other.
	changes, err = diff.Compare(files("a", "f", 40_000), files("b", "g", 40_000), nil)
	if err != nil || len(changes) != 40_000 || changes[0].Status != diff.Renamed || changes[7].OldPath != "a/000007/f7" {
		t.Errorf("%d renames, %v", len(changes), err)
	}
	here := files("a", "f", 80_000)
	copies := files("b", "g", 80_000)
	copies.Files = append(slices.Clone(here.Files), copies.Files...)
	changes, err = diff.Compare(here, copies, nil)
	if err != nil || len(changes) != 80_000 || changes[7].Status != diff.Copied || changes[7].OldPath != "a/000000/f0" {
		t.Errorf("%d copies, %v", len(changes), err)
	}
}
