// Package project reads the project files of Python and resolves imports.
//
// In: the text of a pyproject.toml, setup.cfg or the like, and the facts of the files of a snapshot.
// Out: the manifests in them, and the target of an import.
//
// It uses no syntax tree.
package project

import (
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/standard"
)

// A linker finds modules as an interpreter would that has every import root of the repository on its
// path. Roots are:
//
//	strong  the repository root, directories named by a manifest, the manifest's own
//	        directory, and src/, lib/ and python/ in either
//	own     the directory of a file that is not in a package: scripts, pytest's
//	        rootdir/conftest.py directories
//	weak    the directory that contains a top-level package, wherever it is
//
// If several roots have a module of that name, the one nearest to the importing file counts. A module
// of the standard library is hidden only by one at a strong root.
type linker struct {
	project lang.Project
	dirs    map[string]bool     // directories that contain Python files at any depth
	holders map[string][]string // top-level name -> roots that contain it, sorted
	strong  map[string]bool
	loose   map[string]bool // names of modules in directories that are not packages
	// installs: a project file defines a distribution.
	installs bool
}

// Published returns false where the repository defines no distribution.
func (l *linker) Published(string) bool { return l.installs }

// NewLinker returns a linker of the imports in the repository of p.
func NewLinker(p lang.Project) lang.Linker {
	l := &linker{
		project: p,
		dirs:    map[string]bool{"": true}, holders: make(map[string][]string),
		strong: make(map[string]bool), loose: make(map[string]bool),
	}
	for _, m := range p.Manifests() {
		l.installs = l.installs || m.Module != ""
	}
	for _, file := range p.Paths() {
		l.installs = l.installs || path.Base(file) == "setup.py"
		if !isSource(file) {
			continue
		}
		for dir := dirOf(file); dir != "" && !l.dirs[dir]; dir = dirOf(dir) {
			l.dirs[dir] = true
		}
	}
	l.findStrong()
	for _, file := range p.Paths() {
		if isSource(file) {
			l.hold(file)
		}
	}
	for name, roots := range l.holders {
		sort.Strings(roots)
		l.holders[name] = slices.Compact(roots)
	}
	return l
}

func (l *linker) findStrong() {
	places := []string{""}
	for _, m := range l.project.Manifests() {
		dir := dirOf(m.Path)
		places = append(places, dir)
		for _, r := range m.Roots {
			if root := path.Join(dir, r); !strings.HasPrefix(root, "..") {
				l.strong[clean(root)] = true
			}
		}
	}
	for _, dir := range places {
		if !l.isPackage(dir) {
			l.strong[dir] = true
		}
		for _, name := range []string{"src", "lib", "python"} {
			if sub := path.Join(dir, name); l.dirs[sub] && !l.isPackage(sub) {
				l.strong[sub] = true
			}
		}
	}
}

// hold adds the root and the top-level name of the module in file.
func (l *linker) hold(file string) {
	dir, name := dirOf(file), moduleName(file)
	if l.isPackage(dir) {
		if name != "__init__" {
			return
		}
		if parent := dirOf(dir); dir != "" && !l.isPackage(parent) {
			base := path.Base(dir)
			l.holders[base] = append(l.holders[base], parent)
		}
		return
	}
	if l.strong[dir] {
		l.holders[name] = append(l.holders[name], dir)
	} else {
		l.loose[name] = true
	}
	// A directory without __init__.py is a namespace package at a strong root.
	for child := dir; child != ""; child = dirOf(child) {
		if parent := dirOf(child); l.strong[parent] && !l.isPackage(child) {
			base := path.Base(child)
			if roots := l.holders[base]; len(roots) == 0 || roots[len(roots)-1] != parent {
				l.holders[base] = append(roots, parent)
			}
		}
	}
}

func (l *linker) isPackage(dir string) bool {
	return dir != "" && (l.project.Has(dir+"/__init__.py") || l.project.Has(dir+"/__init__.pyi"))
}

