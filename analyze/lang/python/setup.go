package python

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/project"
)

// setup reads the arguments of setuptools.setup, the call of a setup.py.
func (x *extractor) setup(args int32) {
	t := x.t
	m := &facts.Manifest{}
	x.f.Manifest = m
	for c := t.First(args); c >= 0; c = t.Next(c) {
		if t.Kind(c) != kKeywordArgument {
			continue
		}
		value := t.Child(c, fValue)
		switch string(t.Bytes(t.Child(c, fName))) {
		case "name":
			m.Module, _ = x.stringValue(value)
		case "package_dir":
			x.eachPair(value, func(key string, item int32) {
				if dir, ok := x.stringValue(item); ok && key == "" {
					project.AddRoot(m, dir)
				}
			})
		case "packages":
			x.findPackages(m, value)
		case "entry_points":
			x.eachPair(value, func(key string, item int32) {
				if key == "console_scripts" || key == "gui_scripts" {
					x.scripts(m, item)
				}
			})
		}
	}
}

// findPackages takes the directory of find_packages("src") or where="src".
func (x *extractor) findPackages(m *facts.Manifest, call int32) {
	t := x.t
	if t.Kind(call) != kCall || t.Kind(t.Child(call, fArguments)) != kArgumentList {
		return
	}
	args := t.Child(call, fArguments)
	for c := t.First(args); c >= 0; c = t.Next(c) {
		value := c
		if t.Kind(c) == kKeywordArgument {
			if string(t.Bytes(t.Child(c, fName))) != "where" {
				continue
			}
			value = t.Child(c, fValue)
		}
		if dir, ok := x.stringValue(value); ok {
			project.AddRoot(m, dir)
			return
		}
	}
}

func (x *extractor) eachPair(dict int32, fn func(key string, value int32)) {
	t := x.t
	if t.Kind(dict) != kDictionary {
		return
	}
	for c := t.First(dict); c >= 0; c = t.Next(c) {
		if t.Kind(c) != kPair {
			continue
		}
		if key, ok := x.stringValue(t.Child(c, fKey)); ok {
			fn(key, t.Child(c, fValue))
		}
	}
}

func (x *extractor) scripts(m *facts.Manifest, list int32) {
	t := x.t
	for c := t.First(max(list, 0)); list >= 0 && c >= 0; c = t.Next(c) {
		if s, ok := x.stringValue(c); ok {
			if _, target, found := strings.Cut(s, "="); found {
				m.Entries = project.AppendBounded(m.Entries, project.EntryPoint(target))
			}
		}
	}
}
