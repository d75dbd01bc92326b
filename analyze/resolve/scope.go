package resolve

import (
	"slices"
	"strconv"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

type status uint8

const (
	notKnown  status = iota
	isSymbol         // syms
	isModule         // unit
	isValue          // typ
	isOutside        // of the repository
	isMissing        // its owner is known completely and lacks it
)

// A found is what a name or a member means.
type found struct {
	status  status
	rule    uint8
	partial bool // only some of the types of the receiver have it
	syms    []symID
	unit    unitID
	typ     typ
	recv    typ           // instance that a member was found on, for its type arguments
	recvs   []typ         // the same for each of syms where they differ
	owner   owner         // isMissing: what lacks it
	behind  bool          // isMissing: an import or re-export that binds the name is what fails
	builds  lang.BuildSet // of isMissing: in which it is missing, 0 for all that take the file
	open    bool          // no more than that: a type from outside may have it, or code adds members to its owner
}

// An owner is what lacks a member: a symbol, a unit, or a target that is missing itself.
type owner int32

// missingTarget is the owner of what is imported from nowhere.
const missingTarget owner = -1 << 30

func ownedBySymbol(s symID) owner { return owner(s) }
func ownedByUnit(u unitID) owner  { return owner(-1 - u) }

// symbol returns the symbol, and whether it is one.
func (o owner) symbol() (symID, bool) { return symID(o), o >= 0 }

// unit returns the unit, and whether it is one.
func (o owner) unit() (unitID, bool) { return unitID(-1 - o), o < 0 && o != missingTarget }

// A foundID is an index into resolver.finds; 0 is not computed.
type foundID int32

const (
	findUnknown foundID = iota + 1
	findOutside
	findComputing
	findCut // a member of a value that is still being evaluated: nothing so far
	firstFound
)

// findPage is the number of finds kept together, so that more of them need no copy.
const findPage = 1 << 12

func (r *resolver) found(id foundID) *found { return &r.finds[id/findPage][id%findPage] }

func (r *resolver) addFound(f found) foundID {
	switch f.status {
	case notKnown:
		return findUnknown
	case isOutside:
		return findOutside
	}
	last := len(r.finds) - 1
	if len(r.finds[last]) == findPage {
		r.finds = append(r.finds, make([]found, 0, findPage))
		last++
	}
	r.finds[last] = append(r.finds[last], f)
	return foundID(last*findPage + len(r.finds[last]) - 1)
}

// fileLevel says what a name means at the top level of a file.
func (r *resolver) fileLevel(file fileID, name string) foundID {
	f := &r.files[file]
	if id, ok := f.scope[name]; ok {
		return id
	}
	if r.nested > maxNested {
		return findUnknown
	}
	f.scope[name] = findComputing
	r.nested++
	id := r.addFound(r.lookupFileLevel(file, name))
	r.nested--
	r.files[file].scope[name] = id
	return id
}

func (r *resolver) lookupFileLevel(file fileID, name string) found {
	fd := r.searchFileLevel(file, name)
	if fd.status == isSymbol && len(fd.syms) > 1 && fd.recvs == nil && r.files[file].lang.Unit != nil {
		fd.syms = r.alternatives(file, fd.syms)
	}
	return fd
}

func (r *resolver) searchFileLevel(file fileID, name string) found {
	f := &r.files[file]
	syms := r.nearby(file, r.builtWith(file, r.units[f.unit].names[name]))
	imports := f.byAlias[name]
	if len(syms) > 0 && (len(imports) == 0 || !r.onlyValues(syms) && r.stands(file, syms)) {
		if f.lang.Rules.SharedNamespaces && r.def(syms[0]).Kind.IsCallable() {
			syms = r.included(file, name, syms)
		}
		return found{status: isSymbol, rule: ruleUnit, syms: syms}
	}
	var last found
	for i := len(imports) - 1; i >= 0; i-- {
		fd := r.imported(file, imports[i])
		if fd.status == isSymbol || fd.status == isModule || fd.status == isValue {
			return fd
		}
		if last.status == notKnown || fd.status == isOutside {
			last = fd
		}
	}
	if len(syms) > 0 && !r.onlyValues(syms) && last.status != isOutside && (len(imports) == 0 || !writesTypes(f.lang)) {
		return found{status: isSymbol, rule: ruleUnit, syms: syms}
	}
	guarded := len(imports) > 0 && last.status == notKnown
	for _, i := range imports {
		guarded = guarded && f.facts.Imports[i].Flags&facts.GuardedImport != 0
	}
	if len(imports) > 0 && !guarded {
		return last
	}
	fd, open, outside := r.fromStars(file, name)
	if fd.status != notKnown {
		return fd
	}
	open = open || guarded
	if f.lang.Rules.PackageNames && f.linker != nil {
		if st := r.state(f.linker.Link(f.path, ".", name)); st.isModule && st.unit >= 0 {
			return found{status: isModule, unit: st.unit, rule: ruleUnit}
		}
	}
	if t, ok := f.lang.Universe[name]; ok {
		if t == "" {
			return found{status: isOutside}
		}
		return found{status: isValue, typ: r.types.builtin(t), rule: ruleUnit}
	}
	if outside {
		return found{status: isOutside}
	}
	if fd := r.global(file, name); fd.status == isSymbol {
		return fd
	}
	if open || !f.lang.Rules.CheckedNames {
		return found{status: notKnown}
	}
	return found{status: isMissing, owner: ownedByUnit(f.unit)}
}

// fromStars says what name means among all that the star imports of a file bring.
// open says that one of them may have it all the same, outside that one of those is
// surely not in the repository.
func (r *resolver) fromStars(file fileID, name string) (fd found, open, outside bool) {
	f := &r.files[file]
	for i := range len(f.stars) + len(f.ambient) {
		var im *importState
		if i < len(f.stars) {
			im = &f.imports[f.stars[i]]
		} else {
			im = &f.ambient[i-len(f.stars)]
		}
		if im.unit < 0 {
			open = open || !im.missing
			outside = outside || im.external
			continue
		}
		if !r.starred(im.unit, name) {
			continue
		}
		switch fd := r.starName(file, im, name); fd.status {
		case isSymbol, isModule, isValue:
			fd.rule = ruleReexport
			return fd, false, false
		case notKnown, isOutside:
			open = true
		}
	}
	return found{}, open, outside
}

// maxStars bounds the star imports of a file that each of its namespaces is asked for.
const maxStars = 256

// reexported says what name means among the names that a namespace imports.
func (r *resolver) reexported(s symID, name string) found {
	if r.def(s).Kind != facts.Namespace {
		return found{}
	}
	key := symName{s, name}
	if id := r.renamed[key]; id != 0 {
		return *r.found(id) // not known while it is computed
	}
	r.renamed[key] = findComputing
	fd := r.namespaceImport(s, name)
	if f := &r.files[r.syms[s].file]; fd.status == notKnown && f.lang.Rules.ModuleMembers && len(f.stars) <= maxStars {
		fd, _, _ = r.fromStars(r.syms[s].file, name)
	}
	if fd.status != notKnown {
		fd.rule = ruleReexport
	}
	r.renamed[key] = r.addFound(fd)
	return fd
}

// nearby returns those of the symbols of one name in a unit that a file means:
// of functions its own before those of other files, and no file's local ones.
func (r *resolver) nearby(file fileID, syms []symID) []symID {
	if len(syms) == 0 || len(r.units[r.files[file].unit].files) == 1 {
		return syms
	}
	own := func(s symID) bool { return r.syms[s].file == file }
	hidden := func(s symID) bool { return r.def(s).Has(facts.FileLocal) && !own(s) }
	prefer := !r.files[file].lang.Rules.Overloads
	if prefer && len(syms) > 1 && slices.ContainsFunc(syms, func(s symID) bool { return own(s) && r.def(s).Kind.IsCallable() }) {
		hidden = func(s symID) bool { return !own(s) }
	}
	if slices.ContainsFunc(syms, hidden) {
		return slices.DeleteFunc(slices.Clone(syms), hidden)
	}
	return syms
}

// stands reports whether one of syms is defined in the file itself, where an
// import does not replace it.
func (r *resolver) stands(file fileID, syms []symID) bool {
	for _, s := range syms {
		if r.syms[s].file == file {
			return true
		}
	}
	return false
}

// onlyValues reports whether all of syms are plain variables, which an import
// of the same name may replace (try: import x; except ImportError: x = None).
func (r *resolver) onlyValues(syms []symID) bool {
	for _, s := range syms {
		if k := r.def(s).Kind; k != facts.Variable && k != facts.Constant {
			return false
		}
	}
	return true
}

// memberOf says what name means on a value of type t.
func (r *resolver) memberOf(t typ, name string) found {
	if r.nested > maxNested {
		return found{}
	}
	r.nested++
	fd := r.rememberedMember(t, name)
	r.nested--
	return fd
}

func (r *resolver) rememberedMember(t typ, name string) found {
	n := r.types.node(t)
	if n.kind != kUnion && (n.kind != kInstance || r.def(n.symbol()).Kind != facts.TypeDef) {
		return r.memberOfOne(t, name)
	}
	// What an alias or a union has is asked again and again by those that hold it.
	k := memberKey{t, name}
	if id := r.asked[k]; id != 0 {
		return *r.found(id)
	}
	r.asked[k] = findComputing
	fd := r.memberOfAny(t, name)
	if r.built {
		r.asked[k] = r.addFound(fd)
	} else {
		delete(r.asked, k) // there may be more members soon
	}
	return fd
}

// memberOfAny is memberOf without its memo.
func (r *resolver) memberOfAny(t typ, name string) found {
	if r.types.kind(t) != kUnion {
		return r.memberOfOne(t, name)
	}
	var out found
	some, lack := false, false
	for _, m := range r.types.node(t).args {
		fd := r.memberOfOne(m, name)
		switch fd.status {
		case isSymbol:
			if out.status != isSymbol {
				out = fd
				out.syms, out.recvs = nil, nil
			}
			for i, s := range fd.syms {
				if !slices.Contains(out.syms, s) {
					out.syms = append(out.syms, s)
					out.recvs = append(out.recvs, fd.receiver(i))
				}
			}
			some = true
		case isModule, isValue:
			if !some {
				out, some = fd, true
			} else if out.status == isValue && fd.status == isValue {
				out.typ = r.types.union(out.typ, fd.typ)
			}
		default:
			lack = true
			if !some && (out.status == notKnown && fd.status != isMissing) {
				out = fd
			}
		}
	}
	if some && lack {
		out.partial = true
	}
	if !some && out.status == isMissing {
		return found{}
	}
	return out
}

func (r *resolver) memberOfOne(t typ, name string) found {
	r.work.Members++
	switch t {
	case external:
		return found{status: isOutside}
	case unknown, never, uncomputed:
		return found{}
	}
	n := r.types.node(t)
	switch n.kind {
	case kInstance:
		return r.typeMember(n.symbol(), name, t, false)
	case kClass:
		return r.typeMember(n.symbol(), name, t, true)
	case kModule:
		fd := r.moduleMember(n.unit(), name)
		if fd.rule != ruleReexport {
			fd.rule = ruleModule
		}
		return fd
	case kFunc:
		if m := r.syms[n.symbol()].members[name]; len(m) > 0 {
			return found{status: isSymbol, rule: ruleMember, syms: m, recv: t}
		}
		if name == r.protocol(n.symbol()).Prototype {
			return found{status: isValue, typ: r.types.instance(n.symbol()), rule: ruleMember}
		}
		return found{}
	case kHolder:
		if m := r.syms[n.symbol()].members[name]; len(m) > 0 {
			return found{status: isSymbol, rule: ruleMember, syms: m, recv: t}
		}
		return found{}
	case kObject:
		e := &r.files[n.file()].facts.Exprs[n.position()]
		for i := range e.Args {
			switch a := &e.Args[i]; {
			case a.Keyword == name && a.X >= 0:
				return found{status: isValue, typ: r.exprType(n.file(), a.X), rule: ruleMember}
			case a.Spread && a.X >= 0:
				if fd := r.memberWithin(t, r.exprType(n.file(), a.X), name); fd.status == isSymbol || fd.status == isValue {
					return fd
				}
			}
		}
		return found{}
	case kParam:
		if b := r.bound(n.symbol(), n.position()); b != unknown {
			fd := r.memberWithin(t, b, name)
			if fd.status == isMissing && r.files[r.syms[n.symbol()].file].lang.Rules.Overloads { // the type argument may have it
				return found{}
			}
			return fd
		}
		return found{}
	case kConv:
		return r.memberOfOne(n.args[0], name)
	case kTuple:
		if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < len(n.args) {
			return found{status: isValue, typ: n.args[i], rule: ruleMember}
		}
		return found{status: isOutside}
	case kBuiltin, kList, kMap, kPromise, kFuncType, kFuncLit:
		return found{status: isOutside}
	}
	return found{}
}

// A memberKey is a question for a member of a type.
type memberKey struct {
	of   typ
	name string
}

// memberWithin says what name means on part, which a value of type whole takes its
// members from; nothing new where that part is made of whole again.
func (r *resolver) memberWithin(whole, part typ, name string) found {
	k := memberKey{whole, name}
	if r.within[k] || r.depth > maxDepth {
		return found{}
	}
	if r.within == nil {
		r.within = make(map[memberKey]bool)
	}
	r.within[k] = true
	r.depth++
	fd := r.memberOf(part, name)
	r.depth--
	delete(r.within, k)
	return fd
}

// maxBases bounds the supertypes looked at for one member.
const maxBases = 64

// A step is a type whose members are looked at: those of the type itself where
// class is set, else those of its instances.
type step struct {
	sym   symID
	recv  typ
	class bool
}

// typeMember looks name up in a type and its supertypes.
func (r *resolver) typeMember(s symID, name string, recv typ, class bool) found {
	return r.memberBeside(s, name, recv, class, nil)
}

func (r *resolver) lookupMember(s symID, name string, recv typ, class bool, tried map[symID]bool) found {
	if m := r.membersOf(s, name, class); len(m) > 0 {
		return r.withOverloads(s, found{status: isSymbol, rule: ruleMember, syms: m, recv: recv}, name, recv)
	}
	if fd := r.reexported(s, name); fd.status != notKnown {
		return fd
	}
	queue := []step{{s, recv, class}}
	open := false
	order := r.order(s)
	for k := 0; k < len(queue); k++ {
		q := queue[k]
		if k > 0 && order == nil {
			if m := r.inherited(s, r.membersOf(q.sym, name, q.class)); len(m) > 0 {
				return r.withOverloads(s, found{status: isSymbol, rule: ruleInherited, syms: m, recv: q.recv}, name, recv)
			}
		}
		if q.class {
			for _, b := range r.extendedBy(q.sym) {
				queue = addStep(queue, step{b.sym, r.types.instance(b.sym, b.args...), false})
			}
		}
		args := r.typeArgs(q.recv)
		for _, b := range r.basesOf(q.sym) {
			if len(queue) > maxBases {
				open = true
				break
			}
			bargs := make([]typ, len(b.args))
			for i, a := range b.args {
				bargs[i] = r.types.subst(a, q.sym, args, 0)
			}
			queue = addStep(queue, step{b.sym, r.types.instance(b.sym, bargs...), q.class})
		}
		open = open || r.syms[q.sym].open || r.def(q.sym).Has(facts.DynamicMembers)
	}
	if order != nil {
		if fd := r.inOrder(s, name, recv, queue, order); fd.status == isSymbol {
			return fd
		}
	}
	if fd := r.companionMember(queue, name, tried); fd.status == isSymbol {
		return fd
	}
	d := r.def(s)
	if d.Kind == facts.TypeDef && d.Type >= 0 {
		t := r.types.subst(r.declType(r.syms[s].file, d.Type), s, r.typeArgs(recv), 0)
		if t != recv && t != r.types.instance(s) && r.depth < maxDepth {
			r.depth++
			fd := r.memberOf(t, name)
			r.depth--
			if fd.status != isMissing {
				return fd
			}
		}
	}
	l := r.files[r.syms[s].file].lang
	if l.Rules.ForeignExtensions && d.Kind.IsType() || d.Kind == facts.Namespace && l.Unit != nil && !l.Rules.SharedNamespaces {
		return found{status: isOutside} // a namespace that all files share lacks it
	}
	if open {
		return found{}
	}
	if !d.Kind.IsType() { // a constructor function: its instances may get anything
		return found{}
	}
	if class && d.Kind == facts.Class && !(l.Rules.Overloads && l.Rules.CheckedNames) && l.TypeMembers == nil {
		return found{} // classes have members of their own
	}
	if l.ObjectMembers[name] || class && l.TypeMembers[name] || r.inClosed(s, name) {
		return found{status: isOutside}
	}
	for _, q := range queue {
		for _, f := range r.protocol(s).Fallbacks {
			if len(r.syms[q.sym].members[f]) > 0 {
				return found{}
			}
		}
	}
	if r.files[r.syms[s].file].lang.Rules.WrittenMembers && (r.isWritten(s, name) || r.inSubtype(s, name)) {
		return found{}
	}
	if !r.files[r.syms[s].file].lang.Rules.CheckedNames {
		return found{}
	}
	return found{status: isMissing, owner: ownedBySymbol(s)}
}

func (r *resolver) typeArgs(t typ) []typ {
	if t < firstTyp {
		return nil
	}
	return r.types.node(t).args
}

// basesOf returns the direct supertypes of a type in the order of lookup, and
// marks it open when one of them is not in the repository.
func (r *resolver) basesOf(s symID) []base {
	y := &r.syms[s]
	if y.based {
		return y.bases
	}
	y.based = true
	var out []base
	add := func(file fileID, list []facts.TypeID, embedded, iface bool) {
		for _, id := range list {
			t := r.declType(file, id)
			ok := false
			r.types.each(t, func(m typ) {
				n := r.types.node(m)
				if n.kind == kInstance && n.symbol() != s {
					out = append(out, base{sym: n.symbol(), args: n.args, embedded: embedded})
					ok = true
				}
			})
			if ok || iface {
				continue
			}
			r.syms[s].outer = true
			if members := r.completeMembers(file, id); members != nil {
				r.syms[s].closed = append(r.syms[s].closed, members)
			} else {
				r.syms[s].open = true
			}
		}
	}
	for _, p := range append([]symID{s}, y.parts...) {
		d, file := r.def(p), r.syms[p].file
		add(file, d.Embeds, true, false)
		add(file, d.Extends, false, false)
		add(file, d.Implements, false, true)
	}
	if p := y.parent; p >= 0 && r.def(s).Kind == facts.EnumMember { // its fields, then what the enum has
		out = append(out, base{sym: r.canon(p)})
	}
	written := len(out)
	for _, x := range r.syms[s].extensions {
		add(x.file, x.Bases, false, true)
	}
	for i := range out[written:] {
		out[written+i].added = true
	}
	r.syms[s].bases = out
	return out
}
