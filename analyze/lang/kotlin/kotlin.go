// Package kotlin is the Kotlin language: the syntax tree of a file becomes facts.
// What packages and imports mean is that of the family jvm.
//
// In: the flat tree of a .kt or .kts file. Out: facts through lang.Builder.
//
// # How Kotlin is written down
//
// The members of a companion object are Static members of the class around it; a
// companion with supertypes is a type of its own besides, a Singleton that is
// Static. An object is a Singleton. The constructor in the header of a class is a
// Constructor called "constructor", as are those in its body; a parameter with val
// or var is a Field of the class too, and binds its name in initialisers.
//
// A property is a Field in a class, elsewhere a Variable, or a Constant where it
// is const. One that only a getter computes is a function with the flag Getter. The
// code of initialisers and accessors belongs to the property.
//
// An extension is a function with a Receiver and the flag ExtensionMember. A
// function literal has an unnamed parameter, the LocalVar "it", where it names none, and a SelfVar
// for the receiver it may have; a name that nothing in the function binds may be a
// member of those (Expr.Args). The literal behind the brackets of a call is its
// last argument, Trailing.
//
// Operators and indexing are calls of the functions behind them, with the flag
// Operator; equality and ranges are not. T? is T. Type tests narrow plain names: in
// the branch of if and when, behind &&, and behind an if that leaves.
//
// Delegation "by lazy { x }" is bound from x; of others only a single type argument
// counts: "by inject<T>()" is a T.
//
// # Hashes
//
// SignatureHash covers modifiers and annotations, type parameters, the receiver, the
// names and types of parameters and which have a default, results and supertypes;
// BodyHash the default values and the code. Semicolons and trailing commas count in
// neither.
//
// # What is deliberately absent
//
// componentN, getValue and setValue of delegates, equals behind ==, context
// receivers, and what expect and actual have to do with each other beyond the name.
package kotlin

import (
	"path"
	"strings"

	"github.com/smacker/go-tree-sitter/kotlin"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/jvm"
)

//go:generate go run ../grammargen

// Language returns the language of .kt and .kts files.
func Language() *lang.Language {
	return &lang.Language{
		Name:        "kotlin",
		Title:       "Kotlin",
		Extensions:  []string{".kt", ".kts"},
		Grammar:     func() lang.Grammar { return kotlin.GetLanguage() },
		Kinds:       kinds,
		Fields:      fields,
		Comments:    []lang.Kind{kLineComment, kMultilineComment},
		Strings:     []lang.Kind{kStringLiteral},
		ImportNodes: []lang.Kind{kPackageHeader, kImportList, kImportHeader},
		Decisions: []lang.Kind{
			kIfExpression, kForStatement, kWhileStatement, kDoWhileStatement, kWhenCondition, kCatchBlock, kElvisExpression,
			tAnd, tOr,
		},
		OutputDirs: []string{"build"},
		Prepare:    prepare,
		Branches: []lang.Branch{
			{In: kIfExpression, Kind: kControlStructureBody}, {In: kForStatement, Kind: kControlStructureBody},
			{In: kWhileStatement, Kind: kControlStructureBody}, {Kind: kWhenEntry}, {Kind: kCatchBlock},
		},
		Lazy:        []lang.Kind{tAnd, tOr, tElvis},
		Literals:    []lang.Kind{kLambdaLiteral, kAnonymousFunction},
		Nested:      []lang.Kind{kFunctionDeclaration, kSecondaryConstructor, kAnonymousInitializer, kGetter, kSetter},
		Extract:     extract,
		IsTest:      isTest,
		Unit:        unit,
		Family:      jvm.Family,
		NewLinker:   jvm.NewLinker,
		Universe:    universe(),
		Forms:       forms(),
		Members:     members(),
		Properties:  members(), // no method is called like a property of another type
		TestRunners: jvm.TestRunners(),

		Callbacks:     callbacks(),
		Functional:    functional(),
		Wider:         wider(),
		ObjectMembers: map[string]bool{"equals": true, "hashCode": true, "toString": true, "javaClass": true},
		Rules: lang.Rules{
			CheckedMembers:    true,
			CallMakesInstance: true,
			ImplicitThis:      true,
			Overloads:         true,
			SingleMethodTypes: true,
			AnyDecorator:      true,
			IteratePairs:      true,
			ConstructorParts:  true,
			ForeignExtensions: true,
		},
		Protocol: lang.Protocol{
			Call: "invoke", Index: "get", Iterate: "iterator", Next: "next",
		},
		Skips:   lang.Skips{Decorators: []string{"Disabled", "Ignore", "*.Disabled", "*.Ignore"}},
		Entries: entries(),
	}
}

// unit is that of the family; a script shares nothing with others.
func unit(p string, f *facts.File) string {
	if strings.HasSuffix(p, ".kts") {
		return p
	}
	return jvm.Unit(p, f)
}

// isTest follows the source sets of Gradle and Maven (test, commonTest, androidTest)
// and the usual names of files.
func isTest(p string) bool {
	dirs := strings.Split(path.Dir(p), "/")
	for i, dir := range dirs {
		switch {
		case dir == "test" || dir == "tests" || dir == "androidTest":
			return true
		case i > 0 && dirs[i-1] == "src" && (strings.HasSuffix(dir, "Test") || strings.HasSuffix(dir, "Tests")):
			return true
		}
	}
	name := strings.TrimSuffix(path.Base(p), path.Ext(p))
	for _, suffix := range []string{"Test", "Tests", "Spec", "TestCase"} {
		if strings.HasSuffix(name, suffix) && name != suffix {
			return true
		}
	}
	return false
}

// isTestAnnotation reports whether an annotation marks what JUnit, kotlin.test or
// TestNG run.
func isTestAnnotation(name string) bool {
	switch name {
	case "Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "Theory":
		return true
	}
	return false
}

// isSpec reports whether a class with that base holds tests in the function
// literal it hands on: Kotest and Spek.
func isSpec(base string) bool {
	switch base {
	case "StringSpec", "FunSpec", "DescribeSpec", "BehaviorSpec", "ShouldSpec", "FreeSpec", "WordSpec", "FeatureSpec",
		"ExpectSpec", "AnnotationSpec", "Spek", "SubjectSpek":
		return true
	}
	return false
}
