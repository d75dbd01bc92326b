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
func (e *emitter) conformingValues(file fileID) {
	f := &e.files[file]
	rules := &f.lang.Rules
	if !rules.ShapedValues && !rules.SingleMethodTypes {
		return
	}
	e.placesOf(file)
	for x := range f.facts.Exprs {
		x := facts.ExprID(x)
		ex := &f.facts.Exprs[x]
		switch {
		case !rules.ShapedValues:
			if ex.Kind == facts.Func {
				e.conformingLambda(file, x)
			}
		case ex.Kind == facts.Object:
			e.conformingObject(file, ex, e.asked(file, x))
		case ex.Kind == facts.Call && ex.Flags&facts.JSX != 0:
			e.conformingObject(file, ex, e.attributesOf(file, x))
		case ex.Kind == facts.Func && ex.Ref < 0:
			e.conformingFunction(file, ex.In, ex.Line, e.asked(file, x), nil)
		}
	}
	if !rules.ShapedValues {
		return
	}
	for i := range f.facts.Defs {
		d := &f.facts.Defs[i]
		if !callable(d.Kind) || d.Has(facts.Asserted) || d.Kind == facts.Constructor {
			continue
		}
		want := written{file, d.Type}
		if x, ok := f.literals[facts.DefID(i)]; ok && d.Type < 0 {
			want = e.asked(file, x)
		}
		e.conformingFunction(file, d.Parent, d.Line, want, e.syms[f.symbol(facts.DefID(i))].members)
	}
}

// conformingObject notes the members that an object literal, or the attributes of an
// element, lack of the type wanted.
func (e *emitter) conformingObject(file fileID, ex *facts.Expr, want written) {
	if want.id < 0 {
		return
	}
	needs := e.required(e.surely(want.file, want.id))
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
	e.lack(file, ex.In, ex.Line, graph.ObjectValue, needs, func(m *facts.Def) bool {
		return has[m.Name] || callable(m.Kind) && e.files[file].lang.ObjectMembers[m.Name]
	})
}

// conformingFunction notes the members that a function literal lacks of the type
// wanted, beside those it is called by. own are the members it was given.
func (e *emitter) conformingFunction(file fileID, in facts.DefID, line int32, want written, own map[string][]symID) {
	if want.id < 0 {
		return
	}
	e.lack(file, in, line, graph.FunctionValue, e.required(e.surely(want.file, want.id)), func(m *facts.Def) bool {
		return e.files[file].lang.ObjectMembers[m.Name] || len(own[m.Name]) > 0
	})
}

// lack notes a literal that does not have all that is needed.
func (e *emitter) lack(file fileID, in facts.DefID, line int32, form graph.Form, needs []need, has func(*facts.Def) bool) {
	var lacks []*graph.Node
	for _, m := range needs {
		if n := e.node(m.sym); n != nil && !has(e.def(m.sym)) && !slices.Contains(lacks, n) {
			lacks = append(lacks, n)
		}
	}
	if len(lacks) > 0 {
		e.b.Lack(graph.Lack{Form: form, Source: e.source(file, in), Members: lacks, Path: e.files[file].path, Line: int(line),
			Confidence: confidence[ruleStructure], Rule: ruleStructure})
	}
}

// conformingLambda notes a function literal that stands for an interface with several
// methods without a body.
func (e *emitter) conformingLambda(file fileID, x facts.ExprID) {
	n := e.resolver.types.node(e.expected(file, x))
	if n.kind != kInstance || e.def(n.symbol()).Kind != facts.Interface {
		return
	}
	seen := []base{{sym: n.symbol(), args: n.args}}
	for k := 0; k < len(seen) && k < maxBases; k++ {
		seen = e.appendBases(seen, seen[k])
	}
	var lacks []*graph.Node
	for _, m := range e.abstractMembers(append([]base{seen[0]}, seen...)) {
		if node := e.node(m.sym); node != nil && !e.provides(seen, m) {
			lacks = append(lacks, node)
		}
	}
	if len(lacks) > 1 {
		ex := &e.files[file].facts.Exprs[x]
		e.b.Lack(graph.Lack{Form: graph.FunctionValue, OneOf: true, Source: e.source(file, ex.In), Members: lacks, Path: e.files[file].path,
			Line: int(ex.Line), Confidence: confidence[ruleStructure], Rule: ruleStructure})
	}
}

