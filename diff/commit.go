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
