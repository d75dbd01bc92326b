// Package editor makes the editors of AI agents know nexus-ci: it writes the entry of the
// MCP server, the hook that adds context to searches, and the skills, where each editor
// looks for them, or all of them into a plugin directory.
//
// In: which editor, at which level, and the files that are there. Out: Changes, which are
// files as they are and as they are to be; nothing is written until Apply. What others have
// put into a file stays as it is, and Remove takes out what is ours and no more.
package editor

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/jsonedit"
)

// An Editor is a program that agents work in.
type Editor struct {
	Name string // as the command line knows it
	// programs start it, and dirs are the places it keeps, relative to the home directory:
	// any of them shows that it is there.
	programs []string
	dirs     []string
	user     places
	project  places
	// entry is where its settings have the entry of our server, and what it says.
	entry func(binary string) (jsonedit.Path, server)
}

// places are where an editor keeps its things, relative to the home directory or to the
// root of a project.
type places struct {
	mcp    []string // the first one that is there, or the last one; none: it has no such settings
	hooks  string   // "" for an editor without hooks that add context
	skills string
}

// Names returns the names of all editors.
func Names() []string {
	var names []string
	for _, e := range Editors(func(string) string { return "" }) {
		names = append(names, e.Name)
	}
	return names
}

// Editors returns all that are known. The environment may move what they keep.
func Editors(getenv func(string) string) []Editor { return EditorsOn(runtime.GOOS, getenv) }

// EditorsOn returns the editors as they are on an operating system.
func EditorsOn(goos string, getenv func(string) string) []Editor {
	claude, claudeFile := ".claude", ".claude.json"
	if dir := getenv("CLAUDE_CONFIG_DIR"); dir != "" {
		claude, claudeFile = dir, filepath.Join(dir, ".claude.json")
	}
	config := cmp.Or(getenv("XDG_CONFIG_HOME"), ".config")
	opencode, zed, code := filepath.Join(config, "opencode"), filepath.Join(config, "zed"), filepath.Join(config, "Code")
	switch goos {
	case "windows":
		roaming := cmp.Or(getenv("APPDATA"), filepath.Join("AppData", "Roaming"))
		zed, code = filepath.Join(roaming, "Zed"), filepath.Join(roaming, "Code")
	case "darwin":
		zed, code = filepath.Join(".config", "zed"), filepath.Join("Library", "Application Support", "Code")
	}
	codex := cmp.Or(getenv("CODEX_HOME"), ".codex")
	cline := filepath.Join(code, "User", "globalStorage", "saoudrizwan.claude-dev")
	return []Editor{
		{
			Name: "claude", programs: []string{"claude"}, dirs: []string{claude, claudeFile},
			user:    places{[]string{claudeFile}, filepath.Join(claude, "settings.json"), filepath.Join(claude, "skills")},
			project: places{[]string{".mcp.json"}, ".claude/settings.json", ".claude/skills"},
			entry:   typedEntry("mcpServers"),
		},
		{
			Name: "cline", programs: []string{"cline"}, dirs: []string{".cline", cline},
			user:  places{[]string{filepath.Join(cline, "settings", "cline_mcp_settings.json"), ".cline/data/settings/cline_mcp_settings.json"}, "", ".cline/skills"},
			entry: plainEntry("mcpServers"),
		},
		{
			Name: "codex", programs: []string{"codex"}, dirs: []string{codex},
			user:    places{[]string{filepath.Join(codex, "config.toml")}, "", ".agents/skills"},
			project: places{[]string{".codex/config.toml"}, "", ".agents/skills"},
			entry:   plainEntry("mcp_servers"),
		},
		{
			Name: "cursor", programs: []string{"cursor"}, dirs: []string{".cursor"},
			user:    places{[]string{".cursor/mcp.json"}, "", ".cursor/skills"},
			project: places{[]string{".cursor/mcp.json"}, "", ".cursor/skills"},
			entry:   plainEntry("mcpServers"),
		},
		{
			Name: "gemini", programs: []string{"gemini"}, dirs: []string{".gemini"},
			user:    places{[]string{".gemini/settings.json"}, "", ".gemini/skills"},
			project: places{[]string{".gemini/settings.json"}, "", ".gemini/skills"},
			entry:   plainEntry("mcpServers"),
		},
		{
			Name: "opencode", programs: []string{"opencode"}, dirs: []string{opencode},
			user: places{
				[]string{filepath.Join(opencode, "opencode.jsonc"), filepath.Join(opencode, "config.json"), filepath.Join(opencode, "opencode.json")},
				"", filepath.Join(opencode, "skills"),
			},
			project: places{[]string{"opencode.jsonc", "opencode.json"}, "", ".opencode/skills"},
			entry: func(binary string) (jsonedit.Path, server) {
				return jsonedit.Path{"mcp", serverName}, server{Type: "local", Command: []string{binary, "mcp"}}
			},
		},
		{
			Name: "vscode", programs: []string{"code"}, dirs: []string{code},
			user:    places{[]string{filepath.Join(code, "User", "mcp.json")}, "", ".copilot/skills"},
			project: places{[]string{".vscode/mcp.json"}, "", ".github/skills"},
			entry:   typedEntry("servers"),
		},
		{
			Name: "windsurf", programs: []string{"windsurf"}, dirs: []string{".codeium/windsurf"},
			user:  places{[]string{".codeium/windsurf/mcp_config.json"}, "", ".codeium/windsurf/skills"},
			entry: plainEntry("mcpServers"),
		},
		{
			Name: "zed", programs: []string{"zed", "zeditor"}, dirs: []string{zed},
			user:    places{[]string{filepath.Join(zed, "settings.json")}, "", ".agents/skills"},
			project: places{[]string{".zed/settings.json"}, "", ".agents/skills"},
			entry:   plainEntry("context_servers"),
		},
	}
}

