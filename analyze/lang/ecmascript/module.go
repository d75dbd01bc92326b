package ecmascript

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/syntax"
)

// importStatement handles the forms of import … from "x".
func (e *extractor) importStatement(i int32) {
	t := e.t
	source, flags := t.Child(i, syntax.FSource), facts.ImportFlags(0)
	clause := int32(-1)
	for c := t.First(i); c >= 0; c = t.Next(c) {
		switch t.Kind(c) {
		case syntax.TType, syntax.TTypeof:
			if !t.Named(c) {
				flags |= facts.TypeOnly
			}
		case syntax.KImportClause:
			clause = c
		case syntax.KImportRequireClause: // import x = require("y")
			if s := t.Child(c, syntax.FSource); s >= 0 {
				e.imports(t.Unquote(s), "", t.FirstNamed(c), flags)
			}
			return
		}
	}
	if source < 0 {
		return
	}
	from := t.Unquote(source)
	if clause < 0 {
		e.b.Import(facts.Import{Source: from, Line: t.Line(i), Flags: facts.SideEffectOnly})
		return
	}
	for c := t.First(clause); c >= 0; c = t.Next(c) {
		switch t.Kind(c) {
		case syntax.KIdentifier:
			e.imports(from, "default", c, flags)
		case syntax.KNamespaceImport:
			e.imports(from, "*", t.FirstNamed(c), flags)
		case syntax.KNamedImports:
			for s := t.First(c); s >= 0; s = t.Next(s) {
				if t.Kind(s) == syntax.KImportSpecifier {
					e.importSpecifier(from, s, flags)
				}
			}
		}
	}
}

func (e *extractor) importSpecifier(from string, s int32, flags facts.ImportFlags) {
	t := e.t
	name, alias := t.Child(s, syntax.FName), t.Child(s, syntax.FAlias)
	if name < 0 {
		return
	}
	if alias < 0 {
		alias = name
	}
	if t.Token(s, syntax.TType) >= 0 || t.Token(s, syntax.TTypeof) >= 0 {
		flags |= facts.TypeOnly
	}
	e.imports(from, t.ExportedName(name), alias, flags)
}

func (e *extractor) imports(from, name string, local int32, flags facts.ImportFlags) {
	if local < 0 {
		return
	}
	im := facts.Import{Source: from, Name: name, Alias: e.t.Word(local), Line: e.t.Line(local), Flags: flags}
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
	nameNode, target := t.FirstNamed(i), t.LastNamed(i)
	if nameNode < 0 || target == nameNode {
		return
	}
	d := e.define(facts.Constant, t.Word(nameNode), outer, nameNode)
	e.declared(d, false)
	e.b.Enter(d)
	x := e.pathValue(target)
	e.b.Leave()
	e.b.AddDefValue(d, x)
	if qualifier, name, ok := t.Path(target); ok {
		e.f.Defs[d].Type = e.b.NamedType(qualifier, name, t.Line(target))
		e.f.Defs[d].Kind = facts.TypeDef
	}
	e.f.Defs[d].Signature = t.Header(outer, -1)
	e.hash.Value(d, target)
}

// pathValue returns the value of a.b.c written as a qualified name.
func (e *extractor) pathValue(i int32) facts.ExprID {
	t := e.t
	if t.Kind(i) != syntax.KNestedIdentifier {
		return e.expr(i)
	}
	first, last := t.FirstNamed(i), t.LastNamed(i)
	return e.b.Part(e.pathValue(first), t.Word(last), t.Line(last))
}

// dynamicImport handles import("x").
func (e *extractor) dynamicImport(i int32) facts.ExprID {
	a := e.t.Argument(i, 0)
	if a < 0 || e.t.Kind(a) != syntax.KString {
		e.arguments(i, false)
		return e.b.Expr(lang.NewExpr(facts.Other, e.t.Line(i)))
	}
	x := e.module(e.t.Unquote(a), e.t.Line(i), e.guarded()|facts.Lazy)
	e.f.Exprs[x].N = 1
	return x
}

// module adds an import of source and returns the module as a value.
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

// guarded returns GuardedImport inside try, else 0.
func (e *extractor) guarded() facts.ImportFlags {
	if e.tries > 0 {
		return facts.GuardedImport
	}
	return 0
}

