package edit

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/alike"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/effect"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/query"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/truth"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/words"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// expr compares two values, or statements that are values.
//
// Long because it names what is compared for every role.
func (c *Comparer) expr(a, b *tree.Node, x site) {
	if tree.Same(a, b) || a.Zero && b.Zero || a.One && b.One || (x.place == inCondition || isTest(a) && isTest(b) && !isOverloaded(a, b, x)) && truth.Equivalent(a, b) {
		return
	}
	if !c.enter() {
		return
	}
	defer c.leave()
	if !c.spend(1, 1) {
		return
	}
	if a.Role != b.Role && (alike.IsReceived(a, b) || alike.IsReceived(b, a)) {
		return
	}
	if a.Role == lang.RoleString && b.Role == lang.RoleString && a.Text != "" && c.Renamed[a.Text] == b.Text {
		return // the name of a symbol that has another name now
	}
	if alike.IsCopy(a, b) || alike.IsCopy(b, a) || alike.IsNarrowed(a, b) || alike.IsNarrowed(b, a) || alike.IsReferred(a, b) || alike.IsReferred(b, a) {
		return
	}
	if alike.IsGot(a, b) || alike.IsGot(b, a) {
		c.say("", a, b) // whether it is computed each time seldom matters
		return
	}
	if mutes(a) != mutes(b) {
		c.say("", a, b) // whether it warns has no kind of its own
		c.expr(heard(a), heard(b), x)
		return
	}
	if c.Came.standsFor(b, a) || c.Went.standsFor(a, b) {
		return
	}
	if words.IsLog(a) && words.IsLog(b) {
		if alike.SameMessage(a, b) {
			return
		}
		c.say(LoggingChanged, a, b)
		return
	}
	if a.Role == lang.RoleAwait || b.Role == lang.RoleAwait {
		if c.awaits(a, b, x) {
			return
		}
	}
	if x.place == inCondition || a.Is(lang.RoleBinary) && b.Is(lang.RoleBinary) && (tree.IsLogical(a.Op) || tree.IsComparison(a.Op)) ||
		truth.Opposite(a, b) && (a.Role == lang.RoleUnary) != (b.Role == lang.RoleUnary) {
		c.condition(a, b, x)
		return
	}
	if alike.GuardsAccess(a, b) || alike.GuardsAccess(b, a) {
		return
	}
	if a.Role != b.Role {
		if decides(a) && isTesting(b) || decides(b) && isTesting(a) {
			c.say("", a, b) // it may test the same
			return
		}
		c.changed(a, b, x)
		return
	}
	switch a.Role {
	case lang.RoleCall, lang.RoleNew:
		if !c.chains(a, b, x) {
			c.calls(a, b, x)
		}
	case lang.RoleAssign:
		c.assigns(a, b)
	case lang.RoleFunction:
		c.Function(a, b)
	case lang.RoleTernary:
		c.ternaries(a, b, x)
	case lang.RoleBinary:
		c.binaries(a, b, x)
	case lang.RoleUnary:
		if a.Op == b.Op {
			c.expr(a.Kids[0], b.Kids[0], x)
		} else {
			c.changed(a, b, x)
		}
	case lang.RoleIndex:
		c.indexes(a, b, x)
	case lang.RoleMember:
		if a.Text == b.Text && a.Op == b.Op && len(a.Kids) == 1 && len(b.Kids) == 1 && tree.Effect(a) != nil {
			c.expr(a.Kids[0], b.Kids[0], x)
		} else {
			c.changed(a, b, x)
		}
	case lang.RoleString:
		if a.Text == b.Text && len(a.Kids) == len(b.Kids) {
			c.exprs(&tree.Node{Kids: a.Kids}, &tree.Node{Kids: b.Kids}, x)
		} else {
			c.changed(a, b, x)
		}
	case lang.RolePair:
		c.pairs(a, b, x)
	case lang.RoleDefer:
		if len(a.Kids) == len(b.Kids) && len(a.Kids) == 1 {
			c.Pair(a.Kids[0], b.Kids[0])
		} else {
			c.exprs(a, b, x)
		}
	case lang.RoleIf, lang.RoleSwitch, lang.RoleTry, lang.RoleLoop, lang.RoleReturn, lang.RoleThrow, lang.RoleBlock, lang.RoleWith, lang.RoleContainer:
		c.Pair(a, b)
	case lang.NoRole, tree.RoleList:
		if a.Text == b.Text && a.Op == b.Op {
			if words.IsAssertStatement(a) {
				x = x.at(inCondition)
			}
			c.exprs(a, b, x)
		} else {
			c.changed(a, b, x)
		}
	default:
		c.changed(a, b, x)
	}
}

