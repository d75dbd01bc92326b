package contract

import (
	_ "embed" // the examples

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

//go:embed rule_async_not_awaited.examples
var asyncNotAwaitedExamples string

// AsyncNotAwaited is the rule async-not-awaited.
func AsyncNotAwaited() finding.Rule {
	return finding.Rule{
		Name:     "async-not-awaited",
		Class:    finding.Behaviour,
		Severity: finding.Warning,
		Summary:  "A function became async and a call still takes what it gives for the value.",
		Doc: `A function gives a promise, a coroutine or a task now: it is async, or its declared result is one. A call of it that
stood in base and is no await is reported where it drops the result (nothing waits for it, and no error of it is seen) or
uses the result at once as if it were the value: as a condition, an operand, a receiver. A call whose result is returned,
stored, handed on or chained with then is not reported, nor is one that may mean another function.

symbol is the function in head, caller the symbol around the call, related the function's definition in head.`,
		Examples: finding.Examples(asyncNotAwaitedExamples),
		Look:     look(notAwaited),
	}
}

func notAwaited(d *detector) []finding.Finding {
	var findings []finding.Finding
	for i := range d.Set.Symbols {
		c := &d.Set.Symbols[i]
		if c.Base == nil || c.Head == nil || c.Base.Signature.Async || !c.Head.Signature.Async || !c.Head.Signature.Known ||
			len(c.Head.Signature.Decorators) > 0 || c.Base.Signature.Generator || d.Damaged[c.Head.Path] {
			continue
		}
		// A declared result that was not written in base may have been a promise all along.
		if !d.wasPlain(c) {
			continue
		}
		for _, e := range d.callsOf(c.Head) {
			if e.Confidence < finding.MinBreakConfidence || !d.CalledInBase(e.Source, c.Base) {
				continue
			}
			findings = append(findings, d.unawaited(c, e)...)
		}
	}
	return findings
}

// wasPlain reports whether a function that is async in head certainly returned the value itself in
// base: it is newly marked async, or its result was declared.
func (d *detector) wasPlain(c *change.Symbol) bool {
	return c.Head.Signature.AsyncWord || len(c.Base.Signature.Returns) > 0
}

func (d *detector) unawaited(c *change.Symbol, e *graph.Edge) []finding.Finding {
	var findings []finding.Finding
	line := 0
	for _, site := range e.Sites {
		call := site.Call
		if call == nil || call.Awaited || call.Indirect || call.Deferred || call.Discarded == call.AsIs || site.Line == line {
			continue
		}
		line = site.Line
		effect := finding.Effect{Kind: finding.PromiseAssumed}
		if call.Discarded {
			effect.Kind = finding.PromiseDropped
		}
		cause := finding.Cause{Kind: finding.Signature, Symbol: finding.RefOf(c.Head), Differences: []finding.Difference{{Kind: change.BecameAsync}}}
		findings = append(findings, atCall(c, e, site, cause, effect))
	}
	return findings
}
