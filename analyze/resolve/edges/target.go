package edges

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/ruleset"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/valueflow"
)

// targets returns the symbols that a call may run.
func (e *Writer) targets(file decl.FileID, x facts.ExprID) ([]valueflow.Target, infer.Found) {
	f := e.infer.File(file)
	ex := &f.Facts.Expressions()[x]
	if ex.X < 0 {
		return nil, infer.Found{}
	}
	callee := &f.Facts.Expressions()[ex.X]
	if callee.Kind == facts.Super || callee.Kind == facts.This && f.Lang.Rules.Overloads { // super(…), this(…): another constructor
		return e.byType(file, ex, e.infer.ExprType(file, ex.X), ruleset.Self), infer.Found{}
	}
	if callee.Kind == facts.TypeExpr && ex.Kind != facts.New { // a conversion
		return nil, infer.Found{Status: infer.IsOutside}
	}
	fd := e.given(file, ex, callee, e.infer.Callee(file, x))
	switch fd.Status {
	case infer.IsSymbol:
		var out []valueflow.Target
		rule := int(fd.Rule)
		fd.Syms, fd.Recvs = e.infer.Defined(fd.Syms), nil
		if (fd.Partial || len(fd.Syms) > 1 && !e.sameName(fd.Syms)) && !e.isOnly(file, callee, fd.Syms) {
			rule = ruleset.Union
		}
		usual := e.usual(f, fd.Syms)
		for _, s := range fd.Syms {
			from := len(out)
			out = append(out, e.bySymbol(file, x, s, rule, fd)...)
			for i := from; i < len(out) && usual >= 0 && s != usual; i++ {
				out[i].Rule = ruleset.Implied
			}
		}
		return out, fd
	case infer.IsMissing, infer.IsOutside:
		return nil, fd
	}
	if fd.Status == infer.IsValue || fd.Status == infer.IsModule {
		rule := int(fd.Rule)
		if fd.Partial && callee.Kind == facts.Member && e.mayBeAnything(e.infer.ExprType(file, callee.X)) {
			rule = ruleset.Union
		}
		return e.byType(file, ex, e.infer.FoundType(file, fd), rule), fd
	}
	if callee.Kind == facts.Local {
		if s := e.typedAs(file, callee.Ref); s >= 0 {
			return []valueflow.Target{{Sym: s, Rule: ruleset.Local}}, fd
		}
		if s := e.otherName(file, f.Facts.Vars[callee.Ref].Values); s >= 0 {
			return []valueflow.Target{{Sym: s, Rule: ruleset.Value}}, fd
		}
	}
	t := e.infer.ExprType(file, ex.X)
	if out := e.byType(file, ex, t, ruleset.Value); len(out) > 0 {
		return out, fd
	}
	// The code in a function literal already belongs to the definition around it.
	if k := e.infer.Types.Kind(t); t == lattice.External || k == lattice.FuncLit || k == lattice.Builtin {
		return nil, infer.Found{Status: infer.IsOutside}
	}
	if callee.Kind == facts.Member && e.infer.OnSelf(f, callee.X) {
		if out := e.below(file, callee); len(out) > 0 {
			return out, fd
		}
	}
	if callee.Kind == facts.Member && ex.Flags&facts.Operator == 0 && e.mayBeAnything(e.infer.ExprType(file, callee.X)) && f.Facts.Expressions()[callee.X].Kind != facts.Super {
		if s := e.unique(file, ex, callee); s >= 0 {
			return []valueflow.Target{{Sym: s, Rule: ruleset.Unique}}, fd
		}
	}
	return nil, fd
}

// given returns the method that a call of a trait's method by its path runs: that which the type of its first argument
// has of the trait, fd where this is not known.
func (e *Writer) given(file decl.FileID, ex, callee *facts.Expr, fd infer.Found) infer.Found {
	if !e.infer.File(file).Lang.Rules.GivenOverrides || fd.Status != infer.IsSymbol || callee.Kind != facts.Member || len(ex.Args) == 0 || ex.Args[0].X < 0 {
		return fd
	}
	trait := e.infer.Types.Node(e.infer.ExprType(file, callee.X))
	if trait.Kind != lattice.Class || e.infer.Def(trait.Symbol()).Kind != facts.Trait {
		return fd
	}
	if d := e.infer.Def(fd.Syms[0]); d.Has(facts.Static) { // the trait itself stands for Self
		self := lattice.Node{}
		if len(d.Params) > 0 {
			self = e.infer.Types.Node(e.infer.DeclType(e.infer.Symbol(fd.Syms[0]).File, d.Params[0].Type))
		}
		if self.Kind != lattice.Instance || self.Symbol() != trait.Symbol() {
			return fd
		}
	}
	n := e.infer.Types.Node(e.infer.ExprType(file, ex.Args[0].X))
	if n.Kind != lattice.Instance && n.Kind != lattice.Class || e.infer.Def(n.Symbol()).Kind == facts.Trait {
		return fd
	}
	m := e.infer.MemberOf(e.infer.Types.Instance(n.Symbol(), n.Args...), callee.Name)
	m.Syms, m.Recvs = decl.Without(m.Syms, func(s decl.SymbolID) bool { return !e.infer.Def(s).Has(facts.Given) }), nil
	if m.Status != infer.IsSymbol || len(m.Syms) == 0 {
		return fd
	}
	return m
}