// serverName is what settings call our server.
const serverName = "nexus-ci"

func plainEntry(key string) func(string) (jsonedit.Path, server) {
	return func(binary string) (jsonedit.Path, server) {
		return jsonedit.Path{key, serverName}, server{Command: binary, Args: []string{"mcp"}}
	}
}

func typedEntry(key string) func(string) (jsonedit.Path, server) {
	return func(binary string) (jsonedit.Path, server) {
		return jsonedit.Path{key, serverName}, server{Type: "stdio", Command: binary, Args: []string{"mcp"}}
	}
}

// Present reports whether an editor is there, for the user of a home directory.
func (e *Editor) Present(home string) bool {
	if slices.ContainsFunc(e.programs, func(name string) bool { _, err := exec.LookPath(name); return err == nil }) {
		return true
	}
	return slices.ContainsFunc(e.dirs, func(dir string) bool {
		_, err := os.Stat(below(home, dir))
		return err == nil
	})
}

// below returns a path that is relative to a directory, or absolute.
func below(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, filepath.FromSlash(path))
}

// A Target is where to set an editor up.
type Target struct {
	Root    string // home directory of the user, or root of the project
	Project bool   // files that others share: they stay below Root
	Binary  string // the program to start
}

// HasProjects reports whether an editor has settings of a project.
func (e *Editor) HasProjects() bool { return len(e.project.mcp) > 0 }

func (e *Editor) places(t *Target) *places {
	if t.Project {
		return &e.project
	}
	return &e.user
}

// Install returns the changes that set an editor up. Those that cannot be made are told by
// the error, and the others are returned all the same.
func (e *Editor) Install(t *Target) ([]Change, error) {
	var p plan
	places := e.places(t)
	path, entry := e.entry(t.Binary)
	p.change(t, e.mcpFile(t), func(file string, before []byte) ([]byte, error) { return setEntry(file, before, path, entry) })
	if places.hooks != "" {
		p.edit(t, places.hooks, func(d *jsonedit.Document) error { return setHooks(d, HookCommand(t.Binary)) })
	}
	for _, s := range Skills() {
		p.skill(t, places.skills, &s, s.Text(prefix+s.Name))
	}
	return p.changes, errors.Join(p.errs...)
}

// Remove returns the changes that take out what Install has put in. Skills that one of the editors
// that stay reads too are left.
func (e *Editor) Remove(t *Target, staying []Editor) ([]Change, error) {
	var p plan
	places := e.places(t)
	path, _ := e.entry(t.Binary)
	for _, file := range places.mcp {
		p.change(t, file, func(file string, before []byte) ([]byte, error) { return removeEntry(file, before, path) })
	}
	if places.hooks != "" {
		p.edit(t, places.hooks, func(d *jsonedit.Document) error {
			removeHooks(d)
			return nil
		})
	}
	if !e.sharesSkills(t, staying) {
		for _, s := range Skills() {
			p.skill(t, places.skills, &s, nil)
		}
	}
	return p.changes, errors.Join(p.errs...)
}

