package python

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/annotation"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/names"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/syntax"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// An extractor walks the tree of one file once, recursively. The parser (analyze/parse) limits the
// depth of the tree.
type extractor struct {
	b *lang.Builder
	t syntax.Tree
	f *facts.File

	ctx   context
	names *names.Table
	types *annotation.Reader

	guarded, guardedImport, typeChecking int // number of such open blocks
	// paths counts the open blocks in which an attribute has a type narrowed by a test.
	paths int
	// asked counts the open blocks that run only if an attribute exists, guardedCall those that expect
	// a call with wrong arguments to fail.
	asked, guardedCall int
	unlikely           int // open blocks that do not run on the usual platform

	globals []globalBinding
	// loops are the bindings of for and with targets at file level that no code after the statement
	// has used so far; a target that is used later is a variable of the module.
	loops map[string]globalBinding

	literals map[string]facts.ExprID // one Expr for every builtin type
	args     walk.Args               // arguments of the open calls
}

type contextKind uint8

const (
	atModule contextKind = iota
	inClass
	inFunction
)

// A context is the scope that contains a statement.
type context struct {
	kind contextKind
	def  facts.DefID // the class or function; None at file level and in a lambda
	// class is the class whose body or method this is. self is the name of its instance, or of the
	// class itself in a classmethod.
	class              facts.DefID
	self               string
	enum, protocol     bool // true in the body of such a class
	globals, nonlocals []string
	voids              map[string]bool // the names that are None in the whole function
}

func extract(t *lang.Tree, b *lang.Builder) {
	if t.Len() == 0 {
		return
	}
	tree := syntax.TreeOf(b)
	x := &extractor{
		b: b, t: tree, f: b.File,
		ctx:      context{def: facts.None, class: facts.None},
		names:    names.New(tree, b),
		literals: make(map[string]facts.ExprID),
		loops:    make(map[string]globalBinding),
	}
	x.types = annotation.New(tree, b, x.names, x.effect)
	x.block(0)
	x.bindGlobals()
}

// block walks the statements under node i.
func (x *extractor) block(i int32) {
	if i < 0 {
		return
	}
	t := x.t
	end := i + t.Nodes[i].Size
	var opened []func()
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if t.Nodes[c].Flags&lang.IsNamed == 0 {
			continue
		}
		x.statement(c)
		// If the block ends by leaving, the negated condition holds for the following statements.
		next := c + t.Nodes[c].Size
		switch k := t.Kind(c); {
		case k == syntax.KAssertStatement:
			opened = append(opened, x.narrowed(x.tests(t.FirstNamed(c), false, nil), next, end))
		case k == syntax.KIfStatement && t.Child(c, syntax.FAlternative) < 0 && t.Leaves(t.Child(c, syntax.FConsequence)):
			opened = append(opened, x.narrowed(x.tests(t.Child(c, syntax.FCondition), true, nil), next, end))
		}
	}
	for _, leave := range slices.Backward(opened) {
		leave()
	}
}

func (x *extractor) statement(i int32) {
	t := x.t
	switch t.Kind(i) {
	case syntax.KComment, syntax.KPassStatement, syntax.KBreakStatement, syntax.KContinueStatement, syntax.KFutureImportStatement:
	case syntax.KExpressionStatement:
		x.expressionStatement(i)
	case syntax.KFunctionDefinition:
		x.function(i, -1)
	case syntax.KClassDefinition:
		x.class(i, -1)
	case syntax.KDecoratedDefinition:
		if d := t.Child(i, syntax.FDefinition); t.Kind(d) == syntax.KClassDefinition {
			x.class(d, i)
		} else if d >= 0 {
			x.function(d, i)
		}
	case syntax.KImportStatement:
		x.importStatement(i)
	case syntax.KImportFromStatement:
		x.importFrom(i)
	case syntax.KIfStatement, syntax.KElifClause:
		x.ifStatement(i)
	case syntax.KForStatement:
		x.forStatement(i)
	case syntax.KWithStatement:
		x.withStatement(i)
	case syntax.KTryStatement:
		x.tryStatement(i)
	case syntax.KExceptClause, syntax.KExceptGroupClause:
		x.exceptClause(i)
	case syntax.KMatchStatement:
		x.matchStatement(i)
	case syntax.KReturnStatement:
		x.returns(x.optional(t.FirstNamed(i)))
	case syntax.KGlobalStatement:
		x.ctx.globals = append(x.ctx.globals, t.Identifiers(i)...)
	case syntax.KNonlocalStatement:
		x.ctx.nonlocals = append(x.ctx.nonlocals, t.Identifiers(i)...)
	case syntax.KTypeAliasStatement:
		x.typeAlias(i)
	case syntax.KBlock, syntax.KElseClause, syntax.KFinallyClause, syntax.KWhileStatement, syntax.KModule:
		x.block(i)
	case syntax.KDeleteStatement:
		x.deletes(i)
	case syntax.KAssertStatement, syntax.KRaiseStatement, syntax.KPrintStatement, syntax.KExecStatement:
		x.effects(i)
	default: // a condition, or the remains of a syntax error
		x.effect(i)
	}
}

// deletes walks a del statement. A deleted name is not a use of its value.
func (x *extractor) deletes(i int32) {
	t := x.t
	for c := t.First(i); c >= 0; c = t.Next(c) {
		switch t.Kind(c) {
		case syntax.KExpressionList, syntax.KTuple, syntax.KParenthesizedExpression:
			x.deletes(c)
		case syntax.KIdentifier:
		default:
			if t.Nodes[c].Flags&lang.IsNamed != 0 {
				x.effect(c)
			}
		}
	}
}

