// Package workspace opens the repository and the cache that flags name, and checks changes and
// answers questions with them.
//
// In: a directory of the repository, one of the cache, and who is told what. Out: the open
// repository, the cache, results of checks, and environments for questions.
//
// Invariants: a cache that does not work costs time and a warning, and changes no result; an
// error of a check over a protocol is one line that says what to do next.
package workspace

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"

	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/fault"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/analyze/serve"
	"github.com/nexus-ci/nexus-ci/check"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/build"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/hugepage"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff/compare"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report"
)

// maxCacheBytes bounds the cache directory. The facts of a large repository take
// about a tenth of it.
const maxCacheBytes = 1 << 30

// A Workspace is a repository and a cache, by name.
type Workspace struct {
	Dir      string // the repository contains it
	CacheDir string // empty for that of the user
	NoCache  bool
	Getenv   func(string) string
	// Progress tells the user that something is going on, until stop is called. at is told how
	// much of it is done.
	Progress func(what string) (at func(done, total int), stop func())
	Warn     func(sentence string) // is told what the user should know
	Faults   func(*fault.Fault)    // is told of bugs
}

// Open opens the repository, with the index that git gave to a hook. Who calls it closes it.
func (w *Workspace) Open() (*git.Repo, error) {
	if _, err := os.Stat(w.Dir); err != nil {
		return nil, exit.Usagef("open repository: %w", err)
	}
	repo, err := Repository(w.Dir)
	if err != nil {
		return nil, err
	}
	if index := w.Getenv("GIT_INDEX_FILE"); index != "" {
		if !filepath.IsAbs(index) {
			index = filepath.Join(repo.Root(), index)
		}
		repo.IndexFile = index
	}
	return repo, nil
}

// Repository opens the repository that contains a directory. Any directory but the default
// names one, which may then be bare.
func Repository(dir string) (*git.Repo, error) {
	if dir == "." {
		return git.Find(dir)
	}
	return git.Open(dir)
}

// CachePath returns the directory of the cache.
func (w *Workspace) CachePath() (string, error) {
	if w.CacheDir != "" {
		return w.CacheDir, nil
	}
	user, err := os.UserCacheDir()
	return filepath.Join(user, "nexus-ci"), err
}

// OpenCache returns the cache, nil for none, and a function that closes it.
func (w *Workspace) OpenCache(conf *config.Config) (store *cache.Cache, closeCache func()) {
	none := func() {}
	if w.NoCache || !conf.KeepIndex {
		return nil, none
	}
	dir, err := w.CachePath()
	if err == nil {
		store, err = cache.Open(dir, maxCacheBytes)
	}
	if err != nil {
		w.warnOfCache(err)
		return nil, none
	}
	return store, func() {
		if err := store.Close(); err != nil {
			w.warnOfCache(err)
		}
	}
}

// MakeCache makes the directory of the cache for a process that may write in it but not make
// it, and returns its absolute path, empty where there is none.
func (w *Workspace) MakeCache(conf *config.Config) string {
	if w.NoCache || !conf.KeepIndex {
		return ""
	}
	dir, err := w.CachePath()
	if err == nil {
		dir, err = filepath.Abs(dir)
	}
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	if err != nil {
		w.warnOfCache(err)
		return ""
	}
	return dir
}

func (w *Workspace) warnOfCache(err error) {
	w.Warn("working without cache: " + report.Clean(err.Error()))
}

// Check compares and rates in this process. The caller says what, and the workspace how.
func (w *Workspace) Check(ctx context.Context, in check.Input) (*check.Result, error) {
	limitMemory(in.Config.MemoryLimit())
	in.Tool, in.Faults, in.Warn, in.Progress = build.Tool(), w.Faults, w.Warn, w.parsing(in.Progress)
	in.OpenCache = func() (*cache.Cache, func()) { return w.OpenCache(in.Config) }
	return check.Run(ctx, in)
}

// gcPercent lets the heap grow to three times what is in use before it is collected, up to the memory
// limit. A run that finds facts in the cache mostly makes what it needs to its end: with Go's 100 a
// change of prometheus takes a fifth longer, and a tenth less memory.
const gcPercent = 200

