package infer

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/written"
)

// PlacesOf returns the contexts of the function, object and list literals of a file.
func (r *Resolver) PlacesOf(file decl.FileID) map[facts.ExprID]Place {
	f := r.File(file)
	if f.Places != nil {
		return f.Places
	}
	f.Places = make(map[facts.ExprID]Place)
	f.Literals = make(map[facts.DefID]facts.ExprID)
	note := func(x facts.ExprID, p Place) {
		if x < 0 {
			return
		}
		if first := f.Facts.Beginning(x); f.Facts.Expressions()[first].Kind == facts.Expected {
			x = first
		}
		switch e := &f.Facts.Expressions()[x]; e.Kind {
		case facts.Func, facts.Object, facts.List, facts.Either, facts.Expected:
			f.Places[x] = p
			if e.Kind == facts.Func && e.Ref >= 0 {
				f.Literals[e.Ref] = x
			}
		}
	}
	for i := range f.Facts.Expressions() {
		e := &f.Facts.Expressions()[i]
		kind := nowhere
		switch e.Kind {
		case facts.Call, facts.New:
			kind = InCall
		case facts.Object:
			kind = InObject
		case facts.List, facts.Composite:
			kind = InList
		case facts.Either:
			kind = InEither
		case facts.Func:
			kind = IsResult
		case facts.Assert:
			note(e.X, Place{Kind: Typed, Typ: e.Type, Taken: e.Flags&facts.Checked == 0})
			continue
		default:
			continue
		}
		for j := range e.Args {
			if e.Kind == facts.Composite && e.Args[j].Keyword != "" {
				kind = InObject
			}
			if !e.Args[j].Spread {
				p := Place{Kind: kind, In: facts.ExprID(i), Arg: int32(j), At: int32(j), Key: e.Args[j].Keyword}
				if e.Args[j].Trailing {
					p.Arg = lastParam
				}
				note(e.Args[j].X, p)
			}
		}
	}
	for i := range f.Facts.Vars {
		if v := &f.Facts.Vars[i]; v.Type >= 0 {
			for _, x := range v.Values {
				note(x, Place{Kind: Typed, Typ: v.Type})
			}
		}
	}
	for i := range f.Facts.Defs {
		d := &f.Facts.Defs[i]
		p := Place{Kind: Typed, Typ: d.Type}
		if d.Kind.IsCallable() {
			if p.Kind = OfTyped; len(d.Results) == 1 {
				p = Place{Kind: Typed, Typ: d.Results[0]}
			}
		}
		if p.Typ >= 0 {
			for _, x := range d.Values {
				note(x, p)
			}
		}
	}
	return f.Places
}

// literalParams counts the parameters of a function literal.
func (r *Resolver) literalParams(file decl.FileID, x facts.ExprID) int {
	f := r.File(file)
	if t := f.Facts.Expressions()[x].Type; t >= 0 && f.Facts.Types[t].Kind == facts.FuncT {
		return int(f.Facts.Types[t].N)
	}
	if f.params == nil {
		f.params = make(map[facts.ExprID]int32)
		for i := range f.Facts.Vars {
			if v := &f.Facts.Vars[i]; v.Kind == facts.ParamVar && v.Func >= 0 {
				f.params[v.Func] = max(f.params[v.Func], v.Index+1)
			}
		}
	}
	return int(f.params[x])
}

// literalAround returns the object literal that the function in is a member of, None elsewhere.
func (r *Resolver) literalAround(file decl.FileID, in facts.DefID) facts.ExprID {
	if in < 0 {
		return facts.None
	}
	d := &r.File(file).Facts.Defs[in]
	if !d.Has(facts.ObjectItem) || d.Owner >= 0 || d.Parent < 0 || !r.File(file).Facts.Defs[d.Parent].Kind.IsCallable() {
		return facts.None
	}
	places := r.PlacesOf(file)
	if x, ok := r.File(file).Literals[in]; ok {
		if p := places[x]; p.Kind == InObject {
			return p.In
		}
	}
	return facts.None
}

// isPlaced reports whether a literal, or one that contains it, is in a place with an expected type.
// That type determines the receiver of the functions in the literal.
func (r *Resolver) isPlaced(file decl.FileID, x facts.ExprID) bool {
	for {
		p, ok := r.PlacesOf(file)[x]
		switch {
		case !ok:
			return false
		case p.Kind == InCall, p.Kind == Typed, p.Kind == OfTyped, p.In <= x:
			return true
		}
		x = p.In
	}
}

// lastParam is a position that means the last parameter.
const lastParam = -2

