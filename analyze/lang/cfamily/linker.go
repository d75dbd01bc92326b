package cfamily

import (
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A linker resolves #include and the names of namespaces.
type linker struct {
	files      map[string]bool
	byBase     map[string][]string // paths by base name
	namespaces map[string]string   // the first file that declares a namespace
}

func newLinker(p lang.Project) lang.Linker {
	l := &linker{files: make(map[string]bool), byBase: make(map[string][]string), namespaces: make(map[string]string)}
	for _, file := range p.Paths() {
		l.files[file] = true
		l.byBase[path.Base(file)] = append(l.byBase[path.Base(file)], file)
		f := p.Facts(file)
		if f == nil {
			continue
		}
		for i := range f.Defs {
			if f.Defs[i].Kind != facts.Namespace {
				continue
			}
			name := f.Defs[i].Name
			for d := f.Defs[i].Parent; d != facts.None; d = f.Defs[d].Parent {
				name = f.Defs[d].Name + "." + name
			}
			if _, known := l.namespaces[name]; !known {
				l.namespaces[name] = file
			}
		}
	}
	return l
}

// roots are the usual include directories, relative to any directory that contains the including file.
var roots = []string{"", "include", "src", "inc", "lib", "source", "headers"}

// Link returns the file that an #include means: beside the including file, else in roots of its
// directories, else the only or the nearest file whose path ends with source. A name in angle brackets
// may be one of the system, so without a directory it means a file of the repository only where all
// files of that name are variants of each other.
func (l *linker) Link(from, source, name string) lang.Target {
	if space, ok := strings.CutPrefix(source, namespaceSource); ok {
		return l.namespace(space)
	}
	system := strings.HasPrefix(source, "<")
	source = strings.Trim(source, "<>")
	if source == "" || source == "." || path.IsAbs(source) {
		return lang.Target{External: system} // names inside a file are looked up with the source "."
	}
	if system && standardHeaders[source] {
		return lang.Target{External: true}
	}
	dir := path.Dir(from)
	if !system {
		if file := path.Join(dir, source); l.files[file] {
			return lang.Target{Unit: file}
		}
	}
	for {
		for _, root := range roots {
			if file := path.Join(dir, root, source); l.files[file] {
				return lang.Target{Unit: file}
			}
		}
		if dir == "." || dir == "/" {
			break
		}
		dir = path.Dir(dir)
	}
	if file := l.bySuffix(from, source); file != "" && (!system || strings.Contains(source, "/") || l.areVariants(l.byBase[source])) {
		return lang.Target{Unit: file}
	}
	return lang.Target{External: system}
}

// namespace returns the file of a namespace of the repository.
func (l *linker) namespace(name string) lang.Target {
	if file, ok := l.namespaces[name]; ok {
		return lang.Target{Unit: file, Within: name}
	}
	// The source may leave out outer namespaces: match the end of the path.
	for full, file := range l.namespaces {
		if strings.HasSuffix(full, "."+name) && l.onlySuffix(name) {
			return lang.Target{Unit: file, Within: full}
		}
	}
	return lang.Target{External: true}
}

// onlySuffix reports whether exactly one namespace ends with name.
func (l *linker) onlySuffix(name string) bool {
	n := 0
	for full := range l.namespaces {
		if strings.HasSuffix(full, "."+name) {
			n++
		}
	}
	return n == 1
}

// areVariants reports whether files of one name are for different platforms: they are in directories
// of one parent (os/unix, os/win32).
func (l *linker) areVariants(files []string) bool {
	for _, file := range files {
		if path.Dir(path.Dir(file)) != path.Dir(path.Dir(files[0])) {
			return false
		}
	}
	return true
}

// bySuffix returns the file whose path ends with source: of several the one that shares most
// directories with from, of variants the first by path, "" for another tie.
func (l *linker) bySuffix(from, source string) string {
	for strings.HasPrefix(source, "../") {
		source = source[3:]
	}
	var best []string
	most := -1
	for _, file := range l.byBase[path.Base(source)] {
		if file != source && !strings.HasSuffix(file, "/"+source) {
			continue
		}
		switch n, _, _ := lang.CommonDirectories(from, file); {
		case n > most:
			best, most = []string{file}, n
		case n == most:
			best = append(best, file)
		}
	}
	if len(best) == 0 || !l.areVariants(best) {
		return ""
	}
	return slices.Min(best)
}