// isOverloaded reports whether two comparisons with null are one by value and one by identity, and handed to a function:
// the one by value may be a part of a query there.
func isOverloaded(a, b *tree.Node, x site) bool {
	return x.place == inArgument && a.Is(lang.RoleBinary) && b.Is(lang.RoleBinary) && tree.IsComparison(a.Op) && tree.IsComparison(b.Op) &&
		strings.HasPrefix(a.Op, "is") != strings.HasPrefix(b.Op, "is")
}

// mutes reports whether a value is computed without warnings (PHP).
func mutes(n *tree.Node) bool { return n.Is(lang.RoleUnary) && n.Op == "@" && len(n.Kids) == 1 }

// heard returns a value without the operator that mutes its warnings.
func heard(n *tree.Node) *tree.Node {
	if mutes(n) {
		return n.Kids[0]
	}
	return n
}

// awaits compares two values of which one or both are awaited, and reports whether that was all.
func (c *Comparer) awaits(a, b *tree.Node, x site) bool {
	va, vb := a, b
	for va.Role == lang.RoleAwait && len(va.Kids) == 1 {
		va = va.Kids[0]
	}
	for vb.Role == lang.RoleAwait && len(vb.Kids) == 1 {
		vb = vb.Kids[0]
	}
	if a.Role == b.Role {
		c.expr(va, vb, x)
		return true
	}
	if !tree.Same(va, vb) && (c.likeness(va, vb) < 0.6 || awaitedIn(b, va) || awaitedIn(a, vb)) {
		return false
	}
	if a.Role == lang.RoleAwait {
		c.say(AwaitRemoved, a, b)
	} else {
		c.say(AwaitAdded, a, b)
	}
	c.expr(va, vb, x)
	return true
}

// awaitedIn reports whether a part of n waits for a value: (await x).y still waits for x.
func awaitedIn(n, value *tree.Node) bool {
	return n.Some(func(k *tree.Node) bool { return k.Role == lang.RoleAwait && tree.Same(k.Kid(0), value) })
}

// exprs compares the parts of two nodes one by one. Another number of parts is one difference.
func (c *Comparer) exprs(a, b *tree.Node, x site) {
	if hasPairs(a) || hasPairs(b) {
		c.fields(a, b, x)
		return
	}
	if len(a.Kids) != len(b.Kids) {
		c.changed(a, b, x)
		return
	}
	if from, to := c.shifted(a.Kids, b.Kids); from != nil {
		c.expr(from, to, x)
		return
	}
	for i := range a.Kids {
		c.expr(a.Kids[i], b.Kids[i], x)
	}
}

// shifted returns the only value of each of two lists that the other does not have, where the equal
// values are in the same order but at other positions; nil otherwise.
func (c *Comparer) shifted(a, b []*tree.Node) (from, to *tree.Node) {
	differ := 0
	for i := range a {
		if !tree.Same(a[i], b[i]) {
			differ++
		}
	}
	if differ < 2 {
		return nil, nil
	}
	aligned := align(c, a, b, tree.Same)
	taken := make([]bool, len(b))
	for i, j := range aligned {
		switch {
		case j >= 0:
			taken[j] = true
		case from != nil:
			return nil, nil
		default:
			from = a[i]
		}
	}
	for j, t := range taken {
		if !t {
			to = b[j]
		}
	}
	if tree.Same(from, to) {
		return nil, nil
	}
	return from, to
}

func hasPairs(n *tree.Node) bool {
	for _, k := range n.Kids {
		if k.Role == lang.RolePair {
			return true
		}
	}
	return false
}

