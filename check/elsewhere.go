package check

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/across"
	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
)

// questions returns the questions for the exported symbols that the change removes or gives another
// interface. A package that head does not provide under its name any more is in none: its users stay
// with what they have.
func questions(base, head across.Files, found *analyze.Result) []across.Question {
	if found.Base == nil || found.Change == nil {
		return nil
	}
	wanted := append(ofFindings(found), ofChanges(found)...)
	if len(wanted) == 0 {
		return nil
	}
	asked := across.Questions(base, found.Base.Graph, all.Languages(), wanted)
	provided := across.Provided(head)
	return slices.DeleteFunc(asked, func(q across.Question) bool { return !slices.Contains(provided, q.Package) })
}

// ofFindings returns the offered symbols of findings, each once.
func ofFindings(found *analyze.Result) []across.Wanted {
	var wanted []across.Wanted
	seen := make(map[*graph.Node]bool)
	overloaded := overloads(found)
	for _, interfaces := range []bool{true, false} { // findings about the interface go first
		for i := range found.Findings {
			f := &found.Findings[i]
			n := baseOf(found.Change, f)
			if f.Against != "" || n == nil || n.Offered == "" || seen[n] || f.Cause.Kind == finding.Signature && overloaded[siblingsOf(n)] || interfaces != (f.Effect.Kind == finding.InterfaceBroken) {
				continue
			}
			calls, breaks := breaksUsers(&f.Cause, n)
			if !breaks {
				continue
			}
			seen[n] = true
			wanted = append(wanted, across.Wanted{Node: n, Finding: f.Fingerprint, Calls: calls})
		}
	}
	return wanted
}

// A siblings key is that of the definitions of one name in one file.
type siblings struct{ path, qualified string }

func siblingsOf(n *graph.Node) siblings { return siblings{n.Path, n.Qualified} }

// overloads returns the names with several definitions on one side. Which of them a use elsewhere means is
// not known, so that another signature of one says nothing of it.
func overloads(found *analyze.Result) map[siblings]bool {
	several := make(map[siblings]bool)
	for _, g := range []*graph.Graph{found.Base.Graph, found.Head.Graph} {
		once := make(map[siblings]bool)
		for _, n := range g.Nodes {
			if k := siblingsOf(n); n.Label.Callable() && once[k] {
				several[k] = true
			} else {
				once[k] = once[k] || n.Label.Callable()
			}
		}
	}
	return several
}

// baseOf returns the symbol of base that a finding is about, nil for none.
func baseOf(set *change.Set, f *finding.Finding) *graph.Node {
	if f.Symbol == nil {
		return nil
	}
	if b := set.BaseOf(f.Symbol); b != nil {
		return b
	}
	return f.Symbol
}

// breaksUsers reports whether a cause breaks uses in other repositories, and whether only calls.
func breaksUsers(c *finding.Cause, n *graph.Node) (calls, breaks bool) {
	switch c.Kind {
	case finding.Removed, finding.Renamed, finding.Moved, finding.Unexported, finding.Converted, finding.Retyped:
		return false, true
	case finding.Signature:
		return n.Label.Callable(), true
	}
	return false, false
}

// ofChanges returns the exported symbols that are gone or have another interface, of languages in which
// it is not known what a repository offers. That others use them shows that they can.
func ofChanges(found *analyze.Result) []across.Wanted {
	offers := make(map[string]bool) // languages in which it is known
	for _, n := range found.Base.Graph.Nodes {
		if n.Offered != "" {
			offers[n.Language] = true
		}
	}
	there := make(map[string]bool)
	for _, n := range found.Head.Graph.Nodes {
		if n.Exported {
			there[n.Language+" "+n.Qualified] = true
		}
	}
	overloaded := overloads(found)
	var wanted []across.Wanted
	for i := range found.Change.Symbols {
		c := &found.Change.Symbols[i]
		b := c.Base
		if b == nil || !b.Exported || b.Test || offers[b.Language] {
			continue
		}
		switch {
		case c.Head == nil || c.Head.Name != b.Name || !c.Head.Exported:
			if !there[b.Language+" "+b.Qualified] {
				wanted = append(wanted, across.Wanted{Node: b})
			}
		case finding.Incompatible(c).Kind != "" && !overloaded[siblingsOf(b)]:
			wanted = append(wanted, across.Wanted{Node: b, Calls: b.Label.Callable()})
		}
	}
	return wanted
}
