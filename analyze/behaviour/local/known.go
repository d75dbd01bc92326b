package local

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// dropKnown takes out of a function the questions whether a local variable holds a value that is true, where a check in
// front of them leaves if it does not, and nothing sets it in between: "if !x { return }; f(x || d)" is "...; f(x)".
func dropKnown(fn *tree.Node) {
	fn.Walk(func(n *tree.Node) bool {
		if !n.Is(lang.RoleBlock) {
			return true
		}
		for i, s := range n.Kids {
			if !s.Is(lang.RoleIf) || len(s.Kids[2].Kids) > 0 || s.Op == tree.Preprocessed || !tree.Leaves(s.Kids[1]) {
				continue
			}
			rest := n.Kids[i+1:]
			for _, name := range requires(s.Kids[0]) {
				if !slices.ContainsFunc(rest, func(s *tree.Node) bool { return binds(s, name) }) {
					for _, s := range rest {
						dropQuestions(s, name)
					}
				}
			}
		}
		return true
	})
}

// requires returns the names that hold true values where a condition does not hold.
func requires(condition *tree.Node) []string {
	parts := []*tree.Node{condition}
	if condition.Is(lang.RoleBinary) && condition.Op == "||" {
		parts = condition.Kids
	}
	var names []string
	for _, k := range parts {
		if k.Is(lang.RoleUnary) && k.Op == "!" && k.Kid(0).Is(lang.RoleName) && !k.Kids[0].IsSelf() {
			names = append(names, k.Kids[0].Text)
		}
		if k.Is(lang.RoleBinary) && (k.Op == "!=" || k.Op == "!==") && len(k.Kids) == 2 && k.Kids[0].Is(lang.RoleName) && k.Kids[1].Is(lang.RoleBool) && k.Kids[1].Text == "true" {
			names = append(names, k.Kids[0].Text)
		}
	}
	return names
}

// binds reports whether code may give a name another value or another meaning.
func binds(n *tree.Node, name string) bool {
	return n.Some(func(k *tree.Node) bool {
		return k.Is(lang.RoleAssign) && k.Kids[0].Some(func(t *tree.Node) bool { return isNamed(t, name) }) ||
			k.Is(lang.RoleParameter) && (k.Text == name || k.Op == "pattern") || k.Is(lang.RoleLoop, lang.RoleCatch) && k.Kids[0].Some(func(t *tree.Node) bool { return isNamed(t, name) })
	})
}

// dropQuestions puts what is chosen where a name holds a true value in the places of the choices.
func dropQuestions(n *tree.Node, name string) {
	n.Walk(func(k *tree.Node) bool {
		for i, q := range k.Kids {
			k.Kids[i] = known(q, name, i == 0 && k.Is(lang.RoleIf, lang.RoleTernary))
		}
		return true
	})
}

// known returns what a choice gives where a name holds a true value, any other value as it is. isCondition: only whether
// it is true is asked.
func known(q *tree.Node, name string, isCondition bool) *tree.Node {
	if !q.Is(lang.RoleBinary) || len(q.Kids) < 2 {
		return q
	}
	if q.Op == "&&" && len(q.Kids) == 2 && isNamed(q.Kids[1], name) && isCondition {
		return q.Kids[0]
	}
	if !isNamed(q.Kids[0], name) {
		return q
	}
	switch q.Op {
	case "||":
		return q.Kids[0]
	case "&&":
		if len(q.Kids) == 2 {
			return q.Kids[1]
		}
		less := *q
		less.Kids = q.Kids[1:]
		return &less
	}
	return q
}
