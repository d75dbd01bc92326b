package project

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Manifests returns the readers of the project files: package directories and installed commands. They
// read only the keys that are needed and ignore other TOML and INI syntax. A setup.py is Python code;
// Language reads it.
func Manifests() []*lang.Language {
	return []*lang.Language{
		{Name: "pyproject", Filenames: []string{"pyproject.toml"}, Family: "python", Read: readPyproject},
		{Name: "setup.cfg", Filenames: []string{"setup.cfg", "pytest.ini", "tox.ini"}, Family: "python", Read: readSetupCfg},
	}
}

// maxEntries bounds each list of a manifest.
const maxEntries = 1000

func readPyproject(src []byte, f *facts.File) error {
	m := &facts.Manifest{}
	f.Manifest = m
	eachKey(string(src), func(section, key string, values []assigned) {
		full := section + "." + key
		switch {
		case full == "project.name" || full == "tool.poetry.name" && m.Module == "":
			m.Module = first(values)
		case full == "tool.setuptools.packages.find.where", full == "tool.pytest.ini_options.pythonpath",
			full == "tool.hatch.build.targets.wheel.sources", full == "tool.hatch.build.sources",
			full == "tool.pdm.build.package-dir", full == "tool.pdm.package-dir", full == "tool.pyright.extraPaths",
			full == "tool.pytest.pythonpath", full == "tool.maturin.python-source":
			addRoots(m, values)
		case full == "tool.mypy.mypy_path":
			for _, v := range values {
				for _, p := range strings.FieldsFunc(v.value, func(r rune) bool { return r == ':' || r == ',' }) {
					AddRoot(m, p)
				}
			}
		case full == "tool.setuptools.package-dir":
			for _, v := range values { // {"" = "src"}
				if v.key == "" {
					AddRoot(m, v.value)
				}
			}
		case section == "tool.setuptools.package-dir" && key == "":
			addRoots(m, values)
		case full == "tool.poetry.packages":
			for _, v := range values {
				if v.key == "from" {
					AddRoot(m, v.value)
				}
			}
		case full == "tool.hatch.build.targets.wheel.packages", full == "tool.hatch.build.packages":
			for _, v := range values { // src/pkg is below src
				if i := strings.LastIndexByte(v.value, '/'); i > 0 {
					AddRoot(m, v.value[:i])
				}
			}
		case full == "tool.uv.workspace.members":
			for _, v := range values {
				m.Members = AppendBounded(m.Members, v.value)
			}
		case section == "project.scripts", section == "project.gui-scripts", section == "tool.poetry.scripts",
			strings.HasPrefix(section, "project.entry-points"):
			m.Entries = AppendBounded(m.Entries, EntryPoint(first(values)))
		}
	})
	return nil
}

func readSetupCfg(src []byte, f *facts.File) error {
	m := &facts.Manifest{}
	f.Manifest = m
	section, key := "", ""
	for line := range strings.Lines(string(src)) {
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "" || trimmed[0] == '#' || trimmed[0] == ';':
			continue
		case trimmed[0] == '[':
			section, key = strings.Trim(trimmed, "[]"), ""
			continue
		}
		value := trimmed
		if line[0] != ' ' && line[0] != '\t' { // else it continues the value of the previous line
			key, value, _ = strings.Cut(trimmed, "=")
			key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		}
		if value == "" {
			continue
		}
		switch section + "." + key {
		case "metadata.name":
			m.Module = value
		case "options.packages.find.where":
			AddRoot(m, value)
		case "options.package_dir":
			if from, to, ok := strings.Cut(value, "="); ok && strings.TrimSpace(from) == "" {
				AddRoot(m, to)
			}
		case "tool:pytest.pythonpath", "pytest.pythonpath":
			for _, p := range strings.Fields(value) {
				AddRoot(m, p)
			}
		case "options.entry_points.console_scripts", "options.entry_points.gui_scripts":
			if _, target, ok := strings.Cut(value, "="); ok {
				m.Entries = AppendBounded(m.Entries, EntryPoint(target))
			}
		}
	}
	return nil
}

// An assigned is a string in a TOML value, with its key inside an inline table.
type assigned struct{ key, value string }

// eachKey calls fn for every "key = value" of a TOML text with the strings in the value, which may
// span lines inside brackets.
func eachKey(text string, fn func(section, key string, values []assigned)) {
	section, key := "", ""
	var values []assigned
	open := 0 // number of open brackets
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if open == 0 {
			if line == "" || line[0] == '#' {
				continue
			}
			if line[0] == '[' {
				name, _, _ := strings.Cut(strings.Trim(line, "["), "]")
				section = strings.ReplaceAll(strings.TrimSpace(name), `"`, "")
				continue
			}
			k, rest, ok := strings.Cut(line, "=")
			if !ok {
				continue
			}
			key, line, values = strings.Trim(k, " \t\"'"), rest, nil
		}
		values, open = tomlStrings(line, values, open)
		if open <= 0 {
			fn(section, key, values)
			open = 0
		}
	}
}

// tomlStrings appends the quoted strings of one line to values and adds its brackets to open.
func tomlStrings(line string, values []assigned, open int) ([]assigned, int) {
	key, pending := "", false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; c {
		case '#':
			return values, open
		case '[', '{':
			open++
		case ']', '}':
			open--
		case '"', '\'':
			end := strings.IndexByte(line[i+1:], c)
			if end < 0 {
				return values, open
			}
			s := line[i+1 : i+1+end]
			i += end + 1
			if rest := strings.TrimLeft(line[i+1:], " \t"); open > 0 && strings.HasPrefix(rest, "=") {
				key = s
				continue
			}
			if len(values) < maxEntries {
				values = append(values, assigned{key, s})
			}
			key = ""
		default:
			if isWord(c) {
				start := i
				for i+1 < len(line) && isWord(line[i+1]) {
					i++
				}
				key, pending = line[start:i+1], true
			} else if c == ',' && pending {
				key, pending = "", false
			}
		}
	}
	return values, open
}

func isWord(c byte) bool {
	return c == '_' || c == '-' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

func first(values []assigned) string {
	if len(values) == 0 {
		return ""
	}
	return values[0].value
}

func addRoots(m *facts.Manifest, values []assigned) {
	for _, v := range values {
		AddRoot(m, v.value)
	}
}

// AddRoot adds dir, relative to the directory of the manifest, to the import roots.
func AddRoot(m *facts.Manifest, dir string) {
	dir = strings.Trim(strings.TrimPrefix(strings.TrimSpace(dir), "./"), "/")
	if dir == "." {
		dir = ""
	}
	for _, r := range m.Roots {
		if r == dir {
			return
		}
	}
	m.Roots = AppendBounded(m.Roots, dir)
}

// AppendBounded appends s to a list of a manifest that has less than maxEntries entries.
func AppendBounded(list []string, s string) []string {
	if len(list) < maxEntries {
		list = append(list, s)
	}
	return list
}

// EntryPoint returns "module:function" of an entry point, without extras.
func EntryPoint(s string) string {
	s, _, _ = strings.Cut(s, "[")
	return strings.TrimSpace(s)
}
