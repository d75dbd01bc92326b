package edit

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/alike"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/words"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// minStays is the minimum likeness of two versions of a loop, a check or the like around other statements.
const minStays = 0.8

// wraps finds statements that were wrapped in another one, or unwrapped.
func (d *blockDiff) wraps() {
	for _, g := range d.gaps() {
		for _, j := range g.b {
			if !d.doneB[j] && !d.stays(d.b[j], g.a, d.a, d.doneA) {
				d.wrap(g.a, d.a, d.doneA, j, d.b[j], d.doneB, true)
			}
		}
		for _, i := range g.a {
			if !d.doneA[i] && !d.stays(d.a[i], g.b, d.b, d.doneB) {
				d.wrap(g.b, d.b, d.doneB, i, d.a[i], d.doneA, false)
			}
		}
	}
}

// wrap looks for those of the statements at flat that the node around holds now. added: around
// is of head.
func (d *blockDiff) wrap(flat []int, of []*tree.Node, done []bool, at int, around *tree.Node, doneAround []bool, added bool) {
	for _, body := range bodies(around) {
		if !d.spend(len(flat)+1, len(body.Kids)+1) {
			return
		}
		var in []int
		var held, matched int32
		for _, k := range body.Kids {
			held += k.Size
		}
		used := make([]bool, len(body.Kids))
		for _, i := range flat {
			if done[i] {
				continue
			}
			like := 0.0 // to what is around: it may be the same statement
			if of[i].Role == around.Role {
				like = d.likeness(of[i], around)
			}
			for n, k := range body.Kids {
				if used[n] {
					continue
				}
				if inner := d.likeness(of[i], k); inner == 1 || of[i].Role == k.Role && inner >= 0.75 && (like < 0.5 || inner > like) {
					used[n] = true
					matched += k.Size
					in = append(in, i)
					break
				}
			}
		}
		if len(in) == 0 || matched*2 < held && matched < 12 {
			continue
		}
		var moved []*tree.Node
		for _, i := range in {
			done[i] = true
			moved = append(moved, of[i])
		}
		doneAround[at] = true
		at := around
		if around.Role == lang.RoleTry { // its handler is what is new
			h := *around
			h.Line = around.Kids[1].Line
			at = &h
		}
		d.one(d.wrapped(around, added), at, added)
		d.Events[len(d.Events)-1].Kept = moved
		if added {
			d.Block(moved, body.Kids, false)
		} else {
			d.Block(body.Kids, moved, false)
		}
		return
	}
}

// bodies returns the blocks of a statement.
func bodies(n *tree.Node) []*tree.Node {
	switch n.Role {
	case lang.RoleIf:
		return n.Kids[1:3]
	case lang.RoleTry:
		return n.Kids[:1]
	case lang.RoleLoop:
		return n.Kids[1:2]
	case lang.RoleWith: // what it holds is declared in its header
		return []*tree.Node{{Role: lang.RoleBlock, Kids: append(slices.Clone(n.Kids[0].Kids), n.Kids[1].Kids...)}}
	case lang.RoleBlock:
		return []*tree.Node{n}
	case lang.RoleSwitch:
		var out []*tree.Node
		for _, c := range n.Kids[1:] {
			out = append(out, c.Kids[1])
		}
		return out
	}
	if in := body(inside(n)); in != nil {
		return []*tree.Node{in}
	}
	return nil
}

// wrapped returns the kind of a change that wraps statements in the body of another one.
func (c *Comparer) wrapped(around *tree.Node, added bool) Kind {
	pick := picker(added)
	switch around.Role {
	case lang.RoleTry:
		return tryKind(around, pick)
	case lang.RoleWith:
		return pick(CleanupAdded, CleanupRemoved)
	case lang.RoleLoop:
		return LoopChanged
	case lang.RoleIf:
		if around.Op == tree.Preprocessed {
			return "" // which branch is compiled is not known
		}
		if words.IsSecurity(words.In(around.Kids[0])) {
			return pick(SecurityStrengthened, SecurityWeakened)
		}
	case lang.RoleSwitch, lang.RoleBlock:
	default:
		return c.callKind(inside(around), pick)
	}
	return pick(GuardAdded, GuardRemoved)
}

// moves finds statements that went into another one that is new, or came out of one that is gone, past
// statements that stayed.
func (d *blockDiff) moves() {
	var left gap
	for _, g := range d.gaps() {
		left.a, left.b = append(left.a, g.a...), append(left.b, g.b...)
	}
	for _, j := range left.b {
		if !d.doneB[j] {
			d.wrap(left.a, d.a, d.doneA, j, d.b[j], d.doneB, true)
		}
	}
	for _, i := range left.a {
		if !d.doneA[i] {
			d.wrap(left.b, d.b, d.doneB, i, d.a[i], d.doneA, false)
		}
	}
}

// stays reports whether the other version has a statement around others, too, so that it wraps nothing anew.
func (d *blockDiff) stays(around *tree.Node, flat []int, of []*tree.Node, done []bool) bool {
	return around.Is(lang.RoleLoop, lang.RoleIf, lang.RoleTry, lang.RoleSwitch, lang.RoleWith) && slices.ContainsFunc(flat, func(i int) bool {
		return !done[i] && of[i].Role == around.Role && !alike.Within(of[i], around) && d.likeness(of[i], around) >= minStays
	})
}
