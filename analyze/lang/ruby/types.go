package ruby

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// typeOf returns the type that a constant path names: a class, or an instance of it.
func (x *extractor) typeOf(path int32) facts.TypeID {
	t := x.t
	line := x.line(path)
	if t.Kind(path) == kConstant {
		return x.b.NamedType("", x.b.Text(path), line)
	}
	if text := x.b.Text(path); !strings.HasPrefix(text, "::") {
		names := strings.Split(strings.Join(strings.Fields(text), ""), "::")
		last := len(names) - 1
		return x.b.NamedType(strings.Join(names[:last], "."), names[last], line)
	}
	value := lang.NewType(facts.ValueT, line)
	value.X = x.expr(path)
	return x.b.Type(value)
}

// unionOf returns the union of types; None for none.
func (x *extractor) unionOf(types []facts.TypeID, line int32) facts.TypeID {
	switch len(types) {
	case 0:
		return facts.None
	case 1:
		return types[0]
	}
	u := lang.NewType(facts.UnionT, line)
	u.Args = types
	return x.b.Type(u)
}

// A declared contains the types in the comments above a method or in its Sorbet signature.
type declared struct {
	params map[string]facts.TypeID
	yields []facts.TypeID
	result facts.TypeID
}

// declared reads the types from the YARD tags in doc and the signature sig, -1 for none.
func (x *extractor) declared(doc []int32, sig int32) declared {
	out := declared{result: facts.None}
	for _, c := range doc {
		text := strings.TrimSpace(strings.TrimLeft(x.t.Text(c), "#"))
		if strings.HasPrefix(text, "@") {
			x.yardTag(&out, text, x.line(c))
		}
	}
	if sig >= 0 {
		x.sorbet(&out, sig)
	}
	return out
}

// yardTag reads one tag: "@param name [Type]", "@return [Type] text".
func (x *extractor) yardTag(out *declared, text string, line int32) {
	tag, rest, _ := strings.Cut(text, " ")
	if tag != "@param" && tag != "@return" && tag != "@yieldparam" {
		return
	}
	rest = strings.TrimSpace(rest)
	name := ""
	if tag != "@return" && !strings.HasPrefix(rest, "[") {
		name, rest, _ = strings.Cut(rest, " ")
		rest = strings.TrimSpace(rest)
	}
	if !strings.HasPrefix(rest, "[") {
		return
	}
	end := matching(rest)
	if end < 0 {
		return
	}
	types, after := rest[1:end], strings.Fields(rest[end+1:])
	if name == "" && tag == "@param" && len(after) > 0 {
		name = after[0]
	}
	p := yardParser{x: x, text: types, line: line}
	typ := p.union("")
	switch {
	case typ < 0:
	case tag == "@return":
		if out.result < 0 {
			out.result = typ
		}
	case tag == "@yieldparam":
		out.yields = append(out.yields, typ)
	case name != "":
		if out.params == nil {
			out.params = make(map[string]facts.TypeID)
		}
		out.params[name] = typ
	}
}

// matching returns the index of the bracket that closes the first one of text, or -1.
func matching(text string) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// A yardParser reads the types of one tag: "Array<Foo>, nil", "Hash{K => V}".
type yardParser struct {
	x    *extractor
	text string
	line int32
	deep int
}

// maxTypeDepth is the maximum nesting of types.
const maxTypeDepth = 16

// union reads types up to one of the bytes in end.
func (p *yardParser) union(end string) facts.TypeID {
	var types []facts.TypeID
	known := true
	for {
		typ, ok := p.one()
		if typ >= 0 {
			types = append(types, typ)
		}
		known = known && ok
		p.text = strings.TrimLeft(p.text, " ")
		if p.text == "" || strings.IndexByte(end, p.text[0]) >= 0 || p.text[0] != ',' && p.text[0] != '|' {
			break
		}
		p.text = p.text[1:]
	}
	if !known {
		return facts.None
	}
	return p.x.unionOf(types, p.line)
}

// one reads one type. ok is false for an unknown type.
func (p *yardParser) one() (typ facts.TypeID, ok bool) {
	p.text = strings.TrimLeft(p.text, " ")
	n := 0
	for n < len(p.text) && isTypeByte(p.text[n]) {
		n++
	}
	name := p.text[:n]
	p.text = p.text[n:]
	p.deep++
	defer func() { p.deep-- }()
	if p.deep > maxTypeDepth {
		return facts.None, false
	}
	switch {
	case name == "nil", name == "void":
		return facts.None, true
	case strings.HasPrefix(p.text, "<"), strings.HasPrefix(p.text, "("), strings.HasPrefix(p.text, "{"):
		return p.generic(name)
	case name == "true", name == "false", name == "Boolean", name == "bool":
		return p.x.b.NamedType("", "bool", p.line), true
	case name == "Array" || name == "Set" || name == "Enumerator" || name == "Enumerable":
		return p.list(facts.None), true
	case name == "Hash":
		return p.dict(facts.None, facts.None), true
	case name == "" || name[0] < 'A' || name[0] > 'Z' || name == "Object" || name == "BasicObject":
		return facts.None, false
	}
	return p.x.yardName(name, p.line), true
}

