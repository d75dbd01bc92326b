// Package failure finds where functions fail: where they raise an error, or return one that they make.
//
// In: a function in its common form (package tree). Out: the statements that fail, each with the check around it.
//
// Absent: errors that only are passed on, and those of the functions that it calls.
package failure

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/words"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// In returns where a function fails outside of its handlers, which may pass on what they caught, and of what they may catch, in the
// order of the source: a check without an else that does nothing more than fail, or the statement that fails.
func In(fn *tree.Node) []*tree.Node { return find(fn, false) }

// All returns where a function fails, also in its handlers.
func All(fn *tree.Node) []*tree.Node { return find(fn, true) }

func find(fn *tree.Node, handlers bool) []*tree.Node {
	var out []*tree.Node
	fn.Walk(func(n *tree.Node) bool {
		if n.Is(lang.RoleCatch) && !handlers {
			return false
		}
		if n.Is(lang.RoleTry) && !handlers && Handlers(n.Kids[1:]...) > 0 {
			out = append(out, slices.DeleteFunc(find(n.Kids[0], false), raises)...)
			for _, k := range n.Kids[1:] {
				out = append(out, find(k, false)...)
			}
			return false
		}
		if fails(n) || isCheck(n) && fails(n.Kids[1].Kids[0]) {
			out = append(out, n)
			return false
		}
		return true
	})
	return out
}

// raises reports whether code raises an error, which a handler around it may catch.
func raises(n *tree.Node) bool {
	return n.Some(func(k *tree.Node) bool { return k.Is(lang.RoleThrow) })
}

// isCheck reports whether a statement is a check of one statement without an else.
func isCheck(n *tree.Node) bool {
	return n.Is(lang.RoleIf) && n.Op != tree.Preprocessed && len(n.Kids[1].Kids) == 1 && len(n.Kids[2].Kids) == 0
}

// fails reports whether a statement raises an error, or returns one that it makes or that has a name of its own.
func fails(n *tree.Node) bool {
	switch {
	case n.Is(lang.RoleThrow):
		return len(n.Kids) > 0 && !n.Kids[0].Is(lang.RoleName)
	case n.Is(lang.RoleReturn):
		v := n.Kid(0)
		return words.IsErrorValue(v) && !passesOn(v)
	case n.Is(lang.RoleCall):
		name := tree.LastName(n.Kids[0])
		return words.IsAssertion(name) || words.RaisesOnly(name) || setsError(n, name)
	}
	return words.IsAssertStatement(n)
}

// setsError reports whether a call hands a text for people to a function that keeps or reports an error, as where a language
// has no exceptions.
func setsError(n *tree.Node, name string) bool {
	w := words.Split(name)
	return slices.Contains(w, "error") && slices.ContainsFunc(w, func(word string) bool { return word == "set" || word == "raise" || word == "report" }) &&
		slices.ContainsFunc(n.Kids[1:], func(k *tree.Node) bool { return k.Is(lang.RoleString) && strings.Contains(k.Text, " ") })
}

// passesOn reports whether a returned error is one that another function returned.
func passesOn(n *tree.Node) bool {
	if n.Is(tree.RoleList) && len(n.Kids) > 0 {
		n = n.Kids[len(n.Kids)-1]
	}
	return n.Is(lang.RoleName) && n.Text == "err"
}

// Made returns the expression that creates a thrown error: a call, or a type with arguments.
func Made(n *tree.Node) *tree.Node {
	for n.Is(lang.RoleThrow) && len(n.Kids) == 1 {
		n = n.Kids[0]
	}
	if n.Is(lang.RoleCall, lang.RoleNew, tree.RoleList) && len(n.Kids) > 0 {
		return n
	}
	return nil
}

// Raised returns the name of an error that is raised.
func Raised(n *tree.Node) string {
	for n.Is(lang.RoleThrow) && len(n.Kids) == 1 {
		n = n.Kids[0]
	}
	return tree.LastName(n)
}

// Handlers returns how many error handlers code has.
func Handlers(nodes ...*tree.Node) (count int) {
	for _, n := range nodes {
		n.Walk(func(k *tree.Node) bool {
			if k.Is(lang.RoleCatch) {
				count++
			}
			return true
		})
	}
	return count
}
