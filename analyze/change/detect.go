package change

import (
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/diff"
)

// Detect returns what files, the changes from base to head, do to symbols.
func Detect(files []diff.FileChange, base, head *graph.Graph) *Set {
	return &Set{Files: files, base: base, head: head}
}
