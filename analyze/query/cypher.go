package query

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/nexus-ci/nexus-ci/analyze/cypher"
	"github.com/nexus-ci/nexus-ci/analyze/cypher/property"
	"github.com/nexus-ci/nexus-ci/analyze/cypher/syntax"
	"github.com/nexus-ci/nexus-ci/analyze/cypher/value"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/propertygraph"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
)

// CypherParams are a query in openCypher.
type CypherParams struct {
	Query  string         `json:"query" argument:"" doc:"query in openCypher: MATCH … RETURN …"`
	Params map[string]any `json:"params,omitempty" doc:"values of the parameters that the query names as $name"`
	Limit  int            `json:"limit" default:"100" min:"1" max:"10000" doc:"largest number of rows in the answer; the others are counted"`
}

// A CypherResult is a table.
type CypherResult struct {
	Columns []string `json:"columns"`
	// Rows hold one value for each column: null, true or false, a number, a string, a list, an
	// object; a node as {labels, properties}, a relationship as {type, source, target,
	// properties}, a path as {nodes, relationships}.
	Rows     [][]any  `json:"rows" doc:"one list for each row, with one value for each column"`
	RowCount int      `json:"row_count"`
	Notes    []string `json:"notes,omitempty" doc:"names in the query that the graph does not have, and what of the flows it does not hold"`
	engine.Bounds
}

// Limits of a query: about two seconds of work, and as much memory as a large graph needs.
const (
	maxCypherSteps = 10_000_000
	maxCypherHeld  = 500_000
)

// Cypher returns a *CypherResult.
func Cypher(ctx context.Context, e *engine.Engine, p CypherParams) (engine.Result, error) {
	q, err := cypher.Parse(p.Query)
	if err != nil {
		return nil, &engine.ParameterError{Parameter: "query", Reason: engine.Shorten(err.Error(), 1000)}
	}
	params := make(map[string]any, len(p.Params))
	for name, v := range p.Params {
		params[name] = fromJSON(v)
	}
	answer, err := q.Run(ctx, e.Properties(), params, cypher.Limits{Rows: p.Limit, Steps: maxCypherSteps, Held: maxCypherHeld})
	var wrong *cypher.Error
	var limit *cypher.LimitError
	switch {
	case errors.As(err, &wrong), errors.As(err, &limit):
		return nil, &engine.ParameterError{Parameter: "query", Reason: engine.Shorten(err.Error(), 1000)}
	case err != nil:
		return nil, err
	}
	r := &CypherResult{Columns: answer.Columns, Rows: answer.Rows, RowCount: answer.Total, Notes: unknownNames(q.Names())}
	if answer.Total > len(answer.Rows) {
		r.Note("rows", len(answer.Rows), answer.Total)
	}
	partOfFlows(e, r, q.Names())
	for _, row := range r.Rows {
		for i := range row {
			row[i] = asJSON(row[i])
		}
	}
	return r, nil
}

// partOfFlows adds notes to the result of a query about flows, if the graph has only a part of them.
func partOfFlows(e *engine.Engine, r *CypherResult, n syntax.Names) {
	if !slices.ContainsFunc(n.Labels, func(l string) bool { return strings.EqualFold(l, propertygraph.Process) }) &&
		!slices.ContainsFunc(n.Types, func(t string) bool { return strings.EqualFold(t, string(graph.StepInProcess)) }) {
		return
	}
	if held := len(e.Processes); held < e.ProcessCount {
		r.Note("processes", held, e.ProcessCount)
		r.Notes = append(r.Notes, fmt.Sprintf("the graph holds %d of %d flows", held, e.ProcessCount))
	}
	cut := 0
	for i := range e.Processes {
		if e.Processes[i].Cut {
			cut++
		}
	}
	if cut > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("%s cut: isCut is true where a flow goes on beyond its last step", isAre(cut, "flow")))
	}
}

func isAre(n int, what string) string {
	if n == 1 {
		return "1 " + what + " is"
	}
	return engine.Plural(n, what) + " are"
}

const ofProperty = "property"

// otherwiseCalled are what queries call the keys that other answers have.
var otherwiseCalled = map[string]string{"kind": "labels(n)[0]", "path": "filePath", "file": "filePath", "file_path": "filePath"}

// unknownNames returns notes on names that exist in no graph: a query with them finds nothing.
func unknownNames(n syntax.Names) []string {
	var notes []string
	check := func(what string, names, known []string, fold bool) {
		for _, name := range names {
			if slices.ContainsFunc(known, func(k string) bool { return k == name || fold && strings.EqualFold(k, name) }) {
				continue
			}
			note := fmt.Sprintf("no %s is called %s", what, name)
			if instead := otherwiseCalled[name]; instead != "" && what == ofProperty {
				notes = append(notes, note+"; it is "+instead)
				continue
			}
			nearest := slices.MinFunc(known, func(a, b string) int {
				return cmp.Compare(engine.Distance(strings.ToLower(a), strings.ToLower(name)), engine.Distance(strings.ToLower(b), strings.ToLower(name)))
			})
			if engine.Distance(strings.ToLower(nearest), strings.ToLower(name)) <= max(1, len(name)/3) {
				note += "; did you mean " + nearest + "?"
			}
			notes = append(notes, note)
		}
	}
	labels, types := []string{}, []string{propertygraph.AnyType, "INHERITS"}
	for _, l := range propertygraph.Labels {
		labels = append(labels, l.Name)
	}
	for _, t := range propertygraph.Types {
		types = append(types, t.Name)
	}
	check("label", n.Labels, labels, true)
	check("type of relationship", n.Types, types, true)
	check(ofProperty, n.Keys, propertygraph.Keys(), false)
	return notes
}

