package facts

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// The fields that a Shift leads over: places, and what carries no meaning to names.
var (
	places  = []string{"Line", "Start", "End", "SignatureEnd", "At", "LastLine"}
	carries = []string{"Lines", "Decisions", "Code", "TopHash", "Directives", "DocStart", "DocEnd", "DocHash", "BodyHash", "Sketch"}
)

// A file that differs from another in any other field has no shift from it.
func TestShiftLeadsOverPlacesAlone(t *testing.T) {
	for _, field := range leaves(reflect.ValueOf(sample()).Elem(), nil) {
		f := sample()
		change(at(reflect.ValueOf(f).Elem(), field.path))
		name := field.names[len(field.names)-1]
		shift := ShiftOf(sample(), f)
		switch {
		case slices.ContainsFunc(carries, func(c string) bool { return slices.Contains(field.names, c) }):
			if shift == nil {
				t.Errorf("no shift over %s", strings.Join(field.names, "."))
			}
		case name == "Size" || slices.Contains(places, name) || name == "N" && f.Exprs[field.path[1]].Kind == Func && field.names[0] == "Exprs":
		case shift != nil && f.Check() == nil:
			t.Errorf("a shift over %s", strings.Join(field.names, "."))
		}
	}
}

type leaf struct {
	names []string
	path  []int // of fields and elements, by position
}

// leaves returns the fields of a value that hold no others.
func leaves(v reflect.Value, up []string) []leaf {
	var out []leaf
	below := func(i int, name string, w reflect.Value) {
		for _, l := range leaves(w, append(slices.Clone(up), name)) {
			out = append(out, leaf{l.names, append([]int{i}, l.path...)})
		}
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			below(i, v.Type().Field(i).Name, v.Field(i))
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			below(i, fmt.Sprint(i), v.Index(i))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			below(0, "*", v.Elem())
		}
	default:
		out = append(out, leaf{names: up})
	}
	return out
}

func at(v reflect.Value, path []int) reflect.Value {
	for _, i := range path {
		switch v.Kind() {
		case reflect.Struct:
			v = v.Field(i)
		case reflect.Pointer:
			v = v.Elem()
		default:
			v = v.Index(i)
		}
	}
	return v
}

func change(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(v.String() + "x")
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int32:
		v.SetInt(v.Int() + 1)
	default:
		v.SetUint(v.Uint() ^ 1)
	}
}

func TestShiftKeepsOrder(t *testing.T) {
	file := func(lines ...int32) *File {
		f := &File{}
		for i, line := range lines {
			f.Exprs = append(f.Exprs, Expr{Kind: Call, X: None, Line: line, At: 10 * int32(i+1)})
		}
		return f
	}
	for _, c := range []struct {
		from, to *File
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
		s := ShiftOf(c.from, c.to)
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
