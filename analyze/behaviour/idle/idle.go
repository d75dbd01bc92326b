// Package idle says which checks and statements change nothing where they stand, so that a version of a function
// without them does the same.
//
// In: a statement that only one version of a function has, and both versions. Out: whether it changes nothing, and whether other
// code of the other side does what it did: a handler in a function that is called now, a name that a function had.
//
// Not decided here: what differs, and what calls do that are not known by their name.
package idle

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/alike"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/truth"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Is reports whether a statement that only one version of a function has changes nothing.
func Is(n, own, other *tree.Node) bool {
	return Marks(n) || IsUnit(n) || isDead(n, own) || isUnread(n, own) || isUnpacked(n, own, other) || fallsBack(n, other) || guardsLoop(n) || setsAnyway(n, own, other) ||
		putsBack(n, own, other) || leavesStill(n, own, other)
}

// leavesStill reports whether a statement leaves a function without a value, and the other version does so behind the same
// statement: that way out is there, too, in another branch.
func leavesStill(n, own, other *tree.Node) bool {
	if !n.Is(lang.RoleReturn) || len(n.Kids) > 0 {
		return false
	}
	var before *tree.Node
	own.Walk(func(k *tree.Node) bool {
		if i := slices.Index(k.Kids, n); i > 0 {
			before = k.Kids[i-1]
		}
		return before == nil
	})
	return before != nil && other.Some(func(k *tree.Node) bool {
		for i := 1; i < len(k.Kids); i++ {
			if tree.Same(k.Kids[i-1], before) && tree.Same(k.Kids[i], n) {
				return true
			}
		}
		return false
	})
}

// Marks reports whether a statement is a call that does nothing but tell a compiler that names are used: UNUSED(x).
func Marks(n *tree.Node) bool {
	if !n.Is(lang.RoleCall) || len(n.Kids) < 2 {
		return false
	}
	switch strings.ToLower(strings.Trim(tree.LastName(n.Kids[0]), "_")) {
	case "unused", "ignore_unused", "q_unused", "unused_parameter", "unreferenced_parameter", "unused_variable", "maybe_unused", "unused_arg", "unused_param":
	default:
		return false
	}
	return !slices.ContainsFunc(n.Kids[1:], func(k *tree.Node) bool { return !k.Is(lang.RoleName) })
}

// IsUnit reports whether a field is set to the only value of its type: () of Rust.
func IsUnit(n *tree.Node) bool {
	return n.Is(lang.RolePair) && n.Kids[0].Is(lang.RoleNull) && n.Kids[0].End-n.Kids[0].Start == uint32(len("()"))
}

// Plumbs reports whether a statement only sets local variables that the other version of the function does not have:
// what differs is what they are used for.
func Plumbs(n, own, other *tree.Node) bool {
	set := setBy(n)
	return len(set) > 0 && !slices.ContainsFunc(set, func(store *tree.Node) bool {
		name := store.Kids[0].Text
		return !declares(own, name, n.Is(lang.RoleIf)) || other.Some(func(k *tree.Node) bool { return k.Is(lang.RoleName, lang.RoleParameter) && k.Text == name })
	})
}

// setBy returns the assignments to plain names that a statement, or a branch without calls in its condition, consists
// of; nil where it does anything else.
func setBy(n *tree.Node) []*tree.Node {
	switch {
	case n.Is(lang.RoleAssign) && n.Kids[0].Is(lang.RoleName):
		return []*tree.Node{n}
	case n.Is(lang.RoleIf) && tree.Effect(n.Kids[0]) == nil:
		var out []*tree.Node
		for _, s := range slices.Concat(n.Kids[1].Kids, n.Kids[2].Kids) {
			set := setBy(s)
			if set == nil {
				return nil
			}
			out = append(out, set...)
		}
		return out
	}
	return nil
}

// declares reports whether a function declares a local variable, unset: without a value. A parameter is none: the caller may
// see what is stored in it.
func declares(fn *tree.Node, name string, unset bool) bool {
	return !fn.Some(func(k *tree.Node) bool { return k.Is(lang.RoleParameter) && k.Text == name }) && fn.Some(func(k *tree.Node) bool {
		return k.Is(lang.RoleBlock) && slices.Contains(k.Mods, name) || !unset && k.Is(lang.RoleAssign) && k.Declares && k.Kids[0].Is(lang.RoleName) && k.Kids[0].Text == name
	})
}

