package behaviour

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/alike"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/edit"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/idle"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/words"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// maxMoved is the maximum share of the added or removed atoms of an event that may be found on the
// other side.
const maxMoved = 0.5

// moves reports whether an event is part of code that the change moved.
func (acc *account) moves(e *event) bool {
	if said := e.said(); len(said) > 0 {
		return said.share(acc.other(e)) > 0
	}
	switch {
	case acc.initializes(e):
		return true
	case acc.isNew(e), e.form == exact && e.Kind == edit.LoggingChanged && e.only() == nil: // it is logged in another way where it was
		return false
	}
	if e.gain.share(acc.lost.without(e.loss)) < maxMoved && e.loss.share(acc.gained.without(e.gain)) < maxMoved {
		return false
	}
	return e.only() == nil || len(e.gain)+len(e.loss) > fewAtoms || acc.repeats(e) || acc.resembles(e)
}

// initializes reports whether an event adds or removes an assignment to a field, which the other version sets where it
// declares the field, or a branch that gives functions of the other version their names.
func (acc *account) initializes(e *event) bool {
	n, side := e.only(), e.otherSide()
	switch {
	case n.Is(lang.RoleIf):
		return !e.Inside && idle.Defines(n, [2]map[string]*tree.Node{acc.went, acc.came}[side])
	case n.Is(lang.RolePair) && len(n.Kids) == 1: // of a list of initializers
		return acc.fields[side][n.Text]
	case n.Is(lang.RoleAssign) && n.Kids[0].Is(lang.RoleName, lang.RoleMember):
		return acc.fields[side][n.Kids[0].Text]
	}
	return false
}

// fewAtoms is the number of different atoms up to which code is known again by what it calls, its constants
// or its form: a field may be on both sides of a change without having moved.
const fewAtoms = 2

// repeats reports whether the other side of the change has a call or a constant of what an event adds or removes.
func (acc *account) repeats(e *event) bool {
	other := acc.other(e)
	return e.only().Some(func(k *tree.Node) bool {
		switch k.Role {
		case lang.RoleCall, lang.RoleNew:
			return other[tree.MixText(tree.HashSeed, tree.LastName(k.Kids[0]))] > 0
		case lang.RoleString, lang.RoleNumber:
			return other[tree.MixText(tree.HashSeed, k.Text)] > 0
		}
		return false
	})
}

// minHeld is the minimum share of the leaves of moved code that the code at its other place has.
const minHeld = 0.6

// resembles reports whether the other side of the change has a piece with most of what an event adds or removes.
func (acc *account) resembles(e *event) bool {
	return slices.ContainsFunc(acc.pieces[e.otherSide()], func(n *tree.Node) bool {
		return tree.Held(e.only(), n) >= minHeld || n.Is(lang.RoleAssign) && e.only().Some(func(k *tree.Node) bool { return tree.Same(k, n) })
	})
}

// calls reports whether a version of an event calls a function, or reads a property, that the change
// added, removed or gave other parameters.
func (acc *account) calls(n *tree.Node) bool {
	return n != nil && n.Some(func(k *tree.Node) bool {
		return k.Is(lang.RoleCall, lang.RoleNew) && acc.changes(tree.LastName(k.Kids[0])) || k.Is(lang.RoleMember) && acc.changes(k.Text)
	})
}

// changes reports whether the change has a function of a name.
func (acc *account) changes(name string) bool {
	return acc.came[name] != nil || acc.went[name] != nil || acc.resigned[name] || acc.oneSided[name]
}

// maxSame is the maximum number of equal edits in a change; more are a migration.
const maxSame = 2

