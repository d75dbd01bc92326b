package query

import (
	"context"
	"fmt"
	"io"
)

// CodeIntelligenceParams ask one of the common questions about a symbol.
type CodeIntelligenceParams struct {
	Command string `json:"command" enum:"find,refs,callers,callees,similar,graph,query" doc:"find: definitions; refs: places that name it; callers, callees: up to the depth; similar: code that fits a description; graph: what is around it; query: callers and refs"`
	Symbol  string `json:"symbol" argument:"" doc:"name of the symbol, qualified or not, or its id; of similar a description in words"`
	Depth   int    `json:"depth,omitempty" min:"1" max:"10" default:"2" doc:"how many steps far; 1 to 5 is useful"`
}

// Definitions are the symbols of a name.
type Definitions struct {
	Type        string   `json:"type" enum:"definitions"`
	Status      string   `json:"status" enum:"found"`
	Definitions []Symbol `json:"definitions"`
	Bounds
}

// CodeIntelligence answers with *Definitions, with *Ways as explore does, or with a
// *FlatResult as query does.
func CodeIntelligence(ctx context.Context, e *Engine, p CodeIntelligenceParams) (Result, error) {
	switch p.Command {
	case "find":
		return definitions(e, p.Symbol)
	case "similar":
		mode, _ := e.autoParts()
		return Query(ctx, e, QueryParams{Question: Question{Query: p.Symbol, Mode: mode}, Flat: true, Snippets: true})
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

func definitions(e *Engine, name string) (Result, error) {
	if name == "" {
		return nil, &ParameterError{"symbol", "is empty"}
	}
	nodes := e.named(name, Choice{})
	if n := e.Graph.Node(name); n != nil {
		nodes = append(nodes[:0:0], n)
	}
	if len(nodes) == 0 {
		return nil, e.notFound(name)
	}
	d := &Definitions{Type: "definitions", Status: StatusFound, Definitions: []Symbol{}}
	for _, n := range cut(&d.Bounds, "definitions", nodes, maxMembers) {
		d.Definitions = append(d.Definitions, symbol(n))
	}
	return d, nil
}

// Text writes one line for each definition.
func (d *Definitions) Text(w io.Writer) {
	p := page{w}
	for i := range d.Definitions {
		s := &d.Definitions[i]
		lines := ""
		if s.EndLine > s.StartLine {
			lines = fmt.Sprintf("-%d", s.EndLine)
		}
		p.line("%s %s (%s%s)", s.Kind, s.Name, s.place(), lines)
	}
	p.note("  ", d.of("definitions"))
}
