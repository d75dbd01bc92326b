// Package narrowing follows what the conditions around a piece of JavaScript or TypeScript code
// say of the types of names and members.
//
// In: the nodes of conditions, comparisons and calls, as a walk comes to them. Out: variables of
// the narrower type in the scopes of the builder, the values of members as they are narrowed, and
// which references are of a type that is not known because the function tests it.
//
// Invariants: what a condition says holds in the code it guards and no further; an assignment
// takes it back.
package narrowing

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/annotation"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/syntax"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/value"
)

// A Tracker holds what is known at one place of the walk over a file.
type Tracker struct {
	t     syntax.Tree
	b     *value.Builder
	types *annotation.Reader

	narrows []narrowing     // of the conditions around, innermost last
	asked   map[string]bool // the references whose type the functions around test
	tests   []string        // the same in order, innermost function last
}

// New returns a Tracker for tree t; types reads the types that conditions name.
func New(t syntax.Tree, b *value.Builder, types *annotation.Reader) *Tracker {
	return &Tracker{t: t, b: b, types: types}
}

// EnterFunction says that the walk comes to a function. LeaveFunction takes what it returns.
func (r *Tracker) EnterFunction() (tests int) { return len(r.tests) }

// LeaveFunction forgets what the innermost function tests. tests is what EnterFunction returned.
func (r *Tracker) LeaveFunction(tests int) {
	for _, path := range r.tests[tests:] {
		delete(r.asked, path)
	}
	r.tests = r.tests[:tests]
}

// A narrowing says that a reference is of a type in the code around.
type narrowing struct {
	path string
	typ  facts.TypeID
	v    facts.VarID // the variable that stands for it there, None for this and members
}

// Open opens a block in which references have the types that condition i tests
// for; the function it returns closes it.
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

// narrow declares what condition i says of references: x instanceof T, x.constructor ===
// T, typeof x === "string", and both sides of &&. It opens a block with the first that is
// a name.
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

// narrowTo declares that the reference at node x is of the class that node class names.
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

// Widen forgets what is known of variable v beyond its declaration: it is assigned to.
func (r *Tracker) Widen(v facts.VarID) {
	for i := range r.narrows {
		if r.narrows[i].v == v {
			r.b.File.Vars[v].Type = facts.None
		}
	}
}

// Member returns the value x of the object at node i as the conditions around
// say, and whether it may be of a type that is not known.
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

// test notes that the code around tests what type the reference at node i is of: in all
// of the function it may be another one than it is declared with.
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

// Note notes what the expression i, a comparison or a call, tests the type of.
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
