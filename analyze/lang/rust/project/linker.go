// Package project reads the project files of Rust and resolves imports to the crates of a repository.
//
// In: the text of a Cargo.toml, and the facts of the files of a snapshot. Out: the manifest in it, and
// what a path means.
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

// A linker resolves module paths to files and inline modules.
//
// A file is a module. Its path follows from its place: a.rs and a/mod.rs are the module a of the file
// above them. A file with none above it is the root of a crate, and so are the files that cargo treats
// as roots.
type linker struct {
	p        lang.Project
	packages []*cargoPackage          // sorted by dir
	byName   map[string]*cargoPackage // by library name, as used in code
	roots    map[string]bool          // files that are crates
	parents  map[string]string        // memo of method parent
	byDir    map[string][]string      // memo of method siblings
	macros   map[string]map[string]string
	files    map[string]*contents // memo of method contents
	asked    map[ask]place        // results of child during the current query; nothing while the result is being computed
	depth    int                  // recursion depth of child
	surface  *surface             // memo of method Offered
}

// An ask is a look-up of a name in a module.
type ask struct {
	at   place
	name string
}

// maxUses is the maximum number of imports that are followed in a chain of re-exports.
const maxUses = 64

// contents are the definitions and imports in the modules of a file, by the path of the module in the
// file and a name.
type contents struct {
	modules, items map[ask]bool
	uses           map[ask][]*facts.Import
	stars          []*facts.Import // of the file's own module
}

// contents returns the contents of the modules of a file.
func (l *linker) contents(file string, f *facts.File) *contents {
	if c := l.files[file]; c != nil {
		return c
	}
	c := &contents{modules: make(map[ask]bool), items: make(map[ask]bool), uses: make(map[ask][]*facts.Import)}
	l.files[file] = c
	for i := range f.Defs {
		d := &f.Defs[i]
		switch k := (ask{place{file, dottedParent(f, d.Parent)}, d.Name}); {
		case d.Kind == facts.Namespace:
			c.modules[k] = true
		case d.Receiver == facts.None:
			c.items[k] = true
		}
	}
	for i := range f.Imports {
		im := &f.Imports[i]
		if im.Flags&facts.GuardedImport == 0 {
			k := ask{place{file, dottedParent(f, im.In)}, im.Alias}
			c.uses[k] = append(c.uses[k], im)
		}
		if im.Name == "*" {
			c.stars = append(c.stars, im)
		}
	}
	return c
}

// A cargoPackage is the package described by one Cargo.toml.
type cargoPackage struct {
	dir, lib string // lib is the path of the library, "" when there is none
	name     string // of the library, as used in code
	withheld bool   // others cannot depend on it, or it is not known
	replaces []facts.Mapping
}

// NewLinker returns a linker of the imports in the repository of p.
func NewLinker(p lang.Project) lang.Linker {
	l := &linker{
		p: p, byName: make(map[string]*cargoPackage), roots: make(map[string]bool), parents: make(map[string]string),
		macros: make(map[string]map[string]string), files: make(map[string]*contents), asked: make(map[ask]place),
	}
	for _, m := range p.Manifests() {
		if m.Module != "" || len(m.Exports) > 0 {
			l.addPackage(m)
		}
	}
	slices.SortStableFunc(l.packages, func(a, b *cargoPackage) int {
		return strings.Count(a.dir+"/", "/") - strings.Count(b.dir+"/", "/")
	})
	return l
}

func (l *linker) addPackage(m lang.Manifest) {
	pkg := &cargoPackage{dir: path.Dir(m.Path), replaces: m.Replaces}
	name := m.Module
	lib := "src/lib.rs"
	for _, e := range m.Exports {
		switch e.From {
		case "lib":
			lib = e.To[0]
		case "name:lib":
			name = e.To[0]
		}
	}
	if lib = path.Join(pkg.dir, lib); l.p.Has(lib) {
		pkg.lib = lib
		l.roots[lib] = true
	}
	for _, e := range m.Entries {
		l.roots[path.Join(pkg.dir, e)] = true
	}
	l.packages = append(l.packages, pkg)
	name = strings.ReplaceAll(name, "-", "_")
	pkg.name, pkg.withheld = name, len(m.Offers) == 0
	if old := l.byName[name]; name != "" && (old == nil || strings.Count(old.dir, "/") > strings.Count(pkg.dir, "/")) {
		l.byName[name] = pkg
	}
}

