// Package impact computes what a change affects: the symbols that depend on what
// changed, by depth, the tests among them, the execution flows with a status,
// and the clusters.
//
// In: the change set, both graphs, the flows through changed symbols on both
// sides, the communities of base, and the breaks that the findings prove. Out: an
// Impact. Impact is weaker than a finding: it names code to check, and does not claim
// that anything is wrong.
//
// Invariants: an affected symbol is never itself a semantic change; it is listed
// once, at its least depth, with the edges that lead from it to a change; lists
// are cut at documented limits, counts are not; order depends on the graphs only.
package impact

import (
	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// MaxDepth is the depth up to which dependants are followed.
const MaxDepth = 3

// DefaultLimits are the numbers of symbols listed at depth 1, 2 and 3.
var DefaultLimits = [MaxDepth]int{300, 200, 100}

// DefaultMinConfidence is the confidence below which an edge is not followed.
const DefaultMinConfidence = 0.7

// DepthMeaning returns the meaning of a depth for people. It does not claim breaks: only
// findings do.
func DepthMeaning(depth int) string {
	switch depth {
	case 1:
		return "direct dependants: check these"
	case 2:
		return "likely affected"
	}
	return "may need testing"
}

// Input is the input of Of.
type Input struct {
	Set        *change.Set
	Base, Head *graph.Graph
	// BaseFlows and HeadFlows are the flows through changed symbols, traced on each side, and
	// those through affected symbols if they were traced.
	BaseFlows, HeadFlows []graph.Process
	FlowsCut             bool // a limit left out some of them
	// Communities are base's. CommunityOf returns the index in Communities of a
	// node of base or head, -1 for none; it may be nil when there are no communities.
	Communities []graph.Community
	CommunityOf func(*graph.Node) int
	// Breaks are the uses that findings prove to be broken.
	Breaks []Break
	// Zero means DefaultLimits and DefaultMinConfidence.
	Limits        [MaxDepth]int
	MinConfidence float64
}

// A Break is one use that a finding proves to be broken.
type Break struct {
	Caller *graph.Node // the symbol of head that contains the broken use
	Callee *graph.Node // what it uses: the node of base, or of head where it still exists
	Path   string      // place in head
	Line   int
	Reason string // a clause for people, such as "`findByEmail` was removed"
}

// An Impact holds what a change affects.
type Impact struct {
	// Affected are the dependants except tests, sorted by depth, confidence and ID, and cut at
	// the limits.
	Affected []Affected
	// Counts are the full numbers by depth (Counts[0] is depth 1), including what was cut.
	// Truncated says that something was cut.
	Counts    [MaxDepth]int
	Truncated bool
	// Outside counts the affected symbols of depth 1 that the change does not touch.
	Outside int
	// Tests are the tests that reach a change of code outside of tests, nearest first,
	// cut at Limits[0]; TestCount is their full number. Tests that were edited themselves are
	// included (InDiff).
	Tests     []Affected
	TestCount int
	// Edited are the tests that the change itself edits, or whose helpers it edits, sorted by
	// position; they may be in Tests too.
	Edited []*graph.Node
	// Testable counts the changed functions except tests. Untested counts those that no known test
	// reaches.
	Untested, Testable int
	// Unreached are the changed functions that Untested counts, sorted by position and cut at
	// Limits[0]; none where head has no tests, as each function would be one.
	Unreached []*graph.Node
	// Runs are the commands that run Tests, where they are known. Package analyze sets them.
	Runs []Run
	// Processes are sorted by status: broken, changed, removed, added, at risk, then by label and ID.
	Processes []Process
	// ProcessesCut says that a limit of the search left out flows.
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
	// Path leads from Node to the changed symbol, one edge per depth. It has an edge of the
	// base graph where head has none.
	Path []*graph.Edge
	// InDiff says that the symbol's own lines changed too (layout, documentation, a move).
	InDiff bool
}

// A Run is one command that runs tests.
type Run struct {
	Runner string // the name of the program, as in "go test"
	Dir    string // working directory, relative to the root of the repository
	Args   []string
	// Whole is the larger unit that Args run: class, file, package or project; empty if they
	// run the tests only.
	Whole string
	Tests []Selected
}

// A Selected is a test with the arguments that select it in its runner.
type Selected struct {
	Node     *graph.Node
	Selector string
}

// A Status says what a change does to a process. The values are those of the report.
type Status string

const (
	// Broken: a proved break is on it, or its entry and terminal both exist in head and
	// the entry no longer reaches the terminal.
	Broken Status = "broken"
	// Changed: it still reaches its terminal; steps were edited, lost, gained or reordered.
	Changed Status = "changed"
	// AtRisk: its steps only depend on what changed, or a step is in a file that could not be
	// parsed completely.
	AtRisk Status = "at_risk"
	// Removed: its entry or terminal is removed, and no use of it is left.
	Removed Status = "removed"
	// Added: only head has it.
	Added Status = "added"
)

// A Process is one execution flow that the change affects.
type Process struct {
	ID     string // of Base, or of Head when it is new
	Label  string // of Steps, unless it was given
	Type   string
	Status Status
	// Base and Head are the flow on each side, nil where there is none.
	Base, Head *graph.Process
	// Steps are those of Flow, each as head has it, which may be another name, or as base had
	// it where it is gone. A step that broken code still names as base did is base's.
	Steps []*graph.Node
	// BrokenAt is set for broken processes only.
	BrokenAt *BrokenStep
	// ChangedSteps are the steps that differ, in the order of the flow.
	ChangedSteps []Step
	Reason       string // a clause for people, names between backticks
	// ByBreak says that the status follows from a finding: a proved break is on it. It is
	// false for a broken process without a finding.
	ByBreak bool
	// Confidence is the lowest confidence of a call of Flow.
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
	Step     int         // 1-based number of To in Flow().Steps; of From where To is not a step
	From, To *graph.Node // of Steps where they are steps
	Path     string      // position of the call in head; "" when head does not have the call
	Line     int
}

// A StepChange says how a step of a flow differs.
type StepChange string

const (
	Edited    StepChange = "edited"
	Lost      StepChange = "lost"
	Gained    StepChange = "gained"
	Reordered StepChange = "reordered"
	// Reaches: the step did not change, but depends on a change (processes at risk).
	Reaches StepChange = "reaches"
)

// A Step is one step that differs.
type Step struct {
	Symbol *graph.Node // of head, or of base when it is gone
	Step   int         // 1-based, in base's flow; in head's for gained steps
	Change StepChange
}

// A Cluster is one community that the change affects.
type Cluster struct {
	ID, Label string
	// Size is the number of its members in base.
	Size int
	// Direct: it contains a changed symbol. Otherwise it contains affected symbols only.
	Direct bool
	// Changed and Affected count its changed and its affected symbols, except tests; Hits is
	// their sum. Dependants counts those affected at depth 1.
	Changed, Affected, Hits, Dependants int
}
