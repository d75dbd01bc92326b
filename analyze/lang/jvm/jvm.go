// Package jvm contains what the languages of the Java virtual machine share: packages with dotted
// names, whose files see each other whatever their language and directory, and the resolution of
// imports.
//
// In: the package clauses and the top-level names of all files of the family. Out: Unit, the key of a
// package, and through NewLinker the target of a dotted import source.
//
// In facts, the Source of an import is the dotted path before the last dot, and its Name is the rest,
// "*" for everything:
//
//	import a.b.C          Source a.b     Name C
//	import a.b.*          Source a.b     Name *
//	import a.b.C.Inner    Source a.b.C   Name Inner
//	import static a.b.C.* Source a.b.C   Name *
//
// A source that begins with a dot may be relative (Scala): it is looked up in the package of the file,
// then from the root, then in the enclosing packages of the file's package. A name that is itself a
// package is a module; the source "." means only that package.
//
// If a source begins with a package of the repository, followed by a name at the top level of that
// package, it means the path after the package, inside it (Target.Within).
package jvm

import (
	"path"
	"strings"
	"unicode"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Family is the Language.Family of the languages that import each other's files.
const Family = "jvm"

// Unit returns the key of the package of a file, the same for all source roots and modules. Files
// without a package clause share one with those of their directory; the source sets of one module
// (src/main/java, src/test/java) count as one.
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

// UnitOrScript returns Unit for a language with scripts, each of which is its own unit. extension is
// that of a script.
func UnitOrScript(extension string) func(p string, f *facts.File) string {
	return func(p string, f *facts.File) string {
		if strings.HasSuffix(p, extension) {
			return p
		}
		return Unit(p, f)
	}
}

// root returns the first two parts of a package, which usually identify its owner.
func root(pkg string) string {
	if first, rest, ok := strings.Cut(pkg, "."); ok {
		second, _, _ := strings.Cut(rest, ".")
		return first + "." + second
	}
	return pkg
}

func unitKey(pkg string) string { return Family + ":" + pkg }

// A linker resolves imports to the packages of the repository and their top-level names.
type linker struct {
	project  lang.Project
	packages map[string]map[string]bool
	// written are the languages of packages, "" for a package with files in several languages.
	written map[string]string
	// facades are the classes that contain the top-level definitions of Kotlin files.
	facades map[string]map[string]bool
	// roots are the prefixes of the repository's packages: see root.
	roots map[string]bool
	// elsewhere are the packages that also have types outside the repository.
	elsewhere map[string]bool
	// generates: the build derives types from those of the repository.
	generates bool
	// manifests are the build scripts, builds their directories, each with whether a list is kept there of what it offers.
	manifests []lang.Manifest
	builds    map[string]bool
	// offers is a memo: the directories with what others can depend on.
	offers map[string]bool
}

// generators are the prefixes of imports that indicate a code generator whose classes are named after
// classes of the repository.
var generators = [...]string{
	"com.google.protobuf.", "io.grpc.", "com.squareup.wire.", "com.querydsl.", "org.jooq.", "dagger.", "com.google.auto.", "org.immutables.",
	"org.mapstruct.", "org.inferred.freebuilder.", "io.soabase.recordbuilder.", "jakarta.persistence.", "javax.persistence.", "android.", "androidx.",
}

// absolutePackages are the languages whose code names a package by its whole path only, not from inside the packages
// around it.
var absolutePackages = map[string]bool{"kotlin": true}

// NewLinker returns the linker of the family.
func NewLinker(p lang.Project) lang.Linker {
	l := &linker{
		project: p, packages: make(map[string]map[string]bool), facades: make(map[string]map[string]bool),
		roots: make(map[string]bool), elsewhere: make(map[string]bool), written: make(map[string]string),
		builds: make(map[string]bool), offers: make(map[string]bool),
	}
	for _, m := range p.Manifests() {
		if set, _ := SourceSet(m.Path); set != "" {
			continue // a plugin for builds that is written as a script: what it says holds where it is applied
		}
		l.manifests = append(l.manifests, m)
		if dir := path.Dir(m.Path); dir != "." {
			l.builds[dir] = p.Has(path.Join(dir, "api", path.Base(dir)+".api")) // asked here, so that the questions do not depend on what is resolved
		}
	}
	for _, file := range p.Paths() {
		f := p.Facts(file)
		if f == nil || f.Package == "" {
			continue
		}
		names := l.packages[f.Package]
		if names == nil {
			names = make(map[string]bool)
			l.packages[f.Package], l.facades[f.Package] = names, make(map[string]bool)
			l.roots[root(f.Package)] = true
			l.written[f.Package] = f.Language
		}
		if l.written[f.Package] != f.Language {
			l.written[f.Package] = ""
		}
		if base, ok := strings.CutSuffix(path.Base(file), ".kt"); ok {
			l.facades[f.Package][base] = true // by @JvmName
			l.facades[f.Package][base+"Kt"] = true
		}
		for i := range f.Defs {
			if d := &f.Defs[i]; d.Parent == facts.None && d.Name != "" {
				names[d.Name] = true
			}
		}
	}
	l.findAbsent(p)
	return l
}

// manyAbsent is the number of missing names from which on a package is assumed to have more types,
// outside the repository or generated by the build.
const manyAbsent = 2

// findAbsent fills elsewhere from imports of names that packages lack.
func (l *linker) findAbsent(p lang.Project) {
	absent := make(map[string]map[string]bool)
	for _, file := range p.Paths() {
		f := p.Facts(file)
		if f == nil {
			continue
		}
		for i := range f.Imports {
			im := &f.Imports[i]
			for _, g := range generators {
				rest, within := strings.CutPrefix(im.Source, g[:len(g)-1])
				l.generates = l.generates || within && (rest == "" || rest[0] == '.')
			}
			pkg, name := l.split(im.Source, im.Name)
			if pkg == "" || name == "" || name == "*" || l.packages[pkg][name] {
				continue
			}
			if absent[pkg] == nil {
				absent[pkg] = make(map[string]bool)
			}
			absent[pkg][name] = true
			l.elsewhere[pkg] = len(absent[pkg]) >= manyAbsent
		}
	}
}

// split returns the package of the repository from which an import takes a name, and that name: of
// org.acme.Box and Lid, Box. A lower-case name after a package may be another package and is not
// returned.
func (l *linker) split(source, name string) (pkg, first string) {
	for pkg, first = source, name; pkg != ""; {
		if l.packages[pkg] != nil {
			if pkg != source && !unicode.IsUpper(rune(first[0])) {
				return "", ""
			}
			return pkg, first
		}
		dot := strings.LastIndexByte(pkg, '.')
		if dot+1 == len(pkg) {
			break
		}
		first, pkg = pkg[dot+1:], pkg[:max(dot, 0)]
	}
	return "", ""
}

// otherwise reports whether a package is written in a language other than that of the file at from,
// which may use other names for its definitions (the class of a Kotlin file).
func (l *linker) otherwise(from, pkg string) bool {
	f := l.project.Facts(from)
	return f == nil || l.written[pkg] != f.Language
}

// mayBeMade reports whether the build may generate a name that a package lacks.
func (l *linker) mayBeMade(pkg, name string) bool {
	if l.elsewhere[pkg] || l.facades[pkg][name] {
		return true
	}
	if l.generates {
		for _, suffix := range [...]string{"Proto", "Protos", "OuterClass", "Grpc"} {
			if strings.HasSuffix(name, suffix) {
				return true
			}
		}
		for have := range l.packages[pkg] {
			if len(have) < len(name) && strings.Contains(name, have) {
				return true
			}
		}
	}
	return false
}

// Link returns the package, or the type in a package, that a source means. It is external when no
// package of the repository has the same root. A path below a package that has no file is unknown: a
// build may generate it. A type that a package lacks is missing, and so are names imported from it,
// unless there are signs that it is outside the repository or generated.
func (l *linker) Link(from, source, name string) lang.Target {
	path, relative := strings.CutPrefix(source, ".")
	if !relative {
		if pkg, first := l.split(source, name); pkg != "" && first != "" && first != "*" && !l.packages[pkg][first] {
			rest := strings.TrimPrefix(source[len(pkg):], ".")
			switch {
			case l.facades[pkg][first] && rest == "":
				return lang.Target{Unit: unitKey(pkg), NameIsModule: true}
			case l.facades[pkg][rest]:
			case l.otherwise(from, pkg):
				return lang.Target{}
			case l.mayBeMade(pkg, first):
				return lang.Target{MayBeOurs: true}
			case rest != "":
				return lang.Target{Unit: unitKey(pkg), Within: rest} // reported as missing there
			}
		}
		return l.link(source)
	}
	pkg := ""
	if f := l.project.Facts(from); f != nil {
		pkg = f.Package
	}
	if path == "" {
		if f := l.project.Facts(from); f != nil && absolutePackages[f.Language] {
			pkg = ""
		}
		return l.packageCalled(name, pkg)
	}
	if pkg != "" {
		if t := l.named(pkg+"."+path, name); t.Unit != "" {
			return t
		}
	}
	root := l.named(path, name)
	for root.Unit == "" && pkg != "" {
		if t := l.named(pkg+"."+path, name); t.Unit != "" {
			return t
		}
		pkg = pkg[:max(strings.LastIndexByte(pkg, '.'), 0)]
	}
	return root
}

// packageCalled returns the package that a name means in a file of package pkg: one inside pkg, one at
// the root, or one inside an enclosing package.
func (l *linker) packageCalled(name, pkg string) lang.Target {
	own := pkg
	for candidate := pkg + "." + name; ; candidate = pkg + "." + name {
		if l.packages[strings.TrimPrefix(candidate, ".")] != nil {
			return lang.Target{Unit: unitKey(strings.TrimPrefix(candidate, ".")), NameIsModule: true}
		}
		switch {
		case pkg == own && l.packages[name] != nil:
			return lang.Target{Unit: unitKey(name), NameIsModule: true}
		case pkg == "":
			return lang.Target{External: true}
		}
		pkg = pkg[:max(strings.LastIndexByte(pkg, '.'), 0)]
	}
}

// named is link for an import that may mean a package by its name.
func (l *linker) named(source, name string) lang.Target {
	if pkg := source + "." + name; l.packages[pkg] != nil && !l.packages[source][name] {
		return lang.Target{Unit: unitKey(pkg), NameIsModule: true}
	}
	return l.link(source)
}

func (l *linker) link(source string) lang.Target {
	for pkg, rest := source, ""; pkg != ""; {
		if names := l.packages[pkg]; names != nil {
			first, _, _ := strings.Cut(rest, ".")
			switch {
			case rest == "" || names[first]:
				return lang.Target{Unit: unitKey(pkg), Within: rest}
			case l.facades[pkg][rest]:
				return lang.Target{Unit: unitKey(pkg)}
			}
			return lang.Target{MayBeOurs: true}
		}
		dot := max(strings.LastIndexByte(pkg, '.'), 0)
		pkg, rest = pkg[:dot], strings.TrimPrefix(source[dot:], ".")
	}
	return lang.Target{External: true, MayBeOurs: l.roots[root(source)]}
}
