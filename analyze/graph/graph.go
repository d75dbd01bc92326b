// Package graph is the vocabulary of the code knowledge graph: nodes, edges,
// communities and processes of one snapshot.
//
// A Graph is immutable once Builder.Graph has returned it and may be read from
// any number of goroutines. Nodes are sorted by ID, edges by source, type,
// target; nothing here depends on the order in which they were added.
//
// Nodes are identified by Node.ID, a readable string that is the same in base and head:
// "Function:src/auth/validator.ts:validateUser". Node pointers and Graph.Index are valid for
// one Graph only.
package graph

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Label is the kind of a node.
type Label string

const (
	File        Label = "File"
	Folder      Label = "Folder"
	Function    Label = "Function"
	Method      Label = "Method"
	Constructor Label = "Constructor"
	Class       Label = "Class"
	Struct      Label = "Struct"
	Interface   Label = "Interface"
	Trait       Label = "Trait"
	Enum        Label = "Enum"
	EnumMember  Label = "EnumMember"
	Type        Label = "Type"
	Variable    Label = "Variable"
	Constant    Label = "Constant"
	Field       Label = "Field"
	Namespace   Label = "Namespace"
)

// Labels are all labels.
var Labels = []Label{
	File, Folder, Function, Method, Constructor, Class, Struct, Interface, Trait, Enum, EnumMember, Type, Variable, Constant, Field, Namespace,
}

// Callable reports whether code of the label can be called, so that it can be a step of a
// process.
func (l Label) Callable() bool {
	return l == Function || l == Method || l == Constructor
}

// IsType reports whether the label is a type that can have members.
func (l Label) IsType() bool {
	switch l {
	case Class, Struct, Interface, Trait, Enum, Type:
		return true
	}
	return false
}

// A Node is one file, folder or symbol.
type Node struct {
	// ID is Label:path:qualified.name, where the path has "%3A" for a colon and "%25" for a
	// percent sign; for files and folders Label:path without escapes. Further definitions of
	// the same name have the types of their parameters appended in brackets, or a hash of the
	// signature; if that is not unique, "~2", "~3".
	ID        string
	Label     Label
	Name      string // last segment
	Qualified string // "Context.Next"; the path for files and folders
	Path      string // file that defines it; the folder's own path
	Language  string

	// 1-based lines: first (with decorators), of the name, last, and the last
	// line of the signature. DocStart and DocEnd are 0 without documentation.
	Start, Line, End, SignatureEnd int
	DocStart, DocEnd               int
	// Decisions counts the decision points of a function with a body (if, loops, cases, &&),
	// including those of functions inside.
	Decisions int

	Exported  bool // visible outside its package or module by the rules of the language
	Published bool // code outside the repository may name or call it
	// Offered is where users of the library have it: its package or file, OfferedByEntries where the entries of the package
	// hand it on, or in Rust its paths, see OfferedAt; empty when it is not meant for them.
	Offered   string
	Test      bool // in a test file, or recognised as a test by its form
	Abstract  bool // has no body here
	Declared  bool // a declaration of something defined elsewhere: a prototype of C
	Omittable bool // an optional member
	Override  bool // marked as replacing a member of a supertype, and the language checks that; or may hide one of a type from outside
	Partial   bool // one of several parts of a definition: a namespace, a class that is reopened elsewhere
	Generated bool // in a file that is generated, vendored or minified
	Optional  bool // of a file: only builds that ask for it include it
	// Builds are the Graph.Builds that include a file; 0 if all do, or if this is not known.
	Builds BuildSet
	// Entry is set for entry points.
	Entry *Entry
	// Parent is the type, function or file that defines it; nil for files.
	Parent *Node

	Signature Signature
	// Hashes of the token stream, as in facts.Def. 0 means none.
	SignatureHash, BodyHash, DocHash uint64
	Sketch                           [8]uint32

	// Unknown are the names of the unresolved callees in it, as written, sorted, each once; ""
	// for a callee without a name.
	Unknown []string

	index int32
}

