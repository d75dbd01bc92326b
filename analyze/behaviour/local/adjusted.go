package local

import (
	"cmp"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// An adjustment is a local variable that begins as one value and is altered under conditions, or by
// operators such as +=, before it is used.
type adjustment struct {
	name  string
	first *tree.Node          // the Assign that sets it first
	later map[*tree.Node]bool // the other Assigns
	reads int                 // outside of these
	level int                 // the number of conditions that first is under
	inner bool                // each of the other Assigns alters it, or is under one more condition
}

// inlineAdjusted puts the first values of local variables that only one version of the function has in
// the place of the variables, where the other version has the same value in the same place. What alters them stays: it is
// what differs. "x := f(a); if c { x = g(x) }; return x" becomes "if c { x = g(x) }; return f(a)", which is
// "return f(a)" with a check in front of it.
func inlineAdjusted(fn, other *tree.Node, locals, others map[string]*binding, otherNames map[string]bool) {
	var found []adjustment
	for name, b := range locals {
		if others[name] == nil && !otherNames[name] && b.stores > 1 {
			if a, ok := adjusted(fn, name); ok && other.Some(func(k *tree.Node) bool { return tree.Same(k, a.first.Kids[1]) }) && areUsedAlike(fn, other, &a) {
				found = append(found, a)
			}
		}
	}
	slices.SortFunc(found, func(x, y adjustment) int {
		return cmp.Or(cmp.Compare(x.first.Start, y.first.Start), cmp.Compare(x.name, y.name))
	})
	if len(found) > maxInlined {
		return
	}
	for _, a := range found {
		if detach(fn, a.first) {
			replaceOutside(fn, a.name, a.first.Kids[1], a.later)
		}
	}
}

// areUsedAlike reports whether another version of a function has the first value of a variable wherever the function reads the
// variable behind what alters it: as the same part of a node of the same kind, of a call of the same function. Elsewhere, the
// first value is not what the function uses there, and nothing may be told of it as if it were.
func areUsedAlike(fn, other *tree.Node, a *adjustment) bool {
	type place struct {
		role   lang.Role
		op     string
		callee string
		at     int
	}
	at := func(n *tree.Node, i int) place {
		if n.Is(lang.RoleReturn, lang.RoleBlock, lang.RoleTernary) { // it may be the result
			return place{role: lang.RoleReturn}
		}
		p := place{role: n.Role, op: n.Op, at: i}
		if n.Is(lang.RoleCall, lang.RoleNew) && i > 0 {
			p.callee = tree.LastName(n.Kids[0])
		}
		return p
	}
	there := make(map[place]bool)
	other.Walk(func(n *tree.Node) bool {
		for i, k := range n.Kids {
			if tree.Same(k, a.first.Kids[1]) {
				there[at(n, i)] = true
			}
		}
		return true
	})
	alike := true
	fn.Walk(func(n *tree.Node) bool {
		if a.later[n] {
			return false
		}
		for i, k := range n.Kids {
			if k.Is(lang.RoleName) && k.Text == a.name && n != a.first && !there[at(n, i)] {
				alike = false
			}
		}
		return alike
	})
	return alike
}

// adjusted returns how a function uses a local variable, if it is set once without a condition and all
// other Assigns alter it.
func adjusted(fn *tree.Node, name string) (adjustment, bool) {
	a := adjustment{name: name, later: make(map[*tree.Node]bool), inner: true}
	adjust(fn.Kids[1], &a, 0)
	if a.first == nil || a.first.Op != "=" || len(a.later) == 0 || !a.inner || a.reads == 0 || a.reads > maxUses || a.first.Kids[1].Size > maxValue {
		return a, false
	}
	value := a.first.Kids[1]
	return a, !value.Some(func(k *tree.Node) bool { return k.Role == lang.RoleName && k.Text == name }) &&
		value.Some(func(k *tree.Node) bool { return k.Is(lang.RoleName, lang.RoleMember, lang.RoleCall) })
}

// adjust notes the uses of a variable in a node, which is under some conditions.
func adjust(n *tree.Node, a *adjustment, level int) {
	switch {
	case n.Is(lang.RoleName) && n.Text == a.name:
		a.inner = a.inner && a.first != nil && level >= a.level
		a.reads++
		return
	case n.Is(lang.RoleParameter) && n.Text == a.name, n.Is(lang.RoleLoop) && assigns(n, a.name):
		a.inner = false
		return
	case n.Is(lang.RoleAssign) && n.Kids[0].Is(lang.RoleName) && n.Kids[0].Text == a.name:
		if a.first == nil {
			a.first, a.level = n, level
			break
		}
		a.later[n] = true
		a.inner = a.inner && (level > a.level || level == a.level && n.Op != "=")
		return
	case n.Is(lang.RoleAssign) && n.Kids[0].Some(func(k *tree.Node) bool { return k.Is(lang.RoleName) && k.Text == a.name }) && !n.Kids[0].Is(lang.RoleMember, lang.RoleIndex):
		a.inner = false // one of several that are set at once
		return
	}
	for i, k := range n.Kids {
		if k != nil && !(i == 0 && n.Is(lang.RoleAssign) && n == a.first) {
			under := 0
			if i > 0 && n.Is(lang.RoleIf, lang.RoleSwitch, lang.RoleTry, lang.RoleFunction) {
				under = 1
			}
			adjust(k, a, level+under)
		}
	}
}

// assigns reports whether a node sets a variable.
func assigns(n *tree.Node, name string) bool {
	return n.Some(func(k *tree.Node) bool {
		return k.Is(lang.RoleAssign) && k.Kids[0].Is(lang.RoleName) && k.Kids[0].Text == name
	})
}

// replaceOutside puts a value in the place of a name, except in some nodes.
func replaceOutside(n *tree.Node, name string, value *tree.Node, except map[*tree.Node]bool) {
	n.Walk(func(n *tree.Node) bool {
		if except[n] {
			return false
		}
		replaceIn(n, name, value)
		return n != value
	})
}
