// Package ruby supports Ruby: it extracts what files define and call, and resolves what they
// require.
//
// # How Ruby maps to facts
//
// Constants are global, so all files share one top-level scope. A class is a
// Class, a module a Trait; both are Partial, as any file may reopen them.
// "class A::B" at the top of a file is inside a Declaration of A. The members of
// "class << self", "def self.x" and the instance variables of the class itself are
// Static; members added by extend are Extended.
//
// A name is a local variable from its first assignment on. Any other bare name is
// a call: of a member of self inside a type, else of a function. Every x.y is a call too,
// so attr_accessor, Struct.new and delegate define methods; a getter returns the instance
// variable of its name. Instance variables are Fields that begin with @, class variables
// with @@, globals Variables with $.
//
// Calls of methods with a meaning in the language are recorded as the equivalent explicit code:
//
//	X.new(…)                New
//	x.class                 the class of x
//	x.send(:m, …)           x.m(…)
//	method(:m)              m as a value
//	&:m                     a function that calls m on its parameter
//	yield x, block.call(x)  x has the type of the block's parameter: Param "&"
//	f(…) { … }              the block is the argument with the keyword "&"
//	x.tap { |y| … }         y is x, and so is the result
//	alias a b               a is a member that holds b
//	list << x, h[k] = x     x is one of the elements
//	super                   the method of the same name on Super
//
// Declared types come from YARD tags and Sorbet signatures.
//
// Blocks of RSpec belong to the file or the surrounding type; let and subject are
// functions of the file. In a block in the body of a type, except in those known
// to keep self, bare names may be members of instances.
//
// # Not supported
//
// instance_eval and the like with another self, methods with computed names, autoload of
// constants (names need no import), the order of BEGIN and END.
package ruby

import (
	grammar "github.com/smacker/go-tree-sitter/ruby"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ruby/convention"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ruby/standard"
)

//go:generate go run ../grammargen

// Language returns the description of Ruby for the analyzer.
func Language() *lang.Language {
	return &lang.Language{
		Name:       "ruby",
		Title:      "Ruby",
		Extensions: []string{".rb", ".rake", ".gemspec", ".ru", ".thor", ".rbw"},
		Filenames: []string{
			"Rakefile", "Gemfile", "Guardfile", "Capfile", "Thorfile", "Vagrantfile", "Podfile", "Fastfile", "Brewfile", "Dangerfile",
		},
		Grammar:        func() lang.Grammar { return grammar.GetLanguage() },
		Kinds:          kinds,
		Fields:         fields,
		Comments:       []lang.Kind{kComment},
		Directives:     []lang.Kind{kComment},
		Directive:      directive,
		Sequences:      []lang.Kind{kBodyStatement, kThen, kElse, kBegin, kBlock, kParenthesizedStatements, kArgumentList},
		Strings:        []lang.Kind{kString, kHeredocBody, kSubshell, kRegex, kStringArray, kSymbolArray},
		Interpolations: []lang.Kind{kInterpolation},
		ImportNodes:    nil,
		Decisions: []lang.Kind{
			kIf, kUnless, kElsif, kWhile, kUntil, kFor, kWhen, kInClause, kConditional, kRescue,
			kIfModifier, kUnlessModifier, kWhileModifier, kUntilModifier, kRescueModifier, tAndAnd, tOrOr, kAnd, kOr,
		},
		Branches: []lang.Branch{
			{In: kIf, Role: fConsequence}, {In: kIf, Role: fAlternative}, {In: kUnless, Role: fConsequence},
			{In: kUnless, Role: fAlternative}, {In: kElsif, Role: fConsequence}, {In: kElsif, Role: fAlternative},
			{In: kWhile, Role: fBody}, {In: kUntil, Role: fBody}, {In: kFor, Role: fBody},
			{Kind: kWhen}, {Kind: kInClause}, {In: kCase, Kind: kElse}, {In: kCaseMatch, Kind: kElse}, {Kind: kRescue},
			{In: kIfModifier, Role: fBody, First: true}, {In: kUnlessModifier, Role: fBody, First: true},
			{In: kWhileModifier, Role: fBody, First: true}, {In: kUntilModifier, Role: fBody, First: true},
			{In: kRescueModifier, Role: fHandler}, {In: kConditional, Role: fConsequence}, {In: kConditional, Role: fAlternative},
		},
		Lazy:        []lang.Kind{tAndAnd, tOrOr, kAnd, kOr, tAndAssign, tOrAssign},
		Literals:    []lang.Kind{kBlock, kDoBlock, kLambda},
		Extract:     extract,
		IsTest:      convention.IsTest,
		TestCalls:   []string{"it", "specify", "describe", "context", "feature", "scenario", "RSpec.*", "should"},
		TestRunners: convention.TestRunners(),
		IsTestName:  convention.IsTestName,
		Unit:        func(string, *facts.File) string { return convention.Unit },
		NewLinker:   convention.NewLinker,
		Universe:    standard.Universe(),
		Forms: map[string]string{
			"Array": "list", "Set": "list", "Enumerator": "list", "Hash": "dict", "String": "str", "Symbol": "sym",
			"Integer": "int", "Float": "float",
		},
		Members: standard.Members(), Callbacks: standard.Callbacks(), ObjectMembers: standard.ObjectMembers(),
		Complete: standard.Complete(),
		Rules: lang.Rules{
			ImplicitThis:    true,
			WrittenMembers:  true,
			ObjectsAreMaps:  true,
			StaticsApart:    true,
			ParamsFromCalls: true,
			TracedNames:     true,
			PrivateMembers:  true,
			CheckedCalls:    true,
			CountedCalls:    true,
			OpenTypes:       true,
		},
		Protocol: lang.Protocol{
			Constructors: []string{"initialize"},
			Block:        blockKeyword,
			Call:         "call",
			Index:        "[]",
			Iterate:      "each",
			Fallbacks:    []string{"method_missing", "respond_to_missing?"},
		},
		Skips:   lang.Skips{Statements: []string{"skip", "pending"}, Blocks: []string{"xit", "xdescribe", "xcontext", "xspecify", "xexample"}},
		Entries: convention.Entries(),
	}
}
