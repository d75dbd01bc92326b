// Package syntax holds the grammars of JavaScript and TypeScript and what the tree of a file says
// by itself.
//
// In: the flat tree of one file in one of three dialects. Out: kinds of nodes (K…), tokens (T…)
// and fields (F…), and answers to questions about single nodes: names and strings as they are
// written, the parts of parameters and members, comments that document a node and their tags,
// what a place asks of its value.
//
// Invariants: nothing is added to the facts, and no answer depends on what other code defines
// or imports.
package syntax

import "github.com/nexus-ci/nexus-ci/analyze/lang"

//go:generate go run ../../grammargen

// A Dialect is one of the three grammars.
type Dialect uint8

// The dialects. TSX is TypeScript with elements and without <T>x.
const (
	JavaScript Dialect = 1 << iota
	TypeScript
	TSX
)

// Typed reports whether types are part of the dialect.
func (d Dialect) Typed() bool { return d&(TypeScript|TSX) != 0 }

// Title returns the name of the language of the dialect.
func (d Dialect) Title() string {
	if d.Typed() {
		return "TypeScript"
	}
	return "JavaScript"
}

// A Tree is the syntax tree of one file.
type Tree struct {
	*lang.Tree
	Dialect Dialect
	b       *lang.Builder // makes one string of equal texts
}

// TreeOf returns the tree that b makes facts of.
func TreeOf(b *lang.Builder, d Dialect) Tree { return Tree{b.Tree, d, b} }
