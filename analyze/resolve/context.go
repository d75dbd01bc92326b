package resolve

import (
	"slices"
	"strconv"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// A place is where a function literal stands: as an argument of a call, or as
// the value of something with a declared type.
type place struct {
	call facts.ExprID // None when not an argument
	arg  int32
	typ  facts.TypeID // declared type of what it is bound to, None for an argument
}

// placeOf returns where the function literal x stands.
func (r *resolver) placeOf(file int32, x facts.ExprID) (place, bool) {
	f := &r.files[file]
	if f.places == nil {
		f.places = make(map[facts.ExprID]place)
		var note func(x facts.ExprID, p place)
		note = func(x facts.ExprID, p place) {
			if x < 0 {
				return
			}
			switch e := &f.facts.Exprs[x]; e.Kind {
			case facts.Func:
				f.places[x] = p
			case facts.Either:
				for i := range e.Args {
					note(e.Args[i].X, p)
				}
			}
		}
		for i := range f.facts.Exprs {
			switch e := &f.facts.Exprs[i]; e.Kind {
			case facts.Call, facts.New:
				for j := range e.Args {
					if !e.Args[j].Spread && e.Args[j].Keyword == "" {
						note(e.Args[j].X, place{call: facts.ExprID(i), arg: int32(j), typ: facts.None})
					}
				}
			case facts.Assert:
				note(e.X, place{call: facts.None, typ: e.Type})
			case facts.Composite:
				if elem := listElement(f.facts, e.Type); elem >= 0 {
					for j := range e.Args {
						note(e.Args[j].X, place{call: facts.None, typ: elem})
					}
				}
			}
		}
		for i := range f.facts.Vars {
			if v := &f.facts.Vars[i]; v.Type >= 0 {
				for _, x := range v.Values {
					note(x, place{call: facts.None, typ: v.Type})
				}
			}
		}
		for i := range f.facts.Defs {
			d := &f.facts.Defs[i]
			t := d.Type
			if callable(d.Kind) && len(d.Results) == 1 {
				t = d.Results[0]
			}
			if t >= 0 {
				for _, x := range d.Values {
					note(x, place{call: facts.None, typ: t})
				}
			}
		}
	}
	p, ok := f.places[x]
	return p, ok
}

// listElement returns the declared type of the elements of a list, None for
// other types.
func listElement(f *facts.File, t facts.TypeID) facts.TypeID {
	if t < 0 || f.Types[t].Kind != facts.ListT {
		return facts.None
	}
	return f.Types[t].Args[0]
}

// contextual returns the type that the place of a function literal gives its
// i-th parameter, or unknown.
func (r *resolver) contextual(file int32, x facts.ExprID, i int32) typ {
	p, ok := r.placeOf(file, x)
	if !ok || r.depth > maxDepth {
		return unknown
	}
	r.depth++
	defer func() { r.depth-- }()
	if p.call < 0 {
		return r.parameter(file, r.declType(file, p.typ), i)
	}
	if t := r.callbackParam(file, p.call, i); t != never {
		return t
	}
	callee := r.exprType(file, r.files[file].facts.Exprs[p.call].X)
	if r.files[file].lang.Rules.Overloads {
		if fd := r.callee(file, p.call); fd.status == isSymbol {
			callee = r.foundType(file, fd)
		}
	}
	out := never
	r.types.each(callee, func(t typ) {
		out = r.types.union(out, r.parameter(file, r.handedTo(t, p, file), i))
	})
	if out == never {
		return unknown
	}
	return out
}

// maxSignatures bounds the overloads looked at for one parameter.
const maxSignatures = 32

// aliasDepth is what a union behind a name counts in depth: it may hold itself.
const aliasDepth = 20

// parameter returns the type of the i-th parameter of what t is called with in
// a file, unknown when t is no function.
func (r *resolver) parameter(file int32, t typ, i int32) typ {
	return r.types.mapUnion(t, func(t typ) typ {
		n := r.types.nodes[t]
		switch n.kind {
		case kFunc:
			return r.declared(n.a, i, n.args)
		case kFuncType:
			ty := &r.files[n.a].facts.Types[n.b]
			if i < ty.N {
				return r.declType(n.a, ty.Args[i])
			}
			return never
		case kInstance:
			if u := r.under(t); u.kind == kFuncType || u.kind == kUnion {
				if r.depth > maxDepth {
					return unknown
				}
				r.depth += aliasDepth
				p := r.parameter(file, r.types.make(u.kind, u.a, u.b, u.args...), i)
				r.depth -= aliasDepth
				return p
			}
			if m, recv := r.singleMethod(n); m >= 0 {
				return r.declared(m, i, r.typeArgs(recv))
			}
			fd := r.memberOf(t, "()") // call signatures
			if fd.status != isSymbol {
				return never
			}
			out := never
			for k, s := range fd.syms {
				if k < maxSignatures {
					out = r.types.union(out, r.declared(s, i, n.args))
				}
			}
			return out
		case kBuiltin:
			if params, _, ok := r.functional(r.files[file].lang, n); ok && int(i) < len(params) {
				if p, err := strconv.Atoi(params[i]); err == nil && p < len(n.args) {
					return n.args[p]
				}
			}
		}
		return never
	})
}

// handedTo returns the type of the parameter of t that a function literal is
// handed to, with what the other arguments say of its type parameters.
func (r *resolver) handedTo(t typ, p place, file int32) typ {
	out := r.parameter(file, t, p.arg)
	if n := r.types.nodes[t]; n.kind == kFunc && len(r.def(n.a).TypeParams) > 0 && out >= firstTyp {
		if args := r.infer(n.a, file, p.call, false); args != nil {
			out = r.types.subst(out, n.a, args, 0)
		}
	}
	return out
}

// singleMethod returns the one abstract method of an interface, which a function
// literal can stand for, and the instance it was found on; -1 when there are none
// or several.
func (r *resolver) singleMethod(n typNode) (int32, typ) {
	if d := r.def(n.a); d.Kind != facts.Interface || !r.files[r.syms[n.a].file].lang.Rules.SingleMethodTypes {
		return -1, unknown
	}
	one, recv := int32(-1), unknown
	seen := []base{{sym: n.a, args: n.args}}
	for k := 0; k < len(seen) && k < maxBases; k++ {
		in := seen[k]
		for _, list := range r.syms[in.sym].members {
			for _, m := range list {
				if d := r.def(m); d.Kind != facts.Method || !d.Has(facts.Abstract) || d.Has(facts.Static) {
					continue
				}
				if one >= 0 && r.def(one).Name != r.def(m).Name {
					return -1, unknown
				}
				if one < 0 || m < one && in.sym == r.canon(r.syms[one].parent) { // maps have no order
					one, recv = m, r.types.make(kInstance, in.sym, 0, in.args...)
				}
			}
		}
		for _, b := range r.basesOf(in.sym) {
			args := make([]typ, len(b.args))
			for i, a := range b.args {
				args[i] = r.types.subst(a, in.sym, in.args, 0)
			}
			if !slices.ContainsFunc(seen, func(s base) bool { return s.sym == b.sym }) {
				seen = append(seen, base{sym: b.sym, args: args})
			}
		}
	}
	return one, recv
}

// literalParams counts the parameters of a function literal.
func (r *resolver) literalParams(file int32, x facts.ExprID) int {
	f := &r.files[file]
	if f.params == nil {
		f.params = make(map[facts.ExprID]int32)
		for i := range f.facts.Vars {
			if v := &f.facts.Vars[i]; v.Kind == facts.ParamVar && v.Func >= 0 {
				f.params[v.Func] = max(f.params[v.Func], v.Index+1)
			}
		}
	}
	return int(f.params[x])
}

// declared returns the declared type of the i-th parameter of a function, never
// when there is none. args are those of the type that holds it.
func (r *resolver) declared(s, i int32, args []typ) typ {
	d := r.def(s)
	if i >= int32(len(d.Params)) {
		if len(d.Params) == 0 || !d.Params[len(d.Params)-1].Variadic {
			return never
		}
		i = int32(len(d.Params) - 1)
	}
	p := &d.Params[i]
	if p.Type < 0 {
		return never
	}
	t := r.declType(r.syms[s].file, p.Type)
	if p.Variadic && r.files[r.syms[s].file].lang.Rules.RestIsList {
		t = r.element(t, false, false)
	}
	if h := r.syms[s].parent; h >= 0 {
		t = r.types.subst(t, h, args, 0)
		if d.Receiver >= 0 {
			t = r.types.subst(t, s, args, 0)
		}
	}
	return t
}
