package contract

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// A verdict is the result of checking a call against a signature.
type verdict int

const (
	fitting verdict = iota
	misfit          // the language rejects it
	unsure          // undecided: spread arguments or an unknown signature
)

// fits reports whether a call fits a signature by the number of its positional arguments and the
// names of its keyword arguments, with the effect of a misfit. Types are ignored.
func fits(call *graph.Call, sig *graph.Signature) (verdict, finding.Effect) {
	if !sig.Known || call.Spread {
		return unsure, finding.Effect{}
	}
	if call.Trailing {
		return fitsTrailing(call, sig)
	}
	if sig.CountedArguments {
		return fitsCounted(call, sig)
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
	if call.Args > positional && !variadic && !sig.ExtraArguments {
		return misfit, argumentCount(call, sig, positional)
	}
	for _, name := range call.Keywords {
		i, known := keyword(sig, name)
		switch {
		case !known && !anyKeyword:
			return misfit, finding.Effect{Kind: finding.ArgumentName, Name: name}
		case known && i < call.Args:
			return misfit, finding.Effect{Kind: finding.ArgumentTwice, Name: name}
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
			return unsure, finding.Effect{}
		}
		if len(call.Keywords) > 0 || p.KeywordOnly {
			return misfit, finding.Effect{Kind: finding.ArgumentLacks, Name: p.Name}
		}
		return misfit, argumentCount(call, sig, positional)
	}
	return fitting, finding.Effect{}
}

// fitsTrailing is fits for a call with a trailing function literal: it is the argument of the last
// parameter, and the arguments in parentheses are those of the others.
func fitsTrailing(call *graph.Call, sig *graph.Signature) (verdict, finding.Effect) {
	others, most := *call, *sig
	others.Trailing = false
	last := len(sig.Params) - 1
	if last < 0 {
		others.Args++
		return misfit, argumentCount(&others, sig, 0)
	}
	most.Params = sig.Params[:last]
	v, effect := fits(&others, &most)
	if effect.Kind == finding.ArgumentCount {
		effect.Given, effect.Most, effect.Least = effect.Given+1, effect.Most+1, effect.Least+1
	}
	return v, effect
}

// fitsCounted is fits for signatures with CountedArguments. A map as the last positional argument may
// stand for the keyword arguments (Ruby before 3.0), so that calls with one are undecided.
func fitsCounted(call *graph.Call, sig *graph.Signature) (verdict, finding.Effect) {
	required, most, variadic, named, anyKeyword := 0, 0, false, false, false
	for i := range sig.Params {
		switch p := &sig.Params[i]; {
		case p.Variadic:
			variadic = true
			anyKeyword = anyKeyword || p.Keywords
		case p.Keywords:
			anyKeyword = true
		case p.KeywordOnly:
			named = true
		default:
			most++
			if !p.Optional {
				required++
			}
		}
	}
	named = named || anyKeyword
	args := *call
	if !named {
		if args.SpreadKeywords && len(args.Keywords) == 0 {
			return unsure, finding.Effect{} // an empty map is no argument
		}
		if len(args.Keywords) > 0 {
			args.Args++
		}
	}
	mayBeMap := named && len(args.Keywords) == 0 && !args.SpreadKeywords && args.Args > required
	switch {
	case args.Args < required:
		if named && len(args.Keywords) > 0 && args.Args+1 == required {
			return unsure, finding.Effect{} // the keywords may be a map for the last required parameter
		}
		return misfit, argumentCount(&args, sig, most)
	case args.Args == most+1 && !variadic && mayBeMap:
		return unsure, finding.Effect{}
	case args.Args > most && !variadic:
		return misfit, argumentCount(&args, sig, most)
	case !named:
		return fitting, finding.Effect{}
	}
	for _, name := range args.Keywords {
		if _, known := keyword(sig, name); !known && !anyKeyword {
			return misfit, finding.Effect{Kind: finding.ArgumentName, Name: name}
		}
	}
	for i := range sig.Params {
		p := &sig.Params[i]
		if p.Variadic || p.Keywords || !p.KeywordOnly || p.Optional || slices.Contains(args.Keywords, p.Name) {
			continue
		}
		if args.SpreadKeywords || mayBeMap {
			return unsure, finding.Effect{}
		}
		return misfit, finding.Effect{Kind: finding.ArgumentLacks, Name: p.Name}
	}
	return fitting, finding.Effect{}
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

// argumentCount returns the effect of a call with a wrong number of positional arguments. most is
// the maximum that the signature accepts unless it is variadic.
func argumentCount(call *graph.Call, sig *graph.Signature, most int) finding.Effect {
	e := finding.Effect{Kind: finding.ArgumentCount, Given: call.Args, Most: most}
	for i := range sig.Params {
		p := &sig.Params[i]
		if !p.Variadic && !p.Keywords && !p.KeywordOnly && !p.Optional {
			e.Least++
		}
		e.Unlimited = e.Unlimited || p.Variadic
	}
	return e
}

// takesResults reports whether the context of a call fits the number of results of the signature,
// with the effect of a misfit.
func takesResults(call *graph.Call, sig *graph.Signature) (verdict, finding.Effect) {
	switch {
	case call.Values == 0:
		return unsure, finding.Effect{}
	case sig.Nothing:
		return misfit, finding.Effect{Kind: finding.NoResult}
	case sig.ExactResults && call.Values != sig.Results:
		return misfit, finding.Effect{Kind: finding.ResultCount, Given: call.Values, Most: sig.Results}
	}
	return fitting, finding.Effect{}
}
