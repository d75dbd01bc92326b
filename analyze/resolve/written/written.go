// Package written says what a written type tells apart from what it names: which type parameters
// it mentions, whether a function gives a value or a promise, and whether a value may be absent.
//
// In: the facts of a file. Out: answers about one type or one value of it. It resolves no name; it
// asks for what an expression denotes (Asker).
package written

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Mentions reports whether the type of a parameter of d, or of its receiver, contains the type
// parameter called name.
func Mentions(f *facts.File, d *facts.Def, name string) bool {
	var in func(t facts.TypeID) bool
	in = func(t facts.TypeID) bool {
		return t >= 0 && (f.Types[t].Kind == facts.Named && f.Types[t].Name == name || slices.ContainsFunc(f.Types[t].Args, in))
	}
	return in(d.Receiver) || slices.ContainsFunc(d.Params, func(p facts.Param) bool { return in(p.Type) })
}

// A Result is the kind of the declared result of a function.
type Result int

const (
	Nothing Result = iota
	Value
	Promise      // of nothing
	PromiseValue // of a value
)

// Cost is how much worse a function type fits that gives wanted, where a literal that gives r is
// passed. A value may be a promise.
func (r Result) Cost(wanted Result) int {
	return [...][4]int{
		Nothing:      {0, 6, 6, 6},
		Value:        {2, 0, 1, 1},
		Promise:      {3, 2, 0, 6},
		PromiseValue: {4, 1, 4, 0},
	}[r][wanted]
}

// Gives returns the kind of the result of the function type fn.
func Gives(l *lang.Language, f *facts.File, fn facts.TypeID) Result {
	ty := &f.Types[fn]
	if ty.Kind != facts.FuncT || int(ty.N) >= len(ty.Args) || ty.Args[ty.N] < 0 {
		return Nothing
	}
	switch t := &f.Types[ty.Args[ty.N]]; {
	case t.Kind != facts.PromiseT && (t.Kind != facts.Named || l.Forms[t.Name] != "promise"):
		return Value
	case len(t.Args) == 0 || t.Args[0] < 0:
		return Promise
	}
	return PromiseValue
}

// LiteralGives returns the kind of the result of the function literal e.
func LiteralGives(l *lang.Language, f *facts.File, e *facts.Expr) Result {
	if e.Type >= 0 {
		if gives := Gives(l, f, e.Type); gives != Nothing {
			return gives
		}
	}
	if len(e.Args) > 0 {
		return Value
	}
	return Nothing
}

// TakesNone reports whether the only type of the first parameter of a function is none.
func TakesNone(f *facts.File, d *facts.Def) bool {
	if len(d.Params) == 0 || d.Params[0].Type < 0 {
		return false
	}
	ty := &f.Types[d.Params[0].Type]
	return ty.Kind == facts.Named && ty.Name == "None"
}

// IsNil reports whether x is the literal for no value.
func IsNil(f *facts.File, x facts.ExprID) bool {
	e := &f.Expressions()[x]
	return e.Kind == facts.Literal && (e.Name == "nil" || e.Name == "null" || e.Name == "None" || e.Name == "undefined")
}

// SameBlock reports whether one block of code makes two definitions of a file members of a type.
func SameBlock(f *facts.File, d, e *facts.Def) bool {
	return d.Receiver >= 0 && e.Receiver >= 0 && f.Types[d.Receiver].Line == f.Types[e.Receiver].Line
}

// Alike returns how alike the headers of d, of file f, and o, of file g, are: first the number of their parameters, then
// how many of these have types of the same name, up to a limit, then all of the header.
func Alike(f *facts.File, d *facts.Def, g *facts.File, o *facts.Def) int {
	const sameNumber, most = 1 << 24, 28
	if len(d.Params) != len(o.Params) {
		return 0
	}
	n := sameNumber
	for i := range min(len(d.Params), most) {
		if x := typeName(f, d.Params[i].Type); x != "" && x == typeName(g, o.Params[i].Type) {
			n += 2
		}
	}
	if o.SignatureHash == d.SignatureHash {
		n += 3
	}
	return n
}

// typeName returns the name in a written type, without what is around it.
func typeName(f *facts.File, id facts.TypeID) string {
	for id >= 0 {
		ty := &f.Types[id]
		if ty.Kind == facts.Named {
			return ty.Name
		}
		if len(ty.Args) == 0 {
			return ""
		}
		id = ty.Args[0]
	}
	return ""
}

// HasOneBound reports whether the type parameters of a definition have no bounds but those that are known: a clause
// behind the declaration (where) may name others, and so may a bound itself (Scala with).
func HasOneBound(d *facts.Def) bool {
	return !strings.Contains(d.Signature, " where ") && !strings.Contains(d.Signature, " with ")
}
