package ecmascript

import (
	"bytes"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/source"
)

// spokenTypes are the types that a doc comment gives to a function.
type spokenTypes struct {
	params map[string]spokenParam
	result facts.TypeID
}

type spokenParam struct {
	typ      facts.TypeID
	optional bool
}

// readComments reads @param and @returns of the comment before the function
// that the walk has just come to. TypeScript ignores them, and so do we there.
func (e *extractor) readComments() spokenTypes {
	s := spokenTypes{result: facts.None}
	e.eachTag(func(tag, rest []byte, line int32) {
		switch string(tag) {
		case "@param", "@arg", "@argument":
			typ, rest, optional := e.braced(rest, line)
			name, inBrackets := paramName(rest)
			if name == "" || typ == facts.None && !inBrackets {
				return
			}
			if s.params == nil {
				s.params = make(map[string]spokenParam)
			}
			s.params[name] = spokenParam{typ, optional || inBrackets}
		case "@returns", "@return":
			s.result, _, _ = e.braced(rest, line)
		}
	})
	return s
}

// spokenType reads @type of the comment before a variable or field.
func (e *extractor) spokenType() facts.TypeID {
	typ := facts.TypeID(facts.None)
	e.eachTag(func(tag, rest []byte, line int32) {
		if string(tag) == "@type" {
			typ, _, _ = e.braced(rest, line)
		}
	})
	return typ
}

// eachTag calls f for every line of the doc comment that starts with a tag.
func (e *extractor) eachTag(f func(tag, rest []byte, line int32)) {
	if e.dialect == JavaScript && e.doc.of >= 0 {
		e.tagsOf(e.doc.last, f)
	}
}

// tagsOf calls f for every line of the comment c that starts with a tag.
func (e *extractor) tagsOf(c int32, f func(tag, rest []byte, line int32)) {
	text := e.t.Bytes(c)
	if !bytes.HasPrefix(text, []byte("/**")) || bytes.IndexByte(text, '@') < 0 {
		return
	}
	line := e.t.Line(c)
	for row := range bytes.Lines(text) {
		row = bytes.TrimLeft(row, " \t/*")
		if len(row) > 0 && row[0] == '@' {
			row = bytes.TrimSuffix(bytes.TrimSpace(row), []byte("*/"))
			end := bytes.IndexAny(row, " \t{")
			if end < 0 {
				end = len(row)
			}
			f(row[:end], row[end:], line)
		}
		line++
	}
}

// paramName reads the name at the start of text: x, [x], [x=1].
func paramName(text []byte) (name string, optional bool) {
	text = bytes.TrimSpace(text)
	if len(text) > 0 && text[0] == '[' {
		optional = true
		text = text[1:]
	}
	end := 0
	for end < len(text) && source.IsNameByte(text[end]) {
		end++
	}
	if end < len(text) && text[end] == '.' {
		return "", false // a property of a parameter
	}
	return string(text[:end]), optional
}

// braced reads {T} at the start of text.
func (e *extractor) braced(text []byte, line int32) (typ facts.TypeID, rest []byte, optional bool) {
	text = bytes.TrimLeft(text, " \t")
	if len(text) == 0 || text[0] != '{' {
		return facts.None, text, false
	}
	depth := 0
	for i, c := range text {
		switch c {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth == 0 {
			inner := bytes.TrimSpace(text[1:i])
			p := spokenParser{e: e, text: inner, line: line}
			typ = p.union()
			p.space()
			if p.at < len(p.text) && p.text[p.at] == '=' {
				optional = true
				p.at++
			}
			if p.failed || p.at < len(p.text) {
				typ = facts.None // a form that is not known
			}
			return typ, text[i+1:], optional
		}
	}
	return facts.None, nil, false
}

// maxSpokenDepth bounds the nesting of types in comments.
const maxSpokenDepth = 20

// A spokenParser reads the type expressions of JSDoc: names, generics, arrays,
// unions. Of other forms nothing is known.
type spokenParser struct {
	e      *extractor
	text   []byte
	at     int
	depth  int
	line   int32
	failed bool
}

// fail gives up: the rest of the text is of a form that is not known.
func (p *spokenParser) fail() { p.at, p.failed = len(p.text), true }

func (p *spokenParser) space() {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\t') {
		p.at++
	}
}