// Link resolves the import of name, which may be empty, from source.
func (l *linker) Link(from, source, name string) lang.Target {
	if name == "*" {
		name = ""
	}
	if !strings.HasPrefix(source, ".") {
		return l.absolute(from, source, name)
	}
	module := strings.TrimLeft(source, ".")
	dir := dirOf(from)
	for up := len(source) - len(module) - 1; up > 0; up-- {
		if dir == "" {
			return lang.Target{Missing: true}
		}
		dir = dirOf(dir)
	}
	m := l.find(dir, module)
	if m.status == absent {
		return lang.Target{Missing: true}
	}
	return l.member(m, name, true)
}

func (l *linker) absolute(from, source, name string) lang.Target {
	top, _, _ := strings.Cut(source, ".")
	missing, unknown := false, l.loose[top] && !standard.Modules[top]
	var spread *module // a namespace package counts only when no root has a regular package
	for _, root := range l.rootsFor(from, top) {
		m := l.find(root, source)
		switch m.status {
		case isFile:
			return l.member(m, name, false)
		case namespace:
			if spread == nil && !standard.Modules[top] {
				spread = &m
			}
		case hidden:
			unknown = true
		case absent:
			missing = missing || l.isPackage(path.Join(root, top))
		}
	}
	if spread != nil {
		return l.member(*spread, name, false)
	}
	return lang.Target{Missing: missing && !unknown, External: !missing && !unknown}
}

// rootsFor returns the roots that may contain the top-level name, the most likely one first.
func (l *linker) rootsFor(from, top string) []string {
	var roots []string
	if !standard.Modules[top] {
		if dir := dirOf(from); !l.isPackage(dir) {
			roots = append(roots, dir)
		}
		for dir := dirOf(from); dir != ""; dir = dirOf(dir) {
			if !l.isPackage(dir) && l.project.Has(dir+"/conftest.py") {
				roots = append(roots, dir)
			}
		}
	}
	held := slices.Clone(l.holders[top])
	if standard.Modules[top] {
		held = slices.DeleteFunc(held, func(root string) bool { return !l.strong[root] })
	}
	sort.SliceStable(held, func(i, j int) bool { return l.nearer(from, held[i], held[j]) })
	return append(roots, held...)
}

// nearer reports whether root a comes before b for an importing file: roots that contain the file
// first, then strong ones, then the one with the longer common path.
func (l *linker) nearer(from, a, b string) bool {
	if x, y := isUnder(from, a), isUnder(from, b); x != y {
		return x
	} else if x {
		return len(a) > len(b)
	}
	if x, y := l.strong[a], l.strong[b]; x != y {
		return x
	}
	return shared(from, a) > shared(from, b)
}

type moduleStatus uint8

const (
	absent    moduleStatus = iota
	isFile                 // a source file
	namespace              // a directory without __init__.py
	hidden                 // may exist, but not as a source file
)

type module struct {
	status moduleStatus
	unit   string // the file
	dir    string // where its submodules are; "" with isFile for a module that is not a package
}

// find returns the module with the dotted name under a root; for "" it is the root itself as a
// package.
func (l *linker) find(root, dotted string) module {
	at := root
	if dotted != "" {
		at = path.Join(root, strings.ReplaceAll(dotted, ".", "/"))
	}
	if m := l.at(at); m.status != absent {
		return m
	}
	for dotted != "" {
		i := strings.LastIndexByte(dotted, '.')
		if i < 0 {
			break
		}
		dotted = dotted[:i]
		if m := l.at(path.Join(root, strings.ReplaceAll(dotted, ".", "/"))); m.status == isFile {
			if m.dir == "" || l.setsPath(m.unit) {
				return module{status: hidden} // a module that creates submodules at run time
			}
			break
		}
	}
	return module{}
}

