package change

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// A DifferenceKind is one way in which two signatures differ. The values are those of the
// report.
type DifferenceKind string

const (
	ParameterAdded      DifferenceKind = "parameter_added"
	ParameterRemoved    DifferenceKind = "parameter_removed"
	ParameterRenamed    DifferenceKind = "parameter_renamed"
	ParametersReordered DifferenceKind = "parameters_reordered"
	ParameterRetyped    DifferenceKind = "parameter_retyped"
	BecameRequired      DifferenceKind = "became_required"
	BecameOptional      DifferenceKind = "became_optional"
	BecameVariadic      DifferenceKind = "became_variadic"
	NoLongerVariadic    DifferenceKind = "no_longer_variadic"
	BecameKeywordOnly   DifferenceKind = "became_keyword_only"
	BecamePositional    DifferenceKind = "became_positional_only"
	ResultAdded         DifferenceKind = "result_added"
	ResultRemoved       DifferenceKind = "result_removed"
	ResultRetyped       DifferenceKind = "result_retyped"
	ResultNullable      DifferenceKind = "result_became_nullable"
	BecameAsync         DifferenceKind = "became_async"
	NoLongerAsync       DifferenceKind = "no_longer_async"
	BecameStatic        DifferenceKind = "became_static"
	NoLongerStatic      DifferenceKind = "no_longer_static"
	BecameAbstract      DifferenceKind = "became_abstract"
	BecameFinal         DifferenceKind = "became_final"
	ReceiverChanged     DifferenceKind = "receiver_changed"
	VisibilityNarrowed  DifferenceKind = "visibility_narrowed"
	VisibilityWidened   DifferenceKind = "visibility_widened"
	TypeParameters      DifferenceKind = "type_parameters_changed"
	ThrowsAdded         DifferenceKind = "thrown_type_added"
	ThrowsRemoved       DifferenceKind = "thrown_type_removed"
	DecoratorAdded      DifferenceKind = "decorator_added"
	DecoratorRemoved    DifferenceKind = "decorator_removed"
	// DeclarationChanged is a difference of which only the text is known.
	DeclarationChanged DifferenceKind = "declaration_changed"
)

// A Difference is one difference between the signatures of base and head.
type Difference struct {
	Kind DifferenceKind
	Name string // of the parameter, in base where it was renamed; empty where it has none
	// Old and New are the source text of both versions: types, names, visibilities. Empty
	// where there is none.
	Old, New string
	// Required: an added parameter has no default.
	Required bool
}

// String returns the difference as a clause that follows the name of the symbol: "gained
// the required parameter `ctx`".
func (d Difference) String() string {
	name := "a parameter"
	if d.Name != "" {
		name = "`" + d.Name + "`"
	}
	switch d.Kind {
	case ParameterAdded:
		word := "optional"
		if d.Required {
			word = "required"
		}
		if d.Name == "" {
			return fmt.Sprintf("gained a parameter of type `%s`", d.New)
		}
		return fmt.Sprintf("gained the %s parameter %s", word, name)
	case ParameterRemoved:
		if d.Name == "" {
			return fmt.Sprintf("lost a parameter of type `%s`", d.Old)
		}
		return "lost the parameter " + name
	case ParameterRenamed:
		return fmt.Sprintf("calls its parameter %s `%s` now", name, d.New)
	case ParametersReordered:
		return "takes its parameters in another order"
	case ParameterRetyped:
		if qualifies(d.Old, d.New) {
			return fmt.Sprintf("writes the type of %s `%s`, it was `%s`", name, d.New, d.Old)
		}
		return fmt.Sprintf("takes %s as `%s` instead of `%s`", name, d.New, d.Old)
	case BecameRequired:
		return "requires " + name + " now"
	case BecameOptional:
		return "no longer requires " + name
	case BecameVariadic:
		return "takes any number of " + name + " now"
	case NoLongerVariadic:
		return "takes a single " + name + " now"
	case BecameKeywordOnly:
		return "takes " + name + " by name only now"
	case BecamePositional:
		return "takes " + name + " by position only now"
	}
	return d.ofResult()
}

