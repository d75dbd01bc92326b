// Package lang describes a language: how its files are recognised, how its syntax tree becomes facts,
// and how its file names and imports are resolved.
//
// A Language is a struct of data with optional functions. A nil function means that the language does
// not have the feature. Code outside the directory of a language must not test for its name.
//
// analyze/parse converts the syntax tree to a slice of nodes (Tree), so languages need no parser
// library. Extract converts the tree to facts with a Builder, which implements scopes, hashes and
// indices for all languages.
package lang

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// A Grammar is a compiled tree-sitter grammar. The methods only distinguish it from other types;
// analyze/parse uses the concrete type.
type Grammar interface {
	SymbolCount() uint32
	FieldName(idx int) string
}

// A Language describes one language or project file format.
type Language struct {
	Name       string   // "go", "typescript"
	Title      string   // display name: "Go", "C#"; empty without a Grammar
	Extensions []string // with the dot, lower case
	Filenames  []string // whole base names

	// Grammar returns the compiled grammar; nil for languages with Read.
	Grammar func() Grammar
	// Trees makes the trees of most files without the grammar; nil for none.
	Trees *TreeMaker
	// Kinds and Fields are the names of the node kinds and fields of the grammar that Extract uses, by
	// number. Entry 0 is empty, and so are numbers that only another dialect uses. The name of an
	// anonymous token is its text ("&&", "async"). The conformance suite reports names that the
	// grammar lacks.
	Kinds, Fields []string

	// Versioned returns the lines of a source that are compiled for some versions of something only, by
	// comparing numbers: what they use need not exist. nil for none.
	Versioned func(src []byte) []facts.Span

	// Comments, Strings and ImportNodes are the kinds whose text is not code. Decisions are the kinds
	// that count as one decision point.
	Comments, Strings, ImportNodes, Decisions []Kind
	// Interpolations are the kinds of code inside a string.
	Interpolations []Kind

	// Blocks are the kinds whose end is only marked by indentation (Python). Their end counts as a
	// token in hashes.
	Blocks []Kind
	// Sequences are the kinds whose children nothing but a new line or white space may separate:
	// statements where semicolons are optional. The bounds between the children count in hashes.
	Sequences []Kind
	// Output are the kinds of text that a file prints as it stands, outside of the code of PHP, and of
	// statements that are code although they may be nothing but a string: commands of a shell.
	Output []Kind
	// Tuples are the kinds in which a single comma before the closing bracket has a meaning. Grouped
	// is the kind of an expression in brackets, if formatters add brackets around long values; else 0.
	Tuples  []Kind
	Grouped Kind
	// Respelled are texts of whole nodes, without white space, and what is compared in their place: another spelling
	// without other meaning.
	Respelled [][2]string

	// Branches are the parts of a function that may not run although the surrounding code does. Lazy
	// are the tokens after which the rest of a node is such a part (&&, ??). Literals are the kinds of
	// function literals; Nested are kinds of functions that count as literals inside another function:
	// methods of a class without a name.
	Branches               []Branch
	Lazy, Literals, Nested []Kind

	// Dialect returns the language of the same family in which a file is written, where its content
	// decides and not its name (C or C++ headers); nil for this one.
	Dialect func(src []byte) *Language
	// Prepare returns the source with syntax that the grammar cannot parse rewritten, or src itself.
	// The other bytes keep their positions. nil: nothing to rewrite.
	Prepare func(src []byte) []byte
	// Extract adds the facts of the tree to b.
	Extract func(t *Tree, b *Builder)
	// Read adds the facts of a file without a grammar (go.mod, package.json). An
	// error becomes a Problem.
	Read func(src []byte, f *facts.File) error

	// OutputDirs are names of directories that contain build output of sources beside them.
	OutputDirs []string
	// PackageDirs are names of directories two levels below src whose subdirectories are packages, whatever their
	// names: src/main/java.
	PackageDirs []string
	// Registry finds the packages of imports; nil where an import does not determine the package.
	Registry *Registry
	// ProjectFiles are names of files that make a directory and the sources below it a project that
	// others can depend on. nil: only an OfferingLinker knows what a repository offers.
	ProjectFiles []string
	// Beside are the ends, from the last dot on, of the names of files in no language that can stand for a source file, as a
	// compiled module does. Linkers may ask for such paths at any time.
	Beside []string
	// IsTest reports whether the file at path contains tests.
	IsTest func(path string) bool
	// TestRunners are the programs that may run the tests; the first that fits is used.
	TestRunners []TestRunner
	// IsInternal reports whether code outside the repository imports no file of that base name; nil: of names with a leading _.
	IsInternal func(base string) bool
	// IsOptional reports whether only builds with a special option include the file; nil: none does.
	IsOptional func(*facts.File) bool
	// IsApart reports whether a file may take what another one defines from an earlier release; nil: none does.
	IsApart func(user, definition string) bool
	// IsTestSupport reports whether a file without tests contains helpers for tests; nil: package
	// function IsTestSupport decides.
	IsTestSupport func(path string) bool
	// TestNeeds returns the features that the test runner has to enable for a test file (Cargo features); nil: none.
	TestNeeds func(source []byte) []string
	// IsTestName reports whether a definition in a test file is a test that a test runner starts.
	IsTestName func(d *facts.Def) bool
	// Directives are the kinds of nodes in which a file may tell the compiler, or another tool that makes
	// the program, something that no other fact holds: conditions of a preprocessor, pragmas, comments
	// that are obeyed. Directive returns what the node n of such a kind says, nil for nothing.
	Directives []Kind
	Directive  func(t *Tree, n int32) []byte
	// TestCalls are patterns of calls that define tests in languages where tests may be calls:
	// describe, it. nil: tests are definitions.
	TestCalls []string
	// TestClaims are patterns of top-level calls by which a test file as a whole is a test: assert.
	TestClaims []string
	// Unit returns the key of the set of files that share one top-level scope with the file, such as
	// the directory of a Go package. nil: every file is a unit.
	Unit func(path string, f *facts.File) string
	// Unite returns the unit of a file where the manifests of the project say more of it than what Unit returned. nil:
	// they say nothing.
	Unite func(manifests []Manifest, path, unit string) string
	// Family is the name of the group of languages whose files import each other (javascript and
	// typescript); empty means Name.
	Family string
	// NewLinker returns the resolver of imports for one snapshot.
	NewLinker func(Project) Linker
	// Universe are the names that exist in every file without an import, with the type of a call or
	// use ("" when not known).
	Universe map[string]string
	// OpenNamespaces come from outside, and a repository may add to them: what it does not add is outside (C++: std).
	OpenNamespaces map[string]bool
	// Globals are names from outside that any file can use, and that one of the repository may hide or stand in for (PHP).
	Globals map[string]bool
	// Forms are the equivalents of types from outside the repository, by their short name: "list" of
	// the first type argument, "dict" of the first two, "promise" of the first, "arg0" for a type that
	// behaves like its first type argument (Box, Rc, unique_ptr), or the name of a builtin type
	// ("str"). Other types keep their name.
	Forms map[string]string
	// Members are the methods of outside types as "type.method" with the type of the result. The type
	// of a list of any kind is "list", of a map "dict", of others their own name ("str", "Optional").
	// Results:
	//
	//	elem, key    the element or key of the receiver; of a type that is neither list nor dict, elem is its first type argument
	//	0, 1         a type argument of the receiver
	//	self         the receiver
	//	arg, arg1    the first argument, the second
	//	instance     an instance of the class that is the first argument
	//	made         an instance of the type that the method is called on
	//	given        the first explicit type argument of the call, else arg
	//	x.0          the first type argument of x
	//	written      the first explicit type argument of the call
	//	type         the first explicit type argument, else the first argument
	//	type.0       the first explicit type argument, else the first part of the first argument; type.1 likewise
	//	result       the result of the function passed to the call, awaited
	//	x.elem       an element of x; x.key likewise
	//	[x], [x,y]   a list of x, of pairs
	//	str, Name    a type from outside; Name<x,y> with type arguments
	//
	// "type.method#1" is the type that a call stores in its second argument. "any.method" applies to
	// values of every type, "Name.method" also to a static method of a name from outside, ".name" to a
	// function from outside.
	Members map[string]string
	// Properties are the types of non-method members of outside types, in the form of Members:
	// "dict.Values": "[elem]".
	Properties map[string]string
	// Callbacks are the types of the arguments with which a method of an outside type calls the
	// function passed to it, by "type.method": elem, key, self or types, separated by commas. A list
	// that begins with "this=" gives the receiver of the literal instead of a parameter.
	Callbacks map[string]string
	// Functional are the interfaces from outside that a function literal can implement, with the types
	// of its parameters: "Function": "0", "BiConsumer": "0,1", where numbers are type arguments. After
	// a colon comes the result type: "0:1".
	Functional map[string]string
	// ElementMethods are the methods that lists from outside have themselves and that take one element: no
	// extension replaces them.
	ElementMethods map[string]bool
	// Wider are the types to which a value of a builtin type converts implicitly, nearest first:
	// "int": {"long", "Integer", "Object"}. "list" is a list without a name of its own (an array),
	// "any" a value of any type. Used to choose overloads.
	Wider map[string][]string
	// Scalars are the builtin types that have neither null nor a supertype in the repository (int,
	// boolean).
	Scalars map[string]bool
	// Sealed are the builtin types to which a value of another type outside the repository converts
	// only where Wider says so (string).
	Sealed map[string]bool
	// Untyped are the collections from outside that exist without type arguments too, as types of their own: in the
	// tables their names begin with "untyped ".
	Untyped map[string]bool
	// Arithmetic are the builtin types of numbers, and of text where numbers are appended to it, widest first: an
	// operation on two of them is of the wider type. Those after an empty name become the one before it.
	Arithmetic []string
	// Interfaces are types from outside that a type of the repository can implement by its methods,
	// with their methods and parameter counts ("Read/1 Close/0"). The key is "io.Writer", with the
	// path of the package, or "error" for one that the language declares.
	Interfaces map[string]string
	// Listed reports whether Interfaces contains all interfaces of a package.
	Listed func(pkg string) bool
	// ObjectMembers are the members that every value has.
	ObjectMembers map[string]bool
	// ForeignMembers are members that a type with bases from outside may have from there (Rust). They are not reported as missing.
	ForeignMembers map[string]bool
	// TypeMembers are the members of every class itself, nil where they are not known.
	TypeMembers map[string]bool
	// Integers are the builtin integer types, with true for aliases of another one, where it may depend on the
	// platform which (int64_t).
	Integers map[string]bool
	// Complete are types from outside all of whose members are known, by their full name, or by the
	// plain name if they need no import, or by their form where they lend their members
	// (Protocol.Lend). If a type extends no other types from outside, its members are all known.
	Complete map[string]map[string]bool
	// Programs reports whether a function name may also be that of a program of the system. In languages
	// with Programs a call of a name that no function has runs a program. nil: calls run functions only.
	Programs func(name string) bool
	// Rules are the properties of the language that the resolver depends on.
	Rules Rules
	// Protocol are the names of the members that implement operators and other syntax.
	Protocol Protocol
	// KeyTypes describe the types that use names of members as keys; nil: none.
	KeyTypes *KeyTypes
	// NamesMember reports whether a string names a member of the enclosing class. text is the source
	// from the first line of the class to the quote (__slots__). nil: no string does.
	NamesMember func(text []byte) bool
	// Lookups are functions, and with a leading dot methods, that look up names at run time, so that
	// uses of symbols may not be in the source: "any", or "module" for one that counts only where its
	// first argument is an import.
	Lookups map[string]string
	// Skips are the marks of skipped tests, Entries the patterns of entry points: routes, commands, main functions.
	Skips   Skips
	Entries []Entry
}

