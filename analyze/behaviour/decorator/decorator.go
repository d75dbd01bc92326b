// Package decorator compares what decorates two versions of a function: decorators, annotations and attributes.
//
// In: the decorators of both versions. Out: differences, each with what it says of who may call the function.
package decorator

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/words"
)

// An Effect is what a difference does.
type Effect uint8

const (
	Unknown Effect = iota // whether it has an effect is not known
	Altered               // one decorator has other arguments
	Opened                // fewer are kept out
	Closed                // more are kept out
)

// A Difference is a decorator that differs. Base or Head is nil where only the other version has it.
type Difference struct {
	Effect     Effect
	Base, Head *tree.Node
}

// Compare returns how the decorators of a function differ, without those for compilers, checkers and readers alone.
func Compare(base, head []*tree.Node) []Difference {
	without := func(all, other []*tree.Node) []*tree.Node {
		return slices.DeleteFunc(slices.Clone(all), func(d *tree.Node) bool { return tree.HasSame(other, d) || isInert(d.Name) })
	}
	gone, come := without(base, head), without(head, base)
	var out []Difference
	for _, d := range gone {
		found := Difference{Effect: Unknown, Base: d}
		at := slices.IndexFunc(come, func(e *tree.Node) bool { return d.Name == e.Name })
		switch {
		case at >= 0:
			found.Effect = Altered
		case opens(d):
			found.Effect = Closed
		case protects(d):
			found.Effect = Opened
			at = slices.IndexFunc(come, opens)
		}
		if at >= 0 {
			found.Head = come[at]
			come = slices.Delete(come, at, at+1)
		}
		out = append(out, found)
	}
	for _, d := range come {
		found := Difference{Effect: Unknown, Head: d}
		if opens(d) {
			found.Effect = Opened
		} else if protects(d) {
			found.Effect = Closed
		}
		out = append(out, found)
	}
	return out
}

// protects reports whether a decorator asks who may call the function.
func protects(d *tree.Node) bool { return words.IsGuardCall(d.Name) || words.IsSecurity(words.In(d)) }

// opens reports whether a decorator lets everybody call the function.
func opens(d *tree.Node) bool {
	switch plain(d.Name) {
	case "permitall", "allowanonymous", "anonymousallowed", "allowany", "csrfexempt", "skipauth", "loginnotrequired":
		return true
	}
	return false
}

// isInert reports whether a decorator of this name is for compilers, checkers and readers alone.
func isInert(name string) bool {
	switch plain(name) {
	case "override", "suppresswarnings", "suppress", "suppresslint", "deprecated", "obsolete", "nullable", "nonnull", "notnull", "checkfornull", "visiblefortesting", "safevarargs",
		"generated", "beta", "experimental", "since", "pure", "contract", "checkreturnvalue", "canignorereturnvalue", "inline", "cold", "mustuse", "allow", "warn", "expect", "doc",
		"overload", "final", "noinline", "specialize", "discardableresult", "available", "optin",
		"methodimpl", "debuggerstepthrough", "editorbrowsable", "excludefromcodecoverage", "trackcaller", "requiresapi", "targetapi", "restrictto":
		return true
	}
	return false
}

func plain(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }
