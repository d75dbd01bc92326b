package parse

import (
	"context"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// flattened is a syntax tree as a slice of nodes.
type flattened struct {
	gaveUp  bool // the parser reached a limit: there is no tree
	nodes   []lang.Node
	tooMany bool  // more than maxNodes; only the first ones are there
	cut     int   // number of nodes whose children were left out because of their depth
	cutRow  int32 // 0-based row of the first such node
}

// stuck is the time in microseconds after which a cursorParser stops.
const stuck = 30_000_000

// A cursorParser does the work of treeParser with the accessors of the Go binding, for
// platforms where the C file is not known to build. It is several times slower. It cannot count
// work, so instead of Limits.MaxWork it uses a time limit, thirty times what source files take.
type cursorParser struct{ parser *sitter.Parser }

func newCursorParser(g *sitter.Language) *cursorParser {
	p := &cursorParser{sitter.NewParser()}
	p.parser.SetLanguage(g)
	p.parser.SetOperationLimit(stuck)
	return p
}

func (p *cursorParser) close() { p.parser.Close() }

func (p *cursorParser) parse(ctx context.Context, src []byte, s *symbols, nodes []lang.Node, lim Limits) flattened {
	tree, err := p.parser.ParseCtx(ctx, nil, src)
	if err != nil {
		p.parser.Reset() // otherwise the parser would continue with the rest of this source
		return flattened{nodes: nodes, gaveUp: true}
	}
	defer tree.Close()
	return walk(tree, s, nodes, lim)
}

func walk(t *sitter.Tree, s *symbols, nodes []lang.Node, lim Limits) flattened {
	c := sitter.NewTreeCursor(t.RootNode())
	defer c.Close()
	f := flattened{nodes: nodes[:0], cutRow: -1}
	parent, depth := int32(-1), 1
	for {
		if len(f.nodes) == lim.MaxNodes {
			f.tooMany = true
			return f
		}
		current := int32(len(f.nodes))
		f.nodes = append(f.nodes, nodeAt(c, s, parent))
		if c.GoToFirstChild() {
			if depth < lim.MaxDepth {
				parent = current
				depth++
				continue
			}
			c.GoToParent()
			if f.cut == 0 {
				f.cutRow = f.nodes[current].Row
			}
			f.cut++
		}
		for parent >= 0 && !c.GoToNextSibling() {
			c.GoToParent()
			p := &f.nodes[parent]
			p.Size = int32(len(f.nodes)) - parent
			parent = p.Parent
			depth--
		}
		if parent < 0 {
			return f
		}
	}
}

func nodeAt(c *sitter.TreeCursor, s *symbols, parent int32) lang.Node {
	n := c.CurrentNode()
	node := lang.Node{
		Field:  s.byField[c.CurrentFieldName()],
		Size:   1,
		Start:  n.StartByte(),
		End:    n.EndByte(),
		Row:    int32(n.StartPoint().Row),
		Parent: parent,
	}
	if symbol := int(n.Symbol()); symbol < len(s.kinds) {
		node.Kind = lang.Kind(s.kinds[symbol])
		node.Flags = lang.NodeFlags(s.flags[symbol])
	}
	if n.IsError() {
		node.Flags |= lang.IsNamed | lang.IsError
	}
	if n.IsMissing() {
		node.Flags |= lang.IsMissing
	}
	if n.IsExtra() {
		node.Flags |= lang.IsExtra
	}
	return node
}
