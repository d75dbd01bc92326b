package csharp

import (
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

const family = "csharp"

// A linker resolves dotted paths to the namespaces and types of a snapshot.
type linker struct {
	declared map[string]bool
	// namespaces are the namespaces that a file declares, by the path of the file.
	namespaces map[string][]string
	// usings are the paths of which a file imports all members, by the path of the file.
	usings map[string][]string
	// projects are the directories with project files. global are the imports of all files below a
	// directory.
	projects map[string]bool
	global   map[string][]lang.Target
	// references are the directories of the projects that a project names, by its directory. shared are
	// paths that begin those of sources which a project outside their directory compiles.
	references map[string][]string
	shared     []string
	// homes are the files that declare a namespace or type, by its path. named are the directories of projects by their names
	// in small letters, packages the names of the packages that a project takes, by its directory.
	homes     map[string][]string
	named     map[string]string
	packages  map[string][]string
	manifests []lang.Manifest
	offers    map[string]bool // memo of method Offered, by the directory of a project
}

func newLinker(p lang.Project) lang.Linker {
	l := &linker{
		declared: make(map[string]bool), namespaces: make(map[string][]string), usings: make(map[string][]string),
		projects: make(map[string]bool), global: make(map[string][]lang.Target), references: make(map[string][]string),
		manifests: p.Manifests(), offers: make(map[string]bool),
		homes: make(map[string][]string), named: make(map[string]string), packages: make(map[string][]string),
	}
	for _, file := range p.Paths() {
		if f := p.Facts(file); f != nil {
			l.declare(file, f)
		}
	}
	for _, m := range p.Manifests() {
		if path.Ext(m.Path) == projectExtension {
			l.addProject(path.Dir(m.Path), m.Manifest)
			l.named[strings.ToLower(strings.TrimSuffix(path.Base(m.Path), projectExtension))] = path.Dir(m.Path)
		}
	}
	for _, m := range p.Manifests() {
		for _, i := range m.Imports {
			l.addGlobal(path.Dir(m.Path), l.Link(m.Path, i.From, "*"))
		}
	}
	for _, file := range p.Paths() {
		if f := p.Facts(file); f != nil {
			for i := range f.Imports {
				if im := &f.Imports[i]; im.Flags&facts.Global != 0 && im.Alias == "" {
					l.addGlobal(l.projectOf(file), l.Link(file, im.Source, im.Name))
				}
			}
		}
	}
	return l
}

func (l *linker) declare(file string, f *facts.File) {
	for i := range f.Imports {
		if im := &f.Imports[i]; im.Name == "*" && im.Source != "" {
			l.usings[file] = append(l.usings[file], im.Source)
		}
	}
	paths := make([]string, len(f.Defs))
	for i := range f.Defs {
		d := &f.Defs[i]
		if d.Kind != facts.Namespace && !isType(d.Kind) {
			continue
		}
		paths[i] = d.Name
		if d.Parent != facts.None {
			paths[i] = paths[d.Parent] + "." + d.Name
		}
		l.declared[paths[i]] = true
		if homes := l.homes[paths[i]]; len(homes) == 0 || homes[len(homes)-1] != file {
			l.homes[paths[i]] = append(homes, file)
		}
		if d.Kind == facts.Namespace {
			l.namespaces[file] = append(l.namespaces[file], paths[i])
		}
	}
}

func isType(k facts.DefKind) bool {
	switch k {
	case facts.Class, facts.Struct, facts.Interface, facts.Enum, facts.TypeDef:
		return true
	}
	return false
}

// addGlobal adds an import to the files below dir. One from outside the repository is not added: every
// file has one.
func (l *linker) addGlobal(dir string, t lang.Target) {
	if !t.External && !slices.Contains(l.global[dir], t) {
		l.global[dir] = append(l.global[dir], t)
	}
}

// projectOf returns the directory of the project that a file belongs to: the
// nearest one above with a project file, else the file's own.
func (l *linker) projectOf(file string) string {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		if l.projects[dir] {
			return dir
		}
		if dir == "." || dir == "/" {
			return path.Dir(file)
		}
	}
}

// Ambient returns the targets of the project's global usings, and the standard library.
func (l *linker) Ambient(file string) []lang.Target {
	out := []lang.Target{{External: true}}
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		for _, t := range l.global[dir] {
			if !l.isPackaged(file, t.Within) {
				out = append(out, t)
			}
		}
		if dir == "." || dir == "/" {
			return out
		}
	}
}

// Link resolves the path of a using directive: from the top level, else from an enclosing namespace, else
// from a namespace that another directive of the file names, as one within a namespace can. A path that no
// file declares is outside the repository.
func (l *linker) Link(from, source, name string) lang.Target {
	whole := source
	if name != "*" {
		whole = strings.TrimPrefix(source+"."+name, ".")
	}
	if l.declared[whole] && l.isPackaged(from, whole) {
		return lang.Target{External: true}
	} else if l.declared[whole] {
		return lang.Target{Unit: unit, Within: source}
	}
	for _, around := range slices.Concat(l.namespaces[from], l.usings[from]) {
		if l.declared[around+"."+whole] {
			return lang.Target{Unit: unit, Within: strings.TrimSuffix(around+"."+source, ".")}
		}
	}
	return lang.Target{External: true}
}

// addProject adds the project in a directory.
func (l *linker) addProject(dir string, m *facts.Manifest) {
	l.projects[dir] = true
	l.packages[dir] = append(l.packages[dir], m.Takes...)
	for _, other := range m.Members {
		l.references[dir] = append(l.references[dir], path.Dir(path.Join(dir, other)))
	}
	for _, sources := range m.Roots {
		fixed, _, _ := strings.Cut(sources, "*")
		fixed, _, _ = strings.Cut(fixed, "$(")
		l.shared = append(l.shared, path.Join(dir, fixed))
	}
}

// isPackaged reports whether the project of a file takes what the repository declares at a path from a package: as it was
// published, not as it is here.
func (l *linker) isPackaged(from, declared string) bool {
	p := l.projectOf(from)
	if !l.projects[p] {
		return false
	}
	seen := []string{p}
	var packages []string // the directories of projects that are taken as packages
	for k := 0; k < len(seen); k++ {
		for _, name := range l.packages[seen[k]] {
			if q, ours := l.named[strings.ToLower(name)]; ours {
				packages = append(packages, q)
			}
		}
		for _, r := range l.references[seen[k]] {
			if !slices.Contains(seen, r) {
				seen = append(seen, r)
			}
		}
	}
	if len(packages) == 0 {
		return false
	}
	taken := false
	for _, file := range l.homes[declared] {
		q := l.projectOf(file)
		if slices.Contains(seen, q) {
			return false
		}
		taken = taken || slices.Contains(packages, q)
	}
	return taken
}

// Sees reports whether the project of a file is that of another file, or uses it, directly or through
// others. known is false for files without a project, and for those that several projects compile.
func (l *linker) Sees(from, to string) (sees, known bool) {
	p, q := l.projectOf(from), l.projectOf(to)
	isShared := func(file string) bool {
		return slices.ContainsFunc(l.shared, func(start string) bool { return strings.HasPrefix(file, start) })
	}
	if !l.projects[p] || !l.projects[q] || isShared(from) || isShared(to) {
		return false, false
	}
	seen := []string{p}
	for k := 0; k < len(seen); k++ {
		if seen[k] == q {
			return true, true
		}
		for _, r := range l.references[seen[k]] {
			if !slices.Contains(seen, r) {
				seen = append(seen, r)
			}
		}
	}
	return false, true
}
