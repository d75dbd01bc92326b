package resolve

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// maxDispatch bounds the implementations, or functions, that one call is
// bound to; a call with more could be anything.
const maxDispatch = 12

// A target is one symbol that a call may run.
type target struct {
	sym  symID
	rule int
	// free: the arguments are not passed as written (method taken from its class).
	free bool
}

// targets returns the symbols that a call may run.
func (e *emitter) targets(file fileID, x facts.ExprID) ([]target, found) {
	f := &e.files[file]
	ex := &f.facts.Exprs[x]
	if ex.X < 0 {
		return nil, found{}
	}
	callee := &f.facts.Exprs[ex.X]
	if callee.Kind == facts.Super || callee.Kind == facts.This && f.lang.Rules.Overloads { // super(…), this(…): another constructor
		return e.byType(file, ex, e.exprType(file, ex.X), ruleSelf), found{}
	}
	if callee.Kind == facts.TypeExpr && ex.Kind != facts.New { // a conversion
		return nil, found{status: isOutside}
	}
	fd := e.callee(file, x)
	switch fd.status {
	case isSymbol:
		var out []target
		rule := int(fd.rule)
		fd.syms, fd.recvs = e.defined(fd.syms), nil
		if fd.partial || len(fd.syms) > 1 && !e.sameName(fd.syms) {
			rule = ruleUnion
		}
		usual := e.usual(f, fd.syms)
		for _, s := range fd.syms {
			from := len(out)
			out = append(out, e.bySymbol(file, x, s, rule, fd)...)
			for i := from; i < len(out) && usual >= 0 && s != usual; i++ {
				out[i].rule = RuleImplied
			}
		}
		return out, fd
	case isMissing, isOutside:
		return nil, fd
	}
	if fd.status == isValue || fd.status == isModule {
		rule := int(fd.rule)
		if fd.partial && callee.Kind == facts.Member && e.mayBeAnything(e.exprType(file, callee.X)) {
			rule = ruleUnion
		}
		return e.byType(file, ex, e.foundType(file, fd), rule), fd
	}
	if callee.Kind == facts.Local {
		if s := e.typedAs(file, callee.Ref); s >= 0 {
			return []target{{sym: s, rule: ruleLocal}}, fd
		}
		if s := e.otherName(file, f.facts.Vars[callee.Ref].Values); s >= 0 {
			return []target{{sym: s, rule: ruleValue}}, fd
		}
	}
	t := e.exprType(file, ex.X)
	if out := e.byType(file, ex, t, ruleValue); len(out) > 0 {
		return out, fd
	}
	// What a function literal runs belongs to the definition around it already.
	if k := e.resolver.types.kind(t); t == external || k == kFuncLit || k == kBuiltin {
		return nil, found{status: isOutside}
	}
	if callee.Kind == facts.Member && e.onSelf(f, callee.X) {
		if out := e.below(file, callee); len(out) > 0 {
			return out, fd
		}
	}
	if callee.Kind == facts.Member && ex.Flags&facts.Operator == 0 && e.mayBeAnything(e.exprType(file, callee.X)) && f.facts.Exprs[callee.X].Kind != facts.Super {
		if s := e.unique(file, ex, callee); s >= 0 {
			return []target{{sym: s, rule: ruleUnique}}, fd
		}
	}
	return nil, fd
}

// usual returns the one of several definitions of a name in one scope that counts
// where a later one replaces those before it: the last, or the last that stands
// under no unlikely condition; -1 where they are something else.
func (e *emitter) usual(f *fileState, syms []symID) symID {
	if len(syms) < 2 || !f.lang.Rules.NamedCalls || !e.sameName(syms) {
		return -1
	}
	last := symID(-1)
	for _, s := range syms {
		d := e.def(s)
		if d.Has(facts.Overload) || d.Has(facts.Setter) || d.Has(facts.Getter) || e.syms[s].file != e.syms[syms[0]].file {
			return -1
		}
		if last < 0 || !d.Has(facts.Unlikely) || e.def(last).Has(facts.Unlikely) {
			last = s
		}
	}
	return last
}

