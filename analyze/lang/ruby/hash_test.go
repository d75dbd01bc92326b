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

// What a change does to the hash of the body of a class: constants, methods and accessors have
// hashes of their own.
func TestTypeHash(t *testing.T) {
	const base = "class A\n  LIMIT = 1\n  attr_reader :a\n  include B\n  def f = 1\nend\n"
	tests := []struct {
		name, src string
		same      bool
	}{
		{"value of a constant", "class A\n  LIMIT = 2\n  attr_reader :a\n  include B\n  def f = 1\nend\n", true},
		{"another constant", "class A\n  LIMIT = 1\n  SIZE ||= 3\n  attr_reader :a\n  include B\n  def f = 1\nend\n", true},
		{"another accessor", "class A\n  LIMIT = 1\n  attr_reader :a, :b\n  attr_writer \"a\"\n  include B\n  def f = 1\nend\n", true},
		{"another method", "class A\n  LIMIT = 1\n  attr_reader :a\n  include B\n  def f = 2\n  def g = 1\nend\n", true},
		{"another module", "class A\n  LIMIT = 1\n  attr_reader :a\n  include C\n  def f = 1\nend\n", false},
		{"accessors by names that are not known", "class A\n  LIMIT = 1\n  attr_reader :a, *names\n  include B\n  def f = 1\nend\n", false},
		{"an accessor of another class", "class A\n  LIMIT = 1\n  attr_reader :a\n  C.attr_reader :b\n  include B\n  def f = 1\nend\n", false},
		{"a private accessor", "class A\n  LIMIT = 1\n  private attr_reader :a\n  include B\n  def f = 1\nend\n", false},
	}
	want := langtest.Parse(t, Language(), []byte(base)).Defs[0].BodyHash
	for _, test := range tests {
		got := langtest.Parse(t, Language(), []byte(test.src)).Defs[0].BodyHash
		if (got == want) != test.same {
			t.Errorf("%s: same hash is %v, want %v", test.name, got == want, test.same)
		}
	}
}
