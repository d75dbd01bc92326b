package python

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/names"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/syntax"
)

// importStatement handles "import a.b, c.d as e".
//
// "import a.b" binds a to the top package and loads a.b: one Import of "a" with
// the alias a, and one of "a.b" without an alias.
func (x *extractor) importStatement(i int32) {
	t := x.t
	for c := t.First(i); c >= 0; c = t.Next(c) {
		switch t.Kind(c) {
		case syntax.KDottedName:
			source, top := t.Dotted(c), x.b.Text(t.First(c))
			x.addImport(facts.Import{Source: top, Alias: top, Line: t.Line(c)})
			if source != top {
				x.addImport(facts.Import{Source: source, Line: t.Line(c), Flags: facts.SideEffectOnly})
			}
		case syntax.KAliasedImport:
			name, alias := t.Child(c, syntax.FName), t.Child(c, syntax.FAlias)
			x.addImport(facts.Import{Source: t.Dotted(name), Alias: x.b.Text(alias), Line: t.Line(c)})
		}
	}
}

// importFrom handles "from ..a import b, c as d" and "from a import *".
func (x *extractor) importFrom(i int32) {
	t := x.t
	module := t.Child(i, syntax.FModuleName)
	source := t.Dotted(module)
	for c := t.First(i); c >= 0; c = t.Next(c) {
		im := facts.Import{Source: source, Line: t.Line(c)}
		switch {
		case t.Kind(c) == syntax.KWildcardImport:
			im.Name = "*"
		case t.Nodes[c].Field != syntax.FName:
			continue
		case t.Kind(c) == syntax.KAliasedImport:
			im.Name, im.Alias = t.Dotted(t.Child(c, syntax.FName)), x.b.Text(t.Child(c, syntax.FAlias))
		default:
			im.Name = t.Dotted(c)
			im.Alias = im.Name
		}
		x.addImport(im)
	}
}

func (x *extractor) importFlags() facts.ImportFlags {
	var flags facts.ImportFlags
	if x.guardedImport > 0 {
		flags |= facts.GuardedImport
	}
	if x.typeChecking > 0 {
		flags |= facts.TypeChecking
	}
	return flags
}

func (x *extractor) addImport(im facts.Import) {
	im.Flags |= x.importFlags()
	id := x.b.Import(im)
	if im.Alias == "" {
		return
	}
	x.names.Origins[im.Alias] = names.Origin{Module: im.Source, Name: im.Name}
	if slices.Contains(x.ctx.globals, im.Alias) {
		x.f.Imports[id].In = facts.None
		return
	}
	if x.ctx.kind == atModule {
		return
	}
	v := lang.NewVar(facts.ImportVar, im.Alias, im.Line)
	v.Import = id
	x.declare(v)
}
