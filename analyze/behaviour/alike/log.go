package alike

import (
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// SameMessage reports whether two calls of one log function write the same text: one with a format and
// values, the other with these values put into the text.
func SameMessage(a, b *tree.Node) bool {
	if !tree.Same(a.Kids[0], b.Kids[0]) {
		return false
	}
	if isEmptyLine(a) && isEmptyLine(b) {
		return true
	}
	textA, valuesA := written(a)
	textB, valuesB := written(b)
	return textA != "" && textA == textB && tree.SameAll(valuesA, valuesB)
}

// isEmptyLine reports whether a call writes nothing, or the empty text.
func isEmptyLine(call *tree.Node) bool {
	return len(call.Kids) == 1 || len(call.Kids) == 2 && call.Kids[1].Is(lang.RoleString) && call.Kids[1].Text == "" && len(call.Kids[1].Kids) == 0
}

// written returns what a call of a log function writes, with a zero byte for each value, and the
// values; no text where that is not known.
func written(call *tree.Node) (string, []*tree.Node) {
	if len(call.Kids) < 2 {
		return "", nil
	}
	format, values := call.Kids[1], call.Kids[2:]
	switch {
	case format.Role != lang.RoleString:
		return "", nil
	case len(values) == 0:
		return format.Text, format.Kids
	case len(format.Kids) > 0:
		return "", nil
	}
	text := strings.NewReplacer("%s", "\x00", "%d", "\x00", "%v", "\x00", "{}", "\x00").Replace(format.Text)
	if strings.Count(text, "\x00") != len(values) || strings.Contains(text, "%") {
		return "", nil
	}
	return text, values
}

// IsLaidOut reports whether two texts of several lines differ in how their lines are indented only.
func IsLaidOut(a, b *tree.Node) bool {
	return strings.Contains(a.Text, "\n") && strings.Contains(b.Text, "\n") && tree.SameAll(a.Kids, b.Kids) && unindented(a.Text) == unindented(b.Text)
}

// AreFilled reports whether two values are texts with values put into them, which are not the same.
func AreFilled(a, b *tree.Node) bool {
	return a.Is(lang.RoleString) && b.Is(lang.RoleString) && len(a.Kids)+len(b.Kids) > 0 && !tree.SameAll(a.Kids, b.Kids)
}

// position matches a format specifier that says which argument it takes, and any other one.
var position = lazyregexp.New(`%(?:(\d+)\$|%|[a-zA-Z])`)

// IsNumbered reports whether two formats take the same arguments in the same order, which one of them says with numbers:
// "%1$s of %2$s" and "%s of %s".
func IsNumbered(a, b *tree.Node) bool {
	return len(a.Kids)+len(b.Kids) == 0 && a.Text != b.Text && inTurn(a.Text) == inTurn(b.Text)
}

// inTurn returns a format without the numbers of arguments that are taken one after the other.
func inTurn(format string) string {
	next, inOrder := 0, true
	plain := position.ReplaceAllStringFunc(format, func(s string) string {
		m := position.FindStringSubmatch(s)
		switch {
		case s == "%%":
		case m[1] == "":
			next++
		default:
			next++
			inOrder = inOrder && m[1] == strconv.Itoa(next)
			return "%"
		}
		return s
	})
	if !inOrder {
		return format
	}
	return plain
}

// unindented returns a text without white space around its lines.
func unindented(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSpace(l)
	}
	return strings.Join(lines, "\n")
}
