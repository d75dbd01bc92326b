package convention

import (
	"path"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Unit is the key of the one top-level scope: constants and functions of any file.
const Unit = "ruby"

// A linker finds required files: relative ones beside the file, others on the load path, which is lib
// and similar directories of any directory with a gem.
type linker struct {
	files map[string]bool
	roots []string
	// included are the modules that files include at file level. tested are those of test files, which
	// count in tests only.
	included, tested []lang.Target
}

// NewLinker returns the linker of a snapshot.
func NewLinker(p lang.Project) lang.Linker {
	l := &linker{files: make(map[string]bool)}
	seen := map[string]bool{"": true}
	l.roots = append(l.roots, "")
	for _, file := range p.Paths() {
		l.files[file] = true
		l.include(file, p.Facts(file))
		dirs := strings.Split(path.Dir(file), "/")
		for i, dir := range dirs {
			switch dir {
			case "lib", "app", "test", "spec", "ext":
				if root := path.Join(dirs[:i+1]...); !seen[root] {
					seen[root] = true
					l.roots = append(l.roots, root)
				}
			}
		}
	}
	return l
}

// include records the modules that a file includes at file level.
func (l *linker) include(file string, f *facts.File) {
	if f == nil {
		return
	}
	for i := range f.Imports {
		if im := &f.Imports[i]; im.Flags&facts.Global != 0 {
			target := lang.Target{Unit: Unit, Within: strings.ReplaceAll(im.Source, "::", ".")}
			if IsTest(file) {
				l.tested = append(l.tested, target)
			} else {
				l.included = append(l.included, target)
			}
		}
	}
}

// Ambient returns the modules whose members are available in the file.
func (l *linker) Ambient(file string) []lang.Target {
	if IsTest(file) {
		return append(l.included[:len(l.included):len(l.included)], l.tested...)
	}
	return l.included
}

// Link resolves a required file.
func (l *linker) Link(from, source, name string) lang.Target {
	if strings.HasPrefix(source, ".") {
		if p, ok := l.find(path.Join(path.Dir(from), source)); ok {
			return lang.Target{Unit: p}
		}
		return lang.Target{}
	}
	if name == "*" { // an included module
		return lang.Target{}
	}
	for _, root := range l.roots {
		if p, ok := l.find(path.Join(root, source)); ok && p != from {
			return lang.Target{Unit: p}
		}
	}
	return lang.Target{External: true}
}

func (l *linker) find(p string) (string, bool) {
	if l.files[p] {
		return p, true
	}
	if l.files[p+".rb"] {
		return p + ".rb", true
	}
	return "", false
}
