// Package facts defines the facts of a single file: its definitions, its imports and exports,
// and every expression that matters for a call graph.
//
// Facts depend only on the bytes of one blob and on its language, never on its path or on
// another file. So they are computed once and shared by all snapshots with this blob. Whatever
// needs a path or another file (is this a test? which file does this import mean?) is done in
// analyze/resolve.
//
// The form is the same for all languages: a few flat slices whose elements refer to each other
// by index. The index -1 (None) means "none".
//
//	Defs     what the file defines, in source order; Parent nests them
//	Types    type expressions as written
//	Exprs    value expressions that a call or a reference can pass through
//	Vars     parameters and local variables, with the values bound to them
//	Imports  names that come from other files
//	Exports  names given to other files, where that is not Def.Exported alone
//
// Local names are already resolved: an Expr of kind Local points to its Var.
// Names that are bound at file level or outside the file stay Name, and
// analyze/resolve looks them up.
package facts

// None is the index for "none".
const None = -1

// Indices into the slices of one File.
type (
	DefID    = int32
	TypeID   = int32
	ExprID   = int32
	VarID    = int32
	ImportID = int32
)

// A File holds the facts of one blob.
type File struct {
	Language string
	Package  string // name in a package clause: Go "gin", Java "com.acme.util"
	Lines    int32

	Defs    []Def
	Types   []Type
	Exprs   []Expr // as an extractor makes them; Expressions has them also for a stored file
	Vars    []Var
	Imports []Import
	Exports []Export
	// Terms are names that files of other kinds may have too, sorted by kind, name and line.
	Terms []Term
	// Extensions add base types to types that are declared elsewhere.
	Extensions []Extension

	// ExportList is the list of names of Python's __all__; nil when absent.
	ExportList []string
	// Constraint is the build constraint of a Go file, as written.
	Constraint string
	// Generated: the file has the note of a generator. Minified: a minifier made it.
	Generated, Minified bool
	// DynamicNames: the file defines names at run time (globals()[x] = …, exec, sys.modules),
	// or is a script that shares its scope with others. So a name without a definition in the
	// file may exist.
	DynamicNames bool
	// Manifest is set for files that describe a project (go.mod, package.json).
	Manifest *Manifest

	// Decisions are the lines of decision points (if, for, case, &&, …), one entry per point,
	// sorted. Code are the line ranges with code: not blank, not only a comment, an import,
	// brackets or a string.
	Decisions []int32
	Code      []Span
	// Blocks are the parts of functions that may not run although the code around them does;
	// only those that contain calls; sorted, outer ones first.
	Blocks []Block
	// TopHash is the hash of the tokens of the top-level statements that are no definitions:
	// what the file does when it is loaded. 0 when there are none.
	TopHash uint64
	// Directives is the hash of what the file tells compilers and other tools outside of symbols and
	// imports: conditions of a preprocessor, pragmas, 'use strict', comments that are obeyed. 0 for
	// none.
	Directives uint64
	Problems   []Problem

	later *later // nil: Exprs has the expressions
}

// A Span is a range of lines, both ends included.
type Span struct{ Start, End int32 }

