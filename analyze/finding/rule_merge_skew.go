package finding

import (
	_ "embed" // the examples
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// InOther is the side of places that only the branch has that head is merged with.
const InOther change.Side = "other"

// A Branch is what head will be merged with, with the four changes between their
// common ancestor, both tips and the merge.
type Branch struct {
	Name   string
	Ours   Input // ancestor to head
	Theirs Input // ancestor to the tip of the branch
	// OntoOurs is what the merge adds to head, which is what they changed; OntoTheirs
	// what it adds to their tip.
	OntoOurs, OntoTheirs Input
	// Conflicts are the paths that git leaves to a person: nothing is said of them.
	Conflicts map[string]bool
}

//go:embed rule_merge_skew.examples
var mergeSkewExamples string

func mergeSkew() Rule {
	return Rule{
		Name:     "merge-skew",
		Class:    Break,
		Severity: Error,
		Summary:  "Another branch changed something that this one uses, or the other way round: git merges both and the result is broken.",
		Doc: `Where the base branch has moved on since head left it, and for the branch of ` + "`--against`" + `, the merge of both is made as
git makes it and resolved like any other state. What breaks by going from head to the merge is what they changed under us; what
breaks by going from their tip to the merge is what we changed under them. It is reported where no side has it alone. Files that
git cannot merge are left out, and so is all that is defined in them.

path:line is the site; it is on side other where only their branch has it. symbol is what changed, in their tip or in head, in
the common ancestor when it was removed; related its definition there; against the name of the branch.`,
		Examples: Examples(mergeSkewExamples),
		detect:   mergeSkews,
	}
}

func mergeSkews(d *detector) []Finding {
	var findings []Finding
	for i := range d.Branches {
		b := &d.Branches[i]
		s := skew{
			branch: b, ours: breaksOf(b.Ours), theirs: breaksOf(b.Theirs),
			doubt: make(map[string]bool), seen: make(map[skewSite]bool),
		}
		for _, g := range []*graph.Graph{b.Ours.Head, b.Theirs.Head} {
			for _, n := range g.Nodes {
				if b.Conflicts[n.Path] {
					s.doubt[n.Name] = true
				}
			}
		}
		findings = append(findings, s.of(direction{
			onto: &b.OntoOurs, other: &b.OntoTheirs, own: &b.Ours, theirs: &b.Theirs, site: change.InHead, changed: InOther,
		})...)
		findings = append(findings, s.of(direction{
			onto: &b.OntoTheirs, other: &b.OntoOurs, own: &b.Theirs, theirs: &b.Ours, site: InOther, changed: change.InHead,
		})...)
	}
	return findings
}

// breaksOf returns what a change breaks by itself.
func breaksOf(in Input) []Finding {
	return newDetector(&in).apply(slices.DeleteFunc(Rules(), func(r Rule) bool { return r.Class != Break }))
}

// A skew looks for what one merge breaks.
type skew struct {
	branch       *Branch
	ours, theirs []Finding       // what each side breaks alone
	doubt        map[string]bool // names that are defined in conflicting files
	seen         map[skewSite]bool
}

type skewSite struct {
	path string
	line int
	name string
}

// A direction is one of the two ways to the merge: one side has the sites, the
// other one changed what they use.
type direction struct {
	onto, other   *Input // tip with the sites to the merge, the other tip to the merge
	own, theirs   *Input // the ancestor to each of these tips
	site, changed change.Side
}

func (s *skew) of(d direction) []Finding {
	alone := make(map[string]bool) // what the changing side breaks without us
	changing := s.theirs
	if d.changed == change.InHead {
		changing = s.ours
	}
	for i := range changing {
		alone[key(&changing[i], func(n *graph.Node) string { return origin(d.theirs, n) })] = true
	}
	var findings []Finding
	for _, f := range breaksOf(*d.onto) {
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

// inDoubt reports whether a finding speaks of what conflicts.
func (s *skew) inDoubt(f *Finding) bool {
	c := s.branch.Conflicts
	return c[f.Path] || c[f.Symbol.Path] || c[f.Related.Path] || s.doubt[f.Symbol.Name]
}

// known reports whether the place is broken without the merge.
func (s *skew) known(f *Finding) bool {
	alone := s.ours
	if f.Side == InOther {
		alone = s.theirs
	}
	for i := range alone {
		if a := &alone[i]; a.Side == change.InHead && a.Path == f.Path && a.Line == f.Line {
			return true
		}
	}
	return false
}

func key(f *Finding, origin func(*graph.Node) string) string {
	return strings.Join([]string{f.Rule, origin(f.Symbol), origin(f.Caller)}, "\x00")
}

// origin returns the ID that a node of either side of a change has in its base, its
// own when it is new.
func origin(in *Input, n *graph.Node) string {
	if n == nil {
		return ""
	}
	if in.Head.Node(n.ID) == n {
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
	if d.onto.Head.Node(n.ID) != n {
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

// definition returns where a reader finds a node of the merge or of the side with the
// sites: on the side that changed it, or in the ancestor when it is gone there.
func (d *direction) definition(n *graph.Node) (*graph.Node, change.Side) {
	if d.onto.Head.Node(n.ID) == n {
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

// report returns a finding about the merge as one about the sides it is made of;
// false when the place is on neither.
func (s *skew) report(d direction, f *Finding) (Finding, bool) {
	out := Finding{
		Confidence: f.Confidence, Severity: f.Severity, Against: s.branch.Name, Side: d.site, Builds: f.Builds,
		Cause: f.Cause, Effect: f.Effect, Facts: d.facts(f),
	}
	if d.changed == InOther {
		out.Cause.Side = InOther
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
			out.Also = append(out.Also, Use{from.Set.BaseOf(u.Caller), path, line})
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
	out.Related = Related{symbol, symbol.Path, symbol.Line, side}
	return out, true
}

func (d *direction) facts(f *Finding) []Fact {
	facts := []Fact{{Kind: MergedSilently, Text: f.Rule}}
	if d.onto.Head.Node(f.Symbol.ID) == f.Symbol {
		if was := d.onto.Set.BaseOf(f.Symbol); was != nil && was.Signature.Text != f.Symbol.Signature.Text {
			facts = append(facts, signatures(was, f.Symbol)...)
		}
	}
	return facts
}
