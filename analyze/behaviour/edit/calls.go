package edit

import (
	"cmp"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/alike"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/query"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/words"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// calls compares two Calls.
func (c *Comparer) calls(a, b *tree.Node, x site) {
	ca, cb := a.Kids[0], b.Kids[0]
	na, nb := tree.LastName(ca), tree.LastName(cb)
	if alike.IsReceived(a, b) || alike.IsReceived(b, a) {
		return
	}
	if !tree.Same(ca, cb) {
		switch {
		case na == nb && na != "" && ca.Role == lang.RoleCall && cb.Role == lang.RoleCall: // f(x) { ... } of a grammar in which f(x) is what is called
			c.expr(ca, cb, x)
		case na != nb || ca.Role != cb.Role || na == "":
			if na == "" && nb == "" && ca.Role == cb.Role {
				c.expr(ca, cb, x)
				break
			}
			c.replacedCall(a, b, x)
			return
		case ca.Role == lang.RoleMember && cb.Role == lang.RoleMember && len(ca.Kids) == 1 && len(cb.Kids) == 1:
			ra, rb := ca.Kids[0], cb.Kids[0]
			switch {
			case tree.Same(ra, rb):
				c.say(GuardAdded, a, b) // x.f() and x?.f()
			case ra.Is(lang.RoleFunction) && rb.Is(lang.RoleFunction): // a file that is one function: (function() {}).call(this)
				c.expr(ra, rb, x)
			case (tree.Effect(ra) != nil || ra.Is(lang.RoleBinary, lang.RoleString, lang.RoleNew)) && ra.Role == rb.Role:
				c.expr(ra, rb, x.at(inner(x.place)))
			case len(a.Kids) == 1 && x.place != inStatement:
				c.changed(a, b, x)
			default:
				c.say(CallReplaced, a, b)
			}
		case ca.Role == lang.RoleIndex && c.differInTexts(ca, cb):
			c.expr(ca, cb, x)
		default:
			c.say(CallReplaced, a, b)
			return
		}
	}
	if na == "" && a.Kid(0) != nil {
		na = a.Kid(0).Text // a word of the language, as import
	}
	c.args(a, b, x, na)
}

// body returns the body of the function that a call gets last, such as what a transaction runs; nil for
// calls that get none.
func body(n *tree.Node) *tree.Node {
	n = n.Unawaited()
	if !n.Is(lang.RoleCall, lang.RoleNew) || len(n.Kids) < 2 {
		return nil
	}
	last := n.Kids[len(n.Kids)-1]
	if last.Is(lang.RoleBlock) && len(last.Kids) == 1 && last.Kids[0].Is(lang.RoleFunction) {
		last = last.Kids[0] // f { x => ... }
	}
	switch last.Role {
	case lang.RoleFunction:
		return last.Kids[1]
	case lang.RoleBlock:
		return last
	}
	return nil
}

func inner(p place) place {
	if p == inStatement {
		return inValue
	}
	return p
}

// replacedCall reports that another function is called, with a kind that depends on the use of the
// result.
func (c *Comparer) replacedCall(a, b *tree.Node, x site) {
	if c.wrapsValue(a, b, x) {
		return
	}
	if longer, shorter, grown := a, b, false; x.place != inStatement {
		if chained(b, a) != nil {
			longer, shorter, grown = b, a, true
		}
		if of := chained(longer, shorter); of != nil {
			c.say(c.kindOfChange(a, b, x), a, b)
			if grown {
				c.calls(shorter, of, x)
			} else {
				c.calls(of, shorter, x)
			}
			return
		}
	}
	switch {
	case words.IsCleanup(tree.LastName(a.Kids[0])) && !words.IsCleanup(tree.LastName(b.Kids[0])) && x.place == inStatement && len(a.Kids) != len(b.Kids):
		c.say(CleanupRemoved, a, b)
	case x.place == inThrow:
		c.say(ErrorChanged, a, b)
	case x.place == inCondition:
		c.say(ConditionChanged, a, b)
	default:
		c.say(CallReplaced, a, b)
		if fa, fb := a.Kids[len(a.Kids)-1], b.Kids[len(b.Kids)-1]; fa.Is(lang.RoleFunction) && fb.Is(lang.RoleFunction) {
			c.Function(fa, fb)
		}
	}
}

// chained returns the call of the function that shorter calls whose value longer calls a method of,
// nil when there is none.
func chained(longer, shorter *tree.Node) *tree.Node {
	for n := longer; n.Is(lang.RoleCall) && n.Kids[0].Role == lang.RoleMember; {
		n = n.Kids[0].Kid(0)
		if n.Is(lang.RoleCall) && shorter.Is(lang.RoleCall) && tree.LastName(n.Kids[0]) != "" && tree.LastName(n.Kids[0]) == tree.LastName(shorter.Kids[0]) {
			return n
		}
	}
	return nil
}

// args compares the arguments of two calls of the same function.
func (c *Comparer) args(a, b *tree.Node, x site, callee string) {
	aa, ab := a.Kids[1:], b.Kids[1:]
	if tree.SameAll(aa, ab) || alike.SameNamed(aa, ab) {
		return
	}
	if alike.IsPacked(aa, ab) || alike.IsPacked(ab, aa) {
		c.say("", a, b)
		return
	}
	if fa, fb := alike.BoundTo(aa), alike.BoundTo(ab); fa != nil && len(ab) == 1 && ab[0].Role == lang.RoleFunction || fb != nil && len(aa) == 1 && aa[0].Role == lang.RoleFunction {
		c.say("", a, b) // a function of another kind may have the same instance
		c.expr(cmp.Or(fa, aa[0]), cmp.Or(fb, ab[0]), x.at(inArgument))
		return
	}
	c.handed = append(c.handed, callee)
	defer func() { c.handed = c.handed[:len(c.handed)-1] }()
	if from, to := otherQuery(aa, ab); from != nil {
		c.changed(from, to, x)
		return
	}
	y := site{place: inArgument, call: callee, name: ""}
	switch {
	case words.IsSliceCall(callee):
		y.place = inIndex
	case x.place == inThrow, x.place == inDefault, x.place == inCondition && words.IsComparing(callee):
		y.place = x.place
	case x.place == inReturn && words.IsErrorValue(a) && words.IsErrorValue(b):
		y.place = inThrow
	case words.IsAssertion(callee):
		y.place = inCondition
	}
	if len(aa) == len(ab) {
		for i := range aa {
			if tree.Same(aa[i], ab[i]) {
				continue
			}
			if alike.IsExchanged(aa, ab, i) {
				c.say(ArgumentChanged, a, b)
				return
			}
		}
		if from, to := c.shifted(aa, ab); from != nil {
			c.expr(from, to, y)
			return
		}
		for i := range aa {
			if alike.IsLabelled(aa[i], ab[i]) || alike.IsLabelled(ab[i], aa[i]) {
				continue
			}
			z := y
			if words.GivesFallback(callee, aa, i) && words.GivesFallback(callee, ab, i) {
				z.place = inDefault
			} else if i > 0 && tree.Same(aa[i-1], ab[i-1]) && aa[i-1].Is(lang.RoleName, lang.RoleMember, lang.RoleString) {
				z.name = alike.KeyOf(aa[i-1]) // curl_setopt(h, VERIFYPEER, true)
			}
			c.expr(aa[i], ab[i], z)
		}
		return
	}
	// Arguments that stay are compared; one that came or went is one behaviour.
	if named := hasPairs(&tree.Node{Kids: aa}) || hasPairs(&tree.Node{Kids: ab}); named {
		c.fields(&tree.Node{Kids: aa, Line: a.Line, Start: a.Start, End: a.End}, &tree.Node{Kids: ab, Line: b.Line, Start: b.Start, End: b.End}, y)
		return
	}
	if x.place == inThrow {
		c.say(ErrorChanged, a, b)
		return
	}
	if len(aa) > 0 && len(ab) > 0 && aa[len(aa)-1].Role == lang.RoleFunction && ab[len(ab)-1].Role == lang.RoleFunction {
		c.expr(aa[len(aa)-1], ab[len(ab)-1], y)
		aa, ab = aa[:len(aa)-1], ab[:len(ab)-1]
		if len(aa) == len(ab) {
			return
		}
	}
	c.say(ArgumentChanged, a, b)
}

// otherQuery returns the query among the arguments of a call whose values are handed over in one
// version and written into its text in the other, nil without one. Which arguments go with it
// follows from that.
func otherQuery(aa, ab []*tree.Node) (from, to *tree.Node) {
	for i := range min(len(aa), len(ab)) {
		if query.Opens(aa[i], ab[i]) || query.Opens(ab[i], aa[i]) {
			return aa[i], ab[i]
		}
	}
	return nil, nil
}
