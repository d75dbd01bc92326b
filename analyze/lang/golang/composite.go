package golang

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// composite adds the composite literal of type t with the values in body.
func (x *extractor) composite(t facts.TypeID, body int32) facts.ExprID {
	e := lang.NewExpr(facts.Composite, x.t.Line(max(body, 0)))
	e.Type = t
	c := compositeTypes{x: x, of: t}
	keyed := c.keyedByField(body)
	var args []facts.Arg
	if body >= 0 {
		for el := x.t.First(body); el >= 0; el = x.t.Next(el) {
			switch x.t.Kind(el) {
			case kLiteralElement:
				args = append(args, facts.Arg{X: x.element(el, &c, false)})
			case kKeyedElement:
				key := x.t.FirstNamed(el)
				arg := facts.Arg{}
				if keyed {
					arg.Keyword, arg.Line = x.b.Text(x.t.FirstNamed(key)), x.t.Line(key)
				} else {
					x.element(key, &c, true)
				}
				arg.X = x.element(x.item(el, 1), &c, false)
				args = append(args, arg)
			}
		}
	}
	e.Args = args
	return x.b.Expr(e)
}

// element adds a value or a key of a composite literal. Literals of a builtin type are not added.
func (x *extractor) element(n int32, c *compositeTypes, isKey bool) facts.ExprID {
	if n < 0 {
		return facts.None
	}
	v := x.t.FirstNamed(n)
	switch k := x.t.Kind(v); {
	case k == kLiteralValue:
		return x.composite(c.element(isKey, x.t.Line(v)), v)
	case literalType(k) != "":
		return facts.None
	case isKey:
		x.walk(v)
		return facts.None
	}
	return x.value(v)
}

// compositeTypes returns the types that elements of a composite literal may omit: {…} in []T{{…}}.
type compositeTypes struct {
	x    *extractor
	of   facts.TypeID
	memo [2]facts.TypeID // of elements and of keys; 0 is not computed, else the type plus one
}

// element returns the type of an element, or of a key, that omits its type.
func (c *compositeTypes) element(isKey bool, line int32) facts.TypeID {
	m, part := &c.memo[0], facts.Index
	if isKey {
		m, part = &c.memo[1], facts.Key
	}
	if *m == 0 {
		*m = c.find(part, line) + 1
	}
	return *m - 1
}

func (c *compositeTypes) find(part facts.ExprKind, line int32) facts.TypeID {
	if c.of == facts.None {
		return facts.None
	}
	switch t := &c.x.b.File.Types[c.of]; {
	case t.Kind == facts.MapT && part == facts.Key, t.Kind == facts.ListT && part == facts.Index:
		return c.x.dereferenced(t.Args[0])
	case t.Kind == facts.MapT:
		return c.x.dereferenced(t.Args[1])
	case t.Kind == facts.ListT:
		return facts.None
	}
	return c.x.partOf(c.of, part, line) // a named list or map
}

// dereferenced returns T for *T: an element {…} without a type is &T{…} there.
func (x *extractor) dereferenced(t facts.TypeID) facts.TypeID {
	if t != facts.None && x.b.File.Types[t].Kind == facts.PointerT {
		return x.b.File.Types[t].Args[0]
	}
	return t
}

// partOf returns the type of an element or a key of the named type t.
func (x *extractor) partOf(t facts.TypeID, kind facts.ExprKind, line int32) facts.TypeID {
	whole := lang.NewExpr(facts.Composite, line)
	whole.Type = t
	part := lang.NewExpr(kind, line)
	part.X = x.b.Expr(whole)
	v := lang.NewType(facts.ValueT, line)
	v.X = x.b.Expr(part)
	return x.b.Type(v)
}

// keyedByField reports whether the keys in body are the names of fields: they are plain names, and the
// type is not written as a list or map.
func (c *compositeTypes) keyedByField(body int32) bool {
	x := c.x
	if body < 0 {
		return false
	}
	if c.of != facts.None {
		if k := x.b.File.Types[c.of].Kind; k == facts.ListT || k == facts.MapT {
			return false
		}
	}
	for el := x.t.First(body); el >= 0; el = x.t.Next(el) {
		if x.t.Kind(el) == kKeyedElement && x.t.Kind(x.t.FirstNamed(x.t.FirstNamed(el))) != kIdentifier {
			return false
		}
	}
	return true
}

// checked adds the value of a blank variable with a declared type as a conversion to that type: var _
// Store = (*disk)(nil).
func (x *extractor) checked(n int32, typ facts.TypeID, value facts.ExprID) {
	if typ == facts.None || value == facts.None {
		return
	}
	e := lang.NewExpr(facts.Call, x.t.Line(n))
	e.X, e.Args = walk.TypeExpr(x.b, typ, x.t.Line(n)), []facts.Arg{{X: value}}
	x.b.Expr(e)
}
