// Package local makes the names of two versions of a function comparable.
//
// In: two trees. Out: the same trees, in which symbols that the change renamed and local variables with another name
// have one name, and local variables that only one version has are replaced by the values that they stand for.
//
// Invariant: versions that were equal stay equal. The size of what is put in is bounded.
//
// Not decided here: what differs.
package local

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// maxUses is how often a local variable may be used whose value is put in its place, maxValue
// the size of such a value, maxInlined how many there may be in one function.
const (
	maxUses    = 8
	maxValue   = 150
	maxInlined = 40
	maxGrown   = 20_000
)

// A binding is what a function does with one local name.
type binding struct {
	stores int
	reads  int
	by     *tree.Node // the only Assign, when it declares the name
}

// bindings returns the names that a function binds.
func bindings(fn *tree.Node) map[string]*binding {
	out := make(map[string]*binding)
	of := func(name string) *binding {
		b := out[name]
		if b == nil {
			b = new(binding)
			out[name] = b
		}
		return b
	}
	stored := make(map[*tree.Node]bool)
	fn.Walk(func(n *tree.Node) bool {
		switch n.Role {
		case lang.RoleParameter:
			if n.Text != "" && n.Text != "_" {
				of(n.Text).stores += 2
			}
			for _, k := range n.Kids {
				if n.Op == "pattern" {
					k.Walk(func(m *tree.Node) bool {
						if m.Role == lang.RoleName {
							of(m.Text).stores += 2
							stored[m] = true
						}
						return true
					})
				}
			}
		case lang.RoleCatch:
			if h := n.Kids[0].Kids; len(h) > 0 {
				if last := h[len(h)-1]; IsCaughtName(last) {
					of(last.Text).stores += 2
				}
			}
		case lang.NoRole:
			if k := n.Kid(0); k.Is(lang.RoleName) && n.Text == "declaration_expression" && len(n.Kids) == 1 { // an argument that the call sets
				of(k.Text).stores += 2
				stored[k] = true
			}
		case lang.RoleName:
			if n.Declares { // a name that a case binds
				of(n.Text).stores += 2
				stored[n] = true
			}
		case lang.RoleAssign:
			t := n.Kids[0]
			if t.Role == lang.RoleName {
				stored[t] = true
				if b := out[t.Text]; n.Declares || b != nil {
					b = of(t.Text)
					b.stores++
					b.by = nil
					if n.Declares && n.Op == "=" && b.stores == 1 {
						b.by = n
					}
				}
				return true
			}
			if n.Declares && !t.Is(lang.RoleMember, lang.RoleIndex) {
				t.Walk(func(m *tree.Node) bool {
					if m.Is(lang.RoleMember, lang.RoleIndex, lang.RoleCall) {
						return false
					}
					if m.Role == lang.RoleName {
						of(m.Text).stores += 2
						stored[m] = true
					}
					return true
				})
			}
		}
		return true
	})
	countReads(fn, out, stored)
	for _, special := range []string{"", "_", "this", "self", "super"} {
		delete(out, special)
	}
	return out
}

// countReads counts the reads of bound names. stored: the nodes that set them.
func countReads(fn *tree.Node, bound map[string]*binding, stored map[*tree.Node]bool) {
	fn.Walk(func(n *tree.Node) bool {
		if n.Role == lang.RoleName && !stored[n] {
			if b := bound[n.Text]; b != nil {
				b.reads++
			}
		}
		return true
	})
}

// Align makes the names of two versions of a function comparable: symbols that the change
// renamed, local variables with other names, and those that only one version has. implicit: members need not be
// written with their instance.
func Align(a, b *tree.Node, renamed map[string]string, implicit bool) {
	followRenames(a, b, renamed)
	if implicit {
		unqualify(a, b)
	}
	dropKnown(a)
	dropKnown(b)
	followParameters(a, b)
	unshadowBoth(a, b)
	tellApart(a)
	tellApart(b)
	la, lb := bindings(a), bindings(b)
	renameLocals(a, b, la, lb)
	a.Seal()
	b.Seal()
	if tree.Same(a, b) {
		return
	}
	callExtremes(a, b)
	callExtremes(b, a)
	a.Seal()
	b.Seal()
	la, lb = bindings(a), bindings(b)
	inlineLocals(a, la, lb, namesAlone(b))
	inlineLocals(b, lb, la, namesAlone(a))
	a.Seal()
	b.Seal()
	if tree.Same(a, b) {
		return
	}
	la, lb = bindings(a), bindings(b)
	namesA, namesB := namesAlone(a), namesAlone(b)
	inlineAdjusted(a, b, la, lb, namesB)
	inlineAdjusted(b, a, lb, la, namesA)
	inlineAlternatives(a, b, la, namesB)
	inlineAlternatives(b, a, lb, namesA)
	a.Seal()
	b.Seal()
}

