package infer

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/ruleset"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/score"
)

// outsidePointer is the name of the built-in type for pointers to types outside the repository.
// Such a pointer is no interface.
const outsidePointer = "*"

// OutsideType returns the type of a name outside the repository with its type arguments,
// lattice.External where the language has no table entry for such types.
func (r *Resolver) OutsideType(l *lang.Language, name string, args []lattice.Type) lattice.Type {
	arg := func(i int) lattice.Type {
		if i < len(args) {
			return args[i]
		}
		return lattice.Unknown
	}
	name = name[strings.LastIndexByte(name, '.')+1:]
	form, ok := l.Forms[name]
	if !ok {
		form = name
	}
	if len(args) == 0 && l.Untyped[name] {
		if name = "untyped " + name; form == "arg0" {
			return r.Types.Builtin(name)
		}
	}
	switch form {
	case "list":
		return r.Types.NamedList(name, arg(0))
	case "dict":
		return r.Types.NamedMap(name, arg(0), arg(1))
	case "promise":
		return r.Types.Promise(arg(0))
	case "arg0":
		return arg(0)
	}
	if l.Forms == nil {
		return lattice.External
	}
	return r.Types.Builtin(form, args...)
}

// outsideInterface returns the name of the interface outside the repository that a written type
// resolves to, as listed for the language, or "".
func (r *Resolver) outsideInterface(file decl.FileID, ty *facts.Type) string {
	f := r.File(file)
	if len(f.Lang.Interfaces) == 0 || ty.Qualifier == "" {
		return ""
	}
	for _, i := range f.ByAlias[ty.Qualifier] {
		name := f.Facts.Imports[i].Source + "." + ty.Name
		if _, ok := f.Lang.Interfaces[name]; ok {
			return name
		}
	}
	return ""
}

// hasOutside reports whether a type outside the repository has a member itself, as the tables of a language say for promises,
// and for others where it is also a foreign member. Other members of collections may be extensions, which others replace.
func (r *Resolver) hasOutside(l *lang.Language, t lattice.Type, name string) bool {
	n := r.Types.Node(t)
	own, form := l.Members[r.Types.NameOf(n)+"."+name], l.Members[n.Form()+"."+name]
	return n.Kind == lattice.Promise && form != "" || l.ForeignMembers[name] && t >= lattice.FirstType && own+form != ""
}

// functional returns Functional of a type outside the repository.
func (r *Resolver) functional(l *lang.Language, n lattice.Node) (params []string, result string, ok bool) {
	if n.Kind != lattice.Builtin {
		return nil, "", false
	}
	return l.FunctionalOf(r.Types.NameOf(n))
}

// adopted resolves name on a type outside the repository, to which an extension gives a base with a member of that name
// and its code. What only declares the member is met by one of the type itself.
func (r *Resolver) adopted(t lattice.Type, name string) Found {
	own := r.Types.OutsideName(r.Types.Node(t))
	if len(decl.Without(r.extenders[name], func(s decl.SymbolID) bool {
		return r.Types.OutsideName(r.Types.Node(r.DeclType(r.Symbol(s).File, r.Def(s).Receiver))) != own
	})) > 0 {
		return Found{Status: IsOutside} // an extension of the type itself comes first
	}
	for _, x := range r.foreign[own] {
		if own == "func" && r.fits(x.File, t, r.DeclType(x.File, x.Of), 0) == score.Misfit {
			continue // one with other parameters
		}
		for _, b := range x.Bases {
			fd := r.memberWithin(t, r.DeclType(x.File, b), name)
			fd.Syms = decl.Without(fd.Syms, func(s decl.SymbolID) bool { return r.Def(s).Has(facts.Abstract) })
			if fd.Status == IsSymbol && len(fd.Syms) > 0 {
				fd.Rule, fd.Recv, fd.Recvs = ruleset.Extension, t, nil
				return fd
			}
		}
	}
	return Found{Status: IsOutside}
}

// knownOutside reports whether a table of any language lists a type outside the repository.
func (r *Resolver) knownOutside(l *lang.Language, n lattice.Node) bool {
	name := r.Types.NameOf(n)
	_, wider := l.Wider[name]
	return wider || l.Scalars[name]
}

// CompleteMembers returns all members of a written type outside the repository, nil where they are not known completely.
func (r *Resolver) CompleteMembers(file decl.FileID, t facts.TypeID) map[string]bool {
	f := r.File(file)
	ty := &f.Facts.Types[t]
	if ty.Kind == facts.PointerT && len(ty.Args) == 1 && ty.Args[0] >= 0 {
		ty = &f.Facts.Types[ty.Args[0]]
	}
	switch {
	case ty.Kind == facts.FuncT:
		return f.Lang.Complete[lang.FunctionType]
	case len(f.Lang.Complete) == 0 || ty.Kind != facts.Named:
		return nil
	case strings.HasPrefix(ty.Qualifier, "."): // from the top level
		return f.Lang.Complete[strings.TrimLeft(ty.Qualifier+"."+ty.Name, ".")]
	}
	first, rest := ty.Name, ""
	if ty.Qualifier != "" {
		first, rest, _ = strings.Cut(ty.Qualifier+"."+ty.Name, ".")
		rest = "." + rest
	}
	if list := f.ByAlias[first]; len(list) > 0 {
		im := &f.Facts.Imports[list[len(list)-1]]
		if im.Name == "" {
			return f.Lang.Complete[im.Source+rest]
		}
		return f.Lang.Complete[im.Source+"."+im.Name+rest]
	}
	if _, plain := f.Lang.Universe[first]; plain {
		return f.Lang.Complete[first+rest]
	}
	for _, i := range f.stars {
		if members := f.Lang.Complete[f.Facts.Imports[i].Source+"."+first+rest]; members != nil {
			return members
		}
	}
	return nil
}

// writesTypes reports whether all variables and casts of a language have a written type, so that
// two written names of unresolved types are different types.
func writesTypes(l *lang.Language) bool { return l.Rules.Overloads && l.Rules.CheckedNames }

// mayBeMade reports whether a package may have the name although no file defines it, because the build may generate it.
func (r *Resolver) mayBeMade(f *File, name string) bool {
	if f.Lang.Unit == nil || f.Linker == nil || f.Facts.Package == "" {
		return false
	}
	t := f.Linker.Link(f.Path, f.Facts.Package, name)
	return t.NameIsModule || t == lang.Target{}
}

// anyValue is the entry of Language.Wider for values of all types.
const anyValue = "any"

func (r *Resolver) isScalar(file decl.FileID, t lattice.Type) bool {
	n := r.Types.Node(t)
	return n.Kind == lattice.Builtin && r.File(file).Lang.Scalars[r.Types.NameOf(n)]
}