// sameName reports whether all symbols are alternatives of one definition:
// overloads, or one name defined under conditions.
func (e *emitter) sameName(syms []symID) bool {
	for _, s := range syms[1:] {
		if p, q := e.syms[s].parent, e.syms[syms[0]].parent; p != q && (p < 0 || q < 0 || !slices.Contains(e.twins(p), q)) || e.def(s).Name != e.def(syms[0]).Name {
			return false
		}
	}
	return true
}

func (e *emitter) bySymbol(file fileID, x facts.ExprID, s symID, rule int, fd found) []target {
	d := e.def(s)
	f := &e.files[file]
	ex := &f.facts.Exprs[x]
	switch {
	case d.Kind.IsCallable():
		if d.Has(facts.Overload) && len(fd.syms) > 1 {
			return nil
		}
		if d.Has(facts.Getter) && d.Kind == facts.Method { // what the getter gives is called
			if n := e.node(s); n != nil && n != e.source(file, ex.In) {
				e.b.Edge(e.source(file, ex.In), graph.References, n, confidenceOf(rule), rule, graph.Site{Line: int(ex.Line)})
			}
			return e.byType(file, ex, e.foundType(file, fd), ruleValue)
		}
		if ex.Kind == facts.New && d.Kind != facts.Constructor && len(e.syms[s].members) == 0 && rule == ruleUnique {
			return nil
		}
		out := []target{{sym: s, rule: rule, free: e.resolver.types.kind(fd.recv) == kClass && !d.Has(facts.Static)}}
		if list := e.overriders[s]; d.Has(facts.Abstract) && len(list) <= maxDispatch {
			for _, o := range list {
				if !e.files[e.syms[o].file].test || f.test {
					out = append(out, target{sym: o, rule: ruleDispatch})
				}
			}
		}
		return out
	case d.Kind == facts.TypeDef && d.Has(facts.Alias) && d.Type >= 0 && f.lang.Rules.ImplicitCopies:
		return e.alias(file, ex, s, rule)
	case d.Kind.IsType():
		if ex.Kind != facts.New && !f.lang.Rules.CallMakesInstance {
			e.b.Edge(e.source(file, ex.In), graph.References, e.node(s), confidenceOf(rule), rule, graph.Site{Line: int(ex.Line)})
			return nil
		}
		if d.Has(facts.Singleton) {
			return e.byType(file, ex, e.instance(s), rule)
		}
		if m := e.staticCall(s, file, x); m >= 0 {
			return []target{{sym: m, rule: RuleImplied}}
		}
		return e.construct(file, ex, s)
	}
	n := e.node(s)
	if n != nil {
		e.b.Edge(e.source(file, ex.In), graph.References, n, confidenceOf(rule), rule, graph.Site{Line: int(ex.Line)})
	}
	if fd.partial {
		return nil // neither is it sure whose field it is nor what it holds
	}
	if ex.Kind == facts.New && d.Kind == facts.Field && d.Type >= 0 { // the initialiser of a field
		return e.initialised(file, ex, s)
	}
	if e.readByCall(s) {
		return nil
	}
	if a := e.otherName(e.syms[s].file, d.Values); a >= 0 && ex.Kind != facts.New {
		return []target{{sym: a, rule: ruleValue}}
	}
	out := e.byType(file, ex, e.foundType(file, found{status: isSymbol, syms: []symID{s}, recv: fd.recv}), ruleValue)
	if t := e.namesake(s); len(out) == 0 && ex.Kind == facts.New && t >= 0 {
		return []target{{sym: t, rule: ruleNew}}
	}
	return out
}

// alias returns what making a value of the other name of a type runs.
func (e *emitter) alias(file fileID, ex *facts.Expr, s symID, rule int) []target {
	if n := e.node(s); n != nil {
		e.b.Edge(e.source(file, ex.In), graph.References, n, confidenceOf(rule), rule, graph.Site{Line: int(ex.Line)})
	}
	var out []target
	e.resolver.types.each(e.declType(e.syms[s].file, e.def(s).Type), func(t typ) {
		if n := e.resolver.types.node(t); n.kind == kInstance && n.symbol() != s {
			out = append(out, e.construct(file, ex, n.symbol())...)
		}
	})
	return out
}

