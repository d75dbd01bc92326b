// Package difftest makes snapshots, changes and blobs from a txtar archive, for
// tests that need no git.
//
// The files under base/ are the old tree. The files under head/ are changes to it: each
// replaces or adds a file, and an empty file with the extension ".deleted" removes one:
//
//	-- base/a.go --
//	package a
//	-- base/b.go --
//	package a
//	-- head/a.go --
//	package a // edited
//	-- head/b.go.deleted --
//
// The files under other/ are changes to base as well and make a second branch.
//
// Blob ids are those of git. Every file is a regular one, as txtar has no modes.
package difftest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/rogpeppe/go-internal/txtar"
)

// A Case is a change, made from an archive.
type Case struct {
	Base, Head *diff.Snapshot
	Changes    []diff.FileChange
	Blobs      Blobs
	// Other is the second branch, nil without one; OtherChanges are from Base to it.
	Other        *diff.Snapshot
	OtherChanges []diff.FileChange
	Rest         []txtar.File // the files outside of base, head and other
}

// Parse reads an archive. It is an error if a deletion names no file of base.
func Parse(ar *txtar.Archive) (*Case, error) {
	base, head, rest, err := Trees(ar)
	if err != nil {
		return nil, err
	}
	other, rest, err := overlay(base, "other/", rest)
	if err != nil {
		return nil, err
	}
	c := &Case{Blobs: make(Blobs), Rest: rest}
	c.Base = c.Blobs.Snapshot("base", base)
	c.Head = c.Blobs.Snapshot("head", head)
	c.Changes, err = diff.Compare(c.Base, c.Head, c.Blobs.get)
	if err != nil {
		return nil, fmt.Errorf("compare base with head: %w", err)
	}
	if other == nil {
		return c, nil
	}
	c.Other = c.Blobs.Snapshot("other", other)
	c.OtherChanges, err = diff.Compare(c.Base, c.Other, c.Blobs.get)
	if err != nil {
		return nil, fmt.Errorf("compare base with other: %w", err)
	}
	return c, nil
}

// Trees returns the content of both trees by path, and all other files.
func Trees(ar *txtar.Archive) (base, head map[string][]byte, rest []txtar.File, err error) {
	base = make(map[string][]byte)
	for _, f := range ar.Files {
		if path, ok := strings.CutPrefix(f.Name, "base/"); ok {
			base[path] = f.Data
		} else {
			rest = append(rest, f)
		}
	}
	head, rest, err = overlay(base, "head/", rest)
	if head == nil {
		head = maps.Clone(base)
	}
	return base, head, rest, err
}

// overlay returns base with the changes whose names begin with prefix, nil when there are none,
// and the other files.
func overlay(base map[string][]byte, prefix string, files []txtar.File) (tree map[string][]byte, rest []txtar.File, err error) {
	for _, f := range files {
		name, ok := strings.CutPrefix(f.Name, prefix)
		if !ok {
			rest = append(rest, f)
			continue
		}
		if tree == nil {
			tree = maps.Clone(base)
		}
		path, deletion := strings.CutSuffix(name, ".deleted")
		if !deletion || len(f.Data) > 0 {
			tree[name] = f.Data
			continue
		}
		if _, ok := base[path]; !ok {
			return nil, nil, fmt.Errorf("delete %q: base has no such file", path)
		}
		delete(tree, path)
	}
	return tree, rest, nil
}

// Blobs is content by blob id.
type Blobs map[string][]byte

// Snapshot makes a snapshot of files, content by path, and stores the content.
func (b Blobs) Snapshot(ref string, files map[string][]byte) *diff.Snapshot {
	s := &diff.Snapshot{Ref: ref}
	for path, content := range files {
		id := BlobID(content)
		b[id] = content
		s.Files = append(s.Files, diff.File{Path: path, Blob: id, Size: int64(len(content))})
	}
	slices.SortFunc(s.Files, func(a, b diff.File) int { return strings.Compare(a.Path, b.Path) })
	return s
}

// BlobID is git's id of a file with this content.
func BlobID(content []byte) string { return diff.BlobID(content) }

// Read calls each once for every id, with a *diff.UnreadError for a blob that is larger than
// maxSize bytes (0: no limit) or unknown.
func (b Blobs) Read(ctx context.Context, ids []string, maxSize int64, each func(i int, content []byte, err error)) error {
	for i, id := range ids {
		if err := ctx.Err(); err != nil {
			return err
		}
		content, err := b.get(id)
		if err == nil && maxSize > 0 && int64(len(content)) > maxSize {
			content, err = nil, &diff.UnreadError{Blob: id, Reason: fmt.Sprintf("larger than %d bytes", maxSize), TooLarge: true}
		}
		each(i, content, err)
	}
	return nil
}

func (b Blobs) get(id string) ([]byte, error) {
	content, ok := b[id]
	if !ok {
		return nil, &diff.UnreadError{Blob: id, Reason: "not in the archive"}
	}
	return content, nil
}
