package meaning

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/factstest"
)

// definitionsOnly is a file without what makes a Difference impossible.
func definitionsOnly() *facts.File {
	f := factstest.Sample()
	f.Problems = nil
	return f
}

// A version that differs in anything that the definitions lead to has a difference, or none can be told; one that
// differs in places, or in the bodies of functions, has none.
func TestDifferenceSeesDeclarations(t *testing.T) {
	if d := DifferenceOf(definitionsOnly(), definitionsOnly()); d == nil || len(d.Effects) > 0 {
		t.Fatalf("of two equal files: %+v", d)
	}
	body := func(l factstest.Leaf) bool { // the expressions of the sample are in the body of Next
		return l.Names[0] == "Exprs" || l.Names[0] == "Blocks" || slices.ContainsFunc(l.Names, func(name string) bool { return slices.Contains(factstest.Carries(), name) })
	}
	for _, field := range factstest.Leaves(reflect.ValueOf(definitionsOnly()).Elem(), nil) {
		f := definitionsOnly()
		factstest.Change(factstest.At(reflect.ValueOf(f).Elem(), field.Path))
		if f.Check() != nil {
			continue
		}
		name, d := strings.Join(field.Names, "."), DifferenceOf(definitionsOnly(), f)
		same := d != nil && len(d.Effects) == 0
		switch last := field.Names[len(field.Names)-1]; {
		case last == "In" || field.Names[0] == "Imports": // of no meaning, or ignored where no declaration mentions the import
		case body(field) || slices.Contains(factstest.Places(), last):
			if !same {
				t.Errorf("a difference by %s: %+v", name, d)
			}
		case same:
			t.Errorf("no difference by %s", name)
		}
	}
}

// function returns a function without parameters.
func function(name string) facts.Def {
	return facts.Def{Kind: facts.Function, Name: name, Parent: facts.None, Receiver: facts.None, Owner: facts.None, Type: facts.None, Start: 1, Line: 1, End: 1, SignatureEnd: 1}
}

func TestDifferenceMoves(t *testing.T) {
	file := func(names ...string) *facts.File {
		f := &facts.File{}
		for _, name := range names {
			f.Defs = append(f.Defs, function(name))
		}
		return f
	}
	for _, c := range []struct {
		from, to *facts.File
		want     string
	}{
		{file("a", "b"), file("a", "b"), "[0 1] []"},
		{file("a", "b"), file("a", "x", "b"), "[0 2] [x]"},
		{file("a", "b"), file("b"), "[-1 0] [a]"},
		{file("a", "b"), file("a", "c"), "[0 -1] [b c]"},
		{file("a", "a"), file("a"), "[0 -1] [a]"},
		{file("a", "b"), file("b", "a"), "[-1 0] [a]"}, // the order counts
		{file("a", "b", "c", "d"), file("d", "a", "b", "c"), "[1 2 3 -1] [d]"},
		{file("a", "b", "c", "d"), file("b", "c", "d", "a"), "[-1 0 1 2] [a]"},
	} {
		d := DifferenceOf(c.from, c.to)
		if got := fmt.Sprint(d.Moved, slices.Sorted(maps.Keys(named(d.Effects)))); got != c.want {
			t.Errorf("from %v to %v: %s, want %s", c.from.Defs, c.to.Defs, got, c.want)
		}
	}
}

// named returns the names in effects.
func named(effects []Effect) Names {
	names := make(Names)
	for _, e := range effects {
		names[e.Name] |= e.Sense
	}
	return names
}

// An import matters to the definitions that mention its name, and to no others; one that binds any name matters to all.
func TestDifferenceByImports(t *testing.T) {
	returns := func(name, qualifier, typ string, imports ...facts.Import) *facts.File {
		d, other := function(name), function("other")
		d.Results = []facts.TypeID{0}
		f := &facts.File{Defs: []facts.Def{d, other}, Types: []facts.Type{{Kind: facts.Named, Name: typ, Qualifier: qualifier, X: facts.None, Def: facts.None, In: facts.None}}}
		for _, im := range imports {
			im.In = facts.None
			f.Imports = append(f.Imports, im)
		}
		return f
	}
	a, b, c := facts.Import{Source: "x/a"}, facts.Import{Source: "y/a"}, facts.Import{Source: "x/c"}
	for _, test := range []struct {
		from, to *facts.File
		want     string
	}{
		{returns("F", "a", "T", a), returns("F", "a", "T", a, c), "[]"},
		{returns("F", "a", "T", a), returns("F", "a", "T", b), "[F]"},
		{returns("F", "", "a", a), returns("F", "", "a"), "[F]"},
		{returns("F", "", "T", a), returns("F", "", "T", a, facts.Import{Source: "z", Alias: "."}), "[F other]"},
	} {
		d := DifferenceOf(test.from, test.to)
		if got := fmt.Sprint(slices.Sorted(maps.Keys(named(d.Effects)))); got != test.want {
			t.Errorf("imports %v to %v: %s, want %s", test.from.Imports, test.to.Imports, got, test.want)
		}
	}
}

