package search

import "github.com/nexus-ci/nexus-ci/analyze/graph"

// A symbol gets these shares of the scores of the symbol around it, of its file, and of the best of
// its callers. Shares of callees, members, tests and other references were measured and left out:
// they gained on some questions and lost as much on others.
const parentShare, fileShare, callerShare = 0.2, 0.3, 0.2

// topicWords is the maximum number of words of a question that names a topic.
const topicWords = 2

// Spread returns what Lexical does of the documents of a graph, with scores raised by those of their
// neighbours. A symbol with words of a question is a better answer if its file, the symbol around
// it or a caller has words of the question too. Those that it has itself count little in a long
// question: that describes one symbol, whose neighbours would come before it.
func (x *Index) Spread(g *graph.Graph, question string, limit int) []Hit {
	gains := x.gains(question)
	scores := x.sums(gains)
	for doc := range scores {
		scores[doc] *= x.prior(doc)
	}
	around := x.around(g, scores)
	again := repeated(question)
	raised, gain := make([]float64, len(scores)), make([]float64, len(scores))
	of := func(doc int) float64 {
		if doc < 0 {
			return 0
		}
		return gain[doc]
	}
	for _, word := range gains {
		for _, h := range word {
			gain[h.Doc] = h.Score * x.prior(h.Doc)
		}
		for i := range around {
			a := &around[i]
			raise := parentShare*of(a.parent) + fileShare*of(a.file) + callerShare*of(a.caller)
			if gain[a.doc] > 0 {
				raise *= again
			}
			raised[a.doc] += raise
		}
		for _, h := range word {
			gain[h.Doc] = 0
		}
	}
	var hits []Hit
	for doc, score := range scores {
		if score > 0 {
			hits = append(hits, Hit{doc, score + x.prior(doc)*raised[doc]})
		}
	}
	return best(hits, limit)
}

// repeated returns the share of a neighbour's score that counts for a word that the symbol itself
// has.
func repeated(question string) float64 {
	words := 0
	for _, w := range Ask(question) {
		if telling(w, stemOf(w)) == 1 {
			words++
		}
	}
	share := min(1, topicWords/float64(max(1, words)))
	return share * share
}

// neighbours are the neighbours of a symbol, -1 where it has none.
type neighbours struct{ doc, parent, file, caller int }

// around returns the neighbours of the symbols that have a score: the symbol around it, its file and
// the caller with the best score.
func (x *Index) around(g *graph.Graph, scores []float64) []neighbours {
	files := make(map[string]int) // with a score, by path
	for i, n := range g.Nodes {
		if n.Label == graph.File && scores[i] > 0 {
			files[n.Path] = i
		}
	}
	var list []neighbours
	for i, n := range g.Nodes {
		if scores[i] == 0 || n.Label == graph.File {
			continue
		}
		a := neighbours{i, -1, -1, -1}
		if file, ok := files[n.Path]; ok {
			a.file = file
		}
		if n.Parent != nil && n.Parent.Label != graph.File {
			a.parent = g.Index(n.Parent)
		}
		most := 0.0
		for _, e := range g.In(n) {
			if e.Type == graph.Calls && !e.Source.Test {
				if k := g.Index(e.Source); scores[k] > most {
					a.caller, most = k, scores[k]
				}
			}
		}
		list = append(list, a)
	}
	return list
}
