// Package lang describes a language: how its files are recognised, how its
// syntax tree becomes facts, and what its file names and import strings mean.
//
// A Language is a struct of data with optional functions; a missing function
// means that the language has no such notion. Nothing outside the folder of a
// language may ask for it by name.
//
// The syntax tree arrives flat (Tree): analyze/parse fills it, so languages need
// no parser library. Extract turns it into facts with a Builder, which knows
// scopes, hashes and indices, so that every language does them alike.
package lang

import "github.com/nexus-ci/nexus-ci/analyze/facts"

// A Grammar is a compiled tree-sitter grammar. The method set is only what
// tells one from anything else; analyze/parse knows the real type.
type Grammar interface {
	SymbolCount() uint32
	FieldName(idx int) string
}

// A Language is all nexus-ci knows of one language.
type Language struct {
	Name       string   // "go", "typescript"
	Title      string   // as people write it: "Go", "C#"; empty without a Grammar
	Extensions []string // with the dot, lower case
	Filenames  []string // whole base names

	// Grammar builds the compiled grammar; nil for languages that Read handles.
	Grammar func() Grammar
	// Kinds and Fields name the node kinds and fields of the grammar that Extract
	// asks for, by position; entry 0 is empty, and so are numbers that only another
	// dialect of the language uses. Anonymous tokens are named by their
	// text ("&&", "async"). A name that the grammar lacks is a bug that the
	// conformance suite reports.
	Kinds, Fields []string

	// Comments, Strings and Imports are the kinds whose text is no code of its
	// own; Decisions those that are decision points, one each.
	Comments, Strings, ImportNodes, Decisions []Kind

	// Blocks are the kinds whose end only the layout shows (Python's indented
	// blocks). It counts as a token in hashes.
	Blocks []Kind
	// Tuples are the kinds in which a comma before the closing bracket says something
	// where it is the only one. Grouped is an expression in brackets, where formatters put
	// brackets around long values; 0: they do not.
	Tuples  []Kind
	Grouped Kind

	// Branches are the parts of a function that may not run though the code around
	// them does. Lazy are the tokens after which the rest of a node is such a part
	// (&&, ??). Literals are the kinds of function literals, Nested those of functions that
	// count as such where they stand inside another one: methods of a class without a name.
	Branches               []Branch
	Lazy, Literals, Nested []Kind

	// Dialect returns the language of the same family that a file is written in by
	// its content, where its name does not tell (the header of C or C++); nil for
	// this one.
	Dialect func(src []byte) *Language
	// Prepare returns the source with what the grammar cannot read rewritten, or
	// src itself. Every byte that stays keeps its place. nil: nothing to rewrite.
	Prepare func(src []byte) []byte
	// Extract adds the facts of the tree to b.
	Extract func(t *Tree, b *Builder)
	// Read adds the facts of a file without a grammar (go.mod, package.json). An
	// error becomes a Problem.
	Read func(src []byte, f *facts.File) error

	// OutputDirs are names of directories that hold what a build makes of sources
	// that stand beside them.
	OutputDirs []string
	// Registry is where the packages come from that its files import; nil where an import does
	// not tell the package.
	Registry *Registry
	// ProjectFiles are names of files that make a directory a project which others can
	// take in, with the sources below it. nil: what a repository offers is not known.
	ProjectFiles []string
	// IsTest reports whether the file at path holds tests.
	IsTest func(path string) bool
	// TestRunners are the programs that may run the tests, the first that fits.
	TestRunners []TestRunner
	// IsInternal reports whether no code outside of the repository imports a file of that base
	// name; nil: that is so where it begins with _.
	IsInternal func(base string) bool
	// IsOptional reports whether only builds that ask for a file take it; nil where
	// there is no such notion.
	IsOptional func(*facts.File) bool
	// IsTestSupport reports whether a file that holds no tests holds what helps them; nil:
	// IsTestSupport does.
	IsTestSupport func(path string) bool
	// TestNeeds returns what the source of a test file asks of its runner, as the features
	// of Cargo that it is compiled with; nil: nothing.
	TestNeeds func(source []byte) []string
	// IsTestName reports whether a definition of that name in a test file is a
	// test that a runner starts.
	IsTestName func(d *facts.Def) bool
	// TestCalls are patterns of what files of tests call to hold tests, where a test may be
	// such a call and no definition: describe, it. nil: tests are definitions.
	TestCalls []string
	// TestClaims are patterns of what a test file that is a test as a whole calls at its top
	// level: assert.
	TestClaims []string
	// Unit names the set of files that share one top-level scope with this one,
	// such as a Go package: a directory or another key. nil: every file is its own.
	Unit func(path string, f *facts.File) string
	// Family joins languages that import each other's files (javascript and
	// typescript); empty means Name.
	Family string
	// NewLinker prepares the meaning of import strings for one snapshot.
	NewLinker func(Project) Linker
	// Universe are the names that exist in every file without an import, with the
	// type a call or use of them gives ("" when not known).
	Universe map[string]string
	// Forms says what types from outside the repository are, by their short name:
	// "list" of their first type argument, "dict" of the first two, "promise" of the
	// first, "arg0" for one that is as good as what it holds (Box, Rc, unique_ptr), or
	// the name of a builtin type ("str"). Others stay types of their own name.
	Forms map[string]string
	// Members are the methods of outside types as "type.method", where a list of any
	// kind is "list", a map "dict", others their own name ("str", "Optional"), with
	// what a call gives:
	//
	//	elem, key    the element or key of the receiver; of a type that is neither list nor dict, elem is its first type argument
	//	0, 1         a type argument of the receiver
	//	self         the receiver
	//	arg, arg1    the first argument, the second
	//	instance     an instance of the class that is the first argument
	//	given        the first type argument that is written at the call, without one what arg is
	//	x.0          the first type argument of x
	//	written      the first type argument written at the call
	//	type         the first type argument that is written, else the first argument
	//	type.0       the first type argument that is written, else the first part of the first argument; type.1 likewise
	//	result       what the function handed to the call gives, awaited
	//	x.elem       an element of x; x.key likewise
	//	[x], [x,y]   a list of x, of pairs
	//	str, Name    a type from outside; Name<x,y> with type arguments
	//
	// "type.method#1" is what a call stores in its second argument.
	// "any.method" holds for values of every type, "Name.method" also for a static
	// method of a name from outside, ".name" for a function from outside.
	Members map[string]string
	// Properties are what members of outside types hold that are not called, in the
	// form of Members: "dict.Values": "[elem]".
	Properties map[string]string
	// Callbacks says what a function handed to a method of an outside type is called
	// with, as "type.method": a comma list of elem, key, self or types. One that begins
	// with "this=" is the receiver of the literal and no parameter.
	Callbacks map[string]string
	// Functional are the interfaces from outside that a function literal stands for,
	// with what it is called with by position: "Function": "0", "BiConsumer": "0,1",
	// numbers being type arguments. After a colon comes what it gives: "0:1".
	Functional map[string]string
	// Wider are the types that a value of a builtin type can stand for without a
	// conversion, nearest first: "int": {"long", "Integer", "Object"}; "list" is a list
	// without a name of its own (an array), "any" a value of any type. For overloads.
	Wider map[string][]string
	// Scalars are the builtin types that have no null and no supertype of the
	// repository (int, boolean).
	Scalars map[string]bool
	// Interfaces are the types from outside that a type of the repository can
	// implement by its methods: "io.Writer", with the path of its package, or "error"
	// where the language declares it, with the methods and the number of their
	// parameters ("Read/1 Close/0").
	Interfaces map[string]string
	// Listed reports whether Interfaces has all interfaces of a package, so that what
	// it does not have is none.
	Listed func(pkg string) bool
	// ObjectMembers are the members that every value has.
	ObjectMembers map[string]bool
	// ForeignMembers are members that what is not written gives to many types (traits of the
	// standard library of Rust), so that they are not missed.
	ForeignMembers map[string]bool
	// TypeMembers are the members that every class itself has, nil where that is not known.
	TypeMembers map[string]bool
	// Integers are the builtin integer types: true for those that are another name of one
	// of the others, which the platform chooses (int64_t).
	Integers map[string]bool
	// Complete are types from outside all of whose members are known, by their full
	// name or, where they need no import, the plain one. A type that extends no other
	// from outside is known completely.
	Complete map[string]map[string]bool
	// Rules are the traits of the language that resolution needs.
	Rules Rules
	// Protocol names the members behind the syntax.
	Protocol Protocol
	// KeyTypes say which types take the names of members as keys; nil: none does.
	KeyTypes *KeyTypes
	// NamesMember reports whether a string names a member of the class around it: text goes
	// from the first line of the class to the quote (__slots__). nil: none does.
	NamesMember func(text []byte) bool
	// Lookups are functions, and with a dot before the name methods, that look names up as
	// the program runs, so that a use of a symbol is not written: "any", or "module" for one
	// that counts only where its first argument is what an import binds.
	Lookups map[string]string
	// Skips say which tests a runner passes over.
	Skips Skips
	// Entries say what the outside starts: routes, commands, main functions.
	Entries []Entry
}

