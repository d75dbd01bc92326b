// Package cfamily supports C and C++: one extractor with two grammars, and the resolution of #include.
//
// In: the syntax tree of one file. Out: facts through lang.Builder, and through Linker the file that
// an #include means.
//
// # How C and C++ map to facts
//
// Every file is its own unit. An #include is a star import that re-exports what the included file
// includes itself. Prototypes, methods in a class body and forward declarations have the flag
// Declaration; their definition is elsewhere. A member defined outside its class has the type before
// :: as Receiver.
//
// The content of a header decides its language: C++ if it has a class, a namespace, a template or a
// qualified name, else C.
//
// The preprocessor is not run. All branches of a condition are used if each is a complete construct;
// otherwise only the first branch is (see source/prepare.go, which also removes words meant for the
// preprocessor only). A function-like macro is a Function that calls the names before a bracket in its
// text; an object-like macro is a Constant, whose value is the name that is its text.
//
//   - Namespaces are Defs with the flag Partial. Anonymous and inline namespaces make no Def:
//     their members belong to the enclosing scope, those of anonymous ones with the flag FileLocal.
//   - "typedef struct {…} T" is the Struct T, and so is "typedef struct T {…} T".
//     The members of an unscoped enumeration are names of the enclosing scope
//     (Transparent); those of an anonymous union or struct belong to the enclosing
//     struct.
//   - T x(a), T x{a}, T{a}, new T(a) and make_unique<T>(a) are New; {.x = 1} and
//     compound literals of C are Composites. Pointers, references, *x and &x are the
//     value itself; so are std::move(x) and its like. A named cast is an Assert.
//   - A using declaration is an import of a name, or of all names, from the source
//     "namespace a.b"; names of std are resolved without an import.
//   - TEST(Suite, Name) {…} is the Function "Suite.Name" with the flag Test, a test
//     with a fixture a Method of that class; TEST_CASE("text") {…} a Function of
//     that text.
//
// # Hashes
//
// SignatureHash covers the result, the types of parameters and the specifiers before and after them;
// of a variable its type; of a class its bases; of a macro the number of parameters. BodyHash covers
// names of parameters and their defaults, initialisers, code and values.
//
// # Not supported
//
// The expansion of macros, calls of overloaded operators, destructors and implicit conversions,
// argument-dependent lookup, template specialisations, values of function pointers, modules, K&R
// declarations of functions without types, GNU assembler.
package cfamily

import (
	grammarC "github.com/smacker/go-tree-sitter/c"
	grammarCPP "github.com/smacker/go-tree-sitter/cpp"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/cfamily/source"
)

//go:generate go run ../grammargen

// A dialect is one of the two grammars.
type dialect uint8

const (
	onlyC dialect = 1 << iota
	onlyCPP
)

const family = "c"

// C returns the language of .c files.
func C() *lang.Language {
	return language("c", "C", onlyC, []string{".c"}, func() lang.Grammar { return grammarC.GetLanguage() })
}

// Header returns the language of .h files, which are C or C++ depending on their content.
func Header() *lang.Language {
	l, plain, plus := C(), C(), CPP()
	l.Name, l.Extensions = "c-header", []string{".h"}
	l.Dialect = func(src []byte) *lang.Language {
		if source.IsCPP(src) {
			return plus
		}
		return plain
	}
	return l
}

// CPP returns C++.
func CPP() *lang.Language {
	return language("cpp", "C++", onlyCPP, []string{".cc", ".cpp", ".cxx", ".c++", ".hpp", ".hh", ".hxx", ".h++", ".ipp", ".tpp", ".tcc", ".txx", ".inl"},
		func() lang.Grammar { return grammarCPP.GetLanguage() })
}

func language(name, title string, d dialect, extensions []string, grammar func() lang.Grammar) *lang.Language {
	strings := []lang.Kind{kStringLiteral, kCharLiteral, kSystemLibString}
	decisions := []lang.Kind{kIfStatement, kForStatement, kWhileStatement, kDoStatement, kCaseStatement, kConditionalExpression, tAnd, tOr}
	branches := []lang.Branch{
		{In: kIfStatement, Role: fConsequence}, {In: kIfStatement, Role: fAlternative},
		{In: kForStatement, Role: fBody}, {In: kForStatement, Role: fUpdate}, {In: kWhileStatement, Role: fBody}, {Kind: kCaseStatement},
		{In: kConditionalExpression, Role: fConsequence}, {In: kConditionalExpression, Role: fAlternative},
	}
	var literals []lang.Kind
	if d == onlyCPP {
		branches = append(branches, lang.Branch{In: kForRangeLoop, Role: fBody}, lang.Branch{Kind: kCatchClause})
		literals = append(literals, kLambdaExpression)
		strings = append(strings, kRawStringLiteral)
		decisions = append(decisions, kForRangeLoop, kCatchClause)
	}
	return &lang.Language{
		Name:        name,
		Title:       title,
		Extensions:  extensions,
		Grammar:     grammar,
		Kinds:       lang.NamesOf(kinds, d),
		Fields:      lang.NamesOf(fields, d),
		Comments:    []lang.Kind{kComment},
		Directives:  []lang.Kind{kPreprocIf, kPreprocIfdef, kPreprocElif, kPreprocElifdef, kPreprocElse, kPreprocCall},
		Directive:   directive,
		Tuples:      []lang.Kind{kArgumentList},
		Strings:     strings,
		ImportNodes: []lang.Kind{kPreprocInclude},
		Decisions:   decisions,
		Prepare:     func(src []byte) []byte { return source.Prepare(src, d == onlyCPP) },
		Versioned:   source.Versioned,
		Branches:    branches,
		Lazy:        []lang.Kind{tAnd, tOr},
		Literals:    literals,
		Extract:     func(t *lang.Tree, b *lang.Builder) { extract(t, b, d) },
		IsTest:      isTestPath,
		IsTestName:  isTestName,
		Family:      family,
		NewLinker:   newLinker,
		Universe:    universe(),
		Forms:       forms,
		Members:     members,
		Properties:  properties,
		Callbacks:   callbacks,
		Wider:       wider,
		Integers:    integers,
		Rules: lang.Rules{
			BodiesApart: true, PrivateMembers: true,
			TracedNames: true, TextualNames: true,
			CheckedCalls:      true,
			CheckedMembers:    d == onlyCPP,
			CallMakesInstance: d == onlyCPP,
			TagsApart:         d != onlyCPP,
			AbstractUnsaid:    true,
			ModuleMembers:     true,
			DeclarationsOnly:  true,
			ImplicitThis:      true,
			Overloads:         true,
			SharedNamespaces:  true,
			PointersIndex:     true,
			ImplicitCopies:    true,
			IterateEntries:    true,
		},
		Protocol:       lang.Protocol{Call: "operator()", Index: "operator[]"},
		Entries:        entries(),
		OpenNamespaces: map[string]bool{"std": true},
	}
}
