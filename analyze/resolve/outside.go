package resolve

import (
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// outsideType returns the type that a name from outside the repository stands
// for with its type arguments, external where the language says nothing of such
// types.
func (r *resolver) outsideType(l *lang.Language, name string, args []typ) typ {
	arg := func(i int) typ {
		if i < len(args) {
			return args[i]
		}
		return unknown
	}
	name = name[strings.LastIndexByte(name, '.')+1:]
	form, ok := l.Forms[name]
	if !ok {
		form = name
	}
	switch form {
	case "list":
		return r.types.namedList(name, arg(0))
	case "dict":
		return r.types.namedMap(name, arg(0), arg(1))
	case "promise":
		return r.types.promise(arg(0))
	case "arg0":
		return arg(0)
	}
	if l.Forms == nil {
		return external
	}
	return r.types.builtin(form, args...)
}

// outsidePointer names what a pointer from outside leads to: it is no interface.
const outsidePointer = "*"

// outsideInterface returns the name of the interface from outside that a written
// type names, as the language lists it, or "".
func (r *resolver) outsideInterface(file fileID, ty *facts.Type) string {
	f := &r.files[file]
	if len(f.lang.Interfaces) == 0 || ty.Qualifier == "" {
		return ""
	}
	for _, i := range f.byAlias[ty.Qualifier] {
		name := f.facts.Imports[i].Source + "." + ty.Name
		if _, ok := f.lang.Interfaces[name]; ok {
			return name
		}
	}
	return ""
}

// formName is what tables call the form of a type: "list" for any kind of list.
func formName(n typNode) string {
	switch n.kind {
	case kList, kTuple:
		return "list"
	case kMap:
		return "dict"
	case kPromise:
		return "promise"
	case kFuncType, kFuncLit, kFunc:
		return "func"
	}
	return ""
}

// entryOf looks up what a table of the language says of a member of a type from
// outside: by the name of the type, then by its form, then for values of any type. An
// instance of a type of the repository has what that extends outside. on is the type
// that the entry is about.
func (r *resolver) entryOf(table map[string]string, t typ, name string) (on typ, shape string, ok bool) {
	n := r.under(t)
	if n.kind == kConv { // a static member of a builtin type
		t = n.args[0]
		n = r.under(t)
	}
	if n.kind == kInstance || n.kind == kClass {
		if fd := r.memberOf(t, name); fd.status == isSymbol || fd.status == isValue {
			return t, "", false
		}
		for _, b := range r.outsideBases(n) {
			if k := r.under(b).kind; k == kInstance || k == kClass || k == kConv {
				continue // made of types of the repository, of this one perhaps
			}
			if s, ok := r.entry(table, b, name); ok {
				return b, s, true
			}
		}
	}
	s, ok := r.entry(table, t, name)
	return t, s, ok
}

// entry looks up what a table of the language says of a member of one type.
func (r *resolver) entry(table map[string]string, t typ, name string) (shape string, ok bool) {
	n := r.under(t)
	if own := r.types.nameOf(n); own != "" {
		if s, ok := table[own+"."+name]; ok {
			return s, true
		}
	}
	if form := formName(n); form != "" {
		if s, ok := table[form+"."+name]; ok {
			return s, true
		}
	}
	s, ok := table["any."+name]
	return s, ok
}

// outsideBases returns the types from outside of the repository that an instance
// extends, with their type arguments, nearest first.
func (r *resolver) outsideBases(n typNode) []typ {
	var out []typ
	seen := []base{{sym: n.symbol(), args: n.args}}
	for k := 0; k < len(seen) && k < maxBases; k++ {
		in := seen[k]
		seen = r.appendBases(seen, in)
		if !r.syms[in.sym].outer {
			continue
		}
		d := r.def(in.sym)
		for _, list := range [...][]facts.TypeID{d.Extends, d.Implements} {
			for _, id := range list {
				b := r.declType(r.syms[in.sym].file, id)
				if k := r.types.kind(b); b >= firstTyp && k != kInstance && k != kUnion && k != kParam {
					out = append(out, r.types.subst(b, in.sym, in.args, 0))
				}
			}
		}
	}
	return out
}

// hasOutside reports whether the tables of a language say that promises have a
// member of that name. Members of collections may be extension members
// themselves, which others replace.
func (r *resolver) hasOutside(l *lang.Language, t typ, name string) bool {
	return r.types.kind(t) == kPromise && l.Members["promise."+name] != ""
}

// outsideCall returns what the call x of a function or method from outside
// gives, never where the language says nothing of it, or where one of the types
// of the receiver is something else.
func (r *resolver) outsideCall(file fileID, x facts.ExprID) typ {
	f := &r.files[file]
	members := f.lang.Members
	callee := &f.facts.Exprs[f.facts.Exprs[x].X]
	if members == nil || r.depth > maxDepth {
		return never
	}
	switch callee.Kind {
	case facts.Name:
		if s := members["."+callee.Name]; s != "" {
			if fd := r.found(r.denote(file, f.facts.Exprs[x].X)); fd.status == isOutside || fd.status == notKnown {
				return r.shape(file, x, external, s)
			}
		}
		if f.lang.Rules.ImplicitThis {
			return r.inheritedCall(file, x)
		}
		return never
	case facts.Member:
	default:
		return never
	}
	if s, ok := r.staticEntry(members, file, callee); ok {
		return r.shape(file, x, external, s)
	}
	recv := r.exprType(file, callee.X)
	if recv < firstTyp {
		if s := members["any."+callee.Name]; s == "instance" {
			if t := r.shape(file, x, external, s); t >= firstTyp {
				return t
			}
		}
		return never
	}
	out, all := never, true
	r.types.each(recv, func(t typ) {
		on, s, ok := r.entryOf(members, t, callee.Name)
		if ok = ok && s != ""; !ok || t < firstTyp {
			all = false
			return
		}
		out = r.types.union(out, r.shape(file, x, on, s))
	})
	if !all {
		return never
	}
	return out
}

// inheritedCall returns what the call x of a plain name gives, where that is a method
// that a type around the code has from a base outside of the repository.
func (r *resolver) inheritedCall(file fileID, x facts.ExprID) typ {
	f := &r.files[file]
	callee := &f.facts.Exprs[f.facts.Exprs[x].X]
	if fd := r.found(r.denote(file, f.facts.Exprs[x].X)); fd.status != notKnown && fd.status != isOutside {
		return never
	}
	for s := r.symOf(file, callee.In); s >= 0; s = r.syms[s].parent {
		if c := r.canon(s); r.def(c).Kind.IsType() {
			if on, shape, ok := r.entryOf(f.lang.Members, r.instance(c), callee.Name); ok && shape != "" {
				return r.shape(file, x, on, shape)
			}
		}
	}
	return never
}

// outsideConstant returns the type of member, a static field of a type from outside
// of which the language says nothing: one in capitals may be an instance of that type.
func (r *resolver) outsideConstant(file fileID, member *facts.Expr) typ {
	f := &r.files[file]
	left := &f.facts.Exprs[member.X]
	if left.Kind != facts.Name || !f.lang.Rules.Overloads || f.lang.Forms == nil || member.Name != strings.ToUpper(member.Name) {
		return external
	}
	if r.found(r.denote(file, member.X)).status != isOutside {
		return external
	}
	return r.types.union(r.outsideType(f.lang, left.Name, nil), unknown)
}

// staticEntry looks up a member of a name from outside: Optional.of.
func (r *resolver) staticEntry(table map[string]string, file fileID, callee *facts.Expr) (string, bool) {
	left := &r.files[file].facts.Exprs[callee.X]
	if left.Kind != facts.Name {
		return "", false
	}
	s, ok := table[left.Name[strings.LastIndexByte(left.Name, '.')+1:]+"."+callee.Name]
	if !ok || s == "" {
		return "", false
	}
	if status := r.found(r.denote(file, callee.X)).status; status != isOutside {
		return "", false
	}
	return s, true
}

// outsideProperty returns what a member of a type from outside holds, never where
// the language says nothing of it.
func (r *resolver) outsideProperty(file fileID, member *facts.Expr) typ {
	table := r.files[file].lang.Properties
	if table == nil || r.depth > maxDepth {
		return never
	}
	if s, ok := r.staticEntry(table, file, member); ok {
		return r.shape(file, facts.None, external, s)
	}
	return r.types.mapUnion(r.exprType(file, member.X), func(t typ) typ {
		if t >= firstTyp {
			if on, s, ok := r.entryOf(table, t, member.Name); ok && s != "" {
				return r.shape(file, facts.None, on, s)
			}
		}
		return never
	})
}

// callbackParam returns the type of the i-th parameter of a function handed to
// the call x of a method from outside, never when nothing is said of it.
func (r *resolver) callbackParam(file fileID, x facts.ExprID, i int32) typ {
	f := &r.files[file]
	table := f.lang.Callbacks
	callee := &f.facts.Exprs[f.facts.Exprs[x].X]
	if table == nil || r.depth > maxDepth {
		return never
	}
	if callee.Kind == facts.Name {
		if s, ok := table["."+callee.Name]; ok {
			if fd := r.found(r.denote(file, f.facts.Exprs[x].X)); fd.status == isOutside || fd.status == notKnown {
				return r.nthShape(file, x, external, s, i)
			}
		}
		return never
	}
	if callee.Kind != facts.Member {
		return never
	}
	if s, ok := r.staticEntry(table, file, callee); ok {
		return r.nthShape(file, x, external, s, i)
	}
	out := never
	r.types.each(r.exprType(file, callee.X), func(t typ) {
		if t < firstTyp {
			return
		}
		if on, s, ok := r.entryOf(table, t, callee.Name); ok {
			out = r.types.union(out, r.nthShape(file, x, on, s, i))
		}
	})
	return out
}

func (r *resolver) nthShape(file fileID, x facts.ExprID, t typ, list string, i int32) typ {
	if s := nthCallback(list, i); s != "" {
		return r.shape(file, x, t, s)
	}
	return never
}

// splitShapes cuts a list at the commas that stand in no brackets.
func splitShapes(s string) []string {
	var out []string
	depth, start := 0, 0
	for i := range len(s) {
		switch s[i] {
		case '[', '<':
			depth++
		case ']', '>':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, s[start:i])
				start = i + 1
			}
		}
	}
	return append(out, s[start:])
}

