// Package python supports Python: it extracts what files define, import and call, resolves
// import strings, and reads the module roots from pyproject.toml and setup.cfg.
//
// Extraction follows the language's own scoping: a name assigned anywhere in a
// function is local to all of it, class bodies are no scope of their methods,
// comprehensions have one of their own, global and nonlocal are honoured.
// Annotations, string annotations and type comments are the declared types;
// where there are none, every assignment is a value of its variable and every
// return a value of its function.
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
// A file or class that defines names or members at run time (globals()[x], setattr,
// metaclasses, import hooks) is marked, so that a name without a definition there is not
// reported.
//
// Not supported: narrowing by isinstance, operators as calls of dunder methods, effects of
// metaclasses and of exec.
package python

import (
	"path"
	"strings"

	grammar "github.com/smacker/go-tree-sitter/python"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/project"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/standard"
)

//go:generate go run ../grammargen

// Language returns all that is known of Python.
// Long because it is a list of data.
func Language() *lang.Language {
	return &lang.Language{
		Name: "python", Title: "Python",
		Registry:    project.Registry(),
		Extensions:  []string{".py", ".pyi", ".pyw"},
		Grammar:     func() lang.Grammar { return grammar.GetLanguage() },
		Kinds:       kinds,
		Fields:      fields,
		Comments:    []lang.Kind{kComment},
		Tuples:      []lang.Kind{kTuple, kTuplePattern, kSubscript},
		Grouped:     kParenthesizedExpression,
		Strings:     []lang.Kind{kString, kConcatenatedString},
		ImportNodes: []lang.Kind{kImportStatement, kImportFromStatement, kFutureImportStatement},
		Decisions: []lang.Kind{
			kIfStatement, kElifClause, kForStatement, kWhileStatement, kExceptClause, kExceptGroupClause,
			kCaseClause, kBooleanOperator, kConditionalExpression, kIfClause,
		},
		Blocks: []lang.Kind{kBlock},
		Branches: []lang.Branch{
			{In: kIfStatement, Role: fConsequence}, {In: kIfStatement, Role: fAlternative},
			{In: kForStatement, Role: fBody}, {In: kForStatement, Role: fAlternative}, {In: kWhileStatement, Role: fBody},
			{Kind: kExceptClause}, {Kind: kExceptGroupClause}, {Kind: kCaseClause},
			{In: kBooleanOperator, Role: fRight}, {In: kConditionalExpression, First: true},
			{In: kListComprehension, Role: fBody, First: true}, {In: kSetComprehension, Role: fBody, First: true},
			{In: kDictionaryComprehension, Role: fBody, First: true}, {Kind: kGeneratorExpression}, {Kind: kIfClause},
		},
		Lazy:         []lang.Kind{kElse},
		Literals:     []lang.Kind{kLambda},
		Extract:      extract,
		IsTest:       isTest,
		ProjectFiles: []string{"pyproject.toml", "setup.py", "setup.cfg"},
		IsTestName:   isTestName,
		NewLinker:    project.NewLinker,
		Universe:     standard.Universe,
		Members:      standard.Members, ObjectMembers: standard.ObjectMembers, TypeMembers: standard.TypeMembers,
		Complete:    lang.CompleteTypes(standard.Complete[:]),
		TestRunners: testRunners(),
		Rules: lang.Rules{
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
		KeyTypes:    keyTypes(),
		NamesMember: slots.Match,
		IsInternal:  isInternal,
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
		Entries: entries,
	}
}

// isTest goes by the names that pytest and unittest collect.
func isTest(p string) bool {
	base := path.Base(p)
	if strings.HasPrefix(base, "test_") || strings.HasSuffix(base, "_test.py") || base == "conftest.py" || base == "tests.py" {
		return true
	}
	for _, dir := range strings.Split(path.Dir(p), "/") {
		if dir == "tests" || dir == "test" {
			return true
		}
	}
	return false
}

// isTestName reports whether a runner starts d: test functions and the test
// methods of any class in a test file.
func isTestName(d *facts.Def) bool {
	switch d.Kind {
	case facts.Function, facts.Method:
		return strings.HasPrefix(d.Name, "test")
	case facts.Class:
		return strings.HasPrefix(d.Name, "Test")
	}
	return false
}

// Manifests returns the project files of the language.
func Manifests() []*lang.Language { return project.Manifests() }
