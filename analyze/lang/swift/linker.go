package swift

import (
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// unit returns the module that a file belongs to: the directory below Sources or Tests, or Source
// itself, else the first directory of the path.
func unit(p string, _ *facts.File) string {
	if path.Base(p) == packageFile {
		return p
	}
	dir := path.Dir(p)
	parts := strings.Split(dir, "/")
	for i := len(parts) - 1; i >= 0; i-- {
		switch parts[i] {
		case "Sources", "Tests", "Plugins":
			return strings.Join(parts[:min(i+2, len(parts))], "/")
		case "Source", "Test":
			return strings.Join(parts[:i+1], "/")
		}
	}
	return parts[0]
}

const packageFile = "Package.swift"

// unite returns the directory of the target that a file is in, where a manifest names that directory and it holds more
// than the unit: "Sources" of a package with one target.
func unite(manifests []lang.Manifest, file, unit string) string {
	best := ""
	for _, m := range manifests {
		for _, t := range m.Exports {
			if dir := path.Join(path.Dir(m.Path), t.To[0]); dir != "." && len(dir) > len(best) && strings.HasPrefix(file, dir+"/") {
				best = dir
			}
		}
	}
	if best != "" && strings.HasPrefix(unit, best+"/") && path.Base(file) != packageFile {
		return best
	}
	return unit
}

// A linker resolves module names: to the directories that are units, and as package manifests declare.
type linker struct {
	units map[string][]string // by the name of the module, sorted
	own   map[string]string   // unit of each file
}

func newLinker(p lang.Project) lang.Linker {
	l := &linker{units: make(map[string][]string), own: make(map[string]string)}
	add := func(name, unit string) {
		if !slices.Contains(l.units[name], unit) {
			l.units[name] = append(l.units[name], unit)
		}
	}
	known := make(map[string]bool)
	for _, file := range p.Paths() {
		u := unite(p.Manifests(), file, unit(file, nil))
		l.own[file] = u
		known[u] = true
		add(strings.ReplaceAll(path.Base(u), "-", "_"), u)
	}
	for _, m := range p.Manifests() {
		for _, t := range m.Exports {
			if u := path.Join(path.Dir(m.Path), t.To[0]); known[u] {
				add(strings.ReplaceAll(t.From, "-", "_"), u)
			} else {
				for file, have := range l.own { // a target inside a unit
					if strings.HasPrefix(file, u+"/") {
						add(t.From, have)
						break
					}
				}
			}
		}
	}
	return l
}

// Link returns the module that an import names, of several the one nearest to the file. Behind the source "." the name may
// be that of any module, also of the file's own: Module.Type.
func (l *linker) Link(from, source, name string) lang.Target {
	named := source == "."
	if named {
		source = name
	}
	best, most := "", -1
	for _, u := range l.units[source] {
		if u == l.own[from] && !named {
			continue
		}
		if n := shared(from, u); n > most {
			best, most = u, n
		}
	}
	switch {
	case best != "":
		return lang.Target{Unit: best, Package: source, NameIsModule: named}
	case named:
		return lang.Target{}
	}
	return lang.Target{External: true}
}

// shared counts the directories that two paths share from the root on.
func shared(a, b string) int {
	n := 0
	for {
		x, restA, moreA := strings.Cut(a, "/")
		y, restB, moreB := strings.Cut(b, "/")
		if x != y || !moreA || !moreB {
			return n
		}
		n, a, b = n+1, restA, restB
	}
}

var (
	targetHead = lazyregexp.New(`\.(?:executableTarget|testTarget|target|macro|plugin)\(\s*name:\s*"([^"]+)"`)
	targetPath = lazyregexp.New(`\bpath:\s*"([^"]+)"`)
)

// manifest reads the targets of a Package.swift that name their directory; nil for
// other files.
func manifest(src []byte) *facts.Manifest {
	if !strings.Contains(string(src[:min(len(src), 4096)]), "import PackageDescription") {
		return nil
	}
	m := &facts.Manifest{}
	heads := targetHead.FindAllSubmatchIndex(src, -1)
	for i, h := range heads {
		end := len(src)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		if p := targetPath.FindSubmatch(src[h[1]:end]); p != nil {
			m.Exports = append(m.Exports, facts.Mapping{From: string(src[h[2]:h[3]]), To: []string{path.Clean(string(p[1]))}})
		}
	}
	return m
}
