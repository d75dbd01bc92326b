package behaviour

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/edit"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/words"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A form classifies how two versions of a place differ. It determines how certain an effect is.
type form uint8

const (
	added     form = iota // head has an additional part
	removed               // base had an additional part
	exact                 // one constant, operator, keyword or argument position differs
	operand               // a value, a condition or a fallback got or lost an operand
	rewrapped             // a value is wrapped in one call more, or less
	replaced              // the part is replaced by another
)

// formOf returns how the versions of an event differ.
func formOf(e *event) form {
	switch e.Kind {
	case edit.AwaitAdded, edit.AwaitRemoved, edit.VisibilityChanged, edit.OrderChanged, edit.ComparisonChanged:
		return exact
	case edit.CatchChanged:
		return handlerForm(e)
	}
	switch {
	case e.Base == nil:
		return added
	case e.Head == nil:
		return removed
	case edit.IsQuery(e.Base) && edit.IsQuery(e.Head) && (e.Kind == edit.SecurityWeakened || e.Kind == edit.SecurityStrengthened), isNamedConstant(e.Base, e.Head):
		return exact
	case isConstant(e.Base) && isConstant(e.Head):
		if sameNumber(e.Base, e.Head) || isGrouped(e.Base, e.Head) {
			return replaced
		}
		return exact
	case e.Kind == edit.ConditionNegated && sameNames(e.Base, e.Head),
		e.Kind == edit.ErrorRemoved && e.Base.Role == lang.RoleThrow, e.Kind == edit.ErrorAdded && e.Head.Role == lang.RoleThrow,
		e.Kind == edit.LoggingChanged && words.IsLog(e.Base) && words.IsLog(e.Head) && (isOtherMessage(e.Base, e.Head) || !isSameLog(e.Base, e.Head)),
		e.Kind == edit.ArgumentChanged && e.Base.Is(lang.RoleCall) && e.Head.Is(lang.RoleCall) && tree.Same(e.Base.Kids[0], e.Head.Kids[0]) && edit.IsMessage(e.Base, e.Head) && isOtherMessage(e.Base, e.Head),
		(e.Kind == edit.ErrorChanged || e.Kind == edit.LiteralChanged && e.Base.Role == lang.RoleString && e.Head.Role == lang.RoleString) && isOtherMessage(e.Base, e.Head),
		e.Kind == edit.LoopChanged && e.Base.Role == e.Head.Role,
		e.Base.Role == lang.RoleBinary && e.Head.Role == lang.RoleBinary && tree.SameAll(e.Base.Kids, e.Head.Kids):
		return exact
	case isText(e.Base, e.Head), isOther(e), isTurned(e.Base, e.Head), isRejoined(e.Base, e.Head):
		return exact
	case isOperand(e.Base, e.Head) || isOperand(e.Head, e.Base), isLonger(e.Base, e.Head), isLonger(e.Head, e.Base), isRegrouped(e.Base, e.Head), isOffered(e.Base, e.Head) || isOffered(e.Head, e.Base):
		return operand
	case isSwapped(e.Base, e.Head):
		return exact
	case isAltered(e.Base, e.Head) || isAltered(e.Head, e.Base):
		return exact
	case within(e.Base, e.Head) || within(e.Head, e.Base):
		return rewrapped
	}
	return replaced
}

// handlerForm returns how two handlers differ: they catch other errors, or do something else. Branches
// in the place of branches are a rewrite that may test the same.
func handlerForm(e *event) form {
	if e.Base.Is(lang.RoleCatch) && e.Head.Is(lang.RoleIf, lang.RoleSwitch, lang.RoleAssign) {
		if kids := e.Base.Kids[1].Kids; len(kids) > 0 && kids[0].Is(lang.RoleIf, lang.RoleSwitch) {
			return replaced
		}
	}
	return exact
}

// isOtherMessage reports whether two texts with constant parts have other words, or one has more values in
// the same words. A value that took the place of words may be these.
func isOtherMessage(a, b *tree.Node) bool {
	was, valuesA := edit.Message(a)
	is, valuesB := edit.Message(b)
	switch {
	case was == "" || is == "":
		return false
	case len(valuesA) < len(valuesB) && isSubset(valuesA, valuesB):
		return strings.Contains(is, was)
	case len(valuesA) > len(valuesB) && isSubset(valuesB, valuesA):
		return strings.Contains(was, is)
	}
	return was != is && (a.Role != lang.RoleString || isSubset(valuesA, valuesB))
}

// isSubset reports whether all of a is in b.
func isSubset(a, b []string) bool {
	return !slices.ContainsFunc(a, func(s string) bool { return !slices.Contains(b, s) })
}

// isSameLog reports whether two log calls call functions of one name.
func isSameLog(a, b *tree.Node) bool {
	for a.Is(lang.RoleAwait) {
		a = a.Kid(0)
	}
	for b.Is(lang.RoleAwait) {
		b = b.Kid(0)
	}
	return tree.LastName(a.Kid(0)) == tree.LastName(b.Kid(0))
}

