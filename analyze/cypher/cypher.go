// Package cypher answers questions in openCypher about a labelled property graph. It reads
// and never changes it.
//
// In: a property.Graph and the text of a query with its parameters. Out: a Result, rows of
// values.
//
// Known are MATCH and OPTIONAL MATCH (several patterns, labels, types with alternatives,
// directions, variable length, property maps, shortestPath, allShortestPaths), WHERE, WITH,
// RETURN, DISTINCT, ORDER BY, SKIP, LIMIT, UNWIND, UNION; parameters; CASE, lists, maps,
// comprehensions, patterns as conditions, EXISTS { }, COUNT { }; the functions and aggregates
// of package function. Labels and types match whatever their case. The rest is as in openCypher:
// null, three-valued logic, no relationship twice in one match, the order of values.
//
// Package syntax reads the query. A planner that sees the graph (plan.go) orders the parts of a
// pattern, and stages that push rows to each other (run.go, match.go, project.go) evaluate it
// (eval.go). Queries are hostile: text, depth, steps, rows, values and paths are bounded, and
// what goes beyond is an error that says so, not a shorter answer.
//
// Invariants: equal graphs, queries and parameters give equal rows in equal order; a Query may
// be used from any number of goroutines.
package cypher

import (
	"context"
	"fmt"

	"github.com/nexus-ci/nexus-ci/analyze/cypher/property"
	"github.com/nexus-ci/nexus-ci/analyze/cypher/syntax"
)

// A Query is a query that was read and may be run, also at once in several goroutines.
type Query struct{ tree *syntax.Query }

// Parse reads a query. The error is an *Error.
func Parse(query string) (*Query, error) {
	t, err := syntax.Parse(query)
	if err != nil {
		return nil, err
	}
	return &Query{t}, nil
}

// An Error says what is wrong with a query, and where.
type Error = syntax.Error

// Names returns the labels, types and properties that the query names.
func (q *Query) Names() syntax.Names { return q.tree.Names }

// Limits bound what a query may take. All are positive.
type Limits struct {
	// Rows is the number of rows that a Result holds; the others are counted.
	Rows int
	// Steps is the number of nodes, relationships and rows that are looked at.
	Steps int
	// Held is the number of rows and values that are held at a time, to be sorted, grouped or
	// collected.
	Held int
}

// A LimitError says that a query would take more than it may.
type LimitError struct{ Message string }

func (e *LimitError) Error() string { return e.Message }

// A Result is the answer to a query. Values are nil, bool, int64, float64, string, []any,
// map[string]any, *property.Node, *property.Relationship or *property.Path.
type Result struct {
	Columns []string
	Rows    [][]any
	Total   int // number of rows, also of those that are left out
}

// Run answers the query. The error is an *Error, a *LimitError or that of the context.
func (q *Query) Run(ctx context.Context, g *property.Graph, params map[string]any, limits Limits) (*Result, error) {
	x := &execution{ctx: ctx, graph: g, params: params, limits: limits, query: q.tree, plans: make(map[*syntax.Pattern]*plan)}
	r := &Result{Rows: [][]any{}}
	var rows stage = &resultStage{r}
	distinct := false
	for i, p := range q.tree.Parts {
		distinct = distinct || i > 0 && !p.All
	}
	if distinct {
		rows = &uniqueStage{seen: make(map[string]bool), next: rows}
	}
	for _, p := range q.tree.Parts {
		if err := x.part(p, rows); err != nil {
			return nil, err
		}
		last := p.Segments[len(p.Segments)-1].Out
		r.Columns = r.Columns[:0]
		for _, i := range last.Items {
			r.Columns = append(r.Columns, i.Name)
		}
	}
	return r, nil
}

// An execution is one run of a query.
type execution struct {
	ctx    context.Context
	graph  *property.Graph
	params map[string]any
	limits Limits
	query  *syntax.Query
	steps  int
	held   int
	plans  map[*syntax.Pattern]*plan
	// regexes are those of the query, by their text.
	regexes map[string]*matcherOfText
}

// Step counts what is looked at.
func (x *execution) Step(n int) error {
	before := x.steps
	x.steps += n
	if x.steps > x.limits.Steps {
		return &LimitError{fmt.Sprintf("stopped after %d steps: the query looks at too much; name labels and properties, bound lengths as in *1..3, or match less at a time", x.limits.Steps)}
	}
	if before>>10 != x.steps>>10 {
		return x.ctx.Err()
	}
	return nil
}

// Hold counts what is held at a time.
func (x *execution) Hold(n int) error {
	if x.held += n; x.held > x.limits.Held {
		return &LimitError{fmt.Sprintf("stopped at %d rows and values that would have to be held to sort, group or collect them; match less, or use LIMIT before", x.limits.Held)}
	}
	return nil
}

// failed is the error for a place in the query.
func (x *execution) failed(at int, format string, args ...any) error {
	return x.query.Errorf(at, format, args...)
}

// part runs the segments of one part of a UNION and sends its rows on.
func (x *execution) part(p *syntax.Part, rows stage) error {
	for i := len(p.Segments) - 1; i >= 0; i-- {
		s := p.Segments[i]
		width := 0
		if i+1 < len(p.Segments) {
			width = p.Segments[i+1].Width
		}
		var err error
		if rows, err = x.project(s, width, rows); err != nil {
			return err
		}
		for j := len(s.Clauses) - 1; j >= 0; j-- {
			switch c := s.Clauses[j].(type) {
			case *syntax.Match:
				rows = &matchStage{c, rows}
			case *syntax.Unwind:
				rows = &unwindStage{c, rows}
			}
		}
	}
	err := rows.push(x, make([]any, p.Segments[0].Width))
	if err != nil && err != errEnough {
		return err
	}
	return rows.close(x)
}
