package fact_test

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
)

func TestDiffering(t *testing.T) {
	for _, test := range []struct{ from, to, was, is string }{
		{"a b c d", "a b x d", "… b c …", "… b x …"},
		{"a b", "a b c", "… b", "… b c"},
		{"a b c", "b c", "a …", "…"},
		{"x", "y", "x", "y"},
		{"a a a", "a a", "… a a", "… a"},
		{"", "a", "", "a"},
		{"a", "a", "a", "a"},
	} {
		if was, is := fact.Differing(test.from, test.to); was != test.was || is != test.is {
			t.Errorf("%q and %q: %q and %q", test.from, test.to, was, is)
		}
	}
}
