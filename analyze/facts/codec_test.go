package facts

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/nexus-ci/nexus-ci/analyze/codec"
)

// random returns a File in which every field of every type is set at random, so
// that a field the codec does not know shows up as a difference. Indices point
// anywhere, but those of operands and parents before their holder.
func random(r *rand.Rand) *File {
	f := &File{}
	fill(r, reflect.ValueOf(f).Elem())
	for i := range f.Defs {
		f.Defs[i].Parent = int32(r.IntN(i+1)) - 1
	}
	for i := range f.Types {
		for j := range f.Types[i].Args {
			f.Types[i].Args[j] = int32(r.IntN(i+1)) - 1
		}
	}
	for i := range f.Exprs {
		f.Exprs[i].X = int32(r.IntN(i+1)) - 1
		for j := range f.Exprs[i].Args {
			f.Exprs[i].Args[j].X = int32(r.IntN(i+1)) - 1
		}
	}
	return f
}

func fill(r *rand.Rand, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(r, v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(r, v.Field(i))
			}
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), r.IntN(9), 9))
		for i := range v.Len() {
			fill(r, v.Index(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(r, v.Index(i))
		}
	case reflect.String:
		v.SetString([]string{"", "x", "a longer name", "naïve", fmt.Sprint(r.IntN(100))}[r.IntN(5)])
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 1)
	case reflect.Int32:
		v.SetInt([]int64{-1, 0, 1, 200, 1 << 20, 1<<31 - 2}[r.IntN(6)])
	case reflect.Uint8:
		v.SetUint(uint64(r.IntN(256)))
	case reflect.Uint16:
		v.SetUint(uint64(r.IntN(1 << 16)))
	case reflect.Uint32:
		v.SetUint(uint64(r.Uint32()))
	case reflect.Uint64:
		v.SetUint([]uint64{0, 1, r.Uint64()}[r.IntN(3)])
	default:
		panic(v.Kind())
	}
}

// nilEmpty: a slice without elements may come back as nil.
var nilEmpty = cmp.Options{cmpopts.EquateEmpty(), cmpopts.IgnoreUnexported(File{})}

// recode is Encode and Decode without the Check of the latter, which random
// files do not pass.
func recode(t *testing.T, f *File) *File {
	c := &coder{Coder: codec.Coder{Buf: Encode(f)}}
	got := &File{}
	c.all(got)
	if c.Failed || c.Pos != len(c.Buf) {
		t.Errorf("decoding failed or stopped at byte %d of %d", c.Pos, len(c.Buf))
	}
	return got
}

func TestRoundTripKeepsEveryField(t *testing.T) {
	for seed := range uint64(300) {
		f := random(rand.New(rand.NewPCG(seed, 0)))
		if diff := cmp.Diff(f, recode(t, f), nilEmpty); diff != "" {
			t.Fatalf("seed %d (-want +got):\n%s", seed, diff)
		}
	}
}

