package diff_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/diff"
)

func TestHunks(t *testing.T) {
	for _, test := range []struct {
		name, old, new string
		want           []diff.Hunk
	}{
		{"equal", "a\nb\n", "a\nb\n", nil},
		{"both empty", "", "", nil},
		{"all added", "", "a\nb\n", []diff.Hunk{{0, 0, 1, 2}}},
		{"all deleted", "a\nb\n", "", []diff.Hunk{{1, 2, 0, 0}}},
		{"added at the top", "b\n", "a\nb\n", []diff.Hunk{{0, 0, 1, 1}}},
		{"added at the end", "a\n", "a\nb\n", []diff.Hunk{{1, 0, 2, 1}}},
		{"deleted at the top", "a\nb\n", "b\n", []diff.Hunk{{1, 1, 0, 0}}},
		{"changed in the middle", "a\nb\nc\n", "a\nx\ny\nc\n", []diff.Hunk{{2, 1, 2, 2}}},
		{"two places", "a\nb\nc\nd\ne\n", "a\nx\nc\nd\ny\n", []diff.Hunk{{2, 1, 2, 1}, {5, 1, 5, 1}}},
		{"newline at the end lost", "a\nb\n", "a\nb", []diff.Hunk{{2, 1, 2, 1}}},
		{"line ends changed", "a\r\nb\r\n", "a\nb\n", []diff.Hunk{{1, 2, 1, 2}}},
		{"neither is text", "\x00\xff\n\xfe", "\x00\xff\n\xfd", []diff.Hunk{{2, 1, 2, 1}}},
		{
			"a function is inserted before one that ends alike",
			"func a() {\n\tx()\n}\n\nfunc c() {\n\tz()\n}\n",
			"func a() {\n\tx()\n}\n\nfunc b() {\n\ty()\n}\n\nfunc c() {\n\tz()\n}\n",
			[]diff.Hunk{{4, 0, 5, 4}},
		},
		{
			"a block ends where its indentation says",
			"for {\n\tif a {\n\t\tb()\n\t}\n}\n",
			"for {\n\tif a {\n\t\tb()\n\t}\n\tif c {\n\t\tb()\n\t}\n}\n",
			[]diff.Hunk{{4, 0, 5, 3}},
		},
		{
			"a repeated line is taken beside the other side's change",
			"a\nx\nx\nb\n",
			"a\nx\nc\nb\n",
			[]diff.Hunk{{3, 1, 3, 1}},
		},
		{
			"a blank line does not chop up a rewritten passage",
			"1\n2\n3\n4\n5\n\n6\n7\n8\n9\n10\nend\n\n\n\n\n\n\n\n",
			"a\nb\nc\nd\ne\n\nf\ng\nh\ni\nj\nend\n\n\n\n\n\n\n\n",
			[]diff.Hunk{{1, 11, 1, 11}},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := diff.Hunks([]byte(test.old), []byte(test.new))
			if d := cmp.Diff(test.want, got); d != "" {
				t.Errorf("hunks of\n%q\n%q\n(-want +got)\n%s", test.old, test.new, d)
			}
			checkHunks(t, []byte(test.old), []byte(test.new), got)
		})
	}
}

// checkHunks fails unless hunks are sorted, apart, not empty, and turn old into
// new.
func checkHunks(t *testing.T, old, new []byte, hunks []diff.Hunk) {
	t.Helper()
	a, b := bytes.SplitAfter(old, []byte("\n")), bytes.SplitAfter(new, []byte("\n"))
	var got []byte
	i, j := 0, 0 // lines before the hunk
	for n, h := range hunks {
		oldFrom, newFrom := h.OldStart, h.NewStart
		if h.OldLines > 0 {
			oldFrom--
		}
		if h.NewLines > 0 {
			newFrom--
		}
		if h.OldLines == 0 && h.NewLines == 0 {
			t.Fatalf("hunk %d of %v is empty", n, hunks)
		}
		if oldFrom < i || newFrom < j || n > 0 && oldFrom == i {
			t.Fatalf("hunk %d of %v overlaps or touches the one before", n, hunks)
		}
		if oldFrom-i != newFrom-j {
			t.Fatalf("before hunk %d of %v %d lines face %d", n, hunks, oldFrom-i, newFrom-j)
		}
		got = append(got, bytes.Join(a[i:oldFrom], nil)...)
		got = append(got, bytes.Join(b[newFrom:newFrom+h.NewLines], nil)...)
		i, j = oldFrom+h.OldLines, newFrom+h.NewLines
	}
	got = append(got, bytes.Join(a[i:], nil)...)
	if !bytes.Equal(got, new) {
		t.Fatalf("hunks %v applied to %q give %q, want %q", hunks, old, got, new)
	}
}

func FuzzHunks(f *testing.F) {
	f.Add([]byte("a\nb\nc\n"), []byte("a\nc\nd"))
	f.Add([]byte("\n\n\n"), []byte("\n"))
	f.Add([]byte("x\ny\nx\ny\nx\n"), []byte("y\nx\ny\n"))
	f.Fuzz(func(t *testing.T, old, new []byte) {
		checkHunks(t, old, new, diff.Hunks(old, new))
	})
}

// Random edits of files with many equal lines reach every shift and join.
func TestHunksOfRandomEdits(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	words := []string{"{", "}", "", "\tx", "\t\ty", "z", "a b", "}"}
	for range 5000 {
		var old, new []string
		for range random.IntN(40) {
			old = append(old, words[random.IntN(len(words))])
		}
		for _, line := range old {
			switch random.IntN(8) {
			case 0: // deleted
			case 1:
				new = append(new, line, words[random.IntN(len(words))])
			default:
				new = append(new, line)
			}
		}
		a, b := []byte(strings.Join(old, "\n")), []byte(strings.Join(new, "\n"))
		checkHunks(t, a, b, diff.Hunks(a, b))
	}
}

// The search is bounded: files made to be as unlike as possible, of lines that
// all stand on both sides, still give a right answer.
func TestHunksOfHostileFiles(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	const lines = 60_000
	var old, new bytes.Buffer
	for _, i := range random.Perm(lines) {
		fmt.Fprintf(&old, "%d\n", i)
	}
	for _, i := range random.Perm(lines) {
		fmt.Fprintf(&new, "%d\n", i)
	}
	checkHunks(t, old.Bytes(), new.Bytes(), diff.Hunks(old.Bytes(), new.Bytes()))

	same := bytes.Repeat([]byte("x\n"), lines)
	more := bytes.Repeat([]byte("x\ny\n"), lines/2)
	checkHunks(t, same, more, diff.Hunks(same, more))
}

func BenchmarkHunks(b *testing.B) {
	var old bytes.Buffer
	for i := range 2000 {
		fmt.Fprintf(&old, "\tline %d of a file\n", i)
	}
	for _, edits := range []int{1, 20, 400} {
		lines := bytes.SplitAfter(old.Bytes(), []byte("\n"))
		for i := range edits {
			lines[i*len(lines)/edits] = []byte("\tan edited line\n")
		}
		new := bytes.Join(lines, nil)
		b.Run(fmt.Sprintf("edits=%d", edits), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(old.Len()))
			for b.Loop() {
				diff.Hunks(old.Bytes(), new)
			}
		})
	}
}
