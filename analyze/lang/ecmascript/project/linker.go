// Package project reads the project files of JavaScript and TypeScript and resolves imports.
//
// In: the text of a package.json, tsconfig.json, deno.json or the like, and the facts of the files of
// a snapshot. Out: the manifests in them, the target of an import, and the entry points that packages
// offer to importers.
//
// It uses no syntax tree.
package project

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// NewLinker returns a linker of module specifiers for one snapshot: Node.js resolution with the
// extensions that bundlers and TypeScript add, path mappings of tsconfig.json, packages of the same
// repository. Where a package names build output, the linker resolves to its sources.
func NewLinker(p lang.Project) lang.Linker {
	l := &linker{
		project: p, files: make(map[string]bool), packages: make(map[string]*packageDir),
		byName: make(map[string][]*packageDir), configs: make(map[string][]*config),
		configByPath: make(map[string]*config), memo: make(map[linkKey]lang.Target),
	}
	for _, file := range p.Paths() {
		l.files[file] = true
	}
	l.readManifests(p.Manifests())
	return l
}

type linker struct {
	project      lang.Project
	files        map[string]bool        // files of Family in the snapshot
	packages     map[string]*packageDir // by directory
	byName       map[string][]*packageDir
	configs      map[string][]*config // by directory
	configByPath map[string]*config
	memo         map[linkKey]lang.Target
	folded       map[string]string // files by their path in lower case without extension
}

// Published returns false for files of a package that offers nothing to import: an application.
func (l *linker) Published(file string) bool {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		if p := l.packages[dir]; p != nil {
			return p.manifest == nil || len(p.manifest.Exports) > 0
		}
		if dir == "." || dir == "/" {
			return true
		}
	}
}

// Entries returns the targets that the exports, main files and types of packages name.
func (l *linker) Entries() []lang.Target {
	var entries []lang.Target
	for _, dir := range slices.Sorted(maps.Keys(l.packages)) {
		p := l.packages[dir]
		for _, m := range p.manifest.Exports {
			if file := l.target(p, m.From); file != "" && !strings.Contains(m.From, "*") {
				entries = append(entries, lang.Target{Unit: file})
			}
		}
	}
	return entries
}

type linkKey struct{ dir, source string }

// A packageDir is a directory with a package.json.
type packageDir struct {
	dir      string
	manifest *facts.Manifest
	member   bool // the other packages of the repository may import it by name
}

// A config is a tsconfig.json.
type config struct {
	dir      string
	manifest *facts.Manifest
}

func (l *linker) readManifests(manifests []lang.Manifest) {
	var roots []*packageDir // the packages that list workspaces
	for _, m := range manifests {
		dir := path.Dir(m.Path)
		if len(m.Members) > 0 {
			roots = append(roots, &packageDir{dir: dir, manifest: m.Manifest})
		}
		switch base := path.Base(m.Path); {
		case base == "package.json":
			p := &packageDir{dir: dir, manifest: m.Manifest}
			l.packages[dir] = p
			if m.Module != "" {
				l.byName[m.Module] = append(l.byName[m.Module], p)
			}
		case strings.HasPrefix(base, "tsconfig") || strings.HasPrefix(base, "jsconfig") || strings.HasPrefix(base, "deno."):
			c := &config{dir: dir, manifest: m.Manifest}
			l.configByPath[m.Path] = c
			if base == "tsconfig.json" || base == "jsconfig.json" {
				l.configs[dir] = append([]*config{c}, l.configs[dir]...)
			} else { // referenced by other settings, or used by editors alone
				l.configs[dir] = append(l.configs[dir], c)
			}
			if base[0] == 'd' && m.Module != "" {
				l.byName[m.Module] = append(l.byName[m.Module], &packageDir{dir: dir, manifest: m.Manifest})
			}
		}
	}
	work := 0
	for _, name := range slices.Sorted(maps.Keys(l.byName)) {
		for _, p := range l.byName[name] {
			p.member = isMember(p, roots, &work)
		}
	}
}

// Link resolves a module specifier.
func (l *linker) Link(from, source, _ string) lang.Target {
	key := linkKey{path.Dir(from), source}
	if t, ok := l.memo[key]; ok {
		return t
	}
	t := l.link(key.dir, source)
	l.memo[key] = t
	return t
}

