// Package bash supports scripts of Bash and of sh.
//
// In: the syntax tree of a script. Out: facts through lang.Builder, and through the linker the files
// that sourced and started paths mean.
//
// # How Bash maps to facts
//
// A function is a Function, and every command with a written name is a call of that name. A name that
// no function has is that of a program, so it is outside the repository. A word that is an argument and
// the name of a function of the file is a use of it (retry fetch), as is a handler of trap.
//
// source and . import all names of the file, wherever they stand: the file has them once the line ran.
// A script that is started by its path is an import without names. A path is known where it is written
// out, or begins with the directory of the script, in one of the usual ways to say that, also through
// one variable (package comment of path.go). Functions of other files are used by their name, with a low
// confidence, if only one file of the repository has the name: some other script sources both.
//
// # Hashes
//
// SignatureHash is that of the form of the body, since parameters have no names; BodyHash the body with
// all strings and here documents.
//
// # What is judged
//
// Calls of removed and renamed functions, and files that are sourced or started and gone. Silent for
// names that may be those of programs (Programs), in files that use eval or source what is not known,
// and for what a file asks for (type f, command -v f) or only uses under a condition.
//
// # Not supported
//
// Variables, calls through variables, the order in which functions are defined, autoloaded functions,
// the options of other shells (zsh, fish), scripts without the ending .sh or .bash, tests of Bats.
package bash

import (
	grammar "github.com/smacker/go-tree-sitter/bash"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

//go:generate go run ../grammargen

// Language returns Bash.
func Language() *lang.Language {
	return &lang.Language{
		Name:       "bash",
		Title:      "Bash",
		Extensions: []string{".sh", ".bash"},
		Filenames:  []string{".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases", ".envrc"},
		Grammar:    func() lang.Grammar { return grammar.GetLanguage() },
		Kinds:      kinds,
		Fields:     fields,
		Comments:   []lang.Kind{kComment},
		Strings:    []lang.Kind{kString, kRawString, kAnsiCString, kHeredocBody},
		Output:     []lang.Kind{kCommand, kSubshell, kCompoundStatement},
		Directives: []lang.Kind{kComment},
		Directive:  directive,
		Sequences: []lang.Kind{
			kProgram, kCommand, kDeclarationCommand, kUnsetCommand, kArray, kCompoundStatement, kSubshell, kCommandSubstitution, kDoGroup,
			kIfStatement, kElifClause, kElseClause, kWhileStatement, kForStatement, kCaseItem, kRedirectedStatement,
		},
		Decisions: []lang.Kind{
			kIfStatement, kElifClause, kForStatement, kCStyleForStatement, kWhileStatement, kCaseItem, kTernaryExpression, tAndAnd, tOrOr,
		},
		Branches:   []lang.Branch{{Kind: kElifClause}, {Kind: kElseClause}, {Kind: kDoGroup}, {Kind: kCaseItem}},
		Lazy:       []lang.Kind{tThen, tAndAnd, tOrOr},
		Extract:    extract,
		IsTest:     isTest,
		IsTestName: isTestName,
		NewLinker:  newLinker,
		Universe:   universe(),
		Programs:   mayBeProgram,
		Lookups:    map[string]string{"eval": "any"},
		Rules:      lang.Rules{TracedNames: true, TextualNames: true, ModuleMembers: true},
		Entries: []lang.Entry{
			{Type: "main", Score: 3, Name: "main"},
			{Type: "exported", Score: 0.5, ExportedOnly: true},
		},
	}
}
