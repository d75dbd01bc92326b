package finding

import (
	_ "embed" // the examples

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

//go:embed rule_async_not_awaited.examples
var asyncNotAwaitedExamples string

func asyncNotAwaited() Rule {
	return Rule{
		Name:     "async-not-awaited",
		Class:    Behaviour,
		Severity: Warning,
		Summary:  "A function became async and a call still takes what it gives for the value.",
		Doc: `A function gives a promise, a coroutine or a task now: it is async, or its declared result is one. A call of it that
stood in base and is no await is reported where it drops the result (nothing waits for it, and no error of it is seen) or
uses the result at once as if it were the value: as a condition, an operand, a receiver. A call whose result is returned,
stored, handed on or chained with then is not reported, nor is one that may mean another function.

symbol is the function in head, caller the symbol around the call, related the function's definition in head.`,
		Examples: Examples(asyncNotAwaitedExamples),
		detect:   notAwaited,
	}
}

func notAwaited(d *detector) []Finding {
	var findings []Finding
	for i := range d.set.Symbols {
		c := &d.set.Symbols[i]
		if c.Base == nil || c.Head == nil || c.Base.Signature.Async || !c.Head.Signature.Async || !c.Head.Signature.Known ||
			len(c.Head.Signature.Decorators) > 0 || c.Base.Signature.Generator || d.damaged[c.Head.Path] {
			continue
		}
		// A declared result that was not written in base may have been a promise all along.
		if !d.wasPlain(c) {
			continue
		}
		for _, e := range d.callsOf(c.Head) {
			if e.Confidence < MinBreakConfidence || !d.calledInBase(e.Source, c.Base) {
				continue
			}
			findings = append(findings, d.unawaited(c, e)...)
		}
	}
	return findings
}

// wasPlain reports whether a function that is async now surely gave the value itself in
// base: it is marked async now, or its result was declared.
func (d *detector) wasPlain(c *change.Symbol) bool {
	return c.Head.Signature.AsyncWord || len(c.Base.Signature.Returns) > 0
}

func (d *detector) unawaited(c *change.Symbol, e *graph.Edge) []Finding {
	var findings []Finding
	line := 0
	for _, site := range e.Sites {
		call := site.Call
		if call == nil || call.Awaited || call.Indirect || call.Deferred || call.Discarded == call.AsIs || site.Line == line {
			continue
		}
		line = site.Line
		effect := Effect{Kind: PromiseAssumed}
		if call.Discarded {
			effect.Kind = PromiseDropped
		}
		cause := Cause{Kind: Signature, Symbol: ref(c.Head), Differences: []Difference{{Kind: change.BecameAsync}}}
		findings = append(findings, atCall(c, e, site, cause, effect))
	}
	return findings
}
