package python

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

func (x *extractor) ifStatement(i int32) {
	t := x.t
	cond := t.Child(i, fCondition)
	x.effect(cond)
	checking, asks := x.isTypeChecking(cond), x.asksForAttribute(cond)
	end := i + t.Nodes[i].Size
	holds, fails := x.tests(cond, false, nil), x.tests(cond, true, nil)
	left := func() {}
	platform := x.onPlatform(cond)
	for c := t.First(i); c >= 0; c = t.Next(c) {
		switch t.Nodes[c].Field {
		case fConsequence:
			leave := x.narrowed(holds, c, c+t.Nodes[c].Size)
			if platform == never {
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
			if platform == never {
				x.unlikely--
			}
			left = x.narrowed(fails, c+t.Nodes[c].Size, end)
		case fAlternative:
			// Conditions of elif narrow further, and hold for what follows them.
			if platform == always {
				x.unlikely++
			}
			x.statement(c)
			if platform == always {
				x.unlikely--
			}
			if t.Kind(c) == kElifClause {
				outer, more := left, x.narrowed(x.tests(t.Child(c, fCondition), true, nil), c+t.Nodes[c].Size, end)
				left = func() { more(); outer() }
			}
		}
	}
	left()
}

// isTypeChecking reports whether cond is TYPE_CHECKING or typing.TYPE_CHECKING.
func (x *extractor) isTypeChecking(cond int32) bool {
	if x.t.Kind(cond) == kAttribute {
		cond = x.t.Child(cond, fAttribute)
	}
	return x.t.Kind(cond) == kIdentifier && string(x.t.Bytes(cond)) == "TYPE_CHECKING"
}

// asksForAttribute reports whether cond holds when an attribute exists:
// hasattr(x, "a"), alone or with and.
func (x *extractor) asksForAttribute(cond int32) bool {
	t := x.t
	switch t.Kind(cond) {
	case kCall:
		return string(t.Bytes(t.Child(cond, fFunction))) == "hasattr"
	case kParenthesizedExpression:
		return x.asksForAttribute(t.FirstNamed(cond))
	case kBooleanOperator:
		for ; t.Kind(cond) == kBooleanOperator; cond = t.Child(cond, fLeft) {
			if string(t.Bytes(t.Child(cond, fOperator))) != "and" {
				return false
			}
			if r := t.Child(cond, fRight); t.Kind(r) == kCall && x.asksForAttribute(r) {
				return true
			}
		}
		return t.Kind(cond) == kCall && x.asksForAttribute(cond)
	}
	return false
}

// A test is what a condition says of the type of a name, or of the attribute at a dotted
// path from a local one.
type test struct {
	name string
	node int32 // of the name or path
	typ  facts.TypeID
	not  bool // the name is not of the type
	line int32
}

// tests returns what condition i says of names where it holds, or where it does
// not (negated): isinstance(x, T), not, and both sides of and (of or, negated).
func (x *extractor) tests(i int32, negated bool, list []test) []test {
	t := x.t
	if x.ctx.kind != inFunction || i < 0 {
		return list
	}
	switch t.Kind(i) {
	case kParenthesizedExpression:
		return x.tests(t.FirstNamed(i), negated, list)
	case kNotOperator:
		return x.tests(t.Child(i, fArgument), !negated, list)
	case kBooleanOperator:
		if and := string(t.Bytes(t.Child(i, fOperator))) == "and"; and == !negated {
			list = x.tests(t.Child(i, fLeft), negated, list)
			return x.tests(t.Child(i, fRight), negated, list)
		}
	case kCall:
		if string(t.Bytes(t.Child(i, fFunction))) != "isinstance" {
			return list
		}
		args := x.positional(t.Child(i, fArguments))
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

// path returns the name at node i, or the dotted path of an attribute that begins at a
// local name; else "".
func (x *extractor) path(i int32) string {
	t := x.t
	root := i
	for t.Kind(root) == kAttribute {
		root = t.Child(root, fObject)
	}
	name := string(t.Bytes(i))
	if t.Kind(root) != kIdentifier || strings.ContainsAny(name, " \t\r\n\\#") || root != i && x.b.Lookup(x.b.Text(root)) < 0 {
		return ""
	}
	return name
}

// subject is the value that a test is about. It is asked for where the condition stands.
func (x *extractor) subject(c *test) facts.ExprID {
	if x.t.Kind(c.node) == kIdentifier {
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

// classes is the type that the second argument of isinstance names: a class or a
// tuple of them.
func (x *extractor) classes(i int32) facts.TypeID {
	if x.t.Kind(i) != kTuple {
		return x.typ(i)
	}
	var list []facts.TypeID
	for c := x.t.First(i); c >= 0; c = x.t.Next(c) {
		if x.t.Nodes[c].Flags&lang.IsNamed == 0 {
			continue
		}
		typ := x.typ(c)
		if typ < 0 {
			return facts.None
		}
		list = append(list, typ)
	}
	return x.union(list, x.t.Line(i))
}

// narrowed opens a block in which names have the types that tests tell, as far as
// the code from first to last assigns to none of them. The function it returns
// closes it.
func (x *extractor) narrowed(tests []test, first, last int32) (leave func()) {
	var vars []facts.Var
	paths := 0
	if first >= last {
		tests = nil // nothing follows
	}
	for _, c := range tests {
		if x.assigns(c.name, first, last) {
			continue
		}
		e := lang.NewExpr(facts.Assert, c.line)
		e.X, e.Type = x.subject(&c), c.typ
		if x.t.Kind(c.node) == kAttribute {
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

// assigns reports whether the nodes from first to last bind a name anew, or a part of a
// dotted path.
func (x *extractor) assigns(name string, first, last int32) bool {
	t := x.t
	for n := max(first, 0); n < last; n++ {
		if k := t.Kind(n); k != kIdentifier && k != kAttribute {
			continue
		}
		if written := string(t.Bytes(n)); written != name && !strings.HasPrefix(name, written+".") {
			continue
		}
		for c, p := n, t.Nodes[n].Parent; p >= first; c, p = p, t.Nodes[p].Parent {
			switch t.Kind(p) {
			case kPatternList, kTuplePattern, kListPattern, kAsPatternTarget:
				continue
			case kAssignment, kAugmentedAssignment, kForStatement, kNamedExpression, kDeleteStatement, kAsPattern:
				if f := t.Nodes[c].Field; f == fLeft || f == fName || f == fAlias || t.Kind(p) == kDeleteStatement {
					return true
				}
			}
			break
		}
	}
	return false
}

// leaves reports whether the statements of block i end by leaving the block
// around them.
func (x *extractor) leaves(i int32) bool {
	t := x.t
	last := int32(-1)
	for c := t.First(max(i, 0)); i >= 0 && c >= 0; c = t.Next(c) {
		if t.Nodes[c].Flags&lang.IsNamed != 0 && t.Kind(c) != kComment {
			last = c
		}
	}
	switch t.Kind(last) {
	case kReturnStatement, kRaiseStatement, kContinueStatement, kBreakStatement:
		return true
	}
	return false
}
