package edges

import (
	"cmp"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/ruleset"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/takes"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/written"
)

// limits returns the builds that include a file; 0 if all do.
func (e *Writer) limits(f *infer.File) graph.BuildSet {
	if every := lang.BuildSet(1)<<len(e.infer.Builds) - 1; f.Builds != every {
		return graph.BuildSet(f.Builds)
	}
	return 0
}

// meet reports whether a build may include both symbols.
func (e *Writer) meet(s, o decl.SymbolID) bool {
	a, b := e.infer.File(e.infer.Symbol(s).File).Builds, e.infer.File(e.infer.Symbol(o).File).Builds
	return a == 0 || b == 0 || a&b != 0
}

// absentFrom returns the builds of a file in which none of the symbols that a name may mean
// exists; 0 if one exists in every build, or if that is not known.
func (e *Writer) absentFrom(file decl.FileID, syms []decl.SymbolID) lang.BuildSet {
	absent := e.infer.File(file).Builds
	has := func(s decl.SymbolID) {
		if builds := e.infer.File(e.infer.Symbol(s).File).Builds; builds != 0 {
			absent &^= builds
		} else {
			absent = 0
		}
	}
	for _, s := range syms {
		has(s)
	}
	if absent == 0 {
		return 0
	}
	for _, s := range syms {
		for _, twin := range e.infer.Twins(s) {
			if e.infer.IsBuiltWith(file, twin) {
				has(twin)
			}
		}
		p, name := e.infer.Symbol(s).Parent, e.infer.Def(s).Name
		if absent == 0 || p < 0 || !e.infer.Def(p).Kind.IsType() {
			continue
		}
		for _, h := range e.infer.Twins(p) { // another build may inherit it from a base
			if h != p && e.infer.Def(h).Kind.IsType() && len(e.infer.MembersNamed(h, name)) == 0 &&
				e.infer.TypeMember(h, name, e.infer.Instance(h), false).Status != infer.IsMissing {
				has(h)
			}
		}
	}
	return absent
}

// lackingIn adds an unresolved use of a name that is missing in some of the builds that include
// its file.
func (e *Writer) lackingIn(file decl.FileID, in facts.DefID, name string, syms []decl.SymbolID, line int32, kind graph.EdgeType, rule int) {
	if e.infer.File(file).Builds == 0 || len(syms) == 0 || e.infer.Symbol(syms[0]).File == file {
		return
	}
	absent := e.absentFrom(file, syms)
	if absent == 0 {
		return
	}
	owner := e.infer.OwnerOfSymbol(syms[0])
	if p, ok := owner.Symbol(); ok && !e.infer.Def(p).Kind.IsType() {
		return
	}
	e.unresolved(file, e.Source(file, in), name, &infer.Found{Owner: owner, Builds: absent}, line, kind, rule)
}

// isSet reports whether code assigns to this member of a unit, so that a use of it in a
// file may be valid although the unit does not define it. Assignments in tests count only for
// uses in tests.
func (e *Writer) isSet(u decl.UnitID, name string, f *infer.File) bool {
	if !f.Lang.Rules.ModuleMembers {
		return false
	}
	if e.moduleWrites == nil {
		e.moduleWrites = make(map[moduleWrite]bool)
		for i := range e.infer.NumFiles() {
			g := e.infer.File(i)
			if !g.Lang.Rules.ModuleMembers {
				continue
			}
			for j := range g.Facts.Expressions() {
				member := &g.Facts.Expressions()[j]
				if member.Kind != facts.Member || member.Flags&facts.Write == 0 {
					continue
				}
				e.infer.Types.Each(e.infer.ExprType(i, member.X), func(t lattice.Type) {
					if n := e.infer.Types.Node(t); n.Kind == lattice.Module {
						w := moduleWrite{n.Unit(), member.Name}
						e.moduleWrites[w] = e.moduleWrites[w] || !g.Test
					}
				})
			}
		}
	}
	for _, name := range [...]string{name, ""} {
		if written, ok := e.moduleWrites[moduleWrite{u, name}]; ok && (written || f.Test) {
			return true
		}
	}
	return false
}