// fromJSON converts a JSON value to a query value, in which whole numbers are integers.
func fromJSON(v any) any {
	switch v := v.(type) {
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
			return int64(v)
		}
	case []any:
		for i := range v {
			v[i] = fromJSON(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = fromJSON(v[key])
		}
	}
	return v
}

// The JSON forms of values. In a table for people they are written as in queries.
type (
	cypherNode struct {
		Labels     []string       `json:"labels"`
		Properties map[string]any `json:"properties"`
		text       string
	}
	cypherRelationship struct {
		Type       string         `json:"type"`
		Source     any            `json:"source"`
		Target     any            `json:"target"`
		Properties map[string]any `json:"properties"`
		text       string
	}
	cypherPath struct {
		Nodes         []any `json:"nodes"`
		Relationships []any `json:"relationships"`
		text          string
	}
)

func (n *cypherNode) String() string         { return n.text }
func (r *cypherRelationship) String() string { return r.text }
func (p *cypherPath) String() string         { return p.text }

// asJSON converts a query value to a JSON value.
func asJSON(v any) any {
	properties := func(of property.Properties) map[string]any {
		all := make(map[string]any)
		for _, key := range of.Keys() {
			all[key] = asJSON(of.Get(key))
		}
		return all
	}
	switch v := v.(type) {
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return value.Format(v)
		}
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = asJSON(v[i])
		}
		return list
	case map[string]any:
		object := make(map[string]any, len(v))
		for key := range v {
			object[key] = asJSON(v[key])
		}
		return object
	case *property.Node:
		return &cypherNode{v.Labels, properties(v.Properties), value.Format(v)}
	case *property.Relationship:
		return &cypherRelationship{v.Type, v.Source.Get("id"), v.Target.Get("id"), properties(v.Properties), value.Format(v)}
	case *property.Path:
		p := &cypherPath{Nodes: []any{}, Relationships: []any{}, text: value.Format(v)}
		for _, n := range v.Nodes {
			p.Nodes = append(p.Nodes, asJSON(n))
		}
		for _, r := range v.Relationships {
			p.Relationships = append(p.Relationships, asJSON(r))
		}
		return p
	}
	return v
}

// maxCell is the maximum number of characters in a cell of a table.
const maxCell = 100

// Text writes a table with a header line.
func (r *CypherResult) Text(w io.Writer) {
	p := engine.NewPage(w)
	table := [][]string{r.Columns}
	for _, row := range r.Rows {
		cells := make([]string, len(row))
		for i, v := range row {
			cells[i] = cellText(v)
		}
		table = append(table, cells)
	}
	widths := make([]int, len(r.Columns))
	for n, row := range table {
		for i := range row {
			row[i] = engine.Shorten(engine.Clean(row[i]), maxCell)
			widths[i] = max(widths[i], utf8.RuneCountInString(row[i]))
		}
		table[n] = row
	}
	for n, row := range table {
		var b strings.Builder
		for i, c := range row {
			if i > 0 {
				b.WriteString("  ")
			}
			b.WriteString(c)
			if i < len(row)-1 {
				b.WriteString(strings.Repeat(" ", widths[i]-utf8.RuneCountInString(c)))
			}
		}
		p.Line("%s", b.String())
		if n == 0 {
			var rules []string
			for _, width := range widths {
				rules = append(rules, strings.Repeat("-", width))
			}
			p.Line("%s", strings.Join(rules, "  "))
		}
	}
	p.Line("%s", engine.Plural(r.RowCount, "row"))
	p.Note("", r.NoteOf("rows"))
	for _, n := range r.Notes {
		p.Line("note: %s", n)
	}
}

// cellText writes a value of a row.
func cellText(v any) string {
	switch v := v.(type) {
	case fmt.Stringer:
		return v.String()
	case []any:
		all := make([]string, len(v))
		for i := range v {
			all[i] = cellText(v[i])
		}
		return "[" + strings.Join(all, ", ") + "]"
	}
	return value.Format(v)
}

// WriteGraphSchema documents the graph for queries, as Markdown: labels, types, properties.
func WriteGraphSchema(w io.Writer) { propertygraph.WriteSchema(w) }

// WriteBriefSchema names what WriteGraphSchema documents.
func WriteBriefSchema(w io.Writer) { propertygraph.WriteBrief(w) }