func (p *spokenParser) take(s string) bool {
	p.space()
	if bytes.HasPrefix(p.text[p.at:], []byte(s)) {
		p.at += len(s)
		return true
	}
	return false
}

func (p *spokenParser) union() facts.TypeID {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxSpokenDepth {
		p.fail()
		return facts.None
	}
	var parts []facts.TypeID
	for {
		typ, nothing := p.postfix()
		if !nothing {
			parts = append(parts, typ)
		}
		if !p.take("|") {
			return p.e.join(facts.UnionT, parts, p.line)
		}
	}
}

// postfix reads one member of a union; nothing says that it is null or the like.
func (p *spokenParser) postfix() (typ facts.TypeID, nothing bool) {
	for p.take("?") || p.take("!") || p.take("...") {
	}
	typ, nothing = p.primary()
	for p.take("[]") {
		typ, nothing = p.e.wrapType(facts.ListT, typ, p.line), false
	}
	for p.take("?") || p.take("!") {
	}
	return typ, nothing
}

func (p *spokenParser) primary() (typ facts.TypeID, nothing bool) {
	if p.take("(") {
		typ = p.union()
		if !p.take(")") {
			p.fail()
		}
		return typ, false
	}
	if p.take("*") {
		return facts.None, false
	}
	if p.take("typeof ") || bytes.HasPrefix(p.text[p.at:], []byte("import(")) {
		return p.imported(), false
	}
	start := p.at
	for p.at < len(p.text) && (source.IsNameByte(p.text[p.at]) || p.text[p.at] == '.' && p.at+1 < len(p.text) && source.IsNameByte(p.text[p.at+1])) {
		p.at++
	}
	path := p.e.b.Intern(p.text[start:p.at])
	if path == "" {
		p.fail() // not a type that is known here
		return facts.None, false
	}
	var args []facts.TypeID
	if p.take(".<") || p.take("<") {
		for {
			args = append(args, p.union())
			if p.take(",") {
				continue
			}
			if !p.take(">") {
				p.fail()
				return facts.None, false
			}
			break
		}
	}
	return p.named(path, args)
}

// imported reads import("x").Y.
func (p *spokenParser) imported() facts.TypeID {
	end := p.at + bytes.IndexByte(p.text[p.at:], ')') + 1
	if end == p.at {
		p.fail()
		return facts.None
	}
	for end < len(p.text) && (source.IsNameByte(p.text[end]) || p.text[end] == '.') {
		end++
	}
	source, member, ok := importPath([]byte("{" + string(p.text[p.at:end]) + "}"))
	if !ok {
		p.fail()
		return facts.None
	}
	p.at = end
	return p.e.spokenModule(source, member, p.line)
}

func (p *spokenParser) named(path string, args []facts.TypeID) (typ facts.TypeID, nothing bool) {
	switch path {
	case "null", "undefined", "void", "never":
		return facts.None, true
	case "any", "unknown", "mixed", "object", "Function", "function":
		return facts.None, false
	case "Object":
		if len(args) != 2 {
			return facts.None, false
		}
		path = "Record"
	case "array":
		path = "Array"
	case "String", "Number", "Boolean":
		path = strings.ToLower(path)
	case "bool":
		path = "boolean"
	}
	if path == "Array" && len(args) == 0 {
		return p.e.wrapType(facts.ListT, facts.None, p.line), false
	}
	if typ, ok := p.e.typedefs[path]; ok {
		return typ, false
	}
	qualifier, name := "", path
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		qualifier, name = path[:i], path[i+1:]
	}
	typ = p.e.namedType(qualifier, name, p.e.newIDs(args...), p.line)
	p.e.f.Types[typ].Spoken = true
	p.e.spoken = append(p.e.spoken, typ)
	return typ, false
}

// unspeak makes types in comments unknown where no name of the file bears
// them out: comments are not checked by anyone.
func (e *extractor) unspeak(known func(name string) bool) {
	for _, id := range e.spoken {
		typ := &e.f.Types[id]
		if typ.Kind != facts.Named {
			continue
		}
		first, _, _ := strings.Cut(typ.Qualifier, ".")
		if first == "" {
			first = typ.Name
		}
		if !known(first) {
			*typ = lang.NewType(facts.Named, typ.Line)
			typ.Name = "any"
		}
	}
}
