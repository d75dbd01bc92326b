// Package merge finds what breaks by merging two branches, each of which works alone.
//
// In: a finding.Comparison with branches, and the rules of breaks. Out: findings of the rule
// merge-skew, with places on the sides of the merge.
//
// Invariants: nothing is reported for conflicting files, nor for breaks of one side alone.
package merge

import (
	_ "embed" // the examples
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

//go:embed rule_merge_skew.examples
var mergeSkewExamples string

// MergeSkew is the rule merge-skew, which applies the rules breaks to merges.
func MergeSkew(breaks []finding.Rule) finding.Rule {
	return finding.Rule{
		Name:     "merge-skew",
		Class:    finding.Break,
		Severity: finding.Error,
		Summary:  "Another branch changed something that this one uses, or the other way round: git merges both and the result is broken.",
		Doc: `Where the base branch has moved on since head left it, and for the branch of ` + "`--against`" + `, the merge of both is made as
git makes it and resolved like any other state. What breaks by going from head to the merge is what they changed under us; what
breaks by going from their tip to the merge is what we changed under them. It is reported where no side has it alone. Files that
git cannot merge are left out, and so is all that is defined in them.

path:line is the site; it is on side other where only their branch has it. symbol is what changed, in their tip or in head, in
the common ancestor when it was removed; related its definition there; against the name of the branch.`,
		Examples: finding.Examples(mergeSkewExamples),
		Look: func(c *finding.Comparison) finding.Search {
			return finding.Search{Find: func() []finding.Finding { return skews(c, breaks) }}
		},
	}
}

func skews(d *finding.Comparison, breaks []finding.Rule) []finding.Finding {
	var findings []finding.Finding
	for i := range d.Branches {
		b := &d.Branches[i]
		s := skew{
			branch: b, breaks: breaks, ours: breaksOf(b.Ours, breaks), theirs: breaksOf(b.Theirs, breaks),
			doubt: namesIn(b.Conflicts, b.Ours.Head, b.Theirs.Head), seen: make(map[skewSite]bool),
		}
		findings = append(findings, s.of(direction{
			onto: &b.OntoOurs, other: &b.OntoTheirs, own: &b.Ours, theirs: &b.Theirs, site: change.InHead, changed: finding.InOther,
		})...)
		findings = append(findings, s.of(direction{
			onto: &b.OntoTheirs, other: &b.OntoOurs, own: &b.Theirs, theirs: &b.Ours, site: finding.InOther, changed: change.InHead,
		})...)
	}
	return findings
}

// namesIn returns the names of the nodes that graphs have in some files.
func namesIn(files map[string]bool, graphs ...*graph.Graph) map[string]bool {
	names := make(map[string]bool)
	if len(files) == 0 {
		return names
	}
	for _, g := range graphs {
		for _, n := range g.Nodes {
			if files[n.Path] {
				names[n.Name] = true
			}
		}
	}
	return names
}

// breaksOf returns the breaks of a change without a merge.
func breaksOf(in finding.Input, breaks []finding.Rule) []finding.Finding {
	findings, _ := finding.Run(in, breaks) // only Mentions can fail
	return findings
}

// A skew finds the breaks of one merge.
type skew struct {
	branch       *finding.Branch
	breaks       []finding.Rule
	ours, theirs []finding.Finding // breaks of each side alone
	doubt        map[string]bool   // names that are defined in conflicting files
	seen         map[skewSite]bool
}

type skewSite struct {
	path string
	line int
	name string
}

// A direction is one of the two ways to look at the merge: one side has the uses, the other one
// changed the symbols.
type direction struct {
	onto, other   *finding.Input // tip with the sites to the merge, the other tip to the merge
	own, theirs   *finding.Input // the ancestor to each of these tips
	site, changed change.Side
}

func (s *skew) of(d direction) []finding.Finding {
	alone := make(map[string]bool) // breaks of the changing side without the merge
	changing := s.theirs
	if d.changed == change.InHead {
		changing = s.ours
	}
	for i := range changing {
		alone[key(&changing[i], func(n *graph.Node) string { return origin(d.theirs, n) })] = true
	}
	var findings []finding.Finding
	for _, f := range breaksOf(*d.onto, s.breaks) {
		if s.inDoubt(&f) || alone[key(&f, d.origin)] {
			continue
		}
		at := skewSite{f.Path, f.Line, f.Symbol.Name}
		if s.seen[at] {
			continue
		}
		if out, ok := s.report(d, &f); ok && !s.known(&out) {
			s.seen[at] = true
			findings = append(findings, out)
		}
	}
	return findings
}

// inDoubt reports whether a finding contains a name that is defined in a conflicting file.
func (s *skew) inDoubt(f *finding.Finding) bool {
	c := s.branch.Conflicts
	return c[f.Path] || c[f.Symbol.Path] || c[f.Related.Path] || s.doubt[f.Symbol.Name]
}

// known reports whether the place is also broken without the merge.
func (s *skew) known(f *finding.Finding) bool {
	alone := s.ours
	if f.Side == finding.InOther {
		alone = s.theirs
	}
	for i := range alone {
		if a := &alone[i]; a.Side == change.InHead && a.Path == f.Path && a.Line == f.Line {
			return true
		}
	}
	return false
}

func key(f *finding.Finding, origin func(*graph.Node) string) string {
	return strings.Join([]string{f.Rule, origin(f.Symbol), origin(f.Caller)}, "\x00")
}

// origin returns the ID that a node of either side of a change has in its base, its
// own when it is new.
func origin(in *finding.Input, n *graph.Node) string {
	if n == nil {
		return ""
	}
	if in.Head.Has(n) {
		if b := in.Set.BaseOf(n); b != nil {
			return b.ID
		}
	}
	return n.ID
}

// origin returns the ID that a node of the merge, or of the side with the sites, has
// in the common ancestor.
func (d *direction) origin(n *graph.Node) string {
	if n == nil {
		return ""
	}
	if !d.onto.Head.Has(n) {
		return origin(d.own, n)
	}
	if o := d.other.Set.BaseOf(n); o != nil {
		return origin(d.theirs, o)
	}
	if o := d.onto.Set.BaseOf(n); o != nil {
		return origin(d.own, o)
	}
	return n.ID
}

// definition returns the definition of a node of the merge, or of the side with the uses, as a
// reader finds it: on the side that changed it, or in the ancestor when that side removed it.
func (d *direction) definition(n *graph.Node) (*graph.Node, change.Side) {
	if d.onto.Head.Has(n) {
		if o := d.other.Set.BaseOf(n); o != nil {
			return o, d.changed
		}
		return d.onto.Set.BaseOf(n), d.site
	}
	if b := d.own.Set.BaseOf(n); b != nil {
		return b, change.InBase
	}
	return n, d.site
}

// report converts a finding about the merge to one about its sides; false when the place is on
// neither.
func (s *skew) report(d direction, f *finding.Finding) (finding.Finding, bool) {
	out := finding.Finding{
		Confidence: f.Confidence, Severity: f.Severity, Against: s.branch.Name, Side: d.site, Builds: f.Builds,
		Cause: f.Cause, Effect: f.Effect, Facts: d.facts(f),
	}
	if d.changed == finding.InOther {
		out.Cause.Side = finding.InOther
	}
	from := d.onto
	path, line, ok := from.Set.BaseLine(f.Path, f.Line)
	if !ok {
		from, out.Side = d.other, d.changed
		path, line, ok = from.Set.BaseLine(f.Path, f.Line)
	}
	if !ok {
		return out, false
	}
	out.Path, out.Line = path, line
	if f.Caller != nil {
		if out.Caller = from.Set.BaseOf(f.Caller); out.Caller == nil {
			return out, false
		}
	}
	for _, u := range f.Also {
		if path, line, ok := from.Set.BaseLine(u.Path, u.Line); ok {
			out.Also = append(out.Also, finding.Use{Caller: from.Set.BaseOf(u.Caller), Path: path, Line: line})
		}
	}
	symbol, side := d.definition(f.Symbol)
	if symbol == nil {
		return out, false
	}
	out.Symbol = symbol
	if f.Related.Symbol != nil && f.Related.Symbol != f.Symbol {
		if other, at := d.definition(f.Related.Symbol); other != nil {
			symbol, side = other, at
		}
	}
	out.Related = finding.Related{Symbol: symbol, Path: symbol.Path, Line: symbol.Line, Side: side}
	return out, true
}

func (d *direction) facts(f *finding.Finding) []finding.Fact {
	facts := []finding.Fact{{Kind: finding.MergedSilently, Text: f.Rule}}
	if d.onto.Head.Has(f.Symbol) {
		if was := d.onto.Set.BaseOf(f.Symbol); was != nil && was.Signature.Text != f.Symbol.Signature.Text {
			facts = append(facts, finding.Signatures(was, f.Symbol)...)
		}
	}
	return facts
}
