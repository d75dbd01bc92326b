// Package javascript supports JavaScript, with JSX: the shared extractor of
// package ecmascript with the JavaScript grammar.
package javascript

import (
	"github.com/smacker/go-tree-sitter/javascript"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/syntax"
)

// Language returns JavaScript.
func Language() *lang.Language {
	return ecmascript.New("javascript", syntax.JavaScript, []string{".js", ".mjs", ".cjs", ".jsx"},
		func() lang.Grammar { return javascript.GetLanguage() })
}
