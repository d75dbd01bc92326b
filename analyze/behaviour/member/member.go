// Package member pairs the functions and types of two containers, such as the versions of a file or of a class.
//
// In: two containers. Out: pairs of members of one name, and those without a counterpart.
package member

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Match pairs the functions and types of two containers by name. Of several functions with one name, those are
// paired first that sameHead holds for: their types, which the trees do not have, are the same, too.
func Match(a, b *tree.Node, sameHead func(a, b *tree.Node) bool) (pairs [][2]*tree.Node, goneA, newB, restA, restB []*tree.Node) {
	byKey := make(map[string][]*tree.Node)
	var inA, inB []*tree.Node
	for _, m := range joined(opened(a.Kids)) {
		if k := Key(m); k != "" {
			inA = append(inA, m)
		} else {
			restA = append(restA, m)
		}
	}
	for _, m := range joined(opened(b.Kids)) {
		if k := Key(m); k != "" {
			inB = append(inB, m)
			byKey[k] = append(byKey[k], m)
		} else {
			restB = append(restB, m)
		}
	}
	taken := make(map[*tree.Node]bool)
	paired := make(map[*tree.Node]bool)
	take := func(x, y *tree.Node) {
		pairs = append(pairs, [2]*tree.Node{x, y})
		taken[y], paired[x] = true, true
	}
	for _, x := range inA { // overloads that stayed
		for _, y := range byKey[Key(x)] {
			if !taken[y] && tree.Same(x, y) {
				take(x, y)
				break
			}
		}
	}
	for _, x := range inA {
		if all := byKey[Key(x)]; !paired[x] && len(all) > 1 && x.Role == lang.RoleFunction {
			if i := slices.IndexFunc(all, func(y *tree.Node) bool { return !taken[y] && sameHead(x, y) }); i >= 0 {
				take(x, all[i])
			}
		}
	}
	for _, x := range inA {
		if paired[x] {
			continue
		}
		var best *tree.Node
		like := -1.0
		for _, y := range byKey[Key(x)] {
			if !taken[y] {
				d := tree.Dice(x, y)
				if x.Role == lang.RoleFunction && len(x.Kids) > 0 && len(y.Kids) > 0 {
					switch {
					case tree.Same(x.Kids[0], y.Kids[0]):
						d++
					case len(x.Kids[0].Kids) == len(y.Kids[0].Kids): // with other names
						d += 0.5
					}
				}
				if d > like {
					best, like = y, d
				}
			}
		}
		if best != nil {
			take(x, best)
		} else {
			goneA = append(goneA, x)
		}
	}
	for _, y := range inB {
		if !taken[y] {
			newB = append(newB, y)
		}
	}
	return pairs, goneA, newB, restA, restB
}

// Key returns the kind and the name of a function or a type, or of what a function is assigned to; empty for other nodes.
func Key(n *tree.Node) string {
	switch {
	case n.Role == lang.RoleFunction && n.Text != "":
		return "f " + n.Text
	case n.Role == lang.RoleContainer && n.Text != "":
		return "c " + n.Text
	case n.Role == lang.RoleAssign && n.Declares && n.Kids[0].Role == lang.RoleName && n.Kids[1].Role == lang.RoleFunction:
		return "v " + n.Kids[0].Text
	case n.Role == lang.RoleAssign && n.Kids[0].Role == lang.RoleMember && n.Kids[1].Role == lang.RoleFunction: // C.prototype.f = function
		return "m " + tree.Dotted(n.Kids[0])
	}
	return ""
}

// opened returns members with those of a type without a name in its place: the members of a companion object are reached by
// the name of the type around it.
func opened(in []*tree.Node) (out []*tree.Node) {
	for _, m := range in {
		if m.Role == lang.RoleContainer && m.Text == "" && slices.ContainsFunc(m.Kids, func(k *tree.Node) bool { return Key(k) != "" }) {
			out = append(out, m.Kids...)
		} else {
			out = append(out, m)
		}
	}
	return out
}

// joined returns members in which the parts of one type are one.
func joined(in []*tree.Node) []*tree.Node {
	at := make(map[string]int)
	var out []*tree.Node
	for _, m := range in {
		if m.Role != lang.RoleContainer || m.Text == "" {
			out = append(out, m)
			continue
		}
		k := Key(m)
		if i, ok := at[k]; ok {
			whole := *out[i]
			whole.Kids = append(slices.Clip(slices.Clone(whole.Kids)), m.Kids...)
			out[i] = &whole
			whole.Seal()
			continue
		}
		at[k] = len(out)
		out = append(out, m)
	}
	return out
}
