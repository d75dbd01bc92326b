package langtest

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/parse"
)

// checkOffsets reads src with offsets for lines: the facts are the same, at the places
// that the lines say.
func checkOffsets(t *testing.T, l *lang.Language, src []byte, want *facts.File) {
	t.Helper()
	p := parse.NewParser()
	defer p.Close()
	p.PanicOnBug, p.Offsets = true, true
	got := p.Parse(l, src, parse.Limits{})
	eachLine(got, func(at *int32) {
		if *at > 0 {
			*at = 1 + int32(bytes.Count(src[:min(int(*at)-1, len(src))], []byte("\n")))
		}
	})
	wanted, text := linesOf(want), strings.Split(string(src), "\n")
	for i, at := range linesOf(got) {
		// Within a comment or a macro, whose text is no part of the tree, facts count lines.
		if i < len(wanted) && *wanted[i] > 0 && !isLoose(text, int(*wanted[i])-1) && *at != *wanted[i] {
			t.Errorf("place %d is on line %d, want %d", i, *at, *wanted[i])
		}
		*at = 0
	}
	for _, at := range wanted {
		defer func(was int32) { *at = was }(*at)
		*at = 0
	}
	type part struct{ want, got any }
	for what, p := range map[string]part{
		"expressions": {want.Exprs, got.Exprs}, "types": {want.Types, got.Types}, "variables": {want.Vars, got.Vars},
		"imports": {want.Imports, got.Imports}, "exports": {want.Exports, got.Exports}, "definitions": {namesOf(want), namesOf(got)},
	} {
		if diff := cmp.Diff(p.want, p.got); diff != "" {
			t.Errorf("%s with offsets differ (-want +got):\n%s", what, diff)
		}
	}
}

// linesOf returns the lines in the facts that say where a name stands, in one order.
func linesOf(f *facts.File) (out []*int32) {
	eachLine(f, func(line *int32) { out = append(out, line) })
	return out
}

func eachLine(f *facts.File, do func(*int32)) {
	for i := range f.Defs {
		do(&f.Defs[i].Line)
	}
	for i := range f.Exprs {
		x := &f.Exprs[i]
		do(&x.Line)
		if x.Kind == facts.Func {
			do(&x.N)
		}
		for j := range x.Args {
			do(&x.Args[j].Line)
		}
	}
	for i := range f.Types {
		do(&f.Types[i].Line)
	}
	for i := range f.Vars {
		do(&f.Vars[i].Line)
	}
	for i := range f.Imports {
		do(&f.Imports[i].Line)
	}
	for i := range f.Exports {
		do(&f.Exports[i].Line)
	}
}

// isLoose reports whether a line is in a comment or in the body of a macro.
func isLoose(text []string, i int) bool {
	if i >= len(text) {
		return true
	}
	line := strings.TrimSpace(text[i])
	return strings.HasPrefix(line, "*") || strings.HasPrefix(line, "/*") || strings.HasPrefix(line, "#") ||
		i > 0 && strings.HasSuffix(text[i-1], `\`)
}

func namesOf(f *facts.File) (names []string) {
	for i := range f.Defs {
		names = append(names, f.Defs[i].Name)
	}
	return names
}
