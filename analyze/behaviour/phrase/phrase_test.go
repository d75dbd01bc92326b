package phrase

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/edit"
)

// Every kind has words, and no two kinds the same.
func TestTableIsComplete(t *testing.T) {
	seen := make(map[string]edit.Kind)
	for i := range edit.Kinds {
		kind := edit.Kinds[i].Kind
		for _, words := range []string{Of(kind, false, false), Of(kind, true, false), Of(kind, false, true)} {
			if words == "" || words == string(kind) || seen[words] != "" && seen[words] != kind {
				t.Errorf("%s: %q, which is also %s", kind, words, seen[words])
			}
			seen[words] = kind
		}
	}
	if len(table) != len(edit.Kinds) {
		t.Errorf("words for %d kinds, there are %d", len(table), len(edit.Kinds))
	}
	if got := Of("unheard-of", true, false); got != "unheard-of" {
		t.Errorf("an unknown kind is %q", got)
	}
}
