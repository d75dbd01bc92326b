package step

import (
	_ "embed" // the examples
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

const (
	// lostStepReach is the maximum length of new paths on which the step is searched: a call
	// through an extracted helper has length 2.
	lostStepReach = 4
	// maxLostSteps is the maximum number of steps that one function may lose; with more it counts
	// as rewritten.
	maxLostSteps = 3
)

//go:embed rule_lost_step.examples
var lostStepExamples string

// LostStep is the rule lost-step.
func LostStep() finding.Rule {
	return finding.Rule{
		Name:     "lost-step",
		Class:    finding.Behaviour,
		Severity: finding.Warning,
		Summary:  "An edited function no longer calls something it called, though both are still there.",
		Doc: `The body of a function that both sides have was edited, and a call of a function that both sides have is gone.
Only calls that stand for themselves are steps: those whose result was not used, and those of functions whose name says that
they guard something (validate, authorize, check, lock, close, commit, audit, …).

Silent where the step still happens: it is reached through a call that is new (an extracted helper, a wrapper, dispatch), it is
passed on as a value, the caller's caller makes it now, its body was inlined, another call stands in its place, a function of
the same or a longer name is called, or the step runs where an object is called and the object is still made. Silent where the line of the call is still there. Silent for tests, and for functions that were rewritten: more than three steps lost, or code that is hardly alike.

symbol is the step in base, caller the function in head, related the caller in base with the place of the call.`,
		Examples: finding.Examples(lostStepExamples),
		Look:     look(lostSteps),
	}
}

func lostSteps(d *detector) []finding.Finding {
	var findings []finding.Finding
	for _, c := range d.edited() {
		var lost []finding.Finding
		for _, e := range d.Base.Out(c.Base) {
			if e.Type == graph.Calls && e.Confidence >= stepConfidence {
				if f, ok := d.lostStep(c, e); ok {
					lost = append(lost, f)
				}
			}
		}
		if len(lost) <= maxLostSteps {
			findings = append(findings, lost...)
		}
	}
	return findings
}

// lostStep checks one call of base.
func (d *detector) lostStep(c *change.Symbol, e *graph.Edge) (finding.Finding, bool) {
	step := d.Set.HeadOf(e.Target)
	if !slices.ContainsFunc(e.Sites, func(s graph.Site) bool { return s.Call == nil || !s.Call.Indirect }) {
		return finding.Finding{}, false // other code selects the callee
	}
	if step == nil || step == c.Head || step.Test || len(e.Sites) == 0 ||
		e.Target.Label != graph.Function && e.Target.Label != graph.Method && !d.continues(e, c.Head) {
		return finding.Finding{}, false
	}
	word := weightyWord(e.Target.Name)
	site := d.lostSite(e, word != "")
	if site == nil || d.stillHappens(c, e.Target, step) || d.exchanged(c, site, word != "") {
		return finding.Finding{}, false
	}
	f := finding.Finding{
		Confidence: e.Confidence,
		Path:       c.Head.Path, Line: c.Head.Line, Side: change.InHead,
		Symbol: e.Target, Caller: c.Head,
		Related: finding.Related{Symbol: c.Base, Path: c.Base.Path, Line: site.Line, Side: change.InBase},
		Cause:   finding.Cause{Kind: finding.Edited, Symbol: finding.RefOf(c.Head)},
		Effect:  finding.Effect{Kind: finding.StepLost, Symbol: finding.RefOf(e.Target)},
		Facts:   []finding.Fact{{Kind: finding.CalledInBase, Symbols: []finding.Ref{finding.RefOf(c.Head)}, Sites: []finding.Site{{Path: c.Base.Path, Line: site.Line}}}},
	}
	if word != "" {
		f.Facts = append(f.Facts, finding.Fact{Kind: finding.GuardName, Text: word})
	}
	return f, true
}

// continues reports whether the edge e of base is the call by which a constructor runs that of its
// supertype, in a language without implicit call, and the type of the constructor still has that
// supertype in head.
func (d *detector) continues(e *graph.Edge, head *graph.Node) bool {
	above := d.Set.HeadOf(e.Target.Parent)
	return e.Target.Label == graph.Constructor && e.Source.Label == graph.Constructor && above != nil && head.Parent != nil && head.Parent != above &&
		e.Source.Name == e.Target.Name && // a constructor that is named after its type is called implicitly
		e.Target.Name != "init" && // Swift calls it implicitly
		finding.Inherits(d.Head, head.Parent, above)
}

// lostSite returns the first deleted call whose result was not used, or any deleted call with
// anyUse; nil when there is none. A call whose line still exists is only resolved differently.
func (d *detector) lostSite(e *graph.Edge, anyUse bool) *graph.Site {
	for i := range e.Sites {
		s := &e.Sites[i]
		if d.Set.InDiff(change.InBase, e.Source.Path, s.Line) && (anyUse || s.Call != nil && s.Call.Discarded) {
			return s
		}
	}
	return nil
}

// exchanged reports whether head makes a new call in the place of the lost one: between the same
// neighbours. Only a guard replaces a guard.
func (d *detector) exchanged(c *change.Symbol, lost *graph.Site, isGuard bool) bool {
	if lost.Call == nil || lost.Call.At == 0 {
		return false
	}
	now := steps(d.Head, c.Head)
	after, before := int32(0), int32(1<<31-1) // places in head of the remaining neighbours
	for _, s := range steps(d.Base, c.Base) {
		kept := of(now, d.Set.HeadOf(s.target))
		if len(kept) != 1 {
			continue
		}
		switch at := kept[0].call.At; {
		case s.call.At < lost.Call.At:
			after = max(after, at)
		case s.call.At > lost.Call.At:
			before = min(before, at)
		}
	}
	return slices.ContainsFunc(now, func(s step) bool {
		return s.call.At > after && s.call.At < before && s.call.Discarded == lost.Call.Discarded && s.acts() &&
			(!isGuard || weightyWord(s.target.Name) != "") && !d.CalledInBase(c.Head, d.Set.BaseOf(s.target))
	})
}

// stillHappens reports whether c.Head achieves the effect of the call of was in another way; step
// is was in head.
func (d *detector) stillHappens(c *change.Symbol, was, step *graph.Node) bool {
	for _, e := range d.Head.Out(c.Head) {
		switch {
		case e.Type != graph.Calls && e.Type != graph.References:
		case e.Target == step && (e.Type == graph.Calls || len(e.Sites) > d.sitesInBase(e)):
			return true // called, or passed on as a value now
		case d.Existed(e):
		case e.Target.Name == step.Name || d.Set.BaseOf(e.Target) == nil && contains(e.Target.Name, step.Name):
			return true // replaced
		}
	}
	return d.replacedByNamesake(c, step.Name) || d.happensAnew(c.Head, step) || d.hoisted(c.Head, step) || d.inlined(c, was) || d.isHeld(c.Head, step)
}

// calledAsObject are the methods that run where an object itself is called: in Python, PHP, Kotlin and C++.
var calledAsObject = []string{"__call__", "__invoke", "invoke", "operator()"}

// isHeld reports whether a step is such a method and a function of head still makes or uses an object of its type: a
// variable may hold the object where one is called.
func (d *detector) isHeld(head, step *graph.Node) bool {
	return step.Parent != nil && slices.Contains(calledAsObject, step.Name) && slices.ContainsFunc(d.Head.Out(head), func(e *graph.Edge) bool {
		return e.Type == graph.Calls && (e.Target == step.Parent || e.Target.Parent == step.Parent)
	})
}

// sitesInBase counts the places of base for the edge e of head.
func (d *detector) sitesInBase(e *graph.Edge) int {
	source, target := d.Set.BaseOf(e.Source), d.Set.BaseOf(e.Target)
	if source == nil || target == nil {
		return 0
	}
	if b := d.Base.Find(source, e.Type, target); b != nil {
		return len(b.Sites)
	}
	return 0
}

// replacedByNamesake reports whether head has as many calls of functions of that name as base:
// changed arguments may select another overload.
func (d *detector) replacedByNamesake(c *change.Symbol, name string) bool {
	return places(d.Head, c.Head, name) >= places(d.Base, c.Base, name)
}

// places counts the places in n at which something of that name is called.
func places(g *graph.Graph, n *graph.Node, name string) int {
	type place struct {
		line int
		at   int32
	}
	at := make(map[place]bool)
	for _, e := range g.Out(n) {
		if e.Type != graph.Calls || e.Target.Name != name {
			continue
		}
		for _, s := range e.Sites {
			if s.Call != nil {
				at[place{s.Line, s.Call.At}] = true
			}
		}
	}
	return len(at)
}

// contains reports whether one name holds the other, whatever their case.
func contains(a, b string) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	return strings.Contains(a, b) || strings.Contains(b, a)
}

