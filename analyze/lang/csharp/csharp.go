// Package csharp supports C#: it turns the syntax tree of a file into facts, and using directives into
// namespaces and types of the repository.
//
// In: the syntax tree of a .cs file. Out: facts through lang.Builder, and through the Linker the
// targets of using directives.
//
// # How C# maps to facts
//
// All files share one top-level scope. A namespace is a Def that is Partial, one for each part of its
// name and each declaration; a file-scoped one extends to the end of the file. using X.Y is an import
// of everything in X.Y, using static of everything in a type, using A = X.Y.T of one name; using A =
// with a type that is more than a path is a TypeDef of the file.
//
// A property that only stores a value is a Field, also in interfaces. One with code is one Method for
// all its accessors, Getter, Setter or both. An indexer is a Method this[], an event with accessors a
// Setter, an operator a Method "operator +". An explicit interface implementation (void I.M()) has the
// interface in Implements.
//
// The parameters in the head of a class are those of a Constructor, and variables in all of the class;
// those of a record are Fields as well. In an extension method the first parameter is the Receiver,
// not one of Params.
//
// Generic delegates of the standard library (Func, Action, Predicate, …) are function types. new() is
// a New of the type of its place, if that is declared next to it: of a variable, a field, a property,
// a returned value. Object initialisers are writes of members. ItemN is value N of a tuple. A query
// expression is the list of what it selects. Attributes are Decorators with their name as written,
// without the suffix Attribute.
//
// The type T? has the flag MayBeAbsent; a ?? b and operations on numbers are each an Either with a name. An argument a * b,
// which the grammar reads as the declaration of a pointer, is such an operation. new T() of a type parameter is a Composite.
//
// Top-level statements are code of the file.
//
// Both sides of #if are used if they are complete declarations or statements; otherwise Prepare keeps
// the side for a current platform. A type that ends with a semicolon gets an empty body.
//
// # Hashes
//
// SignatureHash covers modifiers but async, unsafe and partial, type parameters and their bounds,
// types and names of parameters and whether they are optional, results, bases; BodyHash attributes,
// default values, initialisers and bodies.
//
// # Not supported
//
// Implicit calls of operators, of Dispose and of base constructors, dynamic, the output of source
// generators, names of tuple elements.
package csharp

import (
	"path"
	"strings"

	"github.com/smacker/go-tree-sitter/csharp"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/csharp/source"
	"github.com/nexus-ci/nexus-ci/analyze/lang/csharp/standard"
)

//go:generate go run ../grammargen

// Language returns the language of .cs files.
func Language() *lang.Language {
	return &lang.Language{
		Name:           "csharp",
		Title:          "C#",
		Extensions:     []string{".cs", ".csx"},
		Grammar:        func() lang.Grammar { return csharp.GetLanguage() },
		Kinds:          kinds,
		Fields:         fields,
		Comments:       []lang.Kind{kComment},
		Directives:     []lang.Kind{kPreprocIf, kPreprocElif, kPreprocElse, kPreprocNullable, kPreprocPragma, kPreprocDefine, kPreprocUndef, kPreprocError},
		Directive:      directive,
		Strings:        []lang.Kind{kStringLiteral, kVerbatimStringLiteral, kRawStringLiteral, kInterpolatedStringExpression, kCharacterLiteral},
		Interpolations: []lang.Kind{kInterpolation},
		ImportNodes: []lang.Kind{
			kUsingDirective, kExternAliasDirective, kFileScopedNamespaceDeclaration, kPreprocRegion, kPreprocEndregion, kPreprocPragma,
			kPreprocNullable, kPreprocLine, kPreprocError, kPreprocDefine, kPreprocUndef, kShebangDirective,
		},
		Decisions: []lang.Kind{
			kIfStatement, kForStatement, kForeachStatement, kWhileStatement, kDoStatement, tCase, kCatchClause,
			kConditionalExpression, kSwitchExpressionArm, tAnd, tOr, tCoalesce,
		},
		Prepare: source.Prepare,
		Branches: []lang.Branch{
			{In: kIfStatement, Role: fConsequence}, {In: kIfStatement, Role: fAlternative}, {In: kForStatement, Role: fBody},
			{In: kForeachStatement, Role: fBody}, {In: kWhileStatement, Role: fBody}, {Kind: kSwitchSection}, {Kind: kSwitchExpressionArm},
			{Kind: kCatchClause}, {In: kConditionalExpression, Role: fConsequence}, {In: kConditionalExpression, Role: fAlternative},
		},
		Lazy:           []lang.Kind{tAnd, tOr, tCoalesce},
		Literals:       []lang.Kind{kLambdaExpression, kAnonymousMethodExpression},
		Extract:        extract,
		OutputDirs:     []string{"bin", "obj"},
		IsTest:         isTest,
		TestRunners:    testRunners(),
		Family:         family,
		Unit:           func(string, *facts.File) string { return unit },
		NewLinker:      newLinker,
		Universe:       standard.Universe,
		Forms:          standard.Forms,
		Members:        standard.Members(),
		Properties:     standard.Properties(),
		Callbacks:      standard.Callbacks(),
		Functional:     standard.Functional,
		Wider:          standard.Wider,
		Scalars:        standard.Scalars,
		Sealed:         standard.Sealed,
		Arithmetic:     standard.Arithmetic,
		Untyped:        standard.Untyped,
		ElementMethods: standard.Set("Add Remove Contains IndexOf Enqueue Push AddFirst AddLast"),
		ObjectMembers:  standard.ObjectMembers,
		TypeMembers:    standard.TypeMembers,
		Rules:          rules(),
		Protocol: lang.Protocol{
			Call:    "Invoke",
			Index:   indexerName,
			Iterate: "GetEnumerator",
			Next:    "Current",
		},
		Skips:   lang.Skips{Decorators: []string{"Ignore", "IgnoreAttribute"}, Statements: []string{"Assert.Ignore", "Assert.Inconclusive"}},
		Entries: entries(),
	}
}

func rules() lang.Rules {
	return lang.Rules{
		BodiesApart:        true,
		TracedNames:        true,
		PrivateMembers:     true,
		SaidOverrides:      true,
		ListedInterfaces:   true,
		CheckedCalls:       true,
		CheckedMembers:     true,
		ImplicitThis:       true,
		Awaits:             true,
		Overloads:          true,
		RestIsList:         true,
		RestTakesList:      true,
		GenericsApart:      true,
		AnyDecorator:       true,
		IterateEntries:     true,
		ConstructorParts:   true,
		DecoratorSuffix:    "Attribute",
		InferFromArguments: true,
		NullAdvice:         true,
		ForeignExtensions:  true,
		AddsToTypes:        true,
	}
}

// unit is the key of the one top-level scope.
const unit = "csharp"

// isTest reports whether a path is that of a test project or test file by convention.
func isTest(p string) bool {
	base := strings.TrimSuffix(path.Base(p), path.Ext(p))
	for _, end := range []string{"Test", "Tests", "Spec", "Specs", "TestBase", "TestCase"} {
		if strings.HasSuffix(base, end) {
			return true
		}
	}
	for dir := range strings.SplitSeq(path.Dir(p), "/") {
		d := strings.ToLower(dir)
		if d == "test" || d == "tests" || strings.HasSuffix(d, "tests") || strings.HasSuffix(d, ".test") || strings.HasSuffix(dir, "Test") ||
			strings.Contains(d, ".tests.") || strings.Contains(d, ".test.") {
			return true
		}
	}
	return false
}
