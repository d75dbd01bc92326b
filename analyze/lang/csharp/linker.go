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
	// projects are the directories with project files. global are the imports of all files below a
	// directory.
	projects map[string]bool
	global   map[string][]lang.Target
}

func newLinker(p lang.Project) lang.Linker {
	l := &linker{
		declared: make(map[string]bool), namespaces: make(map[string][]string),
		projects: make(map[string]bool), global: make(map[string][]lang.Target),
	}
	for _, file := range p.Paths() {
		if f := p.Facts(file); f != nil {
			l.declare(file, f)
		}
	}
	for _, m := range p.Manifests() {
		if path.Ext(m.Path) == projectExtension {
			l.projects[path.Dir(m.Path)] = true
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
		out = append(out, l.global[dir]...)
		if dir == "." || dir == "/" {
			return out
		}
	}
}

// Link resolves the path of a using directive: from the top level, else from an enclosing namespace. A
// path that no file declares is outside the repository.
func (l *linker) Link(from, source, name string) lang.Target {
	whole := source
	if name != "*" {
		whole = strings.TrimPrefix(source+"."+name, ".")
	}
	if l.declared[whole] {
		return lang.Target{Unit: unit, Within: source}
	}
	for _, around := range l.namespaces[from] {
		if l.declared[around+"."+whole] {
			return lang.Target{Unit: unit, Within: strings.TrimSuffix(around+"."+source, ".")}
		}
	}
	return lang.Target{External: true}
}
