package valueflow

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
)

const (
	notAsked carry = iota
	carriesNothing
	carriesValues
)

// carries reports whether a pool is needed for the values of a type.
func (w *Flow) carries(t lattice.Type) bool {
	if t < lattice.FirstType {
		return t == lattice.Unknown || t == lattice.External
	}
	for len(w.carrying) <= int(t) {
		w.carrying = append(w.carrying, make([]carry, w.infer.Types.Count()+64-len(w.carrying))...)
	}
	if w.carrying[t] == notAsked {
		w.carrying[t] = carriesNothing // for a type that contains itself
		if w.asked(t) {
			w.carrying[t] = carriesValues
		}
	}
	return w.carrying[t] == carriesValues
}

func (w *Flow) asked(t lattice.Type) bool {
	n := w.infer.Types.Node(t)
	switch n.Kind {
	case lattice.Func, lattice.FuncLit, lattice.FuncType, lattice.Param:
		return true
	case lattice.Union, lattice.List, lattice.Map, lattice.Tuple, lattice.Promise:
		return slices.ContainsFunc(n.Args, w.carries)
	case lattice.Builtin:
		return w.interfaces[w.infer.Types.NameOf(n)] || slices.ContainsFunc(n.Args, w.carries)
	case lattice.Instance:
		switch d := w.infer.Def(n.Symbol()); d.Kind {
		case facts.Interface, facts.Trait:
			return true
		case facts.TypeDef:
			if d.Type < 0 { // an anonymous type
				return w.hasAbstract(n.Symbol())
			} else if u := w.infer.Under(t); u.Kind != lattice.Instance {
				return w.carries(w.infer.Types.Of(u))
			} else if u.Symbol() != n.Symbol() {
				return w.carries(w.infer.Types.Of(u))
			}
		case facts.Class:
			return d.Has(facts.Abstract)
		}
	}
	return false
}

// hasAbstract reports whether a type has a method without a body.
func (w *Flow) hasAbstract(s decl.SymbolID) bool {
	for _, list := range w.infer.Symbol(s).Members {
		if w.isAbstract(list[0]) {
			return true
		}
	}
	return false
}

// seed collects the values that follow from a type alone: a variable of a struct type holds instances
// of this type.
func (w *Flow) seed(t lattice.Type) {
	if t < lattice.FirstType {
		return
	}
	n := w.infer.Types.Node(t)
	switch n.Kind {
	case lattice.Union, lattice.List, lattice.Map, lattice.Tuple, lattice.Promise:
		for _, a := range n.Args {
			w.seed(a)
		}
	case lattice.Func:
		if !w.isAbstract(n.Symbol()) {
			w.collectValue(n.Symbol())
		}
	case lattice.FuncLit:
		w.collectValue(w.function(n.File(), n.Expr()))
	case lattice.Instance:
		switch d := w.infer.Def(n.Symbol()); d.Kind {
		case facts.Struct, facts.Class, facts.Enum:
			w.collectValue(n.Symbol())
		case facts.TypeDef:
			if u := w.infer.Under(t); len(w.infer.Symbol(n.Symbol()).Members) > 0 && (u.Kind != lattice.Instance || w.infer.Def(u.Symbol()).Kind != facts.Interface) {
				w.collectValue(n.Symbol())
			} else if u.Kind == lattice.Instance && u.Symbol() != n.Symbol() {
				w.seed(w.infer.Types.Of(u))
			}
		}
	}
}

// isAbstract reports whether a symbol is a method of an interface.
func (w *Flow) isAbstract(s decl.SymbolID) bool {
	d := w.infer.Def(s)
	return d.Kind == facts.Method && d.Has(facts.Abstract)
}

// isContainer reports whether two variables of a type can share its elements.
func (w *Flow) isContainer(t lattice.Type) bool {
	k := w.infer.Under(t).Kind
	return k == lattice.List || k == lattice.Map
}

// function returns the value for a function literal.
func (w *Flow) function(file decl.FileID, x facts.ExprID) value {
	if ref := w.infer.File(file).Facts.Closure(x).Def; ref >= 0 {
		return w.infer.File(file).Symbol(ref)
	}
	k := literal{file, x}
	v, ok := w.literal[k]
	if !ok {
		v = decl.SymbolID(int(w.infer.NumSymbols()) + len(w.literals))
		w.literals = append(w.literals, k)
		w.literal[k] = v
	}
	return v
}

// pass lets the values of expression x flow into a pool.
func (w *Flow) pass(file decl.FileID, x facts.ExprID, to poolID) {
	if to == 0 {
		return
	}
	from := len(w.collected)
	w.collect(file, x)
	w.giveCollected(from, to)
}

