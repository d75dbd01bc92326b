package contract

import (
	"cmp"
	_ "embed" // the examples
	"path"
	"strings"
	"sync"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

//go:embed rule_removed_still_referenced.examples
var removedStillReferencedExamples string

// RemovedStillReferenced is the rule removed-still-referenced.
func RemovedStillReferenced() finding.Rule {
	return finding.Rule{
		Name:     "removed-still-referenced",
		Class:    finding.Break,
		Severity: finding.Error,
		Summary:  "A symbol was removed, moved or renamed, and something still uses it where it was.",
		Doc: `In head a call, a reference or an import names something that its owner (type, file, package) is known completely not
to have, and in base the owner had it; or code uses a plain name that nothing binds, which was a parameter of the function
around it; or a call fits by number none of the members of a name, one of which is gone. Uses that base could not resolve either are not reported, nor are uses of names that no symbol of the change had.

Where an import binds names, as in Go, Python and TypeScript, one that fails is the finding, and the uses of its names stand behind
it. A use in a file that only builds with a tag of their own take stands behind one that every build meets.

Where files are taken by some builds only (systems, processors and tags of Go), a name has to be there in each build that takes the
use: builds are those in which it is not, and in base was. Builds in which the package, or one that it
imports, already lacked a name are left out.

Where what is not in the repository may have any name (extensions of C#), a use is judged by what its line meant in base: the line
stands as it did, meant the symbol that is gone, and means nothing in head. Silent where the change may have brought the name
from elsewhere: another symbol of the name, an import of everything, another declaration of the type, a manifest, a generator of
parts of a type (partial in C#) for an attribute that is new or for a file that is no code; and where a
name at the top of a file is known outside the repository too, so that the symbol may have hidden it.

symbol is what is gone, in base, or what other builds have, in head; caller the symbol of head around the use; related the definition in base.`,
		Examples: finding.Examples(removedStillReferencedExamples),
		Headline: "{symbol} {fate} but is still used at {count}",
		Look: func(c *finding.Comparison) finding.Search {
			d := newDetector(c)
			traced := sync.OnceValue(func() []dangling { return tracedUses(d) })
			return finding.Search{
				Words: func() []string { return d.namesOf(traced()) },
				Find:  func() []finding.Finding { return danglingUses(d, d.written(traced())) },
			}
		},
	}
}

func danglingUses(d *detector, traced []dangling) []finding.Finding {
	uses, behind := d.foldBehind(append(d.danglingNames(), traced...))
	var findings []finding.Finding
	for _, u := range uses {
		if u.Kind != graph.Imports && d.isUnread(u.Path, u.Line) || isOneOfRules(u.Source) || d.isMadeAnew(u.Source) {
			continue // what the parser reads as a use may be a declaration, or not be the code that is compiled
		}
		if d.Head.Has(u.was) {
			findings = append(findings, d.definedElsewhere(u))
			continue
		}
		file, line := d.definition(u.was)
		f := finding.Finding{
			Builds:     d.BuildsOf(u.in),
			Confidence: u.confidence,
			Path:       u.Path, Line: u.Line, Side: change.InHead,
			Symbol: u.was, Caller: u.Source,
			Related: finding.Related{Symbol: u.was, Path: file, Line: line, Side: change.InBase},
			Cause:   d.fate(u.was),
			Effect:  finding.Effect{Kind: finding.StillUsed, How: howUsed(u.Kind)},
			Facts:   d.goneFacts(u.Unresolved, u.was),
			Also:    behind[u.Unresolved],
		}
		if len(f.Also) > 0 {
			f.Facts = append(f.Facts, failingUses(f.Also))
		}
		findings = append(findings, f)
	}
	return append(append(findings, d.lostOverloads()...), d.lostParameters()...)
}

// isOneOfRules reports whether code in n is that of a macro with several rules (Rust): which of them are expanded is not known.
func isOneOfRules(n *graph.Node) bool {
	return n != nil && strings.HasPrefix(n.Signature.Text, "macro_rules! ") && strings.HasSuffix(n.Signature.Text, " rules }")
}

// madeTogether reports whether a tool writes both symbols: a generator or a minifier may give a name
// to another symbol each time it runs.
func madeTogether(a, b *graph.Node) bool { return a.Generated && b.Generated }

// definedElsewhere returns the finding for a use whose name is defined in head, but not in all
// builds that include the use.
func (d *detector) definedElsewhere(u dangling) finding.Finding {
	return finding.Finding{
		Builds:     d.BuildsOf(u.in),
		Confidence: u.confidence,
		Path:       u.Path, Line: u.Line, Side: change.InHead,
		Symbol: u.was, Caller: u.Source,
		Related: finding.Related{Symbol: u.was, Path: u.was.Path, Line: u.was.Line, Side: change.InHead},
		Cause:   finding.Cause{Kind: finding.Undefined, Symbol: finding.RefOf(u.was)},
		Effect:  finding.Effect{Kind: finding.StillUsed, How: howUsed(u.Kind)},
		Facts:   []finding.Fact{{Kind: finding.BuildsLack, Sites: []finding.Site{{Path: u.Path, Line: u.Line}, {Path: u.was.Path, Line: u.was.Line}}}},
	}
}

// danglingNames returns the uses of head whose name the change removed.
func (d *detector) danglingNames() []dangling {
	if d.Head.Alike(d.Base) {
		return nil // all uses mean what they meant
	}
	gone := d.goneByName()
	names := d.mayDangle(gone)
	known := d.unresolvedInBase(names)
	supplied := d.takesInMore()
	type place struct {
		path string
		line int
		gone *graph.Node
	}
	seen := make(map[place]bool)
	var uses []dangling
	for i := range d.Head.Unresolved {
		u := &d.Head.Unresolved[i]
		if u.Kind == graph.Overrides || u.Void || u.Traced || !names[u.Name] {
			continue // see lost-override and lostParameters
		}
		var before *graph.Unresolved
		if k := d.useKey(u, d.Head); len(known[k]) > 0 {
			before, known[k] = known[k][0], known[k][1:]
		}
		in, ok := d.newIn(u, before)
		if !ok {
			continue
		}
		was, confidence := d.meant(u, gone[u.Name])
		if u.Outside && (supplied || was == nil) {
			continue
		}
		if was == nil {
			was, confidence = d.elsewhere(u), u.Confidence
		}
		if u.Open && was != nil && !d.hasNewName(was) && !d.hidNothing(u, was) {
			continue // a replaced definition may exist
		}
		if was == nil && u.Kind == graph.Imports {
			was, confidence = d.goneFile(u)
		}
		if was == nil || confidence < finding.MinBreakConfidence || seen[place{u.Path, u.Line, was}] || madeTogether(was, u.Source) {
			continue
		}
		seen[place{u.Path, u.Line, was}] = true
		uses = append(uses, dangling{u, was, confidence, in, false})
	}
	return uses
}

// mayDangle returns the names of uses that can have lost their meaning: those of gone symbols, and
// those of uses that are judged without one.
func (d *detector) mayDangle(gone map[string][]*graph.Node) map[string]bool {
	names := make(map[string]bool, len(gone))
	for name := range gone {
		names[name] = true
	}
	for i := range d.Head.Unresolved {
		if u := &d.Head.Unresolved[i]; !u.Outside && (u.Kind == graph.Imports || u.Builds != 0) {
			names[u.Name] = true // see goneFile and elsewhere
		}
	}
	return names
}

// takesInMore reports whether the change touches files that are neither code nor documents: a
// symbol may then come from outside the repository or be generated by the build.
func (d *detector) takesInMore() bool {
	for i := range d.Set.Files {
		path := cmp.Or(d.Set.Files[i].NewPath, d.Set.Files[i].OldPath)
		if d.Head.Node("File:"+path) == nil && d.Base.Node("File:"+path) == nil && change.KindOf(path).Role.Hangs() {
			return true
		}
	}
	return false
}

// hasNewName reports whether a symbol of base has another name in head, at the same place.
func (d *detector) hasNewName(n *graph.Node) bool {
	h := d.Set.HeadOf(n)
	return h != nil && h.Name != n.Name && d.Set.HeadOf(n.Parent) == h.Parent
}

// hidNothing reports whether the removed symbol was cannot have hidden another meaning of a plain
// name in head. Types hide nothing at the top level, or inside a removed type, if the members that
// the enclosing types inherit are unchanged.
func (d *detector) hidNothing(u *graph.Unresolved, was *graph.Node) bool {
	if owner := d.Head.Node(u.Owner); owner != nil && owner.Label != graph.File && owner.Label != graph.Folder {
		return false // a member access
	}
	for was.Label.IsType() && was.Parent != nil && was.Parent.Label.IsType() && d.Set.HeadOf(was.Parent) == nil {
		was = was.Parent
	}
	if !was.Label.IsType() || was.Parent != nil && was.Parent.Label != graph.File || u.Source == nil {
		return false
	}
	for n := u.Source; n != nil; n = n.Parent {
		if b := d.Set.BaseOf(n); n.Label.IsType() && (b == nil || b.SignatureHash != n.SignatureHash) {
			return false
		}
	}
	return true
}

// goneByName returns the removed and moved symbols of base by name.
func (d *detector) goneByName() map[string][]*graph.Node {
	gone := make(map[string][]*graph.Node)
	for i := range d.Set.Symbols {
		c := &d.Set.Symbols[i]
		if c.Base != nil && c.Base.Label != graph.File && c.Type != change.Modified && !d.Damaged[c.Base.Path] && !d.Misread(c.Base) {
			gone[c.Base.Name] = append(gone[c.Base.Name], c.Base)
		}
	}
	return gone
}

// A use is a use of a missing name, without its line.
type use struct {
	source, owner, name string
}

func (d *detector) useKey(u *graph.Unresolved, g *graph.Graph) use {
	source, owner := u.Path, u.Owner
	if u.Source != nil {
		source = u.Source.ID
	}
	if g == d.Base {
		if h := d.Set.HeadOf(u.Source); h != nil {
			source = h.ID
		}
		if h := d.Set.HeadOf(d.Base.Node(owner)); h != nil {
			owner = h.ID
		}
	}
	return use{source, owner, u.Name}
}

// unresolvedInBase returns the uses of base whose name is missing and one of names.
func (d *detector) unresolvedInBase(names map[string]bool) map[use][]*graph.Unresolved {
	known := make(map[use][]*graph.Unresolved)
	for i := range d.Base.Unresolved {
		if u := &d.Base.Unresolved[i]; !u.Void && !u.Traced && names[u.Name] {
			k := d.useKey(u, d.Base)
			known[k] = append(known[k], u)
		}
	}
	return known
}

// meant returns the symbol of base that a use of head refers to, and the confidence. A use that
// base resolved at the same place is the best evidence; otherwise the owner must have had the name.
func (d *detector) meant(u *graph.Unresolved, gone []*graph.Node) (*graph.Node, float64) {
	source := d.Set.BaseOf(u.Source)
	var best *graph.Node
	confidence := 0.0
	for _, n := range gone {
		if source != nil && d.mayOwn(u.Owner, n) {
			if c := d.usedBy(source, n); c > 0 && max(c, u.Confidence) > confidence {
				best, confidence = n, max(c, u.Confidence)
			}
		}
	}
	if best != nil {
		return best, confidence
	}
	for _, n := range gone {
		if d.owned(u.Owner, n) {
			return n, u.Confidence
		}
	}
	return nil, 0
}

// mayOwn reports whether the owner that lacks a name in head can have owned a symbol of base: a
// file module never owned a member of a type.
func (d *detector) mayOwn(ownerID string, n *graph.Node) bool {
	owner := d.Head.Node(ownerID)
	return owner == nil || owner.Label != graph.File || n.Parent == nil || !n.Parent.Label.IsType()
}

// usedBy returns the highest confidence of the edges of base from source, or from its file, to n; 0
// when there is none.
func (d *detector) usedBy(source, n *graph.Node) float64 {
	confidence := 0.0
	for _, e := range d.Base.In(n) {
		if e.Type != graph.Calls && e.Type != graph.References && e.Type != graph.Imports {
			continue
		}
		if e.Source == source || e.Source.Label == graph.File && e.Source.Path == source.Path {
			confidence = max(confidence, e.Confidence)
		}
	}
	return confidence
}

// owned reports whether n belonged, in base, to the owner that lacks its name in head: a type or
// its supertype, a file or one that it re-exports, a folder.
func (d *detector) owned(ownerID string, n *graph.Node) bool {
	if ownerID == "" {
		return false
	}
	owner := d.Set.BaseOf(d.Head.Node(ownerID))
	if owner == nil {
		owner = d.Base.Node(ownerID)
	}
	switch {
	case owner == nil:
		return n.Parent != nil && n.Parent.ID == ownerID
	case n.Parent == owner:
		return true
	case owner.Label == graph.Folder:
		return path.Dir(n.Path) == owner.Path && (n.Parent == nil || n.Parent.Label == graph.File)
	case owner.Label == graph.File:
		return n.Path == owner.Path && (n.Parent == nil || n.Parent.Label == graph.File) ||
			d.Base.Find(owner, graph.Imports, n) != nil
	}
	return n.Parent != nil && finding.Inherits(d.Base, owner, n.Parent)
}

// fate returns the change of a symbol of base.
func (d *detector) fate(n *graph.Node) finding.Cause {
	h := d.Set.HeadOf(n)
	switch {
	case h == nil, d.isDeclaredOnly(n):
		return finding.Cause{Kind: finding.Removed, Symbol: finding.RefOf(n)}
	case h.Name != n.Name:
		return finding.Cause{Kind: finding.Renamed, Symbol: finding.RefOf(n), Became: h.Name}
	case h.Path != n.Path:
		return finding.Cause{Kind: finding.Moved, Symbol: finding.RefOf(n), Became: h.Path}
	}
	return finding.Cause{Kind: finding.Requalified, Symbol: finding.RefOf(n), Became: h.Qualified}
}

// goneFacts returns the evidence that a use in head refers to the removed symbol was.
func (d *detector) goneFacts(u *graph.Unresolved, was *graph.Node) []finding.Fact {
	file, line := d.definition(was)
	facts := []finding.Fact{{Kind: finding.DefinedInBase, Sites: []finding.Site{{Path: file, Line: line}}}}
	if source := d.Set.BaseOf(u.Source); source != nil && d.usedBy(source, was) > 0 {
		facts = append(facts, finding.Fact{Kind: finding.UsedInBase, Symbols: []finding.Ref{finding.RefOf(source)}})
	}
	if d.isDeclaredOnly(was) {
		h := d.Named(was.Name)[0]
		return append(facts, finding.Fact{Kind: finding.StillDeclared, Sites: []finding.Site{{Path: h.Path, Line: h.Line}}})
	}
	if owner := d.Head.Node(u.Owner); owner != nil {
		facts = append(facts, finding.Fact{Kind: finding.OwnerLacks, Symbols: []finding.Ref{finding.RefOf(owner)}, Text: u.Name})
	}
	return facts
}

// howUsed returns the value of Effect.How for a use.
func howUsed(t graph.EdgeType) string {
	switch t {
	case graph.Calls:
		return "called"
	case graph.Imports:
		return "imported"
	}
	return "used"
}
