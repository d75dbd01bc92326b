package change

import (
	"slices"
	"sort"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/diff"
)

// Detect returns what the file changes from base to head do to symbols.
func Detect(files []diff.FileChange, base, head *graph.Graph) *Set {
	s := &Set{
		Files:    slices.Clone(files),
		base:     base,
		head:     head,
		byNode:   make(map[*graph.Node]int),
		changed:  make(map[sidePath]bool),
		touched:  make(map[sidePath][]Lines),
		same:     make(map[string][]Lines),
		headPath: make(map[string]string),
		basePath: make(map[string]string),
	}
	sort.SliceStable(s.Files, func(i, j int) bool { return s.Files[i].Path() < s.Files[j].Path() })
	for i := range s.Files {
		s.addFile(&s.Files[i])
	}
	baseNodes, headNodes := s.nodes(InBase, base), s.nodes(InHead, head)
	s.pairs = match(s, baseNodes, headNodes)
	s.list(baseNodes, headNodes)
	s.followNames()
	s.noteSame()
	s.trace(baseNodes, headNodes)
	s.Unmapped = unmapped(s)
	for i := range s.Unmapped {
		s.Incomplete = s.Incomplete || s.Unmapped[i].Source
	}
	return s
}

// Assume returns a hypothetical change in which the bodies of these symbols of g differ and
// nothing else does.
func Assume(g *graph.Graph, nodes []*graph.Node) *Set {
	s := Detect(nil, g, g)
	for _, n := range nodes {
		s.byNode[n] = len(s.Symbols)
		s.Symbols = append(s.Symbols, Symbol{Type: Modified, Parts: Body, Base: n, Head: n})
	}
	return s
}

// addFile records the paths and the lines of one file change.
func (s *Set) addFile(f *diff.FileChange) {
	oldPath := f.OldPath
	if f.Status == diff.Copied {
		oldPath = "" // a copied file is new, its original is unchanged
	}
	if oldPath != "" {
		s.changed[sidePath{InBase, oldPath}] = true
	}
	if f.NewPath != "" {
		s.changed[sidePath{InHead, f.NewPath}] = true
	}
	if oldPath != "" && f.NewPath != "" && oldPath != f.NewPath {
		s.headPath[oldPath] = f.NewPath
		s.basePath[f.NewPath] = oldPath
	}
	for _, h := range f.Hunks {
		if k := (sidePath{InBase, oldPath}); h.OldLines > 0 && oldPath != "" {
			s.touched[k] = append(s.touched[k], Lines{h.OldStart, h.OldStart + h.OldLines - 1})
		}
		if k := (sidePath{InHead, f.NewPath}); h.NewLines > 0 && f.NewPath != "" {
			s.touched[k] = append(s.touched[k], Lines{h.NewStart, h.NewStart + h.NewLines - 1})
		}
	}
}

// nodes returns the nodes of g in changed files, sorted by ID.
func (s *Set) nodes(side Side, g *graph.Graph) []*graph.Node {
	var nodes []*graph.Node
	at, changed := "", false
	for _, n := range g.Nodes {
		if n.Path != at { // most nodes follow others of their file
			at, changed = n.Path, s.changed[sidePath{side, n.Path}]
		}
		if changed && n.Label != graph.Folder {
			nodes = append(nodes, n)
		}
	}
	return nodes
}

