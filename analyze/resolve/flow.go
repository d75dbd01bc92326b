package resolve

import (
	"cmp"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// A flow says which functions, and values of which types, can reach the
// variables, members, parameters and results of a snapshot, and so what calls of
// function values and of interface methods can run.
//
// It is flow-insensitive and field-based: the order of statements does not count,
// a member is one place whatever instance it is of, and a container is one place
// with all that is in it. What reaches a call is what the call can run, so the
// arguments go on into its parameters and its results come back. Values that
// code outside of the repository makes, or passes on, are not seen.
type flow struct {
	*resolver
	// implements are the pairs of a type and an interface that it implements.
	implements map[[2]symID]bool
	interfaces map[string]bool // lang.Language.Interfaces of all languages
	// taken are the types of which a value was ever taken as something else: no other
	// can be behind an interface.
	taken []bool

	pools    []pool // 0 is none
	queue    []poolID
	vars     [][]poolID // by file and Var
	members  []poolID   // by symbol: variables, constants, fields
	results  map[resultKey]poolID
	exprs    map[exprKey]poolID // of calls by result, and of expressions that have a pool of their own
	outside  map[string]poolID  // members of types from outside, by both names
	literals []literal
	literal  map[literal]symID
	shapes   map[symID]*shape
	sites    []site
	siteOf   []map[facts.ExprID]int32 // by file
	carrying []carry                  // memo by type
	left     int                      // work that may still be done
}

// openValue in a pool: something that the snapshot does not show comes there too.
const openValue value = -1

// A value is the symbol of a function or of a type of which something is an
// instance, or, from len(syms) on, a function literal without a symbol.
type value = symID

type literal struct {
	file fileID
	x    facts.ExprID
}

type exprKey struct {
	file fileID
	x    facts.ExprID
	n    int32 // of a call: the result; ownPool for the pool of another expression
}

const ownPool = -1

type resultKey struct {
	fn value
	n  int32
}

// A pool is the values that one place can hold.
type pool struct {
	values  []value // in the order in which they came
	known   map[value]struct{}
	done    int // values[:done] went on
	to      []poolID
	ends    map[poolID]struct{} // to, when there are many
	sites   []int32             // calls of what is in the pool
	only    symID               // interface that the values implement, -1 for any
	queued  bool
	outside bool // a place of code outside
}

type poolID int32

// escaped is the pool of what is handed to code outside.
const escaped poolID = 1

const (
	// maxPool bounds the values of one pool; of more, the first ones count.
	maxPool = 512
	// manyValues is the number of values, or of pools they go on into, from which on
	// they are found by a map.
	manyValues = 16
	// workPerExpr bounds the work: how often a value may go on, for each expression
	// of the snapshot. Most code needs less than one, an interpreter twelve.
	workPerExpr = 60
)

// A site is a call whose target depends on what reaches it, or a method that is
// taken of what reaches it.
type site struct {
	file fileID
	x    facts.ExprID
	pool poolID
	// promoted is what the method is called on inside of the values in pool.
	promoted poolID
	open     bool   // something else may come
	method   string // name of the method called, "" to call the value itself
	gives    poolID // what the methods themselves go into; 0 for a call
	targets  []value
	next     int32 // another one of the same call, -1 for none
}

func newFlow(r *resolver, implements map[[2]symID]bool) *flow {
	w := &flow{
		resolver: r, implements: implements, interfaces: make(map[string]bool),
		pools: []pool{{only: -1}, {only: -1, outside: true}}, vars: make([][]poolID, len(r.files)), members: make([]poolID, len(r.syms)),
		results: make(map[resultKey]poolID), exprs: make(map[exprKey]poolID), outside: make(map[string]poolID),
		taken: make([]bool, len(r.syms)), literal: make(map[literal]symID), shapes: make(map[symID]*shape), siteOf: make([]map[facts.ExprID]int32, len(r.files)),
	}
	for i := range r.files {
		r.at = fileID(i)
		f := &r.files[i]
		w.vars[i] = make([]poolID, len(f.facts.Vars))
		w.left += workPerExpr * len(f.facts.Exprs)
		for name := range f.lang.Interfaces {
			w.interfaces[name] = true
		}
	}
	w.findShapes()
	for i := range r.files {
		if r.in.stopped() {
			return w
		}
		r.at = fileID(i)
		w.look(fileID(i))
	}
	for i := range r.files {
		if r.in.stopped() {
			return w
		}
		r.at = fileID(i)
		if r.files[i].node != nil {
			w.file(fileID(i))
		}
	}
	w.run()
	w.openParams()
	w.run()
	return w
}

// look finds what names and calls mean in the order of the source. What is part of
// a cycle is known best from where the source comes to it first.
func (w *flow) look(file fileID) {
	f := &w.files[file]
	if f.node == nil {
		return
	}
	for x := range f.facts.Exprs {
		switch e := &f.facts.Exprs[x]; e.Kind {
		case facts.Call, facts.New:
			if e.X >= 0 {
				w.callee(file, facts.ExprID(x))
			}
		case facts.Name, facts.Member, facts.Local:
			w.denote(file, facts.ExprID(x))
		}
	}
}

// openParams opens the parameters of functions to which nothing in the snapshot
// passes anything: they are called from outside.
func (w *flow) openParams() {
	for i := range w.files {
		w.at = fileID(i)
		f := &w.files[i]
		for v := range f.facts.Vars {
			if id := w.vars[i][v]; id != 0 && f.facts.Vars[v].Kind == facts.ParamVar && len(w.pools[id].values) == 0 {
				w.add(id, openValue)
			}
		}
	}
}

// targets returns what reaches the call x of a file, in the order of symbols.
// open says that something may that is not seen.
func (w *flow) targets(file fileID, x facts.ExprID) (out []target, open bool) {
	i, ok := w.siteOf[file][x]
	if !ok {
		return nil, false
	}
	for ; i >= 0; i = w.sites[i].next {
		rule := ruleFunction
		if w.sites[i].method != "" {
			rule = ruleReceiver
			open = open || w.sites[i].open || len(w.sites[i].targets) == 0
		}
		for _, v := range w.sites[i].targets {
			if int(v) < len(w.syms) && !slices.ContainsFunc(out, func(t target) bool { return t.sym == v }) {
				out = append(out, target{sym: v, rule: rule})
			}
		}
	}
	slices.SortFunc(out, func(a, b target) int { return cmp.Compare(a.sym, b.sym) })
	return out, open
}

func (w *flow) newPool() poolID {
	w.pools = append(w.pools, pool{only: -1})
	return poolID(len(w.pools) - 1)
}

// add puts a value into a pool.
func (w *flow) add(to poolID, v value) {
	p := &w.pools[to]
	w.left--
	if v >= 0 && int(v) < len(w.taken) {
		w.taken[v] = true
	}
	if w.left < 0 || p.has(v) || len(p.values) >= maxPool {
		return
	}
	if p.only >= 0 && v >= 0 && int(v) < len(w.syms) && w.def(v).Kind.IsType() && !w.implements[[2]symID{v, p.only}] {
		return
	}
	p.values = append(p.values, v)
	if p.known != nil {
		p.known[v] = struct{}{}
	} else if len(p.values) > manyValues {
		p.known = make(map[value]struct{}, 2*len(p.values))
		for _, v := range p.values {
			p.known[v] = struct{}{}
		}
	}
	if !p.queued {
		p.queued = true
		w.queue = append(w.queue, to)
	}
}

func (p *pool) has(v value) bool {
	if p.known != nil {
		_, ok := p.known[v]
		return ok
	}
	return slices.Contains(p.values, v)
}

// leads adds a pool that the values go on into, and reports whether it is new.
func (p *pool) leads(to poolID) bool {
	if p.ends == nil {
		if slices.Contains(p.to, to) {
			return false
		}
	} else if _, ok := p.ends[to]; ok {
		return false
	}
	p.to = append(p.to, to)
	if p.ends != nil {
		p.ends[to] = struct{}{}
	} else if len(p.to) > manyValues {
		p.ends = make(map[poolID]struct{}, 2*len(p.to))
		for _, to := range p.to {
			p.ends[to] = struct{}{}
		}
	}
	return true
}

// edge lets the values of one pool go on into another.
func (w *flow) edge(from, to poolID) {
	if from == 0 || to == 0 || from == to || !w.pools[from].leads(to) {
		return
	}
	for i := range w.pools[from].done {
		w.add(to, w.pools[from].values[i])
	}
}

// run lets all values go on until nothing new comes anywhere.
func (w *flow) run() {
	for n := 0; len(w.queue) > 0; n++ {
		if n%1024 == 0 && w.in.stopped() {
			return
		}
		id := w.queue[0]
		w.queue = w.queue[1:]
		w.pools[id].queued = false
		from := w.pools[id].done
		w.pools[id].done = len(w.pools[id].values)
		fresh := w.pools[id].values[from:w.pools[id].done]
		for i := 0; i < len(w.pools[id].to); i++ {
			w.work.Flows += len(fresh)
			for _, v := range fresh {
				w.add(w.pools[id].to[i], v)
			}
		}
		for i := 0; i < len(w.pools[id].sites); i++ {
			for _, v := range fresh {
				w.arrive(w.pools[id].sites[i], v)
			}
		}
	}
}

// await lets a call run what comes into a pool.
func (w *flow) await(file fileID, x facts.ExprID, p poolID, method string) {
	if p == 0 {
		return
	}
	if w.siteOf[file] == nil {
		w.siteOf[file] = make(map[facts.ExprID]int32)
	}
	next, ok := w.siteOf[file][x]
	if !ok {
		next = -1
	}
	w.siteOf[file][x] = w.listen(site{file: file, x: x, pool: p, method: method, next: next})
}

// listen lets a site see what comes into its pool, and returns its number.
func (w *flow) listen(s site) int32 {
	i := int32(len(w.sites))
	w.sites = append(w.sites, s)
	if s.pool != 0 {
		w.pools[s.pool].sites = append(w.pools[s.pool].sites, i)
		for k := range w.pools[s.pool].done {
			w.arrive(i, w.pools[s.pool].values[k])
		}
	}
	return i
}

func (w *flow) varPool(file fileID, v facts.VarID) poolID {
	id := &w.vars[file][v]
	if *id == 0 {
		*id = w.newPool()
	}
	return *id
}

func (w *flow) memberPool(s symID) poolID {
	if w.members[s] == 0 {
		w.members[s] = w.newPool()
	}
	return w.members[s]
}

func (w *flow) resultPool(fn value, n int32) poolID {
	k := resultKey{fn, n}
	id := w.results[k]
	if id == 0 {
		id = w.newPool()
		w.results[k] = id
	}
	return id
}

func (w *flow) exprPool(file fileID, x facts.ExprID, n int32) (id poolID, made bool) {
	k := exprKey{file, x, n}
	id = w.exprs[k]
	if id == 0 {
		id, made = w.newPool(), true
		w.exprs[k] = id
	}
	return id, made
}

// outsidePool is that of a member of a type from outside, "net/http.Server" and
// "Handler"; without a type that of all such members of the name.
func (w *flow) outsidePool(typ, member string) poolID {
	name := typ + "." + member
	id := w.outside[name]
	if id == 0 {
		id = w.newPool()
		w.pools[id].outside = true
		w.outside[name] = id
		if typ != "" {
			w.edge(id, w.outsidePool("", member))
		}
	}
	return id
}
