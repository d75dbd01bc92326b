package editor_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/editor"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
)

func TestSetUp(t *testing.T) {
	t.Setenv("PATH", "")
	home := t.TempDir()
	var out, told strings.Builder
	o := editor.Options{Out: &out, Tell: func(line string) { told.WriteString(line + "\n") }, Getenv: func(string) string { return "" }, Home: home}
	target := &editor.Target{Root: home, Binary: "/usr/bin/nexus-ci"}
	if err := o.SetUp(target, nil); exit.Status(err) != exit.WrongUsage {
		t.Errorf("no editor: %v", err)
	}
	o.DryRun = true
	if err := o.SetUp(target, nil); err != nil || !strings.Contains(out.String(), "nothing would be done: no editor was found") {
		t.Errorf("no editor, dry run: %v, %q", err, out.String())
	}
	out.Reset()
	o.DryRun, o.Print = false, true
	if err := o.SetUp(target, []string{"cursor"}); err != nil || !strings.HasPrefix(out.String(), "# cursor\n") {
		t.Errorf("print: %v, %q", err, out.String())
	}
	if entries, _ := os.ReadDir(home); len(entries) > 0 {
		t.Errorf("written without being asked: %v", entries)
	}
	// Each editor that fails is told of; the last one is the error. The others are set up.
	out.Reset()
	o.Print = false
	for _, name := range []string{".claude.json", "opencode.json"} {
		dir := home
		if name == "opencode.json" {
			dir = filepath.Join(home, ".config", "opencode")
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte("no JSON"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	err := o.SetUp(target, []string{"claude", "cursor", "opencode"})
	if err == nil || !strings.Contains(err.Error(), "opencode.json") || !strings.Contains(told.String(), ".claude.json") || !strings.Contains(out.String(), "cursor: wrote ") {
		t.Errorf("error %v, told %q, written %q", err, told.String(), out.String())
	}
}
