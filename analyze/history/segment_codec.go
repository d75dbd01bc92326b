package history

import (
	"errors"

	"github.com/nexus-ci/nexus-ci/analyze/codec"
	"github.com/nexus-ci/nexus-ci/diff"
)

// The stored form of a segment of the commit history: the number of commits, then each commit.
// The parent is left out where it is the next commit. Times and paths are stored as the
// difference to the one before.

func encodeCommits(commits []diff.Commit) []byte {
	c := codec.Coder{Encoding: true}
	codeCommits(&c, &commits)
	return c.Buf
}

var errSegment = errors.New("decode commits: corrupt data")

// decodeCommits is the inverse of encodeCommits. Corrupt data gives an error or other commits,
// never a panic.
func decodeCommits(data []byte) ([]diff.Commit, error) {
	c := codec.Coder{Buf: data}
	var commits []diff.Commit
	codeCommits(&c, &commits)
	if c.Failed || c.Pos != len(data) {
		return nil, errSegment
	}
	return commits, nil
}

func codeCommits(c *codec.Coder, commits *[]diff.Commit) {
	const least = 6 // minimum size of a commit in bytes
	codec.List(c, commits, least)
	before := int64(0)
	for i := range *commits {
		k := &(*commits)[i]
		c.Text(&k.ID)
		if !c.Encoding && i > 0 {
			(*commits)[i-1].Parent = k.ID
		}
		if i == len(*commits)-1 {
			c.Text(&k.Parent)
		}
		since := k.Time - before
		c.Int(&since)
		if !c.Encoding {
			k.Time = before + since
		}
		before = k.Time
		c.Text(&k.Author)
		c.Text(&k.Title)
		c.Bool(&k.Merge)
		codeFiles(c, &k.Files)
	}
}

func codeFiles(c *codec.Coder, files *[]diff.CommitFile) {
	const least = 3 // minimum size of a file in bytes
	codec.List(c, files, least)
	path := ""
	for i := range *files {
		f := &(*files)[i]
		shared, status := uint64(codec.CommonPrefix(path, f.Path)), uint64(f.Status)
		rest := f.Path[shared:]
		c.Uint(&shared)
		c.Uint(&status)
		c.Text(&rest)
		if !c.Encoding {
			if shared > uint64(len(path)) || status > uint64(diff.Deleted) {
				c.Failed = true
				return
			}
			f.Path, f.Status = path[:shared]+rest, diff.Status(status)
		}
		path = f.Path
	}
}
