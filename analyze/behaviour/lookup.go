package behaviour

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/alike"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/edit"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/names"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/words"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// maxLooked is how many definitions deep a name is followed, and minLike the share of the words of a value from which on
// a definition may hold it.
const (
	maxLooked = 3
	minLike   = 0.5
)

// lookUp notes which events of units put something else in the place of a value.
func (acc *account) lookUp(all []compared) {
	for i := range all {
		for k := range all[i].events {
			e := &all[i].events[k]
			e.another = (acc.isAnother(&all[i], e) || acc.isHandedOn(&all[i], e)) && !remains(&all[i], e)
			e.kept = acc.isKept(&all[i], e)
		}
	}
}

// minKept is the number of words from which on a value is known again in what a variable is set to.
const minKept = 3

// isKept reports whether one version has a name that the other one does not know, and that is set to most of the value
// of the other version.
func (acc *account) isKept(c *compared, e *event) bool {
	if e.only() != nil {
		return false
	}
	a, b := alike.Leaf(e.Base, e.Head)
	if a == nil || b == nil {
		return false
	}
	fn, now := c.around(e)
	return newLookup(acc, 0, fn, now, b).keeps(a) || newLookup(acc, 1, now, fn, a).keeps(b) || alike.IsUpdated(fn, a, b) || alike.IsUpdated(now, b, a)
}

// keeps reports whether a name in n which the other version does not know is set to the value of that version, or to most of a
// value of several words.
func (l *lookup) keeps(n *tree.Node) bool {
	return n.Is(lang.RoleName, lang.RoleMember) && !n.IsSelf() && !l.knows(n) && slices.ContainsFunc(l.definitions(n), func(d *tree.Node) bool {
		return !d.Is(lang.RoleFunction, lang.RoleContainer, lang.RoleParameter) && (tree.Same(d, l.value) || len(partsIn(l.value)) >= minKept && l.mayHold(d))
	})
}

// remains reports whether the call in which an event puts one value in the place of another is in both versions of the
// function, as where a second one came beside it.
func remains(c *compared, e *event) bool {
	was, is := c.around(e)
	return was != nil && is != nil && (has(is, callWith(was, e.Base)) || has(was, callWith(is, e.Head)))
}

// callWith returns the innermost call in a function that has a value as a part, nil for none.
func callWith(fn, value *tree.Node) *tree.Node {
	var found *tree.Node
	fn.Walk(func(k *tree.Node) bool {
		if k != value && k.Is(lang.RoleCall) && k.Start <= value.Start && value.End <= k.End {
			found = k
		}
		return true
	})
	return found
}

// has reports whether a function has the code of a node, which may be nil.
func has(fn, n *tree.Node) bool {
	return n != nil && fn.Some(func(k *tree.Node) bool { return tree.Same(k, n) })
}

// isAnother reports whether an event puts something else in the place of a value, and not the same under another name:
// one version has a name that the other one does not know, and what that name stands for has nothing of the other
// version. A name that nothing in the changed files defines, and that the change does not add, was there before.
func (acc *account) isAnother(c *compared, e *event) bool {
	if e.only() != nil {
		return false
	}
	a, b := alike.Leaf(e.Base, e.Head)
	if a == nil || b == nil || !isValue(a) || !isValue(b) || isOneValue(e, a, b) || isOneName(e.Base, e.Head) || isOneName(a, b) || a.Is(lang.RoleString) && b.Is(lang.RoleString) {
		return false
	}
	if e.Kind != edit.CallReplaced && a.Is(lang.RoleName) && b.Is(lang.RoleName) {
		return false // a type or a module may have another name
	}
	if e.Kind != edit.CallReplaced && (heldWords(a, b) == 1 || heldWords(b, a) == 1) {
		return false // it may be written in a longer way
	}
	fn, now := c.around(e)
	was, is := newLookup(acc, 0, fn, now, b), newLookup(acc, 1, now, fn, a)
	if !was.follow(a, 0) || !is.follow(b, 0) {
		return false
	}
	return was.alone+is.alone > 0 && (was.defined == 0 || is.defined == 0)
}

// isHandedOn reports whether an event hands a value to a function that the change does not define and that only one
// version knows, or no longer does: that returns something else.
func (acc *account) isHandedOn(c *compared, e *event) bool {
	if e.only() != nil {
		return false
	}
	part, whole := alike.Leaf(e.Base, e.Head)
	other, fn := c.around(e)
	side := 1
	if alike.Within(whole, part) {
		part, whole, fn, other, side = whole, part, other, fn, 0
	}
	if !alike.Within(part, whole) || !whole.Is(lang.RoleCall) {
		return false
	}
	l, callee := newLookup(acc, side, fn, other, part), whole.Kids[0]
	name := tree.LastName(callee)
	return name != "" && !alike.IsCapital(name) && !words.Copies(name) && len(l.definitions(callee)) == 0 && !acc.symbols[side][name] && l.follow(whole, 0) && l.alone > 0
}

