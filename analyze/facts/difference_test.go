package facts

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// definitionsOnly is a file without what makes a Difference impossible.
func definitionsOnly() *File {
	f := sample()
	f.Exports, f.Problems = nil, nil
	return f
}

// A version that differs in anything that the definitions lead to has a difference, or none can be told; one that
// differs in places, or in the bodies of functions, has none.
func TestDifferenceSeesDeclarations(t *testing.T) {
	if d := DifferenceOf(definitionsOnly(), definitionsOnly()); d == nil || len(d.Effects) > 0 {
		t.Fatalf("of two equal files: %+v", d)
	}
	body := func(l leaf) bool { // the expressions of the sample are in the body of Next
		return l.names[0] == "Exprs" || l.names[0] == "Blocks" || slices.ContainsFunc(l.names, func(name string) bool { return slices.Contains(carries, name) && name != "Directives" })
	}
	for _, field := range leaves(reflect.ValueOf(definitionsOnly()).Elem(), nil) {
		f := definitionsOnly()
		change(at(reflect.ValueOf(f).Elem(), field.path))
		if f.Check() != nil {
			continue
		}
		name, d := strings.Join(field.names, "."), DifferenceOf(definitionsOnly(), f)
		same := d != nil && len(d.Effects) == 0
		switch last := field.names[len(field.names)-1]; {
		case last == "In" || field.names[0] == "Imports": // of no meaning, or ignored where no declaration mentions the import
		case body(field) || slices.Contains(places, last):
			if !same {
				t.Errorf("a difference by %s: %+v", name, d)
			}
		case same:
			t.Errorf("no difference by %s", name)
		}
	}
}

// function returns a function without parameters.
func function(name string) Def {
	return Def{Kind: Function, Name: name, Parent: None, Receiver: None, Owner: None, Type: None, Start: 1, Line: 1, End: 1, SignatureEnd: 1}
}

func TestDifferenceMoves(t *testing.T) {
	file := func(names ...string) *File {
		f := &File{}
		for _, name := range names {
			f.Defs = append(f.Defs, function(name))
		}
		return f
	}
	for _, c := range []struct {
		from, to *File
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
	returns := func(name, qualifier, typ string, imports ...Import) *File {
		d, other := function(name), function("other")
		d.Results = []TypeID{0}
		f := &File{Defs: []Def{d, other}, Types: []Type{{Kind: Named, Name: typ, Qualifier: qualifier, X: None, Def: None, In: None}}}
		for _, im := range imports {
			im.In = None
			f.Imports = append(f.Imports, im)
		}
		return f
	}
	a, b, c := Import{Source: "x/a"}, Import{Source: "y/a"}, Import{Source: "x/c"}
	for _, test := range []struct {
		from, to *File
		want     string
	}{
		{returns("F", "a", "T", a), returns("F", "a", "T", a, c), "[]"},
		{returns("F", "a", "T", a), returns("F", "a", "T", b), "[F]"},
		{returns("F", "", "a", a), returns("F", "", "a"), "[F]"},
		{returns("F", "", "T", a), returns("F", "", "T", a, Import{Source: "z", Alias: "."}), "[F other]"},
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
	d := WholeOf(&File{Package: "p", Defs: []Def{function("F"), local}})
	if want := []Effect{{Name: "F", Sense: Anywhere, Top: true}, {Name: "local", Sense: InCode | InValues, Inner: true}}; d == nil || d.Package != "p" || !slices.Equal(d.Effects, want) {
		t.Errorf("%+v, want %v", d, want)
	}
	if d := WholeOf(&File{Exports: []Export{{Name: "x", X: None, Def: None}}}); d != nil {
		t.Errorf("of a file with an export: %+v", d)
	}
}

// A definition is reached by a name in its declaration, where it can have the other meaning there.
func TestReached(t *testing.T) {
	variable := function("V")
	variable.Kind, variable.Values = Variable, []ExprID{1}
	alias, field := function("A"), function("f")
	alias.Kind, alias.Type = TypeDef, 0
	field.Kind, field.Parent, field.Type = Field, 3, 0
	record := function("S")
	record.Kind = Struct
	f := &File{
		Lines: 1,
		Defs:  []Def{function("F"), variable, alias, record, field},
		Types: []Type{{Kind: Named, Name: "T", X: None, Def: None, In: None, Line: 1}},
		Exprs: []Expr{
			{Kind: Name, Name: "x", X: None, Ref: None, Type: None, In: None, Line: 1},
			{Kind: Member, Name: "y", X: 0, Ref: None, Type: None, In: None, Line: 1},
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
		if got := fmt.Sprint(slices.Sorted(maps.Keys(named(f.Reached(&c.changed, nil, nil))))); got != c.want {
			t.Errorf("%+v reaches %s, want %s", c.changed, got, c.want)
		}
	}

	// A declared type that is known decides, whatever the value mentions.
	known := func(id TypeID) bool { return id == 0 }
	f.Defs[1].Type = 0
	in := Changed{Members: Names{"y": InCode | InValues}}
	if got := f.Reached(&in, known, nil); len(got) != 0 {
		t.Errorf("the value of a variable with a known type reaches %v", got)
	}
	if got := f.Reached(&in, func(TypeID) bool { return false }, nil); len(got) != 1 {
		t.Errorf("the value of a variable with an unknown type reaches %v", got)
	}
	f.Defs[1].Type, f.Defs[1].Kind, f.Defs[1].Results = None, Function, []TypeID{0}
	if got := f.Reached(&in, known, nil); len(got) != 0 {
		t.Errorf("what a function with a declared result returns reaches %v", got)
	}
}

// The names of what is inside a function matter to no declaration; those of fields matter to who writes a value without
// them.
func TestDifferenceSenses(t *testing.T) {
	in := func(parent DefID, kind DefKind, name string) Def {
		d := function(name)
		d.Kind, d.Parent = kind, parent
		return d
	}
	from := &File{Defs: []Def{function("F"), in(None, Struct, "S")}}
	to := &File{Defs: []Def{function("F"), in(0, Struct, "local"), in(1, Field, "inner"), in(None, Struct, "S"), in(3, Field, "field"), in(3, Method, "Do")}}
	d := DifferenceOf(from, to)
	want := Names{"local": InCode | InValues, "inner": InCode, "S": InCode | InAlias, "field": InCode | InValues, "Do": InCode | InValues}
	if d == nil || !reflect.DeepEqual(named(d.Effects), want) {
		t.Errorf("%+v, want names %v", d, want)
	}
}
