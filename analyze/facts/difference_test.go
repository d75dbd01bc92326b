package facts

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// plain is a file without what makes a Difference impossible.
func plain() *File {
	f := sample()
	f.Exports, f.Problems = nil, nil
	return f
}

// A version that differs in anything that the definitions lead to has a difference, or none can be told; one that
// differs in places, or in the bodies of functions, has none.
func TestDifferenceSeesDeclarations(t *testing.T) {
	if d := DifferenceOf(plain(), plain()); d == nil || len(d.Names) > 0 {
		t.Fatalf("of two equal files: %+v", d)
	}
	body := func(l leaf) bool { // the expressions of the sample are in the body of Next
		return l.names[0] == "Exprs" || l.names[0] == "Blocks" || slices.ContainsFunc(l.names, func(name string) bool { return slices.Contains(carries, name) && name != "Directives" })
	}
	for _, field := range leaves(reflect.ValueOf(plain()).Elem(), nil) {
		f := plain()
		change(at(reflect.ValueOf(f).Elem(), field.path))
		if f.Check() != nil {
			continue
		}
		name, d := strings.Join(field.names, "."), DifferenceOf(plain(), f)
		same := d != nil && len(d.Names) == 0
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
		{file("a", "b"), file("b", "a"), "nil"}, // the order counts
	} {
		got := "nil"
		if d := DifferenceOf(c.from, c.to); d != nil {
			var names []string
			for name := range d.Names {
				names = append(names, name)
			}
			slices.Sort(names)
			got = fmt.Sprint(d.Moved, names)
		}
		if got != c.want {
			t.Errorf("from %v to %v: %s, want %s", c.from.Defs, c.to.Defs, got, c.want)
		}
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
	want := Names{"inner": InCode, "S": InCode | InAlias, "field": InCode | InValues, "Do": InCode | InValues}
	if d == nil || !reflect.DeepEqual(d.Names, want) {
		t.Errorf("%+v, want names %v", d, want)
	}
}
