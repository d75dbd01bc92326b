package lang

import "bytes"

// A Kind is a node kind of one grammar: an index into Language.Kinds, 0 for kinds that the language
// does not use.
type Kind uint16

// A FieldID is the field of a node in its parent: an index into Language.Fields, 0 for none and for
// fields that the language does not use.
type FieldID uint16

// A Node is one node of a Tree. Nodes are in pre-order: the children of node i start at i+1, and the
// next sibling of c is c+Size.
type Node struct {
	Kind  Kind
	Field FieldID
	Flags NodeFlags
	// Size is the number of nodes in the subtree, this one included.
	Size       int32
	Start, End uint32 // byte range in Tree.Source
	Row        int32  // 0-based line of Start
	Parent     int32  // -1 for the root
}

// NodeFlags are boolean properties of a node.
type NodeFlags uint16

const (
	IsNamed   NodeFlags = 1 << iota // a rule of the grammar, not a literal token
	IsError                         // an ERROR node: text that the grammar could not parse
	IsMissing                       // a token that the parser inserted
	IsExtra                         // may occur anywhere: comments
)

// A TreeMaker makes the trees of a language without its grammar.
type TreeMaker struct {
	// Kinds, Tokens and Fields are the names in the grammar of what its trees consist of.
	Kinds, Tokens, Fields []string
	// Make appends the nodes of the tree of src to nodes, which is empty. The tree is that of the
	// grammar, except where the grammar misreads the source. ok is false where Make makes no tree; then
	// the grammar parses the source. A tree has at most mostNodes nodes and maxDepth levels.
	Make func(src []byte, in *Numbering, nodes []Node, mostNodes, maxDepth int) (tree []Node, ok bool)
}

// A Numbering translates what a TreeMaker names, by the index of its name: kinds first, tokens
// after them.
type Numbering struct {
	Kinds  []Kind
	Flags  []NodeFlags
	Fields []FieldID
}

// A Tree is the syntax tree of one file in one slice. It is valid only during Language.Extract: the
// slice is reused for the next file.
type Tree struct {
	Source []byte
	Nodes  []Node
	// Offsets makes Line and EndLine return byte offsets instead of lines, so that places in facts are
	// exact (see parse.Parser.Offsets).
	Offsets bool
}

// Len returns the number of nodes.
func (t *Tree) Len() int32 { return int32(len(t.Nodes)) }

// Kind returns the kind of node i; 0 for i < 0.
func (t *Tree) Kind(i int32) Kind {
	if i < 0 {
		return 0
	}
	return t.Nodes[i].Kind
}

// Text returns the source of node i; "" for i < 0.
func (t *Tree) Text(i int32) string {
	if i < 0 {
		return ""
	}
	n := &t.Nodes[i]
	return string(t.Source[n.Start:n.End])
}

// Bytes returns the source of node i without copying; nil for i < 0.
func (t *Tree) Bytes(i int32) []byte {
	if i < 0 {
		return nil
	}
	n := &t.Nodes[i]
	return t.Source[n.Start:n.End]
}

// First returns the first child of node i, or -1.
func (t *Tree) First(i int32) int32 {
	if t.Nodes[i].Size <= 1 {
		return -1
	}
	return i + 1
}

// Next returns the sibling after node i, or -1.
func (t *Tree) Next(i int32) int32 {
	p := t.Nodes[i].Parent
	if p < 0 {
		return -1
	}
	n := i + t.Nodes[i].Size
	if n >= p+t.Nodes[p].Size {
		return -1
	}
	return n
}

// Child returns the first child of node i in field f, or -1.
func (t *Tree) Child(i int32, f FieldID) int32 {
	if i < 0 {
		return -1
	}
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if t.Nodes[c].Field == f {
			return c
		}
	}
	return -1
}

// ChildOfKind returns the first child of node i that has kind k, or -1.
func (t *Tree) ChildOfKind(i int32, k Kind) int32 {
	if i < 0 {
		return -1
	}
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if t.Nodes[c].Kind == k {
			return c
		}
	}
	return -1
}

// FirstNamed returns the first named child of node i that is not a comment, or -1.
func (t *Tree) FirstNamed(i int32) int32 {
	if i < 0 {
		return -1
	}
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if t.Named(c) {
			return c
		}
	}
	return -1
}

// LastNamed returns the last named child of node i that is not a comment, or -1.
func (t *Tree) LastNamed(i int32) int32 { return t.lastOf(i, t.Named) }

// Named reports whether node i is named and not a comment.
func (t *Tree) Named(i int32) bool { return t.Nodes[i].Flags&(IsNamed|IsExtra) == IsNamed }

// Usable reports whether node i is named, not a comment, not an error node and not inserted by the
// parser.
func (t *Tree) Usable(i int32) bool {
	return t.Nodes[i].Flags&(IsNamed|IsExtra|IsError|IsMissing) == IsNamed
}

// LastUsable returns the last child of node i that is usable, or -1.
func (t *Tree) LastUsable(i int32) int32 { return t.lastOf(i, t.Usable) }

func (t *Tree) lastOf(i int32, wanted func(int32) bool) int32 {
	last := int32(-1)
	if i < 0 {
		return last
	}
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if wanted(c) {
			last = c
		}
	}
	return last
}

// Line returns the 1-based first line of node i.
func (t *Tree) Line(i int32) int32 {
	if t.Offsets {
		return int32(t.Nodes[i].Start) + 1
	}
	return t.Row(i)
}

// Row returns the 1-based first line of node i regardless of Offsets, for comparing the positions of
// nodes.
func (t *Tree) Row(i int32) int32 { return t.Nodes[i].Row + 1 }

// RowOf returns the row of a value returned by Line.
func (t *Tree) RowOf(line int32) int32 {
	if !t.Offsets {
		return line
	}
	return 1 + int32(bytes.Count(t.Source[:min(max(int(line)-1, 0), len(t.Source))], []byte{'\n'}))
}

// Last returns the offset of the last byte of node i, as stored in facts.Expr for a call; 0 for i < 0.
func (t *Tree) Last(i int32) int32 {
	if i < 0 {
		return 0
	}
	return max(int32(t.Nodes[i].End)-1, 0)
}

// EndLine returns the 1-based line on which node i ends. A node that ends with
// a line break ends on the line before it.
func (t *Tree) EndLine(i int32) int32 {
	if t.Offsets {
		return int32(max(t.Nodes[i].Start+1, t.Nodes[i].End))
	}
	return t.EndRow(i)
}

// EndRow returns the 1-based line on which node i ends regardless of Offsets.
func (t *Tree) EndRow(i int32) int32 {
	n := &t.Nodes[i]
	s := bytes.TrimRight(t.Source[n.Start:n.End], "\r\n")
	return n.Row + 1 + int32(bytes.Count(s, []byte{'\n'}))
}
