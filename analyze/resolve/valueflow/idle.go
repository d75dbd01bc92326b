package valueflow

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
)

// An extent is how many pools, sites and calls there are.
type extent struct{ pools, sites, calls int32 }

// findIdle marks the places of a file that its code never reads, directly or through other places, as idle. Most are
// results of calls. before is the extent before the file was read: all pools, sites and calls after it are of this file.
// Parameters are never idle: calls in other files may read them, as a container shares its elements with the argument.
func (w *Flow) findIdle(file decl.FileID, before extent) {
	type reader struct {
		place poolID
		next  int32 // the next reader of the same place, 0 for none
	}
	n := w.pools.n - before.pools
	read := make([]bool, n)
	first := make([]int32, n)    // by place: the first of those of the file that are passed to it
	readers := make([]reader, 1) // the first is none
	var left []poolID
	mark := func(id poolID) {
		if i := int32(id) - before.pools; i >= 0 && !read[i] {
			read[i] = true
			left = append(left, id)
		}
	}
	passes := func(id, to poolID) {
		if i := int32(to) - before.pools; i < 0 {
			mark(id)
		} else {
			readers = append(readers, reader{id, first[i]})
			first[i] = int32(len(readers) - 1)
		}
	}
	for id := poolID(before.pools); id < poolID(w.pools.n); id++ {
		p := w.pool(id)
		if !w.isLocal(file, p.place) || p.place.kind == anExpr && w.spread[literal{file, facts.ExprID(p.place.b)}] {
			mark(id)
		}
		for _, to := range p.to {
			passes(id, to)
		}
	}
	for i := before.sites; i < w.sites.n; i++ {
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
	for i := before.calls; i < w.calls.n; i++ {
		c := w.calls.at(i)
		for _, sources := range c.args {
			markAll(sources)
		}
		markAll(c.many)
	}
	for len(left) > 0 {
		id := left[len(left)-1]
		left = left[:len(left)-1]
		for r := first[int32(id)-before.pools]; r != 0; r = readers[r].next {
			mark(readers[r].place)
		}
	}
	for i := range n {
		w.pools.at(before.pools + i).idle = !read[i]
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