// sharesSkills reports whether one of other editors is set up and reads the same skills.
func (e *Editor) sharesSkills(t *Target, others []Editor) bool {
	return slices.ContainsFunc(others, func(o Editor) bool {
		return o.Name != e.Name && o.places(t).skills == e.places(t).skills && o.installed(t)
	})
}

// installed reports whether settings of an editor have the entry of our server.
func (e *Editor) installed(t *Target) bool {
	path, _ := e.entry(t.Binary)
	return slices.ContainsFunc(e.places(t).mcp, func(file string) bool {
		c, err := read(t, below(t.Root, file))
		if err != nil || c.Before == nil {
			return false
		}
		after, err := removeEntry(file, c.Before, path)
		return err != nil || !bytes.Equal(after, c.Before)
	})
}

// mcpFile returns the file for the entry of our server.
func (e *Editor) mcpFile(t *Target) string {
	files := e.places(t).mcp
	for _, f := range files {
		if _, err := os.Lstat(below(t.Root, f)); err == nil {
			return f
		}
	}
	return files[len(files)-1]
}

// A plan collects changes.
type plan struct {
	changes []Change
	errs    []error
}

func (p *plan) fail(path string, err error) {
	p.errs = append(p.errs, fmt.Errorf("%s: %w; it is left as it is", path, err))
}

// edit adds the change that do makes to a JSON file.
func (p *plan) edit(t *Target, file string, do func(*jsonedit.Document) error) {
	p.change(t, file, func(_ string, before []byte) ([]byte, error) { return editJSON(before, do) })
}

// change adds the change that do makes to a file, whose contents are nil where it is not there.
func (p *plan) change(t *Target, file string, do func(file string, before []byte) ([]byte, error)) {
	path := below(t.Root, file)
	c, err := read(t, path)
	if err == nil {
		c.After, err = do(file, c.Before)
	}
	if err != nil {
		p.fail(path, err)
		return
	}
	p.changes = append(p.changes, *c)
}

// skill adds the change that makes a skill a text, or takes it out.
func (p *plan) skill(t *Target, dir string, s *Skill, text []byte) {
	path := filepath.Join(below(t.Root, dir), prefix+s.Name, "SKILL.md")
	c, err := read(t, path)
	switch {
	case err != nil:
		p.fail(path, err)
		return
	case c.Before != nil && !bytes.Contains(c.Before, []byte(marker)):
		if text != nil {
			p.fail(path, errors.New("nexus-ci did not write it"))
		}
		return
	}
	c.After, c.ownDir = text, true
	p.changes = append(p.changes, *c)
}

// HookCommand returns the command of the hook, as one for the shell.
func HookCommand(binary string) string { return quoted(binary) + hookArguments }

const hookArguments = " augment --hook"

