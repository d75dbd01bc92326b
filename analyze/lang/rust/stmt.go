package rust

import (
	"unicode"
	"unicode/utf8"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// block walks a block and returns its last value. Items are added first, because they are visible in
// the whole block.
func (x *extractor) block(n int32) facts.ExprID {
	if n < 0 {
		return facts.None
	}
	x.b.Open(lang.OrderedScope)
	defer x.b.Close()
	self, assoc, impl := x.self, x.assoc, x.impl
	var a above
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if a.see(x, c) {
			continue
		}
		if isItem(x.t.Kind(c)) {
			x.self, x.assoc, x.impl = -1, nil, implBlock{}
			x.item(c, &a)
			x.self, x.assoc, x.impl = self, assoc, impl
		}
		a.clear()
	}
	value := facts.ExprID(facts.None)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		k := x.t.Kind(c)
		if !x.usable(c) || isItem(k) {
			continue
		}
		value = facts.None
		switch k {
		case kExpressionStatement:
			x.statement(c)
			if semi := x.t.ChildOfKind(c, tSemicolon); semi < 0 {
				value = x.last
			}
		case kLetDeclaration:
			x.let(c)
		default:
			value = x.value(c)
		}
	}
	return value
}

// isItem reports whether a node of kind k is an item.
func isItem(k lang.Kind) bool {
	switch k {
	case kFunctionItem, kFunctionSignatureItem, kStructItem, kUnionItem, kEnumItem, kTraitItem, kImplItem, kConstItem, kStaticItem,
		kTypeItem, kAssociatedType, kMacroDefinition, kModItem, kForeignModItem, kUseDeclaration, kExternCrateDeclaration:
		return true
	}
	return false
}

// statement walks an expression statement.
func (x *extractor) statement(n int32) {
	inner := x.t.FirstNamed(n)
	x.last = facts.None
	if inner < 0 {
		return
	}
	if x.t.ChildOfKind(n, tSemicolon) >= 0 {
		x.unused = inner
		for k := x.t.Kind(inner); k == kTryExpression || k == kAwaitExpression; k = x.t.Kind(x.unused) {
			x.unused = x.nth(x.unused, 0) // f()?; uses the error alone
		}
	}
	x.last = x.value(inner)
}

// let declares the names of a let statement.
func (x *extractor) let(n int32) {
	typ := x.typ(x.t.Child(n, fType))
	value := x.value(x.t.Child(n, fValue))
	if alt := x.t.Child(n, fAlternative); alt >= 0 {
		x.block(alt)
	}
	pattern := x.t.Child(n, fPattern)
	if name := x.simple(pattern); name >= 0 && isBinding(x.text(name)) {
		v := lang.NewVar(facts.LocalVar, x.text(name), x.t.Line(name))
		v.Type = typ
		id := x.b.Declare(v)
		x.b.AddValue(id, value)
		return
	}
	if typ != facts.None {
		e := lang.NewExpr(facts.Assert, x.t.Line(n))
		if value == facts.None {
			value = x.operand(-1)
		}
		e.X, e.Type = value, typ
		value = x.b.Expr(e)
	}
	x.bind(pattern, value)
}

// simple returns the name in a pattern that is a name only, or -1.
func (x *extractor) simple(pattern int32) int32 {
	for {
		switch x.t.Kind(pattern) {
		case kIdentifier:
			return pattern
		case kMutPattern, kRefPattern:
			pattern = x.lastNamed(pattern)
		default:
			return -1
		}
	}
}

func (x *extractor) lastNamed(n int32) int32 {
	last := int32(-1)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.usable(c) && x.t.Kind(c) != kMutableSpecifier {
			last = c
		}
	}
	return last
}

// isBinding reports whether a name in a pattern declares a variable: names of constants and variants
// begin with a capital.
func isBinding(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return !unicode.IsUpper(r)
}

// condition walks the condition of an if or while; let conditions declare names in the open scope.
func (x *extractor) condition(n int32) {
	switch x.t.Kind(n) {
	case kLetCondition:
		v := x.value(x.t.Child(n, fValue))
		x.bind(x.t.Child(n, fPattern), v)
	case kLetChain:
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			if x.usable(c) {
				x.condition(c)
			}
		}
	default:
		x.walk(n)
	}
}

func (x *extractor) ifExpression(n int32) facts.ExprID {
	x.b.Open(lang.OrderedScope)
	x.condition(x.t.Child(n, fCondition))
	then := x.block(x.t.Child(n, fConsequence))
	x.b.Close()
	other := facts.ExprID(facts.None)
	if alt := x.t.Child(n, fAlternative); alt >= 0 {
		other = x.value(x.nth(alt, 0))
	}
	return x.b.Either(x.t.Line(n), then, other)
}

func (x *extractor) match(n int32) facts.ExprID {
	of := x.operand(x.t.Child(n, fValue))
	body := x.t.Child(n, fBody)
	if body < 0 {
		return facts.None
	}
	var values []facts.ExprID
	for c := x.t.First(body); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kMatchArm {
			continue
		}
		x.b.Open(lang.OrderedScope)
		if p := x.t.Child(c, fPattern); p >= 0 {
			for e := x.t.First(p); e >= 0; e = x.t.Next(e) {
				if x.t.Nodes[e].Field == fCondition {
					x.condition(e)
				} else if x.usable(e) {
					x.bind(e, of)
				}
			}
		}
		values = append(values, x.value(x.t.Child(c, fValue)))
		x.b.Close()
	}
	return x.b.Either(x.t.Line(n), values...)
}

// assignment binds the target of an assignment to its value.
func (x *extractor) assignment(n int32) {
	left, right := x.t.Child(n, fLeft), x.t.Child(n, fRight)
	v := x.value(right)
	switch x.t.Kind(left) {
	case kIdentifier:
		e := x.name(left)
		if e == facts.None {
			return
		}
		x.b.File.Exprs[e].Flags |= facts.Write
		if x.t.Kind(n) == kAssignmentExpression {
			x.b.Assign(e, v)
		}
	case kFieldExpression:
		e := x.value(left)
		x.b.File.Exprs[e].Flags |= facts.Write
	default:
		x.walk(left)
	}
}
