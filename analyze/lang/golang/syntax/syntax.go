// Package syntax makes the syntax tree of a Go file with the parser of Go's own library, in about a
// fifth of the time that the grammar takes.
//
// In: the source of a file. Out: the nodes of the tree in the kinds, fields and places of the
// tree-sitter grammar. It is the tree that the grammar makes, except where the grammar misreads the
// source or does not know the form: "m[f[i]]", "*(*T)(p)", "func(bool, map[int]int)", "chan<- chan T",
// generic aliases, new(value); see TestMisread. There is no tree where the library's parser finds an
// error, or where a token is not at the place where the grammar has it: then the grammar parses the
// file.
//
// The parser of the library gives the structure. The maker walks it in the order of the source and
// puts each token at the next text that is neither space nor comment, so it needs no positions. A
// comment is a child of the innermost node that begins before the comment and ends after it.
package syntax

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Tree appends the nodes of the tree of src to nodes, which is empty. ok is false where it makes no
// tree. in translates the symbols and fields of Maker. Trees of more than mostNodes nodes or maxDepth
// levels are not made.
func Tree(src []byte, in *lang.Numbering, nodes []lang.Node, mostNodes, maxDepth int) (tree []lang.Node, ok bool) {
	file, err := parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution)
	if err != nil {
		return nodes[:0], false
	}
	m := maker{src: src, in: in, nodes: nodes[:0], parent: -1, mostNodes: mostNodes, maxDepth: maxDepth}
	if m.file(file); m.failed {
		return m.nodes[:0], false
	}
	return m.nodes, true
}

// A maker holds the state of one tree.
type maker struct {
	src   []byte
	in    *lang.Numbering
	nodes []lang.Node
	at    int // end of the last token or comment
	// row is the line of counted, an offset at or before the next node.
	row, counted        int
	parent              int32
	depth               int
	mostNodes, maxDepth int
	failed              bool // the grammar would not make this tree: nothing more is added
}

func (m *maker) fail() { m.failed = true }

const (
	spaces     = " \t\r"
	whitespace = spaces + "\n"
)

// skip returns the first offset from i on that is neither in a comment nor one of the bytes in space.
// It calls comment for each comment on the way; nil for no call.
func (m *maker) skip(i int, space string, comment func(start, end int)) int {
	for i < len(m.src) {
		switch c := m.src[i]; {
		case strings.IndexByte(space, c) >= 0:
			i++
		case c == '/' && i+1 < len(m.src) && (m.src[i+1] == '/' || m.src[i+1] == '*'):
			end := m.commentEnd(i)
			if comment != nil {
				comment(i, end)
			}
			i = end
		default:
			return i
		}
	}
	return i
}

// commentEnd returns the end of the comment that starts at i.
func (m *maker) commentEnd(i int) int {
	if m.src[i+1] == '*' {
		if n := bytes.Index(m.src[i+2:], []byte("*/")); n >= 0 {
			return i + 2 + n + 2
		}
	} else if n := bytes.IndexByte(m.src[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(m.src)
}

// next adds the comments before the next token to the current node, and returns the start of the
// token.
func (m *maker) next() int {
	m.at = m.skip(m.at, whitespace, m.addComment)
	return m.at
}

func (m *maker) addComment(start, end int) {
	i := m.add(sComment, fNone, start)
	if m.failed {
		return
	}
	m.nodes[i].Flags |= lang.IsExtra
	m.nodes[i].End = uint32(end)
}

// peek reports whether text follows.
func (m *maker) peek(text string) bool {
	at := m.skip(m.at, whitespace, nil)
	return bytes.HasPrefix(m.src[at:], []byte(text))
}

// add adds a node of size 1.
func (m *maker) add(s symbol, f field, start int) int32 {
	if len(m.nodes) >= m.mostNodes {
		m.fail()
		return 0
	}
	m.row += bytes.Count(m.src[m.counted:start], newline)
	m.counted = start
	m.nodes = append(m.nodes, lang.Node{
		Kind: m.in.Kinds[s], Flags: m.in.Flags[s], Field: m.in.Fields[f], Size: 1,
		Start: uint32(start), End: uint32(start), Row: int32(m.row), Parent: m.parent,
	})
	return int32(len(m.nodes) - 1)
}

var newline = []byte{'\n'}

// within adds a node, from the next token to the last one that children adds.
func (m *maker) within(s symbol, f field, children func()) {
	if m.failed {
		return
	}
	if m.depth++; m.depth >= m.maxDepth {
		m.fail()
		return
	}
	i := m.add(s, f, m.next())
	m.parent = i
	children()
	if m.failed {
		return
	}
	n := &m.nodes[i]
	n.Size, n.End = int32(len(m.nodes))-i, uint32(m.at)
	m.parent = n.Parent
	m.depth--
}

// token adds the token that must follow.
func (m *maker) token(s symbol) { m.tokenIn(s, fNone) }

func (m *maker) tokenIn(s symbol, f field) {
	if !m.failed && !bytes.HasPrefix(m.src[m.next():], []byte(names[s])) {
		m.fail()
	}
	m.leaf(s, f, len(names[s]))
}

// leaf adds the next n bytes as a node without children.
func (m *maker) leaf(s symbol, f field, n int) {
	if m.failed {
		return
	}
	start := m.next()
	m.leafAt(s, f, start, start+n)
}

// leafAt adds a node without children at a place where spaces and comments are not skipped.
func (m *maker) leafAt(s symbol, f field, start, end int) {
	i := m.add(s, f, start)
	m.at = end
	m.nodes[i].End = uint32(end)
}

// option adds a token if it follows.
func (m *maker) option(s symbol) {
	if m.peek(names[s]) {
		m.token(s)
	}
}

// terminator adds the newline or semicolon at the end of a statement, and reports whether one
// follows. A newline token has all newlines that stand together.
func (m *maker) terminator() bool {
	start := m.skip(m.at, spaces, nil)
	if start == len(m.src) || m.src[start] != '\n' && m.src[start] != ';' {
		return false
	}
	m.skip(m.at, spaces, m.addComment)
	s, end := tSemicolon, start+1
	if m.src[start] == '\n' {
		for s = tNewline; end < len(m.src) && m.src[end] == '\n'; {
			end++
		}
	}
	m.leafAt(s, fNone, start, end)
	return true
}

// terminated requires a terminator, or the end of the source.
func (m *maker) terminated() {
	if !m.terminator() && m.skip(m.at, whitespace, nil) < len(m.src) {
		m.fail()
	}
}

// file adds the tree of a whole file.
func (m *maker) file(f *ast.File) {
	root := m.add(sSourceFile, fNone, len(m.src)-len(bytes.TrimLeft(m.src, whitespace)))
	m.parent, m.depth = root, 1
	m.within(sPackageClause, fNone, func() {
		m.token(tPackage)
		m.name(sPackageIdentifier, fNone, f.Name)
	})
	m.terminated()
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.GenDecl:
			m.declaration(d)
		case *ast.FuncDecl:
			m.function(d)
		default:
			m.fail()
		}
		m.terminated()
	}
	if m.next() < len(m.src) {
		m.fail()
	}
	if m.failed {
		return
	}
	n := &m.nodes[root]
	n.Size, n.End = int32(len(m.nodes)), uint32(len(m.src))
}
