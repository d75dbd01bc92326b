// Package facts holds what one file says about itself: its definitions, its
// imports and exports, and every expression that a call graph can use.
//
// Facts depend on the bytes of one blob and on its language, never on its path
// or on another file. That is why they can be computed once and shared by
// every snapshot that holds the blob. Whatever needs a path or a neighbour (is
// this a test? which file does this import mean?) belongs to analyze/resolve.
//
// The form is the same for all languages: a few flat slices that refer to each
// other by index. An index of -1 (None) means "not there".
//
//	Defs     what the file defines, in source order; Parent nests them
//	Types    type expressions as written
//	Exprs    value expressions, only those a call or a reference can pass through
//	Vars     parameters and local variables, with what they were bound from
//	Imports  names that come from other files
//	Exports  names given to other files, where that is not Def.Exported alone
//
// Local names are already resolved: an Expr of kind Local points to its Var.
// Names that are bound at file level or outside the file stay Name, and
// analyze/resolve looks them up.
package facts

// None is the index of nothing.
const None = -1

// Indices into the slices of one File.
type (
	DefID    = int32
	TypeID   = int32
	ExprID   = int32
	VarID    = int32
	ImportID = int32
)

// A File is everything one blob says.
type File struct {
	Language string
	Package  string // name in a package clause: Go "gin", Java "com.acme.util"
	Lines    int32

	Defs    []Def
	Types   []Type
	Exprs   []Expr
	Vars    []Var
	Imports []Import
	Exports []Export
	// Extensions add base types to types that are declared elsewhere.
	Extensions []Extension

	// ExportList is the list of names of Python's __all__; nil when absent.
	ExportList []string
	// Constraint is the build constraint of a Go file, as written.
	Constraint string
	// Generated says that the file calls itself generated; Minified that no
	// person wrote its lines.
	Generated, Minified bool
	// DynamicNames: the file makes names of its own scope as it runs, so that a
	// name that is not written may be there: globals()[x] = …, exec, sys.modules.
	// So may it where the file is a script that shares its scope with others.
	DynamicNames bool
	// Manifest is set for files that describe a project (go.mod, package.json).
	Manifest *Manifest

	// Decisions are the lines of decision points (if, for, case, &&, …), one
	// entry a point, sorted. Code are the runs of lines that hold code: not
	// blank, not only a comment, an import, brackets or a string.
	Decisions []int32
	Code      []Span
	// Blocks are the parts of functions that may not run though the code around them
	// does, as far as calls stand in them; sorted, outer ones first.
	Blocks []Block
	// TopHash is the hash of the tokens of the top-level statements that define
	// nothing: what the file does when it is loaded. 0 when there are none.
	TopHash  uint64
	Problems []Problem
}

// A Span is a run of lines, both ends included.
type Span struct{ Start, End int32 }

// A Block is a part of a function that runs only sometimes, in bytes of the file:
// from Start up to End.
type Block struct {
	Start, End int32
	// Literal: the body of a function literal, which runs when that is called.
	Literal bool
}

// A DefKind is the kind of a definition.
type DefKind uint8

const (
	Function    DefKind = iota + 1
	Method              // a function that belongs to a type, static ones too
	Constructor         // an explicit constructor (constructor, __init__)
	Class
	Struct
	Interface // also a protocol or an abstract signature set
	Trait
	Enum
	EnumMember
	TypeDef // named type or alias that is none of the above; Type is what it stands for
	Variable
	Constant
	Field // a member that holds a value
	Namespace
)

// IsCallable reports whether a definition of the kind is a function.
func (k DefKind) IsCallable() bool { return k == Function || k == Method || k == Constructor }

// IsType reports whether a definition of the kind is a type.
func (k DefKind) IsType() bool {
	switch k {
	case Class, Struct, Interface, Trait, Enum, TypeDef:
		return true
	}
	return false
}

