package facts

// Expr.N is one number whose meaning depends on the kind. These methods name the meanings;
// each may be used only on the kinds that its comment names. They are what code outside of
// this package reads and writes.

// NameSense says which kind of symbol a Name or Member means.
type NameSense = int32

// Sense returns which kind of symbol a Name or Member means.
func (e *Expr) Sense() NameSense { return e.N }

// SetSense sets the Sense of a Name or Member.
func (e *Expr) SetSense(s NameSense) { e.N = s }

// ValueCount returns how many values the place of a Call or New takes, 0 where that is not
// known.
func (e *Expr) ValueCount() int { return int(e.N) }

// SetValueCount sets the ValueCount of a Call or New.
func (e *Expr) SetValueCount(n int32) { e.N = n }

// ResultIndex returns which of the values of X a Result is, from 0 on.
func (e *Expr) ResultIndex() int32 { return e.N }

// SetResult makes e the i-th value of x.
func (e *Expr) SetResult(x ExprID, i int32) { e.Kind, e.X, e.N = Result, x, i }

// Excludes reports whether an Assert is what X can be beside Type.
func (e *Expr) Excludes() bool { return e.N == 1 }

// SetExcludes makes an Assert what X can be beside Type.
func (e *Expr) SetExcludes() { e.N = 1 }

// LastLine returns the last line of a Func, 0 where the language needs none.
func (e *Expr) LastLine() int32 { return e.N }

// SetLastLine sets the LastLine of a Func.
func (e *Expr) SetLastLine(line int32) { e.N = line }

// IsTuple reports whether the items of a List have a place each.
func (e *Expr) IsTuple() bool { return e.N == 1 }

// SetTuple gives the items of a List a place each.
func (e *Expr) SetTuple() { e.N = 1 }

// Alternatives returns those of the Args of an Either that it can be.
func (e *Expr) Alternatives() []Arg {
	if e.N <= 0 || int(e.N) >= len(e.Args) {
		return e.Args
	}
	return e.Args[:e.N]
}

// Appended returns those of the Args of an Either that are elements of a list which begins
// as one of the Alternatives.
func (e *Expr) Appended() []Arg { return e.Args[len(e.Alternatives()):] }

// SetAlternatives makes an Either one of its first n Args; the others are Appended.
func (e *Expr) SetAlternatives(n int32) { e.N = n }

// InPromise reports whether a Module comes in a promise.
func (e *Expr) InPromise() bool { return e.N == 1 }

// SetInPromise makes a Module come in a promise.
func (e *Expr) SetInPromise() { e.N = 1 }

// OutArgument returns in which argument of the call X an Out is stored, from 0 on.
func (e *Expr) OutArgument() int32 { return e.N }

// SetOut makes e what the call x stores in its i-th argument.
func (e *Expr) SetOut(x ExprID, i int32) { e.Kind, e.X, e.N = Out, x, i }

// Params returns the parameters of a FuncT.
func (t *Type) Params() []TypeID { return t.Args[:min(int(t.N), len(t.Args))] }

// Results returns the results of a FuncT.
func (t *Type) Results() []TypeID { return t.Args[min(int(t.N), len(t.Args)):] }
