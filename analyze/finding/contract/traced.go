package contract

import (
	"math"
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// A tracer finds uses of removed symbols in languages in which code outside the repository may
// define any name (finding.Tracing). A use is found where an unchanged line referred to the symbol
// in base, the symbol is removed, and nothing that the change adds can replace it.
type tracer struct {
	*detector
	lacking map[spot][]*graph.Unresolved // the traced ones of head
	said    map[string]map[int]bool      // memo of isSaid, for the words below
	saidOf  saying
	files   map[string]bool               // memo of ownFiles
	inner   map[*graph.Node][]*graph.Node // memo of namings: the types in a type

	decorated map[string]bool // memo of newlyDecorated
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

// tracedUses returns the uses that lost their meaning. Whether the name is in code on that line is
// checked later, by written.
func tracedUses(d *detector) []dangling {
	if len(d.Tracing) == 0 {
		return nil
	}
	t := newTracer(d)
	var uses []dangling
	for i := range d.Set.Symbols {
		c := &d.Set.Symbols[i]
		switch n := c.Base; {
		case n == nil, isMade(n) && t.Head.Node("File:"+t.Set.HeadPath(n.Path)) == nil:
		case t.isUndefined(c):
			uses = append(uses, t.usesOf(n, true)...)
		case t.isGone(c) && !t.mayHaveHeir(n):
			uses = append(uses, t.usesOf(n, false)...)
		}
	}
	return append(uses, t.includes()...)
}

// isGone reports whether no symbol of head can be the successor of the symbol of base: its name is
// unused, or belongs to other symbols.
func (t *tracer) isGone(c *change.Symbol) bool {
	n := c.Base
	switch {
	case c.Type == change.Modified, t.Damaged[n.Path], t.Misread(n), n.Label == graph.File, n.Label == graph.Namespace, n.Label == graph.Constructor:
		return false
	case c.Head != nil && c.Head.Name == n.Name:
		return false // it has moved, and it is not certain how code refers to the new place
	case c.Head != nil && t.Tracing[n.Language].Folded && strings.EqualFold(c.Head.Name, n.Name):
		return false // it still has that name
	case isFound(n, 0) && t.isOutside(n):
		return false // it hid what has its name outside the repository
	case n.Label == graph.Method && n.Parent != nil && !n.Parent.Label.IsType() && !t.hidOnlyOwn(n):
		return false // a method of a type outside the repository, which its extension defines
	case t.Tracing[n.Language].Textual && standsInFront(n):
		return false
	case t.Tracing[n.Language].Programs != nil && (t.Tracing[n.Language].Programs(n.Name) || t.addsFile(n.Name)):
		return false // it may run a program now
	}
	return true
}

// hidOnlyOwn reports whether an extension certainly hid no member of a type from outside the repository: where the
// usual ones are known, none has the name. A type of any other package may have it.
func (t *tracer) hidOnlyOwn(n *graph.Node) bool {
	tracing := t.Tracing[n.Language]
	return tracing.SaidOverrides && len(tracing.Lent) > 0 && !tracing.Lent[n.Name] && !n.Override
}

// isOutside reports whether something outside the repository has the name of a symbol.
func (t *tracer) isOutside(n *graph.Node) bool {
	_, outside := t.Tracing[n.Language].Outside[n.Name]
	return outside
}

// isFound reports whether a symbol is found by its name, and not as a member of a type.
func isFound(n *graph.Node, rule int) bool {
	return n.Parent == nil || !n.Parent.Label.IsType() || rule == extensionRule
}

// standsInFront reports whether a symbol is a macro that may have hidden a system function of the
// same name, which the name refers to without the macro: #define open _open. Macros in capitals
// hide none.
func standsInFront(n *graph.Node) bool {
	return strings.HasPrefix(n.Signature.Text, "#") && strings.ToUpper(n.Name) != n.Name
}

// isUndefined reports whether a function lost its definition and is still declared at its place:
// its callers compile and fail to link.
func (t *tracer) isUndefined(c *change.Symbol) bool {
	n := c.Base
	return t.Tracing[n.Language].Textual && !t.Damaged[n.Path] && !t.rebuilt() && t.isDeclaredOnly(n) &&
		!slices.ContainsFunc(t.Named(n.Name), func(m *graph.Node) bool { return t.Set.InDiff(change.InHead, m.Path, m.Line) })
}

// mayHaveHeir reports whether the change gives the name of n to another symbol of the same language
// family.
func (t *tracer) mayHaveHeir(n *graph.Node) bool {
	return slices.ContainsFunc(t.Named(n.Name), func(m *graph.Node) bool {
		was := t.Set.BaseOf(m)
		return was == nil || was.Name != m.Name || was.Path != m.Path || t.Set.HeadOf(was.Parent) != m.Parent
	})
}

// usesOf returns the uses of a removed or undefined symbol, one per line.
func (t *tracer) usesOf(n *graph.Node, undefined bool) []dangling {
	var uses []dangling
	seen := make(map[spot]bool)
	for _, e := range t.namings(n) {
		tracing, traced := t.Tracing[e.Source.Language]
		if !traced || !finding.IsUse(e.Type) || e.Type == graph.MayCall || confidence(e) < finding.MinBreakConfidence || t.Damaged[e.Source.Path] {
			continue
		}
		for _, s := range e.Sites {
			file, line, kept := t.Set.HeadLine(e.Source.Path, s.Line)
			at := spot{file, line, n.Name}
			if !kept || seen[at] || t.Damaged[file] || !undefined && t.isSaid(saying{n.Name, isTopType(n)}, at) && !t.makesNothing(n, s.Call, at) && !t.isBeside(n, e.Source.Path, s.Line, at) {
				continue
			}
			user := t.Set.HeadOf(e.Source)
			if user == nil {
				user = t.Head.Node("File:" + file)
			}
			if user == nil || user.Path != file || !undefined && !t.lost(n, e, at, user, s.Call, tracing) {
				continue
			}
			seen[at] = true
			uses = append(uses, dangling{&graph.Unresolved{Source: user, Name: n.Name, Owner: ownerID(t.Set.HeadOf(n.Parent)), Path: file, Line: line,
				Kind: howUsedAs(e.Type), Confidence: confidence(e), Rule: e.Rule, Traced: true}, n, confidence(e), 0, tracing.OpenTypes && onSuper(s.Call)})
		}
	}
	return t.standBehind(uses)
}

// namings returns the edges of base at whose places n may be named: those to n, and to the types in a
// type at file level, which are named behind it.
func (t *tracer) namings(n *graph.Node) []*graph.Edge {
	edges := t.Base.In(n)
	if !n.Label.IsType() || n.Parent != nil && n.Parent.Label != graph.File {
		return edges
	}
	if t.inner == nil {
		t.inner = make(map[*graph.Node][]*graph.Node)
		for _, m := range t.Base.Nodes {
			if m.Label.IsType() && m.Parent != nil && m.Parent.Label.IsType() {
				t.inner[m.Parent] = append(t.inner[m.Parent], m)
			}
		}
	}
	edges = slices.Clip(edges)
	for _, m := range t.inner[n] {
		edges = append(edges, t.Base.In(m)...)
	}
	return edges
}

// standBehind marks the uses that fail with an import of the same symbol, in languages where
// imports bind names: the uses in files that import it directly or by a re-export.
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
		if t.Tracing[u.Source.Language].ImportsBind && (u.Rule == reexportRule && (u.Kind == graph.Imports || !t.takesAll(u)) || u.Kind != graph.Imports && direct[u.Path]) {
			u.Behind = true
		}
	}
	return uses
}

