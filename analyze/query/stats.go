package query

import (
	"context"
	"io"

	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
)

// IndexCodebaseParams are empty: the engine that answers is of the files as they are.
type IndexCodebaseParams struct{}

// An IndexedCodebase says what was read.
type IndexedCodebase struct {
	Repository string `json:"repository"`
	Files      int    `json:"files"`
	Parsed     int    `json:"parsed_files"`
	Symbols    int    `json:"symbols"`
	Edges      int    `json:"edges"`
	Clusters   int    `json:"clusters"`
	Processes  int    `json:"processes"`
}

// IndexCodebase returns an *IndexedCodebase.
func IndexCodebase(_ context.Context, e *engine.Engine, _ IndexCodebaseParams) (engine.Result, error) {
	s := e.Stats()
	return &IndexedCodebase{e.Repository, s.Files, s.Parsed, s.Symbols, e.Graph.EdgeCount(), s.Clusters, s.Processes}, nil
}

// Text writes one line for what was read and one for what was made of it.
func (r *IndexedCodebase) Text(w io.Writer) {
	p := engine.NewPage(w)
	p.Line("%s is indexed: %s, %d read", r.Repository, engine.Plural(r.Files, "file"), r.Parsed)
	p.Line("%s, %s, %s, %s", engine.Plural(r.Symbols, "symbol"), engine.Plural(r.Edges, "edge"), engine.Plural(r.Clusters, "cluster"), engine.Plural(r.Processes, "flow"))
}

// GraphStatsParams are empty.
type GraphStatsParams struct{}

// GraphStatsResult holds the counts of the graph.
type GraphStatsResult struct {
	Repository string `json:"repository"`
	engine.Stats
}

// GraphStats returns a *GraphStatsResult.
func GraphStats(_ context.Context, e *engine.Engine, _ GraphStatsParams) (engine.Result, error) {
	return &GraphStatsResult{e.Repository, *e.Stats()}, nil
}

// Text writes the name of the repository and the counts.
func (r *GraphStatsResult) Text(w io.Writer) {
	engine.NewPage(w).Line("%s", r.Repository)
	r.Stats.Text(w)
}
