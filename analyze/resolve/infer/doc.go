// Package infer resolves the names, expressions and written types of one snapshot.
//
// In: an Input, the facts and languages of all files. Out: a Resolver that answers queries: FileLevel and Denote
// (names), MemberOf and TypeMember (members), ExprType, VarType, SymType and DeclType (types), Callee (overloads),
// BasesOf (supertypes). It makes no node and no edge.
//
// Prepare builds the tables of declarations (table.go): it numbers files, units and symbols, links imports (link.go),
// attaches members to what holds them (attach.go) and makes one of each definition that has several parts (part.go).
// After that the tables do not change, and evaluation reads them through the methods in state.go alone: File, Symbol,
// Unit, MembersNamed, NestedNamed, UnitNamed.
//
// Evaluation is lazy, recursive and memoised (memo in state.go). The files, from the lowest layer up: results of
// look-ups (found.go), choice among symbols of one name (choose.go), the context of a value and the parameter of an
// argument (place.go), types outside the repository (foreign.go, outside.go), units and re-exports (module.go), written
// types and supertypes (type.go), members (member.go), names (name.go), overload resolution (fit.go, overload.go),
// variables and contextual types (value.go), expressions (eval.go), calls (call.go).
//
// Invariants: a value that depends on itself is lattice.Never while it is evaluated and adds nothing to a union; values
// evaluated inside such a cycle are not memoised; nesting is bounded by MaxDepth and MaxNested, beyond which the result
// is unknown; a name outside the repository is never resolved to a symbol of the same name inside it. The result of a
// query on a cycle depends on which query came first.
package infer
