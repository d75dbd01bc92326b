package swift

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// harmless are the attributes of structs that leave their initialiser as it is. A macro may add another one.
var harmless = map[string]bool{
	"available": true, "frozen": true, "usableFromInline": true, "MainActor": true, "dynamicMemberLookup": true, "dynamicCallable": true,
	"propertyWrapper": true, "resultBuilder": true,
}

// memberwise adds to a struct the parameters of the initialiser that the compiler makes of its stored properties. Nothing
// is added where a wrapper, a macro or conditional compilation may change them.
func (x *extractor) memberwise(id facts.DefID, n, body int32) {
	if body < 0 || !x.plain(n, harmless) {
		return
	}
	var params []facts.Param
	for c := x.t.First(body); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kDirective:
			return
		case kPropertyDeclaration:
			list, ok := x.stored(c)
			if !ok {
				return
			}
			params = append(params, list...)
		}
	}
	d := &x.b.File.Defs[id]
	d.Params, d.Flags = params, d.Flags|facts.Record
}

// stored returns the parameters for the properties of one declaration; false where they are not known.
func (x *extractor) stored(n int32) ([]facts.Param, bool) {
	if x.flags(n)&facts.Static != 0 || x.isLazy(n) {
		return nil, true
	}
	var params []facts.Param
	constant := x.isConstant(n)
	for _, b := range x.bindings(n) {
		name := x.simple(b.pattern)
		switch {
		case b.computed >= 0, constant && b.value >= 0:
			continue
		case name < 0 || !x.plain(n, nil):
			return nil, false
		}
		typ := ""
		if b.typ >= 0 {
			typ = x.t.Text(b.typ)
		}
		implied := !constant && (strings.HasSuffix(typ, "?") || strings.HasSuffix(typ, "!"))
		params = append(params, facts.Param{Name: x.text(name), Type: facts.None, KeywordOnly: true, Optional: b.value >= 0 || implied})
	}
	return params, true
}

// plain reports whether a declaration has no attributes but those allowed.
func (x *extractor) plain(n int32, allowed map[string]bool) bool {
	m := x.t.ChildOfKind(n, kModifiers)
	for c := x.t.First(max(m, n)); m >= 0 && c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kAttribute && !allowed[x.t.Text(x.nth(c, 0))] {
			return false
		}
	}
	return true
}

// isLazy reports whether a property gets its value when it is first read.
func (x *extractor) isLazy(n int32) bool {
	m := x.t.ChildOfKind(n, kModifiers)
	for c := x.t.First(max(m, n)); m >= 0 && c >= 0; c = x.t.Next(c) {
		if x.t.Text(c) == "lazy" {
			return true
		}
	}
	return false
}
