//go:build linux && !treesitter_fallback

package parse

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// Text that takes tree-sitter quadratic time is given up, always at the same
// point, and the parser is as good as new for the next file.
func TestGivesUp(t *testing.T) {
	p := NewParser()
	defer p.Close()
	l := small()
	for range 2 {
		f := p.Parse(l, []byte(strings.Repeat("a?b:", 50_000)), Limits{})
		want := []facts.Problem{{Kind: facts.TooSlow, Message: "the parser was stopped: the file takes far more work than ordinary source code"}}
		if diff := cmp.Diff(want, f.Problems); diff != "" {
			t.Errorf("problems (-want +got):\n%s", diff)
		}
		if f := p.Parse(l, []byte("package p\nfunc f() {}\n"), Limits{}); len(f.Defs) != 1 || len(f.Problems) != 0 {
			t.Errorf("the next file has %d functions, problems %v", len(f.Defs), f.Problems)
		}
	}
}
