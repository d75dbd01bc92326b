package edit

import (
	"cmp"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/branch"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// freed puts one event in the place of those of statements that left a branch of a check which both versions have, or went
// into one: an else whose code always runs now, a return that depends on a condition now. Each of them alone would be
// code that moved. The events are those from an index on.
func (d *blockDiff) freed(from int) {
	for i, j := range d.toB {
		if j < 0 {
			continue
		}
		if !d.freedOf(from, d.a[i], d.b[j], d.b, j, false) {
			d.freedOf(from, d.b[j], d.a[i], d.a, i, true)
		}
	}
}

// freedOf is freed of the statements in the branches of one check, whose other version is at an index of a block. added:
// the check with the statements is of head.
func (d *blockDiff) freedOf(from int, check, other *tree.Node, block []*tree.Node, at int, added bool) bool {
	var stays *tree.Node
	drop := make(map[int]bool)
	for i, e := range d.Events[from:] {
		in, out := e.Base, e.Head
		if added {
			in, out = e.Head, e.Base
		}
		if in == nil || out != nil || !branch.Holds(check, in) {
			continue
		}
		k := d.eventOf(from, in, block, added)
		if k < 0 || in.Is(lang.RoleReturn) && d.ends(check, added) {
			continue
		}
		stands := slices.IndexFunc(block, func(n *tree.Node) bool { return tree.Same(n, in) })
		if !branch.Frees(check, other, in, stands > at) {
			return false
		}
		drop[from+i], drop[k] = true, true
		if stays == nil {
			stays = cmp.Or(d.Events[k].Base, d.Events[k].Head)
		}
	}
	if stays == nil {
		return false
	}
	kept := slices.Concat(check.Kids[1].Kids, check.Kids[2].Kids)
	var left []Event
	for i, e := range d.Events {
		if !drop[i] {
			left = append(left, e)
		}
	}
	d.Events = left
	d.one(picker(added)(GuardAdded, GuardRemoved), check, added)
	e := &d.Events[len(d.Events)-1]
	e.Kept, e.Shown = kept, stays
	return true
}

// eventOf returns the index of the event by which a statement equal to another one came into a block, or went out of it;
// -1 for none.
func (d *blockDiff) eventOf(from int, statement *tree.Node, block []*tree.Node, went bool) int {
	for i := from; i < len(d.Events); i++ {
		in, out := d.Events[i].Head, d.Events[i].Base
		if went {
			in, out = out, in
		}
		if in != nil && out == nil && tree.Same(in, statement) && slices.Contains(block, in) {
			return i
		}
	}
	return -1
}

// ends reports whether a check is, or is a part of, what ends its version of the function: what runs behind it is
// nothing, so that a return there has no effect of its own.
func (d *blockDiff) ends(check *tree.Node, head bool) bool {
	last := d.last[0]
	if head {
		last = d.last[1]
	}
	return last == nil || last.Start <= check.Start && check.End <= last.End
}
