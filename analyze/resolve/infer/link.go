package infer

import (
	"path"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/view"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/written"
)

// link resolves the import strings of each file with the linker of its family.
func (r *Resolver) link() {
	has := make(map[string]bool, len(r.In.Paths))
	for _, p := range r.In.Paths {
		has[p] = true
	}
	code := make(map[string]bool)
	for i := range r.NumFiles() {
		for _, ext := range append(slices.Clip(r.File(i).Lang.Extensions), r.File(i).Lang.Beside...) {
			code[ext] = true
		}
	}
	in := &view.Snapshot{Has: has, Code: code, Facts: func(path string) *facts.File {
		if i, ok := r.byPath[path]; ok {
			return r.File(i).Facts
		}
		return nil
	}}
	projects := make(map[string]*view.Project)
	linkers := make(map[string]lang.Linker)
	for i := range r.NumFiles() {
		r.at = i
		f := r.File(i)
		f.Published = true
		fam := f.Lang.Kin()
		if projects[fam] == nil {
			projects[fam] = view.New(in)
			r.Asked[fam] = projects[fam].Asked
		}
		projects[fam].Add(f.Path, f.Facts)
	}
	for i := range r.NumFiles() {
		r.at = i
		f := r.File(i)
		if f.Lang.NewLinker == nil {
			f.Imports = make([]ImportState, len(f.Facts.Imports))
			for j := range f.Imports {
				f.Imports[j].Unit, f.Imports[j].File = -1, -1
			}
			continue
		}
		fam := f.Lang.Kin()
		l := linkers[fam]
		if l == nil {
			l = f.Lang.NewLinker(projects[fam])
			linkers[fam] = l
		}
		f.Linker = l
		if p, ok := l.(lang.PublishingLinker); ok {
			f.Published = p.Published(f.Path)
		}
		r.takeIn(f)
		r.linkFile(f, l)
	}
}

func (r *Resolver) linkFile(f *File, l lang.Linker) {
	f.Imports = make([]ImportState, len(f.Facts.Imports))
	f.ByAlias = make(map[string][]facts.ImportID)
	for j := range f.Facts.Imports {
		im := &f.Facts.Imports[j]
		f.Imports[j] = r.State(l.Link(f.Path, im.Source, im.Name))
		if im.In >= 0 || im.Flags&facts.SideEffectOnly != 0 || im.Flags&facts.Dynamic != 0 && im.Alias == "" {
			continue // binds no name of the file
		}
		alias := im.Alias
		if alias == "" && im.Name == "" {
			alias = f.Imports[j].Package
			if alias == "" {
				alias = path.Base(im.Source)
			}
		}
		if alias == "." || alias == "" && im.Name == "*" {
			f.stars = append(f.stars, facts.ImportID(j))
			continue
		}
		if alias == "_" && !f.Lang.Rules.ModuleMembers || alias == "" {
			continue
		}
		f.ByAlias[alias] = append(f.ByAlias[alias], facts.ImportID(j))
	}
	if a, ok := l.(lang.AmbientLinker); ok {
		for _, t := range a.Ambient(f.Path) {
			f.Ambient = append(f.Ambient, r.State(t))
		}
	}
	if len(f.Facts.Exports) > 0 {
		f.exports = make(map[string][]int32, len(f.Facts.Exports))
		f.Reexports = make([]ImportState, len(f.Facts.Exports))
	}
	for j := range f.Facts.Exports {
		ex := &f.Facts.Exports[j]
		f.exports[ex.Name] = append(f.exports[ex.Name], int32(j))
		if f.Reexports[j].Unit, f.Reexports[j].File = -1, -1; ex.Source != "" {
			f.Reexports[j] = r.State(l.Link(f.Path, ex.Source, ex.SourceName))
		}
	}
}

// takeIn records which builds include a file.
func (r *Resolver) takeIn(f *File) {
	l, ok := f.Linker.(lang.BuildLinker)
	if !ok || f.Lang.Grammar == nil {
		return
	}
	if r.Builds == nil {
		r.Builds = l.Builds()
	}
	if len(r.Builds) > 1 {
		f.Builds = l.BuildsOf(f.Path)
	}
}

