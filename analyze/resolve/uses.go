package resolve

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// collect returns the graph of a snapshot with all places where one of the names is written
// in the files of the paths, in no order. A use at 0 says what the name means at the top
// level of the file, one at -1 that a list of exports has it as a string. Nothing of it is
// whole once the input says to stop.
func collect(c *checker, paths, names map[string]bool) *graph.Written {
	u := &uses{checker: c, names: names}
	for f := range u.files {
		if u.in.stopped() {
			return &u.Written
		}
		u.at = fileID(f)
		if u.files[f].node != nil && paths[u.files[f].path] {
			u.file(fileID(f))
		}
	}
	if u.in.stopped() {
		return &u.Written
	}
	u.tieValues()
	u.NameFiles = byID(u.NameFiles)
	u.Graph = u.b.Graph()
	return &u.Written
}

// uses collects the places of names.
type uses struct {
	*checker
	names map[string]bool
	graph.Written
}

func (u *uses) file(file fileID) {
	f := &u.files[file]
	for _, name := range slices.Sorted(maps.Keys(u.names)) {
		if fd := u.emitter.found(u.fileLevel(file, name)); fd.status == isSymbol && !u.isAlias(file, name, *fd) {
			u.found(file, name, 0, graph.Naming, *fd) // what facts do not hold means this
			if slices.Contains(f.facts.ExportList, name) {
				u.found(file, name, -1, graph.Exporting, *fd)
			}
		}
	}
	for d := range f.facts.Defs {
		if def := &f.facts.Defs[d]; u.names[def.Name] {
			s := f.symbol(facts.DefID(d))
			u.symbols(file, def.Name, def.Line, graph.Defining, u.together(file, s)...)
			u.tie(file, s)
			if n := u.node(s); n != nil && f.lang.Rules.TypesNameFiles && def.Kind.IsType() && u.syms[s].parent < 0 &&
				n.Signature.Visibility == graph.Public && path.Base(f.path) == def.Name+path.Ext(f.path) {
				u.NameFiles = append(u.NameFiles, n)
			}
		}
	}
	for i := range f.facts.Vars {
		switch v := &f.facts.Vars[i]; {
		case v.Def >= 0 && u.names[f.facts.Defs[v.Def].Name]: // it may be declared before what it holds
			u.symbols(file, f.facts.Defs[v.Def].Name, v.Line, graph.Defining, f.symbol(v.Def))
		case u.names[v.Name] && v.Def < 0 && v.Import < 0:
			u.add(file, v.Name, v.Line, graph.Binding, graph.MeansLocal)
		}
	}
	u.placesOf(file)
	for x := range f.facts.Exprs {
		u.expr(file, facts.ExprID(x))
	}
	for i := range f.facts.Types {
		if ty := &f.facts.Types[i]; ty.Kind == facts.Named {
			u.typ(file, ty)
		}
	}
	for i := range f.facts.Imports {
		u.imported(file, facts.ImportID(i))
	}
	for i := range f.facts.Exports {
		u.export(file, int32(i))
	}
}

func (u *uses) add(file fileID, name string, at int32, role graph.Role, means graph.Meaning, symbols ...*graph.Node) {
	u.Uses = append(u.Uses, graph.Use{Path: u.files[file].path, At: int(at), Name: name, Role: role, Meaning: means, Symbols: byID(symbols)})
}

// symbols adds a place that means some of the symbols.
func (u *uses) symbols(file fileID, name string, at int32, role graph.Role, syms ...symID) {
	var nodes []*graph.Node
	for _, s := range syms {
		if u.def(s).Kind == facts.Constructor && u.syms[s].parent >= 0 && u.def(s).Name != name {
			s = u.syms[s].parent // the class is what is named
		}
		if n := u.node(s); n != nil {
			nodes = append(nodes, n)
		}
	}
	if len(nodes) == 0 { // it has no name that others could use
		u.add(file, name, at, role, graph.MeansOther)
		return
	}
	u.add(file, name, at, role, graph.MeansSymbol, nodes...)
}

// found adds a place that means what was found.
func (u *uses) found(file fileID, name string, at int32, role graph.Role, fd found) {
	switch fd.status {
	case isSymbol:
		u.symbols(file, name, at, role, fd.syms...)
	case isOutside:
		u.add(file, name, at, role, graph.MeansOutside)
	case isModule, isValue:
		u.add(file, name, at, role, graph.MeansOther)
	default:
		u.add(file, name, at, role, graph.MeansUnknown)
	}
}

