package project

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// A surface is what the libraries of a repository offer: the paths by which other crates can name an item.
type surface struct {
	l     *linker
	paths map[ask][]string
	parts map[string]map[string]*part // of files, by the path of a module in the file
	walks map[walk]bool
	on    []place // the modules that are being walked
}

// A part is what a module of a file has for others: items, inline modules, and imports.
type part struct {
	items, modules []string
	imports        []*facts.Import
}

// A walk is a module under a path.
type walk struct {
	at     place
	prefix string
}

// Bounds of a surface: modules under a path, and paths of one item. Modules can re-export each other.
const (
	maxWalks = 20_000
	maxPaths = 16
)

// Offered returns the paths of a top-level item between bars: crate::module::Item. It is empty where no library that is
// published leads to it through public modules and re-exports. The features of a build are not known: all count as set.
func (l *linker) Offered(file, name, _ string) string {
	if l.surface == nil {
		l.surface = &surface{l: l, paths: make(map[ask][]string), parts: make(map[string]map[string]*part), walks: make(map[walk]bool)}
		for _, p := range l.packages {
			if p.lib != "" && !p.withheld {
				l.surface.walk(place{file: p.lib}, p.name)
			}
		}
	}
	within, last := "", name
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		within, last = name[:i], name[i+1:]
	}
	return strings.Join(l.surface.paths[ask{place{file, within}, last}], "|")
}

// part returns what a module has for others, nil for nothing.
func (s *surface) part(at place) *part {
	if parts, ok := s.parts[at.file]; ok {
		return parts[at.within]
	}
	parts := make(map[string]*part)
	s.parts[at.file] = parts
	f := s.l.p.Facts(at.file)
	if f == nil {
		return nil
	}
	in := func(within string) *part {
		if parts[within] == nil {
			parts[within] = &part{}
		}
		return parts[within]
	}
	for i := range f.Defs {
		d := &f.Defs[i]
		if !d.Has(facts.Exported) || d.Has(facts.NotOffered) || d.Has(facts.Test) || d.Receiver != facts.None || d.Parent != facts.None && f.Defs[d.Parent].Kind != facts.Namespace {
			continue
		}
		switch p := in(dottedParent(f, d.Parent)); {
		case strings.HasPrefix(d.Signature, "pub("):
		case d.Kind == facts.Namespace:
			p.modules = append(p.modules, d.Name)
		case !strings.HasPrefix(d.Signature, MacroPrefix):
			p.items = append(p.items, d.Name)
		}
	}
	for i := range f.Imports {
		if im := &f.Imports[i]; im.Flags&facts.Offers != 0 {
			p := in(dottedParent(f, around(f, im)))
			p.imports = append(p.imports, im)
		}
	}
	return parts[at.within]
}

// around returns the module in its file that an import is in. Imports of all names do not have it.
func around(f *facts.File, im *facts.Import) facts.DefID {
	if im.Name != "*" {
		return im.In
	}
	in := facts.DefID(facts.None)
	for i := range f.Defs {
		if d := &f.Defs[i]; d.Kind == facts.Namespace && d.Start <= im.Line && im.Line <= d.End {
			in = facts.DefID(i) // the last one is the innermost
		}
	}
	return in
}

// walk adds what a module offers under a path.
func (s *surface) walk(at place, prefix string) {
	k := walk{at, prefix}
	if s.walks[k] || len(s.walks) == maxWalks || slices.Contains(s.on, at) {
		return
	}
	s.walks[k] = true
	p := s.part(at)
	if s.l.roots[at.file] && at.within == "" && len(s.on) == 0 {
		s.macros(at.file, prefix)
	}
	if p == nil {
		return
	}
	s.on = append(s.on, at)
	for _, name := range p.items {
		s.add(at, name, prefix+"::"+name)
	}
	for _, name := range p.modules {
		s.walk(place{at.file, joinDot(at.within, name)}, prefix+"::"+name)
	}
	for _, im := range p.imports {
		s.handOn(at.file, im, prefix)
	}
	s.on = s.on[:len(s.on)-1]
}

// macros adds the macros of the crate with a root, which are at its root wherever they are defined.
func (s *surface) macros(root, prefix string) {
	for name, file := range s.l.macrosOf(root) {
		s.add(place{file: file}, name, prefix+"::"+name+"!")
	}
}

// handOn adds what a pub mod or pub use offers.
func (s *surface) handOn(file string, im *facts.Import, prefix string) {
	t := s.l.Link(file, im.Source, im.Name)
	to := place{t.Unit, t.Within}
	switch {
	case t.Unit == "":
	case im.Name == "*":
		s.walk(to, prefix)
	case im.Alias == "":
	case im.Name == "" || t.NameIsModule:
		s.walk(to, prefix+"::"+im.Alias)
	default:
		s.follow(to, im.Name, prefix+"::"+im.Alias, maxUses)
	}
}

// follow adds the item or module that name means in a module, through the imports of the module.
func (s *surface) follow(at place, name, to string, depth int) {
	f := s.l.p.Facts(at.file)
	if f == nil || depth == 0 {
		return
	}
	if s.l.has(at, name) {
		s.add(at, name, to)
		return
	}
	c := s.l.contents(at.file, f)
	if uses := c.uses[ask{at, name}]; len(uses) > 0 {
		im := uses[0]
		t := s.l.Link(at.file, im.Source, im.Name)
		switch next := (place{t.Unit, t.Within}); {
		case t.Unit == "" || im.Name == "" && next == at:
		case t.NameIsModule || im.Name == "":
			s.walk(next, to)
		default:
			s.follow(next, im.Name, to, depth-1)
		}
		return
	}
	for _, im := range c.stars {
		if t := s.l.Link(at.file, im.Source, "*"); t.Unit != "" && (t.Unit != at.file || t.Within != at.within) {
			s.follow(place{t.Unit, t.Within}, name, to, depth/2)
		}
	}
}

// add records a path of an item, of many those that come first.
func (s *surface) add(at place, name, to string) {
	k := ask{at, name}
	i, found := slices.BinarySearch(s.paths[k], to)
	if found {
		return
	}
	if s.paths[k] = slices.Insert(s.paths[k], i, to); len(s.paths[k]) > maxPaths {
		s.paths[k] = s.paths[k][:maxPaths]
	}
}