// fields compares two literals of keys and values.
func (c *Comparer) fields(a, b *tree.Node, x site) {
	same := func(p, q *tree.Node) bool {
		return tree.Same(p, q) || p.Role == q.Role && key(p) != "" && key(p) == key(q)
	}
	lost, came := matchInOrder(a.Kids, b.Kids, same, func(p, to *tree.Node) { c.expr(p, to, x) })
	if len(lost) == 1 && len(came) == 1 {
		if lost[0].Role == lang.RolePair && came[0].Role == lang.RolePair && tree.Same(lost[0].Kids[0], came[0].Kids[0]) {
			c.changed(lost[0], came[0], x)
		} else {
			c.expr(lost[0], came[0], x)
		}
		return
	}
	if len(lost) > 0 && len(came) > 0 && lost[0] == a.Kids[0] && came[0] == b.Kids[0] && lost[0].Is(lang.RoleName, lang.RoleMember) && came[0].Is(lang.RoleName, lang.RoleMember) {
		c.expr(lost[0], came[0], x) // the name of an element, before its attributes
		lost, came = lost[1:], came[1:]
	}
	k := ValueChanged
	if x.place == inArgument {
		k = ArgumentChanged
	}
	for _, p := range lost {
		c.one(c.fieldKind(p, false, k), p, false)
	}
	for _, q := range came {
		c.one(c.fieldKind(q, true, k), q, true)
	}
}

// fieldKind returns what it means that a key with its value came or went.
func (c *Comparer) fieldKind(p *tree.Node, came bool, k Kind) Kind {
	if p.Role != lang.RolePair {
		return k
	}
	if s, known := words.SecuritySwitch(p.Text, p.Kids[0]); known {
		if s == came {
			return SecurityStrengthened
		}
		return SecurityWeakened
	}
	if words.IsLimit(p.Text) && !p.Kids[0].Is(lang.RoleBool, lang.RoleFunction) {
		return LimitChanged // a switch or a function with such a name limits nothing by itself
	}
	return k
}

func key(n *tree.Node) string {
	switch n.Role {
	case lang.RolePair, lang.RoleName, lang.RoleFunction:
		return n.Text
	case lang.RoleUnary:
		return n.Op + tree.Dotted(n.Kid(0))
	}
	return ""
}

// pairs compares two keys with their values.
func (c *Comparer) pairs(a, b *tree.Node, x site) {
	if a.Text != b.Text {
		c.changed(a, b, x)
		return
	}
	call := ""
	if x.place == inArgument {
		call = x.call
	}
	p := inValue
	if x.place == inArgument || x.place == inReturn && !a.Kids[0].Is(lang.RoleBool, lang.RoleNumber) {
		p = x.place
	}
	if x.place == inDefault || words.IsDefault(x.name) {
		p = inDefault
	}
	c.expr(a.Kids[0], b.Kids[0], site{place: p, name: a.Text, call: call})
}

// assigns compares two Assigns.
func (c *Comparer) assigns(a, b *tree.Node) {
	ta, tb := a.Kids[0], b.Kids[0]
	name := effect.NameOf(tb)
	declare := a.Declares && b.Declares && !alike.IsField(ta) && !alike.IsField(tb)
	switch {
	case !tree.Same(ta, tb) && tree.Same(a.Kids[1], b.Kids[1]):
		if declare {
			return // another name for it
		}
		c.say(ValueChanged, a, b)
	case !tree.Same(ta, tb) && !declare:
		c.say(ValueChanged, a, b)
	case !tree.Same(ta, tb) && !c.prepared && c.Renamed[tree.LastName(ta)] != tree.LastName(tb): // two things
		c.say("", a, b)
	case a.Op != b.Op:
		c.say(ValueChanged, a, b)
	default:
		x := site{place: inValue, name: name}
		if words.IsDefault(tree.LastName(tb)) && (!c.prepared || tb.Role != lang.RoleName) {
			x.place = inDefault
		}
		if !c.prepared && tb.Role == lang.RoleName && b.Kids[1].Role != lang.RoleFunction {
			c.Symbols = append(c.Symbols, strings.TrimLeft(tb.Text, "$@"))
			defer func() { c.Symbols = c.Symbols[:len(c.Symbols)-1] }()
		}
		if fa, fb := a.Kids[1], b.Kids[1]; a.Declares && b.Declares && fa.Role == lang.RoleFunction && fb.Role == lang.RoleFunction && fa.Text+fb.Text == "" {
			c.signature(fa, fb)
		}
		if link, came := linked(a.Kids[1], b.Kids[1]); link != nil {
			c.one(storeKind(link, came), link, came)
			return
		}
		c.expr(a.Kids[1], b.Kids[1], x)
	}
}

