package conform

import (
	"path"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/ruleset"
)

// uses finds the types that code uses as an interface they do not implement, in languages with
// structural interfaces.
func (c *Checker) uses() {
	checked := &misuses{of: make(map[use]*misuse)}
	c.AskedFor(func(file decl.FileID, v ValueFor) {
		if v.X < 0 {
			return
		}
		have := c.infer.ExprType(file, v.X)
		if v.Result >= 0 {
			have = c.infer.Types.Node(have).Args[v.Result]
		}
		c.usedAs(have, v.Want, spot{file, v.in, c.infer.File(file).Facts.Expressions()[v.X].Line}, checked)
	})
	for i := range c.infer.NumFiles() {
		if c.edges.FindsMisuses(i) && c.infer.File(i).Lang.Rules.StructuralInterfaces {
			c.typeArguments(i, checked)
		}
	}
	for _, u := range checked.order {
		if m := checked.of[u]; m.rank < leftOut {
			c.edges.B.Lack(graph.Lack{Form: graph.UsedAs, By: c.edges.Node(u.by), Source: c.edges.Source(m.at.file, m.at.in), Members: m.lacks,
				Path: c.infer.File(m.at.file).Path, Line: int(m.at.line), Confidence: ruleset.Confidence(ruleset.Structure), Rule: ruleset.Structure})
		}
	}
}

// A ValueFor is a value and the type expected in its context.
type ValueFor struct {
	X      facts.ExprID
	Result int32 // position among the results of the call X, None for the value of X
	Want   lattice.Type
	in     facts.DefID
}

// typeArguments checks written and inferred type arguments against the bounds of the type
// parameters.
func (c *Checker) typeArguments(file decl.FileID, checked *misuses) {
	f := c.infer.File(file)
	for i := range f.Facts.Types {
		ty := &f.Facts.Types[i]
		if ty.Kind != facts.Named || len(ty.Args) == 0 {
			continue
		}
		if n := c.infer.Types.Node(c.infer.DeclType(file, facts.TypeID(i))); n.Kind == lattice.Instance {
			c.boundedBy(n.Symbol(), n.Args, spot{file, ty.In, ty.Line}, checked)
		}
	}
	for i := range f.Facts.Expressions() {
		ex := &f.Facts.Expressions()[i]
		if ex.Kind != facts.Call || ex.X < 0 {
			continue
		}
		n := c.infer.Types.Node(c.infer.ExprType(file, ex.X))
		if n.Kind == lattice.Func && len(c.infer.Def(n.Symbol()).TypeParams) > 0 && c.infer.Def(n.Symbol()).Receiver < 0 {
			c.boundedBy(n.Symbol(), c.infer.Infer(n.Symbol(), file, facts.ExprID(i), true), spot{file, ex.In, ex.Line}, checked)
		}
	}
}

// boundedBy checks the type arguments of one generic type or function.
func (c *Checker) boundedBy(s decl.SymbolID, args []lattice.Type, at spot, checked *misuses) {
	for i := range min(len(args), len(c.infer.Def(s).TypeParams)) {
		c.usedAs(args[i], c.infer.Types.Subst(c.infer.Bound(s, int32(i)), s, args, 0), at, checked)
	}
}

// AskedFor calls visit for each value with an expected type in the files in which
// misuses are to be found, in languages with structural interfaces.
func (c *Checker) AskedFor(visit func(file decl.FileID, v ValueFor)) {
	for i := range c.infer.NumFiles() {
		c.infer.WorkOn(i)
		file := i
		f := c.infer.File(file)
		if !c.edges.FindsMisuses(i) || !f.Lang.Rules.StructuralInterfaces {
			continue
		}
		at := func(v ValueFor) { visit(file, v) }
		for v := range f.Facts.Vars {
			if y := &f.Facts.Vars[v]; y.Type >= 0 && y.Kind == facts.LocalVar {
				for _, x := range y.Values {
					at(ValueFor{x, facts.None, c.infer.DeclType(file, y.Type), y.In})
				}
			}
		}
		for i := range f.Facts.Defs {
			if d := &f.Facts.Defs[i]; d.Type >= 0 && (d.Kind == facts.Variable || d.Kind == facts.Constant) {
				for _, x := range d.Values {
					at(ValueFor{x, facts.None, c.infer.DeclType(file, d.Type), d.Parent})
				}
			}
		}
		for x := range f.Facts.Expressions() {
			c.usesIn(file, facts.ExprID(x), at)
		}
	}
}

