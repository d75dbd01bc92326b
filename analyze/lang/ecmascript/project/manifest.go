package project

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"sort"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Manifests returns the readers of the project files: packages and their entry points, workspaces,
// path mappings of compilers.
func Manifests() []*lang.Language {
	return []*lang.Language{
		{Name: "package.json", Filenames: []string{"package.json"}, Family: Family, Read: readPackage},
		{Name: "tsconfig", Filenames: configNames, Family: Family, Read: readConfig},
		{Name: "deno.json", Filenames: []string{"deno.json", "deno.jsonc"}, Family: Family, Read: readDeno},
		{Name: "lerna.json", Filenames: []string{"lerna.json"}, Family: Family, Read: readLerna},
		{Name: "pnpm-workspace", Filenames: []string{"pnpm-workspace.yaml", "pnpm-workspace.yml"}, Family: Family, Read: readWorkspace},
	}
}

// configNames are the usual names of files with compiler settings.
var configNames = []string{"tsconfig.json", "jsconfig.json", "tsconfig.app.json", "tsconfig.base.json", "tsconfig.build.json",
	"tsconfig.common.json", "tsconfig.lib.json", "tsconfig.node.json", "tsconfig.options.json", "tsconfig.paths.json",
	"tsconfig.root.json", "tsconfig.settings.json", "tsconfig.shared.json", "tsconfig.spec.json", "tsconfig.test.json"}

// maxList bounds each list of a manifest.
const maxList = 1000

// readPackage reads a package.json.
func readPackage(src []byte, f *facts.File) error {
	var p struct {
		Name       any
		Main       any
		Module     any
		Types      any
		Typings    any
		Source     any
		Browser    any
		Exports    json.RawMessage
		Imports    json.RawMessage
		Bin        json.RawMessage
		Workspaces json.RawMessage
		Scripts    map[string]any
	}
	if err := json.Unmarshal(relaxed(src), &p); err != nil {
		return fmt.Errorf("read package.json: %w", err)
	}
	m := &facts.Manifest{}
	m.Module, _ = p.Name.(string)
	m.Exports = mappings(p.Exports, ".")
	var entry []string
	for _, v := range []any{p.Source, p.Module, p.Main, p.Browser, p.Types, p.Typings} {
		if s, ok := v.(string); ok && s != "" {
			entry = append(entry, s)
		}
	}
	if len(entry) > 0 {
		m.Exports = append(m.Exports, facts.Mapping{From: ".", To: entry})
	}
	m.Imports = mappings(p.Imports, "")
	m.Members = workspaceGlobs(p.Workspaces)
	for _, b := range mappings(p.Bin, ".") {
		m.Entries = append(m.Entries, b.To...)
	}
	if s, ok := p.Main.(string); ok && s != "" {
		m.Entries = append(m.Entries, s)
	}
	m.Entries = append(m.Entries, scriptFiles(p.Scripts)...)
	f.Manifest = m
	return nil
}

// workspaceGlobs reads ["packages/*"] and {"packages": [...]}.
func workspaceGlobs(raw json.RawMessage) []string {
	var list []string
	if json.Unmarshal(raw, &list) == nil {
		return list[:min(len(list), maxList)]
	}
	var object struct{ Packages []string }
	if json.Unmarshal(raw, &object) == nil {
		return object.Packages[:min(len(object.Packages), maxList)]
	}
	return nil
}

// scriptFiles returns the files of code that npm scripts run.
func scriptFiles(scripts map[string]any) []string {
	seen := make(map[string]bool)
	var files []string
	for _, command := range scripts {
		s, _ := command.(string)
		for _, word := range strings.Fields(s) {
			word = strings.Trim(word, `"'`)
			if codeExtensions[path.Ext(word)] && !strings.ContainsAny(word, "*{$") && !seen[word] && len(files) < maxList {
				seen[word] = true
				files = append(files, word)
			}
		}
	}
	sort.Strings(files)
	return files
}

// mappings reads a string, or an object of conditions and subpaths: exports, imports and bin of
// package.json. A plain string is mapped from the subpath root.
func mappings(raw json.RawMessage, root string) []facts.Mapping {
	if len(raw) == 0 {
		return nil
	}
	r := mappingReader{byFrom: make(map[string]int)}
	r.read(json.NewDecoder(bytes.NewReader(raw)), root, 0)
	return r.out
}

// A mappingReader flattens nested conditions into all targets of a subpath, in source order.
type mappingReader struct {
	out    []facts.Mapping
	byFrom map[string]int
}

// maxConditions is the maximum nesting of conditions.
const maxConditions = 10

// read reads one value for the subpath from. The decoder keeps the order of keys.
func (r *mappingReader) read(d *json.Decoder, from string, depth int) bool {
	token, err := d.Token()
	if err != nil || depth > maxConditions {
		return false
	}
	switch v := token.(type) {
	case string:
		r.add(from, v)
	case json.Delim:
		for d.More() {
			next := from
			if v == '{' {
				key, err := d.Token()
				if err != nil {
					return false
				}
				// A key is a subpath ("./x", "#x", a command), or else a condition.
				if name, _ := key.(string); depth == 0 && (from == "" || isSubpath(name)) {
					next = name
				}
			}
			if !r.read(d, next, depth+1) {
				return false
			}
		}
		_, err = d.Token()
	}
	return err == nil
}

func isSubpath(key string) bool { return strings.HasPrefix(key, ".") || strings.HasPrefix(key, "#") }

