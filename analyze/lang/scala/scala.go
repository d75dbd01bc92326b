// Package scala supports Scala, versions 2 and 3: it turns the syntax tree of a file into facts.
// Package jvm resolves packages and imports.
//
// In: the syntax tree of a .scala or .sc file. Out: facts through lang.Builder.
//
// # How Scala maps to facts
//
// An object is a Singleton; a class of the same name is its companion. The members of a package object
// in a file of its own are at the top level of its package. The constructor in the header of a class
// is a Constructor called "this", as are those in its body; a parameter with val or var, and any of a
// case class, is a Field of the class. The parameter lists of a function are joined into one;
// parameters that the compiler fills in are Optional; f(a)(b) { c } is one call with three arguments and
// the flag Lists. A function with several lists that callers fill is Curried.
//
// The methods of an extension have the type of its parameter as Receiver, which is a SelfVar; so have
// those of an implicit class, which are its members too. Naming a method without parameters calls it.
// An operator is a call of a member of its operand. An argument with wildcards is a function of them,
// and so are the clauses of a case block.
//
// In patterns, C(a, b) takes the fields of a C, Some(a) and a :: b the elements of the matched value.
// A generator of a for iterates over its value and calls its map or foreach.
//
// A name in the body of a type with a self type may be a member of it (Expr.Args).
//
// Imports apply to the whole file, wherever they are. A package clause that follows another one
// imports all members of the outer package.
//
// # Hashes
//
// SignatureHash covers modifiers and annotations, type parameters, the names and types of parameters
// and which have a default, results and supertypes; BodyHash the default values, what constructors of
// supertypes are called with, and the code.
//
// # Not supported
//
// Implicit conversions and arguments, macros, export clauses, and the results of unapply.
package scala

import (
	"path"
	"strings"

	"github.com/smacker/go-tree-sitter/scala"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/jvm"
)

//go:generate go run ../grammargen

// Language returns the language of .scala and .sc files.
func Language() *lang.Language {
	return &lang.Language{
		Name:           "scala",
		Title:          "Scala",
		Extensions:     []string{".scala", ".sc"},
		Grammar:        func() lang.Grammar { return scala.GetLanguage() },
		Kinds:          kinds,
		Fields:         fields,
		Comments:       []lang.Kind{kComment, kBlockComment},
		Strings:        []lang.Kind{kString, kInterpolatedString},
		Interpolations: []lang.Kind{kInterpolation},
		ImportNodes:    []lang.Kind{kImportDeclaration},
		Decisions:      []lang.Kind{kIfExpression, kWhileExpression, kDoWhileExpression, kForExpression, kCaseClause, kGuard},
		Blocks:         []lang.Kind{kIndentedBlock, kIndentedCases, kWithTemplateBody},
		OutputDirs:     []string{"target", "out"},
		Prepare:        prepare,
		Branches: []lang.Branch{
			{In: kIfExpression, Role: fConsequence}, {In: kIfExpression, Role: fAlternative},
			{In: kWhileExpression, Role: fBody}, {In: kForExpression, Role: fBody}, {Kind: kCaseClause},
		},
		Literals:      []lang.Kind{kLambdaExpression},
		Nested:        []lang.Kind{kFunctionDefinition},
		Extract:       extract,
		IsTest:        isTest,
		TestRunners:   jvm.TestRunners(),
		Unit:          jvm.UnitOrScript(".sc"),
		Family:        jvm.Family,
		NewLinker:     jvm.NewLinker,
		Universe:      universe(),
		Forms:         forms(),
		Members:       members(),
		Properties:    members(),
		Callbacks:     callbacks(),
		Functional:    functional(),
		Wider:         wider(),
		Complete:      completeTypes(),
		ObjectMembers: map[string]bool{"equals": true, "hashCode": true, "toString": true, "getClass": true, "##": true},
		Rules: lang.Rules{
			BodiesApart: true, ProjectsPlace: true,
			OuterAliases:      true,
			CheckedMembers:    true,
			TracedNames:       true,
			SaidOverrides:     true,
			CheckedCalls:      true,
			CallMakesInstance: true,
			ImplicitThis:      true,
			Overloads:         true,
			BareCalls:         true,
			SingleMethodTypes: true,
			AnyDecorator:      true,
			IteratePairs:      true,
			ConstructorParts:  true,
			LastBaseFirst:     true,
			ForeignExtensions: true,
			AddsToTypes:       true,
			TypesApart:        true,
			PackageNames:      true,
			SpreadFills:       true,
		},
		Protocol: lang.Protocol{Call: "apply", Iterate: "iterator", Next: "next"},
		Skips:    lang.Skips{Decorators: jvm.Skips(), Blocks: []string{"ignore"}},
		Entries:  entries(),
	}
}

// isTest follows the source sets of sbt and Mill (src/test, src/it, a module
// called test) and the usual names of files.
func isTest(p string) bool {
	if set, tests := jvm.SourceSet(p); set != "" {
		return tests
	}
	for _, dir := range strings.Split(path.Dir(p), "/") {
		if dir == "test" || dir == "tests" || dir == "it" {
			return true
		}
	}
	return jvm.IsTestFile(p, "Test", "Tests", "Spec", "Suite")
}

// isTestAnnotation reports whether an annotation marks what JUnit runs.
func isTestAnnotation(name string) bool {
	return name == "Test" || name == "ParameterizedTest" || name == "RepeatedTest"
}

// isSuite reports whether a class with that base holds tests: ScalaTest, munit,
// specs2, utest, ZIO and weaver.
func isSuite(base string) bool {
	for _, word := range []string{"FunSuite", "FlatSpec", "WordSpec", "FunSpec", "FreeSpec", "FeatureSpec", "PropSpec", "TestSuite", "IOSuite", "ScalaCheckSuite"} {
		if strings.HasSuffix(base, word) || base == "Any"+word || base == "Async"+word {
			return true
		}
	}
	switch base {
	case "AnyFlatSpecLike", "AnyFunSuiteLike", "AnyWordSpecLike", "Specification", "ZIOSpecDefault", "CatsEffectSuite", "SimpleIOSuite":
		return true
	}
	return false
}
