// Package overview says what is in an index.
//
// In: an index, and which areas and flows are small or many. Out: an Overview: the files as data;
// as text counts of nodes and edges, areas and how they depend on each other, flows, and what
// was left out.
package overview

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/community"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/index"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// maxOverview is how many rows of one list the overview shows; it counts the rest.
const maxOverview = 20

// An Overview says what is in an index. Its fields are the JSON form: the files. Text is the form
// for people: counts, areas and how they depend on each other, flows, and what was left out.
type Overview struct {
	Files   []File `json:"files"`   // that were read, or that are known by their path alone
	Skipped []Skip `json:"skipped"` // files, or parts of them, that are not

	index              *index.Index
	minSize, mostFlows int
}

// A File is one that was not left out.
type File struct {
	Path     string `json:"path"`
	Language string `json:"language"` // empty for one that is not analysed
}

// A Skip is a file, or a part of one, that was left out.
type Skip struct {
	Path    string `json:"path"`
	Line    int    `json:"line,omitempty"` // first line concerned, 0 for the whole file
	Reason  string `json:"reason"`
	Message string `json:"message,omitempty"`
}

// Of returns the overview of an index.
func Of(x *index.Index, minSize, mostFlows int) *Overview {
	o := &Overview{Files: []File{}, Skipped: []Skip{}, index: x, minSize: minSize, mostFlows: mostFlows}
	whole := make(map[string]bool)
	for _, s := range x.Graph.Skips {
		o.Skipped = append(o.Skipped, Skip{s.Path, s.Line, string(s.Reason), s.Message})
		whole[s.Path] = whole[s.Path] || s.Line == 0
	}
	for _, n := range x.Graph.Nodes {
		if n.Label == graph.File && !whole[n.Path] {
			o.Files = append(o.Files, File{n.Path, n.Language})
		}
	}
	return o
}

// Text writes the form for people.
func (o *Overview) Text(w io.Writer) {
	var b strings.Builder
	g := o.index.Graph
	fmt.Fprintf(&b, "%s, %d read, %s could not be followed\n", view.Plural(g.Files, "file"), g.Parsed, view.Plural(g.UnknownCalls, "call"))
	labels, types := make(map[string]int), make(map[string]int)
	for _, n := range g.Nodes {
		labels[string(n.Label)]++
	}
	for _, e := range g.Edges() {
		types[string(e.Type)]++
	}
	counts(&b, "nodes", labels)
	counts(&b, "edges", types)
	areas(&b, o.index, o.minSize)
	flows(&b, o.index, o.mostFlows)
	rows(&b, "not analysed", g.Skips, len(g.Skips), func(s graph.Skip) string {
		row := s.Path
		if s.Line > 0 {
			row = fmt.Sprintf("%s:%d", row, s.Line)
		}
		return strings.TrimSuffix(fmt.Sprintf("%s: %s, %s", row, s.Reason, s.Message), ", ")
	})
	_, _ = io.WriteString(w, b.String()) // the writer keeps its error
}

func counts(b *strings.Builder, title string, of map[string]int) {
	fmt.Fprintf(b, "%s\n", title)
	var names []string
	for name := range of {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(b, "  %8d %s\n", of[name], name)
	}
}

func areas(b *strings.Builder, x *index.Index, minSize int) {
	shown, small := community.Display(x.Communities, minSize)
	rows(b, "areas", shown, len(shown), func(s community.Shown) string {
		row := fmt.Sprintf("%s: %s, cohesion %.2f", s.Label, view.Plural(s.Symbols, "symbol"), s.Cohesion)
		if n := len(s.Communities); n > 1 {
			row += fmt.Sprintf(", in %d parts", n)
		}
		return row
	})
	if small > 0 {
		fmt.Fprintf(b, "  and %s of fewer than %d symbols\n", view.Plural(small, "area"), minSize)
	}
	member := community.Join(x.Communities, x.Graph, func(n *graph.Node) string { return n.ID })
	deps := community.Dependencies(x.Graph, member.Of)
	rows(b, "calls between areas", deps, len(deps), func(d community.Dependency) string {
		return fmt.Sprintf("%s -> %s (%s)", x.Communities[d.From].Label, x.Communities[d.To].Label, view.Plural(d.Calls, "call"))
	})
}

func flows(b *strings.Builder, x *index.Index, most int) {
	rows(b, "flows", x.Processes[:min(len(x.Processes), most)], x.ProcessCount, func(p graph.Process) string {
		steps := make([]string, len(p.Steps))
		for i, n := range p.Steps {
			steps[i] = n.Qualified
		}
		row := fmt.Sprintf("%s (%s): %s", p.Label, p.Type, strings.Join(steps, " → "))
		if p.Cut {
			row += " → …"
		}
		return row
	})
}

// rows prints one list, cut at maxOverview of all.
func rows[T any](b *strings.Builder, title string, list []T, all int, row func(T) string) {
	if all == 0 {
		return
	}
	fmt.Fprintf(b, "%s (%d)\n", title, all)
	n := min(len(list), maxOverview)
	for _, item := range list[:n] {
		fmt.Fprintf(b, "  %s\n", report.Clean(row(item)))
	}
	if n < all {
		fmt.Fprintf(b, "  shown %d of %d\n", n, all)
	}
}
