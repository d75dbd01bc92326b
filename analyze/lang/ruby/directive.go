package ruby

import (
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// magic matches the comments that Ruby obeys.
var magic = lazyregexp.New(`(?i)^#.*\b(frozen_string_literal|encoding|coding|warn_indent|shareable_constant_value)\s*[:=]`)

// directive returns a comment that Ruby obeys, or the line that says with what the file is run.
func directive(t *lang.Tree, n int32) []byte {
	if text := t.Bytes(n); t.IsShebang(n) || magic.Match(text) {
		return text
	}
	return nil
}
