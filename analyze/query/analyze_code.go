package query

import (
	"cmp"
	"context"
	"io"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/contextpack"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
)

// AnalyzeCodeParams ask for measures of the code.
type AnalyzeCodeParams struct {
	Focus string `json:"focus,omitempty" enum:"summary,complexity,smells,all" default:"all" doc:"what to tell"`
	Files string `json:"files,omitempty" doc:"pattern of the paths to look in, such as src/**"`
	Limit int    `json:"limit,omitempty" min:"1" max:"200" default:"20" doc:"rows of each list"`
}

// A CodeAnalysis has measures of the code.
type CodeAnalysis struct {
	Focus    string       `json:"focus"`
	Summary  *CodeSummary `json:"summary,omitempty"`
	HotSpots []HotSpot    `json:"hot_spots,omitempty" doc:"functions by complexity"`
	Smells   []Smell      `json:"smells,omitempty" doc:"by kind, the worst first"`
	engine.Bounds
}

// A CodeSummary counts.
type CodeSummary struct {
	Files     int `json:"files"`
	Functions int `json:"functions"`
	Types     int `json:"types"`
	// Simple, Moderate and Complex count functions.
	Simple   int     `json:"simple" doc:"functions of complexity 1 to 5"`
	Moderate int     `json:"moderate" doc:"6 to 10"`
	Complex  int     `json:"complex" doc:"more"`
	Mean     float64 `json:"mean_complexity"`
}

// A HotSpot is a function with its complexity.
type HotSpot struct {
	engine.Symbol
	Complexity int `json:"complexity"`
}

// A Smell is a measure of a symbol that is beyond a limit.
type Smell struct {
	What string `json:"smell" enum:"complex,long,many_parameters,large_type,hub"`
	engine.Symbol
	Value int `json:"value" doc:"complexity, lines, parameters, methods, or callers"`
}

// Limits beyond which a measure is a smell.
const (
	maxComplexity = 10
	maxLength     = 80 // lines
	maxParameters = 6
	maxMethods    = 20
	hubCalls      = 10 // from which on, in both directions
)

// AnalyzeCode answers with a *CodeAnalysis.
func AnalyzeCode(_ context.Context, e *engine.Engine, p AnalyzeCodeParams) (engine.Result, error) {
	in, err := engine.PathFilter("files", p.Files)
	if err != nil {
		return nil, err
	}
	r := &CodeAnalysis{Focus: p.Focus}
	s := &CodeSummary{}
	var spots []HotSpot
	var smells []Smell
	for _, n := range e.Graph.Nodes {
		if n.Test || n.Generated || !in(n.Path) {
			continue
		}
		switch {
		case n.Label == graph.File:
			s.Files++
		case n.Label.IsType():
			s.Types++
			if methods := methodsOf(e.Graph, n); methods > maxMethods {
				smells = append(smells, Smell{"large_type", engine.SymbolOf(n), methods})
			}
		case n.Label.Callable() && !n.Abstract:
			spots = append(spots, HotSpot{engine.SymbolOf(n), 1 + n.Decisions})
			smells = append(smells, smellsOf(e, n)...)
		}
	}
	s.count(spots)
	slices.SortFunc(spots, func(a, b HotSpot) int {
		return cmp.Or(cmp.Compare(b.Complexity, a.Complexity), cmp.Compare(a.UID, b.UID))
	})
	slices.SortFunc(smells, func(a, b Smell) int {
		return cmp.Or(cmp.Compare(a.What, b.What), cmp.Compare(b.Value, a.Value), cmp.Compare(a.UID, b.UID))
	})
	if p.Focus == "summary" || p.Focus == "all" {
		r.Summary = s
	}
	if p.Focus == "complexity" || p.Focus == "all" {
		r.HotSpots = engine.Keep(&r.Bounds, "hot_spots", spots, p.Limit)
	}
	if p.Focus == "smells" || p.Focus == "all" {
		r.Smells = engine.Keep(&r.Bounds, "smells", smells, p.Limit)
	}
	return r, nil
}

// count counts functions by their complexity.
func (s *CodeSummary) count(spots []HotSpot) {
	sum := 0
	for i := range spots {
		sum += spots[i].Complexity
		switch contextpack.Complexity(spots[i].Complexity) {
		case "simple":
			s.Simple++
		case "moderate":
			s.Moderate++
		default:
			s.Complex++
		}
	}
	if s.Functions = len(spots); s.Functions > 0 {
		s.Mean = float64(int(100*float64(sum)/float64(s.Functions)+0.5)) / 100
	}
}

// smellsOf returns those of a function.
func smellsOf(e *engine.Engine, n *graph.Node) []Smell {
	var list []Smell
	add := func(kind string, value, most int) {
		if value > most {
			list = append(list, Smell{kind, engine.SymbolOf(n), value})
		}
	}
	add("complex", 1+n.Decisions, maxComplexity)
	add("long", n.End-n.Start+1, maxLength)
	add("many_parameters", len(n.Signature.Params), maxParameters)
	callers := callsOf(e, e.Graph.In(n), func(edge *graph.Edge) *graph.Node { return edge.Source })
	if callsOf(e, e.Graph.Out(n), func(edge *graph.Edge) *graph.Node { return edge.Target }) >= hubCalls {
		add("hub", callers, hubCalls-1)
	}
	return list
}

// callsOf counts the functions at the other ends of calls.
func callsOf(e *engine.Engine, edges []*graph.Edge, other func(*graph.Edge) *graph.Node) int {
	seen := make(map[*graph.Node]bool)
	for _, edge := range edges {
		if o := other(edge); edge.Type == graph.Calls && edge.Confidence >= e.MinConfidence && !o.Test {
			seen[o] = true
		}
	}
	return len(seen)
}

func methodsOf(g *graph.Graph, n *graph.Node) int {
	count := 0
	for _, edge := range g.Out(n) {
		if edge.Type == graph.HasMethod {
			count++
		}
	}
	return count
}

// Text writes a table for each.
func (r *CodeAnalysis) Text(w io.Writer) {
	p := engine.NewPage(w)
	if s := r.Summary; s != nil {
		p.Line("%s, %s, %s", engine.Plural(s.Files, "file"), engine.Plural(s.Functions, "function"), engine.Plural(s.Types, "type"))
		p.Line("complexity of functions: mean %g; %d simple, %d moderate, %d complex", s.Mean, s.Simple, s.Moderate, s.Complex)
	}
	for i := range r.HotSpots {
		if i == 0 {
			p.Line("MOST COMPLEX")
		}
		h := &r.HotSpots[i]
		p.Line("  %3d  %s %s (%s)", h.Complexity, h.Kind, h.Name, h.Place())
	}
	p.Note("  ", r.NoteOf("hot_spots"))
	for i := range r.Smells {
		if i == 0 {
			p.Line("SMELLS")
		}
		s := &r.Smells[i]
		p.Line("  %s %d  %s %s (%s)", s.What, s.Value, s.Kind, s.Name, s.Place())
	}
	p.Note("  ", r.NoteOf("smells"))
	if r.Focus == "complexity" && len(r.HotSpots) == 0 {
		p.Line("no function was found in these files")
	}
	if r.Focus == "smells" && len(r.Smells) == 0 {
		p.Line("no smell was found: nothing measured is beyond a limit")
	}
}
