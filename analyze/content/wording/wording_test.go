package wording_test

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/analyze/content/wording"
)

func TestOf(t *testing.T) {
	for _, test := range []struct {
		f    fact.Fact
		want string
	}{
		{fact.Fact{Kind: "config-default", Name: "a.b", Change: "default changed", From: "1", To: "2"}, "setting a.b changed: 1 → 2"},
		{fact.Fact{Kind: "config-default", Name: "a.b", Change: "default changed", To: "2"}, "setting a.b changed: nothing → 2"},
		{fact.Fact{Kind: "data-changed", Name: "a.b", Change: "added", To: "2"}, "key a.b added: 2"},
		{fact.Fact{Kind: "data-changed", Name: "features.default.json", Change: "removed", From: "json"}, "json removed from features.default"},
		{fact.Fact{Kind: "data-changed", Name: "features.default.json", Change: "added", To: "json"}, "json added to features.default"},
		{fact.Fact{Kind: "config-default", Name: "password", Change: "changed"}, "setting password changed"}, // its values are not told
		{fact.Fact{Kind: "dependency-removed", Name: "x", Scope: "devDependencies", Change: "removed", From: "1"}, "dependency x (devDependencies) removed: was 1"},
		{fact.Fact{Kind: "build-changed", Field: "RUN", Name: "RUN", Change: "changed", From: "a", To: "b"}, "RUN changed: a → b"},
		{
			fact.Fact{Kind: "docker-instruction", Field: "HEALTHCHECK", Name: "HEALTHCHECK", Change: "changed", From: "CMD wget --quiet --tries=1 --output-document=/dev/null http://localhost:5000/alive", To: "CMD wget -Y off --quiet --tries=1 --output-document=/dev/null http://localhost:5000/alive"},
			"HEALTHCHECK changed: … wget … → … wget -Y off …",
		},
		{fact.Fact{Kind: "build-changed", Name: "all", Change: "target added"}, "make target all added"},
		{fact.Fact{Kind: "migration-removed", Name: "1_a.py", Change: "migration removed"}, "migration 1_a.py removed"},
		{fact.Fact{Kind: "migration-edited", Name: "users", Change: "migration edited", To: "data changed"}, "migration users edited: data changed"},
		{fact.Fact{Kind: "migration-lossy", Name: "users.email", Change: "column dropped"}, "column users.email dropped"},
		{fact.Fact{Kind: "migration-lock", Name: "users.email", Change: "type changed", From: "text", To: "int"}, "type of users.email changed: text → int"},
		{fact.Fact{Kind: "migration-lock", Name: "users.email", Change: "not null"}, "column users.email may not be null"},
		{fact.Fact{Kind: "migration-changed", Name: "users.email", Change: "null allowed"}, "column users.email may be null"},
		{fact.Fact{Kind: "migration-changed", Name: "color", Change: "enum value added", To: "red"}, "enum color value added: red"},
		{fact.Fact{Kind: "workflow-action", Field: "action", Name: "a/b", Change: "changed", From: "8ade", To: "b4ff", FromTag: "v4.1.0", ToTag: "v4.1.1"}, "action a/b changed: v4.1.0 → v4.1.1, as a comment says"},
		{fact.Fact{Kind: "dependency-minor", Name: "x", Scope: "indirect", Change: "minor", From: "1.1", To: "1.2"}, "dependency x (indirect) minor: 1.1 → 1.2"},
	} {
		if got := wording.Of(&test.f); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}
