// Package branch says whether a statement ran under the condition of a check in one version, and always in the other.
//
// In: a check in both versions, and a statement of one of its branches. Out: whether taking the statement out of the
// branch frees it of the condition.
//
// Absent: loops and handlers, and what the condition is.
package branch

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Holds reports whether a statement stands in a branch of a check itself.
func Holds(check, statement *tree.Node) bool { return of(check, statement) != nil }

// of returns the branch of a check in which a statement stands, nil for none.
func of(check, statement *tree.Node) *tree.Node {
	if !check.Is(lang.RoleIf) || check.Op == tree.Preprocessed {
		return nil
	}
	for _, b := range check.Kids[1:3] {
		if slices.Contains(b.Kids, statement) {
			return b
		}
	}
	return nil
}

// Frees reports whether a statement in a branch of a check is always run where it stands beside the other version of the
// check, behind it or not: neither branch has it there, nor ends what follows. Without that, what both branches did at
// their ends is only written once.
func Frees(check, other, statement *tree.Node, behind bool) bool {
	own := of(check, statement)
	switch {
	case own == nil || !other.Is(lang.RoleIf) || statement.Tail || statement.Is(lang.RoleBreak, lang.RoleFunction, lang.RoleContainer, lang.RoleName, lang.RoleNull):
		return false
	case statement.Is(lang.RoleAssign) && (statement.Declares || !behind): // it may be a value for where the branch sets none
		return false
	}
	blocks := slices.Clone(other.Kids[1:3])
	for _, b := range check.Kids[1:3] {
		if b != own {
			blocks = append(blocks, b)
		}
	}
	return !slices.ContainsFunc(blocks, func(b *tree.Node) bool {
		return tree.Leaves(b) || stops(b) || b.Some(func(k *tree.Node) bool { return tree.Same(k, statement) })
	})
}

// stops reports whether a block may end in a call that does not return.
func stops(b *tree.Node) bool {
	if len(b.Kids) == 0 {
		return false
	}
	last := b.Kids[len(b.Kids)-1]
	return last.Some(func(k *tree.Node) bool {
		if !k.Is(lang.RoleCall) {
			return false
		}
		name := strings.ToLower(tree.LastName(k.Kids[0]))
		return slices.ContainsFunc([]string{"exit", "fatal", "abort", "die", "panic", "fail", "throw", "raise", "error", "redirect", "halt", "unreachable", "longjmp", "skip", "assert"}, func(s string) bool {
			return strings.Contains(name, s)
		})
	})
}
