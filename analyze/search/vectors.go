package search

import (
	"hash/fnv"
	"math"
	"slices"
)

// Dimensions is the length of a vector.
const Dimensions = 256

// Vectors are the documents of an Index as points: the sum of their terms and of the letter
// n-grams of these, each hashed to a few coordinates and weighed by its rarity. Words that
// are written alike are near each other; what they mean is not known. They are no
// embeddings of a language model.
type Vectors struct {
	index *Index
	data  []int8 // Dimensions of each document, of length 127 or 0
}

// NewVectors returns the vectors of the documents of an index.
func NewVectors(x *Index) *Vectors {
	sums := make([]float32, Dimensions*x.Docs())
	for i := range x.termCount() {
		features := featuresOf(x.term(i))
		rarity := x.rarity(x.frequency(i))
		x.postings(i, func(doc int, impact float64) {
			at := sums[doc*Dimensions:][:Dimensions]
			for _, f := range features {
				at[f.at] += float32(rarity*impact) * f.weight
			}
		})
	}
	v := &Vectors{x, make([]int8, len(sums))}
	for doc := range x.Docs() {
		quantize(v.data[doc*Dimensions:][:Dimensions], sums[doc*Dimensions:][:Dimensions])
	}
	return v
}

type feature struct {
	at     int
	weight float32
}

const gramWeight = 0.4

func featuresOf(term []byte) []feature {
	var list []feature
	list = addHash(list, term, 0, 1)
	marked := append(append([]byte{'<'}, term...), '>')
	grams := 0
	for n := 3; n <= 4; n++ {
		grams += max(0, len(marked)-n+1)
	}
	if grams == 0 {
		return list
	}
	w := float32(gramWeight * 2 / math.Sqrt(float64(grams)))
	for n := 3; n <= 4; n++ {
		for i := 0; i+n <= len(marked); i++ {
			list = addHash(list, marked[i:i+n], 1, w)
		}
	}
	return list
}

func addHash(list []feature, of []byte, kind byte, weight float32) []feature {
	h := fnv.New64a()
	h.Write([]byte{kind})
	h.Write(of)
	sum := h.Sum64()
	sum ^= sum >> 32
	sum *= 0x9e3779b97f4a7c15
	for range 2 {
		sign := weight
		if sum&1 != 0 {
			sign = -weight
		}
		list = append(list, feature{int(sum>>1) & (Dimensions - 1), sign})
		sum >>= 20
	}
	return list
}

func quantize(into []int8, v []float32) {
	length := 0.0
	for _, x := range v {
		length += float64(x) * float64(x)
	}
	if length == 0 {
		return
	}
	scale := 127 * 3 / math.Sqrt(length)
	for i, x := range v {
		into[i] = int8(max(-127, min(127, math.Round(float64(x)*scale))))
	}
}

const (
	// minCosine is the likeness below which two texts have nothing in common, and nearTop
	// the share of the best that a hit needs.
	minCosine, nearTop = 0.3, 0.6
)

// Semantic returns the documents that are nearest to a question, by cosine. Those far below
// the best are left out.
func (v *Vectors) Semantic(question string, limit int) []Hit {
	sum := make([]float32, Dimensions)
	for _, term := range Ask(question) {
		n := 0
		if i, ok := v.index.lookup([]byte(term)); ok {
			n = v.index.frequency(i)
		}
		w := float32(v.index.rarity(n))
		for _, f := range featuresOf([]byte(term)) {
			sum[f.at] += w * f.weight
		}
	}
	q := make([]int8, Dimensions)
	quantize(q, sum)
	hits := v.nearest(q)
	top := 0.0
	for _, h := range hits {
		top = max(top, h.Score)
	}
	hits = slices.DeleteFunc(hits, func(h Hit) bool { return h.Score < max(minCosine, nearTop*top) })
	for i := range hits {
		hits[i].Score *= float64(v.index.priors[hits[i].Doc]) / 255
	}
	return best(hits, limit)
}

// nearest returns the documents on the side of a vector, with their cosines.
func (v *Vectors) nearest(q []int8) []Hit {
	length := norm(q)
	var hits []Hit
	for doc := range v.index.Docs() {
		at := v.data[doc*Dimensions:][:Dimensions]
		dot := int32(0)
		for i, x := range at {
			dot += int32(x) * int32(q[i])
		}
		if dot > 0 {
			hits = append(hits, Hit{doc, float64(dot) / (norm(at) * length)})
		}
	}
	return hits
}

func norm(v []int8) float64 {
	sum := int32(0)
	for _, x := range v {
		sum += int32(x) * int32(x)
	}
	return math.Sqrt(float64(sum))
}
