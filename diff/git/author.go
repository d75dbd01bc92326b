package git

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/diff/git/internal/object"
)

// AuthorName returns the name of the author of a commit, given by full id, whom Log has a token
// of. It may be any text.
func (r *Repo) AuthorName(commit string) (string, error) {
	name, ok := object.ParseID(commit)
	if !ok {
		return "", fmt.Errorf("author of %s: not a full commit id", commit)
	}
	rd := r.reader()
	defer r.release(rd)
	content, c, err := r.message(rd, name)
	if err != nil {
		return "", err
	}
	if s := newStep(name, c, content); s.requested != (object.ID{}) {
		if content, _, err = r.message(rd, s.requested); err != nil {
			return "", err
		}
	}
	header, _, _ := bytes.Cut(content, []byte("\n\n"))
	for line := range bytes.Lines(header) {
		if who, ok := bytes.CutPrefix(line, []byte("author ")); ok {
			written, _, _ := strings.Cut(string(who), "<")
			return strings.TrimSpace(written), nil
		}
	}
	return "", nil
}
