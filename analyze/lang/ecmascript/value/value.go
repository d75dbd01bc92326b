// Package value makes the values and types of JavaScript and TypeScript that facts consist of.
//
// In: values and types that are known already, by number. Out: what operations of the language
// make of them, added to the facts of the file: members, items, assertions, alternatives,
// collections.
//
// Invariants: None, of which nothing is known, is a valid operand everywhere, and no operation
// asks the syntax tree.
package value

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A Builder is a lang.Builder that knows these operations.
type Builder struct {
	*lang.Builder
	args []facts.Arg    // not yet handed out
	ids  []facts.ExprID // likewise; TypeID, ExprID and DefID are one type
}

// NewBuilder returns a Builder that adds to the facts of b.
func NewBuilder(b *lang.Builder) *Builder { return &Builder{Builder: b} }

// NewArgs returns room for n arguments with length 0.
func (b *Builder) NewArgs(n int) []facts.Arg {
	if cap(b.args)-len(b.args) < n {
		b.args = make([]facts.Arg, 0, max(256, n))
	}
	at := len(b.args)
	b.args = b.args[:at+n]
	return b.args[at : at : at+n]
}

// IsGlobal reports whether no variable of that name is around.
func (b *Builder) IsGlobal(name string) bool {
	return b.AtFileLevel() || b.Lookup(name) == facts.None
}

// IsVariable reports whether name is a local variable and no local class.
func (b *Builder) IsVariable(name string) bool {
	v := b.Lookup(name)
	return v != facts.None && b.File.Vars[v].Kind != facts.DefVar
}

// AddDefValue adds x to the values of d; None adds nothing.
func (b *Builder) AddDefValue(d facts.DefID, x facts.ExprID) {
	if def := &b.File.Defs[d]; x != facts.None && len(def.Values) < facts.MaxValues {
		def.Values = append(def.Values, x)
	}
}

// Discard notes that nobody takes the value x.
func (b *Builder) Discard(x facts.ExprID) {
	if x == facts.None {
		return
	}
	switch v := &b.File.Exprs[x]; v.Kind {
	case facts.Call, facts.New:
		v.Flags |= facts.Discarded
	case facts.Await, facts.Assert:
		b.Discard(v.X)
	case facts.Either:
		for _, a := range v.Args {
			b.Discard(a.X)
		}
	}
}

// MarkInitial notes that x is what a variable is declared with. Nothing, {} and [] say
// little of what it is to hold.
func (b *Builder) MarkInitial(x facts.ExprID) {
	if x == facts.None {
		return
	}
	switch v := &b.File.Exprs[x]; v.Kind {
	case facts.Object, facts.List:
		if len(v.Args) > 0 {
			v.Flags |= facts.Initial
		}
	case facts.Literal:
		if v.Name != "nil" {
			v.Flags |= facts.Initial
		}
	default:
		v.Flags |= facts.Initial
	}
}

// LiteralValue adds a value of the builtin type name.
func (b *Builder) LiteralValue(name string, line int32) facts.ExprID {
	x := lang.NewExpr(facts.Literal, line)
	x.Name = name
	return b.Expr(x)
}

// Local returns the value of variable v.
func (b *Builder) Local(v facts.VarID, line int32) facts.ExprID {
	x := lang.NewExpr(facts.Local, line)
	x.Name, x.Ref = b.File.Vars[v].Name, v
	return b.Expr(x)
}

// DefValue returns an expression for the value of d, which has no name here.
func (b *Builder) DefValue(d facts.DefID, line int32) facts.ExprID {
	v := lang.NewVar(facts.DefVar, "", line)
	v.Def, v.In = d, b.In()
	b.File.Vars = append(b.File.Vars, v)
	x := lang.NewExpr(facts.Local, line)
	x.Ref = int32(len(b.File.Vars) - 1)
	return b.Expr(x)
}

// FuncValue returns the value of the function with Def d.
func (b *Builder) FuncValue(d facts.DefID, line int32) facts.ExprID {
	x := lang.NewExpr(facts.Func, line)
	x.Ref = d
	return b.Expr(x)
}

// Wrap adds an expression of kind around x; None stays None.
func (b *Builder) Wrap(kind facts.ExprKind, x facts.ExprID, line int32) facts.ExprID {
	if x == facts.None {
		return x
	}
	v := lang.NewExpr(kind, line)
	v.X = x
	return b.Expr(v)
}

// Assert returns x as a value of type typ; None leaves it what it is.
func (b *Builder) Assert(x facts.ExprID, typ facts.TypeID, line int32) facts.ExprID {
	if typ == facts.None {
		return x
	}
	a := lang.NewExpr(facts.Assert, line)
	a.X, a.Type = x, typ
	return b.Expr(a)
}

// Satisfies notes that the compiler checks x against typ, and x stays what it is.
func (b *Builder) Satisfies(x facts.ExprID, typ facts.TypeID, line int32) {
	if a := b.Assert(x, typ, line); a != x {
		b.File.Exprs[a].Flags |= facts.Checked
	}
}

// Part returns the member name of x, None where x is.
func (b *Builder) Part(x facts.ExprID, name string, line int32) facts.ExprID {
	if x == facts.None {
		return x
	}
	m := lang.NewExpr(facts.Member, line)
	m.X, m.Name = x, name
	return b.Expr(m)
}

// Nth returns the n-th of the values in x: the item itself where x is written out.
func (b *Builder) Nth(x facts.ExprID, n, line int32) facts.ExprID {
	if x == facts.None {
		return x
	}
	list := &b.File.Exprs[x]
	if list.Kind == facts.Await {
		list = &b.File.Exprs[list.X]
	}
	if list.Kind == facts.List && int(n) < len(list.Args) && !b.hasSpread(list.Args[:n+1]) {
		return list.Args[n].X
	}
	m := lang.NewExpr(facts.Result, line)
	m.X, m.N = x, n
	return b.Expr(m)
}

// hasSpread reports whether one of the items stands for several.
func (b *Builder) hasSpread(items []facts.Arg) bool {
	return slices.ContainsFunc(items, func(a facts.Arg) bool { return a.X != facts.None && b.File.Exprs[a.X].Kind == facts.Elem })
}

// OneOf joins two values; None adds nothing.
func (b *Builder) OneOf(x, y facts.ExprID, line int32) facts.ExprID {
	switch {
	case x == facts.None:
		return y
	case y == facts.None || x == y:
		return x
	}
	e := lang.NewExpr(facts.Either, line)
	e.Args = append(b.NewArgs(2), facts.Arg{X: x}, facts.Arg{X: y})
	return b.Expr(e)
}

// ListOf returns a list whose elements are x.
func (b *Builder) ListOf(x facts.ExprID, line int32) facts.ExprID {
	list := lang.NewExpr(facts.List, line)
	list.Args = append(b.NewArgs(1), facts.Arg{X: x})
	return b.Expr(list)
}
