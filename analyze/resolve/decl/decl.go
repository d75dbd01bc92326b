// Package decl defines the ids of the declarations in a snapshot: of files, top-level scopes
// (units) and symbols. A symbol is one facts.Def of one file.
//
// In: nothing. Out: types, and the head of a merge of supertypes. Invariants: an id is a position in a table of package infer.
// Ids are assigned in the order of paths and source, so equal snapshots have equal ids. A
// negative id means none.
package decl

import "slices"

// Positions in the tables of one snapshot; negative means none.
type (
	FileID   int32
	UnitID   int32
	SymbolID int32
)

// Head returns the first type of a list that no other list has at a later position; the first type
// of all where the lists contradict each other; -1 when they are empty.
func Head(lists [][]SymbolID) SymbolID {
	first := SymbolID(-1)
	for _, l := range lists {
		if len(l) == 0 {
			continue
		}
		if first < 0 {
			first = l[0]
		}
		if !slices.ContainsFunc(lists, func(o []SymbolID) bool { return len(o) > 1 && slices.Contains(o[1:], l[0]) }) {
			return l[0]
		}
	}
	return first
}