// asked returns the type that is declared for the place of a literal, as it is
// written; unwritten where that is not certain.
func (e *emitter) asked(file fileID, x facts.ExprID) written {
	p, ok := e.files[file].places[x]
	if !ok || e.depth > maxDepth {
		return unwritten
	}
	e.depth++
	defer func() { e.depth-- }()
	switch p.kind {
	case typed:
		if !p.taken {
			return written{file, p.typ}
		}
	case ofTyped:
		return e.resultOf(written{file, p.typ})
	case inEither:
		return e.asked(file, p.in)
	case isResult:
		if id := e.files[file].facts.Exprs[p.in].Type; id >= 0 {
			if r := e.resultOf(written{file, id}); r.id >= 0 {
				return r
			}
		}
		return e.resultOf(e.asked(file, p.in))
	case inList:
		w := e.plain(e.asked(file, p.in))
		if w.id < 0 {
			break
		}
		switch ty := &e.files[w.file].facts.Types[w.id]; {
		case ty.Kind == facts.ListT && len(ty.Args) > 0:
			return written{w.file, ty.Args[0]}
		case ty.Kind == facts.TupleT && int(p.arg) < len(ty.Args):
			return written{w.file, ty.Args[p.arg]}
		}
	case inObject:
		return e.memberAsked(e.asked(file, p.in), p.key)
	case inCall:
		if e.files[file].facts.Exprs[p.in].Flags&facts.JSX != 0 {
			return e.memberAsked(e.attributesOf(file, p.in), p.key)
		}
		return e.paramAsked(file, p)
	}
	return unwritten
}

// plain follows the other names of a type.
func (e *emitter) plain(w written) written {
	for range maxOtherNames {
		if w.id < 0 {
			return unwritten
		}
		ty := &e.files[w.file].facts.Types[w.id]
		if ty.Kind != facts.Named {
			return w
		}
		s := e.oneType(w.file, ty)
		if s < 0 {
			return unwritten
		}
		d := e.def(s)
		if d.Kind != facts.TypeDef || d.Type < 0 || len(d.TypeParams) > 0 {
			return w
		}
		w = written{e.syms[s].file, d.Type}
	}
	return unwritten
}

// oneType returns the one type of the repository that a written name means, -1 where
// that is not certain.
func (e *emitter) oneType(file fileID, ty *facts.Type) symID {
	if ty.Qualifier == "" && e.typeParam(file, ty.In, ty.Name) != unknown {
		return -1
	}
	fd := e.typeName(file, ty)
	if fd.status != isSymbol || fd.partial {
		return -1
	}
	one := symID(-1)
	for _, s := range e.ofArity(e.onlyTypes(fd.syms), len(ty.Args)) {
		switch s = e.canon(s); {
		case e.def(s).Kind == facts.Namespace || s == one:
		case one >= 0:
			return -1
		default:
			one = s
		}
	}
	return one
}

// resultOf returns what a function of a written type gives, awaited.
func (e *emitter) resultOf(w written) written {
	if w = e.plain(w); w.id < 0 {
		return unwritten
	}
	ty := &e.files[w.file].facts.Types[w.id]
	if ty.Kind != facts.FuncT || int(ty.N)+1 != len(ty.Args) {
		return unwritten
	}
	w.id = ty.Args[ty.N]
	if p := e.plain(w); p.id >= 0 {
		if r := &e.files[p.file].facts.Types[p.id]; r.Kind == facts.PromiseT && len(r.Args) > 0 {
			return written{p.file, r.Args[0]}
		}
	}
	return w
}

// memberAsked returns the declared type of the member of that name.
func (e *emitter) memberAsked(w written, name string) written {
	if w.id < 0 {
		return unwritten
	}
	found := unwritten
	for _, b := range e.surely(w.file, w.id) {
		seen := []base{b}
		for k := 0; k < len(seen) && k < maxBases; k++ {
			seen = e.appendBases(seen, seen[k])
		}
		for _, in := range seen {
			list := e.syms[in.sym].members[name]
			if len(list) == 0 {
				continue
			}
			if d := e.def(list[0]); len(list) > 1 || d.Kind != facts.Field || found.id >= 0 {
				return unwritten
			}
			found = written{e.syms[list[0]].file, e.def(list[0]).Type}
			break
		}
	}
	return found
}