// ofResult is String for differences outside of parameters.
func (d Difference) ofResult() string {
	switch d.Kind {
	case ResultAdded:
		if d.Old != "" { // other results remain
			return fmt.Sprintf("also returns `%s` now", d.New)
		}
		return fmt.Sprintf("returns `%s` now", d.New)
	case ResultRemoved:
		return fmt.Sprintf("no longer returns `%s`", d.Old)
	case ResultRetyped:
		if qualifies(d.Old, d.New) {
			return fmt.Sprintf("writes its result `%s`, it was `%s`", d.New, d.Old)
		}
		return fmt.Sprintf("returns `%s` instead of `%s`", d.New, d.Old)
	case ResultNullable:
		return fmt.Sprintf("may return nothing now (`%s`)", d.New)
	case BecameAsync:
		return "is async now"
	case NoLongerAsync:
		return "is no longer async"
	case BecameStatic:
		return "is static now"
	case NoLongerStatic:
		return "is no longer static"
	case BecameAbstract:
		return "is abstract now"
	case BecameFinal:
		return "is final now"
	case ReceiverChanged:
		return fmt.Sprintf("has a %s receiver now", d.New)
	case VisibilityNarrowed, VisibilityWidened:
		return fmt.Sprintf("is %s now, it was %s", visible(d.New), visible(d.Old))
	case TypeParameters:
		return fmt.Sprintf("has the type parameters `[%s]` instead of `[%s]`", d.New, d.Old)
	case ThrowsAdded:
		return fmt.Sprintf("throws `%s` now", d.New)
	case ThrowsRemoved:
		return fmt.Sprintf("no longer throws `%s`", d.Old)
	case DecoratorAdded:
		return fmt.Sprintf("is marked `%s` now", d.New)
	case DecoratorRemoved:
		return fmt.Sprintf("is no longer marked `%s`", d.Old)
	case DeclarationChanged:
		return fmt.Sprintf("is declared `%s` instead of `%s`", d.New, d.Old)
	}
	return string(d.Kind)
}

// visible returns a visibility for people. Languages have different words for that inside of a package.
func visible(v string) string {
	if v == string(graph.Package) {
		return "internal to its package or module"
	}
	return v
}

// qualifies reports whether two types may be one that only one version writes with its package.
func qualifies(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return a != "" && (strings.HasSuffix(b, "."+a) || strings.HasSuffix(b, "::"+a))
}

// Told returns the differences of the signatures; where only the text of the declaration is known to differ,
// that.
func (s *Symbol) Told() []Difference {
	if len(s.Differences) > 0 || !s.Parts.Has(Signature) || s.Base == nil || s.Head == nil {
		return s.Differences
	}
	was, is := s.Base.Signature.Text, s.Head.Signature.Text
	if was == "" || is == "" || was == is {
		return nil
	}
	return []Difference{{Kind: DeclarationChanged, Old: was, New: is}}
}

// Clauses joins differences into one clause: "lost the parameter `a` and is async now".
func Clauses(diffs []Difference) string {
	words := make([]string, len(diffs))
	for i, d := range diffs {
		words[i] = d.String()
	}
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return strings.Join(words, "")
}

