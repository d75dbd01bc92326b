package graph

import "sort"

// A Block is a part of a function that does not always run: a branch, or the body of a
// loop or of a function literal. It covers the bytes from Start up to End of its file.
type Block struct {
	Start, End int32
	Parent     int32 // index of the enclosing block, -1 for none
	// Literal: it runs when a function literal is called, at an unknown time.
	Literal bool
}

// nest sets the parents of sorted blocks.
func nest(blocks []Block) {
	around := int32(-1)
	for i := range blocks {
		for around >= 0 && blocks[around].End <= blocks[i].Start {
			around = blocks[around].Parent
		}
		blocks[i].Parent, around = around, int32(i)
	}
}

// Block returns the innermost block around a call, as an index of the blocks of its file;
// -1 for code that runs whenever its function runs.
func (g *Graph) Block(path string, c *Call) int32 {
	blocks := g.blocks[path]
	i := int32(sort.Search(len(blocks), func(i int) bool { return blocks[i].Start > c.At })) - 1
	for i >= 0 && blocks[i].End <= c.At {
		i = blocks[i].Parent
	}
	return i
}

// RunsBefore reports whether call a of a function in the file at path has certainly run when
// call b of the same function runs: a is before b, and every block around a is also around
// b. A deferred call a has not run.
func (g *Graph) RunsBefore(path string, a, b *Call) bool {
	if a.At == 0 || a.At >= b.At || a.Deferred {
		return false
	}
	return g.inside(path, g.Block(path, b), g.Block(path, a))
}

// inside reports whether block b is a or is nested in it.
func (g *Graph) inside(path string, b, a int32) bool {
	for a >= 0 && b > a {
		b = g.blocks[path][b].Parent
	}
	return a < 0 || a == b
}

// Literal returns the innermost function literal that a block is or is nested in, -1 for
// none.
func (g *Graph) Literal(path string, block int32) int32 {
	for block >= 0 && !g.blocks[path][block].Literal {
		block = g.blocks[path][block].Parent
	}
	return block
}