// packageOf returns the package that a file belongs to, or nil.
func (l *linker) packageOf(file string) *cargoPackage {
	var best *cargoPackage
	for _, p := range l.packages {
		if p.dir == "." || strings.HasPrefix(file, p.dir+"/") {
			best = p // the last match is in the deepest directory
		}
	}
	return best
}

// A place is a module: a file, and the path of an inline module in it.
type place struct {
	file   string
	within string // dotted
}

// parent returns the file whose module contains the module of file, "" for the root of a crate.
func (l *linker) parent(file string) string {
	if p, ok := l.parents[file]; ok {
		return p
	}
	p := ""
	if !l.isRoot(file) {
		dir := ownerDir(file)
		for _, name := range [...]string{path.Join(dir, "mod.rs"), dir + ".rs", path.Join(dir, "lib.rs"), path.Join(dir, "main.rs")} {
			if name != file && l.p.Has(name) && (p == "" || !l.declares(p, file) && l.declares(name, file)) {
				p = name
			}
		}
	}
	// A test crate may have modules beside it, and several crates may share one.
	if p == "" && !l.roots[file] && isCrates(path.Base(ownerDir(file))) {
		for _, name := range l.siblings(ownerDir(file)) {
			if name != file && l.declares(name, file) {
				p = name
				break
			}
		}
	}
	l.parents[file] = p
	return p
}

// ownerDir returns the directory of the module that file belongs to.
func ownerDir(file string) string {
	if dir := path.Dir(file); path.Base(file) != "mod.rs" {
		return dir
	}
	return path.Dir(path.Dir(file))
}

// isCrates reports whether cargo treats the files in a directory of that name as crates.
func isCrates(dir string) bool {
	return dir == "tests" || dir == "benches" || dir == "examples" || dir == "bin"
}

// siblings returns the files directly in a directory.
func (l *linker) siblings(dir string) []string {
	if l.byDir == nil {
		l.byDir = make(map[string][]string)
		for _, p := range l.p.Paths() {
			l.byDir[path.Dir(p)] = append(l.byDir[path.Dir(p)], p)
		}
	}
	return l.byDir[dir]
}

// declares reports whether the file at parent has a mod item for file.
func (l *linker) declares(parent, file string) bool {
	f := l.p.Facts(parent)
	if f == nil {
		return false
	}
	name := moduleName(file)
	return slices.ContainsFunc(f.Imports, func(i facts.Import) bool {
		return i.Alias == name && i.Name == "" && (i.Source == "self::"+name || strings.HasPrefix(i.Source, "./"))
	})
}

func moduleName(file string) string {
	if path.Base(file) == "mod.rs" {
		return path.Base(path.Dir(file))
	}
	return strings.TrimSuffix(path.Base(file), ".rs")
}

// isRoot reports whether cargo treats a file as the root of a crate.
func (l *linker) isRoot(file string) bool {
	if l.roots[file] {
		return true
	}
	dir, base := path.Split(file)
	dir = path.Clean(dir)
	if base == "build.rs" {
		return slices.ContainsFunc(l.packages, func(p *cargoPackage) bool { return p.dir == dir })
	}
	switch kind := path.Base(dir); kind {
	case "tests", "benches", "examples":
		return base != "mod.rs"
	case "bin":
		return path.Base(path.Dir(dir)) == "src"
	case "src":
		return base == "lib.rs" || base == "main.rs"
	}
	if base == "main.rs" {
		return isCrates(path.Base(path.Dir(dir)))
	}
	return false
}

// root returns the root of the crate that contains file.
func (l *linker) root(file string) string {
	for range 64 {
		p := l.parent(file)
		if p == "" {
			return file
		}
		file = p
	}
	return file
}

