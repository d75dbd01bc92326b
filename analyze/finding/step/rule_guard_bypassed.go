package step

import (
	_ "embed" // the examples
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

const (
	// guardDepth is the maximum number of calls between a function and a guard that counts as run
	// by it, and of levels of callers that are checked for the guard.
	guardDepth = 3
	// minGuarded is the minimum number of functions that run a guard before a call to make it a
	// habit.
	minGuarded = 2
)

//go:embed rule_guard_bypassed.examples
var guardBypassedExamples string

// GuardBypassed is the rule guard-bypassed.
func GuardBypassed() finding.Rule {
	return finding.Rule{
		Name:     "guard-bypassed",
		Class:    finding.Behaviour,
		Severity: finding.Warning,
		Summary:  "A call can be reached without the guard that always ran before it.",
		Doc: `A guard is a function whose name says that it has to come first: validate, verify, authorize, require, check,
ensure, lock, …. In base it always ran before another call; in head that call is reached without it:

- in an edited function the guard stands under a condition now, or the other call is made earlier, on a new path;
- a function calls something that two functions or more called in base, all of them after the same guard, and neither the new
  caller runs the guard first nor do all of its own callers.

Silent where the guard is reached through a helper, a decorator or the callers, where another guard or a new copy of it took its
place, where it is not known when a function literal runs, for calls of functions that only look or write a log, and in tests.
A guard that is not called at all any more is a lost step, and one that merely changed places with the other call is said to be
reordered.

symbol is the guard in base, caller the function in head, path and line the call that is not guarded, related the function in
base with the place of the guard.`,
		Examples: finding.Examples(guardBypassedExamples),
		Look:     look(bypassed),
	}
}

func bypassed(d *detector) []finding.Finding { return append(bypassedWithin(d), bypassedAround(d)...) }

// bypassedWithin finds guards that no longer precede another call of the same function.
func bypassedWithin(d *detector) []finding.Finding {
	var findings []finding.Finding
	for _, c := range d.edited() {
		old, now := steps(d.Base, c.Base), steps(d.Head, c.Head)
		for _, guard := range guards(old) {
			if open, ok := d.opened(c, guard, old, now); ok {
				findings = append(findings, d.openFinding(c.Head, guard, d.Set.HeadOf(guard), open))
			}
		}
	}
	return findings
}

// guards returns the guards among the targets of steps, each once.
func guards(all []step) []*graph.Node {
	var out []*graph.Node
	for _, s := range all {
		if guardWord(s.target.Name) != "" && !slices.Contains(out, s.target) {
			out = append(out, s.target)
		}
	}
	return out
}

// isSink reports whether the step is one that a guard can protect.
func (s *step) isSink() bool { return weightyWord(s.target.Name) == "" && s.acts() }

// An opening is a call that is unguarded in head, with its guard in base.
type opening struct {
	cause      finding.Cause
	step       step            // in head
	guarded    []finding.Fact  // where the guard ran in base
	related    finding.Related // the first of those places
	others     []finding.Ref   // further calls of the same kind
	confidence float64
}

// opened returns the first call that guard ran before in base and does not in head.
func (d *detector) opened(c *change.Symbol, guard *graph.Node, old, now []step) (opening, bool) {
	h := d.Set.HeadOf(guard)
	if h == nil {
		return opening{}, false
	}
	was, is := of(old, guard), of(now, h)
	if len(is) == 0 || len(is) > len(was) || d.hoisted(c.Head, h) {
		return opening{}, false // the guard is lost, copied, or run by the callers
	}
	var open opening
	for _, s := range now {
		b := d.Set.BaseOf(s.target)
		if b == nil || !s.isSink() || d.unclear(c.Head, s, is) || d.held(d.Head, c.Head, s, is) {
			continue
		}
		before := of(old, b)
		if len(before) == 0 || slices.ContainsFunc(before, func(x step) bool { return x.call.Deferred || !d.held(d.Base, c.Base, x, was) }) {
			continue
		}
		if d.replaced(c, s, h, now) {
			continue
		}
		if len(was)+len(before)+len(of(now, s.target)) == 3 && d.together(d.Head, c.Head, s, is[0]) {
			continue // they changed places
		}
		if open.step.call != nil {
			if s.target != open.step.target && !slices.ContainsFunc(open.others, func(r finding.Ref) bool { return r.Name == s.target.Qualified }) {
				open.others = append(open.others, finding.RefOf(s.target))
			}
			continue
		}
		open.cause, open.step = finding.Cause{Kind: finding.Edited, Symbol: finding.RefOf(c.Head)}, s
		open.related = finding.Related{Symbol: c.Base, Path: c.Base.Path, Line: was[0].line, Side: change.InBase}
		open.confidence = min(s.confidence, was[0].confidence, is[0].confidence)
		when := finding.GuardCondition
		if d.Head.RunsBefore(c.Head.Path, s.call, is[0].call) || s.call.At < is[0].call.At {
			when = finding.GuardLater
		}
		open.guarded = []finding.Fact{
			{Kind: finding.GuardedInBase, Symbols: []finding.Ref{finding.RefOf(guard), finding.RefOf(b)}, Sites: []finding.Site{{Path: c.Base.Path, Line: was[0].line}, {Path: c.Base.Path, Line: before[0].line}}},
			{Kind: when, Symbols: []finding.Ref{finding.RefOf(h)}, Sites: []finding.Site{{Path: c.Head.Path, Line: is[0].line}}},
		}
	}
	return open, open.step.call != nil
}

// of returns the steps that call n.
func of(all []step, n *graph.Node) []step {
	var out []step
	for _, s := range all {
		if s.target == n {
			out = append(out, s)
		}
	}
	return out
}

// held reports whether one of the guards has certainly run when s runs.
func (d *detector) held(g *graph.Graph, n *graph.Node, s step, guards []step) bool {
	return slices.ContainsFunc(guards, func(x step) bool { return g.RunsBefore(n.Path, x.call, s.call) })
}

// unclear reports whether the order of a guard and s is unknown: one of them is deferred, or is in
// a function literal without the other.
func (d *detector) unclear(n *graph.Node, s step, guards []step) bool {
	literal := func(x step) int32 { return d.Head.Literal(n.Path, d.Head.Block(n.Path, x.call)) }
	return s.call.Deferred || slices.ContainsFunc(guards, func(x step) bool {
		return x.call.Deferred || literal(x) != literal(s) && (literal(x) >= 0 || s.call.At < x.call.At)
	})
}

// replaced reports whether another guard, or a function that leads to this one, runs before s and
// did not in base.
func (d *detector) replaced(c *change.Symbol, s step, guard *graph.Node, now []step) bool {
	for _, x := range now {
		if x.target == guard || x.target == s.target || !d.Head.RunsBefore(c.Head.Path, x.call, s.call) {
			continue
		}
		anotherGuard := guardWord(x.target.Name) != "" && !d.CalledInBase(c.Head, d.Set.BaseOf(x.target))
		if anotherGuard || d.leadsTo(x.target, guard) {
			return true
		}
	}
	return d.leadsTo(s.target, guard)
}

// leadsTo reports whether a few calls or references lead from n to the guard in head.
func (d *detector) leadsTo(n, guard *graph.Node) bool {
	leading := d.leading[guard]
	if leading == nil {
		leading = map[*graph.Node]bool{guard: true}
		level := []*graph.Node{guard}
		for range guardDepth {
			var next []*graph.Node
			for _, m := range level {
				for _, e := range d.Head.In(m) {
					if (e.Type == graph.Calls || e.Type == graph.References) && e.Source.Label.Callable() && !leading[e.Source] {
						leading[e.Source] = true
						next = append(next, e.Source)
					}
				}
			}
			level = next
		}
		d.leading[guard] = leading
	}
	return leading[n]
}

// bypassedAround finds new callers of functions that all callers of base guarded in the same way.
func bypassedAround(d *detector) []finding.Finding {
	var findings []finding.Finding
	for i := range d.Set.Symbols {
		c := &d.Set.Symbols[i]
		n := c.Head
		if n == nil || !c.Semantic() || !n.Label.Callable() || n.Test || n.Generated || d.Damaged[n.Path] {
			continue
		}
		now := steps(d.Head, n)
		var seen []*graph.Node
		for _, s := range now {
			sink := d.Set.BaseOf(s.target)
			if sink == nil || slices.Contains(seen, sink) || !s.isSink() || d.CalledInBase(n, sink) {
				continue
			}
			seen = append(seen, sink)
			for _, g := range d.habit(sink) {
				h := d.Set.HeadOf(g.target)
				if h == nil || h == n || d.leadsTo(s.target, h) || d.guarded(n, s.target, h, guardDepth) || d.introduced(h) {
					continue
				}
				findings = append(findings, d.openFinding(n, g.target, h, opening{
					cause: finding.Cause{Kind: finding.UseAdded, Symbol: finding.RefOf(n), Other: finding.RefOf(s.target)},
					step:  s, confidence: min(s.confidence, g.confidence), guarded: g.places, related: g.first,
				}))
				break
			}
		}
	}
	return findings
}

// A habit is a guard that all callers of a function ran before the call.
type habit struct {
	target     *graph.Node
	confidence float64
	places     []finding.Fact
	first      finding.Related
}

// habit returns the guards that all callers of sink ran first in base.
func (d *detector) habit(sink *graph.Node) []habit {
	var callers []*graph.Node
	for _, e := range d.Base.In(sink) {
		switch {
		case e.Source.Test || e.Type != graph.Calls && e.Type != graph.References && e.Type != graph.MayCall:
		case e.Type != graph.Calls || !e.Source.Label.Callable() || e.Confidence < stepConfidence:
			return nil // it may have unknown callers
		default:
			callers = append(callers, e.Source)
		}
	}
	if len(callers) < minGuarded {
		return nil
	}
	var common []habit
	for i, n := range callers {
		all := steps(d.Base, n)
		calls := of(all, sink)
		var here []habit
		for _, g := range guards(all) {
			at := of(all, g)
			if len(calls) == 0 || slices.ContainsFunc(calls, func(s step) bool { return !d.held(d.Base, n, s, at) }) {
				continue
			}
			h := habit{target: g, confidence: at[0].confidence, first: finding.Related{Symbol: n, Path: n.Path, Line: at[0].line, Side: change.InBase}}
			if i > 0 {
				k := slices.IndexFunc(common, func(h habit) bool { return h.target == g })
				if k < 0 {
					continue
				}
				h = common[k]
			}
			h.places = append(h.places, finding.Fact{Kind: finding.GuardHabit, Symbols: []finding.Ref{finding.RefOf(n), finding.RefOf(g)}, Sites: []finding.Site{{Path: n.Path, Line: at[0].line}}})
			here = append(here, h)
		}
		common = here
	}
	return common
}

// guarded reports whether the guard has certainly run when n calls target in head, or whether that
// is unknown: n runs it first, names a function that does, or all callers of n do.
func (d *detector) guarded(n, target, guard *graph.Node, depth int) bool {
	for _, e := range d.Head.Out(n) { // functions passed as values, in any order
		if e.Type == graph.References && e.Target.Label.Callable() && (guardWord(e.Target.Name) != "" || d.leadsTo(e.Target, guard)) {
			return true
		}
	}
	if d.wrapped(n, guard) {
		return true
	}
	all := steps(d.Head, n)
	open := false
	for _, s := range of(all, target) {
		open = open || !slices.ContainsFunc(all, func(x step) bool {
			return d.Head.RunsBefore(n.Path, x.call, s.call) && (guardWord(x.target.Name) != "" || d.leadsTo(x.target, guard))
		})
	}
	if !open {
		return true
	}
	callers := 0
	for _, e := range d.Head.In(n) {
		if e.Source.Test || e.Type != graph.Calls {
			continue
		}
		if callers++; depth == 0 || !d.guarded(e.Source, n, guard, depth-1) {
			return false
		}
	}
	return callers > 0
}

// wrapped reports whether a decorator of n, or of the function that contains n, leads to the guard.
func (d *detector) wrapped(n, guard *graph.Node) bool {
	for up := n.Parent; up != nil; up = up.Parent {
		if up.Label.Callable() && d.leadsTo(up, guard) {
			return true
		}
		for _, e := range d.Head.Out(up) {
			if (e.Type == graph.Calls || e.Type == graph.References) && slices.ContainsFunc(e.Sites, func(s graph.Site) bool { return s.Line >= n.Start && s.Line < n.Line }) &&
				(guardWord(e.Target.Name) != "" || d.leadsTo(e.Target, guard)) {
				return true
			}
		}
	}
	return false
}

// introduced reports whether the change passes the guard as a value, for example to register it.
func (d *detector) introduced(guard *graph.Node) bool {
	return slices.ContainsFunc(d.Head.In(guard), func(e *graph.Edge) bool { return e.Type == graph.References && !d.Existed(e) })
}

func (d *detector) openFinding(n, guard, now *graph.Node, open opening) finding.Finding {
	s := open.step
	f := finding.Finding{
		Confidence: open.confidence,
		Path:       n.Path, Line: s.line, Side: change.InHead,
		Symbol: guard, Caller: n, Related: open.related,
		Cause:  open.cause,
		Effect: finding.Effect{Kind: finding.Unguarded, Symbol: finding.RefOf(s.target), Other: finding.RefOf(now)},
		Facts:  append(open.guarded, finding.Fact{Kind: finding.CalledUnguarded, Symbols: []finding.Ref{finding.RefOf(n), finding.RefOf(s.target)}, Sites: []finding.Site{{Path: n.Path, Line: s.line}}}),
	}
	if len(open.others) > 0 {
		f.Facts = append(f.Facts, finding.Fact{Kind: finding.AlsoUnguarded, Symbols: open.others})
	}
	if entry := d.entryOf(n); entry != nil {
		f.Facts = append(f.Facts, finding.Fact{Kind: finding.ReachedFrom, Symbols: []finding.Ref{finding.RefOf(entry)}, Sites: []finding.Site{{Path: entry.Path, Line: entry.Line}}})
	}
	return f
}

// entryOf returns the nearest entry point from which calls lead to n in head, nil for
// none.
func (d *detector) entryOf(n *graph.Node) *graph.Node {
	for _, m := range d.Head.Search([]*graph.Node{n}, graph.Backward, graph.Only(stepConfidence, graph.Calls), -1).Nodes {
		if m.Entry != nil && m.Entry.Type != "test" && !m.Test {
			return m
		}
	}
	return nil
}
