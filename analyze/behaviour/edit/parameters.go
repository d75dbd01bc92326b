package edit

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/local"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// handed returns the parameters that a caller writes.
func handed(in []*tree.Node) []*tree.Node {
	return slices.DeleteFunc(slices.Clone(in), func(p *tree.Node) bool {
		return p.Op == tree.Result || local.IsInstance(p.Text)
	})
}

// isCalledOtherwise reports whether a function takes another number of parameters, or two of them in
// another order.
func isCalledOtherwise(pa, pb []*tree.Node) bool {
	if len(pa) != len(pb) {
		return !isVoid(pa, pb) && !isVoid(pb, pa)
	}
	for i := range pa {
		if pa[i].Text != pb[i].Text && parameterNamed(pb, pa[i].Text) != nil && parameterNamed(pa, pb[i].Text) != nil {
			return true
		}
	}
	return false
}

// signature says that a function with a name takes other parameters.
func (c *Comparer) signature(a, b *tree.Node) {
	pa, pb := a.Kids[0].Kids, b.Kids[0].Kids
	switch {
	case !isCalledOtherwise(handed(pa), handed(pb)):
		return
	case len(pa) > 0 && len(pb) > 0:
		c.say(SignatureChanged, atParameters(a), atParameters(b))
	default:
		c.say(SignatureChanged, AtName(a), AtName(b))
	}
	if e := &c.Events[len(c.Events)-1]; a.Text == "" { // of a function that is stored under a name
		e.Symbols = append(e.Symbols, b.Name)
	}
}

// hasDefault reports whether a pattern has a default for a part of what it matches.
func hasDefault(pattern *tree.Node) bool {
	return pattern.Some(func(k *tree.Node) bool {
		return k.Is(lang.RoleAssign) || strings.Contains(k.Text, "assignment_pattern")
	})
}

// isVoid reports whether both lists of parameters are empty, one of them as f(void).
func isVoid(none, void []*tree.Node) bool {
	return len(none) == 0 && len(void) == 1 && void[0].Text == ""
}

// IsWidened reports whether a function takes the parameters that it took, and more that have defaults.
func IsWidened(a, b *tree.Node) bool {
	if a.Is(lang.RoleAssign) && b.Is(lang.RoleAssign) { // of functions that are stored under a name
		a, b = a.Kids[1], b.Kids[1]
	}
	if a.Role != lang.RoleFunction || b.Role != lang.RoleFunction {
		return false
	}
	pa, pb := a.Kids[0].Kids, b.Kids[0].Kids
	if len(pa) >= len(pb) {
		return false
	}
	for i, p := range pb {
		if i < len(pa) && p.Text != pa[i].Text || i >= len(pa) && (p.Op == "pattern" || p.Kid(0) == nil) {
			return false
		}
	}
	return true
}

// atParameters returns a node for the parameters of a function that has some, in its first line.
func atParameters(n *tree.Node) *tree.Node {
	h := AtName(n)
	all := n.Kids[0].Kids
	last := all[len(all)-1]
	h.Start, h.End = all[0].Start, last.End
	if value := last.Kid(0); value != nil {
		h.End = max(h.End, value.End)
	}
	return h
}
