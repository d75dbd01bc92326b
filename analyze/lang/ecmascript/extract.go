package ecmascript

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// An extractor walks the tree of one file once, from top to bottom. Its fields
// below b say where the walk is.
type extractor struct {
	t       *lang.Tree
	b       *lang.Builder
	f       *facts.File
	dialect Dialect

	top   bool         // declarations here are Defs: file level or the body of a namespace
	fn    *function    // innermost function, nil outside of all
	this  facts.DefID  // the Def whose this it is, None where it is not known
	self  facts.ExprID // the value of this in a function that is no Def, None elsewhere
	class *class       // innermost class
	tries int          // blocks of try around
	named bool         // functions in the object literal that comes next are Defs
	owner facts.ExprID // owner of the members of the object literal that comes next

	doc     doc      // comment before the statement or member doc.of
	nested  []uint64 // bit set of the nodes of nested definitions, left out of hashes
	private map[facts.DefID]bool
	skip    func(int32) bool // bound method of the hasher
	hasher  lang.Hasher
	buf     []byte // scratch of header

	params  []typeName      // type parameters of forms that are no Defs, innermost last
	types   map[string]bool // names of types declared in functions and blocks so far
	args    []facts.Arg     // not yet handed out
	ids     []facts.ExprID  // likewise; TypeID, ExprID and DefID are one type
	reads   []facts.ExprID  // uses of exports.x, bound when the file is finished
	maybe   map[string]bool // names that may not exist: tested with typeof, assigned without a declaration
	generic []builtinType
	spoken  []facts.TypeID // types in comments
	// typedefs are the types that comments give names to, imported the names of
	// imports that comments make.
	typedefs map[string]facts.TypeID
	imported map[string]bool

	intrinsics facts.TypeID // JSX.IntrinsicElements, None in a file that does not name its module

	narrows []narrowing     // of the conditions around, innermost last
	asked   map[string]bool // the references whose type the functions around test
	tests   []string        // the same in order, innermost function last
}

// A doc is a run of comments before a node.
type doc struct {
	of          int32 // the node it documents
	first, last int32
}

func extract(t *lang.Tree, b *lang.Builder, d Dialect) {
	e := &extractor{
		t: t, b: b, f: b.File, dialect: d,
		top: true, this: facts.None, self: facts.None, owner: facts.None, intrinsics: facts.None,
		doc:    doc{of: -1},
		maybe:  make(map[string]bool),
		types:  make(map[string]bool),
		nested: make([]uint64, (t.Len()+63)/64),
	}
	e.skip = e.skipped
	if t.Len() == 0 {
		return
	}
	e.readTypedefs()
	e.readImportSource()
	e.statements(0)
	e.finish()
}

// word returns the text of node i; equal texts share one string.
func (e *extractor) word(i int32) string {
	if i < 0 {
		return ""
	}
	return e.b.Text(i)
}

func (e *extractor) is(i int32, text string) bool { return string(e.t.Bytes(i)) == text }

// token returns the first anonymous child of kind k, or -1.
func (e *extractor) token(i int32, k lang.Kind) int32 {
	for c := e.t.First(i); c >= 0; c = e.t.Next(c) {
		if n := &e.t.Nodes[c]; n.Kind == k && n.Flags&lang.IsNamed == 0 {
			return c
		}
	}
	return -1
}

// newArgs returns room for n arguments with length 0.
func (e *extractor) newArgs(n int) []facts.Arg {
	if cap(e.args)-len(e.args) < n {
		e.args = make([]facts.Arg, 0, max(256, n))
	}
	at := len(e.args)
	e.args = e.args[:at+n]
	return e.args[at : at : at+n]
}

// newIDs returns a copy of ids.
func (e *extractor) newIDs(ids ...int32) []int32 {
	if len(ids) == 0 {
		return nil
	}
	if cap(e.ids)-len(e.ids) < len(ids) {
		e.ids = make([]int32, 0, max(256, len(ids)))
	}
	at := len(e.ids)
	e.ids = append(e.ids, ids...)
	return e.ids[at:len(e.ids):len(e.ids)]
}

// statements visits the named children of i and notes their comments.
func (e *extractor) statements(i int32) {
	var d docs
	for c := e.t.First(i); c >= 0; c = e.t.Next(c) {
		if d.comment(e, c) || !e.t.Named(c) {
			continue
		}
		d.before(e, c)
		e.statement(c)
		d.previous = c
	}
}

