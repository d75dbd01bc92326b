package engine

import (
	"context"

	"github.com/nexus-ci/nexus-ci/analyze/pattern"
)

// Syntax searches the syntax trees of the files of the snapshot.
type Syntax interface {
	// Match returns the places in files that match a pattern, and stops when there are more than
	// enough or ctx is done. The error is a *pattern.SyntaxError if the pattern is invalid in
	// every language of the files.
	Match(ctx context.Context, text string, paths []string, enough int) (*pattern.Result, error)
	// Depths returns, for each line of a file, how many syntax nodes span the line break before
	// it, -1 inside a token; nil for a file that cannot be parsed.
	Depths(path string) []int
}
