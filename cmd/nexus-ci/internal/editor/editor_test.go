package editor_test

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/nexus-ci/nexus-ci/analyze/query"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/editor"
)

// Front matter is what editors ask for, and every tool that a skill names exists.
func TestSkills(t *testing.T) {
	var tools, names []string
	for _, tool := range query.Tools() {
		tools = append(tools, tool.Name)
	}
	code := regexp.MustCompile("`([a-z][a-z_]*)`")
	row := regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\|")
	for _, s := range editor.Skills() {
		names = append(names, s.Name)
		head, body, ok := strings.Cut(strings.TrimPrefix(string(s.Text("nexus-ci-"+s.Name)), "---\n"), "\n---\n\n")
		var front struct {
			Name        string
			Description string
			Metadata    map[string]string
		}
		if err := yaml.Unmarshal([]byte(head), &front); err != nil || !ok {
			t.Errorf("%s: %v", s.Name, err)
		}
		if front.Name != "nexus-ci-"+s.Name || len(front.Name) > 64 || len(front.Description) < 50 || len(front.Description) > 1024 {
			t.Errorf("%s: name %q, description %q", s.Name, front.Name, front.Description)
		}
		listed := row.FindAllStringSubmatch(body, -1)
		if len(listed) < 3 {
			t.Errorf("%s: names %d tools", s.Name, len(listed))
		}
		for _, m := range listed {
			if !slices.Contains(tools, m[1]) {
				t.Errorf("%s: there is no tool %s", s.Name, m[1])
			}
		}
		for _, m := range code.FindAllStringSubmatch(body, -1) {
			// The other words in code are keys and classes of a report, and scopes.
			if !slices.Contains(tools, m[1]) && !slices.Contains(reportWords, m[1]) {
				t.Errorf("%s: there is no tool %s", s.Name, m[1])
			}
		}
	}
	if want := []string{"debugging", "exploring", "impact-analysis", "pr-review", "refactoring"}; !slices.Equal(names, want) {
		t.Errorf("skills %q, want %q", names, want)
	}
}

var reportWords = []string{"findings", "affected_processes", "changed_symbols", "risk", "break", "behaviour", "all", "compare"}

func TestHookCommand(t *testing.T) {
	for binary, want := range map[string]string{
		"/usr/bin/nexus-ci":            "/usr/bin/nexus-ci augment --hook",
		"/home/Ada's $HOME/nexus-ci":   `'/home/Ada'\''s $HOME/nexus-ci' augment --hook`,
		"/opt/a b/nexus-ci":            "'/opt/a b/nexus-ci' augment --hook",
		"/opt/`id`;\n/nexus-ci":        "'/opt/`id`;\n/nexus-ci' augment --hook",
		"/home/größe/nexus-ci":         "'/home/größe/nexus-ci' augment --hook",
		"/home/ada/go/bin/nexus-ci-v2": "/home/ada/go/bin/nexus-ci-v2 augment --hook",
	} {
		if got := editor.HookCommand(binary); got != want {
			t.Errorf("%q: %s, want %s", binary, got, want)
		}
	}
}

// claude sets Claude Code up below a directory.
func claude(t *testing.T, target *editor.Target) ([]editor.Change, error) {
	t.Helper()
	return find(t).Install(target)
}

func find(t *testing.T) *editor.Editor {
	t.Helper()
	for _, e := range editor.Editors(func(string) string { return "" }) {
		if e.Name == "claude" {
			return &e
		}
	}
	t.Fatal("no claude")
	return nil
}

func apply(t *testing.T, changes []editor.Change, err error) {
	t.Helper()
	for i := range changes {
		if err := changes[i].Apply(); err != nil {
			t.Error(err)
		}
	}
	if err != nil {
		t.Error(err)
	}
}

// A file keeps its mode, a link stays one, and nothing is left beside it.
func TestApply(t *testing.T) {
	home, elsewhere := t.TempDir(), t.TempDir()
	settings := filepath.Join(home, ".claude", "settings.json")
	real := filepath.Join(elsewhere, "settings.json")
	write(t, real, "{\n\t// mine\n\t\"model\": \"x\"\n}\n", 0o640)
	if err := os.MkdirAll(filepath.Dir(settings), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, settings); err != nil {
		t.Fatal(err)
	}
	target := &editor.Target{Root: home, Binary: "/usr/bin/nexus-ci"}
	changes, err := claude(t, target)
	apply(t, changes, err)
	if info, err := os.Lstat(settings); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v, %v", info, err)
	}
	info, err := os.Stat(real)
	if err != nil || info.Mode().Perm() != 0o640 && runtime.GOOS != "windows" {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if content := read(t, real); !strings.Contains(content, "// mine") || !strings.Contains(content, `"command": "/usr/bin/nexus-ci augment --hook"`) {
		t.Errorf("%s", content)
	}
	if info, err := os.Stat(filepath.Join(home, ".claude.json")); err != nil || info.Mode().Perm() != 0o600 && runtime.GOOS != "windows" {
		t.Errorf("a file that will hold secrets has mode %v, %v", info.Mode(), err)
	}
	if entries, err := os.ReadDir(elsewhere); err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
	changes, err = find(t).Remove(target, nil)
	apply(t, changes, err)
	if content := read(t, real); content != "{\n\t// mine\n\t\"model\": \"x\"\n}\n" {
		t.Errorf("%q", content)
	}
}

