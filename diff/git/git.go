// Package git reads git repositories: revisions, snapshots of commits, of the
// index and of the work tree, blobs, and what differs between two snapshots.
//
// It runs no git and fetches nothing unless Fetch is called. It is the only
// package that uses go-git.
package git

import (
	"context"
	"errors"

	"github.com/nexus-ci/nexus-ci/diff"
)

var (
	ErrNotRepository = errors.New("not a git repository")
	ErrUnsupported   = errors.New("unsupported repository format")
	ErrNoCommits     = errors.New("the repository has no commits yet")
	ErrBare          = errors.New("the repository is bare: it has no work tree")
	ErrUnrelated     = errors.New("the two commits have no common ancestor")
	ErrCorrupt       = errors.New("the repository is damaged")
)

// An UnknownRevisionError is a revision that names no commit of the repository.
type UnknownRevisionError struct {
	Rev  string
	Hint string // the command that would make it known; empty when there is none
}

func (e *UnknownRevisionError) Error() string { return "unknown revision" }

// A MissingObjectError is an object that this clone does not hold because it is
// shallow or partial.
type MissingObjectError struct {
	ID   string
	Hint string // the command that brings it
}

func (e *MissingObjectError) Error() string { return "missing object" }

// A Repo is an open repository. Its methods may be called from several
// goroutines at once.
type Repo struct{}

// Open finds the repository that holds dir, as git -C dir would.
func Open(dir string) (*Repo, error) { return nil, nil }

// Close closes the files the repository holds open.
func (r *Repo) Close() error { return nil }

// Resolve returns the id of the commit that rev names.
func (r *Repo) Resolve(rev string) (string, error) { return "", nil }

// DefaultBranch returns the revision others branch from.
func (r *Repo) DefaultBranch() (string, error) { return "", nil }

// MergeBase returns the best common ancestor of two commits.
func (r *Repo) MergeBase(a, b string) (string, error) { return "", nil }

// Snapshot lists the tree of a commit.
func (r *Repo) Snapshot(commit string) (*diff.Snapshot, error) { return nil, nil }

// IndexSnapshot lists what is staged.
func (r *Repo) IndexSnapshot() (*diff.Snapshot, error) { return nil, nil }

// WorktreeSnapshot lists the files on disk: the tracked ones and those that are
// neither tracked nor ignored.
func (r *Repo) WorktreeSnapshot() (*diff.Snapshot, error) { return nil, nil }

// Diff says how head differs from base.
func (r *Repo) Diff(base, head *diff.Snapshot) ([]diff.FileChange, error) { return nil, nil }

// Fetch brings one commit, without its history, from the remote.
func (r *Repo) Fetch(ctx context.Context, commit string) error { return nil }

// Blobs returns the reader of file contents.
func (r *Repo) Blobs() *Blobs { return nil }

// Blobs reads the content of files.
type Blobs struct{}

// Read calls each once for every id, in no order and from several goroutines at
// once. Content is only valid during the call. Trouble with one blob is an
// *diff.UnreadError given to each: larger than maxSize bytes (0 is no limit) or
// not in this clone. Read returns an error when nothing more can be read or ctx
// is done.
func (b *Blobs) Read(ctx context.Context, ids []string, maxSize int64, each func(i int, content []byte, err error)) error {
	return nil
}
