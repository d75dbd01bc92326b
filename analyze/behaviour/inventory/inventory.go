// Package inventory lists what functions ask, how they fail and what else they do, and says which of that only one side of a
// change has, wherever it stands there and in whatever form.
//
// In: the files of both sides in their common form (package tree). Out: parts of conditions, statements that fail and other
// statements; the calls and errors of two versions of a function that stand for each other; and the values of constants,
// variables and fields.
//
// A part of a condition is known again where the other side has it as any value, also negated, with operands that
// changed sides, with other names of local variables, or with the new name of what the change renames.
//
// Not decided here: which of that is told, and whether conditions and values take the place of others.
package inventory

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/truth"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A Side has the values and the texts in one version of files.
type Side struct {
	values  map[uint64]int // how often each is there
	texts   map[string]int
	renamed map[string]string // names of this side that the other side writes in another way
	wrote   map[*tree.Node]*tree.Node
}

// NewSide returns the side of files in their common form; nil files are left out. renamed: what the other side
// calls the symbols of this one, nil where this side has the names to compare by. wrote: what to read for some functions.
func NewSide(files []*tree.Node, renamed map[string]string, wrote map[*tree.Node]*tree.Node) *Side {
	s := &Side{values: make(map[uint64]int), texts: make(map[string]int), renamed: renamed, wrote: wrote}
	for _, f := range files {
		s.add(f, nil)
	}
	return s
}

// add adds the values in a node. bound: the local names of the function around it, nil outside of functions.
func (s *Side) add(n *tree.Node, bound map[string]bool) {
	if n == nil {
		return
	}
	if w := s.wrote[n]; w != nil {
		n = w
	}
	if bound == nil && n.Is(lang.RoleFunction) {
		bound = Bound(n)
	}
	if bound != nil || n.Is(lang.RoleBinary, lang.RoleUnary, lang.RoleCall, lang.RoleMember) {
		(&keyer{bound: bound, renamed: s.renamed, into: s}).key(n, 0)
		return
	}
	if n.Is(lang.RoleString) {
		s.texts[text(n)]++
	}
	for _, k := range n.Kids {
		s.add(k, bound)
	}
}

// A List holds what one version of a function asks and how it fails.
type List struct {
	Asks  []*tree.Node // parts of conditions, in the order of the source
	Fails []*tree.Node // statements
	Does  []*tree.Node // other parts of conditions, and statements
	bound map[string]bool
	// conditions are those in Does that are parts of conditions.
	conditions map[*tree.Node]bool
	calls      map[string]bool // the names that the function calls
}

// Of returns the list of a function.
func Of(fn *tree.Node) *List { return &List{Asks: asks(fn), bound: Bound(fn)} }

// Without returns the questions of a list that a side, the other one, does not have. own: the side of the list.
func (l *List) Without(own, other *Side) *List {
	return l.asked(own, func(key uint64) bool { return other.values[key] == 0 })
}

// Fewer returns the questions of a list that a side, the other one, has in fewer places.
func (l *List) Fewer(own, other *Side) *List {
	return l.asked(own, func(key uint64) bool { return other.values[key] < own.values[key] })
}

// anew returns what Fewer does, with comparisons of local variables other than those with an error that was handed on.
func (l *List) anew(own, other *Side) *List {
	more := l.of(own, true, func(key uint64) bool { return other.values[key] < own.values[key] })
	more.Asks = slices.DeleteFunc(more.Asks, func(n *tree.Node) bool {
		return len(l.NamesIn(n)) == 0 && (!n.Is(lang.RoleBinary) || slices.ContainsFunc(n.Kids, func(k *tree.Node) bool { return k.Is(lang.RoleName) && isCaught(k.Text) }))
	})
	return more
}

// isCaught reports whether a name is one that code commonly gives to errors, or to what says that there is none.
func isCaught(name string) bool {
	return slices.Contains([]string{"err", "error", "e", "ex", "ok"}, strings.TrimLeft(name, "$"))
}

// asked returns the questions of a list with keys that hold, each once, without those of local variables alone.
func (l *List) asked(own *Side, holds func(key uint64) bool) *List { return l.of(own, false, holds) }