// tryStatement visits try. An import in its block may fail.
func (e *extractor) tryStatement(i int32) {
	t := e.t
	for c := t.First(i); c >= 0; c = t.Next(c) {
		switch {
		case !t.Named(c):
		case t.Nodes[c].Field == syntax.FBody:
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
	if s := t.Child(i, syntax.FSource); s >= 0 {
		source = t.Unquote(s)
	}
	if d := t.Child(i, syntax.FDeclaration); d >= 0 {
		e.exportDeclaration(i, d)
		return
	}
	if v := t.Child(i, syntax.FValue); v >= 0 {
		e.exportDefault(i, v)
		return
	}
	for c := t.First(i); c >= 0; c = t.Next(c) {
		switch t.Kind(c) {
		case syntax.KExportClause:
			for s := t.First(c); s >= 0; s = t.Next(s) {
				if t.Kind(s) == syntax.KExportSpecifier {
					e.exportSpecifier(s, source)
				}
			}
			return
		case syntax.KNamespaceExport:
			name := t.ExportedName(t.FirstNamed(c))
			e.exports(facts.Export{Name: name, Source: source, SourceName: "*", X: facts.None, Def: facts.None, Line: t.Line(c)})
			return
		case syntax.TStar:
			e.exports(facts.Export{Name: "*", Source: source, X: facts.None, Def: facts.None, Line: t.Line(c)})
			return
		case syntax.TEquals: // export = x
			e.exportValue("=", i, t.LastNamed(i))
			return
		}
	}
}

func (e *extractor) exportSpecifier(s int32, source string) {
	t := e.t
	name, alias := t.Child(s, syntax.FName), t.Child(s, syntax.FAlias)
	if name < 0 {
		return
	}
	ex := facts.Export{Name: t.ExportedName(name), X: facts.None, Def: facts.None, Line: t.Line(name)}
	if source != "" {
		ex.Source, ex.SourceName = source, ex.Name
	} else {
		ex.Local = ex.Name
	}
	if alias >= 0 {
		ex.Name, ex.Line = t.ExportedName(alias), t.Line(alias)
	}
	e.exports(ex)
}

// exportDeclaration handles export and export default before a declaration.
func (e *extractor) exportDeclaration(i, d int32) {
	t := e.t
	isDefault := t.Token(i, syntax.TDefault) >= 0
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
		if im := &e.f.Imports[j]; im.Alias != "" && t.Kind(d) == syntax.KImportStatement {
			e.exports(facts.Export{Name: im.Alias, Local: im.Alias, X: facts.None, Def: facts.None, Line: im.Line})
		}
	}
}

// exports adds an export of the file. In a namespace the exports are its members.
func (e *extractor) exports(ex facts.Export) {
	if e.b.In() == facts.None {
		e.b.Export(ex)
	}
}

// exportDefault handles export default value.
func (e *extractor) exportDefault(i, v int32) { e.exportValue("default", i, v) }

// exportValue exports the value v of statement i as name. A value without a name becomes a Def of that
// name.
func (e *extractor) exportValue(name string, i, v int32) {
	t := e.t
	if v < 0 {
		return
	}
	inner := t.Strip(v)
	ex := facts.Export{Name: name, X: facts.None, Def: facts.None, Line: t.Line(v)}
	switch {
	case t.Kind(inner) == syntax.KIdentifier:
		ex.Local = t.Word(inner)
		ex.X = e.expr(v)
		e.exports(ex)
		return
	case t.IsFunction(inner), t.Kind(inner) == syntax.KClass && t.Named(inner):
		nameNode, own := t.Child(inner, syntax.FName), "default"
		if nameNode >= 0 {
			own = t.Word(nameNode)
			ex.Local = own
		}
		if t.Kind(inner) == syntax.KClass {
			ex.Def = e.classDef(inner, i, nameNode, own, false)
			break
		}
		ex.Def = e.define(facts.Function, own, i, nameNode)
		typ, asserted := e.types.CastOf(v, inner)
		e.f.Defs[ex.Def].Type = typ
		e.f.Defs[ex.Def].Flags |= asserted
		e.function(ex.Def, inner, i, nameNode, facts.None)
	default:
		ex.Def = e.define(facts.Constant, "default", i, -1)
		e.f.Defs[ex.Def].Signature = t.Header(i, v)
		e.b.Enter(ex.Def)
		e.named = true
		x := e.expr(v)
		e.b.Leave()
		e.b.AddDefValue(ex.Def, x)
		e.hash.Value(ex.Def, v)
	}
	e.f.Defs[ex.Def].Flags |= facts.Exported | facts.Default
	e.exports(ex)
}
