// Package search finds the symbols of a code base that fit a few words: by the words that
// their names, signatures, comments and code hold (BM25 over fields), by the likeness of
// hashed n-gram vectors, or by both lists fused by rank.
//
// In: the documents, one for each node of a graph, whose texts a Builder takes field by
// field. Out: an Index, whose hits name documents by their numbers and thus nodes by their
// places in graph.Nodes.
//
// An Index is its own stored form: what is written to disk is what is searched, so that a
// question costs reading the file and the few lists that its words are in, and no decoding.
// It never changes and may be used from any number of goroutines. Equal documents give
// equal bytes, whatever the order they were added in. Stored bytes that are damaged find
// nothing, and do nothing worse.
package search

import (
	"cmp"
	"slices"
)

// A Hit is a document that was found.
type Hit struct {
	Doc   int
	Score float64 // larger is better; comes from one method and means nothing to another
}

// best sorts hits, the best first and equal ones by number, and returns the first.
func best(hits []Hit, limit int) []Hit {
	slices.SortFunc(hits, func(a, b Hit) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Doc, b.Doc)) })
	return hits[:max(0, min(limit, len(hits)))]
}

// K is the constant of reciprocal rank fusion that its authors found to serve everywhere.
const K = 60

// A List is what one method found, the best first.
type List struct {
	Hits   []Hit
	Weight float64 // 0 counts as 1
}

// Fuse joins lists by reciprocal rank: a hit scores the sum of weight / (k + rank) over the
// lists that have it, with ranks from 1. What only one list has is kept.
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