// A Branch describes nodes that do not always run: a branch of an if, the body of a loop. All given
// fields must match. The condition itself is not part of the branch: unless First asks for it, the
// first named child of In is none. So In alone is enough where a grammar puts the condition first and
// has no node for the branch.
type Branch struct {
	In    Kind    // kind of the parent
	Role  FieldID // field of the node in the parent
	First bool    // it is the first child
	Kind  Kind    // its own kind
}

// Rules are properties of a language that the resolver, which contains no code for single languages,
// depends on.
type Rules struct {
	// StructuralInterfaces: a type implements an interface by having its methods.
	StructuralInterfaces bool
	// CallMakesInstance: calling a class creates an instance of it (Python).
	CallMakesInstance bool
	// FactoryNames: a call may mean a function that has the name of a type, or a constructor of the type,
	// whichever takes the arguments (Kotlin).
	FactoryNames bool
	// CheckedCalls: a call with a wrong number of arguments is an error, at compile time or at run
	// time. False for JavaScript, where it is legal.
	CheckedCalls bool
	// CheckedNames: a name or import that does not exist is an error, at compile time or when the line
	// runs.
	CheckedNames bool
	// LooseCalls: surplus arguments are ignored, and a function without a result can be used as a
	// value (PHP).
	LooseCalls bool
	// LooseTrailing: a function literal behind the brackets may be the argument of another parameter than
	// the last (Swift).
	LooseTrailing bool
	// CountedCalls: required parameters get their arguments first, keyword arguments of a function
	// without parameters for them are one positional map, every function accepts a block (an argument
	// with the keyword Protocol.Block), and blocks accept any number of arguments (Ruby).
	CountedCalls bool
	// TracedNames: a name that does not exist is an error as for CheckedNames, but code outside the
	// repository may define it. A use is reported only if the same line meant a symbol before.
	TracedNames bool
	// OpenTypes: any file may add to any type, also to one from outside the repository, at run time too
	// (Ruby). A removed name is reported only for types of the repository.
	OpenTypes bool
	// SaidOverrides: overriding a member needs a modifier; without it a member does not hide one of a
	// supertype.
	SaidOverrides bool
	// GivenOverrides: only members that are facts.Given replace one of a supertype.
	GivenOverrides bool
	// HidesNothing: as SaidOverrides, and a member without the modifier may not even have the parameters
	// of an abstract member or of one that it could hide (Kotlin).
	HidesNothing bool
	// FoldedNames: names of functions, methods and types are case-insensitive (PHP).
	FoldedNames bool
	// TextualNames: text of any file may define a name (macros of C).
	TextualNames bool
	// TagsApart: structs and enums have no names in common with functions and variables (C). FieldsApart: fields
	// have none in common with methods, so what a call names is no field (Java, Rust).
	TagsApart, FieldsApart bool
	// DeclaredNames: assigning does not define a name or member, so the target of an assignment must
	// exist (Go, Java).
	DeclaredNames bool
	// CheckedMembers: a type that lacks members required by a supertype, or that overrides a member
	// that does not exist, is an error.
	CheckedMembers bool
	// ImportsBind: an import defines a name. If the import fails, only that is reported, not the uses of the name.
	// LateImports: an import of what does not exist fails only where the file uses the name (PHP).
	ImportsBind, LateImports bool
	// ModuleMembers: names imported at file level are members of the module (Python).
	ModuleMembers bool
	// IterateKeys: iterating a map yields its keys (Python). IteratePairs: it yields pairs of a key
	// and an element (Kotlin, Scala). IterateEntries: its entries, each a map with one entry (C#).
	IterateKeys, IteratePairs, IterateEntries bool
	// OuterAliases: the member type of a type from outside may be another name of any type (Scala).
	OuterAliases bool
	// ConstructorParts: destructuring an instance yields the parameters of its constructor in order
	// (Kotlin data classes, Scala case classes).
	ConstructorParts bool
	// LastBaseFirst: of several supertypes with a member, the one written last gives it (Scala).
	LastBaseFirst bool
	// ObjectsAreMaps: the keys of an object literal are not members of it (Python).
	ObjectsAreMaps bool
	// ExactResults: a function returns exactly its declared results, and using them where another
	// number of values is needed is an error (Go).
	ExactResults bool
	// NullAdvice: to use a reference that may be null as one that is not is a warning (C#).
	NullAdvice bool
	// Awaits: the result of an async function must be awaited, and the compiler does not report a
	// missing await (JavaScript, Python, C#).
	Awaits bool
	// MultiValueArgs: one call with several results may fill several parameters (Go).
	MultiValueArgs bool
	// IndexInstantiates: indexing a function or type supplies its type arguments (Go, Python).
	IndexInstantiates bool
	// DeclarationsOnly: no code runs at the top level of a file.
	DeclarationsOnly bool
	// TestFilesApart: definitions of a test file are visible only in test files of its directory (Go).
	TestFilesApart bool
	// RestIsList: the declared type of a variadic parameter is that of the whole list (TypeScript),
	// not of one value.
	RestIsList bool
	// ModulesApart: a module and an item that is no module may have one name in one scope; importers
	// mean the item.
	ModulesApart bool
	// RestTakesList: one list may be passed for all values of a variadic parameter.
	RestTakesList bool
	// GenericsApart: types of one name with different numbers of type parameters are different types, and
	// a function with type parameters neither overrides nor is overridden by one without.
	// Of overloads, it fits an argument as well as one that names the type of the argument, and better
	// than one that names a wider type.
	GenericsApart bool
	// ImplicitThis: a name without a qualifier may be a member of an enclosing type, inherited ones
	// included (Java, Kotlin, C#, C++, Swift, Scala, Ruby).
	ImplicitThis bool
	// Overloads: functions with the same name in a scope, own and inherited, are distinguished by
	// number, names and declared types of the arguments.
	Overloads bool
	// NearestHides: a member hides those of its name of all supertypes, whatever their parameters (Rust).
	NearestHides bool
	// SharedNamespaces: the parts of a namespace in all files form one scope (C++), visible without an
	// import.
	SharedNamespaces bool
	// PointersIndex: indexing a value that is not a list may yield the value itself, as the first of
	// several (C).
	PointersIndex bool
	// ImplicitCopies: types have copy and default constructors that are not written (C++).
	ImplicitCopies bool
	// BareCalls: the name of a function without arguments is a call of it (Ruby, Scala).
	BareCalls bool
	// SingleMethodTypes: a function literal can implement an interface with one abstract method (Java,
	// Kotlin; C# delegates are function types instead).
	SingleMethodTypes bool
	// InferFromArguments: missing type arguments are inferred from the arguments only, never from the
	// use of the result (C#).
	InferFromArguments bool
	// SpreadFills: a list that is spread over arguments stands for values of a variadic parameter, never of others (Kotlin,
	// Scala).
	SpreadFills bool
	// PackageNames: a package can be used by its name without an import (Scala, Kotlin), or a module behind one (Swift).
	PackageNames bool
	// ForeignExtensions: code outside the repository may add members to values of any type (C#
	// extension methods), so an unknown member is not reported.
	ForeignExtensions bool
	// AddsToTypes: code may add members to types of others, also to those from outside the repository, where another
	// language may have a type of the same name (extensions, Rust traits).
	AddsToTypes bool
	// BodiesApart: what the code of a function does decides nothing outside of it but which values flow where. A
	// type is never inferred from a body other than by the values of a definition without a declared type, and no body
	// adds a name.
	BodiesApart bool
	// BodiesDecide: as BodiesApart, but a function without a declared result returns what its body says, which may be of a
	// type that the body declares, and a body may add members to the type around it (Python, TypeScript).
	BodiesDecide bool
	// ProjectsPlace: what project files say decides no more than what the linker says of the path and the imports of each file.
	ProjectsPlace bool
	// PositionalFields: a value of a type may be written with its fields by position, without their names (Go).
	PositionalFields bool
	// NamesByImport: outside of its own unit, a definition at the top of a file can be named only in files that import
	// the unit.
	NamesByImport bool
	// NamesByPath: besides NamesByImport, the path of a unit names it without an import (Java).
	NamesByPath bool
	// MembersByType: code names a member only behind a value or the name of a type that has it, or inside of such a type.
	// What a value or a function without a declared type is follows from names in its declaration.
	MembersByType bool
	// ShapedLiterals: the items of an object literal have the types that its place declares for them (TypeScript).
	ShapedLiterals bool
	// ListedInterfaces: a class has to implement the interfaces that it lists itself, also an abstract
	// one, which may declare their members abstract. Those that its superclass lists are not its own.
	ListedInterfaces bool
	// ChecksLostTypes: the compiler reports each use of a member of a value whose type does not exist,
	// besides the type (Kotlin).
	ChecksLostTypes bool
	// WrittenMembers: assigning to a member of an instance defines it (Python, Ruby).
	WrittenMembers bool
	// StaticsApart: static functions and fields of a type are not members of its instances, and vice versa (Ruby).
	StaticsApart bool
	// StaticsOnType: static functions of a type are not called on its instances (Rust).
	StaticsOnType bool
	// NamedCalls: a name bound by assignment is a variable of its own, so a call of it is not a use of the function's name (Python).
	NamedCalls bool
	// ParamsFromCalls: parameters have no declared types; their types come from the arguments of calls
	// (Ruby).
	ParamsFromCalls bool
	// ShapedValues: a value implements an interface by its members, and literals are checked against
	// the declared type of their place (TypeScript).
	ShapedValues bool
	// AbstractUnsaid: a type that lacks members required by its supertypes is an error only when it is
	// instantiated (Python, C++).
	AbstractUnsaid bool
	// TypesApart: types and values have separate name spaces, so an interface or alias is not a value
	// and hides none (TypeScript).
	TypesApart bool
	// PrivateUnderscore: a star import leaves out names that begin with _; nothing else hides a name (Python).
	PrivateUnderscore bool
	// PrivateMembers: a member of a type that is neither facts.Exported nor facts.Protected and has no modifier is private:
	// it does not belong to its package or module.
	PrivateMembers bool
	// TypesNameFiles: a public type is in a file with its name (Java).
	TypesNameFiles bool
	// DecoratorSuffix is a suffix that may be left out in the names of decorators (C# Attribute).
	DecoratorSuffix string
	// PlainDecorators are decorators that do not change how a function is called: staticmethod, or
	// with its package "functools.cache". AnyDecorator: no decorator does (Java annotations).
	PlainDecorators map[string]bool
	AnyDecorator    bool
}

