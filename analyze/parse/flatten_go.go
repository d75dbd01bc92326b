//go:build !linux || treesitter_fallback

package parse

import (
	sitter "github.com/smacker/go-tree-sitter"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

func flatten(t *sitter.Tree, s *symbols, nodes []lang.Node, maxNodes, maxDepth int) flattened {
	return flattenByCursor(t, s, nodes, maxNodes, maxDepth)
}
