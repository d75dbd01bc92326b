package ecmascript

import (
	"bytes"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// ifStatement visits if: in its body the condition narrows types.
func (e *extractor) ifStatement(i int32) {
	t := e.t
	condition := t.Child(i, fCondition)
	e.argumentExpr(condition, false)
	leave := e.narrowed(condition)
	if body := t.Child(i, fConsequence); body >= 0 {
		e.statement(body)
	}
	leave()
	if other := t.Child(i, fAlternative); other >= 0 {
		e.children(other)
	}
}

// A narrowing says that a reference is of a type in the code around.
type narrowing struct {
	path string
	typ  facts.TypeID
	v    facts.VarID // the variable that stands for it there, None for this and members
}

// narrowed opens a block in which references have the types that condition i tests
// for; the function it returns closes it.
func (e *extractor) narrowed(i int32) (leave func()) {
	before := len(e.narrows)
	opened := e.narrow(i, false)
	if len(e.narrows) == before {
		return func() {}
	}
	return func() {
		e.narrows = e.narrows[:before]
		if opened {
			e.b.Close()
		}
	}
}

// narrow declares what condition i says of references: x instanceof T, x.constructor ===
// T, typeof x === "string", and both sides of &&. It opens a block with the first that is
// a name.
func (e *extractor) narrow(i int32, opened bool) bool {
	t := e.t
	switch t.Kind(i) {
	case kParenthesizedExpression:
		return e.narrow(t.FirstNamed(i), opened)
	case kBinaryExpression:
	default:
		return opened
	}
	left, right := t.Child(i, fLeft), t.Child(i, fRight)
	switch op := t.Child(i, fOperator); t.Kind(op) {
	case tAnd:
		return e.narrow(right, e.narrow(left, opened))
	case tInstanceof:
		return e.narrowTo(left, right, opened)
	default:
		if s := string(t.Bytes(op)); s != "===" && s != "==" {
			return opened
		}
	}
	if object := e.constructed(left); object >= 0 {
		return e.narrowTo(object, right, opened)
	}
	if t.Kind(left) != kUnaryExpression || t.Kind(right) != kString {
		return opened
	}
	name := t.Child(left, fArgument)
	if t.Kind(t.Child(left, fOperator)) != tTypeof || t.Kind(name) != kIdentifier {
		return opened
	}
	switch s := e.unquote(right); s {
	case "string", "number", "boolean", "bigint", "symbol":
		return e.narrowName(name, e.b.NamedType("", s, t.Line(right)), opened)
	}
	return opened
}

// constructed returns x of the expression x.constructor, -1 of others.
func (e *extractor) constructed(i int32) int32 {
	if i < 0 || e.t.Kind(i) != kMemberExpression || !e.is(e.t.Child(i, fProperty), "constructor") {
		return -1
	}
	return e.t.Child(i, fObject)
}

// narrowTo declares that the reference at node x is of the class that node class names.
func (e *extractor) narrowTo(x, class int32, opened bool) bool {
	qualifier, name, ok := e.path(class)
	if !ok || x < 0 {
		return opened
	}
	if e.t.Kind(x) == kIdentifier {
		return e.narrowName(x, e.namedType(qualifier, name, nil, e.t.Line(class)), opened)
	}
	if path := e.reference(x); path != "" {
		e.narrows = append(e.narrows, narrowing{path, e.namedType(qualifier, name, nil, e.t.Line(class)), facts.None})
	}
	return opened
}

func (e *extractor) narrowName(name int32, typ facts.TypeID, opened bool) bool {
	if !opened {
		e.b.Open(lang.BlockScope)
	}
	v := lang.NewVar(facts.LocalVar, e.word(name), e.t.Line(name))
	v.Type = typ
	e.narrows = append(e.narrows, narrowing{v.Name, typ, e.b.Declare(v)})
	return true
}

// widen forgets what is known of variable v beyond its declaration: it is assigned to.
func (e *extractor) widen(v facts.VarID) {
	for i := range e.narrows {
		if e.narrows[i].v == v {
			e.f.Vars[v].Type = facts.None
		}
	}
}

// reference returns the text of a name, this, or members of these: what a condition
// can narrow; "" for others, and for long ones.
func (e *extractor) reference(i int32) string {
	text := e.t.Bytes(i)
	if len(text) > maxName {
		return ""
	}
	for {
		switch e.t.Kind(i) {
		case kIdentifier, kThis:
			return strings.ReplaceAll(string(text), "?.", ".")
		case kMemberExpression:
			if i = e.t.Child(i, fObject); i >= 0 {
				continue
			}
		}
		return ""
	}
}

// test notes that the code around tests what type the reference at node i is of: in all
// of the function it may be another one than it is declared with.
func (e *extractor) test(i int32) {
	if i < 0 {
		return
	}
	path := e.reference(i)
	if path == "" || e.asked[path] {
		return
	}
	if e.asked == nil {
		e.asked = make(map[string]bool)
	}
	e.asked[path] = true
	e.tests = append(e.tests, path)
}

// tested notes what the expression i, a comparison or a call, tests the type of.
func (e *extractor) tested(i int32) {
	t := e.t
	if t.Kind(i) == kCallExpression {
		callee := t.Child(i, fFunction)
		if t.Kind(callee) == kMemberExpression {
			callee = t.Child(callee, fProperty)
		}
		if arguments := t.Child(i, fArguments); arguments >= 0 && callee >= 0 && isGuardName(t.Bytes(callee)) {
			for c := t.First(arguments); c >= 0; c = t.Next(c) {
				e.test(c)
			}
		}
		return
	}
	left, right := t.Child(i, fLeft), t.Child(i, fRight)
	switch string(t.Bytes(t.Child(i, fOperator))) {
	case "instanceof":
		e.test(left)
	case "in":
		e.test(right)
	case "===", "==", "!==", "!=":
		e.test(e.constructed(left))
	}
}

// isGuardName reports whether functions of that name may say of what type a value is.
func isGuardName(name []byte) bool {
	for _, start := range [...]string{"is", "has", "assert"} {
		if rest, ok := bytes.CutPrefix(name, []byte(start)); ok && (len(rest) == 0 || rest[0] < 'a' || rest[0] > 'z') {
			return true
		}
	}
	return false
}

// narrowedMember returns the value x of the object at node i as the conditions around
// say, and whether it may be of a type that is not known.
func (e *extractor) narrowedMember(i int32, x facts.ExprID) (facts.ExprID, bool) {
	if len(e.narrows) == 0 && len(e.tests) == 0 {
		return x, false
	}
	path := e.reference(i)
	for k := len(e.narrows) - 1; k >= 0 && path != ""; k-- {
		if n := &e.narrows[k]; n.path == path {
			if n.v != facts.None {
				return x, false // the variable has the type
			}
			return e.assert(x, n.typ, e.t.Line(i)), false
		}
	}
	return x, e.asked[path]
}
