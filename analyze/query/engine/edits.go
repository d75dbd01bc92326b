package engine

import (
	"context"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// Names finds occurrences of names.
type Names interface {
	// Written returns every occurrence of the names. Content in edited, by path, replaces that
	// of the snapshot.
	Written(ctx context.Context, names []string, edited map[string][]byte) (*graph.Written, error)
}

// Edits changes the files from which a snapshot was made.
type Edits interface {
	// Apply makes all changes or none. It refuses files whose content is no longer the one that
	// was read and, unless dirty is set, files with uncommitted changes; the error is an
	// *EditError.
	Apply(ctx context.Context, files []FileEdit, dirty bool) error
}

// A FileEdit is the new content of a file.
type FileEdit struct {
	Path     string
	To       string // its new path; Path if it is not moved
	Old, New []byte
}

// An EditError says why a file cannot be changed.
type EditError struct{ Path, Reason string }

func (e *EditError) Error() string { return e.Path + ": " + e.Reason }
