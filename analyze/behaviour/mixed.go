package behaviour

import (
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/edit"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// maxMixed is the maximum number of events of a change whose restructured functions are reported
// when its tests expect something else. A larger change does more than its tests show.
const maxMixed = 8

// preserves reports whether an event of a change whose tests expect something else may
// nevertheless preserve behaviour.
func (acc *account) preserves(e *event) bool {
	if e.Base == nil || e.Head == nil {
		return acc.moves(e)
	}
	if e.Kind == edit.LoopChanged && e.form == exact {
		return false
	}
	if acc.moves(e) || acc.migrates(e) {
		return true
	}
	return (e.form == replaced || e.form == rewrapped) && (acc.renames(e) || acc.calls(e.Base) || acc.calls(e.Head))
}

// renames reports whether the versions of an event may be two ways to write one value: another
// receiver or namespace, a new name, or a call of the value without arguments.
func (acc *account) renames(e *event) bool {
	a, b := leaf(e.Base, e.Head)
	if a.Is(lang.RoleName, lang.RoleMember) && b.Is(lang.RoleName, lang.RoleMember) {
		return tree.LastName(a) == tree.LastName(b) || !acc.known(a) || !acc.known(b)
	}
	if a.Is(lang.RoleCall, lang.RoleNew) && b.Is(lang.RoleCall, lang.RoleNew) {
		return tree.LastName(a) != "" && tree.LastName(a) == tree.LastName(b) && tree.SameAll(a.Kids[1:], b.Kids[1:])
	}
	return isGetter(a, b) || isGetter(b, a)
}

// isGetter reports whether call calls value without arguments.
func isGetter(call, value *tree.Node) bool {
	return call.Is(lang.RoleCall) && len(call.Kids) == 1 && tree.Same(call.Kids[0], value)
}

// minRewritten is the minimum likeness of two versions of code that was written anew.
const minRewritten = 0.5

// rewritten reports whether an event is one half of a rewrite: it only adds code that resembles code
// which another event of its unit has in base, or only removes code that resembles code in head.
func rewritten(c *compared, e *event) bool {
	for i := range c.events {
		o := &c.events[i]
		if o.Event == e.Event {
			continue
		}
		if e.Head == nil && o.Head != nil && edit.Dice(e.Base, o.Head) >= minRewritten || e.Base == nil && o.Base != nil && edit.Dice(o.Base, e.Head) >= minRewritten {
			return true
		}
	}
	return false
}

// declares reports whether a call outside functions has one argument more, or less: it declares one
// item more or less, such as a field of a class in Ruby.
func declares(e *event) bool {
	return e.form == operand && e.Base.Is(lang.RoleCall, lang.RoleNew)
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