// paramAsked returns the declared type of the parameter that an argument is handed to.
func (e *emitter) paramAsked(file fileID, p place) written {
	s := e.calledAlone(file, p.in)
	if s < 0 {
		return unwritten
	}
	d := e.def(s)
	at := filled(e.files[file].facts.Exprs[p.in].Args, d)[p.at]
	if at < 0 || slices.ContainsFunc(e.files[file].facts.Exprs[p.in].Args[:p.at], func(a facts.Arg) bool { return a.Spread }) {
		return unwritten
	}
	w := written{e.syms[s].file, d.Params[at].Type}
	if !d.Params[at].Variadic || w.id < 0 {
		return w
	}
	if ty := &e.files[w.file].facts.Types[w.id]; e.files[w.file].lang.Rules.RestIsList {
		if ty.Kind != facts.ListT || len(ty.Args) == 0 {
			return unwritten
		}
		w.id = ty.Args[0]
	}
	return w
}

// calledAlone returns the one function that a call runs, by its name and without
// overloads; -1 where there are others or that is not certain.
func (e *emitter) calledAlone(file fileID, x facts.ExprID) symID {
	ex := &e.files[file].facts.Exprs[x]
	if ex.X < 0 {
		return -1
	}
	fd := e.callee(file, x)
	if fd.status != isSymbol || len(fd.syms) != 1 || fd.partial || int(fd.rule) == ruleUnique {
		return -1
	}
	s := fd.syms[0]
	if isType(e.def(s).Kind) {
		list := e.constructors(file, ex, s)
		if ex.Kind != facts.New || len(list) != 1 {
			return -1
		}
		s = list[0]
	}
	if d := e.def(s); !callable(d.Kind) || d.Has(facts.Overload) || d.Has(facts.Getter) || d.Type >= 0 {
		return -1
	}
	return s
}

// attributesOf returns the type of the attributes that the component of an element
// takes: its first parameter.
func (e *emitter) attributesOf(file fileID, x facts.ExprID) written {
	s := e.calledAlone(file, x)
	if s < 0 || len(e.def(s).Params) == 0 || len(e.syms[s].members["defaultProps"]) > 0 {
		return unwritten
	}
	return written{e.syms[s].file, e.def(s).Params[0].Type}
}

// surely returns the types of the repository that every value of a written type is
// one of: what is only one of several, or made of another by the language, is none.
func (e *emitter) surely(file fileID, id facts.TypeID) []base {
	var out []base
	todo, seen := []written{{file, id}}, make(map[written]bool)
	for len(todo) > 0 && len(seen) < maxDepth {
		w := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if w.id < 0 || seen[w] {
			continue
		}
		seen[w] = true
		ty := &e.files[w.file].facts.Types[w.id]
		switch ty.Kind {
		case facts.Named:
			s := e.oneType(w.file, ty)
			if s < 0 {
				continue
			}
			if d := e.def(s); d.Kind == facts.TypeDef && d.Type >= 0 {
				todo = append(todo, written{e.syms[s].file, d.Type})
			} else {
				out = append(out, base{sym: s})
			}
		case facts.ObjectT:
			if ty.Def >= 0 {
				out = append(out, base{sym: e.canon(e.files[w.file].symbol(ty.Def))})
			}
		case facts.IntersectionT:
			for _, a := range slices.Backward(ty.Args) {
				todo = append(todo, written{w.file, a})
			}
		case facts.ValueT: // the name of a type that is declared in a function
			if ty.X < 0 {
				continue
			}
			if fd := e.found(e.denote(w.file, ty.X)); fd.status == isSymbol && len(fd.syms) == 1 {
				if d := e.def(fd.syms[0]); d.Kind == facts.Interface || d.Kind == facts.TypeDef && d.Type >= 0 && len(e.syms[fd.syms[0]].members) > 0 {
					out = append(out, base{sym: e.canon(fd.syms[0])})
				}
			}
		}
	}
	return out
}

// required returns the members that a value of all of these types must have.
func (e *emitter) required(of []base) []need {
	var needs []need
	seen := make([]symID, 0, len(of))
	for k := 0; k < len(of) && k < maxBases; k++ {
		s := of[k].sym
		d := e.def(s)
		if slices.Contains(seen, s) || d.Kind != facts.Interface && isType(d.Kind) && d.Kind != facts.TypeDef {
			continue
		}
		seen = append(seen, s)
		for _, list := range e.membersInOrder(s) {
			m := e.def(list[0])
			if !strings.HasPrefix(m.Name, "(") && (callable(m.Kind) || m.Kind == facts.Field) && !m.Has(facts.Static) &&
				!slices.ContainsFunc(list, func(m symID) bool { return e.def(m).Has(facts.Optional) }) {
				needs = append(needs, need{sym: list[0]})
			}
		}
		for _, p := range append([]symID{s}, e.syms[s].parts...) {
			for _, id := range e.def(p).Extends {
				of = append(of, e.surely(e.syms[p].file, id)...)
			}
		}
	}
	return needs
}