// Skips are globs of the marks by which a test runner skips tests.
type Skips struct {
	// Decorators are on the test or the enclosing type: "Disabled", "pytest.mark.skip". With an
	// argument other than a reason, or with a keyword of Conditions, the test is skipped
	// conditionally.
	Decorators, Conditions []string
	// Statements are calls that end the test that contains them: "t.Skip".
	Statements []string
	// Blocks are calls that do not run the functions passed to them: "it.skip", "xit".
	Blocks []string
}

// Protocol contains the names of the members that implement the syntax of the language for values of a
// type; "" where there is none.
type Protocol struct {
	// Constructors are the names of constructors that subclasses inherit: __init__, constructor, initialize.
	Constructors []string
	// Makers create an instance before its constructor runs, and may have other parameters: __new__.
	Makers  []string
	Block   string // the keyword of an argument that is a block: "&"
	Call    string // x(): __call__, invoke, apply
	Index   string // x[i]: __getitem__, get, []
	Iterate string // for … in x calls it to get an iterator: __iter__, iterator
	Next    string // returns the next element of an iterator: __next__, next
	Options string // is a member of sets of options from outside, whose literals list values of the set's type
	// NextIsList is true where Next returns a list of at most one element (Option), and whatever has it
	// can be iterated over, with the members of lists.
	NextIsList bool
	// Lend returns a value whose members are found on this one too, after its own: deref.
	Lend      string
	Get       string // returns the value when a field that contains such a value is read: __get__
	Prototype string // the member that contains the members of instances: prototype
	// Fallbacks are called for members that do not exist: __getattr__, method_missing.
	Fallbacks []string
}

