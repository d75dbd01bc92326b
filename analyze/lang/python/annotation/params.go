package annotation

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/syntax"
)

// Params reads the parameters of "def f[T: B, *Ts]" under node i.
func (r *Reader) Params(i int32) []facts.TypeParam {
	if i < 0 {
		return nil
	}
	t := r.t
	var list []facts.TypeParam
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if t.Kind(c) != syntax.KType || t.Nodes[c].Flags&lang.IsNamed == 0 {
			continue
		}
		p := facts.TypeParam{Bound: facts.None}
		inner := t.FirstNamed(c)
		if t.Kind(inner) == syntax.KConstrainedType {
			name := t.FirstNamed(inner)
			for b := t.Next(name); b >= 0; b = t.Next(b) {
				if t.Kind(b) == syntax.KType && t.Nodes[b].Flags&lang.IsNamed != 0 {
					p.Bound = r.Of(b)
				}
			}
			inner = name
		}
		for t.Kind(inner) == syntax.KType || t.Kind(inner) == syntax.KSplatType {
			inner = t.FirstNamed(inner)
		}
		if t.Kind(inner) == syntax.KIdentifier {
			p.Name = r.b.Text(inner)
			list = append(list, p)
		}
	}
	return list
}

// InferParams adds the type variables in the signature of function id that the enclosing class (None
// for none) does not bind. A variable in the result alone belongs to a function that is returned.
func (r *Reader) InferParams(id, class facts.DefID) {
	if len(r.names.TypeVars) == 0 {
		return
	}
	for _, p := range r.f.Defs[id].Params {
		r.collectTypeVars(id, class, p.Type)
	}
	for _, result := range r.f.Defs[id].Results {
		r.collectTypeVars(id, class, result)
	}
}

func (r *Reader) collectTypeVars(id, class facts.DefID, typ facts.TypeID) {
	if typ < 0 {
		return
	}
	t := r.f.Types[typ]
	if bound, ok := r.names.TypeVars[t.Name]; ok && t.Kind == facts.Named && t.Qualifier == "" && !r.classBinds(class, t.Name) {
		r.addTypeParam(id, t.Name, bound)
	}
	for _, a := range t.Args {
		r.collectTypeVars(id, class, a)
	}
}

func (r *Reader) classBinds(class facts.DefID, name string) bool {
	if class < 0 {
		return false
	}
	for _, p := range r.f.Defs[class].TypeParams {
		if p.Name == name {
			return true
		}
	}
	return false
}

func (r *Reader) addTypeParam(id facts.DefID, name string, bound facts.TypeID) {
	d := &r.f.Defs[id]
	for _, p := range d.TypeParams {
		if p.Name == name {
			return
		}
	}
	d.TypeParams = append(d.TypeParams, facts.TypeParam{Name: name, Bound: bound})
}

// addTypeVars adds the names in subscripts under node i: all of them, or only known type variables.
func (r *Reader) addTypeVars(id facts.DefID, i int32, all bool) {
	t := r.t
	for n := i; n < i+t.Nodes[i].Size; n++ {
		if t.Nodes[n].Kind != syntax.KIdentifier || t.Kind(t.Nodes[n].Parent) != syntax.KSubscript || t.Nodes[n].Field != syntax.FSubscript {
			continue
		}
		bound, known := r.names.TypeVars[r.b.Text(n)]
		if !known {
			bound = facts.None
		}
		if known || all {
			r.addTypeParam(id, r.b.Text(n), bound)
		}
	}
}

// ClassParams adds the type parameters in Generic[T] or Protocol[T], or else the type variables among
// the arguments of the bases.
func (r *Reader) ClassParams(id facts.DefID, list int32) {
	t := r.t
	explicit := false
	for c := t.First(max(list, 0)); list >= 0 && c >= 0; c = t.Next(c) {
		if base := t.BaseName(c); t.Kind(c) == syntax.KSubscript && (base == "Generic" || base == "Protocol") {
			r.addTypeVars(id, c, true)
			explicit = true
		}
	}
	if list >= 0 && !explicit && len(r.names.TypeVars) > 0 {
		r.addTypeVars(id, list, false)
	}
}
