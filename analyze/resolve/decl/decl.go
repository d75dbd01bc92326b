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

// Merge returns s and, after it, the types of lists in the order of their lists (C3), at most most of them.
func Merge(s SymbolID, lists [][]SymbolID, most int) []SymbolID {
	out := []SymbolID{s}
	for len(out) <= most {
		next := head(lists)
		if next < 0 {
			break
		}
		if !slices.Contains(out, next) {
			out = append(out, next)
		}
		for i, l := range lists {
			lists[i] = slices.DeleteFunc(slices.Clone(l), func(t SymbolID) bool { return t == next })
		}
	}
	return out
}

// AppendNew appends those of more that are not in list.
func AppendNew(list, more []SymbolID) []SymbolID {
	for _, s := range more {
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// Without returns the symbols of list for which drop is false. The list itself is not changed.
func Without(list []SymbolID, drop func(SymbolID) bool) []SymbolID {
	if !slices.ContainsFunc(list, drop) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), drop)
}

// Prefer returns the symbols of list for which better is true, and all where it is true for none.
func Prefer(list []SymbolID, better func(SymbolID) bool) []SymbolID {
	if out := Without(list, func(s SymbolID) bool { return !better(s) }); len(out) > 0 {
		return out
	}
	return list
}

// head returns the first type of a list that no other list has at a later position; the first type
// of all where the lists contradict each other; -1 when they are empty.
func head(lists [][]SymbolID) SymbolID {
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

// maxSameName is the maximum number of definitions of one name in one scope that a use resolves to:
// overloads, alternatives by platform. Of more, the first and the last ones count.
const maxSameName = 64

// Add adds a symbol to those of one name in one scope.
func Add(list []SymbolID, s SymbolID) []SymbolID {
	if len(list) == maxSameName {
		list[maxSameName-1] = s
		return list
	}
	return append(list, s)
}

// Distance returns the number of steps from s up to super, -1 where none of the types above s, of which most are
// visited, is it. above calls its argument with each type directly above one.
func Distance(s, super SymbolID, most int, above func(s SymbolID, up func(SymbolID))) int {
	level, seen := []SymbolID{s}, []SymbolID{s}
	for n := 0; len(level) > 0 && len(seen) < most; n++ {
		var next []SymbolID
		for _, t := range level {
			if t == super {
				return n
			}
			above(t, func(b SymbolID) {
				if !slices.Contains(seen, b) {
					seen = append(seen, b)
					next = append(next, b)
				}
			})
		}
		level = next
	}
	return -1
}

// Below returns the symbols that below leads to from s, directly and indirectly; not those of more than most of them.
func Below(s SymbolID, below map[SymbolID][]SymbolID, most int) []SymbolID {
	queue := slices.Clone(below[s])
	for n := 0; n < len(queue) && n < most; n++ {
		queue = AppendNew(queue, below[queue[n]])
	}
	return queue
}