// unresolved adds an unresolved use, as described by miss.
func (e *Writer) unresolved(file decl.FileID, source *graph.Node, name string, miss *infer.Found, line int32, kind graph.EdgeType, rule int) {
	if !e.infer.File(file).Lang.Rules.CheckedNames { // the name may exist although no definition is visible
		if kind == graph.Calls {
			e.B.UnknownCalls++
			source.Unknown = append(source.Unknown, name)
		}
		return
	}
	sym, ofSymbol := miss.Owner.Symbol()
	unit, ofUnit := miss.Owner.Unit()
	if ofSymbol && e.infer.SpansLanguages(file, sym) || ofUnit && e.isSet(unit, name, e.infer.File(file)) {
		return
	}
	u := graph.Unresolved{Source: source, Name: name, Path: e.infer.File(file).Path, Line: int(line), Kind: kind, Confidence: ruleset.Confidence(rule), Rule: rule,
		Behind: miss.Behind && e.infer.File(file).Lang.Rules.ImportsBind, Open: miss.Open, Builds: graph.BuildSet(miss.Builds)}
	if u.Builds == 0 {
		u.Builds = e.infer.File(file).Node.Builds // all builds that include the file
	}
	switch {
	case ofUnit:
		un := e.infer.Unit(unit)
		if n := e.infer.File(un.Files[0]).Node; n != nil && e.infer.File(un.Files[0]).Lang.Unit == nil {
			u.Owner = n.ID
		} else {
			u.Owner = e.folder(un.Dir).ID
		}
	case ofSymbol:
		n := e.infer.Symbol(sym).Node
		if n == nil {
			return
		}
		u.Owner = n.ID
	}
	e.B.Unresolved(u)
}

// mayBeGone adds an unresolved use of a name that no symbol of the repository has now, and that may
// have been defined in the repository before.
func (e *Writer) mayBeGone(file decl.FileID, source *graph.Node, name string, line int32, kind graph.EdgeType) {
	f := e.infer.File(file)
	if f.Lang.Rules.CheckedNames {
		e.B.Unresolved(graph.Unresolved{Source: source, Name: name, Path: f.Path, Line: int(line), Kind: kind,
			Confidence: ruleset.Confidence(ruleset.Import), Rule: ruleset.Import, Builds: f.Node.Builds, Outside: true})
	}
}

// mayBeOurs reports whether an import whose target may be in the repository binds the name in a
// file.
func mayBeOurs(f *infer.File, name string) bool {
	return slices.ContainsFunc(f.ByAlias[name], func(i facts.ImportID) bool { return f.Imports[i].MayBeOurs })
}

