// Package narrowing tracks the types that conditions imply for names and members in the code they
// guard.
//
// In: the nodes of conditions, comparisons and calls, in the order of the walk. Out: variables of the
// narrower type in the scopes of the builder, narrowed values of members, and which references have an
// unknown type because the function tests it.
//
// Invariants: a condition applies only to the code that it guards, and only until an assignment.
package narrowing

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/annotation"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/syntax"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/value"
)

// A Tracker holds the narrowed types at the current position of the walk.
type Tracker struct {
	t     syntax.Tree
	b     *value.Builder
	types *annotation.Reader

	narrows []narrowing     // those of the enclosing conditions, innermost last
	asked   map[string]bool // the references whose type an enclosing function tests
	tests   []string        // the same in the order they were added, innermost function last
}

// New returns a Tracker for tree t; types reads the type names in conditions.
func New(t syntax.Tree, b *value.Builder, types *annotation.Reader) *Tracker {
	return &Tracker{t: t, b: b, types: types}
}

// EnterFunction is called at the start of a function. It returns the argument for LeaveFunction.
func (r *Tracker) EnterFunction() (tests int) { return len(r.tests) }

// LeaveFunction forgets the tests of the innermost function. tests is what EnterFunction returned.
func (r *Tracker) LeaveFunction(tests int) {
	for _, path := range r.tests[tests:] {
		delete(r.asked, path)
	}
	r.tests = r.tests[:tests]
}

// A narrowing is the narrower type of one reference in the guarded code.
type narrowing struct {
	path string
	typ  facts.TypeID
	v    facts.VarID // the variable declared for the reference there, None for this and members
}

// Open opens a block in which references have the types that condition i implies, and returns the
// function that closes it.
func (r *Tracker) Open(i int32) (leave func()) {
	before := len(r.narrows)
	opened := r.narrow(i, false)
	if len(r.narrows) == before {
		return func() {}
	}
	return func() {
		r.narrows = r.narrows[:before]
		if opened {
			r.b.Close()
		}
	}
}

// narrow declares the types that condition i implies: x instanceof T, x.constructor === T, typeof x
// === "string", and both sides of &&. It opens a block at the first reference that is a name. opened
// says that the block is open; the result says it too.
func (r *Tracker) narrow(i int32, opened bool) bool {
	t := r.t
	switch t.Kind(i) {
	case syntax.KParenthesizedExpression:
		return r.narrow(t.FirstNamed(i), opened)
	case syntax.KBinaryExpression:
	default:
		return opened
	}
	left, right := t.Child(i, syntax.FLeft), t.Child(i, syntax.FRight)
	switch op := t.Child(i, syntax.FOperator); t.Kind(op) {
	case syntax.TAnd:
		return r.narrow(right, r.narrow(left, opened))
	case syntax.TInstanceof:
		return r.narrowTo(left, right, opened)
	default:
		if s := string(t.Bytes(op)); s != "===" && s != "==" {
			return opened
		}
	}
	if object := t.Constructed(left); object >= 0 {
		return r.narrowTo(object, right, opened)
	}
	if t.Kind(left) != syntax.KUnaryExpression || t.Kind(right) != syntax.KString {
		return opened
	}
	name := t.Child(left, syntax.FArgument)
	if t.Kind(t.Child(left, syntax.FOperator)) != syntax.TTypeof || t.Kind(name) != syntax.KIdentifier {
		return opened
	}
	switch s := t.Unquote(right); s {
	case "string", "number", "boolean", "bigint", "symbol":
		return r.narrowName(name, r.b.NamedType("", s, t.Line(right)), opened)
	}
	return opened
}

// narrowTo declares that the reference at node x is an instance of the class at node class.
func (r *Tracker) narrowTo(x, class int32, opened bool) bool {
	qualifier, name, ok := r.t.Path(class)
	if !ok || x < 0 {
		return opened
	}
	if r.t.Kind(x) == syntax.KIdentifier {
		return r.narrowName(x, r.types.Named(qualifier, name, nil, r.t.Line(class)), opened)
	}
	if path := r.t.Reference(x); path != "" {
		r.narrows = append(r.narrows, narrowing{path, r.types.Named(qualifier, name, nil, r.t.Line(class)), facts.None})
	}
	return opened
}

func (r *Tracker) narrowName(name int32, typ facts.TypeID, opened bool) bool {
	if !opened {
		r.b.Open(lang.BlockScope)
	}
	v := lang.NewVar(facts.LocalVar, r.t.Word(name), r.t.Line(name))
	v.Type = typ
	r.narrows = append(r.narrows, narrowing{v.Name, typ, r.b.Declare(v)})
	return true
}

// Widen drops the narrowed types of variable v, because it is assigned to.
func (r *Tracker) Widen(v facts.VarID) {
	for i := range r.narrows {
		if r.narrows[i].v == v {
			r.b.File.Vars[v].Type = facts.None
		}
	}
}

// Member returns the value x of the object at node i with the type that the enclosing conditions
// imply, and whether its type may be unknown.
func (r *Tracker) Member(i int32, x facts.ExprID) (facts.ExprID, bool) {
	if len(r.narrows) == 0 && len(r.tests) == 0 {
		return x, false
	}
	path := r.t.Reference(i)
	for k := len(r.narrows) - 1; k >= 0 && path != ""; k-- {
		if n := &r.narrows[k]; n.path == path {
			if n.v != facts.None {
				return x, false // the variable has the type
			}
			return r.b.Assert(x, n.typ, r.t.Line(i)), false
		}
	}
	return x, r.asked[path]
}

// test records that the function tests the type of the reference at node i. In all of the function its
// type may then differ from the declared one.
func (r *Tracker) test(i int32) {
	if i < 0 {
		return
	}
	path := r.t.Reference(i)
	if path == "" || r.asked[path] {
		return
	}
	if r.asked == nil {
		r.asked = make(map[string]bool)
	}
	r.asked[path] = true
	r.tests = append(r.tests, path)
}

// Note records the references whose type the expression i, a comparison or a call, tests.
func (r *Tracker) Note(i int32) {
	t := r.t
	if t.Kind(i) == syntax.KCallExpression {
		callee := t.Child(i, syntax.FFunction)
		if t.Kind(callee) == syntax.KMemberExpression {
			callee = t.Child(callee, syntax.FProperty)
		}
		if arguments := t.Child(i, syntax.FArguments); arguments >= 0 && callee >= 0 && syntax.IsGuardName(t.Bytes(callee)) {
			for c := t.First(arguments); c >= 0; c = t.Next(c) {
				r.test(c)
			}
		}
		return
	}
	left, right := t.Child(i, syntax.FLeft), t.Child(i, syntax.FRight)
	switch string(t.Bytes(t.Child(i, syntax.FOperator))) {
	case "instanceof":
		r.test(left)
	case "in":
		r.test(right)
	case "===", "==", "!==", "!=":
		r.test(t.Constructed(left))
	}
}
