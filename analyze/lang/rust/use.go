package rust

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/rust/project"
	"github.com/nexus-ci/nexus-ci/analyze/lang/rust/standard"
)

// path returns a path relative to the module of the file: self and super in an inline module are
// replaced.
func (x *extractor) path(p string) string {
	if len(x.modules) == 0 {
		return p
	}
	up, rest := 0, p
	for {
		head, tail, _ := strings.Cut(rest, "::")
		if head == "self" {
			rest = tail
			continue
		}
		if head != "super" {
			break
		}
		up, rest = up+1, tail
	}
	if up == 0 && !strings.HasPrefix(p, "self") {
		return p
	}
	parts := []string{"self"}
	if up <= len(x.modules) {
		parts = append(parts, x.modules[:len(x.modules)-up]...)
	} else {
		parts = nil
		for range up - len(x.modules) {
			parts = append(parts, "super")
		}
	}
	if rest != "" {
		parts = append(parts, rest)
	}
	return strings.Join(parts, "::")
}

// use adds the imports of a use declaration.
func (x *extractor) use(n int32, a *above) {
	from := len(x.b.File.Imports)
	x.useTree(x.t.Child(n, fArgument), "")
	for i := from; x.text(x.t.ChildOfKind(n, kVisibilityModifier)) == "pub" && i < len(x.b.File.Imports); i++ {
		x.b.File.Imports[i].Flags |= facts.Public
	}
	x.offer(from, n, a)
}

// offer marks the imports from a number on, which the item n makes, as what others may use, unless it is not public or hidden.
func (x *extractor) offer(from int, n int32, a *above) {
	if x.text(x.t.ChildOfKind(n, kVisibilityModifier)) != "pub" || a != nil && (a.hidden || a.test) {
		return
	}
	for i := from; i < len(x.b.File.Imports); i++ {
		x.b.File.Imports[i].Flags |= facts.Offers
	}
}

func join(prefix, name string) string {
	if prefix == "" {
		return name
	}
	return prefix + "::" + name
}

// useTree adds the imports of one part of a use declaration with the path prefix before it.
func (x *extractor) useTree(n int32, prefix string) {
	switch x.t.Kind(n) {
	case kIdentifier, kCrate, kSuper, kScopedIdentifier:
		source, name := splitPath(join(prefix, x.pathText(n)))
		x.importPath(source, name, "", n)
	case kSelf:
		source, name := splitPath(prefix)
		x.importPath(source, name, "", n)
	case kUseAsClause:
		of, alias := x.t.Child(n, fPath), x.text(x.t.Child(n, fAlias))
		whole := join(prefix, x.pathText(of))
		if x.t.Kind(of) == kSelf && prefix != "" {
			whole = prefix
		}
		source, name := splitPath(whole)
		if alias == "_" { // a trait imported only for its methods
			alias = ""
		}
		x.importPath(source, name, alias, n)
	case kUseWildcard:
		source := prefix
		if of := x.nth(n, 0); of >= 0 {
			source = join(prefix, x.pathText(of))
		}
		x.importPath(source, "*", "", n)
	case kUseList:
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			if x.usable(c) {
				x.useTree(c, prefix)
			}
		}
	case kScopedUseList:
		if of := x.t.Child(n, fPath); of >= 0 {
			prefix = join(prefix, x.pathText(of))
		}
		x.useTree(x.t.Child(n, fList), prefix)
	}
}

// pathText returns a path without spaces, comments and a leading "::".
func (x *extractor) pathText(n int32) string {
	if n < 0 {
		return ""
	}
	switch x.t.Kind(n) {
	case kScopedIdentifier, kScopedTypeIdentifier:
		return join(x.pathText(x.t.Child(n, fPath)), x.text(x.t.Child(n, fName)))
	case kGenericType, kGenericTypeWithTurbofish:
		return x.pathText(x.t.Child(n, fType))
	}
	if x.t.Nodes[n].Size > 1 {
		return ""
	}
	return x.text(n)
}

// splitPath splits a path before its last name.
func splitPath(p string) (source, name string) {
	if i := strings.LastIndex(p, "::"); i >= 0 {
		return p[:i], p[i+2:]
	}
	return "", p
}

// importPath adds the import of name from source; alias is "" for the name itself.
func (x *extractor) importPath(source, name, alias string, n int32) {
	if name == "" {
		return
	}
	if source == "" { // a whole crate, or a sibling module or item
		source, name = name, ""
		if alias == "" {
			alias = source
		}
		switch source {
		case "*":
			return
		case "self", "super", "crate":
			source = x.path(source)
		}
		x.importName(source, name, alias, n)
		return
	}
	source = x.path(source)
	switch name {
	case "self", "super": // use a::{self}, use super::super
		if name == "super" {
			source += "::super"
		}
		name = ""
	case "*":
		x.importName(source, name, "", n)
		return
	}
	if alias == "" {
		alias = name
	}
	x.importName(source, name, alias, n)
}

