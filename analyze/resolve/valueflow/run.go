package valueflow

import (
	"encoding/binary"
	"hash/fnv"
	"maps"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
)

// Known is what another Flow found in the code of some files.
type Known struct {
	// Logs are, by file, those of the files whose code is not read, nil for the others.
	Logs [][]byte
	Renumbered
}

// Renumbered are the numbers here of files and definitions by those in logs.
type Renumbered struct {
	Files []decl.FileID   // -1 for a file that is gone; nil: the same
	Defs  [][]facts.DefID // by the number of the file in the logs, facts.None for one that is gone; nil: the same
}

// New follows the values of a snapshot. implements are the pairs of a type and an interface that it implements. With
// record, the Flow has a log for each file.
func New(r *infer.Resolver, implements map[[2]decl.SymbolID]bool, known Known, record bool) *Flow {
	logs := known.Logs
	if logs == nil {
		logs = make([][]byte, r.NumFiles())
	}
	w := &Flow{
		infer: r, implements: implements, interfaces: make(map[string]bool),
		vars: make([][]poolID, r.NumFiles()), members: make([]poolID, r.NumSymbols()),
		results: make(map[resultKey]poolID), exprs: make(map[exprKey]poolID), outside: make(map[outsideKey]poolID),
		Taken: make([]bool, r.NumSymbols()), spread: make(map[literal]bool), literal: make(map[literal]decl.SymbolID), shapes: make(map[decl.SymbolID]*shape), callAt: make([]map[facts.ExprID]int32, r.NumFiles()),
	}
	w.pools.add(pool{only: -1})
	w.pools.add(pool{only: -1, outside: true, idle: true, place: place{kind: allEscaped}})
	for i := range r.NumFiles() {
		r.WorkOn(i)
		f := r.File(i)
		w.vars[i] = make([]poolID, len(f.Facts.Vars))
		w.left += workPerExpr * f.Facts.NumExprs()
		for name := range f.Lang.Interfaces {
			w.interfaces[name] = true
		}
	}
	w.findShapes()
	w.renumbered = known.Renumbered
	// A log cannot be taken back half-way. Only where a definition is gone, a log may refer to it.
	gone := slices.Contains(known.Files, -1) || slices.ContainsFunc(known.Defs, func(defs []facts.DefID) bool { return slices.Contains(defs, facts.None) })
	for i := range r.NumFiles() {
		if r.Stopped() {
			return w
		}
		r.WorkOn(i)
		if gone && logs[i] != nil && !w.replay(i, logs[i], true) {
			logs[i] = nil
			w.Reread = append(w.Reread, i)
		}
		if logs[i] == nil {
			w.Look(i)
		}
	}
	if record {
		w.logs = make([][]byte, r.NumFiles())
	}
	for i := range r.NumFiles() {
		if r.Stopped() {
			return w
		}
		r.WorkOn(i)
		switch {
		case r.File(i).Node == nil:
		case logs[i] == nil:
			w.readCode(i, record)
		case !w.apply(i, logs[i], record):
			w.Unfit = true
			return w
		}
	}
	w.read = true
	w.uniteCycles()
	w.run()
	w.openParams()
	w.run()
	return w
}

// Look resolves names and calls of a file in source order. For a cycle, the evaluation that begins at its
// first member in the source gives the best result. So it comes before everything else that evaluates code
// of the file.
func (w *Flow) Look(file decl.FileID) {
	f := w.infer.File(file)
	if f.Node == nil {
		return
	}
	for x := range f.Facts.Expressions() {
		switch e := &f.Facts.Expressions()[x]; e.Kind {
		case facts.Call, facts.New:
			if e.X >= 0 {
				w.infer.Callee(file, facts.ExprID(x))
			}
		case facts.Name, facts.Member, facts.Local:
			w.infer.Denote(file, facts.ExprID(x))
		}
	}
}

// openParams marks the parameters of functions as open if no call in the snapshot passes anything
// to them: they are called from outside.
func (w *Flow) openParams() {
	for i := range w.infer.NumFiles() {
		w.infer.WorkOn(i)
		f := w.infer.File(i)
		for v := range f.Facts.Vars {
			if id := w.vars[i][v]; id != 0 && f.Facts.Vars[v].Kind == facts.ParamVar && len(w.pool(w.root(id)).values) == 0 {
				w.add(id, openValue)
			}
		}
	}
}

