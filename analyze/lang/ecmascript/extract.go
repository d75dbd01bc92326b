package ecmascript

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/annotation"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/commonjs"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/fingerprint"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/narrowing"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/syntax"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/value"
)

// An extractor walks the tree of one file once, from top to bottom. The fields from top on are the
// state of the walk at the current node.
type extractor struct {
	t       syntax.Tree
	b       *value.Builder
	f       *facts.File
	types   *annotation.Reader
	narrows *narrowing.Tracker
	cjs     commonjs.Reader
	hash    *fingerprint.Hasher

	top   bool         // declarations here are Defs: file level or the body of a namespace
	fn    *function    // innermost function, nil outside functions
	this  facts.DefID  // the Def that binds this, None where it is not known
	self  facts.ExprID // the value of this in a function that is not a Def, None elsewhere
	class *class       // innermost class
	tries int          // number of enclosing try blocks
	named bool         // functions in the next object literal are Defs
	owner facts.ExprID // owner of the members of the next object literal

	doc   syntax.Doc      // comment before the statement or member doc.Of
	reads []facts.ExprID  // uses of exports.x, resolved at the end of the file
	maybe map[string]bool // names that may not exist: tested with typeof, assigned without a declaration

	component bool    // the file is a component in markup
	markup    bool    // the statements here stand for markup
	templates []int32 // blocks that hold the statements of a template

	intrinsics facts.TypeID // JSX.IntrinsicElements, None where the file does not name its JSX module
}

func newExtractor(t *lang.Tree, builder *lang.Builder, d syntax.Dialect) *extractor {
	tree, b := syntax.TreeOf(builder, d), value.NewBuilder(builder)
	e := &extractor{
		t: tree, b: b, f: b.File, cjs: commonjs.New(tree, b),
		top: true, this: facts.None, self: facts.None, owner: facts.None, intrinsics: facts.None,
		doc:   syntax.Doc{Of: -1},
		maybe: make(map[string]bool),
	}
	e.hash = fingerprint.New(tree, builder, e.decoratorsBefore)
	e.types = annotation.New(tree, b, annotation.Code{Value: e.expr, Module: e.module, Members: e.signatures})
	e.narrows = narrowing.New(tree, b, e.types)
	return e
}

// file visits the whole file.
func (e *extractor) file() {
	if e.t.Len() == 0 {
		return
	}
	e.readImportSource()
	e.statements(0)
	if e.component {
		e.finishComponent()
	}
	e.finish()
	if e.component {
		e.guardGiven()
	}
}

// statements visits the named children of i and attaches their doc comments.
func (e *extractor) statements(i int32) {
	var d syntax.Comments
	for c := e.t.First(i); c >= 0; c = e.t.Next(c) {
		if d.See(e.t, c) || !e.t.Named(c) {
			continue
		}
		e.doc = d.Above(e.t, c)
		e.statement(c)
		d.Passed(c)
	}
}

// block visits the statements of a block, in a scope of its own if the block declares a name.
func (e *extractor) block(i int32) {
	if i < 0 {
		return
	}
	if !e.t.Declares(i) {
		top := e.top
		e.top = false
		e.statements(i)
		e.top = top
		return
	}
	leave := e.enterBlock()
	e.statements(i)
	leave()
}

// enterBlock opens a block scope and returns the function that closes it.
func (e *extractor) enterBlock() (leave func()) {
	top := e.top
	e.top = false
	e.b.Open(lang.BlockScope)
	return func() {
		e.b.Close()
		e.top = top
	}
}

