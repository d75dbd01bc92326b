// Package source is what an analysis reads from: the content of files and the log of commits.
//
// In: a snapshot, and what has its content. Out: Files, its regular files by path.
//
// Absent: repositories. Package diff/git implements both interfaces, tests have their own.
package source

import (
	"context"

	"github.com/nexus-ci/nexus-ci/diff"
)

// Blobs reads the content of files. Read calls each for every id, from several
// goroutines at once and in no order; content is valid only during the call. An
// error given to each concerns that blob alone.
type Blobs interface {
	Read(ctx context.Context, ids []string, maxSize int64, each func(i int, content []byte, err error)) error
}

// A Log reads the past of a repository.
type Log interface {
	// Log returns commits along first parents, newest first. It is complete unless the
	// clone ends first.
	Log(ctx context.Context, from string, o diff.LogOptions) (commits []diff.Commit, complete bool, err error)
	// LogVersion stands for all that decides, beside its id, what Log says of a commit:
	// the code, and where the clone ends.
	LogVersion() string
}