// usual returns the definition of a name that counts where later definitions in a scope replace
// earlier ones: the last, or the last without an unlikely condition; -1 if they are something
// else.
func (e *Writer) usual(f *infer.File, syms []decl.SymbolID) decl.SymbolID {
	if len(syms) < 2 || !f.Lang.Rules.NamedCalls || !e.sameName(syms) {
		return -1
	}
	last := decl.SymbolID(-1)
	for _, s := range syms {
		d := e.infer.Def(s)
		if d.Has(facts.Overload) || d.Has(facts.Setter) || d.Has(facts.Getter) || e.infer.Symbol(s).File != e.infer.Symbol(syms[0]).File {
			return -1
		}
		if last < 0 || !d.Has(facts.Unlikely) || e.infer.Def(last).Has(facts.Unlikely) {
			last = s
		}
	}
	return last
}

// sameName reports whether all symbols are alternatives of one definition: overloads, or one name
// defined under conditions. A symbol that only its file can name is none of those of other files.
func (e *Writer) sameName(syms []decl.SymbolID) bool {
	for _, s := range syms[1:] {
		if p, q := e.infer.Symbol(s).Parent, e.infer.Symbol(syms[0]).Parent; !e.share(s, syms[0]) || p != q && (p < 0 || q < 0 || !slices.Contains(e.infer.Twins(p), q)) || e.infer.Def(s).Name != e.infer.Def(syms[0]).Name {
			return false
		}
	}
	return true
}

func (e *Writer) bySymbol(file decl.FileID, x facts.ExprID, s decl.SymbolID, rule int, fd infer.Found) []valueflow.Target {
	d := e.infer.Def(s)
	f := e.infer.File(file)
	ex := &f.Facts.Expressions()[x]
	switch {
	case d.Kind.IsCallable():
		if d.Has(facts.Overload) && len(fd.Syms) > 1 {
			return nil
		}
		if d.Has(facts.Getter) && d.Kind == facts.Method { // the value of the getter is called
			if n := e.Node(s); n != nil && n != e.Source(file, ex.In) {
				e.B.Edge(e.Source(file, ex.In), graph.References, n, ruleset.Confidence(rule), rule, graph.Site{Line: int(ex.Line)})
			}
			return e.byType(file, ex, e.infer.FoundType(file, fd), ruleset.Value)
		}
		if ex.Kind == facts.New && d.Kind != facts.Constructor && len(e.infer.Symbol(s).Members) == 0 && rule == ruleset.Unique {
			return nil
		}
		in := e.infer.Symbol(s).Parent // a namespace has no instances
		out := []valueflow.Target{{Sym: s, Rule: rule, Free: e.infer.Types.Kind(fd.Recv) == lattice.Class && !e.isStatic(s) && (in < 0 || e.infer.Def(in).Kind != facts.Namespace)}}
		if n := e.Node(s); e.KeepTraces && d.Has(facts.Abstract) && n != nil {
			e.Traces[file].Open = append(e.Traces[file].Open, Dispatched(n))
		}
		if list := e.overriders[s]; d.Has(facts.Abstract) && len(list) <= MaxDispatch {
			for _, o := range list {
				if !e.infer.File(e.infer.Symbol(o).File).Test || f.Test {
					out = append(out, valueflow.Target{Sym: o, Rule: ruleset.Dispatch})
				}
			}
		}
		return out
	case d.Kind == facts.TypeDef && d.Has(facts.Alias) && d.Type >= 0 && f.Lang.Rules.ImplicitCopies:
		return e.alias(file, ex, s, rule)
	case d.Kind.IsType():
		if makes := ex.Kind == facts.New || f.Lang.Rules.CallMakesInstance; !makes || d.Has(facts.Singleton) {
			e.B.Edge(e.Source(file, ex.In), graph.References, e.Node(s), ruleset.Confidence(rule), rule, graph.Site{Line: int(ex.Line)})
			if !makes {
				return nil
			}
			return e.byType(file, ex, e.infer.Instance(s), rule) // the name is that of the object, though the call runs a member of it
		}
		if m := e.infer.StaticCall(s, file, x); m >= 0 {
			return []valueflow.Target{{Sym: m, Rule: ruleset.Implied}}
		}
		return e.construct(file, ex, s)
	}
	e.B.Edge(e.Source(file, ex.In), graph.References, e.Node(s), ruleset.Confidence(rule), rule, graph.Site{Line: int(ex.Line)})
	if fd.Partial {
		return nil // neither the owner of the field nor its value is certain
	}
	if ex.Kind == facts.New && d.Kind == facts.Field && d.Type >= 0 { // the initialiser of a field
		return e.initialised(file, ex, s)
	}
	if e.infer.ReadByCall(s) {
		return nil
	}
	if a := e.otherName(e.infer.Symbol(s).File, d.Values); a >= 0 && ex.Kind != facts.New {
		return []valueflow.Target{{Sym: a, Rule: ruleset.Value}}
	}
	out := e.byType(file, ex, e.infer.FoundType(file, infer.Found{Status: infer.IsSymbol, Syms: []decl.SymbolID{s}, Recv: fd.Recv}), ruleset.Value)
	if t := e.namesake(s); len(out) == 0 && ex.Kind == facts.New && t >= 0 {
		return []valueflow.Target{{Sym: t, Rule: ruleset.New}}
	}
	return out
}

