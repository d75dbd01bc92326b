// Package source defines the inputs of an analysis: the content of files and the commit history.
//
// In: a snapshot, and a reader of its content. Out: Files, its regular files by path.
//
// Absent: repositories. Package diff/git implements both interfaces; tests have their own
// implementations.
package source

import (
	"context"

	"github.com/nexus-ci/nexus-ci/diff"
)

// Blobs reads the content of files. Read calls each for every id, concurrently and in any
// order; content is valid only during the call. An error passed to each concerns this blob
// only.
type Blobs interface {
	Read(ctx context.Context, ids []string, maxSize int64, each func(i int, content []byte, err error)) error
}

// A Log reads the commit history of a repository.
type Log interface {
	// Log returns commits along first parents, newest first. complete is false if a shallow
	// clone ends first.
	Log(ctx context.Context, from string, o diff.LogOptions) (commits []diff.Commit, complete bool, err error)
	// LogVersion identifies everything, except the commit id, on which the result of Log depends:
	// the code that reads it, and where a shallow clone ends.
	LogVersion() string
}
