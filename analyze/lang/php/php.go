// Package php supports PHP: it turns the syntax tree of a file into facts, and names into classes and
// functions of the repository.
//
// In: the syntax tree of a .php file. Out: facts through lang.Builder, and through the Linker the
// targets of use declarations and included paths.
//
// # How PHP maps to facts
//
// All files share one top-level scope. A namespace is a Def that is Partial, one for each part of its
// name. The meaning of a class name depends on its file only: types have the path from the top level
// in the Qualifier, with a leading dot. An unqualified function or constant is looked up in the
// surrounding namespace, then at the top level.
//
// Variables and properties keep the dollar sign in their names, so that a property is not confused
// with a method of the same name. A promoted parameter of a constructor is a Field too. Traits are
// Embeds; a method that a class takes under another name is a Method that calls it. new class { … } is
// a Class without a name. self and static are the type of $this, parent is the base class.
//
// Declared types are used, and types of doc comments if there is no declared type or if they give the
// element type of a list. @template defines type parameters, @property members, @var the type of a
// local variable. A condition with instanceof narrows the variable in the code that depends on it.
//
// [$object, 'name'] and [Type::class, 'name'] are methods as values, f(...) the function itself.
// define('X', …) is a constant.
//
// Prepare rewrites syntax that the grammar lacks: constants of an enum become cases, and visibility
// for writing only is removed.
//
// # Hashes
//
// SignatureHash covers modifiers, types and names of parameters and whether they are optional,
// results, bases; BodyHash attributes, default values, traits, initialisers and bodies.
//
// # Not supported
//
// Computed names and members, methods that only comments declare, autoloading (a class is where it is
// defined), property hooks.
package php

import (
	"path"
	"strings"

	"github.com/smacker/go-tree-sitter/php"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/php/standard"
)

//go:generate go run ../grammargen

// Language returns the language of .php files.
func Language() *lang.Language {
	return &lang.Language{
		Name:        "php",
		Title:       "PHP",
		Extensions:  []string{".php", ".phtml", ".inc"},
		Grammar:     func() lang.Grammar { return php.GetLanguage() },
		Kinds:       kinds,
		Fields:      fields,
		Comments:    []lang.Kind{kComment},
		Directives:  []lang.Kind{kDeclareStatement},
		Directive:   directive,
		Output:      []lang.Kind{kText, kTextInterpolation},
		Strings:     []lang.Kind{kString, kEncapsedString, kHeredoc, kNowdoc, kShellCommandExpression},
		ImportNodes: []lang.Kind{kNamespaceUseDeclaration, kPhpTag, kText, kTextInterpolation, kDeclareStatement},
		Decisions: []lang.Kind{
			kIfStatement, kElseIfClause, kForStatement, kForeachStatement, kWhileStatement, kDoStatement, kCaseStatement, kCatchClause,
			kConditionalExpression, kMatchConditionalExpression, tAnd, tOr, tAndWord, tOrWord, tCoalesce,
		},
		Prepare: prepare,
		Branches: []lang.Branch{
			{In: kIfStatement, Role: fBody}, {In: kIfStatement, Role: fAlternative},
			{In: kForStatement, Role: fBody}, {In: kForeachStatement, Role: fBody}, {In: kWhileStatement, Role: fBody},
			{Kind: kCaseStatement}, {Kind: kDefaultStatement}, {Kind: kMatchConditionalExpression}, {Kind: kMatchDefaultExpression}, {Kind: kCatchClause},
			{In: kConditionalExpression, Role: fBody}, {In: kConditionalExpression, Role: fAlternative},
		},
		Lazy:          []lang.Kind{tAnd, tOr, tAndWord, tOrWord, tCoalesce},
		Literals:      []lang.Kind{kAnonymousFunctionCreationExpression, kArrowFunction},
		Nested:        []lang.Kind{kMethodDeclaration, kFunctionDefinition},
		Extract:       extract,
		IsTest:        isTest,
		ProjectFiles:  []string{manifestFile},
		TestCalls:     []string{"it", "test", "describe"},
		TestRunners:   testRunners(),
		IsTestName:    isTestName,
		Unit:          func(string, *facts.File) string { return unit },
		NewLinker:     newLinker,
		Universe:      universe,
		Globals:       globals(),
		Complete:      standard.Complete(),
		Forms:         forms,
		Members:       members,
		Callbacks:     callbacks,
		ObjectMembers: map[string]bool{"__construct": true, "__destruct": true},
		Rules: lang.Rules{
			BodiesApart:    true,
			TracedNames:    true,
			FoldedNames:    true,
			LateImports:    true,
			LooseCalls:     true,
			CheckedCalls:   true,
			CheckedMembers: true,
			ObjectsAreMaps: true,
			WrittenMembers: true,
			AnyDecorator:   true,
		},
		Protocol: lang.Protocol{
			Constructors: []string{"__construct"},
			Call:         "__invoke",
			Index:        "offsetGet",
			Iterate:      "getIterator",
			Next:         "current",
			Fallbacks:    []string{"__call", "__callStatic", "__get"},
		},
		Skips:   lang.Skips{Statements: []string{"*.markTestSkipped", "*.markTestIncomplete"}},
		Entries: entries(),
	}
}

// unit is the key of the one top-level scope.
const unit = "php"

// isTest goes by the names that PHPUnit and Pest look for.
func isTest(p string) bool {
	base := path.Base(p)
	if strings.HasSuffix(base, "Test.php") || strings.HasSuffix(base, "TestCase.php") {
		return true
	}
	for dir := range strings.SplitSeq(path.Dir(p), "/") {
		switch strings.ToLower(dir) {
		case "test", "tests", "spec":
			return true
		}
	}
	return false
}

func isTestName(d *facts.Def) bool {
	rest, ok := strings.CutPrefix(d.Name, "test")
	return ok && d.Kind == facts.Method && (rest == "" || rest[0] == '_' || rest[0] < 'a' || rest[0] > 'z')
}
