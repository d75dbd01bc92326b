// Package uses finds all occurrences of some names, and what each of them means.
//
// In: an edges.Writer after all of its phases, paths and names. Out: a graph.Written.
// Invariants: an occurrence that means something else, or is not resolved, is listed as such; none
// is left out.
package uses

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/conform"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/edges"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/ruleset"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/takes"
)

// Collect returns the graph of a snapshot with all uses of the names in the files at paths, in no
// particular order. A use at 0 is the meaning of the name at the top level of the file; a use at
// -1 means that a list of exports contains the name as a string. If the input says to stop, the
// result is incomplete.
func Collect(e *edges.Writer, c *conform.Checker, paths, names map[string]bool) *graph.Written {
	u := &collector{conform: c, edges: e, infer: e.Infer(), names: names}
	for f := range u.infer.NumFiles() {
		if u.infer.Stopped() {
			return &u.Written
		}
		u.infer.WorkOn(f)
		if u.infer.File(f).Node != nil && paths[u.infer.File(f).Path] {
			u.addFile(f)
		}
	}
	if u.infer.Stopped() {
		return &u.Written
	}
	u.tieValues()
	u.NameFiles = byID(u.NameFiles)
	u.Graph = u.edges.B.Graph()
	return &u.Written
}

// collector collects the uses of names.
type collector struct {
	conform *conform.Checker
	edges   *edges.Writer
	infer   *infer.Resolver
	names   map[string]bool
	graph.Written
}

func (u *collector) addFile(file decl.FileID) {
	f := u.infer.File(file)
	for _, name := range slices.Sorted(maps.Keys(u.names)) {
		if fd := u.infer.Found(u.infer.FileLevel(file, name)); fd.Status == infer.IsSymbol && !u.isAlias(file, name, *fd) {
			u.found(file, name, 0, graph.Naming, *fd) // meaning of the name where facts have no use
			if slices.Contains(f.Facts.ExportList, name) {
				u.found(file, name, -1, graph.Exporting, *fd)
			}
		}
	}
	for d := range f.Facts.Defs {
		if def := &f.Facts.Defs[d]; u.names[def.Name] {
			s := f.Symbol(facts.DefID(d))
			u.symbols(file, def.Name, def.Line, graph.Defining, u.together(file, s)...)
			u.tie(file, s)
			if n := u.edges.Node(s); n != nil && f.Lang.Rules.TypesNameFiles && def.Kind.IsType() && u.infer.Symbol(s).Parent < 0 &&
				n.Signature.Visibility == graph.Public && path.Base(f.Path) == def.Name+path.Ext(f.Path) {
				u.NameFiles = append(u.NameFiles, n)
			}
		}
	}
	for i := range f.Facts.Vars {
		switch v := &f.Facts.Vars[i]; {
		case v.Def >= 0 && u.names[f.Facts.Defs[v.Def].Name]: // the declaration may be before what the variable holds
			u.symbols(file, f.Facts.Defs[v.Def].Name, v.Line, graph.Defining, f.Symbol(v.Def))
		case u.names[v.Name] && v.Def < 0 && v.Import < 0:
			u.add(file, v.Name, v.Line, graph.Binding, graph.MeansLocal)
		}
	}
	u.infer.PlacesOf(file)
	for x := range f.Facts.Expressions() {
		u.expr(file, facts.ExprID(x))
	}
	for i := range f.Facts.Types {
		if ty := &f.Facts.Types[i]; ty.Kind == facts.Named {
			u.typ(file, ty)
		}
	}
	for i := range f.Facts.Imports {
		u.imported(file, facts.ImportID(i))
	}
	for i := range f.Facts.Exports {
		u.export(file, int32(i))
	}
}

func (u *collector) add(file decl.FileID, name string, at int32, role graph.Role, means graph.Meaning, symbols ...*graph.Node) {
	u.Uses = append(u.Uses, graph.Use{Path: u.infer.File(file).Path, At: int(at), Name: name, Role: role, Meaning: means, Symbols: byID(symbols)})
}

