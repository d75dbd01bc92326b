package local

import (
	"maps"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// inlineAlternatives puts one value of local variables that only one version of the function has, and that are set in both
// branches of a check, in the place of the variables, where the other version has that value and not the other one:
// "if c { x = a } else { x = v }; f(x)" becomes "if c { x = a }; f(v)", which is "f(v)" with something in front of it. Where
// the other version has both values, it may choose between them in another way.
func inlineAlternatives(fn, other *tree.Node, locals map[string]*binding, otherNames map[string]bool) {
	names := unset(fn)
	for name := range locals {
		names[name] = true
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		reads := uses(fn, name) - 2
		if otherNames[name] || reads < 1 || reads > maxUses || stores(fn, name) != 2 {
			continue
		}
		then, otherwise := alternatives(fn, name)
		if then == nil || then.Kids[1].Size > maxValue || otherwise.Kids[1].Size > maxValue {
			continue
		}
		known := func(value *tree.Node) bool {
			return other.Some(func(k *tree.Node) bool { return tree.Same(k, value) })
		}
		kept, gone := otherwise, then
		if known(otherwise.Kids[1]) {
			kept, gone = then, otherwise
		}
		if known(kept.Kids[1]) || !known(gone.Kids[1]) || gone.Kids[1].Is(lang.RoleName, lang.RoleNull, lang.RoleBool) || !detach(fn, gone) {
			continue
		}
		undeclare(fn, name)
		replaceOutside(fn, name, gone.Kids[1], map[*tree.Node]bool{kept: true})
	}
}

// alternatives returns the Assigns that set a variable in the two branches of a check, where nothing in the check reads it; nil
// for none.
func alternatives(fn *tree.Node, name string) (then, otherwise *tree.Node) {
	set := func(block *tree.Node) *tree.Node {
		for _, s := range block.Kids {
			if s.Is(lang.RoleAssign) && s.Op == "=" && s.Kids[0].Is(lang.RoleName) && s.Kids[0].Text == name {
				return s
			}
		}
		return nil
	}
	fn.Walk(func(n *tree.Node) bool {
		if n.Is(lang.RoleIf) && then == nil && n.Op != tree.Preprocessed {
			if a, b := set(n.Kids[1]), set(n.Kids[2]); a != nil && b != nil && uses(n, name) == 2 {
				then, otherwise = a, b
			}
		}
		return then == nil
	})
	return then, otherwise
}

// unset returns the variables that a function declares without a value.
func unset(fn *tree.Node) map[string]bool {
	names := make(map[string]bool)
	fn.Walk(func(n *tree.Node) bool {
		if n.Is(lang.RoleBlock) {
			for _, name := range n.Mods {
				names[name] = true
			}
		}
		return true
	})
	return names
}

// stores returns how often a function sets a variable.
func stores(fn *tree.Node, name string) (times int) {
	fn.Walk(func(n *tree.Node) bool {
		if n.Is(lang.RoleAssign) && n.Kids[0].Some(func(k *tree.Node) bool { return isNamed(k, name) }) {
			times++
		}
		return true
	})
	return times
}

// undeclare removes a variable from those that a function declares without a value.
func undeclare(fn *tree.Node, name string) {
	fn.Walk(func(n *tree.Node) bool {
		if n.Is(lang.RoleBlock) && slices.Contains(n.Mods, name) {
			n.Mods = slices.DeleteFunc(slices.Clone(n.Mods), func(m string) bool { return m == name })
		}
		return true
	})
}
