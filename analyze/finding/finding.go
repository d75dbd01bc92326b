// Package finding says what a change breaks or makes behave differently, each
// with a place, evidence and a confidence.
//
// In: the change set and both graphs. Out: findings sorted by how soon a reader
// should see them. One file rule_<name>.go holds one rule: a Rule value with its
// documentation, and the function that applies it.
//
// There are two classes. A Break is something that a compiler or the
// interpreter's first call would reject: on commits that compile there must be
// none. A Behaviour compiles and does something else. Everything weaker is left
// to package impact.
//
// Invariants: rules are pure and do not see each other's findings; one place is
// reported once a rule; fingerprints hold no line numbers, so they survive
// edits above.
package finding

import (
	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/impact"
)

// A Class says how strong a claim is. The values are the words of the report.
type Class string

const (
	Break     Class = "break"     // a compiler or the first call would confirm it
	Behaviour Class = "behaviour" // it compiles, and does something else
)

// A Severity ranks findings for a reader.
type Severity string

const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Info    Severity = "info"
)

// MinBreakConfidence is the confidence from which on a Break is claimed; what is
// below is not reported.
const MinBreakConfidence = 0.9

// A Finding is one claim.
type Finding struct {
	Rule       string
	Class      Class
	Severity   Severity
	Confidence float64 // 0 to 1

	Path string // the place a reader should open
	Line int
	Side change.Side

	// Symbol is what the finding is about, Caller the symbol around the place, nil
	// at file level of an unknown file. Which side they are of is said by the rule.
	Symbol  *graph.Node
	Caller  *graph.Node
	Related Related

	// Processes are the IDs of the impact.Processes it lies on, sorted. Filled by Locate.
	Processes []string
	Evidence  []string // one fact a line, for people
	Message   string   // one sentence for people
	// Fingerprint names the same finding after further pushes: 16 hex digits.
	Fingerprint string
	// InDiff says that Path:Line is a line of the diff.
	InDiff bool
}

// A Related is the other place of a finding.
type Related struct {
	Symbol *graph.Node
	Path   string
	Line   int
	Side   change.Side
}

// A Rule is one kind of finding, with its documentation.
type Rule struct {
	Name     string
	Class    Class
	Severity Severity // the usual one
	Summary  string   // one sentence: what it claims
	Doc      string   // how it is decided and when it keeps silent
	detect   func(*detector) []Finding
}

// Rules returns all rules in the order of their names.
func Rules() []Rule { return nil }

// Detect returns what the change breaks or makes behave differently: breaks first, then
// places outside the diff, then by severity, path, line and rule.
func Detect(set *change.Set, base, head *graph.Graph) []Finding { return nil }

// Breaks returns the broken uses among findings, as impact.Of wants them.
func Breaks(findings []Finding) []impact.Break { return nil }

// Locate returns findings with Processes filled from imp.
func Locate(findings []Finding, imp *impact.Impact) []Finding { return findings }

type detector struct {
	set        *change.Set
	base, head *graph.Graph
}
