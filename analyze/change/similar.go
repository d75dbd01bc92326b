package change

import (
	"sort"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// similar pairs the remaining nodes by similarity, best pairs first.
func (m *matcher) similar() {
	m.once = make(map[string]bool)
	for _, side := range [][]*graph.Node{m.base, m.head} {
		count := make(map[string]int)
		for _, n := range side {
			count[n.Name]++
		}
		for name, n := range count {
			once, seen := m.once[name]
			m.once[name] = n == 1 && (once || !seen)
		}
	}
	m.pairBest(m.candidates())
}

// pairBest pairs the candidates, those of the highest rank first.
func (m *matcher) pairBest(candidates []candidate) {
	sort.Slice(candidates, func(i, j int) bool {
		a, b := &candidates[i], &candidates[j]
		if a.rank != b.rank {
			return a.rank > b.rank
		}
		if a.base != b.base {
			return a.base.ID < b.base.ID
		}
		return a.head.ID < b.head.ID
	})
	for _, c := range candidates {
		if m.toHead[c.base] == nil && m.toBase[c.head] == nil {
			m.pair(c.base, c.head)
		}
	}
}

// A candidate is a pair that is similar enough.
type candidate struct {
	base, head *graph.Node
	rank       int
}

// slotKey selects the symbols of one kind that have one value in a slot of the sketch; slot
// -1 is the name.
type slotKey struct {
	kind  graph.Label // a method may become a function
	slot  int
	value uint32
	name  string
}

// candidates returns the pairs that are similar enough, each once.
func (m *matcher) candidates() []candidate {
	buckets := make(map[slotKey][]*graph.Node)
	for _, h := range m.head {
		for _, k := range slotKeys(h) {
			buckets[k] = append(buckets[k], h)
		}
	}
	var out []candidate
	seen := make(map[*graph.Node]bool)
	for _, b := range m.base {
		clear(seen)
		for _, k := range slotKeys(b) {
			if len(buckets[k]) > maxBucket {
				continue
			}
			for _, h := range buckets[k] {
				if seen[h] {
					continue
				}
				seen[h] = true
				if rank := m.rank(b, h); rank > 0 {
					out = append(out, candidate{b, h, rank})
				}
			}
		}
	}
	return out
}

func slotKeys(n *graph.Node) []slotKey {
	if n.Label == graph.File || n.Sketch == [8]uint32{} {
		return nil
	}
	kind := n.Label
	if kind == graph.Method {
		kind = graph.Function
	}
	keys := []slotKey{{kind: kind, slot: -1, name: n.Name}}
	for i, v := range n.Sketch {
		keys = append(keys, slotKey{kind: kind, slot: i, value: v})
	}
	return keys
}

// rank returns how well two symbols match, 0 when they are not similar enough.
func (m *matcher) rank(b, h *graph.Node) int {
	equal := Similarity(b, h)
	sameFile := m.headPath(b.Path) == h.Path
	need := similarAnywhere
	if sameFile {
		need = similarSameFile
	}
	if b.Name == h.Name && m.once[b.Name] {
		need = similarSameName
	}
	if equal < need && (equal < similarSameUsers || !m.sameUsers(b, h)) {
		return 0
	}
	rank := 8 * equal
	if b.Name == h.Name {
		rank += 16 // an equal name counts like two slots
	}
	if sameFile {
		rank += 4
	}
	if b.BodyHash == h.BodyHash {
		rank += 2
	}
	if b.Label == h.Label {
		rank++
	}
	return rank
}

// sameUsers reports whether the users of b in base use h in head, and all other users of h
// are new.
func (m *matcher) sameUsers(b, h *graph.Node) bool {
	was, is := users(m.baseGraph, b), users(m.headGraph, h)
	for n := range was {
		if !is[m.headOf(n)] {
			return false
		}
	}
	for n := range is {
		if !was[m.baseOf(n)] && (m.baseOf(n) != nil || !m.inHead[n]) {
			return false
		}
	}
	return len(was) > 0
}

// users returns the nodes that call a node or refer to it.
func users(g *graph.Graph, n *graph.Node) map[*graph.Node]bool {
	of := make(map[*graph.Node]bool)
	for _, e := range g.In(n) {
		if (e.Type == graph.Calls || e.Type == graph.References) && e.Source != n {
			of[e.Source] = true
		}
	}
	return of
}

// headOf returns the node of head for a node of base, nil where that is not known.
func (m *matcher) headOf(b *graph.Node) *graph.Node {
	if h := m.toHead[b]; h != nil || m.inBase[b] {
		return h
	}
	return m.headGraph.Node(b.ID)
}

// baseOf returns the node of base for a node of head, nil where that is not known.
func (m *matcher) baseOf(h *graph.Node) *graph.Node {
	if b := m.toBase[h]; b != nil || m.inHead[h] {
		return b
	}
	return m.baseGraph.Node(h.ID)
}

// Similarity returns how many of the 8 slots of two sketches are equal, 0 when
// either has none. Slots/8 is about the Jaccard index of the token 4-grams.
func Similarity(a, b *graph.Node) int {
	if a.Sketch == [8]uint32{} || b.Sketch == [8]uint32{} {
		return 0
	}
	equal := 0
	for i := range a.Sketch {
		if a.Sketch[i] == b.Sketch[i] {
			equal++
		}
	}
	return equal
}
