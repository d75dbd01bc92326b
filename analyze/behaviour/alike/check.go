package alike

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/truth"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// AreCrossed reports whether the branches of two checks of opposite conditions are more like each other's other branch than
// like each other.
func AreCrossed(a, b *tree.Node) bool {
	like := func(x, y *tree.Node) float64 {
		if len(x.Kids)+len(y.Kids) == 0 {
			return 0
		}
		return tree.Dice(x, y)
	}
	return like(a.Kids[1], b.Kids[2])+like(a.Kids[2], b.Kids[1]) > like(a.Kids[1], b.Kids[1])+like(a.Kids[2], b.Kids[2])
}

// Folded returns the condition of a check with those of the checks that are all that it holds, and what the innermost holds.
func Folded(n *tree.Node) (condition, body *tree.Node) {
	condition, body = n.Kids[0], n.Kids[1]
	for len(n.Kids[2].Kids) == 0 && len(body.Kids) == 1 && body.Kids[0].Is(lang.RoleIf) && body.Kids[0].Op != tree.Preprocessed && len(body.Kids[0].Kids[2].Kids) == 0 {
		n = body.Kids[0]
		condition, body = truth.And(condition, n.Kids[0]), n.Kids[1]
	}
	return condition, body
}

// IsRepeated reports whether a loop repeats what a check does, as long as its condition holds.
func IsRepeated(check, loop *tree.Node) bool {
	return check.Is(lang.RoleIf) && check.Op != tree.Preprocessed && loop.Is(lang.RoleLoop) && loop.Op == "" && len(check.Kids[2].Kids) == 0 && len(loop.Kids[0].Kids) == 1 &&
		!tree.Leaves(check.Kids[1]) && !tree.Leaves(loop.Kids[1]) && truth.Equivalent(check.Kids[0], loop.Kids[0].Kids[0])
}

// IsPlain reports whether a statement is a value and does nothing: what a branch of a choice gives.
func IsPlain(n *tree.Node) bool {
	return n.Is(lang.RoleBool, lang.RoleNumber, lang.RoleString, lang.RoleName, lang.RoleMember, lang.RoleUnary, lang.RoleBinary, lang.RoleIndex, lang.RoleTernary) && tree.Effect(n) == nil
}

// MayCheck reports whether one version of a function calls something, with what a check of the other version asks about, that the
// other one does not call: that may make the same check.
func MayCheck(check, own, other *tree.Node) bool {
	if !check.Is(lang.RoleIf) || check.Op == tree.Preprocessed || !tree.Leaves(check.Kids[1]) || own == nil || other == nil {
		return false
	}
	asked, called := make(map[string]bool), make(map[string]bool)
	check.Kids[0].Walk(func(k *tree.Node) bool {
		if k.Is(lang.RoleName) {
			asked[k.Text] = true
		}
		return true
	})
	own.Walk(func(k *tree.Node) bool {
		if k.Is(lang.RoleCall, lang.RoleNew) {
			called[tree.LastName(k.Kids[0])] = true
		}
		return true
	})
	return other.Some(func(k *tree.Node) bool {
		return k.Is(lang.RoleCall) && !called[tree.LastName(k.Kids[0])] && slices.ContainsFunc(k.Kids[1:], func(arg *tree.Node) bool { return arg.Is(lang.RoleName) && asked[arg.Text] })
	})
}

// IsStillHandled reports whether a handler, or a statement with one, is of a function whose other version has as many handlers: one
// of them may stand in its place.
func IsStillHandled(n, own, other *tree.Node) bool {
	count := func(fn *tree.Node) (handlers int) {
		fn.Walk(func(k *tree.Node) bool {
			if k.Is(lang.RoleCatch) {
				handlers++
			}
			return true
		})
		return handlers
	}
	return n.Is(lang.RoleTry, lang.RoleCatch) && own != nil && count(other) >= count(own)
}