// collect appends the sources of the values of expression x to w.collected. It may also add flows between pools
// that they pass through.
func (w *Flow) collect(file decl.FileID, x facts.ExprID) {
	if x < 0 || w.infer.Depth > infer.MaxDepth {
		return
	}
	f := w.infer.File(file)
	e := &f.Facts.Expressions()[x]
	switch e.Kind {
	case facts.Literal:
		return
	case facts.Func:
		w.collectValue(w.function(file, x))
		return
	}
	t := w.infer.ExprType(file, x)
	w.seed(t)
	if !w.carries(t) {
		return
	}
	w.infer.Depth++
	defer func() { w.infer.Depth-- }()
	switch e.Kind {
	case facts.Local:
		if v := &f.Facts.Vars[e.Ref]; v.Def < 0 && v.Import < 0 {
			w.collectShared(w.varPool(file, e.Ref), t)
			return
		}
		w.collectNamed(file, x, t)
	case facts.Name, facts.Member:
		w.collectNamed(file, x, t)
	case facts.Call, facts.New:
		w.collectCall(file, x, 0)
	case facts.Result:
		if k := f.Facts.Expressions()[e.X].Kind; k == facts.Call {
			w.collectCall(file, e.X, e.ResultIndex())
		} else {
			w.collect(file, e.X)
		}
	case facts.Index, facts.Elem:
		if e.X >= 0 {
			w.collectPool(w.poolOf(file, e.X))
		}
	case facts.Await:
		w.collect(file, e.X)
	case facts.Assert:
		w.collectAsserted(file, x)
	case facts.Composite, facts.List, facts.Either:
		if e.Kind == facts.Composite && !w.isContainer(t) {
			return // see fields
		}
		for i := range e.Args {
			w.collect(file, e.Args[i].X)
		}
	}
}

// collectNamed collects the sources of a name or member.
func (w *Flow) collectNamed(file decl.FileID, x facts.ExprID, t lattice.Type) {
	fd := *w.infer.Found(w.infer.Denote(file, x))
	switch fd.Status {
	case infer.IsSymbol:
		for _, s := range w.infer.Defined(fd.Syms) {
			switch d := w.infer.Def(s); {
			case w.isAbstract(s):
				w.collectMethod(file, x)
			case d.Kind.IsCallable():
				w.collectValue(s)
			case !d.Kind.IsType():
				w.collectShared(w.memberPool(s), t)
			}
		}
	case infer.IsOutside, infer.NotKnown:
		p, _ := w.outsideMember(file, x)
		w.collectPool(p)
		w.collectValue(openValue)
	}
}

// collectMethod collects the method value x of an interface: the methods of the types that reach its
// operand.
func (w *Flow) collectMethod(file decl.FileID, x facts.ExprID) {
	e := &w.infer.File(file).Facts.Expressions()[x]
	if e.Kind != facts.Member {
		return
	}
	p, made := w.exprPool(file, x, methodPool)
	if made {
		w.listen(site{call: w.callOf(file, x), pool: w.receiver(file, e.X), method: e.Name, gives: p, next: -1})
	}
	w.collectPool(p)
}

// collectAsserted collects the operand of a type assertion, but only values that implement the
// asserted type.
func (w *Flow) collectAsserted(file decl.FileID, x facts.ExprID) {
	e := &w.infer.File(file).Facts.Expressions()[x]
	if w.isConcreteOutside(file, e.Type) {
		return
	}
	n := w.infer.Types.Node(w.infer.DeclType(file, e.Type))
	if n.Kind != lattice.Instance || w.infer.Def(n.Symbol()).Kind != facts.Interface || !w.infer.File(file).Lang.Rules.StructuralInterfaces {
		w.collect(file, e.X)
		return
	}
	p, made := w.exprPool(file, x, ownPool)
	if made {
		w.restrict(p, n.Symbol())
		w.pass(file, e.X, p)
		if w.isAnything(w.infer.ExprType(file, e.X)) {
			w.add(p, openValue)
		}
	}
	w.collectPool(p)
}

// isAnything reports whether a type does not restrict its values, as types of decoded and reflected
// values do.
func (w *Flow) isAnything(t lattice.Type) bool {
	n := w.infer.Types.Node(t)
	return t == lattice.External || t == lattice.Unknown || n.Kind == lattice.Builtin && w.infer.Types.NameOf(n) == "any"
}

// poolOf returns the pool of an expression, 0 when its values need none.
func (w *Flow) poolOf(file decl.FileID, x facts.ExprID) poolID {
	f := w.infer.File(file)
	e := &f.Facts.Expressions()[x]
	switch e.Kind {
	case facts.Local:
		if v := &f.Facts.Vars[e.Ref]; v.Def < 0 && v.Import < 0 && w.carries(w.infer.ExprType(file, x)) {
			return w.varPool(file, e.Ref)
		}
	case facts.Name, facts.Member:
		if fd := w.infer.Found(w.infer.Denote(file, x)); fd.Status == infer.IsSymbol && len(fd.Syms) == 1 && w.carries(w.infer.ExprType(file, x)) {
			if k := w.infer.Def(fd.Syms[0]).Kind; !k.IsCallable() && !k.IsType() {
				return w.memberPool(fd.Syms[0])
			}
		}
	}
	p, made := w.exprPool(file, x, ownPool)
	if made {
		w.pass(file, x, p)
	}
	return p
}