// typedAs returns the function whose type a local variable surely has, where calls of the
// variable are checked by that: it is declared as typeof f, or holds a member of a
// module; -1 for others.
func (e *emitter) typedAs(file fileID, v facts.VarID) symID {
	f := &e.files[file]
	x := &f.facts.Vars[v]
	switch {
	case !f.lang.Rules.ShapedValues:
		return -1
	case x.Type >= 0:
		if f.facts.Types[x.Type].Kind != facts.ValueT {
			return -1
		}
	case x.Kind != facts.LocalVar || len(x.Values) != 1:
		return -1
	default:
		if m := &f.facts.Exprs[x.Values[0]]; m.Kind != facts.Member || e.resolver.types.kind(e.exprType(file, m.X)) != kModule {
			return -1
		}
	}
	if n := e.resolver.types.node(e.varType(file, v)); n.kind == kFunc {
		return n.symbol()
	}
	return -1
}

// maxOtherNames bounds how many names a function is followed through.
const maxOtherNames = 8

// otherName returns the function that a variable is only another name for, by the
// value that it is declared with and whatever type that is taken as; -1 where it is
// more than that.
func (e *emitter) otherName(file fileID, values []facts.ExprID) symID {
	for range maxOtherNames {
		if len(values) == 0 || e.files[file].facts.Exprs[values[0]].Flags&facts.Initial == 0 {
			return -1
		}
		v := values[0]
		for e.files[file].facts.Exprs[v].Kind == facts.Assert && e.files[file].facts.Exprs[v].X >= 0 {
			v = e.files[file].facts.Exprs[v].X
		}
		switch e.files[file].facts.Exprs[v].Kind {
		case facts.Name, facts.Local, facts.Member:
		default:
			return -1
		}
		fd := e.found(e.denote(file, v))
		if fd.status != isSymbol || len(fd.syms) != 1 || fd.partial {
			return -1
		}
		s := fd.syms[0]
		if d := e.def(s); d.Kind.IsCallable() && !d.Has(facts.Getter) {
			return s
		}
		file, values = e.syms[s].file, e.def(s).Values
	}
	return -1
}

// madeFromNothing adds the call of the constructor that runs for a variable without
// a value, where its type has one that is written.
func (e *emitter) madeFromNothing(file fileID, ex *facts.Expr) {
	fd := e.found(e.denote(file, ex.X))
	if fd.status != isSymbol {
		return
	}
	for _, s := range fd.syms {
		if !e.def(s).Kind.IsType() {
			continue
		}
		for _, c := range e.defined(e.constructors(file, ex, s)) {
			if n := e.node(c); n != nil {
				e.b.Edge(e.source(file, ex.In), graph.Calls, n, confidenceOf(ruleNew), ruleNew, graph.Site{Line: int(ex.Line), Call: e.form(file, ex)})
			}
		}
	}
}

// initialised returns the constructors that run where a field gets its value, if
// its type has any.
func (e *emitter) initialised(file fileID, ex *facts.Expr, field symID) []target {
	var out []target
	d, of := e.def(field), e.syms[field].file
	if e.files[of].facts.Types[d.Type].Kind == facts.PointerT {
		return nil
	}
	t := e.declType(of, d.Type)
	if n := e.resolver.types.node(t); n.kind == kInstance {
		for _, c := range e.defined(e.constructors(file, ex, n.symbol())) {
			out = append(out, target{sym: c, rule: ruleNew})
		}
	}
	return out
}

func (e *emitter) node(s symID) *graph.Node { return e.syms[s].node }

// construct returns what instantiating a class runs: its constructor, or the
// class itself where it has none of its own.
func (e *emitter) construct(file fileID, ex *facts.Expr, s symID) []target {
	e.made[s] = true
	if c := e.defined(e.constructors(file, ex, s)); len(c) > 0 {
		if n := e.node(s); n != nil {
			e.b.Edge(e.source(file, ex.In), graph.References, n, confidenceOf(ruleNew), ruleNew, graph.Site{Line: int(ex.Line)})
		}
		var out []target
		for _, c := range c {
			out = append(out, target{sym: c, rule: ruleNew})
		}
		return out
	}
	out := []target{{sym: s, rule: ruleNew}}
	for _, name := range e.protocol(s).Constructors {
		if fd := e.typeMember(s, name, e.instance(s), false); fd.status == isSymbol {
			if d := e.def(fd.syms[0]); d.Kind != facts.Constructor || d.Has(facts.Ambient) {
				continue // one that is only declared is the class itself
			}
			out = append(out, target{sym: fd.syms[0], rule: ruleInherited})
		}
	}
	return out
}

