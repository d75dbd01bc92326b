// Package diff defines a change as data: two snapshots of a source tree and, for every file that
// differs, the lines that differ.
//
// It has no repository, no file system and no clock. Package diff/git makes these values from a
// git repository, diff/difftest from a txtar archive.
//
// Invariants: paths are slash-separated, relative to the root of the tree and cleaned; files and
// changes are sorted by path; line numbers start at 1; a snapshot holds blob ids, never content.
package diff

// A Mode is the kind of a tree entry that can be read as a file.
type Mode uint8

const (
	Regular    Mode = iota
	Executable      // a regular file with the executable bit
	Symlink         // the blob is the target; links are never followed
	Submodule       // a gitlink: Blob is a commit of another repository
)

// A File is one entry of a snapshot.
type File struct {
	Path string
	Blob string // git's id of the content, in lower-case hex
	Mode Mode
	Size int64 // bytes, -1 when not known without reading the blob
}

// A Snapshot is the state of a source tree: of a commit, the index or the work tree.
type Snapshot struct {
	Ref    string // as the user wrote it, or "index", or "worktree"
	Commit string // full commit id; empty for the index and the work tree
	Tree   string // git's id for a tree of these Files, even if git has no such object; empty when not known
	Time   int64  // commit time in Unix seconds; 0 for the index and the work tree
	Files  []File // sorted by Path
	// Problems are the paths whose state is uncertain: unmerged in the index, unreadable in
	// the work tree. Sorted by path.
	Problems []Problem
}

// A Problem concerns one path and does not end the run.
type Problem struct {
	Path    string
	Message string // one line for people
}

// An UnreadError says why the content of one blob is not available: it is larger than
// the limit, or not in this clone. Any other error of a reader means that nothing can be
// read.
type UnreadError struct {
	Blob   string
	Reason string // one line for people
	// TooLarge: the blob exists, but is larger than the limit of the call.
	TooLarge bool
}

func (e *UnreadError) Error() string { return e.Reason }

// File returns the entry at path.
func (s *Snapshot) File(path string) (File, bool) {
	lo, hi := 0, len(s.Files)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if s.Files[mid].Path < path {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(s.Files) && s.Files[lo].Path == path {
		return s.Files[lo], true
	}
	return File{}, false
}

// A Status says how a file differs, with the names that git uses.
type Status uint8

const (
	Modified Status = iota
	Added
	Deleted
	Renamed // OldPath is gone; hunks compare OldPath with NewPath
	Copied  // OldPath still exists
)

// String returns the name in lower case, as in the report.
func (s Status) String() string {
	return [...]string{"modified", "added", "deleted", "renamed", "copied"}[s]
}

// A FileChange is one file that differs between two snapshots.
type FileChange struct {
	Status           Status
	OldPath, NewPath string // OldPath is empty for Added, NewPath for Deleted
	OldBlob, NewBlob string
	OldMode, NewMode Mode
	Binary           bool   // no hunks: the content is not text
	Unread           string // why there are no hunks although the file is text; empty when it was read
	Hunks            []Hunk // sorted; neither overlapping nor touching
	// Words are, per hunk, the pairs of different words, each pair once, if nothing else in the
	// hunk's lines differs; nil for any other hunk.
	Words [][]Word
	// Moved are the new lines that are also among the deleted lines of the whole change,
	// ignoring white space at both ends. Blank lines are never moved. Sorted.
	Moved []int
	// OldText and NewText have an element for each line; empty without hunks.
	OldText, NewText []Text
}

// A Text identifies the content of one line: a hash of the line without the white space around
// it; the low byte is the Weight. It is 0 for a line without letters and digits.
type Text uint64

// Weight returns the number of letters and digits of the line, at most 255. Bytes
// beyond ASCII count as letters.
func (t Text) Weight() int { return int(t & 0xff) }

// Path is the path to show: the new one, or the old one of a deleted file.
func (c *FileChange) Path() string {
	if c.NewPath != "" {
		return c.NewPath
	}
	return c.OldPath
}

// A Hunk is a range of differing lines as in "git diff -U0": lines
// [OldStart, OldStart+OldLines) became [NewStart, NewStart+NewLines).
// If one side has no lines, Start on this side is the line before the hunk, 0 at the top of the
// file.
type Hunk struct {
	OldStart, OldLines int
	NewStart, NewLines int
}