// FullName is the qualified name, or the name of a node that has none.
func (n *Node) FullName() string { return cmp.Or(n.Qualified, n.Name) }

// TestSetup is the type of functions that a test runner calls around the tests of a class.
const TestSetup = "test_setup"

// An Entry says that something outside the code starts a node.
type Entry struct {
	Type  string  // "main", "request_handler", "cli", "event", "exported"; "test": a test or a helper of tests; TestSetup
	Score float64 // as analyze/process ranks them; larger is more likely
}

// A Signature is what users of a symbol depend on. Types are as written, with normalised
// layout.
type Signature struct {
	Text   string // header as one line for people
	Params []Param
	// Results is the number of declared results, -1 when not declared. Returns are their types
	// as written, with those for "no value" (void).
	Results int
	Returns []string
	Throws  []string // types it is declared to throw
	// TypeParams are the generic parameters with their bounds, "T Bound".
	TypeParams []string
	Decorators []string
	Visibility Visibility
	// Receiver is "pointer" or "value" for methods in languages with this difference (Go).
	Receiver string
	// Async: the result has to be awaited. AsyncWord: it is marked async, whatever the declared
	// result is. Nothing: it certainly returns no value.
	Async, AsyncWord, Generator, Static, Final, Nothing bool
	// Extension: it may be called on its receiver, which is not among Params, or with it as the first argument (C#).
	Extension bool
	// ExactResults: the number of results has to fit the place of the call (Go).
	ExactResults bool
	// NullAdvice: to use a result that may be null as one that is not is a warning (C#).
	NullAdvice bool
	// ExtraArguments: positional arguments for which there is no parameter are dropped (PHP).
	ExtraArguments bool
	// CountedArguments: required parameters get their arguments first, wherever optional ones stand,
	// and keyword arguments of a function without parameters for them are one positional map (Ruby).
	CountedArguments bool
	// Known is false when calls cannot be checked against Params: overloads, decorators that
	// may change them, or no function.
	Known bool
	// Untold: the declared type of a value decides what calls pass, and it is not known; Params are those of the function
	// that is the value.
	Untold bool
}

// A Visibility says who may name a symbol, as far as its own declaration decides.
type Visibility string

const (
	Public    Visibility = "public"
	Protected Visibility = "protected" // its type and subtypes
	Package   Visibility = "package"   // its package, module or file set
	Private   Visibility = "private"   // its type or file
)

// Rank orders visibilities: a larger rank is visible to more code.
func (v Visibility) Rank() int {
	return slices.Index([]Visibility{Private, Package, Protected, Public}, v)
}

// A Param is one parameter as a caller sees it.
type Param struct {
	Name                        string
	Type                        string // as written, empty when not declared
	Optional                    bool
	Variadic                    bool // takes all further positional arguments
	Keywords                    bool // takes any further keyword arguments
	KeywordOnly, PositionalOnly bool
}

// An EdgeType is the kind of a relation.
type EdgeType string

const (
	Contains      EdgeType = "CONTAINS"        // folder to file or folder
	Defines       EdgeType = "DEFINES"         // file or function to symbol
	Imports       EdgeType = "IMPORTS"         // file to file, or file to symbol when it is named
	Calls         EdgeType = "CALLS"           // code to function, method or instantiated class
	MayCall       EdgeType = "MAY_CALL"        // code to function that may be called at run time, by types and assignments; not followed by flows and impact
	References    EdgeType = "REFERENCES"      // code to symbol: a use other than a call
	Extends       EdgeType = "EXTENDS"         // type to base type
	Implements    EdgeType = "IMPLEMENTS"      // type to interface
	HasMethod     EdgeType = "HAS_METHOD"      // type to method
	Overrides     EdgeType = "OVERRIDES"       // method to the method it replaces
	Tests         EdgeType = "TESTS"           // test to the symbol it reaches directly
	MemberOf      EdgeType = "MEMBER_OF"       // exported view of Community.Members
	StepInProcess EdgeType = "STEP_IN_PROCESS" // exported view of Process.Steps
)

