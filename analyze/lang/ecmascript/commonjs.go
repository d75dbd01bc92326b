package ecmascript

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/syntax"
)

// exportAssignment handles exports.x = module.exports = … = value.
func (e *extractor) exportAssignment(i, outer int32) facts.ExprID {
	t := e.t
	targets, value := e.cjs.Targets(i)
	if value < 0 {
		return facts.None
	}
	name, nameNode, owner := "exports", int32(-1), int32(-1)
	for _, target := range targets {
		n, node := e.cjs.TargetName(target)
		switch {
		case n == "=" && nameNode < 0:
			nameNode, owner = node, t.Child(target, syntax.FObject)
		case n != "" && n != "=" && name == "exports":
			name, nameNode, owner = n, node, e.cjs.TargetObject(target)
		}
	}
	if nameNode < 0 {
		e.named = true
		return e.expr(value)
	}
	export := facts.Export{X: facts.None, Def: facts.None}
	var x facts.ExprID
	switch {
	case t.Kind(value) == syntax.KIdentifier:
		x = e.expr(value)
		export.X = x
		if e.b.IsGlobal(t.Word(value)) {
			export.Local = t.Word(value)
		}
	case t.IsFunction(value), t.Kind(value) == syntax.KClass && t.Named(value):
		if own := t.Child(value, syntax.FName); own >= 0 && name == "exports" {
			name = t.Word(own)
		}
		ownerExpr := e.expr(owner)
		if t.Kind(value) == syntax.KClass {
			export.Def = e.classDef(value, outer, nameNode, name, false)
			e.f.Defs[export.Def].Owner = ownerExpr
			x = e.b.DefValue(export.Def, t.Line(nameNode))
			break
		}
		export.Def = e.define(facts.Function, name, outer, nameNode)
		e.f.Defs[export.Def].Owner = ownerExpr
		e.function(export.Def, value, outer, nameNode, export.Def)
		x = e.b.FuncValue(export.Def, t.Line(nameNode))
	default:
		export.Def = e.memberDef(facts.Constant, outer, nameNode, value, name, e.expr(owner))
		e.b.Enter(export.Def)
		e.named = true
		x = e.expr(value)
		e.b.Leave()
		e.b.AddDefValue(export.Def, x)
		e.hash.Value(export.Def, value)
		export.X = x
	}
	e.exportTargets(targets, export, x)
	return x
}

// exportTargets adds one Export like export for each target; x is the value.
func (e *extractor) exportTargets(targets []int32, export facts.Export, x facts.ExprID) {
	if export.Def != facts.None {
		e.f.Defs[export.Def].Flags |= facts.Exported
	}
	for _, target := range targets {
		name, node := e.cjs.TargetName(target)
		if name == "" {
			continue
		}
		export.Name, export.Line = name, e.t.Line(node)
		e.b.Export(export)
		if name == "=" {
			e.exportKeys(x)
		}
	}
}

// exportKeys exports every key of x where that is an object literal.
func (e *extractor) exportKeys(x facts.ExprID) {
	if x == facts.None || e.f.Exprs[x].Kind != facts.Object {
		return
	}
	for _, a := range e.f.Exprs[x].Args {
		if a.Keyword == "" || a.Spread || a.X == facts.None {
			continue
		}
		v := &e.f.Exprs[a.X]
		export := facts.Export{Name: a.Keyword, X: a.X, Def: facts.None, Line: v.Line}
		switch {
		case v.Kind == facts.Name && e.b.IsGlobal(v.Name):
			export.Local = v.Name
		case v.Kind == facts.Func && v.Ref != facts.None:
			export.Def = v.Ref
			e.f.Defs[v.Ref].Flags |= facts.Exported
		}
		e.b.Export(export)
	}
}

// importBinding handles the declarator pattern = require("x") or require("x").y. It returns false
// where the pattern does more than name members.
func (e *extractor) importBinding(pattern, value int32, mode binding) bool {
	t := e.t
	member := ""
	if t.Kind(value) == syntax.KMemberExpression {
		member = t.Word(t.Child(value, syntax.FProperty))
		value = t.Child(value, syntax.FObject)
	}
	source := t.Unquote(e.cjs.RequireSource(value))
	switch t.Kind(pattern) {
	case syntax.KIdentifier:
		e.requireName(source, member, pattern, mode)
		return true
	case syntax.KObjectPattern:
		if member != "" || !t.OnlyNames(pattern) {
			return false
		}
		for c := t.First(pattern); c >= 0; c = t.Next(c) {
			switch t.Kind(c) {
			case syntax.KShorthandPropertyIdentifierPattern:
				e.requireName(source, t.Word(c), c, mode)
			case syntax.KPairPattern:
				e.requireName(source, t.PropertyName(t.Child(c, syntax.FKey)), t.Child(c, syntax.FValue), mode)
			case syntax.KObjectAssignmentPattern:
				left := t.Child(c, syntax.FLeft)
				e.expr(t.Child(c, syntax.FRight))
				e.requireName(source, t.Word(left), left, mode)
			}
		}
		return true
	}
	return false
}

// requireName imports name of source; local is the node of the name it is bound to.
func (e *extractor) requireName(source, name string, local int32, mode binding) {
	line := e.t.Line(local)
	im := facts.Import{Source: source, Name: name, Alias: e.t.Word(local), Line: line}
	if !e.b.AtFileLevel() {
		im.Flags |= facts.Dynamic
	}
	im.Flags |= e.guarded()
	id := e.b.Import(im)
	if mode != bindDef && mode != bindConst {
		e.importVar(id, im.Alias, line, mode)
	}
}