// together returns the symbols that share the name of s in the scope of s, with it.
func (u *uses) together(file fileID, s symID) []symID {
	y, d := &u.syms[s], u.def(s)
	syms := []symID{s}
	switch {
	case d.Owner >= 0, d.Has(facts.Inner):
	case y.parent >= 0:
		of := u.canon(y.parent)
		syms = append(append(syms, u.syms[of].members[d.Name]...), u.syms[of].nested[d.Name]...)
		if rules := &u.files[file].lang.Rules; u.def(of).Kind.IsType() && (rules.WrittenMembers || rules.ShapedValues) {
			for _, b := range u.basesOf(of) { // one place of an instance, whichever type declares it
				if fd := u.typeMember(b.sym, d.Name, u.instance(b.sym), false); fd.status == isSymbol {
					syms = append(syms, fd.syms...)
				}
			}
		}
	case d.Receiver < 0:
		syms = append(syms, u.units[u.files[file].unit].names[d.Name]...)
	}
	return syms
}

// tie notes what else knows a symbol by its name.
func (u *uses) tie(file fileID, s symID) {
	n, of := u.node(s), u.canon(u.syms[s].parent)
	if n != nil && of < 0 && len(u.files[file].byAlias[n.Name]) > 0 {
		u.Ties = append(u.Ties, graph.Tie{Symbol: n, Why: "has the name of an import of its file", Sure: true})
	}
	if n == nil || of < 0 || !u.def(s).Kind.IsCallable() || !u.def(of).Kind.IsType() {
		return
	}
	interfaces := u.files[file].lang.Interfaces
	asked := fmt.Sprintf("%s/%d", n.Name, len(u.def(s).Params))
	for _, name := range slices.Sorted(maps.Keys(interfaces)) {
		if !slices.Contains(strings.Fields(interfaces[name]), asked) {
			continue
		}
		if types := u.implementingOutside(interfaces, name); slices.ContainsFunc(u.withEmbedders([]symID{of}), func(t symID) bool { return slices.Contains(types, t) }) {
			u.Ties = append(u.Ties, graph.Tie{Symbol: n, Why: "implements " + name + ", which is from outside", Sure: true})
		}
	}
	switch {
	case u.inClosed(of, n.Name):
		u.Ties = append(u.Ties, graph.Tie{Symbol: n, Why: "overrides a method from outside", Sure: true})
	case u.isOpen(of):
		u.Ties = append(u.Ties, graph.Tie{Symbol: n, Why: "is in a type that extends one from outside, which may have a method of that name"})
	}
}

// tieValues notes the methods of interfaces that values of types from outside have to have.
func (u *uses) tieValues() {
	type pair struct {
		method symID
		name   string
	}
	tied := make(map[pair]bool)
	u.askedFor(func(file fileID, x facts.ExprID, want typ, _ facts.DefID) {
		w := u.resolver.types.node(want)
		if x < 0 || w.kind != kInstance || u.def(w.symbol()).Kind != facts.Interface {
			return
		}
		methods, _ := u.methodsOf(w.symbol())
		for _, m := range methods {
			n := u.node(m)
			if n == nil || !u.names[n.Name] {
				continue
			}
			name := u.flow.typeNameIn(file, x, 0)
			if name != "" && !tied[pair{m, name}] {
				tied[pair{m, name}] = true
				u.Ties = append(u.Ties, graph.Tie{Symbol: n, Why: "is a method that " + name + " from outside has too, whose values stand for its interface in " + u.files[file].path, Sure: true})
			}
		}
	})
}

func (u *uses) expr(file fileID, x facts.ExprID) {
	f := &u.files[file]
	ex := &f.facts.Exprs[x]
	for i := range ex.Args {
		if a := &ex.Args[i]; u.names[a.Keyword] && a.Line > 0 {
			u.key(file, x, a)
		}
	}
	name := ex.Name
	switch ex.Kind {
	case facts.Local:
		v := &f.facts.Vars[ex.Ref]
		if name = v.Name; v.Def >= 0 { // a type in a function has a mark before its name
			name = f.facts.Defs[v.Def].Name
		}
	case facts.Name, facts.Member:
	default:
		return
	}
	if !u.names[name] || ex.Flags&facts.Implicit != 0 {
		return
	}
	fd := *u.emitter.found(u.denote(file, x))
	switch v := facts.VarID(ex.Ref); {
	case ex.Kind == facts.Member:
		u.found(file, name, ex.Line, graph.Accessing, fd)
	case ex.Kind == facts.Local && f.facts.Vars[v].Def < 0 && f.facts.Vars[v].Import < 0:
		u.add(file, name, ex.Line, graph.Naming, graph.MeansLocal)
	case ex.Kind == facts.Local && f.facts.Vars[v].Import >= 0 && f.facts.Imports[f.facts.Vars[v].Import].Name != name,
		ex.Kind == facts.Name && u.isAlias(file, name, fd):
		u.add(file, name, ex.Line, graph.Naming, graph.MeansLocal)
	default:
		u.found(file, name, ex.Line, graph.Naming, fd)
	}
}

