package conform

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/edges"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/ruleset"
)

// A Written is a type expression with its file.
type Written struct {
	File decl.FileID
	Id   facts.TypeID
}

var unwritten = Written{Id: facts.None}

// conformingValues checks the literals of a file, and its uses of types, against the types declared
// for their context.
func (c *Checker) conformingValues(file decl.FileID) {
	f := c.infer.File(file)
	rules := &f.Lang.Rules
	if !rules.ShapedValues && !rules.SingleMethodTypes {
		return
	}
	c.infer.PlacesOf(file)
	for x := range f.Facts.Expressions() {
		x := facts.ExprID(x)
		ex := &f.Facts.Expressions()[x]
		switch {
		case !rules.ShapedValues:
			if ex.Kind == facts.Func {
				c.conformingLambda(file, x)
			}
		case ex.Kind == facts.Object:
			c.conformingObject(file, ex, c.Asked(file, x))
		case ex.Kind == facts.Call && ex.Flags&facts.JSX != 0:
			c.conformingObject(file, ex, c.AttributesOf(file, x))
		case ex.Kind == facts.Func && ex.Ref < 0:
			c.conformingFunction(file, ex.In, ex.Line, c.Asked(file, x), nil)
		}
	}
	if !rules.ShapedValues {
		return
	}
	for i := range f.Facts.Defs {
		d := &f.Facts.Defs[i]
		if !d.Kind.IsCallable() || d.Has(facts.Asserted) || d.Kind == facts.Constructor {
			continue
		}
		want := Written{file, d.Type}
		if x, ok := f.Literals[facts.DefID(i)]; ok && d.Type < 0 {
			want = c.Asked(file, x)
		}
		c.conformingFunction(file, d.Parent, d.Line, want, c.infer.Symbol(f.Symbol(facts.DefID(i))).Members)
	}
}

// conformingObject reports the members of the type want that an object literal, or the attributes
// of an element, lacks.
func (c *Checker) conformingObject(file decl.FileID, ex *facts.Expr, want Written) {
	if want.Id < 0 {
		return
	}
	needs := c.required(c.surely(want.File, want.Id))
	if len(needs) == 0 {
		return
	}
	has := make(map[string]bool, len(ex.Args))
	for i := range ex.Args {
		a := &ex.Args[i]
		if a.Spread || a.DoubleSpread || strings.HasPrefix(a.Keyword, "[") {
			return
		}
		has[a.Keyword] = true
	}
	c.lack(file, ex.In, ex.Line, graph.ObjectValue, needs, func(m *facts.Def) bool {
		return has[m.Name] || m.Kind.IsCallable() && c.infer.File(file).Lang.ObjectMembers[m.Name]
	})
}

// conformingFunction reports the members of the type want that a function literal lacks, except
// call signatures. own are the members assigned to it.
func (c *Checker) conformingFunction(file decl.FileID, in facts.DefID, line int32, want Written, own map[string][]decl.SymbolID) {
	if want.Id < 0 {
		return
	}
	c.lack(file, in, line, graph.FunctionValue, c.required(c.surely(want.File, want.Id)), func(m *facts.Def) bool {
		return c.infer.File(file).Lang.ObjectMembers[m.Name] || len(own[m.Name]) > 0
	})
}

// lack reports a literal that does not have all members in needs.
func (c *Checker) lack(file decl.FileID, in facts.DefID, line int32, form graph.Form, needs []need, has func(*facts.Def) bool) {
	var lacks []*graph.Node
	for _, m := range needs {
		if n := c.edges.Node(m.sym); n != nil && !has(c.infer.Def(m.sym)) && !slices.Contains(lacks, n) {
			lacks = append(lacks, n)
		}
	}
	if len(lacks) > 0 {
		c.edges.B.Lack(graph.Lack{Form: form, Source: c.edges.Source(file, in), Members: lacks, Path: c.infer.File(file).Path, Line: int(line),
			Confidence: ruleset.Confidence(ruleset.Structure), Rule: ruleset.Structure})
	}
}

