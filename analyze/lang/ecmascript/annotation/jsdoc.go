package annotation

import (
	"bytes"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/source"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/syntax"
)

// Comment holds the types that a doc comment gives to a function.
type Comment struct {
	Params map[string]CommentParam
	Result facts.TypeID
}

// A CommentParam is a parameter as its doc comment declares it.
type CommentParam struct {
	Type     facts.TypeID
	Optional bool
}

// Comment reads @param and @returns of the comment before a function. It reads nothing in TypeScript,
// whose compiler ignores them.
func (r *Reader) Comment(doc syntax.Doc) Comment {
	s := Comment{Result: facts.None}
	r.eachTag(doc, func(tag, rest []byte, line int32) {
		switch string(tag) {
		case "@param", "@arg", "@argument":
			typ, rest, optional := r.braced(rest, line)
			name, inBrackets := paramName(rest)
			if name == "" || typ == facts.None && !inBrackets {
				return
			}
			if s.Params == nil {
				s.Params = make(map[string]CommentParam)
			}
			s.Params[name] = CommentParam{typ, optional || inBrackets}
		case "@returns", "@return":
			s.Result, _, _ = r.braced(rest, line)
		}
	})
	return s
}

// OfComment reads @type of the comment before a variable or field.
func (r *Reader) OfComment(doc syntax.Doc) facts.TypeID {
	typ := facts.TypeID(facts.None)
	r.eachTag(doc, func(tag, rest []byte, line int32) {
		if string(tag) == "@type" {
			typ, _, _ = r.braced(rest, line)
		}
	})
	return typ
}

// eachTag calls f for every line of doc comment doc that starts with a tag.
func (r *Reader) eachTag(doc syntax.Doc, f func(tag, rest []byte, line int32)) {
	if !r.t.Dialect.Typed() && doc.Of >= 0 {
		r.t.Tags(doc.Last, f)
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
func (r *Reader) braced(text []byte, line int32) (typ facts.TypeID, rest []byte, optional bool) {
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
			p := jsdocParser{r: r, text: inner, line: line}
			typ = p.union()
			p.space()
			if p.at < len(p.text) && p.text[p.at] == '=' {
				optional = true
				p.at++
			}
			if p.failed || p.at < len(p.text) {
				typ = facts.None // an unsupported form
			}
			return typ, text[i+1:], optional
		}
	}
	return facts.None, nil, false
}

// CastByComment returns the type in the comment before the parenthesised expression i.
func (r *Reader) CastByComment(i int32) facts.TypeID {
	parent := r.t.Nodes[i].Parent
	if r.t.Dialect.Typed() || parent < 0 {
		return facts.None
	}
	before := int32(-1)
	for c := r.t.First(parent); c >= 0 && c != i; c = r.t.Next(c) {
		before = c
	}
	if before < 0 || r.t.Kind(before) != syntax.KComment {
		return facts.None
	}
	typ := facts.TypeID(facts.None)
	r.t.Tags(before, func(tag, rest []byte, line int32) {
		if string(tag) == "@type" {
			typ, _, _ = r.braced(rest, line)
		}
	})
	return typ
}

// dropUnknown makes the types in comments unknown unless the file has their name: no compiler checks
// comments.
func (r *Reader) dropUnknown(known func(name string) bool) {
	for _, id := range r.inComments {
		typ := &r.f.Types[id]
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
