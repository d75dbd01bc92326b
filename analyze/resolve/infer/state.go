package infer

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/input"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/work"
)

// MaxBases is the maximum number of supertypes searched for one member.
const MaxBases = 64

// A Resolver holds the tables and memoised results of one snapshot.
type Resolver struct {
	In    input.Input
	Work  *work.Counts
	Types *lattice.Table
	// Asked are, by family, the paths for which its linker asked whether there is a file, with the answer; without
	// those that have the extension of a language.
	Asked map[string]map[string]bool

	files      []File
	byPath     map[string]decl.FileID
	group      []int32 // by file: see groupModules
	syms       []Symbol
	units      []Unit
	unitID     map[string]decl.UnitID
	spaces     map[string][]decl.SymbolID        // shared namespaces by family and name
	finds      [][]Found                         // in pages of findPage
	members    map[unitName]FoundID              // memo of ModuleMember
	own        map[symName]FoundID               // memo of ownMember
	renamed    map[symName]FoundID               // memo of reexported
	Depth      int                               // of nested evaluation
	Nested     int                               // queries in progress that wait for another one
	at         decl.FileID                       // the file being resolved, the innermost one; -1 for none
	cycleAt    int                               // the least depth of a value requested during its own evaluation
	writes     map[groupName][]decl.SymbolID     // by member name: the types that assign the member on their own instance, -1 for other values
	Subtypes   map[decl.SymbolID][]decl.SymbolID // direct subtypes of a type, nil until all bases are known
	checking   bool                              // inSubtype is running
	within     map[memberKey]bool                // queries of memberWithin in progress
	memberMemo map[memberKey]FoundID             // memo of MemberOf
	globals    map[globalName][]decl.SymbolID
	Builds     []lang.Build                      // builds with different sets of files; nil where all builds include the same files
	built      bool                              // the members of all types are attached
	ByName     map[string][]decl.SymbolID        // methods and fields by name, for rule 12
	orders     map[decl.SymbolID][]decl.SymbolID // memo of order
	linears    map[decl.SymbolID][]decl.SymbolID // memo of linear
	learnt     map[paramKey]lattice.Type         // types of parameters inferred from calls
	keepers    map[keeper]bool                   // memo of isKeeper
	// extenders are the functions by name that can be called on a type without being its member.
	extenders map[string][]decl.SymbolID
	foreign   map[string][]extension // of types outside the repository, by the name of the type

	unmemoisedNow int     // values not memoised because a cycle cut them, during this query
	unmemoised    []int32 // the same by file
}

// MaxDepth is the maximum depth of nested evaluation; the result of a deeper one is unknown.
const MaxDepth = 150

// MaxNested is the maximum number of queries that wait for each other. It bounds the stack: every
// recursion in this package goes through a counted query, or has a bound of its own. Beyond it the
// result is unknown. Real code nests some 100.
const MaxNested = 2000

// A File is one file with its tables; fields that are not exported are memos.
type File struct {
	Path  string
	Facts *facts.File
	Lang  *lang.Language
	base  decl.SymbolID // symbol of the first Def
	Unit  decl.UnitID
	Test  bool
	// Support means that the file is no test and contains test helpers.
	Support bool
	Quiet   bool
	Builds  lang.BuildSet // builds that include the file, 0 where they are unknown
	// Published means that code outside the repository may name the exports of the file.
	Published bool

	Imports []ImportState
	// ByAlias maps a local name to its file-level imports, in order.
	ByAlias   map[string][]facts.ImportID
	stars     []facts.ImportID // file-level imports of everything: star and dot imports
	Ambient   []ImportState    // implicit star imports
	exports   map[string][]int32
	Reexports []ImportState // per Export

	exprs    decl.Memo[lattice.Type] // of ExprType
	vars     []lattice.Type
	decls    []lattice.Type     // memo of declared types
	denoted  decl.Memo[FoundID] // of Denote
	scope    map[string]FoundID // memo of FileLevel
	Linker   lang.Linker
	Places   map[facts.ExprID]Place       // of literals
	Literals map[facts.DefID]facts.ExprID // function literals that are definitions
	params   map[facts.ExprID]int32       // number of their parameters
	opened   map[decl.SymbolID]bool       // namespaces whose members the file names without qualification
	chosen   map[facts.ExprID]FoundID     // memo of callee for calls of overloads

	closure map[decl.FileID]bool // the files whose text this one includes, memo of brings

	Entries []*lang.Entry // patterns of entry points that match the path
	Node    *graph.Node
}

// An ImportState is the result of resolving an import of a file.
type ImportState struct {
	Unit               decl.UnitID // -1 for none
	File               decl.FileID // the imported file, where a unit has several files; else -1
	External           bool
	Missing, MayBeOurs bool
	IsModule           bool // the imported name is the module itself
	Within             string
	Package            string
}