// isSameCall reports whether two calls differ in their receivers or namespaces only.
func isSameCall(a, b *tree.Node) bool {
	return a.Role == b.Role && a.Is(lang.RoleCall, lang.RoleNew) && tree.LastName(a.Kids[0]) != "" &&
		tree.LastName(a.Kids[0]) == tree.LastName(b.Kids[0]) && tree.SameAll(a.Kids[1:], b.Kids[1:])
}

// isConstant reports whether a value is a literal without other values in it.
func isConstant(n *tree.Node) bool {
	if n.Role == lang.RoleUnary && len(n.Kids) == 1 {
		n = n.Kids[0]
	}
	return len(n.Kids) == 0 && !isCode(n) && n.Is(lang.RoleString, lang.RoleNumber, lang.RoleBool, lang.RoleNull, lang.NoRole, tree.RoleList)
}

// isCode reports whether a node is code that is not taken apart, such as the value of a macro.
func isCode(n *tree.Node) bool {
	return n.Role == lang.NoRole && len(n.Kids) == 0 && strings.Contains(n.Text, "(")
}

// isGrouped reports whether two regular expressions differ in groups only.
func isGrouped(a, b *tree.Node) bool {
	plain := func(n *tree.Node) string {
		return strings.NewReplacer(`\(`, `\(`, `\)`, `\)`, "(?:", "", "(", "", ")", "").Replace(n.Text)
	}
	return strings.HasPrefix(a.Text, "/") && strings.HasPrefix(b.Text, "/") && len(a.Text) > 1 && plain(a) == plain(b)
}

// isNamedConstant reports whether two values are different constants of one type: Ordering.Release
// and Ordering.Relaxed.
func isNamedConstant(a, b *tree.Node) bool {
	if !a.Is(lang.RoleName, lang.RoleMember) || !b.Is(lang.RoleName, lang.RoleMember) {
		return false
	}
	typeOf := func(n *tree.Node) string {
		name := tree.Dotted(n)
		at := strings.LastIndexByte(name, '.')
		if at < 0 || !isCapital(edit.LastOf(name[:at])) || !isCapital(name[at+1:]) {
			return ""
		}
		return name[:at]
	}
	typ := typeOf(a)
	return typ != "" && typ == typeOf(b)
}

func isCapital(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(first)
}

// isText reports whether two texts contain the same values.
func isText(a, b *tree.Node) bool {
	return a.Role == lang.RoleString && b.Role == lang.RoleString && tree.SameAll(a.Kids, b.Kids)
}

// isOther reports whether an event replaces the type of an error that is created with the same
// arguments.
func isOther(e *event) bool {
	a, b := made(e.Base), made(e.Head)
	return e.Kind == edit.ErrorChanged && a != nil && b != nil && tree.SameAll(a.Kids[1:], b.Kids[1:])
}

// made returns the expression that creates a thrown error: a call, or a type with arguments.
func made(n *tree.Node) *tree.Node {
	for n.Is(lang.RoleThrow) && len(n.Kids) == 1 {
		n = n.Kids[0]
	}
	if n.Is(lang.RoleCall, lang.RoleNew, tree.RoleList) && len(n.Kids) > 0 {
		return n
	}
	return nil
}

// isTurned reports whether two choices have the same condition and swapped values.
func isTurned(a, b *tree.Node) bool {
	return a.Role == lang.RoleTernary && b.Role == lang.RoleTernary && tree.Same(a.Kids[0], b.Kids[0]) &&
		tree.Same(a.Kids[1], b.Kids[2]) && tree.Same(a.Kids[2], b.Kids[1])
}

// sameNumber reports whether two literals are the same number, whatever their type.
func sameNumber(a, b *tree.Node) bool {
	x, okX := numberOf(a)
	y, okY := numberOf(b)
	return okX && okY && x == y
}

// numberOf returns the number that a literal is.
func numberOf(n *tree.Node) (float64, bool) {
	text := strings.ReplaceAll(n.Text, "_", "")
	if i, err := strconv.ParseInt(strings.TrimRight(text, "uUlL"), 0, 64); err == nil && n.Role == lang.RoleNumber {
		return float64(i), true
	}
	x, err := strconv.ParseFloat(strings.TrimRight(text, "fFdDmM"), 64)
	return x, err == nil && n.Role == lang.RoleNumber
}

// sameNames reports whether two nodes have the same names in the same order.
func sameNames(a, b *tree.Node) bool { return slices.Equal(words.In(a), words.In(b)) }

