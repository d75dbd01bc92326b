package inventory

import (
	"cmp"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/layout"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/words"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A step is a part of a condition, or a statement, with the value by which it is known again.
type step struct {
	shown, value *tree.Node
	asked        bool // it is a part of a condition
	// under is the check around a statement that runs alone under a condition which is told nowhere else, nil for none.
	under *tree.Node
}

// steps returns what a function does, in the order of the source: parts of conditions, and statements without a body of
// their own. asks: parts of conditions too. Code of functions with a name inside of it is theirs.
func steps(fn *tree.Node, asks bool) []step {
	return stepsOf(fn, &walker{asks: asks})
}

func stepsOf(fn *tree.Node, w *walker) []step {
	body := fn.Kid(1)
	if body.Is(lang.RoleFunction) { // that is stored under a name
		body = body.Kid(1)
	}
	w.walk(body)
	return w.out
}

type walker struct {
	asks bool
	// silent reports whether a condition is told nowhere else; nil for no condition.
	silent func(condition *tree.Node) bool
	out    []step
}

func (w *walker) walk(n *tree.Node) {
	switch {
	case n == nil:
	case n.Is(lang.RoleIf):
		if n.Op != tree.Preprocessed {
			w.condition(n.Kids[0])
		}
		before := len(w.out)
		w.all(n.Kids[1:])
		if w.silent != nil && n.Op != tree.Preprocessed && len(w.out) == before+1 && len(n.Kids[1].Kids) == 1 && len(n.Kids[2].Kids) == 0 && w.out[before].under == nil && w.silent(n.Kids[0]) {
			w.out[before].under = n
		}
	case n.Is(lang.RoleLoop):
		if h := n.Kids[0]; len(h.Kids) == 1 && isQuestion(h.Kids[0]) {
			w.condition(h.Kids[0])
		}
		w.all(n.Kids[1:])
	case n.Is(lang.RoleCase, lang.RoleCatch, lang.RoleWith):
		w.all(n.Kids[1:])
	case n.Is(lang.RoleBlock, lang.RoleTry, lang.RoleFinally, lang.RoleSwitch, tree.RoleList):
		w.all(n.Kids)
	case n.Is(lang.RoleFunction, lang.RoleContainer):
	default:
		w.statement(n)
	}
}

func (w *walker) all(nodes []*tree.Node) {
	for _, n := range nodes {
		w.walk(n)
	}
}

func (w *walker) condition(n *tree.Node) {
	if !w.asks {
		return
	}
	for _, p := range parts(n, nil) {
		value := p
		if bindsName(p) {
			value = p.Kids[len(p.Kids)-1]
		}
		w.out = append(w.out, step{shown: p, value: value, asked: true})
	}
}

// bindsName reports whether a condition takes a value apart, or gives it a name: if let Some(x) = y.
func bindsName(n *tree.Node) bool {
	return len(n.Kids) > 1 && (n.Is(lang.RoleAssign) || n.Is(lang.NoRole) && strings.HasPrefix(n.Text, "let"))
}

// statement adds a statement, or those of the functions in it.
func (w *walker) statement(n *tree.Node) {
	value := n
	if len(n.Kids) > 0 && n.Is(lang.RoleReturn) || declares(n) {
		if value = n.Kids[len(n.Kids)-1]; value.Is(lang.RoleSwitch, lang.RoleIf, lang.RoleTry) {
			w.walk(value)
			return
		}
	}
	inside := false
	n.Walk(func(k *tree.Node) bool {
		if k.Is(lang.RoleFunction) && k != n && isLong(k.Kid(1)) {
			inside = true
			w.walk(k.Kid(1))
		}
		return !k.Is(lang.RoleFunction) || k == n
	})
	gives := !w.asks && n.Tail && n.Is(lang.RoleName, lang.RoleNumber)
	if !inside && (len(n.Kids) > 0 || n.Is(lang.RoleString) || gives) && !words.IsLog(n) {
		w.out = append(w.out, step{shown: n, value: value})
	}
}

// declares reports whether a statement sets new local variables.
func declares(n *tree.Node) bool {
	return n.Is(lang.RoleAssign) && n.Declares && len(n.Kids) > 1 && !isMember(n.Kids[0])
}

// isMember reports whether a value is stored in a part of another one.
func isMember(target *tree.Node) bool {
	return target.Is(lang.RoleMember, lang.RoleIndex) || target.Is(lang.RoleName) && strings.HasPrefix(target.Text, "@")
}

// isLong reports whether a body is more than a value.
func isLong(body *tree.Node) bool {
	if body == nil || len(body.Kids) != 1 {
		return body != nil && len(body.Kids) > 1
	}
	return body.Kids[0].Is(lang.RoleIf, lang.RoleLoop, lang.RoleSwitch, lang.RoleTry, lang.RoleWith, lang.RoleAssign)
}

// written returns what a version of a function does that the other version does nowhere (I7), neither as it is written nor
// as it was compared, with values in the place of some local variables.
func (s *Stock) written(side int, fn, other *tree.Node) (out []step) {
	own, there := s.asIs[side], s.asIs[1-side]
	known := NewSide([]*tree.Node{other, s.asWritten(other)}, there.renamed, nil)
	bound := Bound(s.asWritten(fn))
	keyOf := func(st step) (uint64, bool) {
		k := &keyer{bound: bound, renamed: own.renamed}
		key := k.key(st.value, 0)
		return key, len(k.names) > 0
	}
	knownAt := make(map[uint32]bool) // statements of which the compared form is known, by where they begin
	for _, st := range steps(fn, true) {
		if key, _ := keyOf(st); known.values[key] > 0 {
			knownAt[st.shown.Start] = true
		}
	}
	for _, st := range steps(s.asWritten(fn), true) {
		if key, named := keyOf(st); named && !knownAt[st.shown.Start] && known.values[key] == 0 && there.values[key] < max(own.values[key], 1) {
			out = append(out, st)
		}
	}
	return out
}

// does adds steps to a list, without what it holds already.
func (l *List) does(steps []step) {
	l.conditions = make(map[*tree.Node]bool)
	for _, st := range steps {
		if !isIn(st.shown, l.Asks) && !isIn(st.shown, l.Fails) {
			l.Does = append(l.Does, st.shown)
			l.conditions[st.shown] = st.asked
		}
	}
}

// Unlike returns the parts of conditions and the statements of two versions of a function, with the contents of their files,
// that the other version writes nowhere (I9), layout aside.
func (s *Stock) Unlike(a, b *tree.Node, was, is []byte) (base, head []*tree.Node) {
	only := func(fn, other *tree.Node, own, there []byte) (out []*tree.Node) {
		known := make(map[string]bool)
		for _, st := range steps(s.asWritten(other), true) {
			known[layout.Joined(there[st.shown.Start:st.shown.End])] = true
		}
		for _, st := range steps(s.asWritten(fn), true) {
			if !known[layout.Joined(own[st.shown.Start:st.shown.End])] {
				out = append(out, st.shown)
			}
		}
		return out
	}
	return only(a, b, was, is), only(b, a, is, was)
}

// asWritten returns a function that was compared as it is written.
func (s *Stock) asWritten(fn *tree.Node) *tree.Node { return cmp.Or(s.wrote[fn], fn) }

// maxSmall is how many statements without a body of their own a function has of which all are told.
const maxSmall = 4

// OfNewStatements returns the values that a function gives that only head has, what it stores in what is no local variable,
// and its calls with a text, as far as base does not do so in as many places; of a small function all statements, if base does
// none of them in as many places. told: statements to leave out, and those in them.
func (s *Stock) OfNewStatements(fn *tree.Node, told []*tree.Node) (out []*tree.Node) {
	bound := Bound(fn)
	all := stepsOf(fn, &walker{silent: func(condition *tree.Node) bool { return isOfLocals(condition, bound) }})
	moved := func(st *step) (named, known bool) {
		k := &keyer{bound: bound}
		key := k.key(st.value, 0)
		return len(k.names) > 0, s.asIs[0].values[key] >= max(s.asIs[1].values[key], 1)
	}
	small := len(all) <= maxSmall && !slices.ContainsFunc(all, func(st step) bool { named, known := moved(&st); return named && known })
	for _, st := range all {
		n := st.shown
		if small {
			if !isIn(n, told) && !st.value.Is(lang.RoleNull) {
				out = append(out, cmp.Or(st.under, n))
			}
			continue
		}
		if !n.Is(lang.RoleReturn, lang.RoleString) && !n.Tail && !handsText(n) && !(n.Is(lang.RoleAssign) && !declares(n) && len(n.Kids) > 1 && storesElsewhere(n.Kids[0], bound)) {
			continue
		}
		if named, known := moved(&st); named && !known && !isIn(n, told) {
			out = append(out, cmp.Or(st.under, n))
		}
	}
	return out
}

// isOfLocals reports whether a condition asks local variables alone, and compares none of them: OfNew does not tell it.
func isOfLocals(condition *tree.Node, bound map[string]bool) bool {
	return condition != nil && !slices.ContainsFunc(parts(condition, nil), func(p *tree.Node) bool {
		k := &keyer{bound: bound}
		k.key(p, 0)
		return len(k.names) > 0 || p.Is(lang.RoleBinary)
	})
}

// storesElsewhere reports whether what a value is stored in is no local variable.
func storesElsewhere(target *tree.Node, bound map[string]bool) bool {
	return isMember(target) || target.Is(lang.RoleName) && !bound[target.Text]
}

// minText is the minimum length of a text that says something.
const minText = 3

// handsText reports whether a call hands on a text.
func handsText(n *tree.Node) bool {
	return n.Is(lang.RoleCall, lang.RoleNew) && n.Some(func(k *tree.Node) bool { return k.Is(lang.RoleString) && len(text(k)) >= minText })
}

// isIn reports whether a node stands where one of others does, or inside of one.
func isIn(n *tree.Node, others []*tree.Node) bool {
	return slices.ContainsFunc(others, func(o *tree.Node) bool { return o.Start <= n.Start && n.End <= o.End })
}

// A Value is what a constant, variable or field is set to where it is declared outside of functions.
type Value struct {
	Name string
	Of   *tree.Node
}

// ValuesIn returns the values that a file declares outside of functions, in the order of the source.
func ValuesIn(file *tree.Node) (out []Value) {
	file.Walk(func(n *tree.Node) bool {
		if n.Is(lang.RoleAssign) && n.Declares && len(n.Kids) == 2 && n.Kids[1] != nil {
			if name := tree.LastName(n.Kids[0]); name != "" && !n.Kids[1].Is(lang.RoleFunction, lang.RoleNull) {
				value := *n.Kids[1]
				n.Kids[1].Walk(func(k *tree.Node) bool { // a value may reach behind its first part (.seconds(5) in Swift)
					value.End = max(value.End, min(k.End, n.End))
					return true
				})
				out = append(out, Value{name, &value})
			}
			return false
		}
		return !n.Is(lang.RoleFunction)
	})
	return out
}
