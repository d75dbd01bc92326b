package finding

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// Incompatible returns the differences of a symbol of both sides that are incompatible with its users,
// without kind for none.
func Incompatible(c *change.Symbol) Cause {
	b, h := c.Base, c.Head
	exact := b.Signature.ExactResults
	var diffs []change.Difference
	for _, diff := range c.Differences {
		if IncompatibleWith(diff, b) {
			diffs = append(diffs, diff)
		}
	}
	if len(diffs) > 0 {
		return Cause{Kind: Signature, Differences: Differences(diffs)}
	}
	if exact && b.SignatureHash != h.SignatureHash && slices.Contains([]graph.Label{graph.Field, graph.Variable, graph.Constant, graph.Type}, b.Label) {
		return Cause{Kind: Retyped}
	}
	return Cause{}
}

// IncompatibleWith reports whether users of symbol b of base are incompatible with a difference of its signature. With
// ExactResults, the language converts no type to another (Go).
func IncompatibleWith(diff change.Difference, b *graph.Node) bool {
	old := &b.Signature
	exact := old.ExactResults
	switch diff.Kind {
	case change.ParameterAdded:
		return diff.Required || exact
	case change.ParameterRemoved:
		return !isGiven(old, diff.Name)
	case change.ParametersReordered, change.BecameRequired, change.BecameKeywordOnly,
		change.BecamePositional, change.NoLongerVariadic, change.ResultRemoved, change.BecameAsync,
		change.BecameStatic, change.NoLongerStatic, change.BecameAbstract:
		return true
	case change.VisibilityNarrowed: // only subtypes call the constructor of an abstract type
		return b.Label != graph.Constructor || !b.Parent.Abstract || diff.New != string(graph.Protected)
	case change.ParameterRetyped, change.ResultRetyped, change.BecameVariadic, change.ResultAdded, change.TypeParameters:
		return exact
	case change.ReceiverChanged:
		return old.Receiver == "value"
	case change.ResultNullable:
		return !old.NullAdvice
	}
	return false
}

// isGiven reports whether callers leave a parameter to the compiler, as a value in scope or by a bound of a type parameter (Scala).
func isGiven(s *graph.Signature, name string) bool {
	return (strings.Contains(s.Text, "(implicit ") || strings.Contains(s.Text, "(using ")) &&
		slices.ContainsFunc(s.Params, func(p graph.Param) bool { return p.Name == name && p.Optional })
}
