package syntax

import (
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// obeyed matches the comments that compilers and bundlers obey.
var obeyed = lazyregexp.New(`^/[/*]+\s*(@ts-(nocheck|ignore|expect-error|check)\b|@(no)?flow\b|<(reference|amd-)|[#@]__)|@jsx(Runtime|ImportSource|Frag)?\s`)

// Directive returns a statement that is only a string, as 'use strict' and 'use client' are, a comment
// that is obeyed, or the line that says with what the file is run.
func Directive(t *lang.Tree, n int32) []byte {
	text := t.Bytes(n)
	switch t.Kind(n) {
	case KComment:
		if !obeyed.Match(text) {
			return nil
		}
	case KExpressionStatement:
		s := t.First(n)
		if s < 0 || t.Kind(s) != KString {
			return nil
		}
		text = t.Bytes(s)
		return text[1:max(1, len(text)-1)] // in either quotes
	}
	return text
}
