package infer

import (
	"slices"
	"sort"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
)

// extend adds to each type the supertypes that extensions declare for it outside its own declaration.
func (r *Resolver) extend() {
	r.foreign = make(map[string][]extension)
	for i := range r.NumFiles() {
		r.at = i
		f := r.File(i)
		for j := range f.Facts.Extensions {
			x := &f.Facts.Extensions[j]
			if s := r.Receiver(i, x.Of); s >= 0 {
				y := r.Symbol(s)
				y.Extensions = append(y.Extensions, extension{i, x})
				y.based, y.Bases = false, nil // resolving ext.Of may have computed the bases already
			} else {
				r.Types.Each(r.DeclType(i, x.Of), func(t lattice.Type) {
					if name := r.Types.OutsideName(r.Types.Node(t)); name != "" {
						r.foreign[name] = append(r.foreign[name], extension{i, x})
					}
				})
			}
		}
	}
}

// buildMembers attaches each member to the symbol that contains it.
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
			received = append(received, s) // the type may itself be a member that is not attached yet
			continue
		}
		if y.Parent >= 0 {
			r.addMember(y.Parent, s)
		} else if d.Kind == facts.Method { // a method of an object literal that is an argument: no single type owns its name
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
		} else if f := r.File(y.File); f.Lang.Forms != nil && r.DeclType(y.File, r.Def(s).Receiver) != lattice.Unknown { // the receiver is a type outside the repository
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

// maxHolders is the maximum nesting depth of symbols. It bounds recursion along parents and is
// above what one syntax tree can nest.
const maxHolders = 1 << 10

// adopt makes s a member of parent, -1 for none. It returns false where that would close a cycle:
// parent is s or is nested in s.
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

// cutChains removes the parent of symbols that are nested deeper than maxHolders.
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

// addOwned attaches members that are assigned outside the declaration of their type. Where another
// file assigns a member that already exists, as tests do, the new value counts in that file only.
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

// declares reports whether a type declares a function that the assigned member s replaces.
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
		p.nested[d.Name] = decl.Add(p.nested[d.Name], s)
		return
	}
	if len(d.Implements) > 0 && !d.Kind.IsType() && !d.Has(facts.Given) {
		p.Explicit = append(p.Explicit, s)
		return // only its interface can name it
	}
	if p.Members == nil {
		p.Members = make(map[string][]decl.SymbolID)
	}
	if r.join(s, p.Members[d.Name]) {
		return
	}
	p.Members[d.Name] = decl.Add(p.Members[d.Name], s)
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

// addToTwins adds the method s of type t to the definitions of t for other builds, where a build
// includes both that definition and the file of s.
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
		r.Symbol(h).Members[name] = decl.Add(r.MembersNamed(h, name), s)
	}
}

// receiverOf returns the symbol of the type that s names as its receiver, or -1. The name is looked
// up outside s: definitions inside s do not hide it.
func (r *Resolver) receiverOf(s decl.SymbolID) decl.SymbolID {
	d, file := r.Def(s), r.Symbol(s).File
	r.at = file
	return r.meantType(file, d.Receiver, r.Symbol(s).Def)
}

// Receiver returns the symbol of the named type t, or -1.
func (r *Resolver) Receiver(file decl.FileID, t facts.TypeID) decl.SymbolID {
	return r.meantType(file, t, facts.None)
}

// maxAliases is the maximum number of aliases followed in a row: aliases may form a cycle.
const maxAliases = 64

// meantType returns the symbol of the type that t resolves to, behind pointers and aliases, or -1. A name written
// inside the definition in is looked up in the scopes around in; in is None for the top level.
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

// firstType returns the first type or namespace that a written name resolves to, or -1, and whether
// the name is an alias of a type with another name.
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

// ownerOf returns the symbol that a member assigned on expression x belongs to.
func (r *Resolver) ownerOf(file decl.FileID, x facts.ExprID) decl.SymbolID {
	f := r.File(file)
	e := &f.Facts.Expressions()[x]
	for e.Kind == facts.Member && e.Name == f.Lang.Protocol.Prototype && e.X >= 0 {
		x = e.X
		e = &f.Facts.Expressions()[x]
	}
	if e.Kind == facts.Local {
		if v := &f.Facts.Vars[e.Ref]; v.Def >= 0 {
			return f.Symbol(v.Def)
		}
	}
	if e.Kind == facts.This && e.In >= 0 && r.EnclosingType(file, e.In) < 0 {
		return f.Symbol(e.In) // a constructor function that assigns to its own instance
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
