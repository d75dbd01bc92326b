package edges

import (
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
)

// surfaces returns the surface of each family with a linker that knows the entry points of
// packages.
func (e *Writer) surfaces() map[string]*surface {
	all := make(map[string]*surface)
	seen := make(map[lang.Linker]bool)
	for i := range e.infer.NumFiles() {
		f := e.infer.File(i)
		l, ok := f.Linker.(lang.EntryLinker)
		if !ok || seen[l] {
			continue
		}
		seen[l] = true
		s := &surface{files: make(map[decl.FileID]bool), syms: make(map[decl.SymbolID]bool)}
		all[f.Lang.Kin()] = s
		for _, t := range l.Entries() {
			if st := e.infer.State(t); st.Unit >= 0 {
				e.offer(s, e.infer.Unit(st.Unit).Files)
			}
		}
	}
	return all
}

// offer adds the exports of files, and what they re-export.
func (e *Writer) offer(s *surface, files []decl.FileID) {
	queue := slices.Clone(files)
	for ; len(queue) > 0; queue = queue[1:] {
		file := queue[0]
		if s.files[file] {
			continue
		}
		s.files[file] = true
		f := e.infer.File(file)
		for j := range f.Facts.Exports {
			st := infer.ImportState{Unit: -1}
			if f.Facts.Exports[j].Source != "" {
				st = f.Reexports[j]
			}
			if f.Facts.Exports[j].Name == "*" {
				if st.Unit >= 0 {
					queue = append(queue, e.infer.Unit(st.Unit).Files...)
				}
				continue
			}
			if fd := e.infer.Export(file, int32(j), nil); fd.Status == infer.IsSymbol {
				for _, sym := range fd.Syms {
					s.syms[sym] = true
				}
			}
		}
	}
}

// aside are the names of directories with code that is not for importers: examples, tests, tools.
var aside = map[string]bool{
	"internal": true, "test": true, "tests": true, "testdata": true, "testing": true, "example": true, "examples": true, "doc": true, "docs": true,
	"benchmark": true, "benchmarks": true, "bench": true, "script": true, "scripts": true, "tools": true, "samples": true, "demo": true,
	"fixtures": true, "__tests__": true, "__mocks__": true,
}

// projectDirs returns the directories with a project file, with the language of the file.
func (e *Writer) projectDirs() map[projectDir]bool {
	dirs, seen := make(map[projectDir]bool), make(map[*lang.Language]bool)
	for i := range e.infer.NumFiles() {
		l := e.infer.File(i).Lang
		if seen[l] || len(l.ProjectFiles) == 0 {
			continue
		}
		seen[l] = true
		for _, p := range e.infer.In.Paths {
			if slices.Contains(l.ProjectFiles, path.Base(p)) {
				dirs[projectDir{l.Name, path.Dir(p)}] = true
			}
		}
	}
	return dirs
}

// inProject reports whether a file is in a project of its language, or below one.
func (e *Writer) inProject(f *infer.File) bool {
	return e.isProject(projectDir{f.Lang.Name, path.Dir(f.Path)})
}

// isProject reports whether there is a project file of a language in a directory or in one around it. It remembers that.
func (e *Writer) isProject(at projectDir) bool {
	is, known := e.projects[at]
	if outer := path.Dir(at.dir); !known && outer != at.dir {
		is = e.isProject(projectDir{at.language, outer})
		e.projects[at] = is
	}
	return is
}

// isInternal reports whether files with this base name are not imported from outside.
func isInternal(l *lang.Language, base string) bool {
	if l.IsInternal != nil {
		return l.IsInternal(base)
	}
	return strings.HasPrefix(base, "_")
}

// offeredAt returns where users of the library find symbol s, with node n and parent holder;
// empty when they are not meant to use it.
func (e *Writer) offeredAt(s decl.SymbolID, n, holder *graph.Node) string {
	f, v := e.infer.File(e.infer.Symbol(s).File), n.Signature.Visibility
	knows, known := f.Linker.(lang.OfferingLinker)
	if !n.Exported || n.Test || n.Generated || !f.Published || n.Entry != nil && n.Entry.Type == "main" ||
		known && (e.infer.Def(s).Has(facts.NotOffered) || v == graph.Package || v == graph.Private) {
		return ""
	}
	if holder.Label != graph.File && (holder.Label != graph.Namespace || e.surface[f.Lang.Kin()] != nil) {
		return holder.Offered
	}
	if len(f.Lang.ProjectFiles) > 0 && !e.inProject(f) || len(f.Lang.ProjectFiles) == 0 && !known {
		return ""
	}
	if isInternal(f.Lang, path.Base(f.Path)) || slices.ContainsFunc(strings.Split(path.Dir(f.Path), "/"), func(part string) bool {
		return aside[strings.ToLower(part)] || strings.HasPrefix(part, "_") || strings.HasPrefix(part, ".") && part != "."
	}) {
		return ""
	}
	place := e.placeOf(s, holder)
	if known && place != "" {
		return knows.Offered(f.Path, n.Qualified, place)
	}
	return place
}

// placeOf returns from where others import symbol s, which is in holder, if they can.
func (e *Writer) placeOf(s decl.SymbolID, holder *graph.Node) string {
	y, f := e.infer.Symbol(s), e.infer.File(e.infer.Symbol(s).File)
	sf := e.surface[f.Lang.Kin()]
	switch {
	case sf != nil && (sf.files[y.File] || sf.syms[s]):
		return graph.OfferedByEntries
	case sf != nil || e.infer.Def(s).Kind == facts.Namespace:
		return ""
	case holder.Label == graph.Namespace:
		return holder.Qualified
	case f.Lang.Unit != nil:
		return e.infer.Unit(f.Unit).Key
	case f.Facts.Package != "":
		return f.Facts.Package
	}
	return f.Path
}
