// Package search finds the symbols of a code base that match a few words: by the words in
// their names, signatures, comments and code (BM25 over fields), by the similarity of hashed
// n-gram vectors, or by both lists combined by rank.
//
// A word of a question also finds its abbreviations (abbreviations.go, related.go), other words of
// its topic (kin.go) and, if the index does not have it, words of similar spelling (similar.go).
// Spread lets the neighbours of a hit in the graph count.
//
// In: the documents, one for each node of a graph, which a Builder takes field by field. Out: an
// Index. Its hits name documents by number, which is the position of the node in graph.Nodes.
//
// The stored form of an Index is searched directly, without decoding: a query costs reading the
// file and the few posting lists of its words. An Index is immutable and safe for concurrent use.
// Equal documents give equal bytes, in whatever order they were added. Corrupt data gives no hits
// or wrong hits; nothing worse happens.
package search

import (
	"cmp"
	"slices"
)

// A Hit is a document that was found.
type Hit struct {
	Doc   int
	Score float64 // larger is better; not comparable between methods
}

// best sorts hits, best first and ties by number, and returns at most limit of them.
func best(hits []Hit, limit int) []Hit {
	slices.SortFunc(hits, func(a, b Hit) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Doc, b.Doc)) })
	return hits[:max(0, min(limit, len(hits)))]
}

// K is the constant of reciprocal rank fusion that its authors recommend.
const K = 60

// A List holds the hits of one method, best first.
type List struct {
	Hits   []Hit
	Weight float64 // 0 counts as 1
}

// Fuse combines lists by reciprocal rank fusion: the score of a hit is the sum of weight / (k +
// rank) over the lists that have it, with ranks from 1.
func Fuse(k float64, limit int, lists ...List) []Hit {
	scores := make(map[int]float64)
	for _, l := range lists {
		for i, h := range l.Hits {
			scores[h.Doc] += cmp.Or(l.Weight, 1) / (k + float64(i+1))
		}
	}
	hits := make([]Hit, 0, len(scores))
	for doc, score := range scores {
		hits = append(hits, Hit{doc, score})
	}
	return best(hits, limit)
}
