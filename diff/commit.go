package diff

// A Commit is one step of the first-parent line of a branch: a squashed or direct
// commit, or the merge of a pull request, and what it changed against its first
// parent. It is what the past tells of a change without reading any content.
type Commit struct {
	ID     string
	Parent string // the first parent; empty for the first commit of all
	Time   int64  // the committer's, Unix seconds
	// Author is an opaque token, equal for equal authors: no name and no address. Of
	// the merge of a pull request it is who wrote the request, not who merged it.
	Author string
	// Title is the subject; of the merge of a pull request, the title of the request.
	Title string
	Merge bool
	// Files are sorted by path, renames told as a deletion and an addition. There are
	// none where a commit changes so much at once that it says nothing of one file.
	Files []CommitFile
}

// A CommitFile is one file that a commit changed.
type CommitFile struct {
	Path   string
	Status Status // Modified, Added or Deleted
}

// LogOptions say how far back a log goes. The zero value goes to the first commit.
type LogOptions struct {
	Most  int   // commits; 0: no limit
	Since int64 // Unix seconds: the log ends before the first older commit; 0: no limit
	// Stop, if set, ends the log before a commit for which it returns true. It is asked
	// in order, from the second commit on, and sees all but the files.
	Stop func(next *Commit) bool
	// Workers is how many commits are compared at a time; 0: one per processor.
	Workers int
}