// alias returns what is run by making a value of an alias of a type.
func (e *Writer) alias(file decl.FileID, ex *facts.Expr, s decl.SymbolID, rule int) []valueflow.Target {
	if n := e.Node(s); n != nil {
		e.B.Edge(e.Source(file, ex.In), graph.References, n, ruleset.Confidence(rule), rule, graph.Site{Line: int(ex.Line)})
	}
	var out []valueflow.Target
	e.infer.Types.Each(e.infer.DeclType(e.infer.Symbol(s).File, e.infer.Def(s).Type), func(t lattice.Type) {
		if n := e.infer.Types.Node(t); n.Kind == lattice.Instance && n.Symbol() != s {
			out = append(out, e.construct(file, ex, n.Symbol())...)
		}
	})
	return out
}

// typedAs returns the function whose type a local variable certainly has, where calls of the
// variable are checked by that type: it is declared as typeof f, or holds a member of a
// module; -1 for others.
func (e *Writer) typedAs(file decl.FileID, v facts.VarID) decl.SymbolID {
	f := e.infer.File(file)
	x := &f.Facts.Vars[v]
	switch {
	case !f.Lang.Rules.ShapedValues:
		return -1
	case x.Type >= 0:
		if f.Facts.Types[x.Type].Kind != facts.ValueT {
			return -1
		}
	case x.Kind != facts.LocalVar || len(x.Values) != 1:
		return -1
	default:
		if m := &f.Facts.Expressions()[x.Values[0]]; m.Kind != facts.Member || e.infer.Types.Kind(e.infer.ExprType(file, m.X)) != lattice.Module {
			return -1
		}
	}
	if n := e.infer.Types.Node(e.infer.VarType(file, v)); n.Kind == lattice.Func {
		return n.Symbol()
	}
	return -1
}

// MaxOtherNames bounds the number of aliases that are followed.
const MaxOtherNames = 8

// otherName returns the function of which a variable is an alias, by the value in its
// declaration, ignoring type conversions; -1 for other variables.
func (e *Writer) otherName(file decl.FileID, values []facts.ExprID) decl.SymbolID {
	for range MaxOtherNames {
		if len(values) == 0 || e.infer.File(file).Facts.Expressions()[values[0]].Flags&facts.Initial == 0 {
			return -1
		}
		v := values[0]
		for e.infer.File(file).Facts.Expressions()[v].Kind == facts.Assert && e.infer.File(file).Facts.Expressions()[v].X >= 0 {
			v = e.infer.File(file).Facts.Expressions()[v].X
		}
		switch e.infer.File(file).Facts.Expressions()[v].Kind {
		case facts.Name, facts.Local, facts.Member:
		default:
			return -1
		}
		fd := e.infer.Found(e.infer.Denote(file, v))
		if fd.Status != infer.IsSymbol || len(fd.Syms) != 1 || fd.Partial {
			return -1
		}
		s := fd.Syms[0]
		if d := e.infer.Def(s); d.Kind.IsCallable() && !d.Has(facts.Getter) {
			return s
		}
		file, values = e.infer.Symbol(s).File, e.infer.Def(s).Values
	}
	return -1
}

