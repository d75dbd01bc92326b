package local

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// An extreme is the less or the greater of two values.
type extreme struct {
	greater bool
	a, b    *tree.Node
}

// is reports whether two extremes are the same, in any order of the values.
func (e extreme) is(o extreme) bool {
	return e.greater == o.greater && (tree.Same(e.a, o.a) && tree.Same(e.b, o.b) || tree.Same(e.a, o.b) && tree.Same(e.b, o.a))
}

// callExtremes writes choices of the less or the greater of two values as the calls that the other version has for
// them: "x := a; if x > b { x = b }" as "x := min(a, b)", and "a < b ? a : b" as "min(a, b)".
func callExtremes(fn, other *tree.Node) {
	var calls []*tree.Node
	other.Walk(func(n *tree.Node) bool {
		if _, ok := called(n); ok {
			calls = append(calls, n)
		}
		return len(calls) < maxInlined
	})
	if len(calls) == 0 {
		return
	}
	callOf := func(e extreme) *tree.Node {
		for _, c := range calls {
			if o, _ := called(c); e.is(o) {
				return c
			}
		}
		return nil
	}
	fn.Walk(func(n *tree.Node) bool {
		switch n.Role {
		case lang.RoleTernary:
			if e, ok := chosen(n.Kids[0], n.Kids[1], n.Kids[2]); ok {
				if c := callOf(e); c != nil {
					*n = *copyAt(c, n)
				}
			}
		case lang.RoleBlock:
			n.Kids = calledIn(n.Kids, callOf)
		}
		return true
	})
}

// calledIn returns the statements of a block with calls in the place of choices.
func calledIn(block []*tree.Node, callOf func(extreme) *tree.Node) []*tree.Node {
	out := make([]*tree.Node, 0, len(block))
	for i := 0; i < len(block); i++ {
		s := block[i]
		if !s.Is(lang.RoleIf) || s.Op == tree.Preprocessed || len(s.Kids[1].Kids) != 1 || len(s.Kids[2].Kids) > 1 {
			out = append(out, s)
			continue
		}
		then, otherwise, taken := s.Kids[1].Kids[0], s.Kids[2].Kid(0), 0
		if otherwise == nil && then.Is(lang.RoleReturn) && i+1 < len(block) {
			otherwise, taken = block[i+1], 1
		}
		var before *tree.Node
		if len(out) > 0 {
			before = out[len(out)-1]
		}
		call, fused := callFor(s.Kids[0], then, otherwise, before, callOf)
		if call == nil {
			out = append(out, s)
			continue
		}
		if fused {
			out = out[:len(out)-1]
		}
		out = append(out, call)
		i += taken
	}
	return out
}

// callFor returns the statement with a call in the place of a choice between two statements, nil for none. Without
// another statement the choice is whether a variable keeps its value; fused says that before, which sets it, is part of the
// statement.
func callFor(condition, then, otherwise, before *tree.Node, callOf func(extreme) *tree.Node) (statement *tree.Node, fused bool) {
	if len(then.Kids) == 0 || !then.Is(lang.RoleReturn) && !(then.Is(lang.RoleAssign) && then.Op == "=" && then.Kids[0].Is(lang.RoleName)) {
		return nil, false
	}
	value := then.Kids[len(then.Kids)-1]
	switch {
	case otherwise == nil && then.Is(lang.RoleAssign):
		e, ok := chosen(condition, value, then.Kids[0])
		if !ok {
			return nil, false
		}
		if before.Is(lang.RoleAssign) && before.Op == "=" && tree.Same(before.Kids[0], then.Kids[0]) {
			if c := callOf(extreme{e.greater, value, before.Kids[1]}); c != nil {
				return withValue(before, copyAt(c, before)), true
			}
		}
		if c := callOf(e); c != nil {
			return withValue(then, copyAt(c, then)), false
		}
		return nil, false
	case otherwise == nil || otherwise.Role != then.Role || len(otherwise.Kids) != len(then.Kids) ||
		then.Is(lang.RoleAssign) && (otherwise.Op != "=" || !tree.Same(then.Kids[0], otherwise.Kids[0])):
		return nil, false
	}
	if e, ok := chosen(condition, value, otherwise.Kids[len(otherwise.Kids)-1]); ok {
		if c := callOf(e); c != nil {
			return withValue(then, copyAt(c, then)), false
		}
	}
	return nil, false
}

// withValue returns a copy of a statement with another last part.
func withValue(s, value *tree.Node) *tree.Node {
	n := *s
	n.Kids = append(slices.Clone(s.Kids[:len(s.Kids)-1]), value)
	return &n
}

// copyAt returns a copy of a node at the place of another.
func copyAt(n, place *tree.Node) *tree.Node {
	c := *n
	c.Line, c.Start, c.End = place.Line, place.Start, place.End
	c.Kids = make([]*tree.Node, len(n.Kids))
	for i, k := range n.Kids {
		c.Kids[i] = copyAt(k, place)
	}
	return &c
}

// chosen returns the extreme that a choice of then where the condition holds is.
func chosen(condition, then, otherwise *tree.Node) (extreme, bool) {
	if !condition.Is(lang.RoleBinary) || len(condition.Kids) != 2 || otherwise == nil || then == nil {
		return extreme{}, false
	}
	greater := condition.Op == ">" || condition.Op == ">="
	if !greater && condition.Op != "<" && condition.Op != "<=" {
		return extreme{}, false
	}
	a, b := condition.Kids[0], condition.Kids[1]
	switch {
	case tree.Same(a, then) && tree.Same(b, otherwise):
		return extreme{greater, then, otherwise}, true
	case tree.Same(b, then) && tree.Same(a, otherwise):
		return extreme{!greater, then, otherwise}, true
	}
	return extreme{}, false
}

// called returns the extreme that a call returns.
func called(n *tree.Node) (extreme, bool) {
	if !n.Is(lang.RoleCall) {
		return extreme{}, false
	}
	values := n.Kids[1:]
	if callee := n.Kids[0]; len(values) == 1 && callee.Is(lang.RoleMember) && len(callee.Kids) == 1 {
		values = []*tree.Node{callee.Kids[0], values[0]} // a.min(b)
	}
	if len(values) != 2 {
		return extreme{}, false
	}
	switch tree.LastName(n.Kids[0]) {
	case "min", "minOf", "coerceAtMost":
		return extreme{false, values[0], values[1]}, true
	case "max", "maxOf", "coerceAtLeast":
		return extreme{true, values[0], values[1]}, true
	}
	return extreme{}, false
}
