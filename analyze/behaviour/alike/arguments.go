package alike

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// IsReceived reports whether a function gets a value as its first argument, and the other version calls or reads a
// member of that name of the value: f(x, y) and x.f(y), f(x) and x.f.
func IsReceived(call, member *tree.Node) bool {
	if !call.Is(lang.RoleCall) || !call.Kids[0].Is(lang.RoleName) || len(call.Kids) < 2 {
		return false
	}
	callee, rest := member, []*tree.Node(nil)
	if member.Is(lang.RoleCall) {
		callee, rest = member.Kids[0], member.Kids[1:]
	}
	if !callee.Is(lang.RoleMember) || callee.Text != call.Kids[0].Text || !tree.Same(callee.Kid(0), call.Kids[1]) || len(rest) != len(call.Kids)-2 {
		return false
	}
	return slices.EqualFunc(call.Kids[2:], rest, func(x, y *tree.Node) bool { return tree.Same(x, y) || IsLabelled(y, x) || IsLabelled(x, y) })
}

// IsPacked reports whether a list of arguments is one literal with keys for the values of the other list.
func IsPacked(one, values []*tree.Node) bool {
	if len(one) != 1 || len(values) < 2 || !one[0].Is(lang.NoRole, tree.RoleList) || len(one[0].Kids) != len(values) {
		return false
	}
	for _, k := range one[0].Kids {
		if k.Is(lang.RolePair) && len(k.Kids) == 1 {
			k = k.Kids[0]
		}
		if !tree.HasSame(values, k) {
			return false
		}
	}
	return true
}

// SameNamed reports whether two lists of arguments differ in the order of named arguments only.
func SameNamed(aa, ab []*tree.Node) bool {
	if len(aa) != len(ab) {
		return false
	}
	for i := range aa {
		if !tree.Same(aa[i], ab[i]) && !(aa[i].Role == lang.RolePair && ab[i].Role == lang.RolePair && tree.HasSame(ab, aa[i]) && tree.HasSame(aa, ab[i])) {
			return false
		}
	}
	return true
}

// IsLabelled reports whether named gives value a name.
func IsLabelled(named, value *tree.Node) bool {
	return named.Is(lang.RolePair) && len(named.Kids) == 1 && tree.Same(named.Kids[0], value)
}

// IsExchanged reports whether argument i of a was exchanged with another argument in b.
func IsExchanged(a, b []*tree.Node, i int) bool {
	for j := range b {
		if j != i && tree.Same(a[i], b[j]) && tree.Same(a[j], b[i]) {
			return true
		}
	}
	return false
}

// BoundTo returns the function literal among two arguments of which the other is the instance that it runs for, nil
// for others: f(function () { ... }, this).
func BoundTo(args []*tree.Node) *tree.Node {
	if len(args) == 2 && args[0].Role == lang.RoleFunction && args[1].IsSelf() {
		return args[0]
	}
	return nil
}

// KeyOf returns the name of a value that is a key.
func KeyOf(n *tree.Node) string {
	if n.Role == lang.RoleString {
		return n.Text
	}
	return tree.LastName(n)
}

// HoldsCode reports whether a call is handed code to run.
func HoldsCode(call *tree.Node) bool {
	return slices.ContainsFunc(call.Kids[1:], func(k *tree.Node) bool {
		return k.Some(func(m *tree.Node) bool { return m.Is(lang.RoleFunction) })
	})
}

// Entry returns the constants that only one of two lists of values has among others that they share, as of a structure that has
// one more member; empty where more differs.
func Entry(a, b *tree.Node) (was, is string) {
	if a.Role != b.Role || !a.Is(lang.NoRole, tree.RoleList) || a.Text != b.Text || len(a.Kids) == len(b.Kids) {
		return "", ""
	}
	more, less := b.Kids, a.Kids
	if len(less) > len(more) {
		more, less = less, more
	}
	i := 0
	for i < len(less) && tree.Same(less[i], more[i]) {
		i++
	}
	extra := len(more) - len(less)
	if !tree.SameAll(less[i:], more[i+extra:]) {
		return "", ""
	}
	text := "entry"
	for _, k := range more[i : i+extra] {
		if !IsConstant(k) {
			return "", ""
		}
		text += " " + k.Text
	}
	if len(b.Kids) > len(a.Kids) {
		return "", text
	}
	return text, ""
}
