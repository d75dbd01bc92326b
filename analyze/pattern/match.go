package pattern

import (
	"encoding/binary"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A Match is one place where a pattern fits.
type Match struct {
	Root     int32 // the node that matches the pattern; for a group the first node
	Captures []Capture
}

// A Capture is a matched node with its name in the pattern.
type Capture struct {
	Name string
	Node int32
}

// Limits bound the work on one tree.
type Limits struct {
	Steps   int // maximum number of comparisons of a node with a part of the pattern
	Matches int
}

// Match calls each for every match, in the order of the roots. It returns false when a limit
// ended the search early.
func (p *Pattern) Match(t *lang.Tree, lim Limits, each func(Match)) bool {
	return !p.search(t, lim, each).stopped
}

// search is Match. It returns the matcher in its final state.
func (p *Pattern) search(t *lang.Tree, lim Limits, each func(Match)) *matcher {
	m := &matcher{pattern: p, tree: t, steps: lim.Steps, matches: lim.Matches, each: each, seen: make(map[string]bool)}
	m.link()
	for i := int32(0); i < t.Len() && !m.stopped; i++ {
		for r := range p.roots {
			m.match(r, i)
		}
	}
	return m
}

// A captured is a capture during matching.
type captured struct {
	capture int
	node    int32
}

// A matcher tries all ways in which a pattern can match, by backtracking: every function gets a
// continuation (then), which it calls for each way. Setting stopped ends all of them.
type matcher struct {
	pattern        *Pattern
	tree           *lang.Tree
	steps, matches int // remaining numbers
	stopped        bool
	each           func(Match)

	captures []captured
	root     int32
	current  *root
	seen     map[string]bool // captures of the matches with the current root
	key      []byte
	found    int // matches found, including repeated ones
	depth    int // nesting depth of runs
	// before is the previous sibling of each node, -1 for none. It is needed for patterns that begin with a run.
	before []int32
}

// maxRun bounds the siblings of one quantifier, as each needs a part of the stack.
const maxRun = 20000

// match finds the matches of root r of the pattern at node i.
func (m *matcher) match(r int, i int32) {
	m.current, m.root = &m.pattern.roots[r], i
	if len(m.seen) > 0 {
		clear(m.seen)
	}
	it := &m.current.item
	if lead := it.lead(); lead.many && m.follows(lead, i) {
		return // i is inside a run that began earlier
	}
	then := func(int32) { m.emit() }
	if it.many {
		m.run(it, i, then)
	} else {
		m.one(it, i, then)
	}
}

// lead returns the item that has to match the first node.
func (it *item) lead() *item {
	for it.form == group && !it.many {
		it = &it.parts[0]
	}
	return it
}

// link sets before.
func (m *matcher) link() {
	if !slices.ContainsFunc(m.pattern.roots, func(r root) bool { return r.item.lead().many }) {
		return
	}
	m.before = slices.Repeat([]int32{-1}, len(m.tree.Nodes))
	for i := range m.tree.Len() {
		if next := m.tree.Next(i); next >= 0 {
			m.before[next] = i
		}
	}
}

// follows reports whether a run of the item that includes node i begins before i.
func (m *matcher) follows(it *item, i int32) bool {
	fits := false
	for at := m.before[i]; at >= 0 && !fits; at = m.before[at] {
		m.one(it, at, func(int32) { fits = true })
		if m.tree.Nodes[at].Flags&lang.IsNamed != 0 {
			break
		}
	}
	return fits
}

// step counts n comparisons and reports whether the limit allows them.
func (m *matcher) step(n int) bool {
	if m.steps -= n; m.steps < 0 {
		m.stopped = true
	}
	return !m.stopped
}

// emit reports a match, unless it was reported before or a predicate is false.
func (m *matcher) emit() {
	for i := range m.current.predicates {
		ok, steps := m.current.predicates[i].holds(m.tree, m.captures)
		if !m.step(steps) || !ok {
			return
		}
	}
	if m.found++; !m.step(len(m.captures)) {
		return
	}
	m.key = m.key[:0]
	for _, c := range m.captures {
		m.key = binary.LittleEndian.AppendUint32(append(m.key, byte(c.capture), byte(c.capture>>8)), uint32(c.node))
	}
	if m.seen[string(m.key)] {
		return
	}
	if m.matches--; m.matches < 0 {
		m.stopped = true
		return
	}
	m.seen[string(m.key)] = true
	match := Match{Root: m.root}
	for _, c := range m.captures {
		match.Captures = append(match.Captures, Capture{m.pattern.captures[c.capture], c.node})
	}
	m.each(match)
}

// one matches an item with node i, ignoring its quantifier. then gets the next sibling, -1 for
// none.
func (m *matcher) one(it *item, i int32, then func(next int32)) {
	if !m.step(1) {
		return
	}
	n := &m.tree.Nodes[i]
	if it.field != 0 && n.Field != it.field || !it.accepts(n) {
		return
	}
	for _, f := range it.without {
		if m.tree.Child(i, f) >= 0 {
			return
		}
	}
	had := len(m.captures)
	for _, c := range it.captures {
		m.captures = append(m.captures, captured{c, i})
	}
	switch it.form {
	case alternation:
		for k := range it.parts {
			if part := &it.parts[k]; part.many {
				m.run(part, i, then)
			} else {
				m.one(part, i, then)
			}
		}
	case group:
		m.group(it, i, then)
	default:
		if len(it.parts) == 0 {
			then(m.tree.Next(i))
			break
		}
		m.sequence(it.parts, m.tree.First(i), func(next int32) {
			if !it.closed || !m.namedFrom(next) {
				then(m.tree.Next(i))
			}
		})
	}
	m.captures = m.captures[:had]
}

// accepts reports whether a node has the kind of an item. For groups and alternations, their
// parts decide.
func (it *item) accepts(n *lang.Node) bool {
	named := n.Flags&lang.IsNamed != 0
	faultyNode := n.Flags&lang.IsError != 0
	switch it.form {
	case node:
		return named && !faultyNode && n.Kind == it.kind
	case token:
		return !named && n.Kind == it.kind
	case anyNode:
		return !faultyNode
	case anyNamed:
		return named && !faultyNode
	case faulty:
		return faultyNode
	}
	return true
}

// namedFrom reports whether a sibling or one after it is a named node.
func (m *matcher) namedFrom(i int32) bool {
	for ; i >= 0 && m.step(1); i = m.tree.Next(i) {
		if m.tree.Nodes[i].Flags&lang.IsNamed != 0 {
			return true
		}
	}
	return false
}

// group matches the parts of a group with node i and the siblings after it.
func (m *matcher) group(it *item, i int32, then func(next int32)) {
	m.optionalRun(&it.parts[0], i, func(next int32) {
		m.sequence(it.parts[1:], next, func(next int32) {
			if !it.closed || !m.namedFrom(next) {
				then(next)
			}
		})
	})
}

// optionalRun matches an item that, if present, has to begin at node i.
func (m *matcher) optionalRun(it *item, i int32, then func(next int32)) {
	before := m.found
	if it.many {
		m.run(it, i, then)
	} else {
		m.one(it, i, then)
	}
	if it.optional && m.found == before && !m.stopped {
		then(i)
	}
}

// sequence matches items one after the other with the siblings from i on, -1 for none.
func (m *matcher) sequence(items []item, i int32, then func(next int32)) {
	if len(items) == 0 {
		then(i)
		return
	}
	it := &items[0]
	rest := func(next int32) { m.sequence(items[1:], next, then) }
	before := m.found
	for at := i; at >= 0 && !m.stopped; at = m.tree.Next(at) {
		if it.many {
			m.run(it, at, rest)
			if m.found > before {
				break // a match inside a run is a part of it
			}
		} else {
			m.one(it, at, rest)
		}
		if it.first && m.tree.Nodes[at].Flags&lang.IsNamed != 0 {
			break
		}
	}
	if it.optional && m.found == before && !m.stopped {
		rest(i)
	}
}

// run matches an item with node i and as many siblings after it as possible. It takes fewer only
// if the rest does not match otherwise.
func (m *matcher) run(it *item, i int32, then func(next int32)) {
	if m.depth++; m.depth > maxRun {
		m.stopped = true
	}
	defer func() { m.depth-- }()
	m.one(it, i, func(next int32) {
		before := m.found
		for at := next; at >= 0 && !m.stopped; at = m.tree.Next(at) {
			m.run(it, at, then)
			if m.tree.Nodes[at].Flags&lang.IsNamed != 0 || m.found > before {
				break
			}
		}
		if m.found == before && !m.stopped {
			then(next)
		}
	})
}
