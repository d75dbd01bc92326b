package valueflow

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
)

// isInstance reports whether an expression is a value, not a package or module.
func (w *Flow) isInstance(file decl.FileID, x facts.ExprID) bool {
	switch e := &w.infer.File(file).Facts.Expressions()[x]; e.Kind {
	case facts.Name:
		fd := w.infer.Found(w.infer.Denote(file, x))
		return fd.Status == infer.IsSymbol && !w.infer.Def(fd.Syms[0]).Kind.IsType()
	case facts.Module, facts.Other, facts.Literal:
		return false
	}
	return true
}

// outsideMember returns the pool of the member of a value from outside the repository that x
// names, 0 when x is not such a member. If the type of the value is not known, it is the pool of
// all members with this name, and surely is false.
func (w *Flow) outsideMember(file decl.FileID, x facts.ExprID) (p poolID, surely bool) {
	e := &w.infer.File(file).Facts.Expressions()[x]
	if e.Kind != facts.Member || !w.isInstance(file, e.X) {
		return 0, false
	}
	name := w.TypeNameIn(file, e.X, 0)
	return w.outsidePool(file, name, e.Name), name != ""
}

// TypeNameIn returns the name of the type outside the repository with which a value is declared,
// as written in the declaration; "" when it is not known.
func (w *Flow) TypeNameIn(file decl.FileID, x facts.ExprID, depth int) string {
	if x < 0 || depth > lattice.MaxNesting {
		return ""
	}
	f := w.infer.File(file)
	e := &f.Facts.Expressions()[x]
	switch e.Kind {
	case facts.Local:
		v := &f.Facts.Vars[e.Ref]
		if v.Type >= 0 || len(v.Values) == 0 {
			return w.typeNameOf(file, v.Type)
		}
		return w.TypeNameIn(file, v.Values[0], depth+1)
	case facts.Name, facts.Member:
		fd := w.infer.Found(w.infer.Denote(file, x))
		if fd.Status != infer.IsSymbol {
			return ""
		}
		d, in := w.infer.Def(fd.Syms[0]), w.infer.Symbol(fd.Syms[0]).File
		if d.Type >= 0 || len(d.Values) == 0 || d.Kind.IsCallable() {
			return w.typeNameOf(in, d.Type)
		}
		return w.TypeNameIn(in, d.Values[0], depth+1)
	case facts.Composite, facts.Assert:
		return w.typeNameOf(file, e.Type)
	case facts.Call:
		return w.resultNameIn(file, x, 0)
	case facts.Result:
		return w.resultNameIn(file, e.X, e.ResultIndex())
	}
	return ""
}

// resultNameIn is TypeNameIn for result n of a call.
func (w *Flow) resultNameIn(file decl.FileID, x facts.ExprID, n int32) string {
	if w.infer.File(file).Facts.Expressions()[x].Kind != facts.Call {
		return ""
	}
	fd := w.infer.Callee(file, x)
	if fd.Status != infer.IsSymbol {
		return ""
	}
	if d := w.infer.Def(fd.Syms[0]); d.Kind.IsCallable() && int(n) < len(d.Results) {
		return w.typeNameOf(w.infer.Symbol(fd.Syms[0]).File, d.Results[n])
	}
	return ""
}

// typeNameOf returns the name, with its package path, of a type expression for a type outside the
// repository; "" for others.
func (w *Flow) typeNameOf(file decl.FileID, t facts.TypeID) string {
	f := w.infer.File(file)
	for t >= 0 && f.Facts.Types[t].Kind == facts.PointerT && len(f.Facts.Types[t].Args) > 0 {
		t = f.Facts.Types[t].Args[0]
	}
	if t < 0 || f.Facts.Types[t].Kind != facts.Named || f.Facts.Types[t].Qualifier == "" {
		return ""
	}
	ty := &f.Facts.Types[t]
	for _, i := range f.ByAlias[ty.Qualifier] {
		if f.Imports[i].Unit < 0 {
			return f.Facts.Imports[i].Source + "." + ty.Name
		}
	}
	return ""
}

// isConcreteOutside reports whether a type expression is a type outside the repository that is no
// interface.
func (w *Flow) isConcreteOutside(file decl.FileID, t facts.TypeID) bool {
	name := w.typeNameOf(file, t)
	f := w.infer.File(file)
	if name == "" || f.Lang.Listed == nil {
		return false
	}
	if f.Facts.Types[t].Kind == facts.PointerT {
		return true
	}
	_, known := f.Lang.Interfaces[name]
	return !known && f.Lang.Listed(name[:strings.LastIndexByte(name, '.')])
}
