// Package alike says how two pieces of code are alike, by their form alone: that one is a part of the other, has an
// operand more, copies or narrows its value, or is the same with its checks in another nesting.
//
// In: two nodes. Out: whether they are alike in one way.
//
// Not decided here: which kind of difference that is, and whether it has an effect.
package alike

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/truth"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/words"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// IsOtherMessage reports whether two texts with constant parts have other words, or one has more values in
// the same words. A value that took the place of words may be these.
func IsOtherMessage(a, b *tree.Node) bool {
	was, valuesA := Message(a)
	is, valuesB := Message(b)
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

// IsSameLog reports whether two log calls call functions of one name.
func IsSameLog(a, b *tree.Node) bool {
	return tree.LastName(a.Unawaited().Kid(0)) == tree.LastName(b.Unawaited().Kid(0))
}

// IsSameCall reports whether two calls differ in their receivers or namespaces only.
func IsSameCall(a, b *tree.Node) bool {
	return a.Role == b.Role && a.Is(lang.RoleCall, lang.RoleNew) && tree.LastName(a.Kids[0]) != "" &&
		tree.LastName(a.Kids[0]) == tree.LastName(b.Kids[0]) && tree.SameAll(a.Kids[1:], b.Kids[1:])
}

// IsConstant reports whether a value is a literal without other values in it.
func IsConstant(n *tree.Node) bool {
	if n.Role == lang.RoleUnary && len(n.Kids) == 1 {
		n = n.Kids[0]
	}
	return len(n.Kids) == 0 && !IsCode(n) && n.Is(lang.RoleString, lang.RoleNumber, lang.RoleBool, lang.RoleNull, lang.NoRole, tree.RoleList)
}

// DifferInTexts reports whether two values are the same but for the texts in them.
func DifferInTexts(a, b *tree.Node) bool {
	if a.Role == lang.RoleString && b.Role == lang.RoleString && len(a.Kids)+len(b.Kids) == 0 {
		return true
	}
	if a.Role != b.Role || a.Text != b.Text || a.Op != b.Op || len(a.Kids) != len(b.Kids) {
		return false
	}
	for i, k := range a.Kids {
		if !DifferInTexts(k, b.Kids[i]) {
			return false
		}
	}
	return true
}

// IsCode reports whether a node is code that is not taken apart, such as the value of a macro.
func IsCode(n *tree.Node) bool {
	return n.Role == lang.NoRole && len(n.Kids) == 0 && strings.Contains(n.Text, "(")
}

// IsIndexed reports whether a member of a value is read with its name as a text: v.name and v["name"].
func IsIndexed(member, index *tree.Node) bool {
	return member.Is(lang.RoleMember) && index.Is(lang.RoleIndex) && len(member.Kids) == 1 && len(index.Kids) == 2 && tree.Same(member.Kids[0], index.Kids[0]) &&
		index.Kids[1].Is(lang.RoleString) && index.Kids[1].Text == member.Text
}

// IsGrouped reports whether two regular expressions differ in groups only.
func IsGrouped(a, b *tree.Node) bool {
	plain := func(n *tree.Node) string {
		return strings.NewReplacer(`\(`, `\(`, `\)`, `\)`, "(?:", "", "(", "", ")", "").Replace(n.Text)
	}
	return strings.HasPrefix(a.Text, "/") && strings.HasPrefix(b.Text, "/") && len(a.Text) > 1 && plain(a) == plain(b)
}

// IsNamedConstant reports whether two values are different constants of one type: Ordering.Release
// and Ordering.Relaxed.
func IsNamedConstant(a, b *tree.Node) bool {
	if !a.Is(lang.RoleName, lang.RoleMember) || !b.Is(lang.RoleName, lang.RoleMember) {
		return false
	}
	typeOf := func(n *tree.Node) string {
		name := tree.Dotted(n)
		at := strings.LastIndexByte(name, '.')
		if at < 0 || !IsCapital(tree.LastName(&tree.Node{Role: lang.RoleName, Text: name[:at]})) || !IsCapital(name[at+1:]) {
			return ""
		}
		return name[:at]
	}
	typ := typeOf(a)
	return typ != "" && typ == typeOf(b)
}

// AreNumbered reports whether two values are constants whose names have other numbers: V9_0 and V10_0.
func AreNumbered(a, b *tree.Node) bool {
	x, y := tree.LastName(a), tree.LastName(b)
	return x != y && x == strings.ToUpper(x) && y == strings.ToUpper(y) && strings.Trim(unnumbered(x), "_") != "" && unnumbered(x) == unnumbered(y)
}

// unnumbered returns a name without its numbers: V9_0 is V_.
func unnumbered(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, name)
}

func IsCapital(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(first)
}

// IsText reports whether two texts contain the same values.
func IsText(a, b *tree.Node) bool {
	return a.Role == lang.RoleString && b.Role == lang.RoleString && tree.SameAll(a.Kids, b.Kids)
}

// IsTurned reports whether two choices have the same condition and swapped values.
func IsTurned(a, b *tree.Node) bool {
	return a.Role == lang.RoleTernary && b.Role == lang.RoleTernary && tree.Same(a.Kids[0], b.Kids[0]) &&
		tree.Same(a.Kids[1], b.Kids[2]) && tree.Same(a.Kids[2], b.Kids[1])
}

