package resolve

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// A written is a type as a file writes it.
type written struct {
	file fileID
	id   facts.TypeID
}

var unwritten = written{id: facts.None}

// conformingValues looks for literals, and uses of types, that do not satisfy the
// type that is declared for their place.
func (c *checker) conformingValues(file fileID) {
	f := &c.files[file]
	rules := &f.lang.Rules
	if !rules.ShapedValues && !rules.SingleMethodTypes {
		return
	}
	c.placesOf(file)
	for x := range f.facts.Exprs {
		x := facts.ExprID(x)
		ex := &f.facts.Exprs[x]
		switch {
		case !rules.ShapedValues:
			if ex.Kind == facts.Func {
				c.conformingLambda(file, x)
			}
		case ex.Kind == facts.Object:
			c.conformingObject(file, ex, c.asked(file, x))
		case ex.Kind == facts.Call && ex.Flags&facts.JSX != 0:
			c.conformingObject(file, ex, c.attributesOf(file, x))
		case ex.Kind == facts.Func && ex.Ref < 0:
			c.conformingFunction(file, ex.In, ex.Line, c.asked(file, x), nil)
		}
	}
	if !rules.ShapedValues {
		return
	}
	for i := range f.facts.Defs {
		d := &f.facts.Defs[i]
		if !d.Kind.IsCallable() || d.Has(facts.Asserted) || d.Kind == facts.Constructor {
			continue
		}
		want := written{file, d.Type}
		if x, ok := f.literals[facts.DefID(i)]; ok && d.Type < 0 {
			want = c.asked(file, x)
		}
		c.conformingFunction(file, d.Parent, d.Line, want, c.syms[f.symbol(facts.DefID(i))].members)
	}
}

// conformingObject notes the members that an object literal, or the attributes of an
// element, lack of the type wanted.
func (c *checker) conformingObject(file fileID, ex *facts.Expr, want written) {
	if want.id < 0 {
		return
	}
	needs := c.required(c.surely(want.file, want.id))
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
		return has[m.Name] || m.Kind.IsCallable() && c.files[file].lang.ObjectMembers[m.Name]
	})
}

// conformingFunction notes the members that a function literal lacks of the type
// wanted, beside those it is called by. own are the members it was given.
func (c *checker) conformingFunction(file fileID, in facts.DefID, line int32, want written, own map[string][]symID) {
	if want.id < 0 {
		return
	}
	c.lack(file, in, line, graph.FunctionValue, c.required(c.surely(want.file, want.id)), func(m *facts.Def) bool {
		return c.files[file].lang.ObjectMembers[m.Name] || len(own[m.Name]) > 0
	})
}

// lack notes a literal that does not have all that is needed.
func (c *checker) lack(file fileID, in facts.DefID, line int32, form graph.Form, needs []need, has func(*facts.Def) bool) {
	var lacks []*graph.Node
	for _, m := range needs {
		if n := c.node(m.sym); n != nil && !has(c.def(m.sym)) && !slices.Contains(lacks, n) {
			lacks = append(lacks, n)
		}
	}
	if len(lacks) > 0 {
		c.b.Lack(graph.Lack{Form: form, Source: c.source(file, in), Members: lacks, Path: c.files[file].path, Line: int(line),
			Confidence: confidenceOf(ruleStructure), Rule: ruleStructure})
	}
}

// conformingLambda notes a function literal that stands for an interface with several
// methods without a body.
func (c *checker) conformingLambda(file fileID, x facts.ExprID) {
	n := c.resolver.types.node(c.expected(file, x))
	if n.kind != kInstance || c.def(n.symbol()).Kind != facts.Interface {
		return
	}
	seen := []base{{sym: n.symbol(), args: n.args}}
	for k := 0; k < len(seen) && k < maxBases; k++ {
		seen = c.appendBases(seen, seen[k])
	}
	var lacks []*graph.Node
	for _, m := range c.abstractMembers(append([]base{seen[0]}, seen...)) {
		if node := c.node(m.sym); node != nil && !c.provides(seen, m) {
			lacks = append(lacks, node)
		}
	}
	if len(lacks) > 1 {
		ex := &c.files[file].facts.Exprs[x]
		c.b.Lack(graph.Lack{Form: graph.FunctionValue, OneOf: true, Source: c.source(file, ex.In), Members: lacks, Path: c.files[file].path,
			Line: int(ex.Line), Confidence: confidenceOf(ruleStructure), Rule: ruleStructure})
	}
}