// Has reports whether code may use a member with a name without naming it. Constructors, which the name of the type
// names, are none.
func (p *Protocol) Has(name string) bool {
	return name != "" && slices.Contains([]string{p.Call, p.Index, p.Iterate, p.Next, p.Lend, p.Get, p.Prototype}, name) || slices.Contains(p.Fallbacks, name)
}

// An Entry is one pattern of an entry point. All conditions that are not empty must match.
type Entry struct {
	// Type is the type of an execution flow: "main", "request_handler", "cli", "event". "test",
	// outside test files, marks helpers of tests; it takes precedence over all others.
	Type      string
	Score     float64
	Path      string // glob of the file's path, ** for any directories
	Name      string // glob of the definition's name
	Decorator string // glob of a decorator as written: "*.route", "app.command"
	// Registrar is a glob of the call to which a function is passed: "*.Get", "app.use".
	Registrar string
	// ParamType is a glob of a declared parameter type: "*http.Request", "*gin.Context".
	ParamType string
	// Base is a glob of a base of the enclosing class, as written: "ApplicationController".
	Base string
	// ClassDecorator is a glob of a decorator of the enclosing class: "RestController".
	ClassDecorator string
	ExportedOnly   bool
}

// A Project is the part of a snapshot that a Linker may read.
type Project interface {
	// Has reports whether there is a file of any kind at path.
	Has(path string) bool
	// Paths returns the paths of all files of the language's family, sorted.
	Paths() []string
	// Facts returns the facts of the file at path, nil when there are none.
	Facts(path string) *facts.File
	// Manifests returns the project files of the family, sorted by path.
	Manifests() []Manifest
}

