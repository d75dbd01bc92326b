package contract

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// isSamePartial reports whether two nodes of one graph are the same type, or parts of one: a partial
// class in several files.
func isSamePartial(a, b *graph.Node) bool {
	return a == b || a != nil && b != nil && a.Partial && b.Partial && a.Label == b.Label && a.Qualified == b.Qualified && a.Language == b.Language
}

// partsOf returns a type of head with its other parts.
func (d *detector) partsOf(n *graph.Node) []*graph.Node {
	parts := []*graph.Node{n}
	if !n.Partial || !n.Label.IsType() {
		return parts
	}
	for _, m := range d.Named(n.Name) {
		if len(parts) == finding.MaxBases {
			break
		}
		if m != n && isSamePartial(m, n) {
			parts = append(parts, m)
		}
	}
	return parts
}

// restOf returns the type of head that a type of base is now: another part of it where that part is gone.
func (d *detector) restOf(was *graph.Node) *graph.Node {
	if n := d.Set.HeadOf(was); n != nil || !was.Partial {
		return n
	}
	if i := slices.IndexFunc(d.Named(was.Name), func(m *graph.Node) bool { return isSamePartial(m, was) }); i >= 0 {
		return d.Named(was.Name)[i]
	}
	return nil
}

// takesFrom reports whether a type is, extends or stands in one that has the given parts.
func (d *detector) takesFrom(of *graph.Node, parts []*graph.Node) bool {
	return slices.ContainsFunc(parts, func(p *graph.Node) bool { return finding.Inherits(d.Head, of, p) || isInside(of, p) })
}

// hasOldBases reports whether all parts of a type were parts of was in base and are declared as they
// were: it takes members from no other types.
func (d *detector) hasOldBases(parts []*graph.Node, was *graph.Node) bool {
	return !slices.ContainsFunc(parts, func(p *graph.Node) bool {
		old := d.Set.BaseOf(p)
		return old == nil || old.SignatureHash != p.SignatureHash || !isSamePartial(old, was)
	})
}

// mayBeWritten reports whether a generator may write the member was of a type of head now. The generator adds a
// part to a type that is marked as having several: it does so for what a decorator names, and for files that
// are no code. was stood in the code of base beside what the generator wrote then.
func (t *tracer) mayBeWritten(owner, was *graph.Node) bool {
	if !owner.Partial || !owner.Label.IsType() {
		return false
	}
	if t.decorated == nil {
		t.decorated = t.newlyDecorated()
	}
	return t.decorated[owner.Qualified] || len(t.partsOf(owner)) == 1 && (was.Partial || t.takesInMore())
}

// newlyDecorated returns the qualified names of the types that have a decorator, or a member with one, which
// they had not in base.
func (t *tracer) newlyDecorated() map[string]bool {
	out := make(map[string]bool)
	for i := range t.Set.Symbols {
		c := &t.Set.Symbols[i]
		if c.Head == nil {
			continue
		}
		var old []string
		if c.Base != nil {
			old = c.Base.Signature.Decorators
		}
		if !slices.ContainsFunc(c.Head.Signature.Decorators, func(d string) bool { return !slices.Contains(old, d) }) {
			continue
		}
		for n := c.Head; n != nil; n = n.Parent {
			if n.Label.IsType() {
				out[n.Qualified] = true
				break
			}
		}
	}
	return out
}