// EdgeTypes are the types of stored edges.
var EdgeTypes = []EdgeType{Contains, Defines, Imports, Calls, MayCall, References, Extends, Implements, HasMethod, Overrides, Tests}

// An Edge is one relation with all its places in the source.
type Edge struct {
	Source, Target *Node
	Type           EdgeType
	Confidence     float64 // 0 to 1, measured per rule; the best of the sites
	Rule           int     // number in analyze/resolve/doc.go; 0 for structure
	Sites          []Site  // sorted by line; empty for structural edges
	// Loads: for an import of a file, the target is executed before the source. Imports inside
	// functions and type-only imports do not load.
	Loads bool
}

// A Site is one place of an edge in Source's file.
type Site struct {
	Line int
	Call *Call // the form of a call, nil for other uses
}

// A Call is the form of a call, as far as needed to check it against a signature.
type Call struct {
	Args     int      // positional arguments, without spread ones
	Keywords []string // names of keyword arguments, sorted
	Spread   bool     // further positional arguments, number unknown
	// Outside: its only argument is a call of something outside the repository, which may return
	// several values; Spread is set too.
	Outside bool
	// SpreadKeywords: further keyword arguments, names unknown.
	SpreadKeywords bool
	// At is a position in the file by which the calls of one function are ordered (see
	// Graph.RunsBefore), 0 where it is not known.
	At        int32
	Receiver  string // the expression before the name, as written; "" for none
	Discarded bool   // the result is not used
	Awaited   bool
	// AsIs: the place uses the value itself, as a condition or an operand does. With Discarded:
	// the value is dropped explicitly (void f() in JavaScript).
	AsIs bool
	// Values is the number of values that the place expects; 0 where any number fits, or where it
	// is not known.
	Values   int
	Deferred bool // go, defer: runs later
	// Indirect: the code does not name the callee. It is an implementation of the method that
	// is called, or a function that the called value may hold.
	Indirect bool
	// Checkable: the callee is certain, and the language rejects calls that do not fit its signature.
	Checkable bool
	// Trailing: a function literal behind the brackets, not counted in Args, which the last
	// parameter takes (Kotlin, Swift).
	Trailing bool
}

// An Unresolved is a use of a name that its owner does not have, while all names of the owner
// are known: the compiler, or the interpreter when the line runs, would reject it. Uses of
// code outside the repository and of unknown receivers are not listed. A low confidence means
// that code which adds members at run time, or a type from outside, may still provide the name.
type Unresolved struct {
	Source *Node  // innermost definition around the use, or the file
	Name   string // the name that is missing
	// Owner is what lacks the name: the ID of a type or a file, or of a folder where the scope
	// has several files (a package). It is empty when the file of an import does not exist: then
	// Name is the imported name, or the import as written.
	Owner      string
	Path       string
	Line       int
	Kind       EdgeType // Calls, References, Imports, or Overrides: Source is marked as replacing a member of Owner
	Confidence float64
	Rule       int
	// Behind: the name is bound, but by an import or re-export that is itself unresolved and
	// listed.
	Behind bool
	// Open: the owner or a subtype of it extends a type outside the repository that may have the
	// name, or code adds members to the owner at run time.
	Open bool
	// Outside: the name may well be from outside of the repository or written by its build,
	// but could be of the repository. Owner is empty.
	Outside bool
	// Void: the local name only ever has the value None, and its value is used here. Owner is the
	// file.
	Void bool
	// OfType is the name of the type outside the repository that may lack the name, of a Traced use
	// without an Owner.
	OfType string
	// Traced: code outside the repository may have the name. It is reported only where the same
	// line referred to a symbol of base that no longer exists.
	Traced bool
	// Builds are the Graph.Builds in which the name is missing; 0 if it is missing in all.
	Builds BuildSet
}

