package finding

import (
	"fmt"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

func staleCall() Rule {
	return Rule{
		Name:     "stale-call",
		Class:    Break,
		Severity: Error,
		Summary:  "A signature changed and a call was not updated.",
		Doc: `The parameters of a function that both sides have differ. Every call of it in head that certainly means this
function, in a language that rejects calls that do not fit, is checked: too few or too many positional arguments, an unknown
keyword, a required keyword-only parameter left out. A call that did not fit the old signature either is not reported, nor is
one with spread arguments, nor one that may mean another function (dispatch, unknown receiver).

symbol is the callee in head, caller the symbol around the call, related the callee's definition in head.`,
		Examples: []Example{{
			Title: "a parameter is added and a caller is forgotten",
			Source: `
-- base/go.mod --
module example.com/shop
-- base/pay/pay.go --
package pay

func Charge(cents int) error { return nil }
-- base/api/handler.go --
package api

import "example.com/shop/pay"

func Order() error { return pay.Charge(100) }
-- head/pay/pay.go --
package pay

func Charge(cents int, currency string) error { return nil }
`,
			Says: []string{"`Charge` gained the parameter `currency`, but the call at api/handler.go:5 passes 1 argument, 2 are required."},
		}, {
			Title: "the new parameter is optional",
			Source: `
-- base/pay.py --
def charge(cents):
    return cents
-- base/handler.py --
from pay import charge

def order():
    return charge(100)
-- head/pay.py --
def charge(cents, currency="EUR"):
    return cents
`,
		}},
		detect: staleCalls,
	}
}

func staleCalls(d *detector) []Finding {
	var findings []Finding
	for i := range d.set.Symbols {
		c := &d.set.Symbols[i]
		if c.Base == nil || c.Head == nil || !c.Base.Signature.Known || !c.Head.Signature.Known ||
			sameParams(c.Base.Signature.Params, c.Head.Signature.Params) || d.damaged[c.Head.Path] {
			continue
		}
		findings = append(findings, d.staleCallsOf(c)...)
	}
	return findings
}

func sameParams(a, b []graph.Param) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func (d *detector) staleCallsOf(c *change.Symbol) []Finding {
	var findings []Finding
	callers, stale := 0, 0
	for _, e := range d.callsOf(c.Head) {
		callers++
		before := len(findings)
		for j, site := range e.Sites {
			if site.Call == nil || !site.Call.Checkable || e.Confidence < MinBreakConfidence {
				continue
			}
			v, why := fits(site.Call, &c.Head.Signature)
			if v != misfit {
				continue
			}
			if old, _ := fits(site.Call, &c.Base.Signature); old != fitting {
				continue // it never fitted: not what this change did
			}
			if j > 0 && e.Sites[j-1].Line == site.Line && len(findings) > before {
				continue // one place, one finding
			}
			findings = append(findings, Finding{
				Confidence: e.Confidence,
				Path:       e.Source.Path, Line: site.Line, Side: change.InHead,
				Symbol: c.Head, Caller: e.Source,
				Related:  Related{c.Head, c.Head.Path, c.Head.Line, change.InHead},
				Evidence: []string{fmt.Sprintf("the call %s", why)},
				Message:  fmt.Sprintf("`%s` %s, but the call at %s:%d %s.", c.Head.Qualified, paramChange(c), e.Source.Path, site.Line, why),
				cause:    fmt.Sprintf("`%s` %s", c.Head.Qualified, paramChange(c)),
			})
		}
		if len(findings) > before {
			stale++
		}
	}
	for i := range findings {
		findings[i].Evidence = append(findings[i].Evidence,
			fmt.Sprintf("%d of %d callers of `%s` not updated", stale, callers, c.Head.Qualified),
			"before: `"+c.Base.Signature.Text+"`", "now: `"+c.Head.Signature.Text+"`")
	}
	return findings
}

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

// paramChange says in a clause how the parameters of a symbol changed.
func paramChange(c *change.Symbol) string {
	old, now := c.Base.Signature.Params, c.Head.Signature.Params
	gained, lost := missing(now, old), missing(old, now)
	switch {
	case len(now) > len(old) && len(lost) == 0:
		return "gained " + params(gained, len(now)-len(old))
	case len(now) < len(old) && len(gained) == 0:
		return "lost " + params(lost, len(old)-len(now))
	}
	return "changed its parameters"
}

// missing returns the names in a that b lacks.
func missing(a, b []graph.Param) []string {
	var names []string
	for i := range a {
		found := false
		for j := range b {
			found = found || a[i].Name == b[j].Name
		}
		if !found && a[i].Name != "" {
			names = append(names, a[i].Name)
		}
	}
	return names
}

func params(names []string, n int) string {
	if len(names) == 1 && n == 1 {
		return "the parameter `" + names[0] + "`"
	}
	return count(n, "parameter")
}
