package edit

import (
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/alike"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/truth"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/words"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// condition compares two conditions.
func (c *Comparer) condition(a, b *tree.Node, x site) {
	if truth.Equivalent(a, b) && !isOverloaded(a, b, x) || alike.IsReceived(a, b) || alike.IsReceived(b, a) {
		return
	}
	y := x
	if x.place != inReturn && x.place != inArgument && x.place != inValue && x.place != inDefault && x.place != inThrow {
		y = x.at(inCondition)
	}
	plain := func(n *tree.Node) bool { return n.Role != lang.RoleUnary || n.Op != "!" }
	switch {
	case a.Is(lang.NoRole) && c.patterns(a, b):
	case truth.Opposite(a, b):
		if plain(a) && plain(b) && a.Role == lang.RoleBinary && b.Role == lang.RoleBinary && isOrder(a.Op) && isOrder(b.Op) {
			c.say(ComparisonChanged, a, b)
			return
		}
		c.say(ConditionNegated, a, b)
	case !plain(a) && !plain(b):
		c.condition(a.Kids[0], b.Kids[0], x)
	case a.Role == lang.RoleBinary && b.Role == lang.RoleBinary && tree.IsLogical(a.Op) && tree.IsLogical(b.Op):
		c.logical(a, b, y)
	case a.Role == lang.RoleBinary && b.Role == lang.RoleBinary && tree.IsComparison(a.Op) && tree.IsComparison(b.Op):
		c.comparison(a, b, x.at(inCondition))
	case a.Role == lang.RoleAssign && b.Role == lang.RoleAssign:
		c.assigns(a, b)
	case a.Role == lang.RoleAwait || b.Role == lang.RoleAwait:
		if !c.awaits(a, b, y) {
			c.changed(a, b, y)
		}
	case a.Role == b.Role && a.Is(lang.RoleCall, lang.RoleFunction, lang.RoleTernary):
		c.exprRole(a, b, y)
	case a.Role == b.Role && a.Is(lang.NoRole, tree.RoleList, lang.RoleIndex, lang.RoleUnary) && a.Op == b.Op && a.Text == b.Text && len(a.Kids) == len(b.Kids):
		if a.Role == lang.RoleIndex {
			c.indexes(a, b, y)
			return
		}
		for i := range a.Kids {
			c.expr(a.Kids[i], b.Kids[i], y)
		}
	default:
		if c.lostCheck(a, b) {
			return
		}
		c.changed(a, b, y)
	}
}

// alternatives appends the alternatives of a pattern: three of a | b | c, which a grammar reads as (a | b) | c.
func alternatives(n *tree.Node, to []*tree.Node) []*tree.Node {
	if !n.Is(lang.NoRole) || n.Text != "or_pattern" && n.Text != "alternative_pattern" && n.Text != "union_pattern" {
		return append(to, n)
	}
	for _, k := range n.Kids {
		to = alternatives(k, to)
	}
	return to
}

// patterns compares two patterns of which one has more alternatives, and reports whether they are such.
func (c *Comparer) patterns(a, b *tree.Node) bool {
	were, are := alternatives(a, nil), alternatives(b, nil)
	if len(were) == len(are) {
		return false
	}
	lost, came := matchInOrder(were, are, tree.Same, func(_, _ *tree.Node) {})
	for i, n := range append(lost, came...) {
		c.one(ConditionChanged, n, i >= len(lost))
	}
	return true
}

func isOrder(op string) bool { return op == "<" || op == ">" || op == "<=" || op == ">=" }

// exprRole compares two values of the same role in a condition.
func (c *Comparer) exprRole(a, b *tree.Node, x site) {
	switch a.Role {
	case lang.RoleCall:
		c.calls(a, b, x)
	case lang.RoleFunction:
		c.Function(a, b)
	case lang.RoleTernary:
		c.ternaries(a, b, x)
	}
}

// lostCheck says that a condition lost, or got, a check of permissions, and reports whether it did.
func (c *Comparer) lostCheck(a, b *tree.Node) bool {
	inA, inB := words.IsSecurity(words.In(a)), words.IsSecurity(words.In(b))
	switch {
	case inA && !inB && b.Size < a.Size:
		c.say(SecurityWeakened, a, b)
	case inB && !inA && a.Size < b.Size:
		c.say(SecurityStrengthened, a, b)
	default:
		return false
	}
	return true
}

// logical compares two chains of "and" or "or".
func (c *Comparer) logical(a, b *tree.Node, x site) {
	if a.Op != b.Op {
		c.say(ConditionChanged, a, b)
		return
	}
	to := align(c, a.Kids, b.Kids, truth.Equivalent)
	taken := make([]bool, len(b.Kids))
	var lost, came []*tree.Node
	for i, j := range to {
		if j < 0 {
			lost = append(lost, a.Kids[i])
		} else {
			taken[j] = true
		}
	}
	for j, t := range taken {
		if !t {
			came = append(came, b.Kids[j])
		}
	}
	if len(lost) == 1 && len(came) == 1 {
		if truth.Equivalent(lost[0], came[0]) { // and a call among them: else the whole would be equivalent
			c.say(OrderChanged, a, b)
			return
		}
		if x.place != inCondition { // a fallback, or a condition that is a value
			if a.Op == "||" && tree.Same(lost[0], a.Kids[len(a.Kids)-1]) && !isTest(lost[0]) && !isTest(came[0]) {
				x.place = inDefault
			}
			c.expr(lost[0], came[0], x)
			return
		}
		c.condition(lost[0], came[0], x)
		return
	}
	if len(came) == 0 && len(lost) > 0 && words.IsSecurity(words.In(lost[0])) && a.Op == "&&" || c.lostCheck(a, b) {
		if len(came) == 0 && len(lost) > 0 && a.Op == "&&" && !words.IsSecurity(words.In(b)) {
			return
		}
		return
	}
	c.say(ConditionChanged, a, b)
}

// decides reports whether a choice by cases gives true or false and nothing else.
func decides(n *tree.Node) bool {
	if !n.Is(lang.RoleSwitch) || len(n.Kids) < 2 {
		return false
	}
	for _, k := range n.Kids[1:] {
		if b := k.Kid(1); b == nil || len(b.Kids) != 1 || !b.Kids[0].Is(lang.RoleBool) && !(b.Kids[0].Is(lang.RoleReturn) && b.Kids[0].Kid(0).Is(lang.RoleBool)) {
			return false
		}
	}
	return true
}

// isTesting reports whether a value is a test or calls what may test.
func isTesting(n *tree.Node) bool {
	for n.Is(lang.RoleReturn) && n.Kid(0) != nil {
		n = n.Kid(0)
	}
	return isTest(n) || n.Is(lang.RoleCall)
}

// isTest reports whether a value is true or false by its form.
func isTest(n *tree.Node) bool {
	return n.Role == lang.RoleBinary && (tree.IsComparison(n.Op) || tree.IsLogical(n.Op)) || n.Role == lang.RoleUnary && n.Op == "!" || n.Role == lang.RoleBool || truth.Chooses(n)
}

// comparison compares two comparisons.
func (c *Comparer) comparison(a, b *tree.Node, x site) {
	if len(a.Kids) != 2 || len(b.Kids) != 2 {
		c.say(ConditionChanged, a, b)
		return
	}
	ax, ay, bx, by := a.Kids[0], a.Kids[1], b.Kids[0], b.Kids[1]
	switch {
	case a.Op != b.Op && tree.Same(ax, bx) && tree.Same(ay, by):
		if truth.OppositeOf(a.Op) == b.Op && !isOrder(a.Op) {
			c.say(ConditionNegated, a, b)
		} else {
			c.say(ComparisonChanged, a, b)
		}
	case a.Op != b.Op:
		if tree.Same(ax, bx) && IsNumeric(ay) && IsNumeric(by) {
			c.say(BoundaryChanged, a, b)
			return
		}
		c.say(ConditionChanged, a, b)
	case tree.Same(ax, bx):
		c.operand(ay, by, x)
	case tree.Same(ay, by):
		c.operand(ax, bx, x)
	default:
		c.say(ConditionChanged, a, b)
	}
}

// operand compares the one side of two comparisons that differs.
func (c *Comparer) operand(a, b *tree.Node, x site) {
	switch {
	case c.Came.standsFor(b, a) || c.Went.standsFor(a, b):
	case (a.Role == lang.RoleAwait) != (b.Role == lang.RoleAwait) && c.awaits(a, b, x):
	case IsNumeric(a) && IsNumeric(b) || tree.IsArithmetic(a) && tree.Same(a.Kids[0], b) || tree.IsArithmetic(b) && tree.Same(b.Kids[0], a):
		c.say(BoundaryChanged, a, b)
	case a.Is(lang.RoleString) && b.Is(lang.RoleString):
		c.changed(a, b, x)
	case a.Is(lang.RoleCall) && b.Is(lang.RoleCall), a.Is(lang.RoleAwait) && b.Is(lang.RoleAwait), a.Is(lang.RoleTernary) && b.Is(lang.RoleTernary):
		c.expr(a, b, x)
	case tree.IsArithmetic(a) && tree.IsArithmetic(b) && a.Op == b.Op && len(a.Kids) == len(b.Kids):
		c.say(BoundaryChanged, a, b)
	default:
		c.changed(a, b, x)
	}
}

// replaced compares two statements of different roles of which one took the place of the other.
func (c *Comparer) replaced(a, b *tree.Node) {
	if tree.Same(a, b) || alike.IsCopy(a, b) || alike.IsCopy(b, a) {
		return
	}
	if c.Came.holds(a) && c.Came.calledIn(b) || c.Went.holds(b) && c.Went.calledIn(a) {
		c.Moved = true
		return
	}
	ia, ib := inside(a), inside(b)
	switch {
	case decides(a) && isTesting(b), decides(b) && isTesting(a):
		c.say("", a, b) // it may test the same
	case a.Role == b.Role:
		if a.Is(lang.RoleIf, lang.RoleLoop, lang.RoleTry, lang.RoleSwitch, lang.RoleFunction, lang.RoleContainer) && c.likeness(a, b) < 0.3 && !(a.Role == lang.RoleIf && tree.Same(a.Kids[1], b.Kids[1])) {
			c.cameOrWent(a, false, endsNothing)
			c.cameOrWent(b, true, endsNothing)
			return
		}
		c.Pair(a, b)
	case alike.IsRepeated(a, b), alike.IsRepeated(b, a):
		c.say(LoopChanged, a, b)
		c.Block(a.Kids[1].Kids, b.Kids[1].Kids, false)
	case a.Role == lang.RoleThrow && b.Role == lang.RoleReturn:
		c.say(ErrorRemoved, a, b)
	case a.Role == lang.RoleReturn && b.Role == lang.RoleThrow:
		c.say(ErrorAdded, a, b)
	case ia != nil && ib != nil && (tree.Same(ia, ib) || c.likeness(ia, ib) >= 0.5):
		c.rebound(a, b, ia, ib)
	case a.Is(lang.RoleDefer) || b.Is(lang.RoleDefer):
		c.cameOrWent(a, false, endsNothing)
		c.cameOrWent(b, true, endsNothing)
	case words.IsLog(a) && words.IsLog(b):
		c.say(LoggingChanged, a, b)
	case a.Tail && b.Tail && !a.Is(lang.RoleAssign, lang.RoleLoop) && !b.Is(lang.RoleAssign, lang.RoleLoop):
		c.changed(a, b, site{place: inReturn})
	case a.Is(lang.RoleReturn) && a.Kid(0) != nil && b.Tail:
		c.expr(a.Kids[0], b, site{place: inReturn})
	case b.Is(lang.RoleReturn) && b.Kid(0) != nil && a.Tail:
		c.expr(a, b.Kids[0], site{place: inReturn})
	case alike.IsPlain(a) && alike.IsPlain(b):
		x := site{place: inValue}
		if c.result {
			x.place = inReturn
		}
		c.changed(a, b, x)
	default:
		c.cameOrWent(a, false, endsNothing)
		c.cameOrWent(b, true, endsNothing)
	}
}

// inside returns the value that a simple statement is about: what is awaited, returned, or
// stored; nil for others.
func inside(n *tree.Node) *tree.Node {
	switch n.Role {
	case lang.RoleReturn, lang.RoleDefer:
		return n.Kid(0)
	case lang.RoleAssign:
		return n.Kids[1]
	case lang.RoleCall, lang.RoleNew, lang.RoleAwait, lang.RoleMember, lang.RoleName, lang.NoRole:
		return n
	}
	return nil
}

// rebound compares two statements that do different things with the same value.
func (c *Comparer) rebound(a, b, ia, ib *tree.Node) {
	switch {
	case a.Role == lang.RoleDefer:
		c.say(CleanupRemoved, a, b)
	case b.Role == lang.RoleDefer:
		c.say(CleanupAdded, a, b)
	case b.Role == lang.RoleReturn && !a.Tail, a.Role == lang.RoleReturn && !b.Tail:
		c.say(ReturnChanged, a, b)
	case a.Role == lang.RoleAssign && !a.Declares || b.Role == lang.RoleAssign && !b.Declares:
		c.say(ValueChanged, a, b)
	case tree.Same(ia, ib):
	default:
		c.expr(ia, ib, site{place: inStatement})
	}
}

// isTruth reports whether a value is true or false by its form or its name.
func isTruth(n *tree.Node) bool { return isTest(n) || words.IsFlag(tree.LastName(n)) }
