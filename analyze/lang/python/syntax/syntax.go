// Package syntax contains the grammar of Python and functions on single nodes.
//
// In: the syntax tree of one file. Out: kinds of nodes (K…), tokens (T…) and fields (F…), and
// properties of single nodes: names and strings as they are written, the arguments of calls, which
// failures a block expects, when a condition holds.
//
// Invariants: nothing is added to the facts, and no result depends on what other code defines or
// imports.
package syntax

import "github.com/nexus-ci/nexus-ci/analyze/lang"

//go:generate go run ../../grammargen

// A Tree is the syntax tree of one file.
type Tree struct {
	*lang.Tree
	b *lang.Builder // interns texts
}

// TreeOf returns the tree of the file whose facts b builds.
func TreeOf(b *lang.Builder) Tree { return Tree{b.Tree, b} }

// Word returns the text of node i, interned.
func (t Tree) Word(i int32) string { return t.b.Text(i) }
