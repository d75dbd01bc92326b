// Package factstest has facts to test with, and what it takes to change each of their fields.
package factstest

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// Places returns the names of the fields that hold places in a file.
func Places() []string {
	return []string{"Line", "Start", "End", "SignatureEnd", "At", "LastLine"}
}

// Carries returns the names of the fields that carry no meaning to names.
func Carries() []string {
	return []string{"Lines", "Decisions", "Code", "TopHash", "Directives", "DocStart", "DocEnd", "DocHash", "BodyHash", "Sketch"}
}

// Sample returns a small file that passes Check.
func Sample() *facts.File {
	f := &facts.File{
		Language: "go", Package: "p", Lines: 9,
		Defs: []facts.Def{
			{Kind: facts.Struct, Name: "T", Parent: facts.None, Receiver: facts.None, Owner: facts.None, Type: facts.None, Start: 1, Line: 1, SignatureEnd: 1, End: 3},
			{Kind: facts.Method, Name: "Next", Parent: facts.None, Receiver: 1, Owner: facts.None, Type: facts.None, Start: 4, Line: 5, SignatureEnd: 5, End: 9,
				DocStart: 4, DocEnd: 4, Flags: facts.Exported | facts.Pointer, Params: []facts.Param{{Name: "n", Type: 2, Variadic: true}}, Results: []facts.TypeID{2},
				Signature: "func (t *T) Next(n ...int) int", SignatureHash: 1 << 60, BodyHash: 2, Sketch: facts.Sketch{1, 2, 3, 4, 5, 6, 7, 8}},
		},
		Types: []facts.Type{
			{Kind: facts.Named, Name: "T", X: facts.None, Def: facts.None, In: facts.None, Line: 5},
			{Kind: facts.PointerT, Args: []facts.TypeID{0}, X: facts.None, Def: facts.None, In: facts.None, Line: 5},
			{Kind: facts.Named, Name: "int", X: facts.None, Def: facts.None, In: 1, Line: 5},
		},
		Exprs: []facts.Expr{
			{Kind: facts.Local, Name: "t", X: facts.None, Ref: 0, Type: facts.None, In: 1, Line: 6},
			{Kind: facts.Member, Name: "f", X: 0, Ref: facts.None, Type: facts.None, In: 1, Line: 6},
			{Kind: facts.Call, X: 1, Ref: facts.None, Type: facts.None, In: 1, Line: 6, Flags: facts.Discarded, At: 70, Args: []facts.Arg{{X: facts.None, Keyword: "k"}, {X: 0, Spread: true}}},
		},
		Vars:      []facts.Var{{Kind: facts.SelfVar, Name: "t", In: 1, Def: facts.None, Import: facts.None, Func: facts.None, Type: 1, Line: 5}},
		Imports:   []facts.Import{{Source: "fmt", In: facts.None, Line: 1}},
		Exports:   []facts.Export{{Name: "T", Local: "T", X: facts.None, Def: 0, Line: 1}},
		Decisions: []int32{6, 6, 7},
		TopHash:   3 << 50,
		Code:      []facts.Span{{Start: 1, End: 3}, {Start: 5, End: 8}},
		Blocks:    []facts.Block{{Start: 10, End: 90}, {Start: 60, End: 80, Literal: true}},
		Problems:  []facts.Problem{{Kind: facts.SyntaxError, Line: 8, Message: `unexpected "}"`}},
	}
	return f
}

// A Leaf is a field that holds no others.
type Leaf struct {
	Names []string
	Path  []int // of fields and elements, by position
}

// Leaves returns the fields of a value that hold no others.
func Leaves(v reflect.Value, up []string) []Leaf {
	var out []Leaf
	below := func(i int, name string, w reflect.Value) {
		for _, l := range Leaves(w, append(slices.Clone(up), name)) {
			out = append(out, Leaf{l.Names, append([]int{i}, l.Path...)})
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
		out = append(out, Leaf{Names: up})
	}
	return out
}

// At returns the value at a path.
func At(v reflect.Value, path []int) reflect.Value {
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

// Change gives a field another value.
func Change(v reflect.Value) {
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
