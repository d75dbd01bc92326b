package contract

import (
	_ "embed" // the examples
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

//go:embed rule_broken_implementer.examples
var brokenImplementerExamples string

// BrokenImplementer is the rule broken-implementer.
func BrokenImplementer() finding.Rule {
	return finding.Rule{
		Name:     "broken-implementer",
		Class:    finding.Break,
		Severity: finding.Error,
		Summary:  "Something that has to satisfy an interface or abstract type no longer does.",
		Doc: `A type requires a member that it did not require in base: it is new, was optional, had a body or has another
signature. Or a type has lost what it satisfied another one by. Of everything that has to satisfy such a type the resolver says
what it surely lacks:

- types that extend or implement it, with all their supertypes, if they are not abstract themselves; in Python and C++ only
  those that some code makes instances of;
- in Rust each impl block of a trait by itself, also for a type of the language or of another crate;
- classes without a name, as in Java's new T() {…};
- object and function literals, and attributes of components, where TypeScript checks them: in variables, fields, arguments,
  results and items of lists that are declared to be of the type; not after "as", not in unions, Partial or what is generic;
- function literals that stand for an interface which has several methods now;
- Go types that some code uses as the interface. One that only happens to match it is not concerned.

Silent about a class that extends one which lacks the same members, since compilers reject that one; about types with a
supertype outside of the repository that may have the member; about types of which, or of a supertype of which, a part
could not be parsed, is a macro with arguments (C++, Rust) or is not in the repository (C#); about literals with spread or
computed members, and about literals that lack anything else than what the change requires.

symbol is the type that requires the member, related the member, both in head. path:line is the declaration of the type that
lacks it, with caller nil; or the literal, with the code around as caller. A Go type that lost a method, or its signature, is
reported at a use as the interface, with the code around as caller: one in its package, else in its module, else in another, and
in none that "./..." leaves out.`,
		Examples: finding.Examples(brokenImplementerExamples),
		Headline: "{symbol} is no longer implemented by {count}",
		Noun:     "type",
		Task:     "implementer",
		Look:     look(brokenImplementers),
	}
}

func brokenImplementers(d *detector) []finding.Finding {
	known := make(map[lackKey]bool)
	for i := range d.Base.Lacks {
		l := &d.Base.Lacks[i]
		for _, m := range l.Members {
			known[keyOf(l.By, l.Source, l.Form, m)] = true
		}
	}
	var findings []finding.Finding
	said := make(map[place]bool)
	for i := range d.Head.Lacks {
		l := &d.Head.Lacks[i]
		if l.Confidence < finding.MinBreakConfidence || d.Damaged[l.Path] || l.Source.Generated || l.By != nil && (l.By.Generated || d.Damaged[l.By.Path]) {
			continue
		}
		broken := d.brokenBy(l, known)
		if len(broken) == 0 || d.inheritsLack(l) {
			continue
		}
		for _, m := range broken {
			f := d.lacking(l, m)
			if at := (place{f.Path, f.Line, m.Parent}); !said[at] {
				said[at] = true
				findings = append(findings, f)
			}
		}
	}
	return findings
}

// inheritsLack reports whether all members that a declared class lacks are missing in a class that it extends too, which
// is no abstract one, so that compilers reject that class.
func (d *detector) inheritsLack(l *graph.Lack) bool {
	if l.Form != graph.DeclaredType || l.By == nil {
		return false
	}
	return slices.ContainsFunc(d.Head.Lacks, func(of graph.Lack) bool {
		return of.Form == graph.DeclaredType && of.By != nil && of.By != l.By && of.By.Label == graph.Class && of.Confidence >= l.Confidence &&
			!slices.ContainsFunc(l.Members, func(m *graph.Node) bool { return !slices.Contains(of.Members, m) }) && finding.Inherits(d.Head, l.By, of.By)
	})
}

// A place is where something does not satisfy a type. Each place is reported once.
type place struct {
	path string
	line int
	typ  *graph.Node
}

// A lackKey identifies a missing member of a type or of a literal.
type lackKey struct {
	by, source *graph.Node
	form       graph.Form
	member     *graph.Node
}

// keyOf returns the key of a missing member. The enclosing code is part of it only for anonymous
// values.
func keyOf(by, source *graph.Node, form graph.Form, member *graph.Node) lackKey {
	if by != nil {
		source = nil
	}
	return lackKey{by, source, form, member}
}

// brokenBy returns the members that l lacks because of the change, one of each type that requires
// any. Nothing is returned for a literal that lacked others in base already, since it is not
// understood completely.
func (d *detector) brokenBy(l *graph.Lack, known map[lackKey]bool) []*graph.Node {
	var out []*graph.Node
	old := 0
	for _, m := range l.Members {
		was := d.Set.BaseOf(m)
		switch {
		case was != nil && known[keyOf(d.Set.BaseOf(l.By), d.Set.BaseOf(l.Source), l.Form, was)]:
			if !d.isRequiredNow(m) {
				old++
			}
		case d.isRequiredNow(m), d.lost(l, m) != nil:
			if len(out) == 0 || out[len(out)-1].Parent != m.Parent {
				out = append(out, m)
			}
		default:
			old++
		}
	}
	if l.By == nil && (l.OneOf && old > 1 || !l.OneOf && old > 0) {
		return nil
	}
	return out
}

// isRequiredNow reports whether a type that exists in base newly requires the member m of head.
func (d *detector) isRequiredNow(m *graph.Node) bool {
	if d.Set.BaseOf(m.Parent) == nil {
		return false
	}
	was := d.Set.BaseOf(m)
	if was == nil || was.Omittable && !m.Omittable {
		return true
	}
	if !m.Label.Callable() {
		return false
	}
	c := d.Set.Symbol(m)
	return !was.Abstract && m.Abstract || c != nil && (c.Type == change.Renamed || c.Parts.Has(change.Signature))
}

// lost returns the member of base by which what lacks m in head satisfied it, nil where base had none or head still has it.
func (d *detector) lost(l *graph.Lack, m *graph.Node) *graph.Node {
	if l.Form == graph.Extension {
		return d.lostIn(l.Path, m)
	} else if l.By == nil {
		return nil
	}
	was, old := d.Set.BaseOf(l.By), d.Set.BaseOf(m)
	if was == nil || old == nil {
		return nil
	}
	for _, e := range d.Base.In(old) {
		if e.Type == graph.Overrides && isSamePartial(e.Source.Parent, was) {
			if n := d.Set.HeadOf(e.Source); n == nil || d.Head.Find(n, graph.Overrides, m) == nil {
				return e.Source
			}
		}
	}
	return nil
}

// lostIn returns a method with the name of m that an extension in a file had in base, and none has in its place.
func (d *detector) lostIn(file string, m *graph.Node) *graph.Node {
	if d.Set.BaseOf(m) == nil {
		return nil
	}
	for i := range d.Set.Symbols {
		was, now := d.Set.Symbols[i].Base, d.Set.Symbols[i].Head
		if was == nil || was.Label != graph.Method || was.Name != m.Name || now != nil && now.Name == was.Name {
			continue
		}
		if d.Set.HeadPath(was.Path) == file && was.Parent != d.Set.BaseOf(m.Parent) {
			return was
		}
	}
	return nil
}

// lacking returns the finding that l lacks m.
func (d *detector) lacking(l *graph.Lack, m *graph.Node) finding.Finding {
	f := finding.Finding{
		Confidence: l.Confidence,
		Path:       l.Path, Line: l.Line, Side: change.InHead,
		Symbol: m.Parent, Caller: l.Source,
		Related: finding.Related{Symbol: m, Path: m.Path, Line: m.Line, Side: change.InHead},
	}
	form := ""
	switch l.Form {
	case graph.DeclaredType, graph.UsedAs:
		form = "type"
		if l.Form == graph.UsedAs {
			f.Facts = append(f.Facts, finding.Fact{Kind: finding.UsedAs, Symbols: []finding.Ref{finding.RefOf(l.By), finding.RefOf(m.Parent)}, Sites: []finding.Site{{Path: l.Path, Line: l.Line}}})
		}
		if l.Form == graph.DeclaredType || d.isRequiredNow(m) { // the type has to be updated; else the type itself changed, and its use breaks
			f.Path, f.Line, f.Caller = l.By.Path, l.By.Line, nil
		}
	case graph.NamelessClass:
		form = "class"
	case graph.ObjectValue:
		form = "object"
	case graph.FunctionValue:
		form = "function"
	case graph.Extension:
		form = "implementation"
	}
	f.Cause = finding.Cause{Symbol: finding.RefOf(m.Parent), Member: m.Name}
	f.Effect = finding.Effect{Kind: finding.MemberLacks, Symbol: finding.RefOf(l.By), How: form}
	was := d.Set.BaseOf(m)
	switch {
	case l.OneOf:
		f.Cause.Kind, f.Effect.Kind = finding.MemberAdded, finding.FormUnfit
	case was == nil || !d.isRequiredNow(m) && l.By == nil && l.Form != graph.Extension:
		f.Cause.Kind = finding.MemberAdded
	case !d.isRequiredNow(m):
		lost := d.lost(l, m)
		f.Cause = finding.Cause{Kind: finding.MemberLost, Symbol: finding.RefOf(l.By), Member: m.Name, Other: finding.RefOf(m.Parent)}
		f.Effect = finding.Effect{}
		f.Facts = append(f.Facts, finding.Fact{Kind: finding.HadMember, Text: lost.Signature.Text, Sites: []finding.Site{{Path: lost.Path, Line: lost.Line}}})
	case was.Omittable && !m.Omittable:
		f.Cause.Kind = finding.MemberRequired
	case m.Name != was.Name:
		f.Cause.Kind, f.Cause.Member, f.Cause.Became = finding.MemberRenamed, was.Name, m.Name
	case !was.Abstract && m.Abstract:
		f.Cause.Kind = finding.MemberAbstract
	default:
		f.Cause.Kind, f.Effect.Kind = finding.MemberSignature, finding.MemberDiffers
		f.Facts = append(f.Facts, finding.Fact{Kind: finding.IsNow, Text: m.Signature.Text})
	}
	return f
}
