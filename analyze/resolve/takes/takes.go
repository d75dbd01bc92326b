// Package takes says what calls have to pass: the parameters of a function, of a value with a declared type, and of the
// constructor that a type derives from its fields. It also says what a call cannot be one of.
//
// In: a resolver. Out: parameters, or that they are not known.
package takes

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
)

// Params returns parameters in the form for callers.
func Params(list []facts.Param) []graph.Param {
	var out []graph.Param
	for i := range list {
		p := &list[i]
		out = append(out, graph.Param{
			Name: p.Name, Type: p.Written, Optional: p.Optional, Variadic: p.Variadic, Keywords: p.Keywords,
			KeywordOnly: p.KeywordOnly, PositionalOnly: p.PositionalOnly,
		})
	}
	return out
}

// callMember is the name of the method that stands for a call signature (TypeScript).
const callMember = "()"

// OfType returns the parameters of calls of a value that is declared to be of a type: those of a function type, or of the
// only call signature of an interface; false where they are not known.
func OfType(r *infer.Resolver, file decl.FileID, id facts.TypeID) ([]facts.Param, bool) {
	n := r.Under(r.DeclType(file, id))
	switch n.Kind {
	case lattice.FuncType:
		return listed(&r.File(n.File()).Facts.Types[n.TypeExpr()])
	case lattice.Instance:
		s := r.Canon(n.Symbol())
		if calls := r.MembersNamed(s, callMember); len(calls) == 1 && len(r.BasesOf(s)) == 0 && !r.IsOpen(s) {
			return r.Def(calls[0]).Params, true
		}
	}
	return nil, false
}

// listed returns the parameters of a function type without their types; false where only their number is known.
func listed(t *facts.Type) (list []facts.Param, ok bool) {
	text, opened := strings.CutPrefix(t.Name, "(")
	text, closed := strings.CutSuffix(text, ")")
	if !opened || !closed || len(t.Params()) == 0 {
		return nil, opened && closed
	}
	for word := range strings.SplitSeq(text, ",") {
		var p facts.Param
		word, p.Variadic = strings.CutPrefix(word, "...")
		p.Name, p.Optional = strings.CutSuffix(word, "?")
		list = append(list, p)
	}
	return list, true
}

// OfRecord returns the parameters of the constructor that a type derives from its fields, or
// inherits from a supertype that does; false if it has another constructor, or if that is not
// known.
func OfRecord(r *infer.Resolver, s decl.SymbolID) ([]facts.Param, bool) {
	if !r.Def(s).Kind.IsType() || r.IsOpen(s) {
		return nil, false
	}
	order := r.Linear(s)
	at := slices.IndexFunc(order, func(t decl.SymbolID) bool { return r.Def(t).Has(facts.Record) || r.Symbol(t).Ctor >= 0 })
	if at < 0 || !r.Def(order[at]).Has(facts.Record) || r.Symbol(order[at]).Ctor >= 0 {
		return nil, false
	}
	for _, t := range order {
		for _, list := range r.Symbol(t).Members {
			if r.Def(list[0]).Kind == facts.EnumMember {
				return nil, false // instances exist already
			}
		}
		if slices.ContainsFunc(r.Protocol(t).Makers, func(name string) bool { return len(r.MembersNamed(t, name)) > 0 }) {
			return nil, false
		}
	}
	var params []facts.Param
	above := r.Linear(order[at])
	for i := len(above) - 1; i >= 0; i-- {
		for _, p := range r.Def(above[i]).Params {
			if j := slices.IndexFunc(params, func(q facts.Param) bool { return q.Name == p.Name }); j >= 0 {
				params[j] = p // replaces a parameter at its position
			} else {
				params = append(params, p)
			}
		}
	}
	return params, true
}

// NoValue reports whether a call cannot be one of function s, because it is one on a value and s is called on its type only.
func NoValue(r *infer.Resolver, f *infer.File, call *facts.Expr, s decl.SymbolID) bool {
	if !f.Lang.Rules.StaticsOnType || call.X < 0 || !r.Def(s).Has(facts.Static) {
		return false
	}
	callee := &f.Facts.Expressions()[call.X]
	return callee.Kind == facts.Member && callee.N == facts.FunctionName
}

// Unwritten reports whether an implementation of a trait for type s may have members that are not written in it: a macro makes
// them (Rust).
func Unwritten(r *infer.Resolver, s decl.SymbolID) bool {
	for _, x := range r.Symbol(s).Extensions {
		if !x.Whole && r.File(x.File).Lang.Rules.GivenOverrides {
			return true
		}
	}
	return false
}
