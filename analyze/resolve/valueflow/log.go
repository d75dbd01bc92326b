package valueflow

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/codec"
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
)

// A log of a file holds the flows that follow from its code, in order: everything that reading the file (readFile)
// does to a Flow. Applying the log to another Flow does the same without looking at the code, as long as
// what the file mentions has the same meaning. Files, and definitions of other files, may have other numbers
// (Known.Renumbered).
//
// A log is a list of operations. Places and calls are defined where they are first used, and then referred to by
// their number in the log.

// An operation is what one entry of a log does.
type operation uint64

const (
	opAdd      operation = iota // a value to a place
	opEdge                      // from a place to another
	opRestrict                  // a place to the types that implement an interface
	opListen                    // a call to a place
	numOperations
)

// A placeKind is the kind of a place, which has a pool.
type placeKind uint64

const (
	aVariable  placeKind = iota // of the file of the log
	aParameter                  // of a function in any file
	aMember                     // a variable, constant or field
	aResult                     // of a function
	anExpr                      // of the file of the log
	anOutside                   // member of a type outside the repository
	allEscaped                  // the pool escaped
	numPlaces
)

// A place identifies a pool. For an aVariable a is the file and b the variable, for aMember a is the symbol, for
// aResult a is the function and b the number, for anExpr a is the file, b the expression and n the
// number of the result; for anOutside b is the index in Flow.outsideKeys.
type place struct {
	kind    placeKind
	a, b, n int32
}

// An entry is an operation that a log is to have.
type entry struct {
	op       operation
	from, to poolID // the only place is to
	value    value  // opAdd; the interface of opRestrict
	site     int32  // opListen; to is where its methods go
}

// A recorder writes the log of one file.
type recorder struct {
	w       *Flow
	file    decl.FileID
	entries []entry
	taken   map[value]bool // symbols that are passed to escaped instead of an idle place
	out     codec.Coder
	places  map[poolID]int
	calls   map[int32]int
	words   map[string]int
	files   map[decl.FileID]int
	// foreign: the file refers to expressions of another file, whose numbers change with that file.
	// It has no log.
	foreign bool
}

func newRecorder(w *Flow, file decl.FileID) *recorder {
	return &recorder{
		w: w, file: file, out: codec.Coder{Encoding: true, Buf: []byte{}}, taken: make(map[value]bool),
		places: make(map[poolID]int), calls: make(map[int32]int), words: make(map[string]int), files: make(map[decl.FileID]int),
	}
}

func (r *recorder) num(n int) {
	u := uint64(n)
	r.out.Uint(&u)
}

func (r *recorder) add(to poolID, v value) {
	if r != nil {
		r.entries = append(r.entries, entry{op: opAdd, to: to, value: v})
	}
}

func (r *recorder) edge(from, to poolID) {
	if r != nil {
		r.entries = append(r.entries, entry{op: opEdge, from: from, to: to})
	}
}

func (r *recorder) restrict(p poolID, to decl.SymbolID) {
	if r != nil {
		r.entries = append(r.entries, entry{op: opRestrict, to: p, value: to})
	}
}

func (r *recorder) listen(site int32, gives poolID) {
	if r != nil {
		r.entries = append(r.entries, entry{op: opListen, to: gives, site: site})
	}
}

// encode returns the log. It leaves out what is passed to idle places; a symbol among it is passed to escaped instead, to be marked in Taken.
func (r *recorder) encode() []byte {
	for i := range r.entries {
		e := &r.entries[i]
		if r.w.pool(e.to).idle {
			if e.op != opAdd || e.value < 0 || e.value >= r.w.infer.NumSymbols() || r.taken[e.value] {
				continue
			}
			r.taken[e.value] = true
			e.to = escaped
		}
		r.num(int(e.op))
		switch e.op {
		case opAdd:
			r.place(e.to)
			r.value(e.value)
		case opEdge:
			r.place(e.from)
			r.place(e.to)
		case opRestrict:
			r.place(e.to)
			r.symbol(e.value)
		case opListen:
			r.site(r.w.sites.at(e.site))
		}
	}
	return r.out.Buf
}