var external = lang.Target{External: true}

func (l *linker) link(dir, source string) lang.Target {
	if i := strings.LastIndexByte(source, '!'); i >= 0 {
		source = source[i+1:] // prefix of a webpack loader
	}
	source, query, _ := strings.Cut(source, "?")
	switch {
	case source == "":
		return lang.Target{}
	case strings.Contains(source, ":"):
		return external // node:, https:, npm:, virtual:
	case query != "":
		return lang.Target{} // resolved by a bundler
	case source == "." || source == ".." || strings.HasPrefix(source, "./") || strings.HasPrefix(source, "../"):
		return l.relative(dir, source)
	case source[0] == '/':
		return lang.Target{} // below the root directory of a server
	case source[0] == '#':
		if t, ok := l.private(dir, source); ok {
			return t
		}
	}
	mapped, isMapped := l.mapped(dir, source)
	if mapped.Unit != "" {
		return mapped
	}
	named, isNamed := l.named(dir, source)
	switch {
	case named.Unit != "":
		return named
	case isMapped:
		return mapped
	case isNamed:
		return named
	}
	if file := l.fromRoots(dir, source); file != "" {
		return lang.Target{Unit: file}
	}
	return l.alias(dir, source)
}

// relative resolves ./x and ../x.
func (l *linker) relative(dir, source string) lang.Target {
	p := path.Join(dir, source)
	if p == ".." || strings.HasPrefix(p, "../") {
		return external // outside the repository
	}
	if file := l.file(p); file != "" {
		return lang.Target{Unit: file}
	}
	if file := l.otherRoot(dir, source); file != "" {
		return lang.Target{Unit: file}
	}
	return l.absent(p)
}

// absent returns the target for a path in the repository at which there is no source file.
func (l *linker) absent(p string) lang.Target {
	ext := path.Ext(p)
	switch {
	case isData(ext), isGenerated(p):
		return external
	case l.project.Has(p), componentExtensions[ext], l.hasComponent(p):
		return lang.Target{} // .astro and the like are not analysed
	}
	for _, source := range sourcesOf(p) {
		if file := l.file(source); file != "" {
			return lang.Target{Unit: file}
		}
	}
	return lang.Target{Missing: true}
}

// hasComponent reports whether there is a component file at p, which has no extension.
func (l *linker) hasComponent(p string) bool {
	for ext := range componentExtensions {
		if l.project.Has(p + ext) {
			return true
		}
	}
	return false
}

