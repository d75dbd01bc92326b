// Package kotlin supports Kotlin: it turns the syntax tree of a file into facts. Package jvm resolves
// packages and imports.
//
// In: the syntax tree of a .kt or .kts file. Out: facts through lang.Builder.
//
// # How Kotlin maps to facts
//
// The members of a companion object are Static members of the surrounding class; a companion with
// supertypes is also a type of its own, a Singleton that is Static. An object is a Singleton. The
// constructor in the header of a class is a Constructor called "constructor", as are those in its
// body; a parameter with val or var is also a Field of the class, and binds its name in initialisers.
//
// A property is a Field in a class, elsewhere a Variable, or a Constant if it is const. A property
// with only a getter is a function with the flag Getter. The code of initialisers and accessors
// belongs to the property.
//
// An extension is a function with a Receiver and the flag ExtensionMember. A function literal without
// declared parameters has the implicit parameter "it", a LocalVar. A literal has a SelfVar for the
// receiver that it may have; a name that nothing in the function binds may be a member of this
// receiver (Expr.Args). A literal after the brackets of a call is its last argument, Trailing.
//
// Operators and indexing are calls of their functions, with the flag Operator; equality and ranges are
// not. T? is T. Type tests narrow plain names: in the branches of if and when, after &&, and after an
// if that leaves the function.
//
// A property "by lazy { x }" has the value x. Of other delegates, only a single type argument is used:
// "by inject<T>()" is a T.
//
// # Hashes
//
// SignatureHash covers modifiers and annotations, type parameters, the receiver, the names and types
// of parameters and which have a default, results and supertypes; BodyHash the default values and the
// code. Semicolons and trailing commas count in neither.
//
// # Not supported
//
// componentN, getValue and setValue of delegates, equals in ==, context receivers, and the relation
// between expect and actual beyond the name.
package kotlin

import (
	"path"
	"strings"

	"github.com/smacker/go-tree-sitter/kotlin"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/jvm"
	"github.com/nexus-ci/nexus-ci/analyze/lang/kotlin/source"
	"github.com/nexus-ci/nexus-ci/analyze/lang/kotlin/standard"
)

//go:generate go run ../grammargen

// Language returns the language of .kt and .kts files.
func Language() *lang.Language {
	return &lang.Language{
		Name:           "kotlin",
		Title:          "Kotlin",
		Extensions:     []string{".kt", ".kts"},
		Grammar:        func() lang.Grammar { return kotlin.GetLanguage() },
		Kinds:          kinds,
		Fields:         fields,
		Comments:       []lang.Kind{kLineComment, kMultilineComment},
		Sequences:      []lang.Kind{kStatements},
		Strings:        []lang.Kind{kStringLiteral},
		Interpolations: []lang.Kind{kInterpolatedExpression, kInterpolatedIdentifier},
		ImportNodes:    []lang.Kind{kPackageHeader, kImportList, kImportHeader},
		Decisions: []lang.Kind{
			kIfExpression, kForStatement, kWhileStatement, kDoWhileStatement, kWhenCondition, kCatchBlock, kElvisExpression,
			tAnd, tOr,
		},
		OutputDirs: []string{"build"}, PackageDirs: jvm.PackageDirs(),
		Prepare: source.Prepare,
		Branches: []lang.Branch{
			{In: kIfExpression, Kind: kControlStructureBody}, {In: kForStatement, Kind: kControlStructureBody},
			{In: kWhileStatement, Kind: kControlStructureBody}, {Kind: kWhenEntry}, {Kind: kCatchBlock},
		},
		Lazy:        []lang.Kind{tAnd, tOr, tElvis},
		Literals:    []lang.Kind{kLambdaLiteral, kAnonymousFunction},
		Nested:      []lang.Kind{kFunctionDeclaration, kSecondaryConstructor, kAnonymousInitializer, kGetter, kSetter},
		Extract:     extract,
		IsTest:      isTest,
		IsApart:     isApart,
		Unit:        jvm.UnitOrScript(".kts"),
		Family:      jvm.Family,
		NewLinker:   jvm.NewLinker,
		Universe:    standard.Universe(),
		Forms:       standard.Forms(),
		Members:     standard.Members(),
		Properties:  standard.Members(), // no method is called like a property of another type
		TestRunners: jvm.TestRunners(),

		Callbacks:     standard.Callbacks(),
		Functional:    standard.Functional(),
		Wider:         standard.Wider(),
		Complete:      lang.CompleteTypes(standard.Complete()),
		ObjectMembers: map[string]bool{"equals": true, "hashCode": true, "toString": true, "javaClass": true},
		Rules: lang.Rules{
			CheckedMembers:    true,
			TracedNames:       true,
			SaidOverrides:     true,
			HidesNothing:      true,
			CheckedCalls:      true,
			CallMakesInstance: true,
			FactoryNames:      true,
			ImplicitThis:      true,
			Overloads:         true,
			SingleMethodTypes: true,
			AnyDecorator:      true,
			IteratePairs:      true,
			ConstructorParts:  true,
			ForeignExtensions: true,
			AddsToTypes:       true,
			ChecksLostTypes:   true,
			BodiesApart:       true, ProjectsPlace: true,
			PackageNames:  true,
			SpreadFills:   true,
			NamesByImport: true,
			NamesByPath:   true,
			MembersByType: true,
		},
		Protocol: lang.Protocol{
			Call: "invoke", Index: "get", Iterate: "iterator", Next: "next",
		},
		Skips:   lang.Skips{Decorators: jvm.Skips()},
		Entries: entries(),
	}
}

// isTest reports whether a path is that of a test by the source sets of Gradle and Maven (test,
// commonTest, androidTest) or by the usual file names.
func isTest(p string) bool {
	if set, tests := jvm.SourceSet(p); set != "" {
		return tests
	}
	for _, dir := range strings.Split(path.Dir(p), "/") {
		if dir == "test" || dir == "tests" || dir == "androidTest" {
			return true
		}
	}
	return jvm.IsTestFile(p, "Test", "Tests", "Spec", "TestCase")
}

// isApart reports whether a script of Gradle uses what is not built before it: it gets that from a plugin, which may be an
// earlier release. The projects buildSrc and, by convention, build-logic are built before.
func isApart(user, definition string) bool {
	if !strings.HasSuffix(user, ".gradle.kts") || strings.HasSuffix(definition, ".gradle.kts") {
		return false
	}
	for _, dir := range strings.Split(path.Dir(definition), "/") {
		if dir == "buildSrc" || dir == "build-logic" {
			return false
		}
	}
	return true
}

// isTestAnnotation reports whether an annotation marks a test of JUnit, kotlin.test or TestNG.
func isTestAnnotation(name string) bool {
	switch name {
	case "Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "Theory":
		return true
	}
	return false
}

// isSpec reports whether a class with that base contains tests in the function literal that it passes
// to the base: Kotest and Spek.
func isSpec(base string) bool {
	switch base {
	case "StringSpec", "FunSpec", "DescribeSpec", "BehaviorSpec", "ShouldSpec", "FreeSpec", "WordSpec", "FeatureSpec",
		"ExpectSpec", "AnnotationSpec", "Spek", "SubjectSpek":
		return true
	}
	return false
}
