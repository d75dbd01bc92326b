package facts

import (
	"slices"
	"strings"
)

// declarations are the part of a file that its definitions lead to, with numbers of their own, in the order
// in which the parts are met.
type declarations struct {
	from  *File
	to    File
	types map[TypeID]TypeID
	exprs map[ExprID]ExprID
	vars  map[VarID]VarID
	mentions
	// imports: a part refers to an import by number.
	imports bool
}

func newDeclarations(f *File) *declarations {
	return &declarations{from: f, types: make(map[TypeID]TypeID), exprs: make(map[ExprID]ExprID), vars: make(map[VarID]VarID), mentions: newMentions()}
}

// declarationsOf returns those of all definitions, exports and extensions of a file.
func declarationsOf(f *File) *declarations {
	d := newDeclarations(f)
	d.to = *withoutPlaces(f)
	to := &d.to
	to.Types, to.Exprs, to.Vars, to.Blocks, to.Directives = nil, nil, nil, nil, f.Directives
	for i := range to.Defs {
		d.def(&to.Defs[i])
	}
	for v := range f.Vars {
		if f.Vars[v].ofDefinition() {
			d.variable(VarID(v))
		}
	}
	for i := range to.Exports {
		x := &to.Exports[i]
		x.X = d.expr(x.X)
		d.inValues[x.Local] = true
	}
	for i := range to.Extensions {
		x := &to.Extensions[i]
		x.Of, x.Bases = d.typ(x.Of), d.typeList(x.Bases)
	}
	return d
}

// ofDefinition reports whether a variable is a parameter or the instance of a definition, not of a function literal.
func (v *Var) ofDefinition() bool { return (v.Kind == ParamVar || v.Kind == SelfVar) && v.Func < 0 }

// encode returns bytes that are equal where the declarations are.
func (d *declarations) encode() []byte {
	to := d.to
	to.Imports = nil // see sameImports
	return Encode(&to)
}

func (d *declarations) def(x *Def) {
	x.Receiver, x.Type, x.Owner = d.typ(x.Receiver), d.typ(x.Type), d.expr(x.Owner)
	x.TypeParams, x.Params = slices.Clone(x.TypeParams), slices.Clone(x.Params)
	for i := range x.TypeParams {
		x.TypeParams[i].Bound = d.typ(x.TypeParams[i].Bound)
	}
	for i := range x.Params {
		x.Params[i].Type = d.typ(x.Params[i].Type)
	}
	for _, list := range []*[]TypeID{&x.Results, &x.Extends, &x.Implements, &x.Embeds, &x.Extended} {
		*list = d.typeList(*list)
	}
	x.Values, x.Decorators = d.exprList(x.Values), d.exprList(x.Decorators)
}

func (d *declarations) typeList(list []TypeID) []TypeID {
	out := slices.Clone(list)
	for i := range out {
		out[i] = d.typ(out[i])
	}
	return out
}

func (d *declarations) exprList(list []ExprID) []ExprID {
	out := slices.Clone(list)
	for i := range out {
		out[i] = d.expr(out[i])
	}
	return out
}

// number returns the new number of a part, and whether it has been taken over. If not, it appends an empty place for it to
// parts.
func number[T any](numbers map[int32]int32, parts *[]T, id int32) (n int32, taken bool) {
	if id < 0 {
		return id, true
	}
	if n, taken = numbers[id]; !taken {
		n = int32(len(*parts))
		numbers[id] = n
		*parts = append(*parts, *new(T))
	}
	return n, taken
}

// typ takes over a type and what it leads to, and returns its new number.
func (d *declarations) typ(id TypeID) TypeID {
	n, taken := number(d.types, &d.to.Types, id)
	if taken {
		return n
	}
	x := d.from.Types[id]
	d.inTypes[x.Name] = true
	for part := range strings.FieldsFuncSeq(x.Qualifier, isSeparator) {
		d.inTypes[part] = true
	}
	x.Line, x.Args, x.X = 0, d.typeList(x.Args), d.expr(x.X)
	d.to.Types[n] = x
	return n
}

// expr takes over an expression and what it leads to, and returns its new number.
func (d *declarations) expr(id ExprID) ExprID {
	n, taken := number(d.exprs, &d.to.Exprs, id)
	if taken {
		return n
	}
	x := d.from.Exprs[id]
	d.inValues[x.Name] = true
	x.Line, x.At, x.X, x.Type, x.Args = 0, 0, d.expr(x.X), d.typ(x.Type), slices.Clone(x.Args)
	switch x.Kind {
	case Local:
		x.Ref = d.variable(x.Ref)
	case Module:
		d.imports = true
	case Func:
		x.N = 0 // LastLine
	}
	for i := range x.Args {
		x.Args[i].X, x.Args[i].Line = d.expr(x.Args[i].X), 0
		d.inValues[x.Args[i].Keyword] = true
	}
	d.to.Exprs[n] = x
	return n
}

// variable takes over a variable and what it leads to, and returns its new number.
func (d *declarations) variable(id VarID) VarID {
	n, taken := number(d.vars, &d.to.Vars, id)
	if taken {
		return n
	}
	x := d.from.Vars[id]
	d.imports = d.imports || x.Import >= 0
	x.Line, x.Func, x.Type, x.Values = 0, d.expr(x.Func), d.typ(x.Type), d.exprList(x.Values)
	d.to.Vars[n] = x
	return n
}

// sameImports reports whether two files have the same imports, apart from those whose names no
// declaration mentions.
func sameImports(a, b *declarations) bool {
	key := func(im *Import) Import {
		k := *im
		k.Line = 0
		return k
	}
	has := func(list []Import, im *Import) bool {
		return slices.ContainsFunc(list, func(o Import) bool { return key(&o) == key(im) })
	}
	if slices.EqualFunc(a.to.Imports, b.to.Imports, func(x, y Import) bool { return key(&x) == key(&y) }) {
		return true
	}
	if a.imports || b.imports {
		return false
	}
	for _, sides := range [][2]*declarations{{a, b}, {b, a}} {
		for i := range sides[0].to.Imports {
			if im := &sides[0].to.Imports[i]; !has(sides[1].to.Imports, im) && (!a.ignores(im) || !b.ignores(im)) {
				return false
			}
		}
	}
	return true
}

// ignores reports whether no declaration mentions a name that an import may bind.
func (d *declarations) ignores(im *Import) bool {
	if im.Name == "*" || im.Alias == "." || im.Flags&Global != 0 {
		return false
	}
	has := func(name string) bool { return name != "" && (d.inTypes[name] || d.inValues[name]) }
	// Without a name of its own, an import binds a part of its path.
	return !has(im.Alias) && !has(im.Name) && !anyPart(im.Source, has)
}
