package leftover

import (
	"cmp"
	_ "embed" // the examples
	"fmt"
	"maps"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

//go:embed rule_lost_test.examples
var lostTestExamples string

// LostTest is the rule lost-test.
func LostTest() finding.Rule {
	return finding.Rule{
		Name:     "lost-test",
		Class:    finding.Behaviour,
		Severity: finding.Warning,
		Summary:  "A symbol that a test reached is still there, and no test reaches it any more.",
		Doc: `In base a test called the symbol itself, or through helpers of tests. The change deleted the test, had it skipped, or
edited it, and in head no test that runs reaches the symbol, however far. In languages whose tests are functions without a name the
tests of a file are one.

Silent where a test reaches the symbol in another way: it was renamed, moved, merged or parametrised, or the symbol is used by
something tested; where its name still stands in a test that runs; and where tests that did not change seem to have lost it: then
it is the graph that does not see it.

symbol is what is tested, in head, caller nil, related a test that reached it, in base; path:line is the skipped test where it is
still there, else the definition of the symbol.`,
		Examples: finding.Examples(lostTestExamples),
		Look: func(c *finding.Comparison) finding.Search {
			d := newDetector(c)
			return finding.Search{
				Words: func() []string { return lostTestNames(d) },
				Find:  func() []finding.Finding { return lostTests(d) },
			}
		},
	}
}

const (
	// testConfidence is the minimum confidence of the call by a test in base.
	testConfidence = 0.7
	// maxUntested is the maximum number of symbols named in one finding.
	maxUntested = 5
	// maxTesters is the maximum number of tests visited behind one helper.
	maxTesters = 200
)

// A fate is what the change did to a test.
type fate int

const (
	kept fate = iota
	edited
	skipped
	deleted
)

// An untested is a symbol that tests no longer reach.
type untested struct {
	node    *graph.Node // of head
	testers []*graph.Node
	fate    fate // the mildest one of the tests that reached it, except kept
	changed bool
}

func lostTestNames(d *detector) []string {
	var names []string
	for _, u := range d.untested() {
		names = append(names, searchName(u.node.Name))
	}
	return names
}

func lostTests(d *detector) []finding.Finding {
	groups := make(map[string][]untested)
	var order []string
	for _, u := range d.untested() {
		if d.namedInTests(u.node) {
			continue
		}
		key := fmt.Sprint(u.fate)
		for _, t := range u.testers {
			key += " " + t.ID
		}
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], u)
	}
	var findings []finding.Finding
	for _, key := range order {
		findings = append(findings, d.lostTest(groups[key]))
	}
	return findings
}

// lostTest returns the finding for symbols that were reached by the same tests.
func (d *detector) lostTest(group []untested) finding.Finding {
	// Symbols touched by the change come first.
	slices.SortStableFunc(group, func(a, b untested) int {
		switch {
		case a.changed == b.changed:
			return cmp.Compare(a.node.ID, b.node.ID)
		case a.changed:
			return -1
		}
		return 1
	})
	u := group[0]
	test := u.testers[0]
	f := finding.Finding{
		Confidence: 0.8,
		Path:       u.node.Path, Line: u.node.Line, Side: change.InHead,
		Symbol:  u.node,
		Related: finding.Related{Symbol: test, Path: test.Path, Line: max(1, test.Line), Side: change.InBase},
	}
	if u.fate == skipped {
		if h := d.Set.HeadOf(test); h != nil {
			f.Path, f.Line = h.Path, max(1, h.Line)
			if e := d.Head.Find(h, graph.Calls, u.node); h.Label == graph.File && e != nil && len(e.Sites) > 0 {
				f.Line = e.Sites[0].Line
			}
		}
	}
	if u.changed {
		f.Facts = append(f.Facts, finding.Fact{Kind: finding.ItselfChanged, Symbols: []finding.Ref{finding.RefOf(u.node)}})
	}
	for i, v := range group[1:] {
		if i == maxUntested {
			f.Facts = append(f.Facts, finding.Fact{Kind: finding.AndMore, Counts: []int{len(group) - 1 - i}})
			break
		}
		f.Facts = append(f.Facts, finding.Fact{Kind: finding.AlsoUntested, Symbols: []finding.Ref{finding.RefOf(v.node)}, Sites: []finding.Site{{Path: v.node.Path, Line: v.node.Line}}})
	}
	f.Cause = finding.Cause{Kind: u.fate.cause(), Symbol: finding.RefOf(test), More: len(u.testers) - 1}
	f.Effect = finding.Effect{Kind: finding.Untested, Symbol: finding.RefOf(u.node), Given: len(group) - 1}
	return f
}