// A SkipReason says why a file or a part of it is not in the graph.
type SkipReason string

const (
	SkipSyntax      SkipReason = "syntax error"
	SkipLarge       SkipReason = "too large"
	SkipDeep        SkipReason = "nested too deeply"
	SkipSlow        SkipReason = "took too long"
	SkipBinary      SkipReason = "binary"
	SkipGenerated   SkipReason = "generated"
	SkipVendored    SkipReason = "vendored"
	SkipMinified    SkipReason = "minified"
	SkipUnsupported SkipReason = "unsupported language"
	SkipUnreadable  SkipReason = "unreadable"
	SkipInternal    SkipReason = "internal error" // of nexus-ci
	SkipSubmodule   SkipReason = "submodule"
	SkipSymlink     SkipReason = "symbolic link"
	SkipMemory      SkipReason = "out of memory"         // that the run may use
	SkipCopies      SkipReason = "one copy of many"      // the same content exists too often to analyse every copy
	SkipMode        SkipReason = "only its mode differs" // of a file without a language
)

// A Skip is a file, or a part of one, that is not in the graph. Facts of the rest of the file
// are.
type Skip struct {
	Path    string
	Line    int // first line concerned, 0 for the whole file
	End     int // last line of a syntax error
	Reason  SkipReason
	Message string // detail in one line for people, may be empty
}

// A Span is a range of lines, both ends included.
type Span struct{ Start, End int }

// A Community is one cluster of symbols.
type Community struct {
	ID      string // "community:" + label, unique in its graph
	Label   string // readable, unique in its graph
	Area    string // Label before it was made unique; several communities may share it
	Members []*Node
	// Cohesion is the share of the members' edges that stay inside the community, 0 to 1.
	Cohesion    float64
	Description string
}

// A Process is one execution flow: a chain of calls from an entry point.
type Process struct {
	ID    string // entry ID + "#" + hash of the step IDs
	Label string // "Entry → Terminal"
	Type  string // the type of its entry, or exported, internal
	Steps []*Node
	// Cut means that the trace ended at a limit, not at a leaf.
	Cut bool
}

// Entry returns the first step.
func (p *Process) Entry() *Node { return p.Steps[0] }

// Terminal returns the last step.
func (p *Process) Terminal() *Node { return p.Steps[len(p.Steps)-1] }

// ProcessLabel returns the label of a flow with these steps that nobody named:
// "main → Store.Save". Methods are named with their type, as half of all are called Get.
func ProcessLabel(steps []*Node) string {
	return cmp.Or(steps[0].Qualified, steps[0].Name) + " → " + cmp.Or(steps[len(steps)-1].Qualified, steps[len(steps)-1].Name)
}

// A Graph is the code knowledge graph of one snapshot.
type Graph struct {
	Nodes      []*Node // sorted by ID
	Unresolved []Unresolved
	Lacks      []Lack
	// Builds are the builds for which files of the snapshot differ, the usual one first; nil
	// where all builds include the same files.
	Builds []Build
	// UnknownCalls counts the calls whose receiver or callee could not be resolved.
	UnknownCalls int
	// Files counts the files of the snapshot, Parsed those with facts. Skips gives the reason
	// for every other file and for every part that could not be parsed; sorted by path, then
	// line.
	Files, Parsed int
	Skips         []Skip
	// Skipped are the lines of tests that are marked to be skipped, by file.
	Skipped map[string][]Span
	// Woven are the files with code that belongs to a node of another file, and the files of these
	// nodes, sorted: a declaration of C belongs to the node of the definition.
	Woven []string
	// Asked are the paths without the extension of a language for which the resolution of imports asked
	// whether there is a file, with the answer. No other path without a language matters to the graph,
	// but those of project files (lang.Language.ProjectFiles).
	Asked map[string]bool

	links  *links
	blocks map[string][]Block
	origin *Graph // what it was made of by Shifted, nil for none
	base   *Graph // what it was made of by Spliced, nil for none
	made   []bool // by node: it was not taken over from base
}