// symbols adds a use of symbols.
func (u *collector) symbols(file decl.FileID, name string, at int32, role graph.Role, syms ...decl.SymbolID) {
	var nodes []*graph.Node
	for _, s := range syms {
		if u.infer.Def(s).Kind == facts.Constructor && u.infer.Symbol(s).Parent >= 0 && u.infer.Def(s).Name != name {
			s = u.infer.Symbol(s).Parent // a constructor has the name of its class
		}
		if n := u.edges.Node(s); n != nil {
			nodes = append(nodes, n)
		}
	}
	if len(nodes) == 0 { // no other code can name it
		u.add(file, name, at, role, graph.MeansOther)
		return
	}
	u.add(file, name, at, role, graph.MeansSymbol, nodes...)
}

// found adds a use with the meaning that was found.
func (u *collector) found(file decl.FileID, name string, at int32, role graph.Role, fd infer.Found) {
	switch fd.Status {
	case infer.IsSymbol:
		u.symbols(file, name, at, role, fd.Syms...)
	case infer.IsOutside:
		u.add(file, name, at, role, graph.MeansOutside)
	case infer.IsModule, infer.IsValue:
		u.add(file, name, at, role, graph.MeansOther)
	default:
		u.add(file, name, at, role, graph.MeansUnknown)
	}
}

// together returns the symbols that share the name of s in the scope of s, including s.
func (u *collector) together(file decl.FileID, s decl.SymbolID) []decl.SymbolID {
	y, d := u.infer.Symbol(s), u.infer.Def(s)
	syms := []decl.SymbolID{s}
	switch {
	case d.Owner >= 0, d.Has(facts.Inner):
	case y.Parent >= 0:
		of := u.infer.Canon(y.Parent)
		syms = append(append(syms, u.infer.MembersNamed(of, d.Name)...), u.infer.NestedNamed(of, d.Name)...)
		if rules := &u.infer.File(file).Lang.Rules; u.infer.Def(of).Kind.IsType() && (rules.WrittenMembers || rules.ShapedValues) {
			for _, b := range u.infer.BasesOf(of) { // members of one instance, whichever type declares them
				if fd := u.infer.TypeMember(b.Sym, d.Name, u.infer.Instance(b.Sym), false); fd.Status == infer.IsSymbol {
					syms = append(syms, fd.Syms...)
				}
			}
		}
	case d.Receiver < 0:
		syms = append(syms, u.infer.UnitNamed(u.infer.File(file).Unit, d.Name)...)
	}
	return syms
}

// tie records dependences on the name of the symbol s that are not uses of it.
func (u *collector) tie(file decl.FileID, s decl.SymbolID) {
	n, of := u.edges.Node(s), u.infer.Canon(u.infer.Symbol(s).Parent)
	if n != nil && of < 0 && len(u.infer.File(file).ByAlias[n.Name]) > 0 {
		u.Ties = append(u.Ties, graph.Tie{Symbol: n, Why: "has the name of an import of its file", Sure: true})
	}
	if n == nil || of < 0 || !u.infer.Def(s).Kind.IsCallable() || !u.infer.Def(of).Kind.IsType() {
		return
	}
	interfaces := u.infer.File(file).Lang.Interfaces
	asked := fmt.Sprintf("%s/%d", n.Name, len(u.infer.Def(s).Params))
	for _, name := range slices.Sorted(maps.Keys(interfaces)) {
		if !slices.Contains(strings.Fields(interfaces[name]), asked) {
			continue
		}
		if types := u.edges.ImplementingOutside(file, name); slices.ContainsFunc(u.edges.WithEmbedders([]decl.SymbolID{of}), func(t decl.SymbolID) bool { return slices.Contains(types, t) }) {
			u.Ties = append(u.Ties, graph.Tie{Symbol: n, Why: "implements " + name + ", which is from outside", Sure: true})
		}
	}
	switch {
	case u.infer.InClosed(of, n.Name):
		u.Ties = append(u.Ties, graph.Tie{Symbol: n, Why: "overrides a method from outside", Sure: true})
	case u.infer.IsOpen(of):
		u.Ties = append(u.Ties, graph.Tie{Symbol: n, Why: "is in a type that extends one from outside, which may have a method of that name"})
	}
}

