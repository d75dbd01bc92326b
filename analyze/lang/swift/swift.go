// Package swift supports Swift: it turns the syntax tree of a file into facts, and names of modules
// into the directories that contain them.
//
// In: the syntax tree of a .swift file. Out: facts through lang.Builder, and through Linker the
// targets of module names.
//
// # How Swift maps to facts
//
// The files of a module share one scope: Unit is the directory below Sources or Tests, or else the
// directory of the file. An import is a star import of the module; a Package.swift gives the paths of
// targets in other places.
//
// Structs, classes (actors too), enums and protocols (Interface) are types. An extension is no
// definition: its members have the type as their Receiver, its protocols are an Extension.
// A name in it has as receivers also the protocols that its where clause requires of Self.
// Initialisers are Constructors called init; T.init(…) and .init(…) are calls of the type. Subscripts
// and deinit are methods of that name. Parameters are named by their labels: KeywordOnly with one,
// PositionalOnly without. A trailing closure without a label is Trailing.
//
// Computed properties and those of protocols are methods with the flag Getter. A case of an enum has
// its associated values as fields named by their index. A pattern with associated values asserts the
// case: an Assert with the case as its name. .name has the type that the surrounding declaration or
// result expects.
//
// An optional is its wrapped value, so x?.y, x!, if let and ?? need no special treatment. try is
// ignored. An async function returns its result itself; it Suspends, and calls under await are Awaited. $0 and the like are the parameters of
// their closure.
//
// # Hashes
//
// SignatureHash covers labels, types and everything else before the body, without the names of
// parameters, default values, modifiers and the symbol's own name. BodyHash covers these and the body.
//
// # Not supported
//
// Conditional compilation: all alternatives are used. Macros are calls of their name. Operators as
// calls, result builders, key paths beyond their type.
package swift

import (
	"path"
	"strings"

	grammar "github.com/smacker/go-tree-sitter/swift"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/swift/source"
	"github.com/nexus-ci/nexus-ci/analyze/lang/swift/standard"
)

//go:generate go run ../grammargen

// Language returns the language of .swift files.
func Language() *lang.Language {
	return &lang.Language{
		Name:           "swift",
		Title:          "Swift",
		Extensions:     []string{".swift"},
		Grammar:        func() lang.Grammar { return grammar.GetLanguage() },
		Kinds:          kinds,
		Fields:         fields,
		Comments:       []lang.Kind{kComment, kMultilineComment},
		Directives:     []lang.Kind{kDirective},
		Directive:      directive,
		Sequences:      []lang.Kind{kStatements},
		Strings:        []lang.Kind{kLineStringLiteral, kMultiLineStringLiteral, kRawStringLiteral},
		Interpolations: []lang.Kind{kInterpolatedExpression},
		ImportNodes:    []lang.Kind{kImportDeclaration},
		Decisions: []lang.Kind{
			kIfStatement, kGuardStatement, kForStatement, kWhileStatement, kRepeatWhileStatement, kSwitchEntry, kCatchBlock,
			kTernaryExpression, kConjunctionExpression, kDisjunctionExpression, kNilCoalescingExpression,
		},
		Prepare: source.Prepare,
		Branches: []lang.Branch{
			{In: kIfStatement, Kind: kStatements}, {In: kIfStatement, Kind: kIfStatement}, {In: kGuardStatement, Kind: kStatements},
			{In: kForStatement, Kind: kStatements}, {In: kWhileStatement, Kind: kStatements}, {Kind: kSwitchEntry}, {Kind: kCatchBlock},
			{In: kTernaryExpression, Role: fIfTrue}, {In: kTernaryExpression, Role: fIfFalse}, {In: kNilCoalescingExpression, Role: fIfNil},
			{In: kConjunctionExpression, Role: fRhs}, {In: kDisjunctionExpression, Role: fRhs},
		},
		Literals:   []lang.Kind{kLambdaLiteral},
		Extract:    extract,
		OutputDirs: []string{".build", "DerivedData"}, ProjectFiles: []string{"Package.swift"},
		IsTest:      isTest,
		TestRunners: testRunners(),
		TestNeeds:   testNeeds,
		IsTestName:  isTestName,
		Unit:        unit,
		Unite:       unite,
		NewLinker:   newLinker,
		Integers:    numbers,
		Universe:    universe(),
		Complete:    lang.CompleteTypes(standard.Complete()),
		Forms:       forms,
		Members:     members(),
		Properties:  properties(),
		Callbacks:   callbacks(),
		Wider:       wider,
		Scalars:     scalars,
		Rules: lang.Rules{
			PackageNames:      true,
			BodiesApart:       true,
			AddsToTypes:       true,
			CheckedMembers:    true,
			TracedNames:       true,
			SaidOverrides:     true,
			CheckedCalls:      true,
			LooseTrailing:     true,
			CallMakesInstance: true,
			ImplicitThis:      true,
			Overloads:         true,
			AnyDecorator:      true,
			IteratePairs:      true,
		},
		Protocol: lang.Protocol{
			Constructors: []string{"init"},
			Call:         "callAsFunction",
			Index:        "subscript",
			Iterate:      "makeIterator",
			Next:         "next",
			Options:      "formSymmetricDifference",
		},
		Skips:   lang.Skips{Statements: []string{"XCTSkip"}},
		Entries: entries,
	}
}

// isTest goes by the directories and names that the package manager and Xcode give
// to tests.
func isTest(p string) bool {
	base := strings.TrimSuffix(path.Base(p), ".swift")
	if strings.HasSuffix(base, "Tests") || strings.HasSuffix(base, "Test") || strings.HasSuffix(base, "Spec") {
		return true
	}
	for _, dir := range strings.Split(path.Dir(p), "/") {
		if dir == "Tests" || strings.HasSuffix(dir, "Tests") {
			return true
		}
	}
	return false
}

// isTestName reports whether XCTest starts d.
func isTestName(d *facts.Def) bool {
	return d.Kind == facts.Method && strings.HasPrefix(d.Name, "test") && len(d.Params) == 0 && !d.Has(facts.Static)
}