// byType returns what calling a value of type t runs.
func (e *emitter) byType(file fileID, ex *facts.Expr, t typ, rule int) []target {
	var out []target
	union, held := e.resolver.types.kind(t) == kUnion, rule == ruleValue && e.files[file].facts.Exprs[ex.X].Kind != facts.Index
	e.resolver.types.each(t, func(m typ) {
		n := e.resolver.types.node(m)
		rule := rule
		if union {
			rule = ruleUnion
		}
		switch n.kind {
		case kFunc:
			if held && e.files[file].lang.Rules.NamedCalls {
				rule = RuleImplied
			}
			out = append(out, target{sym: n.symbol(), rule: rule})
		case kClass:
			if e.def(n.symbol()).Kind.IsType() && (ex.Kind == facts.New || e.files[file].lang.Rules.CallMakesInstance) {
				made := e.construct(file, ex, n.symbol())
				if ex.Kind != facts.New && held {
					for i := range made {
						made[i].rule = RuleImplied
					}
				}
				out = append(out, made...)
			}
		case kInstance:
			if e.isSuperCall(file, ex) {
				if e.def(n.symbol()).Kind == facts.Interface {
					return
				}
				if list := e.defined(e.constructors(file, ex, n.symbol())); len(list) > 0 {
					for _, c := range list {
						out = append(out, target{sym: c, rule: ruleSelf})
					}
				} else if e.node(n.symbol()) != nil {
					out = append(out, target{sym: n.symbol(), rule: ruleSelf})
				}
				return
			}
			if fd := e.memberOf(m, e.protocol(n.symbol()).Call); fd.status == isSymbol && !e.def(fd.syms[0]).Has(facts.Static) {
				out = append(out, target{sym: fd.syms[0], rule: RuleImplied})
			}
		case kModule:
			if v := e.moduleValue(n.unit()); v != m {
				out = append(out, e.byType(file, ex, v, ruleImport)...)
			}
		}
	})
	return out
}

func (e *emitter) isSuperCall(file fileID, ex *facts.Expr) bool {
	k := e.files[file].facts.Exprs[ex.X].Kind
	return k == facts.Super || k == facts.This && e.files[file].lang.Rules.Overloads
}

// minUniqueName is the shortest method name that rule 12 trusts: shorter ones are
// those of every library.
const minUniqueName = 5

// unique returns the only method of the language's family with that name and
// room for the arguments, or -1.
func (e *emitter) unique(file fileID, ex, callee *facts.Expr) symID {
	list := e.byName[callee.Name]
	if len(list) != 1 || len(callee.Name) < minUniqueName {
		return -1
	}
	s := list[0]
	if n := e.syms[s].node; n != nil && n == e.source(file, ex.In) {
		return -1 // hands on to one of the same name rather than to itself
	}
	f, d := &e.files[file], e.def(s)
	if f.lang.ObjectMembers[callee.Name] || d.Has(facts.Abstract) && len(e.overriders[s]) == 0 {
		return -1 // any value may have it; nothing here runs
	}
	for _, form := range [...]string{"list", "dict", "str", "bytes", "int", "file"} {
		if _, ok := f.lang.Members[form+"."+callee.Name]; ok {
			return -1
		}
	}
	g := &e.files[e.syms[s].file]
	if family(g.lang) != family(f.lang) || g.test && !f.test || d.Has(facts.ObjectItem) {
		return -1
	}
	need, most := 0, 0
	for i := range d.Params {
		p := &d.Params[i]
		if p.Variadic || p.Keywords {
			most = 1 << 30
		} else {
			most++
			if !p.Optional {
				need++
			}
		}
	}
	if len(ex.Args) > most || len(ex.Args) < need {
		return -1
	}
	return s
}
