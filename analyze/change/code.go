package change

import (
	"slices"
	"sort"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/diff"
)

const (
	// codeShare is the percentage of a symbol's code that has to be found in other symbols to
	// count as moved there; calledShare applies where one of the two calls the other.
	codeShare   = 60
	calledShare = 50
	// codeWeight is the minimum number of letters and digits that have to be found; fewer are
	// often equal by chance. calledWeight applies where one of the two calls the other.
	codeWeight   = 40
	calledWeight = codeWeight / 2
	// codeCommon is the maximum number of functions with one line; a more common line is ignored.
	codeCommon = 3
	// extractedDepth is the maximum number of new functions on the call path from a function
	// to what was extracted from it.
	extractedDepth = 3
)

// trace fills Code, From and Into of the symbols that only one side has. It compares the
// lines that functions of base lost with the lines that functions of head gained, not the
// lines of the diff.
func (s *Set) trace(baseNodes, headNodes []*graph.Node) {
	if !s.onesided() {
		return
	}
	s.traceTypes(baseNodes, headNodes)
	t := tracer{Set: s, base: s.bodies(InBase, baseNodes), head: s.bodies(InHead, headNodes)}
	t.link()
	outermost := func(c *Symbol) bool { return c.Node().Label.Callable() && holder(c.Node()) == c.Node() }
	for i := range s.Symbols {
		if c := &s.Symbols[i]; c.Type == Added && outermost(c) {
			t.extracted(c)
		}
	}
	for i := range s.Symbols {
		if c := &s.Symbols[i]; c.Type == Removed && outermost(c) && c.Code == "" {
			t.inlined(c)
			t.split(c)
		}
	}
}

// onesided reports whether any symbol is on one side only.
func (s *Set) onesided() bool {
	return slices.ContainsFunc(s.Symbols, func(c Symbol) bool { return c.Type == Added || c.Type == Removed })
}

// A bag counts lines by their text.
type bag map[diff.Text]int

// bodies holds the lines of the functions of one side, without headers and documentation. A
// function includes the functions defined in it.
type bodies struct {
	of    map[*graph.Node]bag
	nodes []*graph.Node     // keys of "of", sorted by ID
	in    map[diff.Text]int // number of functions that contain a line
}

// own returns the letters and digits in the lines of n that are not common to many functions.
func (b *bodies) own(n *graph.Node) int {
	weight := 0
	for t, count := range b.of[n] {
		if b.in[t] <= codeCommon {
			weight += t.Weight() * count
		}
	}
	return weight
}

// holder returns the outermost function around n, or the file for top-level code; nil for
// types and for members that are not functions.
func holder(n *graph.Node) *graph.Node {
	var h *graph.Node
	for p := n; p != nil; p = p.Parent {
		if p.Label.Callable() {
			h = p
		}
	}
	if h == nil && n.Label == graph.File {
		return n
	}
	return h
}

func (s *Set) bodies(side Side, nodes []*graph.Node) *bodies {
	byPath := make(map[string][]*graph.Node)
	for _, n := range nodes {
		byPath[n.Path] = append(byPath[n.Path], n)
	}
	b := &bodies{of: make(map[*graph.Node]bag), in: make(map[diff.Text]int)}
	for i := range s.Files {
		f := &s.Files[i]
		path, text := f.NewPath, f.NewText
		if side == InBase {
			path, text = f.OldPath, f.OldText
		}
		if side == InBase && f.Status == diff.Copied {
			continue
		}
		owners := graph.Segments(byPath[path])
		for i, o := range owners {
			end := len(text)
			if i+1 < len(owners) {
				end = min(end, owners[i+1].From-1)
			}
			h := o.Node
			if h != nil {
				h = holder(h)
			}
			if h == nil {
				continue
			}
			for line := o.From; line <= end; line++ {
				if t := text[line-1]; t != 0 && inBody(h, line) {
					if b.of[h] == nil {
						b.of[h] = make(bag)
						b.nodes = append(b.nodes, h)
					}
					b.of[h][t]++
				}
			}
		}
	}
	for _, lines := range b.of {
		for t := range lines {
			b.in[t]++
		}
	}
	sort.Slice(b.nodes, func(i, j int) bool { return b.nodes[i].ID < b.nodes[j].ID })
	return b
}

