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
	// Generated excludes the file from findings: it is generated, vendored or minified.
	Generated bool
}

// An Input is one snapshot.
type Input struct {
	Paths []string    // every file of the snapshot, sorted
	Files []InputFile // those with facts, sorted by path
	Skips []graph.Skip
	// Bug is called with each panic and its file. The file is skipped and the other files are
	// resolved again, because the tables may contain parts of the file. With nil the panic is
	// passed on to the caller.
	Bug func(*fault.Fault)
	// Stop is called before each file of each stage. Once it returns true, the result is
	// incomplete. nil never stops.
	Stop func() bool
	// Work receives the counted work; nil for no counting.
	Work *Work
}

// Work is the work of building a graph, as counts that do not depend on the machine. It is
// determined by the snapshot alone.
type Work struct {
	Values  int `json:"values"`  // evaluated types of expressions, variables and definitions
	Members int `json:"members"` // look-ups of a member in a type
	Flows   int `json:"flows"`   // functions and types that value flow passed from one place to another
}

// Add adds the work of another graph.
func (w *Work) Add(o Work) {
	w.Values += o.Values
	w.Members += o.Members
	w.Flows += o.Flows
}

func (in *Input) stopped() bool { return in.Stop != nil && in.Stop() }
