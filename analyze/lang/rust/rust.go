// Package rust supports Rust: it turns the syntax tree of a file into facts, and paths of modules into
// files of the repository.
//
// In: the syntax tree of a .rs file, or the text of a Cargo.toml. Out: facts through lang.Builder, and
// through Linker the targets of paths.
//
// # How Rust maps to facts
//
// Every file is a module and a unit of its own; an inline module is a Namespace. A mod without a body,
// use and extern crate are imports. self and super in an inline module are replaced by paths from the
// module of the file. A path that begins with the name of a crate, or with crate, self or super, needs
// no use in the source; it is recorded as an import of that name all the same, and so are macros of
// the crate that the file does not define.
//
// An impl block is no definition. Its members have the type as their Receiver and are Static without
// self; its trait is an Extension of the type, and what its methods implement (Given). What deref returns lends its members to the type
// (Protocol.Lend). A block for every type with a bound (impl<T: Bound> Trait for T), and one for a
// type from outside, gives members that can be called on it (ExtensionMember). Type parameters of the
// block stand in the TypeParams of its members, first those that the type's arguments name, in their
// order.
//
// The methods of a trait that its file gives to all types with a bound can be called on these. T::Item is
// what a where clause says of it, and Default::default() is called on the Expected type.
//
// Variants are EnumMembers with fields; the fields of tuples are named by their index. Self, and
// Self::Name where an impl block defines that type, are replaced by their meaning. References and
// pointers are ignored. The bounds Iterator<Item = T> and Future<Output = T> are a list and a promise
// of T, Fn(A) -> B is a function type; bounds without members, such as Send, are left out. Another trait with an Item in
// its bound is that trait and a list. A block for a raw pointer is one for a type from outside. pub(super) is not Exported.
//
// e? and the patterns Some(x), Ok(x) and Err(x) are implicit calls of "?" and unwrap_err. A pattern
// that names another variant or struct asserts that type for the value.
//
// Macros are called like functions, macro_rules! defines one. For macros whose names are known to take
// expressions, the arguments are parsed as such: see source.Prepare. For other macros, and in
// macro_rules!, only paths, members and calls are recorded.
//
// # Hashes
//
// SignatureHash covers what stands before the body without names of parameters and visibility, for
// members of an impl block also its header; for types their parameters, bounds and attributes.
// BodyHash covers attributes, the names of parameters and the body. A comma before a closing bracket
// counts in neither.
//
// # Not supported
//
// Conditional compilation: all alternatives are used. The expansion of macros. Operators as calls of
// their traits. Lifetimes.
package rust

import (
	"path"
	"strings"

	grammar "github.com/smacker/go-tree-sitter/rust"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/rust/project"
	"github.com/nexus-ci/nexus-ci/analyze/lang/rust/source"
	"github.com/nexus-ci/nexus-ci/analyze/lang/rust/standard"
)

//go:generate go run ../grammargen

const family = "rust"

// Language returns the language of .rs files.
func Language() *lang.Language {
	return &lang.Language{
		Name:        "rust",
		Title:       "Rust",
		Registry:    registry(),
		Extensions:  []string{".rs"},
		Grammar:     func() lang.Grammar { return grammar.GetLanguage() },
		Kinds:       kinds,
		Fields:      fields,
		Comments:    []lang.Kind{kLineComment, kBlockComment},
		Directives:  []lang.Kind{kInnerAttributeItem, kAttributeItem},
		Directive:   directive,
		Tuples:      []lang.Kind{kTupleExpression, kTuplePattern, kTupleType},
		Strings:     []lang.Kind{kStringLiteral, kRawStringLiteral},
		ImportNodes: []lang.Kind{kUseDeclaration, kExternCrateDeclaration},
		Decisions:   []lang.Kind{kIfExpression, kWhileExpression, kForExpression, kLoopExpression, kMatchArm, tAnd, tOr},
		Prepare:     source.Prepare,
		Branches: []lang.Branch{
			{In: kIfExpression, Role: fConsequence}, {In: kIfExpression, Role: fAlternative}, {In: kLetDeclaration, Role: fAlternative},
			{In: kWhileExpression, Role: fBody}, {In: kForExpression, Role: fBody}, {Kind: kMatchArm},
		},
		Lazy:           []lang.Kind{tAnd, tOr},
		Literals:       []lang.Kind{kClosureExpression, kAsyncBlock},
		Extract:        extract,
		OutputDirs:     []string{"target"},
		IsTest:         isTest,
		TestRunners:    testRunners(),
		TestNeeds:      testNeeds,
		IsTestName:     isTestName,
		Family:         family,
		NewLinker:      project.NewLinker,
		Universe:       standard.Universe,
		Forms:          standard.Forms,
		Members:        standard.Members,
		Callbacks:      standard.Callbacks,
		Wider:          standard.Wider,
		ObjectMembers:  standard.ObjectMembers,
		ForeignMembers: standard.ForeignMembers,
		Complete:       lang.CompleteTypes(standard.Complete()),
		Rules: lang.Rules{
			BodiesApart: true, MembersByType: true, PrivateMembers: true, FieldsApart: true, AddsToTypes: true,
			ModulesApart:   true,
			TracedNames:    true,
			ImportsBind:    true,
			SaidOverrides:  true,
			GivenOverrides: true,
			StaticsOnType:  true,
			TextualNames:   true, CheckedCalls: true, CheckedMembers: true,
			CallMakesInstance: true, ModuleMembers: true, DeclarationsOnly: true,
			Overloads: true, NearestHides: true,
			IteratePairs: true,
			AnyDecorator: true,
		},
		Protocol: lang.Protocol{Index: "index", Iterate: "into_iter", Next: "next", NextIsList: true, Lend: "deref"},
		Skips:    lang.Skips{Decorators: []string{"ignore"}},
		Entries:  entries,
	}
}

// Manifest returns the language of Cargo.toml files.
func Manifest() *lang.Language {
	return &lang.Language{
		Name:      "cargo",
		Filenames: []string{project.ManifestFile},
		Read:      project.Read,
		Family:    family,
		NewLinker: project.NewLinker,
	}
}

// isTest reports whether cargo builds the file at p as a test or benchmark, or its name is usual for
// test modules.
func isTest(p string) bool {
	switch base := path.Base(p); {
	case base == "tests.rs" || base == "test.rs" || strings.HasSuffix(base, "_test.rs") || strings.HasSuffix(base, "_tests.rs"):
		return true
	}
	for _, dir := range strings.Split(path.Dir(p), "/") {
		if dir == "tests" || dir == "benches" {
			return true
		}
	}
	return false
}

// isTestName always returns false: only attributes mark tests.
func isTestName(*facts.Def) bool { return false }