// unsure reports whether an event may be part of a larger change that preserves behaviour.
func (acc *account) unsure(e *event) bool {
	if acc.moves(e) || acc.migrates(e) || e.form == replaced || isUnpacked(e) {
		return true
	}
	more := "" // the function that gets an argument for a parameter which is new, and has a default
	if e.form == operand && e.Base.Is(lang.RoleCall, lang.RoleNew) {
		if name := tree.LastName(e.Base.Kids[0]); acc.resigned[name] {
			if !acc.widened[name] || len(e.Head.Kids) <= len(e.Base.Kids) {
				return true
			}
			more = name
		}
	}
	if e.form == exact && e.Kind == edit.ArgumentChanged && e.Base.Is(lang.RoleCall, lang.RoleNew) && acc.changes(tree.LastName(e.Base.Kids[0])) {
		return true // another function of the name
	}
	for _, name := range e.Calls {
		if e.form != added && e.form != removed && name != more && acc.changes(name) {
			return true
		}
	}
	if e.form != rewrapped || !acc.calls(e.Base) && !acc.calls(e.Head) {
		return false
	}
	return !alike.Within(e.Base, e.Head) || acc.calls(e.Base) || acc.callsOther(e.Head) || e.gain.share(acc.lost) > 0
}

// migrates reports whether the change makes the same edit in many places.
func (acc *account) migrates(e *event) bool {
	if e.Kind == edit.ReturnChanged && returnsNow(e) {
		return false
	}
	if e.form == operand && (alike.IsOffered(e.Base, e.Head) || alike.IsOffered(e.Head, e.Base)) {
		return false // one more condition is none of a library
	}
	same := editOf(e)
	return same != (rewrite{}) && acc.edits[same] > maxSame && !(edit.IsNumeric(e.Base) && edit.IsNumeric(e.Head)) && !acc.isForOne(e, same)
}

// isForOne reports whether an edit replaces a text that is always handed to one function, which the change leaves as it
// is: no other place can have got the new text along with it.
func (acc *account) isForOne(e *event, same rewrite) bool {
	to := acc.handed[same]
	return e.Kind == edit.LiteralChanged && to != "" && !acc.changes(to)
}

// open reports whether the effect of an event of a unit is not certain.
func (acc *account) open(c *compared, e *event) bool {
	if e.kept || e.Head == nil && (alike.MayCheck(e.Base, c.unit.a, c.unit.b) || alike.IsStillHandled(e.Base, c.unit.a, c.unit.b)) || acc.movesInto(c, e) || acc.losesResult(e) || acc.loopsElsewhere(e) || c.returnsIn(e) || c.asksStill(e) || e.Kind == edit.ConditionChanged && e.only() == nil && alike.IsRepacked(alike.Leaf(e.Base, e.Head)) || acc.handsOver(c, e) || acc.dropsGone(e) || acc.passesOn(c, e) || c.joinsStore(e) || alike.IsStoredBefore(c.wrote[0], c.wrote[1], e.Base, e.Head) || e.Head != nil && alike.IsStillStored(c.unit.a, c.unit.b, e.Base) {
		return true
	}
	if acc.titleActs && acc.intent != unknown && e.only() == nil {
		return isSame(e) || acc.isBound(e) || acc.callsMoved(e) || extracts(acc.came, e.Base, e.Head) || extracts(acc.went, e.Head, e.Base) ||
			acc.events > maxMixed && acc.reshapes() && (acc.moves(e) || acc.migrates(e) || acc.calls(e.Base) || acc.calls(e.Head) || acc.strange(e))
	}
	switch acc.intent {
	case tested, titled:
		return acc.preserves(e) || acc.rewritten(c, e)
	case acting:
		return acc.preserves(e) || acc.rewritten(c, e) || acc.strange(e)
	}
	return acc.unsure(e) || acc.keepsAll() && (e.form == rewrapped || e.Kind == edit.LoopChanged && e.only() != nil || alike.AreFilled(e.Base, e.Head) || e.Kind == edit.OrderChanged || slices.ContainsFunc(e.Calls, edit.LoadsModule) ||
		e.Kind == edit.ArgumentChanged && e.form == operand && len(e.Head.Kids) < len(e.Base.Kids))
}

// keepsAll reports whether the title says that the change keeps what the program does, and no test says otherwise: a value in
// the place of another one is another way to write it, and so is a check or a call in a function that has other differences.
func (acc *account) keepsAll() bool { return acc.restructures && acc.intent == unknown }