// tieValues records the methods of interfaces that values of outside types need to have.
func (u *collector) tieValues() {
	type pair struct {
		method decl.SymbolID
		name   string
	}
	tied := make(map[pair]bool)
	u.conform.AskedFor(func(file decl.FileID, v conform.ValueFor) {
		w := u.infer.Types.Node(v.Want)
		if v.X < 0 || v.Result >= 0 || w.Kind != lattice.Instance || u.infer.Def(w.Symbol()).Kind != facts.Interface {
			return
		}
		methods, _ := u.edges.MethodsOf(w.Symbol())
		for _, m := range methods {
			n := u.edges.Node(m)
			if n == nil || !u.names[n.Name] {
				continue
			}
			name := u.edges.Flow.TypeNameIn(file, v.X, 0)
			if name != "" && !tied[pair{m, name}] {
				tied[pair{m, name}] = true
				u.Ties = append(u.Ties, graph.Tie{Symbol: n, Why: "is a method that " + name + " from outside has too, whose values stand for its interface in " + u.infer.File(file).Path, Sure: true})
			}
		}
	})
}

func (u *collector) expr(file decl.FileID, x facts.ExprID) {
	f := u.infer.File(file)
	ex := &f.Facts.Expressions()[x]
	for i := range ex.Args {
		if a := &ex.Args[i]; u.names[a.Keyword] && a.Line > 0 {
			u.key(file, x, a)
		}
	}
	name := ex.Name
	switch ex.Kind {
	case facts.Local:
		v := &f.Facts.Vars[ex.Ref]
		if name = v.Name; v.Def >= 0 { // types inside functions have a prefix before their name
			name = f.Facts.Defs[v.Def].Name
		}
	case facts.Name, facts.Member:
	default:
		return
	}
	if !u.names[name] || ex.Flags&facts.Implicit != 0 {
		return
	}
	fd := *u.infer.Found(u.infer.Denote(file, x))
	switch v := facts.VarID(ex.Ref); {
	case ex.Kind == facts.Member:
		u.found(file, name, ex.Line, graph.Accessing, fd)
	case ex.Kind == facts.Local && f.Facts.Vars[v].Def < 0 && f.Facts.Vars[v].Import < 0:
		u.add(file, name, ex.Line, graph.Naming, graph.MeansLocal)
	case ex.Kind == facts.Local && f.Facts.Vars[v].Import >= 0 && f.Facts.Imports[f.Facts.Vars[v].Import].Name != name,
		ex.Kind == facts.Name && u.isAlias(file, name, fd):
		u.add(file, name, ex.Line, graph.Naming, graph.MeansLocal)
	default:
		u.found(file, name, ex.Line, graph.Naming, fd)
	}
}

// isAlias reports whether a name in a file is an import alias of something with another
// name.
func (u *collector) isAlias(file decl.FileID, name string, fd infer.Found) bool {
	if fd.Status != infer.IsSymbol || fd.Rule == ruleset.Unit || fd.Rule == ruleset.Local {
		return false
	}
	f := u.infer.File(file)
	imports := f.ByAlias[name]
	return len(imports) > 0 && !slices.ContainsFunc(imports, func(i facts.ImportID) bool {
		im := &f.Facts.Imports[i]
		return im.Name == name || im.Name == ""
	})
}

// key adds the key of a literal or the keyword of an argument.
func (u *collector) key(file decl.FileID, x facts.ExprID, a *facts.Arg) {
	ex := &u.infer.File(file).Facts.Expressions()[x]
	var fd infer.Found
	switch {
	case ex.Kind == facts.Composite:
		fd = u.infer.MemberOf(u.infer.DeclType(file, ex.Type), a.Keyword)
	case ex.Kind == facts.Object && a.X >= 0 && u.infer.File(file).Facts.Expressions()[a.X].Kind == facts.Func && u.infer.File(file).Facts.Expressions()[a.X].Ref >= 0:
		return // a definition of its own
	case ex.Kind == facts.Object:
		fd = u.wanted(u.conform.Asked(file, x), a.Keyword)
	case ex.Kind == facts.Call && ex.Flags&facts.JSX != 0:
		fd = u.wanted(u.conform.AttributesOf(file, x), a.Keyword)
	case ex.Kind == facts.Call:
		fd = u.recordField(file, ex, a.Keyword)
	}
	u.found(file, a.Keyword, a.Line, graph.Keying, fd)
}