// below returns the directory that contains the submodules of file.
func (l *linker) below(file string) string {
	if path.Base(file) == "mod.rs" || l.parent(file) == "" {
		return path.Dir(file)
	}
	return strings.TrimSuffix(file, ".rs")
}

// Link returns the target of an import path.
func (l *linker) Link(from, source, name string) lang.Target {
	switch {
	case source == ".":
		return lang.Target{}
	case source == MacroSource || strings.HasPrefix(source, MacroSource+"::"):
		return l.macro(from, name)
	case strings.HasPrefix(source, "./"):
		if file := path.Join(path.Dir(from), source); l.p.Has(file) {
			return lang.Target{Unit: file}
		}
		return lang.Target{}
	}
	at, external := l.resolve(from, source)
	switch {
	case external:
		return lang.Target{External: true}
	case at.file == "":
		return lang.Target{}
	}
	if name != "" && name != "*" && !l.has(at, name) {
		if m := l.child(at, name); m.file != "" && !l.reexports(at, name) {
			return lang.Target{Unit: m.file, Within: m.within, NameIsModule: true}
		}
	}
	return lang.Target{Unit: at.file, Within: at.within}
}

// reexports reports whether a use in a module binds name to an item that is no module. It may do so
// beside a submodule of that name: mod parse; pub use self::parse::parse.
func (l *linker) reexports(at place, name string) bool {
	f := l.p.Facts(at.file)
	if f == nil {
		return false
	}
	for _, im := range l.contents(at.file, f).uses[ask{at, name}] {
		if im.Name == "" || im.Name == "*" {
			continue
		}
		if to, external := l.resolve(at.file, im.Source); !external && to.file != "" && l.has(to, im.Name) {
			return true
		}
	}
	return false
}

// resolve returns the module, type or item that a path means in the module of a file; external is true
// when it is outside the repository.
func (l *linker) resolve(from, source string) (at place, external bool) {
	head, rest, more := strings.Cut(source, "::")
	extern := head == "extern"
	if extern {
		head, rest, more = strings.Cut(rest, "::")
	}
	switch {
	case head == "self":
		at = place{file: from}
	case head == "crate":
		at = place{file: l.root(from)}
	case head == "super":
		at = place{file: l.parent(from)}
	case IsStandard(head):
		return place{}, true
	default:
		at, external = l.first(from, head, extern)
	}
	for more && at.file != "" {
		head, rest, more = strings.Cut(rest, "::")
		if head == "super" && at.within == "" {
			at = place{file: l.parent(at.file)}
			continue
		}
		next := l.child(at, head)
		if next.file == "" {
			next = place{at.file, joinDot(at.within, head)} // a type
		}
		at = next
	}
	return at, external
}

func joinDot(a, b string) string {
	if a == "" {
		return b
	}
	return a + "." + b
}

func IsStandard(crate string) bool {
	switch crate {
	case "std", "core", "alloc", "proc_macro", "test":
		return true
	}
	return false
}

// first resolves a path that begins with a plain name: a module or item of the module itself, a crate
// of the repository, or with edition 2015 an item at the root of the crate.
func (l *linker) first(from, head string, extern bool) (at place, external bool) {
	own := place{file: from}
	if !extern {
		if m := l.child(own, head); m.file != "" {
			return m, false
		}
		if l.has(own, head) {
			return place{from, head}, false
		}
	}
	pkg := l.packageOf(from)
	if pkg != nil {
		for _, r := range pkg.replaces {
			if strings.ReplaceAll(r.From, "-", "_") != head {
				continue
			}
			if real, ok := strings.CutPrefix(r.To[0], "package:"); ok {
				head = strings.ReplaceAll(real, "-", "_")
				continue
			}
			dir := path.Join(pkg.dir, r.To[0])
			for _, p := range l.packages {
				if p.dir == dir && p.lib != "" {
					return place{file: p.lib}, false
				}
			}
		}
	}
	if p := l.byName[head]; p != nil && p.lib != "" {
		return place{file: p.lib}, false
	}
	if root := l.root(from); !extern && root != from {
		if m := l.child(place{file: root}, head); m.file != "" {
			return m, false
		}
	}
	return place{}, pkg != nil
}

