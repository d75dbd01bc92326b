package python

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// importStatement handles "import a.b, c.d as e".
//
// "import a.b" binds a to the top package and loads a.b: one Import of "a" with
// the alias a, and one of "a.b" without an alias.
func (x *extractor) importStatement(i int32) {
	t := x.t
	for c := t.First(i); c >= 0; c = t.Next(c) {
		switch t.Kind(c) {
		case kDottedName:
			source, top := x.dottedText(c), x.b.Text(t.First(c))
			x.addImport(facts.Import{Source: top, Alias: top, Line: t.Line(c)})
			if source != top {
				x.addImport(facts.Import{Source: source, Line: t.Line(c), Flags: facts.SideEffectOnly})
			}
		case kAliasedImport:
			name, alias := t.Child(c, fName), t.Child(c, fAlias)
			x.addImport(facts.Import{Source: x.dottedText(name), Alias: x.b.Text(alias), Line: t.Line(c)})
		}
	}
}

// importFrom handles "from ..a import b, c as d" and "from a import *".
func (x *extractor) importFrom(i int32) {
	t := x.t
	module := t.Child(i, fModuleName)
	source := x.dottedText(module)
	for c := t.First(i); c >= 0; c = t.Next(c) {
		im := facts.Import{Source: source, Line: t.Line(c)}
		switch {
		case t.Kind(c) == kWildcardImport:
			im.Name = "*"
		case t.Nodes[c].Field != fName:
			continue
		case t.Kind(c) == kAliasedImport:
			im.Name, im.Alias = x.dottedText(t.Child(c, fName)), x.b.Text(t.Child(c, fAlias))
		default:
			im.Name = x.dottedText(c)
			im.Alias = im.Name
		}
		x.addImport(im)
	}
}

// dottedText returns a dotted name or relative import without spaces.
func (x *extractor) dottedText(i int32) string {
	if i < 0 {
		return ""
	}
	raw := x.t.Bytes(i)
	for _, c := range raw {
		if c <= ' ' || c == '\\' || c == '#' {
			return x.dottedTokens(i)
		}
	}
	return x.b.Intern(raw)
}

func (x *extractor) dottedTokens(i int32) string {
	var s []byte
	for n := i; n < i+x.t.Nodes[i].Size; n++ {
		if x.t.Nodes[n].Size == 1 && x.t.Nodes[n].Flags&lang.IsExtra == 0 {
			s = append(s, x.t.Bytes(n)...)
		}
	}
	return x.b.Intern(s)
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
	x.origins[im.Alias] = origin{im.Source, im.Name}
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
