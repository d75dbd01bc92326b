package facts_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/factstest"
)

// A file that differs from another in any other field has no shift from it.
func TestShiftLeadsOverPlacesAlone(t *testing.T) {
	for _, field := range factstest.Leaves(reflect.ValueOf(factstest.Sample()).Elem(), nil) {
		f := factstest.Sample()
		factstest.Change(factstest.At(reflect.ValueOf(f).Elem(), field.Path))
		name := field.Names[len(field.Names)-1]
		shift := facts.ShiftOf(factstest.Sample(), f)
		switch {
		case slices.ContainsFunc(factstest.Carries(), func(c string) bool { return slices.Contains(field.Names, c) }):
			if shift == nil {
				t.Errorf("no shift over %s", strings.Join(field.Names, "."))
			}
		case name == "Size" || slices.Contains(factstest.Places(), name) || name == "N" && f.Exprs[field.Path[1]].Kind == facts.Func && field.Names[0] == "Exprs":
		case shift != nil && f.Check() == nil:
			t.Errorf("a shift over %s", strings.Join(field.Names, "."))
		}
	}
}

func TestShiftKeepsOrder(t *testing.T) {
	file := func(lines ...int32) *facts.File {
		f := &facts.File{}
		for i, line := range lines {
			f.Exprs = append(f.Exprs, facts.Expr{Kind: facts.Call, X: facts.None, Line: line, At: 10 * int32(i+1)})
		}
		return f
	}
	for _, c := range []struct {
		from, to *facts.File
		ok       bool
	}{
		{file(1, 2, 4), file(1, 2, 4), true},
		{file(1, 2, 2, 4), file(3, 5, 5, 6), true},
		{file(0, 2), file(0, 7), true},
		{file(1, 2, 2), file(1, 2, 3), false}, // one line became two
		{file(1, 2), file(1, 1), false},       // two lines became one
		{file(1, 2), file(2, 1), false},
		{file(0, 2), file(1, 2), false}, // what was not known is
		{file(1), file(1, 2), false},
	} {
		s := facts.ShiftOf(c.from, c.to)
		if (s != nil) != c.ok {
			t.Errorf("from %+v to %+v: %+v", c.from.Exprs, c.to.Exprs, s)
			continue
		}
		for i := range c.from.Exprs {
			if s == nil {
				break
			}
			if line, ok := s.Line(c.from.Exprs[i].Line); !ok || line != c.to.Exprs[i].Line {
				t.Errorf("line %d became %d, %v", c.from.Exprs[i].Line, line, ok)
			}
		}
		if s != nil {
			if _, ok := s.Line(99); ok {
				t.Error("a line that no fact has is known")
			}
		}
	}
}
