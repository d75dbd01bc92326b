// Package valueflow says which functions, and values of which types, can reach the variables,
// members, parameters and results of a snapshot, and so what calls of function values and of
// interface methods can run.
//
// In: an infer.Resolver that is prepared, and which type implements which interface. Out: a
// Flow that gives the targets of each call (Targets) and the types that were ever taken as
// something else.
// Invariants: it is independent of the order of statements; a member is one place for all
// instances, a container one place with all that is in it; the work and the size of each pool
// are bounded, and of more the first values count.
package valueflow

import (
	"cmp"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/ruleset"
)

// A shape is the variables that the arguments of a function go to.
type shape struct {
	file   decl.FileID
	self   facts.VarID // None for none
	params []facts.VarID
}

// A carry says whether values of a type can be functions or of several types, so
// that it takes a pool to know them.
type carry uint8

// A Flow says which functions, and values of which types, can reach the
// variables, members, parameters and results of a snapshot, and so what calls of
// function values and of interface methods can run.
//
// It is flow-insensitive and field-based: the order of statements does not count,
// a member is one place whatever instance it is of, and a container is one place
// with all that is in it. What reaches a call is what the call can run, so the
// arguments go on into its parameters and its results come back. Values that
// code outside of the repository makes, or passes on, are not seen.
type Flow struct {
	infer *infer.Resolver
	// implements are the pairs of a type and an interface that it implements.
	implements map[[2]decl.SymbolID]bool
	interfaces map[string]bool // lang.Language.Interfaces of all languages
	// taken are the types of which a value was ever taken as something else: no other
	// can be behind an interface.
	Taken []bool

	pools    []pool // 0 is none
	queue    []poolID
	vars     [][]poolID // by file and Var
	members  []poolID   // by symbol: variables, constants, fields
	results  map[resultKey]poolID
	exprs    map[exprKey]poolID // of calls by result, and of expressions that have a pool of their own
	outside  map[string]poolID  // members of types from outside, by both names
	literals []literal
	literal  map[literal]decl.SymbolID
	shapes   map[decl.SymbolID]*shape
	sites    []site
	siteOf   []map[facts.ExprID]int32 // by file
	carrying []carry                  // memo by type
	left     int                      // work that may still be done
}

// openValue in a pool: something that the snapshot does not show comes there too.
const openValue value = -1

// A value is the symbol of a function or of a type of which something is an
// instance, or, from len(syms) on, a function literal without a symbol.
type value = decl.SymbolID

type literal struct {
	file decl.FileID
	x    facts.ExprID
}

type exprKey struct {
	file decl.FileID
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
	only    decl.SymbolID       // interface that the values implement, -1 for any
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
	file decl.FileID
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

// Targets returns what reaches the call x of a file, in the order of symbols.
// open says that something may that is not seen.
func (w *Flow) Targets(file decl.FileID, x facts.ExprID) (out []Target, open bool) {
	i, ok := w.siteOf[file][x]
	if !ok {
		return nil, false
	}
	for ; i >= 0; i = w.sites[i].next {
		rule := ruleset.Function
		if w.sites[i].method != "" {
			rule = ruleset.Receiver
			open = open || w.sites[i].open || len(w.sites[i].targets) == 0
		}
		for _, v := range w.sites[i].targets {
			if v < w.infer.NumSymbols() && !slices.ContainsFunc(out, func(t Target) bool { return t.Sym == v }) {
				out = append(out, Target{Sym: v, Rule: rule})
			}
		}
	}
	slices.SortFunc(out, func(a, b Target) int { return cmp.Compare(a.Sym, b.Sym) })
	return out, open
}

func (w *Flow) newPool() poolID {
	w.pools = append(w.pools, pool{only: -1})
	return poolID(len(w.pools) - 1)
}

// add puts a value into a pool.
func (w *Flow) add(to poolID, v value) {
	p := &w.pools[to]
	w.left--
	if v >= 0 && int(v) < len(w.Taken) {
		w.Taken[v] = true
	}
	if w.left < 0 || p.has(v) || len(p.values) >= maxPool {
		return
	}
	if p.only >= 0 && v >= 0 && v < w.infer.NumSymbols() && w.infer.Def(v).Kind.IsType() && !w.implements[[2]decl.SymbolID{v, p.only}] {
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
func (w *Flow) edge(from, to poolID) {
	if from == 0 || to == 0 || from == to || !w.pools[from].leads(to) {
		return
	}
	for i := range w.pools[from].done {
		w.add(to, w.pools[from].values[i])
	}
}

func (w *Flow) varPool(file decl.FileID, v facts.VarID) poolID {
	id := &w.vars[file][v]
	if *id == 0 {
		*id = w.newPool()
	}
	return *id
}

func (w *Flow) memberPool(s decl.SymbolID) poolID {
	if w.members[s] == 0 {
		w.members[s] = w.newPool()
	}
	return w.members[s]
}

func (w *Flow) resultPool(fn value, n int32) poolID {
	k := resultKey{fn, n}
	id := w.results[k]
	if id == 0 {
		id = w.newPool()
		w.results[k] = id
	}
	return id
}

func (w *Flow) exprPool(file decl.FileID, x facts.ExprID, n int32) (id poolID, made bool) {
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
func (w *Flow) outsidePool(typ, member string) poolID {
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
