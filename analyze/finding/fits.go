package finding

import (
	"fmt"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// A verdict says whether a call fits a signature.
type verdict int

const (
	fitting verdict = iota
	misfit          // the language rejects it
	unsure          // spread arguments or an unknown signature: cannot tell
)

// fits reports whether a call fits a signature by the number of its positional
// arguments and the names of its keywords, and for a misfit why, as a clause for people.
// Types are not looked at.
func fits(call *graph.Call, sig *graph.Signature) (verdict, string) {
	if !sig.Known || call.Spread {
		return unsure, ""
	}
	positional, variadic, anyKeyword := 0, false, false
	for i := range sig.Params {
		switch p := &sig.Params[i]; {
		case p.Variadic:
			variadic = true
		case p.Keywords:
			anyKeyword = true
		case !p.KeywordOnly:
			positional++
		}
	}
	if call.Args > positional && !variadic {
		return misfit, fmt.Sprintf("passes %s, %s", count(call.Args, "argument"), takes(sig, positional))
	}
	for _, name := range call.Keywords {
		i, known := keyword(sig, name)
		switch {
		case !known && !anyKeyword:
			return misfit, fmt.Sprintf("passes %s=, which is not a parameter", name)
		case known && i < call.Args:
			return misfit, fmt.Sprintf("passes %s twice", name)
		}
	}
	position := 0
	for i := range sig.Params {
		p := &sig.Params[i]
		if p.Variadic || p.Keywords {
			continue
		}
		bound := !p.KeywordOnly && position < call.Args
		if !p.KeywordOnly {
			position++
		}
		if bound || p.Optional || !p.PositionalOnly && slices.Contains(call.Keywords, p.Name) {
			continue
		}
		if call.SpreadKeywords && !p.PositionalOnly {
			return unsure, ""
		}
		if len(call.Keywords) > 0 || p.KeywordOnly {
			return misfit, fmt.Sprintf("lacks %s", p.Name)
		}
		return misfit, fmt.Sprintf("passes %s, %s", count(call.Args, "argument"), takes(sig, positional))
	}
	return fitting, ""
}

// keyword returns the position of the parameter that a keyword binds to, a large
// one for keyword-only parameters.
func keyword(sig *graph.Signature, name string) (int, bool) {
	position := 0
	for i := range sig.Params {
		p := &sig.Params[i]
		if p.Variadic || p.Keywords {
			continue
		}
		if p.Name == name && !p.PositionalOnly {
			if p.KeywordOnly {
				return int(^uint(0) >> 1), true
			}
			return position, true
		}
		if !p.KeywordOnly {
			position++
		}
	}
	return 0, false
}

// takes says how many positional arguments a signature wants.
func takes(sig *graph.Signature, most int) string {
	least, variadic := 0, false
	for i := range sig.Params {
		p := &sig.Params[i]
		if !p.Variadic && !p.Keywords && !p.KeywordOnly && !p.Optional {
			least++
		}
		variadic = variadic || p.Variadic
	}
	switch {
	case variadic:
		return fmt.Sprintf("at least %d required", least)
	case least == most && least == 1:
		return "1 is required"
	case least == most:
		return fmt.Sprintf("%d are required", least)
	}
	return fmt.Sprintf("%d to %d are taken", least, most)
}

// count returns "1 argument" or "2 arguments".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// takesResults reports whether the place of a call fits the number of values that the
// signature gives, and for a misfit why.
func takesResults(call *graph.Call, sig *graph.Signature) (verdict, string) {
	switch {
	case call.Values == 0:
		return unsure, ""
	case sig.Nothing:
		return misfit, "uses a value, and none is returned"
	case sig.ExactResults && call.Values != sig.Results:
		verb := "are"
		if sig.Results == 1 {
			verb = "is"
		}
		return misfit, fmt.Sprintf("takes %s, %d %s returned", count(call.Values, "value"), sig.Results, verb)
	}
	return fitting, ""
}