// conformingLambda reports a function literal that is used as an interface with several abstract
// methods.
func (c *Checker) conformingLambda(file decl.FileID, x facts.ExprID) {
	n := c.infer.Types.Node(c.infer.Expected(file, x))
	if n.Kind != lattice.Instance || c.infer.Def(n.Symbol()).Kind != facts.Interface {
		return
	}
	seen := []infer.Base{{Sym: n.Symbol(), Args: n.Args}}
	for k := 0; k < len(seen) && k < infer.MaxBases; k++ {
		seen = c.infer.AppendBases(seen, seen[k])
	}
	var lacks []*graph.Node
	for _, m := range c.abstractMembers(append([]infer.Base{seen[0]}, seen...)) {
		if node := c.edges.Node(m.sym); node != nil && !c.provides(seen, m) {
			lacks = append(lacks, node)
		}
	}
	if len(lacks) > 1 {
		ex := &c.infer.File(file).Facts.Expressions()[x]
		c.edges.B.Lack(graph.Lack{Form: graph.FunctionValue, OneOf: true, Source: c.edges.Source(file, ex.In), Members: lacks, Path: c.infer.File(file).Path,
			Line: int(ex.Line), Confidence: ruleset.Confidence(ruleset.Structure), Rule: ruleset.Structure})
	}
}

// Asked returns the type expression declared for the context of a literal; unwritten where it is
// not certain.
func (c *Checker) Asked(file decl.FileID, x facts.ExprID) Written {
	p, ok := c.infer.File(file).Places[x]
	if !ok || c.infer.Depth > infer.MaxDepth {
		return unwritten
	}
	c.infer.Depth++
	defer func() { c.infer.Depth-- }()
	switch p.Kind {
	case infer.Typed:
		if !p.Taken {
			return Written{file, p.Typ}
		}
	case infer.OfTyped:
		return c.resultOf(Written{file, p.Typ})
	case infer.InEither:
		return c.Asked(file, p.In)
	case infer.IsResult:
		if id := c.infer.File(file).Facts.Expressions()[p.In].Type; id >= 0 {
			if r := c.resultOf(Written{file, id}); r.Id >= 0 {
				return r
			}
		}
		return c.resultOf(c.Asked(file, p.In))
	case infer.InList:
		w := c.plain(c.Asked(file, p.In))
		if w.Id < 0 {
			break
		}
		switch ty := &c.infer.File(w.File).Facts.Types[w.Id]; {
		case ty.Kind == facts.ListT && len(ty.Args) > 0:
			return Written{w.File, ty.Args[0]}
		case ty.Kind == facts.TupleT && int(p.Arg) < len(ty.Args):
			return Written{w.File, ty.Args[p.Arg]}
		}
	case infer.InObject:
		return c.memberAsked(c.Asked(file, p.In), p.Key)
	case infer.InCall:
		if c.infer.File(file).Facts.Expressions()[p.In].Flags&facts.JSX != 0 {
			return c.memberAsked(c.AttributesOf(file, p.In), p.Key)
		}
		return c.paramAsked(file, p)
	}
	return unwritten
}

// plain resolves the aliases of a type.
func (c *Checker) plain(w Written) Written {
	for range edges.MaxOtherNames {
		if w.Id < 0 {
			return unwritten
		}
		ty := &c.infer.File(w.File).Facts.Types[w.Id]
		if ty.Kind != facts.Named {
			return w
		}
		s := c.oneType(w.File, ty)
		if s < 0 {
			return unwritten
		}
		d := c.infer.Def(s)
		if d.Kind != facts.TypeDef || d.Type < 0 || len(d.TypeParams) > 0 {
			return w
		}
		w = Written{c.infer.Symbol(s).File, d.Type}
	}
	return unwritten
}

