package githook_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/githook"
)

// The hook finds the program, and says what its status means.
func TestScript(t *testing.T) {
	const notChecked = "this commit was NOT CHECKED"
	for _, tc := range []struct {
		name            string
		inPath, written string // what the program does, in the PATH and where the hook was written; empty: there is none
		status          int
		says            string // on standard error; empty: nothing
	}{
		{"clean", "exit 0", "", 0, ""},
		{"risk", "exit 1", "", 1, "the commit is refused; to commit all the same: git commit --no-verify"},
		{"wrong usage", "exit 2", "", 0, notChecked},
		{"failure", "exit 3", "", 0, notChecked},
		{"killed", "kill -9 $$", "", 0, notChecked},
		{"not in the path", "", "exit 1", 1, "refused"},
		{"the path goes first", "exit 0", "exit 1", 0, ""},
		{"nowhere", "", "", 0, "not found, so this commit was NOT CHECKED; install it, or take out the hook"},
		{"arguments", `[ "$*" = "check --staged --quiet --fail-on high" ] || exit 1`, "", 0, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			inPath, written := t.TempDir(), filepath.Join(t.TempDir(), `Ada's "$HOME" dir`)
			program(t, inPath, tc.inPath)
			program(t, written, tc.written)
			hook := filepath.Join(t.TempDir(), "pre-commit")
			if err := os.WriteFile(hook, []byte(githook.Script("high", filepath.Join(written, "nexus-ci"))), 0o700); err != nil {
				t.Fatal(err)
			}
			var stderr strings.Builder
			cmd := exec.Command("sh", hook)
			cmd.Env = append(os.Environ(), "PATH="+inPath+string(os.PathListSeparator)+os.Getenv("PATH"))
			cmd.Stderr = &stderr
			err := cmd.Run()
			status := 0
			if exit := new(exec.ExitError); errors.As(err, &exit) {
				status = exit.ExitCode()
			} else if err != nil {
				t.Fatal(err)
			}
			if status != tc.status || tc.says == "" && stderr.String() != "" || !strings.Contains(stderr.String(), tc.says) {
				t.Errorf("status %d, want %d; it says %q, want %q", status, tc.status, stderr.String(), tc.says)
			}
		})
	}
}

// program writes a nexus-ci that does something.
func program(t *testing.T, dir, does string) {
	t.Helper()
	if does == "" {
		return
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "nexus-ci"), []byte("#!/bin/sh\n"+does+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
}

// What is no regular file is somebody else's, and a hook that git would not start is
// not up to date.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	hook := &githook.Hook{Path: filepath.Join(dir, "hooks", "pre-commit")}
	script := githook.Script("high", "nexus-ci")
	for i, want := range []bool{true, false} {
		if changed, err := hook.Write(script); err != nil || changed != want {
			t.Fatalf("Write %d = %v, %v; want %v", i+1, changed, err, want)
		}
	}
	if err := os.Chmod(hook.Path, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := hook.Write(script); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(hook.Path); err != nil || fmt.Sprint(info.Mode()) != "-rwxr-xr-x" && filepath.Separator == '/' {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	left, err := os.ReadDir(filepath.Dir(hook.Path))
	if err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	if err := os.Remove(hook.Path); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(hook.Path, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := hook.Write(script); !errors.Is(err, githook.ErrForeign) {
		t.Errorf("a directory: %v", err)
	}
	if _, err := hook.Remove(); !errors.Is(err, githook.ErrForeign) {
		t.Errorf("a directory: %v", err)
	}
}