// traced adds an unresolved use of a member that a type of the repository lacks, unless a supertype
// outside the repository, or an extension, may have it.
func (e *Writer) traced(f *infer.File, file decl.FileID, ex *facts.Expr, kind graph.EdgeType) {
	if !f.Lang.Rules.TracedNames {
		return
	}
	if ex.Flags&facts.Guarded != 0 {
		if f.Lang.Rules.OpenTypes { // constants are reported without a type that lacks them
			e.B.Unresolved(graph.Unresolved{Source: e.Source(file, ex.In), Name: ex.Name, Owner: f.Node.ID, Path: f.Path, Line: int(ex.Line), Kind: kind,
				Confidence: ruleset.Confidence(ruleset.Unit), Rule: ruleset.Unit, Traced: true, Open: true})
		}
		return
	}
	of, value := decl.SymbolID(-1), lattice.Unknown
	switch {
	case ex.Kind == facts.Name && f.Lang.Rules.ImplicitThis:
		if len(ex.Args) > 0 {
			e.tracedOnReceivers(f, file, ex, kind)
		}
		if kind == graph.Calls || f.Lang.Rules.BareCalls && !f.Lang.Rules.OpenTypes {
			of = e.namedAround(f, e.infer.EnclosingType(file, ex.In), ex)
		}
	case ex.Kind == facts.Member && f.Facts.Expressions()[ex.X].Kind == facts.Super:
		e.tracedOnLostBases(f, file, ex, kind)
		of = e.infer.Types.Sole(e.infer.ExprType(file, ex.X), func(s decl.SymbolID) bool { return e.infer.Def(s).Kind == facts.Class })
	case ex.Kind == facts.Member:
		value = e.infer.ExprType(file, ex.X)
		n := e.infer.Types.Node(value)
		if n.Kind == lattice.Union && f.Lang.Rules.ParamsFromCalls {
			e.tracedOnSome(f, file, ex, value, kind)
			return
		}
		if n.Kind == lattice.Conv { // the type itself
			n = e.infer.Types.Node(n.Args[0])
		}
		if n.Kind == lattice.Param && f.Lang.Rules.SaidOverrides && f.Lang.Rules.ImplicitThis && written.HasOneBound(e.infer.Def(n.Symbol())) { // a value of a type parameter has the members of its bound
			n = e.infer.Types.Node(e.infer.Bound(n.Symbol(), n.Position()))
		}
		if n.Kind == lattice.Instance || n.Kind == lattice.Class {
			of = n.Symbol()
		}
		if name := e.infer.Types.NameOf(n); n.Kind == lattice.Builtin && f.Lang.Rules.ChecksLostTypes && !e.namesOutside(file, name) {
			e.B.Unresolved(graph.Unresolved{Source: e.Source(file, ex.In), Name: ex.Name, OfType: name, Path: f.Path, Line: int(ex.Line), Kind: kind,
				Confidence: ruleset.Confidence(ruleset.Member), Rule: ruleset.Member, Traced: true})
		}
	}
	if of < 0 || f.Lang.ObjectMembers[ex.Name] {
		return
	}
	owners := []decl.SymbolID{of}
	for _, t := range e.infer.Lent(value) {
		if n := e.infer.Types.Node(t); n.Kind == lattice.Instance {
			owners = append(owners, n.Symbol())
		} else if members := e.lentFrom(owners[len(owners)-1], n); members == nil || members[ex.Name] {
			return
		}
	}
	if slices.ContainsFunc(owners, func(s decl.SymbolID) bool {
		return e.mayHave(f, s, ex, true) || f.Lang.ForeignMembers[ex.Name] && e.mayHaveForeign(s)
	}) {
		return
	}
	e.lackedBy(f, file, owners, ex, kind, ruleset.Member)
}

// lackedBy adds an unresolved use of a member that the types in owners lack.
func (e *Writer) lackedBy(f *infer.File, file decl.FileID, owners []decl.SymbolID, ex *facts.Expr, kind graph.EdgeType, rule int) {
	for _, s := range owners {
		if owner := e.Node(s); owner != nil {
			e.B.Unresolved(graph.Unresolved{Source: e.Source(file, ex.In), Name: ex.Name, Owner: owner.ID, Path: f.Path, Line: int(ex.Line), Kind: kind,
				Confidence: ruleset.Confidence(rule), Rule: rule, Traced: true, Open: e.infer.IsOpen(s)})
		}
	}
}

// namedAround returns the type whose members a plain name may mean: s, or one around s, if s has no name and all its members are known.
func (e *Writer) namedAround(f *infer.File, s decl.SymbolID, ex *facts.Expr) decl.SymbolID {
	for p := s; p >= 0; p = e.infer.Symbol(p).Parent {
		c := e.infer.Canon(p)
		if !e.infer.Def(c).Kind.IsType() {
			continue
		}
		if s = c; e.Node(c) != nil || e.infer.IsOpen(c) || e.mayHave(f, c, ex, false) {
			break
		}
	}
	return s
}

