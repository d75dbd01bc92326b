package resolve

import (
	"path"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A use is a type of the repository whose values stand where an interface is asked for.
type use struct {
	by    symID
	iface symID
}

// misuses are the uses whose type lacks methods of the interface.
type misuses struct {
	of    map[use]*misuse // nil for one whose type lacks nothing
	order []use           // those that are not nil, as they were found
}

// A misuse is what the type of a use lacks, and the spot that shows it best.
type misuse struct {
	lacks []*graph.Node
	at    spot
	rank  int // see rank
}

// uses finds the types that some code uses as an interface which they do not
// implement, in languages where their methods alone decide that.
func (c *checker) uses() {
	checked := &misuses{of: make(map[use]*misuse)}
	c.askedFor(func(file fileID, x facts.ExprID, want typ, in facts.DefID) {
		if x >= 0 {
			c.usedAs(c.exprType(file, x), want, spot{file, in, c.files[file].facts.Exprs[x].Line}, checked)
		}
	})
	for i := range c.files {
		if c.files[i].lang.Rules.StructuralInterfaces {
			c.typeArguments(fileID(i), checked)
		}
	}
	for _, u := range checked.order {
		if m := checked.of[u]; m.rank < leftOut {
			c.b.Lack(graph.Lack{Form: graph.UsedAs, By: c.node(u.by), Source: c.source(m.at.file, m.at.in), Members: m.lacks,
				Path: c.files[m.at.file].path, Line: int(m.at.line), Confidence: confidenceOf(ruleStructure), Rule: ruleStructure})
		}
	}
}

// A spot is a place in the code of a definition.
type spot struct {
	file fileID
	in   facts.DefID
	line int32
}

// typeArguments checks the types that stand for type parameters against what bounds
// these: those that are written, and those that follow from the arguments of a call.
func (c *checker) typeArguments(file fileID, checked *misuses) {
	f := &c.files[file]
	for i := range f.facts.Types {
		ty := &f.facts.Types[i]
		if ty.Kind != facts.Named || len(ty.Args) == 0 {
			continue
		}
		if n := c.resolver.types.node(c.declType(file, facts.TypeID(i))); n.kind == kInstance {
			c.boundedBy(n.symbol(), n.args, spot{file, ty.In, ty.Line}, checked)
		}
	}
	for i := range f.facts.Exprs {
		ex := &f.facts.Exprs[i]
		if ex.Kind != facts.Call || ex.X < 0 {
			continue
		}
		n := c.resolver.types.node(c.exprType(file, ex.X))
		if n.kind == kFunc && len(c.def(n.symbol()).TypeParams) > 0 && c.def(n.symbol()).Receiver < 0 {
			c.boundedBy(n.symbol(), c.infer(n.symbol(), file, facts.ExprID(i), true), spot{file, ex.In, ex.Line}, checked)
		}
	}
}

// boundedBy checks the type arguments of a generic type or function.
func (c *checker) boundedBy(s symID, args []typ, at spot, checked *misuses) {
	for i := range min(len(args), len(c.def(s).TypeParams)) {
		c.usedAs(args[i], c.resolver.types.subst(c.bound(s, int32(i)), s, args, 0), at, checked)
	}
}

// askedFor hands the values to visit that stand where a type is asked for, in languages where
// methods alone decide which have it.
func (c *checker) askedFor(visit func(file fileID, x facts.ExprID, want typ, in facts.DefID)) {
	for i := range c.files {
		c.at = fileID(i)
		file := fileID(i)
		f := &c.files[file]
		if !f.lang.Rules.StructuralInterfaces {
			continue
		}
		at := func(x facts.ExprID, want typ, in facts.DefID) { visit(file, x, want, in) }
		for v := range f.facts.Vars {
			if y := &f.facts.Vars[v]; y.Type >= 0 && y.Kind == facts.LocalVar {
				for _, x := range y.Values {
					at(x, c.declType(file, y.Type), y.In)
				}
			}
		}
		for i := range f.facts.Defs {
			if d := &f.facts.Defs[i]; d.Type >= 0 && (d.Kind == facts.Variable || d.Kind == facts.Constant) {
				for _, x := range d.Values {
					at(x, c.declType(file, d.Type), d.Parent)
				}
			}
		}
		for x := range f.facts.Exprs {
			c.usesIn(file, facts.ExprID(x), at)
		}
	}
}

// usesIn hands the parts of an expression to at, with the types asked for there.
func (c *checker) usesIn(file fileID, x facts.ExprID, at func(facts.ExprID, typ, facts.DefID)) {
	f := &c.files[file]
	ex := &f.facts.Exprs[x]
	switch ex.Kind {
	case facts.Call:
		if ex.X < 0 || len(ex.Args) == 0 {
			return
		}
		callee := c.exprType(file, ex.X)
		switch n := c.resolver.types.node(callee); n.kind {
		case kConv:
			at(ex.Args[0].X, n.args[0], ex.In)
		case kClass: // a conversion, to a type that is written as its name alone
			at(ex.Args[0].X, c.resolver.types.instance(n.symbol(), n.args...), ex.In)
		case kFunc, kFuncType:
			if len(ex.Args) == 1 && ex.Args[0].X >= 0 && c.resolver.types.kind(c.exprType(file, ex.Args[0].X)) == kTuple {
				return
			}
			var args []typ
			if n.kind == kFunc && len(c.def(n.symbol()).TypeParams) > 0 && c.def(n.symbol()).Receiver < 0 {
				args = c.infer(n.symbol(), file, x, true)
			}
			for i := range ex.Args {
				if !ex.Args[i].Spread {
					at(ex.Args[i].X, c.resolver.types.subst(c.parameter(file, callee, int32(i)), n.symbol(), args, 0), ex.In)
				}
			}
		}
	case facts.Composite:
		t := c.declType(file, ex.Type)
		n := c.under(t)
		next := facts.DefID(1)
		for i := range ex.Args {
			a := &ex.Args[i]
			field := symID(-1)
			switch {
			case n.kind == kList || n.kind == kMap:
				at(a.X, c.element(t, false, false), ex.In)
			case n.kind != kInstance:
			case a.Keyword == "":
				field, next = c.flow.nextField(n.symbol(), next)
			default:
				if m := c.syms[n.symbol()].members[a.Keyword]; len(m) == 1 {
					field = m[0]
				}
			}
			if field >= 0 {
				at(a.X, c.symType(field), ex.In)
			}
		}
	case facts.Either: // a list that has more values appended
		if appended := ex.Appended(); len(appended) > 0 {
			element := c.element(c.exprType(file, x), false, false)
			for _, a := range appended {
				if !a.Spread {
					at(a.X, element, ex.In)
				}
			}
		}
	case facts.Store:
		if len(ex.Args) == 1 && ex.X >= 0 {
			at(ex.Args[0].X, c.exprType(file, ex.X), ex.In)
		}
	case facts.Return:
		for i, t := range c.results(file, ex) {
			if len(ex.Args) > i {
				at(ex.Args[i].X, c.declType(file, t), ex.In)
			}
		}
	}
}

// results returns the declared results of the function that a return statement ends,
// nil where one call gives them all.
func (c *checker) results(file fileID, ret *facts.Expr) []facts.TypeID {
	f := &c.files[file]
	var results []facts.TypeID
	if ret.X >= 0 {
		if id := f.facts.Exprs[ret.X].Type; id >= 0 {
			ty := &f.facts.Types[id]
			results = ty.Results()
		}
	} else if ret.In >= 0 {
		results = f.facts.Defs[ret.In].Results
	}
	if len(results) != len(ret.Args) {
		return nil
	}
	return results
}

// usedAs notes the type have in checked where it lacks methods of the interface that its
// place asks for.
func (c *checker) usedAs(have, want typ, at spot, checked *misuses) {
	w := c.resolver.types.node(want)
	if w.kind != kInstance || c.def(w.symbol()).Kind != facts.Interface && c.def(w.symbol()).Name != "" {
		return
	}
	n := c.resolver.types.node(have)
	if n.kind != kInstance || c.node(n.symbol()) == nil || c.def(n.symbol()).Kind != facts.Struct && c.def(n.symbol()).Kind != facts.TypeDef || c.def(n.symbol()).Has(facts.Alias) {
		return
	}
	pair := use{n.symbol(), w.symbol()}
	m, ok := checked.of[pair]
	if !ok {
		if lacks := c.lackedMethods(pair); len(lacks) > 0 {
			m = &misuse{lacks: lacks, rank: leftOut}
			checked.order = append(checked.order, pair)
		}
		checked.of[pair] = m
	}
	if m == nil || m.rank == 0 {
		return
	}
	if r := c.rank(c.syms[n.symbol()].file, at.file); r < m.rank {
		m.at, m.rank = at, r
	}
}

// lackedMethods returns the methods of the interface that the type of a use surely lacks.
func (c *checker) lackedMethods(u use) []*graph.Node {
	var lacks []*graph.Node
	methods, _ := c.methodsOf(u.iface)
	for _, m := range methods {
		if node := c.node(m); node != nil && c.lacksMethod(u.by, m) {
			lacks = append(lacks, node)
		}
	}
	return lacks
}

// leftOut is the rank of a use in a directory that builds leave out.
const leftOut = 6

// rank says how well a use in one file shows what a type in another one lacks, 0 for best:
// in the package of the type, in its module, elsewhere, each in code before tests.
func (c *checker) rank(typ, at fileID) int {
	f, of := &c.files[at], &c.files[typ]
	rank := 0
	if path.Dir(f.path) != path.Dir(of.path) {
		rank = 2
		if l, ok := f.linker.(lang.ModuleLinker); ok {
			module, built := l.Module(f.path)
			if !built {
				return leftOut
			}
			if own, _ := l.Module(of.path); own != module {
				rank = 4
			}
		}
	}
	if f.test {
		rank++
	}
	return rank
}

// lacksMethod reports whether a type surely has no method that is the method m of an
// interface, by what it embeds neither.
func (c *checker) lacksMethod(s, m symID) bool {
	name := c.def(m).Name
	if fd := c.typeMember(s, name, c.instance(s), false); fd.status == isSymbol {
		return len(fd.syms) == 1 && (c.def(fd.syms[0]).Kind != facts.Method || !c.sameShape(fd.syms[0], m))
	}
	seen := []symID{s}
	for k := 0; k < len(seen); k++ {
		in, d := c.syms[seen[k]].file, c.def(seen[k])
		if len(seen) >= maxBases || d.Kind == facts.TypeDef && !c.isBare(in, d.Type) {
			return false
		}
		for _, id := range d.Embeds {
			n := c.resolver.types.node(c.declType(in, id))
			if n.kind == kInstance {
				if !slices.Contains(seen, n.symbol()) {
					seen = append(seen, n.symbol())
				}
				continue
			}
			if has := c.completeMembers(in, id); has == nil || has[name] {
				return false
			}
		}
	}
	return true
}

// isBare reports whether a written type has no methods of its own.
func (c *checker) isBare(file fileID, id facts.TypeID) bool {
	if id < 0 {
		return false
	}
	switch c.resolver.types.kind(c.declType(file, id)) {
	case kList, kMap, kFuncType:
		return true
	case kBuiltin:
		ty := &c.files[file].facts.Types[id]
		_, plain := c.files[file].lang.Universe[ty.Name]
		return plain && ty.Qualifier == "" && c.files[file].lang.Interfaces[ty.Name] == ""
	}
	return false
}
