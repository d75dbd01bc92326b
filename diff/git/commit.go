package git

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"github.com/nexus-ci/nexus-ci/diff/git/internal/object"
)

// A commit holds the needed fields of a commit object.
type commit struct {
	tree    object.ID
	parents []object.ID
	time    int64 // of the committer, in Unix seconds
}

// commit reads a commit, or returns it from memory.
func (r *Repo) commit(name object.ID) (*commit, error) {
	r.mu.Lock()
	c := r.commits[name]
	r.mu.Unlock()
	if c != nil {
		return c, nil
	}
	rd := r.reader()
	defer r.release(rd)
	_, c, err := r.message(rd, name)
	if err != nil {
		return nil, err
	}
	if r.isShallow(name) {
		c.parents = nil
	}
	r.mu.Lock()
	r.commits[name] = c
	r.mu.Unlock()
	return c, nil
}

// maxCommit is the size of the largest commit or tag that is read, in bytes.
const maxCommit = 8 << 20

// message reads a whole commit object; the content is valid until rd is used again.
func (r *Repo) message(rd *object.Reader, name object.ID) (content []byte, c *commit, err error) {
	k, content, err := rd.Read(name, maxCommit)
	if errors.Is(err, object.ErrNotFound) {
		return nil, nil, r.missing(name)
	}
	if err == nil && k != object.Commit {
		err = object.Corrupt("%s is not a commit", name) // Resolve and other commits name commits only
	}
	if err == nil {
		c, err = parseCommit(content)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read commit %s: %w", name, err)
	}
	return content, c, nil
}

// parseCommit reads the header lines: tree, parents, author, committer.
func parseCommit(content []byte) (*commit, error) {
	c := &commit{}
	var seenTree, seenCommitter bool
	for {
		line, rest, ok := bytes.Cut(content, newline)
		if !ok || len(line) == 0 {
			break
		}
		content = rest
		key, value, _ := bytes.Cut(line, []byte(" "))
		switch string(key) {
		case "tree":
			c.tree, seenTree = object.ParseID(string(value))
		case "parent":
			parent, ok := object.ParseID(string(value))
			if !ok {
				return nil, object.Corrupt("commit with the parent %q", value)
			}
			c.parents = append(c.parents, parent)
		case "committer":
			seenCommitter = true
			c.time = commitTime(value)
		}
		if seenCommitter {
			break
		}
	}
	if !seenTree {
		return nil, object.Corrupt("commit without a tree")
	}
	return c, nil
}

var newline = []byte{'\n'}

// commitTime reads the seconds of "Name <mail> seconds zone". An invalid date is 0, as in git.
func commitTime(who []byte) int64 {
	_, date, _ := bytes.Cut(who[bytes.LastIndexByte(who, '>')+1:], []byte(" "))
	seconds, _, _ := bytes.Cut(date, []byte(" "))
	t, err := strconv.ParseInt(string(seconds), 10, 64)
	if err != nil {
		return 0
	}
	return t
}

// missing returns the error for an object that is not in this clone, with a hint how to get it.
func (r *Repo) missing(name object.ID) error {
	return &MissingObjectError{ID: name.String(), Hint: r.fetchHint("--depth=1", name.String())}
}

// fetchHint returns the git command that fetches what is missing; empty without a remote.
func (r *Repo) fetchHint(option, what string) string {
	name, _ := r.config.remote()
	if name == "" {
		return ""
	}
	hint := "git fetch " + option + " " + name
	if what != "" {
		hint += " " + what
	}
	return hint
}
