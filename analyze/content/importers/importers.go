// Package importers finds the code that imports the packages whose entries in a manifest differ.
//
//	facts of dependencies ─▶ imports of head, by package ─▶ project of the file ─▶ files and first place
//
// In: facts, the files of head with their facts, and the graph of head. Out: Fact.Used of the
// facts whose package some file imports for certain; a package that is gone and imported is
// missing.
//
// Invariants: without such a fact nothing is read. A file counts for the project whose manifest
// is the nearest that covers it, and an import that the repository answers itself for none.
// Of a package that is gone nothing is said where another section or manifest still has it.
package importers

import (
	"context"
	"path"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/content/dependency"
	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/factstore"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/diff"
)

// maxManifest is the size up to which a manifest is read, in bytes.
const maxManifest = 1 << 20

// Input is where the imports are looked for.
type Input struct {
	Head  *diff.Snapshot
	Graph *graph.Graph // of Head
	Store *factstore.Store
	Blobs source.Blobs
}

// Of returns facts with Used set where it is known.
func Of(ctx context.Context, in Input, list []fact.Fact) ([]fact.Fact, error) {
	registries := make(map[string]*lang.Registry)
	for _, l := range in.Store.Options.Languages {
		if l.Registry != nil {
			registries[l.Registry.Name] = l.Registry
		}
	}
	s := &search{in: in, files: source.NewFiles(in.Head, in.Blobs), registries: registries}
	for i := range list {
		f := &list[i]
		if r := registries[f.Format]; r != nil && isUseful(f) {
			w := wanted{fact: i, registry: r, key: r.Key(f.Name), workspace: dependency.OfWorkspace(f.Field), gone: f.Kind == "dependency-removed"}
			if s.place(&w, f) {
				s.wanted = append(s.wanted, w)
			}
		}
	}
	if len(s.wanted) == 0 {
		return list, nil
	}
	found, err := s.imports(ctx)
	if err != nil {
		return nil, err
	}
	list = slices.Clone(list)
	for i := range s.wanted {
		f := &list[s.wanted[i].fact]
		if f.Used = found[i]; f.Used != nil && s.wanted[i].gone {
			f.Kind = "dependency-missing"
		}
	}
	return list, nil
}

// isUseful reports whether it matters who imports the package of a fact.
func isUseful(f *fact.Fact) bool {
	switch f.Kind {
	case "dependency-major", "dependency-minor", "dependency-patch", "dependency-range", "dependency-added", "dependency-source", "dependency-replaced", "dependency-unreplaced":
		return true
	case "dependency-removed":
		return f.Change == "removed"
	}
	return false
}

// wanted is a package whose imports are looked for.
type wanted struct {
	fact      int // its index
	registry  *lang.Registry
	key       string
	dir       string // of the project
	workspace bool   // the entry is for the projects below
	gone      bool
}

// project is what is read of the manifests of one ecosystem in one directory.
type project struct {
	manifests []string
	names     map[string]bool // keys, nil: not read yet
}

type at struct{ ecosystem, dir string }

type search struct {
	in         Input
	files      *source.Files
	registries map[string]*lang.Registry
	wanted     []wanted
	projects   map[at]*project
}

// readProjects finds the manifests of head.
func (s *search) readProjects() {
	s.projects = make(map[at]*project)
	for i := range s.in.Head.Files {
		file := s.in.Head.Files[i].Path
		ecosystem, dir, ok := dependency.Project(file)
		if !ok || s.registries[ecosystem] == nil {
			continue
		}
		p := s.projects[at{ecosystem, dir}]
		if p == nil {
			p = &project{}
			s.projects[at{ecosystem, dir}] = p
		}
		p.manifests = append(p.manifests, file)
	}
}

// place sets the project of a package. It reports whether there is one that its imports can be counted for.
func (s *search) place(w *wanted, f *fact.Fact) bool {
	if s.projects == nil {
		s.readProjects()
	}
	_, dir, ok := dependency.Project(f.Path)
	if !ok || s.projects[at{f.Format, dir}] == nil {
		return false
	}
	w.dir = dir
	if !w.gone {
		return true
	}
	for {
		if s.declares(w.registry, dir, w.key) {
			return false
		}
		if dir == "." {
			return true
		}
		dir = path.Dir(dir)
	}
}

