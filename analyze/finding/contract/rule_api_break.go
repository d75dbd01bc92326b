package contract

import (
	_ "embed" // the examples
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

//go:embed rule_api_break.examples
var apiBreakExamples string

// APIBreak is the rule api-break.
func APIBreak() finding.Rule {
	return finding.Rule{
		Name:     "api-break",
		Class:    finding.Behaviour,
		Severity: finding.Info,
		Summary:  "What the repository offers as a library lost a symbol or changed it incompatibly.",
		Doc: `What is offered: exported symbols of Go packages that are no command and not internal; what the entries that
package.json names export and hand on (nothing is said where they cannot be found among the sources); public names of Python
that an installable project has in modules without a leading underscore; public and protected members of public Java classes;
what a composer.json loads, unless its type is project, that is not private; what is public or open in a Swift package; in
Rust what public modules and re-exports lead to from the root of a library that Cargo.toml lets publish, not what is
#[doc(hidden)]; public and protected members of public types in C# projects that a project file describes as a package, and
that are no program or test; in Kotlin and Scala what is not private, internal or private to a package, in projects of which
Gradle, sbt or Mill tells that they are published (where it does not, nothing is said).
Tests, examples, scripts and documentation offer nothing. A symbol that was removed, renamed, moved to another package or type, or
hidden is reported (a module of Python under another name is not), and one whose signature asks for another call or gives
another result, or an interface or trait that others may implement and that gained a method without a body
(in Swift a body in an extension counts as one). A member that its type inherits now, an item that is still found by one of its paths, and a call that another overload takes, are not reported. Whether
another type is incompatible is judged in Go alone; what a constant is worth is not judged, nor what only binaries depend on,
the features of a crate and whether a type is complete (a new variant, a new private field). A symbol that is as before, and that the
entries or modules no longer hand on, is reported too. Members of a symbol that is gone are not reported beside it. Each comes
with the number of places of this repository that use it and how many of them do not fit.

symbol is the symbol in base, caller nil, related its definition in base; path:line is the definition in head, in base when
it is gone.`,
		Examples: finding.Examples(apiBreakExamples),
		Look:     look(apiBreaks),
	}
}

// A goneKey is the same for definitions that are reported once when they are gone: the parts of a partial type, and the
// definitions of one symbol for several platforms.
type goneKey struct{ qualified, offered, text string }

func goneKeyOf(b *graph.Node) goneKey {
	k := goneKey{b.Qualified, b.Offered, b.Signature.Text}
	if b.Partial {
		k.text = ""
	}
	return k
}

func apiBreaks(d *detector) []finding.Finding {
	offered := d.offered()
	gone := make(map[*graph.Node]int) // broken uses by moved or removed symbol
	for _, f := range danglingUses(d, nil) {
		gone[f.Symbol]++
	}
	inside, goneInside := d.usesInside(), make(map[*graph.Node]int)
	for n, broken := range gone {
		for p := n.Parent; p != nil; p = p.Parent {
			goneInside[p] += broken
		}
	}
	var findings []finding.Finding
	asking, said := make(map[*graph.Node]bool), make(map[goneKey]bool)
	for i := range d.Set.Symbols {
		c := &d.Set.Symbols[i]
		if c.Type == change.Added {
			if h := c.Head.Parent; h != nil && !asking[h] && !d.Damaged[h.Path] && d.asksForMethod(c.Head) {
				asking[h] = true
				findings = append(findings, broken(d.Set.BaseOf(h), h, finding.Cause{Kind: finding.MemberAdded, Member: c.Head.Name}, usesOf(d.Head, h), 0))
			}
			continue
		}
		if c.Base.Offered == "" || d.Damaged[c.Base.Path] || c.Head != nil && d.Damaged[c.Head.Path] {
			continue
		}
		cause := d.incompatible(c, offered)
		if cause.Kind == "" || cause.Kind == finding.Removed && said[goneKeyOf(c.Base)] {
			continue
		}
		said[goneKeyOf(c.Base)] = true
		stale, uses := gone[c.Base], usesOf(d.Base, c.Base)
		if c.Head != nil {
			uses = usesOf(d.Head, c.Head) + stale
			stale += len(d.staleCallsOf(c))
		} else if uses == 0 && stale == 0 {
			uses, stale = inside[c.Base], goneInside[c.Base]
		}
		findings = append(findings, broken(c.Base, c.Head, cause, uses, stale))
	}
	return append(findings, d.cutOff()...)
}

// cutOff returns the findings for symbols that are as before, but that the entries of the package no longer hand on, or that
// are in another package, by the clause of their file.
// Where more went than stayed, the entries of head may only not be found.
func (d *detector) cutOff() (findings []finding.Finding) {
	for _, b := range d.Base.Nodes {
		if b.Offered == "" || b.Parent == nil || b.Parent.Label != graph.File || d.Damaged[b.Path] || d.Set.Symbol(b) != nil {
			continue
		}
		h := d.Set.HeadOf(b)
		if h == nil || h.Name != b.Name || d.Damaged[h.Path] {
			continue
		}
		var cause finding.Cause
		switch {
		case withdrawn(b, h):
			cause.Kind = finding.Unexported
		case h.Offered != "" && b.Path == h.Path && !shared(b, h):
			cause = moved(b, h)
		default:
			continue
		}
		findings = append(findings, broken(b, h, cause, usesOf(d.Head, h), 0))
	}
	if len(findings) == 0 {
		return nil
	}
	offered := 0
	for _, n := range d.Head.Nodes {
		if n.Offered != "" && n.Parent != nil && n.Parent.Label == graph.File {
			offered++
		}
	}
	if len(findings) > offered {
		return nil
	}
	return findings
}

// offered returns the symbols of head that are offered and have the qualified name of one that the change concerns,
// by that name.
func (d *detector) offered() map[string][]*graph.Node {
	named := make(map[string][]*graph.Node)
	for i := range d.Set.Symbols {
		if b := d.Set.Symbols[i].Base; b != nil && b.Offered != "" {
			named[b.Qualified] = nil
		}
	}
	if len(named) == 0 {
		return nil
	}
	for _, n := range d.Head.Nodes {
		if n.Offered == "" {
			continue
		}
		if list, concerned := named[n.Qualified]; concerned {
			named[n.Qualified] = append(list, n)
		}
	}
	return named
}

// broken returns the finding that the change did cause to symbol b of base, which is h in head or
// removed, with the number of its uses in the repository and of those that no longer fit.
func broken(b, h *graph.Node, cause finding.Cause, uses, stale int) finding.Finding {
	cause.Symbol = finding.RefOf(b)
	f := finding.Finding{
		Confidence: 0.9,
		Path:       b.Path, Line: b.Line, Side: change.InBase,
		Symbol:  b,
		Related: finding.Related{Symbol: b, Path: b.Path, Line: b.Line, Side: change.InBase},
		Cause:   cause,
		Effect:  finding.Effect{Kind: finding.InterfaceBroken, Given: max(uses, stale), Least: stale},
	}
	if b.Signature.Text != "" {
		f.Facts = append(f.Facts, finding.Fact{Kind: finding.Before, Text: b.Signature.Text})
	}
	if h != nil {
		f.Path, f.Line, f.Side = h.Path, h.Line, change.InHead
		if h.Signature.Text != b.Signature.Text && h.Signature.Text != "" {
			f.Facts = append(f.Facts, finding.Fact{Kind: finding.Now, Text: h.Signature.Text})
		}
	}
	return f
}

// asksForMethod reports whether the new method m adds a requirement to an offered interface that
// types outside the repository may implement.
func (d *detector) asksForMethod(m *graph.Node) bool {
	h := m.Parent
	b := d.Set.BaseOf(h)
	if !m.Abstract || m.Override || !m.Label.Callable() || h.Label != graph.Interface && h.Label != graph.Trait || b == nil || b.Offered == "" || b.Label != h.Label || h.Offered == "" {
		return false
	}
	return !closed(d.Base, b) && !closed(d.Head, h) && !d.hasBody(m)
}

// hasBody reports whether an extension gives a requirement of its type a body: a method of the name with the same labels (Swift).
func (d *detector) hasBody(m *graph.Node) bool {
	return slices.ContainsFunc(d.Named(m.Name), func(o *graph.Node) bool {
		return o.Parent == m.Parent && o.Label == m.Label && !o.Abstract && o.Signature.Static == m.Signature.Static &&
			slices.EqualFunc(o.Signature.Params, m.Signature.Params, func(p, q graph.Param) bool { return p.Name == q.Name })
	})
}

// closed reports whether code outside the repository cannot implement an interface: it is sealed, has a member that others do
// not see, or, as a trait, asks for one that is not offered.
func closed(g *graph.Graph, t *graph.Node) bool {
	if slices.Contains(strings.Fields(t.Signature.Text), "sealed") {
		return true
	}
	for _, e := range g.Out(t) {
		if e.Type == graph.HasMethod && !e.Target.Exported || (e.Type == graph.Extends || e.Type == graph.Implements) && byPath(t) && e.Target.Offered == "" {
			return true
		}
	}
	return false
}

// usesInside returns, by symbol with a removed member, the number of uses of its members outside
// the symbol and outside tests.
func (d *detector) usesInside() map[*graph.Node]int {
	inside := make(map[*graph.Node]int)
	for i := range d.Set.Symbols {
		c := &d.Set.Symbols[i]
		if c.Base == nil || c.Head != nil {
			continue
		}
		for _, e := range d.Base.In(c.Base) {
			if (e.Type != graph.Calls && e.Type != graph.References) || e.Source.Test {
				continue
			}
			for p := c.Base.Parent; p != nil && !p.Encloses(e.Source); p = p.Parent {
				inside[p] += len(e.Sites)
			}
		}
	}
	return inside
}

// usesOf returns the number of uses of a symbol outside tests.
func usesOf(g *graph.Graph, n *graph.Node) int {
	uses := 0
	for _, e := range g.In(n) {
		if (e.Type == graph.Calls || e.Type == graph.References) && !e.Source.Test {
			uses += len(e.Sites)
		}
	}
	return uses
}

// incompatible returns the change that breaks code outside the repository, without kind for none.
func (d *detector) incompatible(c *change.Symbol, offered map[string][]*graph.Node) finding.Cause {
	b, h := c.Base, c.Head
	elsewhere := false // it is a member of another type now
	if p := b.Parent; p != nil && p.Label != graph.File && p.Label != graph.Namespace {
		now := d.restOf(p)
		if now == nil || now.Name != p.Name || !shared(p, now) || now.Label == graph.Type && p.Label != graph.Type {
			return finding.Cause{} // reported for the type, or that has the members of another now
		}
		elsewhere = h != nil && h.Parent.Qualified != now.Qualified
		if elsewhere && p.Label.IsType() && h.Parent.Label.IsType() && h.Exported && h.Name == b.Name && !finding.Inherits(d.Head, now, h.Parent) && len(offered[b.Qualified]) == 0 {
			return finding.Cause{Kind: finding.Moved, Became: h.Parent.Qualified}
		}
	}
	if h != nil && h.Name == b.Name && shared(b, h) && b.Label.Callable() == h.Label.Callable() {
		if cause := finding.Incompatible(c); cause.Kind == "" || !d.hasAlternative(c, offered[b.Qualified], elsewhere) && !takenApart(b, offered[b.Qualified]) {
			return cause
		}
		return finding.Cause{}
	}
	if d.inherits(b) {
		return finding.Cause{}
	}
	for _, other := range offered[b.Qualified] {
		if shared(b, other) {
			return finding.Cause{} // an overload, another kind of definition
		}
	}
	if file := d.Head.Node("File:" + d.Set.HeadPath(b.Path)); file != nil {
		for _, e := range d.Head.Out(file) {
			if e.Type == graph.Imports && e.Target.Name == b.Name {
				return finding.Cause{} // it is re-exported from the old place
			}
		}
	}
	switch {
	case h != nil && byPath(b) && shared(b, h):
		return finding.Cause{} // under the old name too
	case h == nil && b.Label == graph.Constructor:
		return finding.Cause{} // the type still has one
	case h == nil:
		return finding.Cause{Kind: finding.Removed}
	case h.Name != b.Name:
		return finding.Cause{Kind: finding.Renamed, Became: h.Name}
	case withdrawn(b, h):
		return finding.Cause{Kind: finding.Unexported}
	case h.Offered == "":
		return finding.Cause{} // the build may say so in a way that is not known
	case b.Label.Callable() != h.Label.Callable():
		return finding.Cause{Kind: finding.Converted, Became: string(h.Label)}
	case b.Offered == b.Path:
		return finding.Cause{} // the module has another name, which is a move
	}
	return moved(b, h)
}

// moved returns the cause that symbol b of base is elsewhere: in another file, or by another name of its package or module.
func moved(b, h *graph.Node) finding.Cause {
	to := h.Path
	if b.Path == h.Path {
		to = h.OfferedAt()[0]
		if !byPath(h) {
			to = to[strings.LastIndexByte(to, ':')+1:]
		}
	}
	return finding.Cause{Kind: finding.Moved, Became: to}
}

// hasAlternative reports whether another of the functions with the name of a changed one takes the calls that it took. Where
// that is elsewhere, one that its type still has is what became of it, whatever its types are.
func (d *detector) hasAlternative(c *change.Symbol, same []*graph.Node, elsewhere bool) bool {
	return slices.ContainsFunc(same, func(o *graph.Node) bool {
		if o == c.Head || !o.Label.Callable() || !shared(c.Base, o) {
			return false
		}
		known := !elsewhere && d.Set.BaseOf(o) != nil // another one of base with other types took other calls
		return !slices.ContainsFunc(change.Compare(c.Base, o), func(diff change.Difference) bool {
			return finding.IncompatibleWith(diff, c.Base) || known && diff.Kind == change.ParameterRetyped
		})
	})
}

// takenApart reports whether the functions same of head take the calls of b together: where b has parameters with defaults
// at the end, another one may take each number of them.
func takenApart(b *graph.Node, same []*graph.Node) bool {
	params := slices.Clone(b.Signature.Params)
	given := slices.IndexFunc(params, func(p graph.Param) bool { return p.Optional })
	if given < 0 || slices.ContainsFunc(params[given:], func(p graph.Param) bool { return !p.Optional }) {
		return false
	}
	for i := range params {
		params[i].Optional = false
	}
	for ; given <= len(params); given++ {
		call := *b
		call.Signature.Params = params[:given]
		if !slices.ContainsFunc(same, func(o *graph.Node) bool {
			return o.Label.Callable() && shared(b, o) && !slices.ContainsFunc(change.Compare(&call, o), func(diff change.Difference) bool { return finding.IncompatibleWith(diff, &call) })
		}) {
			return false
		}
	}
	return true
}

// recordMembers are the members that the compiler gives a record (C#).
var recordMembers = []string{"Equals", "GetHashCode", "ToString", "operator ==", "operator !=", "Deconstruct"}

// inherits reports whether the type of a member that is gone has one of that name in head: from a supertype, or because it is
// a record.
func (d *detector) inherits(b *graph.Node) bool {
	if b.Parent == nil || !b.Parent.Label.IsType() {
		return false
	}
	t := d.restOf(b.Parent)
	if b.Override || t != nil && slices.Contains(recordMembers, b.Name) && slices.Contains(strings.Fields(t.Signature.Text), "record") {
		return true
	}
	return t != nil && slices.ContainsFunc(d.Named(b.Name), func(m *graph.Node) bool {
		public := m.Signature.Visibility == graph.Public || m.Signature.Visibility == graph.Protected // of itself: its type may be hidden
		return public && m.Parent != nil && m.Parent != t && m.Parent.Label.IsType() && m.Label.Callable() == b.Label.Callable() && finding.Inherits(d.Head, t, m.Parent)
	})
}

// shared reports whether there is a place from which others have both symbols, one of each side.
func shared(b, h *graph.Node) bool {
	if b.Offered == h.Offered {
		return true
	}
	return slices.ContainsFunc(b.OfferedAt(), func(place string) bool { return slices.Contains(h.OfferedAt(), place) })
}

// withdrawn reports whether the code offers symbol b of base no longer, which is h in head: h is elsewhere, others cannot name
// it, or no entry and no public module leads to it. Project files alone hide nothing: what they say may be elsewhere now.
func withdrawn(b, h *graph.Node) bool {
	return h.Offered == "" && (b.Path != h.Path || !h.Exported || b.Signature.Visibility != h.Signature.Visibility ||
		b.Offered == graph.OfferedByEntries || byPath(b))
}

// byPath reports whether a symbol is offered by its paths (Rust), not by its package.
func byPath(n *graph.Node) bool { return strings.Contains(n.Offered, "::") }