// SameNumber reports whether two literals are the same number, whatever their type.
func SameNumber(a, b *tree.Node) bool {
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

// SameNames reports whether two nodes have the same names in the same order.
func SameNames(a, b *tree.Node) bool { return slices.Equal(words.In(a), words.In(b)) }

// IsOperand reports whether long is short with an additional operand of a logical or arithmetic
// operator, or with a fallback.
func IsOperand(short, long *tree.Node) bool {
	if short.Role == long.Role && short.Is(lang.RoleCall, lang.RoleNew) && tree.Same(short.Kids[0], long.Kids[0]) {
		return len(short.Kids) < len(long.Kids) && isSubsequence(short.Kids, long.Kids)
	}
	if short.Role == long.Role && short.Is(lang.NoRole, tree.RoleList) && short.Text == long.Text && (short.Op == long.Op && len(short.Kids) > 0 || len(short.Kids) == 0 && strings.HasPrefix(short.Text, "array")) {
		return len(short.Kids) < len(long.Kids) && isSubsequence(short.Kids, long.Kids) // a list with more elements
	}
	if isTokens(long) {
		return isTokens(short) && len(short.Kids) < len(long.Kids) && isSubsequence(short.Kids, long.Kids) && isWordsIn(short.Op, long.Op) || tree.HasSame(long.Kids, short)
	}
	if long.Role != lang.RoleBinary {
		return false
	}
	for _, k := range long.Kids {
		if tree.Same(k, short) || truth.Hash(k, false, 0) == truth.Hash(short, false, 0) {
			return true
		}
	}
	if short.Role != lang.RoleBinary || short.Op != long.Op || len(short.Kids) >= len(long.Kids) {
		return false
	}
	for _, k := range short.Kids {
		if !tree.HasSame(long.Kids, k) {
			return false
		}
	}
	return true
}

// isTokens reports whether a node is an argument of a macro whose grammar is not known: values, and the tokens between
// them, such as the alternatives of a pattern.
func isTokens(n *tree.Node) bool { return n.Is(tree.RoleList) && n.Op != "" && len(n.Kids) > 0 }

// isWordsIn reports whether the words of one text are among those of another, in their order.
func isWordsIn(short, long string) bool {
	left := strings.Fields(short)
	for _, w := range strings.Fields(long) {
		if len(left) > 0 && left[0] == w {
			left = left[1:]
		}
	}
	return len(left) == 0
}

// IsLonger reports whether long is a condition with the operands of short, in their order, and others.
func IsLonger(short, long *tree.Node) bool {
	if !short.Is(lang.RoleBinary) || !long.Is(lang.RoleBinary) || !tree.IsLogical(long.Op) || !(tree.IsLogical(short.Op) || tree.IsComparison(short.Op)) {
		return false
	}
	a, b := Operands(short, nil), Operands(long, nil)
	return len(a) < len(b) && isSubsequence(a, b)
}

// Operands appends the Operands of the logical operators in a condition.
func Operands(n *tree.Node, to []*tree.Node) []*tree.Node {
	if n.Is(lang.RoleBinary) && tree.IsLogical(n.Op) {
		for _, k := range n.Kids {
			to = Operands(k, to)
		}
		return to
	}
	return append(to, n)
}

// IsRejoined reports whether two conditions join the same operands, in the same order, by other
// operators.
func IsRejoined(a, b *tree.Node) bool {
	return a.Is(lang.RoleBinary) && b.Is(lang.RoleBinary) && tree.IsLogical(a.Op) && tree.IsLogical(b.Op) && tree.SameAll(Operands(a, nil), Operands(b, nil))
}

// IsRegrouped reports whether two calls of one function get the same values as another number of arguments.
func IsRegrouped(a, b *tree.Node) bool {
	return a.Role == b.Role && a.Is(lang.RoleCall, lang.RoleNew) && len(a.Kids) != len(b.Kids) && tree.Same(a.Kids[0], b.Kids[0]) && SameNames(a, b)
}

// IsOffered reports whether a value is one of the two values of a choice. False where the other is empty, or is null
// while the condition has the value: x and "x != null ? x : null" are the same.
func IsOffered(value, choice *tree.Node) bool {
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

// IsAltered reports whether a value is handed to a function that returns another value of its type, or is
// the receiver of one.
func IsAltered(value, call *tree.Node) bool {
	if !call.Is(lang.RoleCall) || !words.Alters(tree.LastName(call.Kids[0])) {
		return false
	}
	if call.Kids[0].Is(lang.RoleMember) && tree.Same(call.Kids[0].Kid(0), value) {
		return true
	}
	return tree.HasSame(call.Kids[1:], value)
}

// IsSwapped reports whether two calls of one function have the same arguments in another order.
func IsSwapped(a, b *tree.Node) bool {
	if a.Role != b.Role || !a.Is(lang.RoleCall, lang.RoleNew) || len(a.Kids) != len(b.Kids) || !tree.Same(a.Kids[0], b.Kids[0]) {
		return false
	}
	for _, k := range a.Kids[1:] {
		if !tree.HasSame(b.Kids[1:], k) {
			return false
		}
	}
	return true
}

// Within reports whether a value is a part of another.
func Within(part, whole *tree.Node) bool {
	return part.Size < whole.Size && whole.Some(func(k *tree.Node) bool { return tree.Same(k, part) })
}

// IsStricter reports whether two conditions compare in the same direction, and one of them also holds for the limit.
func IsStricter(a, b *tree.Node) bool {
	return a.Is(lang.RoleBinary) && b.Is(lang.RoleBinary) && len(a.Op) > 0 && len(b.Op) > 0 && a.Op[0] == b.Op[0] && (a.Op[0] == '<' || a.Op[0] == '>')
}
