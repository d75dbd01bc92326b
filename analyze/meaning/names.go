package meaning

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// A File is a file of which the names are looked at.
type File struct{ *facts.File }

// Of returns a file by its facts.
func Of(f *facts.File) File { return File{f} }

// Names are names with other meanings than before.
type Names map[string]Sense

// A Sense says where a name can be used with the other meaning.
type Sense uint8

const (
	InCode   Sense = 1 << iota // in the body of a function
	InValues                   // in the value of a declaration
	InTypes                    // in the type of a declaration
	InBase                     // as its base: what it extends, implements or embeds
	InAlias                    // in the declaration of a type that stands for it
)

// Anywhere is the sense of a definition that every declaration may mention.
const Anywhere = InCode | InValues | InTypes | InBase | InAlias

// Changed are the names with other meanings that one file can use.
type Changed struct {
	// Tops are those of definitions at the top of a file, Members all others.
	Tops, Members Names
	// Bare: code can name a member without what it is a member of.
	Bare bool
	// Bound reports whether an import may be of one of Tops. Nil: by its name alone.
	Bound func(facts.ImportID) bool
}

// Empty reports whether there are no names.
func (c *Changed) Empty() bool { return len(c.Tops)+len(c.Members) == 0 }

// sense returns the sense of a name that stands alone, or is behind something that it may be a member of.
func (c *Changed) sense(name string, behind bool) Sense {
	s := c.Tops[name]
	if behind || c.Bare {
		s |= c.Members[name]
	}
	return s
}

// An alias is a name by which an import of a file calls something else than its own name.
type alias struct {
	name, of string
	sense    Sense
}

// aliases returns the names by which imports of a file call some names: of `import lib.Box as Crate`, the declarations of the
// file mention Crate only.
func (f File) aliases(c *Changed) []alias {
	var out []alias
	for i := range f.Imports {
		im := &f.Imports[i]
		if c.Bound != nil && !c.Bound(facts.ImportID(i)) {
			continue
		}
		if s := c.whole(im); s != 0 {
			out = append(out, alias{cmp.Or(im.Alias, im.Name), im.Name, s})
			continue
		}
		if im.Alias == "" || im.Alias == "." || im.Alias == im.Name {
			continue
		}
		if s := c.sense(im.Name, true); s != 0 {
			out = append(out, alias{im.Alias, im.Name, s})
		}
	}
	return out
}

// withAliases returns names together with their aliases.
func (c *Changed) withAliases(aliases []alias) *Changed {
	if len(aliases) == 0 {
		return c
	}
	tops := make(Names, len(c.Tops)+len(aliases))
	maps.Copy(tops, c.Tops)
	for _, a := range aliases {
		tops[a.name] |= a.sense
	}
	return &Changed{Tops: tops, Members: c.Members, Bare: c.Bare, Bound: c.Bound}
}

// whole returns the sense of an import that has another meaning whatever it names, or without a name: what the module exports
// as a whole is another value.
func (c *Changed) whole(im *facts.Import) Sense {
	if c.Bound == nil {
		return 0
	}
	s := c.Tops[WholeModule]
	if im.Name == "" || im.Name == "*" {
		s |= c.Tops["default"]
	}
	return s
}

// Mentions reports whether a file has one of some names, as a definition or as a part of a use.
func (f File) Mentions(c *Changed) bool {
	has := func(name string, in position) bool {
		s := c.sense(name, in != alone)
		if in == asType && c.Tops[name] == 0 {
			s &= InTypes | InBase | InAlias // no method and no field
		}
		return s != 0
	}
	for i := range f.Imports {
		if c.Bound != nil && c.Bound(facts.ImportID(i)) && c.whole(&f.Imports[i]) != 0 {
			return true
		}
	}
	return f.anyDeclared(has) || f.MaySpell(func(name string) bool { return has(name, anywhere) }) && f.anyExpressed(has)
}

// A position is where a name is.
type position uint8

const (
	anywhere position = iota
	alone             // not behind what it may be a member of
	asType
)

// anyExpressed reports whether has holds for one of the names in the expressions of a file that Changed can be about, which
// those of local variables are not.
func (f File) anyExpressed(has func(name string, in position) bool) bool {
	exprs := f.Expressions()
	for i := range exprs {
		x, in := &exprs[i], anywhere
		if x.Kind == facts.Name {
			in = alone
		}
		if x.Name != "" && x.Kind != facts.Local && has(x.Name, in) || slices.ContainsFunc(x.Args, func(a facts.Arg) bool { return a.Keyword != "" && has(a.Keyword, anywhere) }) {
			return true
		}
	}
	return false
}

// anyDeclared reports whether has holds for one of the other names in a file that Changed can be about.
func (f File) anyDeclared(has func(name string, in position) bool) bool {
	is := func(name string) bool { return name != "" && has(name, anywhere) }
	names := func(name string) bool { return name != "" && has(name, asType) }
	for i := range f.Defs {
		if is(f.Defs[i].Name) {
			return true
		}
	}
	for i := range f.Types {
		if t := &f.Types[i]; names(t.Name) || t.Qualifier != "" && anyPart(t.Qualifier, names) {
			return true
		}
	}
	for i := range f.Imports {
		if im := &f.Imports[i]; is(im.Name) || is(im.Alias) || anyPart(im.Source, is) {
			return true
		}
	}
	if slices.ContainsFunc(f.ExportList, is) {
		return true
	}
	for i := range f.Exports {
		if x := &f.Exports[i]; is(x.Name) || is(x.Local) || is(x.SourceName) || anyPart(x.Source, is) {
			return true
		}
	}
	return false
}

// InPath reports whether code of a file names a path that has a part with this name: one before the last of a type, or
// of a value.
func (f File) InPath(part string) bool {
	is := func(name string) bool { return name == part }
	return slices.ContainsFunc(f.Types, func(t facts.Type) bool { return t.Qualifier != "" && anyPart(t.Qualifier, is) }) ||
		slices.ContainsFunc(f.Expressions(), func(x facts.Expr) bool { return x.Name == part })
}

// anyPart reports whether a part of a path or qualified name is one of some names.
func anyPart(path string, has func(name string) bool) bool {
	for part := range strings.FieldsFuncSeq(path, isSeparator) {
		if has(part) {
			return true
		}
	}
	return false
}

func isSeparator(r rune) bool { return strings.ContainsRune("/.-:\\", r) }
