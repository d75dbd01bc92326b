package jvm

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// A Level is the scope of a declaration.
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

// Header returns the source from byte start to end as one line without comments and error nodes, cut
// to the length of a signature. n is a node that contains this range.
func Header(t *lang.Tree, n int32, start, end uint32) string {
	return lang.OneLine(t.AppendSource(nil, n, start, end, func(n *lang.Node) bool { return n.Flags&lang.IsError != 0 }))
}

// SetExtent sets where d, the declaration at node n, and its signature end, and the comments above
// it. The signature ends before node body (-1: with n); the byte where it ends is returned. The
// first line and the line of the name are set already, and the end of the declaration.
func SetExtent(t *lang.Tree, d *facts.Def, n, body int32, above *walk.Comments) (end uint32) {
	end = t.Nodes[n].End
	if body >= 0 {
		d.SignatureEnd = max(d.Line, t.Line(body))
		end = t.Nodes[body].Start
	}
	d.End = max(d.End, d.SignatureEnd)
	if comments, line := above.Above(t, d.Start); comments != nil {
		d.DocStart, d.DocEnd, d.DocHash = t.Line(comments[0]), line, DocHash(t, comments)
	}
	return end
}

// HasWord reports whether a child of node n, which may be -1, has the text word.
func HasWord(t *lang.Tree, n int32, word string) bool {
	if n < 0 {
		return false
	}
	for c := t.First(n); c >= 0; c = t.Next(c) {
		if string(t.Bytes(c)) == word {
			return true
		}
	}
	return false
}

// PackageDirs returns the names of the directories of a source set that hold packages: see lang.Language.PackageDirs.
func PackageDirs() []string { return []string{"java", "kotlin", "scala"} }
