package structure

import (
	_ "embed" // the examples
	"path"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

const (
	// minArea is the minimum number of members of a community that counts as an area.
	minArea = 12
	// dependencyConfidence is the minimum confidence of an edge that connects two areas.
	dependencyConfidence = 0.9
)

//go:embed rule_new_dependency.examples
var newDependencyExamples string

// NewDependency is the rule new-dependency.
func NewDependency() finding.Rule {
	return finding.Rule{
		Name:     "new-dependency",
		Class:    finding.Behaviour,
		Severity: finding.Info,
		Summary:  "Code of one area uses another area that it had nothing to do with before.",
		Doc: `Areas are the communities of base: symbols that use each other more than they use the rest. Between two of them, each
of at least twelve members, base had no call, reference or inheritance in either direction, and head has one between two symbols
that base had too.

Silent for tests and generated code, for uses that are not certain, between areas of one name, within a folder, and between
folders that had to do with each other.

symbol is what is used, in head, caller the symbol that uses it, related the definition of what is used; path:line is the use.`,
		Examples: finding.Examples(newDependencyExamples),
		Look:     look(newDependencies),
	}
}

// A border is a pair of communities, the smaller index first.
type border struct{ a, b int }

func newDependencies(d *detector) []finding.Finding {
	if d.CommunityOf == nil {
		return nil
	}
	// Most changes add no edge between areas: look at head first.
	first := make(map[border]*graph.Edge)
	var order []border
	for i := range d.Set.Symbols {
		c := &d.Set.Symbols[i]
		if c.Base == nil || c.Head == nil {
			continue
		}
		for _, e := range d.Head.Out(c.Head) {
			if len(e.Sites) == 0 || d.Set.BaseOf(e.Target) == nil || d.Existed(e) {
				continue // before membership is asked for, which takes long in head
			}
			if k, ok := d.crosses(e); ok && first[k] == nil {
				first[k] = e
				order = append(order, k)
			}
		}
	}
	var findings []finding.Finding
	for _, k := range order {
		e := first[k]
		if p := d.baseFolders(e); p[0] == p[1] || d.met(k) || d.metIn(p) {
			continue
		}
		from, to := &d.Communities[d.CommunityOf(e.Source)], &d.Communities[d.CommunityOf(e.Target)]
		findings = append(findings, finding.Finding{
			Confidence: e.Confidence,
			Path:       e.Source.Path, Line: e.Sites[0].Line, Side: change.InHead,
			Symbol: e.Target, Caller: e.Source,
			Related: finding.Related{Symbol: e.Target, Path: e.Target.Path, Line: e.Target.Line, Side: change.InHead},
			Cause:   finding.Cause{Kind: finding.UseAdded, Symbol: finding.RefOf(e.Source), Other: finding.RefOf(e.Target)},
			Effect:  finding.Effect{Kind: finding.AreasJoined, Names: []string{from.Label, to.Label}},
			Facts:   []finding.Fact{{Kind: finding.AreasApart, Counts: []int{len(from.Members), len(to.Members)}}},
		})
	}
	return findings
}

// met reports whether an edge of base connects two communities.
func (d *detector) met(k border) bool {
	few := d.Communities[k.a].Members
	if other := d.Communities[k.b].Members; len(other) < len(few) {
		few = other
	}
	return slices.ContainsFunc(few, func(n *graph.Node) bool {
		return d.touches(n, func(e *graph.Edge) bool { at, ok := d.border(e); return ok && at == k })
	})
}

// metIn reports whether an edge of base connects two communities in two folders.
func (d *detector) metIn(folders [2]string) bool {
	for i := range d.Communities {
		for _, n := range d.Communities[i].Members {
			if path.Dir(n.Path) == folders[0] && d.touches(n, func(e *graph.Edge) bool {
				_, ok := d.border(e)
				return ok && pair(e.Source.Path, e.Target.Path) == folders
			}) {
				return true
			}
		}
	}
	return false
}

// touches reports whether an edge of base that starts or ends at a node is as asked.
func (d *detector) touches(n *graph.Node, asked func(*graph.Edge) bool) bool {
	return slices.ContainsFunc(d.Base.Out(n), asked) || slices.ContainsFunc(d.Base.In(n), asked)
}

// baseFolders returns the folders that an edge of head connects, as they were in base.
func (d *detector) baseFolders(e *graph.Edge) [2]string {
	return pair(d.Set.BasePath(e.Source.Path), d.Set.BasePath(e.Target.Path))
}

// pair returns the folders of two files, sorted.
func pair(file, other string) [2]string {
	a, b := path.Dir(file), path.Dir(other)
	return [2]string{min(a, b), max(a, b)}
}

// border returns the communities that an edge connects, false where it connects none.
func (d *detector) border(e *graph.Edge) (border, bool) {
	switch e.Type {
	case graph.Calls, graph.References, graph.Extends, graph.Implements, graph.Overrides:
	default:
		return border{}, false
	}
	a, b := d.CommunityOf(e.Source), d.CommunityOf(e.Target)
	return border{min(a, b), max(a, b)}, a >= 0 && b >= 0 && a != b
}

// crosses is border for certain edges between code of two sufficiently large areas.
func (d *detector) crosses(e *graph.Edge) (border, bool) {
	if e.Confidence < dependencyConfidence || e.Source.Test || e.Target.Test || e.Source.Generated || e.Target.Generated {
		return border{}, false
	}
	k, ok := d.border(e)
	if !ok || len(d.Communities[k.a].Members) < minArea || len(d.Communities[k.b].Members) < minArea ||
		d.Communities[k.a].Area == d.Communities[k.b].Area {
		return border{}, false
	}
	return k, true
}
