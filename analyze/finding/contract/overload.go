package contract

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// An unfitCall is a call in head that no function of its name accepts.
type unfitCall struct {
	edge *graph.Edge
	site graph.Site
}

// unfitCalls returns the calls in head that referred to was in base, one of several members of one
// name, and that no member of that name accepts any more, by the number of arguments. The callers
// make the call as in base.
func (d *detector) unfitCalls(was *graph.Node) []unfitCall {
	if was.Parent == nil || !was.Parent.Label.IsType() || !was.Label.Callable() || was.Signature.Known {
		return nil
	}
	owner := d.Set.HeadOf(was.Parent)
	if owner == nil || d.Damaged[was.Path] || d.Damaged[owner.Path] || d.isPartlyRead(owner) || d.holds(owner, was.Name) {
		return nil
	}
	var calls []unfitCall
	for _, e := range d.Base.In(was) {
		user := d.Set.HeadOf(e.Source)
		if e.Type != graph.Calls || e.Confidence < finding.MinBreakConfidence || user == nil {
			continue
		}
		for _, c := range callsNamed(d.Head, user, was.Name) {
			made := slices.ContainsFunc(e.Sites, func(s graph.Site) bool {
				return s.Call != nil && s.Call.Checkable && isSameCall(s.Call, c.site.Call) && fitsByNumber(s.Call, was)
			})
			if made && c.edge.Target.Parent == owner && !d.isTaken(owner, c) {
				calls = append(calls, c)
			}
		}
	}
	return calls
}

// holds reports whether a type has a member called name that is no function: its value may take the calls.
func (d *detector) holds(owner *graph.Node, name string) bool {
	return slices.ContainsFunc(d.Named(name), func(m *graph.Node) bool { return m.Parent == owner && !m.Label.Callable() })
}

// isSameCall reports whether two calls pass as many arguments, and the same ones by name.
func isSameCall(a, b *graph.Call) bool {
	return a.Args == b.Args && slices.Equal(a.Keywords, b.Keywords)
}

// isTaken reports whether owner or a supertype has a member of the name that may accept a call, also one that it was not
// resolved to. In Swift it may be an initialiser that an extension of a protocol gives to the types that conform.
func (d *detector) isTaken(owner *graph.Node, c unfitCall) bool {
	return slices.ContainsFunc(d.Named(c.edge.Target.Name), func(m *graph.Node) bool {
		return m.Label.Callable() && fitsByNumber(c.site.Call, m) && finding.Inherits(d.Head, owner, m.Parent)
	})
}

// callsNamed returns the calls by user of members called name that none of the possible members
// accepts, each with one of these.
func callsNamed(g *graph.Graph, user *graph.Node, name string) []unfitCall {
	type place struct {
		line int
		at   int32
	}
	var order []place
	calls, fit := make(map[place]unfitCall), make(map[place]bool)
	for _, e := range g.Out(user) {
		if e.Type != graph.Calls || e.Target.Name != name {
			continue
		}
		for _, s := range e.Sites {
			if s.Call == nil {
				continue
			}
			p := place{s.Line, s.Call.At}
			if _, seen := calls[p]; !seen {
				calls[p] = unfitCall{e, s}
				order = append(order, p)
			}
			fit[p] = fit[p] || !s.Call.Checkable || s.Call.At == 0 || e.Confidence < finding.MinBreakConfidence ||
				!e.Target.Label.Callable() || fitsByNumber(s.Call, e.Target)
		}
	}
	var unfit []unfitCall
	for _, p := range order {
		if !fit[p] {
			unfit = append(unfit, calls[p])
		}
	}
	return unfit
}

// fitsByNumber reports whether a function, which may be overloaded, may accept the number of
// arguments of a call.
func fitsByNumber(call *graph.Call, n *graph.Node) bool {
	sig := n.Signature
	sig.Known = true
	v, _ := fits(call, &sig)
	return v != misfit
}

// lostOverloads returns the findings for calls in head of removed members, where other members of
// the name exist and none accepts the call.
func (d *detector) lostOverloads() []finding.Finding {
	var findings []finding.Finding
	for i := range d.Set.Symbols {
		c := &d.Set.Symbols[i]
		if c.Base == nil || c.Head != nil && c.Head.Name == c.Base.Name && c.Head.Parent == d.Set.HeadOf(c.Base.Parent) {
			continue
		}
		for _, call := range d.unfitCalls(c.Base) {
			e := call.edge
			findings = append(findings, finding.Finding{
				Confidence: e.Confidence,
				Path:       e.Source.Path, Line: call.site.Line, Side: change.InHead,
				Symbol: c.Base, Caller: e.Source,
				Related: finding.Related{Symbol: c.Base, Path: c.Base.Path, Line: c.Base.Line, Side: change.InBase},
				Cause:   d.fate(c.Base),
				Effect:  finding.Effect{Kind: finding.StillUsed, How: howUsed(graph.Calls)},
				Facts:   []finding.Fact{{Kind: finding.Was, Text: c.Base.Signature.Text}, noOverload(call.site.Call, e.Target)},
			})
		}
	}
	return findings
}

// staleOverloads returns the findings for calls that were not updated for the change of one of
// several members of a name, where no other member accepts them.
func (d *detector) staleOverloads(c *change.Symbol) []finding.Finding {
	if c.Head.Name != c.Base.Name {
		return nil
	}
	var findings []finding.Finding
	for _, call := range d.unfitCalls(c.Base) {
		findings = append(findings, atCall(c, call.edge, call.site, blame(c, isParameter), overloadLacks(call.site.Call, c.Head)))
	}
	return findings
}

// overloadLacks returns the effect of a call that no function with the name of n accepts.
func overloadLacks(call *graph.Call, n *graph.Node) finding.Effect {
	return finding.Effect{Kind: finding.OverloadLacks, Given: call.Args + len(call.Keywords), Names: call.Keywords, Other: finding.Ref{Name: n.Name}}
}

// noOverload returns the fact that no other function with the name of n accepts a call.
func noOverload(call *graph.Call, n *graph.Node) finding.Fact {
	f := finding.Fact{Kind: finding.NoOverload, Text: n.Name}
	if len(call.Keywords) == 0 { // else their number says little
		f.Counts = []int{call.Args}
	}
	return f
}
