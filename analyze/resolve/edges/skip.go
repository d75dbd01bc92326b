package edges

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
)

// skipped returns the lines of tests in a file that the test runner skips, sorted.
func (e *Writer) skipped(file decl.FileID) []graph.Span {
	f := e.infer.File(file)
	skips := &f.Lang.Skips
	var spans []graph.Span
	for i := range f.Facts.Defs {
		if d := &f.Facts.Defs[i]; d.Has(facts.Skipped) || slices.ContainsFunc(d.Decorators, func(x facts.ExprID) bool { return e.skips(f, x) }) {
			spans = append(spans, graph.Span{Start: int(d.Start), End: int(d.End)})
		}
	}
	if len(skips.Blocks)+len(skips.Statements) == 0 {
		return spans
	}
	for x := range f.Facts.Expressions() {
		call := &f.Facts.Expressions()[x]
		if call.Kind != facts.Call || call.X < 0 {
			continue
		}
		switch name := e.written(f, call.X, 0); {
		case fits(skips.Blocks, name):
			for _, a := range call.Args {
				if a.X >= 0 && f.Facts.Expressions()[a.X].Kind == facts.Func && f.Facts.Expressions()[a.X].LastLine() >= call.Line {
					spans = append(spans, graph.Span{Start: int(call.Line), End: int(f.Facts.Expressions()[a.X].LastLine())})
				}
			}
		case call.In >= 0 && fits(skips.Statements, name) && always(f, call):
			d := &f.Facts.Defs[call.In]
			spans = append(spans, graph.Span{Start: int(d.Start), End: int(d.End)})
		}
	}
	slices.SortFunc(spans, func(a, b graph.Span) int { return a.Start - b.Start })
	return spans
}

func fits(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return glob(p, name) })
}

// skips reports whether a decorator skips a test unconditionally: further arguments besides the
// reason are a condition.
func (e *Writer) skips(f *infer.File, x facts.ExprID) bool {
	if !fits(f.Lang.Skips.Decorators, e.calleeName(f, x)) {
		return false
	}
	for _, a := range f.Facts.Expressions()[x].Args {
		if a.Keyword == "" && !e.isText(f, a.X) || slices.Contains(f.Lang.Skips.Conditions, a.Keyword) {
			return false
		}
	}
	return true
}

// isText reports whether an expression is a string literal.
func (e *Writer) isText(f *infer.File, x facts.ExprID) bool {
	if x < 0 || f.Facts.Expressions()[x].Kind != facts.Literal {
		return false
	}
	name := f.Facts.Expressions()[x].Name
	return name == "str" || name == "string" || name == "String"
}

// always reports whether a call runs whenever its function does.
func always(f *infer.File, call *facts.Expr) bool {
	return call.At > 0 && !slices.ContainsFunc(f.Facts.Blocks, func(b facts.Block) bool { return b.Start <= call.At && call.At < b.End })
}
