package project

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/syntax"
)

// Setup returns the manifest in the arguments of setuptools.setup, the call in a setup.py.
func Setup(t syntax.Tree, args int32) *facts.Manifest {
	m := &facts.Manifest{}
	for c := t.First(args); c >= 0; c = t.Next(c) {
		if t.Kind(c) != syntax.KKeywordArgument {
			continue
		}
		value := t.Child(c, syntax.FValue)
		switch string(t.Bytes(t.Child(c, syntax.FName))) {
		case "name":
			m.Module, _ = t.StringValue(value)
		case "package_dir":
			t.EachPair(value, func(key string, item int32) {
				if dir, ok := t.StringValue(item); ok && key == "" {
					AddRoot(m, dir)
				}
			})
		case "packages":
			findPackages(t, m, value)
		case "entry_points":
			t.EachPair(value, func(key string, item int32) {
				if key == "console_scripts" || key == "gui_scripts" {
					scripts(t, m, item)
				}
			})
		}
	}
	return m
}

// findPackages adds the directory in find_packages("src") or where="src".
func findPackages(t syntax.Tree, m *facts.Manifest, call int32) {
	if t.Kind(call) != syntax.KCall || t.Kind(t.Child(call, syntax.FArguments)) != syntax.KArgumentList {
		return
	}
	args := t.Child(call, syntax.FArguments)
	for c := t.First(args); c >= 0; c = t.Next(c) {
		value := c
		if t.Kind(c) == syntax.KKeywordArgument {
			if string(t.Bytes(t.Child(c, syntax.FName))) != "where" {
				continue
			}
			value = t.Child(c, syntax.FValue)
		}
		if dir, ok := t.StringValue(value); ok {
			AddRoot(m, dir)
			return
		}
	}
}

func scripts(t syntax.Tree, m *facts.Manifest, list int32) {
	for c := t.First(max(list, 0)); list >= 0 && c >= 0; c = t.Next(c) {
		if s, ok := t.StringValue(c); ok {
			if _, target, found := strings.Cut(s, "="); found {
				m.Entries = AppendBounded(m.Entries, EntryPoint(target))
			}
		}
	}
}
