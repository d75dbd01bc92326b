// Package syntax holds the grammar of Python and what the tree of a file says by itself.
//
// In: the flat tree of one file. Out: kinds of nodes (K…), tokens (T…) and fields (F…), and
// answers to questions about single nodes: names and strings as they are written, the arguments
// of calls, which failures a block expects, when a condition holds.
//
// Invariants: nothing is added to the facts, and no answer depends on what other code defines
// or imports.
package syntax

import "github.com/nexus-ci/nexus-ci/analyze/lang"

//go:generate go run ../../grammargen

// A Tree is the syntax tree of one file.
type Tree struct {
	*lang.Tree
	b *lang.Builder // makes one string of equal texts
}

// TreeOf returns the tree that b makes facts of.
func TreeOf(b *lang.Builder) Tree { return Tree{b.Tree, b} }

// Word returns the text of node i; equal texts share one string.
func (t Tree) Word(i int32) string { return t.b.Text(i) }