// A Block is a part of a function that does not always run. It covers the bytes from Start up to
// End.
type Block struct {
	Start, End int32
	// Literal: the body of a function literal, which runs when the literal is called.
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

// A Def is one definition: a symbol that other code can name.
type Def struct {
	Kind   DefKind
	Name   string
	Parent DefID // innermost enclosing Def, None at file level
	// Receiver is the type that a function belongs to, if that is not the Parent: a Go
	// receiver, the type of a Rust impl, or the class of a C++ member that is defined outside
	// of it. With the flag ExtensionMember it is only the type it can be called on.
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
	Params     []Param  // of a class: the constructor parameters of a Record
	Results    []TypeID // declared result types; Go has several, others at most one
	// Returns are the declared results as written, including "no value" (void). Throws are the
	// types that it is declared to throw.
	Returns, Throws []string
	Type            TypeID // declared type of a variable or field; target of a TypeDef
	// Values are the values bound to a variable or field (at most MaxValues), in source order.
	// For a function they are its return values if it has no declared result type. If it has
	// one, they are at most the functions and objects among the return values, whose types are
	// more precise.
	Values []ExprID
	// Extends are the base types, in the order of the language's lookup;
	// Implements those named as interfaces only; Embeds the embedded fields of a Go
	// struct or interface.
	Extends, Implements, Embeds []TypeID
	// Extended are types whose instance members are members of the type itself, as a value
	// (extend in Ruby).
	Extended   []TypeID
	Decorators []ExprID

	// Signature is the header as one line for people, at most 200 bytes.
	Signature string
	// Hashes of the token stream, without comments, layout, nested Defs and the definition's own
	// name, so a renamed definition has the same hashes. SignatureHash covers what users of the
	// symbol depend on (in Go parameter and result types, not parameter names), BodyHash the rest
	// of the code, DocHash the documentation. 0 means none.
	SignatureHash, BodyHash, DocHash uint64
	// Sketch is a min-hash of the token 4-grams of the whole definition, to find definitions that
	// were renamed or moved, and edited; zero for fewer than 12 tokens.
	Sketch Sketch
}

// MaxValues bounds Def.Values and Var.Values.
const MaxValues = 16

// A Sketch estimates the similarity of two token streams: the share of equal slots is about the
// Jaccard index of their 4-grams.
type Sketch [8]uint32

// DefFlags are yes/no properties of a definition.
type DefFlags uint64

const (
	Exported  DefFlags = 1 << iota // visible outside its file or package, by the rules of the language
	Static                         // called on the type, not on an instance
	Abstract                       // has no body here: interface method, abstract, declare, stub
	Async                          // its result is wrapped in a promise or coroutine
	Generator                      // its result is an iterator of what it yields
	Getter                         // a call that is written as a field access; of a Field: reading it is a call (Java records)
	Setter
	Overload   // another signature of a definition that follows
	Default    // the default export of its file
	Optional   // optional member
	Test       // recognised by its own form (decorator, attribute), not by path or name
	Pointer    // Go: the receiver is a pointer
	Ambient    // declared only for the type checker (declare, .d.ts, .pyi)
	Final      // may not be overridden
	ObjectItem // member of an object literal
	ClassSide  // first parameter is the class itself (classmethod)
	Inner      // inside a function literal: not a name of the file although Parent is None
	Alias      // of a TypeDef: another name for Type, with its methods; without it, a distinct type (Go)
	// Assigned: a TypeDef that is written as the assignment of a variable (Python).
	Assigned
	// DynamicMembers: a type that gets members at run time, by setattr, a metaclass or a
	// decorator, or of which a part could not be parsed: a member without a definition may exist.
	DynamicMembers
	// Partial: one of several parts of one definition: a namespace, a partial class, a reopened
	// Ruby class. The parts share their members.
	Partial
	// Declaration: declares what is defined elsewhere (a C prototype, a method in a C++ class
	// body, a forward declaration).
	Declaration
	// ExtensionMember: can be called as a member of Receiver without being one
	// (Kotlin fun String.shout(), C# this parameters).
	ExtensionMember
	// FileLocal: visible only in its file (C static; private in Java, Kotlin and Swift at file level).
	FileLocal
	// Transparent: its members are also members of the surrounding scope (enumerations in C).
	Transparent
	// Singleton: a type with one instance, which has the name of the type (Kotlin and Scala
	// object). If it is Static too, it is a companion: its members are found on the
	// surrounding type.
	Singleton
	// Unlikely: defined under a condition that is usually false where the program runs
	// (sys.platform == "win32").
	Unlikely
	// ProjectWide: visible in every file of the project without an import (JavaScript scripts,
	// declare global).
	ProjectWide
	// TypeVariable: a type parameter that is defined by an assignment: T = TypeVar("T").
	TypeVariable
	// Record: a class whose constructor takes the fields: the Params of its bases, then its own
	// Params.
	Record
	// Skipped: a test that is marked to be skipped.
	Skipped
	// Override: marked as replacing a member of a supertype, and the compiler checks that.
	Override
	// Asserted: Type comes from an unchecked conversion (x as T).
	Asserted
	// Curried: takes its arguments in several lists; a call with the first alone is a function (Scala).
	Curried
	// Delegates: a type that leaves the members of those supertypes that it Implements to a value (Kotlin by): it
	// lacks none of those that they require.
	Delegates
	// Given: a member of a type that it has on behalf of the one that it Implements (impl Trait for Type in
	// Rust). It can be called on the type by its name, unless a member hides it that the type has of itself.
	Given
	// Suspends: an async function of which a call has the result, not a promise (Swift).
	Suspends
	// Protected: a member for its own type and subtypes. Whether it is Exported too is up to the language.
	Protected
	Macro // text that replaces a name: no definition of what is declared
	Wraps // a Macro with its own name in its text, which means a symbol there: #define f(x) f(x, 0)
	// NotOffered: visible to others, but nothing that its file offers them: left out of the documentation on purpose
	// (#[doc(hidden)]), or there because a trait asks for it.
	NotOffered
)

// Has reports whether all flags in f are set.
func (d *Def) Has(f DefFlags) bool { return d.Flags&f == f }

// An Extension adds base types to a type that is declared elsewhere (Rust impl Trait for Type,
// Swift extension Type: Protocol).
type Extension struct {
	Of    TypeID
	Bases []TypeID
	Line  int32
	// Members are the names of the members that it defines, in languages where it alone has to define
	// what its bases require: impl blocks of Rust. Whole: it defines no more; neither a macro in it may,
	// nor a part that could not be parsed.
	Members []string
	Whole   bool
}

// A Param is one parameter of a function, in order. Receivers (self, this, Go
// receivers) are not parameters.
type Param struct {
	Name     string // empty when there is none
	Type     TypeID
	Written  string // the declared type, in the form of lang.Builder.Written; empty without one
	Optional bool   // has a default, a question mark, …
	Variadic bool   // takes any number of the rest: Go ..., *args, rest parameters
	Keywords bool   // takes any further keyword arguments: **kwargs
	// KeywordOnly and PositionalOnly hold for Python and its like.
	KeywordOnly, PositionalOnly bool
}

// A TypeParam is a generic parameter with its bounds.
type TypeParam struct {
	Name  string
	Bound TypeID
	// Written is the parameter as the source has it, where it has a default; else empty.
	Written string
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
	IntersectionT                     // all of Args: A & B
	PromiseT                          // a value of Args[0] after await
	ValueT                            // the type of the expression X: typeof x, class mixin(B)
	ClassT                            // the class Args[0] itself, not an instance: type[T], Class<T>
	// ObjectT is an anonymous struct or object type. Its members are Defs whose Parent is Def:
	// the Def that has this type, or a TypeDef without a name, which is no symbol.
	ObjectT
	SelfT // the type of the instance on which a method is called: static, Self
)

// WithReceiver is the Name of a FuncT whose first parameter is the implicit receiver of a
// function literal (Kotlin T.() -> Unit).
const WithReceiver = "this"

// ParamsOf is the prefix of the Name of a FuncT whose parameters are those of a type parameter;
// the name of the type parameter follows (Python Callable[P, R]).
const ParamsOf = "**"

// A Type is one type expression.
type Type struct {
	Kind TypeKind
	Name string // of a FuncT also WithReceiver, ParamsOf and a name, or its parameters: "(a,b?,...c)" (TypeScript)
	// Qualifier is the dotted path before the name: "http", "pkg.mod", "Outer". With a leading
	// dot, the path starts at the top level.
	Qualifier string
	Args      []TypeID
	N         int32 // FuncT: how many of Args are parameters; Named: see MayBeAbsent
	X         ExprID
	Def       DefID // ObjectT; also TypeDefs declared inline
	In        DefID // innermost Def around it, None at file level
	Line      int32
	Spoken    bool // in a comment: not checked whether it exists
}

// An ExprKind is the form of a value expression.
type ExprKind uint8

const (
	Name      ExprKind = iota + 1 // a name not bound inside a function; Args are the implicit receivers it may be a member of, innermost first
	Local                         // Ref: the Var
	Member                        // X.Name
	Call                          // X(Args); N is the number of values its place expects, 0 where that is not known
	New                           // new X(Args); Ref is the Def of the anonymous class that extends X, if there is one
	Index                         // one element of X by index or key
	Elem                          // an element of X in an iteration: range value, for…of, receive from a channel
	Key                           // a key of X in an iteration
	Result                        // value N (from 0) of the several values of X, by call or by destructuring
	Assert                        // X converted to Type: x.(T), x as T, cast(T, x); with N 1, X without Type
	Composite                     // composite literal of Type: T{…}; Args are the values, keyed ones with Keyword
	Func                          // function literal: N its last line where Skips.Blocks of the language need it; Type is a FuncT or None; Args the returned values; Ref its Def where it has one
	Literal                       // Name is the builtin type: "string", "number", "bool", "nil", "regexp", …
	Object                        // object or dict literal: Args with Keyword
	List                          // list, tuple or set literal: Args; N is 1 for a tuple, whose items are typed by position
	Await                         // X after await
	Either                        // one of Args: a || b, c ? a : b, a or b; with N above 0, one of the first N, or a list with the others as elements; Name may be OrElse or Arithmetic
	This                          // the current instance; In is the Def that binds it, Args as for Name
	Super                         // the current instance as its base type; In likewise
	Module                        // Ref: an Import, used as a module value: require("x"); N is 1 if it is wrapped in a promise: import("x")
	TypeExpr                      // Type used as a value: conversion callee, []byte(x), generic instantiation
	Other                         // anything else; its type is not known
	Out                           // the value that the call X stores in its argument N
	Expected                      // the type expected at the place of an implicit member (.name in Swift)

	// Store and Return are statements through which a value flows on.
	Store  // X (a member, an element, a container, what a pointer leads to) gets the value Args[0]
	Return // Args are the values returned by the function literal X, or by the Def In if X is None
)

// An Expr is one value expression. Operands come before the expressions that use them.
type Expr struct {
	Kind  ExprKind
	Flags ExprFlags
	// At is the offset of the last byte of a call: calls run in this order, arguments before the
	// call they are passed to. 0 where it is not known.
	At   int32
	Name string
	X    ExprID // operand
	Ref  int32  // Var, Def or Import by Kind
	// Type is also used for explicit type arguments: of a New, the type with its arguments; of a
	// Call, a TupleT of them.
	Type TypeID
	N    int32 // by Kind: see Sense, ValueCount, ResultIndex, Excludes, LastLine, IsTuple, Alternatives, InPromise, OutArgument
	Args []Arg
	In   DefID // innermost Def around it, None at file level
	Line int32 // line of the name for Name, Member, Call and New; else the first line
}

// Values of NameSense, in languages where a function and a field may have the same name.
const (
	AnyName      = 0
	FunctionName = 1 // a function, since it is called
	ValueName    = 2 // not a function
	CalledName   = 3 // what can be called: no enum
)

// ExprFlags are yes/no properties of an expression.
type ExprFlags uint16

const (
	Discarded  ExprFlags = 1 << iota // the value of this call is not used
	Write                            // the target of an assignment
	JSX                              // a call written as an element: <X …/>
	Deferred                         // go, defer
	OptionalOp                       // a?.b, a?.()
	Guarded                          // may fail by intention: inside try/except ImportError, hasattr, typeof x
	Decorates                        // a call or name used as a decorator
	Implicit                         // a call that the language makes implicitly (with X() as y: X().__enter__): it has a type, but no edge
	Operator                         // a call written as an operator: it resolves only where the operand has such a member
	Initial                          // the value in the declaration of a variable, which decides its type (TypeScript)
	UsedAsIs                         // of a call: its place uses the value itself: a condition, an operand, x in x.name
	Void                             // of a name: its value is used, and it is only bound to None (Python)
	Checked                          // of an Assert: the compiler checks it, and the type of X does not change (x satisfies T)
	FromTop                          // of a Name: resolved at the top level, ignoring the scopes around it (::a, global::A)
	Lists                            // of a call: has several lists of arguments, f(a)(b)
	Awaited                          // of a call: it is under await; with UsedAsIs, what awaits may be a call around it (Swift)
)

// An Arg is an argument of a call or an item of a literal.
type Arg struct {
	X       ExprID // None when no call or reference can pass through it
	Keyword string // name = …, key: …
	Line    int32  // line of the keyword, 0 where it is not known
	Spread  bool   // *args, ...xs; with DoubleSpread for **kwargs
	// DoubleSpread: passes unknown keyword arguments.
	DoubleSpread bool
	// Trailing: a function literal after the brackets, for the last remaining parameter (Kotlin,
	// Swift).
	Trailing bool
}

// A VarKind says what bound a local name.
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
	// Func is the function literal that a ParamVar belongs to, None if it belongs to the Def
	// In. A LocalVar with Func is an implicit parameter of the literal (Kotlin it).
	Func   ExprID
	Type   TypeID   // declared type
	Values []ExprID // values bound to it, in source order, at most MaxValues
	Line   int32
}