// asked returns the type that is declared for the place of a literal, as it is
// written; unwritten where that is not certain.
func (c *checker) asked(file fileID, x facts.ExprID) written {
	p, ok := c.files[file].places[x]
	if !ok || c.depth > maxDepth {
		return unwritten
	}
	c.depth++
	defer func() { c.depth-- }()
	switch p.kind {
	case typed:
		if !p.taken {
			return written{file, p.typ}
		}
	case ofTyped:
		return c.resultOf(written{file, p.typ})
	case inEither:
		return c.asked(file, p.in)
	case isResult:
		if id := c.files[file].facts.Exprs[p.in].Type; id >= 0 {
			if r := c.resultOf(written{file, id}); r.id >= 0 {
				return r
			}
		}
		return c.resultOf(c.asked(file, p.in))
	case inList:
		w := c.plain(c.asked(file, p.in))
		if w.id < 0 {
			break
		}
		switch ty := &c.files[w.file].facts.Types[w.id]; {
		case ty.Kind == facts.ListT && len(ty.Args) > 0:
			return written{w.file, ty.Args[0]}
		case ty.Kind == facts.TupleT && int(p.arg) < len(ty.Args):
			return written{w.file, ty.Args[p.arg]}
		}
	case inObject:
		return c.memberAsked(c.asked(file, p.in), p.key)
	case inCall:
		if c.files[file].facts.Exprs[p.in].Flags&facts.JSX != 0 {
			return c.memberAsked(c.attributesOf(file, p.in), p.key)
		}
		return c.paramAsked(file, p)
	}
	return unwritten
}

// plain follows the other names of a type.
func (c *checker) plain(w written) written {
	for range maxOtherNames {
		if w.id < 0 {
			return unwritten
		}
		ty := &c.files[w.file].facts.Types[w.id]
		if ty.Kind != facts.Named {
			return w
		}
		s := c.oneType(w.file, ty)
		if s < 0 {
			return unwritten
		}
		d := c.def(s)
		if d.Kind != facts.TypeDef || d.Type < 0 || len(d.TypeParams) > 0 {
			return w
		}
		w = written{c.syms[s].file, d.Type}
	}
	return unwritten
}

// oneType returns the one type of the repository that a written name means, -1 where
// that is not certain.
func (c *checker) oneType(file fileID, ty *facts.Type) symID {
	if ty.Qualifier == "" && c.typeParam(file, ty.In, ty.Name) != unknown {
		return -1
	}
	fd := c.typeName(file, ty)
	if fd.status != isSymbol || fd.partial {
		return -1
	}
	one := symID(-1)
	for _, s := range c.ofArity(c.onlyTypes(fd.syms), len(ty.Args)) {
		switch s = c.canon(s); {
		case c.def(s).Kind == facts.Namespace || s == one:
		case one >= 0:
			return -1
		default:
			one = s
		}
	}
	return one
}

// resultOf returns what a function of a written type gives, awaited.
func (c *checker) resultOf(w written) written {
	if w = c.plain(w); w.id < 0 {
		return unwritten
	}
	ty := &c.files[w.file].facts.Types[w.id]
	if ty.Kind != facts.FuncT || int(ty.N)+1 != len(ty.Args) {
		return unwritten
	}
	w.id = ty.Args[ty.N]
	if p := c.plain(w); p.id >= 0 {
		if r := &c.files[p.file].facts.Types[p.id]; r.Kind == facts.PromiseT && len(r.Args) > 0 {
			return written{p.file, r.Args[0]}
		}
	}
	return w
}

// memberAsked returns the declared type of the member of that name.
func (c *checker) memberAsked(w written, name string) written {
	if w.id < 0 {
		return unwritten
	}
	found := unwritten
	for _, b := range c.surely(w.file, w.id) {
		seen := []base{b}
		for k := 0; k < len(seen) && k < maxBases; k++ {
			seen = c.appendBases(seen, seen[k])
		}
		for _, in := range seen {
			list := c.syms[in.sym].members[name]
			if len(list) == 0 {
				continue
			}
			if d := c.def(list[0]); len(list) > 1 || d.Kind != facts.Field || found.id >= 0 {
				return unwritten
			}
			found = written{c.syms[list[0]].file, c.def(list[0]).Type}
			break
		}
	}
	return found
}

// paramAsked returns the declared type of the parameter that an argument is handed to.
func (c *checker) paramAsked(file fileID, p place) written {
	s := c.calledAlone(file, p.in)
	if s < 0 {
		return unwritten
	}
	d := c.def(s)
	at := filled(c.files[file].facts.Exprs[p.in].Args, d)[p.at]
	if at < 0 || slices.ContainsFunc(c.files[file].facts.Exprs[p.in].Args[:p.at], func(a facts.Arg) bool { return a.Spread }) {
		return unwritten
	}
	w := written{c.syms[s].file, d.Params[at].Type}
	if !d.Params[at].Variadic || w.id < 0 {
		return w
	}
	if ty := &c.files[w.file].facts.Types[w.id]; c.files[w.file].lang.Rules.RestIsList {
		if ty.Kind != facts.ListT || len(ty.Args) == 0 {
			return unwritten
		}
		w.id = ty.Args[0]
	}
	return w
}

