package process

import (
	"cmp"
	"slices"
)

// A dag is a call graph without the calls that close a cycle, with a rating of the chains in it.
type dag struct {
	rows
	finished []int32 // all nodes, callees before callers
	marked   []bool  // by node, as passed to weigh; nil: none
	// worth rates, by node, the best chain that starts there: by the number of its marked
	// steps, then by its length.
	worth []int64
}

// markedWorth is the worth of a marked step: more than any number of other steps.
const markedWorth = 1 << 32

// newDag drops the calls that lead back into the current path of a depth-first walk.
// The walk starts at the roots in their order, then at the nodes not reached from them.
func newDag(callees *rows, roots []int32) *dag {
	n := len(callees.start) - 1
	type frame struct{ node, next int32 }
	const (
		unseen = iota
		open   // on the current path
		done
	)
	var (
		state = make([]uint8, n)
		back  = make([]bool, len(callees.to))
		stack []frame
		d     = &dag{
			rows:     rows{start: make([]int32, 1, n+1), to: make([]int32, 0, len(callees.to))},
			finished: make([]int32, 0, n),
		}
	)
	walk := func(root int32) {
		if state[root] != unseen {
			return
		}
		state[root] = open
		stack = append(stack, frame{root, callees.start[root]})
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			if f.next == callees.start[f.node+1] {
				state[f.node] = done
				d.finished = append(d.finished, f.node)
				stack = stack[:len(stack)-1]
				continue
			}
			to := callees.to[f.next]
			back[f.next] = state[to] == open
			f.next++
			if state[to] == unseen {
				state[to] = open
				stack = append(stack, frame{to, callees.start[to]})
			}
		}
	}
	for _, root := range roots {
		walk(root)
	}
	for i := range int32(n) {
		walk(i)
	}
	for i := range n {
		for k := callees.start[i]; k < callees.start[i+1]; k++ {
			if !back[k] {
				d.to = append(d.to, callees.to[k])
			}
		}
		d.start = append(d.start, int32(len(d.to)))
	}
	return d
}

// weigh sets worth. marked are the nodes that a chain should contain; it may be nil.
func (d *dag) weigh(marked []bool) {
	d.marked, d.worth = marked, make([]int64, len(d.finished))
	for _, i := range d.finished {
		for _, to := range d.of(i) {
			d.worth[i] = max(d.worth[i], d.worth[to])
		}
		d.worth[i] += d.own(i)
	}
}

// own is the worth that node i adds to a chain.
func (d *dag) own(i int32) int64 {
	if d.marked != nil && d.marked[i] {
		return markedWorth + 1
	}
	return 1
}

// A trace is a chain of calls.
type trace struct {
	steps []int32
	worth int64
	cut   bool // stopped at the limit of steps; the last step has further calls
}

// traces returns up to branching chains from start, of at most maxSteps each, the
// best ones first. Where calls branch, all branches are followed until there are that many
// chains; from there each chain follows its best branch.
func (d *dag) traces(start int32, branching, maxSteps int) []trace {
	growing := []trace{{steps: []int32{start}, worth: d.own(start)}}
	var whole []trace
	for len(growing) > 0 {
		// Continue the chain with the highest worth ahead of it.
		at := 0
		for i := range growing {
			if d.worth[last(growing[i].steps)] > d.worth[last(growing[at].steps)] {
				at = i
			}
		}
		t := growing[at]
		callees := slices.Clone(d.of(last(t.steps)))
		if len(callees) == 0 || len(t.steps) >= maxSteps {
			t.cut = len(callees) > 0
			whole = append(whole, t)
			growing = slices.Delete(growing, at, at+1)
			continue
		}
		// A stable sort keeps the order of branches among equals.
		slices.SortStableFunc(callees, func(a, b int32) int { return cmp.Compare(d.worth[b], d.worth[a]) })
		room := 1 + branching - len(growing) - len(whole)
		for k, to := range callees[:min(room, len(callees))] {
			next := trace{steps: append(slices.Clip(t.steps), to), worth: t.worth + d.own(to)}
			if k == 0 {
				growing[at] = next
			} else {
				growing = append(growing, next)
			}
		}
	}
	slices.SortStableFunc(whole, func(a, b trace) int { return cmp.Compare(b.worth, a.worth) })
	return whole
}

func last(steps []int32) int32 { return steps[len(steps)-1] }
