package ecmascript

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// importStatement handles the forms of import … from "x".
func (e *extractor) importStatement(i int32) {
	t := e.t
	source, flags := t.Child(i, fSource), facts.ImportFlags(0)
	clause := int32(-1)
	for c := t.First(i); c >= 0; c = t.Next(c) {
		switch t.Kind(c) {
		case tType, tTypeof:
			if !e.t.Named(c) {
				flags |= facts.TypeOnly
			}
		case kImportClause:
			clause = c
		case kImportRequireClause: // import x = require("y")
			if s := t.Child(c, fSource); s >= 0 {
				e.imports(e.unquote(s), "", t.FirstNamed(c), flags)
			}
			return
		}
	}
	if source < 0 {
		return
	}
	from := e.unquote(source)
	if clause < 0 {
		e.b.Import(facts.Import{Source: from, Line: t.Line(i), Flags: facts.SideEffectOnly})
		return
	}
	for c := t.First(clause); c >= 0; c = t.Next(c) {
		switch t.Kind(c) {
		case kIdentifier:
			e.imports(from, "default", c, flags)
		case kNamespaceImport:
			e.imports(from, "*", t.FirstNamed(c), flags)
		case kNamedImports:
			for s := t.First(c); s >= 0; s = t.Next(s) {
				if t.Kind(s) == kImportSpecifier {
					e.importSpecifier(from, s, flags)
				}
			}
		}
	}
}

func (e *extractor) importSpecifier(from string, s int32, flags facts.ImportFlags) {
	t := e.t
	name, alias := t.Child(s, fName), t.Child(s, fAlias)
	if name < 0 {
		return
	}
	if alias < 0 {
		alias = name
	}
	if e.token(s, tType) >= 0 || e.token(s, tTypeof) >= 0 {
		flags |= facts.TypeOnly
	}
	e.imports(from, e.exportedName(name), alias, flags)
}

// exportedName returns the name in an import or export list: a name or a string.
func (e *extractor) exportedName(i int32) string {
	if e.t.Kind(i) == kString {
		return e.unquote(i)
	}
	return e.word(i)
}

func (e *extractor) imports(from, name string, local int32, flags facts.ImportFlags) {
	if local < 0 {
		return
	}
	im := facts.Import{Source: from, Name: name, Alias: e.word(local), Line: e.t.Line(local), Flags: flags}
	id := e.b.Import(im)
	if !e.b.AtFileLevel() {
		e.importVar(id, im.Alias, im.Line, bindBlock)
	}
}

// importVar binds an import inside a function.
func (e *extractor) importVar(id facts.ImportID, name string, line int32, mode binding) {
	if e.b.AtFileLevel() {
		return
	}
	v := lang.NewVar(facts.ImportVar, name, line)
	v.Import = id
	e.declareVar(v, mode)
}

// importAlias handles import x = A.B.
func (e *extractor) importAlias(i, outer int32) {
	t := e.t
	nameNode, target := t.FirstNamed(i), e.t.LastNamed(i)
	if nameNode < 0 || target == nameNode {
		return
	}
	d := e.define(facts.Constant, e.word(nameNode), outer, nameNode)
	e.declared(d, false)
	e.b.Enter(d)
	x := e.pathValue(target)
	e.b.Leave()
	e.addValue(d, x)
	if qualifier, name, ok := e.path(target); ok {
		e.f.Defs[d].Type = e.b.NamedType(qualifier, name, t.Line(target))
		e.f.Defs[d].Kind = facts.TypeDef
	}
	e.f.Defs[d].Signature = e.header(outer, -1)
	e.hashValue(d, target)
}

// pathValue returns the value of a.b.c written as a qualified name.
func (e *extractor) pathValue(i int32) facts.ExprID {
	t := e.t
	if t.Kind(i) != kNestedIdentifier {
		return e.expr(i)
	}
	first, last := t.FirstNamed(i), e.t.LastNamed(i)
	return e.part(e.pathValue(first), e.word(last), t.Line(last))
}

// dynamicImport handles import("x").
func (e *extractor) dynamicImport(i int32) facts.ExprID {
	a := e.argument(i, 0)
	if a < 0 || e.t.Kind(a) != kString {
		e.arguments(i, false)
		return e.b.Expr(lang.NewExpr(facts.Other, e.t.Line(i)))
	}
	x := e.module(e.unquote(a), e.t.Line(i), e.guarded()|facts.Lazy)
	e.f.Exprs[x].N = 1
	return x
}

// module returns the module that source names as a value.
func (e *extractor) module(source string, line int32, flags facts.ImportFlags) facts.ExprID {
	if flags&facts.TypeOnly == 0 {
		flags |= facts.Dynamic
	}
	if e.fn != nil {
		flags |= facts.Lazy
	}
	im := e.b.Import(facts.Import{Source: source, Line: line, Flags: flags})
	x := lang.NewExpr(facts.Module, line)
	x.Ref = im
	return e.b.Expr(x)
}

// guarded returns GuardedImport inside of try.
func (e *extractor) guarded() facts.ImportFlags {
	if e.tries > 0 {
		return facts.GuardedImport
	}
	return 0
}

