package git

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/diff"
)

const (
	// maxFiles is the largest snapshot. A tree that names itself ten times over
	// on ten levels is small and holds ten thousand million files.
	maxFiles = 1_000_000
	// maxPathLen is the longest path; no system can check out a longer one.
	maxPathLen = 4096
)

// Snapshot lists the tree of a commit, given by its full id. Sizes are not
// known. A subtree that an earlier snapshot holds at the same path is not read
// again.
func (r *Repo) Snapshot(commit string) (*diff.Snapshot, error) {
	name, ok := parseID(commit)
	if !ok {
		return nil, fmt.Errorf("list %s: not a full commit id", commit)
	}
	c, err := r.commit(name)
	if err != nil {
		return nil, err
	}
	files, err := r.list("", c.tree, nil)
	if err != nil {
		return nil, fmt.Errorf("list tree of %s: %w", commit, err)
	}
	return &diff.Snapshot{Ref: commit, Commit: commit, Tree: c.tree.String(), Time: c.time, Files: files}, nil
}

// A listing is a tree at a place.
type listing struct {
	prefix string // empty, or the path of the directory and a slash
	tree   id
}

// list appends the files of a tree and of all below it, sorted by path.
func (r *Repo) list(prefix string, tree id, files []diff.File) ([]diff.File, error) {
	key := listing{prefix, tree}
	r.mu.Lock()
	known, ok := r.trees[key]
	r.mu.Unlock()
	if ok {
		return append(files, known...), nil
	}
	start := len(files)
	entries, err := r.readTree(tree)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		path := prefix + e.name
		switch {
		case len(files) >= maxFiles:
			return nil, fmt.Errorf("more than %d files", maxFiles)
		case len(path) > maxPathLen:
			return nil, fmt.Errorf("path %.100q… is longer than %d bytes", path, maxPathLen)
		case e.dir:
			if files, err = r.list(path+"/", e.id, files); err != nil {
				return nil, err
			}
		default:
			files = append(files, diff.File{Path: path, Blob: e.id.String(), Mode: e.mode, Size: -1})
		}
	}
	own := files[start:len(files):len(files)]
	r.mu.Lock()
	r.trees[key] = own
	r.mu.Unlock()
	return files, nil
}

// A treeEntry is a file or a directory of a tree.
type treeEntry struct {
	name string
	id   id
	dir  bool
	mode diff.Mode
}

func (r *Repo) readTree(tree id) ([]treeEntry, error) {
	rd := r.reader()
	defer r.release(rd)
	return r.readTreeWith(rd, tree)
}

func (r *Repo) readTreeWith(rd *reader, tree id) ([]treeEntry, error) {
	k, content, err := rd.read(tree, 0)
	if errors.Is(err, errNotFound) {
		return nil, r.missing(tree)
	}
	if err == nil && k != treeKind {
		err = corrupt("it is not a tree")
	}
	if err != nil {
		return nil, fmt.Errorf("read tree %s: %w", tree, err)
	}
	entries, err := parseTree(content)
	if err != nil {
		return nil, fmt.Errorf("read tree %s: %w", tree, err)
	}
	return entries, nil
}

// parseTree reads entries of the form "mode name NUL id".
func parseTree(content []byte) ([]treeEntry, error) {
	entries := make([]treeEntry, 0, len(content)/32)
	for len(content) > 0 {
		mode, rest, ok := bytes.Cut(content, []byte(" "))
		name, rest, ok2 := bytes.Cut(rest, []byte{0})
		if !ok || !ok2 || len(rest) < len(id{}) {
			return nil, corrupt("tree is cut short")
		}
		e := treeEntry{name: string(name), id: id(rest[:len(id{})])}
		content = rest[len(id{}):]
		if e.name == "" || e.name == "." || e.name == ".." || strings.Contains(e.name, "/") {
			return nil, corrupt("tree with the entry %q", e.name)
		}
		var bits uint32
		for _, c := range mode {
			if c < '0' || c > '7' || bits >= 1<<24 {
				return nil, corrupt("tree entry of mode %q", mode)
			}
			bits = bits<<3 | uint32(c-'0')
		}
		if e.dir = bits&typeMask == dirType; !e.dir {
			if e.mode, ok = fileMode(bits); !ok {
				return nil, corrupt("tree entry of mode %q", mode)
			}
		}
		if n := len(entries); n > 0 && entries[n-1].key() >= e.key() {
			return nil, corrupt("tree is not sorted")
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// key is what trees are sorted by, so that the paths of all files are sorted.
func (e treeEntry) key() string {
	if e.dir {
		return e.name + "/"
	}
	return e.name
}

// The mode bits git stores, in trees and in the index.
const (
	typeMask    = 0o170000
	dirType     = 0o040000
	regularType = 0o100000
	symlinkType = 0o120000
	gitlinkType = 0o160000
	executeBit  = 0o100
)

func fileMode(bits uint32) (diff.Mode, bool) {
	switch {
	case bits&typeMask == symlinkType:
		return diff.Symlink, true
	case bits&typeMask == gitlinkType:
		return diff.Submodule, true
	case bits&typeMask == regularType && bits&executeBit != 0:
		return diff.Executable, true
	case bits&typeMask == regularType:
		return diff.Regular, true
	}
	return 0, false
}