// has reports whether a module itself defines name as something other than a module.
func (l *linker) has(at place, name string) bool {
	f := l.p.Facts(at.file)
	if f == nil {
		return false
	}
	return l.contents(at.file, f).items[ask{at, name}]
}

// dottedParent returns the dotted path of the definition p.
func dottedParent(f *facts.File, p facts.DefID) string {
	s := ""
	for ; p != facts.None; p = f.Defs[p].Parent {
		s = joinDotBefore(f.Defs[p].Name, s)
	}
	return s
}

func joinDotBefore(a, b string) string {
	if b == "" {
		return a
	}
	return a + "." + b
}

// child returns the submodule with the given name: an inline one, a file, or the target of a use or of
// a mod with a path.
func (l *linker) child(at place, name string) place {
	f := l.p.Facts(at.file)
	if f == nil {
		return place{}
	}
	if l.contents(at.file, f).modules[ask{at, name}] {
		return place{at.file, joinDot(at.within, name)}
	}
	dir := path.Join(l.below(at.file), strings.ReplaceAll(at.within, ".", "/"))
	for _, file := range [...]string{path.Join(dir, name+".rs"), path.Join(dir, name, "mod.rs")} {
		if file != at.file && l.p.Facts(file) != nil && (at.within != "" || l.parent(file) == at.file || l.declares(at.file, file)) {
			return place{file: file}
		}
	}
	if l.depth == 0 {
		clear(l.asked)
	}
	key := ask{at, name}
	if m, ok := l.asked[key]; ok || l.depth == maxUses {
		return m
	}
	l.asked[key] = place{}
	l.depth++
	m := l.imported(f, at, name)
	l.depth--
	l.asked[key] = m
	return m
}

// imported returns the module that an import in a module binds to name.
func (l *linker) imported(f *facts.File, at place, name string) place {
	c := l.contents(at.file, f)
	for _, im := range c.uses[ask{at, name}] {
		if im.Source == "self::"+name && im.Name == "" {
			continue
		}
		if t := l.Link(at.file, im.Source, im.Name); t.Unit != "" && (t.NameIsModule || im.Name == "") {
			return place{t.Unit, t.Within}
		}
	}
	if at.within != "" {
		return place{}
	}
	for _, im := range c.stars {
		if t := l.Link(at.file, im.Source, "*"); t.Unit != "" && t.Unit != at.file {
			if m := l.child(place{t.Unit, t.Within}, name); m.file != "" {
				return m
			}
		}
	}
	return place{}
}

// macro returns the file of the crate that defines a macro, else the file of another crate of the
// repository.
func (l *linker) macro(from, name string) lang.Target {
	root := l.root(from)
	if file := l.macrosOf(root)[name]; file != "" {
		return lang.Target{Unit: file}
	}
	if pkg := l.packageOf(from); pkg != nil && pkg.lib != "" && pkg.lib != root {
		if file := l.macrosOf(pkg.lib)[name]; file != "" {
			return lang.Target{Unit: file}
		}
	}
	return lang.Target{}
}

// macrosOf returns the files that define the macros of a crate, by name.
func (l *linker) macrosOf(root string) map[string]string {
	if m, ok := l.macros[root]; ok {
		return m
	}
	m := make(map[string]string)
	for _, p := range l.p.Paths() {
		f := l.p.Facts(p)
		if f == nil || l.root(p) != root {
			continue
		}
		for i := range f.Defs {
			if d := &f.Defs[i]; strings.HasPrefix(d.Signature, MacroPrefix) && d.Parent == facts.None && m[d.Name] == "" {
				m[d.Name] = p
			}
		}
	}
	l.macros[root] = m
	return m
}

// MacroSource is the source of the imports of macros, which are visible without a use.
const MacroSource = "macro"

// MacroPrefix is the prefix of a macro's signature.
const MacroPrefix = "macro_rules! "
