package alike

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
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

// unindented returns a text without white space around its lines.
func unindented(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSpace(l)
	}
	return strings.Join(lines, "\n")
}
