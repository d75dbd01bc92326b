package analyze

import (
	"encoding/binary"
	"errors"

	"github.com/nexus-ci/nexus-ci/diff"
)

// The stored form of a stretch of commits: their number, then each one with the parent
// left out where it is the next commit, times and paths as differences to the one
// before.

func encodeCommits(commits []diff.Commit) []byte {
	text := func(b []byte, s string) []byte { return append(binary.AppendUvarint(b, uint64(len(s))), s...) }
	b := binary.AppendUvarint(nil, uint64(len(commits)))
	before := int64(0)
	for i, c := range commits {
		b = text(b, c.ID)
		if i == len(commits)-1 {
			b = text(b, c.Parent)
		}
		b = binary.AppendVarint(b, c.Time-before)
		before = c.Time
		b = text(text(b, c.Author), c.Title)
		flags := uint64(0)
		if c.Merge {
			flags = 1
		}
		b = binary.AppendUvarint(b, uint64(len(c.Files))<<1|flags)
		path := ""
		for _, f := range c.Files {
			shared := commonPrefix(path, f.Path)
			b = append(binary.AppendUvarint(b, uint64(shared)), byte(f.Status))
			b = text(b, f.Path[shared:])
			path = f.Path
		}
	}
	return b
}

func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

var errStretch = errors.New("decode commits: corrupt data")

// decodeCommits returns what was encoded as data. Anything else gives an error or some
// commits.
func decodeCommits(data []byte) ([]diff.Commit, error) {
	r := stretchReader{rest: string(data)}
	commits := make([]diff.Commit, r.count())
	before := int64(0)
	for i := range commits {
		c := &commits[i]
		c.ID = r.text()
		if i > 0 {
			commits[i-1].Parent = c.ID
		}
		if i == len(commits)-1 {
			c.Parent = r.text()
		}
		c.Time = before + r.varint()
		before = c.Time
		c.Author, c.Title = r.text(), r.text()
		flags := r.uvarint()
		c.Merge = flags&1 != 0
		r.files(c, flags>>1)
	}
	if r.failed || r.rest != "" {
		return nil, errStretch
	}
	return commits, nil
}

// A stretchReader reads from the start of rest; after a failure all values are zero.
type stretchReader struct {
	rest   string
	failed bool
}

func (r *stretchReader) uvarint() uint64 {
	x, n := binary.Uvarint([]byte(r.rest[:min(len(r.rest), binary.MaxVarintLen64)]))
	return uint64(r.took(int64(x), n))
}

func (r *stretchReader) varint() int64 {
	x, n := binary.Varint([]byte(r.rest[:min(len(r.rest), binary.MaxVarintLen64)]))
	return r.took(x, n)
}

func (r *stretchReader) took(x int64, n int) int64 {
	if n <= 0 {
		r.failed, r.rest = true, ""
		return 0
	}
	r.rest = r.rest[n:]
	return x
}

// count reads the number of elements that follow, each of at least a byte.
func (r *stretchReader) count() int {
	return r.atMost(r.uvarint(), len(r.rest))
}

func (r *stretchReader) atMost(n uint64, most int) int {
	if n > uint64(most) {
		r.failed, r.rest = true, ""
		return 0
	}
	return int(n)
}

func (r *stretchReader) text() string {
	n := r.count()
	s := r.rest[:n]
	r.rest = r.rest[n:]
	return s
}

func (r *stretchReader) files(c *diff.Commit, n uint64) {
	count := r.atMost(n, len(r.rest))
	if count == 0 {
		return
	}
	c.Files = make([]diff.CommitFile, count)
	path := ""
	for i := range c.Files {
		shared := r.atMost(r.uvarint(), len(path))
		status := r.atMost(r.uvarint(), int(diff.Deleted))
		path = path[:shared] + r.text()
		c.Files[i] = diff.CommitFile{Path: path, Status: diff.Status(status)}
	}
}