// run passes values on until no pool changes.
func (w *Flow) run() {
	for n := 0; len(w.queue) > 0; n++ {
		if n%1024 == 0 && w.infer.Stopped() {
			return
		}
		id := w.queue[0]
		w.queue = w.queue[1:]
		p := w.pool(id)
		p.queued = false
		fresh := p.values[p.done:]
		p.done = len(p.values)
		for i := 0; i < len(p.to); i++ { // which may grow
			w.passOn(fresh, p.to[i])
		}
		for i := 0; i < len(p.sites); i++ {
			for _, v := range fresh {
				w.arrive(p.sites[i], v)
			}
		}
	}
}

// readFile adds the flows of values in one file.
func (w *Flow) readFile(file decl.FileID) {
	f := w.infer.File(file)
	for v := range f.Facts.Vars {
		x := &f.Facts.Vars[v]
		if len(x.Values) == 0 || x.Def >= 0 || x.Import >= 0 || !w.carries(w.infer.VarType(file, facts.VarID(v))) {
			continue
		}
		for _, value := range x.Values {
			w.pass(file, value, w.varPool(file, facts.VarID(v)))
		}
	}
	for i := range f.Facts.Defs {
		w.definition(file, f.Symbol(facts.DefID(i)))
	}
	for x := range f.Facts.Expressions() {
		e := &f.Facts.Expressions()[x]
		switch e.Kind {
		case facts.Store:
			if len(e.Args) > 0 {
				w.store(file, e.X, e.Args[0].X)
			}
		case facts.Return:
			w.returns(file, e)
		case facts.Func:
			if v := w.function(file, facts.ExprID(x)); len(e.Args) > 0 {
				for i := range e.Args {
					w.pass(file, e.Args[i].X, w.resultPool(v, 0))
				}
			}
		case facts.Composite:
			w.fields(file, e)
		case facts.Call, facts.New:
			if e.X >= 0 {
				w.call(file, facts.ExprID(x))
			}
		}
	}
}

// readCode reads a file, and writes its log if record is set.
func (w *Flow) readCode(file decl.FileID, record bool) {
	if record {
		w.log = newRecorder(w, file)
	}
	before := extent{w.pools.n, w.sites.n, w.calls.n}
	w.readFile(file)
	w.findIdle(file, before)
	w.keepLog(file)
}

// apply applies the log of a file as replay does, and writes it with the numbers of this snapshot if record is set.
func (w *Flow) apply(file decl.FileID, log []byte, record bool) bool {
	if record {
		w.log = newRecorder(w, file)
	}
	ok := w.replay(file, log, false)
	w.keepLog(file)
	return ok
}

// keepLog keeps what the recorder has written, if there is one.
func (w *Flow) keepLog(file decl.FileID) {
	if w.log == nil {
		return
	}
	if log := w.log.encode(); !w.log.foreign {
		w.logs[file] = log
	}
	w.log = nil
}

// Log returns the log of a file, nil if it has none: it depends on the code of another file, or no logs were recorded.
func (w *Flow) Log(file decl.FileID) []byte {
	if w.logs == nil {
		return nil
	}
	return w.logs[file]
}

// Digest returns a hash of the Targets of all calls of a file.
func (w *Flow) Digest(file decl.FileID) uint64 {
	h := fnv.New64a()
	var buf []byte
	for _, x := range slices.Sorted(maps.Keys(w.callAt[file])) {
		targets, unknown := w.Targets(file, x)
		if len(targets) == 0 && !unknown {
			continue
		}
		buf = binary.AppendVarint(buf[:0], int64(x))
		if unknown {
			buf = append(buf, 1)
		}
		for _, t := range targets {
			buf = binary.AppendVarint(append(buf, w.idOf(t.Sym)...), int64(t.Rule))
		}
		h.Write(buf)
	}
	return h.Sum64()
}

// Exhausted reports whether there was more work than the Flow may do. Then the result depends on all files.
func (w *Flow) Exhausted() bool { return w.left < 0 }

// TakenTypes returns the types in Taken in languages where they count: those with
// lang.Rules.StructuralInterfaces.
func (w *Flow) TakenTypes() []decl.SymbolID {
	var out []decl.SymbolID
	for s, taken := range w.Taken {
		s := decl.SymbolID(s)
		if taken && w.infer.Def(s).Kind.IsType() && w.infer.File(w.infer.Symbol(s).File).Lang.Rules.StructuralInterfaces {
			out = append(out, s)
		}
	}
	return out
}

// idOf returns the ID of the node of a symbol, "" for none.
func (w *Flow) idOf(s decl.SymbolID) string {
	if n := w.infer.Symbol(s).Node; n != nil {
		return n.ID
	}
	return ""
}
