package callee

import (
	"fmt"
	"slices"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

func names(of ...string) (list []name) {
	for _, n := range of {
		list = append(list, name{n, n})
	}
	return list
}

func TestCompare(t *testing.T) {
	renamed := map[string]string{"old": "new"}
	for _, test := range []struct{ was, is, came, gone []string }{
		{[]string{"a", "b", "b"}, []string{"b", "c", "c"}, []string{"c"}, []string{"a"}},
		{[]string{"old"}, []string{"new"}, nil, nil},
		{[]string{"new"}, []string{"old"}, []string{"old"}, []string{"new"}},
		{[]string{"old"}, nil, nil, []string{"old"}},
		{nil, []string{"new"}, []string{"new"}, nil},
	} {
		d := compare(names(test.was...), names(test.is...), renamed)
		if !slices.Equal(d.Came, test.came) || !slices.Equal(d.Gone, test.gone) {
			t.Errorf("%v -> %v: came %v, gone %v, want %v and %v", test.was, test.is, d.Came, d.Gone, test.came, test.gone)
		}
	}
	var many []string
	for i := range 2 * MaxNames {
		many = append(many, fmt.Sprint("f", i))
	}
	if d := compare(nil, names(many...), nil); !slices.Equal(d.Came, many[:MaxNames]) {
		t.Errorf("%d names, want the first %d", len(d.Came), MaxNames)
	}
}

// A call belongs to all definitions around it, and to the file where none of these has a name.
func TestCallsIn(t *testing.T) {
	call := func(f *facts.File, to string, in facts.DefID) {
		f.Exprs = append(f.Exprs, facts.Expr{Kind: facts.Name, Name: to, In: in}, facts.Expr{Kind: facts.Call, X: facts.ExprID(len(f.Exprs)), In: in})
	}
	f := &facts.File{Defs: []facts.Def{
		{Name: "outer", Line: 1, Parent: facts.None},
		{Name: "inner", Line: 2, Parent: 0},
		{Line: 7, Parent: facts.None},
	}}
	call(f, "a", 0)
	call(f, "b", 1)
	call(f, "c", 2)
	call(f, "d", facts.None)
	c := callsIn(f)
	for _, test := range []struct {
		of   graph.Node
		want []name
	}{
		{graph.Node{Label: graph.Function, Name: "outer", Line: 1}, names("a", "b")},
		{graph.Node{Label: graph.Function, Name: "inner", Line: 2}, names("b")},
		{graph.Node{Label: graph.Function, Name: "inner", Line: 3}, nil},
		{graph.Node{Label: graph.File, Name: "f", Line: 1}, names("c", "d")},
	} {
		if got := c.of(&test.of); !slices.Equal(got, test.want) {
			t.Errorf("%s of line %d calls %v, want %v", test.of.Name, test.of.Line, got, test.want)
		}
	}
}
