package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestVerify runs the command on a repository with a commit of each kind, one that is resolved, one
// that only shifts places, and one without source, and on their reverts and edits.
func TestVerify(t *testing.T) {
	dir := t.TempDir()
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"}, args...)...)
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	git("init", "-q")
	for i, files := range []map[string]string{
		{"go.mod": "module m\n", "README.md": "a\n", "a.go": "package m\n\nfunc A() int { return B() }\n", "b.go": "package m\n\nfunc B() int { return 1 }\n"},
		{"b.go": "package m\n\nfunc B() int { return c() }\n\nfunc c() int { return 2 }\n"},
		{"b.go": "package m\n\n// B is c.\nfunc B() int { return c() }\n\nfunc c() int { return 2 }\n"},
		{"README.md": "m\n"},
	} {
		for name, text := range files {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		git("add", "-A")
		git("commit", "-q", "-m", string(rune('a'+i)))
	}
	var out strings.Builder
	if err := run(context.Background(), &out, options{dir: dir, cache: t.TempDir(), commits: 9, edits: 5, declarations: 2, seed: 1, states: true}); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	if want := "15 pairs: 18 graphs stored, 6 made of the other side, 6 of that and some code, 0 sides differ\n"; out.String() != want {
		t.Errorf("got %s, want %s", out.String(), want)
	}
}
