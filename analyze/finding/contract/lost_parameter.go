package contract

import (
	"path"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// lostParameters returns the findings for plain names of head that are unbound, or bound to no
// value, inside a function that lost the parameter of that name. Each line is reported once.
func (d *detector) lostParameters() []finding.Finding {
	type place struct {
		name, path string
		line       int
	}
	lost := d.parametersLost()
	if len(lost) == 0 {
		return nil
	}
	seen := make(map[place]bool)
	var findings []finding.Finding
	for i := range d.Head.Unresolved {
		u := &d.Head.Unresolved[i]
		n := d.losing(u, lost)
		at := place{u.Name, u.Path, u.Line}
		if n == nil || seen[at] {
			continue
		}
		seen[at] = true
		was := d.Set.BaseOf(n)
		findings = append(findings, finding.Finding{
			Confidence: u.Confidence,
			Path:       u.Path, Line: u.Line, Side: change.InHead,
			Symbol: was, Caller: u.Source,
			Related: finding.Related{Symbol: was, Path: was.Path, Line: was.Line, Side: change.InBase},
			Cause:   finding.Cause{Kind: finding.Signature, Symbol: finding.RefOf(was), Differences: []finding.Difference{{Kind: change.ParameterRemoved, Name: u.Name}}},
			Effect:  finding.Effect{Kind: finding.ParameterUsed, Name: u.Name},
			Facts:   finding.Signatures(was, n),
		})
	}
	return findings
}

// parametersLost returns the names of the parameters that functions of head had in base and have no longer, by function.
func (d *detector) parametersLost() map[*graph.Node][]string {
	lost := make(map[*graph.Node][]string)
	for i := range d.Set.Symbols {
		c := &d.Set.Symbols[i]
		if c.Base == nil || c.Head == nil || !c.Head.Label.Callable() {
			continue
		}
		for _, p := range c.Base.Signature.Params {
			if !hasParam(c.Head, p.Name) {
				lost[c.Head] = append(lost[c.Head], p.Name)
			}
		}
	}
	return lost
}

// losing returns the innermost function of head that contains the unbound plain name u and lost a
// parameter of that name, nil where there is none.
func (d *detector) losing(u *graph.Unresolved, lost map[*graph.Node][]string) *graph.Node {
	if u.Confidence < finding.MinBreakConfidence {
		return nil
	}
	for n := u.Source; n != nil && n.Label.Callable(); n = n.Parent {
		if slices.Contains(lost[n], u.Name) && (d.isPlainName(u) || d.isCallOfNone(u)) {
			return n
		}
	}
	return nil
}

// isPlainName reports whether a use is an unqualified name without definition in the enclosing
// scopes: no member and no imported name.
func (d *detector) isPlainName(u *graph.Unresolved) bool {
	file := fileOf(u.Source)
	if u.Kind == graph.Imports || u.Behind || u.Open || u.Traced || file == nil {
		return false
	}
	owner := d.Head.Node(u.Owner)
	return owner != nil && (owner == file || owner.Label == graph.Folder && owner.Path == path.Dir(file.Path))
}

// isCallOfNone reports whether a plain name on an unchanged line, in a language in which one is a call where no variable has
// it, can call nothing: the type around it and its supertypes are of the repository, and nothing in it has the name.
func (d *detector) isCallOfNone(u *graph.Unresolved) bool {
	of := d.Head.Node(u.Owner)
	if !u.Traced || u.Open || of == nil || u.Source == nil || u.Kind != graph.Calls || !d.Tracing[u.Source.Language].OpenTypes {
		return false
	}
	if _, _, kept := d.Set.BaseLine(u.Path, u.Line); !kept || slices.ContainsFunc(d.Named(u.Name), mayStandFor) {
		return false
	}
	// A member of a value of that type has no meaning in base either.
	was := d.Set.BaseOf(u.Source)
	return (&tracer{detector: d}).ownBases(of) && !slices.ContainsFunc(d.Base.Unresolved, func(b graph.Unresolved) bool { return b.Source == was && b.Name == u.Name })
}

func hasParam(n *graph.Node, name string) bool {
	return slices.ContainsFunc(n.Signature.Params, func(p graph.Param) bool { return p.Name == name })
}
