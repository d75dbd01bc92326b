package resolve

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

func newResolver(in Input) *resolver {
	r := &resolver{in: in, at: -1, cycleAt: noCycle, types: newTypTable(), members: make(map[unitName]foundID), asked: make(map[memberKey]foundID), own: make(map[symName]foundID), renamed: make(map[symName]foundID), finds: [][]found{make([]found, firstFound, findPage)}}
	r.found(findOutside).status = isOutside
	r.found(findCut).typ = never
	r.types.mentions = r.mentions
	if r.work = in.Work; r.work == nil {
		r.work = new(Work)
	}
	return r
}

// prepare numbers what the files define, links their imports and attaches members.
func (r *resolver) prepare() {
	r.stages(r.buildTables, r.nameSpaces, r.link, r.buildMembers, func() { r.built = true }, r.extend, r.define, r.learnParams)
}

// workingOn returns the path of the file that is worked on, "" for none.
func (r *resolver) workingOn() string {
	if r == nil || r.at < 0 {
		return ""
	}
	return r.in.Files[r.at].Path
}

// stages runs one stage after the other until the run is to stop.
func (r *resolver) stages(all ...func()) {
	for _, stage := range all {
		if r.in.stopped() {
			return
		}
		stage()
	}
}

// A resolver holds the tables of one snapshot.
type resolver struct {
	in    Input
	work  *Work
	types *typTable

	files    []fileState
	byPath   map[string]fileID
	syms     []symbol
	units    []unit
	unitID   map[string]unitID
	spaces   map[string][]symID    // shared namespaces by family and name
	finds    [][]found             // in pages of findPage
	members  map[unitName]foundID  // memo of moduleMember
	own      map[symName]foundID   // memo of ownMember
	renamed  map[symName]foundID   // memo of reexported
	depth    int                   // of nested evaluation
	nested   int                   // questions that wait for the answer to another
	at       fileID                // the file that is worked on, the innermost one; -1 for none
	cycleAt  int                   // the least depth of a value that was asked for inside its own evaluation
	writes   map[string][]symID    // types on whose own instance code assigns to a member, -1 for any value
	subtypes map[symID][]symID     // direct subtypes of a type, nil until all bases are known
	checking bool                  // inSubtype is running
	within   map[memberKey]bool    // questions that memberWithin is busy with
	asked    map[memberKey]foundID // memo of memberOf
	globals  map[globalName][]symID
	builds   []lang.Build       // that the files tell apart; nil where all builds take the same
	built    bool               // the members of all types are known
	byName   map[string][]symID // methods and fields by name, for rule 12
	orders   map[symID][]symID  // memo of order
	linears  map[symID][]symID  // memo of linear
	learnt   map[paramKey]typ   // types of parameters by what calls pass
	keepers  map[keeper]bool    // memo of isKeeper
	// extenders are the functions that can be called on a type they are no member of.
	extenders map[string][]symID

	// Values not memoised because a cycle cut them: during this query, and in all.
	unmemoisedNow, unmemoised int
}

// maxDepth bounds nested evaluation; what lies deeper is not known.
const maxDepth = 150

// maxNested bounds how many questions wait for each other, whatever they ask, and so the
// stack: every cycle of calls in this package goes through one that counts, or has a bound
// of its own. The answer is then "not known". Real code nests some 100.
const maxNested = 2000