// isUnpacked reports whether a statement only sets variables that the other version sets with others at once:
// "if c { p = f(x); x = p[0] }" and "[x] = f(x)".
func isUnpacked(n, own, other *tree.Node) bool {
	if !n.Is(lang.RoleIf, lang.RoleAssign) {
		return false
	}
	stores := []*tree.Node{n}
	if n.Is(lang.RoleIf) {
		stores = slices.Concat(n.Kids[1].Kids, n.Kids[2].Kids)
	}
	return len(stores) > 0 && !slices.ContainsFunc(stores, func(s *tree.Node) bool {
		return !s.Is(lang.RoleAssign) || !s.Kids[0].Is(lang.RoleName) || !setsAmong(other, s.Kids[0].Text) || setsAmong(own, s.Kids[0].Text)
	})
}

// setsAmong reports whether a function sets a variable by a pattern.
func setsAmong(fn *tree.Node, name string) bool {
	return fn.Some(func(k *tree.Node) bool {
		return k.Is(lang.RoleAssign) && !k.Kids[0].Is(lang.RoleName, lang.RoleMember, lang.RoleIndex) &&
			k.Kids[0].Some(func(m *tree.Node) bool { return m.Is(lang.RoleName) && m.Text == name })
	})
}

// isDead reports whether a statement only sets a local variable that nothing reads after it.
func isDead(n, fn *tree.Node) bool {
	if !n.Is(lang.RoleAssign) || n.Op != "=" || !n.Kids[0].Is(lang.RoleName) || alike.IsField(n.Kids[0]) || tree.Effect(n.Kids[1]) != nil {
		return false
	}
	name := n.Kids[0].Text
	return declares(fn, name, false) && !fn.Some(func(k *tree.Node) bool {
		switch {
		case k.Is(lang.RoleName) && k.Text == name:
			return k.Start >= n.End
		case k.Is(lang.RoleLoop), k.Is(lang.RoleTry):
			return k.Start <= n.Start && n.End <= k.End // may be read in the next round, or by a handler
		case k.Is(lang.RoleFunction) && k != fn, k.Is(lang.NoRole) && len(k.Kids) == 0 && strings.Contains(k.Text, name):
			return k.Some(func(m *tree.Node) bool { return m.Is(lang.RoleName, lang.NoRole) && strings.Contains(m.Text, name) })
		}
		return false
	})
}

// isUnread reports whether a branch only sets local variables that nothing around it reads.
func isUnread(n, fn *tree.Node) bool {
	set := setBy(n)
	return n.Is(lang.RoleIf) && len(set) > 0 && !slices.ContainsFunc(set, func(store *tree.Node) bool {
		name := store.Kids[0].Text
		return !declares(fn, name, false) || alike.IsField(store.Kids[0]) || fn.Some(func(k *tree.Node) bool {
			return (k.Is(lang.RoleName) || k.Is(lang.NoRole) && len(k.Kids) == 0) && strings.Contains(k.Text, name) && (k.Start < n.Start || k.End > n.End)
		})
	})
}

// fallsBack reports whether a check for null leaves the function, where the other version leaves it by a fallback
// operator: "if v == null { throw e }" and "v ?? throw e".
func fallsBack(check, other *tree.Node) bool {
	if !check.Is(lang.RoleIf) || len(check.Kids[1].Kids) != 1 || len(check.Kids[2].Kids) > 0 || !tree.Leaves(check.Kids[1]) {
		return false
	}
	return other.Some(func(k *tree.Node) bool {
		return k.Is(lang.RoleBinary) && alike.IsFallback(k.Op) && len(k.Kids) == 2 && tree.Same(k.Kids[1], check.Kids[1].Kids[0]) &&
			check.Kids[0].Some(func(v *tree.Node) bool { return tree.Same(v, k.Kids[0]) })
	})
}

// putsBack reports whether a statement stores a local variable where its value came from, and the other version has no
// such variable: "v = x; f(&v); x = v" and "f(&x)".
func putsBack(n, own, other *tree.Node) bool {
	if !n.Is(lang.RoleAssign) || n.Op != "=" || !n.Kids[1].Is(lang.RoleName, lang.RoleMember) {
		return false
	}
	if tree.Same(n.Kids[0], n.Kids[1]) {
		return true
	}
	name, from := n.Kids[1].Text, n.Kids[0]
	return own.Some(func(k *tree.Node) bool {
		return k.Is(lang.RoleAssign) && k.Declares && k.Kids[0].Is(lang.RoleName) && k.Kids[0].Text == name && tree.Same(k.Kids[1], from)
	}) && !other.Some(func(k *tree.Node) bool { return k.Is(lang.RoleName) && k.Text == name }) && other.Some(func(k *tree.Node) bool { return tree.Same(k, from) })
}

