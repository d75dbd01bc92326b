package search

import (
	"context"
	"hash/fnv"
	"math"
	"slices"
)

// A Semantic finds documents by similarity to a question.
type Semantic interface {
	// Semantic returns the nearest documents, the best first.
	Semantic(ctx context.Context, question string, limit int) ([]Hit, error)
}

// dimensions is the length of a vector. With half of it, random similarity dominates.
const dimensions = 1024

// Vectors holds the documents of an Index as hashed n-gram vectors: the sum of their terms and
// of the letter n-grams of these, each hashed to a few coordinates and weighted by rarity.
// Words with similar spelling are close. Similar meaning needs the embeddings of a language
// model.
//
// A query is compared with each document by the cosine times the length of the document's
// vector, so a text with more of the query's words ranks before a short one. The cosine alone
// finds about a quarter less in measurements.
// about a quarter less (measure).
type Vectors struct {
	index   *Index
	data    []int8    // dimensions numbers per document
	lengths []float32 // of the vectors before normalisation
}

// NewVectors returns the vectors of the documents of an index.
func NewVectors(x *Index) *Vectors {
	sums := make([]float32, dimensions*x.Docs())
	for i := range x.termCount() {
		features := featuresOf(x.term(i))
		rarity := x.rarity(x.frequency(i))
		x.postings(i, func(doc int, impact float64) {
			at := sums[doc*dimensions:][:dimensions]
			weight := float32(rarity * impact)
			for _, f := range features {
				at[f.at] += weight * f.weight
			}
		})
	}
	v := &Vectors{x, make([]int8, len(sums)), make([]float32, x.Docs())}
	for doc := range x.Docs() {
		v.lengths[doc] = quantize(v.data[doc*dimensions:][:dimensions], sums[doc*dimensions:][:dimensions])
	}
	return v
}

// A feature is one coordinate of a term.
type feature struct {
	at     int
	weight float32
}

const (
	// gramWeight is the total weight of the n-grams of a term, relative to the term itself.
	// shortestGram and longestGram are their lengths.
	gramWeight                = 1.6
	shortestGram, longestGram = 3, 4
	// copies is the number of coordinates per feature: two features that share one differ in others.
	copies = 2
)

// featuresOf returns the coordinates of a term.
func featuresOf(term []byte) []feature {
	list := hashed(nil, 't', term, 1)
	marked := slices.Concat([]byte{'<'}, term, []byte{'>'})
	var grams [][]byte
	for n := shortestGram; n <= longestGram; n++ {
		for i := 0; i+n <= len(marked); i++ {
			grams = append(grams, marked[i:i+n])
		}
	}
	for _, g := range grams {
		list = hashed(list, 'g', g, float32(gramWeight/math.Sqrt(float64(len(grams)))))
	}
	return list
}

// hashed appends the coordinates of a feature. Half of them are negative, so that features that
// share a coordinate by chance do not make documents similar.
func hashed(list []feature, kind byte, of []byte, weight float32) []feature {
	h := fnv.New64a()
	_, _ = h.Write([]byte{kind}) // does not fail
	_, _ = h.Write(of)
	sum := h.Sum64()
	sum = (sum ^ sum>>32) * 0x9e3779b97f4a7c15 // mix: the low bits of FNV are poorly distributed
	for range copies {
		w := weight
		if sum&1 != 0 {
			w = -w
		}
		list = append(list, feature{int(sum>>1) % dimensions, w})
		sum >>= 20
	}
	return list
}

// quantize converts a vector to int8 at a fixed length, and returns its original length.
func quantize(into []int8, v []float32) float32 {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	length := math.Sqrt(sum)
	if length > 0 {
		for i, x := range v {
			into[i] = int8(max(-127, min(127, math.Round(unit*float64(x)/length))))
		}
	}
	return float32(length)
}

// unit is the length of a quantized vector; its coordinates are small, as there are many.
const unit = 400

// nearTop is the minimum score of a hit, as a share of the best score.
const nearTop = 0.3

// Semantic returns the documents closest to a question, without those far below the best. The
// error is nil.
func (v *Vectors) Semantic(_ context.Context, question string, limit int) ([]Hit, error) {
	q := make([]int8, dimensions)
	quantize(q, v.vector(question))
	hits := best(v.near(q), v.index.Docs())
	least := 0
	for least < len(hits) && hits[least].Score >= nearTop*hits[0].Score {
		least++
	}
	return hits[:max(0, min(least, limit))], nil
}

// near returns the documents with a positive score for a vector.
func (v *Vectors) near(q []int8) []Hit {
	var hits []Hit
	for doc, length := range v.lengths {
		dot := int32(0)
		for i, x := range v.data[doc*dimensions:][:dimensions] {
			dot += int32(x) * int32(q[i])
		}
		if dot > 0 {
			cosine := float64(dot) / (unit * unit)
			hits = append(hits, Hit{doc, cosine * float64(length) * v.index.prior(doc)})
		}
	}
	return hits
}

// vector returns the vector of a text.
func (v *Vectors) vector(text string) []float32 {
	sum := make([]float32, dimensions)
	for _, term := range Ask(text) {
		found := 0
		if i, ok := v.index.lookup([]byte(term)); ok {
			found = v.index.frequency(i)
		}
		weight := float32(v.index.rarity(found))
		for _, f := range featuresOf(stem([]byte(term))) {
			sum[f.at] += weight * f.weight
		}
	}
	return sum
}

// Embed returns the vectors of texts, so that a Store can be used instead of the search in
// memory. The error is nil.
func (v *Vectors) Embed(_ context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, t := range texts {
		vectors[i] = v.vector(t)
	}
	return vectors, nil
}

// Points returns the vectors of the documents that have one.
func (v *Vectors) Points() []Point {
	var points []Point
	for doc, length := range v.lengths {
		if length == 0 {
			continue
		}
		p := Point{doc, make([]float32, dimensions)}
		for i, x := range v.data[doc*dimensions:][:dimensions] {
			p.Vector[i] = float32(x) / unit
		}
		points = append(points, p)
	}
	return points
}
