package edit

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/effect"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/words"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// An ending says what a statement ends.
type ending uint8

const (
	endsNothing ending = iota
	endsBlock
	endsBody // of a function
)

// lastOf returns what the statement at an index of a block ends. whole: the block is the body of a function.
func lastOf(i int, block []*tree.Node, whole bool) ending {
	switch {
	case i < len(block)-1:
		return endsNothing
	case whole:
		return endsBody
	}
	return endsBlock
}

// cameOrWent reports a statement that was added or removed, and what it ends.
func (c *Comparer) cameOrWent(n *tree.Node, came bool, last ending) {
	if c.elsewhere(n, came) || c.isBound(n) {
		return
	}
	k := c.kindOf(n, came, last)
	if k == "" && (n.Is(lang.RoleFunction, lang.RoleContainer, lang.RoleParameter) || !c.prepared) {
		return
	}
	c.one(k, n, came) // without a kind it is counted, but not reported
}

// one reports a statement that only one side has.
func (c *Comparer) one(k Kind, n *tree.Node, came bool) {
	if came {
		c.say(k, nil, n)
	} else {
		c.say(k, n, nil)
	}
}

// elsewhere reports whether an added or removed statement is in a removed or added function: it was
// moved between functions.
func (c *Comparer) elsewhere(n *tree.Node, came bool) bool {
	p := c.Came
	if came {
		p = c.Went
	}
	if p.holds(n) {
		c.Moved = true
		return true
	}
	return false
}

// picker returns the function that chooses between the kind of what came and that of what went.
func picker(came bool) func(yes, no Kind) Kind {
	return func(yes, no Kind) Kind {
		if came {
			return yes
		}
		return no
	}
}

// returnKind returns the kind of a return that was added or removed.
func returnKind(n *tree.Node, pick func(yes, no Kind) Kind) Kind {
	if words.IsErrorValue(n.Kid(0)) {
		return pick(ErrorAdded, ErrorRemoved)
	}
	return pick(EarlyReturnAdded, EarlyReturnRemoved)
}

// tryKind returns the kind of a try that was added or removed.
func tryKind(n *tree.Node, pick func(yes, no Kind) Kind) Kind {
	if catches, _ := handlers(n); len(catches) > 0 {
		return pick(CatchAdded, CatchRemoved)
	}
	return pick(CleanupAdded, CleanupRemoved)
}

// kindOf returns the kind of a statement that was added or removed, "" for one without an effect.
func (c *Comparer) kindOf(n *tree.Node, came bool, last ending) Kind {
	pick := picker(came)
	switch n.Role {
	case lang.RoleIf:
		if n.Op == tree.Preprocessed && len(n.Kids[1].Kids) == 1 && len(n.Kids[2].Kids) == 0 {
			return c.kindOf(n.Kids[1].Kids[0], came, endsNothing)
		}
		return c.checkKind(n, pick)
	case lang.RoleThrow:
		return pick(ErrorAdded, ErrorRemoved)
	case lang.RoleReturn:
		if last == endsBody && len(n.Kids) > 0 && !words.IsErrorValue(n.Kids[0]) {
			return ReturnChanged // nothing is left that it would leave out
		}
		return returnKind(n, pick)
	case lang.RoleLoop, lang.RoleBreak:
		return LoopChanged
	case lang.RoleTry:
		return tryKind(n, pick)
	case lang.RoleDefer, lang.RoleWith:
		return pick(CleanupAdded, CleanupRemoved)
	case lang.RoleSwitch:
		return pick(GuardAdded, GuardRemoved)
	case lang.RoleFunction, lang.RoleContainer, lang.RoleNull, lang.RoleParameter:
		return ""
	case lang.RoleAssign:
		if n.Kids[1].Is(lang.RoleFunction) {
			return ""
		}
		call := tree.Effect(n.Kids[1])
		if n.Kids[0].Is(lang.RoleMember, lang.RoleIndex) {
			return storeKind(n, came)
		}
		if n.Declares && (call == nil || !c.prepared) {
			return ""
		}
		if n.Declares {
			return c.callKind(call, pick)
		}
		return ValueChanged
	case lang.RoleAwait, lang.RoleCall, lang.RoleNew:
		return c.callKind(n, pick)
	case lang.RoleString, lang.RoleNumber, lang.RoleBool, lang.RoleName, lang.RoleMember, lang.RoleIndex, lang.RoleBinary, lang.RoleUnary, lang.RoleTernary:
		if call := tree.Effect(n); call != nil && !n.Tail {
			return c.callKind(call, pick)
		}
		if n.Tail && last != endsNothing && c.Form.TailValue {
			return ReturnChanged
		}
		return ""
	case lang.NoRole:
		if words.IsAssertStatement(n) {
			return pick(ErrorAdded, ErrorRemoved)
		}
		if call := tree.Effect(n); call != nil {
			return c.callKind(call, pick)
		}
		if !strings.HasSuffix(n.Text, "_statement") && !n.Some(func(k *tree.Node) bool { return k.Role == lang.RoleAssign }) {
			return ""
		}
	}
	return ValueChanged
}