// AsksGone reports whether a check of a function asks nothing but parameters that the function has no longer: its calls
// decide what it did.
func AsksGone(check, own, other *tree.Node) bool {
	if !check.Is(lang.RoleIf) || own == nil || other == nil || !own.Is(lang.RoleFunction) || !other.Is(lang.RoleFunction) || len(own.Kids[0].Kids) <= len(other.Kids[0].Kids) {
		return false
	}
	has := func(fn *tree.Node, name string) bool {
		return slices.ContainsFunc(fn.Kids[0].Kids, func(p *tree.Node) bool { return p.Text == name })
	}
	asked := false
	return !check.Kids[0].Some(func(k *tree.Node) bool {
		switch {
		case k.Is(lang.RoleName) && has(own, k.Text) && !has(other, k.Text):
			asked = true
			return false
		case k.Is(lang.RoleName):
			return true
		}
		return k.Is(lang.RoleCall, lang.RoleMember, lang.RoleIndex, lang.NoRole)
	}) && asked
}

// setsAnyway reports whether a check only asks whether a store would change something, and the other version stores
// anyway: "if x != v { x = v }" and "x = v", "if x == v { return }" in front of "x = v" at the end.
func setsAnyway(check, own, other *tree.Node) bool {
	if !check.Is(lang.RoleIf) || len(check.Kids[2].Kids) > 0 || len(check.Kids[1].Kids) != 1 || tree.Effect(check.Kids[0]) != nil {
		return false
	}
	only := check.Kids[1].Kids[0]
	if only.Is(lang.RoleAssign) {
		return isOpposed(check.Kids[0], only) && stores(other, only)
	}
	if !only.Is(lang.RoleReturn) || len(only.Kids) > 0 {
		return false
	}
	body := own.Kids[1].Kids
	if i := slices.Index(body, check); i < 0 || i != len(body)-2 {
		return false
	}
	last := body[len(body)-1]
	return last.Is(lang.RoleAssign) && setsVariable(last) && (truth.Opposite(check.Kids[0], unlike(last)) || compares(check.Kids[0], "==", last)) && stores(other, last)
}

// setsVariable reports whether an assignment only sets a variable. One to a field may run code: a setter, or what watches
// the field.
func setsVariable(store *tree.Node) bool {
	return store.Op == "=" && store.Kids[0].Is(lang.RoleName) && !alike.IsField(store.Kids[0])
}

// isOpposed reports whether a condition asks whether a store would change the variable that it sets.
func isOpposed(condition, store *tree.Node) bool {
	return setsVariable(store) && (truth.Equivalent(condition, unlike(store)) || compares(condition, "!=", store))
}

// compares reports whether a condition compares what a store stores in with what it stores, also without a conversion of types.
func compares(condition *tree.Node, op string, store *tree.Node) bool {
	return condition.Is(lang.RoleBinary) && len(condition.Kids) == 2 && (condition.Op == op || condition.Op == op+"=") &&
		tree.Same(condition.Kids[0], store.Kids[0]) && tree.Same(condition.Kids[1], store.Kids[1])
}

// unlike returns the condition that a store would change what it stores in.
func unlike(store *tree.Node) *tree.Node {
	target, value := store.Kids[0], store.Kids[1]
	if value.Is(lang.RoleBool) {
		asked := target
		if value.Text == "true" {
			asked = &tree.Node{Role: lang.RoleUnary, Op: "!", Kids: []*tree.Node{target.Copy()}}
			asked.Seal()
		}
		return asked
	}
	asked := &tree.Node{Role: lang.RoleBinary, Op: "!=", Kids: []*tree.Node{target.Copy(), value.Copy()}}
	asked.Seal()
	return asked
}

// stores reports whether a function has a store, and no check of what it stores in around it.
func stores(fn, store *tree.Node) bool {
	return fn.Some(func(k *tree.Node) bool {
		return k.Is(lang.RoleBlock) && slices.ContainsFunc(k.Kids, func(s *tree.Node) bool { return tree.Same(s, store) })
	}) && !fn.Some(func(k *tree.Node) bool {
		return k.Is(lang.RoleIf) && len(k.Kids[1].Kids) == 1 && tree.Same(k.Kids[1].Kids[0], store) && isOpposed(k.Kids[0], store)
	})
}

