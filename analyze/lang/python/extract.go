package python

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// An extractor walks the tree of one file once. It recurses: analyze/parse
// bounds the depth of the tree.
type extractor struct {
	b *lang.Builder
	t *lang.Tree
	f *facts.File

	ctx     context
	members map[member]facts.DefID // named Defs of file level and of classes
	origins map[string]origin      // what imported names stand for
	// typeVars are the type variables of the file, with their bounds.
	typeVars map[string]facts.TypeID
	// defined are the names of the functions and classes of the file.
	defined map[string]bool

	guarded, guardedImport, typeChecking int // how many such blocks are open
	// paths counts the open blocks in which an attribute has the type that a test tells.
	paths int
	// asked counts those that run where an attribute is there, guardedCall those that
	// expect a call not to fit.
	asked, guardedCall int
	unlikely           int // blocks that the usual platform does not run

	globals []globalBinding
	// loops are the targets of for and with at file level that nothing has used
	// behind their statement so far; one that is used is a variable of the module.
	loops map[string]globalBinding

	literals map[string]facts.ExprID // one Expr for every type of literal
	args     walk.Args               // those of the calls that are open
}

// A member is a name in a class, or at file level when class is None.
type member struct {
	class facts.DefID
	name  string
}

// toCome stands for a method further down in the class.
const toCome facts.DefID = -2

// An origin is the module a name was imported from, and the name there; "" for
// the module itself.
type origin struct{ module, name string }

type contextKind uint8

const (
	atModule contextKind = iota
	inClass
	inFunction
)

// A context is what a statement stands in.
type context struct {
	kind contextKind
	def  facts.DefID // the class or function; None at file level and in a lambda
	// class is the class whose body or method this is; self the name that holds
	// its instance, or the class itself in a classmethod.
	class              facts.DefID
	self               string
	enum, protocol     bool // of the class body
	globals, nonlocals []string
	voids              map[string]bool // the names that are None all over the function
}

func extract(t *lang.Tree, b *lang.Builder) {
	if t.Len() == 0 {
		return
	}
	x := &extractor{
		b: b, t: t, f: b.File,
		ctx:      context{def: facts.None, class: facts.None},
		members:  make(map[member]facts.DefID),
		origins:  make(map[string]origin),
		typeVars: make(map[string]facts.TypeID),
		literals: make(map[string]facts.ExprID),
		defined:  make(map[string]bool),
		loops:    make(map[string]globalBinding),
	}
	x.findDefined()
	x.block(0)
	x.bindGlobals()
}

// findDefined notes which names the file defines at its top, so that a use
// before the definition is not taken for a builtin.
func (x *extractor) findDefined() {
	t := x.t
	for c := t.First(0); c >= 0; c = t.Next(c) {
		def := c
		if t.Kind(c) == kDecoratedDefinition {
			def = t.Child(c, fDefinition)
		}
		if x.isDefinition(def) {
			x.defined[x.b.Text(t.Child(def, fName))] = true
		}
	}
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
		// What did not leave goes on with what the condition says.
		next := c + t.Nodes[c].Size
		switch k := t.Kind(c); {
		case k == kAssertStatement:
			opened = append(opened, x.narrowed(x.tests(t.FirstNamed(c), false, nil), next, end))
		case k == kIfStatement && t.Child(c, fAlternative) < 0 && x.leaves(t.Child(c, fConsequence)):
			opened = append(opened, x.narrowed(x.tests(t.Child(c, fCondition), true, nil), next, end))
		}
	}
	for _, leave := range slices.Backward(opened) {
		leave()
	}
}

