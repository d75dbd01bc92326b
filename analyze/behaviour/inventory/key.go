package inventory

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/truth"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A keyer makes keys of values: those that ask the same have the same key.
type keyer struct {
	bound   map[string]bool   // names of local variables, which all count as one
	renamed map[string]string // names to take for others
	names   []string          // the other names, and the constants, in what it made keys of
	alike   bool              // all names and constants count as one
	into    *Side             // what gets the keys of all parts, nil for none
}

// key returns the key of a value, whose opposite has the same.
func (k *keyer) key(n *tree.Node, depth int) uint64 {
	if n == nil || depth > tree.MaxDepth {
		return 1
	}
	h := k.of(n, depth)
	if k.into != nil {
		k.into.values[h]++
	}
	return h
}

func (k *keyer) of(n *tree.Node, depth int) uint64 {
	if asked := truth.Positive(n); asked != nil {
		n = asked
	}
	switch n.Role {
	case lang.RoleUnary:
		if n.Op == "!" || strings.Trim(n.Op, "&*") == "" && len(n.Kids) == 1 { // a pointer, and what it points to
			return k.key(n.Kid(0), depth+1)
		}
	case lang.RoleBinary:
		if len(n.Kids) == 2 && truth.OppositeOf(n.Op) != "" {
			return k.comparison(n, depth)
		}
	case lang.RoleName:
		return k.name(n)
	case lang.RoleMember:
		if n.Kid(0).IsSelf() {
			return k.known(n.Text)
		}
		return tree.Mix(k.known(n.Text), k.key(n.Kid(0), depth+1))
	case lang.RoleString:
		if k.into != nil {
			k.into.texts[text(n)]++
		}
		k.note(n.Text)
	case lang.RolePair:
		k.note(n.Text)
	case lang.RoleNumber:
		if len(n.Text) > 1 {
			k.note(n.Text)
		}
	}
	h := tree.MixText(tree.Mix(tree.HashSeed, uint64(n.Role)), n.Op)
	if !n.Is(lang.RoleFunction, lang.RoleParameter) && !k.alike {
		h = tree.MixText(h, n.Text)
	}
	for _, kid := range n.Kids {
		h = tree.Mix(h, k.key(kid, depth+1))
	}
	return h
}

// comparison returns the key of a comparison, which has the same one with its sides changed and as its opposite.
func (k *keyer) comparison(n *tree.Node, depth int) uint64 {
	a, b, op := n.Kids[0], n.Kids[1], n.Op
	switch op {
	case "==", "!=", "===", "!==", "is", "is not", "!is":
		if a.Zero || a.Is(lang.RoleNull) {
			a, b = b, a
		}
		if b.Zero || b.Is(lang.RoleNull) {
			return k.key(a, depth+1)
		}
		x, y := k.key(a, depth+1), k.key(b, depth+1)
		return tree.Mix(tree.Mix(tree.MixText(tree.HashSeed, "=="), min(x, y)), max(x, y))
	case ">", "<=":
		a, b, op = b, a, "<"
	case ">=":
		op = "<"
	case "not in", "!in":
		op = "in"
	case "!~":
		op = "=~"
	}
	return tree.Mix(tree.Mix(tree.MixText(tree.HashSeed, op), k.key(a, depth+1)), k.key(b, depth+1))
}

// name returns the key of a name; all local variables have one.
func (k *keyer) name(n *tree.Node) uint64 {
	if k.bound[n.Text] || n.IsSelf() {
		return tree.HashSeed
	}
	return k.known(tree.LastName(n))
}

// known returns the key of a name that is not that of a local variable.
func (k *keyer) known(name string) uint64 {
	name = strings.TrimLeft(name, "@$")
	if now := k.renamed[name]; now != "" {
		name = now
	}
	if k.alike {
		return tree.HashSeed
	}
	k.note(name)
	return tree.MixText(tree.Mix(tree.HashSeed, uint64(lang.RoleName)), name)
}

// note keeps a name or a constant.
func (k *keyer) note(name string) {
	if k.into == nil && name != "" {
		k.names = append(k.names, name)
	}
}

// Bound returns the names of the parameters and the local variables of a function, and of those in it.
func Bound(fn *tree.Node) map[string]bool {
	out := make(map[string]bool)
	bind := func(n *tree.Node) {
		n.Walk(func(k *tree.Node) bool {
			if k.Is(lang.RoleName) && !strings.HasPrefix(k.Text, "@") {
				out[k.Text] = true
			}
			return k.Is(lang.RoleName, lang.NoRole, tree.RoleList)
		})
	}
	fn.Walk(func(n *tree.Node) bool {
		switch n.Role {
		case lang.RoleParameter:
			if n.Text != "" {
				out[n.Text] = true
			}
			for _, k := range n.Kids {
				if n.Op == "pattern" {
					bind(k)
				}
			}
		case lang.RoleCatch:
			bind(n.Kids[0])
		case lang.RoleName:
			if n.Declares {
				out[n.Text] = true
			}
		case lang.RoleAssign:
			if n.Declares {
				bind(n.Kids[0])
			}
		case lang.RoleBlock:
			for _, name := range n.Mods {
				out[name] = true
			}
		}
		return true
	})
	return out
}
