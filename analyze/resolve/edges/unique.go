package edges

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
)

// MinUniqueName is the minimum length of a method name for rule 12: shorter names occur in every
// library.
const MinUniqueName = 5

// unique returns the only method with this name in the language's family whose parameters fit
// the number of arguments, or -1.
func (e *Writer) unique(file decl.FileID, ex, callee *facts.Expr) decl.SymbolID {
	list := e.infer.ByName[callee.Name]
	if len(list) != 1 || len(callee.Name) < MinUniqueName {
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
	for _, form := range [...]string{"list", "dict", "str", "bytes", "int", "file"} {
		if _, ok := f.Lang.Members[form+"."+callee.Name]; ok {
			return -1
		}
	}
	g := e.infer.File(e.infer.Symbol(s).File)
	if g.Lang.Kin() != f.Lang.Kin() || g.Test && !f.Test || d.Has(facts.ObjectItem) {
		return -1
	}
	if !d.TakesCount(len(ex.Args)) {
		return -1
	}
	return s
}
