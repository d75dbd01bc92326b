package php

import (
	"path"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A linker knows the names of a snapshot by their dotted paths.
type linker struct {
	project  lang.Project
	declared map[string]bool
	roots    []string // of the packages that others can require
}

func newLinker(p lang.Project) lang.Linker {
	l := &linker{project: p, declared: make(map[string]bool), roots: rootsOf(p.Manifests())}
	for _, file := range p.Paths() {
		f := p.Facts(file)
		if f == nil {
			continue
		}
		paths := make([]string, len(f.Defs))
		for i := range f.Defs {
			d := &f.Defs[i]
			switch {
			case d.Parent == facts.None:
				paths[i] = d.Name
			case f.Defs[d.Parent].Kind == facts.Namespace:
				paths[i] = paths[d.Parent] + "." + d.Name
			}
			if paths[i] != "" {
				l.declared[paths[i]] = true
			}
		}
	}
	return l
}

// Link resolves what a use declaration names, or the path of an include: relative to the file where it
// begins with a dot, else to the directories above. What no file declares is outside the repository.
func (l *linker) Link(from, source, name string) lang.Target {
	if name == "" {
		return l.file(from, source)
	}
	if l.declared[strings.TrimPrefix(source+"."+name, ".")] {
		return lang.Target{Unit: unit, Within: source}
	}
	return lang.Target{External: true}
}

func (l *linker) file(from, source string) lang.Target {
	if source == "" || strings.HasPrefix(source, "/") {
		return lang.Target{}
	}
	for dir := path.Dir(from); ; dir = path.Dir(dir) {
		if p := path.Join(dir, source); l.project.Has(p) && l.project.Facts(p) != nil {
			return lang.Target{Unit: p}
		}
		if strings.HasPrefix(source, ".") || dir == "." || dir == "/" {
			return lang.Target{}
		}
	}
}

// Ambient returns what every file has: the standard library.
func (l *linker) Ambient(string) []lang.Target { return []lang.Target{{External: true}} }
