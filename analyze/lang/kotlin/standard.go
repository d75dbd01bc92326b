package kotlin

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// delegated returns the value of a property that is delegated to n: the result of the function literal
// in "by lazy { … }"; a T in "by inject<T>()" where the property has no declared type.
func (x *extractor) delegated(n int32, typed bool) facts.ExprID {
	to := x.firstValue(n)
	v := x.value(to)
	if x.t.Kind(to) != kCallExpression || v == facts.None {
		return facts.None
	}
	s := x.callParts(to)
	e := x.b.File.Exprs[v]
	if x.t.Kind(s.callee) == kSimpleIdentifier && x.b.Text(s.callee) == "lazy" && len(e.Args) > 0 {
		if f := e.Args[len(e.Args)-1].X; f != facts.None && x.b.File.Exprs[f].Kind == facts.Func && len(x.b.File.Exprs[f].Args) > 0 {
			return x.b.File.Exprs[f].Args[0].X
		}
		return facts.None
	}
	if !typed && e.Kind == facts.Call && e.Type != facts.None && len(x.b.File.Types[e.Type].Args) == 1 {
		of := lang.NewExpr(facts.Composite, e.Line)
		of.Type = x.b.File.Types[e.Type].Args[0]
		return x.b.Expr(of)
	}
	return facts.None
}
