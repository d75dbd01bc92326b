package edges

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
)

// MinUniqueName is the minimum length of a method name for rule 12: shorter names occur in every
// library.
const MinUniqueName = 5

// unique returns the only method with this name that one program may have with the file, whose parameters fit
// the number of arguments, or -1.
func (e *Writer) unique(file decl.FileID, ex, callee *facts.Expr) decl.SymbolID {
	if len(callee.Name) < MinUniqueName {
		return -1
	}
	list := e.infer.Named(file, callee.Name, 2)
	if len(list) != 1 {
		return -1
	}
	s := list[0]
	if n := e.infer.Symbol(s).Node; n != nil && n == e.Source(file, ex.In) {
		return -1 // a delegate to a method of the same name, not a recursive call
	}
	f, d := e.infer.File(file), e.infer.Def(s)
	if f.Lang.ObjectMembers[callee.Name] || d.Has(facts.Abstract) && len(e.overriders[s]) == 0 {
		return -1 // any type may have the member
	}
	if f.Lang.IsCommon(callee.Name) {
		return -1
	}
	g := e.infer.File(e.infer.Symbol(s).File)
	if g.Test && !f.Test || d.Has(facts.ObjectItem) {
		return -1
	}
	if !d.TakesCount(len(ex.Args)) {
		return -1
	}
	return s
}

// isOnly reports whether syms, of which a value flows into the receiver of a call, are all that the name
// can mean, whatever else flows there: it is one symbol, and no other has the name. Where parameters have
// no declared types, other values may always flow there.
func (e *Writer) isOnly(file decl.FileID, callee *facts.Expr, syms []decl.SymbolID) bool {
	f := e.infer.File(file)
	return f.Lang.Rules.ParamsFromCalls && callee.Kind == facts.Member && len(syms) == 1 && e.infer.Def(syms[0]).Kind.IsCallable() &&
		len(e.infer.Named(file, callee.Name, 2)) == 1 && e.isOwnName(f, callee.Name)
}

// isOwnName reports whether values from outside the repository are not likely to have a member with that name.
func (e *Writer) isOwnName(f *infer.File, name string) bool {
	return len(name) >= MinUniqueName && !f.Lang.ObjectMembers[name] && !f.Lang.IsCommon(name)
}
