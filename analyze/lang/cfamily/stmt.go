package cfamily

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// statement walks one statement or expression statement.
func (x *extractor) statement(n int32) {
	if n < 0 || !x.t.Named(n) {
		return
	}
	switch x.t.Kind(n) {
	case kCompoundStatement, kIfStatement, kWhileStatement, kSwitchStatement, kForStatement, kDoStatement:
		x.b.Open(lang.OrderedScope)
		x.statements(n)
		x.b.Close()
	case kForRangeLoop:
		x.b.Open(lang.OrderedScope)
		x.rangeLoop(n)
		x.b.Close()
	case kCatchClause:
		x.b.Open(lang.OrderedScope)
		x.catch(n)
		x.b.Close()
	case kReturnStatement:
		x.returned(n)
	case kExpressionStatement:
		x.effect(x.t.FirstNamed(n))
	case kDeclaration:
		x.declarators(n, nil)
	case kTypeDefinition, kAliasDeclaration, kUsingDeclaration, kNamespaceAliasDefinition, kStructSpecifier, kClassSpecifier,
		kUnionSpecifier, kEnumSpecifier, kPreprocDef, kPreprocFunctionDef, kPreprocInclude, kFunctionDefinition,
		kTemplateDeclaration, kLinkageSpecification:
		x.inFunction(n)
	case kPreprocIf, kPreprocIfdef, kPreprocElif, kPreprocElifdef:
		for c := x.first(n); c >= 0; c = x.t.Next(c) {
			if f := x.t.Nodes[c].Field; f != fCondition && f != fName {
				x.statement(c)
			}
		}
	case kTryStatement, kElseClause, kCaseStatement, kLabeledStatement, kPreprocElse, kConditionClause, kInitStatement,
		kAttributedStatement, kDeclarationList, kThrowStatement:
		x.statements(n)
	case kStaticAssertDeclaration, kFieldInitializerList, kTypeIdentifier:
	default:
		if x.isError(n) {
			x.statements(n)
			return
		}
		x.walk(n)
	}
}

// statements walks the statements and expressions that are children of n.
func (x *extractor) statements(n int32) {
	for c := x.first(n); c >= 0; c = x.t.Next(c) {
		x.statement(c)
	}
}

// inFunction adds a declaration inside a function. A function definition inside another one means that
// the grammar missed a bracket.
func (x *extractor) inFunction(n int32) {
	x.declaration(n, nil)
}

// effect walks an expression whose value is unused.
func (x *extractor) effect(n int32) {
	if x.t.Kind(n) == kCallExpression {
		x.call(n, facts.Discarded)
		return
	}
	x.walk(n)
}

func (x *extractor) returned(n int32) {
	v := x.t.FirstNamed(n)
	if x.returns == nil {
		if v >= 0 && x.t.Kind(v) == kLambdaExpression {
			x.value(v)
			return
		}
		x.walk(v)
		return
	}
	if e := x.value(v); e != facts.None {
		*x.returns = append(*x.returns, e)
	}
}

// rangeLoop walks "for (auto& a : list)".
func (x *extractor) rangeLoop(n int32) {
	x.statement(x.t.Child(n, fInitializer))
	of := x.value(x.t.Child(n, fRight))
	decl := x.t.Child(n, fDeclarator)
	t := x.declaredType(decl, x.typ(x.t.Child(n, fType)))
	dec := x.declared(decl)
	elem := facts.ExprID(facts.None)
	if of != facts.None {
		elem = walk.Wrap(x.b, facts.Elem, of, x.t.Line(n))
	}
	if x.t.Kind(dec.name) == kStructuredBindingDeclarator {
		x.rangeBindings(dec.name, of, elem)
	} else if dec.name >= 0 {
		v := lang.NewVar(facts.LocalVar, x.b.Text(dec.name), x.t.Line(dec.name))
		v.Type = t
		id := x.b.Declare(v)
		x.b.AddValue(id, elem)
	}
	x.statement(x.t.Child(n, fBody))
}

// rangeBindings declares the names of "for (auto& [a, b] : list)".
func (x *extractor) rangeBindings(names int32, of, elem facts.ExprID) {
	i := int32(0)
	for c := x.first(names); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kIdentifier {
			x.bind(c, elem, i)
			i++
		}
	}
}

func (x *extractor) catch(n int32) {
	list := x.t.Child(n, fParameters)
	if p := x.t.ChildOfKind(list, kParameterDeclaration); p >= 0 {
		decl := x.t.Child(p, fDeclarator)
		t := x.declaredType(decl, x.typ(x.t.Child(p, fType)))
		if name := x.declared(decl).name; name >= 0 {
			v := lang.NewVar(facts.CatchVar, x.b.Text(name), x.t.Line(name))
			v.Type = t
			x.b.Declare(v)
		}
	}
	x.statement(x.t.Child(n, fBody))
}
