package resolve

import (
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A surface is what the packages of one family give to those who import them, where
// only some of their files can be imported.
type surface struct {
	files map[fileID]bool // all that they export
	syms  map[symID]bool
}

// surfaces returns the surface of each family whose linker knows the entries of
// packages.
func (e *emitter) surfaces() map[string]*surface {
	all := make(map[string]*surface)
	seen := make(map[lang.Linker]bool)
	for i := range e.files {
		f := &e.files[i]
		l, ok := f.linker.(lang.EntryLinker)
		if !ok || seen[l] {
			continue
		}
		seen[l] = true
		s := &surface{files: make(map[fileID]bool), syms: make(map[symID]bool)}
		all[family(f.lang)] = s
		for _, t := range l.Entries() {
			if st := e.state(t); st.unit >= 0 {
				e.offer(s, e.units[st.unit].files)
			}
		}
	}
	return all
}

// offer adds what files export, and what they hand on.
func (e *emitter) offer(s *surface, files []fileID) {
	queue := slices.Clone(files)
	for ; len(queue) > 0; queue = queue[1:] {
		file := queue[0]
		if s.files[file] {
			continue
		}
		s.files[file] = true
		f := &e.files[file]
		for j := range f.facts.Exports {
			st := importState{unit: -1}
			if f.facts.Exports[j].Source != "" {
				st = f.reexports[j]
			}
			if f.facts.Exports[j].Name == "*" {
				if st.unit >= 0 {
					queue = append(queue, e.units[st.unit].files...)
				}
				continue
			}
			if fd := e.export(file, int32(j), nil); fd.status == isSymbol {
				for _, sym := range fd.syms {
					s.syms[sym] = true
				}
			}
		}
	}
}

// aside are names of directories whose code nobody imports from outside.
var aside = map[string]bool{
	"internal": true, "test": true, "tests": true, "testdata": true, "testing": true, "example": true, "examples": true, "doc": true, "docs": true,
	"benchmark": true, "benchmarks": true, "bench": true, "script": true, "scripts": true, "tools": true, "samples": true, "demo": true,
	"fixtures": true, "__tests__": true, "__mocks__": true,
}

// projectDirs returns the directories with a project file, by the language whose it is.
func (e *emitter) projectDirs() map[projectDir]bool {
	dirs, seen := make(map[projectDir]bool), make(map[*lang.Language]bool)
	for i := range e.files {
		l := e.files[i].lang
		if seen[l] || len(l.ProjectFiles) == 0 {
			continue
		}
		seen[l] = true
		for _, p := range e.in.Paths {
			if slices.Contains(l.ProjectFiles, path.Base(p)) {
				dirs[projectDir{l.Name, path.Dir(p)}] = true
			}
		}
	}
	return dirs
}

type projectDir struct{ language, dir string }

// inProject reports whether a file stands in a project of its language, or below one.
func (e *emitter) inProject(f *fileState) bool {
	for dir := path.Dir(f.path); ; dir = path.Dir(dir) {
		if e.projects[projectDir{f.lang.Name, dir}] {
			return true
		}
		if dir == "." || dir == "/" {
			return false
		}
	}
}

// isInternal reports whether nobody outside imports a file of that base name.
func isInternal(l *lang.Language, base string) bool {
	if l.IsInternal != nil {
		return l.IsInternal(base)
	}
	return strings.HasPrefix(base, "_")
}

// offeredAt returns where those who use the repository as a library find symbol s,
// whose node n stands in holder; empty when they are not meant to name it.
func (e *emitter) offeredAt(s symID, n, holder *graph.Node) string {
	y, f := &e.syms[s], &e.files[e.syms[s].file]
	if !n.Exported || n.Test || n.Generated || !f.published || n.Entry != nil && n.Entry.Type == "main" {
		return ""
	}
	if holder.Label != graph.File {
		return holder.Offered
	}
	if !e.inProject(f) {
		return ""
	}
	for _, part := range strings.Split(path.Dir(f.path), "/") {
		if aside[part] || strings.HasPrefix(part, "_") || strings.HasPrefix(part, ".") && part != "." {
			return ""
		}
	}
	if isInternal(f.lang, path.Base(f.path)) {
		return ""
	}
	sf := e.surface[family(f.lang)]
	switch {
	case sf != nil && (sf.files[y.file] || sf.syms[s]):
		return "the package"
	case sf != nil || e.def(s).Kind == facts.Namespace:
		return ""
	case f.lang.Unit != nil:
		return e.units[f.unit].key
	case f.facts.Package != "":
		return f.facts.Package
	}
	return f.path
}