// holder returns the expression whose values change by an assignment to target: the container of
// an element, or the first alternative of an Either.
func (w *Flow) holder(f *infer.File, target facts.ExprID) facts.ExprID {
	for {
		e := &f.Facts.Expressions()[target]
		switch {
		case (e.Kind == facts.Index || e.Kind == facts.Elem || e.Kind == facts.Assert) && e.X >= 0:
			target = e.X
		case e.Kind == facts.Either && len(e.Args) > 0 && e.Args[0].X >= 0:
			target = e.Args[0].X
		default:
			return target
		}
	}
}

// store lets the values of x flow to the target of an assignment.
func (w *Flow) store(file decl.FileID, target, x facts.ExprID) {
	f := w.infer.File(file)
	target = w.holder(f, target)
	e := &f.Facts.Expressions()[target]
	if !w.carries(w.infer.ExprType(file, target)) {
		return
	}
	switch e.Kind {
	case facts.Local:
		w.pass(file, x, w.poolOf(file, target))
	case facts.Name, facts.Member:
		fd := w.infer.Found(w.infer.Denote(file, target))
		if fd.Status == infer.IsSymbol {
			for _, s := range fd.Syms {
				if k := w.infer.Def(s).Kind; !k.IsCallable() && !k.IsType() {
					w.pass(file, x, w.memberPool(s))
				}
			}
		} else {
			p, _ := w.outsideMember(file, target)
			w.pass(file, x, p)
		}
	case facts.Call:
		w.pass(file, x, w.callPool(file, target, 0))
	}
}

// definition passes the values of a variable or member, or the results of a function.
func (w *Flow) definition(file decl.FileID, s decl.SymbolID) {
	d := w.infer.Def(s)
	switch {
	case len(d.Values) == 0 || d.Kind.IsType():
	case d.Kind.IsCallable():
		for _, x := range d.Values {
			w.pass(file, x, w.resultPool(s, 0))
		}
	case w.carries(w.infer.SymType(s)):
		for _, x := range d.Values {
			w.pass(file, x, w.memberPool(s))
		}
	}
}

// returns passes the results of a return statement.
func (w *Flow) returns(file decl.FileID, e *facts.Expr) {
	f := w.infer.File(file)
	var fn value
	var results []facts.TypeID
	switch {
	case e.X >= 0:
		fn = w.function(file, e.X)
		if id := f.Facts.Closure(e.X).Type; id >= 0 {
			ty := &f.Facts.Types[id]
			results = ty.Results()
		}
	case e.In >= 0:
		fn = f.Symbol(e.In)
		results = f.Facts.Defs[e.In].Results
	default:
		return
	}
	for i, t := range results {
		if !w.carries(w.infer.DeclType(file, t)) {
			continue
		}
		to := w.resultPool(fn, int32(i))
		if len(e.Args) == len(results) {
			w.pass(file, e.Args[i].X, to)
		} else if len(e.Args) == 1 && e.Args[0].X >= 0 && f.Facts.Expressions()[e.Args[0].X].Kind == facts.Call {
			w.passCall(file, e.Args[0].X, int32(i), to)
		}
	}
}

// fields passes the values in a composite literal to its fields.
func (w *Flow) fields(file decl.FileID, e *facts.Expr) {
	if len(e.Args) == 0 {
		return
	}
	t := w.infer.DeclType(file, e.Type)
	n := w.infer.Under(t)
	if n.Kind != lattice.Instance {
		if name := w.typeNameOf(file, e.Type); t == lattice.External && name != "" {
			for i := range e.Args {
				if a := &e.Args[i]; a.Keyword != "" && a.X >= 0 && w.carries(w.infer.ExprType(file, a.X)) {
					w.pass(file, a.X, w.outsidePool(file, name, a.Keyword))
				}
			}
		}
		return
	}
	next := facts.DefID(1)
	for i := range e.Args {
		a := &e.Args[i]
		field := decl.SymbolID(-1)
		if a.Keyword != "" {
			if m := w.infer.MembersNamed(n.Symbol(), a.Keyword); len(m) > 0 {
				field = m[0]
			}
		} else {
			field, next = w.NextField(n.Symbol(), next)
		}
		if field >= 0 && a.X >= 0 && w.carries(w.infer.SymType(field)) {
			w.pass(file, a.X, w.memberPool(field))
		}
	}
}

// NextField returns the first field of a struct from its Def n on, and the Def at which to
// continue.
func (w *Flow) NextField(s decl.SymbolID, n facts.DefID) (field decl.SymbolID, next facts.DefID) {
	defs := w.infer.File(w.infer.Symbol(s).File).Facts.Defs
	for i := w.infer.Symbol(s).Def + n; int(i) < len(defs); i++ {
		if defs[i].Kind == facts.Field && defs[i].Parent == w.infer.Symbol(s).Def {
			return w.infer.File(w.infer.Symbol(s).File).Symbol(i), i - w.infer.Symbol(s).Def + 1
		}
	}
	return -1, facts.DefID(len(defs))
}