func (r *recorder) site(s *site) {
	r.call(s.call)
	r.place(s.pool)
	r.word(s.method)
	if s.gives == 0 {
		r.num(0)
		return
	}
	r.num(1)
	r.place(s.gives)
}

// seen writes the number of something in the log, and reports whether it is defined there.
func seen[K comparable](r *recorder, numbers map[K]int, k K) bool {
	n, ok := numbers[k]
	if !ok {
		n = len(numbers)
		numbers[k] = n
	}
	r.num(n)
	return ok
}

func (r *recorder) place(id poolID) {
	if seen(r, r.places, id) {
		return
	}
	p := r.w.pool(id).place
	switch p.kind {
	case aVariable:
		if decl.FileID(p.a) == r.file {
			r.num(int(aVariable))
			r.num(int(p.b))
			return
		}
		fn, index := r.w.parameter(decl.FileID(p.a), facts.VarID(p.b))
		r.foreign = r.foreign || fn < 0
		r.num(int(aParameter))
		r.symbol(max(0, fn))
		r.num(index)
	case aMember:
		r.num(int(aMember))
		r.symbol(decl.SymbolID(p.a))
	case aResult:
		r.num(int(aResult))
		r.value(decl.SymbolID(p.a))
		r.num(int(p.b))
	case anExpr:
		r.foreign = r.foreign || decl.FileID(p.a) != r.file
		r.num(int(anExpr))
		r.num(int(p.b))
		r.num(int(p.n) - methodPool)
	case anOutside:
		key := &r.w.outsideKeys[p.b]
		r.num(int(anOutside))
		r.word(key.typ)
		r.word(key.member)
	default:
		r.num(int(p.kind))
	}
}

// A valueKind is the kind of a value in a log.
type valueKind uint64

const (
	isOpen valueKind = iota
	isSymbol
	isLiteral // of the file of the log
	numValues
)

func (r *recorder) value(v value) {
	switch {
	case v == openValue:
		r.num(int(isOpen))
	case v < r.w.infer.NumSymbols():
		r.num(int(isSymbol))
		r.symbol(v)
	default:
		l := r.w.literals[v-r.w.infer.NumSymbols()]
		r.foreign = r.foreign || l.file != r.file
		r.num(int(isLiteral))
		r.num(int(l.x))
	}
}

// symbol writes a symbol as its file and its definition.
func (r *recorder) symbol(s decl.SymbolID) {
	y := r.w.infer.Symbol(s)
	if !seen(r, r.files, y.File) {
		r.num(int(y.File))
	}
	r.num(int(y.Def))
}

func (r *recorder) call(i int32) {
	if seen(r, r.calls, i) {
		return
	}
	c := r.w.calls.at(i)
	r.num(int(c.x))
	r.form(&c.form)
	r.num(len(c.args))
	for _, sources := range c.args {
		r.sources(sources)
	}
	r.sources(c.many)
}

// The bits of a form and of an argument in a log.
const (
	isDiscarded = 1 << iota
	isMultiple
	isPlain // all its arguments are given by position
	numForms
)

const (
	isGiven = 1 << iota
	isSpread
	isDoubleSpread
	numGivings
)

func bit(is bool, b int) int {
	if is {
		return b
	}
	return 0
}

func (r *recorder) form(f *form) {
	plain := !slices.ContainsFunc(f.args, func(a facts.Arg) bool { return a.X < 0 || a.Keyword != "" || a.Spread || a.DoubleSpread })
	r.num(bit(f.discarded, isDiscarded) | bit(f.many, isMultiple) | bit(plain, isPlain))
	if r.num(len(f.args)); plain {
		return
	}
	for i := range f.args {
		a := &f.args[i]
		r.num(bit(a.X >= 0, isGiven) | bit(a.Spread, isSpread) | bit(a.DoubleSpread, isDoubleSpread))
		r.word(a.Keyword)
	}
}

func (r *recorder) sources(list []source) {
	r.num(len(list))
	for _, s := range list {
		r.num(int(s.kind))
		switch s.kind {
		case fromValue:
			r.value(s.value)
		case fromPool, shared:
			if s.pool == 0 {
				r.num(0)
				continue
			}
			r.num(1)
			r.place(s.pool)
		case fromResult:
			r.num(int(s.x))
		}
	}
}

