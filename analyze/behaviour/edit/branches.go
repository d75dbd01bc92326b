package edit

import (
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/alike"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/truth"
)

// branches compares two Ifs.
func (c *Comparer) branches(a, b *tree.Node) {
	ca, cb := a.Kids[0], b.Kids[0]
	thenA, elseA, thenB, elseB := a.Kids[1], a.Kids[2], b.Kids[1], b.Kids[2]
	switch same, known := c.folds(a, b); {
	case truth.Equivalent(ca, cb):
	case truth.Opposite(ca, cb) && alike.AreCrossed(a, b):
		thenB, elseB = elseB, thenB
	case a.Op == tree.Preprocessed && b.Op == tree.Preprocessed && alike.AreCrossed(a, b): // what names are defined is not known
		thenB, elseB = elseB, thenB
		c.Unjudged = true
	case known:
		foldA, inA := alike.Folded(a)
		foldB, inB := alike.Folded(b)
		if !same {
			c.say(ConditionChanged, foldA, foldB)
		}
		thenA, thenB = inA, inB
	default:
		c.expr(ca, cb, site{place: inCondition})
	}
	c.Block(thenA.Kids, thenB.Kids, false)
	c.Block(elseA.Kids, elseB.Kids, false)
}

// folds reports whether one of two checks is nested deeper, and they ask the same questions with that; same: they hold for
// the same answers.
func (c *Comparer) folds(a, b *tree.Node) (same, known bool) {
	ca, inA := alike.Folded(a)
	cb, inB := alike.Folded(b)
	if inA == a.Kids[1] && inB == b.Kids[1] {
		return false, false
	}
	return truth.Tables(ca, cb)
}