// guardsLoop reports whether a check only asks whether there is something for the loop in it to do: "if n > 0" around
// a loop from 0 to n, "if all is not empty" around a loop over all.
func guardsLoop(check *tree.Node) bool {
	if !check.Is(lang.RoleIf) || len(check.Kids[2].Kids) > 0 || len(check.Kids[1].Kids) == 0 || tree.Effect(check.Kids[0]) != nil && !asksSize(check.Kids[0]) {
		return false
	}
	body := check.Kids[1].Kids
	loop := body[len(body)-1]
	if !loop.Is(lang.RoleLoop) || loop.Op == "do" || slices.ContainsFunc(body[:len(body)-1], func(s *tree.Node) bool {
		return !s.Is(lang.RoleAssign) || !s.Declares || tree.Effect(s.Kids[1]) != nil
	}) {
		return false
	}
	asked := some(check.Kids[0])
	if asked == nil {
		return false
	}
	for _, limit := range limits(loop) {
		if tree.Same(limit, asked) || tree.Same(measured(limit), asked) {
			return true
		}
	}
	return false
}

// some returns the list or the number of which a condition asks whether it has, or is, more than nothing; nil for others.
func some(condition *tree.Node) *tree.Node {
	c := condition
	if c.Is(lang.RoleUnary) && c.Op == "!" && len(c.Kids) == 1 {
		return truth.Emptied(c.Kids[0])
	}
	if asked := truth.Positive(c); asked != nil {
		return truth.Emptied(asked)
	}
	if !c.Is(lang.RoleBinary) || len(c.Kids) != 2 {
		return nil
	}
	x, y, op := c.Kids[0], c.Kids[1], c.Op
	if x.Is(lang.RoleNumber) {
		x, y = y, x
		op = map[string]string{"<": ">", "<=": ">="}[op]
	}
	if y.Is(lang.RoleNumber) && (op == ">" && y.Text == "0" || op == ">=" && y.Text == "1") {
		return measured(x)
	}
	return nil
}

// asksSize reports whether a condition calls nothing but questions for a size.
func asksSize(n *tree.Node) bool { return some(n) != nil }

// measured returns what a size is the size of, any other value as it is.
func measured(n *tree.Node) *tree.Node {
	switch {
	case n.Is(lang.RoleCall) && len(n.Kids) == 1:
		return measured(n.Kids[0])
	case n.Is(lang.RoleCall) && len(n.Kids) == 2 && n.Kids[0].Is(lang.RoleName):
		switch n.Kids[0].Text {
		case "len", "count", "Int", "int", "UInt", "Long", "size_t":
			return measured(n.Kids[1])
		}
	case n.Is(lang.RoleMember) && len(n.Kids) == 1:
		switch n.Text {
		case "length", "size", "count", "Length", "Count", "len", "indices":
			return n.Kids[0]
		}
	}
	return n
}

// limits returns what a loop runs over, or up to.
func limits(loop *tree.Node) []*tree.Node {
	header := loop.Kids[0].Kids
	if len(header) == 0 {
		return nil
	}
	if loop.Op == "over" {
		all := header[len(header)-1]
		if all.Is(lang.RoleAssign) {
			all = all.Kids[1]
		}
		if all.Is(lang.RoleBinary) && len(all.Kids) == 2 && all.Kids[0].Is(lang.RoleNumber) && all.Kids[0].Text == "0" {
			return []*tree.Node{all.Kids[1], measured(all.Kids[1])}
		}
		return []*tree.Node{all}
	}
	condition := header[0]
	if len(header) == 3 {
		condition = header[1]
	}
	if condition.Is(lang.RoleBinary) && len(condition.Kids) == 2 && condition.Op == "<" && condition.Kids[0].Is(lang.RoleName) {
		return []*tree.Node{condition.Kids[1], measured(condition.Kids[1])}
	}
	return nil
}

// Ends reports whether a function ends with a call of a method of a value, or of what such a call returns.
func Ends(fn, value *tree.Node) bool {
	if value.Is(lang.RoleReturn) {
		value = value.Kid(0)
	}
	if value == nil || !fn.Is(lang.RoleFunction) || len(fn.Kids[1].Kids) == 0 {
		return false
	}
	end := fn.Kids[1].Kids[len(fn.Kids[1].Kids)-1]
	if end.Is(lang.RoleReturn) {
		end = end.Kid(0)
	}
	for end.Is(lang.RoleCall) && end.Kids[0].Is(lang.RoleMember) {
		if end = end.Kids[0].Kid(0); tree.Same(end, value) {
			return true
		}
	}
	return false
}