// reachedAnew returns the nodes that n reaches by a short path that base does not have. A path that
// base has existed beside the lost call and does not replace it.
func (d *detector) reachedAnew(n *graph.Node) map[*graph.Node]bool {
	if anew, ok := d.anew[n]; ok {
		return anew
	}
	type state struct {
		node  *graph.Node
		fresh bool
	}
	const old, fresh = 1, 2 // how a node was reached so far, by d.seen
	anew := make(map[*graph.Node]bool)
	visited := []state{{n, false}}
	d.seen[d.Head.Index(n)] = old
	for depth, from := 0, 0; depth < lostStepReach; depth++ {
		level := visited[from:]
		from = len(visited)
		for _, s := range level {
			isNew := d.newEdges(s.node)
			for k, e := range d.Head.Out(s.node) {
				if e.Type != graph.Calls && e.Type != graph.References || !e.Target.Label.Callable() {
					continue
				}
				t, i := state{e.Target, s.fresh || isNew[k]}, d.Head.Index(e.Target)
				if d.seen[i] == fresh || d.seen[i] == old && !t.fresh {
					continue
				}
				d.seen[i] = old
				if t.fresh {
					d.seen[i], anew[t.node] = fresh, true
				}
				visited = append(visited, t)
			}
		}
	}
	for _, s := range visited {
		d.seen[d.Head.Index(s.node)] = 0
	}
	d.anew[n] = anew
	return anew
}

