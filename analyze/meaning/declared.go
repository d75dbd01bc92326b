package meaning

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// declarations are the part of a file that a definition leads to, with numbers of their own, in the order in which
// the parts are met.
type declarations struct {
	from  File
	to    facts.File
	types map[facts.TypeID]facts.TypeID
	exprs map[facts.ExprID]facts.ExprID
	vars  map[facts.VarID]facts.VarID
	parts []facts.Def // definitions that are parts of what others are
	met   map[facts.DefID]bool
}

func newDeclarations(f File) *declarations {
	return &declarations{from: f, types: make(map[facts.TypeID]facts.TypeID), exprs: make(map[facts.ExprID]facts.ExprID), vars: make(map[facts.VarID]facts.VarID), met: make(map[facts.DefID]bool)}
}

// whole takes over a definition and its parameters, and returns it with the new numbers.
func (d *declarations) whole(x facts.Def, params []facts.VarID) facts.Def {
	d.def(&x)
	for _, v := range params {
		d.variable(v)
	}
	return x
}

// ofDefinition reports whether a variable is a parameter or the instance of a definition, not of a function literal.
func ofDefinition(v *facts.Var) bool {
	return (v.Kind == facts.ParamVar || v.Kind == facts.SelfVar) && v.Func < 0
}

// declaredValues returns the values that decide the type of a variable: those that code gives to a parameter with a type
// do not.
func declaredValues(v *facts.Var) []facts.ExprID {
	if ofDefinition(v) && v.Type >= 0 {
		return nil
	}
	return v.Values
}

func (d *declarations) def(x *facts.Def) {
	x.Receiver, x.Type, x.Owner = d.typ(x.Receiver), d.typ(x.Type), d.expr(x.Owner)
	x.TypeParams, x.Params = slices.Clone(x.TypeParams), slices.Clone(x.Params)
	for i := range x.TypeParams {
		x.TypeParams[i].Bound = d.typ(x.TypeParams[i].Bound)
	}
	for i := range x.Params {
		x.Params[i].Type = d.typ(x.Params[i].Type)
	}
	for _, list := range []*[]facts.TypeID{&x.Results, &x.Extends, &x.Implements, &x.Embeds, &x.Extended} {
		*list = d.typeList(*list)
	}
	x.Values, x.Decorators = d.exprList(x.Values), d.exprList(x.Decorators)
}

func (d *declarations) typeList(list []facts.TypeID) []facts.TypeID {
	out := slices.Clone(list)
	for i := range out {
		out[i] = d.typ(out[i])
	}
	return out
}

func (d *declarations) exprList(list []facts.ExprID) []facts.ExprID {
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
func (d *declarations) typ(id facts.TypeID) facts.TypeID {
	n, taken := number(d.types, &d.to.Types, id)
	if taken {
		return n
	}
	x := d.from.Types[id]
	x.Line, x.Args, x.X = 0, d.typeList(x.Args), d.expr(x.X)
	d.to.Types[n] = x
	if x.Kind == facts.ObjectT && x.Def >= 0 {
		for _, m := range d.from.carriedIn(x.Def) {
			d.part(m)
		}
	}
	return n
}

// part takes over a definition that is a part of what another one is.
func (d *declarations) part(i facts.DefID) {
	if d.met[i] {
		return
	}
	d.met[i] = true
	x := d.from.Defs[i]
	x.Parent, x.Start, x.Line, x.End, x.SignatureEnd, x.DocStart, x.DocEnd, x.DocHash, x.BodyHash, x.Sketch = facts.None, 0, 0, 0, 0, 0, 0, 0, 0, facts.Sketch{}
	at := len(d.parts)
	d.parts = append(d.parts, x)
	d.def(&x)
	d.parts[at] = x
}

// expr takes over an expression and what it leads to, and returns its new number.
func (d *declarations) expr(id facts.ExprID) facts.ExprID {
	n, taken := number(d.exprs, &d.to.Exprs, id)
	if taken {
		return n
	}
	x := d.from.Expressions()[id]
	x.Line, x.At, x.X, x.Type, x.Args = 0, 0, d.expr(x.X), d.typ(x.Type), slices.Clone(x.Args)
	switch x.Kind {
	case facts.Local:
		x.Ref = d.variable(x.Ref)
	case facts.Func:
		if x.N = 0; x.Ref >= 0 && d.from.isCarried(x.Ref) { // N is LastLine
			d.part(x.Ref)
		}
	}
	for i := range x.Args {
		x.Args[i].X, x.Args[i].Line = d.expr(x.Args[i].X), 0
	}
	d.to.Exprs[n] = x
	return n
}

// variable takes over a variable and what it leads to, and returns its new number.
func (d *declarations) variable(id facts.VarID) facts.VarID {
	n, taken := number(d.vars, &d.to.Vars, id)
	if taken {
		return n
	}
	x := d.from.Vars[id]
	x.Line, x.Func, x.Type, x.Values = 0, d.expr(x.Func), d.typ(x.Type), d.exprList(declaredValues(&x))
	d.to.Vars[n] = x
	return n
}

// key returns what an import means, without its place.
func keyOf(i *facts.Import) string {
	return fmt.Sprintf("%q %q %q %d;", i.Source, i.Name, i.Alias, i.Flags)
}

// binds returns the names that an import may bind; true for one that may bind any.
func binds(i *facts.Import) (names Names, any bool) {
	names = make(Names)
	for _, name := range []string{i.Name, i.Alias} {
		if name != "" {
			names[name] = Anywhere
		}
	}
	// Without a name of its own, an import binds a part of its path.
	for part := range strings.FieldsFuncSeq(i.Source, isSeparator) {
		names[part] = Anywhere
	}
	return names, i.Name == "*" && i.Alias == "" || i.Alias == "." || i.Flags&facts.Global != 0
}