// A Def is one definition: a symbol that others can name.
type Def struct {
	Kind   DefKind
	Name   string
	Parent DefID // innermost enclosing Def, None at file level
	// Receiver is the type that a function belongs to, where that is not the Parent:
	// a Go receiver, the type of a Rust impl or of a C++ member defined outside of
	// its class. With the flag ExtensionMember it is only what it can be called on.
	Receiver TypeID
	// Owner is the object that a member was assigned to outside of its
	// declaration (res.send = function…, Foo.prototype.bar = …), None elsewhere.
	Owner ExprID

	Start int32 // first line, with decorators and modifiers, without the comment above
	Line  int32 // line of the name
	End   int32 // last line
	// SignatureEnd is the last line before the body; End when there is no body.
	SignatureEnd int32
	// DocStart is the first line of the comment that documents it, 0 when none.
	// A Python docstring is part of the doc and is given by DocStart and DocEnd too.
	DocStart, DocEnd int32

	Flags DefFlags

	TypeParams []TypeParam
	Params     []Param  // of a class: the fields that a Record below it has as parameters
	Results    []TypeID // declared result types; Go has several, others at most one
	// Returns are the declared results as written, those of no value ("void") too;
	// Throws what it is declared to throw.
	Returns, Throws []string
	Type            TypeID // declared type of a variable or field; target of a TypeDef
	// Values are what a variable or field was ever bound from (at most
	// MaxValues), in source order. For a function they are what it returns where
	// no result type is declared; where one is, at most the functions and objects
	// among them, whose own types follow from it.
	Values []ExprID
	// Extends are the base types, in the order of the language's lookup;
	// Implements those named as interfaces only; Embeds the embedded fields of a Go
	// struct or interface.
	Extends, Implements, Embeds []TypeID
	// Extended are types whose instance members the type itself has, as a value:
	// what extend adds in Ruby.
	Extended   []TypeID
	Decorators []ExprID

	// Signature is the header as one line for people, at most 200 bytes.
	Signature string
	// Hashes of the token stream: comments and layout do not count, nor do
	// nested Defs. Neither does the own name, so a renamed definition keeps them.
	// SignatureHash covers what a user of the symbol can see change (in Go
	// parameter and result types, not their names); BodyHash the rest of the code;
	// DocHash the documentation. 0 means "has none".
	SignatureHash, BodyHash, DocHash uint64
	// Sketch is a min-hash of the token 4-grams of the whole definition, for
	// finding renamed or moved and edited ones; zero when under 12 tokens.
	Sketch Sketch
}

// MaxValues bounds Def.Values and Var.Values.
const MaxValues = 16

// A Sketch estimates the likeness of two token streams: the share of equal
// slots is about the Jaccard index of their 4-grams.
type Sketch [8]uint32

// DefFlags are yes/no properties of a definition.
type DefFlags uint64

const (
	Exported  DefFlags = 1 << iota // visible outside its file or package, by the rules of the language
	Static                         // called on the type, not on an instance
	Abstract                       // has no body here: interface method, abstract, declare, stub
	Async                          // its result is wrapped in a promise or coroutine
	Generator                      // its result is an iterator of what it yields
	Getter                         // a call that is written as a field access; of a Field, one that a call reads (Java records)
	Setter
	Overload   // one more signature of a definition that follows
	Default    // the default export of its file
	Optional   // optional member
	Test       // by its own form (decorator, attribute), not by path or name
	Pointer    // Go: the receiver is a pointer
	Ambient    // declared only for the type checker (declare, .d.ts, .pyi)
	Final      // may not be overridden
	ObjectItem // member of an object literal
	ClassSide  // first parameter is the class itself (classmethod)
	Inner      // made inside a function literal: no name of the file although Parent is None
	Alias      // of a TypeDef: another name for Type, with its methods; without it a type of its own (Go)
	// Assigned: a TypeDef that is written as the assignment of a variable (Python).
	Assigned
	// DynamicMembers: a type that gets members as the program runs, by setattr, a
	// metaclass or a decorator: one that is not written may be there.
	DynamicMembers
	// Partial: one of several parts that together are one definition: a namespace,
	// a partial class, a Ruby class that is opened again. Members are shared.
	Partial
	// Declaration: promises what is defined elsewhere (a C prototype, a method in a
	// C++ class body, a forward declaration).
	Declaration
	// ExtensionMember: can be called as a member of Receiver without being one
	// (Kotlin fun String.shout(), C# this parameters).
	ExtensionMember
	// FileLocal: no other file can name it (C static, private in Java, Kotlin and Swift at file level).
	FileLocal
	// Transparent: its members are members of what is around it as well (the
	// enumeration of C).
	Transparent
	// Singleton: a type with one instance, which its name stands for (Kotlin and
	// Scala object). One that is Static too is the companion of the type around: its
	// members are found on that.
	Singleton
	// Unlikely: stands under a condition that does not hold where the program mostly
	// runs (sys.platform == "win32").
	Unlikely
	// ProjectWide: every file of the project can name it without an import (a script of
	// JavaScript, declare global).
	ProjectWide
	// TypeVariable: stands for a type that every use decides: T = TypeVar("T").
	TypeVariable
	// Record: a class whose constructor is made of its fields: those that the Params of
	// its bases are, then its own Params.
	Record
	// Skipped: a test that says by its own form that runners are to pass over it.
	Skipped
	// Override: says that it replaces a member of a supertype, and the compiler checks that.
	Override
	// Asserted: Type is what the value is taken as (x as T), which nothing checks.
	Asserted
)

