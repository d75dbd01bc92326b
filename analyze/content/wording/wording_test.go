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
		{fact.Fact{Kind: "config-default", Name: "a.b", Change: "default changed", From: "1", To: "2"}, "setting a.b default changed: 1 → 2"},
		{fact.Fact{Kind: "config-default", Name: "a.b", Change: "default changed", To: "2"}, "setting a.b default changed: nothing → 2"},
		{fact.Fact{Kind: "data-changed", Name: "a.b", Change: "added", To: "2"}, "key a.b added: 2"},
		{fact.Fact{Kind: "config-default", Name: "password", Change: "changed"}, "setting password changed"}, // its values are not told
		{fact.Fact{Kind: "dependency-removed", Name: "x", Scope: "devDependencies", Change: "removed", From: "1"}, "dependency x (devDependencies) removed: was 1"},
		{fact.Fact{Kind: "build-changed", Field: "RUN", Name: "RUN", Change: "changed", From: "a", To: "b"}, "RUN changed: a → b"},
		{
			fact.Fact{Kind: "docker-instruction", Field: "HEALTHCHECK", Name: "HEALTHCHECK", Change: "changed", From: "CMD wget --quiet --tries=1 --output-document=/dev/null http://localhost:5000/alive", To: "CMD wget -Y off --quiet --tries=1 --output-document=/dev/null http://localhost:5000/alive"},
			"HEALTHCHECK changed: … wget … → … wget -Y off …",
		},
		{fact.Fact{Kind: "build-changed", Name: "all", Change: "target added"}, "make target all target added"},
	} {
		if got := wording.Of(&test.f); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}
