package parse

import (
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// A parser that was told to stop reads nothing more, and ends a parse that is under way: this
// one would go on for minutes.
func TestStop(t *testing.T) {
	p := NewParser()
	defer p.Close()
	src := []byte(strings.Repeat("a?b:", 400_000))
	begun := make(chan struct{})
	ended := make(chan *facts.File)
	go func() {
		close(begun)
		ended <- p.Parse(small(), src, Limits{MaxWork: 1 << 40})
	}()
	<-begun
	p.Stop()
	if f := <-ended; len(f.Problems) != 1 || f.Problems[0].Kind != facts.TooSlow {
		t.Errorf("problems of the text: %v", f.Problems)
	}
	if f := p.Parse(small(), []byte("package p\nfunc f() {}\n"), Limits{}); len(f.Defs) != 0 {
		t.Errorf("it read %v", f.Defs)
	}
}
