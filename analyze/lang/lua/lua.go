// Package lua supports Lua, from 5.1 to 5.4 and LuaJIT.
//
// In: the syntax tree of a file. Out: facts through lang.Builder, and through the linker the file that a
// require means.
//
// # How Lua maps to facts
//
// The local names of a chunk and the global functions it defines are definitions of the file; a global
// one is visible in every file. A function that is assigned to a key of a table (function M.f, M.f =
// function, M = { f = function }) is a Method whose Owner is the table, and what a chunk returns is what
// its file exports: so utils.run() after local utils = require("a.utils") is a call of M.run there.
// In a function with a colon, self is the table.
//
// # Hashes
//
// SignatureHash covers the number of parameters, BodyHash the rest of the function.
//
// # Not supported
//
// Metatables and instances, methods of values that are not tables of modules, keys that are computed,
// requires of computed names, environments (setfenv, _ENV). Nothing is judged: calls are edges only.
package lua

import (
	grammar "github.com/tree-sitter-grammars/tree-sitter-lua/bindings/go"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

//go:generate go run ../grammargen

// Language returns Lua.
func Language() *lang.Language {
	return &lang.Language{
		Name:       "lua",
		Title:      "Lua",
		Extensions: []string{".lua", ".rockspec"},
		Filenames:  []string{".luacheckrc", ".busted"},
		Grammar:    func() lang.Grammar { return sitter.NewLanguage(grammar.Language()) },
		Kinds:      kinds,
		Fields:     fields,
		Comments:   []lang.Kind{kComment},
		Strings:    []lang.Kind{kString},
		Sequences:  []lang.Kind{kChunk, kBlock},
		Directives: []lang.Kind{kHashBangLine},
		Directive:  func(t *lang.Tree, n int32) []byte { return t.Bytes(n) },
		Decisions:  []lang.Kind{kIfStatement, kElseifStatement, kForStatement, kWhileStatement, kRepeatStatement, tAnd, tOr},
		Branches: []lang.Branch{
			{In: kIfStatement, Role: fConsequence}, {In: kIfStatement, Role: fAlternative}, {In: kElseifStatement, Role: fConsequence},
			{In: kForStatement, Role: fBody}, {In: kWhileStatement, Role: fBody},
		},
		Lazy:       []lang.Kind{tAnd, tOr},
		Literals:   []lang.Kind{kFunctionDefinition},
		Extract:    extract,
		IsTest:     isTest,
		IsTestName: func(d *facts.Def) bool { return len(d.Name) > 4 && d.Name[:4] == "test" },
		TestCalls:  []string{"it", "test", "describe", "context", "spec"},
		NewLinker:  newLinker,
		Universe:   universe(),
		Lookups:    map[string]string{"loadstring": "any", "load": "any", "dofile": "any", "rawget": "any"},
		Entries: []lang.Entry{
			{Type: "main", Score: 3, Name: "main"},
			{Type: "event", Score: 2, Registrar: "*.nvim_create_autocmd"},
			{Type: "cli", Score: 2, Registrar: "*.nvim_create_user_command"},
			{Type: "event", Score: 2, Registrar: "*.keymap.set"},
			{Type: "event", Score: 2, Name: "access"},
			{Type: "exported", Score: 0.5, ExportedOnly: true},
		},
	}
}