// shape returns the type that an entry of a table means (see lang.Members) for
// the call x on a receiver of type t.
func (r *resolver) shape(file fileID, x facts.ExprID, t typ, s string) typ {
	l := r.files[file].lang
	n := typNode{}
	if t >= firstTyp {
		n = r.under(t)
	}
	arg := func(i int) typ {
		if i < len(n.args) {
			return n.args[i]
		}
		return unknown
	}
	if of, ok := strings.CutSuffix(s, ".elem"); ok {
		return r.types.mapUnion(r.shape(file, x, t, of), func(m typ) typ { return r.element(m, false, true) })
	}
	if of, ok := strings.CutSuffix(s, ".key"); ok {
		return r.types.mapUnion(r.shape(file, x, t, of), func(m typ) typ { return r.element(m, true, true) })
	}
	if s[0] == '[' {
		parts := splitShapes(s[1 : len(s)-1])
		elems := make([]typ, len(parts))
		for i, p := range parts {
			elems[i] = r.shape(file, x, t, p)
		}
		if len(elems) == 1 {
			return r.types.list(elems[0])
		}
		return r.types.list(r.types.tuple(elems...))
	}
	if of, ok := strings.CutSuffix(s, ".0"); ok {
		return r.types.mapUnion(r.shape(file, x, t, of), func(m typ) typ {
			if n := r.under(m); len(n.args) > 0 {
				return n.args[0]
			}
			return unknownOr(m)
		})
	}
	switch s {
	case "elem":
		switch n.kind {
		case kTuple:
			return r.types.union(n.args...)
		case kMap:
			return arg(1)
		}
		return arg(0)
	case "key":
		if n.kind == kMap {
			return arg(0)
		}
		return unknown
	case "self":
		return t
	case "result":
		return r.awaited(r.handed(file, x))
	case "given":
		if x >= 0 && r.files[file].facts.Exprs[x].Type >= 0 {
			if n := r.types.node(r.declType(file, r.files[file].facts.Exprs[x].Type)); n.kind == kTuple && len(n.args) > 0 {
				return n.args[0]
			}
		}
		return r.argument(file, x, 0)
	case "arg":
		return r.argument(file, x, 0)
	case "arg1":
		return r.argument(file, x, 1)
	case "instance":
		return r.instanceOf(r.argument(file, x, 0))
	case "written":
		return r.writtenTypeArg(file, x, 0)
	case "type":
		if t := r.writtenTypeArg(file, x, 0); t != unknown {
			return t
		}
		return r.argument(file, x, 0)
	}
	if i, ok := strings.CutPrefix(s, "type."); ok {
		i, _ := strconv.Atoi(i)
		if t := r.writtenTypeArg(file, x, i); t != unknown {
			return t
		}
		if n := r.types.node(r.argument(file, x, 0)); n.kind == kTuple && i < len(n.args) {
			return n.args[i]
		}
		return unknown
	}
	if i, err := strconv.Atoi(s); err == nil {
		return arg(i)
	}
	name, rest, generic := strings.Cut(s, "<")
	var args []typ
	if generic {
		for _, p := range splitShapes(strings.TrimSuffix(rest, ">")) {
			args = append(args, r.shape(file, x, t, p))
		}
	}
	if l.Forms == nil && !generic {
		return r.types.builtin(name)
	}
	return r.outsideType(l, name, args)
}

