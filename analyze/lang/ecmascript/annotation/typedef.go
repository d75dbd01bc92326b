package annotation

import (
	"bytes"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/source"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/syntax"
)

// readTypedefs reads the type names that comments define for the whole file: @typedef {T} Name, and
// @import, which has the syntax of an import statement.
func (r *Reader) readTypedefs() {
	if r.t.Dialect.Typed() || !bytes.Contains(r.t.Source, []byte("@typedef")) && !bytes.Contains(r.t.Source, []byte("@import")) {
		return
	}
	for i := range r.t.Nodes {
		if r.t.Nodes[i].Kind != syntax.KComment {
			continue
		}
		r.t.Tags(int32(i), func(tag, rest []byte, line int32) {
			switch string(tag) {
			case "@typedef":
				r.typedef(rest, line)
			case "@import":
				r.importTag(rest, line)
			}
		})
	}
}

// typedef reads {T} Name. A name for a type of another file becomes an import.
func (r *Reader) typedef(text []byte, line int32) {
	typ, rest, _ := r.braced(text, line)
	name, _ := paramName(rest)
	if name == "" {
		return
	}
	if source, member, ok := importPath(text); ok && !strings.Contains(member, ".") {
		r.importFromComment(source, member, r.b.Intern([]byte(name)), line)
		return
	}
	if r.typedefs == nil {
		r.typedefs = make(map[string]facts.TypeID)
	}
	r.typedefs[name] = typ
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

// importFromComment adds an import that exists only in a comment. It is never reported as unresolved.
func (r *Reader) importFromComment(source, name, alias string, line int32) {
	im := r.b.Import(facts.Import{Source: r.b.Intern([]byte(source)), Name: r.b.Intern([]byte(name)), Alias: alias, Line: line,
		Flags: facts.TypeOnly | facts.GuardedImport})
	r.f.Imports[im].In = facts.None
}

// importTag reads { A, B as C } from "x", A from "x" and * as A from "x".
func (r *Reader) importTag(text []byte, line int32) {
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
		r.importFromComment(source, name, r.b.Intern([]byte(alias)), line)
	}
}

// importType returns import("x").Y as a type; member may be a path or empty.
func (r *Reader) importType(source, member string, line int32) facts.TypeID {
	name, rest, _ := strings.Cut(member, ".")
	alias := r.b.Intern([]byte("import " + source + " " + name)) // no source text can contain this alias
	if !r.imported[alias] {
		if r.imported == nil {
			r.imported = make(map[string]bool)
		}
		r.imported[alias] = true
		r.importFromComment(source, name, alias, line)
	}
	if rest == "" {
		return r.b.NamedType("", alias, line)
	}
	x := r.b.NameExpr(alias, line)
	for _, part := range strings.Split(rest, ".") {
		x = r.b.Part(x, r.b.Intern([]byte(part)), line)
		r.f.Exprs[x].Flags |= facts.Guarded
	}
	return r.b.TypeOf(x, line)
}
