package valueflow

import "github.com/nexus-ci/nexus-ci/analyze/cycle"

// uniteCycles gives the values and sites of all pools of a cycle to its first one: what reaches one of them reaches each.
// In large programs most passes are within cycles. A pool that restricts its values is in no cycle.
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