func (l *List) of(own *Side, locals bool, holds func(key uint64) bool) *List {
	out := &List{bound: l.bound}
	seen := make(map[uint64]bool)
	for _, n := range l.Asks {
		k := &keyer{bound: l.bound, renamed: own.renamed}
		if key := k.key(n, 0); !seen[key] && holds(key) && (locals || len(k.names) > 0) {
			seen[key] = true
			out.Asks = append(out.Asks, n)
		}
	}
	return out
}

// OfParameters returns the questions of a function that compare its parameters with one another or with constants.
func OfParameters(fn *tree.Node) (out []*tree.Node) {
	parameters := make(map[string]bool)
	fn.Walk(func(k *tree.Node) bool {
		if k.Is(lang.RoleParameter) {
			parameters[k.Text] = true
		}
		return true
	})
	for _, n := range asks(fn) {
		if !n.Is(lang.RoleBinary) || len(n.Kids) != 2 || truth.OppositeOf(n.Op) == "" {
			continue
		}
		plain := func(k *tree.Node) bool {
			return k.Is(lang.RoleName) && parameters[k.Text] || k.Is(lang.RoleNull, lang.RoleString, lang.RoleNumber)
		}
		if plain(n.Kids[0]) && plain(n.Kids[1]) {
			out = append(out, n)
		}
	}
	return out
}

// NamesIn returns the names and constants in one question of a list that are not those of local variables.
func (l *List) NamesIn(n *tree.Node) []string {
	k := &keyer{bound: l.bound}
	k.key(n, 0)
	return k.names
}

// Shape returns a key of one question of a list that does not depend on names and constants.
func (l *List) Shape(n *tree.Node) uint64 {
	return (&keyer{bound: l.bound, alike: true}).key(n, 0)
}

// localsIn returns the names of the local variables in a node.
func (l *List) localsIn(n *tree.Node) map[string]bool {
	out := make(map[string]bool)
	n.Walk(func(k *tree.Node) bool {
		if k.Is(lang.RoleName) && l.bound[k.Text] {
			out[k.Text] = true
		}
		return true
	})
	return out
}

// asks returns the parts of the conditions in a function, in the order of the source: of branches, of loops without
// a variable of their own, of the cases of a switch, and of values that are returned.
func asks(fn *tree.Node) []*tree.Node {
	var out []*tree.Node
	fn.Walk(func(n *tree.Node) bool {
		switch n.Role {
		case lang.RoleIf:
			if n.Op != tree.Preprocessed {
				out = parts(n.Kids[0], out)
			}
		case lang.RoleTernary:
			out = parts(n.Kids[0], out)
		case lang.RoleCase:
			for _, k := range n.Kids[0].Kids {
				if !k.Declares {
					out = parts(k, out)
				}
			}
		case lang.RoleLoop:
			if h := n.Kids[0]; len(h.Kids) == 1 && isQuestion(h.Kids[0]) {
				out = parts(h.Kids[0], out)
			}
		case lang.RoleReturn:
			if v := n.Kid(0); isQuestion(v) {
				out = parts(v, out)
			}
		}
		return true
	})
	return out
}

// isQuestion reports whether a value is a comparison, or made of conditions.
func isQuestion(n *tree.Node) bool {
	return n.Is(lang.RoleUnary) && n.Op == "!" || n.Is(lang.RoleBinary) && (tree.IsLogical(n.Op) || truth.OppositeOf(n.Op) != "")
}

// parts adds the operands of a condition to out.
func parts(n *tree.Node, out []*tree.Node) []*tree.Node {
	switch {
	case n == nil:
	case n.Is(lang.RoleUnary) && n.Op == "!" && n.Kid(0).Is(lang.RoleBinary, lang.RoleUnary):
		return parts(n.Kids[0], out)
	case n.Is(lang.RoleBinary) && tree.IsLogical(n.Op):
		for _, k := range n.Kids {
			out = parts(k, out)
		}
	default:
		out = append(out, n)
	}
	return out
}

// text returns the text of a string without what is put into it.
func text(n *tree.Node) string {
	if len(n.Kids) == 0 {
		return n.Text
	}
	var b strings.Builder
	b.WriteString(n.Text)
	for _, k := range n.Kids {
		if k.Is(lang.RoleString) {
			b.WriteString(text(k))
		}
	}
	return b.String()
}