// quoted makes one word of the shell.
func quoted(path string) string {
	path = filepath.ToSlash(path)
	if !strings.ContainsFunc(path, func(r rune) bool {
		return !strings.ContainsRune("/._-+@%:,", r) && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}) {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}

// A hook is one command of a group.
type hook struct {
	Type    string `json:"type"`
	Command string `json:"command"`
	Timeout int    `json:"timeout,omitempty"` // seconds
}

// A group is the hooks of some tools.
type group struct {
	Matcher string `json:"matcher"`
	Hooks   []hook `json:"hooks"`
}

// hookEvents are the events that the hook answers: it adds context to searches, and says after a
// commit that the index is of another one.
var hookEvents = []struct{ name, tools string }{
	{"PreToolUse", "Grep|Glob|Bash"},
	{"PostToolUse", "Bash"},
}

// hookTimeout is when the editor goes on without us. The hook itself gives up sooner.
const hookTimeout = 5

func hookGroup(tools, command string) group {
	return group{tools, []hook{{"command", command, hookTimeout}}}
}

func groupsPath(event string) jsonedit.Path { return jsonedit.Path{"hooks", event} }

// setHooks adds the hook of each event, or makes the one that is there run command.
func setHooks(d *jsonedit.Document, command string) error {
	for _, e := range hookEvents {
		groupsPath := groupsPath(e.name)
		path, value := jsonedit.Path(nil), any(command)
		if g, h, _, ok := findHook(d, groupsPath); ok {
			path = jsonedit.Path{g, "hooks", h, "command"}
		} else {
			var groups []any
			d.Get(groupsPath, &groups)
			path, value = jsonedit.Path{len(groups)}, hookGroup(e.tools, command)
		}
		if err := d.Set(slices.Concat(groupsPath, path), value); err != nil {
			return err
		}
	}
	return nil
}

func removeHooks(d *jsonedit.Document) {
	for _, e := range hookEvents {
		groupsPath := groupsPath(e.name)
		for {
			g, h, alone, ok := findHook(d, groupsPath)
			if !ok {
				break
			}
			path := slices.Concat(groupsPath, jsonedit.Path{g})
			if !alone {
				path = append(path, "hooks", h)
			}
			d.Remove(path)
		}
	}
}

// findHook returns the places of our hook in the groups of an event: of its group, in it, and
// whether it is alone there.
func findHook(d *jsonedit.Document, groupsPath jsonedit.Path) (g, h int, alone, ok bool) {
	var groups []any
	d.Get(groupsPath, &groups)
	for g := range groups {
		var hooks []any
		path := slices.Concat(groupsPath, jsonedit.Path{g, "hooks"})
		d.Get(path, &hooks)
		for h := range hooks {
			var command string
			d.Get(slices.Concat(path, jsonedit.Path{h, "command"}), &command)
			if isHook(command) {
				return g, h, len(hooks) == 1, true
			}
		}
	}
	return 0, 0, false, false
}

// isHook reports whether a command is our hook, whatever the binary is called: one word,
// or one in quotes, and our arguments.
func isHook(command string) bool {
	binary, ok := strings.CutSuffix(command, hookArguments)
	return ok && binary != "" && (!strings.ContainsAny(binary, " \t;&|") || strings.HasPrefix(binary, "'") && strings.HasSuffix(binary, "'"))
}

// Manual says how to do by hand what Install does.
func (e *Editor) Manual(t *Target) string {
	var b strings.Builder
	places := e.places(t)
	path, entry := e.entry(t.Binary)
	if e.Name == "claude" {
		scope := "user"
		if t.Project {
			scope = "project"
		}
		fmt.Fprintf(&b, "claude mcp add --scope %s nexus-ci -- %s mcp\n", scope, quoted(t.Binary))
	} else {
		file := e.mcpFile(t)
		content, _ := setEntry(file, nil, path, entry) // there is nothing in the way
		fmt.Fprintf(&b, "%s:\n%s", below(t.Root, file), content)
	}
	if places.hooks != "" {
		d := jsonedit.New()
		_ = setHooks(d, HookCommand(t.Binary))
		fmt.Fprintf(&b, "%s:\n%s", below(t.Root, places.hooks), d.Bytes())
	}
	fmt.Fprintf(&b, "%s: the skills that nexus-ci setup --plugin DIR writes\n", below(t.Root, places.skills))
	return b.String()
}

// read returns the change that leaves a file as it is.
func read(t *Target, path string) (*Change, error) {
	c := &Change{Path: path, file: path, fresh: 0o600}
	if t.Project {
		c.fresh = 0o644
	}
	if _, err := os.Lstat(path); err == nil {
		// What a link leads to is what is written.
		if c.file, err = filepath.EvalSymlinks(path); err != nil {
			return nil, errors.New("a symbolic link to a file that does not exist")
		}
	}
	if t.Project {
		if err := inside(t.Root, c.file); err != nil {
			return nil, err
		}
	}
	info, err := os.Stat(c.file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return c, nil
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("not a regular file")
	case info.Size() > maxFile:
		return nil, fmt.Errorf("%d MB, more than %d", info.Size()>>20, maxFile>>20)
	}
	if c.Before, err = os.ReadFile(c.file); err == nil && c.Before == nil {
		c.Before = []byte{}
	}
	return c, err
}

// maxFile is the largest file that is read.
const maxFile = 64 << 20

// inside refuses a place that links of a project put outside of it.
func inside(root, path string) error {
	root, err := filepath.EvalSymlinks(root)
	if err != nil {
		return err
	}
	dir := filepath.Dir(path)
	for {
		real, err := filepath.EvalSymlinks(dir)
		if err == nil {
			if rel, err := filepath.Rel(root, real); err != nil || !filepath.IsLocal(rel) {
				return errors.New("a link puts it outside of the project")
			}
			return nil
		}
		if _, err := os.Lstat(dir); err == nil {
			return errors.New("a symbolic link to a file that does not exist")
		}
		if dir == filepath.Dir(dir) {
			return err
		}
		dir = filepath.Dir(dir)
	}
}
