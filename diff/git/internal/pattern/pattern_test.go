package pattern

import (
	"strings"
	"testing"
)

// A match takes time in proportion to pattern and path, and never fails.
func FuzzGlob(f *testing.F) {
	f.Add("a*a*a*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaa", false)
	f.Add("**/[a-z[:digit:]]?\\*", "x/y/z1*", true)
	f.Fuzz(func(t *testing.T, pattern, path string, fold bool) {
		g, ok := parseGlob(pattern, fold)
		if ok {
			work := Budget{1000}
			part := g.match(path, &work)
			if work.Left < 0 || part && !g.match(path, &Budget{MaxWork}) {
				t.Error("a match with less work left is none with more")
			}
		}
	})
}

// No pattern takes more work than there is left.
func TestGlobWork(t *testing.T) {
	path := strings.Repeat("a", 4000)
	for _, pattern := range []string{strings.Repeat("*a", 1900) + "*b*a", strings.Repeat("**/", 1000) + "b*a", "a" + strings.Repeat("[a-z]*", 600) + "b*a"} {
		g, ok := parseGlob(pattern, false)
		work := Budget{100_000}
		if !ok || g.match(path, &work) || work.Left != 0 {
			t.Errorf("%.20s…: %d left", pattern, work.Left)
		}
	}
}
