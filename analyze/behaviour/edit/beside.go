package edit

import (
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/alike"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// beside makes calls of another function that came beside the one that they were compared with, or from beside it, of two
// versions of a function, added and removed calls.
func beside(events []Event, a, b *tree.Node) {
	var inA, inB map[uint64]int
	for i := range events {
		e := &events[i]
		if e.Kind != CallReplaced || !e.Base.Is(lang.RoleCall) || !e.Head.Is(lang.RoleCall) || alike.Within(e.Base, e.Head) || alike.Within(e.Head, e.Base) {
			continue
		}
		if inA == nil {
			inA, inB = counts(a), counts(b)
		}
		switch stays, was := inB[e.Base.Hash] >= inA[e.Base.Hash], inA[e.Head.Hash] >= inB[e.Head.Hash]; {
		case stays && !was:
			e.Kind, e.Base = CallAdded, nil
		case was && !stays:
			e.Kind, e.Head = CallRemoved, nil
		}
	}
}

// counts returns how often a function has which code, by hash.
func counts(fn *tree.Node) map[uint64]int {
	out := make(map[uint64]int)
	fn.Walk(func(k *tree.Node) bool { out[k.Hash]++; return true })
	return out
}