// at returns the module at a path without extension.
func (l *linker) at(p string) module {
	if p != "" {
		for _, ext := range []string{".py", ".pyi"} {
			if l.project.Has(p + "/__init__" + ext) {
				return module{isFile, p + "/__init__" + ext, p}
			}
			if l.project.Has(p + ext) {
				return module{isFile, p + ext, ""}
			}
		}
	} else if l.project.Has("__init__.py") {
		return module{isFile, "__init__.py", ""}
	}
	if l.dirs[p] {
		return module{namespace, "", p}
	}
	for _, ext := range compiled() {
		if l.project.Has(p + ext) {
			return module{status: hidden}
		}
	}
	if base := path.Base(p); base == "_version" || base == "__version__" || strings.HasSuffix(base, "_pb2") || strings.HasSuffix(base, "_pb2_grpc") {
		return module{status: hidden} // generated by setuptools-scm, versioneer or protoc
	}
	return module{}
}

// compiled returns the ends of the names of files that stand for a compiled module, or are made into a module by a build.
func compiled() []string {
	return []string{".pyx", ".so", ".pyd", ".c", ".cpp", ".pyx.in", ".pyi.in", ".py.in"}
}

// Beside returns what lang.Language.Beside does for Python.
func Beside() []string {
	var out []string
	for _, end := range compiled() {
		if ext := path.Ext(end); !slices.Contains(out, ext) {
			out = append(out, ext)
		}
	}
	return out
}

// setsPath reports whether a package changes where its submodules are found.
func (l *linker) setsPath(file string) bool {
	f := l.project.Facts(file)
	if f == nil || f.DynamicNames {
		return f != nil
	}
	for i := range f.Defs {
		if d := &f.Defs[i]; d.Name == "__path__" && d.Parent == facts.None {
			return true
		}
	}
	return false
}

// member returns the target of "from m import name".
func (l *linker) member(m module, name string, relative bool) lang.Target {
	if m.status == hidden {
		return lang.Target{}
	}
	if name == "" || m.status == isFile && m.dir == "" && path.Base(m.unit) != "__init__.py" {
		return lang.Target{Unit: m.unit}
	}
	if m.status == isFile && l.binds(m.unit, name) {
		return lang.Target{Unit: m.unit}
	}
	switch sub := l.at(path.Join(m.dir, name)); sub.status {
	case isFile, namespace:
		return lang.Target{Unit: sub.unit, NameIsModule: true}
	case hidden:
		return lang.Target{}
	}
	if m.status == namespace {
		return lang.Target{Missing: relative}
	}
	return lang.Target{Unit: m.unit}
}

// binds reports whether a package binds name to something other than its submodule of that name.
func (l *linker) binds(file, name string) bool {
	f := l.project.Facts(file)
	if f == nil {
		return false
	}
	for i := range f.Defs {
		if d := &f.Defs[i]; d.Name == name && d.Parent == facts.None {
			return true
		}
	}
	for i := range f.Imports {
		im := &f.Imports[i]
		if im.Alias == name && im.In == facts.None && im.Flags&facts.TypeChecking == 0 {
			return im.Name != name || !isOwnPackage(file, im.Source)
		}
	}
	return false
}

// isOwnPackage reports whether source, imported in the __init__.py of a package, means that package:
// "." or its own name.
func isOwnPackage(file, source string) bool {
	return source == "." || strings.HasSuffix("/"+dirOf(file), "/"+strings.ReplaceAll(source, ".", "/"))
}

func isSource(file string) bool {
	switch path.Ext(file) {
	case ".py", ".pyi", ".pyw":
		return true
	}
	return false
}

func moduleName(file string) string {
	base := path.Base(file)
	return strings.TrimSuffix(base, path.Ext(base))
}

// dirOf is path.Dir with "" for the root.
func dirOf(p string) string { return clean(path.Dir(p)) }

func clean(dir string) string {
	if dir == "." {
		return ""
	}
	return dir
}

func isUnder(file, dir string) bool {
	return dir == "" || strings.HasPrefix(file, dir+"/")
}

// shared is the number of leading directories two paths have in common.
func shared(a, b string) int {
	n := 0
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			n++
		}
	}
	return n
}