// ternaries compares two Ternaries.
func (c *Comparer) ternaries(a, b *tree.Node, x site) {
	if truth.Opposite(a.Kids[0], b.Kids[0]) && tree.Same(a.Kids[1], b.Kids[2]) && tree.Same(a.Kids[2], b.Kids[1]) {
		return
	}
	if tree.Same(a.Kids[0], b.Kids[0]) && tree.Same(a.Kids[1], b.Kids[2]) && tree.Same(a.Kids[2], b.Kids[1]) || tree.HasSame(b.Kids[1:], a) || tree.HasSame(a.Kids[1:], b) {
		c.changed(a, b, x)
		return
	}
	c.expr(a.Kids[0], b.Kids[0], x.at(inCondition))
	c.expr(a.Kids[1], b.Kids[1], x)
	c.expr(a.Kids[2], b.Kids[2], x)
}

// binaries compares two Binaries of arithmetic, ranges and fallbacks.
func (c *Comparer) binaries(a, b *tree.Node, x site) {
	if a.Op != b.Op || len(a.Kids) != len(b.Kids) {
		c.changed(a, b, x)
		return
	}
	if alike.IsFallback(a.Op) && tree.Same(a.Kids[0], b.Kids[0]) {
		c.expr(a.Kids[1], b.Kids[1], site{place: inDefault, name: x.name})
		return
	}
	differ := -1
	for i := range a.Kids {
		if tree.Same(a.Kids[i], b.Kids[i]) {
			continue
		}
		if differ >= 0 && !c.differInTexts(a, b) {
			c.changed(a, b, x)
			return
		}
		if differ >= 0 {
			c.expr(a.Kids[differ], b.Kids[differ], x)
		}
		differ = i
	}
	if differ < 0 {
		return
	}
	p := x
	if isRange(a.Op) {
		p.place = inIndex
	}
	c.expr(a.Kids[differ], b.Kids[differ], p)
}

// differInTexts reports whether two values are the same but for the texts in them. It is asked at every level of a chain.
func (c *Comparer) differInTexts(a, b *tree.Node) bool {
	return c.spend(1, 1+int(a.Size)/16) && alike.DifferInTexts(a, b)
}

// indexes compares two elements or slices.
func (c *Comparer) indexes(a, b *tree.Node, x site) {
	if len(a.Kids) != len(b.Kids) || len(a.Kids) == 0 {
		c.changed(a, b, x)
		return
	}
	if !tree.Same(a.Kids[0], b.Kids[0]) {
		if !tree.SameAll(a.Kids[1:], b.Kids[1:]) && !c.differInTexts(a, b) {
			c.changed(a, b, x)
			return
		}
		c.expr(a.Kids[0], b.Kids[0], x)
	}
	for i := 1; i < len(a.Kids); i++ {
		c.expr(a.Kids[i], b.Kids[i], x.at(inIndex))
	}
}

func isRange(op string) bool {
	switch op {
	case "..", "..=", "..<", "...", "until", "to", "downTo", "step":
		return true
	}
	return false
}

// wrapsValue says that a value is now handed to a function, or no more, and reports whether it is.
func (c *Comparer) wrapsValue(a, b *tree.Node, x site) bool {
	if holdsArgument(b, a) || holdsArgument(a, b) {
		switch x.place {
		case inStatement:
			return false
		default:
			c.changed(a, b, x)
			return true
		}
	}
	return false
}

// holdsArgument reports whether a call has a value as argument, or is a method of it.
func holdsArgument(call, value *tree.Node) bool {
	if !call.Is(lang.RoleCall, lang.RoleNew) {
		return false
	}
	for _, k := range call.Kids[1:] {
		if tree.Same(k, value) || alike.IsLabelled(k, value) {
			return true
		}
	}
	return call.Kids[0].Role == lang.RoleMember && tree.Same(call.Kids[0].Kid(0), value)
}