// tracedOnSome is traced for a member of a receiver of several types, or of types that are not all known,
// where no symbol at all has the name: what flows there of the types of the repository lacks it.
func (e *Writer) tracedOnSome(f *infer.File, file decl.FileID, ex *facts.Expr, value lattice.Type, kind graph.EdgeType) {
	var owners []decl.SymbolID
	e.infer.Types.Each(value, func(t lattice.Type) {
		if n := e.infer.Types.Node(t); n.Kind == lattice.Instance || n.Kind == lattice.Class {
			owners = append(owners, n.Symbol())
		}
	})
	if len(e.infer.Named(file, ex.Name, 1)) > 0 || !e.isOwnName(f, ex.Name) || slices.ContainsFunc(owners, func(s decl.SymbolID) bool { return e.mayHave(f, s, ex, false) }) {
		return
	}
	e.lackedBy(f, file, owners, ex, kind, ruleset.Member)
}

// tracedOnLostBases is traced for a member that a supertype without a definition may have had.
func (e *Writer) tracedOnLostBases(f *infer.File, file decl.FileID, ex *facts.Expr, kind graph.EdgeType) {
	s := e.infer.EnclosingType(file, ex.In)
	if s < 0 || !f.Lang.Rules.ChecksLostTypes {
		return
	}
	d, at := e.infer.Def(s), e.infer.Symbol(s).File
	for _, id := range append(slices.Clip(d.Embeds), d.Extends...) {
		name := e.infer.File(at).Facts.Types[id].Name
		if e.infer.Types.Kind(e.infer.DeclType(at, id)) != lattice.Instance && !e.namesOutside(file, name) {
			e.B.Unresolved(graph.Unresolved{Source: e.Source(file, ex.In), Name: ex.Name, OfType: name, Path: f.Path, Line: int(ex.Line), Kind: kind,
				Confidence: ruleset.Confidence(ruleset.Member), Rule: ruleset.Member, Traced: true})
		}
	}
}

// tracedOnReceivers is traced for a name inside function literals that run on a receiver, where a type of
// the repository lacks it and no other receiver, nor a type around, may have it.
func (e *Writer) tracedOnReceivers(f *infer.File, file decl.FileID, ex *facts.Expr, kind graph.EdgeType) {
	var around, receivers []decl.SymbolID
	add := func(t lattice.Type) bool {
		n := e.infer.Types.Node(t)
		if n.Kind != lattice.Instance {
			return false
		}
		receivers = append(receivers, n.Symbol())
		return true
	}
	for _, a := range ex.Args {
		if !add(e.infer.ExprType(file, a.X)) {
			return
		}
	}
	for s := e.infer.SymOf(file, ex.In); s >= 0; s = e.infer.Symbol(s).Parent {
		c, d := e.infer.Canon(s), e.infer.Def(s)
		switch {
		case e.infer.Def(c).Kind.IsType():
			around = append(around, c)
		case d.Receiver >= 0 && !add(e.infer.DeclType(file, d.Receiver)):
			return
		}
	}
	if f.Lang.ObjectMembers[ex.Name] || f.Lang.ForeignMembers[ex.Name] ||
		slices.ContainsFunc(slices.Concat(around, receivers), func(s decl.SymbolID) bool { return e.infer.IsOpen(s) || e.mayHave(f, s, ex, false) }) {
		return
	}
	e.lackedBy(f, file, receivers, ex, kind, ruleset.Self)
}

// lentFrom returns the members of a type from outside that a type lends from, nil where they are not all
// known. The type is known by the name that is written for it, or by its form.
func (e *Writer) lentFrom(s decl.SymbolID, outside lattice.Node) map[string]bool {
	m := e.infer.MembersNamed(s, e.infer.Protocol(s).Lend)[0]
	f := e.infer.File(e.infer.Symbol(m).File)
	for _, id := range e.infer.Def(m).Results {
		if members := f.Lang.Complete[f.Facts.Types[id].Name]; members != nil {
			return members
		}
	}
	return f.Lang.Complete[cmp.Or(e.infer.Types.NameOf(outside), outside.Form())]
}

// mayHave reports whether a symbol that has no member with the name of ex may get it in a way that is not seen: it is no
// type, inherits the member from outside, gets members at run time, or, unless whole, has a part that a generator writes.
func (e *Writer) mayHave(f *infer.File, s decl.SymbolID, ex *facts.Expr, whole bool) bool {
	return !whole && e.LacksPart(s) || !e.infer.Def(s).Kind.IsType() || e.infer.InClosed(s, ex.Name) || e.infer.AddsMembers(s) || e.infer.AnswersAll(s) || takes.Unwritten(e.infer, s) ||
		f.Lang.Rules.OpenTypes && (ex.Flags&facts.Write != 0 || e.infer.IsWritten(s, strings.TrimRight(ex.Name, "?!=")))
}

