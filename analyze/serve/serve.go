// Package serve answers questions about repositories on this machine: about a revision, about
// the work tree as it is now, and about what was indexed.
//
// In: an Environment, which says how a repository is opened and where the cache is. Out:
// engines that answer questions, a Live repository whose work tree is followed, the list of
// repositories that were indexed, and the Status of one.
//
// Invariants: an answer of a Live repository is about the files as they were when it was
// asked, or later; what is kept between questions changes no answer; code is sent to a service
// only where the user's own file names one.
//
// Absent: protocols. Package mcp of the command offers engines to agents.
package serve

import (
	"context"

	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/fault"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff/git"
)

// An Environment is what the questions about one repository share.
type Environment struct {
	Dir string // that the user named; Open opens the repository that contains it
	// Open opens the repository. Who calls it closes it.
	Open func() (*git.Repo, error)
	// CacheDir returns the directory of the cache and of the list of repositories.
	CacheDir func() (string, error)
	// OpenCache returns the cache, nil for none, and what closes it.
	OpenCache func(*config.Config) (store *cache.Cache, closeCache func())
	// Changes checks a change for the tool detect_changes.
	Changes func(ctx context.Context, scope, baseRef string) (*engine.ChangeReport, error)
	Getenv  func(string) string
	// Progress tells the user that something is going on, until stop is called. at is told how
	// much of it is done.
	Progress func(what string) (at func(done, total int), stop func())
	// Explain returns an error for whoever asked over a protocol: one line, fit for a terminal,
	// that says what to do next.
	Explain func(error) error
	// Warn is told in a sentence, fit for a terminal, what the user should know.
	Warn   func(sentence string)
	Faults func(*fault.Fault) // is told of bugs; nil: nobody is
}
