// Package diff says what a change is made of: two snapshots of a source tree
// and, for every file that differs, the lines that differ.
//
// It is pure data: no repository, no file system, no clock. diff/git makes
// these values from a git repository, diff/difftest from a txtar archive.
//
// Invariants: paths are slash separated, relative to the root of the tree and
// cleaned; files and changes are sorted by path; line numbers are 1-based; a
// snapshot holds blob ids and never content.
package diff

// A Mode is the kind of a tree entry that can be read as a file.
type Mode uint8

const (
	Regular    Mode = iota
	Executable      // a regular file with the executable bit
	Symlink         // the blob holds the target; it is never followed
	Submodule       // a gitlink: Blob is a commit of another repository
)

// A File is one entry of a snapshot.
type File struct {
	Path string
	Blob string // lower case hex id of the content as git names it
	Mode Mode
	Size int64 // bytes, -1 when not known without reading the blob
}

// A Snapshot is a source tree at one point: a commit, the index or the work
// tree.
type Snapshot struct {
	Ref    string // what the user wrote, or "index", or "worktree"
	Commit string // full commit id; empty for the index and the work tree
	Tree   string // id that git gives to the tree of Files, whether it has written it or not; empty when not known
	Time   int64  // commit time in Unix seconds; 0 for the index and the work tree
	Files  []File // sorted by Path
	// Problems are the paths the snapshot cannot be sure about: unmerged in
	// the index, unreadable in the work tree. Sorted by path.
	Problems []Problem
}

// A Problem is trouble with one path that does not stop the run.
type Problem struct {
	Path    string
	Message string // one line for people
}

// An UnreadError says why the content of one blob cannot be had: larger than
// the limit, or not in this clone. It concerns that blob alone; any other error
// of a reader means that nothing can be read.
type UnreadError struct {
	Blob   string
	Reason string // one line for people
	// TooLarge: it is there, but larger than the reader was asked to read.
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

// A Status says how a file differs, in git's words.
type Status uint8

const (
	Modified Status = iota
	Added
	Deleted
	Renamed // OldPath is gone; hunks compare OldPath with NewPath
	Copied  // OldPath is still there
)

// String returns the lower case word, as it stands in the report.
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
	Unread           string // why there are no hunks though the file is text; empty when it was read
	Hunks            []Hunk // sorted; never overlapping, never touching
	// Words are, hunk by hunk, the words that differ, each pair once, where the lines
	// differ in nothing else; nil for any other hunk.
	Words [][]Word
	// Moved are the new lines that also stand, byte for byte but for the
	// white space around them, among the deleted lines of the whole change.
	// Blank lines are never moved. Sorted.
	Moved []int
	// OldText and NewText say of every line what it says; empty without hunks.
	OldText, NewText []Text
}

// A Text is what one line says: a hash of it without the white space around it, whose
// low byte is its Weight. It is 0 for a line without a letter or digit.
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

// A Hunk is a run of differing lines as in "git diff -U0": lines
// [OldStart, OldStart+OldLines) became [NewStart, NewStart+NewLines).
// With no lines on one side, Start on that side is the line after which the
// hunk stands, 0 for the top of the file.
type Hunk struct {
	OldStart, OldLines int
	NewStart, NewLines int
}
