package behaviour

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/alike"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/edit"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/names"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// dropsGone reports whether an event only drops uses of fields that are gone: something else may hold what they held.
func (acc *account) dropsGone(e *event) bool {
	if e.Base == nil {
		return false
	}
	if e.Head == nil {
		return e.Base.Is(lang.RoleAssign) && e.Base.Kids[0].Is(lang.RoleName, lang.RoleMember) && acc.isGone(tree.LastName(e.Base.Kids[0]))
	}
	if !e.Base.Is(lang.RoleBinary) || !tree.IsLogical(e.Base.Op) {
		return false
	}
	dropped := 0
	left := alike.Operands(e.Head, nil)
	for _, k := range alike.Operands(e.Base, nil) {
		if tree.HasSame(left, k) {
			continue
		}
		dropped++
		if !k.Some(func(n *tree.Node) bool { return n.Is(lang.RoleName, lang.RoleMember) && acc.isGone(n.Text) }) {
			return false
		}
	}
	return dropped > 0
}

// isGone reports whether a symbol is gone, and no code of head has its name, or a field of the name that base sets where
// it declares it is gone: another type may have one, too.
func (acc *account) isGone(name string) bool {
	return name != "" && acc.symbols[0][name] && (!acc.names[1].All[name] || acc.fields[0][name])
}

// passesOn reports whether an event adds a way out, or takes one away, that only passes on the result of a function which
// the change adds, or takes away: both have that way out, and so has the other version, which has its code.
func (acc *account) passesOn(c *compared, e *event) bool {
	n, bodies := e.only(), acc.came
	if e.Head == nil {
		bodies = acc.went
	}
	if c.unit.a == nil || !n.Is(lang.RoleIf) || !isPlain(n.Kids[0]) || len(n.Kids[2].Kids) > 0 || len(n.Kids[1].Kids) != 1 {
		return false
	}
	own, other := c.sides(e)
	out := n.Kids[1].Kids[0]
	has := func(in *tree.Node) bool { return in.Some(func(k *tree.Node) bool { return tree.Same(k, out) }) }
	asked := names.Of(n.Kids[0])
	return out.Is(lang.RoleReturn) && has(other) && own.Some(func(k *tree.Node) bool {
		return k.Is(lang.RoleAssign) && asked[tree.LastName(k.Kids[0])] && k.Kids[1].Some(func(call *tree.Node) bool {
			return call.Is(lang.RoleCall) && bodies[tree.LastName(call.Kids[0])] != nil && has(bodies[tree.LastName(call.Kids[0])])
		})
	})
}

// handsOver reports whether an event adds a call of a function that the change adds, and that has most of what the
// function which calls it loses, or the other way round.
func (acc *account) handsOver(c *compared, e *event) bool {
	name := called(e.only())
	if name == "" || c.unit.a == nil {
		return false
	}
	given := make(atoms)
	for _, o := range c.events {
		if e.Base == nil {
			given.add(o.loss, 1)
		} else {
			given.add(o.gain, 1)
		}
	}
	if e.Base == nil {
		return acc.came[name] != nil && e.gain.share(given) >= maxMoved
	}
	return acc.went[name] != nil && e.loss.share(given) >= maxMoved
}

// isRepacked reports whether two patterns bind the same names, and one of them has what the other is as a part: a type
// that is in another one now.
func isRepacked(e *event) bool {
	if e.only() != nil || e.Kind != edit.ConditionChanged {
		return false
	}
	a, b := alike.Leaf(e.Base, e.Head)
	isPattern := func(n *tree.Node) bool { return n.Is(lang.NoRole) && strings.HasSuffix(n.Text, "_pattern") }
	return isPattern(a) && isPattern(b) && (alike.Within(a, b) || alike.Within(b, a)) && slices.Equal(bound(a), bound(b))
}

// bound returns the names that a pattern may bind.
func bound(pattern *tree.Node) []string {
	var names []string
	pattern.Walk(func(k *tree.Node) bool {
		if k.Is(lang.RoleName) && !alike.IsCapital(k.Text) && !strings.Contains(k.Text, ":") {
			names = append(names, k.Text)
		}
		return true
	})
	return names
}

// joinsStore reports whether an event is part of a value that a call returns now where it was computed beside it:
// "v = x; f(y)" and "v = f(y)", or the other way round.
func (c *compared) joinsStore(e *event) bool {
	return slices.ContainsFunc(c.events, func(o event) bool {
		return slices.Equal(o.Symbols, e.Symbols) && (areJoined(e, &o) || areJoined(&o, e))
	})
}

// areJoined reports whether one event puts the value of a statement into a variable that the other one sets no longer,
// or the other way round.
func areJoined(stores, drops *event) bool {
	if stores.only() != nil || !drops.only().Is(lang.RoleAssign) {
		return false
	}
	call, store := stores.Base, stores.Head
	if drops.Head != nil {
		call, store = store, call
	}
	return call.Is(lang.RoleCall) && store.Is(lang.RoleAssign) && tree.Same(store.Kids[1], call) && tree.Same(store.Kids[0], drops.only().Kids[0])
}

// unpacks reports whether an event only sets variables that the other version sets with others at once:
// "if c { p = f(x); x = p[0] }" and "[x] = f(x)".
func (c *compared) unpacks(e *event) bool {
	n := e.only()
	if c.unit.a == nil || !n.Is(lang.RoleIf, lang.RoleAssign) {
		return false
	}
	own, other := c.sides(e)
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

// isDead reports whether an event only sets a local variable that nothing reads after it.
func (c *compared) isDead(e *event) bool {
	n := e.only()
	if c.unit.a == nil || !n.Is(lang.RoleAssign) || n.Op != "=" || !n.Kids[0].Is(lang.RoleName) || alike.IsField(n.Kids[0]) || tree.Effect(n.Kids[1]) != nil {
		return false
	}
	fn, _ := c.sides(e)
	name := n.Kids[0].Text
	return declaresIn(fn, name, false) && !fn.Some(func(k *tree.Node) bool {
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

// fallsBack reports whether an event is a check for null that leaves the function, where the other version leaves it by a
// fallback operator: "if v == null { throw e }" and "v ?? throw e".
func (c *compared) fallsBack(e *event) bool {
	check := e.only()
	if c.unit.a == nil || !check.Is(lang.RoleIf) || len(check.Kids[1].Kids) != 1 || len(check.Kids[2].Kids) > 0 || !tree.Leaves(check.Kids[1]) {
		return false
	}
	_, other := c.sides(e)
	return other.Some(func(k *tree.Node) bool {
		return k.Is(lang.RoleBinary) && alike.IsFallback(k.Op) && len(k.Kids) == 2 && tree.Same(k.Kids[1], check.Kids[1].Kids[0]) &&
			check.Kids[0].Some(func(v *tree.Node) bool { return tree.Same(v, k.Kids[0]) })
	})
}
