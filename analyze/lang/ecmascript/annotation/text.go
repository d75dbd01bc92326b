package annotation

import (
	"bytes"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/source"
)

// maxJSDocDepth is the maximum nesting of types in comments.
const maxJSDocDepth = 20

// A jsdocParser reads the type expressions of JSDoc: names, generics, arrays, unions. Other forms are
// unknown types.
type jsdocParser struct {
	r      *Reader
	text   []byte
	at     int
	depth  int
	line   int32
	failed bool
}

// fail stops parsing: the text has an unsupported form.
func (p *jsdocParser) fail() { p.at, p.failed = len(p.text), true }

func (p *jsdocParser) space() {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\t') {
		p.at++
	}
}

func (p *jsdocParser) take(s string) bool {
	p.space()
	if bytes.HasPrefix(p.text[p.at:], []byte(s)) {
		p.at += len(s)
		return true
	}
	return false
}

func (p *jsdocParser) union() facts.TypeID {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxJSDocDepth {
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
			return p.r.b.JoinTypes(facts.UnionT, parts, p.line)
		}
	}
}

// postfix reads one member of a union. nothing is true for null, undefined and the like.
func (p *jsdocParser) postfix() (typ facts.TypeID, nothing bool) {
	for p.take("?") || p.take("!") || p.take("...") {
	}
	typ, nothing = p.primary()
	for p.take("[]") {
		typ, nothing = p.r.b.WrapType(facts.ListT, typ, p.line), false
	}
	for p.take("?") || p.take("!") {
	}
	return typ, nothing
}

func (p *jsdocParser) primary() (typ facts.TypeID, nothing bool) {
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
	path := p.r.b.Intern(p.text[start:p.at])
	if path == "" {
		p.fail() // an unsupported type
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
func (p *jsdocParser) imported() facts.TypeID {
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
	return p.r.importType(source, member, p.line)
}

func (p *jsdocParser) named(path string, args []facts.TypeID) (typ facts.TypeID, nothing bool) {
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
		return p.r.b.WrapType(facts.ListT, facts.None, p.line), false
	}
	if typ, ok := p.r.typedefs[path]; ok {
		return typ, false
	}
	qualifier, name := "", path
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		qualifier, name = path[:i], path[i+1:]
	}
	typ = p.r.Named(qualifier, name, p.r.b.NewIDs(args...), p.line)
	p.r.f.Types[typ].Spoken = true
	p.r.inComments = append(p.r.inComments, typ)
	return typ, false
}
