package lang

import "bytes"

// Condition returns what a node of a conditional directive says: its first token, and the child in
// field f; the code that depends on it is left out.
func (t *Tree) Condition(n int32, f FieldID) []byte {
	first, condition := t.First(n), t.Child(n, f)
	if first < 0 {
		return nil
	}
	text := bytes.Clone(t.Bytes(first))
	if condition >= 0 {
		text = append(append(text, ' '), t.Bytes(condition)...)
	}
	return text
}

// IsShebang reports whether the comment n is the line that says with what a file is run.
func (t *Tree) IsShebang(n int32) bool {
	return t.Nodes[n].Start == 0 && bytes.HasPrefix(t.Bytes(n), []byte("#!"))
}
