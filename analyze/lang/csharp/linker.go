package csharp

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A linker knows the namespaces and types of a snapshot by their dotted paths.
type linker struct {
	project  lang.Project
	declared map[string]bool
	// namespaces are those that a file declares, by its path.
	namespaces map[string][]string
}

func newLinker(p lang.Project) lang.Linker {
	l := &linker{project: p, declared: make(map[string]bool), namespaces: make(map[string][]string)}
	for _, file := range p.Paths() {
		f := p.Facts(file)
		if f == nil {
			continue
		}
		paths := make([]string, len(f.Defs))
		for i := range f.Defs {
			d := &f.Defs[i]
			if d.Kind != facts.Namespace && !isType(d.Kind) {
				continue
			}
			paths[i] = d.Name
			if d.Parent != facts.None {
				paths[i] = paths[d.Parent] + "." + d.Name
			}
			l.declared[paths[i]] = true
			if d.Kind == facts.Namespace {
				l.namespaces[file] = append(l.namespaces[file], paths[i])
			}
		}
	}
	return l
}

func isType(k facts.DefKind) bool {
	switch k {
	case facts.Class, facts.Struct, facts.Interface, facts.Enum, facts.TypeDef:
		return true
	}
	return false
}

// Link resolves the path of a using directive: from the top level, else from a
// namespace around it. What no file declares is outside of the repository.
func (l *linker) Link(from, source, name string) lang.Target {
	path := source
	if name != "*" {
		path = strings.TrimPrefix(source+"."+name, ".")
	}
	if l.declared[path] {
		return lang.Target{Unit: unit, Within: source}
	}
	for _, around := range l.namespaces[from] {
		if l.declared[around+"."+path] {
			return lang.Target{Unit: unit, Within: strings.TrimSuffix(around+"."+source, ".")}
		}
	}
	return lang.Target{External: true}
}
