package git

import (
	"errors"
	"fmt"

	"github.com/nexus-ci/nexus-ci/diff/git/internal/object"
)

var (
	ErrNotRepository = errors.New("not a git repository")
	ErrBareUnnamed   = errors.New("a bare repository is opened only by its own path, because files of another repository can imitate one")
	ErrNoCommits     = errors.New("the repository has no commits yet")
	ErrBare          = errors.New("the repository is bare: it has no work tree")
	ErrUnrelated     = errors.New("the two commits have no common ancestor")
	ErrUnsupported   = object.ErrUnsupported
	ErrCorrupt       = object.ErrCorrupt
)

// An UnknownRevisionError is the error for a revision that names no commit of the repository.
type UnknownRevisionError struct {
	Rev    string
	Reason string // detail, if it is not just unknown
	Hint   string // command that would fetch it; empty when there is none
}

func (e *UnknownRevisionError) Error() string {
	text := fmt.Sprintf("unknown revision %q", e.Rev)
	if e.Reason != "" {
		text += ": " + e.Reason
	}
	return withHint(text, e.Hint)
}

// A MissingObjectError is the error for an object that is not in this shallow or partial clone.
type MissingObjectError struct {
	ID   string
	Hint string // command that fetches it
}

func (e *MissingObjectError) Error() string {
	return withHint(fmt.Sprintf("object %s is not in this clone", e.ID), e.Hint)
}

// A LimitError is the error for a repository that exceeds a limit.
type LimitError struct {
	What string // what exceeds the limit
}

func (e *LimitError) Error() string { return e.What }

func withHint(text, hint string) string {
	if hint == "" {
		return text
	}
	return text + " (try: " + hint + ")"
}