// position returns the position of the parameter of t that the argument at p is passed to, negative
// where it is unknown.
func (r *Resolver) position(file decl.FileID, t lattice.Type, p Place) int32 {
	if n := r.Types.Node(t); n.Kind == lattice.Func {
		f := r.File(file).Facts
		return int32(r.Def(n.Symbol()).Filled(f.Expressions()[p.In].Args)[p.At])
	}
	if p.Key != "" {
		return -1
	}
	if p.Arg != lastParam {
		return p.Arg
	}
	if n := r.Types.Node(t); n.Kind == lattice.FuncType {
		return r.File(n.File()).Facts.Types[n.Position()].N - 1
	}
	return -1
}

// fitsTypeArgs reports whether a function has the number of type parameters written at a call or,
// where none are written, whether they can be inferred from the parameters.
func (r *Resolver) fitsTypeArgs(file decl.FileID, call *facts.Expr, s decl.SymbolID) bool {
	d, f := r.Def(s), r.File(file)
	if call.Kind != facts.Call || !f.Lang.Rules.InferFromArguments {
		return true
	}
	if call.Type >= 0 {
		return len(f.Facts.Types[call.Type].Args) == len(d.TypeParams)
	}
	for i := range d.TypeParams {
		if !written.Mentions(r.File(r.Symbol(s).File).Facts, d, d.TypeParams[i].Name) {
			return false
		}
	}
	return true
}

// givesThis reports whether a method returns the instance that it is called on.
func (r *Resolver) givesThis(s decl.SymbolID) bool {
	d, f := r.Def(s), r.File(r.Symbol(s).File)
	if d.Kind != facts.Method || d.Flags&(facts.Async|facts.Generator|facts.Static|facts.Getter) != 0 {
		return false
	}
	if len(d.Results) == 1 {
		if d.Results[0] < 0 {
			return false
		}
		t := &f.Facts.Types[d.Results[0]]
		return t.Kind == facts.ValueT && t.X >= 0 && f.Facts.Expressions()[t.X].Kind == facts.This
	}
	for _, x := range d.Values {
		if x < 0 || f.Facts.Expressions()[x].Kind != facts.This && !r.isSelf(f, x) {
			return false
		}
	}
	return len(d.Results) == 0 && len(d.Values) > 0
}

// isInside reports whether an expression is inside the definition s.
func (r *Resolver) isInside(file decl.FileID, x facts.ExprID, s decl.SymbolID) bool {
	in := r.SymOf(file, r.File(file).Facts.Expressions()[x].In)
	for in >= 0 && r.Canon(in) != s {
		in = r.Symbol(in).Parent
	}
	return in >= 0
}

// maxSignatures is the maximum number of overloads considered for one parameter.
const maxSignatures = 32

// aliasDepth is the depth counted for a union behind an alias, which may contain itself.
const aliasDepth = 20

// IsBareCall reports whether the name of function s alone, without parentheses, is a call in a file.
func (r *Resolver) IsBareCall(f *File, s decl.SymbolID) bool {
	d := r.Def(s)
	return f.Lang.Rules.BareCalls && d.Kind.IsCallable() && d.Takes(nil) && !d.Has(facts.Getter)
}

// OnSelf reports whether x is the current instance (this, self).
func (r *Resolver) OnSelf(f *File, x facts.ExprID) bool {
	return f.Facts.Expressions()[x].Kind == facts.This || r.isSelf(f, x)
}

// InstanceOf returns the type of the instances that a type used as a value creates.
func (r *Resolver) InstanceOf(t lattice.Type) lattice.Type {
	switch n := r.Types.Node(t); {
	case n.Kind == lattice.Class:
		return r.Types.Instance(n.Symbol(), n.Args...)
	case n.Kind == lattice.Func && len(r.Symbol(n.Symbol()).Members) > 0: // a constructor function
		return r.Types.Instance(n.Symbol())
	case n.Kind == lattice.Holder || n.Kind == lattice.Object:
		return t
	}
	return lattice.OrUnknown(t)
}

func (r *Resolver) TypeArgs(t lattice.Type) []lattice.Type {
	if t < lattice.FirstType {
		return nil
	}
	return r.Types.Node(t).Args
}

// holds reports whether a variable has members of its own: those of its object literal or assigned
// ones. Members of its anonymous type belong to that type.
func (r *Resolver) holds(s decl.SymbolID) bool {
	for _, list := range r.Symbol(s).Members {
		if d := r.Def(list[0]); d.Owner >= 0 || d.Has(facts.ObjectItem) {
			return true
		}
	}
	return false
}

// variadic wraps the type of a parameter that takes several values as a list.
func (r *Resolver) variadic(f *File, x *facts.Var, t lattice.Type) lattice.Type {
	if x.In < 0 || x.Func >= 0 {
		return t
	}
	if ps := f.Facts.Defs[x.In].Params; int(x.Index) < len(ps) && ps[x.Index].Name == x.Name && ps[x.Index].Variadic {
		if f.Lang.Rules.RestIsList || x.Type != ps[x.Index].Type { // the variable's type is written as a list
			return t
		}
		return r.Types.List(t)
	}
	return t
}