// All that a file defines differs from no file; what only code of a function can name counts in the file.
func TestWholeOf(t *testing.T) {
	local := function("local")
	local.Parent = 0
	d := WholeOf(&facts.File{Package: "p", Defs: []facts.Def{function("F"), local}})
	if want := []Effect{{Name: "F", Sense: Anywhere, Top: true}, {Name: "local", Sense: InCode | InValues, Inner: true}}; d == nil || d.Package != "p" || !slices.Equal(d.Effects, want) {
		t.Errorf("%+v, want %v", d, want)
	}
	d = WholeOf(&facts.File{Exports: []facts.Export{{Name: "x", X: facts.None, Def: facts.None}}})
	if want := []Effect{{Name: "x", Sense: Anywhere, Top: true}}; d == nil || !d.OffersAny || !slices.Equal(d.Effects, want) {
		t.Errorf("of a file with an export: %+v, want %v", d, want)
	}
}

// A definition is reached by a name in its declaration, where it can have the other meaning there.
func TestReached(t *testing.T) {
	variable := function("V")
	variable.Kind, variable.Values = facts.Variable, []facts.ExprID{1}
	alias, field := function("A"), function("f")
	alias.Kind, alias.Type = facts.TypeDef, 0
	field.Kind, field.Parent, field.Type = facts.Field, 3, 0
	record := function("S")
	record.Kind = facts.Struct
	f := &facts.File{
		Lines: 1,
		Defs:  []facts.Def{function("F"), variable, alias, record, field},
		Types: []facts.Type{{Kind: facts.Named, Name: "T", X: facts.None, Def: facts.None, In: facts.None, Line: 1}},
		Exprs: []facts.Expr{
			{Kind: facts.Name, Name: "x", X: facts.None, Ref: facts.None, Type: facts.None, In: facts.None, Line: 1},
			{Kind: facts.Member, Name: "y", X: 0, Ref: facts.None, Type: facts.None, In: facts.None, Line: 1},
		},
	}
	if err := f.Check(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		changed Changed
		want    string
	}{
		{Changed{Tops: Names{"F": Anywhere}}, "[]"},
		{Changed{Tops: Names{"x": Anywhere}}, "[V]"},
		{Changed{Members: Names{"x": InCode | InValues}}, "[]"},
		{Changed{Members: Names{"x": InCode | InValues}, Bare: true}, "[V]"},
		{Changed{Members: Names{"y": InCode | InValues}}, "[V]"},
		{Changed{Members: Names{"y": InCode}}, "[]"},
		{Changed{Tops: Names{"T": InCode | InAlias}}, "[A]"},
		{Changed{Tops: Names{"T": Anywhere}}, "[A S f]"},
	} {
		if got := fmt.Sprint(slices.Sorted(maps.Keys(named(Of(f).Reached(&c.changed, nil, nil))))); got != c.want {
			t.Errorf("%+v reaches %s, want %s", c.changed, got, c.want)
		}
	}

	// A declared type that is known decides, whatever the value mentions.
	known := func(id facts.TypeID) bool { return id == 0 }
	f.Defs[1].Type = 0
	in := Changed{Members: Names{"y": InCode | InValues}}
	if got := Of(f).Reached(&in, known, nil); len(got) != 0 {
		t.Errorf("the value of a variable with a known type reaches %v", got)
	}
	if got := Of(f).Reached(&in, func(facts.TypeID) bool { return false }, nil); len(got) != 1 {
		t.Errorf("the value of a variable with an unknown type reaches %v", got)
	}
	f.Defs[1].Type, f.Defs[1].Kind, f.Defs[1].Results = facts.None, facts.Function, []facts.TypeID{0}
	if got := Of(f).Reached(&in, known, nil); len(got) != 0 {
		t.Errorf("what a function with a declared result returns reaches %v", got)
	}
}

// The names of what is inside a function matter to no declaration; those of fields matter to who writes a value without
// them.
func TestDifferenceSenses(t *testing.T) {
	in := func(parent facts.DefID, kind facts.DefKind, name string) facts.Def {
		d := function(name)
		d.Kind, d.Parent = kind, parent
		return d
	}
	from := &facts.File{Defs: []facts.Def{function("F"), in(facts.None, facts.Struct, "S")}}
	to := &facts.File{Defs: []facts.Def{function("F"), in(0, facts.Struct, "local"), in(1, facts.Field, "inner"), in(facts.None, facts.Struct, "S"), in(3, facts.Field, "field"), in(3, facts.Method, "Do")}}
	d := DifferenceOf(from, to)
	want := Names{"local": InCode | InValues, "inner": InCode, "S": InCode | InAlias, "field": InCode | InValues, "Do": InCode | InValues}
	if d == nil || !reflect.DeepEqual(named(d.Effects), want) {
		t.Errorf("%+v, want names %v", d, want)
	}
}