// A Branch describes nodes that run only sometimes: an arm, the body of a loop. All
// that is given must hold. The condition that decides is no part of it.
type Branch struct {
	In    Kind    // kind of the node around
	Role  FieldID // its role there
	First bool    // it is the first child there
	Kind  Kind    // its own kind
}

// Rules are traits of a language that the resolver, which knows no language,
// has to respect.
type Rules struct {
	// StructuralInterfaces: a type implements an interface by having its methods.
	StructuralInterfaces bool
	// CallMakesInstance: calling a class gives an instance of it (Python).
	CallMakesInstance bool
	// CheckedCalls: a call with a wrong number of arguments is an error of the
	// compiler or at run time. False for JavaScript, where it is legal.
	CheckedCalls bool
	// CheckedNames: a name or import that does not exist is an error of the
	// compiler or at the latest when the line runs.
	CheckedNames bool
	// LooseCalls: arguments for which there is no parameter are dropped, and what returns
	// nothing gives a value all the same (PHP).
	LooseCalls bool
	// TracedNames: a name that does not exist is such an error too, but what is not written in
	// the repository may have it. So a use is judged by what the same line meant before.
	TracedNames bool
	// SaidOverrides: what replaces a member of a supertype says so, so that another member
	// hides none.
	SaidOverrides bool
	// FoldedNames: names of functions, methods and types that differ in case alone are one (PHP).
	FoldedNames bool
	// TextualNames: a name may be bound by text of any file (macros of C).
	TextualNames bool
	// DeclaredNames: assigning makes no name and no member, so that what is assigned to
	// has to be there too (Go, Java).
	DeclaredNames bool
	// CheckedMembers: a type that lacks members which a supertype asks for, or that says
	// to replace one that is not there, is an error.
	CheckedMembers bool
	// ImportsBind: an import makes a name. Where it fails, that is the error, and the
	// uses of the name behind it are none.
	ImportsBind bool
	// ModuleMembers: names imported at file level are members of the module (Python).
	ModuleMembers bool
	// IterateKeys: iterating a map gives its keys (Python). IteratePairs: it gives
	// pairs of a key and an element (Kotlin, Scala).
	IterateKeys, IteratePairs bool
	// IterateEntries: it gives its entries, each a map of one (C#).
	IterateEntries bool
	// ConstructorParts: destructuring an instance gives the parameters of its
	// constructor in order (Kotlin data classes, Scala case classes).
	ConstructorParts bool
	// ObjectsAreMaps: the keys of an object literal are no members of it (Python).
	ObjectsAreMaps bool
	// ExactResults: a function gives the results that it declares and no others, and a
	// place that takes another number of values is an error (Go).
	ExactResults bool
	// Awaits: the value of what an async function gives has to be awaited, and a place
	// that forgets it is no error of the compiler (JavaScript, Python, C#).
	Awaits bool
	// MultiValueArgs: one call with several results may fill several parameters (Go).
	MultiValueArgs bool
	// IndexInstantiates: indexing a function or type gives it with type arguments
	// (Go, Python).
	IndexInstantiates bool
	// DeclarationsOnly: the top level of a file holds nothing that runs by itself.
	DeclarationsOnly bool
	// TestFilesApart: what a test file defines is known to test files of its directory
	// alone (Go).
	TestFilesApart bool
	// RestIsList: the written type of a variadic parameter is that of the whole list
	// (TypeScript), not of one value.
	RestIsList bool
	// ImplicitThis: a bare name may be a member of a type around the code, inherited
	// ones too (Java, Kotlin, C#, C++, Swift, Scala, Ruby).
	ImplicitThis bool
	// Overloads: several functions of one name in a scope, own and inherited, are told
	// apart by number, names and declared types of the arguments.
	Overloads bool
	// SharedNamespaces: the parts of a namespace in all files are one (C++), and what
	// a file sees of it is not a matter of what it imports.
	SharedNamespaces bool
	// PointersIndex: indexing a value that is no list may give that value: it is the
	// first of several (C).
	PointersIndex bool
	// ImplicitCopies: a value can be made from another of its type, or from nothing,
	// without a constructor that is written (C++).
	ImplicitCopies bool
	// BareCalls: to name a function is to call it (Ruby, Scala).
	BareCalls bool
	// SingleMethodTypes: a function literal stands for an interface with one abstract
	// method (Java, Kotlin, C# delegates are function types instead).
	SingleMethodTypes bool
	// InferFromArguments: type arguments that are not written follow from the
	// arguments alone, never from what the result is used for (C#).
	InferFromArguments bool
	// PackageNames: the name of a package stands for it without an import (Scala).
	PackageNames bool
	// ForeignExtensions: a value of any type may have members that code from outside
	// adds to it (C# extension methods), so one that is not written is not missing.
	ForeignExtensions bool
	// WrittenMembers: assigning to a member of an instance makes it (Python, Ruby).
	WrittenMembers bool
	// StaticsApart: functions and fields of a type itself are no members of its
	// instances, nor those of the type (Ruby).
	StaticsApart bool
	// NamedCalls: a name bound by assignment is a variable of its own, so that a call
	// of it does not name the function it holds (Python).
	NamedCalls bool
	// ParamsFromCalls: parameters have no declared types; they are what calls pass (Ruby).
	ParamsFromCalls bool
	// ShapedValues: a value is of an interface by the members it has, and literals are
	// checked against the type declared for their place (TypeScript).
	ShapedValues bool
	// AbstractUnsaid: a type that lacks members which its supertypes ask for is no
	// mistake until an instance of it is made (Python, C++).
	AbstractUnsaid bool
	// TypesApart: types and values have names of their own, so that an interface or
	// alias is no value and hides none (TypeScript).
	TypesApart bool
	// PrivateUnderscore: a star import leaves out names that begin with _ (Python).
	PrivateUnderscore bool
	// TypesNameFiles: a public type stands in a file of its name (Java).
	TypesNameFiles bool
	// DecoratorSuffix may be left out of the name of what decorates (C# Attribute).
	DecoratorSuffix string
	// PlainDecorators do not change how a function is called: staticmethod, or with its
	// package "functools.cache".
	// AnyDecorator: none does (Java annotations).
	PlainDecorators map[string]bool
	AnyDecorator    bool
}