// cause returns the kind of cause by which a test no longer reaches the symbol.
func (f fate) cause() finding.CauseKind {
	switch f {
	case deleted:
		return finding.Removed
	case skipped:
		return finding.Skipped
	}
	return finding.Edited
}

// findUntested returns the symbols of head that tests called in base and no test reaches in head,
// sorted by ID.
func (d *detector) findUntested() []untested {
	if !d.testsDiffer() {
		return nil
	}
	lost := d.lostByTests()
	if len(lost) == 0 {
		return nil
	}
	tested := d.testedInBase(d.Base.Nodes)
	var out []untested
	for _, n := range lost {
		h, tests := d.Set.HeadOf(n), tested[n]
		c := d.Set.Symbol(h)
		u := untested{node: h, fate: deleted, changed: c != nil && c.Semantic()}
		for t := range tests {
			u.testers = append(u.testers, t)
		}
		slices.SortFunc(u.testers, func(a, b *graph.Node) int { return cmp.Compare(a.ID, b.ID) })
		for _, t := range u.testers {
			u.fate = min(u.fate, d.fateOf(t, h))
		}
		if u.fate != kept {
			out = append(out, u)
		}
	}
	return out
}

// lostByTests returns the symbols of base, sorted by ID, that tests with a change around them call,
// and that no test reaches in head.
func (d *detector) lostByTests() []*graph.Node {
	tested := d.testedInBase(d.changedTests())
	if len(tested) == 0 {
		return nil
	}
	reached := reach{detector: d, none: make(map[*graph.Node]bool)}
	var lost []*graph.Node
	for n := range tested {
		h := d.Set.HeadOf(n)
		if h != nil && !h.Test && !h.Generated && h.Name == n.Name && !d.Damaged[h.Path] && searchName(h.Name) != "" && !reached.byTests(h) && d.alone(h) {
			lost = append(lost, n)
		}
	}
	slices.SortFunc(lost, func(a, b *graph.Node) int { return cmp.Compare(a.ID, b.ID) })
	return lost
}

// changedTests returns the nodes of base that are in a changed file, or that call changed test code.
// Every test whose fate is not kept is among them.
func (d *detector) changedTests() []*graph.Node {
	changed := make(map[string]bool)
	for i := range d.Set.Files {
		changed[d.Set.Files[i].OldPath] = true
	}
	var tests []*graph.Node
	for _, n := range d.Base.Nodes {
		if changed[n.Path] {
			tests = append(tests, n)
		}
	}
	for i := range d.Set.Symbols {
		if b := d.Set.Symbols[i].Base; b != nil && b.Test {
			for _, e := range d.Base.In(b) {
				tests = append(tests, e.Source)
			}
		}
	}
	return tests
}

// testsDiffer reports whether the change touches any test. Without that no test is lost.
func (d *detector) testsDiffer() bool {
	for i := range d.Set.Files {
		f := &d.Set.Files[i]
		if n := d.Base.Node("File:" + f.OldPath); n != nil && n.Test {
			return true
		}
	}
	return slices.ContainsFunc(d.Set.Symbols, func(c change.Symbol) bool { return c.Base != nil && c.Base.Test })
}

// startsTests reports whether a test runner starts a node: a test, or a file with unnamed tests.
func startsTests(n *graph.Node) bool {
	return n.Test && (n.Label == graph.File || n.Entry != nil && n.Entry.Type == "test")
}

func isSkipped(g *graph.Graph, file string, line int) bool {
	return slices.ContainsFunc(g.Skipped[file], func(s graph.Span) bool { return s.Start <= line && line <= s.End })
}

// runs reports whether an edge has a site in tests that are not skipped.
func runs(g *graph.Graph, e *graph.Edge) bool {
	if len(g.Skipped[e.Source.Path]) == 0 || len(e.Sites) == 0 {
		return true
	}
	return slices.ContainsFunc(e.Sites, func(s graph.Site) bool { return !isSkipped(g, e.Source.Path, s.Line) })
}

// testedInBase returns the symbols that the tests among some nodes of base call, directly or through
// test helpers, with these tests.
func (d *detector) testedInBase(nodes []*graph.Node) map[*graph.Node]map[*graph.Node]bool {
	tested := make(map[*graph.Node]map[*graph.Node]bool)
	for _, start := range nodes {
		if !startsTests(start) || d.Damaged[start.Path] || isSkipped(d.Base, start.Path, start.Line) {
			continue
		}
		seen := map[*graph.Node]bool{start: true}
		for queue := []*graph.Node{start}; len(queue) > 0; queue = queue[1:] {
			for _, e := range d.Base.Out(queue[0]) {
				t := e.Target
				switch {
				case e.Type != graph.Calls || e.Confidence < testConfidence || !runs(d.Base, e):
				case !t.Test:
					if t.Label.Callable() && !t.Abstract && !t.Generated && !indirect(e) {
						if tested[t] == nil {
							tested[t] = make(map[*graph.Node]bool)
						}
						if len(tested[t]) < maxTesters {
							tested[t][start] = true
						}
					}
				case !seen[t] && !startsTests(t):
					seen[t] = true
					queue = append(queue, t)
				}
			}
		}
	}
	return tested
}

