package query

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
)

// ContextParams ask for the surroundings of one symbol.
type ContextParams struct {
	Name string `json:"name,omitempty" argument:"" doc:"name of the symbol, qualified or not"`
	engine.Choice
}

// A ContextResult is a symbol with its direct neighbours.
type ContextResult struct {
	Status   string        `json:"status" enum:"found"`
	Symbol   engine.Symbol `json:"symbol"`
	Note     string        `json:"note,omitempty" doc:"how its name differs from the one asked for"`
	Incoming Relations     `json:"incoming" doc:"what uses the symbol, by the type of the relation; tests have a list of their own"`
	Outgoing Relations     `json:"outgoing" doc:"what the symbol uses, by the type of the relation"`
	// Processes are the flows that the symbol is a step of.
	Processes []engine.Participation `json:"processes"`
	engine.Bounds
}

// Relations are symbols by the type of their edge, in lower case: calls, imports, ….
type Relations map[string][]engine.Ref

const (
	maxRefs = 30 // per list of Relations
)

// Context returns a *ContextResult.
func Context(_ context.Context, e *engine.Engine, p ContextParams) (engine.Result, error) {
	n, err := e.Find(p.Name, p.Choice)
	if err != nil {
		return nil, err
	}
	r := surroundings(e, n)
	r.Note = caseNote(p.Name, n)
	return &r, nil
}

// caseNote says that a name is another one in capitals and small letters; "" if it is not.
func caseNote(asked string, n *graph.Node) string {
	for _, name := range []string{n.Name, n.Qualified} {
		if asked != name && strings.EqualFold(asked, name) {
			return fmt.Sprintf("%s is written %s", asked, name)
		}
	}
	return ""
}

func surroundings(e *engine.Engine, n *graph.Node) ContextResult {
	r := ContextResult{Status: engine.StatusFound, Symbol: engine.SymbolOf(n)}
	in, out := make(map[string][]*graph.Node), make(map[string][]*graph.Node)
	for _, edge := range e.Graph.In(n) {
		if name := engine.RelationOf(edge); name != "" && edge.Confidence >= e.MinConfidence && !engine.Structural(edge.Type) {
			if edge.Source.Test && !n.Test {
				name = engine.RelationOf(&graph.Edge{Type: graph.Tests})
			}
			in[name] = append(in[name], edge.Source)
		}
	}
	for _, edge := range e.Graph.Out(n) {
		if name := engine.RelationOf(edge); name != "" && edge.Confidence >= e.MinConfidence {
			out[name] = append(out[name], edge.Target)
		}
	}
	r.Incoming, r.Outgoing = r.refs("incoming", in), r.refs("outgoing", out)
	r.Processes = engine.Keep(&r.Bounds, "processes", e.Participations(n), engine.MaxProcesses)
	return r
}

func (r *ContextResult) refs(side string, lists map[string][]*graph.Node) Relations {
	relations := make(Relations)
	for _, name := range relationNames(lists) {
		refs := []engine.Ref{}
		for _, n := range engine.Keep(&r.Bounds, side+"."+name, engine.ByID(lists[name]), maxRefs) {
			refs = append(refs, engine.RefOf(n))
		}
		relations[name] = refs
	}
	return relations
}

// relationNames returns the keys of lists, calls first.
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

// Text writes the symbol, then its lists.
func (r *ContextResult) Text(w io.Writer) {
	p := engine.NewPage(w)
	p.Line("%s %s (%s)", r.Symbol.Kind, r.Symbol.Name, r.Symbol.Place())
	p.Line("  %s", r.Symbol.UID)
	if r.Note != "" {
		p.Line("note: %s", r.Note)
	}
	r.side(p, "incoming", r.Incoming)
	r.side(p, "outgoing", r.Outgoing)
	writeProcesses(p, r.Processes, &r.Bounds)
}

func (r *ContextResult) side(p engine.Page, side string, relations Relations) {
	for _, name := range relationNames(relations) {
		p.Line("%s %s", side, name)
		for _, s := range relations[name] {
			p.Line("  %s (%s)", s.Name, s.FilePath)
		}
		p.Note("  ", r.NoteOf(side+"."+name))
	}
}

func writeProcesses(p engine.Page, processes []engine.Participation, b *engine.Bounds) {
	if len(processes) == 0 {
		return
	}
	p.Line("flows")
	var titles engine.TitleList
	for _, f := range processes {
		p.Line("  %s%s (step %d/%d)", f.Name, titles.Beside(f.Title), f.Step, f.Steps)
	}
	p.Note("  ", b.NoteOf("processes"))
}
