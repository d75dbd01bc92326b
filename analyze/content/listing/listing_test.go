package listing_test

import (
	"flag"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/analyze/content/facttest"
	"github.com/nexus-ci/nexus-ci/analyze/content/listing"
)

var _ = flag.Bool("update", false, "rewrite the golden files")

func TestFacts(t *testing.T) { facttest.Golden(t, listing.Match, listing.Read) }

// Any bytes give facts, and no difference where both versions are the same.
func FuzzRead(f *testing.F) {
	f.Add([]byte("public class A {\n\tpublic fun f ()V\n}\n"), []byte("public class A {\n}\n"))
	f.Fuzz(func(t *testing.T, old, new []byte) {
		a, b := &fact.File{Path: "api/a.api", Content: old}, &fact.File{Path: "api/a.api", Content: new}
		listing.Read([]fact.Pair{{Old: a, New: b}})
		if facts, _ := listing.Read([]fact.Pair{{Old: a, New: a}}); len(facts) > 0 {
			t.Errorf("facts without a difference: %v", facts)
		}
	})
}