// Skips are globs of what is written on or in a test that a runner is to pass over.
type Skips struct {
	// Decorators stand on the test or the type around: "Disabled", "pytest.mark.skip".
	// One with another argument than a reason, or a keyword of Conditions, depends.
	Decorators, Conditions []string
	// Statements are calls that end the test they stand in: "t.Skip".
	Statements []string
	// Blocks are calls that do not run the functions they are given: "it.skip", "xit".
	Blocks []string
}

// Protocol names the members through which values of a type take part in the
// syntax of the language; "" where there is no such notion.
type Protocol struct {
	// Constructors are the names of constructors that subclasses inherit:
	// __init__, constructor, initialize.
	Constructors []string
	// Makers make an instance before its constructor runs, and may take other arguments: __new__.
	Makers    []string
	Call      string // x(): __call__, invoke, apply
	Index     string // x[i]: __getitem__, get, []
	Iterate   string // for … in x gives an iterator: __iter__, iterator
	Next      string // an element of an iterator: __next__, next
	Get       string // what a field holding such a value gives: __get__
	Prototype string // the member that holds the members of instances: prototype
	// Fallbacks answer for members that are not written: __getattr__, method_missing.
	Fallbacks []string
}

// An Entry is one pattern of an entry point. Empty conditions always hold; all
// that are given must hold together.
type Entry struct {
	// Type is that of a process: "main", "request_handler", "cli", "event". "test", outside
	// of test files, is what helps tests; it goes before all others.
	Type      string
	Score     float64
	Path      string // glob of the file's path, ** for any directories
	Name      string // glob of the definition's name
	Decorator string // glob of a decorator as written: "*.route", "app.command"
	// Registrar is a glob of the call that a function is handed to: "*.Get", "app.use".
	Registrar string
	// ParamType is a glob of a declared parameter type: "*http.Request", "*gin.Context".
	ParamType string
	// Base is a glob of a base of the class around, as written: "ApplicationController".
	Base string
	// ClassDecorator is a glob of a decorator of the class around: "RestController".
	ClassDecorator string
	ExportedOnly   bool
}