type fileState struct {
	path  string
	facts *facts.File
	lang  *lang.Language
	base  symID // symbol of the first Def
	unit  unitID
	test  bool
	// support: it is no test and holds what helps tests.
	support bool
	quiet   bool
	builds  lang.BuildSet // that take the file, 0 where that is not known
	// published: code outside of the repository may name what the file exports.
	published bool

	imports []importState
	// byAlias maps a local name to its file-level imports, in order.
	byAlias   map[string][]facts.ImportID
	stars     []facts.ImportID // file-level imports of everything: star and dot imports
	ambient   []importState    // imports of everything that are not written
	exports   map[string][]int32
	reexports []importState // per Export

	exprs    []typ // memo of exprType
	vars     []typ
	decls    []typ              // memo of declared types
	denoted  []foundID          // memo of denote
	scope    map[string]foundID // memo of fileLevel
	linker   lang.Linker
	places   map[facts.ExprID]place       // of literals
	literals map[facts.DefID]facts.ExprID // of functions that are definitions
	params   map[facts.ExprID]int32       // number of their parameters
	opened   map[symID]bool               // namespaces whose members the file names without them
	chosen   map[facts.ExprID]foundID     // memo of callee for calls of overloads

	closure map[fileID]bool // the files whose text this one includes, memo of brings

	entries []*lang.Entry // patterns of entry points that fit the path
	node    *graph.Node
}

type importState struct {
	unit     unitID // -1 for none
	file     fileID // the one file that is meant, where a unit has several; else -1
	external bool
	missing  bool
	isModule bool // the imported name is the module itself
	within   string
	pkg      string
}

// A unit is a top-level scope: a file, or the files of a package.
type unit struct {
	key   string
	files []fileID
	names map[string][]symID
	dir   string
}

// A symbol is one Def of one file.
type symbol struct {
	file       fileID
	def        facts.DefID
	parent     symID // symbol that holds it as a member or nested definition; -1 at top level
	members    map[string][]symID
	nested     map[string][]symID // definitions inside a function
	explicit   []symID            // members that only the interface which they are written for can name
	bases      []base
	typ        typ               // memo of symType
	open       bool              // has a base that is not known completely
	outer      bool              // has a base outside of the repository
	closed     []map[string]bool // members of those of them that are known completely
	node       *graph.Node
	unnamed    bool    // it gets no node
	ctor       symID   // own constructor, -1
	companions []symID // Singletons inside whose members are found on the type
	part       symID   // symbol that stands for all parts of this definition, -1 when it is that itself
	parts      []symID
	// declaredIn are the files that declare this type, beside the one that defines it.
	declaredIn []fileID
	// definitions are what a declaration promises.
	definitions []symID
	// extensions are what adds bases to a type elsewhere.
	extensions []extension
	based      bool // bases are computed
	returns    typ  // memo of what a call gives
}

// A base is a supertype with its type arguments.
type base struct {
	sym      symID
	args     []typ
	embedded bool
	added    bool // by an extension, outside of the declaration
}

// mentions reports whether a function type, a type without a name or a literal is
// written inside of symbol owner.
func (r *resolver) mentions(n *typNode, owner symID) bool {
	in := symID(-1)
	switch n.kind {
	case kFuncType:
		in = r.symOf(n.file(), r.files[n.file()].facts.Types[n.position()].In)
	case kFuncLit, kObject:
		in = r.symOf(n.file(), r.files[n.file()].facts.Exprs[n.position()].In)
	case kInstance:
		switch d := r.def(n.symbol()); d.Kind {
		case facts.Field, facts.Variable, facts.Constant: // the type written behind its name
		case facts.TypeDef:
			if d.Name != "" {
				return false
			}
		default:
			return false
		}
		in = r.syms[n.symbol()].parent
	}
	for ; in >= 0; in = r.syms[in].parent {
		if r.canon(in) == owner {
			return true
		}
	}
	return false
}

func (r *resolver) def(s symID) *facts.Def {
	y := &r.syms[s]
	return &r.files[y.file].facts.Defs[y.def]
}

// protocol returns the members behind the syntax in the language of a symbol.
func (r *resolver) protocol(s symID) *lang.Protocol { return &r.files[r.syms[s].file].lang.Protocol }

// symbol returns the symbol of a definition of the file.
func (f *fileState) symbol(d facts.DefID) symID { return f.base + symID(d) }

func (r *resolver) symOf(file fileID, def facts.DefID) symID {
	if def < 0 {
		return -1
	}
	return r.files[file].symbol(def)
}
