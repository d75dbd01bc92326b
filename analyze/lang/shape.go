package lang

import "strings"

// SplitShapes splits a list at the commas outside brackets.
func SplitShapes(s string) []string {
	var out []string
	depth, start := 0, 0
	for i := range len(s) {
		switch s[i] {
		case '[', '<':
			depth++
		case ']', '>':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, s[start:i])
				start = i + 1
			}
		}
	}
	return append(out, s[start:])
}

// ThisParam is the position of the receiver of a function literal among its parameters.
const ThisParam = -1

// receiverMark is the prefix of the receiver in an entry of Language.Callbacks.
const receiverMark = "this="

// NthCallback returns the entry for the i-th parameter from a list of Callbacks, "" where there is
// none.
func NthCallback(list string, i int32) string {
	for _, part := range SplitShapes(list) {
		receiver, ok := strings.CutPrefix(part, receiverMark)
		switch {
		case ok && i == ThisParam:
			return receiver
		case ok:
		case i == 0:
			return part
		default:
			i--
		}
	}
	return ""
}