// usesIn calls at for each part of an expression that has an expected type.
func (c *Checker) usesIn(file decl.FileID, x facts.ExprID, at func(ValueFor)) {
	f := c.infer.File(file)
	ex := &f.Facts.Expressions()[x]
	whole := func(x facts.ExprID, want lattice.Type) { at(ValueFor{x, facts.None, want, ex.In}) }
	switch ex.Kind {
	case facts.Call:
		if ex.X < 0 || len(ex.Args) == 0 {
			return
		}
		callee := c.infer.ExprType(file, ex.X)
		switch n := c.infer.Types.Node(callee); n.Kind {
		case lattice.Conv:
			whole(ex.Args[0].X, n.Args[0])
		case lattice.Class: // a conversion to a type written as a plain name
			whole(ex.Args[0].X, c.infer.Types.Instance(n.Symbol(), n.Args...))
		case lattice.Func, lattice.FuncType:
			if len(ex.Args) == 1 {
				if passed := c.several(file, ex.Args[0].X); passed > 0 { // f(g()) with the results of g
					for i := range passed {
						at(ValueFor{ex.Args[0].X, i, c.infer.Parameter(file, callee, i), ex.In})
					}
					return
				}
			}
			var args []lattice.Type
			if n.Kind == lattice.Func && len(c.infer.Def(n.Symbol()).TypeParams) > 0 && c.infer.Def(n.Symbol()).Receiver < 0 {
				args = c.infer.Infer(n.Symbol(), file, x, true)
			}
			for i := range ex.Args {
				if !ex.Args[i].Spread {
					whole(ex.Args[i].X, c.infer.Types.Subst(c.infer.Parameter(file, callee, int32(i)), n.Symbol(), args, 0))
				}
			}
		}
	case facts.Composite:
		t := c.infer.DeclType(file, ex.Type)
		n := c.infer.Under(t)
		next := facts.DefID(1)
		for i := range ex.Args {
			a := &ex.Args[i]
			field := decl.SymbolID(-1)
			switch {
			case n.Kind == lattice.List || n.Kind == lattice.Map:
				whole(a.X, c.infer.Element(t, false, false))
			case n.Kind != lattice.Instance:
			case a.Keyword == "":
				field, next = c.edges.Flow.NextField(n.Symbol(), next)
			default:
				if m := c.infer.MembersNamed(n.Symbol(), a.Keyword); len(m) == 1 {
					field = m[0]
				}
			}
			if field >= 0 {
				whole(a.X, c.infer.SymType(field))
			}
		}
	case facts.Either: // a list with appended values
		if appended := ex.Appended(); len(appended) > 0 {
			element := c.infer.Element(c.infer.ExprType(file, x), false, false)
			for _, a := range appended {
				if !a.Spread {
					whole(a.X, element)
				}
			}
		}
	case facts.Store:
		if len(ex.Args) == 1 && ex.X >= 0 {
			whole(ex.Args[0].X, c.infer.ExprType(file, ex.X))
		}
	case facts.Return:
		c.returned(file, ex, at)
	}
}

// returned calls at for the values of a return statement, with the declared results.
func (c *Checker) returned(file decl.FileID, ret *facts.Expr, at func(ValueFor)) {
	results := c.results(file, ret)
	passed := int32(0)
	if len(ret.Args) == 1 && len(results) > 1 { // return g() with the results of g
		passed = c.several(file, ret.Args[0].X)
	}
	for i, t := range results {
		switch {
		case len(results) == len(ret.Args):
			at(ValueFor{ret.Args[i].X, facts.None, c.infer.DeclType(file, t), ret.In})
		case int(passed) == len(results):
			at(ValueFor{ret.Args[0].X, int32(i), c.infer.DeclType(file, t), ret.In})
		}
	}
}

// several returns the number of results of the call x, 0 where it is one or unknown.
func (c *Checker) several(file decl.FileID, x facts.ExprID) int32 {
	if x < 0 {
		return 0
	}
	if n := c.infer.Types.Node(c.infer.ExprType(file, x)); n.Kind == lattice.Tuple {
		return int32(len(n.Args))
	}
	return 0
}

// results returns the declared results of the function that contains a return statement.
func (c *Checker) results(file decl.FileID, ret *facts.Expr) []facts.TypeID {
	f := c.infer.File(file)
	var results []facts.TypeID
	if ret.X >= 0 {
		if id := f.Facts.Expressions()[ret.X].Type; id >= 0 {
			ty := &f.Facts.Types[id]
			results = ty.Results()
		}
	} else if ret.In >= 0 {
		results = f.Facts.Defs[ret.In].Results
	}
	return results
}

