package kotlin

import "github.com/nexus-ci/nexus-ci/analyze/facts"

// isMisread reports whether the grammar parses a declaration as the expression n, without a syntax
// error: "annotation class A" as two infix calls, after annotations with arguments, or "by b { … }"
// on a line of its own as a call.
func (x *extractor) isMisread(n int32) bool {
	if first := x.leaf(n); x.t.Kind(n) == kInfixExpression && x.t.Kind(first) == kSimpleIdentifier && startsDeclaration[string(x.t.Bytes(first))] {
		return true
	}
	for i, end := n, n+x.t.Nodes[n].Size; i < end; i++ {
		if x.t.Kind(i) == kSimpleIdentifier && hardKeywords[string(x.t.Bytes(i))] {
			return true
		}
	}
	return false
}

// leaf returns the first token of n.
func (x *extractor) leaf(n int32) int32 {
	for x.t.First(n) >= 0 {
		n = x.t.First(n)
	}
	return n
}

// noteMisread adds a syntax error if n is a misread declaration: then the definitions of the file are
// not all known.
func (x *extractor) noteMisread(n int32) {
	if x.isMisread(n) {
		x.b.Problem(facts.SyntaxError, x.t.Line(n), "the parser reads a declaration as an expression")
	}
}

// hardKeywords are words that Kotlin does not allow as names, and the grammar does.
var hardKeywords = map[string]bool{"class": true, "fun": true, "interface": true, "object": true, "typealias": true, "val": true, "var": true}

// startsDeclaration contains modifiers, and words that continue the head of a class on a new line.
var startsDeclaration = map[string]bool{
	"by": true, "constructor": true, "abstract": true, "actual": true, "data": true, "expect": true, "final": true, "inline": true,
	"internal": true, "open": true, "override": true, "private": true, "protected": true, "public": true, "sealed": true, "suspend": true,
}
