package edit

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/truth"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// choices compares a choice between values with branches of the same condition: "return c ? x : y" with
// "if c { return x }; return y", and "v = c ? x : y" with "if c { v = x } else { v = y }".
func (d *blockDiff) choices() {
	for i, x := range d.a {
		for j, y := range d.b {
			if d.doneA[i] || d.doneB[j] || x.Role == y.Role || d.crosses(i, j) {
				continue
			}
			if then, other := branchesOf(x, y); then != nil {
				d.chosen(i, j, then, other, true)
			} else if then, other := branchesOf(y, x); then != nil {
				d.chosen(i, j, then, other, false)
			}
		}
	}
}

// chosen compares the branches of a choice at a[i], or at b[j], with those of the If that is the other one.
func (d *blockDiff) chosen(i, j int, then, other []*tree.Node, inA bool) {
	check, rest, done := d.b[j], d.b[j+1:], d.doneB[j+1:]
	if !inA {
		check, rest, done = d.a[i], d.a[i+1:], d.doneA[i+1:]
	}
	elses := check.Kids[2].Kids
	if leavesAlone(check) && !slices.Contains(done, true) {
		elses = rest
		for k := range done {
			done[k] = true
		}
	}
	d.doneA[i], d.doneB[j] = true, true
	d.toB[i], d.fromB[j] = j, i
	if inA {
		d.Block(then, check.Kids[1].Kids, false)
		d.Block(other, elses, false)
	} else {
		d.Block(check.Kids[1].Kids, then, false)
		d.Block(elses, other, false)
	}
}

// branchesOf returns the statements that a choice between values stands for, where an If has the same
// condition and both branches, or leaves; nil otherwise.
func branchesOf(choice, check *tree.Node) (then, other []*tree.Node) {
	value := choice
	switch {
	case choice.Is(lang.RoleReturn):
		value = choice.Kid(0)
	case choice.Is(lang.RoleAssign) && choice.Op == "=":
		value = choice.Kids[1]
	case !choice.Tail:
		return nil, nil
	}
	if !value.Is(lang.RoleTernary) || !check.Is(lang.RoleIf) {
		return nil, nil
	}
	then, other = insteadOf(choice, value.Kids[1]), insteadOf(choice, value.Kids[2])
	if len(check.Kids[2].Kids) == 0 && len(then)+len(other) == 2 && (!leavesAlone(check) || choice.Is(lang.RoleAssign)) {
		return nil, nil
	}
	switch {
	case truth.Equivalent(value.Kids[0], check.Kids[0]):
		return then, other
	case truth.Opposite(value.Kids[0], check.Kids[0]):
		return other, then
	}
	return nil, nil
}

// insteadOf returns a copy of a statement that returns, gives or stores a choice, with one of its values; nothing
// where it would store what is there.
func insteadOf(statement, value *tree.Node) []*tree.Node {
	if statement.Is(lang.RoleAssign) && tree.Same(statement.Kids[0], value) {
		return []*tree.Node{}
	}
	n := *value
	n.Tail = statement.Tail
	if !statement.Is(lang.RoleReturn, lang.RoleAssign) {
		return []*tree.Node{&n}
	}
	s := *statement
	s.Kids = append(slices.Clone(statement.Kids[:len(statement.Kids)-1]), &n)
	s.Line, s.Start, s.End = n.Line, n.Start, n.End
	s.Seal()
	return []*tree.Node{&s}
}

// unbroken returns the statements of an arm without a break, which only ends it.
func unbroken(arm *tree.Node) []*tree.Node {
	in := arm.Kids[1].Kids
	if len(in) == 1 && in[0].Is(lang.RoleBreak) && in[0].Op == "break" && len(in[0].Kids) == 0 {
		return nil
	}
	return in
}

// choices compares two Switches.
func (c *Comparer) choices(a, b *tree.Node) {
	defer func(outer lang.Role) { c.breaks = outer }(c.breaks)
	c.breaks = lang.RoleSwitch
	if !tree.Same(a.Kids[0], b.Kids[0]) {
		c.exprs(a.Kids[0], b.Kids[0], site{place: inCondition})
	}
	lost, came := matchInOrder(a.Kids[1:], b.Kids[1:], sameFirst, func(x, to *tree.Node) {
		c.Block(unbroken(x), unbroken(to), false)
	})
	for _, y := range came {
		matched := false
		for i, x := range lost {
			if tree.Same(x.Kids[1], y.Kids[1]) || len(a.Kids) == len(b.Kids) && len(lost) == 1 {
				lost = append(lost[:i:i], lost[i+1:]...)
				c.exprs(x.Kids[0], y.Kids[0], site{place: inCondition})
				c.Block(unbroken(x), unbroken(y), false)
				matched = true
				break
			}
		}
		if !matched {
			c.say(ConditionChanged, nil, y)
		}
	}
	for _, x := range lost {
		c.say(ConditionChanged, x, nil)
	}
}