// isOneName reports whether two values, or the functions that they call, have one name.
func isOneName(a, b *tree.Node) bool {
	name := tree.LastName(a)
	return name != "" && name == tree.LastName(b)
}

// A lookup follows the names of a value which the other version does not know to what they stand for.
type lookup struct {
	acc     *account
	side    int               // of the value: 0 for base, 1 for head
	locals  names.Definitions // in the function around it
	others  map[string]bool   // the names of variables in the other version of that function
	value   *tree.Node        // of the other version
	seen    map[string]bool   // names that were followed
	alone   int               // names that the other version does not know
	defined int               // those of them that the change defines
}

// newLookup returns the lookup of a value in a function, nil outside of functions.
func newLookup(acc *account, side int, fn, other, value *tree.Node) *lookup {
	l := &lookup{acc: acc, side: side, locals: make(names.Definitions), others: make(map[string]bool), value: value, seen: make(map[string]bool)}
	l.locals.Add(fn)
	other.Walk(func(n *tree.Node) bool {
		if n.Is(lang.RoleName, lang.RoleParameter) {
			l.others[n.Text] = true
		}
		return true
	})
	return l
}

// follow reports whether nothing that the names in n stand for may hold the value of the other version.
func (l *lookup) follow(n *tree.Node, depth int) bool {
	return !n.Some(func(k *tree.Node) bool {
		switch {
		case k.Is(lang.RoleCall) && depth == 0 && slices.ContainsFunc(l.definitions(k.Kids[0]), l.mayHold):
			return true // a function that was there before does it, too
		case !k.Is(lang.RoleName, lang.RoleMember) || k.IsSelf() || l.knows(k):
			return false
		}
		l.alone++
		if l.seen[k.Text] {
			return false
		}
		l.seen[k.Text] = true
		definitions := l.definitions(k)
		if len(definitions) == 0 && !l.acc.symbols[l.side][tree.LastName(k)] {
			return false
		}
		l.defined++
		return len(definitions) == 0 || slices.ContainsFunc(definitions, func(d *tree.Node) bool {
			return d.Is(lang.RoleParameter) || l.mayHold(d) || depth < maxLooked && !d.Is(lang.RoleFunction, lang.RoleContainer) && !l.follow(d, depth+1)
		})
	})
}

// mayHold reports whether a definition has most of the value of the other version. Of a plain call, it has to have the
// names: many functions have words of findByID(row.id).
func (l *lookup) mayHold(definition *tree.Node) bool {
	if l.value.Is(lang.RoleCall) {
		return heldWords(l.value, definition) >= minLike
	}
	return share(partsIn(l.value), partsIn(definition)) >= minLike
}

// heldWords returns the share of the names, numbers and words in a value that other code has, too.
func heldWords(value, in *tree.Node) float64 { return share(wordsIn(value), wordsIn(in)) }

// share returns the share of words that are among others, 1 for none.
func share(own, other map[string]bool) float64 {
	if len(own) == 0 {
		return 1
	}
	shared := 0
	for w := range own {
		if other[w] {
			shared++
		}
	}
	return float64(shared) / float64(len(own))
}

// wordsIn returns the names, numbers and words of texts in code.
func wordsIn(n *tree.Node) map[string]bool {
	found := make(map[string]bool)
	n.Walk(func(k *tree.Node) bool {
		for _, w := range namesIn(k.Text) {
			found[w] = true
		}
		return true
	})
	return found
}

// partsIn returns the words that the names, numbers and texts in code consist of: code that moved may compare with
// another function of its library.
func partsIn(n *tree.Node) map[string]bool {
	found := make(map[string]bool)
	for name := range wordsIn(n) {
		for _, w := range words.Split(name) {
			found[w] = true
		}
	}
	return found
}

// knows reports whether the other version knows a name: a local variable in its function, any other name in its files.
func (l *lookup) knows(k *tree.Node) bool {
	if l.isLocal(k) {
		return l.others[k.Text]
	}
	return l.acc.names[1-l.side].Knows(k)
}

// isLocal reports whether a name is one of the variables of the function around the value.
func (l *lookup) isLocal(k *tree.Node) bool { return k.Is(lang.RoleName) && len(l.locals[k.Text]) > 0 }

// definitions returns what a name stands for: in the function around the value, or else in the files of its side.
func (l *lookup) definitions(k *tree.Node) []*tree.Node {
	if l.isLocal(k) {
		return l.locals[k.Text]
	}
	return l.acc.definitions[l.side][tree.LastName(k)]
}
