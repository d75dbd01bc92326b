package chat

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/query"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/analyze/query/finder"
)

// NoModel is how an answer begins that no language model has written.
const NoModel = "Answered without a language model: this is what search and the code graph find."

const (
	plainResults = 5
	plainNames   = 5 // of what uses a symbol
	plainRows    = 8

	plainSections = 3
)

// withoutModel answers with what the search and the graph find.
func (s *Session) withoutModel(ctx context.Context, e *engine.Engine, a *Answer, out *writer) error {
	from := s.Now()
	defer func() { a.Stats.SearchTime += s.Now().Sub(from).Seconds() }()
	s.Progress("Searching…")
	out.line("%s", NoModel)
	if note := finder.Unnamed(e, a.Question); note != "" {
		out.line("\n%s.", engine.Clean(strings.ToUpper(note[:1])+note[1:]))
	}
	if s.Change != nil {
		out.line("\n%s", s.Change.Rating)
		for _, place := range s.Change.Places {
			out.line("%s", place)
		}
	}
	a.Queries = append([]string{a.Question}, words(a.Question, plannedQueries)...)
	found, err := query.PromptContext(ctx, e, query.PromptContextParams{Question: finder.Question{Query: a.Question}, MaxNodes: plainResults, MaxTokens: s.Limits.ResultTokens})
	if err != nil {
		return fmt.Errorf("search: %w", err)
	}
	a.Stats.Searches, a.Stats.ToolCalls = len(a.Queries), 2
	a.Tools = append(a.Tools, ToolRun{Name: "prompt_context", Arguments: a.Question}, ToolRun{Name: "multi_search", Arguments: strings.Join(a.Queries, ", ")})
	var shown []*graph.Node
	if c, ok := found.(*query.PromptContextResult); ok {
		shown = best(e, c, out)
	}
	sections(e, a.Question, out)
	joined, err := finder.MultiSearch(ctx, e, finder.MultiSearchParams{Queries: a.Queries, LimitPerQuery: plainResults})
	if multi, ok := joined.(*finder.MultiResult); err == nil && ok {
		relations(e, multi, shown, out)
	}
	out.line("\nFor more: nexus-ci query, context NAME, impact NAME, explore.")
	return err
}

// best lists the symbols that fit, with their neighbours, and returns them.
func best(e *engine.Engine, c *query.PromptContextResult, out *writer) (shown []*graph.Node) {
	var flows, seen []string
	var titles engine.TitleList
	for i := range c.Nodes {
		component := &c.Nodes[i]
		node := e.Graph.Node(component.ID)
		if !component.Match || node == nil || len(shown) == plainResults {
			continue
		}
		if shown = append(shown, node); len(shown) == 1 {
			out.line("\nWhat fits best:")
		}
		place := component.FilePath
		if component.StartLine > 0 {
			place = fmt.Sprintf("%s:%d", place, component.StartLine)
			out.cite(component.FilePath, component.StartLine)
		}
		out.line("%d. %s %s, %s", len(shown), component.Type, engine.Clean(node.FullName()), engine.Clean(place))
		if component.Summary != "" {
			out.line("   %s", engine.Clean(component.Summary))
		}
		if users := names(e, e.Graph.In(node), func(edge *graph.Edge) *graph.Node { return edge.Source }); users != "" {
			out.line("   used by %s", users)
		}
		if uses := names(e, e.Graph.Out(node), func(edge *graph.Edge) *graph.Node { return edge.Target }); uses != "" {
			out.line("   uses %s", uses)
		}
		for _, p := range e.Participations(node) {
			if !slices.Contains(seen, p.Name) {
				seen = append(seen, p.Name)
				flows = append(flows, p.Name+titles.Beside(p.Title))
			}
		}
	}
	if len(shown) == 0 {
		out.line("\nNothing fits these words; try others, or fewer.")
	}
	rows("Execution flows through these:", flows, out)
	return shown
}

// sections lists the parts of documents that have the words of a question.
func sections(e *engine.Engine, question string, out *writer) {
	var list []string
	for _, s := range e.Sections(question, plainSections, func(string) bool { return true }) {
		out.cite(s.FilePath, s.StartLine)
		list = append(list, fmt.Sprintf("%s, %s:%d", cmp.Or(s.Heading, s.FilePath), s.FilePath, s.StartLine))
	}
	rows("Documents:", list, out)
}

// names returns the symbols at the other ends of edges. Tests are only counted.
func names(e *engine.Engine, edges []*graph.Edge, other func(*graph.Edge) *graph.Node) string {
	var list []string
	tests := make(map[*graph.Node]bool)
	for _, edge := range edges {
		n := other(edge)
		switch {
		case engine.Structural(edge.Type) || edge.Confidence < e.MinConfidence || n.Label == graph.File || slices.Contains(list, n.FullName()):
		case n.Test:
			tests[n] = true
		default:
			list = append(list, n.FullName())
		}
	}
	slices.Sort(list)
	text := []string{strings.Join(list[:min(len(list), plainNames)], ", ")}
	if len(list) > plainNames {
		text = append(text, fmt.Sprintf("%d more", len(list)-plainNames))
	}
	if len(tests) > 0 {
		text = append(text, engine.Plural(len(tests), "test"))
	}
	return engine.Clean(strings.Join(slices.DeleteFunc(text, func(s string) bool { return s == "" }), " and "))
}

// relations lists what joins the symbols shown with others that were found, and where they belong.
func relations(e *engine.Engine, m *finder.MultiResult, shown []*graph.Node, out *writer) {
	var joins, areas []string
	for _, r := range m.Relationships {
		source, target := e.Graph.Node(r.Source), e.Graph.Node(r.Target)
		if (slices.Contains(shown, source) || slices.Contains(shown, target)) && code(source) && code(target) && !slices.Contains(joins, r.Explanation) {
			joins = append(joins, r.Explanation) // symbols of one name read the same
		}
	}
	for _, n := range shown {
		if c := e.CommunityOf(n); c >= 0 && !slices.Contains(areas, e.Communities[c].Area) {
			areas = append(areas, e.Communities[c].Area)
		}
	}
	rows("Relationships:", joins, out)
	rows("Areas:", areas, out)
}

// code holds for functions and types that are no tests.
func code(n *graph.Node) bool { return !n.Test && (n.Label.Callable() || n.Label.IsType()) }

// rows lists lines under a heading, as many as are useful.
func rows(heading string, list []string, out *writer) {
	for i, row := range list {
		switch {
		case i == 0:
			out.line("\n%s", heading)
		case i == plainRows:
			out.line("- and %d more", len(list)-i)
			return
		}
		out.line("- %s", engine.Clean(row))
	}
}
