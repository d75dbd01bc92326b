package search

import (
	"cmp"
	"encoding/binary"
	"maps"
	"math"
	"slices"
	"sync"
)

// A Field is a part of a document.
type Field uint8

const (
	Name      Field = iota // of the symbol
	Scope                  // the type or path that it belongs to
	Signature              // header, with decorators
	Doc                    // the comment that documents it
	Body                   // code, with comments and strings
	fields
)

// A Document is the text of a symbol by field.
type Document struct {
	Text [fields]string
	// Prior is the factor of its score, above 0 to 1; 0 counts as 1.
	Prior float64
}

// A tuning holds the weights of the fields.
type tuning struct {
	// weight is the weight of a word in each field. length says how much less a word weighs in a
	// long field: 0 not at all, 1 in inverse proportion.
	weight, length [fields]float64
	// saturation is k1 of BM25: how fast repeated words lose weight.
	saturation float64
}

// A Builder makes an Index. It is safe for concurrent use.
type Builder struct {
	tuning tuning

	mu     sync.Mutex
	terms  map[string]uint32
	names  []string
	counts [][]count        // by document
	sizes  [][fields]uint32 // terms of each field, by document
	priors []byte           // by document, in 255ths
	keys   []uint64         // term and field of each word of the current document
}

// A count is the number of occurrences of a term in a field.
type count struct {
	term  uint32
	field Field
	n     uint16
}

// NewBuilder returns a Builder for documents 0 to n-1.
func NewBuilder(n int) *Builder {
	return &Builder{tuning: defaults(), terms: make(map[string]uint32), counts: make([][]count, n), sizes: make([][fields]uint32, n), priors: make([]byte, n)}
}

// defaults were chosen on labelled questions (see measure) of other projects than those for which
// docs/agents.md reports results.
func defaults() tuning {
	return tuning{
		weight:     [fields]float64{Name: 5, Scope: 4, Signature: 1, Doc: 1.5, Body: 1},
		length:     [fields]float64{Name: 0.6, Scope: 0.3, Signature: 0.4, Doc: 0.5, Body: 0.2},
		saturation: 2.5,
	}
}

// Add adds a document. Documents that are never added are empty.
func (b *Builder) Add(doc int, d *Document) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.keys = b.keys[:0]
	for f := range fields {
		before := len(b.keys)
		tokenize(d.Text[f], func(term []byte) {
			term = stem(term)
			t, ok := b.terms[string(term)]
			if !ok {
				t = uint32(len(b.names))
				b.names = append(b.names, string(term))
				b.terms[b.names[t]] = t
			}
			b.keys = append(b.keys, uint64(t)<<8|uint64(f))
		})
		b.sizes[doc][f] = uint32(len(b.keys) - before)
	}
	b.priors[doc] = byte(math.Round(255 * min(1, cmp.Or(d.Prior, 1))))
	b.counts[doc] = counted(b.keys)
}

// counted sorts keys and counts the equal ones.
func counted(keys []uint64) []count {
	slices.Sort(keys)
	var list []count
	for i, k := range keys {
		if i == 0 || k != keys[i-1] {
			list = append(list, count{term: uint32(k >> 8), field: Field(k)})
		}
		if last := &list[len(list)-1]; last.n < math.MaxUint16 {
			last.n++
		}
	}
	return slices.Clip(list)
}

// Index returns the index of what was added.
func (b *Builder) Index() *Index {
	b.mu.Lock()
	defer b.mu.Unlock()
	order := slices.Collect(maps.Values(b.terms))
	slices.SortFunc(order, func(x, y uint32) int { return cmp.Compare(b.names[x], b.names[y]) })
	postings := b.postings()
	var head, ends, lists, texts []byte
	text := 0
	for _, t := range order {
		text += len(b.names[t])
		lists = append(lists, postings[t]...)
		texts = append(texts, b.names[t]...)
		ends = binary.LittleEndian.AppendUint32(ends, uint32(text))
		ends = binary.LittleEndian.AppendUint32(ends, uint32(len(lists)))
	}
	for _, n := range []int{len(b.counts), len(order), len(texts), len(lists)} {
		head = binary.LittleEndian.AppendUint32(head, uint32(n))
	}
	x, _ := Load(slices.Concat(head, b.priors, ends, texts, lists)) // cannot fail: the data was just made
	return x
}

// postings returns the posting list of each term: the number of documents with the term, then
// for each the distance to the previous one and the impact as a byte.
func (b *Builder) postings() [][]byte {
	mean := b.meanSizes()
	found := make([]uint32, len(b.names))
	for _, counts := range b.counts {
		each(counts, func(term uint32, _ []count) { found[term]++ })
	}
	lists := make([][]byte, len(b.names))
	last := make([]int, len(b.names))
	for t, n := range found {
		lists[t] = binary.AppendUvarint(make([]byte, 0, 2*n+4), uint64(n))
	}
	for doc, counts := range b.counts {
		each(counts, func(term uint32, in []count) {
			weight := 0.0
			for _, c := range in {
				long := 1 + b.tuning.length[c.field]*(float64(b.sizes[doc][c.field])/mean[c.field]-1)
				n := float64(c.n)
				if c.field == Doc {
					n = math.Log2(1 + n) // a comment says a topic once, and then repeats it
				}
				weight += b.tuning.weight[c.field] * n / long
			}
			impact := weight / (weight + b.tuning.saturation)
			lists[term] = binary.AppendUvarint(lists[term], uint64(doc-last[term]))
			lists[term] = append(lists[term], byte(max(1, math.Round(255*impact))))
			last[term] = doc
		})
	}
	return lists
}

// each calls do for every term of a document, with its counts by field.
func each(counts []count, do func(term uint32, in []count)) {
	for len(counts) > 0 {
		n := 1
		for n < len(counts) && counts[n].term == counts[0].term {
			n++
		}
		do(counts[0].term, counts[:n])
		counts = counts[n:]
	}
}

// meanSizes returns the mean number of terms of each field, over the documents that have the field.
func (b *Builder) meanSizes() (mean [fields]float64) {
	for f := range fields {
		sum, n := 0.0, 0.0
		for doc := range b.sizes {
			if size := b.sizes[doc][f]; size > 0 {
				sum += float64(size)
				n++
			}
		}
		mean[f] = sum / max(1, n)
	}
	return mean
}