// newEdges returns for each edge of d.Head.Out(n) whether base lacks it.
func (d *detector) newEdges(n *graph.Node) []bool {
	isNew := d.edges[n]
	if isNew == nil {
		out := d.Head.Out(n)
		isNew = make([]bool, len(out))
		for i, e := range out {
			isNew[i] = !d.Existed(e)
		}
		d.edges[n] = isNew
	}
	return isNew
}

// happensAnew reports whether n reaches step, or a method that step overrides or that overrides
// step, by a new path.
func (d *detector) happensAnew(n, step *graph.Node) bool {
	anew := d.reachedAnew(n)
	if anew[step] {
		return true
	}
	for _, e := range d.Head.Out(step) {
		if e.Type == graph.Overrides && anew[e.Target] {
			return true
		}
	}
	for _, e := range d.Head.In(step) {
		if e.Type == graph.Overrides && anew[e.Source] {
			return true
		}
	}
	return false
}

// hoisted reports whether a caller of n newly makes the step itself.
func (d *detector) hoisted(n, step *graph.Node) bool {
	for _, e := range d.Head.In(n) {
		if e.Type != graph.Calls {
			continue
		}
		if up := d.Head.Find(e.Source, graph.Calls, step); up != nil && !d.Existed(up) {
			return true
		}
	}
	return false
}

// inlined reports whether the function newly makes all the calls that the step made.
func (d *detector) inlined(c *change.Symbol, was *graph.Node) bool {
	calls, gained := 0, 0
	for _, e := range d.Base.Out(was) {
		if e.Type != graph.Calls {
			continue
		}
		calls++
		h := d.Set.HeadOf(e.Target)
		if h == nil || d.Head.Find(c.Head, graph.Calls, h) == nil {
			return false
		}
		if !d.CalledInBase(c.Head, e.Target) {
			gained++
		}
	}
	return calls > 0 && gained > 0
}
