package change

import (
	"path"
	"sort"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// How similar two symbols have to be to count as one: the number of equal slots of
// their sketches, about 8 times the Jaccard index of their token 4-grams. The weaker the
// evidence of name and file, the higher the limit.
const (
	similarSameName  = 3 // moved to another file or owner and edited; the only unmatched symbol of this name
	similarSameUsers = 3 // renamed and edited, and used by the same code as before
	similarSameFile  = 5 // renamed in its file and edited
	similarAnywhere  = 6 // renamed and moved
	// maxBucket bounds the candidates for one name or one slot value: values that many
	// symbols share are no evidence. It keeps matching linear.
	maxBucket = 32
)

// match pairs the symbols of the changed files, the most certain pairs first:
//
//  1. same qualified name in the same file, renamed files followed;
//  2. same name and same tokens elsewhere: moved; and types that are offered under the same name;
//  3. other name, same tokens: renamed, nearest first; and names that differ in case or underscores;
//  4. types whose members are mostly paired: moved or renamed;
//  5. similar tokens, best first: moved or renamed, and edited; then 4 and 3 once more.
//
// After each step members follow their owner. What is left then may be another definition of a pair. base and head are sorted by ID.
func match(s *Set, base, head []*graph.Node) pairs {
	m := &matcher{
		pairs: pairs{
			toHead: make(map[*graph.Node]*graph.Node), toBase: make(map[*graph.Node]*graph.Node),
			dropped: make(map[*graph.Node]*graph.Node), joined: make(map[*graph.Node]*graph.Node),
		},
		base:      base,
		head:      head,
		baseGraph: s.base,
		headGraph: s.head,
		inBase:    make(map[*graph.Node]bool),
		inHead:    make(map[*graph.Node]bool),
		headPath:  s.HeadPath,
	}
	for _, b := range base {
		m.inBase[b] = true
	}
	for _, h := range head {
		m.inHead[h] = true
	}
	m.inPlace()
	m.baseMembers, m.headMembers = members(m.base), members(m.head)
	m.moved()
	m.stayed()
	m.renamed()
	m.respelled()
	m.byMembers()
	m.similar()
	m.byMembers() // edited members are evidence for their owner
	m.renamed()   // and the owner is evidence for members that are too short by themselves
	m.alternatives()
	return m.pairs
}

type matcher struct {
	pairs
	base, head []*graph.Node // not matched yet, sorted by ID
	baseGraph  *graph.Graph
	headGraph  *graph.Graph
	inBase     map[*graph.Node]bool // the nodes of base that can be matched
	inHead     map[*graph.Node]bool
	headPath   func(string) string // from a path of base to the path in head
	once       map[string]bool     // names that at most one unmatched node of either side has
	// Members of unmatched nodes by owner, as of the end of step 1.
	baseMembers, headMembers map[*graph.Node][]*graph.Node
}

func members(nodes []*graph.Node) map[*graph.Node][]*graph.Node {
	by := make(map[*graph.Node][]*graph.Node)
	for _, n := range nodes {
		if n.Parent != nil && n.Parent.Label != graph.File {
			by[n.Parent] = append(by[n.Parent], n)
		}
	}
	return by
}

// pair matches two nodes, and then their members of the same name.
func (m *matcher) pair(b, h *graph.Node) {
	m.toHead[b], m.toBase[h] = h, b
	if bs, hs := m.free(m.baseMembers[b], m.toHead), m.free(m.headMembers[h], m.toBase); len(bs) > 0 && len(hs) > 0 {
		m.byName(bs, hs)
	}
}

// free returns the nodes that are not in matched.
func (m *matcher) free(nodes []*graph.Node, matched map[*graph.Node]*graph.Node) []*graph.Node {
	var out []*graph.Node
	for _, n := range nodes {
		if matched[n] == nil {
			out = append(out, n)
		}
	}
	return out
}

// rest drops nodes that were matched since.
func (m *matcher) rest() {
	m.base, m.head = m.free(m.base, m.toHead), m.free(m.head, m.toBase)
}

// byName pairs members of one owner by label and name.
func (m *matcher) byName(bs, hs []*graph.Node) {
	type key struct {
		label graph.Label
		name  string
	}
	of := func(n *graph.Node) (key, bool) { return key{n.Label, n.Name}, true }
	join(m, bs, hs, of, of, false)
}

// inPlace pairs symbols with one qualified name in one file. Where a file defines a
// name several times, equal tokens decide first, then similarity, then the order of the
// lines.
func (m *matcher) inPlace() {
	type key struct {
		path, qualified string
		family          int
		label           graph.Label
		hash            [2]uint64
	}
	const byLikeness = 3
	for i, by := range []struct{ label, signature, body bool }{
		{true, true, true}, {true, true, false}, {true, false, true}, byLikeness: {true, false, false}, {false, false, false},
	} {
		of := func(n *graph.Node, p string) (k key, ok bool) {
			k = key{path: p, qualified: n.Qualified, family: family(n.Label)}
			if n.Label == graph.File {
				k.qualified = ""
			}
			if by.label {
				k.label = n.Label
			}
			if by.signature {
				k.hash[0] = n.SignatureHash
			}
			if by.body {
				k.hash[1] = n.BodyHash
			}
			return k, !by.body || n.BodyHash != 0
		}
		base := func(n *graph.Node) (key, bool) { return of(n, m.headPath(n.Path)) }
		head := func(n *graph.Node) (key, bool) { return of(n, n.Path) }
		if i == byLikeness {
			likest(m, base, head)
		}
		join(m, m.base, m.head, base, head, false)
		m.rest()
	}
}

// likest pairs nodes of equal keys where several nodes have one key: similar ones first, as an
// implementation among the declarations of its overloads. Of equally similar ones, those with the same
// names of parameters go first, then those at the same place among the nodes of the key. Two without a body are as similar as
// can be if they have the same names of parameters.
func likest[K comparable](m *matcher, baseKey, headKey func(*graph.Node) (K, bool)) {
	byKey := make(map[K][]*graph.Node)
	for _, h := range inLines(m.head) {
		if k, ok := headKey(h); ok {
			byKey[k] = append(byKey[k], h)
		}
	}
	counts := make(map[K]int)
	for _, b := range m.base {
		if k, ok := baseKey(b); ok {
			counts[k]++
		}
	}
	var alike []candidate
	before := make(map[K]int) // nodes of base with the key so far
	for _, b := range inLines(m.base) {
		k, ok := baseKey(b)
		if !ok || counts[k] == 1 && len(byKey[k]) == 1 || counts[k]*len(byKey[k]) > maxBucket*maxBucket {
			continue
		}
		at := before[k]
		before[k]++
		for i, h := range byKey[k] {
			n := Similarity(b, h)
			if named := len(b.Signature.Params); b.BodyHash|h.BodyHash == 0 && named > 0 && named == len(h.Signature.Params) && named == equalNames(b, h) {
				n = len(b.Sketch) // a few tokens of types are weaker evidence
			}
			if n > 0 {
				distance := min(max(i-at, at-i), maxBucket-1)
				alike = append(alike, candidate{b, h, (n*maxBucket+equalNames(b, h))*maxBucket - distance})
			}
		}
	}
	m.pairBest(alike)
	m.rest()
}

// equalNames returns the number of parameters with the same name at the same position, less than
// maxBucket.
func equalNames(b, h *graph.Node) (same int) {
	is := h.Signature.Params
	for i, p := range b.Signature.Params {
		if i < len(is) && p.Name == is[i].Name {
			same++
		}
	}
	return min(same, maxBucket-1)
}

// byMembers pairs types if most members of each are matched with members of the other.
func (m *matcher) byMembers() {
	var all []*graph.Node
	for _, members := range m.baseMembers {
		all = append(all, members...)
	}
	pairs := transfers(all, m.toHead)
	sort.SliceStable(pairs, func(i, j int) bool { return pairs[i].members > pairs[j].members })
	for _, t := range pairs {
		b, h := t.base, t.head
		most := 2*t.members > max(len(m.baseMembers[b]), len(m.headMembers[h]))
		if most && m.toHead[b] == nil && m.toBase[h] == nil && (t.members > 1 || m.headPath(b.Path) == h.Path) {
			m.pair(b, h)
		}
	}
	m.rest()
}

// family groups the labels between which a symbol may change.
func family(l graph.Label) int {
	switch {
	case l == graph.File:
		return 0
	case l.IsType() || l == graph.Namespace:
		return 1
	}
	return 2
}

// A scope says how near two symbols have to be to each other.
type scope int

const (
	sameOwner scope = iota
	samePath
	sameFolder
	anywhere
)

type place struct {
	owner *graph.Node // of head
	at    string
}

// basePlace returns where a base node would be in head; false when its owner is removed.
func (m *matcher) basePlace(n *graph.Node, s scope) (place, bool) {
	switch s {
	case sameOwner:
		owner := n.Parent
		if owner != nil {
			if h := m.toHead[owner]; h != nil {
				return place{h, m.headPath(n.Path)}, true
			}
		}
		return place{}, false
	case samePath:
		return place{nil, m.headPath(n.Path)}, true
	case sameFolder:
		return place{nil, path.Dir(m.headPath(n.Path))}, true
	}
	return place{}, true
}

func headPlace(n *graph.Node, s scope) place {
	switch s {
	case sameOwner:
		return place{n.Parent, n.Path}
	case samePath:
		return place{nil, n.Path}
	case sameFolder:
		return place{nil, path.Dir(n.Path)}
	}
	return place{}
}

// stayed pairs types that the library offers under the same name, whatever file declares them. The code of the old type may
// go on under a new name: users still find the old name, so it is not renamed.
func (m *matcher) stayed() {
	type key struct{ offered, qualified string }
	of := func(n *graph.Node) (key, bool) {
		return key{n.Offered, n.Qualified}, n.Label.IsType() && n.Offered != ""
	}
	join(m, m.base, m.head, of, of, true)
	m.rest()
}

// hashKey is what two versions of an unedited symbol have in common.
type hashKey struct {
	label           graph.Label
	name            string
	signature, body uint64
	place           place
}

// moved pairs symbols of one name with the same tokens, nearest first.
func (m *matcher) moved() {
	for s := sameOwner; s <= anywhere; s++ {
		of := func(n *graph.Node, p place) (hashKey, bool) {
			return hashKey{n.Label, n.Name, n.SignatureHash, n.BodyHash, p},
				n.Label != graph.File && n.SignatureHash|n.BodyHash != 0
		}
		m.byHash(s, of, false)
	}
}

// renamed pairs symbols with the same tokens. Short ones are often equal by chance, so
// each has to be the only one of its owner.
func (m *matcher) renamed() {
	for s := sameOwner; s <= anywhere; s++ {
		of := func(n *graph.Node, p place) (hashKey, bool) {
			return hashKey{label: n.Label, signature: n.SignatureHash, body: n.BodyHash, place: p},
				n.Label != graph.File && n.BodyHash != 0 && n.Sketch != [8]uint32{}
		}
		m.byHash(s, of, false)
	}
	m.byHash(sameOwner, func(n *graph.Node, p place) (hashKey, bool) {
		return hashKey{label: n.Label, signature: n.SignatureHash, body: n.BodyHash, place: p},
			n.Label != graph.File && n.SignatureHash|n.BodyHash != 0
	}, true)
}

// respelled pairs members of one owner whose names differ in case or underscores only.
func (m *matcher) respelled() {
	type key struct {
		label graph.Label
		name  string
		place place
	}
	of := func(n *graph.Node, p place) key {
		return key{n.Label, strings.ToLower(strings.ReplaceAll(n.Name, "_", "")), p}
	}
	join(m, m.base, m.head,
		func(n *graph.Node) (key, bool) {
			p, ok := m.basePlace(n, sameOwner)
			return of(n, p), ok && n.Label != graph.File
		},
		func(n *graph.Node) (key, bool) { return of(n, headPlace(n, sameOwner)), n.Label != graph.File }, true)
	m.rest()
}

func (m *matcher) byHash(s scope, of func(*graph.Node, place) (hashKey, bool), unique bool) {
	join(m, m.base, m.head,
		func(n *graph.Node) (hashKey, bool) {
			p, ok := m.basePlace(n, s)
			if !ok {
				return hashKey{}, false
			}
			return of(n, p)
		},
		func(n *graph.Node) (hashKey, bool) { return of(n, headPlace(n, s)) }, unique)
	m.rest()
}

// join pairs the nodes of equal keys in the order of their lines; with unique only where
// each side has one.
func join[K comparable](m *matcher, bs, hs []*graph.Node, baseKey, headKey func(*graph.Node) (K, bool), unique bool) {
	byKey := make(map[K][]*graph.Node)
	for _, h := range inLines(hs) {
		if k, ok := headKey(h); ok {
			byKey[k] = append(byKey[k], h)
		}
	}
	var counts map[K]int
	if unique {
		counts = make(map[K]int)
		for _, b := range bs {
			if k, ok := baseKey(b); ok {
				counts[k]++
			}
		}
	}
	for _, b := range inLines(bs) {
		k, ok := baseKey(b)
		if !ok || m.toHead[b] != nil || unique && (counts[k] != 1 || len(byKey[k]) != 1) {
			continue
		}
		for len(byKey[k]) > 0 {
			h := byKey[k][0]
			byKey[k] = byKey[k][1:]
			if m.toBase[h] == nil {
				m.pair(b, h)
				break
			}
		}
	}
}

// inLines returns nodes by path, line and ID.
func inLines(nodes []*graph.Node) []*graph.Node {
	out := append([]*graph.Node(nil), nodes...)
	sort.Slice(out, func(i, j int) bool {
		a, b := out[i], out[j]
		if a.Path != b.Path {
			return a.Path < b.Path
		}
		if a.Start != b.Start {
			return a.Start < b.Start
		}
		return a.ID < b.ID
	})
	return out
}
