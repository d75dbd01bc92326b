package leftover

import (
	"cmp"
	_ "embed" // the examples
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

//go:embed rule_orphaned.examples
var orphanedExamples string

// Orphaned is the rule orphaned.
func Orphaned() finding.Rule {
	return finding.Rule{
		Name:     "orphaned",
		Class:    finding.Behaviour,
		Severity: finding.Info,
		Summary:  "A symbol that the change did not touch has lost its last use outside of tests.",
		Doc: `In base code that is no test used the symbol; the change removed or edited that code, and in head nothing but tests, the
symbol itself and other orphans use it. Functions, methods, types and the variables and constants of a file are looked at. What
only an orphan uses is named with it.

Silent for what code outside of the repository may name, entry points, implementations and overrides, interface methods, tests
and generated files. Silent where the name still stands in code, strings or configuration of head in a place that the graph
does not explain: in a language that looks names up as it runs the use may be there.

symbol is the orphan in head, caller nil, related the last user in base with the place of the use.`,
		Examples: finding.Examples(orphanedExamples),
		Look: func(c *finding.Comparison) finding.Search {
			d := newDetector(c)
			return finding.Search{
				Words: func() []string { return orphanNames(d) },
				Find:  func() []finding.Finding { return orphans(d) },
			}
		},
	}
}

// orphanConfidence is the minimum confidence of the use in base.
const orphanConfidence = 0.7

// maxChain is the maximum number of symbols used only by an orphan that are named.
const maxChain = 5

// An orphan is a symbol of head that is no longer used.
type orphan struct {
	node *graph.Node
	last *graph.Edge // a use of base
	// chain are the symbols that only orphans use, found first from this orphan.
	chain []*graph.Node
}

func orphanNames(d *detector) []string {
	var names []string
	for n := range d.unused() {
		names = append(names, searchName(n.Name))
	}
	return names
}

// searchName returns the part of a name that is searched as a word.
func searchName(name string) string {
	return strings.TrimFunc(name, func(r rune) bool { return !isWord(string(r)) })
}

func orphans(d *detector) []finding.Finding {
	spared := make(map[*graph.Node]bool)
	dead := d.unused()
	// A symbol whose name occurs elsewhere is no orphan, nor are the symbols that it uses.
	for again := true; again; {
		again = false
		for n := range dead {
			if d.writtenElsewhere(n, dead) {
				spared[n], again = true, true
			}
		}
		if again {
			dead = d.findUnused(spared)
		}
	}
	var findings []finding.Finding
	for _, o := range d.orphans(dead) {
		findings = append(findings, d.orphan(o))
	}
	return findings
}

func (d *detector) orphan(o orphan) finding.Finding {
	n, e := o.node, o.last
	f := finding.Finding{
		Confidence: e.Confidence,
		Path:       n.Path, Line: n.Line, Side: change.InHead,
		Symbol:  n,
		Related: finding.Related{Symbol: e.Source, Path: e.Source.Path, Line: max(1, e.Source.Line), Side: change.InBase},
		Cause:   d.lastUse(e),
		Effect:  finding.Effect{Kind: finding.Unused, Symbol: finding.RefOf(n)},
	}
	if len(e.Sites) > 0 {
		f.Related.Line = e.Sites[0].Line
	}
	last := finding.Fact{Kind: finding.LastUse, Sites: []finding.Site{{Path: f.Related.Path, Line: f.Related.Line}}}
	for _, in := range d.Head.In(n) {
		if in.Source.Test && finding.IsUse(in.Type) {
			last.Kind = finding.LastUseTested
			break
		}
	}
	f.Facts = append(f.Facts, last)
	for i, m := range o.chain {
		if i == maxChain {
			f.Facts = append(f.Facts, finding.Fact{Kind: finding.AndMore, Counts: []int{len(o.chain) - i}})
			break
		}
		f.Facts = append(f.Facts, finding.Fact{Kind: finding.AlsoUnused, Symbols: []finding.Ref{finding.RefOf(m)}, Sites: []finding.Site{{Path: m.Path, Line: m.Line}}})
	}
	return f
}

// lastUse returns what the change did to the code that used the symbol in base.
func (d *detector) lastUse(e *graph.Edge) finding.Cause {
	h := d.Set.HeadOf(e.Source)
	switch {
	case e.Source.Label == graph.File:
		return finding.Cause{Kind: finding.Edited, Symbol: finding.RefOf(e.Source)}
	case h == nil:
		return finding.Cause{Kind: finding.Removed, Symbol: finding.RefOf(e.Source)}
	}
	return finding.Cause{Kind: finding.Edited, Symbol: finding.RefOf(h)}
}

// findUnused returns the symbols of head that lost their last use, and the symbols that only these
// use, each with a use of base. Symbols in spared count as used.
func (d *detector) findUnused(spared map[*graph.Node]bool) map[*graph.Node]*graph.Edge {
	lost := d.lostUses()
	// All symbols reachable from a lost use are candidates, until live code is found to use them.
	dead := make(map[*graph.Node]*graph.Edge)
	var queue []*graph.Node
	met := make(map[*graph.Node]bool)
	suspect := func(n *graph.Node) {
		if met[n] || spared[n] {
			return
		}
		if met[n] = true; !d.mayOrphan(n) || d.lives(n, spared) {
			return
		}
		if last := cmp.Or(lost[n], d.someUse(d.Set.BaseOf(n))); last != nil && d.follows(n) {
			dead[n] = last
			queue = append(queue, n)
		}
	}
	for n := range lost {
		suspect(n)
	}
	for i := 0; i < len(queue); i++ {
		for _, m := range d.parts(queue[i]) {
			for _, e := range d.Head.Out(m) {
				for t := e.Target; finding.IsUse(e.Type) && t != nil && t.Label != graph.File; t = t.Parent {
					suspect(t)
				}
			}
		}
	}
	for again := true; again; {
		again = false
		for _, n := range queue {
			if dead[n] != nil && d.used(n, dead) {
				delete(dead, n)
				again = true
			}
		}
	}
	for n := range dead {
		if n.Parent != nil && within(n.Parent, dead) {
			delete(dead, n) // it is reported with its type
		}
	}
	return dead
}

// maxUsers is how many symbols lives looks at.
const maxUsers = 32

// lives reports whether a symbol is used, directly or not, by one that is certainly no orphan. False where that is not found
// among maxUsers symbols. It keeps findUnused away from most of the program.
func (d *detector) lives(n *graph.Node, spared map[*graph.Node]bool) bool {
	left, asked := maxUsers, make(map[*graph.Node]bool)
	var used func(n *graph.Node) bool
	// stays reports whether neither a symbol nor one that it is in can be an orphan.
	stays := func(n *graph.Node) bool {
		for at := n; at != nil && at.Label != graph.File; at = at.Parent {
			if !spared[at] && d.mayOrphan(at) && !used(at) {
				return false
			}
		}
		return true
	}
	used = func(n *graph.Node) bool {
		if d.living[n] || asked[n] || left == 0 {
			return d.living[n]
		}
		asked[n] = true
		left--
		for _, m := range d.parts(n) {
			for _, e := range d.Head.In(m) {
				if finding.IsUse(e.Type) && !e.Source.Test && !n.Encloses(e.Source) && stays(e.Source) {
					d.living[n] = true
					return true
				}
			}
		}
		return false
	}
	return used(n)
}

// mayOrphan is canOrphan, asked once for a symbol.
func (d *detector) mayOrphan(n *graph.Node) bool {
	can, known := d.orphanable[n]
	if !known {
		can = d.canOrphan(n)
		d.orphanable[n] = can
	}
	return can
}

// lostUses returns the symbols of head that a changed symbol used in base and no longer uses, each
// with the first such use.
func (d *detector) lostUses() map[*graph.Node]*graph.Edge {
	lost := make(map[*graph.Node]*graph.Edge)
	for i := range d.Set.Symbols {
		c := &d.Set.Symbols[i]
		if c.Base == nil || c.Base.Test || c.Base.Generated || !c.Semantic() {
			continue
		}
		for _, e := range d.Base.Out(c.Base) {
			if !finding.IsUse(e.Type) || e.Type == graph.Imports || e.Confidence < orphanConfidence || e.Target.Encloses(e.Source) {
				continue
			}
			h := d.Set.HeadOf(e.Target)
			if h != nil && lost[h] == nil && (c.Head == nil || !d.uses(c.Head, h)) {
				lost[h] = e
			}
		}
	}
	return lost
}

func (d *detector) uses(from, to *graph.Node) bool {
	return slices.ContainsFunc(d.Head.Out(from), func(e *graph.Edge) bool { return e.Target == to && finding.IsUse(e.Type) })
}

// someUse returns a use of a base node outside tests.
func (d *detector) someUse(n *graph.Node) *graph.Edge {
	if n == nil {
		return nil
	}
	for _, e := range d.Base.In(n) {
		if finding.IsUse(e.Type) && e.Type != graph.Imports && !e.Source.Test && e.Confidence >= orphanConfidence && !n.Encloses(e.Source) {
			return e
		}
	}
	return nil
}

// canOrphan reports whether a symbol of head can be used in this repository only and is unchanged.
func (d *detector) canOrphan(n *graph.Node) bool {
	switch {
	case n.Test, n.Generated, n.Abstract, n.Published, n.Entry != nil && n.Entry.Type != "exported", d.Damaged[n.Path], strings.HasPrefix(n.Name, "__"), searchName(n.Name) == "":
		return false
	case n.Label == graph.Variable, n.Label == graph.Constant:
		if n.Parent == nil || n.Parent.Label != graph.File {
			return false
		}
	case n.Label != graph.Function && n.Label != graph.Method && !n.Label.IsType():
		return false
	}
	if was := d.Set.BaseOf(n); was == nil || was.Name != n.Name || !d.alone(n) {
		return false
	}
	if c := d.Set.Symbol(n); c != nil && c.Semantic() {
		return false
	}
	for _, e := range d.Head.Out(n) {
		if e.Type == graph.Overrides {
			return false
		}
	}
	for _, e := range d.Head.In(n) {
		if e.Type == graph.Overrides {
			return false
		}
	}
	return true
}

// used reports whether live code outside tests uses a symbol of head or a part of it.
func (d *detector) used(n *graph.Node, dead map[*graph.Node]*graph.Edge) bool {
	for _, m := range d.parts(n) {
		for _, e := range d.Head.In(m) {
			if finding.IsUse(e.Type) && !e.Source.Test && !n.Encloses(e.Source) && !within(e.Source, dead) {
				return true
			}
		}
	}
	return false
}

// follows reports whether every use of base is either removed by the change or still resolved in
// head. Where unchanged code lost a use, the types that its resolution depends on are no longer
// known.
func (d *detector) follows(n *graph.Node) bool {
	for _, m := range d.parts(n) {
		was := d.Set.BaseOf(m)
		if was == nil {
			continue
		}
		for _, e := range d.Base.In(was) {
			if !finding.IsUse(e.Type) || e.Type == graph.Imports || e.Source.Test {
				continue
			}
			h := d.Set.HeadOf(e.Source)
			if h == nil || d.Head.Find(h, e.Type, m) != nil {
				continue
			}
			if c := d.Set.Symbol(h); c == nil || !c.Semantic() {
				return false
			}
		}
	}
	return true
}

// parts returns a symbol of head and all symbols defined in it.
func (d *detector) parts(n *graph.Node) []*graph.Node {
	if d.members == nil {
		d.members = membersIn(d.Head)
	}
	all := []*graph.Node{n}
	for i := 0; i < len(all); i++ {
		for m := d.members.first[d.Head.Index(all[i])]; m > 0; m = d.members.next[m-1] {
			all = append(all, d.Head.Nodes[m-1])
		}
	}
	return all
}

// members finds the symbols that are defined directly in another one, by the indices of nodes plus 1; 0 stands for none.
type members struct{ first, next []int32 }

func membersIn(g *graph.Graph) *members {
	x := &members{make([]int32, len(g.Nodes)), make([]int32, len(g.Nodes))}
	for i := len(g.Nodes) - 1; i >= 0; i-- {
		if p := g.Nodes[i].Parent; p != nil && p.Label != graph.File {
			at := g.Index(p)
			x.next[i], x.first[at] = x.first[at], int32(i)+1
		}
	}
	return x
}

// within reports whether n is one of the nodes or defined in one.
func within(n *graph.Node, nodes map[*graph.Node]*graph.Edge) bool {
	for ; n != nil; n = n.Parent {
		if nodes[n] != nil {
			return true
		}
	}
	return false
}

// writtenElsewhere reports whether the name of an orphan occurs in code, a string or a
// configuration of head, outside tests and orphans, where it is not the name of another symbol.
func (d *detector) writtenElsewhere(n *graph.Node, dead map[*graph.Node]*graph.Edge) bool {
	mentions := d.Written[searchName(n.Name)]
	if len(mentions) == 0 {
		return false
	}
	var namesakes, orphans []*graph.Node
	for _, m := range d.Named(n.Name) {
		if !within(m, dead) {
			namesakes = append(namesakes, m)
		}
	}
	for m := range dead {
		orphans = append(orphans, d.parts(m)...)
	}
	known := d.explained(namesakes)
	for _, at := range mentions {
		if at.Kind == finding.InComment || at.Kind == finding.InDoc || known[at.Path][at.Line] || isHistory(at.Path) {
			continue
		}
		if f := d.Head.Node("File:" + at.Path); f != nil && f.Test {
			continue
		}
		if !slices.ContainsFunc(orphans, func(o *graph.Node) bool { return o.Path == at.Path && o.Start <= at.Line && at.Line <= o.End }) {
			return true
		}
	}
	return false
}

// orphans groups the unused symbols: those that no other unused symbol uses, each with the symbols
// used only by it, sorted by ID.
func (d *detector) orphans(dead map[*graph.Node]*graph.Edge) []orphan {
	var all []*graph.Node
	for n := range dead {
		all = append(all, n)
	}
	slices.SortFunc(all, func(a, b *graph.Node) int { return cmp.Compare(a.ID, b.ID) })
	below := make(map[*graph.Node][]*graph.Node)
	hangs := make(map[*graph.Node]bool)
	for _, n := range all {
		for _, m := range d.parts(n) {
			for _, e := range d.Head.Out(m) {
				for t := e.Target; t != nil; t = t.Parent {
					if finding.IsUse(e.Type) && dead[t] != nil && t != n {
						below[n] = append(below[n], t)
						hangs[t] = true
					}
				}
			}
		}
	}
	// In a cycle of unused symbols any of them can be the first.
	slices.SortStableFunc(all, func(a, b *graph.Node) int {
		switch {
		case hangs[a] == hangs[b]:
			return 0
		case hangs[b]:
			return -1
		}
		return 1
	})
	var out []orphan
	seen := make(map[*graph.Node]bool)
	for _, n := range all {
		if seen[n] {
			continue
		}
		seen[n] = true
		o := orphan{node: n, last: dead[n]}
		for queue := []*graph.Node{n}; len(queue) > 0; queue = queue[1:] {
			for _, m := range below[queue[0]] {
				if !seen[m] {
					seen[m] = true
					o.chain = append(o.chain, m)
					queue = append(queue, m)
				}
			}
		}
		out = append(out, o)
	}
	return out
}
