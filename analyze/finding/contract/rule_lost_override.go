package contract

import (
	_ "embed" // the examples

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

//go:embed rule_lost_override.examples
var lostOverrideExamples string

// LostOverride is the rule lost-override.
func LostOverride() finding.Rule {
	return finding.Rule{
		Name:     "lost-override",
		Class:    finding.Break,
		Severity: finding.Error,
		Summary:  "A method replaced one of a supertype, and does not any more, because the other one changed.",
		Doc: `The method of the supertype was renamed, removed or given other parameters, and the one that replaced it is as it was.

A break where the method, or the field, says that it replaces one (@Override, override) and all its supertypes are in the
repository: compilers reject it. Without such a word it is a behaviour: calls of the supertype's method run other code than before. That is
said only where the supertype's method lives on under another name or signature, and the other method was not renamed itself.

symbol is the method of the supertype, in head or in base where it is gone; related its definition; path:line is the method that
replaced it.`,
		Examples: finding.Examples(lostOverrideExamples),
		Task:     "override",
		Look:     look(lostOverrides),
	}
}

func lostOverrides(d *detector) []finding.Finding {
	var findings []finding.Finding
	said := make(map[*graph.Node]bool)
	for i := range d.Head.Unresolved {
		u := &d.Head.Unresolved[i]
		if u.Kind != graph.Overrides || u.Confidence < finding.MinBreakConfidence || d.Damaged[u.Path] || u.Source.Generated {
			continue
		}
		was, cause := d.overriddenBy(u)
		if was == nil {
			continue
		}
		said[u.Source] = true
		f := d.override(was, cause, u.Path, u.Line)
		f.Confidence = u.Confidence
		f.Effect = finding.Effect{Kind: finding.OverrideLacks, Symbol: finding.Ref{Name: u.Name}}
		if u.Source.Path == u.Path && u.Source.Name == u.Name {
			f.Effect.Symbol = finding.RefOf(u.Source)
		}
		findings = append(findings, f)
	}
	for i := range d.Set.Symbols {
		c := &d.Set.Symbols[i]
		if c.Base == nil || c.Head == nil || !c.Base.Label.Callable() || c.Base.Abstract || c.Head.Test {
			continue
		}
		cause := d.overrideFate(c.Base)
		if cause.Kind == "" {
			continue
		}
		for _, e := range d.Base.In(c.Base) {
			m := d.Set.HeadOf(e.Source)
			if e.Type != graph.Overrides || m == nil || said[m] || m.Name != e.Source.Name || m.Generated || d.Damaged[m.Path] ||
				d.stillOverrides(m) || e.Confidence < finding.MinBreakConfidence {
				continue
			}
			if s := d.Set.Symbol(m); s != nil && s.Parts.Has(change.Signature) {
				continue // changed on purpose
			}
			f := d.override(c.Base, cause, m.Path, m.Line)
			f.Class, f.Severity, f.Confidence = finding.Behaviour, finding.Warning, e.Confidence
			f.Effect = finding.Effect{Kind: finding.OverrideLost, Symbol: finding.RefOf(m)}
			findings = append(findings, f)
		}
	}
	return findings
}

// override returns a finding at the method that overrode was.
func (d *detector) override(was *graph.Node, cause finding.Cause, path string, line int) finding.Finding {
	f := finding.Finding{
		Path: path, Line: line, Side: change.InHead,
		Symbol: was, Related: finding.Related{Symbol: was, Path: was.Path, Line: was.Line, Side: change.InBase},
		Cause: cause,
		Facts: []finding.Fact{{Kind: finding.ReplacedInBase, Text: was.Signature.Text, Sites: []finding.Site{{Path: was.Path, Line: was.Line}}}},
	}
	if h := d.Set.HeadOf(was); h != nil {
		f.Symbol, f.Related = h, finding.Related{Symbol: h, Path: h.Path, Line: h.Line, Side: change.InHead}
		f.Facts = append(f.Facts, finding.Fact{Kind: finding.LivesOn, Text: h.Signature.Text})
	}
	return f
}

// overriddenBy returns the member of base that the use u, a member of head marked as overriding,
// overrode, and its change; nil where the change did not touch it.
func (d *detector) overriddenBy(u *graph.Unresolved) (*graph.Node, finding.Cause) {
	if b := d.Set.BaseOf(u.Source); b != nil && b.Label.Callable() && b.Name == u.Name {
		for _, e := range d.Base.Out(b) {
			if e.Type == graph.Overrides {
				if cause := d.overrideFate(e.Target); cause.Kind != "" {
					return e.Target, cause
				}
			}
		}
		return nil, finding.Cause{}
	}
	owner := d.Head.Node(u.Owner)
	if owner == nil || d.Set.BaseOf(owner) == nil {
		return nil, finding.Cause{}
	}
	queue := []*graph.Node{d.Set.BaseOf(owner)}
	for i := 0; i < len(queue) && i < finding.MaxBases; i++ {
		for _, m := range d.NamedInBase(u.Name) {
			if m.Parent != queue[i] || d.Set.BaseOf(u.Source) == m {
				continue
			}
			if cause := d.overrideFate(m); cause.Kind != "" {
				return m, cause
			}
		}
		for _, e := range d.Base.Out(queue[i]) {
			if e.Type == graph.Extends || e.Type == graph.Implements {
				queue = append(queue, e.Target)
			}
		}
	}
	return nil, finding.Cause{}
}

// overrideFate returns the change of an overridden method of base, without kind where it can still
// be overridden.
func (d *detector) overrideFate(was *graph.Node) finding.Cause {
	h := d.Set.HeadOf(was)
	switch c := d.Set.Symbol(was); {
	case h == nil:
		return finding.Cause{Kind: finding.Removed, Symbol: finding.RefOf(was)}
	case h.Name != was.Name:
		return finding.Cause{Kind: finding.Renamed, Symbol: finding.RefOf(was), Became: h.Qualified}
	case c != nil && c.Parts.Has(change.Signature):
		return finding.Cause{Kind: finding.Signature, Symbol: finding.RefOf(was), Differences: finding.Differences(c.Differences)}
	}
	return finding.Cause{}
}

// stillOverrides reports whether a method of head overrides one of a supertype.
func (d *detector) stillOverrides(m *graph.Node) bool {
	for _, e := range d.Head.Out(m) {
		if e.Type == graph.Overrides {
			return true
		}
	}
	return false
}
