// Package golang supports Go: it turns the syntax tree of a file into facts, and import paths into
// packages of the repository.
//
// In: the syntax tree of a .go file, or the text of a go.mod or go.work. Out: facts through
// lang.Builder, and through Linker the targets of import paths.
//
// # How Go maps to facts
//
// Functions and methods are Defs at file level; the resolver attaches a method to the type that
// Receiver names. The names of the type parameters in a receiver (func (s *Set[K]) …) are TypeParams
// of the method, in the order of the receiver's type arguments.
//
// Fields, and the methods of interfaces, are Defs inside their type; an embedded field is both a
// Field, named like its type, and an entry of Embeds. The members of an anonymous struct or interface
// belong to the field, variable, constant or named type with this type. Anywhere else (a parameter, a
// local variable, a second one in the same declaration) they belong to a TypeDef without a name, and
// their text is part of the surrounding function.
//
// A blank name makes no Def, except for a function, whose code needs an owner.
//
// A call of a generic function of the standard library whose result has the type of its argument
// (slices.Clone, sync.OnceValue, cmp.Or) has that argument as its value; iter.Seq[V] is written as
// func(yield func(V) bool).
//
// Local types and constants are Defs inside their function, with a Var of kind DefVar; a Type that
// names one has its Def. The same holds for a function literal that is bound to a name in a function;
// its Var is a DefVar unless it gets further values. The code of other literals belongs to the
// surrounding declaration. A conversion is a Call; new(T) and make(T) are a Composite of T; append(s,
// …) has the type of s. &x and *x are x: members are the same on both. In f[i](x) the grammar cannot
// distinguish an element from an instantiation. If i cannot be a type, or may be one, the callee is an
// Index of f; in the second case the Call has the type arguments as well.
//
// The key in a range over a channel is a Key like any other; it has the element type of the channel.
//
// # Hashes
//
// SignatureHash covers the receiver, the type parameters and the types of parameters and results; the
// declared type of a variable, constant or field; the underlying type of a named type, of a struct
// only that it is one, of an interface what it embeds; never the members that have hashes of their
// own. BodyHash covers the names of parameters and the body, values, the tag of a field, and //go:
// directives. Separators that follow from the layout (semicolons at line ends, a comma before a
// closing bracket) count in neither.
//
// # Not supported
//
// The value of iota, goto and labels, constraints that are sets of types, and import "C".
package golang

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/smacker/go-tree-sitter/golang"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/golang/project"
	"github.com/nexus-ci/nexus-ci/analyze/lang/golang/syntax"
)

//go:generate go run ../grammargen

const family = "go"

// Language returns the language of .go files.
func Language() *lang.Language {
	return &lang.Language{
		Name:        "go",
		Title:       "Go",
		Registry:    registry(),
		Extensions:  []string{".go"},
		Grammar:     func() lang.Grammar { return golang.GetLanguage() },
		Trees:       syntax.Maker(),
		Kinds:       kinds,
		Fields:      fields,
		Comments:    []lang.Kind{kComment},
		Directives:  []lang.Kind{kComment},
		Directive:   directive,
		Sequences:   []lang.Kind{kBlock},
		Strings:     []lang.Kind{kInterpretedStringLiteral, kRawStringLiteral},
		ImportNodes: []lang.Kind{kPackageClause, kImportDeclaration},
		Decisions:   []lang.Kind{kIfStatement, kForStatement, kExpressionCase, kTypeCase, kCommunicationCase, tAnd, tOr},
		Branches: []lang.Branch{
			{In: kIfStatement, Role: fConsequence}, {In: kIfStatement, Role: fAlternative},
			{In: kForStatement, Role: fBody}, {In: kForClause, Role: fUpdate},
			{Kind: kExpressionCase}, {Kind: kTypeCase}, {Kind: kDefaultCase}, {Kind: kCommunicationCase},
		},
		Lazy:          []lang.Kind{tAnd, tOr},
		Literals:      []lang.Kind{kFuncLiteral},
		Respelled:     [][2]string{{"interface{}", "any"}},
		Extract:       extract,
		IsTest:        project.IsTest,
		IsTestSupport: isTestSupport,
		ProjectFiles:  []string{"go.mod"},
		TestRunners:   testRunners(),
		IsOptional:    project.IsOptional,
		IsTestName:    isTestName,
		Unit:          project.Unit,
		Family:        family,
		NewLinker:     project.NewLinker,
		Universe:      universe(),
		Interfaces:    interfaces,
		Listed:        listed,
		Lookups:       map[string]string{".MethodByName": "any", ".FieldByName": "any"},
		Complete:      complete(),
		Rules: lang.Rules{
			CheckedMembers:       true,
			DeclaredNames:        true,
			StructuralInterfaces: true,
			BodiesApart:          true, ProjectsPlace: true,
			PositionalFields:  true,
			NamesByImport:     true,
			MembersByType:     true,
			CheckedCalls:      true,
			CheckedNames:      true,
			ImportsBind:       true,
			MultiValueArgs:    true,
			ExactResults:      true,
			IndexInstantiates: true,
			DeclarationsOnly:  true,
			TestFilesApart:    true,
		},
		Skips:   lang.Skips{Statements: []string{"t.Skip", "t.Skipf", "t.SkipNow"}},
		Entries: entries(),
	}
}

// Module returns the language of go.mod and go.work files.
func Module() *lang.Language {
	return &lang.Language{
		Name:      "go-module",
		Filenames: []string{project.ModFile, project.WorkFile},
		Read:      project.Read,
		Rules:     lang.Rules{ProjectsPlace: true},
		Family:    family,
		NewLinker: project.NewLinker,
	}
}

// isTestName reports whether "go test" runs d (go help testfunc). Methods named Test… count too,
// because the suites of testify and check run them; examples that are run have the flag Test.
// Benchmarks, which "go test" does not run by default, and TestMain do not count.
func isTestName(d *facts.Def) bool {
	prefixes := []string{"Test", "Fuzz"}
	switch {
	case d.Kind == facts.Method && !d.Has(facts.Abstract):
		prefixes = []string{"Test"}
	case d.Kind != facts.Function || d.Parent != facts.None || d.Name == "TestMain":
		return false
	}
	for _, p := range prefixes {
		if rest, ok := strings.CutPrefix(d.Name, p); ok {
			first, _ := utf8.DecodeRuneInString(rest)
			return rest == "" || !unicode.IsLower(first)
		}
	}
	return false
}

// universe returns the predeclared names of the specification.
func universe() map[string]string {
	u := map[string]string{
		"append": "", "clear": "", "close": "", "delete": "", "make": "", "max": "", "min": "", "new": "", "panic": "",
		"print": "", "println": "", "recover": "any",
		"cap": "int", "copy": "int", "len": "int", "complex": "complex128", "imag": "float64", "real": "float64",
		"true": "bool", "false": "bool", "iota": "int", "nil": "nil",
	}
	for _, t := range predeclaredTypes {
		u[t] = t
	}
	return u
}

var predeclaredTypes = [...]string{
	"any", "bool", "byte", "comparable", "complex64", "complex128", "error", "float32", "float64", "int", "int8", "int16",
	"int32", "int64", "rune", "string", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr",
}

func isPredeclared(name string) bool {
	for _, t := range predeclaredTypes {
		if t == name {
			return true
		}
	}
	return false
}