// isAlias reports whether a name of a file is one that an import gives to something of
// another name.
func (u *uses) isAlias(file fileID, name string, fd found) bool {
	if fd.status != isSymbol || fd.rule == ruleUnit || fd.rule == ruleLocal {
		return false
	}
	f := &u.files[file]
	imports := f.byAlias[name]
	return len(imports) > 0 && !slices.ContainsFunc(imports, func(i facts.ImportID) bool {
		im := &f.facts.Imports[i]
		return im.Name == name || im.Name == ""
	})
}

// key adds the key of a literal or of an argument.
func (u *uses) key(file fileID, x facts.ExprID, a *facts.Arg) {
	ex := &u.files[file].facts.Exprs[x]
	var fd found
	switch {
	case ex.Kind == facts.Composite:
		fd = u.memberOf(u.declType(file, ex.Type), a.Keyword)
	case ex.Kind == facts.Object && a.X >= 0 && u.files[file].facts.Exprs[a.X].Kind == facts.Func && u.files[file].facts.Exprs[a.X].Ref >= 0:
		return // a definition of its own
	case ex.Kind == facts.Object:
		fd = u.wanted(u.asked(file, x), a.Keyword)
	case ex.Kind == facts.Call && ex.Flags&facts.JSX != 0:
		fd = u.wanted(u.attributesOf(file, x), a.Keyword)
	case ex.Kind == facts.Call:
		fd = u.recordField(file, ex, a.Keyword)
	}
	u.found(file, a.Keyword, a.Line, graph.Keying, fd)
}

// wanted is the member of a type that is asked for.
func (u *uses) wanted(w written, name string) found {
	if w.id < 0 {
		return found{}
	}
	return u.memberOf(u.declType(w.file, w.id), name)
}

// recordField is the field that a keyword of the call of a record sets.
func (u *uses) recordField(file fileID, ex *facts.Expr, name string) found {
	if ex.X < 0 {
		return found{}
	}
	fd := *u.emitter.found(u.denote(file, ex.X))
	if fd.status != isSymbol || !u.def(fd.syms[0]).Kind.IsType() {
		return found{status: isValue} // a parameter
	}
	if _, ok := u.recordParams(fd.syms[0]); !ok {
		return found{status: isValue}
	}
	return u.memberOf(u.instance(fd.syms[0]), name)
}

// typ adds the name of a type and those that qualify it.
func (u *uses) typ(file fileID, ty *facts.Type) {
	if u.names[ty.Name] {
		fd := u.typeName(file, ty)
		switch {
		case ty.Qualifier == "" && u.typeParam(file, ty.In, ty.Name) != unknown,
			ty.Qualifier == "" && u.isAlias(file, ty.Name, fd):
			u.add(file, ty.Name, ty.Line, graph.Typing, graph.MeansLocal)
		default:
			fd.syms = u.ofArity(fd.syms, len(ty.Args))
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
		fd := u.typeName(file, &outer)
		if i == 0 && u.isAlias(file, part, fd) {
			u.add(file, part, ty.Line, graph.Typing, graph.MeansLocal)
			continue
		}
		u.found(file, part, ty.Line, graph.Typing, fd)
	}
}

func (u *uses) imported(file fileID, i facts.ImportID) {
	f := &u.files[file]
	im, st := &f.facts.Imports[i], &f.imports[i]
	if u.names[im.Name] {
		u.found(file, im.Name, im.Line, graph.Importing, u.importedOn(file, i, nil))
	} else if u.names[im.Alias] {
		u.add(file, im.Alias, im.Line, graph.Importing, graph.MeansLocal)
	}
	if st.within == "" || st.unit < 0 {
		return
	}
	parts := strings.Split(st.within, ".")
	for k, part := range parts {
		if u.names[part] && part != im.Name {
			u.found(file, part, im.Line, graph.Importing, u.path(st.unit, strings.Join(parts[:k+1], ".")))
		}
	}
}

func (u *uses) export(file fileID, j int32) {
	ex := &u.files[file].facts.Exports[j]
	for i, name := range []string{ex.SourceName, ex.Local, ex.Name} {
		if !u.names[name] || i > 0 && name == ex.SourceName || i > 1 && name == ex.Local {
			continue
		}
		fd := u.emitter.export(file, j, nil)
		if i == 2 && (ex.Local != "" || ex.SourceName != "") {
			fd = found{status: isValue} // a name that only the export gives
		}
		u.found(file, name, ex.Line, graph.Exporting, fd)
	}
}

// byID sorts nodes and drops the repeated ones.
func byID(nodes []*graph.Node) []*graph.Node {
	slices.SortFunc(nodes, func(a, b *graph.Node) int { return strings.Compare(a.ID, b.ID) })
	return slices.Compact(nodes)
}
