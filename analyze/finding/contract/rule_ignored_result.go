package contract

import (
	_ "embed" // the examples

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

//go:embed rule_ignored_result.examples
var ignoredResultExamples string

// IgnoredResult is the rule ignored-result.
func IgnoredResult() finding.Rule {
	return finding.Rule{
		Name:     "ignored-result",
		Class:    finding.Behaviour,
		Severity: finding.Warning,
		Summary:  "A function reports failure by its result now, and a call ignores that.",
		Doc: `A function that gave nothing returns an error now, or its declared result may be nothing now (T | null, Optional). A
call of it that stood in base, in a place that the change does not touch, is reported where it surely takes no notice: it
drops the error, or uses the result at once as what it was. Calls that store the result, hand it on or test it are not
reported, nor are those started with go or defer.

symbol is the function in head, caller the symbol around the call, related the function's definition in head.`,
		Examples: finding.Examples(ignoredResultExamples),
		Look:     look(ignoredResults),
	}
}

func ignoredResults(d *detector) []finding.Finding {
	var findings []finding.Finding
	for i := range d.Set.Symbols {
		c := &d.Set.Symbols[i]
		if c.Base == nil || c.Head == nil || !c.Base.Signature.Known || !c.Head.Signature.Known ||
			len(c.Head.Signature.Decorators) > 0 || d.Damaged[c.Head.Path] {
			continue
		}
		for _, diff := range c.Differences {
			switch {
			case diff.Kind == change.ResultAdded && c.Base.Signature.Nothing && isError(diff.New):
				findings = append(findings, d.ignoring(c, diff, finding.ResultDropped, func(call *graph.Call) bool { return call.Discarded && !call.Deferred })...)
			case diff.Kind == change.ResultNullable && !c.Base.Signature.Async && !c.Head.Signature.Async:
				findings = append(findings, d.ignoring(c, diff, finding.ResultAssumed, func(call *graph.Call) bool { return call.AsIs && call.Values > 0 })...)
			}
		}
	}
	return findings
}

// isError reports whether a result of that type is an error.
func isError(written string) bool { return written == "error" }

// ignoring returns findings with the given effect for unchanged calls that ignore a new result, as
// decided by ignores.
func (d *detector) ignoring(c *change.Symbol, diff change.Difference, effect finding.EffectKind, ignores func(*graph.Call) bool) []finding.Finding {
	var findings []finding.Finding
	cause := finding.Cause{Kind: finding.Signature, Symbol: finding.RefOf(c.Head), Differences: []finding.Difference{finding.Difference(diff)}}
	for _, e := range d.callsOf(c.Head) {
		if e.Confidence < finding.MinBreakConfidence || !d.CalledInBase(e.Source, c.Base) {
			continue
		}
		line := 0
		for _, site := range e.Sites {
			if site.Call == nil || site.Call.Indirect || site.Line == line || d.Set.InDiff(change.InHead, e.Source.Path, site.Line) ||
				!ignores(site.Call) {
				continue
			}
			line = site.Line
			findings = append(findings, atCall(c, e, site, cause, finding.Effect{Kind: effect}))
		}
	}
	return findings
}
