package resolve

import (
	"path"
	"slices"
	"sort"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// buildTables numbers files, symbols and units.
func (r *resolver) buildTables() {
	r.byPath = make(map[string]fileID, len(r.in.Files))
	r.unitID = make(map[string]unitID)
	r.globals = make(map[globalName][]symID)
	total := 0
	for i := range r.in.Files {
		r.at = fileID(i)
		total += len(r.in.Files[i].Facts.Defs)
	}
	r.syms = make([]symbol, 0, total)
	r.files = make([]fileState, len(r.in.Files))
	for i := range r.in.Files {
		r.at = fileID(i)
		in := &r.in.Files[i]
		f := &r.files[i]
		*f = fileState{
			path: in.Path, facts: in.Facts, lang: in.Language, base: symID(len(r.syms)), quiet: in.Generated,
			exprs: make([]typ, len(in.Facts.Exprs)), vars: make([]typ, len(in.Facts.Vars)),
			decls: make([]typ, len(in.Facts.Types)), denoted: make([]foundID, len(in.Facts.Exprs)),
			scope: make(map[string]foundID),
		}
		if in.Language.IsTest != nil {
			f.test = in.Language.IsTest(in.Path)
		}
		if support := in.Language.IsTestSupport; support != nil {
			f.support = support(in.Path)
		} else {
			f.support = lang.IsTestSupport(in.Path)
		}
		r.byPath[in.Path] = fileID(i)
		key := in.Path
		if in.Language.Unit != nil {
			key = in.Language.Unit(in.Path, in.Facts)
		}
		u, ok := r.unitID[key]
		if !ok {
			u = unitID(len(r.units))
			r.unitID[key] = u
			r.units = append(r.units, unit{key: key, names: make(map[string][]symID), dir: path.Dir(in.Path)})
		}
		f.unit = u
		un := &r.units[u]
		un.files = append(un.files, fileID(i))
		for d := range in.Facts.Defs {
			def := &in.Facts.Defs[d]
			s := symID(len(r.syms))
			y := symbol{file: fileID(i), def: facts.DefID(d), parent: -1, ctor: -1, part: -1}
			if def.Parent >= 0 {
				y.parent = f.symbol(def.Parent)
			}
			r.syms = append(r.syms, y)
			if def.Has(facts.ProjectWide) {
				key := globalName{family(in.Language), def.Name}
				r.globals[key] = addName(r.globals[key], s)
			}
			if def.Parent < 0 && def.Receiver < 0 && def.Owner < 0 && !def.Has(facts.Inner) && def.Name != "" {
				if def.Kind == facts.Namespace && in.Language.Rules.SharedNamespaces {
					r.share(un, s)
				} else if !r.join(s, un.names[def.Name]) {
					un.names[def.Name] = addName(un.names[def.Name], s)
				}
			}
			if h := in.Facts.Transparent(facts.DefID(d)); h >= 0 && in.Facts.Defs[h].Parent < 0 {
				un.names[def.Name] = addName(un.names[def.Name], s)
			}
		}
	}
}

// maxSameName bounds the definitions of one name in one scope that a use is bound
// to: overloads, alternatives by platform. Of more, the first and the last count.
const maxSameName = 64

func addName(list []symID, s symID) []symID {
	if len(list) == maxSameName {
		list[maxSameName-1] = s
		return list
	}
	return append(list, s)
}

// project is what a linker of one family may see.
type project struct {
	r         *resolver
	family    string
	has       map[string]bool
	paths     []string
	manifests []lang.Manifest
}

func (p *project) Has(path string) bool       { return p.has[path] }
func (p *project) Paths() []string            { return p.paths }
func (p *project) Manifests() []lang.Manifest { return p.manifests }
func (p *project) Facts(path string) *facts.File {
	if i, ok := p.r.byPath[path]; ok {
		return p.r.files[i].facts
	}
	return nil
}

func family(l *lang.Language) string {
	if l.Family != "" {
		return l.Family
	}
	return l.Name
}

// link asks the linker of each family what the import strings mean.
func (r *resolver) link() {
	has := make(map[string]bool, len(r.in.Paths))
	for _, p := range r.in.Paths {
		has[p] = true
	}
	projects := make(map[string]*project)
	linkers := make(map[string]lang.Linker)
	for i := range r.files {
		r.at = fileID(i)
		f := &r.files[i]
		f.published = true
		fam := family(f.lang)
		p := projects[fam]
		if p == nil {
			p = &project{r: r, family: fam, has: has}
			projects[fam] = p
		}
		p.paths = append(p.paths, f.path)
		if f.facts.Manifest != nil {
			p.manifests = append(p.manifests, lang.Manifest{Path: f.path, Manifest: f.facts.Manifest})
		}
	}
	for i := range r.files {
		r.at = fileID(i)
		f := &r.files[i]
		if f.lang.NewLinker == nil {
			f.imports = make([]importState, len(f.facts.Imports))
			for j := range f.imports {
				f.imports[j].unit, f.imports[j].file = -1, -1
			}
			continue
		}
		fam := family(f.lang)
		l := linkers[fam]
		if l == nil {
			l = f.lang.NewLinker(projects[fam])
			linkers[fam] = l
		}
		f.linker = l
		if p, ok := l.(lang.PublishingLinker); ok {
			f.published = p.Published(f.path)
		}
		r.takeIn(f)
		r.linkFile(f, l)
	}
}

func (r *resolver) linkFile(f *fileState, l lang.Linker) {
	f.imports = make([]importState, len(f.facts.Imports))
	f.byAlias = make(map[string][]facts.ImportID)
	for j := range f.facts.Imports {
		im := &f.facts.Imports[j]
		f.imports[j] = r.state(l.Link(f.path, im.Source, im.Name))
		if im.In >= 0 || im.Flags&facts.SideEffectOnly != 0 || im.Flags&facts.Dynamic != 0 && im.Alias == "" {
			continue // binds no name of the file
		}
		alias := im.Alias
		if alias == "" && im.Name == "" {
			alias = f.imports[j].pkg
			if alias == "" {
				alias = path.Base(im.Source)
			}
		}
		if alias == "." || alias == "" && im.Name == "*" {
			f.stars = append(f.stars, facts.ImportID(j))
			continue
		}
		if alias == "_" && !f.lang.Rules.ModuleMembers || alias == "" {
			continue
		}
		f.byAlias[alias] = append(f.byAlias[alias], facts.ImportID(j))
	}
	if a, ok := l.(lang.AmbientLinker); ok {
		for _, t := range a.Ambient(f.path) {
			f.ambient = append(f.ambient, r.state(t))
		}
	}
	if len(f.facts.Exports) > 0 {
		f.exports = make(map[string][]int32, len(f.facts.Exports))
		f.reexports = make([]importState, len(f.facts.Exports))
	}
	for j := range f.facts.Exports {
		ex := &f.facts.Exports[j]
		f.exports[ex.Name] = append(f.exports[ex.Name], int32(j))
		if ex.Source != "" {
			f.reexports[j] = r.state(l.Link(f.path, ex.Source, ex.SourceName))
		}
	}
}

func (r *resolver) state(t lang.Target) importState {
	s := importState{unit: -1, file: -1, external: t.External, missing: t.Missing, isModule: t.NameIsModule, pkg: t.Package, within: t.Within}
	if t.Unit != "" {
		if u, ok := r.unitID[t.Unit]; ok {
			s.unit = u
		} else if i, ok := r.byPath[t.Unit]; ok {
			s.unit, s.file = r.files[i].unit, i
		}
	}
	return s
}

// buildMembers attaches members to the symbols that hold them.
func (r *resolver) buildMembers() {
	r.byName = make(map[string][]symID)
	r.extenders = make(map[string][]symID)
	var owned, received []symID
	for s := range r.syms {
		r.at = r.syms[s].file
		y := &r.syms[s]
		d := r.def(symID(s))
		switch {
		case d.Owner >= 0:
			owned = append(owned, symID(s))
			continue
		case d.Receiver >= 0 && d.Has(facts.ExtensionMember):
			r.extenders[d.Name] = append(r.extenders[d.Name], symID(s))
		case d.Receiver >= 0:
			received = append(received, symID(s)) // the type may be a member that comes later
			continue
		}
		if y.parent >= 0 {
			r.addMember(y.parent, symID(s))
		} else if d.Kind == facts.Method { // of a literal that is handed on: its name is not one type's alone
			r.byName[d.Name] = append(r.byName[d.Name], symID(s))
		}
	}
	for _, s := range received { // a type may be declared inside another and defined outside
		if r.def(s).Kind.IsType() {
			r.adopt(s, r.receiverOf(s))
		}
	}
	r.cutChains()
	if r.defineTypes() {
		r.forget()
	}
	for _, s := range received {
		y := &r.syms[s]
		if t := r.receiverOf(s); t >= 0 {
			if r.adopt(s, t) {
				r.addMember(t, s)
				r.addToTwins(t, s)
			}
		} else if f := &r.files[y.file]; f.lang.Forms != nil && r.declType(y.file, r.def(s).Receiver) != unknown { // of a type from outside
			r.extenders[r.def(s).Name] = append(r.extenders[r.def(s).Name], s)
		}
	}
	if len(received) > 0 {
		r.forget()
	}
	r.addOwned(owned)
	r.cutChains()
	for _, list := range r.byName {
		sort.Slice(list, func(i, j int) bool { return list[i] < list[j] })
	}
}

// maxHolders bounds how many symbols lie around one another, so that what follows
// parents may recurse. It is above what one syntax tree can nest.
const maxHolders = 1 << 10

// adopt makes s a part of parent, -1 for none, and reports whether it could: nothing
// is a part of what lies inside of it.
func (r *resolver) adopt(s, parent symID) bool {
	p := parent
	for range maxHolders {
		if p < 0 || p == s {
			break
		}
		p = r.syms[p].parent
	}
	if p >= 0 {
		return false
	}
	r.syms[s].parent = parent
	return true
}

// cutChains takes the parent from symbols that more than maxHolders lie around.
func (r *resolver) cutChains() {
	depth := make([]int32, len(r.syms))
	var chain []symID
	for s := range r.syms {
		for p := symID(s); p >= 0 && depth[p] == 0; p = r.syms[p].parent {
			chain = append(chain, p)
		}
		for ; len(chain) > 0; chain = chain[:len(chain)-1] {
			c := chain[len(chain)-1]
			y := &r.syms[c]
			if y.parent >= 0 && depth[y.parent] == maxHolders {
				y.parent = -1
			}
			depth[c] = 1
			if y.parent >= 0 {
				depth[c] += depth[y.parent]
			}
		}
	}
}

// addOwned attaches members that are assigned outside of their declaration. What
// another file puts in the place of a member that is there, as tests do, is what
// that file alone means by it.
func (r *resolver) addOwned(owned []symID) {
	var foreign []symID
	for _, s := range owned {
		y := &r.syms[s]
		r.at = y.file
		r.adopt(s, r.ownerOf(y.file, r.def(s).Owner))
		switch {
		case y.parent < 0:
		case r.syms[y.parent].file != y.file:
			foreign = append(foreign, s)
		case !r.declares(y.parent, s):
			r.addMember(y.parent, s)
		}
	}
	for _, s := range foreign {
		p := r.syms[s].parent
		if have := r.syms[r.canon(p)].members[r.def(s).Name]; len(have) == 0 || r.syms[have[0]].file == r.syms[s].file {
			r.addMember(p, s)
		}
	}
}

// declares reports whether a type declares a function that the member s, which is
// assigned to it, takes the place of.
func (r *resolver) declares(parent, s symID) bool {
	return r.def(s).Kind.IsCallable() && slices.ContainsFunc(r.syms[r.canon(parent)].members[r.def(s).Name], func(m symID) bool {
		d := r.def(m)
		return d.Kind == facts.Method && d.Owner < 0 && !d.Has(facts.Overload|facts.Abstract)
	})
}

func (r *resolver) addMember(parent, s symID) {
	p := &r.syms[r.canon(parent)]
	d := r.def(s)
	if d.Name == "" {
		return // nothing can name it
	}
	if r.def(parent).Kind.IsCallable() && d.Owner < 0 {
		if p.nested == nil {
			p.nested = make(map[string][]symID)
		}
		p.nested[d.Name] = addName(p.nested[d.Name], s)
		return
	}
	if len(d.Implements) > 0 && !d.Kind.IsType() {
		p.explicit = append(p.explicit, s)
		return // only its interface can name it
	}
	if p.members == nil {
		p.members = make(map[string][]symID)
	}
	if r.join(s, p.members[d.Name]) {
		return
	}
	p.members[d.Name] = addName(p.members[d.Name], s)
	if h := r.files[r.syms[s].file].facts.Transparent(r.syms[s].def); h >= 0 {
		if o := r.syms[parent].parent; o >= 0 && !r.def(o).Kind.IsCallable() {
			r.addMember(o, s)
		}
	}
	if d.Kind == facts.Constructor && p.ctor < 0 && d.Flags&(facts.Overload|facts.Static|facts.Ambient) == 0 {
		p.ctor = s
	}
	if d.Has(facts.Singleton | facts.Static) {
		p.companions = append(p.companions, s)
	}
	if d.Kind == facts.Method {
		r.byName[d.Name] = append(r.byName[d.Name], s)
	}
}

// receiverOf returns the symbol of the type that s says to belong to, or -1. It is
// named from outside of s: what s defines does not hide it.
func (r *resolver) receiverOf(s symID) symID {
	d, file := r.def(s), r.syms[s].file
	r.at = file
	return r.meantType(file, d.Receiver, r.syms[s].def)
}

// receiver returns the symbol of the named type that is meant, or -1.
func (r *resolver) receiver(file fileID, t facts.TypeID) symID {
	return r.meantType(file, t, facts.None)
}

// maxAliases bounds the aliases of aliases that are followed: some lead to themselves.
const maxAliases = 64

// meantType returns the symbol of the type that t means, or -1: behind pointers and
// aliases. A name that is written in the definition in, unless that is None, is looked up
// around it.
func (r *resolver) meantType(file fileID, t facts.TypeID, in facts.DefID) symID {
	for range maxAliases {
		f := &r.files[file]
		for t >= 0 && f.facts.Types[t].Kind == facts.PointerT && len(f.facts.Types[t].Args) > 0 {
			t = f.facts.Types[t].Args[0]
		}
		if t < 0 || f.facts.Types[t].Kind != facts.Named {
			return -1
		}
		ty := f.facts.Types[t]
		if ty.In == in && in >= 0 {
			ty.In = f.facts.Defs[in].Parent
		}
		s, alias := r.firstType(file, &ty)
		if !alias {
			return s
		}
		file, t, in = r.syms[s].file, r.def(s).Type, facts.None // methods of an alias are those of its target
	}
	return -1
}

// firstType returns the first type or namespace that a written name means, or -1, and
// whether it is an alias of one with another name.
func (r *resolver) firstType(file fileID, ty *facts.Type) (s symID, alias bool) {
	for _, s := range r.typeName(file, ty).syms {
		d := r.def(s)
		if d.Has(facts.Alias) && d.Type >= 0 && r.files[r.syms[s].file].facts.Types[d.Type].Name != ty.Name {
			return s, true
		}
		if d.Kind.IsType() || d.Kind == facts.Namespace {
			return r.canon(s), false
		}
	}
	return -1, false
}

// ownerOf returns the symbol that an assigned member belongs to.
func (r *resolver) ownerOf(file fileID, x facts.ExprID) symID {
	f := &r.files[file]
	e := &f.facts.Exprs[x]
	for e.Kind == facts.Member && e.Name == f.lang.Protocol.Prototype && e.X >= 0 {
		x = e.X
		e = &f.facts.Exprs[x]
	}
	if e.Kind == facts.Local {
		if v := &f.facts.Vars[e.Ref]; v.Def >= 0 {
			return f.symbol(v.Def)
		}
	}
	if e.Kind == facts.This && e.In >= 0 && r.enclosingType(file, e.In) < 0 {
		return f.symbol(e.In) // a constructor function, by what it is given here
	}
	if e.Kind == facts.Name || e.Kind == facts.Member || e.Kind == facts.Local {
		if fd := r.found(r.denote(file, x)); fd.status == isSymbol && len(fd.syms) > 0 {
			return fd.syms[0]
		}
	}
	var owner symID = -1
	r.types.each(r.exprType(file, x), func(t typ) {
		n := r.types.node(t)
		switch n.kind {
		case kInstance, kClass, kHolder, kFunc:
			if owner < 0 {
				owner = n.symbol()
			}
		}
	})
	return owner
}

// enclosingType returns the type whose code the definition in is part of, or
// the variable that holds the object literal it is a member of; -1 for none.
func (r *resolver) enclosingType(file fileID, in facts.DefID) symID {
	for s := r.symOf(file, in); s >= 0; s = r.syms[s].parent {
		d := r.def(s)
		if d.Kind.IsType() {
			return r.canon(s)
		}
		if p := r.syms[s].parent; p >= 0 && d.Kind.IsCallable() && !r.def(p).Kind.IsCallable() {
			return p
		} else if p >= 0 && d.Owner >= 0 {
			return p
		}
	}
	return -1
}