// firstPercent leaves the heap uncollected until it has 64 MiB: Go collects from 4 MiB times the
// percentage on. What a graph is read into stays, so collecting it meanwhile frees nothing.
const firstPercent = 1600

// manyFiles is the number of files from which on parsing leaves so much garbage that it is collected
// as often as Go does by itself.
const manyFiles = 500

// TuneMemory puts the heap into huge pages, and makes the garbage collector work less often, unless the
// environment says how often.
func TuneMemory(getenv func(string) string) {
	hugepage.Advise()
	if getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(firstPercent)
	runtime.AddCleanup(new(collected), func(percent int) { // after the first collection
		if set := debug.SetGCPercent(percent); set != firstPercent {
			debug.SetGCPercent(set) // set meanwhile, by parsing
		}
	}, gcPercent)
}

// A collected is a value whose cleanup runs after the next garbage collection. Its size keeps it out of the
// blocks that Go shares between small values, which live longer.
type collected [64]byte

// parsing returns a function to tell how many files were parsed, of all that must be. It passes that on to
// told, which may be nil, and sets the collector for many files.
func (w *Workspace) parsing(told func(done, total int)) func(done, total int) {
	return func(done, total int) {
		if done == 1 && total >= manyFiles && w.Getenv("GOGC") == "" {
			debug.SetGCPercent(100)
		}
		if told != nil {
			told(done, total)
		}
	}
}

// limitMemory makes the garbage collector work harder before the limit, unless the
// environment has asked for that earlier.
func limitMemory(limit int64) {
	if limit > 0 && limit < debug.SetMemoryLimit(-1) {
		debug.SetMemoryLimit(limit)
	}
}

// Environment is what questions about the repository share.
func (w *Workspace) Environment() *serve.Environment {
	return &serve.Environment{
		Dir: w.Dir, Open: w.Open, CacheDir: w.CachePath, OpenCache: w.OpenCache, Changes: w.changes,
		Explain: func(err error) error { return errors.New(report.Clean(exit.Advised(err))) },
		Getenv:  w.Getenv, Warn: w.Warn, Faults: w.Faults,
		Progress: func(what string) (func(done, total int), func()) {
			at, stop := w.Progress(what)
			return w.parsing(at), stop
		},
	}
}

// Set returns the repositories that a server offers: those in dirs, or the one of the
// workspace, or all that were indexed.
func (w *Workspace) Set(ctx context.Context, all bool, dirs []string) (*serve.Set, error) {
	hugepage.Decline() // a server runs for long
	at := func(dir string) *serve.Environment {
		of := *w
		of.Dir = dir
		return of.Environment()
	}
	var named []engine.Repository
	if !all {
		var err error
		if named, err = serve.Choose(w.Environment(), at, dirs); err != nil {
			return nil, err
		}
	}
	return serve.NewSet(ctx, w.Environment(), at, named), nil
}

// changes checks a change for the tool detect_changes, as the subcommand check does.
func (w *Workspace) changes(ctx context.Context, asked, baseRef string) (*engine.ChangeReport, error) {
	repo, err := w.Open()
	if err != nil {
		return nil, err
	}
	defer repo.Close()
	conf, err := config.Load("", repo.Root())
	if err != nil {
		return nil, err
	}
	var scope compare.Scope
	switch asked {
	case engine.ScopeUnstaged:
		scope.Unstaged = true
	case engine.ScopeStaged:
		scope.Staged = true
	case engine.ScopeAll:
		scope.Worktree = true
	default:
		scope.Base = conf.Base
		if baseRef != "" {
			scope.Base = baseRef
		}
	}
	found, err := w.Check(ctx, check.Input{Repo: repo, Config: conf, Scope: scope})
	var unknown *git.UnknownRevisionError
	switch {
	case errors.As(err, &unknown):
		return nil, &engine.ParameterError{Parameter: "base_ref", Reason: exit.Advised(err)}
	case err != nil:
		return nil, errors.New(exit.Advised(err))
	}
	return check.Changes(found.Report), nil
}
