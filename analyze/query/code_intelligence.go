package query

import (
	"context"
	"fmt"
	"io"

	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/analyze/query/finder"
)

// CodeIntelligenceParams ask one of several common questions about a symbol.
type CodeIntelligenceParams struct {
	Command string `json:"command" enum:"find,refs,callers,callees,similar,graph,query" doc:"find: definitions; refs: places that name it; callers, callees: up to the depth; similar: code that fits a description; graph: what is around it; query: callers and refs"`
	Symbol  string `json:"symbol" argument:"" doc:"name of the symbol, qualified or not, or its id; of similar a description in words"`
	Depth   int    `json:"depth,omitempty" min:"1" max:"10" default:"2" doc:"how many steps far; 1 to 5 is useful"`
}

// Definitions are the symbols with a name.
type Definitions struct {
	Type        string          `json:"type" enum:"definitions"`
	Status      string          `json:"status" enum:"found"`
	Definitions []engine.Symbol `json:"definitions"`
	engine.Bounds
}

// CodeIntelligence returns *Definitions, or *Ways like explore, or a *FlatResult like query.
func CodeIntelligence(ctx context.Context, e *engine.Engine, p CodeIntelligenceParams) (engine.Result, error) {
	switch p.Command {
	case "find":
		return definitions(e, p.Symbol)
	case "similar":
		mode := finder.AutoMode(e)
		return finder.Query(ctx, e, finder.QueryParams{Question: finder.Question{Query: p.Symbol, Mode: mode}, Flat: true, Snippets: true})
	}
	explore := ExploreParams{Target: p.Symbol, WayParams: defaultWays()}
	explore.Depth = p.Depth
	switch p.Command {
	case "refs":
		explore.Refs = true
	case "callers":
		explore.Callers = true
	case "callees":
		explore.Callees = true
	case "graph":
		explore.Graph = true
	case "query":
		explore.Callers, explore.Refs = true, true
	}
	return Explore(ctx, e, explore)
}

func definitions(e *engine.Engine, name string) (engine.Result, error) {
	if name == "" {
		return nil, &engine.ParameterError{Parameter: "symbol", Reason: "is empty"}
	}
	nodes := e.Named(name, engine.Choice{})
	if n := e.Graph.Node(name); n != nil {
		nodes = append(nodes[:0:0], n)
	}
	if len(nodes) == 0 {
		return nil, e.NotFound(name)
	}
	d := &Definitions{Type: "definitions", Status: engine.StatusFound, Definitions: []engine.Symbol{}}
	for _, n := range engine.Keep(&d.Bounds, "definitions", nodes, maxMembers) {
		d.Definitions = append(d.Definitions, engine.SymbolOf(n))
	}
	return d, nil
}

// Text writes one line for each definition.
func (d *Definitions) Text(w io.Writer) {
	p := engine.NewPage(w)
	for i := range d.Definitions {
		s := &d.Definitions[i]
		lines := ""
		if s.EndLine > s.StartLine {
			lines = fmt.Sprintf("-%d", s.EndLine)
		}
		p.Line("%s %s (%s%s)", s.Kind, s.Name, s.Place(), lines)
	}
	p.Note("  ", d.NoteOf("definitions"))
}
