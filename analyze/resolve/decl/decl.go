// Package decl holds the ids of what the files of one snapshot declare: files, top-level
// scopes (units) and symbols. A symbol is one facts.Def of one file.
//
// In: nothing. Out: types only. Invariants: an id is a position in a table of package infer,
// given in the order of the paths and of the source, so equal snapshots have equal ids; below
// 0 is none.
package decl

// Positions in the tables of one snapshot; below 0 is none.
type (
	FileID   int32
	UnitID   int32
	SymbolID int32
)
