package ecmascript

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// isExports reports whether i is exports or module.exports of CommonJS; whole
// says that it is the latter.
func (e *extractor) isExports(i int32) (is, whole bool) {
	switch e.t.Kind(i) {
	case kIdentifier:
		return e.is(i, "exports") && e.isGlobal("exports"), false
	case kMemberExpression:
		o, p := e.t.Child(i, fObject), e.t.Child(i, fProperty)
		is := e.t.Kind(o) == kIdentifier && e.is(o, "module") && e.is(p, "exports") && e.isGlobal("module")
		return is, is
	}
	return false, false
}

// isExportTarget reports whether an assignment to i exports something: exports,
// module.exports, or a member of one of them.
func (e *extractor) isExportTarget(i int32) bool {
	if is, _ := e.isExports(i); is {
		return true
	}
	return e.exportObject(i) >= 0
}

// exportObject returns the object of exports.x, module.exports.x and
// exports["x"], else -1.
func (e *extractor) exportObject(i int32) int32 {
	switch e.t.Kind(i) {
	case kMemberExpression:
	case kSubscriptExpression:
		if e.t.Kind(e.t.Child(i, fIndex)) != kString {
			return -1
		}
	default:
		return -1
	}
	object, _ := e.parts(i)
	if is, _ := e.isExports(object); is {
		return object
	}
	return -1
}

// exportChain follows a = b = value while a and b are targets of an export and
// returns them and the value.
func (e *extractor) exportChain(i int32) (targets []int32, value int32) {
	for e.t.Kind(i) == kAssignmentExpression {
		left := e.strip(e.t.Child(i, fLeft)) // as assignment does
		if !e.isExportTarget(left) {
			break
		}
		targets = append(targets, left)
		i = e.strip(e.t.Child(i, fRight))
	}
	return targets, i
}

// exportNames returns the name of each target and the node of the name.
func (e *extractor) exportName(target int32) (name string, node int32) {
	if is, whole := e.isExports(target); is {
		if !whole {
			return "", target // exports = …: means nothing alone
		}
		return "=", e.t.Child(target, fProperty)
	}
	_, node = e.parts(target)
	return e.propertyName(node), node
}

// exportAssignment handles exports.x = module.exports = … = value.
func (e *extractor) exportAssignment(i, outer int32) facts.ExprID {
	t := e.t
	targets, value := e.exportChain(i)
	if value < 0 {
		return facts.None
	}
	name, nameNode, owner := "exports", int32(-1), int32(-1)
	for _, target := range targets {
		n, node := e.exportName(target)
		switch {
		case n == "=" && nameNode < 0:
			nameNode, owner = node, t.Child(target, fObject)
		case n != "" && n != "=" && name == "exports":
			name, nameNode, owner = n, node, e.exportObject(target)
		}
	}
	if nameNode < 0 {
		e.named = true
		return e.expr(value)
	}
	export := facts.Export{X: facts.None, Def: facts.None}
	var x facts.ExprID
	switch {
	case t.Kind(value) == kIdentifier:
		x = e.expr(value)
		export.X = x
		if e.isGlobal(e.word(value)) {
			export.Local = e.word(value)
		}
	case e.isFunction(value), t.Kind(value) == kClass && e.t.Named(value):
		if own := t.Child(value, fName); own >= 0 && name == "exports" {
			name = e.word(own)
		}
		ownerExpr := e.expr(owner)
		if t.Kind(value) == kClass {
			export.Def = e.classDef(value, outer, nameNode, name, false)
			e.f.Defs[export.Def].Owner = ownerExpr
			x = e.defValue(export.Def, t.Line(nameNode))
			break
		}
		export.Def = e.define(facts.Function, name, outer, nameNode)
		e.f.Defs[export.Def].Owner = ownerExpr
		e.function(export.Def, value, outer, nameNode, export.Def)
		x = e.defined(export.Def, t.Line(nameNode))
	default:
		export.Def = e.memberDef(facts.Constant, outer, nameNode, value, name, e.expr(owner))
		e.b.Enter(export.Def)
		e.named = true
		x = e.expr(value)
		e.b.Leave()
		e.addValue(export.Def, x)
		e.hashValue(export.Def, value)
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
		name, node := e.exportName(target)
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
		case v.Kind == facts.Name && e.isGlobal(v.Name):
			export.Local = v.Name
		case v.Kind == facts.Func && v.Ref != facts.None:
			export.Def = v.Ref
			e.f.Defs[v.Ref].Flags |= facts.Exported
		}
		e.b.Export(export)
	}
}