// mayHaveForeign reports whether a type may have members from outside the repository that it does not define: it, or what
// it extends, is given one from there.
func (e *Writer) mayHaveForeign(s decl.SymbolID) bool {
	seen := []infer.Base{{Sym: s}}
	for k := 0; k < len(seen) && k < infer.MaxBases; k++ {
		seen = e.infer.AppendBases(seen, seen[k])
		for _, x := range e.infer.Symbol(seen[k].Sym).Extensions {
			if slices.ContainsFunc(x.Bases, func(id facts.TypeID) bool {
				return e.infer.Types.Kind(e.infer.DeclType(x.File, id)) != lattice.Instance
			}) {
				return true
			}
		}
	}
	return e.infer.IsOpen(s)
}

// namesOutside reports whether a type name is known to be one from outside the repository: the language
// of a file lists it, or a file of its group imports it from there.
func (e *Writer) namesOutside(file decl.FileID, name string) bool {
	if e.imported == nil {
		e.imported = make(map[groupName]bool)
		for i := range e.infer.NumFiles() {
			f := e.infer.File(i)
			for j := range f.Facts.Imports {
				if im := &f.Facts.Imports[j]; f.Lang.Rules.ChecksLostTypes && f.Linker != nil && f.Linker.Link(f.Path, im.Source, im.Name).External {
					e.imported[groupName{im.Name, e.infer.Group(i)}] = true
				}
			}
		}
	}
	l := e.infer.File(file).Lang
	_, plain := l.Universe[name]
	_, formed := l.Forms[name]
	_, takes := l.Functional[name]
	return plain || formed || takes || e.imported[groupName{name, e.infer.Group(file)}]
}

// LacksPart reports whether a type is marked as one of several parts, of which the repository has no other:
// a generator writes it (C#). Any Ruby class may be reopened and has the mark.
func (e *Writer) LacksPart(s decl.SymbolID) bool {
	d := e.infer.Def(s)
	return d.Has(facts.Partial) && d.Kind.IsType() && len(e.infer.Symbol(s).Parts) == 0 && !e.infer.File(e.infer.Symbol(s).File).Lang.Rules.OpenTypes
}

func missingRule(ex *facts.Expr) int {
	if ex.Kind == facts.Member {
		return ruleset.Member
	}
	return ruleset.Unit
}

// doubtful adds the use of a member that could only exist at run time.
func (e *Writer) doubtful(f *infer.File, file decl.FileID, ex *facts.Expr, kind graph.EdgeType) {
	if miss, ok := e.mayLack(f, file, ex); ok {
		e.unresolved(file, e.Source(file, ex.In), ex.Name, &miss, ex.Line, kind, ruleset.Unique)
	} else if s := e.cutOff(f, file, ex); s >= 0 {
		e.unresolved(file, e.Source(file, ex.In), ex.Name, &infer.Found{Owner: infer.OwnedBySymbol(s)}, ex.Line, kind, ruleset.Inherited)
	}
}