// usedAs records a misuse in checked where the type have lacks methods of the interface want.
func (c *Checker) usedAs(have, want lattice.Type, at spot, checked *misuses) {
	w := c.infer.Types.Node(want)
	if w.Kind != lattice.Instance || c.infer.Def(w.Symbol()).Kind != facts.Interface && c.infer.Def(w.Symbol()).Name != "" {
		return
	}
	n := c.infer.Types.Node(have)
	if n.Kind != lattice.Instance || c.edges.Node(n.Symbol()) == nil || c.infer.Def(n.Symbol()).Kind != facts.Struct && c.infer.Def(n.Symbol()).Kind != facts.TypeDef || c.infer.Def(n.Symbol()).Has(facts.Alias) {
		return
	}
	pair := use{n.Symbol(), w.Symbol()}
	m, ok := checked.of[pair]
	if !ok {
		if lacks := c.lackedMethods(pair); len(lacks) > 0 {
			m = &misuse{lacks: lacks, rank: leftOut}
			checked.order = append(checked.order, pair)
		}
		checked.of[pair] = m
	}
	if m == nil {
		return
	}
	if c.edges.Traces != nil {
		c.edges.Traces[at.file].Misuses = true
	}
	if m.rank == 0 {
		return
	}
	if r := c.rank(c.infer.Symbol(n.Symbol()).File, at.file); r < m.rank {
		m.at, m.rank = at, r
	}
}

// lackedMethods returns the methods of the interface that the type of a use certainly lacks.
func (c *Checker) lackedMethods(u use) []*graph.Node {
	var lacks []*graph.Node
	methods, _ := c.edges.MethodsOf(u.iface)
	for _, m := range methods {
		if node := c.edges.Node(m); node != nil && c.lacksMethod(u.by, m) {
			lacks = append(lacks, node)
		}
	}
	return lacks
}

// leftOut is the rank of a use in a directory that builds exclude.
const leftOut = 6

// rank orders the places at which a missing method of a type can be reported, 0 for the best: in
// the package of the type, in its module, elsewhere; in each case code before tests.
func (c *Checker) rank(typ, at decl.FileID) int {
	f, of := c.infer.File(at), c.infer.File(typ)
	rank := 0
	if path.Dir(f.Path) != path.Dir(of.Path) {
		rank = 2
		if l, ok := f.Linker.(lang.ModuleLinker); ok {
			module, built := l.Module(f.Path)
			if !built {
				return leftOut
			}
			if own, _ := l.Module(of.Path); own != module {
				rank = 4
			}
		}
	}
	if f.Test {
		rank++
	}
	return rank
}

// lacksMethod reports whether a type certainly has no method that implements the method m of an
// interface, including promoted methods of embedded types.
func (c *Checker) lacksMethod(s, m decl.SymbolID) bool {
	name := c.infer.Def(m).Name
	if fd := c.infer.TypeMember(s, name, c.infer.Instance(s), false); fd.Status == infer.IsSymbol {
		return len(fd.Syms) == 1 && (c.infer.Def(fd.Syms[0]).Kind != facts.Method || !c.edges.SameShape(fd.Syms[0], m))
	}
	seen := []decl.SymbolID{s}
	for k := 0; k < len(seen); k++ {
		in, d := c.infer.Symbol(seen[k]).File, c.infer.Def(seen[k])
		if len(seen) >= infer.MaxBases || d.Kind == facts.TypeDef && !c.isBare(in, d.Type) {
			return false
		}
		for _, id := range d.Embeds {
			n := c.infer.Types.Node(c.infer.DeclType(in, id))
			if n.Kind == lattice.Instance {
				if !slices.Contains(seen, n.Symbol()) {
					seen = append(seen, n.Symbol())
				}
				continue
			}
			if has := c.infer.CompleteMembers(in, id); has == nil || has[name] {
				return false
			}
		}
	}
	return true
}

// isBare reports whether a written type has no methods of its own.
func (c *Checker) isBare(file decl.FileID, id facts.TypeID) bool {
	if id < 0 {
		return false
	}
	switch c.infer.Types.Kind(c.infer.DeclType(file, id)) {
	case lattice.List, lattice.Map, lattice.FuncType:
		return true
	case lattice.Builtin:
		ty := &c.infer.File(file).Facts.Types[id]
		_, plain := c.infer.File(file).Lang.Universe[ty.Name]
		return plain && ty.Qualifier == "" && c.infer.File(file).Lang.Interfaces[ty.Name] == ""
	}
	return false
}