// declares reports whether the manifests in a directory have a package.
func (s *search) declares(r *lang.Registry, dir, key string) bool {
	p := s.projects[at{r.Name, dir}]
	if p == nil {
		return false
	}
	if p.names == nil {
		p.names = make(map[string]bool)
		for _, file := range p.manifests {
			content, err := s.files.ReadFile(file, maxManifest)
			if err != nil {
				continue // what cannot be read declares nothing
			}
			for _, name := range dependency.Names(file, content) {
				p.names[r.Key(name)] = true
			}
		}
	}
	return p.names[key]
}

// imports returns who imports the packages, by index of wanted.
func (s *search) imports(ctx context.Context) ([]*fact.Use, error) {
	byKey := make(map[*lang.Registry]map[string][]int)
	names := make(map[string]bool) // of ecosystems
	for i := range s.wanted {
		w := &s.wanted[i]
		if byKey[w.registry] == nil {
			byKey[w.registry] = make(map[string][]int)
		}
		byKey[w.registry][w.key] = append(byKey[w.registry][w.key], i)
		names[w.registry.Name] = true
	}
	var files []diff.File
	for i := range s.in.Head.Files {
		f := &s.in.Head.Files[i]
		if l, why := s.in.Store.Language(f); l != nil && why == "" && l.Registry != nil && names[l.Registry.Name] {
			files = append(files, *f)
		}
	}
	imports, err := s.in.Store.Imports(ctx, s.in.Blobs, files)
	if err != nil {
		return nil, err
	}
	found := make([]*fact.Use, len(s.wanted))
	for i := range files {
		l, _ := s.in.Store.Language(&files[i])
		r := s.registries[l.Registry.Name]
		s.importsOf(files[i].Path, imports[i], r, byKey[r], found)
	}
	return found, nil
}

// importsOf adds what a file imports. Its first import of a package is where it counts.
func (s *search) importsOf(file string, imports []facts.Import, r *lang.Registry, byKey map[string][]int, found []*fact.Use) {
	counted := make(map[int]bool)
	var own map[int]bool // lines of imports of the repository itself
	for k := range imports {
		im := &imports[k]
		keys := r.Packages(im.Source)
		if !slices.ContainsFunc(keys, func(key string) bool { return byKey[key] != nil }) {
			continue
		}
		if own == nil {
			own = s.ownImports(file)
		}
		if own[int(im.Line)] {
			continue
		}
		for _, key := range keys {
			for _, i := range byKey[key] {
				if w := &s.wanted[i]; !counted[i] && s.covers(w, path.Dir(file)) {
					counted[i] = true
					found[i] = s.add(found[i], fact.Place{Path: file, Line: int(im.Line)})
				}
			}
			if byKey[key] != nil || s.nearestDeclares(r, path.Dir(file), key) {
				break // a shorter name is that of another package
			}
		}
	}
}

// add counts a place. The first of the product stands before those of tests.
func (s *search) add(u *fact.Use, p fact.Place) *fact.Use {
	if u == nil {
		return &fact.Use{Verb: fact.Imports, Files: 1, First: p}
	}
	if u.Files++; s.isTest(u.First.Path) && !s.isTest(p.Path) {
		u.First = p
	}
	return u
}

func (s *search) isTest(file string) bool {
	n := s.in.Graph.Node("File:" + file)
	return n != nil && n.Test
}

// ownImports returns the lines at which a file imports what the repository has.
func (s *search) ownImports(file string) map[int]bool {
	lines := make(map[int]bool)
	if n := s.in.Graph.Node("File:" + file); n != nil {
		for _, e := range s.in.Graph.Out(n) {
			if e.Type == graph.Imports {
				for _, site := range e.Sites {
					lines[site.Line] = true
				}
			}
		}
	}
	return lines
}

// covers reports whether the manifest of a package is the one for the files of a directory.
func (s *search) covers(w *wanted, dir string) bool {
	for ; dir != w.dir; dir = path.Dir(dir) {
		if s.projects[at{w.registry.Name, dir}] != nil {
			has := s.declares(w.registry, dir, w.key)
			if w.workspace && !has || !w.workspace && (has || !w.registry.Inherits) {
				return false
			}
		}
		if dir == "." {
			return false
		}
	}
	return true
}

// nearestDeclares reports whether the nearest manifest of a directory has a package.
func (s *search) nearestDeclares(r *lang.Registry, dir, key string) bool {
	for {
		if s.projects[at{r.Name, dir}] != nil {
			return s.declares(r, dir, key)
		}
		if dir == "." {
			return false
		}
		dir = path.Dir(dir)
	}
}
