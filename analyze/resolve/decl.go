package resolve

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// declType returns the type that a type expression means: for the name of a
// class, an instance of it.
func (r *resolver) declType(file fileID, id facts.TypeID) typ {
	if id < 0 {
		return unknown
	}
	slot := &r.files[file].decls[id]
	if *slot == uncomputed && r.depth > maxDepth {
		return unknown
	}
	return r.memo(file, slot, unknown, func() typ { return r.evalType(file, id) })
}

func (r *resolver) evalType(file fileID, id facts.TypeID) typ {
	f := &r.files[file]
	ty := &f.facts.Types[id]
	arg := func(i int) typ {
		if i < len(ty.Args) {
			return r.declType(file, ty.Args[i])
		}
		return unknown
	}
	switch ty.Kind {
	case facts.Named:
		return r.namedType(file, ty)
	case facts.PointerT:
		if t := arg(0); t != external {
			return t
		}
		return r.types.builtin(outsidePointer)
	case facts.ListT:
		return r.types.list(arg(0))
	case facts.ChanT:
		return r.types.channel(arg(0))
	case facts.MapT:
		return r.types.mapOf(arg(0), arg(1))
	case facts.FuncT:
		return r.types.funcType(file, id)
	case facts.TupleT:
		args := make([]typ, len(ty.Args))
		for i := range args {
			args[i] = arg(i)
		}
		return r.types.tuple(args...)
	case facts.UnionT, facts.IntersectionT:
		out := never
		for i := range ty.Args {
			out = r.types.union(out, arg(i))
		}
		return out
	case facts.PromiseT:
		return r.types.promise(arg(0))
	case facts.ValueT:
		return r.types.mapUnion(r.exprType(file, ty.X), func(t typ) typ {
			if n := r.types.node(t); n.kind == kClass && ty.N == 0 {
				return r.types.instance(n.symbol(), n.args...)
			}
			return t
		})
	case facts.ClassT:
		return r.types.mapUnion(arg(0), func(t typ) typ {
			switch n := r.types.node(t); n.kind {
			case kInstance:
				return r.types.class(n.symbol(), n.args...)
			case kParam:
				return r.types.conv(t)
			}
			return unknownOr(t)
		})
	case facts.SelfT:
		if s := r.canon(r.enclosingType(file, ty.In)); s >= 0 {
			return r.types.param(s, selfParam)
		}
	case facts.ObjectT:
		if ty.Def >= 0 {
			return r.types.instance(r.canon(f.symbol(ty.Def)))
		}
	}
	return unknown
}

// namedType resolves a written type name.
func (r *resolver) namedType(file fileID, ty *facts.Type) typ {
	if ty.Qualifier == "" {
		if t := r.typeParam(file, ty.In, ty.Name); t != unknown {
			return t
		}
	}
	fd := r.typeName(file, ty)
	args := make([]typ, len(ty.Args))
	for i := range args {
		args[i] = r.declType(file, ty.Args[i])
	}
	switch fd.status {
	case isOutside:
		if name := r.outsideInterface(file, ty); name != "" {
			return r.types.builtin(name)
		}
		return r.outsideType(r.files[file].lang, ty.Name, args)
	case isValue:
		if n := r.types.node(fd.typ); n.kind == kBuiltin && r.files[file].lang.Forms != nil {
			return r.outsideType(r.files[file].lang, r.types.nameOf(n), args)
		}
		return r.types.mapUnion(fd.typ, func(t typ) typ {
			if n := r.types.node(t); n.kind == kClass {
				return r.types.instance(n.symbol(), n.args...)
			}
			return t
		})
	case isModule: // a class that is all that its module exports
		return r.types.mapUnion(r.moduleValue(fd.unit), r.instanceOf)
	case isSymbol:
		if l := r.files[file].lang; l.Forms != nil && !slices.ContainsFunc(fd.syms, func(s symID) bool { return r.def(s).Kind != facts.Namespace }) {
			return r.outsideType(l, ty.Name, args) // a namespace is no type: one from outside has its name
		}
	default:
		return unknown
	}
	out := never
	for _, s := range r.ofArity(fd.syms, len(ty.Args)) {
		d := r.def(s)
		if !d.Kind.IsType() {
			if d.Kind == facts.EnumMember { // in a pattern: with the fields that it alone has
				out = r.types.union(out, r.types.instance(s))
			} else if d.Kind == facts.Variable || d.Kind == facts.Constant { // Alias = Other, TypeVar
				out = r.types.union(out, r.types.mapUnion(r.symType(s), func(t typ) typ {
					if n := r.types.node(t); n.kind == kClass {
						return r.types.instance(n.symbol(), n.args...)
					}
					return unknownOr(t)
				}))
			} else if d.Kind.IsCallable() && len(r.syms[s].members) > 0 {
				out = r.types.union(out, r.types.instance(s)) // constructor function in a doc comment
			}
			continue
		}
		if d.Kind == facts.TypeDef && d.Type >= 0 && len(r.syms[s].members) == 0 && !r.files[r.syms[s].file].lang.Rules.StructuralInterfaces {
			out = r.types.union(out, r.types.subst(r.declType(r.syms[s].file, d.Type), s, args, 0))
			continue
		}
		out = r.types.union(out, r.types.instance(s, r.bounded(file, s, args)...))
	}
	if out == never {
		return unknown
	}
	return out
}

