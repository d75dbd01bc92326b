package githook

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
)

// Each step says what it did, or would do, and changes nothing of somebody else.
func TestSetUp(t *testing.T) {
	hook := &Hook{Path: filepath.Join(t.TempDir(), "hooks", "pre-commit")}
	var out strings.Builder
	do := func(step func(*Options, *Hook) error, dryRun, force bool) (string, error) {
		out.Reset()
		err := step(&Options{Out: &out, FailOn: "high", DryRun: dryRun, Force: force}, hook)
		said, _, _ := strings.Cut(out.String(), "\n")
		return strings.ReplaceAll(said, hook.Path, "HOOK"), err
	}
	install, remove := (*Options).Install, (*Options).Remove
	for _, step := range []struct {
		name   string
		do     func(*Options, *Hook) error
		dryRun bool
		want   string
	}{
		{"dry run", install, true, "would write HOOK:"},
		{"install", install, false, "wrote HOOK: a commit that reaches --fail-on high is refused"},
		{"again", install, false, "up to date: HOOK"},
		{"dry removal", remove, true, "would remove HOOK"},
		{"remove", remove, false, "removed HOOK"},
		{"remove again", remove, false, "nothing to remove: HOOK does not exist"},
	} {
		if said, err := do(step.do, step.dryRun, false); err != nil || said != step.want {
			t.Errorf("%s: %q, %v, want %q", step.name, said, err, step.want)
		}
	}
	hook.Shared = true
	if _, err := do(install, false, false); exit.Status(err) != exit.WrongUsage || !strings.Contains(err.Error(), "--force writes it") {
		t.Errorf("a shared hook: %v", err)
	}
	if err := os.WriteFile(hook.Path, []byte("#!/bin/sh\necho mine\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, step := range []func(*Options, *Hook) error{install, remove} {
		if _, err := do(step, false, true); exit.Status(err) != exit.WrongUsage || !strings.Contains(err.Error(), ErrForeign.Error()) {
			t.Errorf("a foreign hook: %v", err)
		}
	}
	if content, err := os.ReadFile(hook.Path); err != nil || !strings.Contains(string(content), "mine") {
		t.Errorf("the foreign hook is %q, %v", content, err)
	}
}
