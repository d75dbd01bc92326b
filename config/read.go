package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"gopkg.in/yaml.v3"
)

// read puts the file over c. Its errors begin with file:line:column.
func (c *Config) read(path string, src []byte) error {
	values, err := readSettings(path, src, c.Settings())
	for key := range values {
		c.origins[key] = "file"
	}
	return err
}

// readSettings reads a file into the values of settings, and returns where it sets them.
func readSettings(path string, src []byte, settings []Setting) (map[string]*yaml.Node, error) {
	dec := yaml.NewDecoder(bytes.NewReader(src))
	var doc yaml.Node
	err := dec.Decode(&doc)
	switch {
	case errors.Is(err, io.EOF):
		return nil, nil // empty, or comments only
	case err != nil:
		return nil, fmt.Errorf("%s: %s", path, yamlMessage(err))
	}
	if err := dec.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: more than one YAML document", path)
	}
	byKey := make(map[string]Setting)
	for _, s := range settings {
		byKey[s.Key] = s
	}
	r := reader{path: path, byKey: byKey, values: make(map[string]*yaml.Node)}
	if err := r.read("", doc.Content[0]); err != nil {
		return nil, err
	}
	// Bounds are checked at the end, because some speak of two keys.
	for _, s := range settings {
		value := r.values[s.Key]
		if value == nil || s.check == nil {
			continue
		}
		if err := s.check(); err != nil {
			return nil, r.errorf(value, "%s: %w", s.Key, err)
		}
	}
	return r.values, nil
}

// A configReader reads one file.
type reader struct {
	path   string
	byKey  map[string]Setting
	values map[string]*yaml.Node // read so far
}

func (r *reader) errorf(n *yaml.Node, format string, args ...any) error {
	return fmt.Errorf("%s:%d:%d: %w", r.path, n.Line, n.Column, fmt.Errorf(format, args...))
}

// read reads the keys of one mapping; prefix is the section they are in.
func (r *reader) read(prefix string, n *yaml.Node) error {
	if n.Tag == "!!null" {
		return nil // a section without keys
	}
	if n.Kind != yaml.MappingNode {
		return r.errorf(n, "want keys and values")
	}
	seen := make(map[string]bool)
	for i := 0; i < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		name := prefix + key.Value
		s, known := r.byKey[name]
		switch {
		case seen[name]:
			return r.errorf(key, "%s stands twice", name)
		case value.Kind == yaml.AliasNode:
			return r.errorf(value, "aliases are not supported")
		case known:
			if err := value.Decode(s.Value); err != nil {
				return r.errorf(value, "%s: want %s", name, kindOf(s.Value))
			}
			r.values[name] = value
		case r.isSection(name):
			if err := r.read(name+".", value); err != nil {
				return err
			}
		case isService(name):
			return r.errorf(key, "%s: only in your own file, nexus-ci/config.yml in the directory for settings: no repository says where code and keys are sent", name)
		default:
			return r.errorf(key, "unknown key %s; known are %s", name, strings.Join(r.siblings(name), ", "))
		}
		seen[name] = true
	}
	return nil
}

// isService reports whether a key, or a section, is one of services.
func isService(name string) bool {
	return slices.ContainsFunc(new(Services).Settings(), func(s Setting) bool { return strings.HasPrefix(s.Key+".", name+".") })
}

func (r *reader) isSection(name string) bool {
	for key := range r.byKey {
		if strings.HasPrefix(key, name+".") {
			return true
		}
	}
	return false
}

// siblings returns the keys of the section that name is in, or the sections.
func (r *reader) siblings(name string) []string {
	section, _, inSection := strings.Cut(name, ".")
	var known []string
	for key := range r.byKey {
		in, _, _ := strings.Cut(key, ".")
		switch {
		case !inSection:
			known = append(known, in)
		case in == section:
			known = append(known, key)
		}
	}
	slices.Sort(known)
	return slices.Compact(known)
}

// kindOf says what the value of a setting has to be.
func kindOf(value any) string {
	switch value.(type) {
	case *string:
		return "text"
	case *bool:
		return "true or false"
	case *int:
		return "a whole number"
	case *float64:
		return "a number"
	case *[]int:
		return "a list of whole numbers"
	case *[]string:
		return "a list of texts"
	case *[]Ignore:
		return "a list of entries with paths, rules, reason and expires"
	case *[]engine.Layer:
		return "a list of layers with name, description and paths"
	}
	return "names and their replacements"
}

// yamlMessage returns the first line of an error of package yaml.
func yamlMessage(err error) string {
	message, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "yaml: "), "\n")
	return message
}
