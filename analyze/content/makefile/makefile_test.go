package makefile_test

import (
	"flag"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/analyze/content/facttest"
	"github.com/nexus-ci/nexus-ci/analyze/content/makefile"
)

var _ = flag.Bool("update", false, "rewrite the golden files")

func TestFacts(t *testing.T) { facttest.Golden(t, makefile.Match, makefile.Read) }

// Any bytes give facts or a problem, and no difference where both versions are the same.
func FuzzRead(f *testing.F) {
	f.Add([]byte("on: push\n"), []byte("FROM a AS b\nENV A=\"b c\" D=e\n"))
	f.Fuzz(func(t *testing.T, old, new []byte) {
		a, b := &fact.File{Path: "Makefile", Content: old}, &fact.File{Path: "Makefile", Content: new}
		makefile.Read([]fact.Pair{{Old: a, New: b}})
		if facts, _ := makefile.Read([]fact.Pair{{Old: a, New: a}}); len(facts) > 0 {
			t.Errorf("facts without a difference: %v", facts)
		}
	})
}
