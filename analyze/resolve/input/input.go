// Package input holds what a graph is made of.
//
// Out: an Input, one snapshot with the facts of its files. Nothing of it changes while a graph is made.
package input

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/fault"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/work"
)

// A File is a file of the snapshot that has facts.
type File struct {
	Path     string
	Language *lang.Language
	Facts    *facts.File
	// Apart: Facts are an outline, since nothing in the file has to do with the change that Delta is asked for.
	Apart bool
	// Generated excludes the file from findings: it is generated, vendored or minified.
	Generated bool
}

// An Input is one snapshot.
type Input struct {
	Paths []string // every file of the snapshot, sorted
	Files []File   // those with facts, sorted by path
	Skips []graph.Skip
	// Bug is called with each panic and its file. The file is skipped and the other files are
	// resolved again, because the tables may contain parts of the file. With nil the panic is passed on to the caller.
	Bug func(*fault.Fault)
	// Stop is called before each file of each stage. Once it returns true, the result is incomplete. nil never stops.
	Stop func() bool
	// Work receives the counted work; nil for no counting.
	Work *work.Counts
}

// Stopped reports whether the result is to be left incomplete.
func (in *Input) Stopped() bool { return in.Stop != nil && in.Stop() }
