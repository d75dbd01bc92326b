// Package ecmascript extracts facts from JavaScript and TypeScript, with and
// without JSX, and resolves their module specifiers.
//
// In: the flat tree of one file in one of three dialects. Out: facts. The three
// grammars share nearly all their rules, so one extractor serves them; packages
// javascript and typescript combine it with the grammars.
//
// How the language maps to facts, where that is a choice:
//
//   - A function bound to a name (const f = () => {}, a class field, a property)
//     is a Function or Method of that name. Functions without a name are not
//     definitions: their code belongs to the definition around them, and so does
//     their this unless they are arrow functions. Wrapped functions
//     (const f = memo(() => {})) are values of the variable.
//   - At file level and in the body of a namespace every declaration is a Def. In
//     functions and in blocks variables are Vars; functions, classes and the like
//     are Defs with a DefVar each. A var in a block at file level is a Def.
//   - Function members of object literals are Methods with the flag ObjectItem
//     where the literal is bound, returned or exported; nested literals with
//     functions are Fields. Literals handed to a call inside a function are not.
//   - A member assigned elsewhere (res.send = …, Foo.prototype.x = …, exports.x = …)
//     is a Def with an Owner. Values that are no functions count at file level only.
//   - exports.x and module.exports.x make an Export too; module.exports = {…}
//     makes one for "=" and one for every key.
//   - Call, construct and index signatures are Methods named "()", "(new)" and
//     "(index)"; one for keys that are not numbers gives its type DynamicMembers.
//   - Types declared in functions and blocks are DefVars named "type T", and a use
//     of them is a ValueT.
//   - Results of async functions have the type after await, without the Promise.
//   - An expression without a value that calls can pass through is None; casts,
//     parentheses and x! are transparent but for "as T", which is an Assert.
//   - x instanceof T, x.constructor === T and typeof x === "…" narrow x in the code they
//     guard: a Var with this name and type is in a block around it; this and members
//     are Asserts there. Elsewhere in the function, and after "k" in x and isT(x), members
//     of x are Guarded, because the type of x is not known.
//
// Types in JSDoc comments are used in JavaScript if their names are known; @typedef and @import
// define names, import("x").T is an import that is never reported as unresolved.
//
// A file without imports and exports is a script: its definitions, and those in declare global,
// are visible in all files.
//
// Not supported: evaluation of computed keys, prototypes changed through
// loops, with, eval, Flow syntax, .vue and .svelte files.
package ecmascript

import (
	"github.com/nexus-ci/nexus-ci/analyze/lang"

	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/project"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/source"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/standard"
)

//go:generate go run ../grammargen

// A Dialect is one of the three grammars.
type Dialect uint8

// The dialects. TSX is TypeScript with elements and without <T>x.
const (
	JavaScript Dialect = 1 << iota
	TypeScript
	TSX
)

const typed = TypeScript | TSX

// Names of members that have none in the source.
const (
	callMember  = "()"
	newMember   = "(new)"
	indexMember = "(index)"
)

func (d Dialect) title() string {
	if d&typed != 0 {
		return "TypeScript"
	}
	return "JavaScript"
}

// New returns the language of dialect d with the given name and file name
// extensions.
func New(name string, d Dialect, extensions []string, grammar func() lang.Grammar) *lang.Language {
	decisions := []lang.Kind{kIfStatement, kForStatement, kForInStatement, kWhileStatement, kDoStatement,
		kSwitchCase, kCatchClause, kTernaryExpression, tAnd, tOr, tNullish}
	return &lang.Language{
		Name: name, Title: d.title(),
		Registry:    project.Registry(),
		Extensions:  extensions,
		Grammar:     grammar,
		Kinds:       lang.NamesOf(kinds, d),
		Fields:      lang.NamesOf(fields, d),
		Comments:    []lang.Kind{kComment},
		Grouped:     kParenthesizedExpression,
		Strings:     []lang.Kind{kString, kStringFragment},
		ImportNodes: []lang.Kind{kImportStatement},
		Decisions:   decisions,
		Prepare:     func(src []byte) []byte { return source.Prepare(src, d&typed != 0) },
		Branches: []lang.Branch{
			{In: kIfStatement, Role: fConsequence}, {In: kIfStatement, Role: fAlternative},
			{In: kForStatement, Role: fBody}, {In: kForInStatement, Role: fBody},
			{In: kWhileStatement, Role: fBody}, {Kind: kSwitchCase}, {Kind: kSwitchDefault}, {Kind: kCatchClause},
			{In: kTernaryExpression, Role: fConsequence}, {In: kTernaryExpression, Role: fAlternative},
		},
		Lazy:          []lang.Kind{tAnd, tOr, tNullish},
		Literals:      []lang.Kind{kArrowFunction, kFunctionExpression, kGeneratorFunction},
		Nested:        []lang.Kind{kMethodDefinition, kFunctionDeclaration, kGeneratorFunctionDeclaration},
		Extract:       func(t *lang.Tree, b *lang.Builder) { extract(t, b, d) },
		IsTest:        IsTest,
		TestCalls:     testCalls,
		TestClaims:    []string{"assert", "assert.*", "expect", "expectType", "expectTypeOf", "strictEqual", "deepStrictEqual"},
		TestRunners:   TestRunners(),
		Family:        project.Family,
		OutputDirs:    []string{"dist"},
		ProjectFiles:  []string{"package.json"},
		NewLinker:     project.NewLinker,
		Universe:      standard.Globals,
		Forms:         standard.Forms,
		Members:       standard.Members,
		Callbacks:     standard.Callbacks,
		ObjectMembers: standard.ObjectMembers,
		Rules: lang.Rules{
			CheckedCalls: d&typed != 0, RestIsList: true, TypesApart: true,
			CheckedNames: true, CheckedMembers: d&typed != 0,
			ImportsBind:  true,
			Awaits:       true,
			ShapedValues: d&typed != 0,
		},
		KeyTypes: keyTypes(d),
		Lookups:  map[string]string{"eval": "any", "Proxy": "any"},
		Protocol: lang.Protocol{
			Constructors: []string{"constructor"}, Prototype: "prototype", Index: indexMember, Iterate: "[Symbol.iterator]",
		},
		Skips:   lang.Skips{Blocks: skips()},
		Entries: entries(),
	}
}

// Manifests returns the project files of the language.
func Manifests() []*lang.Language { return project.Manifests() }
