// Package resolve turns the facts of every file of one snapshot into its graph.
//
// In: paths, facts, languages. Out: an immutable graph.Graph. It reads nothing
// else, knows no language by name and runs on one goroutine, so that the same
// snapshot always gives the same graph; base and head are resolved side by side.
//
// The work is done in rooms, each a package that imports only those above it in this list:
//
//	decl       ids of files, units and symbols
//	ruleset    rule numbers and their confidence
//	lattice    types
//	infer      tables of declarations; what names, expressions and calls mean
//	valueflow  which values reach a variable, member, parameter or result
//	edges      the nodes and edges of the graph
//	conform    what lacks members that it has to have
//	uses       all places of some names
//
// The order of phases is in emit.
//
// # Rules
//
// Every edge carries the number of the rule that made it and the confidence
// that goes with it (see ruleset.Confidence).
//
//	1  a name bound in a function around the use
//	2  a name at the top level of the same file or package
//	3  a name that an import takes from another file
//	4  a member of an imported module or package
//	5  a name that reaches the file through re-exports or a star import
//	6  a member of a type that is known: own field or method
//	7  a member of a type that is known: inherited, embedded or promoted
//	8  a member of the instance the code runs in (this, self, super)
//	9  instantiation of a class: its constructor, or the class itself
//	10 an implementation of the interface method or overridden method called
//	11 a function held in a variable, a field or a parameter
//	12 a member whose receiver is not known and whose name only one symbol has
//	13 one of several types that a receiver may have
//	14 an interface that a type implements by its methods alone
//	15 a function that can be called on a type it is no member of
//	16 what a call runs that does not name it: x() runs __call__ of the instance
//	   x, or the constructor of the class that the variable x holds
//	17 a method of a type whose values reach the receiver of the call
//	18 a function that reaches the called variable, field, parameter or result
//	19 as 17 and 18, where only tests bring it there and it is theirs
//	20 as 10, where values of some types are known to reach the call, where many
//	   types implement the interface, or it is from outside; as 17 and 18, where much
//	   reaches the call, and for methods of interfaces that the language declares
//	21 as 18, where the language is not one of structural interfaces
//
// Rules 19 to 21 say what could run, not what a reader of the code would follow:
// they make MAY_CALL edges. By rule 21 values are followed only in part: extractors
// write down all assignments and results (facts.Store, facts.Return) of Go alone.
//
// # What is deliberately absent
//
// No order of statements, no instances: a member is one place for all of its
// type (see valueflow). No narrowing but what the extractor writes down, no evaluation of conditions, nothing learnt
// from comments but declared types.
package resolve
