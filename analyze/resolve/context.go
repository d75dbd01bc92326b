package resolve

import (
	"strconv"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// A place is where a value stands that takes its type from there.
type place struct {
	kind placeKind
	in   facts.ExprID // the call, literal or function around it
	arg  int32        // inCall, inTuple: which one, lastParam for one behind the brackets
	at   int32        // inCall: which argument
	key  string       // inObject: the name of the member; inCall: that of the argument
	typ  facts.TypeID // typed: the declared type
	// taken: nothing checks that the value is of the type (x as T).
	taken bool
}

type placeKind uint8

const (
	nowhere  placeKind = iota
	inCall             // an argument
	inObject           // a member of an object literal
	inList             // an item of a list
	inEither           // one of several values
	isResult           // what a function literal gives
	typed              // the value of something with a declared type
	ofTyped            // what a function with a declared type gives
)

// placesOf returns where the function, object and list literals of a file stand.
func (r *resolver) placesOf(file fileID) map[facts.ExprID]place {
	f := &r.files[file]
	if f.places != nil {
		return f.places
	}
	f.places = make(map[facts.ExprID]place)
	f.literals = make(map[facts.DefID]facts.ExprID)
	note := func(x facts.ExprID, p place) {
		if x < 0 {
			return
		}
		if first := begins(f.facts, x); f.facts.Exprs[first].Kind == facts.Expected {
			x = first
		}
		switch e := &f.facts.Exprs[x]; e.Kind {
		case facts.Func, facts.Object, facts.List, facts.Either, facts.Expected:
			f.places[x] = p
			if e.Kind == facts.Func && e.Ref >= 0 {
				f.literals[e.Ref] = x
			}
		}
	}
	for i := range f.facts.Exprs {
		e := &f.facts.Exprs[i]
		kind := nowhere
		switch e.Kind {
		case facts.Call, facts.New:
			kind = inCall
		case facts.Object:
			kind = inObject
		case facts.List:
			kind = inList
		case facts.Either:
			kind = inEither
		case facts.Func:
			kind = isResult
		case facts.Composite:
			kind = inList
		case facts.Assert:
			note(e.X, place{kind: typed, typ: e.Type, taken: e.Flags&facts.Checked == 0})
			continue
		default:
			continue
		}
		for j := range e.Args {
			if e.Kind == facts.Composite && e.Args[j].Keyword != "" {
				kind = inObject
			}
			if !e.Args[j].Spread {
				p := place{kind: kind, in: facts.ExprID(i), arg: int32(j), at: int32(j), key: e.Args[j].Keyword}
				if e.Args[j].Trailing {
					p.arg = lastParam
				}
				note(e.Args[j].X, p)
			}
		}
	}
	for i := range f.facts.Vars {
		if v := &f.facts.Vars[i]; v.Type >= 0 {
			for _, x := range v.Values {
				note(x, place{kind: typed, typ: v.Type})
			}
		}
	}
	for i := range f.facts.Defs {
		d := &f.facts.Defs[i]
		p := place{kind: typed, typ: d.Type}
		if d.Kind.IsCallable() {
			if p.kind = ofTyped; len(d.Results) == 1 {
				p = place{kind: typed, typ: d.Results[0]}
			}
		}
		if p.typ >= 0 {
			for _, x := range d.Values {
				note(x, p)
			}
		}
	}
	return f.places
}

// begins returns the expression that a chain of members and calls begins with.
func begins(f *facts.File, x facts.ExprID) facts.ExprID {
	for e := &f.Exprs[x]; (e.Kind == facts.Call || e.Kind == facts.Member) && e.X >= 0; e = &f.Exprs[x] {
		x = e.X
	}
	return x
}

// expected returns the type that the place of a literal asks for, unknown where
// it does not.
func (r *resolver) expected(file fileID, x facts.ExprID) typ {
	if e := &r.files[file].facts.Exprs[x]; e.Kind == facts.Composite {
		return r.declType(file, e.Type)
	}
	p, ok := r.placesOf(file)[x]
	if !ok || r.depth > maxDepth {
		return unknown
	}
	r.depth++
	defer func() { r.depth-- }()
	switch p.kind {
	case inCall:
		return r.handedTo(file, p)
	case inObject:
		if t := r.expected(file, p.in); t >= firstTyp {
			return r.foundType(file, r.memberOf(t, p.key))
		}
	case inList:
		return r.types.mapUnion(r.expected(file, p.in), func(t typ) typ {
			if n := r.under(t); n.kind == kTuple && int(p.arg) < len(n.args) {
				return n.args[p.arg]
			}
			return r.element(t, false, false)
		})
	case inEither:
		return r.expected(file, p.in)
	case isResult:
		return r.types.mapUnion(r.expected(file, p.in), func(t typ) typ { return r.awaited(r.callOne(t, file, facts.None)) })
	case ofTyped:
		return r.types.mapUnion(r.declType(file, p.typ), func(t typ) typ { return r.awaited(r.callOne(t, file, facts.None)) })
	case typed:
		return r.declType(file, p.typ)
	}
	return unknown
}

// contextual returns the type that the place of a function literal gives its
// i-th parameter, or unknown.
func (r *resolver) contextual(file fileID, x facts.ExprID, i int32) typ {
	p, ok := r.placesOf(file)[x]
	if !ok || r.depth > maxDepth {
		return unknown
	}
	r.depth++
	defer func() { r.depth-- }()
	if p.kind == inCall && (p.key == "" || r.files[file].facts.Exprs[p.in].Flags&facts.JSX == 0) {
		if t := r.callbackParam(file, p.in, i); t != never {
			return t
		}
	}
	t := r.parameter(file, r.expected(file, x), i)
	switch {
	case t == never:
		return unknown
	case p.kind == inCall:
		return r.bindParams(file, p, t)
	}
	return t
}

// namedContext is contextual for a function literal that is a definition.
func (r *resolver) namedContext(file fileID, d facts.DefID, i int32) typ {
	r.placesOf(file)
	if x, ok := r.files[file].literals[d]; ok {
		return r.contextual(file, x, i)
	}
	return unknown
}

// maxSignatures bounds the overloads looked at for one parameter.
const maxSignatures = 32

// aliasDepth is what a union behind a name counts in depth: it may hold itself.
const aliasDepth = 20

// parameter returns the type of the i-th parameter of what t is called with in
// a file, unknown when t is no function.
func (r *resolver) parameter(file fileID, t typ, i int32) typ {
	return r.types.mapUnion(t, func(t typ) typ {
		n := r.types.node(t)
		if i < 0 && n.kind != kFuncType && n.kind != kInstance {
			return never
		}
		switch n.kind {
		case kFunc:
			return r.declared(n.symbol(), i, n.args)
		case kFuncType:
			return r.funcTypeParam(n, i)
		case kInstance:
			if u := r.under(t); u.kind == kFuncType || u.kind == kUnion {
				if r.depth > maxDepth {
					return unknown
				}
				r.depth += aliasDepth
				p := r.parameter(file, r.types.of(u), i)
				r.depth -= aliasDepth
				return p
			}
			if i < 0 {
				return never
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

// handedTo returns the type of the parameter that an argument of a call is handed
// to, with what the other arguments say of its type parameters.
func (r *resolver) handedTo(file fileID, p place) typ {
	f := &r.files[file]
	e := &f.facts.Exprs[p.in]
	callee := r.exprType(file, e.X)
	if f.lang.Rules.Overloads {
		if fd := r.callee(file, p.in); fd.status == isSymbol {
			callee = r.foundType(file, fd)
		}
	}
	out := never
	r.types.each(callee, func(t typ) {
		if n := r.types.node(t); (e.Kind == facts.New || f.lang.Rules.CallMakesInstance) && n.kind == kClass {
			if w := r.types.node(r.exprType(file, p.in)); w.kind == kInstance && w.symbol() == n.symbol() { // with its type arguments
				n = w
			}
			if list := r.constructors(file, e, n.symbol()); len(list) > 0 {
				t = r.types.function(list[0], n.args...)
			}
		}
		arg := int32(0) // of an element: the object of its attributes
		if e.Flags&facts.JSX == 0 {
			if arg = r.position(file, t, p); arg < 0 {
				return
			}
		}
		got := r.parameter(file, t, arg)
		if n := r.types.node(t); n.kind == kFunc && len(r.def(n.symbol()).TypeParams) > 0 && got >= firstTyp {
			if args := r.infer(n.symbol(), file, p.in, false); args != nil {
				got = r.types.subst(got, n.symbol(), args, 0)
			}
		}
		if e.Flags&facts.JSX != 0 && got >= firstTyp { // the first parameter is an object of all attributes
			got = r.foundType(file, r.memberOf(got, p.key))
		}
		out = r.types.union(out, got)
	})
	if out == never {
		return unknown
	}
	return out
}

// bindParams replaces in param, the type of a parameter of a function type that is
// handed to a call, the type parameters of what is called and of its receiver:
// function types keep none of their own.
func (r *resolver) bindParams(file fileID, p place, param typ) typ {
	f := &r.files[file]
	callee := r.exprType(file, f.facts.Exprs[p.in].X)
	if f.lang.Rules.Overloads {
		if fd := r.callee(file, p.in); fd.status == isSymbol {
			callee = r.foundType(file, fd)
		}
	}
	r.types.each(callee, func(t typ) {
		n := r.types.node(t)
		if n.kind != kFunc || param < firstTyp {
			return
		}
		if h := r.canon(r.syms[n.symbol()].parent); h >= 0 && len(n.args) > 0 {
			param = r.types.subst(param, h, n.args, 0)
		}
		if len(r.def(n.symbol()).TypeParams) > 0 {
			if args := r.infer(n.symbol(), file, p.in, false); args != nil {
				param = r.types.subst(param, n.symbol(), args, 0)
			}
		}
	})
	return param
}

// singleMethod returns the one abstract method of an interface, which a function
// literal can stand for, and the instance it was found on; -1 when there are none
// or several.
func (r *resolver) singleMethod(n typNode) (symID, typ) {
	if d := r.def(n.symbol()); d.Kind != facts.Interface || !r.files[r.syms[n.symbol()].file].lang.Rules.SingleMethodTypes {
		return -1, unknown
	}
	one, recv := symID(-1), unknown
	seen := []base{{sym: n.symbol(), args: n.args}}
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
					one, recv = m, r.types.instance(in.sym, in.args...)
				}
			}
		}
		seen = r.appendBases(seen, in)
	}
	return one, recv
}

// literalParams counts the parameters of a function literal.
func (r *resolver) literalParams(file fileID, x facts.ExprID) int {
	f := &r.files[file]
	if t := f.facts.Exprs[x].Type; t >= 0 && f.facts.Types[t].Kind == facts.FuncT {
		return int(f.facts.Types[t].N)
	}
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
func (r *resolver) declared(s symID, i int32, args []typ) typ {
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
		t = r.types.within(t, args)
	}
	return t
}
