package editor

import (
	"fmt"
	"path/filepath"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/jsonedit"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/tomledit"
)

// A server is an entry of an MCP server.
type server struct {
	Type    string   `json:"type,omitempty"`
	Command any      `json:"command"`
	Args    []string `json:"args,omitempty"`
}

// setEntry puts an entry into a settings file, whose ending says of which format it is. before is
// nil where there is no file.
func setEntry(file string, before []byte, path jsonedit.Path, entry server) ([]byte, error) {
	if filepath.Ext(file) == ".toml" {
		return tomledit.Set(before, keys(path), []tomledit.Pair{{Key: "command", Value: entry.Command}, {Key: "args", Value: entry.Args}})
	}
	return editJSON(before, func(d *jsonedit.Document) error { return d.Set(path, entry) })
}

// removeEntry takes an entry out of a settings file.
func removeEntry(file string, before []byte, path jsonedit.Path) ([]byte, error) {
	if before == nil {
		return nil, nil
	}
	if filepath.Ext(file) == ".toml" {
		return tomledit.Remove(before, keys(path))
	}
	return editJSON(before, func(d *jsonedit.Document) error {
		d.Remove(path)
		return nil
	})
}

// editJSON returns a JSON file with a change. before is nil where there is no file.
func editJSON(before []byte, do func(*jsonedit.Document) error) ([]byte, error) {
	d := jsonedit.New()
	if before != nil {
		var err error
		if d, err = jsonedit.Parse(before); err != nil {
			return nil, fmt.Errorf("not JSON: %w", err)
		}
	}
	if err := do(d); err != nil {
		return nil, err
	}
	return d.Bytes(), nil
}

// keys returns a path that has no places of lists.
func keys(path jsonedit.Path) []string {
	names := make([]string, len(path))
	for i := range path {
		names[i] = fmt.Sprint(path[i])
	}
	return names
}
