package swift

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// directive returns what a line of conditional compilation says, without a comment behind it.
func directive(t *lang.Tree, n int32) []byte {
	text, _, _ := bytes.Cut(t.Bytes(n), []byte("//"))
	return text
}
