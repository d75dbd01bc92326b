package valueflow

import (
	"github.com/nexus-ci/nexus-ci/analyze/cycle"
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
)

// An extent is how many pools, sites and calls there are.
type extent struct{ pools, sites, calls int32 }

// findIdle finds the places of a file that its code never reads, not even by way of others, among the pools, sites
// and calls that were made since there were from of them. Most results of calls are such. Parameters are none: calls in
// other files may read them, as a container shares its elements with the argument.
func (w *Flow) findIdle(file decl.FileID, from extent) {
	type reader struct {
		place poolID
		next  int32 // the next reader of the same place, 0 for none
	}
	n := w.pools.n - from.pools
	read := make([]bool, n)
	first := make([]int32, n)    // by place: the first of those of the file that are passed to it
	readers := make([]reader, 1) // the first is none
	var left []poolID
	mark := func(id poolID) {
		if i := int32(id) - from.pools; i >= 0 && !read[i] {
			read[i] = true
			left = append(left, id)
		}
	}
	passes := func(id, to poolID) {
		if i := int32(to) - from.pools; i < 0 {
			mark(id)
		} else {
			readers = append(readers, reader{id, first[i]})
			first[i] = int32(len(readers) - 1)
		}
	}
	for id := poolID(from.pools); id < poolID(w.pools.n); id++ {
		p := w.pool(id)
		if !w.isLocal(file, p.place) || p.place.kind == anExpr && w.spread[literal{file, facts.ExprID(p.place.b)}] {
			mark(id)
		}
		for _, to := range p.to {
			passes(id, to)
		}
	}
	for i := from.sites; i < w.sites.n; i++ {
		if s := w.sites.at(i); s.gives == 0 {
			mark(s.pool)
		} else {
			passes(s.pool, s.gives)
		}
	}
	markAll := func(sources []source) {
		for _, s := range sources {
			mark(s.pool)
		}
	}
	for i := from.calls; i < w.calls.n; i++ {
		c := w.calls.at(i)
		for _, sources := range c.args {
			markAll(sources)
		}
		markAll(c.many)
	}
	for len(left) > 0 {
		id := left[len(left)-1]
		left = left[:len(left)-1]
		for r := first[int32(id)-from.pools]; r != 0; r = readers[r].next {
			mark(readers[r].place)
		}
	}
	for i := range n {
		w.pools.at(from.pools + i).idle = !read[i]
	}
}

// isLocal reports whether only the code of a file can read a place.
func (w *Flow) isLocal(file decl.FileID, p place) bool {
	switch p.kind {
	case anExpr:
		return decl.FileID(p.a) == file
	case aVariable:
		kind := w.infer.File(decl.FileID(p.a)).Facts.Vars[p.b].Kind
		return decl.FileID(p.a) == file && kind != facts.ParamVar && kind != facts.SelfVar
	}
	return false
}

// uniteCycles lets one pool of each cycle of flows have the values and sites of all: what reaches one of them
// reaches each. In large programs most passes are within cycles. A pool that restricts its values is in none.
func (w *Flow) uniteCycles() {
	out := func(id int32) []poolID { return w.pools.at(id).to }
	target := func(to poolID) int32 {
		if p := w.pool(to); p.idle || p.only >= 0 {
			return -1
		}
		return int32(to)
	}
	for _, members := range cycle.Components(int(w.pools.n), out, target) {
		first := poolID(members[0])
		for _, id := range members[1:] {
			w.unite(first, w.pools.at(id))
		}
	}
	for id := range poolID(w.pools.n) {
		p := w.pool(id)
		targets := p.to
		p.to, p.ends = targets[:0], nil
		for _, t := range targets {
			if to := w.root(t); to != id && !w.pool(to).idle {
				p.leads(to)
			}
		}
	}
}

// unite gives what a pool has to the first of its cycle.
func (w *Flow) unite(first poolID, p *pool) {
	p.united = first
	for _, v := range p.values {
		w.receive(first, v)
	}
	to := w.pool(first)
	to.to = append(to.to, p.to...)
	to.sites = append(to.sites, p.sites...)
	p.values, p.known, p.to, p.ends, p.sites = nil, nil, nil, nil, nil
}
