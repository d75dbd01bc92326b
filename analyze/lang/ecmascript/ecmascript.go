// Package ecmascript extracts facts from JavaScript and TypeScript, with and without JSX, and resolves
// their module specifiers.
//
// In: the syntax tree of one file in one of three dialects. Out: facts. The three grammars share
// nearly all their rules, so one extractor serves them; packages javascript and typescript combine it
// with the grammars.
//
// This package walks statements, expressions and declarations. Its subpackages, each using only those
// listed before it: syntax (the grammar, properties of single nodes), value (values and types that
// operations produce), annotation (declared types), narrowing (types that conditions imply), commonjs,
// fingerprint (hashes of definitions) and visibility (what other files can see). Independent of these:
// project, source, standard, and convention (test runners and frameworks).
//
// How the language maps to facts, where that is a choice:
//
//   - A function bound to a name (const f = () => {}, a class field, a property)
//     is a Function or Method of that name. Functions without a name are not
//     definitions: their code belongs to the enclosing definition, and so does
//     their this unless they are arrow functions. Wrapped functions
//     (const f = memo(() => {})) are values of the variable.
//   - At file level and in the body of a namespace every declaration is a Def. In
//     functions and in blocks variables are Vars; functions, classes and the like
//     are Defs with a DefVar each. A var in a block at file level is a Def.
//   - Function members of object literals are Methods with the flag ObjectItem
//     where the literal is bound, returned or exported; nested literals with
//     functions are Fields. Literals passed to a call inside a function are not.
//   - A member assigned elsewhere (res.send = …, Foo.prototype.x = …, exports.x = …)
//     is a Def with an Owner. Values that are not functions count at file level only.
//   - exports.x and module.exports.x make an Export too; module.exports = {…}
//     makes one for "=" and one for every key.
//   - Call, construct and index signatures are Methods named "()", "(new)" and
//     "(index)"; one whose keys are not numbers gives its type DynamicMembers.
//   - Types declared in functions and blocks are DefVars named "type T", and a use
//     of them is a ValueT.
//   - Results of async functions have the type after await, without the Promise.
//   - The value of an expression through which no call or reference can pass is None.
//     Casts, parentheses and x! have the value of their operand; "as T" is an Assert.
//   - x instanceof T, x.constructor === T and typeof x === "…" narrow x in the code they
//     guard: a Var with this name and type is in a block around it; this and members
//     are Asserts there. Elsewhere in the function, and after "k" in x and isT(x), members
//     of x are Guarded, because the type of x is not known.
//
// Types in JSDoc comments are used in JavaScript if their names are known; @typedef and @import define
// names, import("x").T is an import that is never reported as unresolved.
//
// A file without imports and exports is a script: its definitions, and those in declare global, are
// visible in all files.
//
// Files of Vue and Svelte are rewritten to a script by package component. The template is the Function
// "template": it calls the components in it, and it is the default export where the file has none.
//
// Not supported: evaluation of computed keys, prototypes changed through loops, with, eval, Flow
// syntax.
package ecmascript

import (
	"github.com/nexus-ci/nexus-ci/analyze/lang"

	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/convention"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/project"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/source"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/standard"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/syntax"
)

// New returns the language of dialect d with the given name, file name extensions and grammar.
func New(name string, d syntax.Dialect, extensions []string, grammar func() lang.Grammar) *lang.Language {
	typed := d.Typed()
	l := &lang.Language{
		Name: name, Title: d.Title(),
		Registry:      project.Registry(),
		Extensions:    extensions,
		Grammar:       grammar,
		Prepare:       func(src []byte) []byte { return source.Prepare(src, typed) },
		Extract:       func(t *lang.Tree, b *lang.Builder) { newExtractor(t, b, d).file() },
		IsTest:        convention.IsTest,
		TestCalls:     convention.TestCalls(),
		TestClaims:    []string{"assert", "assert.*", "expect", "expectType", "expectTypeOf", "strictEqual", "deepStrictEqual"},
		TestRunners:   convention.TestRunners(),
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
			PrivateMembers: true,
			CheckedCalls:   typed, RestIsList: true, TypesApart: true,
			CheckedNames: true, CheckedMembers: typed,
			ImportsBind:  true,
			Awaits:       true,
			ShapedValues: typed,
			BodiesApart:  true, BodiesDecide: true, NamesByImport: true, MembersByType: true, ShapedLiterals: true,
		},
		Lookups: map[string]string{"eval": "any", "Proxy": "any"},
		Protocol: lang.Protocol{
			Constructors: []string{"constructor"}, Prototype: "prototype", Index: syntax.IndexMember, Iterate: "[Symbol.iterator]",
		},
		Skips:   lang.Skips{Blocks: convention.Skips()},
		Entries: convention.Entries(),
	}
	if typed {
		l.KeyTypes = convention.KeyTypes()
	}
	syntax.Describe(l, d)
	return l
}

// NewComponent returns the language of files in which scripts stand in markup. rewrite returns the
// script for a file; see package component. Only imports and what types prove are judged in them:
// compilers and plugins give templates and scripts names that no file of the repository defines, and
// what a component takes is not written as parameters.
func NewComponent(name, title, extension string, rewrite func([]byte) []byte, grammar func() lang.Grammar) *lang.Language {
	l := New(name, syntax.TypeScript, []string{extension}, grammar)
	l.Title = title
	l.KeyTypes = nil
	l.Rules.CheckedCalls, l.Rules.CheckedMembers, l.Rules.ShapedValues = false, false, false
	l.Prepare = func(src []byte) []byte { return source.Prepare(rewrite(src), true) }
	l.Extract = func(t *lang.Tree, b *lang.Builder) {
		e := newExtractor(t, b, syntax.TypeScript)
		e.component = true
		e.file()
	}
	return l
}

// Manifests returns the project files of the language.
func Manifests() []*lang.Language { return project.Manifests() }