// requires reports whether i is require("x") or a member of it.
func (e *extractor) requires(i int32) bool {
	if e.t.Kind(i) == kMemberExpression {
		i = e.t.Child(i, fObject)
	}
	return e.requireSource(i) >= 0
}

// requireSource returns the string node of require("x"), or -1.
func (e *extractor) requireSource(i int32) int32 {
	t := e.t
	if i < 0 || t.Kind(i) != kCallExpression {
		return -1
	}
	f := t.Child(i, fFunction)
	if t.Kind(f) != kIdentifier || !e.is(f, "require") || !e.isGlobal("require") {
		return -1
	}
	if a := e.argument(i, 0); a >= 0 && t.Kind(a) == kString && e.argument(i, 1) < 0 {
		return a
	}
	return -1
}

// argument returns the n-th argument of call i, or -1.
func (e *extractor) argument(i int32, n int) int32 {
	args := e.t.Child(i, fArguments)
	if args < 0 {
		return -1
	}
	for c := e.t.First(args); c >= 0; c = e.t.Next(c) {
		if !e.t.Named(c) {
			continue
		}
		if n == 0 {
			return c
		}
		n--
	}
	return -1
}

// importBinding handles the declarator pattern = require("x") or
// require("x").y. It reports false where the pattern is more than names.
func (e *extractor) importBinding(pattern, value int32, mode binding) bool {
	t := e.t
	member := ""
	if t.Kind(value) == kMemberExpression {
		member = e.word(t.Child(value, fProperty))
		value = t.Child(value, fObject)
	}
	source := e.unquote(e.requireSource(value))
	switch t.Kind(pattern) {
	case kIdentifier:
		e.requireName(source, member, pattern, mode)
		return true
	case kObjectPattern:
		if member != "" || !e.onlyNames(pattern) {
			return false
		}
		for c := t.First(pattern); c >= 0; c = t.Next(c) {
			switch t.Kind(c) {
			case kShorthandPropertyIdentifierPattern:
				e.requireName(source, e.word(c), c, mode)
			case kPairPattern:
				e.requireName(source, e.propertyName(t.Child(c, fKey)), t.Child(c, fValue), mode)
			case kObjectAssignmentPattern:
				left := t.Child(c, fLeft)
				e.expr(t.Child(c, fRight))
				e.requireName(source, e.word(left), left, mode)
			}
		}
		return true
	}
	return false
}

// onlyNames reports whether an object pattern gives names to keys and no more.
func (e *extractor) onlyNames(i int32) bool {
	t := e.t
	for c := t.First(i); c >= 0; c = t.Next(c) {
		switch t.Kind(c) {
		case kPairPattern:
			if t.Kind(t.Child(c, fValue)) != kIdentifier || t.Kind(t.Child(c, fKey)) == kComputedPropertyName {
				return false
			}
		case kObjectAssignmentPattern:
			if t.Kind(t.Child(c, fLeft)) != kShorthandPropertyIdentifierPattern {
				return false
			}
		case kRestPattern, kAssignmentPattern, kObjectPattern, kArrayPattern:
			return false
		}
	}
	return true
}

// requireName imports name of source under the name at node local.
func (e *extractor) requireName(source, name string, local int32, mode binding) {
	line := e.t.Line(local)
	im := facts.Import{Source: source, Name: name, Alias: e.word(local), Line: line}
	if !e.b.AtFileLevel() {
		im.Flags |= facts.Dynamic
	}
	im.Flags |= e.guarded()
	id := e.b.Import(im)
	if mode != bindDef && mode != bindConst {
		e.importVar(id, im.Alias, line, mode)
	}
}
