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

// orphanConfidence is the least confidence of the use that base had.
const orphanConfidence = 0.7

// maxChain is how many symbols that hang on an orphan are named.
const maxChain = 5

// An orphan is a symbol of head that nothing uses any more.
type orphan struct {
	node *graph.Node
	last *graph.Edge // a use of base
	// chain are the symbols that only orphans use, found through this one first.
	chain []*graph.Node
}

func orphanNames(d *detector) []string {
	var names []string
	for n := range d.unused() {
		names = append(names, searchName(n.Name))
	}
	return names
}

// searchName returns the part of a name that stands in text as a word.
func searchName(name string) string {
	return strings.TrimFunc(name, func(r rune) bool { return !isWord(string(r)) })
}

func orphans(d *detector) []finding.Finding {
	spared := make(map[*graph.Node]bool)
	dead := d.unused()
	// What is written elsewhere is no orphan, and then what it uses is none.
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

// lastUse returns what became of the code that used something in base.
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

// findUnused returns the symbols of head that lost their last use, and what only they use;
// by symbol the use that base had. What is spared counts as used.
func (d *detector) findUnused(spared map[*graph.Node]bool) map[*graph.Node]*graph.Edge {
	lost := d.lostUses()
	// All that hangs on a lost use is suspect, until live code turns out to use it.
	dead := make(map[*graph.Node]*graph.Edge)
	var queue []*graph.Node
	suspect := func(n *graph.Node) {
		if dead[n] != nil || spared[n] || !d.canOrphan(n) {
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
			delete(dead, n) // it goes with its type
		}
	}
	return dead
}

// lostUses returns the symbols of head that a changed symbol used in base and does not
// use in head, each with the first such use.
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

// someUse returns a use of a base node by code that is no test.
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

// canOrphan reports whether a symbol of head is one that only this repository can use, and
// that the change left as it was.
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

// used reports whether live code that is no test uses a symbol of head or a part of it.
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

// follows reports whether every use that base had is gone by the change or stands in
// head as it did: where code that did not change lost a use, types that it hangs on
// are not known any more.
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

// parts returns a symbol of head and all that is defined in it.
func (d *detector) parts(n *graph.Node) []*graph.Node {
	if d.members == nil {
		d.members = make(map[*graph.Node][]*graph.Node)
		for _, m := range d.Head.Nodes {
			if m.Parent != nil && m.Parent.Label != graph.File {
				d.members[m.Parent] = append(d.members[m.Parent], m)
			}
		}
	}
	all := []*graph.Node{n}
	for i := 0; i < len(all); i++ {
		all = append(all, d.members[all[i]]...)
	}
	return all
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

// writtenElsewhere reports whether the name of an orphan stands in code, a string or a
// configuration of head, outside of tests and orphans, where it is not the name of
// another symbol.
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

// orphans arranges the dead: those that no other dead symbol uses, each with what hangs
// on it, sorted by ID.
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
	// Those that only use each other have no first: any of them will do.
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
