package cfamily

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// versioned returns the lines between a condition of the preprocessor that compares numbers and its
// #endif: "#if FMT_VERSION >= 90000 … #else … #endif".
func versioned(src []byte) []facts.Span {
	type group struct {
		start    int32
		compares bool
	}
	var open []group
	var spans []facts.Span
	line, continued := int32(0), false
	for text := range bytes.Lines(src) {
		line++
		directive, is := bytes.CutPrefix(bytes.TrimLeft(text, " \t"), []byte("#"))
		wasContinued := continued
		continued = (is || continued) && bytes.HasSuffix(bytes.TrimRight(text, " \t\r\n"), []byte("\\"))
		if wasContinued {
			if len(open) > 0 && compares(text) && line == open[len(open)-1].start+1 {
				open[len(open)-1].compares = true
			}
			continue
		}
		if !is {
			continue
		}
		switch directive = bytes.TrimLeft(directive, " \t"); {
		case bytes.HasPrefix(directive, []byte("if")):
			open = append(open, group{line, compares(directive)})
		case len(open) == 0:
		case bytes.HasPrefix(directive, []byte("elif")):
			open[len(open)-1].compares = open[len(open)-1].compares || compares(directive)
		case bytes.HasPrefix(directive, []byte("endif")):
			if g := open[len(open)-1]; g.compares {
				spans = append(spans, facts.Span{Start: g.start, End: line})
			}
			open = open[:len(open)-1]
		}
	}
	return spans
}

// compares reports whether a condition compares two values.
func compares(condition []byte) bool {
	code, _, _ := bytes.Cut(condition, []byte("//"))
	code, _, _ = bytes.Cut(code, []byte("/*"))
	return bytes.ContainsAny(code, "<>") || bytes.Contains(code, []byte("==")) || bytes.Contains(code, []byte("!="))
}
