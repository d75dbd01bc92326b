package source

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"sync"

	"github.com/nexus-ci/nexus-ci/diff"
)

// Files are the regular files of a snapshot, by path.
type Files struct {
	blobs    Blobs
	snapshot *diff.Snapshot
	paths    func() []string
}

// NewFiles returns the files of a snapshot; blobs reads their content.
func NewFiles(snapshot *diff.Snapshot, blobs Blobs) *Files {
	return &Files{blobs, snapshot, sync.OnceValue(func() []string {
		var paths []string
		for i := range snapshot.Files {
			if isRegular(snapshot.Files[i].Mode) {
				paths = append(paths, snapshot.Files[i].Path)
			}
		}
		return paths
	})}
}

func isRegular(m diff.Mode) bool { return m == diff.Regular || m == diff.Executable }

// Paths returns the paths of all files, sorted.
func (f *Files) Paths() []string { return f.paths() }

// ReadFile returns the content of a file of at most limit bytes. For a path that is no regular
// file, the error is fs.ErrNotExist.
func (f *Files) ReadFile(path string, limit int64) (content []byte, err error) {
	var trouble error
	err = f.Read(context.Background(), []string{path}, limit, func(_ int, b []byte, err error) {
		content, trouble = append([]byte(nil), b...), err
	})
	return content, cmp.Or(err, trouble)
}

// Read calls each with the content of every file, from several goroutines.
func (f *Files) Read(ctx context.Context, paths []string, limit int64, each func(i int, content []byte, err error)) error {
	var blobs []string
	var at []int
	for i, path := range paths {
		if file, ok := f.snapshot.File(path); ok && isRegular(file.Mode) {
			blobs, at = append(blobs, file.Blob), append(at, i)
		} else {
			each(i, nil, fmt.Errorf("read %s: %w", path, fs.ErrNotExist))
		}
	}
	return f.blobs.Read(ctx, blobs, limit, func(i int, content []byte, err error) { each(at[i], content, err) })
}
