package infer

import (
	"slices"
	"sort"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
)

// extend attaches the bases that a type gets outside of its declaration.
func (r *Resolver) extend() {
	for i := range r.NumFiles() {
		r.at = i
		f := r.File(i)
		for j := range f.Facts.Extensions {
			x := &f.Facts.Extensions[j]
			if s := r.receiver(i, x.Of); s >= 0 {
				y := r.Symbol(s)
				y.Extensions = append(y.Extensions, extension{i, x})
				y.based, y.Bases = false, nil // looking for Of may have asked already
			}
		}
	}
}

// buildMembers attaches members to the symbols that hold them.
func (r *Resolver) buildMembers() {
	r.ByName = make(map[string][]decl.SymbolID)
	r.extenders = make(map[string][]decl.SymbolID)
	var owned, received []decl.SymbolID
	for s := range r.NumSymbols() {
		r.at = r.Symbol(s).File
		y := r.Symbol(s)
		d := r.Def(s)
		switch {
		case d.Owner >= 0:
			owned = append(owned, s)
			continue
		case d.Receiver >= 0 && d.Has(facts.ExtensionMember):
			r.extenders[d.Name] = append(r.extenders[d.Name], s)
		case d.Receiver >= 0:
			received = append(received, s) // the type may be a member that comes later
			continue
		}
		if y.Parent >= 0 {
			r.addMember(y.Parent, s)
		} else if d.Kind == facts.Method { // of a literal that is handed on: its name is not one type's alone
			r.ByName[d.Name] = append(r.ByName[d.Name], s)
		}
	}
	for _, s := range received { // a type may be declared inside another and defined outside
		if r.Def(s).Kind.IsType() {
			r.adopt(s, r.receiverOf(s))
		}
	}
	r.cutChains()
	if r.defineTypes() {
		r.dropMemos()
	}
	for _, s := range received {
		y := r.Symbol(s)
		if t := r.receiverOf(s); t >= 0 {
			if r.adopt(s, t) {
				r.addMember(t, s)
				r.addToTwins(t, s)
			}
		} else if f := r.File(y.File); f.Lang.Forms != nil && r.DeclType(y.File, r.Def(s).Receiver) != lattice.Unknown { // of a type from outside
			r.extenders[r.Def(s).Name] = append(r.extenders[r.Def(s).Name], s)
		}
	}
	if len(received) > 0 {
		r.dropMemos()
	}
	r.addOwned(owned)
	r.cutChains()
	for _, list := range r.ByName {
		sort.Slice(list, func(i, j int) bool { return list[i] < list[j] })
	}
}

// maxHolders bounds how many symbols lie around one another, so that what follows
// parents may recurse. It is above what one syntax tree can nest.
const maxHolders = 1 << 10

// adopt makes s a part of parent, -1 for none, and reports whether it could: nothing
// is a part of what lies inside of it.
func (r *Resolver) adopt(s, parent decl.SymbolID) bool {
	p := parent
	for range maxHolders {
		if p < 0 || p == s {
			break
		}
		p = r.Symbol(p).Parent
	}
	if p >= 0 {
		return false
	}
	r.Symbol(s).Parent = parent
	return true
}

// cutChains takes the parent from symbols that more than maxHolders lie around.
func (r *Resolver) cutChains() {
	depth := make([]int32, len(r.syms))
	var chain []decl.SymbolID
	for s := range r.NumSymbols() {
		for p := s; p >= 0 && depth[p] == 0; p = r.Symbol(p).Parent {
			chain = append(chain, p)
		}
		for ; len(chain) > 0; chain = chain[:len(chain)-1] {
			c := chain[len(chain)-1]
			y := r.Symbol(c)
			if y.Parent >= 0 && depth[y.Parent] == maxHolders {
				y.Parent = -1
			}
			depth[c] = 1
			if y.Parent >= 0 {
				depth[c] += depth[y.Parent]
			}
		}
	}
}

// addOwned attaches members that are assigned outside of their declaration. What
// another file puts in the place of a member that is there, as tests do, is what
// that file alone means by it.
func (r *Resolver) addOwned(owned []decl.SymbolID) {
	var foreign []decl.SymbolID
	for _, s := range owned {
		y := r.Symbol(s)
		r.at = y.File
		r.adopt(s, r.ownerOf(y.File, r.Def(s).Owner))
		switch {
		case y.Parent < 0:
		case r.Symbol(y.Parent).File != y.File:
			foreign = append(foreign, s)
		case !r.declares(y.Parent, s):
			r.addMember(y.Parent, s)
		}
	}
	for _, s := range foreign {
		p := r.Symbol(s).Parent
		if have := r.MembersNamed(r.Canon(p), r.Def(s).Name); len(have) == 0 || r.Symbol(have[0]).File == r.Symbol(s).File {
			r.addMember(p, s)
		}
	}
}

// declares reports whether a type declares a function that the member s, which is
// assigned to it, takes the place of.
func (r *Resolver) declares(parent, s decl.SymbolID) bool {
	return r.Def(s).Kind.IsCallable() && slices.ContainsFunc(r.MembersNamed(r.Canon(parent), r.Def(s).Name), func(m decl.SymbolID) bool {
		d := r.Def(m)
		return d.Kind == facts.Method && d.Owner < 0 && !d.Has(facts.Overload|facts.Abstract)
	})
}

