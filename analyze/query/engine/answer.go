package engine

import (
	"strings"
	"time"

	"github.com/nexus-ci/nexus-ci/analyze/community"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// Limits that several tools share.
const (
	MaxWay        = 10 // edges per path or cycle
	MaxProcesses  = 20 // per symbol
	MaxClusters   = 50
	MaxNamed      = 10 // symbols with one name that are considered
	MaxSearchTime = 10 * time.Second
)

// RelationOf is the name of an edge's type in answers.
func RelationOf(e *graph.Edge) string { return strings.ToLower(string(e.Type)) }

// Structural holds for relations that follow from the position of a symbol.
func Structural(t graph.EdgeType) bool {
	return t == graph.Contains || t == graph.Defines || t == graph.HasMethod
}

// Joined returns words with commas between.
func Joined[T ~string](words []T) string {
	var all []string
	for _, w := range words {
		all = append(all, string(w))
	}
	return strings.Join(all, ", ")
}

// Shorten cuts a text that is longer than most characters, and adds an ellipsis.
func Shorten(s string, most int) string {
	if len(s) <= most {
		return s
	}
	count := 0
	for i := range s {
		if count == most {
			return s[:i] + "…"
		}
		count++
	}
	return s
}

// CutFrom returns the number of elements of a list that are not shown.
func (b *Bounds) CutFrom(name string) int {
	for _, c := range b.More {
		if c.List == name {
			return c.Total - c.Shown
		}
	}
	return 0
}

// AllAreas returns all areas; communities with the same area are merged.
func (e *Engine) AllAreas() []community.Shown {
	all, _ := community.Display(e.Communities, 0)
	return all
}
