package written

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
)

// A State says whether a value of a value type, which is never null, may be absent (int? in C#).
type State int

const (
	Unknown State = iota
	Present
	Absent // it may be
)

// An Asker knows the files and what their expressions denote.
type Asker interface {
	FactsOf(file decl.FileID) *facts.File
	// DeclaredAt returns the one definition that an expression, or the callee of a call, denotes, with
	// its file; nil where its declared type is that of type arguments, or it denotes none. outside says that
	// it denotes something outside the repository.
	DeclaredAt(file decl.FileID, x facts.ExprID) (in *facts.File, d *facts.Def, outside bool)
}

// Type says whether a value of the written type t may be absent.
func Type(f *facts.File, t facts.TypeID) State {
	switch {
	case t < 0 || f.Types[t].Kind != facts.Named:
		return Unknown
	case f.Types[t].MayBeAbsent() || f.Types[t].Name == "Nullable" && len(f.Types[t].Args) == 1:
		return Absent
	}
	return Present
}

// Differ reports whether of two written types one may be absent and the other may not.
func Differ(f *facts.File, t facts.TypeID, g *facts.File, u facts.TypeID) bool {
	a, b := Type(f, t), Type(g, u)
	return a != b && a != Unknown && b != Unknown
}

// maxSteps bounds the expressions that one answer asks for.
const maxSteps = 16

// Of says whether the value of x, which is of a value type, may be absent.
func Of(a Asker, file decl.FileID, x facts.ExprID) State { return of(a, file, x, maxSteps) }

func of(a Asker, file decl.FileID, x facts.ExprID, steps int) State {
	if x < 0 || steps == 0 {
		return Unknown
	}
	f := a.FactsOf(file)
	switch e := &f.Expressions()[x]; e.Kind {
	case facts.Literal, facts.New:
		return Present
	case facts.Assert, facts.Composite:
		return Type(f, e.Type)
	case facts.Local:
		v := &f.Vars[e.Ref]
		if v.Type < 0 && len(v.Values) == 1 {
			return of(a, file, v.Values[0], steps-1)
		}
		return Type(f, v.Type)
	case facts.Either:
		return ofEither(a, file, e, steps-1)
	case facts.Name, facts.Member, facts.Call:
		if e.Kind == facts.Member && e.Name == "Value" && of(a, file, e.X, steps-1) == Absent {
			return Present
		}
		if e.Flags&facts.OptionalOp != 0 {
			return Absent
		}
		in, d, outside := a.DeclaredAt(file, x)
		switch {
		case outside: // what the language lists of the library
			return Present
		case d == nil:
			return Unknown
		case !d.Kind.IsCallable() || d.Has(facts.Getter) && d.Type >= 0:
			return Type(in, d.Type)
		case len(d.Results) == 1:
			return Type(in, d.Results[0])
		}
	}
	return Unknown
}

// ofEither is of for one of several values: a value stands in for an absent one (a ?? b), else it may be
// absent where one of them may.
func ofEither(a Asker, file decl.FileID, e *facts.Expr, steps int) State {
	if e.Name == facts.OrElse {
		if len(e.Args) < 2 {
			return Present
		}
		return of(a, file, e.Args[len(e.Args)-1].X, steps)
	}
	out := Present
	for _, arg := range e.Args {
		switch of(a, file, arg.X, steps) {
		case Absent:
			return Absent
		case Unknown:
			out = Unknown
		}
	}
	return out
}
