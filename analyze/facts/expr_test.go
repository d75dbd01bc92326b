package facts_test

import (
	"slices"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

func TestExprAccessors(t *testing.T) {
	args := []facts.Arg{{X: 1}, {X: 2}, {X: 3}}
	for name, c := range map[string]struct {
		set  func(*facts.Expr)
		want func(*facts.Expr) bool
	}{
		"sense":   {func(e *facts.Expr) { e.SetSense(facts.ValueName) }, func(e *facts.Expr) bool { return e.Sense() == facts.ValueName }},
		"values":  {func(e *facts.Expr) { e.SetValueCount(2) }, func(e *facts.Expr) bool { return e.ValueCount() == 2 }},
		"result":  {func(e *facts.Expr) { e.SetResult(7, 2) }, func(e *facts.Expr) bool { return e.Kind == facts.Result && e.X == 7 && e.ResultIndex() == 2 }},
		"exclude": {func(e *facts.Expr) { e.SetExcludes() }, (*facts.Expr).Excludes},
		"line":    {func(e *facts.Expr) { e.SetLastLine(9) }, func(e *facts.Expr) bool { return e.LastLine() == 9 }},
		"tuple":   {func(e *facts.Expr) { e.SetTuple() }, (*facts.Expr).IsTuple},
		"promise": {func(e *facts.Expr) { e.SetInPromise() }, (*facts.Expr).InPromise},
		"out":     {func(e *facts.Expr) { e.SetOut(7, 2) }, func(e *facts.Expr) bool { return e.Kind == facts.Out && e.X == 7 && e.OutArgument() == 2 }},
		"all alternatives": {func(e *facts.Expr) { e.Args = args }, func(e *facts.Expr) bool {
			return slices.Equal(e.Alternatives(), args) && len(e.Appended()) == 0
		}},
		"one alternative": {func(e *facts.Expr) { e.Args = args; e.SetAlternatives(1) }, func(e *facts.Expr) bool {
			return slices.Equal(e.Alternatives(), args[:1]) && slices.Equal(e.Appended(), args[1:])
		}},
	} {
		var e facts.Expr
		if c.set(&e); !c.want(&e) {
			t.Errorf("%s: %+v", name, e)
		}
	}
	if f := (facts.Type{Kind: facts.FuncT, Args: []facts.TypeID{4, 5, 6}, N: 2}); !slices.Equal(f.Params(), []facts.TypeID{4, 5}) || !slices.Equal(f.Results(), []facts.TypeID{6}) {
		t.Errorf("parameters %v, results %v", f.Params(), f.Results())
	}
}