// storeKind returns the kind of an assignment to a member or an element that was added or removed.
func storeKind(n *tree.Node, came bool) Kind {
	if s, known := words.SecuritySwitch(effect.NameOf(n.Kids[0]), n.Kids[1]); known {
		if s == came {
			return SecurityStrengthened
		}
		return SecurityWeakened
	}
	return ValueChanged
}

// linked returns the assignment by which one of two chains of assignments is longer, x = y = v beside x = v, and
// whether the later one is; nil for none.
func linked(a, b *tree.Node) (link *tree.Node, came bool) {
	switch {
	case b.Role == lang.RoleAssign && tree.Same(a, b.Kids[1]):
		return b, true
	case a.Role == lang.RoleAssign && tree.Same(a.Kids[1], b):
		return a, false
	}
	return nil, false
}

// checkKind returns the kind of an If that was added or removed.
func (c *Comparer) checkKind(n *tree.Node, pick func(yes, no Kind) Kind) Kind {
	if n.Op == tree.Preprocessed {
		return "" // which branch is compiled is not known
	}
	then := n.Kids[1].Kids
	if len(then) == 0 {
		then = n.Kids[2].Kids
	}
	switch {
	case words.IsSecurityCheck(n):
		return pick(SecurityStrengthened, SecurityWeakened)
	case len(then) == 0:
		return pick(GuardAdded, GuardRemoved)
	case onlyLogs(then):
		return LoggingChanged
	}
	switch last := then[len(then)-1]; last.Role {
	case lang.RoleThrow:
		return pick(ErrorAdded, GuardRemoved)
	case lang.RoleReturn:
		return returnKind(last, pick)
	case lang.RoleBreak:
		switch last.Op {
		case "continue", "next": // an element that is passed over
			return pick(GuardAdded, GuardRemoved)
		case "goto": // to where the function cleans up and ends
			return pick(EarlyReturnAdded, EarlyReturnRemoved)
		}
		if c.breaks == lang.RoleSwitch {
			return pick(GuardAdded, GuardRemoved)
		}
		return LoopChanged
	}
	if len(then) == 1 {
		switch only := then[0]; only.Role {
		case lang.RoleAssign:
			if !only.Declares || c.Form.AssignDeclares {
				return ValueChanged
			}
		case lang.RoleCall, lang.RoleAwait:
			if came := pick(CallAdded, GuardRemoved); came == CallAdded {
				return c.callKind(only, pick)
			}
		}
	}
	return pick(GuardAdded, GuardRemoved)
}

// onlyLogs reports whether statements do nothing but log.
func onlyLogs(in []*tree.Node) bool {
	for _, n := range in {
		if !words.IsLog(n) && !(n.Is(lang.RoleIf) && len(n.Kids[2].Kids) == 0 && onlyLogs(n.Kids[1].Kids)) {
			return false
		}
	}
	return len(in) > 0
}

// callKind returns the kind of a call that was added or removed.
func (c *Comparer) callKind(n *tree.Node, pick func(yes, no Kind) Kind) Kind {
	callee := calleeOf(n)
	name := tree.LastName(callee)
	switch {
	case words.IsLog(n):
		return LoggingChanged
	case words.IsAssertion(name):
		return pick(ErrorAdded, ErrorRemoved)
	case words.IsCleanup(name):
		return pick(CleanupAdded, CleanupRemoved)
	case words.IsGuardCall(name):
		return pick(SecurityStrengthened, SecurityWeakened)
	}
	return pick(CallAdded, CallRemoved)
}

// calleeOf returns what a call, maybe awaited, calls.
func calleeOf(n *tree.Node) *tree.Node {
	for n.Is(lang.RoleAwait, lang.RoleUnary) {
		n = n.Kid(0)
	}
	if n.Is(lang.RoleCall, lang.RoleNew) {
		return n.Kid(0)
	}
	return n
}
