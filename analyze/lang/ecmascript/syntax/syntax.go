// Package syntax contains the grammars of JavaScript and TypeScript and functions on single nodes.
//
// In: the syntax tree of one file in one of three dialects. Out: kinds of nodes (K…), tokens (T…) and
// fields (F…), and properties of single nodes: names and strings as they are written, the parts of
// parameters and members, the comments that document a node and their tags, how a call's value is
// used.
//
// Invariants: nothing is added to the facts, and no result depends on what other code defines or
// imports.
package syntax

import "github.com/nexus-ci/nexus-ci/analyze/lang"

//go:generate go run ../../grammargen

// A Dialect is one of the three grammars.
type Dialect uint8

// The dialects. TSX is TypeScript with JSX elements and without the cast <T>x.
const (
	JavaScript Dialect = 1 << iota
	TypeScript
	TSX
)

// Typed reports whether the dialect has type annotations.
func (d Dialect) Typed() bool { return d&(TypeScript|TSX) != 0 }

// Title returns the name of the dialect's language.
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
	b       *lang.Builder // interns texts
}

// TreeOf returns the tree of the file whose facts b builds.
func TreeOf(b *lang.Builder, d Dialect) Tree { return Tree{b.Tree, d, b} }
