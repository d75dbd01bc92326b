package git

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git/internal/object"
)

// ReadFile returns the content of a regular file of a commit, given by full id, without listing
// the whole tree. The error is fs.ErrNotExist if the commit has no regular file at path. A file
// of more than maxSize bytes is an error.
func (r *Repo) ReadFile(commit, path string, maxSize int64) ([]byte, error) {
	name, ok := object.ParseID(commit)
	if !ok {
		return nil, fmt.Errorf("read %s of %s: not a full commit id", path, commit)
	}
	c, err := r.commit(name)
	if err != nil {
		return nil, err
	}
	entry := treeEntry{id: c.tree, dir: true}
	for _, segment := range strings.Split(path, "/") {
		if !entry.dir {
			return nil, fs.ErrNotExist
		}
		entries, err := r.readTree(entry.id)
		if err != nil {
			return nil, err
		}
		found := false
		for _, e := range entries {
			if found = e.name == segment; found {
				entry = e
				break
			}
		}
		if !found {
			return nil, fs.ErrNotExist
		}
	}
	if entry.dir || entry.mode != diff.Regular && entry.mode != diff.Executable {
		return nil, fs.ErrNotExist
	}
	rd := r.reader()
	defer r.release(rd)
	k, content, err := rd.Read(entry.id, maxSize)
	switch {
	case errors.Is(err, object.ErrNotFound):
		return nil, r.missing(entry.id)
	case err == nil && k != object.Blob:
		err = object.Corrupt("it is not a file")
	}
	if err != nil {
		return nil, fmt.Errorf("read %s of %s: %w", path, commit, err)
	}
	return bytes.Clone(content), nil
}
