package finding

import (
	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// callsOf returns the calls of n in head. A call of a class is a call of its
// constructor.
func (d *detector) callsOf(n *graph.Node) []*graph.Edge {
	var calls []*graph.Edge
	add := func(callee *graph.Node) {
		for _, e := range d.head.In(callee) {
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

// calledInBase reports whether the symbol that user was called callee in base, which
// may be nil.
func (d *detector) calledInBase(user, callee *graph.Node) bool {
	was := d.set.BaseOf(user)
	return was != nil && d.base.Find(was, graph.Calls, callee) != nil
}

// atCall returns the finding about a call in head that does not follow the change of its
// callee.
func atCall(c *change.Symbol, e *graph.Edge, site graph.Site, cause Cause, effect Effect) Finding {
	return Finding{
		Confidence: e.Confidence,
		Path:       e.Source.Path, Line: site.Line, Side: change.InHead,
		Symbol: c.Head, Caller: e.Source,
		Related: Related{c.Head, c.Head.Path, c.Head.Line, change.InHead},
		Cause:   cause, Effect: effect, Facts: signatures(c.Base, c.Head),
	}
}

// signatures tells both signatures of a symbol.
func signatures(was, now *graph.Node) []Fact {
	return []Fact{{Kind: Before, Text: was.Signature.Text}, {Kind: Now, Text: now.Signature.Text}}
}