// indirect reports whether no site of a call names the callee.
func indirect(e *graph.Edge) bool {
	return !slices.ContainsFunc(e.Sites, func(s graph.Site) bool { return s.Call == nil || !s.Call.Indirect })
}

// A reach tells which nodes of head test code reaches. It searches backwards from a node to the tests, since most
// nodes have a test nearby, and what no test reaches has few users.
type reach struct {
	*detector
	none map[*graph.Node]bool // nodes that no test reaches, memoised
}

// byTests reports whether any test code that is not skipped reaches a node.
func (r *reach) byTests(n *graph.Node) bool {
	seen := map[*graph.Node]bool{n: true}
	queue := []*graph.Node{n}
	visit := func(n *graph.Node) {
		if !seen[n] && !r.none[n] {
			seen[n] = true
			queue = append(queue, n)
		}
	}
	for i := 0; i < len(queue); i++ {
		n := queue[i]
		if r.runsByItself(n) {
			return true
		}
		for _, e := range r.Head.In(n) {
			if finding.IsUse(e.Type) && e.Type != graph.Imports && (!e.Source.Test || runs(r.Head, e)) {
				visit(e.Source)
			}
		}
		for _, e := range r.Head.Out(n) {
			if e.Type == graph.Overrides {
				visit(e.Target) // a call of the overridden method may run it
			}
		}
	}
	maps.Copy(r.none, seen)
	return false
}

// runsByItself reports whether a node of head is test code that runs without other test code.
func (d *detector) runsByItself(n *graph.Node) bool {
	return n.Test && !isSkipped(d.Head, n.Path, n.Line) && (startsTests(n) || !d.helps(n))
}

// helps reports whether test code uses a node of head, which then runs with that code. Test runners
// may start unused ones by name.
func (d *detector) helps(n *graph.Node) bool {
	return slices.ContainsFunc(d.Head.In(n), func(e *graph.Edge) bool {
		return finding.IsUse(e.Type) && e.Type != graph.Imports && e.Source.Test && e.Source != n
	})
}

// fateOf returns the fate of a test of base that reached a symbol, tested in head.
func (d *detector) fateOf(t, tested *graph.Node) fate {
	h := d.Set.HeadOf(t)
	switch {
	case h == nil || !h.Test:
		return deleted
	case h.Label == graph.File:
		if d.Head.Find(h, graph.Calls, tested) != nil {
			return skipped
		}
	case isSkipped(d.Head, h.Path, h.Line):
		return skipped
	}
	if d.touched(t, h) {
		return edited
	}
	return kept
}

// touched reports whether the code of a test differs, or other test code in its file, or a helper
// that it calls.
func (d *detector) touched(t, h *graph.Node) bool {
	if c := d.Set.Symbol(h); c != nil && c.Semantic() {
		return true
	}
	if d.testFiles == nil {
		d.testFiles = make(map[string]bool)
		for i := range d.Set.Symbols {
			if c := &d.Set.Symbols[i]; c.Base != nil && c.Base.Test && c.Semantic() {
				d.testFiles[c.Base.Path] = true
			}
		}
	}
	return d.testFiles[t.Path] || slices.ContainsFunc(d.Base.Out(t), func(e *graph.Edge) bool {
		c := d.Set.Symbol(e.Target)
		return e.Type == graph.Calls && e.Target.Test && c != nil && c.Semantic()
	})
}

// namedInTests reports whether the name of a symbol is in the code of a test of head that is not
// skipped, at a place where the graph has no use of a symbol of that name.
func (d *detector) namedInTests(n *graph.Node) bool {
	mentions := d.Written[searchName(n.Name)]
	if len(mentions) == 0 {
		return false
	}
	known := d.explained(d.Named(n.Name))
	for _, at := range mentions {
		if at.Kind != finding.InCode || known[at.Path][at.Line] || isSkipped(d.Head, at.Path, at.Line) {
			continue
		}
		if f := d.Head.Node("File:" + at.Path); f != nil && f.Test && !d.imports(f, at.Line) {
			return true
		}
	}
	return false
}

// imports reports whether a line of a file of head is an import, which tests nothing by itself.
func (d *detector) imports(file *graph.Node, line int) bool {
	return slices.ContainsFunc(d.Head.Out(file), func(e *graph.Edge) bool {
		return e.Type == graph.Imports && slices.ContainsFunc(e.Sites, func(s graph.Site) bool { return s.Line == line })
	})
}
