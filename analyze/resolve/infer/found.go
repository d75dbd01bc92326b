package infer

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/ruleset"
)

const (
	NotKnown  Status = iota
	IsSymbol         // syms
	IsModule         // unit
	IsValue          // typ
	IsOutside        // of the repository
	IsMissing        // all members of its owner are known, and it is none of them
)

// A Status is the kind of the result of a look-up.
type Status uint8

// A Found is the result of resolving a name or a member.
type Found struct {
	Status  Status
	Rule    uint8
	Partial bool // only some of the types of the receiver have it
	Syms    []decl.SymbolID
	Unit    decl.UnitID
	typ     lattice.Type
	Recv    lattice.Type   // instance that a member was found on, for its type arguments
	Recvs   []lattice.Type // the same for each of syms where they differ
	Owner   Owner          // of IsMissing: the symbol or unit without the member
	Behind  bool           // of IsMissing: the name is bound, but by an import or re-export that does not resolve
	Builds  lang.BuildSet  // of IsMissing: the builds without it, 0 for all builds that include the file
	Open    bool           // of IsMissing: uncertain, as a type outside the repository may have it or code adds members at run time
}

// An Owner is the symbol or unit in which a member was looked up, or MissingTarget.
type Owner int32

// MissingTarget is the owner of a name imported from a target that does not exist.
const MissingTarget Owner = -1 << 30

func OwnedBySymbol(s decl.SymbolID) Owner { return Owner(s) }

func OwnedByUnit(u decl.UnitID) Owner { return Owner(-1 - u) }

// Symbol returns the owner as a symbol; ok is false for a unit.
func (o Owner) Symbol() (decl.SymbolID, bool) { return decl.SymbolID(o), o >= 0 }

// Unit returns the owner as a unit; ok is false for a symbol and for MissingTarget.
func (o Owner) Unit() (decl.UnitID, bool) { return decl.UnitID(-1 - o), o < 0 && o != MissingTarget }

// A FoundID is an index into Resolver.finds; 0 is not computed.
type FoundID int32

const (
	findUnknown FoundID = iota + 1
	findOutside
	findComputing
	findCut // a member of a value that is still being evaluated: no result yet
	firstFound
)

// findPage is the number of Found values in one allocation. The list grows by pages, without copying.
const findPage = 1 << 12

// Found returns the result of the look-up id.
func (r *Resolver) Found(id FoundID) *Found { return &r.finds[id/findPage][id%findPage] }

func (r *Resolver) addFound(f Found) FoundID {
	switch f.Status {
	case NotKnown:
		return findUnknown
	case IsOutside:
		return findOutside
	}
	last := len(r.finds) - 1
	if len(r.finds[last]) == findPage {
		r.finds = append(r.finds, make([]Found, 0, findPage))
		last++
	}
	r.finds[last] = append(r.finds[last], f)
	return FoundID(last*findPage + len(r.finds[last]) - 1)
}

// Receiver returns the instance on which the i-th symbol was found.
func (fd *Found) Receiver(i int) lattice.Type {
	if fd.Recvs != nil {
		return fd.Recvs[i]
	}
	return fd.Recv
}

func (fd *Found) lacks() bool { return fd.Status == NotKnown || fd.Status >= IsOutside }

// extends reports whether the functions found are extensions, not members, of the type of the receiver.
func (fd *Found) extends(r *Resolver) bool {
	return (fd.Rule == ruleset.Extension || fd.Rule == ruleset.Unique) && r.Def(fd.Syms[0]).Has(facts.ExtensionMember)
}

// having returns fd with only those of its symbols, by position, that keep accepts.
func (fd *Found) having(keep func(i int) bool) Found {
	out := *fd
	out.Syms, out.Recvs = nil, nil
	for i, s := range fd.Syms {
		if keep(i) {
			out.Syms = append(out.Syms, s)
			out.Recvs = append(out.Recvs, fd.Receiver(i))
		}
	}
	return out
}

// asValue resolves the choice between a type and its companion object, which has the same name, for
// a use as a value: it keeps the object.
func (r *Resolver) asValue(fd Found) Found { return r.companions(fd, true) }

// asType is asValue for a use as a type: it keeps the type.
func (r *Resolver) asType(fd Found) Found { return r.companions(fd, false) }

func (r *Resolver) companions(fd Found, objects bool) Found {
	if fd.Status != IsSymbol || len(fd.Syms) < 2 {
		return fd
	}
	if slices.ContainsFunc(fd.Syms, func(s decl.SymbolID) bool { return !r.Def(s).Kind.IsType() }) {
		return fd
	}
	other := fd.having(func(i int) bool { return r.Def(fd.Syms[i]).Has(facts.Singleton) == objects })
	if len(other.Syms) == 0 || len(other.Syms) == len(fd.Syms) {
		return fd
	}
	return other
}

// sorted keeps the symbols of fd that are functions, or those that are not, as the sense of the
// name requires. A field that is read by a call counts as a function where there is no other.
func (r *Resolver) sorted(fd Found, as facts.NameSense) Found {
	keep := func(s decl.SymbolID) bool { return r.Def(s).Kind.IsCallable() == (as == facts.FunctionName) }
	if as == facts.FunctionName && !slices.ContainsFunc(fd.Syms, keep) {
		keep = r.ReadByCall
	}
	if !slices.ContainsFunc(fd.Syms, func(s decl.SymbolID) bool { return !keep(s) }) {
		return fd
	}
	out := fd.having(func(i int) bool { return keep(fd.Syms[i]) })
	if len(out.Recvs) > 0 {
		out.Recv = out.Recvs[0]
	}
	return out
}

// ReadByCall reports whether s is a field whose value is read by calling its name.
func (r *Resolver) ReadByCall(s decl.SymbolID) bool {
	d := r.Def(s)
	return d.Kind == facts.Field && d.Has(facts.Getter)
}