// A Unit is a top-level scope: a file, or the files of a package.
type Unit struct {
	Key   string
	Files []decl.FileID
	names map[string][]decl.SymbolID
	Dir   string
}

// A Symbol is one Def of one file.
type Symbol struct {
	File       decl.FileID
	Def        facts.DefID
	Parent     decl.SymbolID // symbol that contains it as a member or nested definition; -1 at top level
	Members    map[string][]decl.SymbolID
	nested     map[string][]decl.SymbolID // definitions inside a function
	Explicit   []decl.SymbolID            // explicit implementations: members that can only be named through their interface
	Bases      []Base
	typ        lattice.Type      // memo of symType
	Open       bool              // has a base whose members are not all known
	Outer      bool              // has a base outside of the repository
	closed     []map[string]bool // members of the outside bases whose members are all known
	Node       *graph.Node
	Unnamed    bool            // it gets no node
	Ctor       decl.SymbolID   // own constructor, -1
	companions []decl.SymbolID // Singletons inside whose members are found on the type
	part       decl.SymbolID   // representative of all parts of this definition, -1 when it is the symbol itself
	Parts      []decl.SymbolID
	// declaredIn are the files that declare this type, besides the one that defines it.
	declaredIn []decl.FileID
	// Definitions are the definitions of a declaration.
	Definitions []decl.SymbolID
	// Declarations are the declarations of a definition.
	Declarations []decl.SymbolID
	// Extensions are the extensions that add bases to a type outside its declaration.
	Extensions []extension
	based      bool         // bases are computed
	returns    lattice.Type // memo of the result type
}

// A Base is a supertype with its type arguments.
type Base struct {
	Sym      decl.SymbolID
	Args     []lattice.Type
	Embedded bool
	Added    bool // by an extension, outside of the declaration
}

// An extension is one of facts.File.Extensions with its file.
type extension struct {
	File decl.FileID
	*facts.Extension
}

// A keeper is a query for a function: does it, or with made its result, keep signatures when it is
// used as a decorator?
type keeper struct {
	sym  decl.SymbolID
	made bool
}

// A paramKey is one parameter of a function.
type paramKey struct {
	sym   decl.SymbolID
	index int32
}

// A symName is a name as a member of a symbol.
type symName struct {
	sym  decl.SymbolID
	name string
}

// A unitName is a name as a member of a unit.
type unitName struct {
	unit decl.UnitID
	name string
}

// A memberKey is a query for a member of a type.
type memberKey struct {
	of   lattice.Type
	name string
}

// A globalName is a name that all files of a family share.
type globalName struct{ family, name string }

// A groupName is a name as a group of files uses it.
type groupName struct {
	group int32
	name  string
}

// A search is one walk along re-exports. It visits a name of a unit once.
type search struct {
	seen  map[unitName]bool
	depth int
	only  func(decl.SymbolID) bool // of several symbols of the name, those that count; nil: all
}

// A step is a type whose members are searched: its static members with class, else its instance
// members.
type step struct {
	sym   decl.SymbolID
	recv  lattice.Type
	class bool
}

// A Place is the context of an expression that determines its expected type.
type Place struct {
	Kind placeKind
	In   facts.ExprID // the enclosing call, literal or function
	Arg  int32        // InCall, inTuple: its position, lastParam for a trailing literal
	At   int32        // InCall: index of the argument
	Key  string       // InObject: name of the member; InCall: name of the argument
	Typ  facts.TypeID // Typed: the declared type
	// Taken means that the value is not checked against the type (x as T).
	Taken bool
}

type placeKind uint8

const (
	nowhere  placeKind = iota
	InCall             // an argument
	InObject           // a member of an object literal
	InList             // an item of a list
	InEither           // one of several values
	IsResult           // the result of a function literal
	Typed              // the value of a variable or member with a declared type
	OfTyped            // the result of a function with a declared type
)

func (r *Resolver) Def(s decl.SymbolID) *facts.Def {
	y := r.Symbol(s)
	return &r.File(y.File).Facts.Defs[y.Def]
}

// Protocol returns the members that implement syntax in the language of a symbol, such as iteration
// and indexing.
func (r *Resolver) Protocol(s decl.SymbolID) *lang.Protocol {
	return &r.File(r.Symbol(s).File).Lang.Protocol
}

func (r *Resolver) Symbol(s decl.SymbolID) *Symbol { return &r.syms[s] }

func (r *Resolver) SymOf(file decl.FileID, def facts.DefID) decl.SymbolID {
	if def < 0 {
		return -1
	}
	return r.File(file).Symbol(def)
}

func (r *Resolver) NumFiles() decl.FileID { return decl.FileID(len(r.files)) }

