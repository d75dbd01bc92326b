package source

import (
	"slices"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

func TestVersioned(t *testing.T) {
	for src, want := range map[string][]facts.Span{
		"#if A >= 2\nx();\n#else\ny();\n#endif\n":                         {{Start: 1, End: 5}},
		"#ifdef A\nx();\n#elif B == 2\ny();\n#endif\n":                    {{Start: 1, End: 5}},
		"#ifdef A\n# if B < 2 // b\nx();\n# endif\n#endif\n":              {{Start: 2, End: 4}},
		"#if defined(A) && \\\n    B != 2\nx();\n#endif\n":                {{Start: 1, End: 4}},
		"#if __has_include(<a.h>)\nx();\n#endif\n":                        {{Start: 1, End: 3}},
		"#ifndef A_H\n#define A_H 1\n#if defined(_WIN32)\n#endif\n#endif": nil,
		"#if A // >= 2\nx();\n#endif\n":                                   nil,
		"/*\n#if A >= 2\n*/\nx();\n#endif\n":                              nil,
		"#if A >= 2\nx();\n":                                              nil,
	} {
		if got := Versioned([]byte(src)); !slices.Equal(got, want) {
			t.Errorf("%q: got %v, want %v", src, got, want)
		}
	}
}
