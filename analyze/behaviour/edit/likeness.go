package edit

import (
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// maxBag is the maximum number of leaves of a statement that are compared for similarity.
const maxBag = 400

// bag returns the leaves and operators of a node, counted.
func bag(n *tree.Node) (map[uint64]int, int) {
	leaves, total := make(map[uint64]int), 0
	n.Walk(func(k *tree.Node) bool {
		if total >= maxBag {
			return false
		}
		if k.Text != "" || k.Op != "" || len(k.Kids) == 0 {
			h := tree.MixText(tree.MixText(tree.Mix(tree.HashSeed, uint64(k.Role)), k.Op), k.Text)
			if k.Role == lang.RoleMember {
				h = tree.MixText(tree.Mix(tree.HashSeed, uint64(lang.RoleName)), k.Text)
			}
			leaves[h]++
			total++
		}
		return true
	})
	return leaves, total
}

// Dice returns the Dice coefficient of the leaves of two nodes: 1 for equal ones.
func Dice(a, b *tree.Node) float64 {
	x, n := bag(a)
	y, m := bag(b)
	if n+m == 0 {
		return 0
	}
	common := 0
	for h, k := range x {
		common += min(k, y[h])
	}
	return 2 * float64(common) / float64(n+m)
}

// likeness returns how sure it is, from 0 to 1, that two statements stand for each other.
//
// Long because it names what counts for every role.
func (c *Comparer) likeness(a, b *tree.Node) float64 {
	if tree.Same(a, b) {
		return 1
	}
	if !c.spend(8, 8) {
		return 0
	}
	if a.Role != b.Role {
		ia, ib := inside(a), inside(b)
		if a.Role == lang.RoleThrow && b.Role == lang.RoleReturn || a.Role == lang.RoleReturn && b.Role == lang.RoleThrow {
			return 0.5
		}
		if ia == nil || ib == nil || a.Is(lang.RoleName) || b.Is(lang.RoleName) {
			return 0
		}
		for ia.Role == lang.RoleAwait {
			ia = ia.Kids[0]
		}
		for ib.Role == lang.RoleAwait {
			ib = ib.Kids[0]
		}
		if tree.Same(ia, ib) && ia.Size > 1 {
			return 0.95
		}
		if ia.Role == ib.Role && ia.Is(lang.RoleCall) && tree.LastName(ia.Kids[0]) == tree.LastName(ib.Kids[0]) {
			return 0.6 * Dice(ia, ib)
		}
		return 0
	}
	switch a.Role {
	case lang.RoleIf:
		if tree.Same(a.Kids[1], b.Kids[1]) && len(a.Kids[1].Kids) > 0 {
			if d := Dice(a.Kids[0], b.Kids[0]); a.Kids[1].Size > 3 || d > 0.2 {
				return 0.6 + 0.3*d
			}
		}
		cond := Dice(a.Kids[0], b.Kids[0])
		return cond*0.6 + 0.4*Dice(a, b)
	case lang.RoleReturn:
		return 0.35 + 0.6*Dice(a, b)
	case lang.RoleThrow:
		return 0.45 + 0.5*Dice(a, b)
	case lang.RoleAssign:
		if tree.Same(a.Kids[0], b.Kids[0]) {
			return 0.5 + 0.5*Dice(a.Kids[1], b.Kids[1])
		}
		if d := Dice(a.Kids[1], b.Kids[1]); d > 0.6 || a.Kids[1].Is(lang.RoleFunction) && d > 0.5 {
			return 0.8 * d
		}
		return 0
	case lang.RoleCall, lang.RoleNew, lang.RoleAwait, lang.RoleDefer:
		d := Dice(a, b)
		ca, cb := calleeOf(a), calleeOf(b)
		if tree.Same(ca, cb) {
			return max(0.5, d)
		}
		if tree.LastName(ca) != tree.LastName(cb) {
			if tree.SameAll(argumentsOf(a), argumentsOf(b)) && len(argumentsOf(a)) > 0 {
				return max(0.5, d)
			}
			return d * 0.8
		}
		return d
	case lang.RoleLoop:
		if tree.Same(a.Kids[0], b.Kids[0]) {
			return max(0.55, Dice(a, b))
		}
		return 0.2 + 0.75*Dice(a, b)
	case lang.RoleSwitch, lang.RoleWith:
		if tree.Same(a.Kids[0], b.Kids[0]) {
			return max(0.55, Dice(a, b))
		}
		return 0.1 + 0.85*Dice(a, b)
	case lang.RoleTry:
		return 0.1 + 0.85*Dice(a, b)
	case lang.RoleFunction, lang.RoleContainer:
		if a.Text == b.Text && a.Text != "" {
			return 0.9
		}
		return 0.8 * Dice(a, b)
	}
	return Dice(a, b)
}

func argumentsOf(n *tree.Node) []*tree.Node {
	for n.Is(lang.RoleAwait) {
		n = n.Kid(0)
	}
	if n.Is(lang.RoleCall, lang.RoleNew) {
		return n.Kids[1:]
	}
	return nil
}