// isOperand reports whether long is short with an additional operand of a logical or arithmetic
// operator, or with a fallback.
func isOperand(short, long *tree.Node) bool {
	if short.Role == long.Role && short.Is(lang.RoleCall, lang.RoleNew) && tree.Same(short.Kids[0], long.Kids[0]) {
		return len(short.Kids) < len(long.Kids) && isSubsequence(short.Kids, long.Kids)
	}
	if short.Role == long.Role && short.Is(lang.NoRole, tree.RoleList) && short.Text == long.Text && (short.Op == long.Op && len(short.Kids) > 0 || len(short.Kids) == 0 && strings.HasPrefix(short.Text, "array")) {
		return len(short.Kids) < len(long.Kids) && isSubsequence(short.Kids, long.Kids) // a list with more elements
	}
	if long.Role != lang.RoleBinary {
		return false
	}
	for _, k := range long.Kids {
		if tree.Same(k, short) || tree.Truth(k, false, 0) == tree.Truth(short, false, 0) {
			return true
		}
	}
	if short.Role != lang.RoleBinary || short.Op != long.Op || len(short.Kids) >= len(long.Kids) {
		return false
	}
	for _, k := range short.Kids {
		if !edit.HasSame(long.Kids, k) {
			return false
		}
	}
	return true
}

// isLonger reports whether long is a condition with the operands of short, in their order, and others.
func isLonger(short, long *tree.Node) bool {
	if !short.Is(lang.RoleBinary) || !long.Is(lang.RoleBinary) || !tree.IsLogical(long.Op) || !(tree.IsLogical(short.Op) || tree.IsComparison(short.Op)) {
		return false
	}
	a, b := operands(short, nil), operands(long, nil)
	return len(a) < len(b) && isSubsequence(a, b)
}

// operands appends the operands of the logical operators in a condition.
func operands(n *tree.Node, to []*tree.Node) []*tree.Node {
	if n.Is(lang.RoleBinary) && tree.IsLogical(n.Op) {
		for _, k := range n.Kids {
			to = operands(k, to)
		}
		return to
	}
	return append(to, n)
}

// isRejoined reports whether two conditions join the same operands, in the same order, by other
// operators.
func isRejoined(a, b *tree.Node) bool {
	return a.Is(lang.RoleBinary) && b.Is(lang.RoleBinary) && tree.IsLogical(a.Op) && tree.IsLogical(b.Op) && tree.SameAll(operands(a, nil), operands(b, nil))
}

// isRegrouped reports whether two calls of one function get the same values as another number of arguments.
func isRegrouped(a, b *tree.Node) bool {
	return a.Role == b.Role && a.Is(lang.RoleCall, lang.RoleNew) && len(a.Kids) != len(b.Kids) && tree.Same(a.Kids[0], b.Kids[0]) && sameNames(a, b)
}

// isOffered reports whether a value is one of the two values of a choice. False where the other is empty, or is null
// while the condition has the value: x and "x != null ? x : null" are the same.
func isOffered(value, choice *tree.Node) bool {
	if !choice.Is(lang.RoleTernary, lang.RoleIf) {
		return false
	}
	one := func(n *tree.Node) *tree.Node {
		if n.Is(lang.RoleBlock) && len(n.Kids) == 1 {
			return n.Kids[0]
		}
		return n
	}
	then, other := one(choice.Kids[1]), one(choice.Kids[2])
	if tree.Same(other, value) {
		then, other = other, then
	}
	if !tree.Same(then, value) || other.Is(lang.RoleBlock) && len(other.Kids) == 0 {
		return false
	}
	return !other.Is(lang.RoleNull) || !choice.Kids[0].Some(func(n *tree.Node) bool { return tree.Same(n, value) })
}

// isSubsequence reports whether short is a subsequence of long.
func isSubsequence(short, long []*tree.Node) bool {
	i := 0
	for _, n := range long {
		if i < len(short) && tree.Same(short[i], n) {
			i++
		}
	}
	return i == len(short)
}

// isAltered reports whether a value is handed to a function that returns another value of its type, or is
// the receiver of one.
func isAltered(value, call *tree.Node) bool {
	if !call.Is(lang.RoleCall) || !words.Alters(tree.LastName(call.Kids[0])) {
		return false
	}
	if call.Kids[0].Is(lang.RoleMember) && tree.Same(call.Kids[0].Kid(0), value) {
		return true
	}
	return edit.HasSame(call.Kids[1:], value)
}

// isSwapped reports whether two calls of one function have the same arguments in another order.
func isSwapped(a, b *tree.Node) bool {
	if a.Role != b.Role || !a.Is(lang.RoleCall, lang.RoleNew) || len(a.Kids) != len(b.Kids) || !tree.Same(a.Kids[0], b.Kids[0]) {
		return false
	}
	for _, k := range a.Kids[1:] {
		if !edit.HasSame(b.Kids[1:], k) {
			return false
		}
	}
	return true
}

// within reports whether a value is a part of another.
func within(part, whole *tree.Node) bool {
	return part.Size < whole.Size && whole.Some(func(k *tree.Node) bool { return tree.Same(k, part) })
}
