package facts

import (
	"unicode"
	"unicode/utf8"
)

// The meaning of the number Expr.N depends on the kind. Each of these methods names one meaning, and may be used only on
// the kinds in its comment. Code outside of this package uses these methods in place of N.

// A NameSense says which kind of symbol a Name or Member refers to.
type NameSense = int32

// Sense returns which kind of symbol a Name or Member refers to.
func (e *Expr) Sense() NameSense { return e.N }

// SetSense sets the Sense of a Name or Member.
func (e *Expr) SetSense(s NameSense) { e.N = s }

// ValueCount returns how many values the place of a Call or New expects, 0 where it is not known.
func (e *Expr) ValueCount() int { return int(e.N) }

// SetValueCount sets the ValueCount of a Call or New.
func (e *Expr) SetValueCount(n int32) { e.N = n }

// ResultIndex returns the index, from 0, of the value of X that a Result is.
func (e *Expr) ResultIndex() int32 { return e.N }

// SetResult makes e the value of x with index i.
func (e *Expr) SetResult(x ExprID, i int32) { e.Kind, e.X, e.N = Result, x, i }

// Excludes reports whether the type of an Assert is that of X without Type.
func (e *Expr) Excludes() bool { return e.N == 1 }

// SetExcludes makes the type of an Assert that of X without Type.
func (e *Expr) SetExcludes() { e.N = 1 }

// LastLine returns the last line of a Func, 0 where the language needs none.
func (e *Expr) LastLine() int32 { return e.N }

// SetLastLine sets the LastLine of a Func.
func (e *Expr) SetLastLine(line int32) { e.N = line }

// IsTuple reports whether the items of a List are typed by position.
func (e *Expr) IsTuple() bool { return e.N == 1 }

// SetTuple makes a List a tuple, whose items are typed by position.
func (e *Expr) SetTuple() { e.N = 1 }

// Alternatives returns those Args of an Either that are its possible values.
func (e *Expr) Alternatives() []Arg {
	if e.N <= 0 || int(e.N) >= len(e.Args) {
		return e.Args
	}
	return e.Args[:e.N]
}

// Appended returns the other Args of an Either: elements appended to a list that begins as one of
// the Alternatives.
func (e *Expr) Appended() []Arg { return e.Args[len(e.Alternatives()):] }

// SetAlternatives makes the first n Args of an Either its Alternatives; the others are Appended.
func (e *Expr) SetAlternatives(n int32) { e.N = n }

// InPromise reports whether a Module is wrapped in a promise.
func (e *Expr) InPromise() bool { return e.N == 1 }

// SetInPromise wraps a Module in a promise.
func (e *Expr) SetInPromise() { e.N = 1 }

// OutArgument returns the index, from 0, of the argument of the call X in which an Out is stored.
func (e *Expr) OutArgument() int32 { return e.N }

// SetOut makes e the value that the call x stores in its argument i.
func (e *Expr) SetOut(x ExprID, i int32) { e.Kind, e.X, e.N = Out, x, i }

// Params returns the parameters of a FuncT.
func (t *Type) Params() []TypeID { return t.Args[:min(int(t.N), len(t.Args))] }

// Results returns the results of a FuncT.
func (t *Type) Results() []TypeID { return t.Args[min(int(t.N), len(t.Args)):] }

// Beginning returns the first expression of a chain of members and calls.
func (f *File) Beginning(x ExprID) ExprID {
	for e := &f.Expressions()[x]; (e.Kind == Call || e.Kind == Member) && e.X >= 0; e = &f.Expressions()[x] {
		x = e.X
	}
	return x
}

// Scope returns the definition whose scope the look-up of a name starts in.
func (e *Expr) Scope() DefID {
	if e.Flags&FromTop != 0 {
		return None
	}
	return e.In
}

// NamesType reports whether a name follows the naming convention for types.
func (e *Expr) NamesType() bool {
	first, _ := utf8.DecodeRuneInString(e.Name)
	return unicode.IsUpper(first)
}

// Dotted returns the path that a member of a plain name is written as, a.b.c; "" for members of other values.
func (f *File) Dotted(e *Expr) string {
	switch {
	case e.Kind == Name:
		return e.Name
	case e.Kind == Member && e.X >= 0:
		if path := f.Dotted(&f.Expressions()[e.X]); path != "" {
			return path + "." + e.Name
		}
	}
	return ""
}

// ImportedName returns the name of what the file imports under another name, name for others.
func (f *File) ImportedName(name string) string {
	for i := range f.Imports {
		if im := &f.Imports[i]; im.Alias == name {
			if im.Name != "" {
				return im.Name
			}
			break
		}
	}
	return name
}

// Names of an Either: the last of Args where others are absent, and what has the wider type of two numbers.
const (
	OrElse     = "??"
	Arithmetic = "+"
)

// MayBeAbsent reports whether a Named is of values that may be absent (C# int?).
func (t *Type) MayBeAbsent() bool { return t.Kind == Named && t.N == 1 }

// SetMayBeAbsent makes a Named one of values that may be absent.
func (t *Type) SetMayBeAbsent() { t.N = 1 }
