package alike

import (
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/words"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// IsFlipped reports whether a call of a value's function takes the place of a call that got the value first:
// get(x, y) and x.as(y).
func IsFlipped(call, method *tree.Node) bool {
	return call.Is(lang.RoleCall) && method.Is(lang.RoleCall) && len(call.Kids) == len(method.Kids)+1 && method.Kids[0].Is(lang.RoleMember) &&
		tree.Same(call.Kids[1], method.Kids[0].Kid(0)) && tree.SameAll(call.Kids[2:], method.Kids[1:])
}

// IsCopied reports whether two calls copy or convert one value without arguments: x.clone() and x.to_string().
func IsCopied(a, b *tree.Node) bool {
	return a.Is(lang.RoleCall) && b.Is(lang.RoleCall) && len(a.Kids) == 1 && len(b.Kids) == 1 && a.Kids[0].Is(lang.RoleMember) && b.Kids[0].Is(lang.RoleMember) &&
		tree.Same(a.Kids[0].Kid(0), b.Kids[0].Kid(0)) && words.Copies(a.Kids[0].Text) && words.Copies(b.Kids[0].Text)
}

// AreCopies reports whether two members of one value copy or convert it: x.clone and x.copyOf.
func AreCopies(a, b *tree.Node) bool {
	return a.Is(lang.RoleMember) && b.Is(lang.RoleMember) && tree.Same(a.Kid(0), b.Kid(0)) && words.Copies(a.Text) && words.Copies(b.Text)
}

// IsUnpacked reports whether whole is the only field of the tuple that value is, maybe copied: id and id.0 of a
// type that wraps another.
func IsUnpacked(value, whole *tree.Node) bool {
	value, whole = Leaf(value, whole)
	found := false
	for !tree.Same(value, whole) {
		switch {
		case whole.Is(lang.RoleMember) && whole.Text == "0" && len(whole.Kids) == 1:
			found, whole = true, whole.Kids[0]
		case whole.Is(lang.RoleCall) && len(whole.Kids) == 1 && whole.Kids[0].Is(lang.RoleMember) && len(whole.Kids[0].Kids) == 1 && words.Copies(whole.Kids[0].Text):
			whole = whole.Kids[0].Kids[0]
		default:
			return false
		}
	}
	return found
}

// AsksSame reports whether a call asks a value itself what a comparison asks of it: s.empty() and s == "".
func AsksSame(call, comparison *tree.Node) bool {
	return call.Is(lang.RoleCall) && len(call.Kids) == 1 && call.Kids[0].Is(lang.RoleMember) && comparison.Is(lang.RoleBinary) &&
		tree.IsComparison(comparison.Op) && tree.HasSame(comparison.Kids, call.Kids[0].Kid(0))
}

// Leaf returns the innermost parts that hold all in which two values differ.
func Leaf(a, b *tree.Node) (*tree.Node, *tree.Node) {
	for a.Role == b.Role && a.Op == b.Op && len(a.Kids) == len(b.Kids) && (a.Text == b.Text || a.Role == lang.RoleMember) {
		differ := -1
		if a.Text != b.Text {
			return a, b
		}
		for i := range a.Kids {
			if !tree.Same(a.Kids[i], b.Kids[i]) {
				if differ >= 0 {
					return a, b
				}
				differ = i
			}
		}
		if differ < 0 || a.Kids[differ] == nil || b.Kids[differ] == nil {
			return a, b
		}
		a, b = a.Kids[differ], b.Kids[differ]
	}
	return a, b
}
