package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git/internal/object"
)

const (
	// maxFiles and maxDirs bound a snapshot, and maxPathBytes the length of all its paths. A tree
	// that contains itself ten times on each of ten levels is small, but has ten thousand
	// million files, or as many directories.
	maxFiles     = 640_000
	maxDirs      = 250_000
	maxPathBytes = 96 << 20
	// maxPathLen is the maximum length of a path; no system can check out a longer one.
	maxPathLen = 4096
	// maxTree is the maximum size of a tree object in bytes.
	maxTree = 32 << 20
	// maxKept is the number of files and directories kept from one snapshot to the next. When it
	// is exceeded, all are dropped.
	maxKept = 2 * (maxFiles + maxDirs)
)

// Snapshot lists the tree of a commit, given by full id. Sizes are not known. A subtree that is
// in memory from an earlier snapshot is not read again.
func (r *Repo) Snapshot(ctx context.Context, commit string) (*diff.Snapshot, error) {
	name, ok := object.ParseID(commit)
	if !ok {
		return nil, fmt.Errorf("list %s: not a full commit id", commit)
	}
	c, err := r.commit(name)
	if err != nil {
		return nil, err
	}
	l := r.lister(ctx)
	defer l.close()
	if err := l.list("", c.tree); err != nil {
		return nil, fmt.Errorf("list tree of %s: %w", commit, err)
	}
	return &diff.Snapshot{Ref: commit, Commit: commit, Tree: c.tree.String(), Time: c.time, Files: l.files}, nil
}

// A listing is a tree at a path.
type listing struct {
	prefix string // empty, or the path of the directory with a slash
	tree   object.ID
}

// A census counts the entries of a listing, up to the limits of a snapshot.
type census struct{ files, dirs, pathBytes int }

func (c *census) file(path string) error {
	c.files++
	return c.add(path)
}

func (c *census) dir(path string) error {
	c.dirs++
	return c.add(path)
}

func (c *census) add(path string) error {
	c.pathBytes += len(path)
	switch {
	case len(path) > maxPathLen:
		return tooMuch(path, "a path of more than %d bytes", maxPathLen)
	case c.files > maxFiles:
		return tooMuch(path, "more than %d files", maxFiles)
	case c.dirs > maxDirs:
		return tooMuch(path, "more than %d directories", maxDirs)
	case c.pathBytes > maxPathBytes:
		return tooMuch(path, "paths of more than %d bytes in all", maxPathBytes)
	}
	return nil
}

func tooMuch(path, format string, args ...any) error {
	const shown = 60 // bytes of the path
	if len(path) > shown {
		path = path[:shown] + "…"
	}
	return &LimitError{What: fmt.Sprintf(format, args...) + fmt.Sprintf(", counted up to %q", path)}
}

// A lister lists one tree.
type lister struct {
	census
	ctx   context.Context
	repo  *Repo
	rd    *object.Reader
	trees treeCache
	files []diff.File // listed so far, sorted by path
}

func (r *Repo) lister(ctx context.Context) *lister {
	return &lister{ctx: ctx, repo: r, rd: r.reader()}
}

func (l *lister) close() { l.repo.release(l.rd) }

// list adds the files of a tree and of its subtrees.
func (l *lister) list(prefix string, tree object.ID) error {
	if err := l.ctx.Err(); err != nil {
		return err
	}
	key := listing{prefix, tree}
	if known, ok := l.repo.listed(key); ok {
		for i := range known {
			if err := l.file(known[i].Path); err != nil {
				return err
			}
		}
		l.files = append(l.files, known...)
		return nil
	}
	start := len(l.files)
	entries, err := l.tree(tree)
	if err != nil {
		return err
	}
	for i := range entries {
		e := &entries[i]
		path := prefix + e.name
		if e.dir {
			if err = l.dir(path); err == nil {
				err = l.list(path+"/", e.id)
			}
		} else if err = l.file(path); err == nil {
			if e.text == "" {
				e.text = e.id.String()
			}
			l.files = append(l.files, diff.File{Path: path, Blob: e.text, Mode: e.mode, Size: -1})
		}
		if err != nil {
			return err
		}
	}
	l.repo.keep(key, l.files[start:len(l.files):len(l.files)], 1+len(entries))
	return nil
}

