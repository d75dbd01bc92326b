package truth

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// maxAsked is the maximum number of different questions in two conditions whose answers are tried one by one.
const maxAsked = 8

// Tables compares two conditions that ask the same questions, for all answers to them. known is false where they ask other
// questions, or too many; else same says whether the conditions hold for the same answers.
func Tables(a, b *tree.Node) (same, known bool) {
	asked, others := questions(a, nil, 0), questions(b, nil, 0)
	if len(asked) < 2 || len(asked) > maxAsked || len(asked) != len(others) || slices.ContainsFunc(asked, func(h uint64) bool { return !slices.Contains(others, h) }) {
		return false, false
	}
	for answers := range uint(1) << len(asked) {
		if holds(a, asked, answers, 0) != holds(b, asked, answers, 0) {
			return false, true
		}
	}
	return true, true
}

// question returns the hash of what an operand asks, or of its opposite where that is smaller, and whether it is that.
func question(n *tree.Node) (h uint64, opposite bool) {
	yes, no := Hash(n, false, 0), Hash(n, true, 0)
	return min(yes, no), no < yes
}

// questions appends the questions of a condition, each once.
func questions(n *tree.Node, to []uint64, depth int) []uint64 {
	if n.Is(lang.RoleUnary) && n.Op == "!" || n.Is(lang.RoleBinary) && tree.IsLogical(n.Op) {
		for _, k := range n.Kids {
			if depth < tree.MaxDepth && k != nil {
				to = questions(k, to, depth+1)
			}
		}
		return to
	}
	if h, _ := question(n); !slices.Contains(to, h) {
		to = append(to, h)
	}
	return to
}

// holds reports whether a condition holds for answers: a bit for each question.
func holds(n *tree.Node, asked []uint64, answers uint, depth int) bool {
	switch {
	case depth > tree.MaxDepth || n == nil:
		return false
	case n.Is(lang.RoleUnary) && n.Op == "!":
		return !holds(n.Kids[0], asked, answers, depth+1)
	case n.Is(lang.RoleBinary) && tree.IsLogical(n.Op):
		for _, k := range n.Kids {
			if holds(k, asked, answers, depth+1) != (n.Op == "&&") {
				return n.Op != "&&"
			}
		}
		return n.Op == "&&"
	}
	h, opposite := question(n)
	return (answers>>slices.Index(asked, h)&1 == 1) != opposite
}

// And returns a condition that holds where two conditions hold.
func And(a, b *tree.Node) *tree.Node {
	n := &tree.Node{Role: lang.RoleBinary, Op: "&&", Line: a.Line, Start: a.Start, End: b.End}
	for _, k := range [2]*tree.Node{a, b} {
		if k.Is(lang.RoleBinary) && k.Op == "&&" {
			n.Kids = append(n.Kids, k.Kids...)
		} else {
			n.Kids = append(n.Kids, k)
		}
	}
	n.Seal()
	return n
}
