// Package difftest makes snapshots and changes from a txtar archive, for tests
// that need no git.
package difftest

import (
	"context"

	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/rogpeppe/go-internal/txtar"
)

// A Case is a change written as an archive.
type Case struct {
	Base, Head *diff.Snapshot
	Changes    []diff.FileChange
	Blobs      Blobs
	Rest       []txtar.File // the files that are neither under base/ nor under head/
}

// Parse reads an archive.
func Parse(ar *txtar.Archive) (*Case, error) { return nil, nil }

// Blobs is content by blob id.
type Blobs map[string][]byte

// Read calls each once for every id.
func (b Blobs) Read(ctx context.Context, ids []string, maxSize int64, each func(i int, content []byte, err error)) error {
	return nil
}
