package impact

import (
	"cmp"
	"slices"
	"sort"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// maxTestDepth is the depth up to which tests are followed: a test of a whole program can
// be many calls away from the code it runs.
const maxTestDepth = 10

// Of returns what a change affects.
func Of(in Input) *Impact {
	if in.Limits == [MaxDepth]int{} {
		in.Limits = DefaultLimits
	}
	if in.MinConfidence == 0 {
		in.MinConfidence = DefaultMinConfidence
	}
	o := &overlay{&in}
	all := o.affected()
	imp := &Impact{}
	imp.Tests, imp.Unreached, imp.Testable = o.tests()
	imp.Untested = len(imp.Unreached)
	if !o.hasTests() {
		imp.Unreached = nil
	}
	imp.Unreached = imp.Unreached[:min(len(imp.Unreached), in.Limits[0])]
	imp.Edited = o.edited()
	imp.TestCount = len(imp.Tests)
	imp.Tests = imp.Tests[:min(len(imp.Tests), in.Limits[0])]
	for _, a := range all {
		imp.Counts[a.Depth-1]++
		if a.Depth == 1 && !a.InDiff {
			imp.Outside++
		}
		if imp.Counts[a.Depth-1] > in.Limits[a.Depth-1] {
			imp.Truncated = true
			continue
		}
		imp.Affected = append(imp.Affected, a)
	}
	imp.Processes, imp.ProcessesCut = processes(&in, all), in.FlowsCut
	imp.Clusters = clusters(&in, all)
	return imp
}

// An overlay is the head graph with the removed symbols of base and their last users. It has
// all dependants of a change.
type overlay struct{ *Input }

// here returns the node of the overlay for a node of base: its node in head, or itself if it
// was removed.
func (o *overlay) here(base *graph.Node) *graph.Node {
	if h := o.Set.HeadOf(base); h != nil {
		return h
	}
	return base
}

// gone reports whether n is a node of base that was removed.
func (o *overlay) gone(n *graph.Node) bool { return o.Base.Has(n) && o.Set.HeadOf(n) == nil }

// dependants calls visit for the nodes that use n.
func (o *overlay) dependants(n *graph.Node, visit func(*graph.Node, *graph.Edge)) {
	g := o.Head
	if o.gone(n) {
		g = o.Base
	}
	for _, e := range g.In(n) {
		if e.Confidence < o.MinConfidence || !carries(e.Type) {
			continue
		}
		source := e.Source
		if g == o.Base {
			source = o.here(source)
		}
		visit(source, e)
	}
	if g == o.Head {
		o.formerImplementers(n, visit)
	}
}

// formerImplementers calls visit for what implemented or overrode n in base and no longer does
// in head. In languages where types do not name their interfaces, head has no edge for it.
func (o *overlay) formerImplementers(n *graph.Node, visit func(*graph.Node, *graph.Edge)) {
	was := o.Set.BaseOf(n)
	if was == nil {
		return
	}
	for _, e := range o.Base.In(was) {
		if e.Type != graph.Implements && e.Type != graph.Overrides || e.Confidence < o.MinConfidence {
			continue
		}
		if source := o.Set.HeadOf(e.Source); source != nil && o.Head.Find(source, e.Type, n) == nil {
			visit(source, e)
		}
	}
}

func carries(t graph.EdgeType) bool {
	for _, r := range Relations {
		if r == t {
			return true
		}
	}
	return false
}

// starts returns the nodes of the overlay with a semantic change for which keep is true,
// sorted by ID, and interfaces whose method set changed.
func (o *overlay) starts(keep func(*graph.Node) bool) []*graph.Node {
	var nodes []*graph.Node
	seen := make(map[*graph.Node]bool)
	add := func(n *graph.Node) {
		if !seen[n] {
			seen[n] = true
			nodes = append(nodes, n)
		}
	}
	for i := range o.Set.Symbols {
		c := &o.Set.Symbols[i]
		n := c.Node()
		if !c.Semantic() || !keep(n) {
			continue
		}
		add(n)
		if n.Abstract && (c.Base == nil || c.Head == nil) && n.Parent != nil && n.Parent.Label.IsType() {
			if c.Head == nil {
				add(o.here(n.Parent))
			} else {
				add(n.Parent)
			}
		}
	}
	sort.Slice(nodes, func(i, j int) bool { return nodes[i].ID < nodes[j].ID })
	return nodes
}

// affected returns all dependants up to MaxDepth that are not tests.
func (o *overlay) affected() []Affected {
	all := walk(o.starts(func(*graph.Node) bool { return true }), MaxDepth, func(n *graph.Node, visit func(*graph.Node, *graph.Edge)) {
		o.dependants(n, func(t *graph.Node, e *graph.Edge) {
			if !t.Test {
				visit(t, e)
			}
		})
	})
	for i := range all {
		all[i].InDiff = o.Set.Symbol(all[i].Node) != nil || o.isAdded(all[i].Node)
	}
	return all
}

// isAdded reports whether n stands in what the change adds and is no changed symbol itself: the code at the
// top level of a new file, and what has no name by which it is compared, as members of an object without one.
func (o *overlay) isAdded(n *graph.Node) bool {
	for outer := n.Parent; outer != nil; outer = outer.Parent {
		if s := o.Set.Symbol(outer); s != nil && s.Type == change.Added {
			return true
		}
	}
	return n.Label == graph.File && o.Set.AddsFile(n.Path)
}

// tests returns the tests that reach a change outside of tests, nearest first, the changed functions
// that none of them reaches, sorted by position, and the number of changed functions.
func (o *overlay) tests() (out []Affected, untested []*graph.Node, testable int) {
	starts := o.starts(func(n *graph.Node) bool { return !n.Test })
	seen := make(map[*graph.Node]bool)
	uses := make(map[*graph.Node][]*graph.Node) // by user, for the nodes visited so far
	dependants := func(n *graph.Node, visit func(*graph.Node, *graph.Edge)) {
		o.dependants(n, func(user *graph.Node, e *graph.Edge) {
			uses[user] = append(uses[user], n)
			visit(user, e)
		})
	}
	var reached []*graph.Node
	for _, a := range walk(starts, maxTestDepth, dependants) {
		if a.Node.Test {
			reached = append(reached, a.Node)
		}
		if isSetup(a.Node) {
			a.Depth++
		}
		for _, test := range o.startedWith(a.Node) {
			if !seen[test] {
				seen[test] = true
				out = append(out, Affected{Node: test, Depth: a.Depth, Confidence: a.Confidence, Path: a.Path, InDiff: o.Set.Symbol(test) != nil})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Affected) int { return a.Depth - b.Depth })
	tested := make(map[*graph.Node]bool)
	for len(reached) > 0 {
		n := reached[len(reached)-1]
		reached = reached[:len(reached)-1]
		if !tested[n] {
			tested[n] = true
			reached = append(reached, uses[n]...)
		}
	}
	for _, n := range starts {
		if n.Label.Callable() && !n.Abstract && !o.gone(n) {
			testable++
			if !tested[n] {
				untested = append(untested, n)
			}
		}
	}
	slices.SortFunc(untested, byPosition)
	return out, untested, testable
}

// edited returns the tests of head that the change edits. For an edited test helper, these
// are the tests that use it, or all tests of its file if none does; for a new one, those that use it.
func (o *overlay) edited() []*graph.Node {
	seen := make(map[*graph.Node]bool)
	var out []*graph.Node
	add := func(n *graph.Node) bool {
		tests := o.startedWith(n)
		for _, n := range tests {
			if !seen[n] {
				seen[n] = true
				out = append(out, n)
			}
		}
		return len(tests) > 0
	}
	for i := range o.Set.Symbols {
		c := &o.Set.Symbols[i]
		n := c.Head
		if n == nil || !n.Test || !c.Semantic() || add(n) {
			continue
		}
		some := false
		for _, a := range walk([]*graph.Node{n}, maxTestDepth, o.dependants) {
			some = add(a.Node) || some
		}
		if c.Base == nil && len(n.Signature.Decorators) == 0 {
			continue // new, and no test uses it; a mark, as of a fixture, may tie it to all of them
		}
		for _, m := range o.Head.Nodes {
			if !some && m.Path == n.Path {
				add(m)
			}
		}
	}
	slices.SortFunc(out, byPosition)
	return out
}

func byPosition(a, b *graph.Node) int {
	return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.ID, b.ID))
}