// isStatic reports whether a function is declared without an instance: where it is defined outside of its type, the
// declaration in the type says so.
func (e *Writer) isStatic(s decl.SymbolID) bool {
	return e.infer.Def(s).Has(facts.Static) || slices.ContainsFunc(e.infer.Symbol(s).Declarations, func(t decl.SymbolID) bool { return e.infer.Def(t).Has(facts.Static) })
}

// madeFromNothing adds the call of the default constructor that runs for a variable without an
// initial value, if its type declares one.
func (e *Writer) madeFromNothing(file decl.FileID, ex *facts.Expr) {
	fd := e.infer.Found(e.infer.Denote(file, ex.X))
	if fd.Status != infer.IsSymbol {
		return
	}
	for _, s := range fd.Syms {
		if !e.infer.Def(s).Kind.IsType() {
			continue
		}
		e.Made[e.infer.Canon(s)] = true
		for _, c := range e.infer.Defined(e.infer.Constructors(file, ex, s)) {
			if n := e.Node(c); n != nil {
				e.B.Edge(e.Source(file, ex.In), graph.Calls, n, ruleset.Confidence(ruleset.New), ruleset.New, graph.Site{Line: int(ex.Line), Call: e.form(file, ex)})
			}
		}
	}
}

// initialised returns the constructors that run when a field is initialised, if its type has any.
func (e *Writer) initialised(file decl.FileID, ex *facts.Expr, field decl.SymbolID) []valueflow.Target {
	var out []valueflow.Target
	d, of := e.infer.Def(field), e.infer.Symbol(field).File
	if e.infer.File(of).Facts.Types[d.Type].Kind == facts.PointerT {
		return nil
	}
	t := e.infer.DeclType(of, d.Type)
	if n := e.infer.Types.Node(t); n.Kind == lattice.Instance {
		for _, c := range e.infer.Defined(e.infer.Constructors(file, ex, n.Symbol())) {
			out = append(out, valueflow.Target{Sym: c, Rule: ruleset.New})
		}
	}
	return out
}

// construct returns the target of instantiating a class: its constructor, or the class itself if it
// has none of its own.
func (e *Writer) construct(file decl.FileID, ex *facts.Expr, s decl.SymbolID) []valueflow.Target {
	e.Made[s] = true
	if c := e.infer.Defined(e.infer.Constructors(file, ex, s)); len(c) > 0 {
		if n := e.Node(s); n != nil {
			e.B.Edge(e.Source(file, ex.In), graph.References, n, ruleset.Confidence(ruleset.New), ruleset.New, graph.Site{Line: int(ex.Line)})
		}
		var out []valueflow.Target
		for _, c := range c {
			out = append(out, valueflow.Target{Sym: c, Rule: ruleset.New})
		}
		return out
	}
	out := []valueflow.Target{{Sym: s, Rule: ruleset.New}}
	for _, name := range e.infer.Protocol(s).Constructors {
		if fd := e.infer.TypeMember(s, name, e.infer.Instance(s), false); fd.Status == infer.IsSymbol {
			if d := e.infer.Def(fd.Syms[0]); d.Kind != facts.Constructor || d.Has(facts.Ambient) {
				continue // for a constructor that is only declared, the class itself is the target
			}
			out = append(out, valueflow.Target{Sym: fd.Syms[0], Rule: ruleset.Inherited})
		}
	}
	return out
}

