// Package impact says what a change reaches: the symbols that depend on what
// changed, by depth, the tests among them, the execution flows with a status,
// and the clusters.
//
// In: the change set, both graphs, the flows through changed symbols on both
// sides, the communities of base, and what the findings say is broken. Out: an
// Impact. Everything weaker than a finding is impact: it says "look here", never
// "this is wrong".
//
// Invariants: an affected symbol is never itself a semantic change; it is listed
// once, at its least depth, with the edges that lead from it to a change; lists
// are cut at documented limits and counts never are; order depends on the graphs
// alone.
package impact

import (
	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// MaxDepth is how far dependants are followed.
const MaxDepth = 3

// DefaultLimits is how many symbols are listed at depth 1, 2 and 3.
var DefaultLimits = [MaxDepth]int{300, 200, 100}

// DefaultMinConfidence is the confidence below which an edge is not followed.
const DefaultMinConfidence = 0.7

// DepthMeaning returns what a depth means for a reader. That something breaks is what
// findings say.
func DepthMeaning(depth int) string {
	switch depth {
	case 1:
		return "direct dependants: check these"
	case 2:
		return "likely affected"
	}
	return "may need testing"
}

// Input is all that Of looks at.
type Input struct {
	Set        *change.Set
	Base, Head *graph.Graph
	// BaseFlows and HeadFlows are the flows through changed symbols, as traced on
	// each side; also those that reach affected symbols, if they were traced.
	BaseFlows, HeadFlows []graph.Process
	FlowsCut             bool // a limit has left out some of them
	// Communities are base's. CommunityOf returns the index in Communities of a
	// node of base or head, -1 for none; it may be nil when there are no communities.
	Communities []graph.Community
	CommunityOf func(*graph.Node) int
	// Breaks are the broken uses that the findings have proved.
	Breaks []Break
	// Limits is DefaultLimits and MinConfidence DefaultMinConfidence when zero.
	Limits        [MaxDepth]int
	MinConfidence float64
}

// A Break is one use that is proved broken.
type Break struct {
	Caller *graph.Node // the symbol of head around the broken use
	Callee *graph.Node // what it uses: the node of base, or of head where it lives on
	Path   string      // place in head
	Line   int
	Reason string // one clause for people, as "`findByEmail` was removed"
}

// An Impact is what a change reaches.
type Impact struct {
	// Affected are the dependants that are not tests, by depth, then nearest and most
	// certain first, then ID. Cut at the limits.
	Affected []Affected
	// Counts are the full numbers by depth (Counts[0] is depth 1), also of what was
	// cut; Truncated says that something was.
	Counts    [MaxDepth]int
	Truncated bool
	// Outside counts the affected symbols of depth 1 that the change does not touch.
	Outside int
	// Tests are the tests that reach a change of code that is no test, nearest first,
	// cut at Limits[0]; TestCount is their full number. A test that was edited
	// itself is among them (InDiff).
	Tests     []Affected
	TestCount int
	// Edited are the tests that the change itself edits, or whose helpers it edits, sorted by
	// place; they may be among Tests too.
	Edited []*graph.Node
	// Untested counts the changed functions, tests left out, that no test was found to
	// reach, of Testable.
	Untested, Testable int
	// Runs are the commands that run Tests, as far as it is known how. Filled by package
	// analyze.
	Runs []Run
	// Processes are sorted by status: broken, changed, removed, added, at risk, then by label and ID.
	Processes []Process
	// ProcessesCut says that a limit of the search has left out flows.
	ProcessesCut bool
	// Clusters are sorted direct first, then by hits, then by label.
	Clusters []Cluster
}

// Count returns the full number of affected symbols, all depths.
func (i *Impact) Count() int {
	n := 0
	for _, c := range i.Counts {
		n += c
	}
	return n
}

// An Affected is one symbol that depends on a change.
type Affected struct {
	Node  *graph.Node // of head; of base where the dependant is gone
	Depth int         // 1 to MaxDepth
	// Confidence is the product of the confidences along Path, 0 to 1.
	Confidence float64
	// Path leads from Node to the changed symbol, one edge a depth. An edge of the
	// base graph stands where head has lost it.
	Path []*graph.Edge
	// InDiff says that the symbol's own lines are touched too (layout, doc, a move).
	InDiff bool
}

// A Run is one command that runs tests.
type Run struct {
	Runner string // the name of the program, as in "go test"
	Dir    string // where it is started, relative to the root of the repository
	Args   []string
	// Whole is what Args run of that the tests are a part: class, file, package or project;
	// empty for the tests alone.
	Whole string
	Tests []Selected
}

// A Selected is a test with what names it to its runner.
type Selected struct {
	Node     *graph.Node
	Selector string
}

// A Status says what a change does to a process. The values are the words of the report.
type Status string

const (
	// Broken: a proved break lies on it, or entry and terminal both live in head and
	// the terminal can no longer be reached.
	Broken Status = "broken"
	// Changed: it still reaches its terminal; steps were edited, lost, gained or reordered.
	Changed Status = "changed"
	// AtRisk: reached only through impact, or a step is in a file that could not be
	// read whole.
	AtRisk Status = "at_risk"
	// Removed: its entry or terminal is gone and nothing is left dangling.
	Removed Status = "removed"
	// Added: head has it, base has not.
	Added Status = "added"
)

// A Process is one execution flow that the change reaches.
type Process struct {
	ID     string // of Base, or of Head when it is new
	Label  string
	Type   string
	Status Status
	// Base and Head are the flow on each side, nil where there is none.
	Base, Head *graph.Process
	// BrokenAt is set for broken processes, else nil.
	BrokenAt *BrokenStep
	// ChangedSteps are the steps that differ, in the order of the flow.
	ChangedSteps []Step
	Reason       string // one clause for people, names between backticks
	// ByBreak says that a proved break lies on it, so the status follows from a
	// finding; false for a path that was cut.
	ByBreak bool
	// Confidence is that of the least certain call of Flow.
	Confidence float64
}

// Flow returns the flow to show: base's, or head's when it is new.
func (p *Process) Flow() *graph.Process {
	if p.Base != nil {
		return p.Base
	}
	return p.Head
}

// Symbols returns the steps of both sides, base first.
func (p *Process) Symbols() []*graph.Node {
	var nodes []*graph.Node
	if p.Base != nil {
		nodes = append(nodes, p.Base.Steps...)
	}
	if p.Head != nil {
		nodes = append(nodes, p.Head.Steps...)
	}
	return nodes
}

// A BrokenStep is the place where a flow breaks: the call from From to To.
type BrokenStep struct {
	Step     int         // 1-based number of To in Flow().Steps; of From where To is none of them
	From, To *graph.Node // of the side of Flow()
	Path     string      // place of the call in head; "" when it is not written there any more
	Line     int
}

// A StepChange says how a step of a flow differs.
type StepChange string

const (
	Edited    StepChange = "edited"
	Lost      StepChange = "lost"
	Gained    StepChange = "gained"
	Reordered StepChange = "reordered"
	// Reaches: the step did not change and depends on a change (processes at risk).
	Reaches StepChange = "reaches"
)

// A Step is one step that differs.
type Step struct {
	Symbol *graph.Node // of head, or of base when it is gone
	Step   int         // 1-based, in base's flow; in head's for gained steps
	Change StepChange
}

// A Cluster is one community that the change reaches.
type Cluster struct {
	ID, Label string
	// Size is the number of its members in base.
	Size int
	// Direct: it holds a changed symbol. Otherwise it holds affected symbols only.
	Direct bool
	// Changed and Affected count its symbols of either kind, tests left out; Hits is
	// their sum. Dependants counts those affected at depth 1.
	Changed, Affected, Hits, Dependants int
}
