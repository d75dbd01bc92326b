package diff

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"path"
	"slices"
	"strings"
)

// MaxSize is the size in bytes above which a file is not compared line by line. Files
// written by hand are far smaller.
const MaxSize = 4 << 20

const (
	// maxChanges is the maximum number of compared files. maxBytes and maxLines bound their
	// content: one blob can be the content of many files.
	maxChanges = 100_000
	maxBytes   = 256 << 20
	maxLines   = 2_000_000
)

// ErrTooMany is the error for a change of too many files.
var ErrTooMany = fmt.Errorf("more than %d files differ", maxChanges)

// Compare returns the differences from base to head, sorted by path.
//
// read returns the content of a blob; it may reuse the slice on the next call. Only blobs that
// differ are read. An *UnreadError becomes the Unread of the change; any other error ends the
// comparison.
func Compare(base, head *Snapshot, read func(blob string) ([]byte, error)) ([]FileChange, error) {
	added, deleted, changes := pairByPath(base.Files, head.Files)
	if len(added)+len(deleted)+len(changes) > maxChanges {
		return nil, ErrTooMany
	}
	renames, added, deleted, err := findRenames(added, deleted, read)
	if err != nil {
		return nil, err
	}
	changes = append(changes, renames...)
	copies, added := findCopies(added, base, head)
	changes = append(changes, copies...)
	for _, f := range added {
		changes = append(changes, FileChange{Status: Added, NewPath: f.Path, NewBlob: f.Blob, NewMode: f.Mode})
	}
	for _, f := range deleted {
		changes = append(changes, FileChange{Status: Deleted, OldPath: f.Path, OldBlob: f.Blob, OldMode: f.Mode})
	}
	slices.SortFunc(changes, func(a, b FileChange) int { return strings.Compare(a.Path(), b.Path()) })

	c := comparison{read: read, moved: movedLines{deleted: make(map[uint64]bool)}}
	for i := range changes {
		if err := c.compare(&changes[i]); err != nil {
			return nil, fmt.Errorf("compare %q: %w", changes[i].Path(), err)
		}
	}
	c.moved.fill()
	return changes, nil
}

// Unlike returns the files whose content or mode differs between two lists sorted by path, in order: nil
// on the side that lacks the path.
func Unlike(base, head []File) iter.Seq2[*File, *File] {
	return func(yield func(from, to *File) bool) {
		for i, j := 0, 0; i < len(base) || j < len(head); {
			var from, to *File
			if j == len(head) || i < len(base) && base[i].Path <= head[j].Path {
				from = &base[i]
			}
			if i == len(base) || j < len(head) && head[j].Path <= base[i].Path {
				to = &head[j]
			}
			if from != nil {
				i++
			}
			if to != nil {
				j++
			}
			if (from == nil || to == nil || from.Blob != to.Blob || from.Mode != to.Mode) && !yield(from, to) {
				return
			}
		}
	}
}

// pairByPath sorts out the differences of two sorted lists, up to one file more than the limit.
func pairByPath(base, head []File) (added, deleted []File, modified []FileChange) {
	for from, to := range Unlike(base, head) {
		switch {
		case to == nil:
			deleted = append(deleted, *from)
		case from == nil:
			added = append(added, *to)
		default:
			modified = append(modified, pair(Modified, *from, *to))
		}
		if len(added)+len(deleted)+len(modified) > maxChanges {
			break
		}
	}
	return added, deleted, modified
}

func pair(status Status, from, to File) FileChange {
	return FileChange{
		Status:  status,
		OldPath: from.Path, OldBlob: from.Blob, OldMode: from.Mode,
		NewPath: to.Path, NewBlob: to.Blob, NewMode: to.Mode,
	}
}

// A source is the key under which two files count as the same: content, kind and, where it
// matters, name.
type source struct {
	blob string
	mode Mode // Regular for Executable
	name string
}

func sourceOf(f File, name string) source {
	mode := f.Mode
	if mode == Executable {
		mode = Regular
	}
	return source{f.Blob, mode, name}
}

