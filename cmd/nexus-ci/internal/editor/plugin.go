package editor

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/jsonedit"
)

// A manifest says what a plugin is.
type manifest struct {
	Name        string `json:"name"`
	Version     string `json:"version"`
	Description string `json:"description"`
	Author      author `json:"author"`
}

type author struct {
	Name string `json:"name"`
}

//go:embed launch.sh
var launcher string

// launchPath is what starts the program from a plugin. It is not called nexus-ci, so that
// it cannot find itself in the PATH.
const launchPath = "scripts/launch.sh"

// Plugin returns the changes that make a directory a plugin of Claude Code: hooks, MCP
// server and skills in one place, which may be moved. version is that of a release, or
// something that does not begin with "v"; binary is the program where the PATH has none.
func Plugin(dir, version, binary string) ([]Change, error) {
	if err := ours(dir); err != nil {
		return nil, fmt.Errorf("%s: %w; name an empty directory", dir, err)
	}
	root := "${CLAUDE_PLUGIN_ROOT}/" + launchPath
	number, ok := strings.CutPrefix(version, "v")
	if !ok {
		number = "0.0.0"
	}
	var p plan
	t := &Target{Root: dir}
	hooks := make(map[string][]group)
	for _, e := range hookEvents {
		hooks[e.name] = []group{hookGroup(e.tools, `"`+root+`"`+hookArguments)}
	}
	for _, f := range []struct {
		path  string
		at    jsonedit.Path
		value any
	}{
		{".claude-plugin/plugin.json", nil, manifest{"nexus-ci", number, "The code graph of the repository: context for every search, tools for questions about it", author{"nexus-ci"}}},
		{"hooks/hooks.json", jsonedit.Path{"hooks"}, hooks},
		{".mcp.json", jsonedit.Path{"mcpServers", "nexus-ci"}, server{Command: root, Args: []string{"mcp"}}},
	} {
		d := jsonedit.New()
		if err := d.Set(f.at, f.value); err != nil {
			return nil, err
		}
		p.file(t, f.path, d.Bytes(), 0o644)
	}
	p.file(t, launchPath, []byte(strings.ReplaceAll(launcher, "@BINARY@", quoted(binary))), 0o755)
	for _, s := range Skills() {
		p.file(t, "skills/"+s.Name+"/SKILL.md", s.Text(s.Name), 0o644)
	}
	return p.changes, errors.Join(p.errs...)
}

// file adds the change that makes a file of ours a text.
func (p *plan) file(t *Target, file string, text []byte, mode fs.FileMode) {
	path := below(t.Root, file)
	c, err := read(t, path)
	if err != nil {
		p.fail(path, err)
		return
	}
	c.After, c.fresh = text, mode
	p.changes = append(p.changes, *c)
}

// ours refuses a directory that holds something else than our plugin.
func ours(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) == 0 {
		return nil // Apply tells when it cannot be made
	}
	var m manifest
	content, err := os.ReadFile(filepath.Join(dir, ".claude-plugin", "plugin.json"))
	if err != nil || json.Unmarshal(content, &m) != nil || m.Name != "nexus-ci" {
		return errors.New("it contains other files")
	}
	return nil
}