// certain returns the events of a unit with certain effect; whether the unit was restructured, that is, has other
// events; and whether it has an event without a kind, of which nothing can be told.
func (acc *account) certain(c *compared) (sure []event, restructured, untold bool) {
	grown, shrunk, open := 0, 0, 0
	restructured = c.moved
	for _, e := range c.events {
		if e.Kind == edit.SignatureChanged {
			if !c.movesSymbol() {
				sure = append(sure, e)
			}
			continue
		}
		if c.isIdle(&e) || acc.unfolds(c, &e) {
			continue
		}
		if e.form = formOf(&e); e.form == replaced && !acc.keepsAll() && (acc.alone(&e) || acc.few(&e) || acc.picks(c, &e) || acc.fails(&e) || acc.handsText(&e)) {
			e.form = exact
		}
		if e.form == replaced && !acc.keepsAll() && e.another && (e.Kind == edit.CallReplaced || acc.intent != unknown) {
			e.form, e.alone = exact, true
		}
		if acc.balance.tips(&e) && !acc.movesInto(c, &e) || c.endsAlways(&e) {
			sure = append(sure, e)
			continue
		}
		if acc.open(c, &e) || c.movesSymbol() && isQualifiedAnew(&e) || acc.renamed(&e) || c.joinsReturn(&e) || isDeclared(c, &e) && !registers(&e) && !configures(&e) && !c.runs(&e) && (e.form == added || e.form == removed || e.form == rewrapped || declares(&e)) ||
			e.Kind == edit.VisibilityChanged && c.movesSymbol() {
			restructured = true
			open++
			continue
		}
		if e.form != exact {
			if e.Base == nil || e.Head != nil && e.Head.Size > e.Base.Size {
				grown++
			} else {
				shrunk++
			}
		}
		if e.Kind != "" {
			sure = append(sure, e)
		} else {
			untold = true
		}
	}
	if shrunk > 0 && (grown > 0 || acc.grows) {
		restructured = true
	}
	if restructured && acc.intent == unknown {
		sure = slices.DeleteFunc(sure, func(e event) bool {
			return e.Kind != edit.SignatureChanged && !survives(&e) && !acc.balance.tips(&e) && !c.endsAlways(&e) && !acc.stands(c, &e, open)
		})
	}
	return sure, restructured, untold
}

// isQualifiedAnew reports whether an event only replaces a name, which means something else in another place: self
// and the name of the type, f and Other.f.
func isQualifiedAnew(e *event) bool {
	if e.only() != nil {
		return false
	}
	if alike.IsRequalified(e.Base, e.Head) {
		return true
	}
	a, b := alike.Leaf(e.Base, e.Head)
	named := func(n *tree.Node) bool {
		return n.Is(lang.RoleName, lang.RoleMember) || n.Is(lang.NoRole) && len(n.Kids) == 0
	}
	return named(a) && named(b)
}

// returnsNow reports whether an event returns the value of what was a statement.
func returnsNow(e *event) bool {
	return e.Base != nil && e.Head.Is(lang.RoleReturn) && !e.Base.Is(lang.RoleReturn)
}

// joinsReturn reports whether an event is part of a return that went in front of the statement before it,
// whose value may be nothing.
func (c *compared) joinsReturn(e *event) bool {
	drops := func(e *event) bool { return e.Head == nil && e.Base.Is(lang.RoleReturn) && len(e.Base.Kids) == 0 }
	if !drops(e) && !returnsNow(e) {
		return false
	}
	return slices.ContainsFunc(c.events, func(o event) bool {
		return slices.Equal(o.Symbols, e.Symbols) && (drops(e) && returnsNow(&o) || returnsNow(e) && drops(&o))
	})
}

// movesSymbol reports whether a function has another place or name, and so another scope around it.
func (c *compared) movesSymbol() bool {
	u := c.unit
	return u.a != nil && (u.from != nil || u.file.basePath != u.file.headPath || edit.Named(u.a) != edit.Named(u.b))
}

// isDeclared reports whether an event is outside of functions, where most statements declare.
func isDeclared(c *compared, e *event) bool {
	return c.unit.a == nil && !e.Inside && e.Kind != edit.ErrorAdded && e.Kind != edit.ErrorRemoved && len(e.Symbols) == len(c.unit.symbols)
}

