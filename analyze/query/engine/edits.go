package engine

import (
	"context"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// Names finds where names are written.
type Names interface {
	// Written returns every place of the names. The content in edited, by path, stands for
	// that of the snapshot.
	Written(ctx context.Context, names []string, edited map[string][]byte) (*graph.Written, error)
}

// Edits changes the files that a snapshot was made of.
type Edits interface {
	// Apply makes all of the changes or none. It refuses files that are not as they were
	// read, and unless dirty is set those with changes that are not committed; the error then
	// is an *EditError.
	Apply(ctx context.Context, files []FileEdit, dirty bool) error
}

// A FileEdit is the new content of a file.
type FileEdit struct {
	Path     string
	To       string // its new path, Path where it stays
	Old, New []byte
}

// An EditError says why a file is not changed.
type EditError struct{ Path, Reason string }

func (e *EditError) Error() string { return e.Path + ": " + e.Reason }
