package facts

import (
	"cmp"
	"slices"
	"sync"

	"github.com/nexus-ci/nexus-ci/analyze/codec"
)

// later are the expressions of a stored File, which are decoded when they are asked for.
type later struct {
	once     sync.Once
	data     []byte   // the end of the stored form
	table    []string // of the strings that were read
	closures []Closure
	n        int
	exprs    []Expr
}

// A Closure is what others need to know of a function literal.
type Closure struct {
	x       ExprID
	Def     DefID  // that it is, None for none
	Type    TypeID // of the function, None where it is not written
	Returns bool   // it is a value that an expression gives, as x => x + 1
}

func (e *Expr) closure(x ExprID) Closure { return Closure{x, e.Ref, e.Type, len(e.Args) > 0} }

// Closure returns what is known of the function literal x, also where the expressions are not decoded.
func (f *File) Closure(x ExprID) Closure {
	if f.later == nil {
		return f.Exprs[x].closure(x)
	}
	if i, found := slices.BinarySearchFunc(f.later.closures, x, func(l Closure, x ExprID) int { return cmp.Compare(l.x, x) }); found {
		return f.later.closures[i]
	}
	return f.Expressions()[x].closure(x)
}

// closures returns all function literals of f.
func (f *File) closures() []Closure {
	var out []Closure
	for x, e := range f.Expressions() {
		if e.Kind == Func {
			out = append(out, e.closure(ExprID(x)))
		}
	}
	return out
}

// Expressions returns the expressions of f. Those of a File from DecodeDeclared are decoded by the first call. Where the
// data that passed DecodeDeclared holds wrong ones, of which the checksum of a cache would tell, each is an Other, from
// which nothing follows. It may be called concurrently.
func (f *File) Expressions() []Expr {
	if f.later == nil {
		return f.Exprs
	}
	return f.later.of(f) // apart, so that this function is inlined
}

// of returns the expressions of f, the File that l is of.
func (l *later) of(f *File) []Expr {
	l.once.Do(func() {
		var err error
		if l.exprs, err = l.decode(f); err != nil {
			l.exprs = slices.Repeat([]Expr{{Kind: Other, X: None, Ref: None, Type: None, In: None, Line: 1}}, l.n)
		}
	})
	return l.exprs
}

// MaySpell reports whether an expression of f may have a name. It decodes none: where it returns false, there is no need to.
func (f *File) MaySpell(is func(name string) bool) bool {
	if f.later == nil {
		return true
	}
	c := f.later.coder()
	c.added(nil)
	return slices.ContainsFunc(c.table[1:], is)
}

// NumExprs is the number of expressions of f.
func (f *File) NumExprs() int {
	if f.later == nil {
		return len(f.Exprs)
	}
	return f.later.n
}

// coder reads the end of the stored form, where the expressions are.
func (l *later) coder() *coder { return &coder{Coder: codec.Coder{Buf: l.data}, table: l.table} }

// decode returns the expressions of f.
func (l *later) decode(f *File) ([]Expr, error) {
	c := l.coder()
	exprs := make([]Expr, l.n)
	if c.expressions(exprs); c.Failed || c.Pos != len(l.data) || f.checkExprs(exprs) != nil {
		return nil, errCorrupt
	}
	return exprs, nil
}
