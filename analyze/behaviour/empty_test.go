package behaviour

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/edit"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A node that stands for no source, such as a body that the language adds, has an empty excerpt.
func TestEmptyExcerpt(t *testing.T) {
	f := &file{base: &version{}, head: &version{}}
	for _, e := range []event{
		{Event: &edit.Event{Kind: edit.CallAdded, Head: &tree.Node{Role: lang.RoleBlock}}},
		{Event: &edit.Event{Kind: edit.CallRemoved, Base: &tree.Node{Role: lang.RoleBlock}}},
	} {
		if b := e.behaviour(f, f); b.From != "" || b.To != "" {
			t.Errorf("%s: %q → %q", e.Kind, b.From, b.To)
		}
	}
}