// takesAll reports whether the file of a use imports the one that defined the symbol, and head still has that: an import of
// all its names does not fail when one goes.
func (t *tracer) takesAll(u dangling) bool {
	from, of := t.Base.Node("File:"+u.Source.Path), t.Base.Node("File:"+u.was.Path)
	return from != nil && of != nil && t.Set.HeadOf(of) != nil && t.Base.Find(from, graph.Imports, of) != nil
}

func ownerID(n *graph.Node) string {
	if n == nil {
		return ""
	}
	return n.ID
}

// howUsedAs returns the kind of use of an edge type.
func howUsedAs(e graph.EdgeType) graph.EdgeType {
	if e == graph.Calls || e == graph.Imports {
		return e
	}
	return graph.References
}

// reexportRule is the number of the resolution rule for re-exports.
const reexportRule = 5

// extensionRule is the number of the resolution rule for extensions.
const extensionRule = 15

// confidence returns the confidence of an edge. It is raised for extensions: they are found by name
// among the extensions visible in the file, so that only their removal changes the meaning of the
// line.
func confidence(e *graph.Edge) float64 {
	if e.Rule == extensionRule {
		return max(e.Confidence, finding.MinBreakConfidence)
	}
	return e.Confidence
}

// A saying is a name that head may resolve. typed: what it meant in base is a type that is in no other one.
type saying struct {
	name  string
	typed bool
}