// hasTests reports whether a test runner starts any node of head.
func (o *overlay) hasTests() bool { return slices.ContainsFunc(o.Head.Nodes, o.isTest) }

// startedWith returns the tests of head that run n: the outermost test around it, or, for a
// setup function, the tests of its class and of the subclasses.
func (o *overlay) startedWith(n *graph.Node) []*graph.Node {
	if n.Test && isSetup(n) && n.Parent != nil && !o.gone(n) {
		return o.testsOf(n.Parent)
	}
	for p := n.Parent; p != nil; p = p.Parent {
		if o.isTest(p) && p.Label.Callable() {
			n = p
		}
	}
	if o.isTest(n) {
		return []*graph.Node{n}
	}
	return nil
}

// testsOf returns the tests of a class of head and of its subclasses.
func (o *overlay) testsOf(class *graph.Node) (tests []*graph.Node) {
	classes := []*graph.Node{class}
	for i := 0; i < len(classes); i++ {
		for _, e := range o.Head.Out(classes[i]) {
			if e.Type == graph.HasMethod && o.isTest(e.Target) {
				tests = append(tests, e.Target)
			}
		}
		for _, e := range o.Head.In(classes[i]) {
			if e.Type == graph.Extends && e.Source.Test && !slices.Contains(classes, e.Source) {
				classes = append(classes, e.Source)
			}
		}
	}
	return tests
}

// isSetup reports whether a test runner calls n around tests.
func isSetup(n *graph.Node) bool { return n.Entry != nil && n.Entry.Type == graph.TestSetup }

// isTest reports whether a test runner starts n; it is false for test helpers.
func (o *overlay) isTest(n *graph.Node) bool {
	return n.Test && !o.gone(n) && n.Entry != nil && n.Entry.Type == "test"
}
