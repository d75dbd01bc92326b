package edit

import (
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A Pool is the code of the functions that only one side of a change has.
type Pool struct {
	code  map[uint64]bool
	names map[string]bool
	// constants are the hashes of the values of constants that only this side has.
	constants map[string]uint64
}

// standsFor reports whether a value is the name of a constant of the pool that holds another value.
func (p *Pool) standsFor(name, value *tree.Node) bool {
	if p == nil || !name.Is(lang.RoleName, lang.RoleMember) {
		return false
	}
	h, ok := p.constants[tree.LastName(name)]
	return ok && h == value.Hash
}

// AddConstants adds the constants among members that others do not declare.
func (p *Pool) AddConstants(members, others []*tree.Node) {
	declared := make(map[string]bool)
	for _, m := range others {
		if m.Role == lang.RoleAssign {
			declared[tree.LastName(m.Kids[0])] = true
		}
	}
	for _, m := range members {
		if m.Role == lang.RoleAssign && m.Kids[0].Role == lang.RoleName && !declared[m.Kids[0].Text] {
			p.constants[tree.LastName(m.Kids[0])] = m.Kids[1].Hash
		}
	}
}

// NewPool returns the pool of functions.
func NewPool(functions []*tree.Node) *Pool {
	p := &Pool{code: make(map[uint64]bool), names: make(map[string]bool), constants: make(map[string]uint64)}
	for _, f := range functions {
		p.names[LastOf(Named(f))] = true
		loose(f, 0, p.code)
	}
	return p
}

// LastOf returns the last part of a name with dots.
func LastOf(name string) string { return tree.LastName(&tree.Node{Role: lang.RoleName, Text: name}) }

// minMoved is the size from which a statement or value is known again in another function.
const minMoved = 4

// holds reports whether a statement is in a function of the pool.
func (p *Pool) holds(n *tree.Node) bool {
	return p != nil && n != nil && n.Size >= minMoved && p.code[loose(n, 0, nil)]
}

// holdsValue reports whether a value is in a function of the pool.
func (p *Pool) holdsValue(n *tree.Node) bool { return p.holds(n) }

// calledIn reports whether a node calls a function of the pool.
func (p *Pool) calledIn(n *tree.Node) bool {
	return p != nil && len(p.names) > 0 && n.Some(func(k *tree.Node) bool {
		return k.Is(lang.RoleCall, lang.RoleNew) && p.names[tree.LastName(k.Kids[0])] || k.Is(lang.RoleName, lang.RoleMember) && p.names[k.Text]
	})
}

// loose returns a hash of a node in which all names of values are the same, and adds those of
// all nodes below it to seen.
func loose(n *tree.Node, depth int, seen map[uint64]bool) uint64 {
	if depth > tree.MaxDepth {
		return 0
	}
	h := tree.MixText(tree.Mix(tree.HashSeed, uint64(n.Role)), n.Op)
	switch {
	case n.Role == lang.RoleName || n.Role == lang.RoleMember && n.Kid(0).IsSelf():
		h = tree.Mix(tree.HashSeed, 5)
	case n.Is(lang.RoleCall, lang.RoleNew):
		h = tree.MixText(h, tree.LastName(n.Kids[0]))
		if r := n.Kids[0].Kid(0); r != nil && n.Kids[0].Role == lang.RoleMember && !r.IsSelf() {
			h = tree.Mix(h, loose(r, depth+1, seen))
		}
		for _, k := range n.Kids[1:] {
			h = tree.Mix(h, loose(k, depth+1, seen))
		}
	default:
		h = tree.MixText(h, n.Text)
		for _, k := range n.Kids {
			h = tree.Mix(h, loose(k, depth+1, seen))
		}
	}
	if seen != nil && n.Size >= minMoved {
		seen[h] = true
	}
	return h
}