// What a repository brings along cannot send a write elsewhere.
func TestProjectLinks(t *testing.T) {
	root, elsewhere := t.TempDir(), t.TempDir()
	write(t, filepath.Join(elsewhere, "settings.json"), "{}", 0o600)
	if err := os.Symlink(elsewhere, filepath.Join(root, ".claude")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(root, "nowhere"), filepath.Join(root, ".mcp.json")); err != nil {
		t.Fatal(err)
	}
	changes, err := claude(t, &editor.Target{Root: root, Project: true, Binary: "nexus-ci"})
	if len(changes) != 0 || err == nil || !strings.Contains(err.Error(), "a link puts it outside of the project; it is left as it is") || !strings.Contains(err.Error(), "a symbolic link to a file that does not exist") {
		t.Errorf("%d changes, %v", len(changes), err)
	}
}

// A skill of somebody else that has our name stays.
func TestForeignSkill(t *testing.T) {
	home := t.TempDir()
	skill := filepath.Join(home, ".claude", "skills", "nexus-ci-debugging", "SKILL.md")
	write(t, skill, "---\nname: nexus-ci-debugging\n---\nmine\n", 0o600)
	target := &editor.Target{Root: home, Binary: "nexus-ci"}
	changes, err := claude(t, target)
	if err == nil || !strings.Contains(err.Error(), "nexus-ci did not write it") {
		t.Error(err)
	}
	apply(t, changes, nil)
	changes, err = find(t).Remove(target, nil)
	apply(t, changes, err)
	if read(t, skill) != "---\nname: nexus-ci-debugging\n---\nmine\n" {
		t.Error("it was changed")
	}
	if _, err := os.Stat(filepath.Join(home, ".claude", "skills", "nexus-ci-exploring")); err == nil {
		t.Error("ours was left behind")
	}
}

// A binary of another name is told by its arguments: it sets up one hook for each event, and takes them away.
func TestHookOfABinaryOfAnotherName(t *testing.T) {
	for _, binary := range []string{"/opt/nci", "/opt/a b/risk"} {
		home := t.TempDir()
		target := &editor.Target{Root: home, Binary: binary}
		for range 2 {
			changes, err := claude(t, target)
			apply(t, changes, err)
		}
		settings := filepath.Join(home, ".claude", "settings.json")
		if n := strings.Count(read(t, settings), "augment --hook"); n != 2 {
			t.Errorf("%s: %d hooks", binary, n)
		}
		changes, err := find(t).Remove(target, nil)
		apply(t, changes, err)
		if content, err := os.ReadFile(settings); err == nil && strings.Contains(string(content), "augment --hook") {
			t.Errorf("%s: left behind: %s", binary, content)
		}
	}
}

// What only calls us among other things is not ours.
func TestForeignHook(t *testing.T) {
	home := t.TempDir()
	settings := filepath.Join(home, ".claude", "settings.json")
	write(t, settings, `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "lint && nexus-ci augment --hook"}]}]}}`, 0o600)
	target := &editor.Target{Root: home, Binary: "/new/nexus-ci"}
	changes, err := find(t).Remove(target, nil)
	apply(t, changes, err)
	if !strings.Contains(read(t, settings), "lint && nexus-ci augment --hook") {
		t.Error("removed the hook of somebody else")
	}
}

