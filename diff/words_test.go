package diff_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/diff"
)

func TestWords(t *testing.T) {
	for _, test := range []struct {
		name, old, new string
		want           [][]diff.Word
	}{
		{"a name", "x = user.mail\n", "x = user.address\n", [][]diff.Word{{{Old: "mail", New: "address"}}}},
		{"one pair for many places, sorted", "b(a, a)\n", "d(c, c)\n", [][]diff.Word{{{Old: "a", New: "c"}, {Old: "b", New: "d"}}}},
		{"hunk by hunk", "a\nsame\nb(1)\n", "c\nsame\nb(1, 2)\n", [][]diff.Word{{{Old: "a", New: "c"}}, nil}},
		{"a sign", "a + b\n", "a - b\n", [][]diff.Word{nil}},
		{"layout", "if a {\n  b\n}\n", "if c {\n    b\n}\n", [][]diff.Word{nil}},
		{"more words", "a\n", "a b\n", [][]diff.Word{nil}},
		{"more lines", "a\n", "b\nb\n", [][]diff.Word{nil}},
		{"no newline at the end", "a", "b", [][]diff.Word{{{Old: "a", New: "b"}}}},
	} {
		blobs := map[string]string{"1": test.old, "2": test.new}
		side := func(id string) *diff.Snapshot {
			return &diff.Snapshot{Files: []diff.File{{Path: "f", Blob: id}}}
		}
		changes, err := diff.Compare(side("1"), side("2"), func(id string) ([]byte, error) { return []byte(blobs[id]), nil })
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(test.want, changes[0].Words); d != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, d)
		}
	}
}
