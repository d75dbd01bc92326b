package jvm

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Name returns the name at node i without the backticks around it; "" for i < 0.
func Name(b *lang.Builder, i int32) string {
	text := b.Tree.Bytes(i)
	if n := len(text); n > 2 && text[0] == '`' && text[n-1] == '`' {
		text = text[1 : n-1]
	}
	return b.Intern(text)
}

// Either is lang.Builder.Either without unknown values.
func Either(b *lang.Builder, line int32, values ...facts.ExprID) facts.ExprID {
	known := make([]facts.ExprID, 0, len(values))
	for _, v := range values {
		if v != facts.None && b.File.Exprs[v].Kind != facts.Other {
			known = append(known, v)
		}
	}
	return b.Either(line, known...)
}

// Returned returns the result values of a function. With a declared result these are only function
// literals, whose types follow from it.
func Returned(f *facts.File, values []facts.ExprID, declared bool) []facts.ExprID {
	var out []facts.ExprID
	for _, v := range values {
		if (!declared || f.Exprs[v].Kind == facts.Func) && len(out) < facts.MaxValues {
			out = append(out, v)
		}
	}
	return out
}
