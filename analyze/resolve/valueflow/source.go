package valueflow

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
)

// A source is where some of the values of an expression come from. The sources of an expression do not depend on
// the values in pools.
type source struct {
	kind  sourceKind
	value value        // fromValue
	pool  poolID       // fromPool, shared
	x     facts.ExprID // fromResult: the call
}

type sourceKind uint8

const (
	fromValue  sourceKind = iota // a single value
	fromPool                     // the values of a pool
	shared                       // the same; the target shares the elements of the pool's container
	fromResult                   // a result of a call; the place of use decides which
)

func (w *Flow) collectValue(v value) {
	w.collected = append(w.collected, source{kind: fromValue, value: v})
}

func (w *Flow) collectPool(p poolID) {
	w.collected = append(w.collected, source{kind: fromPool, pool: p})
}

// collectShared collects the pool of a place of type t. A container shares its elements with what
// it is assigned to.
func (w *Flow) collectShared(p poolID, t lattice.Type) {
	if w.isContainer(t) {
		w.collected = append(w.collected, source{kind: shared, pool: p})
	} else {
		w.collectPool(p)
	}
}

// sourcesOf returns the sources that a function collects.
func (w *Flow) sourcesOf(collect func()) []source {
	from := len(w.collected)
	collect()
	sources := slices.Clone(w.collected[from:])
	w.collected = w.collected[:from]
	return sources
}

// giveCollected lets the values of the sources that were collected since there were from of them flow into a
// pool.
func (w *Flow) giveCollected(from int, to poolID) {
	w.give(w.collected[from:], to)
	w.collected = w.collected[:from]
}

// give lets the values of sources flow into a pool.
func (w *Flow) give(sources []source, to poolID) {
	for _, s := range sources {
		switch s.kind {
		case fromValue:
			w.add(to, s.value)
		case fromPool:
			w.edge(s.pool, to)
		case shared:
			w.edge(s.pool, to)
			if !w.pool(to).outside && !w.pool(s.pool).outside {
				w.edge(to, s.pool)
			}
		}
	}
}

// giveResult lets the values of result n of the only argument of a call flow into a pool.
func (w *Flow) giveResult(c *call, n int32, to poolID) {
	for i, s := range c.many {
		if s.kind == fromResult {
			w.edge(w.callPool(c.file, s.x, n), to)
		} else {
			w.give(c.many[i:i+1], to)
		}
	}
}
