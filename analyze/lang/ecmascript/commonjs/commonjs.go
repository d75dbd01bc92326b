// Package commonjs recognises the exports and imports of CommonJS modules.
//
// In: nodes of one file and the open scope of its builder: a variable named exports, module or require
// hides the special name. Out: the targets of exports with their names, the sources of imports, and,
// at the end of the file, the values of the uses of exports.x.
package commonjs

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/syntax"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/value"
)

// A Reader recognises exports and imports in one file.
type Reader struct {
	t syntax.Tree
	b *value.Builder
}

// New returns a Reader of tree t with the scopes of b.
func New(t syntax.Tree, b *value.Builder) Reader { return Reader{t, b} }

// IsExports reports whether i is exports or module.exports of CommonJS; whole is true for
// module.exports.
func (r Reader) IsExports(i int32) (is, whole bool) {
	switch r.t.Kind(i) {
	case syntax.KIdentifier:
		return r.t.Is(i, "exports") && r.b.IsGlobal("exports"), false
	case syntax.KMemberExpression:
		o, p := r.t.Child(i, syntax.FObject), r.t.Child(i, syntax.FProperty)
		is := r.t.Kind(o) == syntax.KIdentifier && r.t.Is(o, "module") && r.t.Is(p, "exports") && r.b.IsGlobal("module")
		return is, is
	}
	return false, false
}

// IsTarget reports whether an assignment to i exports something: exports,
// module.exports, or a member of one of them.
func (r Reader) IsTarget(i int32) bool {
	if is, _ := r.IsExports(i); is {
		return true
	}
	return r.TargetObject(i) >= 0
}

// TargetObject returns the object node of exports.x, module.exports.x and exports["x"], else -1.
func (r Reader) TargetObject(i int32) int32 {
	switch r.t.Kind(i) {
	case syntax.KMemberExpression:
	case syntax.KSubscriptExpression:
		if r.t.Kind(r.t.Child(i, syntax.FIndex)) != syntax.KString {
			return -1
		}
	default:
		return -1
	}
	object, _ := r.t.Parts(i)
	if is, _ := r.IsExports(object); is {
		return object
	}
	return -1
}

// Targets follows a = b = value while a and b are targets of an export. It returns the targets and the
// value.
func (r Reader) Targets(i int32) (targets []int32, value int32) {
	for r.t.Kind(i) == syntax.KAssignmentExpression {
		left := r.t.Strip(r.t.Child(i, syntax.FLeft)) // as in extractor.assignment
		if !r.IsTarget(left) {
			break
		}
		targets = append(targets, left)
		i = r.t.Strip(r.t.Child(i, syntax.FRight))
	}
	return targets, i
}

// TargetName returns the name of each target and the node of the name.
func (r Reader) TargetName(target int32) (name string, node int32) {
	if is, whole := r.IsExports(target); is {
		if !whole {
			return "", target // exports = … alone exports nothing
		}
		return "=", r.t.Child(target, syntax.FProperty)
	}
	_, node = r.t.Parts(target)
	return r.t.PropertyName(node), node
}

// IsRequire reports whether i is require("x") or a member of it.
func (r Reader) IsRequire(i int32) bool {
	if r.t.Kind(i) == syntax.KMemberExpression {
		i = r.t.Child(i, syntax.FObject)
	}
	return r.RequireSource(i) >= 0
}

// RequireSource returns the string node of require("x"), or -1.
func (r Reader) RequireSource(i int32) int32 {
	t := r.t
	if i < 0 || t.Kind(i) != syntax.KCallExpression {
		return -1
	}
	f := t.Child(i, syntax.FFunction)
	if t.Kind(f) != syntax.KIdentifier || !t.Is(f, "require") || !r.b.IsGlobal("require") {
		return -1
	}
	if a := t.Argument(i, 0); a >= 0 && t.Kind(a) == syntax.KString && t.Argument(i, 1) < 0 {
		return a
	}
	return -1
}

// BindReads replaces the uses of exports.x in reads by the value that the file exports as x.
func BindReads(f *facts.File, reads []facts.ExprID) {
	if len(reads) == 0 {
		return
	}
	exports := make(map[string]*facts.Export, len(f.Exports))
	for i := range f.Exports {
		if ex := &f.Exports[i]; ex.Source == "" && exports[ex.Name] == nil {
			exports[ex.Name] = ex
		}
	}
	for _, id := range reads {
		x := &f.Exprs[id]
		ex := exports[x.Name]
		switch {
		case ex == nil || x.Flags&facts.Write != 0:
		case ex.Local != "":
			x.Kind, x.Name, x.X = facts.Name, ex.Local, facts.None
		case ex.Def != facts.None:
			v := lang.NewVar(facts.DefVar, "", x.Line)
			v.Def, v.In = ex.Def, x.In
			f.Vars = append(f.Vars, v)
			x.Kind, x.Ref, x.X = facts.Local, facts.VarID(len(f.Vars)-1), facts.None
		}
	}
}