func (r *mappingReader) add(from, to string) {
	i, ok := r.byFrom[from]
	if !ok {
		if len(r.out) >= maxList {
			return
		}
		i = len(r.out)
		r.byFrom[from] = i
		r.out = append(r.out, facts.Mapping{From: from})
	}
	for _, have := range r.out[i].To {
		if have == to {
			return
		}
	}
	r.out[i].To = append(r.out[i].To, to)
}

// readConfig reads a tsconfig.json or jsconfig.json. The targets of paths are returned relative to the
// file, whatever its baseUrl is.
func readConfig(src []byte, f *facts.File) error {
	var c struct {
		Extends         json.RawMessage
		CompilerOptions struct {
			BaseURL  string `json:"baseUrl"`
			RootDirs []string
			Paths    map[string][]string
		}
	}
	if err := json.Unmarshal(relaxed(src), &c); err != nil {
		return fmt.Errorf("read compiler settings: %w", err)
	}
	m := &facts.Manifest{}
	if base := c.CompilerOptions.BaseURL; base != "" {
		m.Roots = append(m.Roots, base)
	}
	m.Roots = append(m.Roots, c.CompilerOptions.RootDirs...)
	for from, to := range c.CompilerOptions.Paths {
		targets := make([]string, len(to))
		for i, t := range to {
			targets[i] = path.Join(c.CompilerOptions.BaseURL, t)
		}
		m.Replaces = append(m.Replaces, facts.Mapping{From: from, To: targets})
	}
	sort.Slice(m.Replaces, func(i, j int) bool { return m.Replaces[i].From < m.Replaces[j].From })
	var one string
	var many []string
	switch {
	case json.Unmarshal(c.Extends, &one) == nil:
		m.Extends = one
	case json.Unmarshal(c.Extends, &many) == nil:
		for _, e := range many { // the last one wins; settings from dependencies are not available
			if strings.HasPrefix(e, ".") {
				m.Extends = e
			}
		}
	}
	f.Manifest = m
	return nil
}

// readDeno reads the import map of a deno.json.
func readDeno(src []byte, f *facts.File) error {
	var c struct {
		Name      string
		Imports   map[string]string
		Exports   json.RawMessage
		Workspace json.RawMessage
	}
	if err := json.Unmarshal(relaxed(src), &c); err != nil {
		return fmt.Errorf("read deno.json: %w", err)
	}
	m := &facts.Manifest{Module: c.Name, Exports: mappings(c.Exports, "."), Members: workspaceGlobs(c.Workspace)}
	for from, to := range c.Imports {
		if !strings.HasPrefix(to, ".") {
			continue // npm:, jsr:, https:
		}
		if strings.HasSuffix(from, "/") {
			from, to = from+"*", strings.TrimSuffix(to, "/")+"/*"
		}
		m.Replaces = append(m.Replaces, facts.Mapping{From: from, To: []string{path.Clean(to)}})
	}
	sort.Slice(m.Replaces, func(i, j int) bool { return m.Replaces[i].From < m.Replaces[j].From })
	f.Manifest = m
	return nil
}

func readLerna(src []byte, f *facts.File) error {
	var c struct{ Packages []string }
	if err := json.Unmarshal(relaxed(src), &c); err != nil {
		return fmt.Errorf("read lerna.json: %w", err)
	}
	f.Manifest = &facts.Manifest{Members: c.Packages}
	return nil
}

// readWorkspace reads the list packages of a pnpm-workspace.yaml. It reads no other key, and only the
// form with one item a line.
func readWorkspace(src []byte, f *facts.File) error {
	m := &facts.Manifest{}
	inside := false
	for line := range bytes.Lines(src) {
		text := strings.TrimSpace(string(line))
		switch item, isItem := strings.CutPrefix(text, "-"); {
		case text == "" || text[0] == '#':
		case isItem && inside:
			item, _, _ = strings.Cut(strings.TrimSpace(item), " #")
			if item = strings.Trim(strings.TrimSpace(item), `"'`); item != "" && len(m.Members) < maxList {
				m.Members = append(m.Members, item)
			}
		case !isItem:
			inside = text == "packages:"
		}
	}
	f.Manifest = m
	return nil
}

// relaxed returns src without comments and without commas before closing brackets, both of which
// tsconfig.json may contain.
func relaxed(src []byte) []byte {
	out := make([]byte, 0, len(src))
	comma := -1 // index in out of a comma followed only by space
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case c == '"':
			end := i + 1
			for end < len(src) && src[end] != '"' {
				if src[end] == '\\' {
					end++
				}
				end++
			}
			end = min(end+1, len(src))
			out = append(out, src[i:end]...)
			i = end - 1
			comma = -1
		case c == '/' && i+1 < len(src) && src[i+1] == '/':
			for i+1 < len(src) && src[i+1] != '\n' {
				i++
			}
		case c == '/' && i+1 < len(src) && src[i+1] == '*':
			end := bytes.Index(src[i+2:], []byte("*/"))
			if end < 0 {
				return out
			}
			i += end + 3
		case c == ',':
			comma = len(out)
			out = append(out, c)
		case c == '}' || c == ']':
			if comma >= 0 {
				out[comma] = ' '
			}
			comma = -1
			out = append(out, c)
		default:
			if c > ' ' {
				comma = -1
			}
			out = append(out, c)
		}
	}
	return out
}