// learnRounds is the number of passes in which parameters get the types of their arguments: a type
// found in one pass may be that of an argument in the next.
const learnRounds = 4

// learnParams infers the types of parameters from the calls, for languages without declared types.
// It then drops all memoised results.
func (r *Resolver) learnParams() {
	for range learnRounds {
		learnt := make(map[paramKey]lattice.Type)
		tested := make(map[paramKey]lattice.Type) // by calls from tests, which pass test doubles
		some := false
		for i := range r.NumFiles() {
			if r.Stopped() {
				return
			}
			r.at = i
			f := r.File(i)
			if !f.Lang.Rules.ParamsFromCalls {
				continue
			}
			some = true
			into := learnt
			if f.Test {
				into = tested
			}
			for x := range f.Facts.Expressions() {
				if e := &f.Facts.Expressions()[x]; (e.Kind == facts.Call || e.Kind == facts.New) && e.X >= 0 && len(e.Args) > 0 {
					r.learnCall(i, facts.ExprID(x), into)
				}
			}
		}
		if !some {
			return
		}
		for k, t := range tested {
			if _, ok := learnt[k]; !ok {
				learnt[k] = t
			}
		}
		r.learnt = learnt
		r.dropMemos()
	}
}

// learnCall records the types of the arguments of one call.
func (r *Resolver) learnCall(file decl.FileID, x facts.ExprID, into map[paramKey]lattice.Type) {
	for _, s := range r.called(file, x) {
		if s < 0 || !r.File(r.Symbol(s).File).Lang.Rules.ParamsFromCalls {
			continue
		}
		params := r.Def(s).Params
		pos := 0
		for _, a := range r.File(file).Facts.Expressions()[x].Args {
			if a.Spread {
				pos = len(params) // the parameters of the remaining arguments are unknown
				continue
			}
			i := pos
			if a.Keyword != "" {
				for i = 0; i < len(params) && params[i].Name != a.Keyword; i++ {
				}
			} else {
				for i < len(params) && params[i].KeywordOnly {
					i++
				}
				pos = i + 1
			}
			if i >= len(params) || params[i].Variadic || params[i].Keywords || params[i].Type >= 0 || a.X < 0 {
				continue
			}
			if t := r.ExprType(file, a.X); t >= lattice.FirstType && !written.IsNil(r.File(file).Facts, a.X) {
				k := paramKey{s, int32(i)}
				into[k] = r.Types.Union(into[k], r.Types.Known(t))
			}
		}
	}
}

// called returns the functions that a call certainly runs.
func (r *Resolver) called(file decl.FileID, x facts.ExprID) []decl.SymbolID {
	f := r.File(file)
	e := &f.Facts.Expressions()[x]
	var out []decl.SymbolID
	if e.Kind == facts.New {
		r.Types.Each(r.ExprType(file, e.X), func(t lattice.Type) {
			n := r.Types.Node(t)
			if n.Kind != lattice.Class {
				return
			}
			for _, name := range f.Lang.Protocol.Constructors {
				if fd := r.TypeMember(n.Symbol(), name, r.Instance(n.Symbol()), false); fd.Status == IsSymbol {
					out = append(out, fd.Syms[0])
				}
			}
		})
		return out
	}
	if fd := r.Callee(file, x); fd.Status == IsSymbol && len(fd.Syms) <= maxLearnt {
		for _, s := range fd.Syms {
			if r.Def(s).Kind.IsCallable() {
				out = append(out, s)
			}
		}
	}
	return out
}

// FindSubtypes finds the direct subtypes of every type.
func (r *Resolver) FindSubtypes() {
	subtypes := make(map[decl.SymbolID][]decl.SymbolID)
	for i := range r.NumSymbols() {
		r.at = r.Symbol(i).File
		if i := i; r.Def(i).Kind.IsType() && r.Canon(i) == i {
			for _, b := range r.BasesOf(i) {
				subtypes[b.Sym] = append(subtypes[b.Sym], i)
			}
		}
	}
	r.Subtypes = subtypes
}
