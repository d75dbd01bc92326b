package php

import (
	"bytes"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// eachTag calls f for every line of a comment that starts with a tag, with what
// follows it.
func (x *extractor) eachTag(comment int32, f func(tag, rest string, line int32)) {
	if comment < 0 {
		return
	}
	text := x.t.Bytes(comment)
	if !bytes.HasPrefix(text, []byte("/**")) || bytes.IndexByte(text, '@') < 0 {
		return
	}
	line := x.t.Line(comment)
	for row := range bytes.Lines(text) {
		row = bytes.TrimLeft(row, " \t/*")
		if len(row) > 0 && row[0] == '@' {
			row = bytes.TrimSpace(bytes.TrimSuffix(bytes.TrimSpace(row), []byte("*/")))
			tag, rest, _ := strings.Cut(string(row), " ")
			for _, prefix := range [...]string{"@phpstan-", "@psalm-"} {
				if t, ok := strings.CutPrefix(tag, prefix); ok {
					tag = "@" + t
				}
			}
			f(tag, strings.TrimSpace(rest), line)
		}
		line++
	}
}

func (x *extractor) hasTag(comment int32, tag string) bool {
	has := false
	x.eachTag(comment, func(t, _ string, _ int32) { has = has || t == tag })
	return has
}

// spoken returns the type that a tag of a comment gives, to the parameter name
// where that is not empty; the last one counts.
func (x *extractor) spoken(comment int32, tag, name string) facts.TypeID {
	out := facts.TypeID(facts.None)
	x.eachTag(comment, func(t, rest string, line int32) {
		if t != tag {
			return
		}
		p := typeParser{x: x, text: rest, line: line}
		typ := p.union(0)
		if typ != facts.None && (name == "" || p.variable() == "$"+name) {
			out = typ
		}
	})
	return out
}

// spokenVariable gives a local variable the type of a comment before a statement:
// /** @var Foo $x */.
func (x *extractor) spokenVariable(comment int32) {
	x.eachTag(comment, func(tag, rest string, line int32) {
		if tag != "@var" {
			return
		}
		p := typeParser{x: x, text: rest, line: line}
		typ := p.union(0)
		name := p.variable()
		if typ == facts.None || name == "" || name == "$this" {
			return
		}
		v := lang.NewVar(facts.LocalVar, name, line)
		v.Type = typ
		x.b.DeclareHoisted(v)
	})
}

// templates notes the type parameters that @template names, and adds those of
// id.
func (x *extractor) templates(id facts.DefID, comment int32, names *map[string]bool) {
	var params []facts.TypeParam
	x.eachTag(comment, func(tag, rest string, line int32) {
		if tag != "@template" && tag != "@template-covariant" {
			return
		}
		name, rest, _ := strings.Cut(rest, " ")
		if name == "" {
			return
		}
		if *names == nil {
			*names = make(map[string]bool)
		}
		(*names)[name] = true
		p := facts.TypeParam{Name: name, Bound: facts.None}
		if bound, ok := strings.CutPrefix(rest, "of "); ok {
			parser := typeParser{x: x, text: bound, line: line}
			p.Bound = parser.union(0)
		}
		params = append(params, p)
	})
	if len(params) > 0 {
		x.f.Defs[id].TypeParams = params
	}
}

func (x *extractor) isTemplate(name string) bool {
	if x.class != nil && x.class.templates[name] {
		return true
	}
	for fn := x.fn; fn != nil; fn = fn.outer {
		if fn.templates[name] {
			return true
		}
	}
	return false
}

// magicProperties adds the properties that the comment of a class promises:
// @property Foo $name.
func (x *extractor) magicProperties(comment int32) {
	x.eachTag(comment, func(tag, rest string, line int32) {
		if tag != "@property" && tag != "@property-read" {
			return
		}
		p := typeParser{x: x, text: rest, line: line}
		typ := p.union(0)
		name := p.variable()
		if name == "" || typ == facts.None {
			return
		}
		d := lang.NewDef(facts.Field, name)
		d.Start, d.Line, d.SignatureEnd, d.End = line, line, line, line
		d.Flags, d.Type = facts.Exported, typ
		d.Signature = cut(tag + " " + name)
		x.b.Def(d)
	})
}

// A typeParser reads the type that a comment begins with.
type typeParser struct {
	x    *extractor
	text string
	line int32
}

// maxNesting bounds how deep types in comments are read.
const maxNesting = 16

func (p *typeParser) space() { p.text = strings.TrimLeft(p.text, " \t") }

func (p *typeParser) next(c byte) bool {
	if len(p.text) > 0 && p.text[0] == c {
		p.text = p.text[1:]
		return true
	}
	return false
}

// variable returns the name of the variable that follows, "" for none.
func (p *typeParser) variable() string {
	p.text = strings.TrimLeft(p.text, " \t&.")
	if p.text == "" || p.text[0] != '$' {
		return ""
	}
	end := 1
	for end < len(p.text) && lang.IsWordByte(p.text[end]) {
		end++
	}
	return p.text[:end]
}

// union reads A|B&C.
func (p *typeParser) union(depth int) facts.TypeID {
	var list []facts.TypeID
	for {
		if t := p.single(depth); t != facts.None {
			list = append(list, t)
		}
		rest := p.text
		p.space()
		if !p.next('|') && (strings.HasPrefix(p.text, "&$") || strings.HasPrefix(p.text, "&.") || !p.next('&')) {
			p.text = rest
			return walk.Join(p.x.b, facts.UnionT, p.line, list)
		}
		p.space()
	}
}

// single reads one type with the brackets behind it.
func (p *typeParser) single(depth int) facts.TypeID {
	if depth > maxNesting {
		p.text = ""
		return facts.None
	}
	p.next('?')
	t := facts.TypeID(facts.None)
	switch {
	case p.next('('):
		t = p.union(depth + 1)
		p.space()
		p.next(')')
	case len(p.text) > 0 && (p.text[0] == '\'' || p.text[0] == '"'):
		if end := strings.IndexByte(p.text[1:], p.text[0]); end >= 0 {
			p.text = p.text[end+2:]
		} else {
			p.text = ""
		}
		t = p.x.builtin("string", p.line)
	default:
		t = p.named(depth)
	}
	for strings.HasPrefix(p.text, "[]") {
		p.text = p.text[2:]
		t = walk.ListType(p.x.b, t, p.line)
	}
	return t
}

// named reads a name with its type arguments.
func (p *typeParser) named(depth int) facts.TypeID {
	end := 0
	for end < len(p.text) && (lang.IsWordByte(p.text[end]) || p.text[end] == '\\' || p.text[end] == '-' || end == 0 && p.text[end] == '$') {
		end++
	}
	name := p.text[:end]
	if strings.HasPrefix(name, "$") && name != "$this" || name == "" {
		return facts.None
	}
	p.text = p.text[end:]
	if strings.HasPrefix(p.text, "::") { // a constant of a class
		p.text = strings.TrimLeft(p.text, ":*_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
		return facts.None
	}
	var args []facts.TypeID
	switch {
	case p.next('<'):
		for p.text != "" {
			p.space()
			args = append(args, p.union(depth+1))
			p.space()
			if !p.next(',') {
				p.next('>')
				break
			}
		}
	case p.next('{'):
		return p.shape(depth)
	case len(p.text) > 0 && p.text[0] == '(' && isCallable(name):
		p.next('(')
		return p.callable(depth)
	}
	return p.typeOf(name, args)
}

func isCallable(name string) bool {
	switch strings.ToLower(name) {
	case "callable", `\closure`, "closure", "pure-callable":
		return true
	}
	return false
}

// shape reads the keys and types of array{A, B}, a tuple, or of array{a: A}: a map
// to those of the types that are classes or hold some.
func (p *typeParser) shape(depth int) facts.TypeID {
	t := lang.NewType(facts.TupleT, p.line)
	var values []facts.TypeID
	keyed := false
	for p.text != "" {
		p.space()
		if p.next('}') {
			break
		}
		before := len(p.text)
		if colon := strings.IndexAny(p.text, ":,}<|"); colon >= 0 && p.text[colon] == ':' && !strings.HasPrefix(p.text[colon:], "::") {
			key := strings.TrimSuffix(p.text[:colon], "?")
			keyed = keyed || key == "" || key[0] < '0' || key[0] > '9'
			p.text = p.text[colon+1:]
			p.space()
		}
		v := p.union(depth + 1)
		t.Args = append(t.Args, v)
		if v != facts.None && !p.x.isScalar(v) {
			values = append(values, v)
		}
		p.space()
		p.next(',')
		if len(p.text) == before {
			p.text = ""
		}
	}
	if !keyed && len(t.Args) > 0 {
		return p.x.b.Type(t)
	}
	m := lang.NewType(facts.MapT, p.line)
	m.Args = []facts.TypeID{facts.None, walk.Join(p.x.b, facts.UnionT, p.line, values)}
	return p.x.b.Type(m)
}

// callable reads (A, B): R.
func (p *typeParser) callable(depth int) facts.TypeID {
	t := lang.NewType(facts.FuncT, p.line)
	for p.text != "" {
		p.space()
		if p.next(')') {
			break
		}
		before := len(p.text)
		t.Args = append(t.Args, p.union(depth+1))
		p.text = strings.TrimPrefix(strings.TrimLeft(p.text, " \t&=."), p.variable())
		p.space()
		p.next(',')
		if len(p.text) == before {
			p.text = ""
		}
	}
	t.N = int32(len(t.Args))
	if rest := strings.TrimLeft(p.text, " \t"); strings.HasPrefix(rest, ":") {
		p.text = strings.TrimLeft(rest[1:], " \t")
		if r := p.single(depth + 1); r != facts.None {
			t.Args = append(t.Args, r)
		}
	}
	return p.x.b.Type(t)
}

// typeOf adds the type of a name as comments write it.
func (p *typeParser) typeOf(name string, args []facts.TypeID) facts.TypeID {
	arg := func(i int) facts.TypeID {
		if i < len(args) {
			return args[i]
		}
		return facts.None
	}
	x := p.x
	switch strings.ToLower(strings.TrimPrefix(name, `\`)) {
	case "generator", "traversable", "iterator", "iteratoraggregate", "arrayiterator", "arrayaccess", "arrayobject":
		if len(args) == 0 {
			return x.classNamed(name, p.line)
		}
		return p.typeOf("iterable", args[:min(len(args), 2)])
	case "array", "iterable", "list", "non-empty-list", "non-empty-array", "array-key":
		if len(args) == 2 {
			t := lang.NewType(facts.MapT, p.line)
			t.Args = []facts.TypeID{args[0], args[1]}
			return x.b.Type(t)
		}
		return walk.ListType(x.b, arg(0), p.line)
	case "class-string":
		if arg(0) == facts.None {
			return x.builtin("string", p.line)
		}
		t := lang.NewType(facts.ClassT, p.line)
		t.Args = []facts.TypeID{args[0]}
		return x.b.Type(t)
	case "int", "string", "bool", "float", "object", "callable", "null", "void", "never", "mixed", "false", "true":
		return x.builtin(strings.ToLower(name), p.line)
	case "integer", "positive-int", "negative-int", "non-negative-int":
		return x.builtin("int", p.line)
	case "boolean":
		return x.builtin("bool", p.line)
	case "double", "numeric":
		return x.builtin("float", p.line)
	case "non-empty-string", "numeric-string", "literal-string", "callable-string", "lowercase-string":
		return x.builtin("string", p.line)
	case "resource", "scalar", "number", "no-return", "never-return", "key-of", "value-of":
		return facts.None
	}
	if strings.ContainsAny(name[:min(1, len(name))], "0123456789-") {
		return x.builtin("int", p.line)
	}
	if x.isTemplate(name) {
		return x.b.NamedType("", name, p.line)
	}
	return x.classNamed(name, p.line, args...)
}