// list fills Symbols from the pairs, without fields and variables inside functions: they are
// part of the body.
func (s *Set) list(baseNodes, headNodes []*graph.Node) {
	inner := s.inner(baseNodes, headNodes)
	baseNodes, headNodes = withoutLocals(baseNodes), withoutLocals(headNodes)
	deleted, inserted := s.own(InBase, baseNodes), s.own(InHead, headNodes)
	staysAfter, wasBefore := hasOtherParts(baseNodes, s.head), hasOtherParts(headNodes, s.base)
	s.foldAlternatives(inner, deleted, inserted)
	for _, n := range baseNodes {
		h := s.pairs.toHead[n]
		if h == nil && (staysAfter[n] || s.pairs.dropped[n] != nil) {
			continue
		}
		c := Symbol{Base: n, Head: h, Deleted: deleted[n], Inserted: inserted[h]}
		if h == nil {
			if n.Label == graph.File && !hasCode(s.base, n) {
				continue // the file node stands for top-level code only
			}
			c.Type = Removed
		} else if !s.compare(&c, inner[n]) {
			continue
		}
		s.Symbols = append(s.Symbols, c)
	}
	for _, n := range headNodes {
		if s.BaseOf(n) == nil && !wasBefore[n] && (n.Label != graph.File || hasCode(s.head, n)) {
			s.Symbols = append(s.Symbols, Symbol{Type: Added, Head: n, Inserted: inserted[n]})
		}
	}
	s.dropNeighbours()
	s.dropAssigned()
	s.dropAround()
	sort.Slice(s.Symbols, func(i, j int) bool {
		a, b := s.Symbols[i].Node(), s.Symbols[j].Node()
		if a.Path != b.Path {
			return a.Path < b.Path
		}
		if a.Start != b.Start {
			return a.Start < b.Start
		}
		if a.ID != b.ID {
			return a.ID < b.ID
		}
		return s.Symbols[i].Type < s.Symbols[j].Type
	})
	for i := range s.Symbols {
		if n := s.Symbols[i].Base; n != nil {
			s.byNode[n] = i
		}
		if n := s.Symbols[i].Head; n != nil {
			s.byNode[n] = i
		}
	}
	for _, others := range []map[*graph.Node]*graph.Node{s.pairs.dropped, s.pairs.joined} {
		for n, stays := range others {
			if i, listed := s.byNode[stays]; listed {
				s.byNode[n] = i
			}
		}
	}
}

// hasOtherParts returns those nodes that are partial definitions (such as a namespace) of which the
// other side has other parts. Adding or removing such a part only adds or removes its
// members. A part without members is listed all the same.
func hasOtherParts(nodes []*graph.Node, other *graph.Graph) map[*graph.Node]bool {
	type whole struct {
		label               graph.Label
		language, qualified string
	}
	of := func(n *graph.Node) whole { return whole{n.Label, n.Language, n.Qualified} }
	holds := make(map[*graph.Node]bool)
	for _, n := range nodes {
		if n.Parent != nil && n.Parent.Partial {
			holds[n.Parent] = true
		}
	}
	there := make(map[whole]bool)
	if len(holds) > 0 {
		for _, n := range other.Nodes {
			if n.Partial {
				there[of(n)] = true
			}
		}
	}
	on := make(map[*graph.Node]bool)
	for n := range holds {
		on[n] = there[of(n)]
	}
	return on
}

// dropNeighbours drops symbols without token differences that are declared on one line with
// a symbol that differs, as in a, b = 1, 2.
func (s *Set) dropNeighbours() {
	type declaration struct {
		path       string
		start, end int
	}
	at := func(n *graph.Node) declaration { return declaration{n.Path, n.Start, n.End} }
	differs := make(map[declaration]bool)
	for i := range s.Symbols {
		if c := &s.Symbols[i]; c.Head != nil && c.Parts&^Formatting != 0 {
			differs[at(c.Head)] = true
		}
	}
	s.Symbols = slices.DeleteFunc(s.Symbols, func(c Symbol) bool {
		return c.Type == Modified && c.Parts == Formatting && c.Head.Label != graph.File && differs[at(c.Head)]
	})
}

// dropAssigned drops fields that are there because a function assigns them, where only their lines
// differ: their text is that of the function, which tells what differs.
func (s *Set) dropAssigned() {
	told := make(map[string][]*graph.Node) // the functions of head by path
	for i := range s.Symbols {
		if h := s.Symbols[i].Head; h != nil && h.Label.Callable() {
			told[h.Path] = append(told[h.Path], h)
		}
	}
	inside := make(map[string][]graph.Segment, len(told))
	for path, functions := range told {
		inside[path] = graph.Segments(functions)
	}
	hashless := func(n *graph.Node) bool { return n.SignatureHash == 0 && n.BodyHash == 0 && n.DocHash == 0 }
	s.Symbols = slices.DeleteFunc(s.Symbols, func(c Symbol) bool {
		if c.Type != Modified || c.Parts != Formatting || c.Head.Label != graph.Field || !hashless(c.Base) || !hashless(c.Head) {
			return false
		}
		of := inside[c.Head.Path]
		i := sort.Search(len(of), func(i int) bool { return of[i].From > c.Head.Start }) - 1
		return i >= 0 && of[i].Node != nil
	})
}