func (r *recorder) word(s string) {
	if !seen(r, r.words, s) {
		r.out.Text(&s)
	}
}

// parameter returns the function that a variable is a parameter of, and its number: 0 for the current instance, else one
// more than its position; -1 where it is no parameter of a symbol.
func (w *Flow) parameter(file decl.FileID, v facts.VarID) (decl.SymbolID, int) {
	f := w.infer.File(file)
	x := &f.Facts.Vars[v]
	if x.Func >= 0 || x.In < 0 {
		return -1, 0
	}
	switch x.Kind {
	case facts.SelfVar:
		return f.Symbol(x.In), 0
	case facts.ParamVar:
		return f.Symbol(x.In), int(x.Index) + 1
	}
	return -1, 0
}

// A player applies the log of one file.
type player struct {
	w      *Flow
	file   decl.FileID
	in     codec.Coder
	dry    bool // only read it
	files  []decl.FileID
	places []poolID
	calls  []int32
	words  []string
}

// replay applies the log of a file, or only reads it if dry is set. It returns false where the log does not fit the file,
// or refers to definitions that are gone.
func (w *Flow) replay(file decl.FileID, log []byte, dry bool) bool {
	p := player{w: w, file: file, in: codec.Coder{Buf: log}, dry: dry}
	for p.in.Pos < len(log) && !p.in.Failed {
		switch operation(p.num(int(numOperations))) {
		case opAdd:
			to := p.place()
			if v := p.value(); !p.in.Failed && !dry {
				w.add(to, v)
			}
		case opEdge:
			from, to := p.place(), p.place()
			w.edge(from, to)
		case opRestrict:
			to := p.place()
			if s := p.symbol(); !p.in.Failed && !dry {
				w.restrict(to, s)
			}
		case opListen:
			p.listen()
		}
	}
	return !p.in.Failed
}

// num reads a number below limit.
func (p *player) num(limit int) int {
	var u uint64
	if p.in.Uint(&u); u >= uint64(limit) {
		p.in.Failed = true
		return 0
	}
	return int(u)
}

func (p *player) listen() {
	s := site{call: p.call(), pool: p.place(), method: p.word()}
	if p.num(2) == 1 {
		s.gives = p.place()
	}
	if !p.in.Failed && !p.dry {
		p.w.listen(s)
	}
}

// place reads a place and returns its pool, 0 after a failure.
func (p *player) place() poolID {
	n := p.num(len(p.places) + 1)
	if n < len(p.places) {
		return p.places[n]
	}
	id := p.newPlace()
	if p.in.Failed {
		return 0
	}
	p.places = append(p.places, id)
	return id
}

// newPlace reads the definition of a place and returns its pool; 0 where nothing is applied.
func (p *player) newPlace() poolID {
	w, f := p.w, p.w.infer.File(p.file)
	switch placeKind(p.num(int(numPlaces))) {
	case aVariable:
		if v := p.num(len(f.Facts.Vars)); p.applies() {
			return w.varPool(p.file, facts.VarID(v))
		}
	case aParameter:
		fn, index := p.symbol(), p.num(infer.MaxNested)
		if !p.applies() {
			break
		}
		if sh := w.shapes[fn]; sh != nil {
			v := sh.self
			if index > 0 && index <= len(sh.params) {
				v = sh.params[index-1]
			}
			if v >= 0 {
				return w.varPool(sh.file, v)
			}
		}
		p.in.Failed = true
	case aMember:
		if s := p.symbol(); p.applies() {
			return w.memberPool(s)
		}
	case aResult:
		fn, n := p.value(), p.num(1<<16)
		if p.applies() {
			return w.resultPool(fn, int32(n))
		}
	case anExpr:
		x, n := p.num(f.Facts.NumExprs()), p.num(1<<16)
		if p.applies() {
			id, _ := w.exprPool(p.file, facts.ExprID(x), int32(n)+methodPool)
			return id
		}
	case anOutside:
		typ, member := p.word(), p.word()
		if p.applies() {
			return w.outsidePool(p.file, typ, member)
		}
	case allEscaped:
		if p.applies() {
			return escaped
		}
	}
	return 0
}