// bounded replaces those type arguments of s that say nothing, such as a wildcard,
// by what their type parameter is bounded by.
func (r *resolver) bounded(file fileID, s symID, args []typ) []typ {
	all := r.files[file].lang.Wider[anyValue]
	params := r.def(s).TypeParams
	for i := range min(len(args), len(params)) {
		if n := r.types.node(args[i]); n.kind == kBuiltin && params[i].Bound >= 0 && slices.Contains(all, r.types.nameOf(n)) {
			if b := r.bound(s, int32(i)); b >= firstTyp {
				args[i] = b
			}
		}
	}
	return args
}

// instanceOf is what a value that stands where a type is asked for makes.
func (r *resolver) instanceOf(t typ) typ {
	switch n := r.types.node(t); {
	case n.kind == kClass:
		return r.types.instance(n.symbol(), n.args...)
	case n.kind == kFunc && len(r.syms[n.symbol()].members) > 0: // a constructor function
		return r.types.instance(n.symbol())
	case n.kind == kHolder || n.kind == kObject:
		return t
	}
	return unknownOr(t)
}

// ofArity keeps those of several types of one name that have n type parameters;
// all of them where none has.
func (r *resolver) ofArity(syms []symID, n int) []symID {
	if len(syms) < 2 {
		return syms
	}
	var out []symID
	for _, s := range syms {
		if d := r.def(s); d.Kind.IsType() && len(d.TypeParams) == n {
			out = append(out, s)
		}
	}
	if len(out) == 0 {
		return syms
	}
	return out
}

// typeParam returns the type parameter called name of the definitions around,
// or unknown.
func (r *resolver) typeParam(file fileID, in facts.DefID, name string) typ {
	for s := r.symOf(file, in); s >= 0; {
		d := r.def(s)
		for i := range d.TypeParams {
			if d.TypeParams[i].Name == name {
				// The parameters of a Go receiver are those of its type. A Rust impl block may
				// give them bounds of its own.
				if p := r.canon(r.syms[s].parent); d.Receiver >= 0 && p >= 0 && i < len(r.def(p).TypeParams) && d.TypeParams[i].Bound < 0 {
					return r.types.param(p, int32(i))
				}
				return r.types.param(r.canon(s), int32(i))
			}
		}
		s = r.syms[s].parent
	}
	return unknown
}

// typeName finds the symbol that a written type name means.
func (r *resolver) typeName(file fileID, ty *facts.Type) found {
	if path, ok := strings.CutPrefix(ty.Qualifier, "."); ok {
		return r.absolute(file, strings.TrimPrefix(path+"."+ty.Name, "."))
	}
	if ty.Qualifier != "" {
		parts := strings.Split(ty.Qualifier, ".")
		fd := r.scopedName(file, ty.In, parts[0])
		for _, p := range append(parts[1:], ty.Name) {
			if fd.status == isOutside || fd.status == notKnown || fd.status == isMissing {
				return fd
			}
			fd = r.memberIn(file, r.foundType(file, r.asValue(fd)), p)
			fd.syms = r.seen(file, fd.syms)
		}
		return r.asType(fd)
	}
	return r.asType(r.scopedName(file, ty.In, ty.Name))
}

