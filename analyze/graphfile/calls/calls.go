// Package calls writes the definitions of a graph, and the calls and references between
// them, for programs that compare call graphs.
//
// In: a graph. Out: one JSON object a line: "meta" first, then files, definitions, and calls
// with references, each sorted.
package calls

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/resolve"
)

// The lines of "index --export calls": one JSON object a line, "meta" first, then
// files, definitions, and calls with references to definitions, each sorted. A
// call that is less likely than not to lead there is a "call" too, with its
// confidence; one that is hardly more than possible is "may".
type (
	metaLine struct {
		Type   string `json:"type"`
		Commit string `json:"commit"`
		Tool   string `json:"tool"`
	}
	fileLine struct {
		Type string `json:"type"`
		File string `json:"file"`
		Test bool   `json:"test,omitempty"`
	}
	defLine struct {
		Type string `json:"type"`
		File string `json:"file"`
		Name string `json:"name"`
		Qual string `json:"qual"`
		Kind string `json:"kind"`
		// Line is that of the name, Start the first one with decorators.
		Start int    `json:"start"`
		Line  int    `json:"line"`
		End   int    `json:"end"`
		Scope string `json:"scope"`
		Test  bool   `json:"test,omitempty"`
	}
	callLine struct {
		Type       string  `json:"type"`
		CallerFile string  `json:"callerFile"`
		CallerName string  `json:"callerName"`
		CallerLine int     `json:"callerLine"`
		CalleeFile string  `json:"calleeFile"`
		CalleeName string  `json:"calleeName"`
		CalleeLine int     `json:"calleeLine"`
		Kind       string  `json:"kind"`
		Sites      []int   `json:"sites"`
		Confidence float64 `json:"confidence"`
		Rule       int     `json:"rule"`
		Test       bool    `json:"test,omitempty"`
	}
)

// kinds are the kinds of definitions that the export holds.
var kinds = map[graph.Label]string{
	graph.Function: "function", graph.Method: "method", graph.Constructor: "constructor", graph.Class: "class",
	graph.Struct: "struct", graph.Interface: "interface", graph.Trait: "interface", graph.Enum: "enum",
	graph.Type: "type", graph.Namespace: "namespace",
}

// Write writes the files, definitions and calls of g.
func Write(w io.Writer, g *graph.Graph, tool, commit string) error {
	b := bufio.NewWriter(w)
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	lines := []any{metaLine{Type: "meta", Commit: commit, Tool: tool}}
	for _, n := range g.Nodes {
		if n.Label == graph.File && n.Language != "" {
			lines = append(lines, fileLine{Type: "file", File: n.Path, Test: n.Test})
		}
	}
	for _, n := range g.Nodes {
		kind := kinds[n.Label]
		if kind == "" || n.Name[0] == '(' { // a call, construct or index signature has no name of its own
			continue
		}
		if n.Label == graph.Constructor && n.Abstract { // one that is only declared is the type itself
			continue
		}
		if n.Label == graph.Method && n.Abstract {
			kind = "interface-method"
		}
		lines = append(lines, defLine{
			Type: "def", File: n.Path, Name: n.Name, Qual: n.Qualified, Kind: kind,
			Start: n.Start, Line: n.Line, End: n.End, Scope: scopeOf(n), Test: n.Test,
		})
	}
	for _, e := range g.Edges() {
		switch {
		case e.Type == graph.Calls || e.Type == graph.MayCall && e.Confidence >= likely:
			lines = append(lines, edgeLine(e, "call"))
		case e.Type == graph.MayCall:
			lines = append(lines, edgeLine(e, "may"))
		case e.Type == graph.References && kinds[e.Target.Label] != "" && e.Target.Name[0] != '(':
			lines = append(lines, edgeLine(e, "ref"))
		}
	}
	for _, l := range lines {
		if err := enc.Encode(l); err != nil {
			return fmt.Errorf("write export: %w", err)
		}
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("write export: %w", err)
	}
	return nil
}

// likely is the confidence from which on a possible call is a "call" line.
const likely = 0.25

// scopeOf says where a definition stands.
func scopeOf(n *graph.Node) string {
	switch p := n.Parent; {
	case p == nil || p.Label == graph.File:
		return "top"
	case p.Label.IsType():
		return "member"
	case p.Label == graph.Variable || p.Label == graph.Constant:
		return "object"
	}
	return "nested"
}

// callerOf returns the function, type or file that runs the code of n: what
// gives a variable or field its value belongs to what holds it, the code of a
// namespace to its file.
func callerOf(n *graph.Node) *graph.Node {
	for n.Parent != nil && n.Label != graph.File && (kinds[n.Label] == "" || n.Label == graph.Namespace) {
		n = n.Parent
	}
	return n
}

// edgeLine is the line of a call or reference.
func edgeLine(e *graph.Edge, typ string) callLine {
	caller := callerOf(e.Source)
	c := callLine{
		Type: typ, CallerFile: caller.Path, CallerName: caller.Name, CallerLine: caller.Line,
		CalleeFile: e.Target.Path, CalleeName: e.Target.Name, CalleeLine: e.Target.Line, Kind: "static",
		Sites: []int{}, Confidence: e.Confidence, Rule: e.Rule, Test: e.Source.Test,
	}
	if e.Rule == resolve.RuleImplied {
		c.Type = "may" // the site does not name it
	}
	if caller.Label == graph.File {
		c.CallerName, c.CallerLine = "<module>", 1
	}
	switch {
	case typ == "ref":
		c.Kind = "value"
	case e.Target.Label == graph.Method && e.Target.Abstract:
		c.Kind = "interface"
	case e.Target.Label.IsType() || e.Target.Label == graph.Constructor:
		c.Kind = "constructor"
	}
	for _, s := range e.Sites {
		if n := len(c.Sites); n == 0 || c.Sites[n-1] != s.Line {
			c.Sites = append(c.Sites, s.Line)
		}
	}
	return c
}