// runs reports whether an event outside of functions is in code that runs when the file is loaded: in a branch, a loop
// or a handler, or a call of a function that the file itself declares.
func (c *compared) runs(e *event) bool {
	in := func(members []*tree.Node, n *tree.Node) bool {
		return n != nil && slices.ContainsFunc(members, func(m *tree.Node) bool {
			return m.Is(lang.RoleIf, lang.RoleLoop, lang.RoleSwitch, lang.RoleTry) && m.Start <= n.Start && n.End <= m.End
		})
	}
	if in(c.unit.restA, e.Base) || in(c.unit.restB, e.Head) {
		return true
	}
	n, file := e.only(), c.unit.file.head.root
	if e.Head == nil {
		file = c.from.base.root
	}
	return len(c.unit.symbols) == 0 && n.Is(lang.RoleCall) && n.Kids[0].Is(lang.RoleName) && slices.ContainsFunc(file.Kids, func(k *tree.Node) bool {
		return k.Is(lang.RoleFunction) && k.Text == n.Kids[0].Text
	})
}

// configures reports whether an event adds or removes a named argument of a call: an option of what it declares.
func configures(e *event) bool { return e.Kind == edit.ArgumentChanged && e.only().Is(lang.RolePair) }

// registers reports whether an event adds or removes a call that gets code to run, such as the handler of a route.
func registers(e *event) bool {
	n := e.only()
	return n.Is(lang.RoleCall) && n.Kids[len(n.Kids)-1].Is(lang.RoleFunction, lang.RoleBlock)
}

// maxOpen is the maximum number of events without certain effect in a restructured function whose
// constants and operators are still compared.
const maxOpen = 3

// stands reports whether a certain event of a restructured function has an effect whatever the others
// do: a constant or an operator in an otherwise known place, or a check, an exit or a handler of which
// nothing is on the other side of the change, and in whose place nothing of its function may be.
func (acc *account) stands(c *compared, e *event, open int) bool {
	switch e.form {
	case exact:
		if acc.keepsAll() && (e.Kind == edit.ComparisonChanged && !alike.IsStricter(e.Base, e.Head) || e.Kind == edit.ErrorAdded || e.Kind == edit.ErrorRemoved) {
			return false
		}
		if e.alone {
			return open == 0 && (!c.movesChecks() || acc.swaps(e))
		}
		switch e.Kind {
		case edit.ComparisonChanged, edit.LiteralChanged, edit.BoundaryChanged, edit.ErrorChanged, edit.ErrorAdded, edit.ErrorRemoved, edit.LoggingChanged:
			return open <= maxOpen && e.Base != nil && e.Head != nil
		}
	case added, removed:
		if acc.keepsAll() {
			return len(e.said()) > 0 || acc.silences(c, e)
		}
		return len(e.said()) > 0 || acc.silences(c, e) || acc.asksMore(c, e) || acc.asksBeside(c, e) || isStep(e) && (e.exits() && !c.leaves(e.Symbols) || c.only(e.form) || !c.counters(e) && !e.stores()) && acc.isNovel(e)
	case operand:
		if acc.keepsAll() {
			return false
		}
		switch e.Kind {
		case edit.ConditionChanged, edit.ValueChanged, edit.DefaultChanged, edit.ReturnChanged:
		case edit.ArgumentChanged:
			if !e.Base.Is(lang.RoleCall, lang.RoleNew, lang.NoRole, tree.RoleList) {
				return false
			}
		default:
			return false
		}
		if len(e.gain) > 0 {
			return len(e.loss) == 0 && e.gain.share(acc.lost) == 0 && !acc.calls(e.Head)
		}
		return len(e.loss) > 0 && e.loss.share(acc.gained) == 0 && !acc.calls(e.Base)
	}
	return false
}

// swaps reports whether an event calls another function: the changed files no longer have the name of the old one, and
// did not have that of the new one, so that no check that moved has either.
func (acc *account) swaps(e *event) bool {
	if e.Kind != edit.CallReplaced || !e.Base.Is(lang.RoleCall) || !e.Head.Is(lang.RoleCall) {
		return false
	}
	was, is := tree.LastName(e.Base.Kids[0]), tree.LastName(e.Head.Kids[0])
	return was != "" && is != "" && !acc.names[1].All[was] && !acc.names[0].All[is]
}