// oneType returns the only type of the repository that a written name can mean, -1 where it is not
// certain.
func (c *Checker) oneType(file decl.FileID, ty *facts.Type) decl.SymbolID {
	if ty.Qualifier == "" && c.infer.TypeParam(file, ty.In, ty.Name) != lattice.Unknown {
		return -1
	}
	fd := c.infer.TypeName(file, ty)
	if fd.Status != infer.IsSymbol || fd.Partial {
		return -1
	}
	one := decl.SymbolID(-1)
	for _, s := range c.infer.OfArity(c.infer.OnlyTypes(fd.Syms), len(ty.Args)) {
		switch s = c.infer.Canon(s); {
		case c.infer.Def(s).Kind == facts.Namespace || s == one:
		case one >= 0:
			return -1
		default:
			one = s
		}
	}
	return one
}

// resultOf returns the result type of a written function type, awaited.
func (c *Checker) resultOf(w Written) Written {
	if w = c.plain(w); w.Id < 0 {
		return unwritten
	}
	ty := &c.infer.File(w.File).Facts.Types[w.Id]
	if ty.Kind != facts.FuncT || int(ty.N)+1 != len(ty.Args) {
		return unwritten
	}
	w.Id = ty.Args[ty.N]
	if p := c.plain(w); p.Id >= 0 {
		if r := &c.infer.File(p.File).Facts.Types[p.Id]; r.Kind == facts.PromiseT && len(r.Args) > 0 {
			return Written{p.File, r.Args[0]}
		}
	}
	return w
}

// memberAsked returns the declared type of the member called name.
func (c *Checker) memberAsked(w Written, name string) Written {
	if w.Id < 0 {
		return unwritten
	}
	found := unwritten
	for _, b := range c.surely(w.File, w.Id) {
		seen := []infer.Base{b}
		for k := 0; k < len(seen) && k < infer.MaxBases; k++ {
			seen = c.infer.AppendBases(seen, seen[k])
		}
		for _, in := range seen {
			list := c.infer.MembersNamed(in.Sym, name)
			if len(list) == 0 {
				continue
			}
			if d := c.infer.Def(list[0]); len(list) > 1 || d.Kind != facts.Field || found.Id >= 0 {
				return unwritten
			}
			found = Written{c.infer.Symbol(list[0]).File, c.infer.Def(list[0]).Type}
			break
		}
	}
	return found
}

// paramAsked returns the declared type of the parameter that an argument is passed to.
func (c *Checker) paramAsked(file decl.FileID, p infer.Place) Written {
	s := c.calledAlone(file, p.In)
	if s < 0 {
		return unwritten
	}
	d := c.infer.Def(s)
	at := d.Filled(c.infer.File(file).Facts.Expressions()[p.In].Args)[p.At]
	if at < 0 || slices.ContainsFunc(c.infer.File(file).Facts.Expressions()[p.In].Args[:p.At], func(a facts.Arg) bool { return a.Spread }) {
		return unwritten
	}
	w := Written{c.infer.Symbol(s).File, d.Params[at].Type}
	if !d.Params[at].Variadic || w.Id < 0 {
		return w
	}
	if ty := &c.infer.File(w.File).Facts.Types[w.Id]; c.infer.File(w.File).Lang.Rules.RestIsList {
		if ty.Kind != facts.ListT || len(ty.Args) == 0 {
			return unwritten
		}
		w.Id = ty.Args[0]
	}
	return w
}

// calledAlone returns the only function that a call by name runs; -1 where there are overloads or
// it is not certain.
func (c *Checker) calledAlone(file decl.FileID, x facts.ExprID) decl.SymbolID {
	ex := &c.infer.File(file).Facts.Expressions()[x]
	if ex.X < 0 {
		return -1
	}
	fd := c.infer.Callee(file, x)
	if fd.Status != infer.IsSymbol || len(fd.Syms) != 1 || fd.Partial || int(fd.Rule) == ruleset.Unique {
		return -1
	}
	s := fd.Syms[0]
	if c.infer.Def(s).Kind.IsType() {
		list := c.infer.Constructors(file, ex, s)
		if ex.Kind != facts.New || len(list) != 1 {
			return -1
		}
		s = list[0]
	}
	if d := c.infer.Def(s); !d.Kind.IsCallable() || d.Has(facts.Overload) || d.Has(facts.Getter) || d.Type >= 0 {
		return -1
	}
	return s
}

