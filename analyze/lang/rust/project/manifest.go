package project

import (
	"fmt"
	"path"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

const ManifestFile = "Cargo.toml"

// Read reads a Cargo.toml: the names of the package and its library, the files that are crates, and
// dependencies under another name or by path.
//
//	Module    the name of the package
//	Exports   "lib" and "name:lib" with the path and the name of the library
//	Entries   paths of other crates: [[bin]], [[test]], …
//	Replaces  dependencies by name: their directory, or "package:" and their real name
//	Offers    that it is published: it has a version, and publish, crate-type and proc-macro do not say otherwise
func Read(src []byte, f *facts.File) error {
	m := &facts.Manifest{}
	f.Manifest = m
	section := ""
	var can offering
	defer func() {
		if can.versioned && !can.withheld {
			m.Offers = []facts.Offer{{Dir: ".", Says: facts.Published}}
		}
	}()
	var first error
	number := 0
	depth := 0      // nesting of a list that spans several lines
	var long string // delimiter of a string that spans several lines
	for line := range strings.Lines(string(src)) {
		number++
		if long != "" {
			if strings.Contains(line, long) {
				long = ""
			}
			continue
		}
		for _, quotes := range [...]string{`"""`, "'''"} {
			if strings.Count(line, quotes)%2 == 1 {
				long = quotes
			}
		}
		line = strings.TrimSpace(uncomment(line))
		if depth > 0 || line == "" {
			depth = max(depth+brackets(line), 0)
			continue
		}
		if strings.HasPrefix(line, "[") {
			name := strings.Trim(line, "[]")
			if !strings.HasSuffix(line, "]") {
				if first == nil {
					first = fmt.Errorf("read line %d: the name of a table has no end", number)
				}
				continue
			}
			section = strings.Join(keyParts(name), ".")
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		if !ok {
			if first == nil {
				first = fmt.Errorf("read line %d: neither a table nor a value", number)
			}
			continue
		}
		depth = max(brackets(value), 0)
		can.see(section, keyParts(key), strings.TrimSpace(value))
		setting(m, section, keyParts(key), strings.TrimSpace(value))
	}
	return first
}

// uncomment removes the comment from a line.
func uncomment(line string) string {
	var quote byte
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quote != 0 && c == '\\' && quote == '"':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '#':
			return line[:i]
		}
	}
	return line
}

// brackets returns the number of lists that a line opens and does not close.
func brackets(line string) int {
	n := 0
	var quote byte
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '[' || c == '{':
			n++
		case c == ']' || c == '}':
			n--
		}
	}
	return n
}

// keyParts splits a dotted key.
func keyParts(key string) []string {
	var parts []string
	for key = strings.TrimSpace(key); key != ""; {
		if q := key[0]; q == '"' || q == '\'' {
			part, rest, _ := strings.Cut(key[1:], string(q))
			parts = append(parts, part)
			key = strings.TrimLeft(rest, " \t.")
			continue
		}
		part, rest, _ := strings.Cut(key, ".")
		parts = append(parts, strings.TrimSpace(part))
		key = strings.TrimSpace(rest)
	}
	return parts
}

// text returns the content of a string value, "" for other values.
func text(value string) string {
	if len(value) < 2 {
		return ""
	}
	if q := value[0]; q == '"' || q == '\'' {
		s, _, _ := strings.Cut(value[1:], string(q))
		return s
	}
	return ""
}

// setting adds one value to the manifest.
func setting(m *facts.Manifest, section string, key []string, value string) {
	if len(key) == 0 {
		return
	}
	switch section {
	case "package", "project":
		if key[0] == "name" {
			m.Module = text(value)
		}
		return
	case "lib":
		switch key[0] {
		case "name":
			m.Exports = append(m.Exports, facts.Mapping{From: "name:lib", To: []string{text(value)}})
		case "path":
			m.Exports = append(m.Exports, facts.Mapping{From: "lib", To: []string{path.Clean(text(value))}})
		}
		return
	case "bin", "test", "bench", "example":
		if p := text(value); key[0] == "path" && p != "" {
			m.Entries = append(m.Entries, path.Clean(p))
		}
		return
	}
	table := strings.Split(section, ".")
	last := len(table) - 1
	switch {
	case isDependencies(table[last]):
		if len(key) > 1 { // name.path = "…"
			dependency(m, key[0], key[1], text(value))
			return
		}
		m.Imports = append(m.Imports, facts.Mapping{From: key[0]})
		for _, part := range strings.Split(strings.Trim(value, "{}"), ",") {
			k, v, _ := strings.Cut(part, "=")
			dependency(m, key[0], strings.TrimSpace(k), text(strings.TrimSpace(v)))
		}
	case last > 0 && isDependencies(table[last-1]):
		dependency(m, table[last], key[0], text(value))
	}
}

func isDependencies(table string) bool {
	return table == "dependencies" || table == "dev-dependencies" || table == "build-dependencies"
}

func dependency(m *facts.Manifest, name, key, value string) {
	switch {
	case value == "":
	case key == "path":
		m.Replaces = append(m.Replaces, facts.Mapping{From: name, To: []string{value}})
	case key == "package":
		m.Replaces = append(m.Replaces, facts.Mapping{From: name, To: []string{"package:" + value}})
	}
}

// An offering is what a manifest says about the publication of a library.
type offering struct{ versioned, withheld bool }

// see takes in one value. A package without a version is not published, nor is one that leaves it to the workspace known to be.
func (o *offering) see(section string, key []string, value string) {
	if len(key) == 0 {
		return
	}
	switch setting := strings.TrimSpace(section + "." + key[0]); setting {
	case "package.version":
		o.versioned = true
	case "package.publish":
		o.withheld = o.withheld || len(key) > 1 || value != "true" && !strings.HasPrefix(value, `["`) && !strings.HasPrefix(value, "['")
	case "lib.proc-macro":
		o.withheld = o.withheld || value == "true" // its functions are called by other names
	case "lib.crate-type":
		o.withheld = o.withheld || !strings.Contains(value, `"lib"`) && !strings.Contains(value, `"rlib"`)
	}
}