// movesChecks reports whether a unit gets or loses checks or exits: the function that is called may make them now.
func (c *compared) movesChecks() bool {
	return slices.ContainsFunc(c.events, func(e event) bool { return e.only() != nil && partOf(&e) == partCheck })
}

// asksMore reports whether an event adds a check, behind which the function goes on, to a function that loses no
// condition; nothing of what the check asks is on the other side of the change.
func (acc *account) asksMore(c *compared, e *event) bool {
	n := e.Head
	if e.Base != nil || !n.Is(lang.RoleIf) || len(e.Kept) > 0 || tree.Leaves(n.Kids[1]) || acc.asksResult(n.Kids[0]) {
		return false
	}
	own := make(atoms)
	if count(n.Kids[0], nil, nil, own); len(own) == 0 || own.share(acc.lost) > 0 {
		return false
	}
	return !slices.ContainsFunc(c.events, func(o event) bool {
		return o.Base != nil && o.Base.Some(func(k *tree.Node) bool {
			return k.Is(lang.RoleIf, lang.RoleTernary, lang.RoleSwitch, lang.RoleCatch, lang.RoleLoop) || k.Is(lang.RoleBinary) && (tree.IsLogical(k.Op) || tree.IsComparison(k.Op)) || k.Is(lang.RoleUnary) && k.Op == "!"
		})
	})
}

// silences reports whether an event removes an error with a text that is nowhere on the other side of the change, from
// a function that gets no other error.
func (acc *account) silences(c *compared, e *event) bool {
	return e.Kind == edit.ErrorRemoved && acc.saysAnew(e) && !slices.ContainsFunc(c.events, func(o event) bool {
		return o.Head != nil && (o.Kind == edit.ErrorAdded || o.Kind == edit.ErrorChanged || o.Head.Some(func(k *tree.Node) bool { return k.Is(lang.RoleThrow) || words.IsErrorValue(k) }))
	})
}

// only reports whether the events of a unit are all of one form, added or removed, except those that replace a constant.
func (c *compared) only(as form) bool {
	for i := range c.events {
		e := &c.events[i]
		other := e.Base
		if as == removed {
			other = e.Head
		}
		if e.Kind != edit.SignatureChanged && other != nil && !(e.only() == nil && alike.IsConstant(e.Base) && alike.IsConstant(e.Head)) {
			return false
		}
	}
	return true
}

// isStep reports whether an event adds or removes a check, an exit, a handler or a call, not only a value that others use.
func isStep(e *event) bool {
	switch e.Kind {
	case edit.GuardAdded, edit.GuardRemoved, edit.EarlyReturnAdded, edit.EarlyReturnRemoved, edit.ErrorAdded, edit.ErrorRemoved,
		edit.CatchAdded, edit.CatchRemoved, edit.CleanupAdded, edit.CleanupRemoved, edit.LoggingChanged:
		return true
	case edit.CallAdded, edit.CallRemoved, edit.ValueChanged:
		return !e.only().Declares && !e.only().Is(lang.RolePair)
	}
	return false
}

// isNovel reports whether what an event adds or removes has calls, members or texts, none of which are
// on the other side of the change, and calls no function that the change adds or removes.
func (acc *account) isNovel(e *event) bool {
	if acc.calls(e.only()) && (e.Base != nil || !acc.onlyNew(e.Head)) {
		return false
	}
	if acc.isNew(e) {
		return true
	}
	own := make(atoms)
	count(e.only(), e.Kept, nil, own)
	if len(own) == 0 {
		return e.only().Is(lang.RoleIf, lang.RoleDefer, lang.RoleTry) && !acc.resembles(e)
	}
	return own.share(acc.other(e)) == 0
}

// maxBorrowed is the maximum share of the atoms of a new function that code may have which the change
// removes elsewhere: more of them may have moved there.
const maxBorrowed = 0.1

