package query

import (
	"context"
	"io"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// ContextParams ask for the surroundings of one symbol.
type ContextParams struct {
	Name string `json:"name,omitempty" argument:"" doc:"name of the symbol, qualified or not"`
	Choice
}

// A ContextResult is a symbol with all that is directly joined to it.
type ContextResult struct {
	Status   string    `json:"status" enum:"found"`
	Symbol   Symbol    `json:"symbol"`
	Incoming Relations `json:"incoming" doc:"what uses the symbol, by the type of the relation; tests have a list of their own"`
	Outgoing Relations `json:"outgoing" doc:"what the symbol uses, by the type of the relation"`
	// Processes are the flows that the symbol is a step of.
	Processes []Participation `json:"processes"`
	Bounds
}

// Relations are symbols by the type of the edge to them, in lower case: calls, imports, ….
type Relations map[string][]Ref

const (
	maxRefs = 30 // of one list of Relations
)

// Context answers with a *ContextResult.
func Context(_ context.Context, e *Engine, p ContextParams) (Result, error) {
	n, err := e.Find(p.Name, p.Choice)
	if err != nil {
		return nil, err
	}
	r := surroundings(e, n)
	return &r, nil
}

func surroundings(e *Engine, n *graph.Node) ContextResult {
	r := ContextResult{Status: StatusFound, Symbol: symbol(n)}
	in, out := make(map[string][]*graph.Node), make(map[string][]*graph.Node)
	for _, edge := range e.Graph.In(n) {
		if name := relation(edge); name != "" && edge.Confidence >= e.MinConfidence && !structural(edge.Type) {
			if edge.Source.Test && !n.Test {
				name = relation(&graph.Edge{Type: graph.Tests})
			}
			in[name] = append(in[name], edge.Source)
		}
	}
	for _, edge := range e.Graph.Out(n) {
		if name := relation(edge); name != "" && edge.Confidence >= e.MinConfidence {
			out[name] = append(out[name], edge.Target)
		}
	}
	r.Incoming, r.Outgoing = r.refs("incoming", in), r.refs("outgoing", out)
	r.Processes = cut(&r.Bounds, "processes", e.participations(n), maxProcesses)
	return r
}

func (r *ContextResult) refs(side string, lists map[string][]*graph.Node) Relations {
	relations := make(Relations)
	for _, name := range relationNames(lists) {
		refs := []Ref{}
		for _, n := range cut(&r.Bounds, side+"."+name, byID(lists[name]), maxRefs) {
			refs = append(refs, ref(n))
		}
		relations[name] = refs
	}
	return relations
}

// relationNames returns the keys, calls first.
func relationNames[T any](lists map[string][]T) []string {
	var names []string
	for name := range lists {
		if name != "calls" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	if _, ok := lists["calls"]; ok {
		names = slices.Insert(names, 0, "calls")
	}
	return names
}

// Text writes the symbol, then one list after the other.
func (r *ContextResult) Text(w io.Writer) {
	p := page{w}
	p.line("%s %s (%s)", r.Symbol.Kind, r.Symbol.Name, r.Symbol.place())
	p.line("  %s", r.Symbol.UID)
	r.side(p, "incoming", r.Incoming)
	r.side(p, "outgoing", r.Outgoing)
	writeProcesses(p, r.Processes, &r.Bounds)
}

func (r *ContextResult) side(p page, side string, relations Relations) {
	for _, name := range relationNames(relations) {
		p.line("%s %s", side, name)
		for _, s := range relations[name] {
			p.line("  %s (%s)", s.Name, s.FilePath)
		}
		p.note("  ", r.of(side+"."+name))
	}
}

func writeProcesses(p page, processes []Participation, b *Bounds) {
	if len(processes) == 0 {
		return
	}
	p.line("flows")
	for _, f := range processes {
		p.line("  %s (step %d/%d)", f.Name, f.Step, f.Steps)
	}
	p.note("  ", b.of("processes"))
}
