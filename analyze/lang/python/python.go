// Package python supports Python: it extracts what files define, import and call, resolves import
// strings, and reads the module roots from pyproject.toml and setup.cfg.
//
// Extraction follows the scoping rules of the language: a name assigned anywhere in a function is
// local to all of it, class bodies are not visible in their methods, comprehensions have their own
// scope, global and nonlocal are honoured. Annotations, string annotations and type comments are the
// declared types. Without them, every assignment is a value of its variable and every return a value
// of its function.
//
// What the interpreter does implicitly is recorded as the equivalent explicit code:
//
//	with x as y             y is x.__enter__() (an Implicit call) or what x yields
//	for y in x              y is an element of x
//	enumerate, zip, sorted  the list they make, if the name means the builtin
//	super()                 Super
//	cast(T, x)              x converted to T
//	getattr(x, "a")         x.a, Guarded
//	import_module("m")      the module m
//
// A file or class that defines names or members at run time (globals()[x], setattr, metaclasses,
// import hooks) is marked, so that names without a definition there are not reported.
//
// This package walks the statements and expressions of a file. Its subpackages, each using only those
// listed before it: syntax (the grammar, properties of single nodes), names (the definitions and
// imports that names mean), annotation (declared types) and record (constructors generated from
// fields). Independent of these: project, standard, and convention (test runners and frameworks).
//
// Not supported: operators as calls of dunder methods, effects of metaclasses and of exec.
package python

import (
	grammar "github.com/smacker/go-tree-sitter/python"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/convention"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/project"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/standard"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/syntax"
)

// Language returns the description of Python for the analyzer.
//
// Long because it is a list of data.
func Language() *lang.Language {
	return &lang.Language{
		Name: "python", Title: "Python",
		Registry:       project.Registry(),
		Extensions:     []string{".py", ".pyi", ".pyw"},
		Grammar:        func() lang.Grammar { return grammar.GetLanguage() },
		Kinds:          syntax.Kinds,
		Fields:         syntax.Fields,
		Comments:       []lang.Kind{syntax.KComment},
		Directives:     []lang.Kind{syntax.KFutureImportStatement, syntax.KComment},
		Directive:      directive,
		Sequences:      []lang.Kind{syntax.KBlock},
		Tuples:         []lang.Kind{syntax.KTuple, syntax.KTuplePattern, syntax.KSubscript},
		Grouped:        syntax.KParenthesizedExpression,
		Strings:        []lang.Kind{syntax.KString, syntax.KConcatenatedString},
		Interpolations: []lang.Kind{syntax.KInterpolation},
		ImportNodes:    []lang.Kind{syntax.KImportStatement, syntax.KImportFromStatement, syntax.KFutureImportStatement},
		Decisions: []lang.Kind{
			syntax.KIfStatement, syntax.KElifClause, syntax.KForStatement, syntax.KWhileStatement, syntax.KExceptClause, syntax.KExceptGroupClause,
			syntax.KCaseClause, syntax.KBooleanOperator, syntax.KConditionalExpression, syntax.KIfClause,
		},
		Blocks: []lang.Kind{syntax.KBlock},
		Branches: []lang.Branch{
			{In: syntax.KIfStatement, Role: syntax.FConsequence}, {In: syntax.KIfStatement, Role: syntax.FAlternative},
			{In: syntax.KForStatement, Role: syntax.FBody}, {In: syntax.KForStatement, Role: syntax.FAlternative}, {In: syntax.KWhileStatement, Role: syntax.FBody},
			{Kind: syntax.KExceptClause}, {Kind: syntax.KExceptGroupClause}, {Kind: syntax.KCaseClause},
			{In: syntax.KBooleanOperator, Role: syntax.FRight}, {In: syntax.KConditionalExpression, First: true},
			{In: syntax.KListComprehension, Role: syntax.FBody, First: true}, {In: syntax.KSetComprehension, Role: syntax.FBody, First: true},
			{In: syntax.KDictionaryComprehension, Role: syntax.FBody, First: true}, {Kind: syntax.KGeneratorExpression}, {Kind: syntax.KIfClause},
		},
		Lazy:         []lang.Kind{syntax.KElse},
		Literals:     []lang.Kind{syntax.KLambda},
		Extract:      extract,
		IsTest:       convention.IsTest,
		ProjectFiles: []string{"pyproject.toml", "setup.py", "setup.cfg"},
		Beside:       project.Beside(),
		IsTestName:   convention.IsTestName,
		NewLinker:    project.NewLinker,
		Universe:     standard.Universe,
		Members:      standard.Members, ObjectMembers: standard.ObjectMembers, TypeMembers: standard.TypeMembers,
		Complete:    lang.CompleteTypes(standard.Complete[:]),
		TestRunners: convention.TestRunners(),
		Rules: lang.Rules{
			BodiesApart: true, BodiesDecide: true,
			CheckedMembers:    true,
			CallMakesInstance: true,
			AbstractUnsaid:    true,
			CheckedCalls:      true,
			CheckedNames:      true,
			ImportsBind:       true,
			Awaits:            true,
			ModuleMembers:     true,
			IterateKeys:       true,
			IndexInstantiates: true,
			ObjectsAreMaps:    true,
			WrittenMembers:    true,
			PrivateUnderscore: true,
			NamedCalls:        true,
			PlainDecorators: map[string]bool{
				"staticmethod": true, "classmethod": true, "abstractmethod": true, "override": true, "final": true,
				"contextmanager": true, "asynccontextmanager": true, "lru_cache": true, "no_type_check": true,
				"functools.wraps": true, "functools.update_wrapper": true, "functools.cache": true,
				"types.coroutine": true, "asyncio.coroutine": true, "atexit.register": true, "abc.abstractclassmethod": true,
				"abc.abstractstaticmethod": true, "warnings.deprecated": true, "typing_extensions.deprecated": true,
				"unittest.skip": true, "unittest.skipIf": true, "unittest.skipUnless": true, "unittest.expectedFailure": true,
			},
		},
		KeyTypes:    convention.KeyTypes(),
		NamesMember: convention.NamesMember,
		IsInternal:  convention.IsInternal,
		Lookups: map[string]string{
			"getattr": "module", "hasattr": "module", "vars": "module", "import_module": "any", ".import_module": "any", "__import__": "any", "eval": "any", "exec": "any",
		},
		Protocol: lang.Protocol{
			Constructors: []string{"__init__"},
			Makers:       []string{"__new__"},
			Call:         "__call__",
			Index:        "__getitem__",
			Iterate:      "__iter__",
			Next:         "__next__",
			Get:          "__get__",
			Fallbacks:    []string{"__getattr__", "__getattribute__"},
		},
		Skips: lang.Skips{
			Decorators: []string{"pytest.mark.skip", "mark.skip", "pytest.mark.xfail", "mark.xfail", "unittest.skip", "skip"},
			Conditions: []string{"condition"},
			Statements: []string{"pytest.skip", "self.skipTest", "this.skipTest"},
		},
		Entries: convention.Entries(),
	}
}

// Manifests returns the project files of the language.
func Manifests() []*lang.Language { return project.Manifests() }
