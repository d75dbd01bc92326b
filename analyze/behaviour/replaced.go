package behaviour

import (
	"slices"
	"strings"
	"unicode"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/alike"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/edit"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/failure"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/truth"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/words"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// maxLeaf is the maximum size of a value that alone replaces another one.
const maxLeaf = 6

// alone reports whether an event is the only one of the change, and replaces one value by another,
// both of which occur in both versions of the file.
func (acc *account) alone(e *event) bool {
	if acc.events != 1 || acc.signs || len(acc.came)+len(acc.went) > 0 || e.Base == nil || e.Head == nil || e.Kind == edit.LoggingChanged && alike.IsSameCall(e.Base, e.Head) {
		return false
	}
	a, b := alike.Leaf(e.Base, e.Head)
	if !isChoice(e, a, b) {
		return false
	}
	if alike.IsCode(a) || alike.IsCode(b) {
		return slices.Equal(namesIn(a.Text), namesIn(b.Text))
	}
	return acc.known(a) && acc.known(b)
}

// isChoice reports whether two values of an event are small, and not two ways to write one.
func isChoice(e *event, a, b *tree.Node) bool {
	return a != nil && b != nil && a.Size <= maxLeaf && b.Size <= maxLeaf && !isOneValue(e, a, b)
}

// isOneValue reports whether two values of an event may be two ways to write one.
func isOneValue(e *event, a, b *tree.Node) bool {
	return truth.Equivalent(a, b) || alike.AreCopies(a, b) || alike.SameNumber(a, b) || alike.AsksSame(a, b) || alike.AsksSame(b, a) || alike.IsGrouped(a, b) || alike.IsSameCall(a, b) || alike.IsFlipped(a, b) || alike.IsFlipped(b, a) || words.AreSynonyms(tree.LastName(a), tree.LastName(b)) ||
		e.Kind == edit.CallReplaced && alike.IsSameCall(e.Base, e.Head) && (isQualified(a, b) || isQualified(b, a)) ||
		a.Is(lang.RoleString) && b.Is(lang.RoleString) && len(a.Kids) > 0 && len(b.Kids) > 0
}

// picks reports whether an event of a small change replaces one value by another, where both versions
// of the files know all names of both: what was chosen is another thing, not the same under a new name.
func (acc *account) picks(c *compared, e *event) bool {
	fn, now := c.around(e)
	if !acc.isSmall() || fn == nil || now == nil || c.moved || c.movesSymbol() || e.Base == nil || e.Head == nil || e.Kind == edit.LoggingChanged || acc.moves(e) || acc.migrates(e) || acc.renames(e) {
		return false
	}
	a, b := alike.Leaf(e.Base, e.Head)
	return isChoice(e, a, b) && isValue(a) && isValue(b) && acc.known(a) && acc.known(b) && !acc.calls(a) && !acc.calls(b) &&
		hasNames(fn, b) && hasNames(now, a)
}

// around returns both versions of the function that an event is in, nil outside of functions.
func (c *compared) around(e *event) (base, head *tree.Node) {
	if c.unit.a != nil {
		return c.unit.a, c.unit.b
	}
	if !e.Inside || e.only() != nil {
		return nil, nil
	}
	return functionOf(c.from.base.root, e.Base), functionOf(c.unit.file.head.root, e.Head)
}

// functionOf returns the innermost function with a name in a file that holds a node, nil without one.
func functionOf(root, n *tree.Node) *tree.Node {
	var found *tree.Node
	root.Walk(func(k *tree.Node) bool {
		if k.Is(lang.RoleFunction) && edit.Named(k) != "" && k.Start <= n.Start && n.End <= k.End {
			found = k
		}
		return true
	})
	return found
}

// isValue reports whether a node is a value that binds no names.
func isValue(n *tree.Node) bool {
	return n.Is(lang.RoleName, lang.RoleMember, lang.RoleCall, lang.RoleNew, lang.RoleIndex, lang.RoleUnary, lang.RoleBinary,
		lang.RoleString, lang.RoleNumber, lang.RoleBool, lang.RoleNull)
}

// hasNames reports whether a function has the names of a value that may be local ones as names too, not only
// as members.
func hasNames(fn, value *tree.Node) bool {
	return !value.Some(func(k *tree.Node) bool {
		return k.Is(lang.RoleName) && !alike.IsCapital(k.Text) && !fn.Some(func(m *tree.Node) bool { return m.Is(lang.RoleName, lang.RoleParameter) && m.Text == k.Text })
	})
}

// namesIn returns the words of a text.
func namesIn(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// isQualified reports whether long is the name short with a namespace or receiver.
func isQualified(short, long *tree.Node) bool {
	return short.Is(lang.RoleName) && long.Is(lang.RoleMember) && unmarked(short.Text) == long.Text
}

// known reports whether both versions of the changed files have all names in a value.
func (acc *account) known(n *tree.Node) bool {
	return !n.Some(func(k *tree.Node) bool {
		return k.Is(lang.RoleName, lang.RoleMember) && !(acc.names[0].Knows(k) && acc.names[1].Knows(k))
	})
}

// few reports whether an event of a small change replaces a computed value by a constant, or the
// function that is called with the same arguments by one that is as old.
func (acc *account) few(e *event) bool {
	if !acc.isSmall() || e.Base == nil || e.Head == nil || acc.calls(e.Base) || acc.calls(e.Head) {
		return false
	}
	a, b := alike.Leaf(e.Base, e.Head)
	if b.Is(lang.RoleNumber, lang.RoleBool, lang.RoleNull, lang.RoleString) && len(b.Kids) == 0 {
		return a.Is(lang.RoleCall, lang.RoleNew) || a.Is(lang.RoleBinary) && (tree.IsComparison(a.Op) || tree.IsArithmetic(a))
	}
	if a.Is(lang.RoleNull) && b.Is(lang.RoleCall) && len(b.Kids) > 1 && !alike.IsCapital(tree.LastName(b)) && !words.Copies(tree.LastName(b)) {
		return true
	}
	return e.Kind == edit.CallReplaced && isOtherCallee(e.Base, e.Head) && acc.known(a) && acc.known(b)
}

// handsText reports whether two calls of one function get other arguments, and one of them a text that is nowhere on
// the other side of the change.
func (acc *account) handsText(e *event) bool {
	if e.Kind != edit.ArgumentChanged || e.Base == nil || e.Head == nil || !e.Base.Is(lang.RoleCall, lang.RoleNew) || e.Base.Role != e.Head.Role || !tree.Same(e.Base.Kids[0], e.Head.Kids[0]) {
		return false
	}
	return hasText(e.Head, e.gain, acc.lost) || hasText(e.Base, e.loss, acc.gained)
}

// hasText reports whether code has a text that is among some atoms and not among others.
func hasText(n *tree.Node, in, without atoms) bool {
	return n.Some(func(k *tree.Node) bool {
		h := tree.MixText(tree.HashSeed, k.Text)
		return k.Is(lang.RoleString) && len(k.Text) > 1 && in[h] > 0 && without[h] == 0
	})
}

// fails reports whether an event of a small change raises another error: head still has the one of base.
func (acc *account) fails(e *event) bool {
	if e.Kind != edit.ErrorChanged || e.Base == nil || e.Head == nil || !acc.isSmall() {
		return false
	}
	was, is := failure.Raised(e.Base), failure.Raised(e.Head)
	return was != "" && is != "" && was != is && acc.names[1].All[was] && !acc.symbols[0][was]
}

// renamed reports whether two named constants, types or texts that are names may be one under a new name.
func (acc *account) renamed(e *event) bool {
	if e.Base == nil || e.Head == nil || isDecorator(e.Base) || alike.AreNumbered(e.Base, e.Head) {
		return false
	}
	a, b := alike.Leaf(e.Base, e.Head)
	was, is := a.Text, b.Text
	switch {
	case a.Is(lang.RoleName, lang.RoleMember) && a.Role == b.Role && strings.EqualFold(was, is) && !acc.names[1].All[was] && !acc.names[0].All[is]:
		return true // in other letters everywhere
	case e.Kind == edit.CallReplaced && e.Base.Is(lang.RoleCall) && e.Head.Is(lang.RoleCall):
		was, is = tree.LastName(e.Base.Kids[0]), tree.LastName(e.Head.Kids[0])
		if alike.IsSameCall(e.Base, e.Head) && acc.hasMoved(is) { // it is called where it is now
			return true
		}
		if was == is { // of a value with another name
			was, is = tree.LastName(e.Base.Kids[0].Kid(0)), tree.LastName(e.Head.Kids[0].Kid(0))
		}
	case alike.IsNamedConstant(e.Base, e.Head):
		was, is = tree.LastName(e.Base), tree.LastName(e.Head)
	case a.Is(lang.NoRole) && b.Is(lang.NoRole) && len(a.Kids)+len(b.Kids) == 0: // a type
		was, is = lastWord(was), lastWord(is)
		if was == is && was != "" {
			return true
		}
	case e.Kind == edit.CatchChanged && a.Is(lang.RoleName, lang.RoleMember) && b.Is(lang.RoleName, lang.RoleMember):
		was, is = tree.LastName(a), tree.LastName(b)
		for _, part := range strings.Split(tree.Dotted(a), ".") {
			if acc.symbols[0][part] && acc.symbols[1][is] {
				return true
			}
		}
	case !a.Is(lang.RoleString, lang.RoleName) || a.Role != b.Role || len(a.Kids)+len(b.Kids) > 0:
		return false
	case a.Is(lang.RoleString) && acc.isNow[strings.TrimPrefix(was, ":")] == strings.TrimPrefix(is, ":") && acc.isNow[strings.TrimPrefix(was, ":")] != "":
		return true
	case a.Is(lang.RoleString) && acc.names[0].All[was] && !acc.names[1].All[was] && acc.names[1].All[is] && !acc.names[0].All[is]:
		return true
	}
	return acc.symbols[0][was] && acc.symbols[1][is] || acc.isNow[was] == is && is != ""
}

// hasMoved reports whether a function has another name or another file than it had.
func (acc *account) hasMoved(name string) bool {
	if acc.oneSided[name] && !acc.symbols[0][name] && !acc.symbols[1][name] {
		return true
	}
	for _, is := range acc.isNow {
		if is == name {
			return true
		}
	}
	return false
}

// lastWord returns the last word of a text.
func lastWord(text string) string {
	words := namesIn(text)
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}

// isOtherCallee reports whether two calls call functions of other names with the same arguments.
func isOtherCallee(a, b *tree.Node) bool {
	if a.Role != b.Role || !a.Is(lang.RoleCall) || len(a.Kids) < 2 || !tree.SameAll(passed(a), passed(b)) {
		return false
	}
	x, y := tree.LastName(a.Kids[0]), tree.LastName(b.Kids[0])
	return x != "" && y != "" && !words.AreSynonyms(x, y) && !strings.EqualFold(strings.ReplaceAll(x, "_", ""), strings.ReplaceAll(y, "_", ""))
}

// passed returns the arguments of a call except a function literal at the end, which is compared as such.
func passed(call *tree.Node) []*tree.Node {
	args := call.Kids[1:]
	if n := len(args); n > 0 && args[n-1].Is(lang.RoleFunction) {
		return args[:n-1]
	}
	return args
}