// Compare returns the differences between the signatures of a symbol in base and in head, in a
// fixed order: parameters, results, properties, marks. What a value takes and returns is not known:
// of one that became a function, or the other way round, only what both have is compared.
func Compare(base, head *graph.Node) []Difference {
	old, now := &base.Signature, &head.Signature
	var diffs []Difference
	add := func(kind DifferenceKind, was, is string) {
		diffs = append(diffs, Difference{Kind: kind, Old: was, New: is})
	}
	called := base.Label.Callable() == head.Label.Callable() || !isValue(base) && !isValue(head)
	if called {
		if !old.Untold && !now.Untold {
			given := old.Params
			if now.Extension && !old.Extension && len(given) > 0 {
				given = given[1:] // that one is the receiver now, and may still be given as an argument
			}
			diffs = append(diffs, parameters(given, now.Params)...)
		}
		diffs = append(diffs, results(old, now)...)
	}
	flag := func(was, is bool, on, off DifferenceKind) {
		if is && !was && on != "" {
			add(on, "", "")
		} else if was && !is && off != "" {
			add(off, "", "")
		}
	}
	flag(old.Async && called, now.Async && called, BecameAsync, NoLongerAsync)
	flag(old.Static, now.Static, BecameStatic, NoLongerStatic)
	flag(base.Abstract, head.Abstract, BecameAbstract, "")
	flag(old.Final, now.Final, BecameFinal, "")
	if old.Receiver != now.Receiver && old.Receiver != "" && now.Receiver != "" {
		add(ReceiverChanged, old.Receiver, now.Receiver)
	}
	switch was, is := old.Visibility.Rank(), now.Visibility.Rank(); {
	case was < 0 || is < 0:
	case is < was:
		add(VisibilityNarrowed, string(old.Visibility), string(now.Visibility))
	case is > was:
		add(VisibilityWidened, string(old.Visibility), string(now.Visibility))
	}
	if !slices.Equal(old.TypeParams, now.TypeParams) {
		add(TypeParameters, strings.Join(old.TypeParams, ", "), strings.Join(now.TypeParams, ", "))
	}
	for _, set := range []struct {
		old, now   []string
		gone, came DifferenceKind
	}{{old.Throws, now.Throws, ThrowsRemoved, ThrowsAdded}, {old.Decorators, now.Decorators, DecoratorRemoved, DecoratorAdded}} {
		for _, t := range without(set.old, set.now) {
			add(set.gone, t, "")
		}
		for _, t := range without(set.now, set.old) {
			add(set.came, "", t)
		}
	}
	return diffs
}

// isValue reports whether a symbol is a value of which nobody knows whether, and how, it is called.
func isValue(n *graph.Node) bool {
	return !n.Label.Callable() && !n.Label.IsType() && !n.Signature.Known
}

// without returns the elements of a that are not in b.
func without(a, b []string) []string {
	var out []string
	for _, s := range a {
		if s != "" && !slices.Contains(b, s) {
			out = append(out, s)
		}
	}
	return out
}

// results returns the differences in results.
func results(old, now *graph.Signature) []Difference {
	was, is := valued(old.Returns), valued(now.Returns)
	if slices.Equal(was, is) {
		return nil
	}
	// In most languages, a missing result declaration means that the result is not known.
	exact := old.ExactResults && now.ExactResults
	if !exact && (len(old.Returns) == 0 || len(now.Returns) == 0) {
		return nil
	}
	if len(was) == len(is) {
		var diffs []Difference
		for i := range was {
			switch {
			case was[i] == is[i]:
			case old.Async != now.Async && (strings.Contains(is[i], was[i]) || strings.Contains(was[i], is[i])):
				// Promise<T> for T: reported as async
			case nullable(was[i], is[i]):
				diffs = append(diffs, Difference{Kind: ResultNullable, Old: was[i], New: is[i]})
			default:
				diffs = append(diffs, Difference{Kind: ResultRetyped, Old: was[i], New: is[i]})
			}
		}
		return diffs
	}
	var diffs []Difference
	gone, came := leftover(was, is), leftover(is, was)
	for _, t := range gone {
		diffs = append(diffs, Difference{Kind: ResultRemoved, Old: t})
	}
	for _, t := range came {
		diffs = append(diffs, Difference{Kind: ResultAdded, Old: strings.Join(was, ", "), New: t})
	}
	return diffs
}

// valued returns the types of results without those for "no value", such as void.
func valued(returns []string) []string {
	if len(returns) == 1 && slices.Contains([]string{"void", "Void", "Unit", "()"}, returns[0]) {
		return nil
	}
	return returns
}

// leftover returns the elements of a that remain after removing one equal element for each of b.
func leftover(a, b []string) []string {
	rest := slices.Clone(a)
	for _, s := range b {
		if i := slices.Index(rest, s); i >= 0 {
			rest = slices.Delete(rest, i, i+1)
		}
	}
	return rest
}

// nullable reports whether is is the type was with null added.
func nullable(was, is string) bool {
	for _, form := range []string{"%s?", "?%s", "%s | null", "%s | undefined", "%s | None", "null | %s", "undefined | %s", "None | %s",
		"%s | null | undefined", "Optional<%s>", "Optional[%s]", "Option<%s>", "Option[%s]", "std::optional<%s>"} {
		if is == fmt.Sprintf(form, was) {
			return true
		}
	}
	return false
}
