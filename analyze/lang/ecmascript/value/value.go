// Package value builds the values and types of JavaScript and TypeScript in the facts of a file.
//
// In: existing values and types, by number. Out: results of operations of the language on them, added
// to the facts of the file: members, items, assertions, alternatives, collections.
//
// Invariants: None (unknown) is a valid operand of every operation. No operation uses the syntax tree.
package value

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A Builder is a lang.Builder with the operations of JavaScript and TypeScript.
type Builder struct {
	*lang.Builder
	args []facts.Arg    // unused part of the buffer
	ids  []facts.ExprID // the same; TypeID, ExprID and DefID are one type
}

// NewBuilder returns a Builder that adds to the facts of b.
func NewBuilder(b *lang.Builder) *Builder { return &Builder{Builder: b} }

// NewArgs returns a slice of length 0 and capacity n from the builder's buffer.
func (b *Builder) NewArgs(n int) []facts.Arg {
	if cap(b.args)-len(b.args) < n {
		b.args = make([]facts.Arg, 0, max(256, n))
	}
	at := len(b.args)
	b.args = b.args[:at+n]
	return b.args[at : at : at+n]
}

// IsGlobal reports whether no variable in an open scope has that name.
func (b *Builder) IsGlobal(name string) bool {
	return b.AtFileLevel() || b.Lookup(name) == facts.None
}

// IsVariable reports whether name is a local variable other than a local class.
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

// Discard records that the value x is unused.
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

// MarkInitial records that x is the initial value of a variable. Initial values such as null, {} and
// [] say little about later values.
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

// Local returns an expression for variable v.
func (b *Builder) Local(v facts.VarID, line int32) facts.ExprID {
	x := lang.NewExpr(facts.Local, line)
	x.Name, x.Ref = b.File.Vars[v].Name, v
	return b.Expr(x)
}

// DefValue returns an expression for the value of d, without a use of its name.
func (b *Builder) DefValue(d facts.DefID, line int32) facts.ExprID {
	v := lang.NewVar(facts.DefVar, "", line)
	v.Def, v.In = d, b.In()
	b.File.Vars = append(b.File.Vars, v)
	x := lang.NewExpr(facts.Local, line)
	x.Ref = int32(len(b.File.Vars) - 1)
	return b.Expr(x)
}

// FuncValue returns an expression for the function d.
func (b *Builder) FuncValue(d facts.DefID, line int32) facts.ExprID {
	x := lang.NewExpr(facts.Func, line)
	x.Ref = d
	return b.Expr(x)
}

// Wrap adds an expression of kind with operand x; for None it returns None.
func (b *Builder) Wrap(kind facts.ExprKind, x facts.ExprID, line int32) facts.ExprID {
	if x == facts.None {
		return x
	}
	v := lang.NewExpr(kind, line)
	v.X = x
	return b.Expr(v)
}

// Assert returns x as a value of type typ; where typ is None it returns x.
func (b *Builder) Assert(x facts.ExprID, typ facts.TypeID, line int32) facts.ExprID {
	if typ == facts.None {
		return x
	}
	a := lang.NewExpr(facts.Assert, line)
	a.X, a.Type = x, typ
	return b.Expr(a)
}

// Satisfies records that the compiler checks x against typ. The type of x does not change.
func (b *Builder) Satisfies(x facts.ExprID, typ facts.TypeID, line int32) {
	if a := b.Assert(x, typ, line); a != x {
		b.File.Exprs[a].Flags |= facts.Checked
	}
}

// Part returns the member name of x, None where x is None.
func (b *Builder) Part(x facts.ExprID, name string, line int32) facts.ExprID {
	if x == facts.None {
		return x
	}
	m := lang.NewExpr(facts.Member, line)
	m.X, m.Name = x, name
	return b.Expr(m)
}

// Nth returns the n-th element of x; where x is a list literal, that item itself.
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

// hasSpread reports whether one of the items is a spread.
func (b *Builder) hasSpread(items []facts.Arg) bool {
	return slices.ContainsFunc(items, func(a facts.Arg) bool { return a.X != facts.None && b.File.Exprs[a.X].Kind == facts.Elem })
}

// OneOf returns a value that is x or y; where one is None, the other.
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

// ListOf returns a list with element x.
func (b *Builder) ListOf(x facts.ExprID, line int32) facts.ExprID {
	list := lang.NewExpr(facts.List, line)
	list.Args = append(b.NewArgs(1), facts.Arg{X: x})
	return b.Expr(list)
}
