package contract

import (
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// A tracer finds uses of what is gone in languages in which what is not in the repository may
// have any name (finding.Tracing): a line that stands as it did in base and meant a symbol
// there that is gone, where nothing that the change wrote can have taken its place.
type tracer struct {
	*detector
	lacking map[spot][]*graph.Unresolved // the traced ones of head
	said    map[string]map[int]bool      // memo of explained, for the name below
	saidOf  string
}

// A spot is a name on a line of head.
type spot struct {
	path string
	line int
	name string
}

func newTracer(d *detector) *tracer {
	t := &tracer{detector: d, lacking: make(map[spot][]*graph.Unresolved)}
	for i := range d.Head.Unresolved {
		if u := &d.Head.Unresolved[i]; u.Traced {
			k := spot{u.Path, u.Line, u.Name}
			t.lacking[k] = append(t.lacking[k], u)
		}
	}
	return t
}

// tracedUses returns the uses that lost what they meant, but for whether the name stands there
// as code; see written.
func tracedUses(d *detector) []dangling {
	if len(d.Tracing) == 0 {
		return nil
	}
	t := newTracer(d)
	var uses []dangling
	for i := range d.Set.Symbols {
		c := &d.Set.Symbols[i]
		switch n := c.Base; {
		case n == nil:
		case t.isUndefined(c):
			uses = append(uses, t.usesOf(n, true)...)
		case t.isGone(c) && !t.mayHaveHeir(n):
			uses = append(uses, t.usesOf(n, false)...)
		}
	}
	return append(uses, t.includes()...)
}

// isGone reports whether no symbol of head can be what the symbol of base was: its name is
// free, or only others have it.
func (t *tracer) isGone(c *change.Symbol) bool {
	n := c.Base
	switch {
	case c.Type == change.Modified, t.Damaged[n.Path], n.Label == graph.File, n.Label == graph.Namespace, n.Label == graph.Constructor:
		return false
	case c.Head != nil && c.Head.Name == n.Name:
		return false // it has moved, and how code finds it there is not known for certain
	case c.Head != nil && t.Tracing[n.Language].Folded && strings.EqualFold(c.Head.Name, n.Name):
		return false // it still has that name
	case n.Label == graph.Method && n.Parent != nil && !n.Parent.Label.IsType() && n.Parent.Label != graph.File:
		return false // of a type from outside, by what gave it the method
	case t.Tracing[n.Language].Textual && standsInFront(n):
		return false
	}
	return true
}

// standsInFront reports whether a symbol is a macro that may have hidden a function of the system
// of the same name, which the name means without it: #define open _open. Macros in capitals have
// names of their own.
func standsInFront(n *graph.Node) bool {
	return strings.HasPrefix(n.Signature.Text, "#define") && strings.ToUpper(n.Name) != n.Name
}

// isUndefined reports whether a function lost its definition and is still declared where it was:
// what calls it compiles, and is not linked.
func (t *tracer) isUndefined(c *change.Symbol) bool {
	n := c.Base
	return t.Tracing[n.Language].Textual && !t.Damaged[n.Path] && !t.rebuilt() && t.isDeclaredOnly(n) &&
		!slices.ContainsFunc(t.Named(n.Name), func(m *graph.Node) bool { return t.Set.InDiff(change.InHead, m.Path, m.Line) })
}

// mayHaveHeir reports whether the change gives the name of n to another symbol of the same
// languages.
func (t *tracer) mayHaveHeir(n *graph.Node) bool {
	return slices.ContainsFunc(t.Named(n.Name), func(m *graph.Node) bool {
		was := t.Set.BaseOf(m)
		return was == nil || was.Name != m.Name || was.Path != m.Path || t.Set.HeadOf(was.Parent) != m.Parent
	})
}

// usesOf returns the uses of a symbol that is gone, or undefined, one for a line.
func (t *tracer) usesOf(n *graph.Node, undefined bool) []dangling {
	var uses []dangling
	seen := make(map[spot]bool)
	for _, e := range t.Base.In(n) {
		tracing, traced := t.Tracing[e.Source.Language]
		if !traced || !finding.IsUse(e.Type) || e.Type == graph.MayCall || confidence(e) < finding.MinBreakConfidence || t.Damaged[e.Source.Path] {
			continue
		}
		for _, s := range e.Sites {
			file, line, kept := t.Set.HeadLine(e.Source.Path, s.Line)
			at := spot{file, line, n.Name}
			if !kept || seen[at] || !undefined && t.isSaid(at) || t.Damaged[file] {
				continue
			}
			user := t.Set.HeadOf(e.Source)
			if user == nil {
				user = t.Head.Node("File:" + file)
			}
			if user == nil || user.Path != file || !undefined && !t.lost(n, e, at, user, tracing) {
				continue
			}
			seen[at] = true
			uses = append(uses, dangling{&graph.Unresolved{Source: user, Name: n.Name, Owner: ownerID(t.Set.HeadOf(n.Parent)), Path: file, Line: line,
				Kind: howUsedAs(e.Type), Confidence: confidence(e), Rule: e.Rule, Traced: true}, n, confidence(e), 0})
		}
	}
	return t.standBehind(uses)
}

// standBehind marks the uses that fail with an import of the same symbol, where imports bind
// names: those of files that import it, and of what passes it on.
func (t *tracer) standBehind(uses []dangling) []dangling {
	direct := make(map[string]bool)
	for _, u := range uses {
		if u.Kind == graph.Imports && u.Rule != reexportRule {
			direct[u.Path] = true
		}
	}
	if len(direct) == 0 {
		return uses
	}
	for _, u := range uses {
		if t.Tracing[u.Source.Language].ImportsBind && (u.Rule == reexportRule || u.Kind != graph.Imports && direct[u.Path]) {
			u.Behind = true
		}
	}
	return uses
}

func ownerID(n *graph.Node) string {
	if n == nil {
		return ""
	}
	return n.ID
}

// howUsedAs is the kind of use that an edge stands for.
func howUsedAs(e graph.EdgeType) graph.EdgeType {
	if e == graph.Calls || e == graph.Imports {
		return e
	}
	return graph.References
}

// reexportRule is the rule of resolution of what an import passes on.
const reexportRule = 5

// extensionRule is the rule of resolution of members that stand outside of their type.
const extensionRule = 15

// confidence is that of an edge. An extension is found by its name and what the file sees of
// it: nothing but its loss makes the same line mean nothing.
func confidence(e *graph.Edge) float64 {
	if e.Rule == extensionRule {
		return max(e.Confidence, finding.MinBreakConfidence)
	}
	return e.Confidence
}

// isSaid reports whether head knows what the name on a line means.
func (t *tracer) isSaid(at spot) bool {
	if t.saidOf != at.name || t.said == nil {
		t.said, t.saidOf = make(map[string]map[int]bool), at.name
		for _, n := range t.Named(at.name) {
			for _, e := range t.Head.In(n) {
				if t.said[e.Source.Path] == nil {
					t.said[e.Source.Path] = make(map[int]bool)
				}
				for _, s := range e.Sites {
					t.said[e.Source.Path][s.Line] = true
				}
			}
		}
	}
	return t.said[at.path][at.line]
}

// lost reports whether a use on a line that was kept certainly means nothing in head.
func (t *tracer) lost(n *graph.Node, e *graph.Edge, at spot, user *graph.Node, tracing finding.Tracing) bool {
	h := t.Set.HeadOf(n)
	renamed := h != nil && h.Name != n.Name
	if t.Opened != nil && t.Opened(at.path) {
		return false // a new import may bring the name
	}
	if n.Parent == nil || !n.Parent.Label.IsType() || e.Rule == extensionRule { // else it fails with its type
		return renamed || !t.rebuilt()
	}
	owner := t.Set.HeadOf(n.Parent)
	if owner == nil || owner.SignatureHash != n.Parent.SignatureHash || n.Override {
		return false // what it takes members from may be new
	}
	if e.Type == graph.Imports || n.Label == graph.EnumMember {
		return true
	}
	for _, u := range t.lacking[at] {
		of := t.Head.Node(u.Owner)
		if of != nil && (finding.Inherits(t.Head, of, owner) || isInside(of, owner)) && (!u.Open || tracing.SaidOverrides) {
			return true
		}
	}
	return e.Type != graph.Calls && tracing.SaidOverrides && t.standsIn(user, owner)
}

func isInside(n, outer *graph.Node) bool {
	for ; n != nil; n = n.Parent {
		if n == outer {
			return true
		}
	}
	return false
}

// standsIn reports whether code of a symbol has the members of a type without naming it.
func (t *tracer) standsIn(user, owner *graph.Node) bool {
	for n := user; n != nil; n = n.Parent {
		if n.Label.IsType() && finding.Inherits(t.Head, n, owner) {
			return true
		}
	}
	return false
}

// rebuilt reports whether the change touches a file that says with what the code is built:
// something from outside may have what was removed here.
func (t *tracer) rebuilt() bool {
	for i := range t.Set.Files {
		if k := change.KindOf(t.Set.Files[i].Path()); k.Role == change.Build || k.Noun == "manifest" {
			return true
		}
	}
	return false
}

// includes returns the imports by path of files that are gone.
func (t *tracer) includes() []dangling {
	var uses []dangling
	for i := range t.Set.Files {
		f := &t.Set.Files[i]
		n := t.Base.Node("File:" + f.OldPath)
		if n == nil || f.OldPath == f.NewPath || f.OldPath == "" || t.addsFile(path.Base(f.OldPath)) || t.rebuilt() {
			continue
		}
		for _, e := range t.Base.In(n) {
			if !t.Tracing[e.Source.Language].Textual || e.Type != graph.Imports || e.Source.Label != graph.File {
				continue
			}
			for _, s := range e.Sites {
				file, line, kept := t.Set.HeadLine(e.Source.Path, s.Line)
				user := t.Head.Node("File:" + file)
				if !kept || user == nil || t.importsAt(user, line) {
					continue
				}
				uses = append(uses, dangling{&graph.Unresolved{Source: user, Name: n.Name, Path: file, Line: line, Kind: graph.Imports,
					Confidence: e.Confidence, Rule: e.Rule, Traced: true}, n, e.Confidence, 0})
			}
		}
	}
	return uses
}

func (t *tracer) addsFile(base string) bool {
	for i := range t.Set.Files {
		if f := &t.Set.Files[i]; f.OldPath != f.NewPath && path.Base(f.NewPath) == base {
			return true
		}
	}
	return false
}

func (t *tracer) importsAt(file *graph.Node, line int) bool {
	return slices.ContainsFunc(t.Head.Out(file), func(e *graph.Edge) bool {
		return e.Type == graph.Imports && slices.ContainsFunc(e.Sites, func(s graph.Site) bool { return s.Line == line })
	})
}

// written keeps the uses whose name stands in code on their line, where no line that the
// change adds writes the name too: it may bind it.
func (d *detector) written(uses []dangling) []dangling {
	return slices.DeleteFunc(uses, func(u dangling) bool {
		if u.was.Label == graph.File {
			return false
		}
		stands, bound := false, false
		for _, m := range d.Written[u.Name] {
			switch {
			case m.Kind == finding.InConfig && d.isDeclaredOnly(u.was):
				bound = true // assembler may define it
			case m.Kind != finding.InCode:
			case m.Path == u.Path && m.Line == u.Line:
				stands = true
			case d.Set.InDiff(change.InHead, m.Path, m.Line) && (m.Path == u.Path || d.Tracing[u.Source.Language].Textual):
				bound = true
			}
		}
		return !stands || bound
	})
}

// isDeclaredOnly reports whether all that head has of the name of a function are declarations.
func (d *detector) isDeclaredOnly(n *graph.Node) bool {
	declared := d.Named(n.Name)
	return n.Label == graph.Function && !n.Declared && len(declared) > 0 && !slices.ContainsFunc(declared, func(m *graph.Node) bool { return m.Label != graph.Function || !m.Declared })
}

// namesOf returns the names of uses.
func namesOf(uses []dangling) []string {
	var names []string
	for _, u := range uses {
		if u.was.Label != graph.File {
			names = append(names, u.Name)
		}
	}
	return names
}

// lostExtensions returns the calls of an extension that do not follow its change: those of
// callers that stand as they did, on a line that means no function of the name any more.
func (d *detector) lostExtensions(c *change.Symbol) []finding.Finding {
	if len(d.Tracing) == 0 || c.Base.Name != c.Head.Name || !c.Base.Signature.Known || !c.Head.Signature.Known {
		return nil
	}
	t := &tracer{detector: d}
	var findings []finding.Finding
	for _, e := range d.Base.In(c.Base) {
		user := d.Set.HeadOf(e.Source)
		if _, traced := d.Tracing[e.Source.Language]; !traced || e.Type != graph.Calls || e.Rule != extensionRule || user == nil || user.BodyHash != e.Source.BodyHash {
			continue
		}
		for i, s := range e.Sites {
			file, line, kept := d.Set.HeadLine(e.Source.Path, s.Line)
			if !kept || s.Call == nil || i > 0 && e.Sites[i-1].Line == s.Line || t.isSaid(spot{file, line, c.Head.Name}) || d.Opened != nil && d.Opened(file) {
				continue
			}
			before, _ := fits(s.Call, &c.Base.Signature)
			after, effect := fits(s.Call, &c.Head.Signature)
			if before != fitting || after != misfit {
				continue
			}
			in := graph.Edge{Source: user, Target: c.Head, Type: graph.Calls, Confidence: confidence(e), Rule: e.Rule}
			f := atCall(c, &in, graph.Site{Line: line, Call: s.Call}, blame(c, isParameter), effect)
			f.Facts = []finding.Fact{{Kind: finding.Repeated}}
			findings = append(findings, f)
		}
	}
	return findings
}