// byType returns the targets of a call of a value of type t.
func (e *Writer) byType(file decl.FileID, ex *facts.Expr, t lattice.Type, rule int) []valueflow.Target {
	var out []valueflow.Target
	union, held := e.infer.Types.Kind(t) == lattice.Union, rule == ruleset.Value && e.infer.File(file).Facts.Expressions()[ex.X].Kind != facts.Index
	e.infer.Types.Each(t, func(m lattice.Type) {
		n := e.infer.Types.Node(m)
		rule := rule
		if union {
			rule = ruleset.Union
		}
		switch n.Kind {
		case lattice.Func:
			if held && e.infer.File(file).Lang.Rules.NamedCalls {
				rule = ruleset.Implied
			}
			out = append(out, valueflow.Target{Sym: n.Symbol(), Rule: rule})
		case lattice.Class:
			if e.infer.Def(n.Symbol()).Kind.IsType() && (ex.Kind == facts.New || e.infer.File(file).Lang.Rules.CallMakesInstance) {
				made := e.construct(file, ex, n.Symbol())
				if ex.Kind != facts.New && held {
					for i := range made {
						made[i].Rule = ruleset.Implied
					}
				}
				out = append(out, made...)
			}
		case lattice.Instance:
			if e.isSuperCall(file, ex) {
				if e.infer.Def(n.Symbol()).Kind == facts.Interface {
					return
				}
				if list := e.infer.Defined(e.infer.Constructors(file, ex, n.Symbol())); len(list) > 0 {
					for _, c := range list {
						out = append(out, valueflow.Target{Sym: c, Rule: ruleset.Self})
					}
				} else if e.Node(n.Symbol()) != nil {
					out = append(out, valueflow.Target{Sym: n.Symbol(), Rule: ruleset.Self})
				}
				return
			}
			if fd := e.infer.MemberOf(m, e.infer.Protocol(n.Symbol()).Call); fd.Status == infer.IsSymbol && !e.infer.Def(fd.Syms[0]).Has(facts.Static) {
				out = append(out, valueflow.Target{Sym: fd.Syms[0], Rule: ruleset.Implied})
				if e.infer.Def(n.Symbol()).Has(facts.Singleton) && len(fd.Syms) == 1 { // nothing else can be called
					out[len(out)-1].Rule = int(fd.Rule)
				}
			}
		case lattice.Module:
			if v := e.infer.ModuleValue(n.Unit()); v != m {
				out = append(out, e.byType(file, ex, v, ruleset.Import)...)
			}
		}
	})
	return out
}

func (e *Writer) isSuperCall(file decl.FileID, ex *facts.Expr) bool {
	k := e.infer.File(file).Facts.Expressions()[ex.X].Kind
	return k == facts.Super || k == facts.This && e.infer.File(file).Lang.Rules.Overloads
}

// namesake returns the interface with the same name as a variable, which is the type that the
// variable makes when it is instantiated; -1 when there is none.
func (e *Writer) namesake(s decl.SymbolID) decl.SymbolID {
	y := e.infer.Symbol(s)
	same := e.infer.UnitNamed(e.infer.File(y.File).Unit, e.infer.Def(s).Name)
	if y.Parent >= 0 {
		same = e.infer.MembersNamed(e.infer.Canon(y.Parent), e.infer.Def(s).Name)
	}
	for _, t := range same {
		if e.infer.OnlyType(t) && e.infer.Def(t).Kind == facts.Interface {
			return t
		}
	}
	return -1
}

// mayBeAnything reports whether a type is not, or not completely, known.
func (e *Writer) mayBeAnything(t lattice.Type) bool {
	if e.infer.Types.Kind(t) == lattice.Union {
		return slices.Contains(e.infer.Types.Node(t).Args, lattice.Unknown)
	}
	return t == lattice.Unknown
}

// maxBelow bounds the definitions that a call on the current instance may run when only subtypes
// have the member.
const maxBelow = 4

// below returns what a call on the current instance runs if its type has no such member: the
// members of its subtypes, on which a mixin or the base of a template method relies.
func (e *Writer) below(file decl.FileID, callee *facts.Expr) []valueflow.Target {
	s := e.infer.EnclosingType(file, callee.In)
	if s < 0 {
		return nil
	}
	class := e.infer.IsClassSide(file, callee.In, s)
	var found []decl.SymbolID
	for _, sub := range e.infer.AllSubtypes(s) {
		recv := e.infer.Instance(sub)
		if class {
			recv = e.infer.Types.Class(sub)
		}
		fd := e.infer.TypeMember(sub, callee.Name, recv, class)
		if fd.Status != infer.IsSymbol {
			continue
		}
		for _, m := range fd.Syms {
			if d := e.infer.Def(m); !d.Kind.IsCallable() || e.infer.File(e.infer.Symbol(m).File).Test && !e.infer.File(file).Test {
				continue
			}
			if !slices.Contains(found, m) {
				found = append(found, m)
			}
		}
	}
	if len(found) > maxBelow {
		return nil
	}
	out := make([]valueflow.Target, len(found))
	for i, m := range found {
		out[i] = valueflow.Target{Sym: m, Rule: ruleset.Dispatch}
	}
	return out
}