// applies reports whether what was read is to be applied.
func (p *player) applies() bool { return !p.in.Failed && !p.dry }

// symbol reads a symbol. The log does not fit where it is gone.
func (p *player) symbol() decl.SymbolID {
	n := p.num(len(p.files) + 1)
	if n == len(p.files) {
		p.files = append(p.files, decl.FileID(p.num(1<<31)))
	}
	if s, ok := p.w.symbol(p.files[n], facts.DefID(p.num(1<<31))); ok {
		return s
	}
	p.in.Failed = true
	return 0
}

// symbol returns the symbol of a definition by the numbers in a log; false where it is gone.
func (w *Flow) symbol(file decl.FileID, def facts.DefID) (decl.SymbolID, bool) {
	if defs := w.renumbered.Defs; defs != nil && int(file) < len(defs) && defs[file] != nil {
		if int(def) >= len(defs[file]) {
			return 0, false
		}
		def = defs[file][def]
	}
	if files := w.renumbered.Files; files != nil {
		if int(file) >= len(files) {
			return 0, false
		}
		file = files[file]
	}
	if file < 0 || int(file) >= int(w.infer.NumFiles()) || def < 0 || int(def) >= len(w.infer.File(file).Facts.Defs) {
		return 0, false
	}
	return w.infer.File(file).Symbol(def), true
}

func (p *player) value() value {
	switch valueKind(p.num(int(numValues))) {
	case isSymbol:
		return p.symbol()
	case isLiteral:
		if x := p.num(p.w.infer.File(p.file).Facts.NumExprs()); p.applies() {
			return p.w.function(p.file, facts.ExprID(x))
		}
	}
	return openValue
}

// call reads a call and returns its number.
func (p *player) call() int32 {
	n := p.num(len(p.calls) + 1)
	if n < len(p.calls) {
		return p.calls[n]
	}
	f := p.w.infer.File(p.file)
	c := call{file: p.file, x: facts.ExprID(p.num(f.Facts.NumExprs())), last: -1}
	if p.in.Failed {
		return 0
	}
	c.form = p.form()
	if args := p.num(len(c.form.args) + 1); args > 0 {
		c.args = make([][]source, args)
	}
	for i := range c.args {
		c.args[i] = p.sources()
	}
	c.many = p.sources()
	i := int32(0)
	if p.applies() {
		i = p.w.addCall(c)
	}
	p.calls = append(p.calls, i)
	return i
}

// form reads the form of a call. Arguments refer to no expression.
func (p *player) form() form {
	bits, n := p.num(numForms), p.length()
	f := form{discarded: bits&isDiscarded != 0, many: bits&isMultiple != 0}
	if bits&isPlain != 0 {
		if n > len(p.w.plain) {
			p.w.plain = make([]facts.Arg, 2*n)
		}
		f.args = p.w.plain[:n:n]
		return f
	}
	f.args = make([]facts.Arg, n)
	for i := range f.args {
		a := &f.args[i]
		bits := p.num(numGivings)
		if bits&isGiven == 0 {
			a.X = facts.None
		}
		a.Spread, a.DoubleSpread = bits&isSpread != 0, bits&isDoubleSpread != 0
		a.Keyword = p.word()
	}
	return f
}

// length reads the length of a list whose elements take at least a byte each.
func (p *player) length() int { return p.num(len(p.in.Buf) - p.in.Pos + 1) }

func (p *player) sources() []source {
	n := p.length()
	if n == 0 {
		return nil
	}
	list := make([]source, n)
	for i := range list {
		s := &list[i]
		switch s.kind = sourceKind(p.num(int(fromResult) + 1)); s.kind {
		case fromValue:
			s.value = p.value()
		case fromPool, shared:
			if p.num(2) == 1 {
				s.pool = p.place()
			}
		case fromResult:
			s.x = facts.ExprID(p.num(p.w.infer.File(p.file).Facts.NumExprs()))
			if p.applies() {
				p.w.spread[literal{p.file, s.x}] = true
			}
		}
	}
	return list
}

func (p *player) word() string {
	n := p.num(len(p.words) + 1)
	if n < len(p.words) {
		return p.words[n]
	}
	var s string
	p.in.Text(&s)
	p.words = append(p.words, s)
	return s
}
