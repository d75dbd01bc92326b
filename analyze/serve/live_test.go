package serve

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	gogit "github.com/go-git/go-git/v5"

	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff/git"
)

// stagedTree makes a repository of Go files, all of them staged, and returns its folder.
func stagedTree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	repo, err := gogit.PlainInit(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		writeGo(t, dir, name, content)
	}
	work, err := repo.Worktree()
	if err != nil {
		t.Fatal(err)
	}
	if err := work.AddWithOptions(&gogit.AddOptions{All: true}); err != nil {
		t.Fatal(err)
	}
	return dir
}

func writeGo(t *testing.T, dir, name, content string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte("package a\n\n"+content), 0o666); err != nil {
		t.Fatal(err)
	}
}

// environment is that of a repository, with a cache of its own.
func environment(t *testing.T, dir string) *Environment {
	cacheDir := t.TempDir()
	return &Environment{
		Dir:      dir,
		Open:     func() (*git.Repo, error) { return git.Open(dir) },
		CacheDir: func() (string, error) { return cacheDir, nil },
		OpenCache: func(*config.Config) (*cache.Cache, func()) {
			store, err := cache.Open(cacheDir, 1<<20)
			if err != nil {
				t.Error(err)
			}
			return store, func() { store.Close() }
		},
		Getenv:   func(string) string { return "" },
		Progress: func(string) (func(int, int), func()) { return nil, func() {} },
		Warn:     func(sentence string) { t.Error(sentence) },
		Explain:  func(err error) error { return err },
	}
}

func liveRepository(t *testing.T, dir string) *Live {
	l := NewLive(t.Context(), environment(t, dir))
	t.Cleanup(l.Close)
	return l
}

// Questions about one state share one engine. It closes with its last question, and when
// the files change the next question sees it.
func TestLiveRepository(t *testing.T) {
	dir := stagedTree(t, map[string]string{"a.go": "func old() {}\n"})
	l := liveRepository(t, dir)
	engines := make([]*engine.Engine, 20)
	done := make([]func(), len(engines))
	var all sync.WaitGroup
	for i := range engines {
		all.Go(func() {
			var err error
			if engines[i], done[i], err = l.Engine(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	first := l.current
	for _, e := range engines {
		if e != first.engine {
			t.Fatal("questions about one state have several engines")
		}
	}
	if want := len(engines) + 1; first.users != want {
		t.Errorf("%d users, want %d", first.users, want)
	}

	writeGo(t, dir, "a.go", "func changed() {}\n")
	e, release, err := l.Engine(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Find("changed", engine.Choice{}); err != nil {
		t.Errorf("after the change: %v", err)
	}
	if _, err := engines[0].Find("old", engine.Choice{}); err != nil || first.users != len(engines) {
		t.Errorf("the engine of before has %d users, %v", first.users, err)
	}
	for _, d := range done {
		d()
	}
	if first.users != 0 {
		t.Errorf("the engine of before still has %d users", first.users)
	}
	release()

	// A file that git does not know, and a configuration, count too.
	writeGo(t, dir, "b.go", "func more() {}\n")
	e, release, err = l.Engine(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Find("more", engine.Choice{}); err != nil {
		t.Error(err)
	}
	release()
	if err := os.WriteFile(filepath.Join(dir, config.FileName), []byte("impact:\n  min_confidence: 0.5\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if e, release, err = l.Engine(t.Context()); err != nil || e.MinConfidence != 0.5 {
		t.Fatalf("after a new configuration: %v", err)
	}
	release()

	// What cannot be read is told, and the next question tries again.
	if err := os.WriteFile(filepath.Join(dir, config.FileName), []byte("nope: 1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, _, err := l.Engine(t.Context()); err == nil || !strings.Contains(err.Error(), "unknown key nope") {
		t.Errorf("a wrong configuration: %v", err)
	}
	if err := os.Remove(filepath.Join(dir, config.FileName)); err != nil {
		t.Fatal(err)
	}
	if _, release, err = l.Engine(t.Context()); err != nil {
		t.Fatal(err)
	}
	release()
	if l.current.users != 1 {
		t.Errorf("%d users, want the repository alone", l.current.users)
	}
}

// Who does not want to wait any more leaves no engine open.
func TestLiveRepositoryIsLeft(t *testing.T) {
	l := liveRepository(t, stagedTree(t, map[string]string{"a.go": "func a() {}\n"}))
	l.turn.Lock() // as if the files were being looked at
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := l.Engine(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want to leave", err)
	}
	l.turn.Unlock()
	_, release, err := l.Engine(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	release()
	l.turn.Lock() // the look of the one who left is over
	defer l.turn.Unlock()
	for {
		l.mu.Lock()
		users := l.current.users
		l.mu.Unlock()
		if users == 1 {
			return
		}
	}
}

// Close waits for the look that is under way, and none begins afterwards.
func TestLiveRepositoryCloses(t *testing.T) {
	l := NewLive(t.Context(), environment(t, stagedTree(t, map[string]string{"a.go": "func a() {}\n"})))
	asked := make(chan error, 1)
	go func() {
		_, done, err := l.Engine(t.Context())
		if err == nil {
			done()
		}
		asked <- err
	}()
	for begun := false; !begun; runtime.Gosched() {
		if begun = !l.turn.TryLock(); !begun {
			begun = l.current != nil // it is over already
			l.turn.Unlock()
		}
	}
	l.Close()
	if !l.turn.TryLock() {
		t.Fatal("a look goes on after Close")
	}
	l.turn.Unlock()
	if err := <-asked; err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("the question that was under way: %v", err)
	}
	if _, _, err := l.Engine(t.Context()); !errors.Is(err, context.Canceled) {
		t.Errorf("a question after Close: %v, want %v", err, context.Canceled)
	}
}
