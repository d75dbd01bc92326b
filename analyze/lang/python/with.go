package python

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/syntax"
)

func (x *extractor) withStatement(i int32) {
	t := x.t
	isAsync := t.ChildOfKind(i, syntax.KAsync) >= 0
	closeScope := x.openBlock()
	suppressed := syntax.Expected{}
	clause := t.ChildOfKind(i, syntax.KWithClause)
	for c := t.First(max(clause, 0)); clause >= 0 && c >= 0; c = t.Next(c) {
		if t.Kind(c) != syntax.KWithItem {
			continue
		}
		item := t.Child(c, syntax.FValue)
		var target int32 = -1
		if t.Kind(item) == syntax.KAsPattern {
			target = t.FirstNamed(t.Child(item, syntax.FAlias))
			item = t.FirstNamed(item)
		}
		suppressed.Merge(t.Suppressed(item))
		manager := x.expr(item)
		if target >= 0 {
			value := x.closed(item, manager)
			if value < 0 {
				value = x.entered(manager, t.Line(item), isAsync)
			}
			x.bind(target, binding{value: value, typ: facts.None, node: c, loop: true})
		}
	}
	x.openGuards(suppressed)
	x.block(t.Child(i, syntax.FBody))
	x.closeGuards(suppressed)
	closeScope()
}

// entered returns the value that "with manager as y" binds: the result of __enter__. For a generator
// under @contextmanager it is the element that the generator yields.
func (x *extractor) entered(manager facts.ExprID, line int32, isAsync bool) facts.ExprID {
	if manager < 0 {
		return facts.None
	}
	method := lang.NewExpr(facts.Member, line)
	method.X, method.Name, method.Flags = manager, "__enter__", facts.Implicit
	if isAsync {
		method.Name = "__aenter__"
	}
	call := lang.NewExpr(facts.Call, line)
	call.X, call.Flags = x.add(method), facts.Implicit
	value := x.add(call)
	if isAsync {
		await := lang.NewExpr(facts.Await, line)
		await.X = value
		value = x.add(await)
	}
	return value
}

// closed returns the value that contextlib's closing or nullcontext wraps, which entering them
// returns; None for other managers.
func (x *extractor) closed(item int32, manager facts.ExprID) facts.ExprID {
	t := x.t
	callee := t.Child(item, syntax.FFunction)
	if manager < 0 || t.Kind(item) != syntax.KCall || callee < 0 || len(x.f.Exprs[manager].Args) != 1 {
		return facts.None
	}
	name := t.CalleeName(callee)
	switch name {
	case "closing", "aclosing", "nullcontext":
	default:
		return facts.None
	}
	module := name
	if t.Kind(callee) == syntax.KAttribute {
		module = x.b.Text(t.Child(callee, syntax.FObject))
	}
	if x.names.Origins[module].Module != "contextlib" || x.f.Exprs[manager].Args[0].Keyword != "" {
		return facts.None
	}
	return x.f.Exprs[manager].Args[0].X
}