// wanted returns the required member of a type.
func (u *collector) wanted(w conform.Written, name string) infer.Found {
	if w.Id < 0 {
		return infer.Found{}
	}
	return u.infer.MemberOf(u.infer.DeclType(w.File, w.Id), name)
}

// recordField returns the field that a keyword in the call of a record sets.
func (u *collector) recordField(file decl.FileID, ex *facts.Expr, name string) infer.Found {
	if ex.X < 0 {
		return infer.Found{}
	}
	fd := *u.infer.Found(u.infer.Denote(file, ex.X))
	if fd.Status != infer.IsSymbol || !u.infer.Def(fd.Syms[0]).Kind.IsType() {
		return infer.Found{Status: infer.IsValue} // a parameter
	}
	if _, ok := takes.OfRecord(u.infer, fd.Syms[0]); !ok {
		return infer.Found{Status: infer.IsValue}
	}
	return u.infer.MemberOf(u.infer.Instance(fd.Syms[0]), name)
}

// typ adds the name of a type and its qualifiers.
func (u *collector) typ(file decl.FileID, ty *facts.Type) {
	if u.names[ty.Name] {
		fd := u.infer.TypeName(file, ty)
		switch {
		case ty.Qualifier == "" && u.infer.TypeParam(file, ty.In, ty.Name) != lattice.Unknown,
			ty.Qualifier == "" && u.isAlias(file, ty.Name, fd):
			u.add(file, ty.Name, ty.Line, graph.Typing, graph.MeansLocal)
		default:
			fd.Syms = u.infer.OfArity(fd.Syms, len(ty.Args))
			u.found(file, ty.Name, ty.Line, graph.Typing, fd)
		}
	}
	if ty.Qualifier == "" {
		return
	}
	parts := strings.Split(strings.TrimPrefix(ty.Qualifier, "."), ".")
	for i, part := range parts {
		if !u.names[part] {
			continue
		}
		outer := *ty
		outer.Name, outer.Qualifier, outer.Args = part, strings.Join(parts[:i], "."), nil
		fd := u.infer.TypeName(file, &outer)
		if i == 0 && u.isAlias(file, part, fd) {
			u.add(file, part, ty.Line, graph.Typing, graph.MeansLocal)
			continue
		}
		u.found(file, part, ty.Line, graph.Typing, fd)
	}
}

func (u *collector) imported(file decl.FileID, i facts.ImportID) {
	f := u.infer.File(file)
	im, st := &f.Facts.Imports[i], &f.Imports[i]
	if u.names[im.Name] {
		u.found(file, im.Name, im.Line, graph.Importing, u.infer.ImportedOn(file, i, nil))
	} else if u.names[im.Alias] {
		u.add(file, im.Alias, im.Line, graph.Importing, graph.MeansLocal)
	}
	if st.Within == "" || st.Unit < 0 {
		return
	}
	parts := strings.Split(st.Within, ".")
	for k, part := range parts {
		if u.names[part] && part != im.Name {
			u.found(file, part, im.Line, graph.Importing, u.infer.Path(st.Unit, strings.Join(parts[:k+1], ".")))
		}
	}
}

func (u *collector) export(file decl.FileID, j int32) {
	ex := &u.infer.File(file).Facts.Exports[j]
	for i, name := range []string{ex.SourceName, ex.Local, ex.Name} {
		if !u.names[name] || i > 0 && name == ex.SourceName || i > 1 && name == ex.Local {
			continue
		}
		fd := u.infer.Export(file, j, nil)
		if i == 2 && (ex.Local != "" || ex.SourceName != "") {
			fd = infer.Found{Status: infer.IsValue} // a name that only this export defines
		}
		u.found(file, name, ex.Line, graph.Exporting, fd)
	}
}

// byID sorts nodes and drops the repeated ones.
func byID(nodes []*graph.Node) []*graph.Node {
	slices.SortFunc(nodes, func(a, b *graph.Node) int { return strings.Compare(a.ID, b.ID) })
	return slices.Compact(nodes)
}
