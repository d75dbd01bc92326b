package impact

import "github.com/nexus-ci/nexus-ci/analyze/graph"

// A Direction says which way edges are followed.
type Direction int

const (
	Upstream   Direction = iota // to what depends on the start
	Downstream                  // to what the start depends on
)

// Options bound a Walk.
type Options struct {
	Direction     Direction
	Depth         int              // at least 1
	MinConfidence float64          // edges below are not followed
	Types         []graph.EdgeType // nil for all that carry a dependency
}

// Walk returns the symbols that depend on the start symbols (or that they depend on),
// without the start, each at its least depth with the most certain path to
// it, sorted by depth, then confidence from high to low, then ID. Tests are included.
func Walk(g *graph.Graph, start []*graph.Node, o Options) []Affected { return nil }
