// Package resolve turns the facts of every file of one snapshot into its graph.
//
// In: paths, facts, languages. Out: an immutable graph.Graph. It has no other input, contains no
// language names and runs on one goroutine, so the same snapshot always gives the same graph.
// Base and head are resolved in parallel.
//
// The work is divided into packages, each of which imports only those above it in this list:
//
//	decl       ids of files, units and symbols
//	ruleset    numbers of resolution rules and their confidence
//	lattice    types
//	module     which modules may be in one program
//	view       what linkers may read of the snapshot
//	work       counts of the work
//	written    what written types say beside the names in them
//	score      how well an argument fits a parameter
//	shape      entries of a language's tables of the standard library
//	infer      tables of declarations; the meaning of names, expressions and calls
//	links      what the imports and the path of a file mean
//	valueflow  which values reach a variable, member, parameter or result
//	edges      the nodes and edges of the graph
//	conform    types and values that lack required members
//	uses       all occurrences of some names
//
// The order of phases is in emit.
//
// # Rules
//
// Every edge has the number of the rule that made it, and the confidence of this rule (see
// ruleset.Confidence).
//
//	1  a name bound in a function around the use
//	2  a name at the top level of the same file or package
//	3  a name that is imported from another file
//	4  a member of an imported module or package
//	5  a name that is imported through re-exports or a star import
//	6  a member of a known type: own field or method
//	7  a member of a known type: inherited, embedded or promoted
//	8  a member of the current instance (this, self, super)
//	9  instantiation of a class: its constructor, or the class itself
//	10 an implementation of the interface method or overridden method called
//	11 a function held by a variable, a field or a parameter
//	12 a member of an unknown receiver, with a name that only one symbol has; a function that nothing in sight declares,
//	   with a name that only one has
//	13 a member of one of several types that a receiver may have; 6 or 7 if nothing else has the
//	   name and parameters have no declared types, so that values of other types may always flow
//	14 an interface that a type implements by its methods, without declaring it
//	15 an extension: a function that can be called on a type without being its member
//	16 a function that a call runs without naming it: x() runs __call__ of the instance
//	   x, or the constructor of the class that the variable x holds
//	17 a method of a type whose values flow into the receiver of the call
//	18 a function that flows into the called variable, field, parameter or result
//	19 as 17 and 18, for functions and types of tests that flow there only in tests
//	20 as 10, if values of some types are known to flow into the call, if many types
//	   implement the interface, or if it is from outside; as 17 and 18, if many values
//	   flow into the call, and for methods of interfaces that the language declares
//	21 as 18, in languages without structural interfaces
//
// Rules 19 to 21 say what could run, not what a reader would take for the callee: they make
// MAY_CALL edges. With rule 21 the flow of values is incomplete: only the extractor of Go records
// all assignments and results (facts.Store, facts.Return).
//
// # Modules
//
// A type implements an interface, and a value reaches a call, only where one program of the repository may
// contain both: modules of Go that no import connects, in any direction, are taken apart (package module). A
// program outside of the repository may contain them together; that is not followed.
//
// # Delta
//
// The graph of a snapshot can be made of the graph and the traces of another one (Delta). The tables of declarations are
// built in full. The code is read of the files that changed, and of those that mention a name which is declared
// otherwise or import something else by the same words, whose types implement or override something else, or whose calls
// may run something else by the flow of values. A declaration that mentions such a name is itself one with another
// meaning, unless it only has a value that does and its declared type is known; so is a type to which an extension
// elsewhere adds what has one, and a name under which a file imports it. Where bodies decide what functions return
// (lang.Rules.BodiesDecide), most definitions mention one through what they return: such a definition of an unchanged file
// means the same where the digest of its type (package digest) is that of the other snapshot. Where a value may have the
// members of a subtype, a type with other bases gives another meaning to those above it. Where languages import
// packages, a name of a package counts only in its files and in those that import it or name its path; a module that
// exports what it imports passes on the names of others. An import that is not public counts in its module and in those
// inside (Rust). The members of a literal, and of a type without a name, are parts of the definitions that have it.
// Where values have declared types, a member counts only in files on a trail to the type that holds it: they mention the
// type, a type made of it, or something that has or passes a value of one. The nodes and edges of all other files are
// those of the other graph. The result is the one of Graph; verify (analyze/index/verify) compares them on real
// histories. Delta gives up, and Graph is called, where half of the files would be read, where the search for names
// looks into files too often, where modules are grouped otherwise, or where a file mentions such a name whose language
// infers declarations from code. It follows names in languages with lang.Rules.BodiesApart; of another language, or
// where a file cannot be compared, it reads all files that share names with it.
//
// # Absent
//
// The order of statements and single instances are ignored: a member of a type is one place for
// all instances (see valueflow). Types are narrowed only where the extractor records it.
// Conditions are not evaluated. Comments are only read for declared types.
package resolve