// tryStatement visits try: an import in its block may fail.
func (e *extractor) tryStatement(i int32) {
	t := e.t
	for c := t.First(i); c >= 0; c = t.Next(c) {
		switch {
		case !e.t.Named(c):
		case t.Nodes[c].Field == fBody:
			e.tries++
			e.block(c)
			e.tries--
		default:
			e.statement(c)
		}
	}
}

// export handles the forms of export.
func (e *extractor) export(i int32) {
	t := e.t
	source := ""
	if s := t.Child(i, fSource); s >= 0 {
		source = e.unquote(s)
	}
	if d := t.Child(i, fDeclaration); d >= 0 {
		e.exportDeclaration(i, d)
		return
	}
	if v := t.Child(i, fValue); v >= 0 {
		e.exportDefault(i, v)
		return
	}
	for c := t.First(i); c >= 0; c = t.Next(c) {
		switch t.Kind(c) {
		case kExportClause:
			for s := t.First(c); s >= 0; s = t.Next(s) {
				if t.Kind(s) == kExportSpecifier {
					e.exportSpecifier(s, source)
				}
			}
			return
		case kNamespaceExport:
			name := e.exportedName(t.FirstNamed(c))
			e.exports(facts.Export{Name: name, Source: source, SourceName: "*", X: facts.None, Def: facts.None, Line: t.Line(c)})
			return
		case tStar:
			e.exports(facts.Export{Name: "*", Source: source, X: facts.None, Def: facts.None, Line: t.Line(c)})
			return
		case tEquals: // export = x
			e.exportValue("=", i, e.t.LastNamed(i))
			return
		}
	}
}

func (e *extractor) exportSpecifier(s int32, source string) {
	t := e.t
	name, alias := t.Child(s, fName), t.Child(s, fAlias)
	if name < 0 {
		return
	}
	ex := facts.Export{Name: e.exportedName(name), X: facts.None, Def: facts.None, Line: t.Line(name)}
	if source != "" {
		ex.Source, ex.SourceName = source, ex.Name
	} else {
		ex.Local = ex.Name
	}
	if alias >= 0 {
		ex.Name, ex.Line = e.exportedName(alias), t.Line(alias)
	}
	e.exports(ex)
}

// exportDeclaration handles export and export default before a declaration.
func (e *extractor) exportDeclaration(i, d int32) {
	t := e.t
	isDefault := e.token(i, tDefault) >= 0
	defs, imports, in := len(e.f.Defs), len(e.f.Imports), e.b.In()
	e.declaration(d, i)
	seen := ""
	for j := defs; j < len(e.f.Defs); j++ {
		def := &e.f.Defs[j]
		if def.Parent != in || def.Owner != facts.None || def.Name == "" {
			continue
		}
		def.Flags |= facts.Exported
		ex := facts.Export{Name: def.Name, Local: def.Name, X: facts.None, Def: facts.DefID(j), Line: def.Line}
		if isDefault {
			def.Flags |= facts.Default
			ex.Name = "default"
		}
		if def.Has(facts.Overload) || def.Name == seen && def.Kind == facts.Namespace {
			continue
		}
		seen = def.Name
		e.exports(ex)
	}
	for j := imports; j < len(e.f.Imports); j++ { // export import x = require("y")
		if im := &e.f.Imports[j]; im.Alias != "" && t.Kind(d) == kImportStatement {
			e.exports(facts.Export{Name: im.Alias, Local: im.Alias, X: facts.None, Def: facts.None, Line: im.Line})
		}
	}
}

// exports adds an export of the file. What a namespace exports are its members.
func (e *extractor) exports(ex facts.Export) {
	if e.b.In() == facts.None {
		e.b.Export(ex)
	}
}

// exportDefault handles export default value.
func (e *extractor) exportDefault(i, v int32) { e.exportValue("default", i, v) }

// exportValue exports the value v of statement i. What has no name becomes a
// Def named like the export.
func (e *extractor) exportValue(name string, i, v int32) {
	t := e.t
	if v < 0 {
		return
	}
	inner := e.strip(v)
	ex := facts.Export{Name: name, X: facts.None, Def: facts.None, Line: t.Line(v)}
	switch {
	case t.Kind(inner) == kIdentifier:
		ex.Local = e.word(inner)
		ex.X = e.expr(v)
		e.exports(ex)
		return
	case e.isFunction(inner), t.Kind(inner) == kClass && e.t.Named(inner):
		nameNode, own := t.Child(inner, fName), "default"
		if nameNode >= 0 {
			own = e.word(nameNode)
			ex.Local = own
		}
		if t.Kind(inner) == kClass {
			ex.Def = e.classDef(inner, i, nameNode, own, false)
			break
		}
		ex.Def = e.define(facts.Function, own, i, nameNode)
		typ, asserted := e.castOf(v, inner)
		e.f.Defs[ex.Def].Type = typ
		e.f.Defs[ex.Def].Flags |= asserted
		e.function(ex.Def, inner, i, nameNode, facts.None)
	default:
		ex.Def = e.define(facts.Constant, "default", i, -1)
		e.f.Defs[ex.Def].Signature = e.header(i, v)
		e.b.Enter(ex.Def)
		e.named = true
		x := e.expr(v)
		e.b.Leave()
		e.addValue(ex.Def, x)
		e.hashValue(ex.Def, v)
	}
	e.f.Defs[ex.Def].Flags |= facts.Exported | facts.Default
	e.exports(ex)
}