// Node returns the node with that ID, or nil.
func (g *Graph) Node(id string) *Node {
	if i, found := g.search(id); found {
		return g.Nodes[i]
	}
	return nil
}

// Has reports whether a node is one of the graph, not of another one that has a node with its ID.
func (g *Graph) Has(n *Node) bool { return int(n.index) < len(g.Nodes) && g.Nodes[n.index] == n }

// search returns the position in g.Nodes of the node with an ID, or the one where it would be.
func (g *Graph) search(id string) (at int, found bool) {
	return slices.BinarySearchFunc(g.Nodes, id, func(n *Node, id string) int { return cmp.Compare(n.ID, id) })
}

// Index returns the position of n in g.Nodes, for dense tables.
func (g *Graph) Index(n *Node) int { return int(n.index) }

// Edges returns all edges, sorted by source ID, type, target ID. It makes those of a stored graph
// that nobody asked for: follow Out and In where that is enough. Do not change the slice.
func (g *Graph) Edges() []*Edge { return g.links.all() }

// EdgeCount returns the number of edges.
func (g *Graph) EdgeCount() int { return g.links.total }

// Out returns the edges that start at n, sorted by type, then target. Do not
// change the slice.
func (g *Graph) Out(n *Node) []*Edge { return g.links.out(n) }

// Branches calls visit for the CALLS edges that start at n, sorted by target. It costs less than Out
// where the edges of a stored graph are not needed otherwise.
func (g *Graph) Branches(n *Node, visit func(Branch)) { g.links.branchesOf(n, visit) }

// In returns the edges that end at n, sorted by source, then type. Do not change
// the slice.
func (g *Graph) In(n *Node) []*Edge { return g.links.in(n) }

// Find returns the edge from source to target, or nil.
func (g *Graph) Find(source *Node, t EdgeType, target *Node) *Edge {
	for _, e := range g.Out(source) {
		if e.Target == target && e.Type == t {
			return e
		}
	}
	return nil
}

// A Builder collects nodes and edges in any order.
type Builder struct {
	nodes      []*Node
	byID       map[string]*Node // but those that are kept
	base       *Graph           // nil for none, see NewBuilderOver
	kept       []*Node          // by node of base: its copy, nil for none
	relations  relations
	copies     map[string]int // by ID: the next number to try for a further definition
	unresolved []Unresolved
	lacks      []Lack
	// These become the fields of the same name of the Graph.
	UnknownCalls, Files, Parsed int
	Skips                       []Skip
	Builds                      []Build
	// Blocks are those of each file, sorted, outer ones first; without Parent.
	Blocks  map[string][]Block
	Skipped map[string][]Span
	Woven   map[string]bool
	Asked   map[string]bool
}

// NewBuilder returns an empty Builder.
func NewBuilder() *Builder {
	return &Builder{byID: make(map[string]*Node), Blocks: make(map[string][]Block), Skipped: make(map[string][]Span), Woven: make(map[string]bool), copies: make(map[string]int)}
}

// Add adds n, whose ID must be new, and returns it.
func (b *Builder) Add(n *Node) *Node {
	if b.byID[n.ID] != nil {
		// Callers make IDs unique; a duplicate would silently join two symbols.
		for base, i := n.ID, max(2, b.copies[n.ID]); ; i++ {
			if id := fmt.Sprintf("%s~%d", base, i); b.byID[id] == nil {
				n.ID, b.copies[base] = id, i+1
				break
			}
		}
	}
	b.byID[n.ID] = n
	n.index = int32(len(b.nodes)) // until Graph sorts them
	b.nodes = append(b.nodes, n)
	return n
}

