package alike

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/truth"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Nested reports whether two bodies differ in how their checks are nested only: "if a { return } if b { f }",
// "if !a { if b { f } }" and "if !a && b { f }" do the same at the end of a function, and so do
// "if a { f; return } g" and "if a { f } else { g }".
func Nested(a, b []*tree.Node) bool {
	for len(a) > 0 && len(b) > 0 && tree.Same(a[0], b[0]) {
		a, b = a[1:], b[1:]
	}
	return hasCheck(a) && hasCheck(b) && nestedHash(a, true, 0) == nestedHash(b, true, 0)
}

func hasCheck(in []*tree.Node) bool {
	for _, n := range in {
		if n.Is(lang.RoleIf) && n.Op != tree.Preprocessed {
			return true
		}
	}
	return false
}

// nestedHash returns a hash of statements in which checks have one form. ends: nothing runs behind them.
func nestedHash(in []*tree.Node, ends bool, depth int) uint64 {
	h := uint64(tree.HashSeed)
	for i, n := range in {
		if then, other := branches(in[i:], ends); then != nil && depth <= tree.MaxDepth {
			a, b := truth.Hash(n.Kids[0], false, 0), truth.Hash(n.Kids[0], true, 0)
			if a > b {
				a, then, other = b, other, then
			}
			return tree.Mix(tree.Mix(tree.Mix(h, a), nestedHash(then, true, depth+1)), nestedHash(other, true, depth+1))
		}
		if !isNestable(n) || depth > tree.MaxDepth {
			h = tree.Mix(h, n.Hash)
			continue
		}
		last := i == len(in)-1
		if ends && !last && onlyReturns(n) {
			return tree.Mix(h, checkHash(conjuncts(n.Kids[0], true, nil), in[i+1:], true, depth))
		}
		h = tree.Mix(h, checkHash(conjuncts(n.Kids[0], false, nil), n.Kids[1].Kids, ends && last, depth))
	}
	return h
}

// branches returns what runs if the first statement, a check, holds and what runs if not, where nothing runs behind the
// statements (ends) and both do something: "if c { f } else { g }" and "if c { f; return } g". It returns nil for others.
func branches(in []*tree.Node, ends bool) (then, other []*tree.Node) {
	n := in[0]
	if !ends || !n.Is(lang.RoleIf) || n.Op == tree.Preprocessed || len(n.Kids[1].Kids) == 0 {
		return nil, nil
	}
	then, other = n.Kids[1].Kids, n.Kids[2].Kids
	if len(in) == 1 && len(other) > 0 {
		return then, other
	}
	if last := len(then) - 1; len(in) > 1 && len(other) == 0 && last > 0 && then[last].Is(lang.RoleReturn) && len(then[last].Kids) == 0 {
		return then[:last], in[1:]
	}
	return nil, nil
}

// checkHash returns the hash of a check of conditions with a body. A body that is nothing but a check adds its conditions.
func checkHash(conditions []uint64, then []*tree.Node, ends bool, depth int) uint64 {
	for more := true; more && len(then) > 0 && isNestable(then[0]); {
		inner := then[0]
		switch {
		case len(then) == 1:
			conditions, then = conjuncts(inner.Kids[0], false, conditions), inner.Kids[1].Kids
		case ends && onlyReturns(inner):
			conditions, then = conjuncts(inner.Kids[0], true, conditions), then[1:]
		default:
			more = false
		}
	}
	h := uint64(tree.HashSeed)
	for _, c := range conditions {
		h = tree.Mix(h, c)
	}
	return tree.Mix(h, nestedHash(then, ends, depth+1))
}

// conjuncts appends the hashes of what must hold for a condition to hold, or for its opposite if negate is set.
func conjuncts(n *tree.Node, negate bool, to []uint64) []uint64 {
	switch {
	case n.Is(lang.RoleUnary) && n.Op == "!":
		return conjuncts(n.Kids[0], !negate, to)
	case n.Is(lang.RoleBinary) && (n.Op == "&&" && !negate || n.Op == "||" && negate):
		for _, k := range n.Kids {
			to = conjuncts(k, negate, to)
		}
		return to
	}
	return append(to, truth.Hash(n, negate, 0))
}

func isNestable(n *tree.Node) bool {
	return n.Is(lang.RoleIf) && n.Op != tree.Preprocessed && len(n.Kids[2].Kids) == 0
}

// onlyReturns reports whether the branch of a check returns nothing and does nothing else.
func onlyReturns(check *tree.Node) bool {
	then := check.Kids[1].Kids
	return len(then) == 1 && then[0].Is(lang.RoleReturn) && len(then[0].Kids) == 0
}

// IsRepacked reports whether two patterns bind the same names, and one of them has what the other is as a part: a type
// that is in another one now.
func IsRepacked(a, b *tree.Node) bool {
	isPattern := func(n *tree.Node) bool { return n.Is(lang.NoRole) && strings.HasSuffix(n.Text, "_pattern") }
	return isPattern(a) && isPattern(b) && (Within(a, b) || Within(b, a)) && slices.Equal(boundBy(a), boundBy(b))
}

// boundBy returns the names that a pattern may bind.
func boundBy(pattern *tree.Node) []string {
	var names []string
	pattern.Walk(func(k *tree.Node) bool {
		if k.Is(lang.RoleName) && !IsCapital(k.Text) && !strings.Contains(k.Text, ":") {
			names = append(names, k.Text)
		}
		return true
	})
	return names
}
