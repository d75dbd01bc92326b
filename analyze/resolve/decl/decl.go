// Package decl defines the ids of the declarations in a snapshot: of files, top-level scopes
// (units) and symbols. A symbol is one facts.Def of one file.
//
// In: nothing. Out: types only. Invariants: an id is a position in a table of package infer.
// Ids are assigned in the order of paths and source, so equal snapshots have equal ids. A
// negative id means none.
package decl

// Positions in the tables of one snapshot; negative means none.
type (
	FileID   int32
	UnitID   int32
	SymbolID int32
)