// findCopies removes from added the files with the content of a file that exists before and
// after. The source is one of the same name, else the first by path. Empty files are no copies.
func findCopies(added []File, base, head *Snapshot) (copies []FileChange, rest []File) {
	wanted := make(map[string]bool, len(added))
	for _, f := range added {
		if f.Blob != emptyBlob && f.Mode != Submodule {
			wanted[f.Blob] = true
		}
	}
	if len(wanted) == 0 {
		return nil, added
	}
	sources := make(map[source]File) // the first file of each
	note := func(key source, f File) {
		if _, ok := sources[key]; !ok {
			sources[key] = f
		}
	}
	for _, f := range base.Files {
		if !wanted[f.Blob] {
			continue
		}
		if _, still := head.File(f.Path); still {
			note(sourceOf(f, path.Base(f.Path)), f)
			note(sourceOf(f, ""), f)
		}
	}
	for _, f := range added {
		found, ok := sources[sourceOf(f, path.Base(f.Path))]
		if !ok {
			found, ok = sources[sourceOf(f, "")]
		}
		if !ok {
			rest = append(rest, f)
			continue
		}
		copies = append(copies, pair(Copied, found, f))
	}
	return copies, rest
}

// emptyBlob is git's id of empty content.
const emptyBlob = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"

// A comparison counts the compared content of a change.
type comparison struct {
	read         func(string) ([]byte, error)
	moved        movedLines
	bytes, lines int
}

// compare sets the hunks of c.
func (m *comparison) compare(c *FileChange) error {
	hasOld := c.OldPath != "" && c.OldMode != Submodule
	hasNew := c.NewPath != "" && c.NewMode != Submodule
	sameType := (c.OldMode == Symlink) == (c.NewMode == Symlink)
	if !hasOld && !hasNew || c.OldBlob == c.NewBlob && sameType {
		return nil
	}
	if m.full() {
		c.Unread = tooMuchText
		return nil
	}
	var old, new []byte
	var err error
	if hasOld {
		if old, err = m.read(c.OldBlob); err != nil {
			return c.unread(err)
		}
		if hasNew {
			old = bytes.Clone(old) // the next read may reuse the slice
		}
	}
	if hasNew {
		if new, err = m.read(c.NewBlob); err != nil {
			return c.unread(err)
		}
	}
	m.bytes += len(old) + len(new)
	oldLines, newLines := countLines(old), countLines(new)
	if m.lines += oldLines + newLines; m.full() {
		c.Unread = tooMuchText
		return nil
	}
	if IsBinary(old) || IsBinary(new) {
		c.Binary = true
		return nil
	}
	if hasOld && hasNew && !sameType {
		// A file became a link or the reverse: all lines differ.
		c.Hunks = replaceAll(oldLines, newLines)
	} else {
		c.Hunks = Hunks(old, new)
		setWords(c, old, new)
	}
	m.moved.collect(c, old, new)
	if len(c.Hunks) > 0 {
		c.OldText, c.NewText = texts(old), texts(new)
	}
	return nil
}

var tooMuchText = fmt.Sprintf("the change has more than %d MiB or %d million lines before it", maxBytes>>20, maxLines/1_000_000)

// full reports whether the limits are exceeded.
func (m *comparison) full() bool { return m.bytes > maxBytes || m.lines > maxLines }

// unread records an error of one blob in c, and returns any other error.
func (c *FileChange) unread(err error) error {
	var trouble *UnreadError
	if !errors.As(err, &trouble) {
		return err
	}
	c.Unread = trouble.Reason
	return nil
}

func replaceAll(oldLines, newLines int) []Hunk {
	if oldLines == 0 && newLines == 0 {
		return nil
	}
	return []Hunk{{OldStart: min(1, oldLines), OldLines: oldLines, NewStart: min(1, newLines), NewLines: newLines}}
}

func countLines(content []byte) int {
	n := bytes.Count(content, []byte{'\n'})
	if len(content) > 0 && content[len(content)-1] != '\n' {
		n++
	}
	return n
}

// IsBinary reports whether content is not text: it has a NUL byte in the first 8000 bytes, as
// git tests, or it is a Git LFS pointer.
func IsBinary(content []byte) bool {
	const sniffed = 8000
	return bytes.IndexByte(content[:min(sniffed, len(content))], 0) >= 0 || isLFSPointer(content)
}

// isLFSPointer recognises a pointer by its first line and its length of less than 1024 bytes
// (git-lfs specification, "The Pointer").
func isLFSPointer(content []byte) bool {
	return len(content) < 1024 && bytes.HasPrefix(content, []byte("version https://git-lfs.github.com/spec/"))
}