// Has reports whether all of f are set.
func (d *Def) Has(f DefFlags) bool { return d.Flags&f == f }

// An Extension says of a type declared elsewhere that it has more base types
// (Rust impl Trait for Type, Swift extension Type: Protocol).
type Extension struct {
	Of    TypeID
	Bases []TypeID
	Line  int32
}

// A Param is one parameter of a function, in order. Receivers (self, this, Go
// receivers) are not parameters.
type Param struct {
	Name     string // empty when there is none
	Type     TypeID
	Written  string // the declared type, in the form of lang.Builder.Written; empty without one
	Optional bool   // may be left out: has a default, a question mark, …
	Variadic bool   // takes any number of the rest: Go ..., *args, rest parameters
	Keywords bool   // takes any further keyword arguments: **kwargs
	// KeywordOnly and PositionalOnly hold for Python and its like.
	KeywordOnly, PositionalOnly bool
}

// A TypeParam is a generic parameter and what bounds it.
type TypeParam struct {
	Name  string
	Bound TypeID
}

// A TypeKind is the form of a type expression.
type TypeKind uint8

const (
	Named         TypeKind = iota + 1 // Qualifier.Name[Args]; builtins too ("string", "int")
	PointerT                          // to Args[0]
	ListT                             // slice, array, list, set, iterator, …: element Args[0]
	MapT                              // key Args[0], element Args[1]
	ChanT                             // element Args[0]
	FuncT                             // parameters Args[:N], results Args[N:]
	TupleT                            // Args in order
	UnionT                            // one of Args; nil, null, None are left out
	IntersectionT                     // all of Args at once: A & B
	PromiseT                          // a value of Args[0] after await
	ValueT                            // what the expression X is: typeof x, class mixin(B)
	ClassT                            // the class Args[0] itself, not an instance: type[T], Class<T>
	// ObjectT is an anonymous struct or object type; its members are Defs whose
	// Parent is Def: the Def it is the type of, or a TypeDef without a name, which
	// is no symbol.
	ObjectT
	SelfT // that of the instance a method is called on: static, Self
)

// WithReceiver is the Name of a FuncT whose first parameter is the receiver that
// a function literal sees as an implicit this (Kotlin T.() -> Unit).
const WithReceiver = "this"

// ParamsOf begins the Name of a FuncT whose parameters are those that a type parameter
// stands for, whose name follows (Python Callable[P, R]).
const ParamsOf = "**"

// A Type is one type expression.
type Type struct {
	Kind TypeKind
	Name string
	// Qualifier is the dotted path before the name: "http", "pkg.mod", "Outer". One
	// that begins with a dot is a path from the top level, whatever is around.
	Qualifier string
	Args      []TypeID
	N         int32 // FuncT: how many of Args are parameters
	X         ExprID
	Def       DefID // ObjectT; also TypeDefs declared inline
	In        DefID // innermost Def around it, None at file level
	Line      int32
	Spoken    bool // stands in a comment: nothing fails where it does not exist
}

// An ExprKind is the form of a value expression.
type ExprKind uint8