// absolute finds what a dotted path from the top level of a file's unit means. What
// no file of the unit defines is outside of it.
func (r *resolver) absolute(file fileID, path string) found {
	fd := r.path(r.files[file].unit, path)
	switch fd.status {
	case isSymbol:
		fd.rule = ruleImport
	case isMissing, notKnown:
		return found{status: isOutside}
	}
	return fd
}

// scopedName finds a name from inside a definition: nested definitions first,
// then the file level.
func (r *resolver) scopedName(file fileID, in facts.DefID, name string) found {
	inherits, open := r.files[file].lang.Rules.ImplicitThis, false
	for s := r.symOf(file, in); s >= 0; s = r.syms[s].parent {
		c := r.canon(s)
		if m := r.syms[c].nested[name]; len(m) > 0 {
			return found{status: isSymbol, rule: ruleLocal, syms: m}
		}
		if m := r.onlyTypes(r.syms[c].members[name]); len(m) > 0 {
			return found{status: isSymbol, rule: ruleLocal, syms: r.seen(file, m)}
		}
		if inherits && r.def(c).Kind.IsType() {
			if fd := r.typeMember(c, name, r.instance(c), true); fd.status == isSymbol {
				if fd.syms = r.onlyTypes(fd.syms); len(fd.syms) > 0 {
					return fd
				}
			}
			open = open || r.isOpenBeside(c, name) || r.inClosed(c, name)
		}
		if k := r.def(s).Kind; k.IsCallable() || k == facts.Namespace {
			if v := r.localImport(file, r.syms[s].def, name); v >= 0 {
				return r.imported(file, v)
			}
		}
	}
	fd := *r.found(r.fileLevel(file, name))
	if fd.status == isMissing {
		if !fd.behind && r.mayBeMade(&r.files[file], name) {
			return found{}
		}
		fd.open = open // a base from outside may have it
	}
	return fd
}

// isOpen reports whether a type has a base outside of the repository, or below one
// that has.
func (r *resolver) isOpen(s symID) bool {
	seen := []base{{sym: s}}
	for k := 0; k < len(seen) && k < maxBases; k++ {
		seen = r.appendBases(seen, seen[k])
		if r.syms[seen[k].sym].open {
			return true
		}
	}
	return len(seen) >= maxBases
}

// isOpenBeside is isOpen where a base of that name, which is not known, does not count:
// it would have to hold itself.
func (r *resolver) isOpenBeside(s symID, name string) bool {
	seen := []base{{sym: s}}
	for k := 0; k < len(seen) && k < maxBases; k++ {
		seen = r.appendBases(seen, seen[k])
		if r.syms[seen[k].sym].open && !r.lacksOnly(seen[k].sym, name) {
			return true
		}
	}
	return len(seen) >= maxBases
}

// lacksOnly reports whether all bases of a type are known but for one of that name.
func (r *resolver) lacksOnly(s symID, name string) bool {
	if len(r.syms[s].extensions) > 0 {
		return false
	}
	for _, p := range append([]symID{s}, r.syms[s].parts...) {
		d, file := r.def(p), r.syms[p].file
		for _, id := range append(slices.Clip(d.Embeds), d.Extends...) {
			ty := &r.files[file].facts.Types[id]
			if r.types.kind(r.declType(file, id)) != kInstance && r.completeMembers(file, id) == nil && (ty.Name != name || ty.Qualifier != "") {
				return false
			}
		}
	}
	return true
}

// onlyTypes returns those of syms that are types or namespaces.
func (r *resolver) onlyTypes(syms []symID) []symID {
	n := 0
	for _, s := range syms {
		if k := r.def(s).Kind; k.IsType() || k == facts.Namespace {
			n++
		}
	}
	if n == len(syms) {
		return syms
	}
	var out []symID
	for _, s := range syms {
		if k := r.def(s).Kind; k.IsType() || k == facts.Namespace {
			out = append(out, s)
		}
	}
	return out
}

// localImport returns the import that binds name inside a function or namespace, or -1.
func (r *resolver) localImport(file fileID, in facts.DefID, name string) facts.ImportID {
	for i := range r.files[file].facts.Imports {
		im := &r.files[file].facts.Imports[i]
		if im.In == in && in >= 0 && (im.Alias == name || im.Alias == "" && im.Name == name) {
			return facts.ImportID(i)
		}
	}
	return -1
}