// Node returns the node added with that ID, or nil.
func (b *Builder) Node(id string) *Node {
	if n := b.byID[id]; n != nil || b.base == nil {
		return n
	}
	if at, found := b.base.search(id); found {
		return b.kept[at]
	}
	return nil
}

// Unresolved adds an unresolved use.
func (b *Builder) Unresolved(u Unresolved) { b.unresolved = append(b.unresolved, u) }

// Graph returns the finished graph. The Builder must not be used afterwards.
func (b *Builder) Graph() *Graph {
	g := &Graph{Nodes: b.nodes, Unresolved: b.unresolved, Lacks: b.lacks, Builds: b.Builds, UnknownCalls: b.UnknownCalls,
		Files: b.Files, Parsed: b.Parsed, Skips: b.Skips, Skipped: b.Skipped, Woven: slices.Sorted(maps.Keys(b.Woven)), Asked: b.Asked, blocks: b.Blocks}
	sortSkips(g.Skips)
	b.sortNodes()
	g.links = b.relations.links(g.Nodes)
	b.relations = relations{}
	for _, blocks := range g.blocks {
		nest(blocks)
	}
	slices.SortStableFunc(g.Lacks, compareLacks)
	sortUnresolved(g.Unresolved)
	return g
}

// sortNodes sorts the nodes by ID and sets their index.
func (b *Builder) sortNodes() {
	sortByID(b.nodes)
	for i, n := range b.nodes {
		n.index = int32(i)
	}
}

// sortByID sorts nodes, and what they list.
func sortByID(nodes []*Node) {
	slices.SortFunc(nodes, func(a, b *Node) int { return cmp.Compare(a.ID, b.ID) })
	for _, n := range nodes {
		slices.Sort(n.Unknown)
		n.Unknown = slices.Compact(n.Unknown)
	}
}

func sortSkips(list []Skip) {
	slices.SortFunc(list, func(a, b Skip) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Reason, b.Reason),
			cmp.Compare(a.Message, b.Message))
	})
}

// sortUnresolved sorts uses by place. Those of one place that differ in their source alone keep their order.
func sortUnresolved(list []Unresolved) {
	slices.SortStableFunc(list, func(a, b Unresolved) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Name, b.Name),
			cmp.Compare(a.Owner, b.Owner), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Rule, b.Rule),
			cmp.Compare(a.Builds, b.Builds))
	})
}

// compareSites orders sites by line, and calls of one line by their form.
func compareSites(a, b Site) int {
	if c := cmp.Compare(a.Line, b.Line); c != 0 {
		return c
	}
	if a.Call == nil || b.Call == nil {
		return cmp.Compare(a.Call.flags(), b.Call.flags())
	}
	return cmp.Or(cmp.Compare(a.Call.At, b.Call.At), cmp.Compare(a.Call.Args, b.Call.Args), cmp.Compare(a.Call.Receiver, b.Call.Receiver),
		slices.Compare(a.Call.Keywords, b.Call.Keywords), cmp.Compare(a.Call.flags(), b.Call.flags()))
}

// flags packs the booleans of a call into one number; 0 for no call.
func (c *Call) flags() int {
	if c == nil {
		return -1
	}
	n := 0
	for i, set := range []bool{c.Spread, c.SpreadKeywords, c.Discarded, c.Awaited, c.Deferred, c.Checkable, c.Indirect, c.AsIs, c.Outside, c.Trailing} {
		if set {
			n |= 1 << i
		}
	}
	return n | c.Values<<flagBits
}

// flagBits is the number of booleans of a call.
const flagBits = 10

// OfferedByEntries is Node.Offered of what the entries of a package hand on.
const OfferedByEntries = "the package"

// OfferedAt returns the places in Node.Offered, which has bars between them.
func (n *Node) OfferedAt() []string { return strings.Split(n.Offered, "|") }