// inBody reports whether a line of n is neither header nor documentation.
func inBody(n *graph.Node, line int) bool {
	if n.Label == graph.File {
		return true
	}
	return line > max(n.Line, n.SignatureEnd) && (line < n.DocStart || line > n.DocEnd)
}

// A tracer matches code that functions lost with code that other functions gained.
type tracer struct {
	*Set
	base, head *bodies
	from, into map[*graph.Node][]*share // of a head node and of a base node
}

// A share is code that one function of base lost and another of head gained.
type share struct {
	base, head *graph.Node
	// fromBase and inHead are the letters and digits in common, without lines that many
	// functions of base, or of head, contain.
	fromBase, inHead int
	// kept is the same measure for lines that both contain and that were not lost, or not
	// gained. They are copies and are no evidence for or against a move.
	kept int
}

// link computes the shares.
func (t *tracer) link() {
	lost := make(map[diff.Text][]*graph.Node)
	losses := make(map[*graph.Node]bag)
	edited := t.edited()
	for _, b := range t.base.nodes {
		if !edited[b] && b.Label != graph.File {
			continue // it lost comments at most, such as that of its neighbour
		}
		losses[b] = minus(t.base.of[b], t.head.of[t.HeadOf(b)])
		for line := range losses[b] {
			lost[line] = append(lost[line], b)
		}
	}
	t.from, t.into = make(map[*graph.Node][]*share), make(map[*graph.Node][]*share)
	for _, h := range t.head.nodes {
		found := make(map[*graph.Node]*share)
		for line, n := range minus(t.head.of[h], t.base.of[t.BaseOf(h)]) {
			if len(lost[line]) > maxBucket {
				continue
			}
			for _, b := range lost[line] {
				c := found[b]
				if c == nil {
					c = &share{base: b, head: h}
					found[b] = c
				}
				weight := line.Weight() * min(n, losses[b][line])
				if t.base.in[line] <= codeCommon {
					c.fromBase += weight
				}
				if t.head.in[line] <= codeCommon {
					c.inHead += weight
				}
			}
		}
		for b, c := range found {
			c.kept = t.kept(b, h, losses[b])
			t.from[h] = append(t.from[h], c)
			t.into[b] = append(t.into[b], c)
		}
	}
	for _, shares := range t.from {
		slices.SortFunc(shares, func(a, b *share) int { return strings.Compare(a.base.ID, b.base.ID) })
	}
	for _, shares := range t.into {
		slices.SortFunc(shares, func(a, b *share) int { return strings.Compare(a.head.ID, b.head.ID) })
	}
}

// edited returns the functions of base whose code, or that of a symbol in them, is gone or differs.
func (t *tracer) edited() map[*graph.Node]bool {
	out := make(map[*graph.Node]bool)
	for i := range t.Symbols {
		if c := &t.Symbols[i]; c.Base != nil && (c.Head == nil || c.Semantic()) {
			out[holder(c.Base)] = true
		}
	}
	return out
}

// kept returns the letters and digits of the lines that b and h both contain, and of which b
// lost none or h gained none.
func (t *tracer) kept(b, h *graph.Node, loss bag) int {
	weight := 0
	had := t.head.of[h]
	for line, n := range t.base.of[b] {
		if n = min(n, had[line]) - loss[line]; n > 0 && t.base.in[line] <= codeCommon && t.head.in[line] <= codeCommon {
			weight += line.Weight() * n
		}
	}
	return weight
}

// minus returns the lines of a that are not in b.
func minus(a, b bag) bag {
	out := make(bag)
	for t, n := range a {
		if rest := n - b[t]; rest > 0 {
			out[t] = rest
		}
	}
	return out
}

