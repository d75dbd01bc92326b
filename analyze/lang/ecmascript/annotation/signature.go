package annotation

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/syntax"
)

// SignatureResult returns the result type of a signature or function type.
func (r *Reader) SignatureResult(i int32) facts.TypeID {
	return r.Annotation(r.t.ResultNode(i))
}

// Result returns the declared result of function i, or None.
func (r *Reader) Result(i int32) facts.TypeID {
	return r.Annotation(r.t.Child(i, syntax.FReturnType))
}

// SignatureParams reads the parameters of a signature without a body.
func (r *Reader) SignatureParams(i int32) []facts.Param {
	list := r.t.Child(i, syntax.FParameters)
	if list < 0 {
		return nil
	}
	n := r.t.CountParams(list)
	if n == 0 {
		return nil
	}
	params := make([]facts.Param, 0, n)
	for c := r.t.First(list); c >= 0; c = r.t.Next(c) {
		if !r.t.IsParam(c) {
			continue
		}
		p := r.t.ParamParts(c)
		out := facts.Param{Type: r.Annotation(p.Type), Written: r.b.Written(p.Type), Optional: p.Optional, Variadic: p.Rest}
		if p.Pattern >= 0 && r.t.Kind(p.Pattern) == syntax.KIdentifier {
			out.Name = r.t.Word(p.Pattern)
		}
		params = append(params, out)
	}
	return params
}

// Params reads <T extends B>.
func (r *Reader) Params(i int32) []facts.TypeParam {
	var out []facts.TypeParam
	r.eachTypeParam(i, func(p facts.TypeParam) { out = append(out, p) })
	return out
}

// eachTypeParam calls f for every type parameter of i, each before the next is read: the next may name
// it.
func (r *Reader) eachTypeParam(i int32, f func(facts.TypeParam)) {
	t := r.t
	list := t.Child(i, syntax.FTypeParameters)
	if list < 0 {
		return
	}
	for c := t.First(list); c >= 0; c = t.Next(c) {
		if t.Kind(c) != syntax.KTypeParameter {
			continue
		}
		p := facts.TypeParam{Name: t.Word(t.Child(c, syntax.FName)), Bound: facts.None}
		if b := t.Child(c, syntax.FConstraint); b >= 0 {
			p.Bound = r.Of(t.FirstNamed(b))
		}
		if v := t.Child(c, syntax.FValue); v >= 0 {
			p.Written = r.b.Written(c)
			if typ := r.Of(t.FirstNamed(v)); p.Bound == facts.None {
				p.Bound = typ // without an argument only the bound is known
			}
		}
		f(p)
	}
}

// PushParams makes the type parameters of i known and returns the argument for PopParams.
func (r *Reader) PushParams(i int32) int {
	before := len(r.params)
	r.eachTypeParam(i, func(p facts.TypeParam) { r.params = append(r.params, typeName{p.Name, p.Bound}) })
	return before
}

// PopParams forgets the type parameters pushed since PushParams returned before.
func (r *Reader) PopParams(before int) { r.params = r.params[:before] }