func (e *extractor) statement(i int32) {
	t := e.t
	switch t.Kind(i) {
	case syntax.KExpressionStatement:
		for c := t.First(i); c >= 0; c = t.Next(c) {
			if t.Named(c) {
				e.expressionStatement(c, i)
			}
		}
	case syntax.KLexicalDeclaration, syntax.KVariableDeclaration, syntax.KFunctionDeclaration, syntax.KGeneratorFunctionDeclaration, syntax.KFunctionSignature,
		syntax.KClassDeclaration, syntax.KAbstractClassDeclaration, syntax.KInterfaceDeclaration, syntax.KTypeAliasDeclaration, syntax.KEnumDeclaration,
		syntax.KInternalModule, syntax.KModule, syntax.KAmbientDeclaration, syntax.KImportAlias:
		e.declaration(i, i)
	case syntax.KImportStatement:
		e.importStatement(i)
	case syntax.KExportStatement:
		e.export(i)
	case syntax.KStatementBlock:
		e.block(i)
	case syntax.KReturnStatement:
		if c := t.FirstNamed(i); c >= 0 {
			e.named = true
			e.returned(e.expr(c))
		}
	case syntax.KIfStatement:
		e.ifStatement(i)
	case syntax.KForStatement:
		leave := e.enterBlock()
		e.children(i)
		leave()
	case syntax.KForInStatement:
		e.forIn(i)
	case syntax.KTryStatement:
		e.tryStatement(i)
	case syntax.KCatchClause:
		e.catch(i)
	case syntax.KEmptyStatement, syntax.KStatementIdentifier, syntax.KComment:
	case syntax.KSwitchBody:
		leave := e.enterBlock()
		e.children(i)
		leave()
	case syntax.KLabeledStatement:
		e.labeled(i)
	case syntax.KMethodDefinition: // text that the grammar misplaced
		e.method(i)
	default:
		e.unlessLiteral(i, e.expr(i))
	}
}

// children visits every named child of i as a statement or an expression.
func (e *extractor) children(i int32) {
	for c := e.t.First(i); c >= 0; c = e.t.Next(c) {
		if e.t.Named(c) {
			e.statement(c)
		}
	}
}

// returned records a value that the innermost function returns.
func (e *extractor) returned(x facts.ExprID) {
	if e.fn == nil || e.fn.generator {
		return
	}
	e.result(x)
}

func (e *extractor) result(x facts.ExprID) {
	if e.fn != nil && x != facts.None && len(e.fn.returns) < facts.MaxValues {
		e.fn.returns = append(e.fn.returns, x)
	}
}

// expressionStatement visits an expression whose value is unused; statement is the enclosing node.
func (e *extractor) expressionStatement(i, statement int32) {
	switch e.t.Kind(i) {
	case syntax.KAssignmentExpression:
		e.assignment(i, statement)
		return
	case syntax.KInternalModule, syntax.KModule:
		e.namespace(i, statement)
		return
	case syntax.KString:
		return // a directive
	case syntax.KUnaryExpression:
		if e.markup && e.use(i) {
			return
		}
	}
	e.b.Discard(e.unlessLiteral(i, e.expr(i)))
}

// ifStatement visits if. The condition narrows types in the branches.
func (e *extractor) ifStatement(i int32) {
	t := e.t
	condition := t.Child(i, syntax.FCondition)
	e.argumentExpr(condition, false)
	leave := e.narrows.Open(condition)
	if body := t.Child(i, syntax.FConsequence); body >= 0 {
		e.statement(body)
	}
	leave()
	if other := t.Child(i, syntax.FAlternative); other >= 0 {
		e.children(other)
	}
}

func (e *extractor) forIn(i int32) {
	t := e.t
	right := e.expr(t.Child(i, syntax.FRight))
	leave := e.enterBlock()
	left := t.Child(i, syntax.FLeft)
	kind := facts.Elem
	if t.Token(i, syntax.TIn) >= 0 {
		kind = facts.Key
	}
	value := right
	if right != facts.None {
		x := lang.NewExpr(kind, t.Line(left))
		x.X = right
		value = e.b.Expr(x)
		if t.Token(i, syntax.TAwait) >= 0 {
			value = e.b.Wrap(facts.Await, value, t.Line(left))
		}
	}
	if t.Child(i, syntax.FKind) >= 0 {
		e.bind(left, value, bindBlock)
	} else {
		e.bind(left, value, bindAssign)
	}
	if body := t.Child(i, syntax.FBody); t.Kind(body) == syntax.KStatementBlock {
		e.statements(body)
	} else if body >= 0 {
		e.statement(body)
	}
	leave()
}

func (e *extractor) catch(i int32) {
	leave := e.enterBlock()
	if p := e.t.Child(i, syntax.FParameter); p >= 0 {
		if e.t.Kind(p) == syntax.KIdentifier {
			v := lang.NewVar(facts.CatchVar, e.t.Word(p), e.t.Line(p))
			e.b.Declare(v)
		} else {
			e.bind(p, facts.None, bindBlock)
		}
	}
	if body := e.t.Child(i, syntax.FBody); body >= 0 {
		e.statements(body)
	}
	leave()
}
