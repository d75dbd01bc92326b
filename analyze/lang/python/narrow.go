package python

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/syntax"
)

func (x *extractor) ifStatement(i int32) {
	t := x.t
	cond := t.Child(i, syntax.FCondition)
	x.effect(cond)
	checking, asks := t.IsTypeChecking(cond), t.AsksForAttribute(cond)
	end := i + t.Nodes[i].Size
	holds, fails := x.tests(cond, false, nil), x.tests(cond, true, nil)
	left := func() {}
	platform := t.OnPlatform(cond)
	for c := t.First(i); c >= 0; c = t.Next(c) {
		switch t.Nodes[c].Field {
		case syntax.FConsequence:
			leave := x.narrowed(holds, c, c+t.Nodes[c].Size)
			if platform == syntax.Never {
				x.unlikely++
			}
			if checking {
				x.typeChecking++
			}
			if asks {
				x.asked++
			}
			x.block(c)
			if checking {
				x.typeChecking--
			}
			if asks {
				x.asked--
			}
			leave()
			if platform == syntax.Never {
				x.unlikely--
			}
			left = x.narrowed(fails, c+t.Nodes[c].Size, end)
		case syntax.FAlternative:
			// Conditions of elif narrow further, also for the branches after them.
			if platform == syntax.Always {
				x.unlikely++
			}
			x.statement(c)
			if platform == syntax.Always {
				x.unlikely--
			}
			if t.Kind(c) == syntax.KElifClause {
				outer, more := left, x.narrowed(x.tests(t.Child(c, syntax.FCondition), true, nil), c+t.Nodes[c].Size, end)
				left = func() { more(); outer() }
			}
		}
	}
	left()
}

// A test is the type that a condition implies for a name, or for an attribute with a dotted path that
// begins with a local name.
type test struct {
	name string
	node int32 // of the name or path
	typ  facts.TypeID
	not  bool // the type is excluded
	line int32
}

// tests appends to list the types that condition i implies where it holds, or where it does not hold
// (negated): isinstance(x, T), not, and both operands of and (of or, if negated).
func (x *extractor) tests(i int32, negated bool, list []test) []test {
	t := x.t
	if x.ctx.kind != inFunction || i < 0 {
		return list
	}
	switch t.Kind(i) {
	case syntax.KParenthesizedExpression:
		return x.tests(t.FirstNamed(i), negated, list)
	case syntax.KNotOperator:
		return x.tests(t.Child(i, syntax.FArgument), !negated, list)
	case syntax.KBooleanOperator:
		if and := string(t.Bytes(t.Child(i, syntax.FOperator))) == "and"; and == !negated {
			list = x.tests(t.Child(i, syntax.FLeft), negated, list)
			return x.tests(t.Child(i, syntax.FRight), negated, list)
		}
	case syntax.KCall:
		if string(t.Bytes(t.Child(i, syntax.FFunction))) != "isinstance" {
			return list
		}
		args := t.Positional(t.Child(i, syntax.FArguments))
		if len(args) != 2 {
			return list
		}
		name := x.path(args[0])
		if name == "" {
			return list
		}
		if typ := x.classes(args[1]); typ >= 0 {
			list = append(list, test{name, args[0], typ, negated, t.Line(i)})
		}
	}
	return list
}

// path returns the name at node i, or the dotted path of an attribute that begins with a local name;
// else "".
func (x *extractor) path(i int32) string {
	t := x.t
	root := i
	for t.Kind(root) == syntax.KAttribute {
		root = t.Child(root, syntax.FObject)
	}
	name := string(t.Bytes(i))
	if t.Kind(root) != syntax.KIdentifier || strings.ContainsAny(name, " \t\r\n\\#") || root != i && x.b.Lookup(x.b.Text(root)) < 0 {
		return ""
	}
	return name
}

// subject returns the tested value, evaluated at the condition.
func (x *extractor) subject(c *test) facts.ExprID {
	if x.t.Kind(c.node) == syntax.KIdentifier {
		old := x.b.NameExpr(c.name, c.line)
		x.f.Exprs[old].Flags |= facts.Implicit
		return old
	}
	from := len(x.f.Exprs)
	old := x.expr(c.node)
	for k := from; k < len(x.f.Exprs); k++ {
		x.f.Exprs[k].Flags |= facts.Implicit
	}
	return old
}

// classes returns the type in the second argument of isinstance: a class or a tuple of classes.
func (x *extractor) classes(i int32) facts.TypeID {
	if x.t.Kind(i) != syntax.KTuple {
		return x.types.Of(i)
	}
	var list []facts.TypeID
	for c := x.t.First(i); c >= 0; c = x.t.Next(c) {
		if x.t.Nodes[c].Flags&lang.IsNamed == 0 {
			continue
		}
		typ := x.types.Of(c)
		if typ < 0 {
			return facts.None
		}
		list = append(list, typ)
	}
	return x.types.Union(list, x.t.Line(i))
}

// narrowed opens a block in which names have the types of tests, except those that the code from first
// to last assigns to. It returns the function that closes the block.
func (x *extractor) narrowed(tests []test, first, last int32) (leave func()) {
	var vars []facts.Var
	paths := 0
	if first >= last {
		tests = nil // no code follows
	}
	for _, c := range tests {
		if x.t.Assigns(c.name, first, last) {
			continue
		}
		e := lang.NewExpr(facts.Assert, c.line)
		e.X, e.Type = x.subject(&c), c.typ
		if x.t.Kind(c.node) == syntax.KAttribute {
			paths++
		}
		if c.not {
			e.N = 1
		}
		v := lang.NewVar(facts.LocalVar, c.name, c.line)
		v.Values = []facts.ExprID{x.b.Expr(e)}
		vars = append(vars, v)
	}
	if len(vars) == 0 {
		return func() {}
	}
	x.b.Open(lang.BlockScope)
	for _, v := range vars {
		x.b.Declare(v)
	}
	x.paths += paths
	return func() {
		x.paths -= paths
		x.b.Close()
	}
}