func TestRoundTripKeepsAbsence(t *testing.T) {
	for _, f := range []*File{{}, {ExportList: []string{}}, {Manifest: &Manifest{}}} {
		if diff := cmp.Diff(f, recode(t, f), cmpopts.IgnoreUnexported(File{})); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

// EachString must reach every string, or one could be invalid UTF-8 unseen, or
// missing in the table.
func TestEachStringVisitsAll(t *testing.T) {
	f := random(rand.New(rand.NewPCG(1, 2)))
	f.EachString(func(s *string) { *s = "" })
	var find func(path string, v reflect.Value)
	find = func(path string, v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer:
			if !v.IsNil() {
				find(path, v.Elem())
			}
		case reflect.Struct:
			for i := range v.NumField() {
				find(path+"."+v.Type().Field(i).Name, v.Field(i))
			}
		case reflect.Slice:
			for i := range v.Len() {
				find(path, v.Index(i))
			}
		case reflect.String:
			if v.String() != "" {
				t.Errorf("EachString does not visit %s", path)
			}
		}
	}
	find("File", reflect.ValueOf(f))
}

// sample is a small File that passes Check.
func sample() *File {
	f := &File{
		Language: "go", Package: "p", Lines: 9,
		Defs: []Def{
			{Kind: Struct, Name: "T", Parent: None, Receiver: None, Owner: None, Type: None, Start: 1, Line: 1, SignatureEnd: 1, End: 3},
			{Kind: Method, Name: "Next", Parent: None, Receiver: 1, Owner: None, Type: None, Start: 4, Line: 5, SignatureEnd: 5, End: 9,
				DocStart: 4, DocEnd: 4, Flags: Exported | Pointer, Params: []Param{{Name: "n", Type: 2, Variadic: true}}, Results: []TypeID{2},
				Signature: "func (t *T) Next(n ...int) int", SignatureHash: 1 << 60, BodyHash: 2, Sketch: Sketch{1, 2, 3, 4, 5, 6, 7, 8}},
		},
		Types: []Type{
			{Kind: Named, Name: "T", X: None, Def: None, In: None, Line: 5},
			{Kind: PointerT, Args: []TypeID{0}, X: None, Def: None, In: None, Line: 5},
			{Kind: Named, Name: "int", X: None, Def: None, In: 1, Line: 5},
		},
		Exprs: []Expr{
			{Kind: Local, Name: "t", X: None, Ref: 0, Type: None, In: 1, Line: 6},
			{Kind: Member, Name: "f", X: 0, Ref: None, Type: None, In: 1, Line: 6},
			{Kind: Call, X: 1, Ref: None, Type: None, In: 1, Line: 6, Flags: Discarded, At: 70, Args: []Arg{{X: None, Keyword: "k"}, {X: 0, Spread: true}}},
		},
		Vars:      []Var{{Kind: SelfVar, Name: "t", In: 1, Def: None, Import: None, Func: None, Type: 1, Line: 5}},
		Imports:   []Import{{Source: "fmt", In: None, Line: 1}},
		Exports:   []Export{{Name: "T", Local: "T", X: None, Def: 0, Line: 1}},
		Decisions: []int32{6, 6, 7},
		TopHash:   3 << 50,
		Code:      []Span{{1, 3}, {5, 8}},
		Blocks:    []Block{{10, 90, false}, {60, 80, true}},
		Problems:  []Problem{{Kind: SyntaxError, Line: 8, Message: `unexpected "}"`}},
	}
	return f
}

func TestDecode(t *testing.T) {
	got, err := Decode(Encode(sample()))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(sample(), got, cmpopts.IgnoreUnexported(File{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestCheck(t *testing.T) {
	if err := sample().Check(); err != nil {
		t.Fatalf("the sample is not well formed: %v", err)
	}
	tests := []struct {
		name  string
		spoil func(*File)
	}{
		{"index of a type", func(f *File) { f.Defs[1].Results[0] = 3 }},
		{"negative index", func(f *File) { f.Vars[0].Type = -2 }},
		{"operand behind", func(f *File) { f.Exprs[1].X = 2 }},
		{"operand itself", func(f *File) { f.Exprs[1].X = 1 }},
		{"argument behind", func(f *File) { f.Exprs[2].Args[1].X = 2 }},
		{"type argument behind", func(f *File) { f.Types[1].Args[0] = 1 }},
		{"parent behind", func(f *File) { f.Defs[0].Parent = 1 }},
		{"local without a variable", func(f *File) { f.Exprs[0].Ref = None }},
		{"variable out of range", func(f *File) { f.Exprs[0].Ref = 1 }},
		{"module without an import", func(f *File) { f.Exprs[0].Kind = Module; f.Imports = nil }},
		{"line out of the file", func(f *File) { f.Exprs[0].Line = 11 }},
		{"line 0", func(f *File) { f.Imports[0].Line = 0 }},
		{"name below the end", func(f *File) { f.Defs[0].Line = 4 }},
		{"documentation", func(f *File) { f.Defs[1].DocEnd = 3 }},
		{"no kind", func(f *File) { f.Exprs[1].Kind = 0 }},
		{"parameters of a function type", func(f *File) { f.Types[1].N = 2 }},
		{"too many values", func(f *File) { f.Vars[0].Values = make([]ExprID, MaxValues+1) }},
		{"decisions", func(f *File) { f.Decisions[2] = 1 }},
		{"base of an extension", func(f *File) { f.Extensions = []Extension{{Of: 0, Bases: []TypeID{3}, Line: 1}} }},
		{"code", func(f *File) { f.Code[1].Start = 3 }},
		{"place of what is no call", func(f *File) { f.Exprs[0].At = 9 }},
		{"blocks that cross", func(f *File) { f.Blocks[1].End = 91 }},
		{"blocks out of order", func(f *File) { f.Blocks[1].Start = 9 }},
		{"empty block", func(f *File) { f.Blocks[0].End = 10 }},
		{"problem", func(f *File) { f.Problems[0].Line = -1 }},
	}
	for _, test := range tests {
		f := sample()
		test.spoil(f)
		if f.Check() == nil {
			t.Errorf("%s: Check did not notice", test.name)
		}
	}
}

// Every single damaged byte and every cut gives an error or a File that passes
// Check, and nothing panics.
func TestDecodeDamaged(t *testing.T) {
	data := Encode(sample())
	for i := range data {
		if _, err := Decode(data[:i]); err == nil {
			t.Errorf("cut to %d of %d bytes: no error", i, len(data))
		}
		for _, flip := range []byte{1, 0x80, 0xff} {
			damaged := append([]byte(nil), data...)
			damaged[i] ^= flip
			checkDecode(t, damaged)
		}
	}
	if _, err := Decode(append(data, 0)); err == nil {
		t.Error("one byte too many: no error")
	}
}

// A length that lies must not reserve memory for what cannot be there.
func TestDecodeAllocatesInProportion(t *testing.T) {
	for _, data := range [][]byte{
		{0xff, 0xff, 0xff, 0xff, 0x0f},
		{0, 0xff, 0xff, 0xff, 0xff, 0x0f},
		{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0x07},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		checkDecode(t, data)
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
			t.Errorf("%d bytes allocated for %d bytes", n, len(data))
		}
	}
}

// The least sizes must not be above what an element really takes, or good data
// would be refused.
func TestLeastSizes(t *testing.T) {
	n := 200
	f := &File{Lines: 1}
	for range n {
		f.Defs = append(f.Defs, Def{Kind: Function, Parent: None, Receiver: None, Owner: None, Type: None, Start: 1, Line: 1, SignatureEnd: 1, End: 1})
		f.Types = append(f.Types, Type{Kind: Named, X: None, Def: None, In: None, Line: 1})
		f.Exprs = append(f.Exprs, Expr{Kind: Other, X: None, Ref: None, Type: None, In: None, Line: 1})
		f.Vars = append(f.Vars, Var{Kind: LocalVar, In: None, Def: None, Import: None, Func: None, Type: None, Line: 1})
		f.Imports = append(f.Imports, Import{In: None, Line: 1})
		f.Exports = append(f.Exports, Export{X: None, Def: None, Line: 1})
		f.Extensions = append(f.Extensions, Extension{Of: None, Line: 1})
	}
	f.Exprs[0].Args = make([]Arg, n)
	f.Defs[0].Params = make([]Param, n)
	f.Defs[0].TypeParams = make([]TypeParam, n)
	for i := range n {
		f.Exprs[0].Args[i].X = None
		f.Defs[0].Params[i].Type = None
		f.Defs[0].TypeParams[i].Bound = None
	}
	got, err := Decode(Encode(f))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(f, got, cmpopts.IgnoreUnexported(File{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for name, list := range map[string]*File{
		"defs": {Defs: f.Defs[1:]}, "types": {Types: f.Types}, "exprs": {Exprs: f.Exprs[1:]},
		"vars": {Vars: f.Vars}, "imports": {Imports: f.Imports}, "exports": {Exports: f.Exports},
		"extensions": {Extensions: f.Extensions},
	} {
		list.Lines = 1
		if _, err := Decode(Encode(list)); err != nil {
			t.Errorf("only %s: %v", name, err)
		}
	}
}

func checkDecode(t *testing.T, data []byte) {
	t.Helper()
	_, _ = DecodeOutline(data) // no panic
	f, err := Decode(data)
	if err != nil {
		return
	}
	if err := f.Check(); err != nil {
		t.Errorf("Decode gave a file that is not well formed: %v", err)
	}
	encoded := Encode(f)
	if again, err := Decode(encoded); err != nil || !cmp.Equal(f, again, nilEmpty) {
		t.Errorf("the decoded file does not survive a round trip: %v\n%s", err, cmp.Diff(f, again, nilEmpty))
	}
	outline := &File{
		Language: f.Language, Package: f.Package, Lines: f.Lines, Imports: f.Imports, ExportList: f.ExportList, Constraint: f.Constraint,
		Generated: f.Generated, Minified: f.Minified, DynamicNames: f.DynamicNames, Manifest: f.Manifest, Problems: f.Problems,
	}
	if alone, err := DecodeOutline(encoded); err != nil || !cmp.Equal(outline, alone, nilEmpty) {
		t.Errorf("outline decoded alone: %v\n%s", err, cmp.Diff(outline, alone, nilEmpty))
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(Encode(sample()))
	f.Add(Encode(&File{}))
	f.Fuzz(checkDecode)
}

// large is about what a source of 2,000 lines has.
func large() *File {
	f := sample()
	f.Lines = 2000
	for i := range int32(5000) {
		e := f.Exprs[i%3]
		e.Line = 6 + i/3
		if e.X != None {
			e.X = i + 2
		}
		if len(e.Args) > 0 {
			e.Args = []Arg{{X: i + 1}, {X: None}}
		}
		f.Exprs = append(f.Exprs, e)
	}
	for i := range int32(100) {
		d := f.Defs[1]
		d.Name = fmt.Sprint("method", i)
		f.Defs = append(f.Defs, d)
	}
	return f
}

func BenchmarkEncode(b *testing.B) {
	f := large()
	b.SetBytes(int64(len(Encode(f))))
	b.ReportAllocs()
	for b.Loop() {
		Encode(f)
	}
}

func BenchmarkDecode(b *testing.B) {
	data := Encode(large())
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Decode(data); err != nil {
			b.Fatal(err)
		}
	}
}

// The expressions of DecodeDeclared are those of Decode, also for the first of several goroutines, in an encoded copy and in a shift.
func TestDecodeDeclared(t *testing.T) {
	want := sample()
	data := Encode(want)
	got, err := DecodeDeclared(data)
	if err != nil {
		t.Fatal(err)
	}
	if got.Exprs != nil || got.NumExprs() != len(want.Exprs) {
		t.Errorf("%d expressions are decoded, and %d counted, want 0 and %d", len(got.Exprs), got.NumExprs(), len(want.Exprs))
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if diff := cmp.Diff(want.Exprs, got.Expressions()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	wg.Wait()
	for name, want := range map[string]bool{"f": true, "k": true, "fmt": true, "other": false} {
		if got.MaySpell(func(s string) bool { return s == name }) != want {
			t.Errorf("MaySpell(%s) is %t", name, !want)
		}
	}
	if string(Encode(got)) != string(data) {
		t.Error("the file is encoded otherwise")
	}
	if later, _ := DecodeDeclared(data); ShiftOf(later, want) == nil || ShiftOf(want, later) == nil {
		t.Error("the file has another shape")
	}
}

// Damage among the declarations is an error. With damage among the expressions nothing is known of them.
func TestDecodeDeclaredDamaged(t *testing.T) {
	data := Encode(sample())
	damages := 0
	for i := range data {
		damaged := append([]byte(nil), data...)
		damaged[i] ^= 0xff
		f, err := DecodeDeclared(damaged)
		if err != nil {
			continue
		}
		if err := f.Check(); err != nil {
			t.Errorf("byte %d: a file that is not well formed: %v", i, err)
		}
		if !slices.ContainsFunc(f.Expressions(), func(e Expr) bool { return e.Kind != Other }) {
			damages++
		}
	}
	if damages == 0 {
		t.Error("no damage was found among the expressions")
	}
}