// allNames returns the names in a node, also of members.
func allNames(n *tree.Node) map[string]bool { return namesOf(n, lang.RoleName, lang.RoleMember) }

// namesAlone returns the names in a node that may be those of local variables.
func namesAlone(n *tree.Node) map[string]bool { return namesOf(n, lang.RoleName) }

func namesOf(n *tree.Node, roles ...lang.Role) map[string]bool {
	names := make(map[string]bool)
	n.Walk(func(k *tree.Node) bool {
		if k.Is(roles...) {
			names[k.Text] = true
		}
		return true
	})
	return names
}

// followRenames gives symbols in base the names that the change gave them.
func followRenames(a, b *tree.Node, renamed map[string]string) {
	if len(renamed) == 0 {
		return
	}
	inA, inB := allNames(a), allNames(b)
	follow := make(map[string]string)
	for was, is := range renamed {
		if inA[was] && !inB[was] && inB[is] && !inA[is] {
			follow[was] = is
		}
	}
	if len(follow) == 0 {
		return
	}
	a.Walk(func(n *tree.Node) bool {
		if is, ok := follow[n.Text]; ok && n.Is(lang.RoleName, lang.RoleMember) {
			n.Text = is
		}
		return true
	})
}

// Rename gives local names that only b has those of a that stand in the same places.
func Rename(a, b *tree.Node) { renameLocals(a, b, bindings(a), bindings(b)) }

// An occurrence is where a local name stands: in a statement that is alike but for such names.
type occurrence struct {
	in uint64
	at int
}

// renameLocals gives local names that only b has those of a that stand in the same places.
func renameLocals(a, b *tree.Node, la, lb map[string]*binding) {
	onlyA, onlyB := without(la, namesAlone(b)), without(lb, namesAlone(a))
	if len(onlyA) == 0 || len(onlyB) == 0 {
		return
	}
	placesA, placesB := make(map[occurrence][]string), make(map[occurrence][]string)
	places(a, onlyA, placesA)
	places(b, onlyB, placesB)
	votes := make(map[[2]string]int)
	for at, names := range placesA {
		for i, name := range placesB[at] {
			if i < len(names) {
				votes[[2]string{names[i], name}]++
			}
		}
	}
	pairs := slices.SortedFunc(maps.Keys(votes), func(x, y [2]string) int {
		return cmp.Or(cmp.Compare(votes[y], votes[x]), cmp.Compare(x[0], y[0]), cmp.Compare(x[1], y[1]))
	})
	to, taken := make(map[string]string), make(map[string]bool)
	for _, p := range pairs {
		if to[p[1]] == "" && !taken[p[0]] {
			to[p[1]] = p[0]
			taken[p[0]] = true
		}
	}
	if len(to) == 0 {
		return
	}
	b.Walk(func(n *tree.Node) bool {
		if name, ok := to[n.Text]; ok && (n.Is(lang.RoleName, lang.RoleParameter) || n.Role == lang.NoRole && len(n.Kids) == 0) {
			n.Text = name
		}
		return true
	})
}

func without(in map[string]*binding, names map[string]bool) map[string]bool {
	out := make(map[string]bool)
	for name := range in {
		if !names[name] {
			out[name] = true
		}
	}
	return out
}

