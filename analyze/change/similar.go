package change

import (
	"sort"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// similar pairs what is left by likeness, best pairs first.
func (m *matcher) similar() {
	candidates := m.candidates()
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

// A candidate is a pair that is alike enough.
type candidate struct {
	base, head *graph.Node
	rank       int
}

// slotKey finds the symbols of one label that share a slot of the sketch; slot
// -1 stands for the name.
type slotKey struct {
	label graph.Label
	slot  int
	value uint32
	name  string
}

// candidates returns the pairs that are alike enough, each once.
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
	keys := []slotKey{{label: n.Label, slot: -1, name: n.Name}}
	for i, v := range n.Sketch {
		keys = append(keys, slotKey{label: n.Label, slot: i, value: v})
	}
	return keys
}

// rank returns how well two symbols fit, 0 when they are not alike enough.
func (m *matcher) rank(b, h *graph.Node) int {
	equal := Similarity(b, h)
	sameFile := m.headPath(b.Path) == h.Path
	need := similarAnywhere
	if sameFile {
		need = similarSameFile
	}
	if b.Name == h.Name {
		need = similarSameName
	}
	if equal < need {
		return 0
	}
	rank := 8 * equal
	if b.Name == h.Name {
		rank += 16 // a name is worth two slots
	}
	if sameFile {
		rank += 4
	}
	if b.BodyHash == h.BodyHash {
		rank += 2
	}
	return rank
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