// tree reads a tree, unless it is in memory.
func (l *lister) tree(name object.ID) ([]treeEntry, error) {
	if entries, ok := l.trees.get(name); ok {
		return entries, nil
	}
	entries, err := l.repo.readTreeWith(l.rd, name)
	if err == nil {
		l.trees.put(name, entries)
	}
	return entries, err
}

// listed returns the files of a subtree if an earlier snapshot had it.
func (r *Repo) listed(key listing) ([]diff.File, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	files, ok := r.trees[key]
	return files, ok
}

// keep stores the files of a subtree, which itself has some entries.
func (r *Repo) keep(key listing, files []diff.File, entries int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.kept += entries; r.kept > maxKept {
		clear(r.trees)
		r.kept = entries
	}
	r.trees[key] = files
}

// A treeCache keeps recently read trees, in two generations: when the younger
// one is full, it replaces the older one.
type treeCache struct {
	young, old map[object.ID][]treeEntry
	size       int // entries of young
}

// maxKeptEntries is the size of a generation.
const maxKeptEntries = 1 << 16

func (c *treeCache) get(name object.ID) ([]treeEntry, bool) {
	if entries, ok := c.young[name]; ok {
		return entries, true
	}
	entries, ok := c.old[name]
	if ok {
		c.put(name, entries)
	}
	return entries, ok
}

func (c *treeCache) put(name object.ID, entries []treeEntry) {
	if c.size += len(entries) + 1; c.young == nil || c.size > maxKeptEntries {
		c.young, c.old, c.size = make(map[object.ID][]treeEntry), c.young, len(entries)+1
	}
	c.young[name] = entries
}

// A treeEntry is a file or a directory of a tree.
type treeEntry struct {
	name string
	id   object.ID
	dir  bool
	mode diff.Mode
	text string // the id in hex; empty until the file is listed
}

func (r *Repo) readTree(tree object.ID) ([]treeEntry, error) {
	rd := r.reader()
	defer r.release(rd)
	return r.readTreeWith(rd, tree)
}

func (r *Repo) readTreeWith(rd *object.Reader, tree object.ID) ([]treeEntry, error) {
	k, content, err := rd.Read(tree, maxTree)
	var large *object.TooLargeError
	if errors.As(err, &large) {
		return nil, &LimitError{What: fmt.Sprintf("the tree %s of %v", tree, large)}
	}
	if errors.Is(err, object.ErrNotFound) {
		return nil, r.missing(tree)
	}
	if err == nil && k != object.Tree {
		err = object.Corrupt("it is not a tree")
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
		if !ok || !ok2 || len(rest) < len(object.ID{}) {
			return nil, object.Corrupt("tree is cut short")
		}
		e := treeEntry{name: string(name), id: object.ID(rest[:len(object.ID{})])}
		content = rest[len(object.ID{}):]
		if e.name == "" || e.name == "." || e.name == ".." || strings.Contains(e.name, "/") {
			return nil, object.Corrupt("tree with the entry %q", e.name)
		}
		var bits uint32
		for _, c := range mode {
			if c < '0' || c > '7' || bits >= 1<<24 {
				return nil, object.Corrupt("tree entry of mode %q", mode)
			}
			bits = bits<<3 | uint32(c-'0')
		}
		if e.dir = bits&typeMask == dirType; !e.dir {
			if e.mode, ok = fileMode(bits); !ok {
				return nil, object.Corrupt("tree entry of mode %q", mode)
			}
		}
		if n := len(entries); n > 0 && entries[n-1].key() >= e.key() {
			return nil, object.Corrupt("tree is not sorted")
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// key is the sort key of trees; it makes the paths of all files sorted.
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
