package change

import (
	"cmp"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// A definition is what the alternatives of a symbol have in common: several definitions of one name in one file,
// as in the branches of #if, or the init functions of Go. Where one of them comes or goes and another
// is in both versions, the symbol stays. The path is that of head.
type definition struct {
	path, language, qualified string
	label                     graph.Label
	signature                 uint64
}

// alternatives fills dropped and joined with the unmatched nodes that are alternatives of a pair. What is local to a
// function is part of its body.
func (m *matcher) alternatives() {
	of := func(n *graph.Node, path string) definition {
		return definition{path, n.Language, n.Qualified, n.Label, n.SignatureHash}
	}
	free := make(map[definition]bool)
	for _, n := range withoutLocals(m.base) {
		free[of(n, m.headPath(n.Path))] = true
	}
	for _, n := range withoutLocals(m.head) {
		free[of(n, n.Path)] = true
	}
	pairs := make(map[definition]*graph.Node) // the node in base of the first pair
	for h := range m.inHead {
		b := m.toBase[h]
		if b == nil || h.Partial || !free[of(h, h.Path)] || of(b, m.headPath(b.Path)) != of(h, h.Path) {
			continue
		}
		if first := pairs[of(h, h.Path)]; first == nil || b.Start < first.Start || b.Start == first.Start && b.ID < first.ID {
			pairs[of(h, h.Path)] = b
		}
	}
	for _, n := range m.base {
		if b := pairs[of(n, m.headPath(n.Path))]; b != nil {
			m.dropped[n] = m.toHead[b]
		}
	}
	for _, n := range m.head {
		if b := pairs[of(n, n.Path)]; b != nil {
			m.joined[n] = b
		}
	}
}

// foldAlternatives gives what differs in alternatives to the pair that stands for them: the part, by base node, and
// their lines.
func (s *Set) foldAlternatives(parts map[*graph.Node]Parts, deleted, inserted map[*graph.Node][]Lines) {
	join := func(lines map[*graph.Node][]Lines, from, to *graph.Node) {
		all := slices.Concat(lines[to], lines[from])
		slices.SortFunc(all, func(a, b Lines) int { return cmp.Compare(a.Start, b.Start) })
		lines[to] = all
	}
	for n, h := range s.pairs.dropped {
		b := s.pairs.toBase[h]
		parts[b] |= Definitions
		join(deleted, n, b)
	}
	for n, b := range s.pairs.joined {
		parts[b] |= Definitions
		join(inserted, n, s.pairs.toHead[b])
	}
}