// writtenTypeArg returns the i-th type argument that a call writes out, unknown
// where there is none.
func (r *resolver) writtenTypeArg(file fileID, x facts.ExprID, i int) typ {
	if x < 0 {
		return unknown
	}
	t := r.files[file].facts.Exprs[x].Type
	if t < 0 {
		return unknown
	}
	if ty := &r.files[file].facts.Types[t]; ty.Kind == facts.TupleT && i < len(ty.Args) {
		return r.declType(file, ty.Args[i])
	}
	return unknown
}

// handed returns what the first function among the arguments of a call gives.
func (r *resolver) handed(file fileID, x facts.ExprID) typ {
	if x < 0 {
		return unknown
	}
	for _, a := range r.files[file].facts.Exprs[x].Args {
		if a.X < 0 {
			continue
		}
		if t := r.exprType(file, a.X); formName(r.under(t)) == "func" {
			return r.callOne(t, file, facts.None)
		}
	}
	return unknown
}

// argument returns the type of the i-th argument of a call.
func (r *resolver) argument(file fileID, x facts.ExprID, i int) typ {
	if x < 0 {
		return unknown
	}
	if args := r.files[file].facts.Exprs[x].Args; i < len(args) && !args[i].Spread {
		return r.exprType(file, args[i].X)
	}
	return unknown
}

// functional returns what the language says of an interface from outside that a
// function literal stands for: positions of its parameters and result among its
// type arguments.
func (r *resolver) functional(l *lang.Language, n typNode) (params []string, result string, ok bool) {
	if n.kind != kBuiltin {
		return nil, "", false
	}
	s, ok := l.Functional[r.types.nameOf(n)]
	if !ok {
		return nil, "", false
	}
	list, result, _ := strings.Cut(s, ":")
	if list != "" {
		params = strings.Split(list, ",")
	}
	return params, result, true
}

// knownOutside reports whether tables of any language name a type from outside.
func (r *resolver) knownOutside(l *lang.Language, n typNode) bool {
	name := r.types.nameOf(n)
	_, wider := l.Wider[name]
	return wider || l.Scalars[name]
}
