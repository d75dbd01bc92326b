package search

import "github.com/nexus-ci/nexus-ci/analyze/graph"

// A symbol gets these shares of the scores of the symbol around it, of its file, and of the best of
// its callers. Shares of callees, members, tests and other references were measured and left out:
// they gained on some questions and lost as much on others.
const parentShare, fileShare, callerShare = 0.2, 0.3, 0.2

// Spread raises the scores of the hits of a search in the index of the documents of a graph by those of their
// neighbours, and returns at most limit, the best first. A symbol with words of a question is a
// better answer if its file, the symbol around it or a caller has words of the question too.
func (x *Index) Spread(g *graph.Graph, hits []Hit, limit int) []Hit {
	score := make([]float64, len(g.Nodes))
	files := make(map[string]float64) // scores of files, by path
	for _, h := range hits {
		score[h.Doc] = h.Score
		if n := g.Nodes[h.Doc]; n.Label == graph.File {
			files[n.Path] = h.Score
		}
	}
	raised := make([]Hit, len(hits))
	for i, h := range hits {
		n := g.Nodes[h.Doc]
		raised[i] = h
		if n.Label == graph.File {
			continue
		}
		around := fileShare * files[n.Path]
		if n.Parent != nil && n.Parent.Label != graph.File {
			around += parentShare * score[g.Index(n.Parent)]
		}
		caller := 0.0
		for _, e := range g.In(n) {
			if e.Type == graph.Calls && !e.Source.Test {
				caller = max(caller, score[g.Index(e.Source)])
			}
		}
		raised[i].Score += x.prior(h.Doc) * (around + callerShare*caller)
	}
	return best(raised, limit)
}