// changed says that one value took the place of another.
func (c *Comparer) changed(a, b *tree.Node, x site) {
	if c.Came.holdsValue(a) && c.Came.calledIn(b) || c.Went.holdsValue(b) && c.Went.calledIn(a) {
		c.Moved = true
		return
	}
	c.say(c.kindOfChange(a, b, x), a, b)
	c.Events[len(c.Events)-1].Field = LastOf(x.name)
}

// LoadsModule reports whether a function imports what its argument names.
func LoadsModule(call string) bool {
	switch call {
	case "require", "require_relative", "import", "import_module":
		return true
	}
	return false
}

// kindOfChange returns what it means that one value took the place of another.
func (c *Comparer) kindOfChange(a, b *tree.Node, x site) Kind {
	if strengthens, known := words.Switched(x.name, a, b); known {
		if strengthens {
			return SecurityStrengthened
		}
		return SecurityWeakened
	}
	if query.Opens(a, b) {
		return SecurityWeakened
	}
	if query.Opens(b, a) {
		return SecurityStrengthened
	}
	if x.place == inLog {
		return LoggingChanged
	}
	if a.Role == lang.RoleString && b.Role == lang.RoleString && x.place != inCatch {
		if x.place == inArgument && LoadsModule(x.call) {
			return ArgumentChanged // it names a file, and is no text
		}
		if alike.IsLaidOut(a, b) || alike.IsNumbered(a, b) {
			return ""
		}
		if len(a.Kids)+len(b.Kids) == 0 || x.place != inThrow {
			return LiteralChanged
		}
	}
	numbers := IsNumeric(a) && IsNumeric(b)
	if numbers && x.place != inIndex && x.place != inCondition && x.place != inLoop && (words.IsLimit(x.name) || x.place == inArgument && words.IsLimit(x.call)) {
		return LimitChanged
	}
	if x.place != inCondition && x.place != inThrow && x.place != inCatch && (c.fallbackOf(b, a) || c.fallbackOf(a, b)) {
		return DefaultChanged
	}
	switch x.place {
	case inCondition:
		if numbers {
			return BoundaryChanged
		}
		return ConditionChanged
	case inLoop:
		if numbers {
			return BoundaryChanged
		}
		return LoopChanged
	case inIndex:
		if numbers || tree.IsArithmetic(a) || tree.IsArithmetic(b) {
			return BoundaryChanged
		}
		return ValueChanged
	case inReturn:
		if words.IsErrorValue(a) && words.IsErrorValue(b) {
			return ErrorChanged
		}
		if words.IsErrorValue(b) && isNothing(a) {
			return ErrorAdded
		}
		if words.IsErrorValue(a) && isNothing(b) {
			return ErrorRemoved
		}
		return ReturnChanged
	case inThrow:
		return ErrorChanged
	case inArgument:
		return ArgumentChanged
	case inDefault:
		return DefaultChanged
	case inCatch:
		return CatchChanged
	case inCleanup:
		return CleanupRemoved
	}
	return ValueChanged
}

// fallbackOf reports whether b is a with a value for where it has none.
func (c *Comparer) fallbackOf(b, a *tree.Node) bool {
	return b.Is(lang.RoleBinary) && len(b.Kids) >= 2 && tree.Same(b.Kids[0], a) && (alike.IsFallback(b.Op) || b.Op == "||" && c.Form.OrGivesOperand && !isTruth(a) && !isTruth(b.Kids[len(b.Kids)-1]))
}

func isNothing(n *tree.Node) bool { return n == nil || n.Role == lang.RoleNull }

// IsNumeric reports whether a value is a number, or made of numbers and names of constants.
func IsNumeric(n *tree.Node) bool {
	if n.Role == lang.RoleNumber {
		return true
	}
	if n.Is(lang.RoleBinary, lang.RoleUnary) {
		for _, k := range n.Kids {
			if k.Role == lang.RoleNumber {
				return true
			}
		}
	}
	return n.Is(lang.RoleName, lang.RoleMember) && strings.ToUpper(tree.LastName(n)) == tree.LastName(n) && len(tree.LastName(n)) > 1
}
