// Package project reads the project files of Go and resolves imports to the modules of a repository.
//
// In: the text of a go.mod or go.work, and the facts of the files of a snapshot. Out: the manifest in
// such a file, what an import path means, and which builds take a file.
//
// It uses no syntax tree.
package project

import (
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A linker resolves import paths to directories of the repository.
//
// The nearest go.mod above a file decides: its own module and its replacements first, then those of a
// go.work above it, then the other modules of the repository by their path. Without any go.mod, the
// path of the repository is guessed from the imports. Directories named vendor contain other modules.
type linker struct {
	modules  []*module          // sorted by dir
	byDir    map[string]*module // also by directories inside; filled as needed
	byPath   map[string]*module // the module that a path means for other modules
	packages map[string]string  // directory -> package name, test packages left out
	root     string             // guessed import path of a repository without go.mod
	builds   *buildTable
	project  lang.Project
}

type module struct {
	dir, path string
	replaces  []replacement // nearest first
}

// Published returns false for commands and for packages below a directory named internal.
func (l *linker) Published(file string) bool {
	if f := l.project.Facts(file); f != nil && f.Package == "main" {
		return false
	}
	return !slices.Contains(strings.Split(path.Dir(file), "/"), "internal")
}

// A replacement maps the packages of module from to a directory.
type replacement struct{ from, dir string }

// NewLinker returns a linker of the imports in the repository of p.
func NewLinker(p lang.Project) lang.Linker {
	l := &linker{byDir: make(map[string]*module), byPath: make(map[string]*module), project: p, builds: newBuildTable(p)}
	l.packages = packages(p)
	l.addModules(p.Manifests())
	if len(l.modules) == 0 {
		l.root = guessRoot(p, l.packages)
	}
	l.leaveOut()
	return l
}

// packages fills in the package name of every directory, as seen by an import.
func packages(p lang.Project) map[string]string {
	type votes map[string]int
	byDir := make(map[string]votes)
	for _, file := range p.Paths() {
		f := p.Facts(file)
		if f == nil || f.Package == "" || !strings.HasSuffix(file, ".go") || IsTest(file) {
			continue
		}
		dir := path.Dir(file)
		if byDir[dir] == nil {
			byDir[dir] = make(votes)
		}
		// A file that only some builds include, such as a generator in package main, counts only if
		// there is no other.
		weight := 1000
		if f.Constraint != "" {
			weight = 1
		}
		byDir[dir][f.Package] += weight
	}
	names := make(map[string]string, len(byDir))
	for dir, v := range byDir {
		best := ""
		for name, n := range v {
			if best == "" || n > v[best] || n == v[best] && (best == "main" || name != "main" && name < best) {
				best = name
			}
		}
		names[dir] = best
	}
	return names
}

func (l *linker) addModules(manifests []lang.Manifest) {
	for _, m := range manifests {
		if path.Base(m.Path) != ModFile || m.Module == "" {
			continue
		}
		mod := &module{dir: path.Dir(m.Path), path: m.Module, replaces: replacements(m)}
		l.modules = append(l.modules, mod)
		l.byDir[mod.dir] = mod
	}
	for _, m := range manifests {
		if path.Base(m.Path) != WorkFile {
			continue
		}
		dir := path.Dir(m.Path)
		for _, member := range m.Members {
			if mod := l.byDir[path.Join(dir, member)]; mod != nil {
				mod.replaces = append(mod.replaces, replacements(m)...)
			}
		}
	}
	// Several modules with one path are usually copies in test data; other modules mean the one with
	// the shortest directory.
	slices.SortStableFunc(l.modules, func(a, b *module) int {
		return strings.Count(a.dir+"/", "/") - strings.Count(b.dir+"/", "/")
	})
	for _, mod := range l.modules {
		if l.byPath[mod.path] == nil && !isAside(mod.dir) {
			l.byPath[mod.path] = mod
		}
	}
}

func replacements(m lang.Manifest) []replacement {
	var out []replacement
	for _, r := range m.Replaces {
		if dir := path.Join(path.Dir(m.Path), r.To[0]); !strings.HasPrefix(dir, "..") {
			out = append(out, replacement{r.From, dir})
		}
	}
	return out
}

// isAside reports whether "./..." excludes a directory.
func isAside(dir string) bool {
	for _, part := range strings.Split(dir, "/") {
		if part == "vendor" || part == "testdata" || part != "." && (strings.HasPrefix(part, ".") || strings.HasPrefix(part, "_")) {
			return true
		}
	}
	return false
}

// Module returns the directory of the go.mod above a file, and whether "./..." includes the file
// there.
func (l *linker) Module(file string) (dir string, built bool) {
	rest := path.Dir(file)
	if m := l.moduleOf(rest); m != nil {
		if dir = m.dir; dir != "." {
			rest = strings.TrimPrefix(strings.TrimPrefix(rest, dir), "/")
		}
	}
	return dir, !isAside(rest)
}

// moduleOf returns the module that a directory is part of, or nil.
func (l *linker) moduleOf(dir string) *module {
	if m, ok := l.byDir[dir]; ok {
		return m
	}
	var m *module
	if dir != "." && dir != "/" {
		m = l.moduleOf(path.Dir(dir))
	}
	l.byDir[dir] = m
	return m
}

// Link returns the package that an import path means.
func (l *linker) Link(from, source, _ string) lang.Target {
	dir, surely, ok := l.directory(from, source)
	if !ok {
		return external(source)
	}
	return l.target(dir, surely)
}

// directory returns the directory of the repository that an import path means in a file; ok is false
// where it is outside. surely is true if it can mean nothing else.
func (l *linker) directory(from, source string) (dir string, surely, ok bool) {
	dir = path.Dir(from)
	if source == "." || source == ".." || strings.HasPrefix(source, "./") || strings.HasPrefix(source, "../") {
		return path.Join(dir, source), true, true
	}
	m := l.match(l.moduleOf(dir), source)
	if m.prefix == "" {
		return "", false, false
	}
	rest, _ := below(source, m.prefix)
	at := path.Join(m.dir, rest)
	if startsWithVersion(rest) && l.packages[at] == "" {
		return "", false, false // another major version of the module
	}
	return at, m.surely, true
}

// A match is the directory of the packages below an import path prefix. surely is true if only that
// directory can be meant: for other modules of the repository a published version may be meant.
type match struct {
	prefix, dir string
	surely      bool
}

// match returns the longest prefix of source that the repository contains. Of equally long ones a
// replacement takes precedence, then the module itself.
func (l *linker) match(own *module, source string) match {
	var best match
	offer := func(prefix, dir string, surely bool) {
		if _, ok := below(source, prefix); ok && len(prefix) > len(best.prefix) {
			best = match{prefix, dir, surely}
		}
	}
	if own != nil {
		for _, r := range own.replaces {
			offer(r.from, r.dir, true)
		}
		offer(own.path, own.dir, true)
	}
	for p := source; p != "." && p != "/"; p = path.Dir(p) {
		if m := l.byPath[p]; m != nil {
			offer(p, m.dir, false)
			break
		}
	}
	offer(l.root, ".", true)
	return best
}

// target returns the package in dir. surely is true if only dir can be meant.
func (l *linker) target(dir string, surely bool) lang.Target {
	if name := l.packages[dir]; name != "" {
		return lang.Target{Unit: unitKey(dir, name), Package: name}
	}
	return lang.Target{Missing: surely, Package: packageName(dir)}
}

// below returns the part of an import path after prefix, "." for the prefix itself.
func below(source, prefix string) (string, bool) {
	rest, ok := strings.CutPrefix(source, prefix)
	switch {
	case !ok || prefix == "":
		return "", false
	case rest == "":
		return ".", true
	case rest[0] != '/':
		return "", false
	}
	return rest[1:], true
}

func external(source string) lang.Target {
	return lang.Target{External: true, Package: packageName(source)}
}

// packageName guesses the name of a package from its path: the last element, without versions:
// math/rand/v2 is rand, gopkg.in/yaml.v3 is yaml.
func packageName(source string) string {
	name := path.Base(source)
	if dir := path.Dir(source); isVersion(name) && dir != "." {
		name = path.Base(dir)
	}
	if i := strings.LastIndex(name, ".v"); i > 0 && isVersion(name[i+1:]) {
		name = name[:i]
	}
	name = strings.TrimSuffix(strings.TrimPrefix(name, "go-"), "-go")
	if i := strings.LastIndexByte(name, '-'); i >= 0 {
		name = name[i+1:]
	}
	return strings.TrimSuffix(name, ".go")
}

func startsWithVersion(rest string) bool {
	first, _, _ := strings.Cut(rest, "/")
	return isVersion(first)
}

// isVersion reports whether s is a major version: v2, v10.
func isVersion(s string) bool {
	return len(s) > 1 && s[0] == 'v' && strings.Trim(s[1:], "0123456789") == ""
}

// guessRoot returns the import path of a repository without go.mod: the prefix
// under which most different directories are imported, "" when none is.
func guessRoot(p lang.Project, packages map[string]string) string {
	dirs := make(map[string]map[string]bool) // prefix -> directories imported under it
	for _, file := range p.Paths() {
		f := p.Facts(file)
		if f == nil {
			continue
		}
		for i := range f.Imports {
			voteRoot(&f.Imports[i], packages, dirs)
		}
	}
	best := ""
	for prefix, d := range dirs {
		if n, most := len(d), len(dirs[best]); n > most || n == most && prefix < best {
			best = prefix
		}
	}
	return best
}

func voteRoot(i *facts.Import, packages map[string]string, dirs map[string]map[string]bool) {
	host, _, _ := strings.Cut(i.Source, "/")
	if !strings.Contains(host, ".") || strings.HasPrefix(host, ".") {
		return
	}
	for prefix := path.Dir(i.Source); strings.Count(prefix, "/") >= leastSlashes(host); prefix = path.Dir(prefix) {
		dir := i.Source[len(prefix)+1:]
		if packages[dir] == "" || isAside(dir) {
			continue
		}
		if dirs[prefix] == nil {
			dirs[prefix] = make(map[string]bool)
		}
		dirs[prefix][dir] = true
	}
}

// leastSlashes is the depth of a repository's root in an import path.
func leastSlashes(host string) int {
	switch host {
	case "github.com", "gitlab.com", "bitbucket.org":
		return 2
	}
	return 1
}

func IsTest(p string) bool { return strings.HasSuffix(p, "_test.go") }

// Unit returns the directory and the name of the package, so that package gin_test beside package gin
// is separate.
func Unit(p string, f *facts.File) string { return unitKey(path.Dir(p), f.Package) }

func unitKey(dir, pkg string) string { return dir + ":" + pkg }
