// Package valueflow computes which functions, and values of which types, can reach the variables,
// members, parameters and results of a snapshot, and so which code the calls of function values
// and of interface methods can run.
//
// In: an infer.Resolver with all tables, and which types implement which interfaces. Out: a
// Flow with the targets of each call (Targets), and the types whose values were ever converted to
// another type.
// Invariants: the order of statements is ignored; a member is one place for all instances, a
// container one place with all its elements; the work and the size of each pool are bounded, and
// the first values are kept.
package valueflow

import (
	"cmp"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/ruleset"
)

// A shape lists the variables for the parameters of a function.
type shape struct {
	file   decl.FileID
	self   facts.VarID // facts.None for none
	params []facts.VarID
}

// A carry says whether the values of a type can be functions or of several types, so that a
// pool is needed for them.
type carry uint8

// A Flow holds the result of the analysis, see the package comment.
//
// It is flow-insensitive and field-based: the order of statements is ignored, a member is one
// place for all instances, and a container is one place with all its elements. A value that
// reaches a call may be run by it, so the arguments flow into its parameters and its results flow
// back. Values that code outside the repository makes, or passes on, are unknown.
type Flow struct {
	infer *infer.Resolver
	// implements are the pairs of a type and an interface that it implements.
	implements map[[2]decl.SymbolID]bool
	interfaces map[string]bool // lang.Language.Interfaces of all languages
	// taken are the types whose values were ever converted to another type: no other type can
	// be the dynamic type of an interface.
	Taken []bool

	pools   pages[pool] // pool 0 means none
	queue   []poolID
	vars    [][]poolID // by file and Var
	members []poolID   // by symbol: variables, constants, fields
	results map[resultKey]poolID
	exprs   map[exprKey]poolID // of calls by result, and of expressions with a pool of their own
	outside map[outsideKey]poolID
	// outsideKeys are those of outside, in the order of their pools.
	outsideKeys []outsideKey
	literals    []literal
	literal     map[literal]decl.SymbolID
	shapes      map[decl.SymbolID]*shape
	sites       pages[site]
	calls       pages[call]
	callAt      []map[facts.ExprID]int32 // by file
	plain       []facts.Arg              // arguments given by position, for any call of a log
	// collected is the stack of the sources of the expressions that are being read.
	collected []source
	// spread are the calls whose results become the arguments of another call, one by one: g in f(g()).
	spread     map[literal]bool
	read       bool      // all code was read
	log        *recorder // of the file being read, nil where none is written
	logs       [][]byte  // by file, nil if they are not recorded
	renumbered Renumbered
	// Reread are the files with a log that did not fit: their code was read.
	Reread []decl.FileID
	// Unfit means that the log of a file did not fit it; the result is of no use.
	Unfit    bool
	carrying []carry // memo by type
	left     int     // remaining work
}

// openValue in a pool means that values from unknown code may flow into it.
const openValue value = -1

// A value is the symbol of a function, or of a type as an instance of it; numbers from len(syms)
// on are function literals without a symbol.
type value = decl.SymbolID

type literal struct {
	file decl.FileID
	x    facts.ExprID
}

type exprKey struct {
	file decl.FileID
	x    facts.ExprID
	n    int32 // of a call: number of the result; ownPool for the pool of another expression
}

const (
	ownPool    = -1
	methodPool = -2 // of a method value: the pool of the methods
)

// An outsideKey is a member of a type outside the repository, as a group of modules uses it; typ is
// "" for all types with such a member.
type outsideKey struct {
	group       int32
	typ, member string
}

type resultKey struct {
	fn value
	n  int32
}

// A pool holds the values that one place can have.
type pool struct {
	values  []value // in order of arrival
	known   *set    // the same as values, if there are many
	done    int     // values[:done] have been passed on
	to      []poolID
	ends    *set          // the same as to, if there are many
	sites   []int32       // calls that depend on the pool
	only    decl.SymbolID // interface that the values implement, -1 for any value
	queued  bool
	outside bool   // a place in code outside the repository
	idle    bool   // nothing reads it, so nothing is passed to it
	united  poolID // the pool of its cycle that has the values and sites of all, 0 for itself
	place   place
}

type poolID int32

// escaped is the pool of what is passed to code outside the repository. Nothing reads it, so it stays empty; its
// values are marked in Flow.Taken.
const escaped poolID = 1

const (
	// maxPool bounds the values of one pool; the first ones are kept.
	maxPool = 512
	// manyValues is the number of values, or of target pools, from which on a set is used to find
	// them.
	manyValues = 16
	// workPerExpr bounds the work: the number of values passed from one pool to another, per expression of
	// the snapshot. Most code needs less than one, an interpreter twelve.
	workPerExpr = 60
)

// A site is a call, or a method value, whose target depends on the values in a pool.
type site struct {
	call int32
	pool poolID
	// promoted is the pool of the values inside those in pool on which the method is called.
	promoted poolID
	open     bool   // unknown code may be called too
	method   string // name of the called method, "" if the value itself is called
	gives    poolID // pool that gets the methods themselves; 0 for a call
	targets  []value
	next     int32 // next site of the same call, -1 for none
}

