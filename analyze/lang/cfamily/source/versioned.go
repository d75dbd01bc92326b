package source

import (
	"bytes"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// Versioned returns the lines from each #if to its #endif where a condition in between compares two
// values: "#if FMT_VERSION >= 90000 … #else … #endif". Groups inside of others have spans of their
// own.
func Versioned(src []byte) []facts.Span {
	p := &preparer{src: src, toks: lex(src)}
	p.findGroups()
	line := func(i int) int32 { return int32(1 + bytes.Count(src[:p.toks[i].start], []byte{'\n'})) }
	var spans []facts.Span
	for first, g := range p.groups {
		if g.end < len(p.toks) && slices.ContainsFunc(g.directives, func(i int) bool { return compares(p.text(i)) }) {
			spans = append(spans, facts.Span{Start: line(first), End: line(g.end)})
		}
	}
	slices.SortFunc(spans, func(a, b facts.Span) int { return int(a.Start - b.Start) })
	return spans
}

// compares reports whether the condition in a directive compares two values.
func compares(directive []byte) bool {
	code, _, _ := bytes.Cut(directive, []byte("//"))
	code, _, _ = bytes.Cut(code, []byte("/*"))
	return bytes.ContainsAny(code, "<>") || bytes.Contains(code, []byte("==")) || bytes.Contains(code, []byte("!="))
}
