// Package elixir supports Elixir.
//
// In: the syntax tree of a file. Out: facts through lang.Builder, and through the linker the file of a
// module.
//
// # How Elixir maps to facts
//
// Modules have global names, so all files share one top-level scope, and aliases are resolved here: a
// module is a Class with its full name (Shop.Cart), and Cart.add(x) behind alias Shop.Cart is a call of
// the static method add of Shop.Cart. The clauses of a function that follow each other are one
// definition, and a pipe adds an argument. Functions with the same name and other numbers of parameters
// are overloads. A protocol is an Interface; defimpl is a Class that implements it, @behaviour says that
// the module does.
//
// # Hashes
//
// SignatureHash covers the number of parameters, BodyHash all clauses.
//
// # Not supported
//
// What macros define and use brings, functions that are imported without only, calls of modules in
// variables, fields of structs, Erlang modules. Nothing is judged: calls are edges only.
package elixir

import (
	grammar "github.com/smacker/go-tree-sitter/elixir"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

//go:generate go run ../grammargen

// Language returns Elixir.
func Language() *lang.Language {
	return &lang.Language{
		Name:       "elixir",
		Title:      "Elixir",
		Extensions: []string{".ex", ".exs"},
		Grammar:    func() lang.Grammar { return grammar.GetLanguage() },
		Kinds:      kinds,
		Fields:     fields,
		Comments:   []lang.Kind{kComment},
		Strings:    []lang.Kind{kString, kCharlist, kSigil},
		Sequences:  []lang.Kind{kSource, kDoBlock, kElseBlock, kRescueBlock, kBody},
		Decisions:  []lang.Kind{kStabClause, kElseBlock, tAndAnd, tOrOr, tAnd, tOr},
		Branches:   []lang.Branch{{Kind: kDoBlock}, {Kind: kElseBlock}, {Kind: kRescueBlock}, {Kind: kStabClause}},
		Lazy:       []lang.Kind{tAndAnd, tOrOr, tAnd, tOr},
		Literals:   []lang.Kind{kAnonymousFunction},
		Extract:    extract,
		IsTest:     isTest,
		TestCalls:  []string{"test", "describe", "property"},
		Unit:       func(string, *facts.File) string { return unit },
		NewLinker:  newLinker,
		Universe:   universe(),
		Lookups:    map[string]string{"apply": "any"},
		Rules:      lang.Rules{ImplicitThis: true, Overloads: true},
		Entries: []lang.Entry{
			{Type: "main", Score: 3, Name: "main"},
			{Type: "main", Score: 2, Name: "start"},
			{Type: "event", Score: 2, Name: "handle_*"},
			{Type: "request_handler", Score: 2, Path: "**/controllers/**", ExportedOnly: true},
			{Type: "event", Score: 2, Name: "perform"},
			{Type: "exported", Score: 0.5, ExportedOnly: true},
		},
	}
}
