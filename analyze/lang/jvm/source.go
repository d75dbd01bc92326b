package jvm

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A Level says what a declaration is a declaration of.
type Level uint8

// The levels.
const (
	AtFile Level = iota
	InClass
	InCode
)

// DocHash hashes the words of comments, without the marks of a comment.
func DocHash(t *lang.Tree, comments []int32) uint64 {
	var h lang.Hasher
	for _, c := range comments {
		text := t.Bytes(c)
		for len(text) > 0 {
			line, rest, _ := bytes.Cut(text, []byte{'\n'})
			h.Text(bytes.TrimRight(bytes.TrimLeft(line, " \t\r/*"), " \t\r/*"))
			text = rest
		}
	}
	return h.Sum()
}

// Header returns the source from byte start to end as one line without its comments
// and errors, cut to the length of a signature. n is a node that holds all of it.
func Header(t *lang.Tree, n int32, start, end uint32) string {
	return lang.OneLine(t.AppendSource(nil, n, start, end, func(n *lang.Node) bool { return n.Flags&lang.IsError != 0 }))
}