func (x *extractor) statement(i int32) {
	t := x.t
	switch t.Kind(i) {
	case kComment, kPassStatement, kBreakStatement, kContinueStatement, kFutureImportStatement:
	case kExpressionStatement:
		x.expressionStatement(i)
	case kFunctionDefinition:
		x.function(i, -1)
	case kClassDefinition:
		x.class(i, -1)
	case kDecoratedDefinition:
		if d := t.Child(i, fDefinition); t.Kind(d) == kClassDefinition {
			x.class(d, i)
		} else if d >= 0 {
			x.function(d, i)
		}
	case kImportStatement:
		x.importStatement(i)
	case kImportFromStatement:
		x.importFrom(i)
	case kIfStatement, kElifClause:
		x.ifStatement(i)
	case kForStatement:
		x.forStatement(i)
	case kWithStatement:
		x.withStatement(i)
	case kTryStatement:
		x.tryStatement(i)
	case kExceptClause, kExceptGroupClause:
		x.exceptClause(i)
	case kMatchStatement:
		x.matchStatement(i)
	case kReturnStatement:
		x.returns(x.optional(t.FirstNamed(i)))
	case kGlobalStatement:
		x.ctx.globals = append(x.ctx.globals, x.identifiers(i)...)
	case kNonlocalStatement:
		x.ctx.nonlocals = append(x.ctx.nonlocals, x.identifiers(i)...)
	case kTypeAliasStatement:
		x.typeAlias(i)
	case kBlock, kElseClause, kFinallyClause, kWhileStatement, kModule:
		x.block(i)
	case kDeleteStatement:
		x.deletes(i)
	case kAssertStatement, kRaiseStatement, kPrintStatement, kExecStatement:
		x.effects(i)
	default: // a condition, or what an error left
		x.effect(i)
	}
}

// deletes walks a del statement. The name itself is no use of its value.
func (x *extractor) deletes(i int32) {
	t := x.t
	for c := t.First(i); c >= 0; c = t.Next(c) {
		switch t.Kind(c) {
		case kExpressionList, kTuple, kParenthesizedExpression:
			x.deletes(c)
		case kIdentifier:
		default:
			if t.Nodes[c].Flags&lang.IsNamed != 0 {
				x.effect(c)
			}
		}
	}
}

func (x *extractor) identifiers(i int32) []string {
	var names []string
	for c := x.t.First(i); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kIdentifier {
			names = append(names, x.b.Text(c))
		}
	}
	return names
}

func (x *extractor) expressionStatement(i int32) {
	for c := x.t.First(i); c >= 0; c = x.t.Next(c) {
		if x.t.Nodes[c].Flags&lang.IsNamed == 0 {
			continue
		}
		switch x.t.Kind(c) {
		case kAssignment:
			x.assignment(c, i)
		case kAugmentedAssignment:
			x.augmented(c)
		case kString, kConcatenatedString, kComment:
			x.effect(c)
		case kCall, kAwait:
			x.discard(x.expr(c))
		default:
			x.effect(c)
		}
	}
}

// discard marks a call whose value nobody takes.
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
	value := x.elem(x.expr(t.Child(i, fRight)), t.Line(i))
	closeScope := x.openBlock()
	x.bind(t.Child(i, fLeft), binding{value: value, typ: x.typeComment(i), node: i, loop: true})
	x.block(t.Child(i, fBody))
	if e := t.Child(i, fAlternative); e >= 0 {
		x.block(e)
	}
	closeScope()
}

// openBlock opens a scope for the names of a for, with or except at file level
// or in a class: they are variables there, not symbols.
func (x *extractor) openBlock() (closeScope func()) {
	if x.ctx.kind == inFunction {
		return func() {}
	}
	x.b.Open(lang.BlockScope)
	return x.b.Close
}

// elem returns what iterating value gives.
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
	var g guards
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if k := t.Kind(c); k == kExceptClause || k == kExceptGroupClause {
			g.merge(x.caught(c))
		}
	}
	for c := t.First(i); c >= 0; c = t.Next(c) {
		switch {
		case t.Nodes[c].Field == fBody:
			x.openGuards(g)
			x.block(c)
			x.closeGuards(g)
		case t.Nodes[c].Flags&lang.IsNamed != 0:
			x.statement(c)
		}
	}
}

// guards say which failures the code around expects.
type guards struct{ names, imports, calls, any bool }

func (g *guards) merge(o guards) {
	g.names, g.imports = g.names || o.names, g.imports || o.imports
	g.calls, g.any = g.calls || o.calls, g.any || o.any
}

