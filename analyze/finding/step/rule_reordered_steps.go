package step

import (
	_ "embed" // the examples

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// maxReordered is the maximum number of calls of one function that changed order; with more it
// counts as rearranged.
const maxReordered = 4

//go:embed rule_reordered_steps.examples
var reorderedStepsExamples string

// ReorderedSteps is the rule reordered-steps.
func ReorderedSteps() finding.Rule {
	return finding.Rule{
		Name:     "reordered-steps",
		Class:    finding.Behaviour,
		Severity: finding.Warning,
		Summary:  "Two calls of an edited function run in the other order now.",
		Doc: `The body of a function that both sides have was edited. Two functions that it calls once each, in base and in head, one
certainly after the other, have changed places. Both calls stand for themselves, their results unused, or one of them is of a
function whose name says that it guards or ends something (validate, authorize, check, lock, close, commit, audit, …): without
such a name the finding is only for information.

Silent where the order does not show: functions whose name says that they only look, give a value or write a log (get, is, new,
format, log, …), two setters, calls under different conditions, deferred calls, tests, functions that were rewritten.

symbol is the step that came first in base, caller the function in head, path and line the call that comes first now, related
the caller in base with the place of symbol.`,
		Examples: finding.Examples(reorderedStepsExamples),
		Look:     look(reordered),
	}
}

func reordered(d *detector) []finding.Finding {
	var findings []finding.Finding
	for _, c := range d.edited() {
		pairs := d.inversions(c)
		if moved := movedSteps(pairs); len(pairs) == 0 || moved > maxReordered {
			continue
		}
		// One finding for each step with a relevant word in its name, else one for all.
		said := make(map[*graph.Node]bool)
		for _, p := range pairs {
			if p.word != "" && !said[p.guard()] {
				said[p.guard()] = true
				findings = append(findings, p.finding(c, pairs))
			}
		}
		if len(said) == 0 {
			findings = append(findings, pairs[0].finding(c, pairs))
		}
	}
	return findings
}

// An inversion is a pair of steps: first before second in base, and after it in head.
type inversion struct {
	first, second step // in base
	headFirst     step // first in head
	headSecond    step
	word          string // word that makes the order relevant, "" for none
	guarded       bool   // the word is in the name of first
}

// guard returns the step of base whose name makes the order relevant.
func (p *inversion) guard() *graph.Node {
	if p.guarded {
		return p.first.target
	}
	return p.second.target
}

// inversions returns the pairs of steps that changed order, nearest ones first.
func (d *detector) inversions(c *change.Symbol) []inversion {
	old, now := once(steps(d.Base, c.Base)), once(steps(d.Head, c.Head))
	inHead := make(map[*graph.Node]step, len(now))
	for _, s := range now {
		inHead[s.target] = s
	}
	var kept []step // steps of base that head has too
	for _, s := range old {
		if h := d.Set.HeadOf(s.target); h != nil && inHead[h].call != nil {
			kept = append(kept, s)
		}
	}
	var pairs []inversion
	for apart := 1; apart < len(kept); apart++ {
		for i := 0; i+apart < len(kept); i++ {
			p := inversion{first: kept[i], second: kept[i+apart]}
			p.headFirst, p.headSecond = inHead[d.Set.HeadOf(p.first.target)], inHead[d.Set.HeadOf(p.second.target)]
			if p.headSecond.call.At < p.headFirst.call.At && p.matters() &&
				d.together(d.Base, c.Base, p.first, p.second) && d.together(d.Head, c.Head, p.headSecond, p.headFirst) {
				pairs = append(pairs, p)
			}
		}
	}
	return pairs
}

// once returns the steps whose target is called once.
func once(all []step) []step {
	times := make(map[*graph.Node]int)
	for _, s := range all {
		times[s.target]++
	}
	var out []step
	for _, s := range all {
		if times[s.target] == 1 {
			out = append(out, s)
		}
	}
	return out
}

// together reports whether a certainly runs before b, under the same conditions.
func (d *detector) together(g *graph.Graph, n *graph.Node, a, b step) bool {
	return !b.call.Deferred && g.RunsBefore(n.Path, a.call, b.call) && g.Block(n.Path, a.call) == g.Block(n.Path, b.call)
}

// matters reports whether the order of the pair is observable, and sets the word in a name that
// indicates it.
func (p *inversion) matters() bool {
	a, b := p.first, p.second
	if !a.acts() || !b.acts() || isSetter(a.target.Name) && isSetter(b.target.Name) {
		return false
	}
	wa, wb := weightyWord(a.target.Name), weightyWord(b.target.Name)
	switch {
	case wa != "" && wb != "": // two checks
		return a.call.Discarded && b.call.Discarded
	case wa != "":
		p.word, p.guarded = wa, true
		return true
	case wb != "":
		p.word = wb
		return true
	}
	return a.call.Discarded && b.call.Discarded && p.headFirst.call.Discarded && p.headSecond.call.Discarded
}

// isSetter reports whether a name is that of a setter of one property.
func isSetter(name string) bool {
	words := finding.NameWords(name)
	return len(words) > 1 && words[0] == "set"
}

// movedSteps counts the steps in the pairs.
func movedSteps(pairs []inversion) int {
	in := make(map[*graph.Node]bool)
	for i := range pairs {
		in[pairs[i].first.target], in[pairs[i].second.target] = true, true
	}
	return len(in)
}

func (p *inversion) finding(c *change.Symbol, pairs []inversion) finding.Finding {
	f := finding.Finding{
		Confidence: min(p.first.confidence, p.second.confidence, p.headFirst.confidence, p.headSecond.confidence),
		Path:       c.Head.Path, Line: p.headSecond.line, Side: change.InHead,
		Symbol: p.first.target, Caller: c.Head,
		Related: finding.Related{Symbol: c.Base, Path: c.Base.Path, Line: p.first.line, Side: change.InBase},
		Cause:   finding.Cause{Kind: finding.Edited, Symbol: finding.RefOf(c.Head)},
		Effect:  finding.Effect{Kind: finding.Reordered, Symbol: finding.RefOf(p.headSecond.target), Other: finding.RefOf(p.headFirst.target)},
		Facts: []finding.Fact{
			{Kind: finding.OrderInBase, Symbols: []finding.Ref{finding.RefOf(p.first.target), finding.RefOf(p.second.target)}, Sites: []finding.Site{{Path: c.Base.Path, Line: p.first.line}, {Path: c.Base.Path, Line: p.second.line}}},
			{Kind: finding.OrderInHead, Symbols: []finding.Ref{finding.RefOf(p.headSecond.target), finding.RefOf(p.headFirst.target)}, Sites: []finding.Site{{Path: c.Head.Path, Line: p.headSecond.line}, {Path: c.Head.Path, Line: p.headFirst.line}}},
		},
	}
	if p.word == "" {
		f.Severity = finding.Info
	} else {
		f.Facts = append(f.Facts, finding.Fact{Kind: finding.OrderName, Symbols: []finding.Ref{finding.RefOf(p.guard())}, Text: p.word})
	}
	var others []finding.Ref
	for i := range pairs {
		if q := &pairs[i]; (q.first.target != p.first.target || q.second.target != p.second.target) && (p.word == "" || q.guard() == p.guard()) {
			others = append(others, finding.RefOf(q.headSecond.target), finding.RefOf(q.headFirst.target))
		}
	}
	if len(others) > 0 {
		f.Facts = append(f.Facts, finding.Fact{Kind: finding.AlsoReordered, Symbols: others})
	}
	return f
}