// extracted traces an added function to functions that still exist.
func (t *tracer) extracted(c *Symbol) {
	own := t.head.own(c.Head)
	var callers, others []*graph.Node
	for _, from := range t.from[c.Head] {
		switch f := t.HeadOf(from.base); {
		case f == nil:
		case enough(from.inHead, own-from.kept, calledShare, calledWeight) && calls(t.Set.head, f, c.Head, t.isNew, extractedDepth):
			callers = append(callers, from.base)
		case enough(from.inHead, own-from.kept, codeShare, codeWeight):
			others = append(others, from.base)
		}
	}
	switch {
	case len(callers) > 0:
		c.Code, c.From = Extracted, callers
	case len(others) > 0:
		c.Code, c.From = Split, others
	default:
		t.merged(c, own)
	}
}

// merged traces an added function to removed functions, all of which it contains.
func (t *tracer) merged(c *Symbol, own int) {
	sum := 0
	var gone []*graph.Node
	for _, from := range t.from[c.Head] {
		if t.HeadOf(from.base) == nil && enough(from.fromBase, t.base.own(from.base), codeShare, codeWeight) {
			gone = append(gone, from.base)
			sum += from.inHead
		}
	}
	if len(gone) < 2 || !enough(sum, own, codeShare, codeWeight) {
		return
	}
	c.Code, c.From = Merged, gone
	for _, b := range gone {
		r := t.Symbol(b)
		r.Code, r.Into = Merged, append(r.Into, c.Head)
	}
}

// inlined traces a removed function to functions that existed before.
func (t *tracer) inlined(c *Symbol) {
	own := t.base.own(c.Base)
	var callers, others []*graph.Node
	for _, into := range t.into[c.Base] {
		switch f := t.BaseOf(into.head); {
		case f == nil:
		case enough(into.fromBase, own-into.kept, calledShare, calledWeight) && calls(t.Set.base, f, c.Base, t.isGone, extractedDepth):
			callers = append(callers, into.head)
		case enough(into.fromBase, own-into.kept, codeShare, codeWeight):
			others = append(others, into.head)
		}
	}
	switch {
	case len(callers) > 0:
		c.Code, c.Into = Inlined, callers
	case len(others) > 0:
		c.Code, c.Into = Merged, others
	}
}

// split traces a removed function to several added ones that consist of its code.
func (t *tracer) split(c *Symbol) {
	sum := 0
	var parts []*graph.Node
	for _, into := range t.into[c.Base] {
		if t.BaseOf(into.head) == nil && enough(into.inHead, t.head.own(into.head)-into.kept, codeShare, codeWeight) {
			parts = append(parts, into.head)
			sum += into.fromBase
		}
	}
	if c.Code != "" || len(parts) < 2 || !enough(sum, t.base.own(c.Base), codeShare, codeWeight) {
		return
	}
	c.Code, c.Into = Split, parts
	for _, h := range parts {
		if p := t.Symbol(h); p.Code == "" || p.Code == Split {
			p.Code, p.From = Split, append(p.From, c.Base)
		}
	}
}

func (t *tracer) isNew(n *graph.Node) bool { return t.BaseOf(n) == nil }

func (t *tracer) isGone(n *graph.Node) bool { return t.HeadOf(n) == nil }

// enough reports whether part is at least share percent of all, and at least weight.
func enough(part, all, share, weight int) bool { return part >= weight && part*100 >= all*share }

// calls reports whether from, or a symbol inside it, calls n: directly, or through at most
// depth nodes for which by is true.
func calls(g *graph.Graph, from, n *graph.Node, by func(*graph.Node) bool, depth int) bool {
	for _, e := range g.In(n) {
		if e.Type != graph.Calls && e.Type != graph.References {
			continue
		}
		h := holder(e.Source)
		if h == from || h != nil && h != n && depth > 1 && by(h) && calls(g, from, h, by, depth-1) {
			return true
		}
	}
	return false
}