// importName adds an import. Inside a function it binds a variable. Star imports count for the whole
// file, wherever they stand.
func (x *extractor) importName(source, name, alias string, n int32) {
	i := facts.Import{Source: source, Name: name, Alias: alias, Line: x.t.Line(n)}
	if name == "*" {
		i.Source = x.expanded(source)
		if source == "self" || x.inOwnScope(source) {
			return // use super::* in an inline module: the enclosing names are visible anyway
		}
		i.In = facts.None
		x.b.File.Imports = append(x.b.File.Imports, i)
		return
	}
	id := x.b.Import(i)
	x.bound[alias] = true
	if x.b.AtFileLevel() || alias == "" {
		return
	}
	v := lang.NewVar(facts.ImportVar, alias, i.Line)
	v.Import = id
	x.b.Declare(v)
}

// expanded replaces the first name of a path by the target of its import in the enclosing function.
func (x *extractor) expanded(p string) string {
	head, rest, more := strings.Cut(p, "::")
	v := x.b.Lookup(head)
	if v == facts.None || x.b.File.Vars[v].Import == facts.None {
		return p
	}
	i := &x.b.File.Imports[x.b.File.Vars[v].Import]
	if head = i.Source; i.Name != "" {
		head = join(head, i.Name)
	}
	if more {
		return join(head, rest)
	}
	return head
}

// inOwnScope reports whether source is an enclosing module of the use itself.
func (x *extractor) inOwnScope(source string) bool {
	own := "self"
	for _, m := range x.modules {
		if source == own {
			return true
		}
		own += "::" + m
	}
	return source == own
}

func (x *extractor) externCrate(n int32) {
	name, alias := x.text(x.t.Child(n, fName)), x.text(x.t.Child(n, fAlias))
	if name == "" {
		name = "self"
	}
	if alias == "" {
		alias = name
	}
	if alias == "_" || alias == "self" {
		return
	}
	x.importName("extern::"+name, "", alias, n)
}

// head records that a path begins with name, which no open scope declares. Names with a capital are
// types; others may be crates.
func (x *extractor) head(name string, line int32) {
	if _, known := standard.Universe[name]; isBinding(name) && (!known || project.IsStandard(name)) {
		x.heads.add(name, line)
	}
}

// crates adds the imports for paths without a use: crate, self and super, other crates, and macros of
// the crate.
func (x *extractor) crates() {
	own := make(map[string]bool)
	for i := range x.b.File.Defs {
		if d := &x.b.File.Defs[i]; d.Parent == facts.None && d.Receiver == facts.None {
			own[d.Name] = true
		}
	}
	implicit := func(source, name, alias string, line int32) {
		if !x.bound[alias] && !own[alias] {
			x.b.File.Imports = append(x.b.File.Imports, facts.Import{
				Source: source, Name: name, Alias: alias, In: facts.None, Line: line, Flags: facts.GuardedImport,
			})
		}
	}
	for _, h := range x.heads.list {
		implicit(h.name, "", h.name, h.line)
	}
	x.bindMacros()
}

// bindMacros adds an import for each macro that the file does not define: macro names are separate
// from function names.
func (x *extractor) bindMacros() {
	own := make(map[string]bool)
	for i := range x.b.File.Defs {
		if d := &x.b.File.Defs[i]; strings.HasPrefix(d.Signature, project.MacroPrefix) {
			own[d.Name] = true
		}
	}
	for _, m := range x.macros.list {
		_, known := standard.Universe[m.name+macroMark]
		if own[m.name] || known && !x.bound[m.name] {
			continue
		}
		i := facts.Import{Source: project.MacroSource, Name: m.name, In: facts.None, Line: m.line, Flags: facts.GuardedImport}
		for _, u := range x.b.File.Imports {
			if u.Alias == m.name && u.Name != "" && u.Flags&facts.GuardedImport == 0 {
				i.Source, i.Name = u.Source, u.Name
			}
		}
		i.Alias = m.name + macroMark
		x.b.File.Imports = append(x.b.File.Imports, i)
	}
	for _, e := range x.macroNames {
		if ex := &x.b.File.Exprs[e]; !own[ex.Name] {
			ex.Name += macroMark
		}
	}
}

// macroMark is the suffix of the names of macros from other files in calls.
const macroMark = "!"

// mentions are names with the line of their first use.
type mentions struct {
	seen map[string]bool
	list []mention
}

type mention struct {
	name string
	line int32
}

func (m *mentions) add(name string, line int32) {
	if name == "" || m.seen[name] {
		return
	}
	if m.seen == nil {
		m.seen = make(map[string]bool)
	}
	m.seen[name] = true
	m.list = append(m.list, mention{name, line})
}
