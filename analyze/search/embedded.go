package search

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// An Embedder turns texts into vectors, so that texts of similar meaning have close vectors: a
// language model.
type Embedder interface {
	// Embed returns the vectors of texts, in their order and of one length.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// A Store holds points and finds those close to a vector.
type Store interface {
	// Nearest returns the nearest points, the best first.
	Nearest(ctx context.Context, vector []float32, limit int) ([]Hit, error)
}

// A Point is the vector of a document.
type Point struct {
	Doc    int
	Vector []float32
}

// An UnavailableError says that a service is not available. Searches without it still work.
type UnavailableError struct {
	Service string // "vector store", "embeddings"
	Reason  string // one line
}

func (e *UnavailableError) Error() string { return e.Service + " " + e.Reason }

// Embedded searches documents by embeddings.
type Embedded struct {
	embedder Embedder
	store    Store
}

// NewEmbedded returns a search in a store of points that were made by the same embedder.
func NewEmbedded(e Embedder, s Store) *Embedded { return &Embedded{e, s} }

// Semantic returns the nearest documents.
func (e *Embedded) Semantic(ctx context.Context, question string, limit int) ([]Hit, error) {
	vectors, err := e.embedder.Embed(ctx, []string{question})
	if err != nil {
		return nil, err
	}
	if len(vectors) != 1 {
		return nil, fmt.Errorf("embed a question: %d vectors", len(vectors))
	}
	return e.store.Nearest(ctx, vectors[0], limit)
}

// Exact is a Store in memory that compares with every point.
type Exact []Point

// Nearest returns the points with the largest cosine.
func (x Exact) Nearest(_ context.Context, vector []float32, limit int) ([]Hit, error) {
	var hits []Hit
	for _, p := range x {
		if c := cosine(vector, p.Vector); c > 0 {
			hits = append(hits, Hit{p.Doc, c})
		}
	}
	return best(hits, limit), nil
}

// cosine is 0 for vectors of different lengths.
func cosine(a, b []float32) float64 {
	if len(a) != len(b) {
		return 0
	}
	dot, x, y := 0.0, 0.0, 0.0
	for i := range a {
		dot += float64(a[i]) * float64(b[i])
		x += float64(a[i]) * float64(a[i])
		y += float64(b[i]) * float64(b[i])
	}
	return dot / cmp.Or(math.Sqrt(x*y), 1)
}

// A Passage is the text of a document for an Embedder.
type Passage struct {
	Doc  int
	Text string
}

// maxPassage is the maximum length of a passage in bytes: models read a few hundred words.
const maxPassage = 2000

// Passages returns the passages of the symbols of a file, without tests, generated code and values.
func (s *Source) Passages(file string, content []byte) []Passage {
	var list []Passage
	s.each(file, content, func(n *graph.Node, d *Document) {
		if n.Test || n.Generated || !n.Label.Callable() && !n.Label.IsType() {
			return
		}
		text := string(n.Label) + " " + n.Qualified + " in " + n.Path + "\n" + d.Text[Doc] + d.Text[Signature] + d.Text[Body]
		if len(text) > maxPassage {
			text = strings.ToValidUTF8(text[:maxPassage], "")
		}
		list = append(list, Passage{s.graph.Index(n), text})
	})
	return list
}
