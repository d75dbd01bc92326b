package meaning

import (
	"fmt"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/bloom"
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/factstest"
)

// The names of a file pass its filter, and few others do.
func TestFilter(t *testing.T) {
	f := factstest.Sample()
	for i := range 500 {
		f.Exprs = append(f.Exprs, facts.Expr{Kind: facts.Name, Name: fmt.Sprint("name", i), X: facts.None, Ref: facts.None, Type: facts.None, In: facts.None, Line: 1})
	}
	x := FilterOf(f)
	passes := func(name string, _ position) bool {
		if !x.Passes(bloom.HashOf(name)) {
			t.Errorf("%s does not pass", name)
		}
		return false
	}
	Of(f).anyDeclared(passes)
	Of(f).anyExpressed(passes)
	passed := 0
	for i := range 1000 {
		if x.Passes(bloom.HashOf(fmt.Sprint("other", i))) {
			passed++
		}
	}
	if passed > 40 {
		t.Errorf("%d of 1000 other names pass", passed)
	}
	if bloom.Filter(nil).Passes(bloom.HashOf("x")) == false {
		t.Error("no filter stops a name")
	}
}
