package behaviour

import (
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/edit"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/member"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A matcher pairs the functions of the changed files.
type matcher struct {
	set   *change.Set
	file  *file
	units []unit
	gone  []loner // of base
	fresh []loner // of head
}

// A loner is a function or type without a counterpart of the same name in the other version of its
// file.
type loner struct {
	file    *file
	symbols []string
	n       *tree.Node
	taken   bool
}

// container pairs the members of two containers.
func (m *matcher) container(a, b *tree.Node, symbols []string) {
	pairs, gone, fresh, restA, restB := member.Match(a, b, func(a, b *tree.Node) bool {
		return head(m.file.base.content, a) == head(m.file.head.content, b)
	})
	for _, p := range pairs {
		if p[0].Role == lang.RoleContainer {
			m.container(p[0], p[1], append(symbols[:len(symbols):len(symbols)], p[1].Text))
			continue
		}
		m.units = append(m.units, unit{file: m.file, symbols: symbols, a: p[0], b: p[1]})
	}
	if !tree.SameAll(restA, restB) {
		m.units = append(m.units, unit{file: m.file, symbols: symbols, restA: restA, restB: restB})
	}
	for _, n := range gone {
		m.gone = append(m.gone, loners(m.file, symbols, n)...)
	}
	for _, n := range fresh {
		m.fresh = append(m.fresh, loners(m.file, symbols, n)...)
	}
}

// alone adds the functions of files that only one side has.
func (m *matcher) alone(files []*file) {
	for _, f := range files {
		v, to := f.head, &m.fresh
		if v == nil {
			v, to = f.base, &m.gone
		}
		if v.root == nil {
			continue
		}
		for _, n := range v.root.Kids {
			if member.Key(n) != "" {
				*to = append(*to, loners(f, nil, n)...)
			}
		}
	}
}

// loners returns the functions in a node that only one side has.
func loners(f *file, symbols []string, n *tree.Node) []loner {
	if n.Role != lang.RoleContainer {
		return []loner{{file: f, symbols: symbols, n: n}}
	}
	var out []loner
	inner := append(symbols[:len(symbols):len(symbols)], n.Text)
	for _, k := range n.Kids {
		if member.Key(k) != "" {
			out = append(out, loners(f, inner, k)...)
		}
	}
	return out
}

// across pairs functions that were moved or renamed according to the change set.
func (m *matcher) across() {
	for i := range m.set.Symbols {
		s := &m.set.Symbols[i]
		if s.Base == nil || s.Head == nil || s.Base.Label == graph.File {
			continue
		}
		from, to := find(m.gone, s.Base, change.InBase), find(m.fresh, s.Head, change.InHead)
		if from == nil || to == nil {
			continue
		}
		from.taken, to.taken = true, true
		u := unit{file: to.file, symbols: to.symbols, a: from.n, b: to.n}
		if from.file != to.file {
			u.from = from.file
		}
		m.units = append(m.units, u)
	}
}

// find returns the loner of a node of the graph.
func find(in []loner, n *graph.Node, side change.Side) *loner {
	for i := range in {
		l := &in[i]
		path := l.file.headPath
		if side == change.InBase {
			path = l.file.basePath
		}
		name := edit.LastOf(edit.Named(l.n))
		if l.n.Role == lang.RoleAssign {
			name = l.n.Kids[0].Text
		}
		if !l.taken && path == n.Path && name == n.Name && int(l.n.Line) >= n.Start-1 && int(l.n.Line) <= n.End {
			return l
		}
	}
	return nil
}

// came returns the functions that only head has, went those that only base has.
func (m *matcher) came() []*tree.Node { return untaken(m.fresh) }

func (m *matcher) went() []*tree.Node { return untaken(m.gone) }

func untaken(in []loner) []*tree.Node {
	var out []*tree.Node
	for i := range in {
		if !in[i].taken {
			out = append(out, in[i].n)
		}
	}
	return out
}
