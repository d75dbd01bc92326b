package inventory

import (
	"cmp"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/edit"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/failure"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A Stock holds the values of both versions of the changed files.
//
// A part of a condition is told where all of this holds:
//
//	I1  no changed file has it on the other side, in any form that is known again; of a new function: base has it in
//	    fewer places than head, so not all of them came from there
//	I2  it has a name or a constant that is not a local variable, and no question with one of these is in more places
//	    on the other side than on this one: that may be the same question in another form
//	I3  it calls no function that only one side has, which may ask what was asked here
//	I4  of a function that both sides have: the other version has not one of these names anywhere, only one of both has
//	    such questions, and it calls nothing with the same local variable that only it calls: that may give the answer
//	I5  of a new function: no removed function asks a question that differs from it in names alone; a comparison of its
//	    parameters and constants needs no other name, where base does not have it as it is written
//
// A statement that fails is told of a function that both sides have (I6) where it has a text of several words that the
// other side does not have, or has less often, while the other version of the function has it not, fails in fewer places, so
// that the text is no constant now, and calls nothing that this one does not call.
//
// Any other part of a condition, or statement without a body, of a function that both sides have (I7) is told as code, not as
// a question: where it has a name or a constant that is not a local variable, logs nothing, the other version of the function
// has not its value, also in another place or with other names of local variables, and the other side has it less often, so
// that it did not move. Of a new function (I8) so are the values that it returns, what it stores elsewhere than in its local
// variables, and its calls with a text; of a small one all statements, if none of them moved. Where the versions of a function have the same form, what is written otherwise is told
// (I9): types of literals, await and directives.
type Stock struct {
	sides    [2]*Side
	asIs     [2]*Side // the same, with compared functions as they are written
	wrote    map[*tree.Node]*tree.Node
	code     map[uint64]bool // hashes of the code of base
	fewer    [2]map[string]bool
	shapes   map[uint64]bool        // of the questions of removed functions
	lone     [2]map[string][]string // the functions that only one side has and that call a name
	oneSided func(name string) bool
}

// NewStock returns the values of both versions of files. lone: the functions that only base has, and only head has; both:
// those that both have, in both versions; wrote: these as they are written, by their compared form; renamed: new names by
// old; oneSided reports whether only one side has a function.
func NewStock(files, lone, both [2][]*tree.Node, wrote map[*tree.Node]*tree.Node, renamed map[string]string, oneSided func(name string) bool) *Stock {
	s := &Stock{code: make(map[uint64]bool), fewer: [2]map[string]bool{{}, {}}, shapes: make(map[uint64]bool), lone: [2]map[string][]string{{}, {}}, oneSided: oneSided, wrote: wrote}
	s.sides = [2]*Side{NewSide(files[0], renamed, nil), NewSide(files[1], nil, nil)}
	s.asIs = [2]*Side{NewSide(files[0], renamed, wrote), NewSide(files[1], nil, wrote)}
	for _, f := range files[0] {
		f.Walk(func(n *tree.Node) bool { s.code[n.Hash] = true; return true })
	}
	for _, fn := range lone[0] {
		l := Of(fn)
		for _, n := range l.Asks {
			s.shapes[l.Shape(n)] = true
		}
	}
	for side := range s.sides {
		for _, fn := range lone[side] {
			for name := range calledIn(fn) {
				s.lone[side][name] = append(s.lone[side][name], nameOf(fn))
			}
		}
		for _, fn := range slices.Concat(lone[side], both[side]) {
			l := Of(fn).Fewer(s.sides[side], s.sides[1-side])
			for _, n := range l.Asks {
				for _, name := range l.NamesIn(n) {
					s.fewer[side][name] = true
				}
			}
		}
	}
	return s
}

// HadCode reports whether a changed file had the code of a node in base.
func (s *Stock) HadCode(n *tree.Node) bool { return s.code[n.Hash] }

// only returns what only one side has of a function of it, without questions that may be on the other side in another form.
func (s *Stock) only(side int, l *List) *List {
	l.Asks = slices.DeleteFunc(l.Asks, func(n *tree.Node) bool {
		return s.callsOneSided(n) || s.isAskedLess(1-side, l, n)
	})
	return l
}

// isAskedLess reports whether a question of a list has a name or a constant of one that the side has and the other one asks
// less often.
func (s *Stock) isAskedLess(side int, l *List, n *tree.Node) bool {
	return slices.ContainsFunc(l.NamesIn(n), func(name string) bool { return s.fewer[side][name] })
}

// callsOneSided reports whether a question calls a function that only one side has.
func (s *Stock) callsOneSided(n *tree.Node) bool {
	return n.Some(func(k *tree.Node) bool {
		return k.Is(lang.RoleCall, lang.RoleNew) && s.oneSided(tree.LastName(k.Kids[0]))
	})
}

// OfNew returns what a function asks that only head has.
func (s *Stock) OfNew(fn *tree.Node) []*tree.Node {
	l := s.only(1, Of(fn).anew(s.sides[1], s.sides[0]))
	out := slices.DeleteFunc(l.Asks, func(n *tree.Node) bool { return s.shapes[l.Shape(n)] })
	for _, n := range OfParameters(fn) {
		if !s.code[n.Hash] && !s.shapes[l.Shape(n)] && !s.isAskedLess(0, l, n) && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	slices.SortStableFunc(out, func(a, b *tree.Node) int { return cmp.Compare(a.Start, b.Start) })
	return out
}

// OfBoth returns what each of two versions of a function asks, and how it fails, that the other side does not have.
func (s *Stock) OfBoth(a, b *tree.Node) (base, head *List) {
	base, head = s.only(0, Of(a).Without(s.sides[0], s.sides[1])), s.only(1, Of(b).Without(s.sides[1], s.sides[0]))
	base.calls, head.calls = calledIn(a), calledIn(b)
	base.Fails, head.Fails = s.fails(0, a, b, base.calls), s.fails(1, b, a, head.calls)
	base.keepStrange(b)
	head.keepStrange(a)
	if len(base.Asks) > 0 && len(head.Asks) > 0 {
		base.Asks, head.Asks = nil, nil
	}
	base.dropAnswered(a, b)
	head.dropAnswered(b, a)
	base.does(s.written(0, a, b))
	head.does(s.written(1, b, a))
	return base, head
}

// fails returns the statements by which a version of a function fails, with a text that the other side and the other version
// of the function do not have. called: the names that fn calls.
func (s *Stock) fails(side int, fn, other *tree.Node, called map[string]bool) []*tree.Node {
	own, there, texts := s.sides[side], s.sides[1-side], textsIn(other)
	fewer := len(failure.All(other)) < len(failure.All(fn))
	calledAnew := other.Some(func(k *tree.Node) bool {
		return k.Is(lang.RoleCall, lang.RoleNew) && !called[tree.LastName(k.Kids[0])]
	})
	return slices.DeleteFunc(failure.All(fn), func(n *tree.Node) bool {
		return !n.Some(func(k *tree.Node) bool {
			t := text(k)
			return k.Is(lang.RoleString) && strings.Contains(t, " ") && !texts[t] && (there.texts[t] == 0 || there.texts[t] < own.texts[t] && fewer && !calledAnew)
		})
	})
}

// textsIn returns the texts in a node.
func textsIn(n *tree.Node) map[string]bool {
	out := make(map[string]bool)
	n.Walk(func(k *tree.Node) bool {
		if k.Is(lang.RoleString) {
			out[text(k)] = true
		}
		return true
	})
	return out
}

// keepStrange keeps the questions with a name or a constant that another version of the function does not have.
func (l *List) keepStrange(other *tree.Node) {
	known := make(map[string]bool)
	other.Walk(func(k *tree.Node) bool {
		known[k.Text], known[tree.LastName(k)] = true, true
		return true
	})
	l.Asks = slices.DeleteFunc(l.Asks, func(n *tree.Node) bool {
		return !slices.ContainsFunc(l.NamesIn(n), func(name string) bool { return !known[name] })
	})
}

// dropAnswered drops the questions about local variables with which another version of their function, fn, calls
// something that fn does not call.
func (l *List) dropAnswered(fn, other *tree.Node) {
	called, handed := calledIn(fn), make(map[string]bool)
	other.Walk(func(k *tree.Node) bool {
		if !k.Is(lang.RoleCall) || called[tree.LastName(k.Kids[0])] {
			return true
		}
		for name := range l.localsIn(k) {
			handed[name] = true
		}
		return false
	})
	l.Asks = slices.DeleteFunc(l.Asks, func(n *tree.Node) bool {
		for name := range l.localsIn(n) {
			if handed[name] {
				return true
			}
		}
		return false
	})
}

// calledIn returns the names that a function calls.
func calledIn(fn *tree.Node) map[string]bool {
	out := make(map[string]bool)
	fn.Walk(func(k *tree.Node) bool {
		if k.Is(lang.RoleCall, lang.RoleNew) {
			out[tree.LastName(k.Kids[0])] = true
		}
		return true
	})
	return out
}

// nameOf returns the name of a function, or of what it is stored in.
func nameOf(fn *tree.Node) string {
	if fn.Is(lang.RoleAssign) {
		return tree.LastName(fn.Kids[0])
	}
	return edit.LastOf(edit.Named(fn))
}