const (
	Name      ExprKind = iota + 1 // a name not bound inside a function; Args are the receivers it may be a member of, innermost first
	Local                         // Ref: the Var
	Member                        // X.Name
	Call                          // X(Args); N is how many values its place takes, 0 where that is not known
	New                           // new X(Args); Ref the Def of the class without a name that extends X, where one is written
	Index                         // one element of X by index or key
	Elem                          // what iterating X gives: range value, for…of, receive from a channel
	Key                           // the key of iterating X
	Result                        // the N-th (0-based) of the several values of X, by call or by destructuring
	Assert                        // X taken as Type: x.(T), x as T, cast(T, x); with N 1, what X can be beside Type
	Composite                     // value of Type written out: T{…}; Args are the values, keyed ones with Keyword
	Func                          // function literal: N its last line where Skips.Blocks of the language need it; Type is a FuncT or None; Args the returned values; Ref its Def where it has one
	Literal                       // Name is the builtin type: "string", "number", "bool", "nil", "regexp", …
	Object                        // object or dict literal: Args with Keyword
	List                          // list, tuple or set literal: Args; N is 1 for a tuple, where each has its place
	Await                         // X after await
	Either                        // one of Args: a || b, c ? a : b, a or b; with N above 0 one of the first N, and a list that has the others as elements
	This                          // the instance the code runs in; In is the Def that binds it, Args as for Name
	Super                         // the same, seen as its base; In likewise
	Module                        // Ref: an Import, taken as a module value: require("x"); N is 1 where it comes in a promise: import("x")
	TypeExpr                      // Type used as a value: conversion callee, []byte(x), generic instantiation
	Other                         // anything else; its type is not known
	Out                           // what the call X stores in its N-th argument
	Expected                      // the type that the place of the member or call asks for which begins with it: .name in Swift

	// Store and Return are statements; they stand for how a value goes on.
	Store  // X (a member, an element, a container, what a pointer leads to) gets the value Args[0]
	Return // Args are what the function literal X gives back, or the Def In where X is None
)

// An Expr is one value expression. Operands come before the expressions that
// hold them.
type Expr struct {
	Kind  ExprKind
	Flags ExprFlags
	// At is the offset of the last byte of a call: calls run in this order, arguments
	// before what they are passed to. 0 where that is not known.
	At   int32
	Name string
	X    ExprID // operand
	Ref  int32  // Var, Def or Import by Kind
	// Type also holds explicit type arguments: of a New, the type with its
	// arguments; of a Call, a TupleT of them.
	Type TypeID
	N    int32 // by Kind: see Sense, ValueCount, ResultIndex, Excludes, LastLine, IsTuple, Alternatives, InPromise, OutArgument
	Args []Arg
	In   DefID // innermost Def around it, None at file level
	Line int32 // line of the name for Name, Member, Call and New; else the first line
}

// Values of NameSense, in languages where a function and a field beside it may have one name.
const (
	AnyName      = 0
	FunctionName = 1 // a function: what is called
	ValueName    = 2 // no function
)

// ExprFlags are yes/no properties of an expression.
type ExprFlags uint16

const (
	Discarded  ExprFlags = 1 << iota // the value of this call is not used
	Write                            // the target of an assignment
	JSX                              // a call written as an element: <X …/>
	Deferred                         // go, defer
	OptionalOp                       // a?.b, a?.()
	Guarded                          // may fail by design: inside try/except ImportError, hasattr, typeof x
	Decorates                        // a call or name standing as a decorator
	Implicit                         // a call the language makes by itself (with X() as y: X().__enter__): it gives a type, no edge
	Operator                         // a call written with an operator: it means something only where the operand has such a member
	Initial                          // the value a variable is declared with, which decides its type (TypeScript)
	UsedAsIs                         // of a call: its place asks for the value itself: a condition, an operand, x of x.name
	Void                             // of a name: it is bound to nothing but None where its value is asked for (Python)
	Checked                          // of an Assert: the compiler checks it, and X stays what it is (x satisfies T)
	FromTop                          // of a Name: it means what stands at the top, whatever is around it (::a, global::A)
)

// An Arg is an argument of a call or an item of a literal.
type Arg struct {
	X       ExprID // None when no call or reference can pass through it
	Keyword string // name = …, key: …
	Line    int32  // of the keyword, 0 where that is not told
	Spread  bool   // *args, ...xs; with DoubleSpread for **kwargs
	// DoubleSpread passes unknown keywords.
	DoubleSpread bool
	// Trailing: a function literal behind the brackets, for the last parameter that is
	// left (Kotlin, Swift).
	Trailing bool
}