func (x *extractor) expressionStatement(i int32) {
	for c := x.t.First(i); c >= 0; c = x.t.Next(c) {
		if x.t.Nodes[c].Flags&lang.IsNamed == 0 {
			continue
		}
		switch x.t.Kind(c) {
		case syntax.KAssignment:
			x.assignment(c, i)
		case syntax.KAugmentedAssignment:
			x.augmented(c)
		case syntax.KString, syntax.KConcatenatedString, syntax.KComment:
			x.effect(c)
		case syntax.KCall, syntax.KAwait:
			x.discard(x.expr(c))
		default:
			x.effect(c)
		}
	}
}

// discard marks a call whose value is unused.
func (x *extractor) discard(e facts.ExprID) {
	for e >= 0 {
		ex := &x.f.Exprs[e]
		switch ex.Kind {
		case facts.Call:
			ex.Flags |= facts.Discarded
			return
		case facts.Await:
			ex.Flags |= facts.Discarded
			e = ex.X
		default:
			return
		}
	}
}

func (x *extractor) forStatement(i int32) {
	t := x.t
	value := x.elem(x.expr(t.Child(i, syntax.FRight)), t.Line(i))
	closeScope := x.openBlock()
	x.bind(t.Child(i, syntax.FLeft), binding{value: value, typ: x.types.CommentOf(i), node: i, loop: true})
	x.block(t.Child(i, syntax.FBody))
	if e := t.Child(i, syntax.FAlternative); e >= 0 {
		x.block(e)
	}
	closeScope()
}

// openBlock opens a scope for the names of a for, with or except at file level or in a class: they are
// variables there, not symbols. It returns the function that closes it.
func (x *extractor) openBlock() (closeScope func()) {
	if x.ctx.kind == inFunction {
		return func() {}
	}
	x.b.Open(lang.BlockScope)
	return x.b.Close
}

// elem returns the element that iterating value yields.
func (x *extractor) elem(value facts.ExprID, line int32) facts.ExprID {
	if value < 0 {
		return facts.None
	}
	if v := &x.f.Exprs[value]; v.Kind == facts.List && len(v.Args) == 1 && !v.Args[0].Spread && v.Args[0].X >= 0 {
		return v.Args[0].X
	}
	e := lang.NewExpr(facts.Elem, line)
	e.X = value
	return x.add(e)
}

func (x *extractor) either(line int32, values ...facts.ExprID) facts.ExprID {
	base := len(x.args.Stack)
	for _, v := range values {
		if v >= 0 {
			x.args.Stack = append(x.args.Stack, facts.Arg{X: v})
		}
	}
	if len(x.args.Stack) == base {
		return facts.None
	}
	e := lang.NewExpr(facts.Either, line)
	e.Args = x.args.Take(base)
	return x.add(e)
}

func (x *extractor) tryStatement(i int32) {
	t := x.t
	var g syntax.Expected
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if k := t.Kind(c); k == syntax.KExceptClause || k == syntax.KExceptGroupClause {
			g.Merge(t.Caught(c))
		}
	}
	for c := t.First(i); c >= 0; c = t.Next(c) {
		switch {
		case t.Nodes[c].Field == syntax.FBody:
			x.openGuards(g)
			x.block(c)
			x.closeGuards(g)
		case t.Nodes[c].Flags&lang.IsNamed != 0:
			x.statement(c)
		}
	}
}

func (x *extractor) openGuards(g syntax.Expected) {
	if g.Names {
		x.guarded++
	}
	if g.Imports {
		x.guardedImport++
	}
	if g.Calls {
		x.guardedCall++
	}
}

func (x *extractor) closeGuards(g syntax.Expected) {
	if g.Names {
		x.guarded--
	}
	if g.Imports {
		x.guardedImport--
	}
	if g.Calls {
		x.guardedCall--
	}
}

func (x *extractor) exceptClause(i int32) {
	t := x.t
	closeScope := x.openBlock()
	for c := t.First(i); c >= 0; c = t.Next(c) {
		switch {
		case t.Kind(c) == syntax.KBlock:
			x.block(c)
		case t.Kind(c) == syntax.KAsPattern:
			class := t.FirstNamed(c)
			x.effect(class)
			if target := t.FirstNamed(t.Child(c, syntax.FAlias)); t.Kind(target) == syntax.KIdentifier {
				v := lang.NewVar(facts.CatchVar, x.b.Text(target), t.Line(target))
				v.Type = x.exceptionType(class)
				x.declare(v)
			}
		case t.Nodes[c].Flags&lang.IsNamed != 0:
			x.effect(c)
		}
	}
	closeScope()
}

// exceptionType returns the type of the exception that "except class as e" binds.
func (x *extractor) exceptionType(class int32) facts.TypeID {
	if x.t.Kind(class) != syntax.KTuple {
		return x.types.Of(class)
	}
	var args []facts.TypeID
	for c := x.t.First(class); c >= 0; c = x.t.Next(c) {
		if x.t.Nodes[c].Flags&lang.IsNamed != 0 {
			args = append(args, x.types.Of(c))
		}
	}
	return x.types.Union(args, x.t.Line(class))
}

// declare declares a variable in the scope in which a statement of the current context binds names.
func (x *extractor) declare(v facts.Var) facts.VarID {
	if x.ctx.kind == inFunction {
		return x.b.DeclareHoisted(v)
	}
	return x.b.Declare(v)
}

// dotted adds a dotted_name as a name and its members.
func (x *extractor) dotted(i int32) facts.ExprID {
	var e facts.ExprID = facts.None
	for c := x.t.First(i); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != syntax.KIdentifier {
			continue
		}
		if e < 0 {
			e = x.name(c)
			continue
		}
		m := lang.NewExpr(facts.Member, x.t.Line(c))
		m.X, m.Name = e, x.b.Text(c)
		e = x.add(m)
	}
	return e
}