// calledAlone returns the one function that a call runs, by its name and without
// overloads; -1 where there are others or that is not certain.
func (c *checker) calledAlone(file fileID, x facts.ExprID) symID {
	ex := &c.files[file].facts.Exprs[x]
	if ex.X < 0 {
		return -1
	}
	fd := c.callee(file, x)
	if fd.status != isSymbol || len(fd.syms) != 1 || fd.partial || int(fd.rule) == ruleUnique {
		return -1
	}
	s := fd.syms[0]
	if c.def(s).Kind.IsType() {
		list := c.constructors(file, ex, s)
		if ex.Kind != facts.New || len(list) != 1 {
			return -1
		}
		s = list[0]
	}
	if d := c.def(s); !d.Kind.IsCallable() || d.Has(facts.Overload) || d.Has(facts.Getter) || d.Type >= 0 {
		return -1
	}
	return s
}

// attributesOf returns the type of the attributes that the component of an element
// takes: its first parameter.
func (c *checker) attributesOf(file fileID, x facts.ExprID) written {
	s := c.calledAlone(file, x)
	if s < 0 || len(c.def(s).Params) == 0 || len(c.syms[s].members["defaultProps"]) > 0 {
		return unwritten
	}
	return written{c.syms[s].file, c.def(s).Params[0].Type}
}

// surely returns the types of the repository that every value of a written type is
// one of: what is only one of several, or made of another by the language, is none.
func (c *checker) surely(file fileID, id facts.TypeID) []base {
	var out []base
	todo, seen := []written{{file, id}}, make(map[written]bool)
	for len(todo) > 0 && len(seen) < maxDepth {
		w := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if w.id < 0 || seen[w] {
			continue
		}
		seen[w] = true
		ty := &c.files[w.file].facts.Types[w.id]
		switch ty.Kind {
		case facts.Named:
			s := c.oneType(w.file, ty)
			if s < 0 {
				continue
			}
			if d := c.def(s); d.Kind == facts.TypeDef && d.Type >= 0 {
				todo = append(todo, written{c.syms[s].file, d.Type})
			} else {
				out = append(out, base{sym: s})
			}
		case facts.ObjectT:
			if ty.Def >= 0 {
				out = append(out, base{sym: c.canon(c.files[w.file].symbol(ty.Def))})
			}
		case facts.IntersectionT:
			for _, a := range slices.Backward(ty.Args) {
				todo = append(todo, written{w.file, a})
			}
		case facts.ValueT: // the name of a type that is declared in a function, or T["member"]
			if ty.X < 0 {
				continue
			}
			if fd := c.found(c.denote(w.file, ty.X)); fd.status == isSymbol && len(fd.syms) == 1 {
				if d := c.def(fd.syms[0]); d.Kind == facts.Field {
					todo = append(todo, written{c.syms[fd.syms[0]].file, d.Type})
				} else if d.Kind == facts.Interface || d.Kind == facts.TypeDef && d.Type >= 0 && len(c.syms[fd.syms[0]].members) > 0 {
					out = append(out, base{sym: c.canon(fd.syms[0])})
				}
			}
		}
	}
	return out
}

// required returns the members that a value of all of these types must have.
func (c *checker) required(of []base) []need {
	var needs []need
	seen := make([]symID, 0, len(of))
	for k := 0; k < len(of) && k < maxBases; k++ {
		s := of[k].sym
		d := c.def(s)
		if slices.Contains(seen, s) || d.Kind != facts.Interface && d.Kind.IsType() && d.Kind != facts.TypeDef {
			continue
		}
		seen = append(seen, s)
		for _, list := range c.membersInOrder(s) {
			m := c.def(list[0])
			if !strings.HasPrefix(m.Name, "(") && (m.Kind.IsCallable() || m.Kind == facts.Field) && !m.Has(facts.Static) &&
				!slices.ContainsFunc(list, func(m symID) bool { return c.def(m).Has(facts.Optional) }) {
				needs = append(needs, need{sym: list[0]})
			}
		}
		for _, p := range append([]symID{s}, c.syms[s].parts...) {
			for _, id := range c.def(p).Extends {
				of = append(of, c.surely(c.syms[p].file, id)...)
			}
		}
	}
	return needs
}