// onlyNew reports whether the functions of the change that code of head calls are new ones with code that
// was nowhere in base.
func (acc *account) onlyNew(n *tree.Node) bool {
	if acc.moved {
		return false
	}
	return !n.Some(func(k *tree.Node) bool {
		name := ""
		switch {
		case k.Is(lang.RoleCall, lang.RoleNew):
			name = tree.LastName(k.Kids[0])
		case k.Is(lang.RoleMember):
			name = k.Text
		}
		if name == "" || !acc.changes(name) {
			return false
		}
		body := acc.came[name]
		if body == nil || acc.resigned[name] || acc.went[name] != nil {
			return true
		}
		own := make(atoms)
		count(body, nil, nil, own)
		return own.share(acc.lost) > maxBorrowed
	})
}

// callsOther reports whether a node calls a function that the change adds, removes or gives other parameters,
// other than those that it adds to the files that both sides have.
func (acc *account) callsOther(n *tree.Node) bool {
	return n.Some(func(k *tree.Node) bool {
		if !k.Is(lang.RoleCall, lang.RoleNew) {
			return false
		}
		name := tree.LastName(k.Kids[0])
		return acc.changes(name) && (acc.came[name] == nil || acc.resigned[name] || acc.names[0].All[name])
	})
}

// leaves reports whether a function of a unit loses a way out, or what it returned, so that another one may take its place.
func (c *compared) leaves(in []string) bool {
	return slices.ContainsFunc(c.events, func(e event) bool {
		if !slices.Equal(e.Symbols, in) {
			return false
		}
		if e.Kind == edit.ReturnChanged && e.only() == nil {
			return formOf(&e) == replaced && tree.Dice(e.Base, e.Head) < minReturned
		}
		return e.Head == nil && (e.Kind == edit.EarlyReturnRemoved || e.Kind == edit.ErrorRemoved || e.Kind == edit.GuardRemoved)
	})
}

// minReturned is the minimum likeness of two returned values of which one came out of the other.
const minReturned = 0.3

// exits reports whether an event adds a way out under a condition, an error or a handler.
func (e *event) exits() bool {
	return e.Kind == edit.EarlyReturnAdded && e.Head.Is(lang.RoleIf) || e.Kind == edit.ErrorAdded || e.Kind == edit.CatchAdded
}

// A part is what a statement is for. A statement can take the place of another one of the same part.
type part uint8

const (
	partCall part = iota
	partCheck
	partHandler
	partLog
)

// partOf returns the part of an event.
func partOf(e *event) part {
	switch e.Kind {
	case edit.GuardAdded, edit.GuardRemoved, edit.EarlyReturnAdded, edit.EarlyReturnRemoved, edit.ErrorAdded, edit.ErrorRemoved,
		edit.ConditionChanged, edit.ConditionNegated, edit.SecurityStrengthened, edit.SecurityWeakened, edit.ReturnChanged:
		return partCheck
	case edit.CatchAdded, edit.CatchRemoved, edit.CatchChanged, edit.CleanupAdded, edit.CleanupRemoved:
		return partHandler
	case edit.LoggingChanged:
		return partLog
	}
	return partCall
}

// counters reports whether something of a unit can be the other half of what an event adds or removes:
// something of the same part that only the other side has, or that was replaced; for a cleanup also what
// wraps other code, as it may clean up.
func (c *compared) counters(e *event) bool {
	return slices.ContainsFunc(c.events, func(o event) bool {
		same := partOf(&o) == partOf(e) || partOf(&o) == partLog && partOf(e) == partCall || partOf(e) == partHandler && len(o.Kept) > 0 ||
			partOf(e) == partCheck && o.Kind == edit.CallReplaced
		switch {
		case o.Kind == edit.SignatureChanged || !same || !slices.Equal(o.Symbols, e.Symbols) || c.areApart(e, &o):
			return false
		case o.only() == nil:
			f := formOf(&o)
			return f == replaced || f == rewrapped
		}
		return (o.Base == nil) != (e.Base == nil)
	})
}

// stores reports whether an event assigns to a plain name, which may be an intermediate value.
func (e *event) stores() bool {
	return e.only().Is(lang.RoleAssign) && e.only().Kids[0].Is(lang.RoleName)
}
