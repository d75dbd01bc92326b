package resolve

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// signature returns what a user of symbol s has to know of it.
func (e *emitter) signature(s symID) graph.Signature {
	y, d := &e.syms[s], e.def(s)
	f := &e.files[y.file]
	out := graph.Signature{
		Text: d.Signature, Results: len(d.Results), Returns: d.Returns, Throws: d.Throws,
		ExactResults: f.lang.Rules.ExactResults, Visibility: e.visibility(s), Static: d.Has(facts.Static), Final: d.Has(facts.Final),
	}
	if len(d.Results) == 0 {
		out.Results = -1
	}
	for _, x := range d.Decorators {
		out.Decorators = append(out.Decorators, e.calleeName(f, x))
	}
	for i := range d.TypeParams {
		p := &d.TypeParams[i]
		out.TypeParams = append(out.TypeParams, strings.TrimSpace(p.Name+" "+e.writtenType(f, p.Bound)))
	}
	if !d.Kind.IsCallable() {
		return out
	}
	out.Known = e.alone(s)
	out.Nothing = out.ExactResults && len(d.Results) == 0 || slices.Equal(d.Returns, []string{"void"})
	out.Generator = d.Has(facts.Generator)
	out.AsyncWord = d.Has(facts.Async) && !out.Generator
	out.Async = out.AsyncWord || !out.Generator && (f.lang.Rules.Awaits && len(d.Results) == 1 && e.resolver.types.kind(e.declType(y.file, d.Results[0])) == kPromise)
	if d.Receiver >= 0 && f.lang.Rules.ExactResults {
		if out.Receiver = "value"; d.Has(facts.Pointer) {
			out.Receiver = "pointer"
		}
	}
	out.Params = params(d.Params)
	return out
}

// alone reports whether a call of function s has to fit its parameters: there is no
// other one that can be called in the same build, no alternative by condition and no decorator that may
// change it.
func (e *emitter) alone(s symID) bool {
	y, d := &e.syms[s], e.def(s)
	if d.Flags&(facts.Overload|facts.Getter|facts.Setter) != 0 || !e.isCalledAsWritten(s) {
		return false
	}
	var same []symID
	if y.parent >= 0 {
		same = e.syms[y.parent].members[d.Name]
	} else {
		same = e.units[e.files[y.file].unit].names[d.Name]
	}
	// Overloads before it are only for the eyes of callers where it has the body.
	return !slices.ContainsFunc(same, func(o symID) bool {
		return o != s && e.meet(s, o) && (d.Has(facts.Abstract) || !e.def(o).Has(facts.Overload))
	})
}

// visibilityWords are the words before a name that say who sees it.
var visibilityWords = map[string]graph.Visibility{
	"public": graph.Public, "open": graph.Public, "pub": graph.Public, "protected": graph.Protected,
	"internal": graph.Package, "package": graph.Package, "private": graph.Private, "fileprivate": graph.Private,
}

// visibility returns who may name symbol s, as far as it says so itself.
func (e *emitter) visibility(s symID) graph.Visibility {
	y, d := &e.syms[s], e.def(s)
	before, _, found := strings.Cut(d.Signature, d.Name)
	for _, word := range strings.Fields(before) {
		if v, ok := visibilityWords[word]; ok && found {
			return v
		}
	}
	switch {
	case d.Has(facts.Exported) || y.parent < 0 && e.visible(s):
		return graph.Public
	case d.Has(facts.FileLocal) || y.parent < 0 && e.files[y.file].lang.Unit == nil:
		return graph.Private
	}
	return graph.Package
}