// dropAround drops symbols without token differences that contain one that differs: blank
// lines and comments around a new member are no change of its type's layout.
func (s *Set) dropAround() {
	around := make(map[*graph.Node]bool)
	for i := range s.Symbols {
		if c := &s.Symbols[i]; c.Type != Modified || c.Parts != Formatting {
			for _, n := range []*graph.Node{c.Base, c.Head} {
				for ; n != nil && !around[n.Parent]; n = n.Parent {
					around[n.Parent] = true
				}
			}
		}
	}
	base, head := s.starts(InBase), s.starts(InHead)
	s.Symbols = slices.DeleteFunc(s.Symbols, func(c Symbol) bool {
		return c.Type == Modified && c.Parts == Formatting && c.Head.Label != graph.File &&
			(around[c.Base] || around[c.Head] || holds(base[c.Base.Path], c.Base) || holds(head[c.Head.Path], c.Head))
	})
}

// starts returns, by path, the sorted first lines of the symbols with token differences.
func (s *Set) starts(side Side) map[string][]int {
	lines := make(map[string][]int)
	for i := range s.Symbols {
		c := &s.Symbols[i]
		n := c.Head
		if side == InBase {
			n = c.Base
		}
		if n != nil && (c.Type != Modified || c.Parts != Formatting) {
			lines[n.Path] = append(lines[n.Path], n.Start)
		}
	}
	for _, of := range lines {
		slices.Sort(of)
	}
	return lines
}

// holds reports whether a line lies behind the first one of a symbol, and in it.
func holds(lines []int, n *graph.Node) bool {
	i, _ := slices.BinarySearch(lines, n.Start+1)
	return i < len(lines) && lines[i] <= n.End
}

// localTo returns the symbol that n is a part of: the function of a field, variable or constant
// in it, and the value of a function without a hash, which stands in an object literal. It is
// nil for all other symbols.
func localTo(n *graph.Node) *graph.Node {
	switch {
	case n.Label.IsType():
		return nil
	case n.Label.Callable():
		if p := n.Parent; p != nil && n.SignatureHash|n.BodyHash == 0 && holdsValue(p.Label) {
			return p
		}
		return nil
	}
	for p := n.Parent; p != nil; p = p.Parent {
		if p.Label.Callable() {
			return p
		}
	}
	return nil
}

func holdsValue(l graph.Label) bool {
	return l == graph.Field || l == graph.Variable || l == graph.Constant || l == graph.EnumMember
}

func withoutLocals(nodes []*graph.Node) []*graph.Node {
	var out []*graph.Node
	for _, n := range nodes {
		if localTo(n) == nil {
			out = append(out, n)
		}
	}
	return out
}

// inner returns which parts of the locals of functions differ, by the function's base node.
// The hashes of a function do not cover what is defined in it; those of a value do.
func (s *Set) inner(baseNodes, headNodes []*graph.Node) map[*graph.Node]Parts {
	inner := make(map[*graph.Node]Parts)
	for _, n := range baseNodes {
		f := localTo(n)
		if f == nil {
			continue
		}
		switch h := s.pairs.toHead[n]; {
		case h == nil || localTo(h) != s.HeadOf(f) || h.Label != n.Label || h.Name != n.Name ||
			h.SignatureHash != n.SignatureHash || h.BodyHash != n.BodyHash:
			inner[f] |= Body
		case h.DocHash != n.DocHash:
			inner[f] |= Formatting
		}
	}
	for _, n := range headNodes {
		if f := localTo(n); f != nil && s.pairs.toBase[n] == nil {
			inner[s.BaseOf(f)] |= Body
		}
	}
	return inner
}

