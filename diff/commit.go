package diff

// A Commit is one commit on the first-parent line of a branch: a squashed or direct commit, or
// the merge of a pull request, with the files it changed against its first parent. It is made
// without reading file content.
type Commit struct {
	ID     string
	Parent string // the first parent; empty for a root commit
	Time   int64  // the committer's, Unix seconds
	// Author is an opaque token, equal for equal authors; it is neither name nor address. For
	// the merge of a pull request it is the author of the request, not who merged it.
	Author string
	// Title is the subject; for the merge of a pull request, the title of the request.
	Title string
	Merge bool
	// Files are sorted by path; a rename is listed as a deletion and an addition. They are
	// empty for a commit with so many changes that it is no evidence about single files.
	Files []CommitFile
}

// A CommitFile is one file that a commit changed.
type CommitFile struct {
	Path   string
	Status Status // Modified, Added or Deleted
}

// LogOptions limit a log. The zero value reads up to the root commit.
type LogOptions struct {
	Most  int   // commits; 0: no limit
	Since int64 // Unix seconds: the log ends before the first older commit; 0: no limit
	// Stop, if set, ends the log before a commit for which it returns true. It is called in
	// order, from the second commit on, with everything but the files.
	Stop func(next *Commit) bool
	// Workers is the number of commits compared in parallel; 0: one per processor.
	Workers int
}
