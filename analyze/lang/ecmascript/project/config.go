package project

import (
	"path"
	"sort"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// mapped resolves source by the path mappings of the settings in dir and above. If a mapping matches
// but names no existing file, and nothing else resolves source, the result of the nearest settings
// counts: those further up are meant for other files.
func (l *linker) mapped(dir, source string) (t lang.Target, ok bool) {
	own := true
	nearest(dir, func(d string) bool {
		for _, c := range l.configs[d] {
			m, found := l.mappedBy(c, source, 0)
			if found && m.Unit != "" {
				t, ok = m, true
				return true
			}
			if found && own && !ok {
				t, ok = m, true
			}
		}
		own = own && l.configByPath[path.Join(d, "tsconfig.json")] == nil && l.configByPath[path.Join(d, "jsconfig.json")] == nil
		return false
	})
	return t, ok
}

// maxExtends bounds chains of extended settings.
const maxExtends = 10

func (l *linker) mappedBy(c *config, source string, depth int) (lang.Target, bool) {
	matching := make([]facts.Mapping, 0, 4)
	for _, m := range c.manifest.Replaces {
		if _, ok := matchPattern(m.From, source); ok {
			matching = append(matching, m)
		}
	}
	sort.SliceStable(matching, func(i, j int) bool { return len(matching[i].From) > len(matching[j].From) })
	absent := ""
	for _, m := range matching {
		rest, _ := matchPattern(m.From, source)
		for _, to := range m.To {
			p := path.Join(c.dir, strings.ReplaceAll(to, "*", rest))
			if file := l.file(p); file != "" {
				return lang.Target{Unit: file}, true
			}
			if absent == "" && m.From != "*" && !strings.HasPrefix(p, "../") && !strings.Contains(p, "node_modules") {
				absent = p
			}
		}
	}
	if absent != "" {
		return l.absent(absent), true
	}
	if up := l.extended(c); up != nil && depth < maxExtends {
		return l.mappedBy(up, source, depth+1)
	}
	return lang.Target{}, false
}

// extended returns the settings that c extends, nil where they are not in the repository.
func (l *linker) extended(c *config) *config {
	e := c.manifest.Extends
	if e == "" {
		return nil
	}
	p := path.Join(c.dir, e)
	if !strings.HasPrefix(e, ".") {
		name, sub := splitName(e)
		pkg := closest(l.byName[name], c.dir)
		if pkg == nil {
			return nil
		}
		p = path.Join(pkg.dir, sub)
	}
	for _, ending := range []string{"", ".json", "/tsconfig.json"} {
		if up := l.configByPath[p+ending]; up != nil {
			return up
		}
	}
	return nil
}

// roots calls f for the root directories of the settings that apply in dir, nearest first, until it
// returns true.
func (l *linker) roots(dir string, f func(root string) bool) {
	nearest(dir, func(d string) bool {
		for _, c := range l.configs[d] {
			for depth := 0; c != nil && depth < maxExtends; c, depth = l.extended(c), depth+1 {
				for _, r := range c.manifest.Roots {
					if f(path.Join(c.dir, r)) {
						return true
					}
				}
			}
		}
		return false
	})
}

// fromRoots resolves a bare specifier below a baseUrl.
func (l *linker) fromRoots(dir, source string) (file string) {
	l.roots(dir, func(root string) bool {
		file = l.file(path.Join(root, source))
		return file != ""
	})
	return file
}

// otherRoot resolves ./x in the directories that rootDirs merges with this one.
func (l *linker) otherRoot(dir, source string) (file string) {
	l.roots(dir, func(root string) bool {
		rel, ok := below(dir+"/.", root)
		if !ok {
			return false
		}
		l.roots(dir, func(other string) bool {
			if other != root {
				file = l.file(path.Join(other, rel, source))
			}
			return file != ""
		})
		return file != ""
	})
	return file
}