func (r *Resolver) addMember(parent, s decl.SymbolID) {
	p := r.Symbol(r.Canon(parent))
	d := r.Def(s)
	if d.Name == "" {
		return // nothing can name it
	}
	if r.Def(parent).Kind.IsCallable() && d.Owner < 0 {
		if p.nested == nil {
			p.nested = make(map[string][]decl.SymbolID)
		}
		p.nested[d.Name] = addName(p.nested[d.Name], s)
		return
	}
	if len(d.Implements) > 0 && !d.Kind.IsType() {
		p.Explicit = append(p.Explicit, s)
		return // only its interface can name it
	}
	if p.Members == nil {
		p.Members = make(map[string][]decl.SymbolID)
	}
	if r.join(s, p.Members[d.Name]) {
		return
	}
	p.Members[d.Name] = addName(p.Members[d.Name], s)
	if h := r.File(r.Symbol(s).File).Facts.Transparent(r.Symbol(s).Def); h >= 0 {
		if o := r.Symbol(parent).Parent; o >= 0 && !r.Def(o).Kind.IsCallable() {
			r.addMember(o, s)
		}
	}
	if d.Kind == facts.Constructor && p.Ctor < 0 && d.Flags&(facts.Overload|facts.Static|facts.Ambient) == 0 {
		p.Ctor = s
	}
	if d.Has(facts.Singleton | facts.Static) {
		p.companions = append(p.companions, s)
	}
	if d.Kind == facts.Method {
		r.ByName[d.Name] = append(r.ByName[d.Name], s)
	}
}

// addToTwins makes the method s of type t one of the types that other builds have in its
// place, as far as they are built with the file of s.
func (r *Resolver) addToTwins(t, s decl.SymbolID) {
	if r.Symbol(t).Parent >= 0 || r.File(r.Symbol(t).File).Lang.Rules.SharedNamespaces {
		return
	}
	name := r.Def(s).Name
	for _, h := range r.Twins(t) {
		if h == t || !r.Def(h).Kind.IsType() || !r.IsBuiltWith(r.Symbol(s).File, h) {
			continue
		}
		if r.Symbol(h).Members == nil {
			r.Symbol(h).Members = make(map[string][]decl.SymbolID)
		}
		r.Symbol(h).Members[name] = addName(r.MembersNamed(h, name), s)
	}
}

// receiverOf returns the symbol of the type that s says to belong to, or -1. It is
// named from outside of s: what s defines does not hide it.
func (r *Resolver) receiverOf(s decl.SymbolID) decl.SymbolID {
	d, file := r.Def(s), r.Symbol(s).File
	r.at = file
	return r.meantType(file, d.Receiver, r.Symbol(s).Def)
}

// receiver returns the symbol of the named type that is meant, or -1.
func (r *Resolver) receiver(file decl.FileID, t facts.TypeID) decl.SymbolID {
	return r.meantType(file, t, facts.None)
}

// maxAliases bounds the aliases of aliases that are followed: some lead to themselves.
const maxAliases = 64

// meantType returns the symbol of the type that t means, or -1: behind pointers and
// aliases. A name that is written in the definition in, unless that is None, is looked up
// around it.
func (r *Resolver) meantType(file decl.FileID, t facts.TypeID, in facts.DefID) decl.SymbolID {
	for range maxAliases {
		f := r.File(file)
		for t >= 0 && f.Facts.Types[t].Kind == facts.PointerT && len(f.Facts.Types[t].Args) > 0 {
			t = f.Facts.Types[t].Args[0]
		}
		if t < 0 || f.Facts.Types[t].Kind != facts.Named {
			return -1
		}
		ty := f.Facts.Types[t]
		if ty.In == in && in >= 0 {
			ty.In = f.Facts.Defs[in].Parent
		}
		s, alias := r.firstType(file, &ty)
		if !alias {
			return s
		}
		file, t, in = r.Symbol(s).File, r.Def(s).Type, facts.None // methods of an alias are those of its target
	}
	return -1
}

// firstType returns the first type or namespace that a written name means, or -1, and
// whether it is an alias of one with another name.
func (r *Resolver) firstType(file decl.FileID, ty *facts.Type) (s decl.SymbolID, alias bool) {
	for _, s := range r.TypeName(file, ty).Syms {
		d := r.Def(s)
		if d.Has(facts.Alias) && d.Type >= 0 && r.File(r.Symbol(s).File).Facts.Types[d.Type].Name != ty.Name {
			return s, true
		}
		if d.Kind.IsType() || d.Kind == facts.Namespace {
			return r.Canon(s), false
		}
	}
	return -1, false
}

// ownerOf returns the symbol that an assigned member belongs to.
func (r *Resolver) ownerOf(file decl.FileID, x facts.ExprID) decl.SymbolID {
	f := r.File(file)
	e := &f.Facts.Exprs[x]
	for e.Kind == facts.Member && e.Name == f.Lang.Protocol.Prototype && e.X >= 0 {
		x = e.X
		e = &f.Facts.Exprs[x]
	}
	if e.Kind == facts.Local {
		if v := &f.Facts.Vars[e.Ref]; v.Def >= 0 {
			return f.Symbol(v.Def)
		}
	}
	if e.Kind == facts.This && e.In >= 0 && r.EnclosingType(file, e.In) < 0 {
		return f.Symbol(e.In) // a constructor function, by what it is given here
	}
	if e.Kind == facts.Name || e.Kind == facts.Member || e.Kind == facts.Local {
		if fd := r.Found(r.Denote(file, x)); fd.Status == IsSymbol && len(fd.Syms) > 0 {
			return fd.Syms[0]
		}
	}
	var owner decl.SymbolID = -1
	r.Types.Each(r.ExprType(file, x), func(t lattice.Type) {
		n := r.Types.Node(t)
		switch n.Kind {
		case lattice.Instance, lattice.Class, lattice.Holder, lattice.Func:
			if owner < 0 {
				owner = n.Symbol()
			}
		}
	})
	return owner
}