// Targets returns what call x of a file may run, in the order of symbols. open says that
// it may also run unknown code.
func (w *Flow) Targets(file decl.FileID, x facts.ExprID) (out []Target, open bool) {
	c, ok := w.callAt[file][x]
	if !ok {
		return nil, false
	}
	for i := w.calls.at(c).last; i >= 0; i = w.sites.at(i).next {
		rule := ruleset.Function
		if w.sites.at(i).method != "" {
			rule = ruleset.Receiver
			open = open || w.sites.at(i).open || len(w.sites.at(i).targets) == 0
		}
		for _, v := range w.sites.at(i).targets {
			if v < w.infer.NumSymbols() && !slices.ContainsFunc(out, func(t Target) bool { return t.Sym == v }) {
				out = append(out, Target{Sym: v, Rule: rule})
			}
		}
	}
	slices.SortFunc(out, func(a, b Target) int { return cmp.Compare(a.Sym, b.Sym) })
	return out, open
}

func (w *Flow) pool(id poolID) *pool { return w.pools.at(int32(id)) }

func (w *Flow) newPool(p place) poolID {
	return poolID(w.pools.add(pool{only: -1, place: p}))
}

// restrict lets only the types that implement an interface into a pool.
func (w *Flow) restrict(p poolID, to decl.SymbolID) {
	w.log.restrict(p, to)
	w.pool(p).only = to
}

// add adds a value to a pool, and marks it in Taken.
func (w *Flow) add(to poolID, v value) {
	w.log.add(to, v)
	if v >= 0 && int(v) < len(w.Taken) {
		w.Taken[v] = true
	}
	w.receive(w.root(to), v)
}

// root returns the pool that has the values of a pool.
func (w *Flow) root(id poolID) poolID {
	if united := w.pool(id).united; united != 0 {
		return united
	}
	return id
}

// receive adds a value to a pool that is its own root.
func (w *Flow) receive(to poolID, v value) {
	p := w.pool(to)
	if w.left < 0 || p.idle || len(p.values) >= maxPool || p.has(v) {
		return
	}
	if p.only >= 0 && v >= 0 && v < w.infer.NumSymbols() && w.infer.Def(v).Kind.IsType() && !w.implements[[2]decl.SymbolID{v, p.only}] {
		return
	}
	p.values = append(p.values, v)
	if p.known != nil {
		p.known.add(int32(v))
	} else if len(p.values) > manyValues {
		p.known = newSet(p.values)
	}
	if !p.queued {
		p.queued = true
		w.queue = append(w.queue, to)
	}
}

// passOn passes values from one pool to another, its own root.
func (w *Flow) passOn(values []value, to poolID) {
	w.infer.Work.Flows += len(values)
	w.left -= len(values)
	for _, v := range values {
		w.receive(to, v)
	}
}

func (p *pool) has(v value) bool {
	if p.known != nil {
		return p.known.has(int32(v))
	}
	return slices.Contains(p.values, v)
}

// leads adds a target pool, and reports whether it is new.
func (p *pool) leads(to poolID) bool {
	if p.ends == nil {
		if slices.Contains(p.to, to) {
			return false
		}
	} else if p.ends.has(int32(to)) {
		return false
	}
	p.to = append(p.to, to)
	if p.ends != nil {
		p.ends.add(int32(to))
	} else if len(p.to) > manyValues {
		p.ends = newSet(p.to)
	}
	return true
}

// edge lets the values of one pool flow into another.
func (w *Flow) edge(from, to poolID) {
	if from == 0 || to == 0 || from == to {
		return
	}
	w.log.edge(from, to)
	w.connect(from, to)
}

// connect is edge without the log, for flows that follow from the place alone.
func (w *Flow) connect(from, to poolID) {
	from, to = w.root(from), w.root(to)
	if p := w.pool(from); from != to && !w.pool(to).idle && p.leads(to) {
		w.passOn(p.values[:p.done], to)
	}
}

func (w *Flow) varPool(file decl.FileID, v facts.VarID) poolID {
	id := &w.vars[file][v]
	if *id == 0 {
		*id = w.newPool(place{kind: aVariable, a: int32(file), b: int32(v)})
	}
	return *id
}

func (w *Flow) memberPool(s decl.SymbolID) poolID {
	if w.members[s] == 0 {
		w.members[s] = w.newPool(place{kind: aMember, a: int32(s)})
	}
	return w.members[s]
}

func (w *Flow) resultPool(fn value, n int32) poolID {
	k := resultKey{fn, n}
	id := w.results[k]
	if id == 0 {
		id = w.newPool(place{kind: aResult, a: int32(fn), b: n})
		w.results[k] = id
	}
	return id
}

// exprPool returns the pool of result n of a call, or of another expression; 0 for one that nothing reads.
func (w *Flow) exprPool(file decl.FileID, x facts.ExprID, n int32) (id poolID, made bool) {
	k := exprKey{file, x, n}
	id = w.exprs[k]
	if id == 0 && (!w.read || w.spread[literal{file, x}]) { // all that is read has a pool once all code was read
		id, made = w.newPool(place{kind: anExpr, a: int32(file), b: int32(x), n: n}), true
		w.exprs[k] = id
	}
	return id, made
}

// outsidePool returns the pool of a member of a type outside the repository, such as
// "net/http.Server" and "Handler", for the programs that a file may be in; without a type, the pool of all
// such members with this name.
func (w *Flow) outsidePool(file decl.FileID, typ, member string) poolID {
	key := outsideKey{w.infer.Group(file), typ, member}
	id := w.outside[key]
	if id == 0 {
		id = w.newPool(place{kind: anOutside, b: int32(len(w.outsideKeys))})
		w.outsideKeys = append(w.outsideKeys, key)
		w.pool(id).outside = true
		w.outside[key] = id
		if typ != "" {
			w.connect(id, w.outsidePool(file, "", member))
		}
	}
	return id
}