// The extensions of source files in the order in which they are tried, implementations before
// declarations.
var probes = []string{".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".d.ts", ".d.mts", ".d.cts", ".vue", ".svelte"}

var codeExtensions = map[string]bool{".ts": true, ".tsx": true, ".mts": true, ".cts": true, ".js": true, ".jsx": true, ".mjs": true, ".cjs": true,
	".vue": true, ".svelte": true}

// componentExtensions are those of files whose code is not analysed.
var componentExtensions = map[string]bool{".astro": true, ".mdx": true, ".marko": true}

// isData reports whether files with that extension are data or style sheets for a bundler.
func isData(ext string) bool {
	switch ext {
	case ".json", ".json5", ".jsonc", ".css", ".scss", ".sass", ".less", ".styl", ".pcss", ".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp",
		".avif", ".ico", ".bmp", ".woff", ".woff2", ".ttf", ".eot", ".otf", ".mp3", ".mp4", ".webm", ".ogg", ".wav", ".html", ".htm",
		".md", ".txt", ".yaml", ".yml", ".toml", ".xml", ".csv", ".graphql", ".gql", ".wasm", ".node", ".glsl", ".vert", ".frag", ".wgsl",
		".pdf", ".hbs", ".ejs", ".pug", ".sql", ".po", ".proto", ".snap", ".zip", ".map", ".webmanifest":
		return true
	}
	return false
}

// isGenerated reports whether p is in a directory of build output.
func isGenerated(p string) bool {
	for _, part := range strings.Split(p, "/") {
		switch part {
		case "dist", "build", "out", "output", "generated", "__generated__", "_generated", "gen", ".next", ".nuxt", ".output", ".svelte-kit",
			".contentlayer", ".velite", ".astro", ".turbo", "coverage", "node_modules", "target", "pkg":
			return true
		}
		if strings.Contains(part, ".generated") || strings.Contains(part, ".gen.") || strings.HasSuffix(part, ".gen") {
			return true
		}
	}
	return false
}

// file returns the source file that p names: p itself, with an extension added, or the index file of a
// directory; "" for none.
func (l *linker) file(p string) string {
	if file := l.probe(p); file != "" {
		return file
	}
	if pkg := l.packages[p]; pkg != nil {
		if file := l.target(pkg, "."); file != "" {
			return file
		}
	}
	return l.probeExtensions(path.Join(p, "index"))
}

// probe is like file, but does not look into directories.
func (l *linker) probe(p string) string {
	ext := path.Ext(p)
	if codeExtensions[ext] {
		if l.files[p] {
			return p
		}
		stem := strings.TrimSuffix(p, ext)
		for _, e := range sourceExtensions(ext) {
			if l.files[stem+e] {
				return stem + e
			}
		}
	}
	return l.probeExtensions(p)
}

// sourceExtensions returns the extensions of the sources that an import of compiled code with
// extension ext may mean: "./x.js" is x.ts.
func sourceExtensions(ext string) []string {
	switch ext {
	case ".js":
		return []string{".ts", ".tsx", ".jsx", ".d.ts"}
	case ".jsx":
		return []string{".tsx", ".d.ts"}
	case ".mjs":
		return []string{".mts", ".d.mts"}
	case ".cjs":
		return []string{".cts", ".d.cts"}
	}
	return nil
}

func (l *linker) probeExtensions(p string) string {
	for _, e := range probes {
		if l.files[p+e] {
			return p + e
		}
	}
	return ""
}

// sourcesOf returns the source paths from which a build could make p, none where p is not in a
// directory of build output: dist/cjs/x.js comes from src/x, lib/x or x.
func sourcesOf(p string) []string {
	var out []string
	for _, dir := range []string{"src", "lib", "source", ""} {
		if s := sourceIn(p, dir); s != "" && s != stem(p) {
			out = append(out, s)
		}
	}
	return out
}

// sourceIn returns the path of p with its directories of build output replaced by dir.
func sourceIn(p, dir string) string {
	parts := strings.Split(p, "/")
	kept := make([]string, 0, len(parts))
	found := false
	for i, part := range parts {
		if i < len(parts)-1 {
			switch part {
			case "dist", "lib", "build", "out", "output", "esm", "cjs", "es", "es6", "es2015", "module", "umd", "types", "typings", "dts", "commonjs":
				if !found && dir != "" {
					kept = append(kept, dir)
				}
				found = true
				continue
			}
			if found && part == dir {
				continue
			}
		}
		kept = append(kept, part)
	}
	if !found {
		return ""
	}
	return stem(strings.Join(kept, "/"))
}

// stem returns p without its source file extension.
func stem(p string) string {
	for _, e := range []string{".d.ts", ".d.mts", ".d.cts"} {
		if s, ok := strings.CutSuffix(p, e); ok {
			return s
		}
	}
	if ext := path.Ext(p); codeExtensions[ext] {
		return strings.TrimSuffix(p, ext)
	}
	return p
}

// alias resolves @/x and ~/x, which by convention mean the sources of the package, although only the
// bundler is configured to do so. Other bare names are dependencies.
func (l *linker) alias(dir, source string) lang.Target {
	rest, ok := strings.CutPrefix(source, "@/")
	if !ok {
		if rest, ok = strings.CutPrefix(source, "~/"); !ok {
			if source[0] == '#' || source[0] == '~' {
				return lang.Target{}
			}
			return external
		}
	}
	root := "."
	if pkg := l.packageOf(dir); pkg != nil {
		root = pkg.dir
	}
	for _, below := range []string{"src", "app", "."} {
		if file := l.file(path.Join(root, below, rest)); file != "" {
			return lang.Target{Unit: file}
		}
	}
	return lang.Target{}
}

// Family is the name of the group of languages whose files import each other.
const Family = "ecmascript"
