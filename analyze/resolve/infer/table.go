package infer

import (
	"path"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/input"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/work"
)

// New returns a resolver of a snapshot with empty tables.
func New(in input.Input) *Resolver {
	r := &Resolver{In: in, Asked: make(map[string]map[string]bool), at: -1, cycleAt: noCycle, Types: lattice.NewTable(), members: make(map[unitName]FoundID), memberMemo: make(map[memberKey]FoundID), own: make(map[symName]FoundID), renamed: make(map[symName]FoundID),
		within: make(map[memberKey]bool), orders: make(map[decl.SymbolID][]decl.SymbolID), linears: make(map[decl.SymbolID][]decl.SymbolID), keepers: make(map[keeper]bool), finds: [][]Found{make([]Found, firstFound, findPage)}}
	r.Found(findOutside).Status = IsOutside
	r.Found(findCut).typ = lattice.Never
	r.Types.Mentions = r.mentions
	if r.Work = in.Work; r.Work == nil {
		r.Work = new(work.Counts)
	}
	return r
}

// Prepare numbers the definitions of all files, links their imports and attaches members.
func (r *Resolver) Prepare() {
	r.Stages(r.buildTables, r.nameSpaces, r.link, r.groupModules, r.buildMembers, func() { r.built = true }, r.extend, r.define, r.learnParams)
}

// WorkingOn returns the path of the file being resolved, "" for none.
func (r *Resolver) WorkingOn() string {
	if r == nil || r.at < 0 {
		return ""
	}
	return r.In.Files[r.at].Path
}

// WorkOn sets the file being resolved, -1 for none. Panics are reported with this file.
func (r *Resolver) WorkOn(f decl.FileID) { r.at = f }

// Stopped reports whether the run is to stop.
func (r *Resolver) Stopped() bool { return r.In.Stopped() }

// Stages runs one stage after the other until the run is to stop.
func (r *Resolver) Stages(all ...func()) {
	for _, stage := range all {
		if r.Stopped() {
			return
		}
		stage()
	}
}

// mentions reports whether a function type, anonymous type or literal is written inside the symbol
// owner.
func (r *Resolver) mentions(n *lattice.Node, owner decl.SymbolID) bool {
	in := decl.SymbolID(-1)
	switch n.Kind {
	case lattice.FuncType:
		in = r.SymOf(n.File(), r.File(n.File()).Facts.Types[n.Position()].In)
	case lattice.FuncLit, lattice.Object:
		in = r.SymOf(n.File(), r.File(n.File()).Facts.Expressions()[n.Position()].In)
	case lattice.Instance:
		switch d := r.Def(n.Symbol()); d.Kind {
		case facts.Field, facts.Variable, facts.Constant: // the type after its name
		case facts.TypeDef:
			if d.Name != "" {
				return false
			}
		default:
			return false
		}
		in = r.Symbol(n.Symbol()).Parent
	}
	for ; in >= 0; in = r.Symbol(in).Parent {
		if r.Canon(in) == owner {
			return true
		}
	}
	return false
}

// buildTables numbers files, symbols and units.
func (r *Resolver) buildTables() {
	r.byPath = make(map[string]decl.FileID, len(r.In.Files))
	r.unitID = make(map[string]decl.UnitID)
	r.globals = make(map[globalName][]decl.SymbolID)
	total, units := 0, make(lang.Units)
	for i := range r.In.Files {
		r.at = decl.FileID(i)
		in := &r.In.Files[i]
		total += len(in.Facts.Defs)
		units.Read(in.Language, in.Path, in.Facts)
	}
	r.syms = make([]Symbol, 0, total)
	r.files, r.unmemoised = make([]File, len(r.In.Files)), make([]int32, len(r.In.Files))
	for i := range r.In.Files {
		r.at = decl.FileID(i)
		in := &r.In.Files[i]
		f := r.File(decl.FileID(i))
		*f = File{
			Path: in.Path, Facts: in.Facts, Lang: in.Language, base: decl.SymbolID(len(r.syms)), Quiet: in.Generated,
			vars:  make([]lattice.Type, len(in.Facts.Vars)),
			decls: make([]lattice.Type, len(in.Facts.Types)),
			scope: make(map[string]FoundID),
		}
		if in.Language.IsTest != nil {
			f.Test = in.Language.IsTest(in.Path)
		}
		if support := in.Language.IsTestSupport; support != nil {
			f.Support = support(in.Path)
		} else {
			f.Support = lang.IsTestSupport(in.Path)
		}
		r.byPath[in.Path] = decl.FileID(i)
		key := units.Key(in.Language, in.Path, in.Facts)
		u, ok := r.unitID[key]
		if !ok {
			u = decl.UnitID(len(r.units))
			r.unitID[key] = u
			r.units = append(r.units, Unit{Key: key, names: make(map[string][]decl.SymbolID), Dir: path.Dir(in.Path)})
		}
		f.Unit = u
		un := r.Unit(u)
		un.Dir = lang.Above(un.Dir, in.Path)
		un.Files = append(un.Files, decl.FileID(i))
		for d := range in.Facts.Defs {
			def := &in.Facts.Defs[d]
			s := decl.SymbolID(len(r.syms))
			y := Symbol{File: decl.FileID(i), Def: facts.DefID(d), Parent: -1, Ctor: -1, part: -1}
			if def.Parent >= 0 {
				y.Parent = f.Symbol(def.Parent)
			}
			r.syms = append(r.syms, y)
			if def.Has(facts.ProjectWide) {
				key := globalName{in.Language.Kin(), def.Name}
				r.globals[key] = decl.Add(r.globals[key], s)
			}
			if def.Parent < 0 && def.Receiver < 0 && def.Owner < 0 && !def.Has(facts.Inner) && def.Name != "" {
				if def.Kind == facts.Namespace && in.Language.Rules.SharedNamespaces {
					r.share(un, s)
				} else if !r.join(s, un.names[def.Name]) {
					un.names[def.Name] = decl.Add(un.names[def.Name], s)
				}
			}
			if h := in.Facts.Transparent(facts.DefID(d)); h >= 0 && in.Facts.Defs[h].Parent < 0 {
				un.names[def.Name] = decl.Add(un.names[def.Name], s)
			}
		}
	}
}

// share merges the namespace s of unit un with the namespaces of the same name in all files.
func (r *Resolver) share(un *Unit, s decl.SymbolID) {
	if r.spaces == nil {
		r.spaces = make(map[string][]decl.SymbolID)
	}
	d := r.Def(s)
	key := r.File(r.Symbol(s).File).Lang.Kin() + " " + d.Name
	if !r.join(s, r.spaces[key]) {
		r.spaces[key] = append(r.spaces[key], s)
	}
	un.names[d.Name] = decl.Add(un.names[d.Name], s)
}

// nameSpaces maps the names of shared namespaces to their representatives, which are known when all
// files have been read.
func (r *Resolver) nameSpaces() {
	if r.spaces == nil {
		return
	}
	for u := range r.numUnits() {
		for name, syms := range r.Unit(u).names {
			if slices.ContainsFunc(syms, func(s decl.SymbolID) bool { return r.Def(s).Kind == facts.Namespace && r.Canon(s) != s }) {
				r.Unit(u).names[name] = r.whole(syms)
			}
		}
	}
}
