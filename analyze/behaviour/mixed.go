package behaviour

import (
	"context"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/alike"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/edit"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/symbols"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/words"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// maxMixed is the maximum number of events of a change whose restructured functions are reported
// when its tests expect something else. A larger change does more than its tests show.
const maxMixed = 10

// A larger change, of up to maxActing events, is meant to have an effect where at least one in leastActing of them has one
// for certain, and no function comes, goes or gets other parameters: no code can have moved to one, or out of one.
const (
	maxActing   = 40
	leastActing = 4
)

// isSmall reports whether the change has so few events, or so certain an effect, that what it chooses anew is another thing.
func (acc *account) isSmall() bool { return acc.events <= maxMixed || acc.intent == acting }

// intentOf returns what shows that a change of few events is meant to have an effect. At most left nodes of its tests are read.
func (acc *account) intentOf(ctx context.Context, in *Input, all []compared, left int) (intent, error) {
	if acc.events > maxActing {
		return unknown, nil
	}
	if acc.events <= maxMixed {
		expected, err := expects(ctx, in, symbols.Renamed(in.Set), left)
		switch {
		case err != nil:
			return unknown, err
		case expected:
			return tested, nil
		case in.Acts:
			return titled, nil
		}
	} else if in.Acts {
		return titled, nil
	} else if acc.reshapes() {
		return unknown, nil
	}
	if in.Restructures {
		return unknown, nil
	}
	if n := acc.acts(all); n > 0 && (acc.events <= maxMixed || n*leastActing >= acc.events) {
		return acting, nil
	}
	return unknown, nil
}

// reshapes reports whether functions come, go or get other parameters: code may have moved to one, or out of one.
func (acc *account) reshapes() bool { return len(acc.came)+len(acc.went)+len(acc.resigned) > 0 }

// isSame reports whether the versions of an event are known to be two ways to write one value.
func isSame(e *event) bool {
	a, b := alike.Leaf(e.Base, e.Head)
	return alike.IsCopied(e.Base, e.Head) || isUnpacked(e) || words.AreSynonyms(tree.LastName(a), tree.LastName(b)) ||
		alike.IsIndexed(a, b) || alike.IsIndexed(b, a)
}

// isBound reports whether two calls with the same arguments call one function, as the files of one side bind the name that it
// calls to the member that the other one calls: "const f = m.f".
func (acc *account) isBound(e *event) bool {
	if !e.Base.Is(lang.RoleCall) || !e.Head.Is(lang.RoleCall) || !tree.SameAll(e.Base.Kids[1:], e.Head.Kids[1:]) {
		return false
	}
	was, is := e.Base.Kids[0], e.Head.Kids[0]
	binds := func(side int, name, member *tree.Node) bool {
		return name.Is(lang.RoleName) && member.Is(lang.RoleMember) && tree.HasSame(acc.definitions[side][name.Text], member)
	}
	return binds(1, is, was) || binds(0, was, is)
}

// callsMoved reports whether an event calls a function where that is now.
func (acc *account) callsMoved(e *event) bool {
	was, is := called(e.Base), called(e.Head)
	from := acc.movedFrom[is]
	return from != "" && (was == from || was == is)
}

// isUnpacked reports whether one version of an event is the only field of the tuple that the other version is.
func isUnpacked(e *event) bool {
	return e.form == rewrapped && (alike.IsUnpacked(e.Base, e.Head) || alike.IsUnpacked(e.Head, e.Base))
}

// extracts reports whether code calls a function that only its side has, and that holds most of a value: the value went there.
// A text may be in any such function.
func extracts(functions map[string]*tree.Node, value, code *tree.Node) bool {
	for _, body := range functions {
		if value.Is(lang.RoleString) && len(value.Text) > 1 && has(body, value) {
			return true
		}
	}
	return code.Some(func(k *tree.Node) bool {
		if !k.Is(lang.RoleCall) {
			return false
		}
		body := functions[tree.LastName(k.Kids[0])]
		return body != nil && tree.Held(value, body) >= minHeld
	})
}

// acts returns how often a change does something certain that no restructuring does: a step that is new or
// gone, or another constant or operator.
func (acc *account) acts(all []compared) (times int) {
	for i := range all {
		sure, _, _ := acc.certain(&all[i])
		for _, e := range sure {
			if e.Kind != edit.LoggingChanged && e.Kind != edit.VisibilityChanged && e.Kind != edit.SignatureChanged && e.form != rewrapped && !e.alone {
				times++
			}
		}
	}
	return times
}

// preserves reports whether an event of a change whose tests expect something else may nevertheless preserve behaviour.
func (acc *account) preserves(e *event) bool {
	if e.Base == nil || e.Head == nil {
		return acc.moves(e) && !(acc.intent == tested && (acc.callsAnother(e) || acc.asksOther(e)))
	}
	if e.Kind == edit.LoopChanged && e.form == exact {
		return false
	}
	if acc.moves(e) || acc.migrates(e) && !acc.isWrappedByKnown(e) || e.Base.Is(lang.RolePair) && acc.renames(e) {
		return true
	}
	if acc.intent == tested && acc.checksMore(e.Head) {
		return false
	}
	return (e.form == replaced || e.form == rewrapped) && (acc.renames(e) || acc.calls(e.Base) || acc.calls(e.Head) && !acc.onlyNew(e.Head))
}

// isWrappedByKnown reports whether an event of a change whose tests expect something else hands a value to a function that
// base knows: in many places, too, that is no migration.
func (acc *account) isWrappedByKnown(e *event) bool {
	return acc.intent == tested && e.form == rewrapped && alike.Within(e.Base, e.Head) && e.Head.Is(lang.RoleCall) && acc.known(e.Head)
}

// checksMore reports whether code of head calls a new function that has a check of something which nothing that the
// change removes has: it is more than what went there.
func (acc *account) checksMore(n *tree.Node) bool {
	return n.Some(func(k *tree.Node) bool {
		if !k.Is(lang.RoleCall) {
			return false
		}
		name := tree.LastName(k.Kids[0])
		body := acc.came[name]
		return body != nil && !acc.resigned[name] && acc.went[name] == nil && body.Some(func(check *tree.Node) bool {
			if !check.Is(lang.RoleIf) {
				return false
			}
			asked := make(atoms)
			count(check.Kids[0], nil, nil, asked)
			return len(asked) > 0 && asked.share(acc.lost) == 0
		})
	})
}

// callsAnother reports whether what an event adds or removes is a call of a function that nothing on the other
// side of the change calls.
func (acc *account) callsAnother(e *event) bool {
	name := called(e.only())
	return name != "" && acc.other(e)[tree.MixText(tree.HashSeed, name)] == 0
}

// strange reports whether an event replaces a value by another that has names which not both versions of the
// files know, so that it may be another way to write the same.
func (acc *account) strange(e *event) bool {
	if e.only() != nil || e.another || e.form != replaced && e.form != rewrapped {
		return false
	}
	a, b := alike.Leaf(e.Base, e.Head)
	return !acc.known(a) || !acc.known(b)
}

// renames reports whether the versions of an event may be two ways to write one value: another
// receiver, namespace or key, a new name, or a call of the value without arguments.
func (acc *account) renames(e *event) bool {
	if alike.IsCopied(e.Base, e.Head) {
		return true
	}
	a, b := alike.Leaf(e.Base, e.Head)
	if a.Is(lang.RolePair) && b.Is(lang.RolePair) {
		return tree.SameAll(a.Kids, b.Kids)
	}
	if a.Is(lang.RoleName, lang.RoleMember) && b.Is(lang.RoleName, lang.RoleMember) {
		return unmarked(tree.LastName(a)) == unmarked(tree.LastName(b)) || !acc.known(a) || !acc.known(b)
	}
	if a.Is(lang.RoleCall, lang.RoleNew) && b.Is(lang.RoleCall, lang.RoleNew) {
		return tree.LastName(a) != "" && tree.LastName(a) == tree.LastName(b) && tree.SameAll(a.Kids[1:], b.Kids[1:])
	}
	return isGetter(a, b) || isGetter(b, a)
}

// unmarked returns a name without what marks variables: $a and @a are a.
func unmarked(name string) string { return strings.TrimLeft(name, "$@") }

// isGetter reports whether call calls value without arguments.
func isGetter(call, value *tree.Node) bool {
	return call.Is(lang.RoleCall) && len(call.Kids) == 1 && tree.Same(call.Kids[0], value)
}

// minRewritten is the minimum likeness of two versions of code that was written anew.
const minRewritten = 0.5

// rewritten reports whether an event is one half of a rewrite: it only adds code that resembles code
// which another event of its unit has in base, or only removes code that resembles code in head; it is
// a branch that became a choice between values, or was one; or its function returns what another function makes now.
func (acc *account) rewritten(c *compared, e *event) bool {
	for i := range c.events {
		o := &c.events[i]
		if o.Event == e.Event || !c.areNear(e, o) {
			continue
		}
		if isHalf(e, o) && !(acc.intent == tested && (acc.callsAnother(e) || acc.asksOther(e))) && !acc.isNew(e) {
			return true
		}
		if chooses(e, o) || chooses(o, e) {
			return true
		}
		if slices.Equal(e.Symbols, o.Symbols) && (e.Head == nil && acc.delegates(o) || o.Head == nil && acc.delegates(e)) {
			return true
		}
	}
	return false
}

// areNear reports whether two events of a unit may be parts of one function: outside of functions a unit holds many.
func (c *compared) areNear(e, o *event) bool {
	n := len(c.unit.symbols)
	return c.unit.a != nil || len(e.Symbols) <= n || len(o.Symbols) <= n || e.Symbols[n] == o.Symbols[n]
}

// isHalf reports whether an event is half of a rewriting, and another event the other half: it only adds code like
// that of the other event in base, or only removes code like that of the other event in head. It is none where
// the two versions of the other event are more like each other.
func isHalf(e, o *event) bool {
	n, other, its := e.Base, o.Head, o.Base
	if e.Base == nil {
		n, other, its = e.Head, o.Base, o.Head
	}
	if e.only() == nil || other == nil || its != nil && callsElse(n, other) {
		return false
	}
	like := tree.Dice(n, other)
	return like >= minRewritten && (its == nil || tree.Dice(its, other) <= like)
}

// callsElse reports whether a statement is a call of a function that the other code does not call.
func callsElse(n, other *tree.Node) bool {
	name := called(n)
	return name != "" && !other.Some(func(k *tree.Node) bool { return k.Is(lang.RoleCall, lang.RoleNew) && tree.LastName(k.Kids[0]) == name })
}

// called returns the name of the function that a statement calls, maybe awaited, and does nothing else.
func called(n *tree.Node) string {
	n = n.Unawaited()
	if !n.Is(lang.RoleCall) {
		return ""
	}
	return tree.LastName(n.Kids[0])
}

// delegates reports whether an event returns the result of a function that base does not name.
func (acc *account) delegates(e *event) bool {
	if e.Kind != edit.ReturnChanged && e.Kind != edit.EarlyReturnAdded || e.Head == nil {
		return false
	}
	isNew := func(n *tree.Node) bool {
		return n.Is(lang.RoleCall) && tree.LastName(n.Kids[0]) != "" && !acc.names[0].All[tree.LastName(n.Kids[0])]
	}
	return isNew(e.Head) || e.Head.Some(func(k *tree.Node) bool { return k.Is(lang.RoleReturn) && isNew(k.Kid(0)) })
}

// chooses reports whether one event removes or adds a branch, and the other puts a choice between
// values in the place of a value, or the other way round.
func chooses(branch, choice *event) bool {
	switch {
	case choice.Base == nil || choice.Head == nil:
		return false
	case branch.Head == nil:
		return choice.Head.Is(lang.RoleTernary) && !choice.Base.Is(lang.RoleTernary) && asksSame(branch.Base, choice.Head)
	case branch.Base == nil:
		return choice.Base.Is(lang.RoleTernary) && !choice.Head.Is(lang.RoleTernary) && asksSame(branch.Head, choice.Base)
	}
	return false
}

// asksSame reports whether the conditions of a branch and of a choice have a name or constant in common.
func asksSame(branch, choice *tree.Node) bool {
	return branch.Is(lang.RoleIf) && tree.Dice(branch.Kids[0], choice.Kids[0]) > 0
}

// declares reports whether a call outside functions has one argument more, or less, or a list one element:
// it declares one item more or less, such as a field of a class in Ruby, or what a module exports.
func declares(e *event) bool {
	return e.form == operand && e.Base.Is(lang.RoleCall, lang.RoleNew, lang.NoRole, tree.RoleList)
}

// survives reports whether an event is certain even in a function that was restructured.
func survives(e *event) bool {
	switch e.Kind {
	case edit.VisibilityChanged:
		return true
	case edit.SecurityWeakened, edit.SecurityStrengthened, edit.LimitChanged, edit.DefaultChanged:
		return e.form == exact
	}
	return false
}
