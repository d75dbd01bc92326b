// Package java supports Java: it turns the syntax tree of a file into facts. Package jvm resolves
// imports.
//
// In: the syntax tree of a .java file. Out: facts through lang.Builder.
//
// # How Java maps to facts
//
// Classes and records are Class, interfaces and annotation types Interface. The implicit supertypes of
// enums, records and annotation types (Enum, Record, Annotation) are in Extends like declared ones; so
// are interfaces, whose default methods a class inherits. A constructor has the name of its class.
//
// An anonymous class, or an enum constant with a body, is a Class Def without a name that extends its
// supertype. Initialiser blocks are code of the class, initial values code of their field.
//
// The components of a record are its fields. Their accessor methods are not written and have no Def: a
// call of one refers to the field. The parameters of a compact constructor are the components.
//
// A name written with its package (java.util.List) is bound by an import of that dotted name, at file
// level. A part of a dotted name that begins with a small letter belongs to a package, unless the file
// binds it.
//
// Foo::bar is the member bar of Foo, Foo::new is Foo itself. An enum constant calls its constructor
// with New. this(…) and super(…) are calls of This and Super; Outer.this is This in the Def of Outer.
//
// A plain name after case is a Member of the switched value, marked Guarded: it may also be a constant
// of a surrounding scope. The variable of a pattern is visible from there to the end of the scope; if
// the first branch of an if leaves the function, its variable is visible after the if too.
//
// # Hashes
//
// SignatureHash covers modifiers but for annotations, type parameters, the types of parameters and
// results, what is thrown; of types what they extend, implement and permit, and the components of a
// record. BodyHash covers annotations, the names of parameters, the body, initial values and the
// arguments of enum constants; of a type its initialiser blocks.
//
// # Not supported
//
// Modules (module-info.java), labels, the types of var in patterns, and the output of annotation
// processors.
package java

import (
	"bytes"

	"github.com/smacker/go-tree-sitter/java"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/jvm"
)

//go:generate go run ../grammargen

// Language returns the language of .java files.
func Language() *lang.Language {
	return &lang.Language{
		Name:        "java",
		Title:       "Java",
		Extensions:  []string{".java"},
		Grammar:     func() lang.Grammar { return java.GetLanguage() },
		Kinds:       kinds,
		Fields:      fields,
		Comments:    []lang.Kind{kLineComment, kBlockComment},
		Strings:     []lang.Kind{kStringLiteral, kCharacterLiteral},
		ImportNodes: []lang.Kind{kPackageDeclaration, kImportDeclaration},
		Decisions: []lang.Kind{
			kIfStatement, kForStatement, kEnhancedForStatement, kWhileStatement, kDoStatement, kCatchClause, kTernaryExpression,
			tCase, kGuard, tAnd, tOr,
		},
		Prepare: prepare,
		Branches: []lang.Branch{
			{In: kIfStatement, Role: fConsequence}, {In: kIfStatement, Role: fAlternative},
			{In: kForStatement, Role: fBody}, {In: kForStatement, Role: fUpdate}, {In: kEnhancedForStatement, Role: fBody},
			{In: kWhileStatement, Role: fBody}, {Kind: kSwitchBlockStatementGroup}, {Kind: kSwitchRule}, {Kind: kCatchClause},
			{In: kTernaryExpression, Role: fConsequence}, {In: kTernaryExpression, Role: fAlternative},
		},
		Lazy:          []lang.Kind{tAnd, tOr},
		Literals:      []lang.Kind{kLambdaExpression},
		Nested:        []lang.Kind{kMethodDeclaration, kConstructorDeclaration, kStaticInitializer},
		Extract:       extract,
		OutputDirs:    []string{"target", "build", "out", "bin"},
		PackageDirs:   jvm.PackageDirs(),
		ProjectFiles:  []string{"pom.xml", "build.gradle", "build.gradle.kts", "build.xml"},
		IsTest:        isTest,
		TestRunners:   jvm.TestRunners(),
		IsTestName:    isTestName,
		Unit:          jvm.Unit,
		Family:        jvm.Family,
		NewLinker:     jvm.NewLinker,
		Universe:      universe(),
		Forms:         forms(),
		Members:       members(),
		Callbacks:     callbacks(),
		Functional:    functional(),
		Wider:         wider(),
		Scalars:       scalars(),
		ObjectMembers: objectMembers(),
		Complete:      lang.CompleteTypes(jvm.Platform()),
		Rules: lang.Rules{
			CheckedMembers:   true,
			FieldsApart:      true,
			DeclaredNames:    true,
			TypesNameFiles:   true,
			DeclarationsOnly: true,
			BodiesApart:      true, ProjectsPlace: true,
			NamesByImport:     true,
			NamesByPath:       true,
			MembersByType:     true,
			ImplicitThis:      true,
			Overloads:         true,
			RestTakesList:     true,
			SingleMethodTypes: true,
			AnyDecorator:      true,
			CheckedNames:      true,
			CheckedCalls:      true,
		},
		Skips:   lang.Skips{Decorators: jvm.Skips()},
		Entries: entries(),
	}
}

// prepare replaces by spaces an annotation between a type and the dots after it, which the grammar
// cannot parse: Object @Nullable ... args.
func prepare(src []byte) []byte {
	out := src
	for at := 0; ; {
		dots := bytes.Index(src[at:], variadicDots)
		if dots < 0 {
			return out
		}
		dots += at
		at = dots + len(variadicDots)
		end := len(bytes.TrimRight(src[:dots], " \t\r\n"))
		start := end
		for start > 0 && isNamePart(src[start-1]) {
			start--
		}
		if start == end || start == 0 || src[start-1] != '@' {
			continue
		}
		if &out[0] == &src[0] {
			out = bytes.Clone(src)
		}
		for i := start - 1; i < end; i++ {
			out[i] = ' '
		}
	}
}

var variadicDots = []byte("...")

func isNamePart(c byte) bool {
	return c == '_' || c == '.' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
