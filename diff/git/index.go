package git

import (
	"bytes"
	"context"
	"crypto/sha1"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git/internal/object"
)

// This file reads the index, versions 2 to 4 (gitformat-index), because go-git rejects the
// index of a sparse checkout.

// An indexEntry is one file of the index.
type indexEntry struct {
	path string
	id   object.ID
	mode uint32
	// The state of the file on disk when it had this content.
	seconds, nanoseconds uint32
	size                 uint32 // modulo 2³²

	stage        uint8 // 0, or one side of a conflict: 1 base, 2 ours, 3 theirs
	assumeValid  bool  // the user declared it unchanged
	skipWorktree bool  // not checked out
	intentToAdd  bool  // announced by git add -N, without content
}

// An index is the list of tracked files, sorted by path, then stage.
type index struct {
	entries []indexEntry
	written int64 // modification time of the file, nanoseconds; 0 without one
}

const (
	flagAssumeValid  = 1 << 15
	flagExtended     = 1 << 14
	flagNameLength   = 1<<12 - 1
	flagSkipWorktree = 1 << 14 // in the extended flags
	flagIntentToAdd  = 1 << 13

	indexHead  = 12 // length of "DIRC", version, count
	entryFixed = 62 // length from the times to the flags
	minEntry   = entryFixed + 1
)

