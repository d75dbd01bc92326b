package rust

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// directive returns what an attribute of a file or module says, or of a statement: those of definitions
// are in their signatures.
func directive(t *lang.Tree, n int32) []byte {
	if t.Kind(n) == kAttributeItem && t.Kind(t.Nodes[n].Parent) != kBlock {
		return nil
	}
	return t.Bytes(n)
}
