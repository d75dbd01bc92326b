package sourcehash_test

import (
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/sourcehash"
)

func TestWriteTokens(t *testing.T) {
	of := func(source string) string {
		var b strings.Builder
		sourcehash.WriteTokens(&b, "a.go", []byte(source))
		return b.String()
	}
	const source = "// Package p does.\npackage p\n\n//go:noinline\nfunc f(a, b int) int { return a + b } // of both\n"
	for name, c := range map[string]struct {
		source string
		same   bool
	}{
		"comment":   {strings.ReplaceAll(source, "of both", "of two"), true},
		"layout":    {strings.ReplaceAll(source, "a + b", "a  +\n b"), true},
		"operator":  {strings.ReplaceAll(source, "a + b", "a - b"), false},
		"directive": {strings.ReplaceAll(source, "//go:noinline\n", ""), false},
	} {
		if same := of(c.source) == of(source); same != c.same {
			t.Errorf("%s: the same tokens: %t, want %t", name, same, c.same)
		}
	}
}