// A Project is what a Linker may know of a snapshot.
type Project interface {
	// Has reports whether a file of any kind stands at path.
	Has(path string) bool
	// Paths are all files of the language's family, sorted.
	Paths() []string
	// Facts are those of the file at path, nil when there are none.
	Facts(path string) *facts.File
	// Manifests are the project files read by the family, by path, sorted by path.
	Manifests() []Manifest
}

// A Manifest is a project file at its path.
type Manifest struct {
	Path string
	*facts.Manifest
}

// A Linker says what import strings mean in one snapshot. It is used from one
// goroutine.
type Linker interface {
	// Link resolves the source of an import standing in the file at from. name is
	// the Import.Name, for languages where it may be a module itself.
	Link(from, source, name string) Target
}

// An AmbientLinker also knows imports that a file has without writing them: what
// every file of its project or of the language imports everything of.
type AmbientLinker interface {
	Linker
	// Ambient returns their targets for the file at path.
	Ambient(path string) []Target
}

// A PublishingLinker knows files that no code outside of the repository can import:
// those of a program, or of a package that is internal.
type PublishingLinker interface {
	Linker
	// Published reports whether what the file at path exports may be used outside.
	Published(path string) bool
}

// A ModuleLinker knows the modules of a repository, each of which is built on its own.
type ModuleLinker interface {
	Linker
	// Module returns the directory of the module that the file at path belongs to, ""
	// for none. built is false where a build of all of the module leaves it out.
	Module(path string) (dir string, built bool)
}

// An EntryLinker knows the files through which code outside of the repository gets at
// what it offers: the entries of packages.
type EntryLinker interface {
	Linker
	Entries() []Target
}

// A Target is what an import string means.
type Target struct {
	// Unit is the key of a top-level scope as Language.Unit gives it, or a file's
	// path: where the imported names are found. Empty when nothing of the
	// repository is meant.
	Unit string
	// Within is the dotted path of the namespace or type in Unit that holds the
	// names, where that is not the top level: the class of a static import.
	Within string
	// Package is the name the import binds when it has no alias (Go).
	Package string
	// External: surely outside of the repository (standard library, dependency).
	// With Unit and External both unset it is not known.
	External bool
	// Missing: would be in this repository, but there is no such file.
	Missing bool
	// MayBeOurs: nothing of the repository is meant, but by its name it may have been:
	// packages of the repository begin alike, or a build writes it.
	MayBeOurs bool
	// NameIsModule: Unit and Within are the module that the import's Name names, not
	// the one that holds it (Python "from pkg import module").
	NameIsModule bool
}