func isTopType(n *graph.Node) bool {
	return n.Label.IsType() && (n.Parent == nil || !n.Parent.Label.IsType())
}

// isSaid reports whether head resolves the name on a line.
func (t *tracer) isSaid(what saying, at spot) bool {
	if t.saidOf != what || t.said == nil {
		t.said, t.saidOf = make(map[string]map[int]bool), what
		for _, n := range t.Named(what.name) {
			if what.typed && t.standsApart(n) {
				continue
			}
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

// standsApart reports whether a use of a removed type at the top level cannot have come to mean n: n is a
// member that was there in base, with the same declaration. Members of types are nearer than the top level, so a plain
// name that could mean n did so in base, unless n is of the type itself (Color Color in C#), and is as broken then.
func (t *tracer) standsApart(n *graph.Node) bool {
	if n.Label.IsType() || n.Parent == nil || !n.Parent.Label.IsType() || n.Label.Callable() && t.Tracing[n.Language].Called != "" {
		return false
	}
	was := t.Set.BaseOf(n)
	return was != nil && was.Name == n.Name && was.SignatureHash == n.SignatureHash && was.Label == n.Label
}

// lost reports whether a use on an unchanged line certainly has no meaning in head.
func (t *tracer) lost(n *graph.Node, e *graph.Edge, at spot, user *graph.Node, call *graph.Call, tracing finding.Tracing) bool {
	h := t.Set.HeadOf(n)
	renamed := h != nil && h.Name != n.Name
	if tracing.OpenTypes {
		return (renamed || !t.rebuilt()) && t.lostOpen(n, at, user, call)
	}
	if t.Opened != nil && t.Opened(at.path) {
		return false // a new import may bring the name
	}
	if t.Starred != nil && t.Starred(at.path) && t.isLetGo(n, e.Source.Path) {
		return false // it is named by another import now
	}
	if isFound(n, e.Rule) { // other members are reported with their type
		return renamed || !t.rebuilt()
	}
	owner := t.restOf(n.Parent)
	if owner == nil && !t.mayHaveHeir(n.Parent) && !t.rebuilt() {
		return slices.ContainsFunc(t.lacking[at], func(u *graph.Unresolved) bool { return u.OfType == n.Parent.Name })
	}
	if owner == nil {
		return false
	}
	parts := t.partsOf(owner)
	if !t.hasOldBases(parts, n.Parent) {
		return false // the types that it takes members from may be new
	}
	if t.mayBeWritten(owner, n) {
		return false
	}
	if !n.Override && (e.Type == graph.Imports || n.Label == graph.EnumMember) {
		return true
	}
	if e.Rule == reexportRule && !n.Override && t.isAlone(at, user) {
		return renamed || !t.rebuilt()
	}
	if n.Label.IsType() && tracing.SaidOverrides && !n.Override && !tracing.Lent[n.Name] {
		return renamed || !t.rebuilt() // as types at file level
	}
	for _, u := range t.lacking[at] {
		of := t.Head.Node(u.Owner)
		if of != nil && t.takesFrom(of, parts) && (!u.Open || tracing.SaidOverrides && !n.Override) {
			return true
		}
	}
	return e.Type != graph.Calls && tracing.SaidOverrides && !n.Override && !tracing.Lent[n.Name] && t.standsIn(user, owner)
}

// isLetGo reports whether the change deletes an import by which a file of base named a symbol, or its namespace: what was
// defined for some builds only may come from outside in all of them (#if in C#).
func (t *tracer) isLetGo(n *graph.Node, file string) bool {
	names := func(m *graph.Node) bool {
		for p := n; p != nil; p = p.Parent {
			if p == m || p.Label == graph.Namespace && m.Label == graph.Namespace && p.Qualified == m.Qualified {
				return true
			}
		}
		return false
	}
	return slices.ContainsFunc(t.Base.Out(t.Base.Node("File:"+file)), func(e *graph.Edge) bool {
		return e.Type == graph.Imports && names(e.Target) && !slices.ContainsFunc(e.Sites, func(s graph.Site) bool {
			_, _, kept := t.Set.HeadLine(file, s.Line)
			return kept
		})
	})
}

// isAlone reports whether a plain name, which an import of all members of an object named, can mean no member of the
// types around it: all of theirs are known.
func (t *tracer) isAlone(at spot, user *graph.Node) bool {
	return slices.ContainsFunc(t.lacking[at], func(u *graph.Unresolved) bool {
		of := t.Head.Node(u.Owner)
		return of != nil && !u.Open && isInside(user, of)
	})
}

func isInside(n, outer *graph.Node) bool {
	for ; n != nil; n = n.Parent {
		if n == outer {
			return true
		}
	}
	return false
}

// standsIn reports whether code of a symbol can name the members of a type without qualification.
func (t *tracer) standsIn(user, owner *graph.Node) bool {
	for n := user; n != nil; n = n.Parent {
		if n.Label.IsType() && finding.Inherits(t.Head, n, owner) {
			return true
		}
	}
	return false
}

// rebuilt reports whether the change touches a build file: a removed name may now come from outside
// the repository.
func (t *tracer) rebuilt() bool {
	for i := range t.Set.Files {
		if change.Rebuilds(t.Set.Files[i].Path()) {
			return true
		}
	}
	return false
}

// includes returns the imports by path of removed files.
func (t *tracer) includes() []dangling {
	var uses []dangling
	for i := range t.Set.Files {
		f := &t.Set.Files[i]
		n := t.Base.Node("File:" + f.OldPath)
		if n == nil || isMade(n) || f.OldPath == f.NewPath || f.OldPath == "" || t.addsFile(path.Base(f.OldPath)) || t.rebuilt() {
			continue
		}
		for _, e := range t.Base.In(n) {
			tracing := t.Tracing[e.Source.Language]
			if !tracing.Textual && !(tracing.OpenTypes && !t.hasStem(f.OldPath)) || e.Type != graph.Imports || e.Source.Label != graph.File || e.Confidence < finding.MinBreakConfidence {
				continue
			}
			for _, s := range e.Sites {
				file, line, kept := t.Set.HeadLine(e.Source.Path, s.Line)
				user := t.Head.Node("File:" + file)
				if !kept || user == nil || t.importsAt(user, line) {
					continue
				}
				uses = append(uses, dangling{&graph.Unresolved{Source: user, Name: n.Name, Path: file, Line: line, Kind: graph.Imports,
					Confidence: e.Confidence, Rule: e.Rule, Traced: true}, n, e.Confidence, 0, false})
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

// written keeps the uses whose name is in code on their line, unless the change adds a line with
// the name: it may bind it.
func (d *detector) written(uses []dangling) []dangling {
	return slices.DeleteFunc(uses, func(u dangling) bool {
		if u.was.Label == graph.File {
			return false
		}
		stands, bound, used := false, false, false
		tracing := d.Tracing[u.Source.Language]
		for _, m := range d.Written[d.wordOf(u)] {
			switch {
			case m.Kind == finding.InConfig && u.was.Label == graph.Function && d.isDeclaredOnly(u.was):
				bound = true // assembler may define it
			case m.Kind == finding.InCode && !tracing.Textual && isFound(u.was, u.Rule) && d.hasUnread(m.Path, 0, math.MaxInt) && !d.isKnown(d.NamedInBase(u.was.Name), m):
				bound = true // it may be defined in what was not parsed
			case tracing.OpenTypes && m.Kind == finding.InString && d.Set.InDiff(change.InHead, m.Path, m.Line):
				bound = true // it may be the name of a member that the line defines
			case m.Kind != finding.InCode:
			case m.Path == u.Path && m.Line == u.Line:
				stands = !m.Versioned
			case d.Set.InDiff(change.InHead, m.Path, m.Line) && (m.Path == u.Path || tracing.Textual || tracing.OpenTypes):
				bound = true
			default:
				used = used || m.Path == u.Path
			}
		}
		idle := tracing.LateImports && u.Kind == graph.Imports && !used && !d.keepsUse(u)
		return !stands && !u.unnamed || bound || idle || d.isReplaced(u.was)
	})
}

// goneAround returns the names of the namespaces around a symbol of base that head does not have.
func (d *detector) goneAround(n *graph.Node) (names []string) {
	for p := n.Parent; p != nil && p.Label == graph.Namespace && d.Set.HeadOf(p) == nil; p = p.Parent {
		names = append(names, p.Name)
	}
	return names
}

// isReplaced reports whether the change adds a line with the name of a removed namespace around n to its file: an import
// may bind that name now.
func (d *detector) isReplaced(n *graph.Node) bool {
	return slices.ContainsFunc(d.goneAround(n), func(name string) bool {
		return slices.ContainsFunc(d.Written[name], func(m finding.Mention) bool {
			return m.Kind == finding.InCode && m.Path == d.Set.HeadPath(n.Path) && d.Set.InDiff(change.InHead, m.Path, m.Line)
		})
	})
}

// onSuper reports whether a call is one of the inherited method.
func onSuper(call *graph.Call) bool { return call != nil && call.Receiver == "super" }

// isKnown reports whether base has one of some nodes, or a use of one, where a mention of head stands.
func (d *detector) isKnown(nodes []*graph.Node, m finding.Mention) bool {
	path, line, kept := d.Set.BaseLine(m.Path, m.Line)
	return !kept || slices.ContainsFunc(nodes, func(n *graph.Node) bool {
		return n.Path == path && n.Line == line || slices.ContainsFunc(d.Base.In(n), func(e *graph.Edge) bool {
			return e.Source.Path == path && slices.ContainsFunc(e.Sites, func(s graph.Site) bool { return s.Line == line })
		})
	})
}

// isDeclaredOnly reports whether head declares a function, or a method of the same type, with the name
// of n and defines none.
func (d *detector) isDeclaredOnly(n *graph.Node) bool {
	if n.Declared || !n.Label.Callable() {
		return false
	}
	declared := false
	for _, m := range d.Named(n.Name) {
		switch {
		case n.Label != graph.Function && (m.Parent == nil || m.Parent != d.Set.HeadOf(n.Parent)):
			continue // of another type
		case m.Label != n.Label || !m.Declared:
			return false
		}
		declared = true
	}
	return declared
}

// wordOf returns the word for the name of a use in text: names of Ruby may end in ?, ! or =, those of properties
// of PHP begin with $. Without its declaration only a static one is an error.
func (d *detector) wordOf(u dangling) string {
	switch tracing := d.Tracing[u.Source.Language]; {
	case tracing.OpenTypes:
		return strings.TrimRight(u.Name, "?!=")
	case tracing.Folded && slices.Contains(strings.Fields(u.was.Signature.Text), "static"):
		return strings.TrimPrefix(u.Name, "$")
	}
	return u.Name
}

// namesOf returns the names of uses.
func (d *detector) namesOf(uses []dangling) []string {
	var names []string
	for _, u := range uses {
		if u.was.Label != graph.File {
			names = append(append(names, d.wordOf(u)), d.goneAround(u.was)...)
		}
	}
	return names
}

// lostCalls returns the findings for calls that were not updated for the change of c and that can mean
// nothing else: unchanged callers, on a line that no longer refers to a function of the name.
func (d *detector) lostCalls(c *change.Symbol) []finding.Finding {
	if len(d.Tracing) == 0 || c.Base.Name != c.Head.Name || !c.Base.Label.Callable() {
		return nil
	}
	known := c.Base.Signature.Known && c.Head.Signature.Known
	t := &tracer{detector: d}
	var findings []finding.Finding
	for _, e := range d.Base.In(c.Base) {
		user := d.Set.HeadOf(e.Source)
		tracing, traced := d.Tracing[e.Source.Language]
		if !traced || e.Type != graph.Calls || user == nil || user.BodyHash != e.Source.BodyHash {
			continue
		}
		for i, s := range e.Sites {
			file, line, kept := d.Set.HeadLine(e.Source.Path, s.Line)
			if !kept || s.Call == nil || e.Rule != extensionRule && !t.isPrivateCall(c, e, s.Call) && !(tracing.HidesNothing && hadOnly(c.Base, e, s.Call, tracing)) || i > 0 && e.Sites[i-1].Line == s.Line || t.isSaid(saying{c.Head.Name, false}, spot{file, line, c.Head.Name}) || d.Opened != nil && d.Opened(file) {
				continue
			}
			before, _ := fits(s.Call, &c.Base.Signature)
			after, effect := fits(s.Call, &c.Head.Signature)
			if !known && e.Rule == extensionRule && d.noneTakes(c, s.Call) {
				before, after, effect = fitting, misfit, overloadLacks(s.Call, c.Head)
			}
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

// noneTakes reports whether a call was one of an extension with overloads, by number, and nothing in head that has the
// name takes it.
func (d *detector) noneTakes(c *change.Symbol, call *graph.Call) bool {
	return fitsByNumber(call, c.Base) && !slices.ContainsFunc(d.Named(c.Head.Name), func(m *graph.Node) bool {
		return !m.Label.Callable() || d.Damaged[m.Path] || fitsByNumber(call, m)
	})
}

// isPrivateCall reports whether a call certainly meant a private member: such a member implements and overrides nothing,
// so its type inherits no other one for which it stood, and where no overload of it is near, the call can mean none
// after the change.
func (t *tracer) isPrivateCall(c *change.Symbol, e *graph.Edge, call *graph.Call) bool {
	overload := func(m *graph.Node) bool { return m != c.Head && (m.Path == c.Head.Path || m.Parent == c.Head.Parent) }
	return !slices.ContainsFunc(t.Named(c.Head.Name), overload) && c.Base.Signature.Visibility == graph.Private && c.Head.Signature.Visibility == graph.Private && !c.Base.Override &&
		c.Base.Label == graph.Method && e.Confidence >= finding.MinBreakConfidence && call.Checkable
}

// hadOnly reports whether a call of the member was can mean no inherited member either, where a member
// that is not marked as an override has other parameters than all those that its type inherits: a call
// without arguments fits one list of parameters, except for defaults.
func hadOnly(was *graph.Node, e *graph.Edge, call *graph.Call, tracing finding.Tracing) bool {
	_, outside := tracing.Outside[was.Name]
	return was.Label == graph.Method && !was.Override && !outside && len(was.Signature.Params) == 0 && e.Confidence >= finding.MinBreakConfidence &&
		call.Checkable && call.Args == 0 && len(call.Keywords) == 0 && !call.Spread && !call.SpreadKeywords && !call.Trailing
}