// A Manifest is a project file and its path.
type Manifest struct {
	Path string
	*facts.Manifest
}

// A Linker resolves imports in one snapshot. It is not safe for concurrent use.
type Linker interface {
	// Link resolves the source of an import in the file at from. name is the Import.Name, for
	// languages where it may be a module itself.
	Link(from, source, name string) Target
}

// An AmbientLinker also returns implicit imports: everything that every file of a project or of the
// language imports.
type AmbientLinker interface {
	Linker
	// Ambient returns the targets of the implicit imports of the file at path.
	Ambient(path string) []Target
}

// A PublishingLinker reports the files that no code outside the repository can import: those of a
// program, or of an internal package.
type PublishingLinker interface {
	Linker
	// Published reports whether code outside the repository may use the exports of the file at path.
	Published(path string) bool
}

// A ModuleLinker returns the modules of a repository. Each module is built separately.
type ModuleLinker interface {
	Linker
	// Module returns the directory of the module that contains the file at path, "" for none. built is
	// false where a build of the whole module leaves the file out.
	Module(path string) (dir string, built bool)
}

// A ProjectLinker says which projects of a repository use which: types of one name in two projects that
// do not use each other are different types.
type ProjectLinker interface {
	Linker
	// Sees reports whether code of the file at from may name what the file at to declares. known is false
	// where the projects of the files are not known.
	Sees(from, to string) (sees, known bool)
}

// An EntryLinker returns the files through which code outside the repository imports: the entries of
// packages.
type EntryLinker interface {
	Linker
	Entries() []Target
}

// A Target is the result of resolving an import.
type Target struct {
	// Unit is the key of a top-level scope as Language.Unit returns it, or a file's path: it contains
	// the imported names. Empty when the import does not mean code of the repository.
	Unit string
	// Within is the dotted path of the namespace or type in Unit that contains the names, where that
	// is not the top level: the class of a static import.
	Within string
	// Package is the name the import binds when it has no alias (Go).
	Package string
	// External: certainly outside the repository (standard library, dependency). If Unit and External
	// are both unset, it is not known.
	External bool
	// Missing: the target would be in this repository, but the file does not exist.
	Missing bool
	// MayBeOurs: the target is not in the repository, but its name resembles that of a package of the
	// repository, or of build output.
	MayBeOurs bool
	// NameIsModule: Unit and Within are the module that the import's Name names, not the module that
	// contains the name (Python "from pkg import module").
	NameIsModule bool
}
