// Package change computes what a change does to symbols: which were added, removed,
// modified, moved or renamed, and which part of each differs.
//
// In: the file changes of package diff and the graphs of both sides. Out: a Set.
// Deleted lines are mapped to symbols of the base graph and added lines to symbols of
// the head graph, each to the innermost symbol around the line. So an edit of a method
// does not modify its class, and a symbol that only shifted is not listed.
// Variables and fields inside a function are part of its body.
// Two versions of a symbol are compared by the hashes of their tokens, never by their lines.
//
// Invariants: only symbols that differ are listed, each once; symbols are sorted by the
// path, line and ID of Symbol.Node; exchanging base and head exchanges added and removed.
// Everything that could not be analysed is in Unmapped.
//
// Absent: what the change means for other code. That is the task of impact and finding.
package change

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/diff"
)

// A Type says what happened to a symbol. The values are those of the report.
type Type string

const (
	Added    Type = "added"    // in head only
	Removed  Type = "removed"  // in base only
	Modified Type = "modified" // in both, in its place: Parts say what differs
	Moved    Type = "moved"    // in both, same name, other path or other owner; may differ in Parts too
	Renamed  Type = "renamed"  // in both, other name, or its owner was renamed; may differ in Parts too
)

// Parts is the set of parts of a symbol that differ. It is empty for added and
// removed symbols and for those that only moved.
type Parts uint8

const (
	Signature   Parts = 1 << iota // what users of the symbol depend on
	Body                          // the rest of its code
	Doc                           // its documentation
	Formatting                    // layout or comments only: no token differs
	Names                         // only the names of other, renamed symbols
	Definitions                   // another definition of it was added or removed beside the one compared
)

// Has reports whether all of q are in p.
func (p Parts) Has(q Parts) bool { return p&q == q }

// Words returns the names of the parts as in the report, in a fixed order: signature, body, doc,
// formatting, names, definitions.
func (p Parts) Words() []string {
	var names []string
	for i, name := range [...]string{"signature", "body", "doc", "formatting", "names", "definitions"} {
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
	// Code says where an added symbol was made from, or where the code of a removed one went.
	// From are nodes of base, sorted by ID, for an added symbol; Into are nodes of head for a
	// removed one. All are empty where this is not known.
	Code       Code
	From, Into []*graph.Node
}

// A Code says how the code of a symbol that only one side has was found in other symbols of
// the other side. The values are those of the report.
type Code string

const (
	Extracted Code = "extracted" // From lost the code and now calls this symbol; of a type, its members moved here
	Inlined   Code = "inlined"   // Into called this symbol before and contains its code now
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

// Semantic reports whether the change of this symbol alone can change what the program
// does: it is added or removed, or its signature, body or definitions differ. Moves, renames,
// documentation and layout are not semantic.
func (s *Symbol) Semantic() bool {
	return s.Type == Added || s.Type == Removed || s.Parts&(Signature|Body|Definitions) != 0
}

// AffectsUses reports whether code that uses the base version of the symbol may have to be
// updated: the symbol is removed, moved or renamed, or its signature differs.
func (s *Symbol) AffectsUses() bool {
	return s.Base != nil && (s.Type == Removed || s.Type == Renamed || s.Type == Moved || s.Parts&Signature != 0)
}

// Whole is the path of an Unmapped that concerns no single file, such as a limit of the run.
const Whole = "."

// An Unmapped is a changed file, or a part of one, that could not be analysed.
type Unmapped struct {
	Path    string
	Side    Side             // InBase only for a file that head does not have
	Kind    Kind             // by the path
	Line    int              // first line concerned, 0 for the whole file
	Reason  graph.SkipReason // one word for people
	Message string           // detail in one line for people, may be empty
	// Source says that the program may depend on it: the set is incomplete.
	Source bool
}

// A Set holds the changed symbols and files. It is immutable.
type Set struct {
	Files    []diff.FileChange // as given, sorted by path
	Symbols  []Symbol          // sorted by path, line, ID of Node
	Unmapped []Unmapped        // sorted by path, line
	// Incomplete says that a changed source file was not analysed, or not as a whole. Then
	// the absence of findings proves nothing. It is true if any Unmapped is Source.
	Incomplete bool

	base, head *graph.Graph
	pairs      pairs
	byNode     map[*graph.Node]int  // index in Symbols, by base and by head node
	changed    map[sidePath]bool    // files whose symbols are matched by pairs, not by ID
	touched    map[sidePath][]Lines // the lines of the diff, sorted
	same       map[string][]Lines   // line ranges in head of symbols that differ only in layout, comments or names of others; by path, sorted
	headPath   map[string]string    // by path in base, of renamed files
	basePath   map[string]string
}

// AddsFile reports whether base has no file that became the one at a path.
func (s *Set) AddsFile(path string) bool {
	return slices.ContainsFunc(s.Files, func(f diff.FileChange) bool { return f.OldPath == "" && f.NewPath == path })
}

// pairs are the nodes of changed files that are two versions of one symbol.
type pairs struct {
	toHead, toBase map[*graph.Node]*graph.Node
	// Other definitions of a pair that only one side has: dropped leads from base to the node of the pair
	// in head, joined from head to the node of the pair in base.
	dropped, joined map[*graph.Node]*graph.Node
}

type sidePath struct {
	side Side
	path string
}
