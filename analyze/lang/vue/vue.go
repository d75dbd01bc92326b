// Package vue supports the single-file components of Vue: the extractor of package ecmascript for the
// scripts and the expressions of the template.
package vue

import (
	"github.com/smacker/go-tree-sitter/typescript/typescript"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/component"
)

// Language returns Vue.
func Language() *lang.Language {
	return ecmascript.NewComponent("vue", "Vue", ".vue", component.Vue, func() lang.Grammar { return typescript.GetLanguage() })
}
