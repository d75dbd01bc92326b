package query

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
)

// An Example is a use of a symbol with the code around it.
type Example struct {
	engine.Ref
	Line  int      `json:"line" doc:"of the use"`
	Test  bool     `json:"test" doc:"it is in a test"`
	First int      `json:"firstLine" doc:"number of the first line of code"`
	Code  []string `json:"code" doc:"lines of the file as they are"`
}

// around is how many lines of code an example has before the use and behind it.
const around = 2

// examplesOf returns uses of a symbol, those of tests first and then the surest, at most one for
// each symbol that uses it.
func examplesOf(e *engine.Engine, n *graph.Node, most int) []Example {
	edges := slices.DeleteFunc(slices.Clone(e.Graph.In(n)), func(edge *graph.Edge) bool {
		use := edge.Type == graph.Calls || edge.Type == graph.References || edge.Type == graph.Extends || edge.Type == graph.Implements
		return !use || len(edge.Sites) == 0 || edge.Confidence < e.MinConfidence || edge.Source == n
	})
	slices.SortStableFunc(edges, func(a, b *graph.Edge) int {
		if a.Source.Test != b.Source.Test {
			if a.Source.Test {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(b.Confidence, a.Confidence), cmp.Compare(a.Source.ID, b.Source.ID))
	})
	var list []Example
	for _, edge := range edges {
		if len(list) == most {
			break
		}
		source, line := edge.Source, edge.Sites[0].Line
		if slices.ContainsFunc(list, func(x Example) bool { return x.UID == source.ID }) {
			continue
		}
		lines := e.Lines(source.Path)
		if line < 1 || line > len(lines) {
			continue
		}
		first, last := max(line-around, 1), min(line+around, len(lines))
		if source.Label != graph.File && source.Start <= line && line <= source.End {
			first, last = max(first, source.Start), min(last, source.End)
		}
		x := Example{Ref: engine.RefOf(source), Line: line, Test: source.Test, First: first}
		for _, text := range lines[first-1 : last] {
			x.Code = append(x.Code, engine.Shorten(text, maxExampleLine))
		}
		list = append(list, x)
	}
	return list
}

// maxExampleLine is how much of a line of code is shown, in characters.
const maxExampleLine = 200

// writeExamples writes them with numbered lines.
func writeExamples(w io.Writer, list []Example) {
	p := engine.NewPage(w)
	if len(list) > 0 {
		p.Line("EXAMPLES:")
	}
	for i := range list {
		x := &list[i]
		test := ""
		if x.Test {
			test = ", a test"
		}
		p.Line("- %s (%s:%d)%s", x.Name, x.FilePath, x.Line, test)
		for k, text := range x.Code {
			p.Line("  %6d  %s", x.First+k, strings.ReplaceAll(strings.TrimRight(text, "\r"), "\t", "    "))
		}
	}
}
