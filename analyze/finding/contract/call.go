package contract

import (
	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// callsOf returns the calls of n in head. A call of a class counts as a call of its constructor.
func (d *detector) callsOf(n *graph.Node) []*graph.Edge {
	var calls []*graph.Edge
	add := func(callee *graph.Node) {
		for _, e := range d.Head.In(callee) {
			if e.Type == graph.Calls {
				calls = append(calls, e)
			}
		}
	}
	add(n)
	if n.Label == graph.Constructor && n.Parent != nil && n.Parent.Label.IsType() {
		add(n.Parent)
	}
	return calls
}

// atCall returns the finding for a call in head that was not updated for the change of its callee.
func atCall(c *change.Symbol, e *graph.Edge, site graph.Site, cause finding.Cause, effect finding.Effect) finding.Finding {
	return finding.Finding{
		Confidence: e.Confidence,
		Path:       e.Source.Path, Line: site.Line, Side: change.InHead,
		Symbol: c.Head, Caller: e.Source,
		Related: finding.Related{Symbol: c.Head, Path: c.Head.Path, Line: c.Head.Line, Side: change.InHead},
		Cause:   cause, Effect: effect, Facts: finding.Signatures(c.Base, c.Head),
	}
}
