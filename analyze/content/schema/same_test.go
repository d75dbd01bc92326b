package schema_test

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/analyze/content/schema"
)

func TestSame(t *testing.T) {
	for _, test := range []struct {
		path, old, new string
		want           bool
	}{
		{"a.proto", "// a\npackage a;\n", "package a; /* b\n */\n", true},
		{"a.proto", "package a;", "package b;", false},
		{"a.proto", `option a = "x // y";`, `option a = "x // z";`, false},
		{"a.proto", `option a = "\" // y";`, `option a = "\" // z";`, false},
		{"a.proto", "package a; /* b", "package a; /* c", false},
		{"a.graphql", "type A { b: C } # d", "type A {\n  b: C\n}", true},
		{"a.graphql", `"d" type A`, `"e" type A`, false},
		{"a.prisma", "model A {\n a Int // b\n}", "model A {\n a Int\n}", true},
		{"a.yaml", "a: 1", "a: 1", false}, // others know
	} {
		p := fact.Pair{Old: &fact.File{Path: test.path, Content: []byte(test.old)}, New: &fact.File{Path: test.path, Content: []byte(test.new)}}
		if got := schema.Same(&p); got != test.want {
			t.Errorf("%s: %q and %q: %v", test.path, test.old, test.new, got)
		}
	}
}
