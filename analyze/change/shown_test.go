package change_test

import (
	"fmt"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph/graphtest"
	"github.com/nexus-ci/nexus-ci/diff"
)

func TestShown(t *testing.T) {
	const f = "Function a.ts:f 3-9 sig=1 body=2"
	for _, tc := range []struct {
		name, base, head string
		file             diff.FileChange
		symbol           string // ID in head, or in base when it is gone
		want             string
	}{
		{"the declaration", f, "Function a.ts:f 3-9 sig=11 body=22", edit("a.ts", "a.ts", [4]int{3, 3, 3, 3}), "Function:a.ts:f", "a.ts:3"},
		{"the body", f, "Function a.ts:f 3-9 sig=1 body=22", edit("a.ts", "a.ts", [4]int{5, 1, 5, 1}, [4]int{7, 1, 7, 1}), "Function:a.ts:f", "a.ts:5"},
		{"a call cut out of the body", f, "Function a.ts:f 3-8 sig=1 body=22", edit("a.ts", "a.ts", [4]int{5, 1, 4, 0}), "Function:a.ts:f", "a.ts:4"},
		{"new", "File a.ts 1-2", "Function a.ts:f 3-9 sig=1 body=2", edit("a.ts", "a.ts", [4]int{2, 0, 3, 7}), "Function:a.ts:f", "a.ts:3"},
		{"removed", f, "File a.ts 1-2", edit("a.ts", "a.ts", [4]int{3, 7, 2, 0}), "Function:a.ts:f", "a.ts:2"},
		{"removed at the top", "Function a.ts:f 1-9 sig=1 body=2", "File a.ts 1-2", edit("a.ts", "a.ts", [4]int{1, 9, 0, 0}), "Function:a.ts:f", "a.ts:1"},
		{"replaced by other code", f, "Function a.ts:g 3-4 sig=5 body=6", edit("a.ts", "a.ts", [4]int{3, 7, 3, 2}), "Function:a.ts:f", "a.ts:3"},
		{"removed with its file", f, "", edit("a.ts", "", [4]int{1, 9, 0, 0}), "Function:a.ts:f", ""},
		{"removed from a file that moved", f, "File b.ts 1-2", edit("a.ts", "b.ts", [4]int{3, 7, 2, 0}), "Function:a.ts:f", "b.ts:2"},
		{"moved with its file", f, "Function b.ts:f 3-9 sig=1 body=2", edit("a.ts", "b.ts"), "Function:b.ts:f", ""},
	} {
		base, head := graphtest.Parse(t, tc.base), graphtest.Parse(t, tc.head)
		set := change.Detect([]diff.FileChange{tc.file}, base, head)
		node := head.Node(tc.symbol)
		if node == nil {
			node = base.Node(tc.symbol)
		}
		c := set.Symbol(node)
		if c == nil {
			t.Errorf("%s: %s did not change", tc.name, tc.symbol)
			continue
		}
		got := ""
		if path, line, ok := set.Shown(c); ok {
			got = fmt.Sprintf("%s:%d", path, line)
		}
		if got != tc.want {
			t.Errorf("%s: shown at %q, want %q", tc.name, got, tc.want)
		}
	}
}