func (r *Resolver) NumSymbols() decl.SymbolID { return decl.SymbolID(len(r.syms)) }

func (r *Resolver) numUnits() decl.UnitID { return decl.UnitID(len(r.units)) }

func (r *Resolver) File(f decl.FileID) *File { return &r.files[f] }

func (r *Resolver) Unit(u decl.UnitID) *Unit { return &r.units[u] }

// MembersNamed returns the own members of s with that name.
func (r *Resolver) MembersNamed(s decl.SymbolID, name string) []decl.SymbolID {
	return r.syms[s].Members[name]
}

// NestedNamed returns the definitions with that name directly inside the function s.
func (r *Resolver) NestedNamed(s decl.SymbolID, name string) []decl.SymbolID {
	return r.syms[s].nested[name]
}

// UnitNamed returns the definitions with that name at the top level of a unit.
func (r *Resolver) UnitNamed(u decl.UnitID, name string) []decl.SymbolID {
	return r.units[u].names[name]
}

// Canon returns the representative of all parts of a definition: the first part of a namespace or
// partial class, the definition of a forward declared type. Types, members and bases belong to it.
func (r *Resolver) Canon(s decl.SymbolID) decl.SymbolID {
	if s >= 0 && r.Symbol(s).part >= 0 {
		return r.Symbol(s).part
	}
	return s
}

func (r *Resolver) Instance(s decl.SymbolID) lattice.Type {
	d := r.Def(s)
	if len(d.TypeParams) == 0 {
		return r.Types.Instance(s)
	}
	args := make([]lattice.Type, len(d.TypeParams))
	for i := range args {
		args[i] = r.Types.Param(s, int32(i))
	}
	return r.Types.Instance(s, args...)
}

func (r *Resolver) isSelf(f *File, x facts.ExprID) bool {
	e := &f.Facts.Expressions()[x]
	return e.Kind == facts.Local && f.Facts.Vars[e.Ref].Kind == facts.SelfVar
}

// CalleeName returns the name by which a call refers to its callee.
func (f *File) CalleeName(callee *facts.Expr) string {
	if callee.Kind == facts.Local {
		return f.Facts.Vars[callee.Ref].Name
	}
	return callee.Name
}

// noCycle is the value of Resolver.cycleAt where no value depends on itself.
const noCycle = 1 << 30

// maxUnmemoised bounds how many values are not memoised because a cycle cut their evaluation: of one
// file, as no file decides about another, and during one query. They are evaluated whenever asked for.
const (
	maxUnmemoised    = 1 << 15
	maxUnmemoisedNow = 512
)

// memo returns the memoised value in slot, or evaluates and memoises it. file contains the value.
// During its evaluation the value is cyclic, which ends the recursion of a value that depends on
// itself. A value evaluated inside such a cycle lacks the outer one and is not memoised.
func (r *Resolver) memo(file decl.FileID, slot *lattice.Type, cyclic lattice.Type, eval func() lattice.Type) lattice.Type {
	switch {
	case *slot < 0: // being evaluated, at that depth
		r.cycleAt = min(r.cycleAt, -1-int(*slot))
		return cyclic
	case *slot != lattice.Uncomputed:
		return *slot
	case r.Nested > MaxNested:
		return lattice.Unknown
	}
	r.Work.Values++
	r.begin()
	at := r.Depth
	*slot = lattice.Type(-1 - at)
	around := r.cycleAt
	r.cycleAt = noCycle
	r.Depth++
	r.Nested++
	from := r.at
	r.at = file
	t := eval()
	r.at = from
	r.Nested--
	r.Depth--
	if r.cycleAt < at && r.leaveUnmemoised(file) {
		*slot = lattice.Uncomputed
		r.cycleAt = min(r.cycleAt, around)
		return t
	}
	if t == lattice.Never || t == lattice.Uncomputed {
		t = lattice.Unknown
	}
	*slot = t
	if r.cycleAt >= at {
		r.cycleAt = noCycle
	}
	r.cycleAt = min(r.cycleAt, around)
	return t
}

// begin begins a query. One that no other waits for has a count of its own.
func (r *Resolver) begin() {
	if r.Nested == 0 {
		r.unmemoisedNow = 0
	}
}

// leaveUnmemoised counts one more value of a file that is not memoised, unless a bound is reached.
func (r *Resolver) leaveUnmemoised(file decl.FileID) bool {
	r.unmemoisedNow++
	r.unmemoised[file]++
	return r.unmemoisedNow <= maxUnmemoisedNow && r.unmemoised[file] <= maxUnmemoised
}

// Symbol returns the symbol of a definition of the file.
func (f *File) Symbol(d facts.DefID) decl.SymbolID { return f.base + decl.SymbolID(d) }
