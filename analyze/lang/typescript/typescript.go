// Package typescript supports TypeScript and TSX: the shared extractor of
// package ecmascript with their two grammars, which differ in the meaning of <.
package typescript

import (
	"github.com/smacker/go-tree-sitter/typescript/tsx"
	"github.com/smacker/go-tree-sitter/typescript/typescript"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/syntax"
)

// Language returns TypeScript.
func Language() *lang.Language {
	return ecmascript.New("typescript", syntax.TypeScript, []string{".ts", ".mts", ".cts"},
		func() lang.Grammar { return typescript.GetLanguage() })
}

// TSX returns TypeScript with JSX.
func TSX() *lang.Language {
	return ecmascript.New("tsx", syntax.TSX, []string{".tsx"},
		func() lang.Grammar { return tsx.GetLanguage() })
}
