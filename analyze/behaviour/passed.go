package behaviour

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/alike"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/edit"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/idle"
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
		return e.Base.Is(lang.RoleIf) && acc.isSet(e.Base.Kids[0]) || e.Base.Is(lang.RoleAssign) && e.Base.Kids[0].Is(lang.RoleName, lang.RoleMember) && acc.isGone(tree.LastName(e.Base.Kids[0]))
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
		if !acc.isSet(k) && !k.Some(func(n *tree.Node) bool { return n.Is(lang.RoleName, lang.RoleMember) && acc.isGone(n.Text) }) {
			return false
		}
	}
	return dropped > 0
}

// isSet reports whether a condition asks nothing but whether a field has a value which the change sets to one, where it was null.
func (acc *account) isSet(n *tree.Node) bool {
	return n.Is(lang.RoleName, lang.RoleMember) && acc.setNow[tree.LastName(n)]
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

// isIdle reports whether what an event adds or removes changes nothing where it stands.
func (c *compared) isIdle(e *event) bool {
	if e.only() == nil || c.unit.a == nil {
		return e.Kind != edit.SignatureChanged && (idle.Marks(e.only()) || idle.IsUnit(e.only()))
	}
	own, other := c.sides(e)
	sets := e.Kind == edit.ValueChanged || e.Kind == edit.GuardAdded || e.Kind == edit.GuardRemoved
	return sets && idle.Plumbs(e.only(), own, other) || idle.Is(e.only(), own, other) || e.Head == nil && idle.AsksGone(e.Base, own, other)
}

// movesInto reports whether an event removes what a function does that its function calls only now, or calls such a function
// with code in it: it makes use of one that was there before. Or the other way round.
func (acc *account) movesInto(c *compared, e *event) bool {
	n := e.only()
	if c.unit.a == nil || n == nil {
		return false
	}
	own, other := c.sides(e)
	side := e.otherSide()
	if idle.HandlesElsewhere(n, own, other, func(name string) []*tree.Node { return acc.definitions[side][name] }) {
		return true
	}
	if call := n.Unawaited(); call.Is(lang.RoleCall) && alike.HoldsCode(call) && acc.helps(call, 1-side, other) != nil {
		return slices.ContainsFunc(c.events, func(o event) bool {
			return o.only() != nil && (o.Base == nil) != (e.Base == nil) && acc.movesInto(c, &o)
		})
	}
	if n.Is(lang.RoleTry) && len(n.Kids) == 2 && n.Kids[1].Is(lang.RoleCatch) { // what it handles is handed over
		n = n.Kids[1].Kids[1]
	} else if n.Size < minGiven {
		return false
	}
	return other.Some(func(k *tree.Node) bool {
		helper := acc.helps(k, side, own)
		return helper != nil && len(n.Kids) > 0 && tree.Held(n, helper) >= minHeld
	})
}

// minGiven is the minimum size of code that is known again in another function.
const minGiven = 6

// helps returns the function that a call of one side calls, if both sides have it, and the function of the other side does not
// call it; nil for others.
func (acc *account) helps(call *tree.Node, side int, other *tree.Node) *tree.Node {
	if !call.Is(lang.RoleCall) {
		return nil
	}
	name := tree.LastName(call.Kids[0])
	if name == "" || acc.changes(name) || other.Some(func(k *tree.Node) bool { return k.Is(lang.RoleCall) && tree.Same(k.Kids[0], call.Kids[0]) }) {
		return nil
	}
	for _, d := range acc.definitions[side][name] {
		if d.Is(lang.RoleFunction) {
			return d
		}
	}
	return nil
}

// losesResult reports whether an event removes the return of nothing, and its function has other parameters or another result.
func (acc *account) losesResult(e *event) bool {
	n := e.only()
	return n.Is(lang.RoleReturn) && n.Kid(0).Is(lang.RoleNull) && e.Kind == edit.ReturnChanged && len(e.Symbols) > 0 && acc.resigned[edit.LastOf(e.Symbols[len(e.Symbols)-1])]
}

// loopsElsewhere reports whether an event adds or removes a loop, and the other side of the change has all that is done in it:
// another loop may do it.
func (acc *account) loopsElsewhere(e *event) bool {
	if !e.only().Is(lang.RoleLoop) || len(e.Kept) > 0 {
		return false
	}
	done := make(atoms)
	count(e.only().Kids[1], nil, nil, done)
	return len(done) > 0 && done.share(acc.other(e)) == 1
}

// returnsIn reports whether an event adds or removes the value at the end of a function, where the other version ends with a call
// of its method: "x.f(); x" and "x.f()" are the same where f returns what it is called on.
func (c *compared) returnsIn(e *event) bool {
	if e.Kind != edit.ReturnChanged || e.only() == nil || c.unit.a == nil {
		return false
	}
	_, other := c.sides(e)
	return idle.Ends(other, e.only())
}