// Our hook goes out of a group that others have put theirs in.
func TestSharedGroup(t *testing.T) {
	home := t.TempDir()
	settings := filepath.Join(home, ".claude", "settings.json")
	const shared = `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "lint"}, {"type": "command", "command": "/old/nexus-ci augment --hook"}]}]}}`
	write(t, settings, shared, 0o600)
	target := &editor.Target{Root: home, Binary: "/new/nexus-ci"}
	changes, err := claude(t, target)
	apply(t, changes, err)
	want, _ := strings.CutSuffix(strings.Replace(shared, "/old/", "/new/", 1), "}}")
	if got := read(t, settings); !strings.HasPrefix(got, want+`, "PostToolUse": [`) || strings.Count(got, "/new/nexus-ci") != 2 {
		t.Errorf("%s\nwant %s, and a hook after the tool", got, want)
	}
	changes, err = find(t).Remove(target, nil)
	apply(t, changes, err)
	if got, want := read(t, settings), `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "lint"}]}]}}`; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

func write(t *testing.T, path, content string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), mode); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// The settings of each editor say what its documentation asks for, at the place where it looks.
// What was in them stays.
func TestEntries(t *testing.T) {
	const json = "{\n  // mine\n  \"a\": [1,], // last\n}\n"
	const toml = "# mine\nmodel = \"x\"\n"
	for _, tc := range []struct {
		name, file, project string // where settings are, for the user and in a project
		before              string
		want                []string
	}{
		{"cline", ".config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json", "", json, []string{`"mcpServers": {`, `"nexus-ci": {`, `"command": "/n",`, `"args": [`}},
		{"codex", ".codex/config.toml", ".codex/config.toml", toml, []string{"\n[mcp_servers.nexus-ci]\ncommand = \"/n\"\nargs = [\"mcp\"]\n"}},
		{"gemini", ".gemini/settings.json", ".gemini/settings.json", json, []string{`"mcpServers": {`, `"command": "/n",`}},
		{"vscode", ".config/Code/User/mcp.json", ".vscode/mcp.json", json, []string{`"servers": {`, `"type": "stdio",`, `"command": "/n",`}},
		{"windsurf", ".codeium/windsurf/mcp_config.json", "", json, []string{`"mcpServers": {`, `"command": "/n",`}},
		{"zed", ".config/zed/settings.json", ".zed/settings.json", json, []string{`"context_servers": {`, `"command": "/n",`}},
	} {
		e := named(t, tc.name)
		for _, project := range []bool{false, true} {
			file := tc.file
			if project {
				file = tc.project
			}
			if file == "" {
				if e.HasProjects() {
					t.Errorf("%s has projects", tc.name)
				}
				continue
			}
			root := t.TempDir()
			path := filepath.Join(root, filepath.FromSlash(file))
			target := &editor.Target{Root: root, Project: project, Binary: "/n"}
			write(t, path, tc.before, 0o600)
			for range 2 {
				changes, err := e.Install(target)
				apply(t, changes, err)
			}
			content := read(t, path)
			for _, want := range append(tc.want, "mine") {
				if strings.Count(content, want) != 1 {
					t.Errorf("%s: no %s in\n%s", tc.name, want, content)
				}
			}
			changes, err := e.Remove(target, nil)
			apply(t, changes, err)
			if content := read(t, path); content != tc.before {
				t.Errorf("%s: left behind:\n%s", tc.name, content)
			}
		}
	}
}

func named(t *testing.T, name string) *editor.Editor {
	t.Helper()
	for _, e := range editor.EditorsOn("linux", func(string) string { return "" }) {
		if e.Name == name {
			return &e
		}
	}
	t.Fatalf("no %s", name)
	return nil
}

// Two editors that read the same skills keep them until the last one goes.
func TestSharedSkills(t *testing.T) {
	home := t.TempDir()
	target := &editor.Target{Root: home, Binary: "/n"}
	codex, zed := named(t, "codex"), named(t, "zed")
	skill := filepath.Join(home, ".agents", "skills", "nexus-ci-debugging", "SKILL.md")
	for _, e := range []*editor.Editor{codex, zed} {
		changes, err := e.Install(target)
		apply(t, changes, err)
	}
	changes, err := codex.Remove(target, []editor.Editor{*zed})
	apply(t, changes, err)
	if _, err := os.Stat(skill); err != nil {
		t.Error(err)
	}
	changes, err = zed.Remove(target, []editor.Editor{*codex})
	apply(t, changes, err)
	if _, err := os.Stat(skill); err == nil {
		t.Error("left behind")
	}
}

// Where settings are depends on the system.
func TestPlaces(t *testing.T) {
	env := map[string]string{"APPDATA": `C:\Users\a\AppData\Roaming`}
	for goos, want := range map[string][2]string{
		"linux":   {".config/Code/User/mcp.json", ".config/zed/settings.json"},
		"darwin":  {"Library/Application Support/Code/User/mcp.json", ".config/zed/settings.json"},
		"windows": {env["APPDATA"] + "/Code/User/mcp.json", env["APPDATA"] + "/Zed/settings.json"},
	} {
		for i, name := range []string{"vscode", "zed"} {
			for _, e := range editor.EditorsOn(goos, func(key string) string { return env[key] }) {
				if e.Name != name {
					continue
				}
				manual := e.Manual(&editor.Target{Binary: "/n"})
				if got, _, _ := strings.Cut(filepath.ToSlash(manual), ":\n"); got != filepath.ToSlash(want[i]) {
					t.Errorf("%s on %s: %s, want %s", name, goos, got, want[i])
				}
			}
		}
	}
}
