package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/demo"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff/git"
)

func at(dir string, environment map[string]string, warnings *[]string) *Workspace {
	return &Workspace{
		Dir: dir, Getenv: func(name string) string { return environment[name] },
		Progress: func(string) (func(int, int), func()) { return nil, func() {} }, Warn: func(s string) { *warnings = append(*warnings, s) },
	}
}

func TestOpen(t *testing.T) {
	var warnings []string
	if _, err := at(filepath.Join(t.TempDir(), "none"), nil, &warnings).Open(); exit.Status(err) != exit.WrongUsage || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no directory: %v", err)
	}
	if _, err := at(t.TempDir(), nil, &warnings).Open(); !errors.Is(err, git.ErrNotRepository) {
		t.Errorf("no repository: %v", err)
	}
	dir := t.TempDir()
	if err := demo.Make(dir); err != nil {
		t.Fatal(err)
	}
	repo, err := at(dir, map[string]string{"GIT_INDEX_FILE": ".git/other"}, &warnings).Open()
	if err != nil {
		t.Fatal(err)
	}
	defer repo.Close()
	if want := filepath.Join(repo.Root(), ".git/other"); repo.IndexFile != want {
		t.Errorf("index of a hook: %s, want %s", repo.IndexFile, want)
	}
}

// A cache that cannot be is a warning, and none that is not wanted is made.
func TestCache(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	unkept := config.Default()
	unkept.KeepIndex = false
	for _, tc := range []struct {
		name    string
		dir     string
		without bool
		conf    *config.Config
		made    bool
		warned  bool
	}{
		{"fine", filepath.Join(dir, "cache"), false, config.Default(), true, false},
		{"not wanted", filepath.Join(dir, "none"), true, config.Default(), false, false},
		{"not kept", filepath.Join(dir, "none"), false, unkept, false, false},
		{"not a directory", file, false, config.Default(), false, true},
	} {
		var warnings []string
		w := at(".", nil, &warnings)
		w.CacheDir, w.NoCache = tc.dir, tc.without
		store, closeCache := w.OpenCache(tc.conf)
		closeCache()
		if made := w.MakeCache(tc.conf); (store != nil) != tc.made || (made != "") != tc.made || (len(warnings) > 0) != tc.warned {
			t.Errorf("%s: store %v, made %q, warnings %q", tc.name, store != nil, made, warnings)
		}
		for _, s := range warnings {
			if !strings.HasPrefix(s, "working without cache: ") {
				t.Errorf("%s: %q", tc.name, s)
			}
		}
	}
}

// The heap is first collected late, and then as often as gcPercent says, unless something else was set
// meanwhile or the environment says how often.
func TestTuneMemory(t *testing.T) {
	percent := func() int {
		p := debug.SetGCPercent(-1)
		debug.SetGCPercent(p)
		return p
	}
	collected := func() int {
		for range 30 { // the cleanup runs on a goroutine of its own
			runtime.GC()
		}
		return percent()
	}
	unset := func(string) string { return "" }
	defer debug.SetGCPercent(percent())
	TuneMemory(unset)
	if got := percent(); got != firstPercent {
		t.Errorf("%d percent at the start, want %d", got, firstPercent)
	}
	if got := collected(); got != gcPercent {
		t.Errorf("%d percent after a collection, want %d", got, gcPercent)
	}
	TuneMemory(unset)
	debug.SetGCPercent(100)
	if got := collected(); got != 100 {
		t.Errorf("%d percent after a collection, want the 100 that were set before", got)
	}
	TuneMemory(func(string) string { return "50" })
	if got := percent(); got != 100 {
		t.Errorf("%d percent, want the 100 of the environment", got)
	}
}
