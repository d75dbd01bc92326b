// Package git reads git repositories: revisions, the log, snapshots of commits, of the
// index and of the work tree, the content of files, and the differences between two
// snapshots.
//
// Invariants: it runs no git, no hook and no filter; it writes nothing and uses no network
// unless Fetch is called; it follows no symbolic link inside a work tree and never leaves
// it. Paths are the bytes that git stores. A damaged repository gives ErrCorrupt, never a
// panic. An object that a shallow or partial clone lacks gives a MissingObjectError with the
// command that fetches it.
//
// It is the only package that uses go-git: for refs, configuration and fetching. Objects, the
// index and the work tree are read by our own code, see objects.go for the measurements and
// index.go for the formats.
// Absent: replace refs, grafts, sha256 repositories, reftables, split indexes and clean
// filters; each of them is refused or reported.
package git

import (
	"fmt"
	"path/filepath"
	"sync"

	"github.com/go-git/go-billy/v5/osfs"
	"github.com/go-git/go-git/v5/plumbing/cache"
	"github.com/go-git/go-git/v5/storage/filesystem"
	"github.com/go-git/go-git/v5/storage/filesystem/dotgit"

	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git/internal/object"
)

// A Repo is an open repository. Its methods may be called from several
// goroutines at once.
type Repo struct {
	// IndexFile is the index to read. Git sets GIT_INDEX_FILE for a hook when it commits from
	// another index than usual; a relative path there starts at the root of the work tree.
	IndexFile string
	// Login is used by Fetch if the configuration has no login.
	Login Login

	layout  layout
	config  *settings
	refs    *filesystem.Storage
	objects *object.Store

	mu      sync.Mutex
	idle    []*object.Reader
	commits map[object.ID]*commit   // read so far
	shallow map[object.ID]bool      // commits whose parents were not cloned
	trees   map[listing][]diff.File // recently listed subtrees
	kept    int                     // number of files and directories in trees
	files   *worktree               // nil until the work tree is used
}

// Open opens the repository that contains dir, as git -C dir does: in dir or a
// parent, linked or not. A bare repository has to be dir itself.
func Open(dir string) (*Repo, error) { return open(dir, true) }

// Find is Open for a directory that the user did not name, such as the working directory: it
// opens no bare repository.
func Find(dir string) (*Repo, error) { return open(dir, false) }

func open(dir string, named bool) (*Repo, error) {
	l, err := discover(dir, named)
	if err != nil {
		return nil, err
	}
	config, err := readConfig(l)
	if err != nil {
		return nil, fmt.Errorf("open repository %s: %w", l.gitDir, err)
	}
	if err := config.checkFormat(); err != nil {
		return nil, fmt.Errorf("open repository %s: %w", l.gitDir, err)
	}
	l.settle(config)
	objects, err := object.Open(filepath.Join(l.commonDir, "objects"))
	if err != nil {
		return nil, fmt.Errorf("open repository %s: %w", l.gitDir, err)
	}
	dot := dotgit.NewRepositoryFilesystem(osfs.New(l.gitDir), osfs.New(l.commonDir))
	r := &Repo{
		IndexFile: filepath.Join(l.gitDir, "index"),
		layout:    l,
		config:    config,
		refs:      filesystem.NewStorage(dot, cache.NewObjectLRU(cache.MiByte)),
		objects:   objects,
		commits:   make(map[object.ID]*commit),
		trees:     make(map[listing][]diff.File),
	}
	if r.shallow, err = r.readShallow(); err != nil {
		r.Close()
		return nil, fmt.Errorf("open repository %s: %w", l.gitDir, err)
	}
	return r, nil
}

// Close closes the open files of the repository.
func (r *Repo) Close() error {
	r.objects.Close()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.files != nil {
		r.files.close()
		r.files = nil
	}
	return r.refs.Close()
}

// Root returns the directory of the work tree, empty for a bare repository.
func (r *Repo) Root() string { return r.layout.root }

// GitDir returns the directory with the references of the repository.
func (r *Repo) GitDir() string { return r.layout.gitDir }

// readShallow returns the commits at which a shallow clone ends.
func (r *Repo) readShallow() (map[object.ID]bool, error) {
	hashes, err := r.refs.Shallow()
	if err != nil {
		return nil, fmt.Errorf("read shallow commits: %w", err)
	}
	shallow := make(map[object.ID]bool, len(hashes))
	for _, h := range hashes {
		shallow[object.ID(h)] = true
	}
	return shallow, nil
}

// isShallow reports whether the parents of a commit were not cloned.
func (r *Repo) isShallow(name object.ID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.shallow[name]
}

// anyShallow reports whether the clone is shallow.
func (r *Repo) anyShallow() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.shallow) > 0
}

// reader returns an idle reader or a new one. Return it with release.
func (r *Repo) reader() *object.Reader {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n := len(r.idle); n > 0 {
		last := r.idle[n-1]
		r.idle = r.idle[:n-1]
		return last
	}
	return object.NewReader(r.objects)
}

func (r *Repo) release(rd *object.Reader) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.idle = append(r.idle, rd)
}
