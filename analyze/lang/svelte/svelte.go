// Package svelte supports the single-file components of Svelte: the extractor of package ecmascript for the
// scripts and the expressions of the template.
package svelte

import (
	"github.com/smacker/go-tree-sitter/typescript/typescript"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/component"
)

// Language returns Svelte.
func Language() *lang.Language {
	return ecmascript.NewComponent("svelte", "Svelte", ".svelte", component.Svelte, func() lang.Grammar { return typescript.GetLanguage() })
}
