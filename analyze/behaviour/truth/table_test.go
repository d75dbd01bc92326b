package truth

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

func TestTables(t *testing.T) {
	name := func(s string) *tree.Node { return &tree.Node{Role: lang.RoleName, Text: s} }
	join := func(op string, kids ...*tree.Node) *tree.Node {
		return &tree.Node{Role: lang.RoleBinary, Op: op, Kids: kids}
	}
	not := func(n *tree.Node) *tree.Node {
		return &tree.Node{Role: lang.RoleUnary, Op: "!", Kids: []*tree.Node{n}}
	}
	a, b, c := name("a"), name("b"), name("c")
	for _, tt := range []struct {
		name        string
		x, y        *tree.Node
		same, known bool
	}{
		{"one inside of the other", join("&&", join("||", a, b), c), join("||", join("&&", a, c), join("&&", b, c)), true, true},
		{"a negation of both", not(join("&&", a, b)), join("||", not(a), not(b)), true, true},
		{"another grouping", join("||", join("&&", a, b), c), join("&&", a, join("||", b, c)), false, true},
		{"other questions", join("&&", a, b), join("&&", a, c), false, false},
		{"one question", a, not(a), false, false},
	} {
		tt.x.Seal()
		tt.y.Seal()
		if same, known := Tables(tt.x, tt.y); same != tt.same || known != tt.known {
			t.Errorf("%s: same %v, known %v", tt.name, same, known)
		}
	}
}
