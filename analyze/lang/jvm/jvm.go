// Package jvm is what the languages of the Java virtual machine share: packages
// with dotted names, whose files see each other whatever their language and
// wherever they stand, and imports that name what is in them.
//
// In: the package clauses and the names at the top level of all files of the
// family. Out: Unit, the key of a package, and through NewLinker what a dotted
// import source means.
//
// An import is written down with the dotted path before the last dot as its Source
// and what stands behind it as its Name, "*" for everything:
//
//	import a.b.C          Source a.b     Name C
//	import a.b.*          Source a.b     Name *
//	import a.b.C.Inner    Source a.b.C   Name Inner
//	import static a.b.C.* Source a.b.C   Name *
//
// A source whose beginning is a package of the repository and whose rest begins with
// a name at the top level of that package means the rest in it (Target.Within).
package jvm

import (
	"path"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Family is the Language.Family of the languages that import each other's files.
const Family = "jvm"

// Unit is the key of the package of a file: the same for all source roots and
// modules. Files without a package clause share one with those of their directory;
// the source sets of one module (src/main/java, src/test/java) count as one.
func Unit(p string, f *facts.File) string {
	if f.Package != "" {
		return unitKey(f.Package)
	}
	dir := path.Dir(p)
	if src := path.Dir(path.Dir(dir)); path.Base(src) == "src" {
		dir = src
	}
	return Family + "-dir:" + dir
}

func unitKey(pkg string) string { return Family + ":" + pkg }

// A linker knows the packages of the repository and what is at their top level.
type linker struct {
	packages map[string]map[string]bool
}

// NewLinker returns the linker of the family.
func NewLinker(p lang.Project) lang.Linker {
	l := &linker{packages: make(map[string]map[string]bool)}
	for _, file := range p.Paths() {
		f := p.Facts(file)
		if f == nil || f.Package == "" {
			continue
		}
		names := l.packages[f.Package]
		if names == nil {
			names = make(map[string]bool)
			l.packages[f.Package] = names
		}
		for i := range f.Defs {
			if d := &f.Defs[i]; d.Parent == facts.None && d.Name != "" {
				names[d.Name] = true
			}
		}
	}
	return l
}

// Link says which package, or type in a package, a source means. It is external
// when no package of the repository begins like it; what lies below a package but
// has no file is not known: a build may generate it.
func (l *linker) Link(_, source, _ string) lang.Target {
	for pkg, rest := source, ""; pkg != ""; {
		if names := l.packages[pkg]; names != nil {
			first, _, _ := strings.Cut(rest, ".")
			if rest == "" || names[first] {
				return lang.Target{Unit: unitKey(pkg), Within: rest}
			}
			return lang.Target{}
		}
		dot := max(strings.LastIndexByte(pkg, '.'), 0)
		pkg, rest = pkg[:dot], strings.TrimPrefix(source[dot:], ".")
	}
	return lang.Target{External: true}
}