// block visits the statements of a block with a scope of its own where it
// declares something.
func (e *extractor) block(i int32) {
	if i < 0 {
		return
	}
	if !e.declares(i) {
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

// enterBlock opens a block scope; the function it returns closes it.
func (e *extractor) enterBlock() (leave func()) {
	top := e.top
	e.top = false
	e.b.Open(lang.BlockScope)
	return func() {
		e.b.Close()
		e.top = top
	}
}

// declares reports whether a statement right in i binds a name.
func (e *extractor) declares(i int32) bool {
	for c := e.t.First(i); c >= 0; c = e.t.Next(c) {
		switch e.t.Kind(c) {
		case kLexicalDeclaration, kVariableDeclaration, kFunctionDeclaration, kGeneratorFunctionDeclaration, kFunctionSignature,
			kClassDeclaration, kAbstractClassDeclaration, kEnumDeclaration, kAmbientDeclaration, kImportAlias, kExportStatement, kLabeledStatement:
			return true
		}
	}
	return false
}

func (e *extractor) statement(i int32) {
	t := e.t
	switch t.Kind(i) {
	case kExpressionStatement:
		for c := t.First(i); c >= 0; c = t.Next(c) {
			if e.t.Named(c) {
				e.expressionStatement(c, i)
			}
		}
	case kLexicalDeclaration, kVariableDeclaration, kFunctionDeclaration, kGeneratorFunctionDeclaration, kFunctionSignature,
		kClassDeclaration, kAbstractClassDeclaration, kInterfaceDeclaration, kTypeAliasDeclaration, kEnumDeclaration,
		kInternalModule, kModule, kAmbientDeclaration, kImportAlias:
		e.declaration(i, i)
	case kImportStatement:
		e.importStatement(i)
	case kExportStatement:
		e.export(i)
	case kStatementBlock:
		e.block(i)
	case kReturnStatement:
		if c := t.FirstNamed(i); c >= 0 {
			e.named = true
			e.returned(e.expr(c))
		}
	case kIfStatement:
		e.ifStatement(i)
	case kForStatement:
		leave := e.enterBlock()
		e.children(i)
		leave()
	case kForInStatement:
		e.forIn(i)
	case kTryStatement:
		e.tryStatement(i)
	case kCatchClause:
		e.catch(i)
	case kEmptyStatement, kStatementIdentifier, kComment:
	case kSwitchBody:
		leave := e.enterBlock()
		e.children(i)
		leave()
	case kMethodDefinition: // text that the grammar could not place
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

// returned notes a value that the innermost function returns.
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

// expressionStatement visits an expression whose value is dropped; statement is
// the node around it.
func (e *extractor) expressionStatement(i, statement int32) {
	switch e.t.Kind(i) {
	case kAssignmentExpression:
		e.assignment(i, statement)
		return
	case kInternalModule, kModule:
		e.namespace(i, statement)
		return
	case kString:
		return // a directive
	}
	e.discard(e.unlessLiteral(i, e.expr(i)))
}

func (e *extractor) discard(x facts.ExprID) {
	if x == facts.None {
		return
	}
	switch v := &e.f.Exprs[x]; v.Kind {
	case facts.Call, facts.New:
		v.Flags |= facts.Discarded
	case facts.Await, facts.Assert:
		e.discard(v.X)
	case facts.Either:
		for _, a := range v.Args {
			e.discard(a.X)
		}
	}
}

func (e *extractor) forIn(i int32) {
	t := e.t
	right := e.expr(t.Child(i, fRight))
	leave := e.enterBlock()
	left := t.Child(i, fLeft)
	kind := facts.Elem
	if e.token(i, tIn) >= 0 {
		kind = facts.Key
	}
	value := right
	if right != facts.None {
		x := lang.NewExpr(kind, t.Line(left))
		x.X = right
		value = e.b.Expr(x)
		if e.token(i, tAwait) >= 0 {
			value = e.wrap(facts.Await, value, t.Line(left))
		}
	}
	if t.Child(i, fKind) >= 0 {
		e.bind(left, value, bindBlock)
	} else {
		e.bind(left, value, bindAssign)
	}
	if body := t.Child(i, fBody); t.Kind(body) == kStatementBlock {
		e.statements(body)
	} else if body >= 0 {
		e.statement(body)
	}
	leave()
}

func (e *extractor) catch(i int32) {
	leave := e.enterBlock()
	if p := e.t.Child(i, fParameter); p >= 0 {
		if e.t.Kind(p) == kIdentifier {
			v := lang.NewVar(facts.CatchVar, e.word(p), e.t.Line(p))
			e.b.Declare(v)
		} else {
			e.bind(p, facts.None, bindBlock)
		}
	}
	if body := e.t.Child(i, fBody); body >= 0 {
		e.statements(body)
	}
	leave()
}

// wrap adds an expression of kind around x.
func (e *extractor) wrap(kind facts.ExprKind, x facts.ExprID, line int32) facts.ExprID {
	if x == facts.None {
		return x
	}
	v := lang.NewExpr(kind, line)
	v.X = x
	return e.b.Expr(v)
}