// generic reads the type arguments in brackets after the name of a type.
func (p *yardParser) generic(name string) (facts.TypeID, bool) {
	closing := map[byte]string{'<': ">", '(': ")", '{': "}"}[p.text[0]]
	p.text = p.text[1:]
	var key facts.TypeID = facts.None
	value := p.union(closing + "=")
	if strings.HasPrefix(p.text, "=>") {
		p.text = p.text[2:]
		key, value = value, p.union(closing)
	}
	if !strings.HasPrefix(p.text, closing) {
		p.text = ""
		return facts.None, false
	}
	p.text = p.text[1:]
	switch name {
	case "Hash":
		return p.dict(key, value), true
	case "Class":
		t := lang.NewType(facts.ClassT, p.line)
		if value < 0 {
			return facts.None, false
		}
		t.Args = []facts.TypeID{value}
		return p.x.b.Type(t), true
	}
	return p.list(value), true
}

func (p *yardParser) list(elem facts.TypeID) facts.TypeID {
	t := lang.NewType(facts.ListT, p.line)
	t.Args = []facts.TypeID{elem}
	return p.x.b.Type(t)
}

func (p *yardParser) dict(key, value facts.TypeID) facts.TypeID {
	t := lang.NewType(facts.MapT, p.line)
	t.Args = []facts.TypeID{key, value}
	return p.x.b.Type(t)
}

func isTypeByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == ':' || c >= 0x80
}

// yardName returns the type with the name "A::B".
func (x *extractor) yardName(name string, line int32) facts.TypeID {
	names := strings.Split(strings.TrimPrefix(name, "::"), "::")
	last := len(names) - 1
	return x.b.NamedType(strings.Join(names[:last], "."), names[last], line)
}

// sorbet reads "sig { params(x: Foo).returns(Bar) }".
func (x *extractor) sorbet(out *declared, sig int32) {
	t := x.t
	for c := sig; c < sig+t.Nodes[sig].Size; c++ {
		if t.Kind(c) != kCall {
			continue
		}
		list := t.Child(c, fArguments)
		if list < 0 {
			continue
		}
		switch x.b.Text(t.Child(c, fMethod)) {
		case "returns":
			if out.result < 0 {
				out.result = x.sorbetType(t.FirstNamed(list))
			}
		case "params":
			for p := t.FirstNamed(list); p >= 0; p = x.nextNamed(p) {
				if t.Kind(p) != kPair {
					continue
				}
				if typ := x.sorbetType(t.Child(p, fValue)); typ >= 0 {
					if out.params == nil {
						out.params = make(map[string]facts.TypeID)
					}
					out.params[x.b.Text(t.Child(p, fKey))] = typ
				}
			}
		}
	}
}

// sorbetType returns the type of a Sorbet type expression, None where it is unknown.
func (x *extractor) sorbetType(i int32) facts.TypeID {
	t := x.t
	if i < 0 {
		return facts.None
	}
	line := x.line(i)
	switch t.Kind(i) {
	case kConstant, kScopeResolution:
		switch x.b.Text(i) {
		case "T::Boolean":
			return x.b.NamedType("", "bool", line)
		case "T.untyped", "Object", "BasicObject":
			return facts.None
		}
		return x.typeOf(i)
	case kElementReference:
		var args []facts.TypeID
		object := t.Child(i, fObject)
		for c := x.nextNamed(object); c >= 0; c = x.nextNamed(c) {
			args = append(args, x.sorbetType(c))
		}
		kind := facts.ListT
		if len(args) == 2 {
			kind = facts.MapT
		}
		if len(args) == 0 || len(args) > 2 {
			return facts.None
		}
		typ := lang.NewType(kind, line)
		typ.Args = args
		return x.b.Type(typ)
	case kCall:
		list := t.Child(i, fArguments)
		if list < 0 {
			return facts.None
		}
		var args []facts.TypeID
		for c := t.FirstNamed(list); c >= 0; c = x.nextNamed(c) {
			typ := x.sorbetType(c)
			if typ < 0 {
				return facts.None
			}
			args = append(args, typ)
		}
		switch x.b.Text(t.Child(i, fMethod)) {
		case "nilable", "any", "all":
			return x.unionOf(args, line)
		case "class_of":
			if len(args) == 1 {
				typ := lang.NewType(facts.ClassT, line)
				typ.Args = args
				return x.b.Type(typ)
			}
		}
	}
	return facts.None
}
