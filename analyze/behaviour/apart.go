package behaviour

import (
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/edit"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// areApart reports whether what an event adds or removes, and what another one has on the other side, are about different
// things, so that none takes the place of the other: they have no name in common. A call is of a function that
// the other version does not call at all; checks ask no local variable that is set in the function, as that may
// stand for anything.
func (c *compared) areApart(e, o *event) bool {
	if c.unit.a == nil {
		return false
	}
	own, n := e.only(), o.Base
	in, with, file := c.unit.b, c.unit.a, c.from.base.root
	if e.Head == nil {
		n, in, with, file = o.Head, with, in, c.unit.file.head.root
	}
	if shareNames(own, n) || callsOwn(file, n) {
		return false
	}
	if partOf(e) == partCheck {
		return !asksLocal(own, in) && !asksLocal(n, with)
	}
	name := called(own)
	if own.Is(lang.RoleAssign) {
		name = called(own.Kids[1])
	}
	return name != "" && !with.Some(func(k *tree.Node) bool { return k.Is(lang.RoleName, lang.RoleMember) && tree.LastName(k) == name })
}

// shareNames reports whether two pieces of code have a name in common, or one of them has none.
func shareNames(a, b *tree.Node) bool {
	own, other := namesOf(a), namesOf(b)
	for name := range own {
		if other[name] {
			return true
		}
	}
	return len(own) == 0 || len(other) == 0
}

// callsOwn reports whether code calls a function that its file declares.
func callsOwn(file, n *tree.Node) bool {
	called := make(map[string]bool)
	n.Walk(func(k *tree.Node) bool {
		if k.Is(lang.RoleCall) {
			called[tree.LastName(k.Kids[0])] = true
		}
		return true
	})
	return len(called) > 0 && file.Some(func(k *tree.Node) bool { return k.Is(lang.RoleFunction) && k.Text != "" && called[edit.LastOf(k.Text)] })
}

// namesOf returns the names of variables, members and functions in code.
func namesOf(n *tree.Node) map[string]bool {
	out := make(map[string]bool)
	n.Walk(func(k *tree.Node) bool {
		if k.Is(lang.RoleName, lang.RoleMember) && !k.IsSelf() && k.Text != "" {
			out[k.Text] = true
		}
		return true
	})
	return out
}

// asksLocal reports whether code has a name that a function gives a value.
func asksLocal(n, function *tree.Node) bool {
	names := namesOf(n)
	return function.Some(func(k *tree.Node) bool {
		if !k.Is(lang.RoleAssign) {
			return false
		}
		for name := range namesOf(k.Kids[0]) {
			if names[name] {
				return true
			}
		}
		return false
	})
}
