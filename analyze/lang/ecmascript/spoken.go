package ecmascript

import (
	"bytes"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/source"
)

// readTypedefs reads the names that comments give to types, which hold in all of
// the file: @typedef {T} Name, and @import in the words of an import statement.
func (e *extractor) readTypedefs() {
	if e.dialect != JavaScript || !bytes.Contains(e.t.Source, []byte("@typedef")) && !bytes.Contains(e.t.Source, []byte("@import")) {
		return
	}
	for i := range e.t.Nodes {
		if e.t.Nodes[i].Kind != kComment {
			continue
		}
		e.tagsOf(int32(i), func(tag, rest []byte, line int32) {
			switch string(tag) {
			case "@typedef":
				e.typedef(rest, line)
			case "@import":
				e.spokenImport(rest, line)
			}
		})
	}
}

// typedef reads {T} Name. A name for a type of another file is an import.
func (e *extractor) typedef(text []byte, line int32) {
	typ, rest, _ := e.braced(text, line)
	name, _ := paramName(rest)
	if name == "" {
		return
	}
	if source, member, ok := importPath(text); ok && !strings.Contains(member, ".") {
		e.importSpoken(source, member, e.b.Intern([]byte(name)), line)
		return
	}
	if e.typedefs == nil {
		e.typedefs = make(map[string]facts.TypeID)
	}
	e.typedefs[name] = typ
}

// importPath reads {import("x").Y} and {typeof import("x")}.
func importPath(text []byte) (module, member string, ok bool) {
	text = bytes.TrimLeft(text, " \t")
	text, ok = bytes.CutPrefix(text, []byte("{"))
	end := bytes.IndexByte(text, '}')
	if !ok || end < 0 {
		return "", "", false
	}
	text = bytes.TrimSpace(text[:end])
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("typeof ")))
	if text, ok = bytes.CutPrefix(text, []byte("import(")); !ok {
		return "", "", false
	}
	quoted, rest, ok := bytes.Cut(text, []byte(")"))
	module = strings.Trim(string(bytes.TrimSpace(quoted)), `"'`)
	member = strings.TrimPrefix(string(rest), ".")
	for i := range len(member) {
		if !source.IsNameByte(member[i]) && member[i] != '.' {
			return "", "", false
		}
	}
	return module, member, ok && module != ""
}

// importSpoken adds an import that only a comment makes: no more is known of it
// than that the author means it.
func (e *extractor) importSpoken(source, name, alias string, line int32) {
	im := e.b.Import(facts.Import{Source: e.b.Intern([]byte(source)), Name: e.b.Intern([]byte(name)), Alias: alias, Line: line,
		Flags: facts.TypeOnly | facts.GuardedImport})
	e.f.Imports[im].In = facts.None
}

// spokenImport reads { A, B as C } from "x", A from "x" and * as A from "x".
func (e *extractor) spokenImport(text []byte, line int32) {
	clause, from, ok := strings.Cut(string(text), " from ")
	source := strings.Trim(strings.TrimRight(strings.TrimSpace(from), "*/; \t"), `"'`)
	if !ok || source == "" {
		return
	}
	clause = strings.TrimSpace(clause)
	list, braces := strings.CutPrefix(clause, "{")
	for _, item := range strings.Split(strings.TrimSuffix(list, "}"), ",") {
		name, alias, as := strings.Cut(strings.TrimSpace(item), " as ")
		name, alias = strings.TrimSpace(name), strings.TrimSpace(alias)
		switch {
		case name == "":
			continue
		case !as && braces:
			alias = name
		case !as:
			name, alias = "default", name
		}
		e.importSpoken(source, name, e.b.Intern([]byte(alias)), line)
	}
}

// spokenModule returns import("x").Y as a type; member may be a path or empty.
func (e *extractor) spokenModule(source, member string, line int32) facts.TypeID {
	name, rest, _ := strings.Cut(member, ".")
	alias := e.b.Intern([]byte("import " + source + " " + name)) // no source can have that name
	if !e.imported[alias] {
		if e.imported == nil {
			e.imported = make(map[string]bool)
		}
		e.imported[alias] = true
		e.importSpoken(source, name, alias, line)
	}
	if rest == "" {
		return e.b.NamedType("", alias, line)
	}
	x := e.b.NameExpr(alias, line)
	for _, part := range strings.Split(rest, ".") {
		x = e.part(x, e.b.Intern([]byte(part)), line)
		e.f.Exprs[x].Flags |= facts.Guarded
	}
	return e.valueType(x, line)
}

// castByComment returns the type that the comment before the parentheses i gives
// to what stands in them.
func (e *extractor) castByComment(i int32) facts.TypeID {
	parent := e.t.Nodes[i].Parent
	if e.dialect != JavaScript || parent < 0 {
		return facts.None
	}
	before := int32(-1)
	for c := e.t.First(parent); c >= 0 && c != i; c = e.t.Next(c) {
		before = c
	}
	if before < 0 || e.t.Kind(before) != kComment {
		return facts.None
	}
	typ := facts.TypeID(facts.None)
	e.tagsOf(before, func(tag, rest []byte, line int32) {
		if string(tag) == "@type" {
			typ, _, _ = e.braced(rest, line)
		}
	})
	return typ
}
