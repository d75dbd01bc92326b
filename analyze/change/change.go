// Package change says what a change does to symbols: which were added, removed,
// modified, moved or renamed, and which part of each differs.
//
// In: the file changes of package diff and the graphs of both sides. Out: a Set.
// Deleted lines are mapped on the base graph and added lines on the head graph,
// each to the innermost symbol that owns the line, so a class is not modified by
// an edit of one of its methods, and a symbol that only shifted is not touched.
// Variables and fields inside a function are part of its body.
// What two versions of a symbol differ in is told by the hashes of their tokens,
// never by their lines.
//
// Invariants: only symbols that really differ are listed, each once; symbols are
// sorted by the path, line and ID of Symbol.Node; exchanging base and head exchanges
// added and removed. What could not be looked at is in Unmapped, never silently
// missing.
//
// Deliberately absent: what the change means for others. That is impact and
// finding.
package change

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/diff"
)

// A Type says what happened to a symbol. The values are the words of the report.
type Type string

const (
	Added    Type = "added"    // in head only
	Removed  Type = "removed"  // in base only
	Modified Type = "modified" // in both, in its place: Parts say what differs
	Moved    Type = "moved"    // in both, same name, other path or other owner; may differ in Parts too
	Renamed  Type = "renamed"  // in both, other name, or its owner has another name; may differ in Parts too
)

// Parts is the set of parts of a symbol that differ. It is empty for added and
// removed symbols and for those that only moved.
type Parts uint8

const (
	Signature  Parts = 1 << iota // what a user of the symbol can see change
	Body                         // the rest of its code
	Doc                          // its documentation
	Formatting                   // layout or comments only: no token differs
	Names                        // names only, of symbols that were renamed: it says the same
)

// Has reports whether all of q are in p.
func (p Parts) Has(q Parts) bool { return p&q == q }

// Words returns the words of the report in a fixed order: signature, body, doc,
// formatting, names.
func (p Parts) Words() []string {
	var names []string
	for i, name := range [...]string{"signature", "body", "doc", "formatting", "names"} {
		if p&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// String returns the words joined with ", ".
func (p Parts) String() string { return strings.Join(p.Words(), ", ") }

// A Side is one of the two snapshots.
type Side string

const (
	InBase Side = "base"
	InHead Side = "head"
)

// Lines is a run of lines, 1-based, both ends included.
type Lines struct{ Start, End int }

// A Symbol is one symbol that differs.
type Symbol struct {
	Type  Type
	Parts Parts
	// Base is nil for added symbols, Head for removed ones. A node labelled File
	// stands for the top-level code of its file.
	Base, Head *graph.Node
	// Differences are those of the signatures; empty unless Parts has Signature.
	Differences []Difference
	// Deleted are the deleted lines it owned in base, Inserted the added lines it
	// owns in head; sorted. Both are empty for members that merely follow their
	// type to another file.
	Deleted, Inserted []Lines
	// Code says what an added symbol was made from, or what became of the code of a
	// removed one: From are nodes of base, sorted by ID, for an added symbol and Into
	// nodes of head for a removed one. All are empty where it cannot be told.
	Code       Code
	From, Into []*graph.Node
}

// A Code says how the code of a symbol that only one side has is found in other
// symbols of the other side. The values are the words of the report.
type Code string

const (
	Extracted Code = "extracted" // From lost it and leads to it by calls now; from a type, its members
	Inlined   Code = "inlined"   // Into called it before and holds its code now
	Split     Code = "split"     // one symbol became several, or lost a part that it does not call
	Merged    Code = "merged"    // several symbols became one
)

// Node returns the symbol in head, or in base when it is gone.
func (s *Symbol) Node() *graph.Node {
	if s.Head != nil {
		return s.Head
	}
	return s.Base
}

// Semantic reports whether the program can behave differently by this symbol
// alone: it is added or removed, or its signature or body differs. Moves,
// renames, documentation and layout are not semantic.
func (s *Symbol) Semantic() bool {
	return s.Type == Added || s.Type == Removed || s.Parts&(Signature|Body) != 0
}

// AffectsUses reports whether code that uses the symbol as it was in base may have to follow:
// it is gone, or has another name, place or signature.
func (s *Symbol) AffectsUses() bool {
	return s.Base != nil && (s.Type == Removed || s.Type == Renamed || s.Type == Moved || s.Parts&Signature != 0)
}

// Whole is the path of an Unmapped that concerns no file alone: a limit of the run.
const Whole = "."

// An Unmapped is a changed file, or a part of one, that could not be analysed.
type Unmapped struct {
	Path    string
	Side    Side             // InBase only for what is gone in head
	Kind    Kind             // by the path
	Line    int              // first line concerned, 0 for the whole file
	Reason  graph.SkipReason // one word for people
	Message string           // one line for people, may be empty
	// Source says that a program may hang on it: the set is incomplete.
	Source bool
}

// A Set is what a change does. It is immutable.
type Set struct {
	Files    []diff.FileChange // as given, sorted by path
	Symbols  []Symbol          // sorted by path, line, ID of Node
	Unmapped []Unmapped        // sorted by path, line
	// Incomplete says that a changed source file could not be analysed, or not as
	// a whole: "nothing found" means nothing there. True when an Unmapped is Source.
	Incomplete bool

	base, head *graph.Graph
	pairs      pairs
	byNode     map[*graph.Node]int  // index in Symbols, by base and by head node
	changed    map[sidePath]bool    // files in which pairs speaks, and not the ID
	touched    map[sidePath][]Lines // the lines of the diff, sorted
	same       map[string][]Lines   // the lines of head of symbols that say the same, by path, sorted
	headPath   map[string]string    // of renamed files
	basePath   map[string]string
}

// pairs are the nodes of changed files that stand for one symbol.
type pairs struct {
	toHead, toBase map[*graph.Node]*graph.Node
}

type sidePath struct {
	side Side
	path string
}
