// Package infer says what the names, expressions and written types of one snapshot mean.
//
// In: an Input, the facts and languages of all files. Out: a Resolver that answers queries:
// FileLevel and Denote (names), MemberOf and TypeMember (members), ExprType, VarType, SymType
// and DeclType (types), Callee (overloads), BasesOf (supertypes). It makes no node and no edge.
//
// Prepare builds the tables of declarations (table.go): it numbers files, units and symbols,
// links imports (link.go), attaches members to what holds them (attach.go) and makes one of
// each definition in several parts (part.go). After that the tables do not change, and
// evaluation reads them through the methods in state.go alone: File, Symbol, Unit,
// MembersNamed, NestedNamed, UnitNamed.
//
// Evaluation is lazy, recursive and memoised (memo in state.go). From the ground: what a
// look-up gives (found.go), which of several symbols of a name count (choose.go), where a
// value stands and which parameter an argument fills (place.go), types from outside of the
// repository (foreign.go, outside.go), units and re-exports (module.go), written types and
// supertypes (type.go), members (member.go), names (name.go), how well arguments fit
// (fit.go, overload.go), variables and context (value.go), expressions (eval.go), calls
// (call.go).
//
// Invariants: a value that depends on itself is lattice.Never while it is evaluated and adds
// nothing; what was evaluated inside of such a cycle is not memoised; nesting is bounded by
// maxDepth and maxNested, beyond which nothing is known; nothing external is bound to a
// namesake in the repository. The answer to a query on a cycle depends on which query came
// first.
package infer
