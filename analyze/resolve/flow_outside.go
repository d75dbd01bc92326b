package resolve

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// outsideMember returns the pool of the member of a value from outside that x
// names, 0 when x is none. Where the type of the value is not known it is that of
// all members of the name, and surely is false.
func (w *flow) outsideMember(file fileID, x facts.ExprID) (p poolID, surely bool) {
	e := &w.files[file].facts.Exprs[x]
	if e.Kind != facts.Member || !w.isInstance(file, e.X) {
		return 0, false
	}
	name := w.typeNameIn(file, e.X, 0)
	return w.outsidePool(name, e.Name), name != ""
}

// typeNameIn returns the name of the type from outside that a value is declared
// with, as written where the value comes from; "" when it is not known.
func (w *flow) typeNameIn(file fileID, x facts.ExprID, depth int) string {
	if x < 0 || depth > maxNesting {
		return ""
	}
	f := &w.files[file]
	e := &f.facts.Exprs[x]
	switch e.Kind {
	case facts.Local:
		v := &f.facts.Vars[e.Ref]
		if v.Type >= 0 || len(v.Values) == 0 {
			return w.typeNameOf(file, v.Type)
		}
		return w.typeNameIn(file, v.Values[0], depth+1)
	case facts.Name, facts.Member:
		fd := w.found(w.denote(file, x))
		if fd.status != isSymbol {
			return ""
		}
		d, in := w.def(fd.syms[0]), w.syms[fd.syms[0]].file
		if d.Type >= 0 || len(d.Values) == 0 || d.Kind.IsCallable() {
			return w.typeNameOf(in, d.Type)
		}
		return w.typeNameIn(in, d.Values[0], depth+1)
	case facts.Composite, facts.Assert:
		return w.typeNameOf(file, e.Type)
	case facts.Call:
		return w.resultNameIn(file, x, 0)
	case facts.Result:
		return w.resultNameIn(file, e.X, e.ResultIndex())
	}
	return ""
}

// resultNameIn is typeNameIn of the n-th result of a call.
func (w *flow) resultNameIn(file fileID, x facts.ExprID, n int32) string {
	if w.files[file].facts.Exprs[x].Kind != facts.Call {
		return ""
	}
	fd := w.callee(file, x)
	if fd.status != isSymbol {
		return ""
	}
	if d := w.def(fd.syms[0]); d.Kind.IsCallable() && int(n) < len(d.Results) {
		return w.typeNameOf(w.syms[fd.syms[0]].file, d.Results[n])
	}
	return ""
}

// typeNameOf returns the name of a written type from outside with the path of its
// package, "" for others.
func (w *flow) typeNameOf(file fileID, t facts.TypeID) string {
	f := &w.files[file]
	for t >= 0 && f.facts.Types[t].Kind == facts.PointerT && len(f.facts.Types[t].Args) > 0 {
		t = f.facts.Types[t].Args[0]
	}
	if t < 0 || f.facts.Types[t].Kind != facts.Named || f.facts.Types[t].Qualifier == "" {
		return ""
	}
	ty := &f.facts.Types[t]
	for _, i := range f.byAlias[ty.Qualifier] {
		if f.imports[i].unit < 0 {
			return f.facts.Imports[i].Source + "." + ty.Name
		}
	}
	return ""
}

// isConcreteOutside reports whether a written type is one from outside that is no
// interface.
func (w *flow) isConcreteOutside(file fileID, t facts.TypeID) bool {
	name := w.typeNameOf(file, t)
	f := &w.files[file]
	if name == "" || f.lang.Listed == nil {
		return false
	}
	if f.facts.Types[t].Kind == facts.PointerT {
		return true
	}
	_, known := f.lang.Interfaces[name]
	return !known && f.lang.Listed(name[:strings.LastIndexByte(name, '.')])
}
