package ruby

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/lang/langtest"
)

// What a change does to the hash of the body of the only method.
func TestBodyHash(t *testing.T) {
	const base = "def query\n  run(<<~SQL)\n    select a\n  SQL\nend\n"
	tests := []struct {
		name, src string
		same      bool
	}{
		{"comment", "def query\n  # why\n  run(<<~SQL)\n    select a\n  SQL\nend\n", true},
		{"text of a here document", "def query\n  run(<<~SQL)\n    select b\n  SQL\nend\n", false},
		{"call", "def query\n  walk(<<~SQL)\n    select a\n  SQL\nend\n", false},
	}
	want := langtest.Parse(t, Language(), []byte(base)).Defs[0].BodyHash
	for _, test := range tests {
		got := langtest.Parse(t, Language(), []byte(test.src)).Defs[0].BodyHash
		if (got == want) != test.same {
			t.Errorf("%s: same hash is %v, want %v", test.name, got == want, test.same)
		}
	}
}
