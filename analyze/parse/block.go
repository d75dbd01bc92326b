package parse

import (
	"cmp"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A guard says how a kind of node affects whether code runs.
type guard uint8

const (
	around  guard = 1 << iota // some children are branches
	branch                    // it is a branch itself
	lazy                      // a token: what follows it is a branch
	literal                   // a function literal
	nested                    // a function, and a literal inside another one
)

// blocks returns the parts of functions that do not always run and contain a call.
func blocks(l *lang.Language, t *lang.Tree, f *facts.File) []facts.Block {
	guards := guardsOf(l)
	var found []facts.Block
	add := func(i int32, isLiteral bool) {
		if n := &t.Nodes[i]; n.End > n.Start {
			found = append(found, facts.Block{Start: int32(n.Start), End: int32(n.End), Literal: isLiteral})
		}
	}
	function := int32(0) // end offset of the outermost function so far
	for i := int32(0); i < t.Len(); i++ {
		g := guards[t.Nodes[i].Kind]
		if g == 0 {
			continue
		}
		if g&(branch|literal) != 0 && t.Nodes[i].Size > 1 {
			add(i, g&literal != 0)
		}
		if g&nested != 0 && i < function {
			add(i, true)
		} else if g&nested != 0 {
			function = i + t.Nodes[i].Size
		}
		if g&lazy != 0 {
			for c := t.Next(i); c >= 0; c = t.Next(c) {
				add(c, false)
			}
		}
		if g&around != 0 {
			for c := t.First(i); c >= 0; c = t.Next(c) {
				if isBranch(l, t, i, c) {
					add(c, false)
				}
			}
		}
	}
	slices.SortFunc(found, func(a, b facts.Block) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
	return withCalls(found, f)
}

func guardsOf(l *lang.Language) []guard {
	guards := make([]guard, max(len(l.Kinds), 1))
	for _, b := range l.Branches {
		if b.In == 0 {
			guards[b.Kind] |= branch
		} else {
			guards[b.In] |= around
		}
	}
	for _, k := range l.Lazy {
		guards[k] |= lazy
	}
	for _, k := range l.Literals {
		guards[k] |= literal
	}
	for _, k := range l.Nested {
		guards[k] |= nested
	}
	return guards
}

// isBranch reports whether the child c of node i is a branch. The body of a loop without
// condition, for {}, is not.
func isBranch(l *lang.Language, t *lang.Tree, i, c int32) bool {
	n := &t.Nodes[c]
	for _, b := range l.Branches {
		if b.In == t.Kind(i) && (b.Role == 0 || b.Role == n.Field) && (b.Kind == 0 || b.Kind == n.Kind) && (!b.First || c == t.FirstNamed(i)) {
			return b.First || c != t.FirstNamed(i)
		}
	}
	return false
}

// withCalls returns the blocks that contain the position of a call.
func withCalls(all []facts.Block, f *facts.File) []facts.Block {
	if len(all) == 0 {
		return nil
	}
	var calls []int32
	for i := range f.Exprs {
		if at := f.Exprs[i].At; at > 0 {
			calls = append(calls, at)
		}
	}
	slices.Sort(calls)
	var kept []facts.Block
	for _, b := range all {
		if i, _ := slices.BinarySearch(calls, b.Start); i < len(calls) && calls[i] < b.End && (len(kept) == 0 || kept[len(kept)-1] != b) {
			kept = append(kept, b)
		}
	}
	return kept
}