// compare sets type, parts and lines of a pair; inner are the differing parts of its locals. It
// returns false when nothing differs.
func (s *Set) compare(c *Symbol, inner Parts) bool {
	b, h := c.Base, c.Head
	touched := len(c.Deleted)+len(c.Inserted) > 0
	if b.Label == graph.File {
		c.Parts = fileParts(c, s.base, s.head)
		c.Type = Modified
		if b.Path != h.Path {
			c.Type = Moved
		}
		return c.Parts != 0
	}
	if b.SignatureHash != h.SignatureHash || b.Label != h.Label ||
		touched && b.Name == h.Name && b.Exported != h.Exported || b.Name == h.Name && isMoreOrLessVisible(b, h) {
		c.Parts |= Signature
	}
	if b.BodyHash != h.BodyHash {
		c.Parts |= Body
	}
	if b.DocHash != h.DocHash {
		c.Parts |= Doc
	}
	c.Parts |= inner & (Body | Definitions)
	if c.Parts.Has(Signature) {
		c.Differences = Compare(b, h)
	}
	c.Type = s.typeOf(b, h)
	if c.Type == Modified && c.Parts == 0 && (touched || inner != 0) {
		c.Parts = Formatting
	}
	if c.Parts&^Formatting != 0 && !touched {
		// The changed line declares several symbols, and is attributed to another one.
		bs, be := b.Extent()
		hs, he := h.Extent()
		c.Deleted = clip(s.touched[sidePath{InBase, b.Path}], bs, be)
		c.Inserted = clip(s.touched[sidePath{InHead, h.Path}], hs, he)
	}
	return c.Type != Modified || c.Parts != 0
}

// isMoreOrLessVisible reports whether other code may name a symbol in one version only. A line before several
// members may decide that (private: in C++).
func isMoreOrLessVisible(b, h *graph.Node) bool {
	was, is := b.Signature.Visibility.Rank(), h.Signature.Visibility.Rank()
	return was >= 0 && is >= 0 && was != is
}

// typeOf returns whether a pair is in place, moved or renamed.
func (s *Set) typeOf(b, h *graph.Node) Type {
	switch {
	case b.Name != h.Name:
		return Renamed
	case b.Path != h.Path:
		return Moved
	case b.Qualified == h.Qualified:
		return Modified
	}
	// Same name, same file, other owner: its owner was renamed, or it moved to another owner.
	for p, q := b.Parent, h.Parent; p != nil && q != nil; p, q = p.Parent, q.Parent {
		if s.HeadOf(p) != q {
			return Moved
		}
		if p.Name != q.Name {
			return Renamed
		}
	}
	return Moved
}

// fileParts compares the top-level code of a file, without imports and comments.
func fileParts(c *Symbol, base, head *graph.Graph) Parts {
	var p Parts
	b, h := c.Base, c.Head
	if b.BodyHash != h.BodyHash {
		p |= Body
	}
	if b.BodyHash == 0 && h.BodyHash == 0 &&
		(callsIn(c.Deleted, base, b) || callsIn(c.Inserted, head, h)) {
		// Without a hash, a changed line counts as code if it calls something. A reference may be
		// the name of the type that an extension adds members to.
		p |= Body
	}
	if b.DocHash != h.DocHash {
		p |= Doc
	}
	return p
}

// callsIn reports whether a file calls something in lines of its own.
func callsIn(runs []Lines, g *graph.Graph, file *graph.Node) bool {
	for _, e := range g.Out(file) {
		if e.Type != graph.Calls {
			continue
		}
		for _, site := range e.Sites {
			if overlaps(runs, site.Line, site.Line) {
				return true
			}
		}
	}
	return false
}

// hasCode reports whether a file has top-level code of its own.
func hasCode(g *graph.Graph, file *graph.Node) bool {
	if file.BodyHash != 0 {
		return true
	}
	for _, e := range g.Out(file) {
		if e.Type == graph.Calls {
			return true
		}
	}
	return false
}