// A VarKind says how a local name came to be.
type VarKind uint8

const (
	LocalVar  VarKind = iota + 1
	ParamVar          // Index is the parameter's position in Def.Params
	SelfVar           // the receiver: self, cls, a Go receiver
	DefVar            // a nested function or class: Def
	ImportVar         // an import inside a function: Import
	CatchVar          // the exception of a catch or except clause
)

// A Var is a name bound inside a function (or in a block at file level).
type Var struct {
	Kind   VarKind
	Name   string
	In     DefID
	Index  int32
	Def    DefID
	Import ImportID
	// Func is the function literal that a ParamVar belongs to, None where that is
	// the Def In. A LocalVar with Func is a parameter that the literal has without
	// naming it (Kotlin it).
	Func   ExprID
	Type   TypeID   // declared type
	Values []ExprID // what it was bound from, in source order, at most MaxValues
	Line   int32
}

// An Import is one name that a file takes from elsewhere.
type Import struct {
	Source string // as written: "./x", "github.com/a/b", "..pkg.mod"
	// Name is what is taken: "" the module itself, "*" all its exports (ES: the
	// namespace object when Alias is set), "default", or a name.
	Name  string
	Alias string // the local name; "" when none is bound, "." for Go dot imports
	In    DefID  // the function it stands in, None at file level
	Line  int32
	Flags ImportFlags
}

// ImportFlags are yes/no properties of an import.
type ImportFlags uint8

const (
	TypeOnly       ImportFlags = 1 << iota // erased at run time
	Dynamic                                // require(), import(), importlib inside code
	GuardedImport                          // inside try: a failure is expected
	SideEffectOnly                         // import "x"; Go _ import
	TypeChecking                           // under "if TYPE_CHECKING"
	Global                                 // counts for every file of the project (C# global using)
	Lazy                                   // runs when a function runs, or some time later: import()
)

// An Export is one name given to other files. A plain "export function f" is
// an Export whose Local is f.
type Export struct {
	Name   string // "default", "*" for all of Source, "=" for module.exports = X
	Local  string // name at file level that it stands for; "" with Source or X
	Source string // re-export: the module; "" otherwise
	// SourceName is the name in Source: a name, "default", or "*" for the namespace.
	SourceName string
	X          ExprID // exported value where it has no name, else None
	Def        DefID  // exported definition where it is known, else None
	Line       int32
}

// A Manifest is what a project file says about names of modules.
type Manifest struct {
	Module   string    // go.mod module, package.json name, Python distribution
	Replaces []Mapping // go.mod replace with a local path; tsconfig paths
	Exports  []Mapping // package.json exports, main, module, types: subpath -> file
	Imports  []Mapping // package.json "#x" imports; names that every file of a project imports
	Members  []string  // workspaces, go.work use: globs of directories
	Roots    []string  // directories that names are relative to: tsconfig baseUrl and rootDirs, Python package_dir
	Extends  string    // tsconfig extends
	// Entries are files or "module:function" names that the outside runs: bin, main, scripts.
	Entries []string
}

// A Mapping sends a name or a pattern with one * to paths relative to the
// manifest's directory.
type Mapping struct {
	From string
	To   []string
}

// A ProblemKind says why part of a file is not known.
type ProblemKind uint8

const (
	SyntaxError ProblemKind = iota + 1
	TooLarge
	TooDeep
	TooSlow
	NotText     // binary, or not valid UTF-8 where the language needs it
	Unreadable  // the blob could not be read
	Unsupported // no language for it
	Internal    // a bug of nexus-ci
)

// A Problem is a part of a file that could not be analysed. Facts of the rest
// of the file stand.
type Problem struct {
	Kind    ProblemKind
	Line    int32 // first line it concerns, 0 for the whole file
	Message string
}

// Transparent returns the transparent definition that d is a member of, None for
// other definitions.
func (f *File) Transparent(d DefID) DefID {
	if p := f.Defs[d].Parent; p >= 0 && f.Defs[p].Has(Transparent) {
		return p
	}
	return None
}