func (x *extractor) openGuards(g guards) {
	if g.names {
		x.guarded++
	}
	if g.imports {
		x.guardedImport++
	}
	if g.calls {
		x.guardedCall++
	}
}

func (x *extractor) closeGuards(g guards) {
	if g.names {
		x.guarded--
	}
	if g.imports {
		x.guardedImport--
	}
	if g.calls {
		x.guardedCall--
	}
}

// caught says what an except clause expects. A bare one and Exception expect a
// failing import, but no missing name in particular.
func (x *extractor) caught(clause int32) guards {
	t := x.t
	c := t.FirstNamed(clause)
	if t.Kind(c) == kBlock || c < 0 {
		return guards{imports: true}
	}
	if t.Kind(c) == kAsPattern {
		c = t.FirstNamed(c)
	}
	return x.expected(c)
}

// suppressed says what contextlib.suppress(…) expects, or a test that something fails.
func (x *extractor) suppressed(i int32) guards {
	if x.t.Kind(i) != kCall {
		return guards{}
	}
	switch args := x.t.Child(i, fArguments); lastName(x.t.Bytes(x.t.Child(i, fFunction))) {
	case "suppress":
		return x.expected(args)
	case "raises", "assertRaises", "assertRaisesRegex", "assertRaisesRegexp":
		g := x.expected(args)
		g.names = g.names || g.any
		g.calls = g.calls || g.any
		return g
	}
	return guards{}
}

// expected looks for the exceptions of missing names and of calls that do not fit in an
// exception class or a tuple of them.
func (x *extractor) expected(i int32) (g guards) {
	t := x.t
	switch t.Kind(i) {
	case kIdentifier, kAttribute:
		switch lastName(t.Bytes(i)) {
		case "ImportError", "ModuleNotFoundError":
			return guards{names: true, imports: true}
		case "AttributeError", "NameError":
			return guards{names: true}
		case "TypeError":
			return guards{calls: true}
		case "Exception", "BaseException":
			return guards{imports: true, any: true}
		}
	case kTuple, kArgumentList, kListSplat, kParenthesizedExpression:
		for c := t.First(i); c >= 0; c = t.Next(c) {
			if k := t.Kind(c); k == kIdentifier || k == kAttribute || k == kTuple {
				g.merge(x.expected(c))
			}
		}
	}
	return g
}

func (x *extractor) exceptClause(i int32) {
	t := x.t
	closeScope := x.openBlock()
	for c := t.First(i); c >= 0; c = t.Next(c) {
		switch {
		case t.Kind(c) == kBlock:
			x.block(c)
		case t.Kind(c) == kAsPattern:
			class := t.FirstNamed(c)
			x.effect(class)
			if target := t.FirstNamed(t.Child(c, fAlias)); t.Kind(target) == kIdentifier {
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

// exceptionType is the type of the exception that "except class as e" binds.
func (x *extractor) exceptionType(class int32) facts.TypeID {
	if x.t.Kind(class) != kTuple {
		return x.typ(class)
	}
	var args []facts.TypeID
	for c := x.t.First(class); c >= 0; c = x.t.Next(c) {
		if x.t.Nodes[c].Flags&lang.IsNamed != 0 {
			args = append(args, x.typ(c))
		}
	}
	return x.union(args, x.t.Line(class))
}

// declare binds a variable where a statement of the current context binds it.
func (x *extractor) declare(v facts.Var) facts.VarID {
	if x.ctx.kind == inFunction {
		return x.b.DeclareHoisted(v)
	}
	return x.b.Declare(v)
}

// dotted adds the use of a dotted_name as names and members.
func (x *extractor) dotted(i int32) facts.ExprID {
	var e facts.ExprID = facts.None
	for c := x.t.First(i); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kIdentifier {
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

// lastName returns what follows the last dot.
func lastName(dotted []byte) string {
	for i := len(dotted) - 1; i >= 0; i-- {
		if dotted[i] == '.' {
			return string(dotted[i+1:])
		}
	}
	return string(dotted)
}
