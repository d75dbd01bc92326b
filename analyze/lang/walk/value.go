package walk

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Other adds an expression of unknown type at node n, which may be -1.
func Other(b *lang.Builder, n int32) facts.ExprID {
	return b.Expr(lang.NewExpr(facts.Other, b.Tree.Line(max(n, 0))))
}

// Known returns e, or Other if e is None: for places where None is not allowed.
func Known(b *lang.Builder, e facts.ExprID, n int32) facts.ExprID {
	if e != facts.None {
		return e
	}
	return Other(b, n)
}

// Member adds a member of a value. line is that of the name: a chain of calls may span
// many lines.
func Member(b *lang.Builder, of facts.ExprID, name string, line int32) facts.ExprID {
	e := lang.NewExpr(facts.Member, line)
	e.X, e.Name = of, name
	return b.Expr(e)
}

// Wrap adds an expression of a kind that has one operand.
func Wrap(b *lang.Builder, kind facts.ExprKind, of facts.ExprID, line int32) facts.ExprID {
	e := lang.NewExpr(kind, line)
	e.X = of
	return b.Expr(e)
}

// Local adds the use of variable v by its name.
func Local(b *lang.Builder, v facts.VarID, name string, line int32) facts.ExprID {
	e := lang.NewExpr(facts.Local, line)
	e.Name, e.Ref = name, v
	return b.Expr(e)
}

// ArgsOf returns values as arguments, nil for none.
func ArgsOf(values []facts.ExprID) []facts.Arg {
	var args []facts.Arg
	for _, v := range values {
		args = append(args, facts.Arg{X: v})
	}
	return args
}

// TypeExpr adds a type that is used as a value.
func TypeExpr(b *lang.Builder, typ facts.TypeID, line int32) facts.ExprID {
	e := lang.NewExpr(facts.TypeExpr, line)
	e.Type = typ
	return b.Expr(e)
}

// Operation returns the value of an operation whose result has the type of its operands: the
// operand that is known and no literal, else either of them.
func Operation(b *lang.Builder, l, r facts.ExprID, line int32) facts.ExprID {
	switch {
	case l == r || r == facts.None || b.IsLiteral(r):
		return l
	case l == facts.None || b.IsLiteral(l):
		return r
	}
	return b.Either(line, l, r)
}

// Type adds a type with arguments.
func Type(b *lang.Builder, kind facts.TypeKind, line int32, args ...facts.TypeID) facts.TypeID {
	t := lang.NewType(kind, line)
	t.Args = args
	return b.Type(t)
}

// Join returns the type in list, or the union or intersection of several; None for none.
func Join(b *lang.Builder, kind facts.TypeKind, line int32, list []facts.TypeID) facts.TypeID {
	switch len(list) {
	case 0:
		return facts.None
	case 1:
		return list[0]
	}
	return Type(b, kind, line, list...)
}

// Types returns the results of typ for the usable children of node list; nil for -1.
func Types(t *lang.Tree, list int32, typ func(n int32) facts.TypeID) []facts.TypeID {
	if list < 0 {
		return nil
	}
	var types []facts.TypeID
	for c := t.First(list); c >= 0; c = t.Next(c) {
		if t.Usable(c) {
			types = append(types, typ(c))
		}
	}
	return types
}

// IsTypeParam reports whether a surrounding definition has a type parameter with this name.
func IsTypeParam(b *lang.Builder, name string) bool {
	for d := b.In(); d != facts.None; d = b.File.Defs[d].Parent {
		for i := range b.File.Defs[d].TypeParams {
			if b.File.Defs[d].TypeParams[i].Name == name {
				return true
			}
		}
	}
	return false
}

// Nth returns the i-th child of node n for which wanted is true, or -1.
func Nth(t *lang.Tree, n int32, i int, wanted func(n int32) bool) int32 {
	if n < 0 {
		return -1
	}
	for c := t.First(n); c >= 0; c = t.Next(c) {
		if wanted(c) {
			if i == 0 {
				return c
			}
			i--
		}
	}
	return -1
}

// Path joins the non-empty parts of a name with sep.
func Path(outer, sep, name string) string {
	if outer == "" || name == "" {
		return outer + name
	}
	return outer + sep + name
}

// ListType adds the type of a list with elements of type elem.
func ListType(b *lang.Builder, elem facts.TypeID, line int32) facts.TypeID {
	return Type(b, facts.ListT, line, elem)
}

// Func adds the function literal e, whose parameters are vars.
func Func(b *lang.Builder, e facts.Expr, vars []facts.VarID) facts.ExprID {
	id := b.Expr(e)
	for _, v := range vars {
		b.File.Vars[v].Func = id
	}
	return id
}

// FuncType adds the type of a function literal; None if it declares neither a result nor the
// type of a parameter. unknown returns the type for a parameter without one.
func FuncType(b *lang.Builder, params []facts.Param, result facts.TypeID, line int32, unknown func() facts.TypeID) facts.TypeID {
	declared := result != facts.None
	for i := range params {
		declared = declared || params[i].Type != facts.None
	}
	if !declared {
		return facts.None
	}
	t := lang.NewType(facts.FuncT, line)
	t.N = int32(len(params))
	for i := range params {
		typ := params[i].Type
		if typ == facts.None {
			typ = unknown()
		}
		t.Args = append(t.Args, typ)
	}
	if result != facts.None {
		t.Args = append(t.Args, result)
	}
	return b.Type(t)
}

// Choice adds the value of an expression that has one of values; None for none.
func Choice(b *lang.Builder, values []facts.Arg, line int32) facts.ExprID {
	if len(values) == 0 {
		return facts.None
	}
	e := lang.NewExpr(facts.Either, line)
	e.Args = values
	return b.Expr(e)
}

// Decorate gives definition id the decorators that add adds inside it.
func Decorate(b *lang.Builder, id facts.DefID, add func() []facts.ExprID) {
	b.Enter(id)
	decorators := add()
	b.Leave()
	b.File.Defs[id].Decorators = decorators
}

// An Operator is a class of binary operators by what they give.
type Operator uint8

// The classes.
const (
	Sum        Operator = iota // a value of the type of either operand
	Comparison                 // a truth value; && and || too
	Shift                      // a value of the type of the left operand
)

// Binary adds an operation at node n: value and walk are what the extractor does with an
// operand whose value matters or does not, truth is the type that a comparison gives.
func Binary(b *lang.Builder, n, left, right int32, op Operator, truth string, value func(int32) facts.ExprID, walk func(int32)) facts.ExprID {
	switch op {
	case Comparison:
		walk(left)
		walk(right)
		return b.Literal(truth)
	case Shift:
		l := value(left)
		walk(right)
		return l
	}
	l := value(left)
	return Operation(b, l, value(right), b.Tree.Line(n))
}