// mayLack returns the type that lacks the member named by x. The receiver has to be of a type in
// the repository, and no known supertype or subtype may have the member. For types that extend
// one outside the repository, only members with private names are checked.
func (e *Writer) mayLack(f *infer.File, file decl.FileID, x *facts.Expr) (infer.Found, bool) {
	if x.Kind != facts.Member || x.Flags&(facts.Guarded|facts.Write) != 0 || !f.Lang.Rules.WrittenMembers || !f.Lang.Rules.CheckedNames {
		return infer.Found{}, false
	}
	n := e.infer.Types.Node(e.infer.ExprType(file, x.X))
	if n.Kind != lattice.Instance && n.Kind != lattice.Class || !e.infer.Def(n.Symbol()).Kind.IsType() || e.infer.IsWritten(n.Symbol(), x.Name) || e.infer.AnswersAll(n.Symbol()) {
		return infer.Found{}, false
	}
	open := e.infer.IsOpen(n.Symbol()) || e.infer.AddsMembers(n.Symbol())
	for _, sub := range e.infer.AllSubtypes(n.Symbol()) {
		if fd := e.infer.TypeMember(sub, x.Name, e.infer.Instance(sub), false); fd.Status != infer.IsMissing && fd.Status != infer.NotKnown || e.infer.AnswersAll(sub) {
			return infer.Found{}, false
		}
		open = open || e.infer.IsOpen(sub)
	}
	if private := strings.HasPrefix(x.Name, "_") && !strings.HasPrefix(x.Name, "__"); open && !(private && f.Lang.Rules.PrivateUnderscore) {
		return infer.Found{}, false
	}
	return infer.Found{Owner: infer.OwnedBySymbol(n.Symbol()), Open: open}, true
}

// cutOff returns the type that can have got the member named by x from a missing base only; -1
// where another source is possible, or where imports bind names: then the import is reported.
func (e *Writer) cutOff(f *infer.File, file decl.FileID, x *facts.Expr) decl.SymbolID {
	if !f.Lang.Rules.CheckedNames || f.Lang.Rules.ImportsBind || x.Flags&facts.Guarded != 0 {
		return -1
	}
	switch {
	case x.Kind == facts.Member:
		of := decl.SymbolID(-1)
		if n := e.infer.Types.Node(e.infer.ExprType(file, x.X)); n.Kind == lattice.Instance || n.Kind == lattice.Class {
			of = n.Symbol()
		} else if f.Facts.Expressions()[x.X].Kind == facts.Super {
			of = e.infer.EnclosingType(file, x.In)
		}
		if of >= 0 && e.lostBases(of) == someLost {
			return of
		}
		return -1
	case x.Kind != facts.Name || !f.Lang.Rules.ImplicitThis || e.infer.Found(e.infer.FileLevel(file, x.Name)).Status != infer.IsMissing:
		return -1
	}
	of := decl.SymbolID(-1)
	for s := e.infer.SymOf(file, x.In); s >= 0; s = e.infer.Symbol(s).Parent {
		c := e.infer.Canon(s)
		if !e.infer.Def(c).Kind.IsType() {
			continue
		}
		switch e.lostBases(c) {
		case notKnown:
			return -1
		case someLost:
			of = c
		}
	}
	return of
}

// knownBases classifies the supertypes of a type by whether they are known.
type knownBases int

const (
	notKnown knownBases = iota // one is, or may be, outside the repository
	allFound
	someLost // the missing ones belong to the repository, which does not define them; the others are known
)

// lostBases classifies the supertypes of s.
func (e *Writer) lostBases(s decl.SymbolID) knownBases {
	known := allFound
	seen := []infer.Base{{Sym: s}}
	for k := 0; k < len(seen); k++ {
		if k == infer.MaxBases {
			return notKnown
		}
		seen = e.infer.AppendBases(seen, seen[k])
		if !e.infer.Symbol(seen[k].Sym).Open {
			continue
		}
		if !e.lacksOnlyMissing(seen[k].Sym) {
			return notKnown
		}
		known = someLost
	}
	return known
}

// lacksOnlyMissing reports whether all unresolved bases of a type are missing in the repository.
func (e *Writer) lacksOnlyMissing(s decl.SymbolID) bool {
	file, d := e.infer.Symbol(s).File, e.infer.Def(s)
	for _, id := range append(slices.Clip(d.Embeds), d.Extends...) {
		ty := &e.infer.File(file).Facts.Types[id]
		if e.infer.Types.Kind(e.infer.DeclType(file, id)) != lattice.Instance && e.infer.CompleteMembers(file, id) == nil && e.infer.TypeName(file, ty).Status != infer.IsMissing {
			return false
		}
	}
	return len(e.infer.Symbol(s).Parts)+len(e.infer.Symbol(s).Extensions) == 0
}