// AttributesOf returns the type of the attributes of a component in an element: its first
// parameter.
func (c *Checker) AttributesOf(file decl.FileID, x facts.ExprID) Written {
	s := c.calledAlone(file, x)
	if s < 0 || len(c.infer.Def(s).Params) == 0 || len(c.infer.MembersNamed(s, "defaultProps")) > 0 {
		return unwritten
	}
	return Written{c.infer.Symbol(s).File, c.infer.Def(s).Params[0].Type}
}

// surely returns the types of the repository that every value of a written type is an instance of.
// Members of a union, and types computed by the language from others, are not included.
func (c *Checker) surely(file decl.FileID, id facts.TypeID) []infer.Base {
	var out []infer.Base
	todo, seen := []Written{{file, id}}, make(map[Written]bool)
	for len(todo) > 0 && len(seen) < infer.MaxDepth {
		w := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if w.Id < 0 || seen[w] {
			continue
		}
		seen[w] = true
		ty := &c.infer.File(w.File).Facts.Types[w.Id]
		switch ty.Kind {
		case facts.Named:
			s := c.oneType(w.File, ty)
			if s < 0 {
				continue
			}
			if d := c.infer.Def(s); d.Kind == facts.TypeDef && d.Type >= 0 {
				todo = append(todo, Written{c.infer.Symbol(s).File, d.Type})
			} else {
				out = append(out, infer.Base{Sym: s})
			}
		case facts.ObjectT:
			if ty.Def >= 0 {
				out = append(out, infer.Base{Sym: c.infer.Canon(c.infer.File(w.File).Symbol(ty.Def))})
			}
		case facts.IntersectionT:
			for _, a := range slices.Backward(ty.Args) {
				todo = append(todo, Written{w.File, a})
			}
		case facts.ValueT: // the name of a type that is declared in a function, or T["member"]
			if ty.X < 0 {
				continue
			}
			if fd := c.infer.Found(c.infer.Denote(w.File, ty.X)); fd.Status == infer.IsSymbol && len(fd.Syms) == 1 {
				if d := c.infer.Def(fd.Syms[0]); d.Kind == facts.Field {
					todo = append(todo, Written{c.infer.Symbol(fd.Syms[0]).File, d.Type})
				} else if d.Kind == facts.Interface || d.Kind == facts.TypeDef && d.Type >= 0 && len(c.infer.Symbol(fd.Syms[0]).Members) > 0 {
					out = append(out, infer.Base{Sym: c.infer.Canon(fd.Syms[0])})
				}
			}
		}
	}
	return out
}

// required returns the members that a value of all these types must have.
func (c *Checker) required(of []infer.Base) []need {
	var needs []need
	seen := make([]decl.SymbolID, 0, len(of))
	for k := 0; k < len(of) && k < infer.MaxBases; k++ {
		s := of[k].Sym
		d := c.infer.Def(s)
		if slices.Contains(seen, s) || d.Kind != facts.Interface && d.Kind.IsType() && d.Kind != facts.TypeDef {
			continue
		}
		seen = append(seen, s)
		for _, list := range c.membersInOrder(s) {
			m := c.infer.Def(list[0])
			if !strings.HasPrefix(m.Name, "(") && (m.Kind.IsCallable() || m.Kind == facts.Field) && !m.Has(facts.Static) &&
				!slices.ContainsFunc(list, func(m decl.SymbolID) bool { return c.infer.Def(m).Has(facts.Optional) }) {
				needs = append(needs, need{sym: list[0]})
			}
		}
		for _, p := range append([]decl.SymbolID{s}, c.infer.Symbol(s).Parts...) {
			for _, id := range c.infer.Def(p).Extends {
				of = append(of, c.surely(c.infer.Symbol(p).File, id)...)
			}
		}
	}
	return needs
}
