package resolve

import (
	"unicode"
	"unicode/utf8"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// bareName says what a name that no function binds means to code in a
// definition: a member of the namespaces and, where the language has an implicit
// this, of the types around it, from the inside out; then a name of the file.
func (r *resolver) bareName(file fileID, e *facts.Expr) foundID {
	name := e.Name
	implicit := r.files[file].lang.Rules.ImplicitThis
	open := false
	innermost := true
	in := lookedUpIn(e)
	for s := r.symOf(file, in); s >= 0; s = r.syms[s].parent {
		d, c := r.def(s), r.canon(s)
		if len(e.Args) > 0 {
			fd, unknown := r.implicitIn(file, e, s, name)
			if fd.status == isSymbol {
				return r.addFound(fd)
			}
			open = open || unknown
		}
		switch {
		case d.Kind == facts.Namespace:
			if m := r.syms[c].members[name]; len(m) > 0 {
				return r.addFound(found{status: isSymbol, rule: ruleUnit, syms: r.seen(file, m)})
			}
			if fd := r.namespaceImport(s, name); fd.status != notKnown {
				return r.addFound(fd)
			}
		case implicit && d.Kind.IsType():
			fd := *r.found(r.ownMember(c, name))
			if fd = r.asMeant(r.instance(c), fd, name, e.Sense()); fd.status == isSymbol {
				if innermost && fd.rule == ruleMember {
					fd.rule = ruleSelf
				}
				return r.addFound(fd)
			}
			if len(r.extenders[name]) > 0 {
				if fd, _ := r.onReceiver(file, r.instance(c), name); fd.status == isSymbol {
					return r.addFound(fd)
				}
			}
			if fd.status == isOutside && (r.files[file].lang.ObjectMembers[name] || r.inClosed(c, name)) {
				return findOutside
			}
			open = open || fd.status == notKnown || r.spansLanguages(file, c)
			innermost = false
		case implicit && d.Has(facts.ExtensionMember) && d.Receiver >= 0:
			fd, unknown := r.onReceiver(file, r.declType(r.syms[s].file, d.Receiver), name)
			if fd.status == isSymbol {
				return r.addFound(fd)
			}
			open = open || unknown
		case implicit && d.Receiver >= 0 && r.syms[s].parent < 0: // a type from outside
			if fd, _ := r.onReceiver(file, r.declType(r.syms[s].file, d.Receiver), name); fd.status == isSymbol {
				return r.addFound(fd)
			}
			open = true
		}
	}
	if fd, unknown := r.implicitIn(file, e, -1, name); fd.status == isSymbol {
		return r.addFound(fd)
	} else if unknown {
		open = true
	}
	if t := r.typeParam(file, in, name); implicit && t != unknown {
		return r.addFound(found{status: isValue, typ: t})
	}
	id := r.fileLevel(file, name)
	if e.Sense() != facts.AnyName {
		if fd := r.found(id); fd.status == isSymbol {
			id = r.addFound(r.asMeant(unknown, *fd, name, e.Sense()))
		}
	}
	fd := r.found(id)
	switch {
	case fd.status != isMissing:
	case open && (e.Sense() == facts.FunctionName || !implicit || !isTypeLike(name)), e.Sense() != facts.FunctionName && !fd.behind && r.mayBeMade(&r.files[file], name):
		return findUnknown
	case open: // a base from outside may have it
		may := *fd
		may.open = true
		return r.addFound(may)
	}
	return id
}

// lookedUpIn returns the definition from which the lookup of a name goes outwards.
func lookedUpIn(e *facts.Expr) facts.DefID {
	if e.Flags&facts.FromTop != 0 {
		return facts.None
	}
	return e.In
}

// isTypeLike reports whether a name is written as those of types are.
func isTypeLike(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(first)
}

// namespaceImport says what the imports that stand in a namespace mean by name.
func (r *resolver) namespaceImport(s symID, name string) found {
	if r.def(s).Kind != facts.Namespace {
		return found{}
	}
	file := r.syms[s].file
	for _, p := range append([]symID{s}, r.syms[r.canon(s)].parts...) {
		if r.syms[p].file != file {
			continue
		}
		if i := r.localImport(file, r.syms[p].def, name); i >= 0 {
			return r.imported(file, i)
		}
	}
	return found{}
}

// ofNamesake says what name means as a member of the type that is called like the
// field or property that of means: Color Color; … Color.Red.
func (r *resolver) ofNamesake(file fileID, of *facts.Expr, name string) found {
	fd := r.found(r.bareName(file, of))
	if fd.status != isSymbol || r.def(fd.syms[0]).Kind.IsType() || r.def(fd.syms[0]).Kind.IsCallable() && !r.def(fd.syms[0]).Has(facts.Getter) {
		return found{}
	}
	types := r.scopedName(file, lookedUpIn(of), of.Name)
	if types.status != isSymbol || !r.def(types.syms[0]).Kind.IsType() {
		return found{}
	}
	return r.memberOf(r.types.class(types.syms[0]), name)
}

// ownMember says what name means as a member of a type to the code inside it.
func (r *resolver) ownMember(s symID, name string) foundID {
	key := symName{s, name}
	id, ok := r.own[key]
	if !ok {
		fd := r.typeMember(s, name, r.instance(s), false)
		if fd.status == isSymbol && r.def(fd.syms[0]).Kind == facts.Constructor { // the name of a class means the class
			fd.syms, fd.recvs = []symID{r.canon(r.syms[fd.syms[0]].parent)}, nil
		}
		if fd.status != isSymbol && r.files[r.syms[s].file].lang.Rules.StaticsApart {
			if of := r.typeMember(s, name, r.types.class(s), true); of.status == isSymbol {
				fd = of
			}
		}
		id = r.addFound(fd)
		r.own[key] = id
	}
	return id
}

// A symName is a name as a member of a symbol.
type symName struct {
	sym  symID
	name string
}
