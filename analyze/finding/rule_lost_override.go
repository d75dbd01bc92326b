package finding

import (
	_ "embed" // the examples

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

//go:embed rule_lost_override.examples
var lostOverrideExamples string

func lostOverride() Rule {
	return Rule{
		Name:     "lost-override",
		Class:    Break,
		Severity: Error,
		Summary:  "A method replaced one of a supertype, and does not any more, because the other one changed.",
		Doc: `The method of the supertype was renamed, removed or given other parameters, and the one that replaced it is as it was.

A break where the method says that it replaces one (@Override, override) and all its supertypes are in the repository:
compilers reject it. Without such a word it is a behaviour: calls of the supertype's method run other code than before. That is
said only where the supertype's method lives on under another name or signature, and the other method was not renamed itself.

symbol is the method of the supertype, in head or in base where it is gone; related its definition; path:line is the method that
replaced it.`,
		Examples: Examples(lostOverrideExamples),
		Task:     "override",
		detect:   lostOverrides,
	}
}

func lostOverrides(d *detector) []Finding {
	var findings []Finding
	said := make(map[*graph.Node]bool)
	for i := range d.head.Unresolved {
		u := &d.head.Unresolved[i]
		if u.Kind != graph.Overrides || u.Confidence < MinBreakConfidence || d.damaged[u.Path] || u.Source.Generated {
			continue
		}
		was, cause := d.overriddenBy(u)
		if was == nil {
			continue
		}
		said[u.Source] = true
		f := d.override(was, cause, u.Path, u.Line)
		f.Confidence = u.Confidence
		f.Effect = Effect{Kind: OverrideLacks, Symbol: Ref{Name: u.Name}}
		if u.Source.Path == u.Path && u.Source.Name == u.Name {
			f.Effect.Symbol = ref(u.Source)
		}
		findings = append(findings, f)
	}
	for i := range d.set.Symbols {
		c := &d.set.Symbols[i]
		if c.Base == nil || c.Head == nil || !c.Base.Label.Callable() || c.Base.Abstract || c.Head.Test {
			continue
		}
		cause := d.overrideFate(c.Base)
		if cause.Kind == "" {
			continue
		}
		for _, e := range d.base.In(c.Base) {
			m := d.set.HeadOf(e.Source)
			if e.Type != graph.Overrides || m == nil || said[m] || m.Name != e.Source.Name || m.Generated || d.damaged[m.Path] ||
				d.stillOverrides(m) || e.Confidence < MinBreakConfidence {
				continue
			}
			if s := d.set.Symbol(m); s != nil && s.Parts.Has(change.Signature) {
				continue // changed on purpose
			}
			f := d.override(c.Base, cause, m.Path, m.Line)
			f.Class, f.Severity, f.Confidence = Behaviour, Warning, e.Confidence
			f.Effect = Effect{Kind: OverrideLost, Symbol: ref(m)}
			findings = append(findings, f)
		}
	}
	return findings
}

// override makes a finding at the method that replaced was.
func (d *detector) override(was *graph.Node, cause Cause, path string, line int) Finding {
	f := Finding{
		Path: path, Line: line, Side: change.InHead,
		Symbol: was, Related: Related{was, was.Path, was.Line, change.InBase},
		Cause: cause,
		Facts: []Fact{{Kind: ReplacedInBase, Text: was.Signature.Text, Sites: []Site{{was.Path, was.Line}}}},
	}
	if h := d.set.HeadOf(was); h != nil {
		f.Symbol, f.Related = h, Related{h, h.Path, h.Line, change.InHead}
		f.Facts = append(f.Facts, Fact{Kind: LivesOn, Text: h.Signature.Text})
	}
	return f
}

// overriddenBy returns the method of base that a method of head says to replace, and what
// became of it; nil where the change did nothing to it.
func (d *detector) overriddenBy(u *graph.Unresolved) (*graph.Node, Cause) {
	if b := d.set.BaseOf(u.Source); b != nil && b.Label.Callable() && b.Name == u.Name {
		for _, e := range d.base.Out(b) {
			if e.Type == graph.Overrides {
				if cause := d.overrideFate(e.Target); cause.Kind != "" {
					return e.Target, cause
				}
			}
		}
		return nil, Cause{}
	}
	owner := d.head.Node(u.Owner)
	if owner == nil || d.set.BaseOf(owner) == nil {
		return nil, Cause{}
	}
	queue := []*graph.Node{d.set.BaseOf(owner)}
	for i := 0; i < len(queue) && i < maxBases; i++ {
		for _, e := range d.base.Out(queue[i]) {
			switch e.Type {
			case graph.HasMethod:
				if e.Target.Name == u.Name {
					if cause := d.overrideFate(e.Target); cause.Kind != "" {
						return e.Target, cause
					}
				}
			case graph.Extends, graph.Implements:
				queue = append(queue, e.Target)
			}
		}
	}
	return nil, Cause{}
}

// overrideFate returns what the change did to a method of base that others replace, of no
// kind where they still can.
func (d *detector) overrideFate(was *graph.Node) Cause {
	h := d.set.HeadOf(was)
	switch c := d.set.Symbol(was); {
	case h == nil:
		return Cause{Kind: Removed, Symbol: ref(was)}
	case h.Name != was.Name:
		return Cause{Kind: Renamed, Symbol: ref(was), Became: h.Qualified}
	case c != nil && c.Parts.Has(change.Signature):
		return Cause{Kind: Signature, Symbol: ref(was), Differences: differences(c.Differences)}
	}
	return Cause{}
}

// stillOverrides reports whether a method of head replaces one of a supertype.
func (d *detector) stillOverrides(m *graph.Node) bool {
	for _, e := range d.head.Out(m) {
		if e.Type == graph.Overrides {
			return true
		}
	}
	return false
}
