package edit

import (
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

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
		ia, ib = ia.Unawaited(), ib.Unawaited()
		if tree.Same(ia, ib) && ia.Size > 1 {
			return 0.95
		}
		if ia.Role == ib.Role && ia.Is(lang.RoleCall) && tree.LastName(ia.Kids[0]) == tree.LastName(ib.Kids[0]) {
			return 0.6 * tree.Dice(ia, ib)
		}
		return 0
	}
	switch a.Role {
	case lang.RoleIf:
		if tree.Leaves(a.Kids[1]) != tree.Leaves(b.Kids[1]) && tree.Dice(a.Kids[1], b.Kids[1]) == 0 {
			return 0 // two checks: what the one asks says nothing of the other
		}
		if tree.Same(a.Kids[1], b.Kids[1]) && len(a.Kids[1].Kids) > 0 {
			if d := tree.Dice(a.Kids[0], b.Kids[0]); a.Kids[1].Size > 3 || d > 0.2 {
				return 0.6 + 0.3*d
			}
		}
		cond := tree.Dice(a.Kids[0], b.Kids[0])
		return cond*0.6 + 0.4*tree.Dice(a, b)
	case lang.RoleReturn:
		return 0.35 + 0.6*tree.Dice(a, b)
	case lang.RoleThrow:
		return 0.45 + 0.5*tree.Dice(a, b)
	case lang.RoleAssign:
		if tree.Same(a.Kids[0], b.Kids[0]) {
			like := 0.5 + 0.5*tree.Dice(a.Kids[1], b.Kids[1])
			if a.Op != b.Op { // x = 1 is rather x = 2 than x += 1
				like *= 0.7
			}
			return like
		}
		if d := tree.Dice(a.Kids[1], b.Kids[1]); d > 0.6 || a.Kids[1].Is(lang.RoleFunction) && d > 0.5 {
			return 0.8 * d
		}
		return 0
	case lang.RoleCall, lang.RoleNew, lang.RoleAwait, lang.RoleDefer:
		d := tree.Dice(a, b)
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
			return max(0.55, tree.Dice(a, b))
		}
		return 0.2 + 0.75*tree.Dice(a, b)
	case lang.RoleSwitch, lang.RoleWith:
		if tree.Same(a.Kids[0], b.Kids[0]) {
			return max(0.55, tree.Dice(a, b))
		}
		return 0.1 + 0.85*tree.Dice(a, b)
	case lang.RoleTry:
		return 0.1 + 0.85*tree.Dice(a, b)
	case lang.RoleFunction, lang.RoleContainer:
		if a.Text == b.Text && a.Text != "" {
			return 0.9
		}
		return 0.8 * tree.Dice(a, b)
	}
	return tree.Dice(a, b)
}

func argumentsOf(n *tree.Node) []*tree.Node {
	n = n.Unawaited()
	if n.Is(lang.RoleCall, lang.RoleNew) {
		return n.Kids[1:]
	}
	return nil
}
