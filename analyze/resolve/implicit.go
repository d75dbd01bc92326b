package resolve

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// implicitIn says what name means on the receivers that stand in definition s
// and that the expression e may mean without saying so: those of the function
// literals around it, innermost first.
func (r *resolver) implicitIn(file fileID, e *facts.Expr, s symID, name string) (fd found, open bool) {
	f := &r.files[file]
	for _, a := range e.Args {
		if r.symOf(file, f.facts.Exprs[a.X].In) != s {
			continue
		}
		fd, unknown := r.onReceiver(file, r.exprType(file, a.X), name)
		if fd.status == isSymbol {
			return fd, false
		}
		open = open || unknown
	}
	return found{}, open
}

// onReceiver says what a bare name means on an implicit receiver of type t: a
// member, or an extension that the file sees; open says that a base or a type
// from outside may have it.
func (r *resolver) onReceiver(file fileID, t typ, name string) (fd found, open bool) {
	if t < firstTyp {
		return found{}, t == external
	}
	fd = r.memberOf(t, name)
	if fd.status == isSymbol {
		fd.rule = ruleSelf
		return fd, false
	}
	if len(r.extenders[name]) > 0 {
		if x := r.extensionMember(file, t, name); x.status == isSymbol && x.rule == ruleExtension {
			return x, false
		}
	}
	return found{}, fd.status == notKnown || fd.status == isOutside
}

// thisOf returns the type of this: the receiver of a function literal around it
// where that is known to have one, that of an extension, or the type around.
func (r *resolver) thisOf(file fileID, e *facts.Expr) typ {
	f := &r.files[file]
	for s := r.symOf(file, e.In); s >= 0; s = r.syms[s].parent {
		for _, a := range e.Args {
			if r.symOf(file, f.facts.Exprs[a.X].In) != s {
				continue
			}
			if t := r.exprType(file, a.X); t >= firstTyp {
				return t
			}
		}
		d := r.def(s)
		if d.Has(facts.ExtensionMember) && d.Receiver >= 0 {
			return r.declType(r.syms[s].file, d.Receiver)
		}
		if d.Kind.IsType() {
			break
		}
	}
	return r.thisType(file, e.In)
}

// companionMember looks name up in the companions of types and their supertypes, except those
// in tried, to which it adds. Without tried, companions that extend each other's types would be
// searched along every path between them.
func (r *resolver) companionMember(types []step, name string, tried map[symID]bool) found {
	if r.depth > maxDepth {
		return found{}
	}
	r.depth++
	defer func() { r.depth-- }()
	for _, t := range types {
		for _, c := range r.syms[t.sym].companions {
			if tried[c] {
				continue
			}
			if tried == nil {
				tried = make(map[symID]bool)
			}
			tried[c] = true
			if fd := r.memberBeside(c, name, r.instance(c), false, tried); fd.status == isSymbol {
				return fd
			}
		}
	}
	return found{}
}

// memberBeside is typeMember without the companions in tried.
func (r *resolver) memberBeside(s symID, name string, recv typ, class bool, tried map[symID]bool) found {
	if r.nested > maxNested {
		return found{}
	}
	r.nested++
	fd := r.lookupMember(s, name, recv, class, tried)
	r.nested--
	return fd
}

// thisParam is the position of the receiver among what a function literal is
// called with.
const thisParam = -1

// receiverMark marks the receiver in an entry of Language.Callbacks.
const receiverMark = "this="

// nthCallback picks the entry for the i-th parameter from a list of Callbacks, ""
// where there is none.
func nthCallback(list string, i int32) string {
	for _, part := range splitShapes(list) {
		receiver, ok := strings.CutPrefix(part, receiverMark)
		switch {
		case ok && i == thisParam:
			return receiver
		case ok:
		case i == 0:
			return part
		default:
			i--
		}
	}
	return ""
}

// funcTypeParam returns the type of the i-th parameter of a function literal
// that stands for a declared function type.
func (r *resolver) funcTypeParam(fn typNode, i int32) typ {
	ty := &r.files[fn.file()].facts.Types[fn.position()]
	switch {
	case ty.Name == facts.WithReceiver:
		i++
	case i == thisParam:
		return never
	}
	if i < ty.N {
		return r.types.within(r.declType(fn.file(), ty.Args[i]), fn.args)
	}
	return never
}

// lastParam stands for the position of the last parameter.
const lastParam = -2

// position returns the position of the parameter of t that the argument at p is
// handed to, below 0 where that is not known.
func (r *resolver) position(file fileID, t typ, p place) int32 {
	if n := r.types.node(t); n.kind == kFunc {
		f := r.files[file].facts
		return int32(filled(f.Exprs[p.in].Args, r.def(n.symbol()))[p.at])
	}
	if p.key != "" {
		return -1
	}
	if p.arg != lastParam {
		return p.arg
	}
	if n := r.types.node(t); n.kind == kFuncType {
		return r.files[n.file()].facts.Types[n.position()].N - 1
	}
	return -1
}

// partOfInstance is what destructuring takes from an instance: a parameter of its
// constructor, which is a field as well.
func (r *resolver) partOfInstance(t typ, i int32) typ {
	n := r.types.node(t)
	c := r.syms[n.symbol()].ctor
	if !r.files[r.syms[n.symbol()].file].lang.Rules.ConstructorParts || c < 0 || int(i) >= len(r.def(c).Params) {
		return unknown
	}
	if p := r.def(c).Params[i].Type; p >= 0 {
		return r.types.subst(r.declType(r.syms[c].file, p), n.symbol(), n.args, 0)
	}
	return unknown
}

// asValue keeps of a type and the object of its name, its companion, the object:
// what the name stands for as a value.
func (r *resolver) asValue(fd found) found { return r.companions(fd, true) }

// asType keeps the type.
func (r *resolver) asType(fd found) found { return r.companions(fd, false) }

func (r *resolver) companions(fd found, objects bool) found {
	if fd.status != isSymbol || len(fd.syms) < 2 {
		return fd
	}
	other := fd
	other.syms, other.recvs = nil, nil
	for i, s := range fd.syms {
		d := r.def(s)
		if !d.Kind.IsType() {
			return fd
		}
		if d.Has(facts.Singleton) == objects {
			other.syms = append(other.syms, s)
			other.recvs = append(other.recvs, fd.receiver(i))
		}
	}
	if len(other.syms) == 0 || len(other.syms) == len(fd.syms) {
		return fd
	}
	return other
}

// counterpart says which of a type and its companion the call x means: the object
// where it can be called so, else the type, which it makes an instance of.
func (r *resolver) counterpart(file fileID, x facts.ExprID, fd found) found {
	if fd.status != isSymbol || len(fd.syms) < 2 {
		return fd
	}
	object := r.asValue(fd)
	if len(object.syms) == len(fd.syms) {
		return fd
	}
	e := &r.files[file].facts.Exprs[x]
	if e.Kind != facts.New {
		for _, s := range object.syms {
			for _, m := range r.memberOf(r.instance(s), r.protocol(s).Call).syms {
				if takes(r.def(m), e.Args) {
					return object
				}
			}
		}
	}
	return r.asType(fd)
}
