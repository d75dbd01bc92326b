package infer

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/fault"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A InputFile is one file of the snapshot that has facts.
type InputFile struct {
	Path     string
	Language *lang.Language
	Facts    *facts.File
	// Generated keeps the file out of findings: generated, vendored or minified.
	Generated bool
}

// An Input is one snapshot.
type Input struct {
	Paths []string    // every file of the snapshot, sorted
	Files []InputFile // those with facts, sorted by path
	Skips []graph.Skip
	// Bug is told of each file that brings a bug to light. The file is left out, as a Skip,
	// and the rest resolved again: it may be half in every table. With nil the panic goes on.
	Bug func(*fault.Fault)
	// Stop is asked before each file of each stage; once it says so, what comes out is not
	// whole. nil: never.
	Stop func() bool
	// Work is what the graph takes; nil: nobody counts.
	Work *Work
}

// Work is what a graph takes, in steps that cost about the same on any machine. It depends on
// the snapshot alone.
type Work struct {
	Values  int `json:"values"`  // types of expressions, variables and definitions that were evaluated
	Members int `json:"members"` // members that were looked up in a type
	Flows   int `json:"flows"`   // functions and types that value flow passed on to a place
}

// Add adds the work of another graph.
func (w *Work) Add(o Work) {
	w.Values += o.Values
	w.Members += o.Members
	w.Flows += o.Flows
}

func (in *Input) stopped() bool { return in.Stop != nil && in.Stop() }