// places notes where names stand in the statements of a function.
func places(fn *tree.Node, names map[string]bool, out map[occurrence][]string) {
	unit := func(n *tree.Node, salt uint64) {
		var found []string
		h := masked(n, names, &found, salt, 0)
		for i, name := range found {
			at := occurrence{h, i}
			out[at] = append(out[at], name)
		}
	}
	fn.Walk(func(n *tree.Node) bool {
		switch n.Role {
		case lang.RoleBlock:
			for _, s := range n.Kids {
				if !s.Is(lang.RoleIf, lang.RoleLoop, lang.RoleTry, lang.RoleSwitch, lang.RoleWith) {
					unit(s, 1)
				}
			}
		case lang.RoleIf, lang.RoleLoop, lang.RoleWith, lang.RoleCatch, lang.RoleCase, lang.RoleSwitch:
			unit(n.Kids[0], uint64(n.Role))
		case lang.RoleParameters:
			for i, p := range n.Kids {
				unit(p, uint64(1000+i))
			}
		}
		return true
	})
}

// masked returns the hash of a node in which names are all the same, and which stand there.
func masked(n *tree.Node, names map[string]bool, found *[]string, salt uint64, depth int) uint64 {
	if depth > tree.MaxDepth {
		return 0
	}
	h := tree.MixText(tree.Mix(tree.Mix(tree.HashSeed, uint64(n.Role)), salt), n.Op)
	if names[n.Text] && (n.Is(lang.RoleName, lang.RoleParameter) || n.Role == lang.NoRole && len(n.Kids) == 0) {
		*found = append(*found, n.Text)
		h = tree.Mix(h, 7)
	} else {
		h = tree.MixText(h, n.Text)
	}
	for _, k := range n.Kids {
		h = tree.Mix(h, masked(k, names, found, 0, depth+1))
	}
	return h
}

// inlineLocals puts the values of local variables that only one version of the function has in
// their place: an expression that got a name, or lost it, is the same.
func inlineLocals(fn *tree.Node, locals, others map[string]*binding, otherNames map[string]bool) {
	var names []string
	for name, b := range locals {
		if others[name] == nil && !otherNames[name] && b.stores == 1 && b.by != nil && b.reads >= 1 && b.reads <= maxUses && b.by.Kids[1].Size <= maxValue &&
			!b.by.Kids[1].Is(tree.RoleList) {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(x, y string) int {
		return cmp.Or(cmp.Compare(locals[x].by.Start, locals[y].by.Start), cmp.Compare(x, y))
	})
	if len(names) > maxInlined {
		return
	}
	grown := 0
	for _, name := range names {
		by := locals[name].by
		if by.Kids[1].Some(func(k *tree.Node) bool { return k.Role == lang.RoleName && k.Text == name }) || !detach(fn, by) {
			continue
		}
		grown += locals[name].reads * int(by.Kids[1].Size)
		replace(fn, name, by.Kids[1])
		if grown > maxGrown {
			return
		}
	}
}

// detach takes a statement out of its block, and reports whether it was in one.
func detach(fn, s *tree.Node) bool {
	found := false
	fn.Walk(func(n *tree.Node) bool {
		if found {
			return false
		}
		if n.Role == lang.RoleBlock {
			if i := slices.Index(n.Kids, s); i >= 0 {
				n.Kids = slices.Delete(slices.Clone(n.Kids), i, i+1)
				found = true
			}
		}
		return !found
	})
	return found
}

// replace puts a value in the place of a name.
func replace(n *tree.Node, name string, value *tree.Node) {
	n.Walk(func(n *tree.Node) bool {
		replaceIn(n, name, value)
		return n != value
	})
}

// replaceIn puts a value in the place of a name among the parts of a node.
func replaceIn(n *tree.Node, name string, value *tree.Node) {
	for i, k := range n.Kids {
		if k.Is(lang.RoleName) && k.Text == name {
			if n.Role == lang.RoleAssign && i == 0 {
				continue
			}
			if n.Kids[i] = value; k.Tail {
				v := *value
				v.Tail = true
				n.Kids[i] = &v
			}
		}
	}
}

// IsInstance reports whether a parameter has the name of what a method is called on, which no caller writes.
func IsInstance(name string) bool { return name == "self" || name == "cls" || name == "this" }

// IsCaughtName reports whether the last part of what a handler catches is the name of the error,
// and no type.
func IsCaughtName(n *tree.Node) bool {
	s := strings.TrimLeft(n.Text, "$&*")
	return len(n.Kids) == 0 && n.Is(lang.NoRole, lang.RoleName) && s != "" && (s[0] == '_' || unicode.IsLower([]rune(s)[0]))
}
