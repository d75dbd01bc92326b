package written

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
)

// asked answers for a file whose names denote its definitions.
type asked struct{ file *facts.File }

func (a asked) FactsOf(decl.FileID) *facts.File { return a.file }

func (a asked) DeclaredAt(_ decl.FileID, x facts.ExprID) (in *facts.File, d *facts.Def, outside bool) {
	e := &a.file.Expressions()[x]
	for i := range a.file.Defs {
		if a.file.Defs[i].Name == e.Name {
			return a.file, &a.file.Defs[i], false
		}
	}
	return nil, nil, e.Name == "Now"
}

func TestOf(t *testing.T) {
	f := &facts.File{
		Types: []facts.Type{{Kind: facts.Named, Name: "int"}, {Kind: facts.Named, Name: "int", N: 1}, {Kind: facts.ListT}},
		Defs:  []facts.Def{{Name: "Size", Kind: facts.Field, Type: 0}, {Name: "Limit", Kind: facts.Field, Type: 1}, {Name: "Find", Kind: facts.Method, Results: []facts.TypeID{1}}},
		Vars:  []facts.Var{{Name: "given", Type: 1}, {Name: "copy", Type: facts.None, Values: []facts.ExprID{5}}, {Name: "list", Type: 2}},
		Exprs: []facts.Expr{
			{Kind: facts.Literal, Name: "int"},
			{Kind: facts.Name, Name: "Size"},
			{Kind: facts.Name, Name: "Limit"},
			{Kind: facts.Call, Name: "Find"},
			{Kind: facts.Name, Name: "Now"},
			{Kind: facts.Local, Ref: 0},
			{Kind: facts.Local, Ref: 1},
			{Kind: facts.Member, Name: "Value", X: 5},
			{Kind: facts.Member, Name: "Size", X: 5, Flags: facts.OptionalOp},
			{Kind: facts.Assert, X: 5, Type: 0},
			{Kind: facts.Either, Name: facts.OrElse, Args: []facts.Arg{{X: 5}}},
			{Kind: facts.Either, Name: facts.OrElse, Args: []facts.Arg{{X: 5}, {X: 2}}},
			{Kind: facts.Either, Args: []facts.Arg{{X: 0}, {X: 2}}},
			{Kind: facts.Either, Args: []facts.Arg{{X: 0}, {X: 14}}},
			{Kind: facts.Name, Name: "Other"},
			{Kind: facts.Local, Ref: 2},
		},
	}
	for i, want := range []State{
		Present, Present, Absent, Absent, Present, Absent, Absent, Present, Absent, Present, Present, Absent, Absent, Unknown, Unknown, Unknown,
	} {
		if got := Of(asked{f}, 0, facts.ExprID(i)); got != want {
			t.Errorf("expression %d: %d, want %d", i, got, want)
		}
	}
	if got := Of(asked{f}, 0, facts.None); got != Unknown {
		t.Errorf("no expression: %d", got)
	}
}