// An Import is one name that a file imports.
type Import struct {
	Source string // as written: "./x", "github.com/a/b", "..pkg.mod"
	// Name is what is imported: "" the module itself, "*" all its exports (ES: the namespace
	// object if Alias is set), "default", or a name.
	Name  string
	Alias string // the local name; "" when none is bound, "." for Go dot imports
	In    DefID  // the function that contains it, None at file level
	Line  int32
	Flags ImportFlags
}

// ImportFlags are yes/no properties of an import.
type ImportFlags uint16

const (
	TypeOnly       ImportFlags = 1 << iota // erased at run time
	Dynamic                                // require(), import(), importlib inside code
	GuardedImport                          // inside try: a failure is expected
	SideEffectOnly                         // import "x"; Go _ import
	TypeChecking                           // under "if TYPE_CHECKING"
	Global                                 // applies to every file of the project (C# global using)
	Lazy                                   // runs when a function runs or later: import()
	Public                                 // other files can import the name from this one (Rust pub use)
	Offers                                 // code outside the repository may use what it names from here: Public and in the documentation (Rust)
)

// An Export is one exported name. A plain "export function f" is an Export whose Local is f.
type Export struct {
	Name   string // "default", "*" for all of Source, "=" for module.exports = X
	Local  string // name at file level that is exported; "" with Source or X
	Source string // re-export: the module; "" otherwise
	// SourceName is the name in Source: a name, "default", or "*" for the namespace.
	SourceName string
	X          ExprID // exported value if it has no name, else None
	Def        DefID  // exported definition if it is known, else None
	Line       int32
}

// A Term is what a file writes in a string, or as a base type, and that is the name of something
// outside of code: a setting, a route, a table, a service.
type Term struct {
	Kind TermKind
	Name string
	Line int32
}

// A TermKind is what a Term may name.
type TermKind uint8

const (
	Setting TermKind = iota + 1 // a string that is a path of names, or an environment variable
	Prefix                      // what the names of all settings of a class begin with
	Route                       // a string that is a path below a server, in the form of RoutePath
	Table                       // a table in a query, or the one of a model
	Column                      // any other name in a query
	Service                     // a type is derived from what a generator makes for a service
)

// A ProblemKind says why part of a file could not be analysed.
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

// A Problem is a part of a file that could not be analysed. The facts of the rest of it are valid.
type Problem struct {
	Kind      ProblemKind
	Line, End int32 // first and last line it concerns, 0 for the whole file
	Message   string
}

// Transparent returns the transparent definition that d is a member of, None for none.
func (f *File) Transparent(d DefID) DefID {
	if p := f.Defs[d].Parent; p >= 0 && f.Defs[p].Has(Transparent) {
		return p
	}
	return None
}