// readIndex reads the index of the work tree. A repository to which no file was ever added has
// none.
func (r *Repo) readIndex(ctx context.Context) (*index, error) {
	content, err := os.ReadFile(r.IndexFile)
	if errors.Is(err, fs.ErrNotExist) {
		return &index{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read index: %w", err)
	}
	info, err := os.Stat(r.IndexFile)
	if err != nil {
		return nil, fmt.Errorf("read index: %w", err)
	}
	entries, err := parseIndex(content)
	if err != nil {
		return nil, fmt.Errorf("read index: %w", err)
	}
	if entries, err = r.expandSparse(ctx, entries); err != nil {
		return nil, fmt.Errorf("read index: %w", err)
	}
	return &index{entries: entries, written: info.ModTime().UnixNano()}, nil
}

func parseIndex(content []byte) ([]indexEntry, error) {
	if len(content) < indexHead+sha1.Size || !bytes.HasPrefix(content, []byte("DIRC")) {
		return nil, object.Corrupt("the index is not one")
	}
	version := binary.BigEndian.Uint32(content[4:])
	if version < 2 || version > 4 {
		return nil, fmt.Errorf("%w: index of version %d", object.ErrUnsupported, version)
	}
	body, sum := content[:len(content)-sha1.Size], content[len(content)-sha1.Size:]
	// With index.skipHash git writes zeros.
	if got := sha1.Sum(body); !bytes.Equal(sum, got[:]) && !bytes.Equal(sum, make([]byte, sha1.Size)) {
		return nil, object.Corrupt("the index does not match its checksum")
	}
	count := int(binary.BigEndian.Uint32(content[8:]))
	if count > len(body)/minEntry {
		return nil, object.Corrupt("the index is cut short")
	}
	entries := make([]indexEntry, 0, count)
	rest, previous := body[indexHead:], ""
	for range count {
		e, size, err := parseIndexEntry(rest, version, previous)
		if err != nil {
			return nil, err
		}
		entries, rest, previous = append(entries, e), rest[size:], e.path
	}
	// Checked first, since the entries of a split index are incomplete.
	if err := checkIndexExtensions(rest); err != nil {
		return nil, err
	}
	if !slices.IsSortedFunc(entries, byPathAndStage) || count > 0 && entries[0].path == "" {
		return nil, object.Corrupt("the index is not sorted")
	}
	return entries, nil
}

func byPathAndStage(a, b indexEntry) int {
	if c := strings.Compare(a.path, b.path); c != 0 {
		return c
	}
	return int(a.stage) - int(b.stage)
}

// parseIndexEntry returns the first entry of b and its length in bytes.
func parseIndexEntry(b []byte, version uint32, previous string) (indexEntry, int, error) {
	var e indexEntry
	short := object.Corrupt("the index is cut short")
	if len(b) < minEntry {
		return e, 0, short
	}
	e.seconds, e.nanoseconds = binary.BigEndian.Uint32(b[8:]), binary.BigEndian.Uint32(b[12:])
	e.mode, e.size = binary.BigEndian.Uint32(b[24:]), binary.BigEndian.Uint32(b[36:])
	e.id = object.ID(b[40:60])
	flags := binary.BigEndian.Uint16(b[60:])
	e.stage = uint8(flags >> 12 & 3)
	e.assumeValid = flags&flagAssumeValid != 0
	at := entryFixed
	if flags&flagExtended != 0 {
		if version < 3 || len(b) < at+3 {
			return e, 0, short
		}
		extended := binary.BigEndian.Uint16(b[at:])
		e.skipWorktree = extended&flagSkipWorktree != 0
		e.intentToAdd = extended&flagIntentToAdd != 0
		at += 2
	}
	if version == 4 {
		// The path is stored as the number of bytes to remove from the end of the previous one, and a suffix.
		r := bytes.NewReader(b[at:])
		less, err := object.ReadDistance(r)
		if err != nil || less > int64(len(previous)) {
			return e, 0, object.Corrupt("index with a path that continues no other")
		}
		at = len(b) - r.Len()
		e.path = previous[:len(previous)-int(less)]
	}
	end := bytes.IndexByte(b[at:], 0)
	if end < 0 {
		return e, 0, short
	}
	e.path += string(b[at : at+end])
	size := at + end + 1
	if version < 4 {
		size = (at + end + 8) &^ 7
	}
	if size > len(b) {
		return e, 0, short
	}
	return e, size, nil
}

// checkIndexExtensions reads the extensions after the entries. An extension whose name begins
// with a lower-case letter changes the meaning of the entries.
func checkIndexExtensions(b []byte) error {
	for len(b) >= 8 {
		name, size := string(b[:4]), int64(binary.BigEndian.Uint32(b[4:]))
		switch {
		case name == "link":
			return fmt.Errorf("%w: it is a split index (try: git update-index --no-split-index)", object.ErrUnsupported)
		case name[0] >= 'A' && name[0] <= 'Z', name == "sdir":
		default:
			return fmt.Errorf("%w: the index has the unknown extension %q", object.ErrUnsupported, name)
		}
		if size > int64(len(b)-8) {
			return object.Corrupt("the index is cut short")
		}
		b = b[8+size:]
	}
	return nil
}

// expandSparse replaces the entries for whole directories outside of a sparse checkout by the
// files of their trees.
func (r *Repo) expandSparse(ctx context.Context, entries []indexEntry) ([]indexEntry, error) {
	isDir := func(e indexEntry) bool { return e.mode&typeMask == dirType }
	if !slices.ContainsFunc(entries, isDir) {
		return entries, nil
	}
	var out []indexEntry
	l := r.lister(ctx)
	defer l.close()
	for _, e := range entries {
		if !isDir(e) {
			out = append(out, e)
			continue
		}
		if err := l.list(strings.TrimSuffix(e.path, "/")+"/", e.id); err != nil {
			return nil, err
		}
	}
	for _, f := range l.files {
		blob, _ := object.ParseID(f.Blob)
		out = append(out, indexEntry{path: f.Path, id: blob, mode: modeBits(f.Mode), skipWorktree: true})
	}
	slices.SortFunc(out, byPathAndStage)
	return out, nil
}

func modeBits(m diff.Mode) uint32 {
	return [...]uint32{regularType | 0o644, regularType | 0o755, symlinkType, gitlinkType}[m]
}

// IndexSnapshot lists what is staged for the next commit. A path with a merge conflict has the
// version of our side and is listed in Problems.
func (r *Repo) IndexSnapshot(ctx context.Context) (*diff.Snapshot, error) {
	if r.layout.root == "" {
		return nil, ErrBare
	}
	ix, err := r.readIndex(ctx)
	if err != nil {
		return nil, err
	}
	s := &diff.Snapshot{Ref: "index"}
	for entries := ix.entries; len(entries) > 0; {
		e, same := resolveStages(entries)
		entries = entries[same:]
		if e.stage != 0 {
			s.Problems = append(s.Problems, unmerged(e.path))
		}
		if e.intentToAdd {
			continue
		}
		mode, ok := fileMode(e.mode)
		if !ok {
			return nil, fmt.Errorf("read index: %w", object.Corrupt("%q has the mode %o", e.path, e.mode))
		}
		s.Files = append(s.Files, diff.File{Path: e.path, Blob: e.id.String(), Mode: mode, Size: -1})
	}
	s.Tree = treeOf(s.Files)
	return s, nil
}

func unmerged(path string) diff.Problem {
	return diff.Problem{Path: path, Message: "has a merge conflict that is not resolved"}
}

// resolveStages returns the entry to use for the first path (our side in a conflict), and the
// number of entries with this path.
func resolveStages(entries []indexEntry) (indexEntry, int) {
	e, n := entries[0], 1
	for n < len(entries) && entries[n].path == e.path {
		if e.stage != 2 {
			e = entries[n]
		}
		n++
	}
	return e, n
}
