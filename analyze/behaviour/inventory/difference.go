package inventory

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/edit"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// maxDifferences is the maximum number of parts of both lists of a function from which differences are made. A function
// with more was written anew.
const maxDifferences = 6

// A Difference is a statement of one version of a function, or one of each that stand for each other.
type Difference struct {
	Kind       edit.Kind
	Base, Head *tree.Node // nil for none
}

// Differences returns the errors and the calls by which two versions of a function differ, of which each list has what the
// other version of the files does not have; nil where that is much. An error, or a call, that is gone and one that came
// stand for each other where each version has one. Calls of functions that only one side has are left out: code moved there.
func (s *Stock) Differences(base, head *List) []Difference {
	if len(base.Asks)+len(base.Fails)+len(base.Does)+len(head.Asks)+len(head.Fails)+len(head.Does) > maxDifferences {
		return nil
	}
	out := pair(unanswered(base.Fails, head.Does), unanswered(head.Fails, base.Does), edit.ErrorRemoved, edit.ErrorAdded, edit.ErrorChanged)
	return append(out, pair(s.callsUnlike(0, base, head), s.callsUnlike(1, head, base), edit.CallRemoved, edit.CallAdded, edit.CallReplaced)...)
}

// unanswered returns the errors of one list without checks of a value that the other version hands to a function with a statement
// that only it has: that function may make the same check.
func unanswered(fails, others []*tree.Node) []*tree.Node {
	return slices.DeleteFunc(slices.Clone(fails), func(check *tree.Node) bool {
		return check.Is(lang.RoleIf) && slices.ContainsFunc(others, func(call *tree.Node) bool {
			return call.Is(lang.RoleCall) && slices.ContainsFunc(call.Kids[1:], func(arg *tree.Node) bool {
				return arg.Is(lang.RoleName) && check.Kids[0].Some(func(k *tree.Node) bool { return k.Is(lang.RoleName) && k.Text == arg.Text })
			})
		})
	})
}

// pair returns the differences between what is gone and what came, a single one of which is a pair.
func pair(was, is []*tree.Node, gone, came, both edit.Kind) (out []Difference) {
	if len(was) == 1 && len(is) == 1 {
		return []Difference{{both, was[0], is[0]}}
	}
	for _, n := range was {
		out = append(out, Difference{Kind: gone, Base: n})
	}
	for _, n := range is {
		out = append(out, Difference{Kind: came, Head: n})
	}
	return out
}

// callsUnlike returns the calls that are statements of a list of a side, of functions that the other version does not call at all,
// nor a function that it calls and only the other side has.
func (s *Stock) callsUnlike(side int, l, other *List) (out []*tree.Node) {
	for _, n := range l.Does {
		name := calledBy(n)
		if name != "" && !s.oneSided(name) && !l.conditions[n] && !other.calls[name] && !slices.ContainsFunc(s.lone[1-side][name], func(by string) bool { return other.calls[by] }) {
			out = append(out, n)
		}
	}
	return out
}

// calledBy returns the last part of the name of what a call, maybe awaited, calls.
func calledBy(n *tree.Node) string {
	n = n.Unawaited()
	if !n.Is(lang.RoleCall, lang.RoleNew) {
		return ""
	}
	return tree.LastName(n.Kids[0])
}
