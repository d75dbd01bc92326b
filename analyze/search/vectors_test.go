package search

import (
	"cmp"
	"context"
	"slices"
	"testing"
)

func TestVectors(t *testing.T) {
	v := NewVectors(named(
		[2]string{"authenticate", "check who somebody is"},
		[2]string{"parseBody", "read the bytes of a request"},
		[2]string{"parsing", "bytes"},
		[2]string{},
	))
	for question, want := range map[string]int{
		"authentication":  0, // another ending
		"authenitcate":    0, // a slip
		"request parsers": 1,
	} {
		hits, err := v.Semantic(context.Background(), question, 5)
		if err != nil || len(hits) == 0 || hits[0].Doc != want {
			t.Errorf("%s: %v, %v", question, hits, err)
		}
		if !slices.IsSortedFunc(hits, func(a, b Hit) int { return cmp.Compare(b.Score, a.Score) }) || slices.ContainsFunc(hits, func(h Hit) bool { return h.Doc == 3 }) {
			t.Errorf("%s: %v", question, hits)
		}
	}
	if hits, _ := v.Semantic(context.Background(), "parse bytes", 1); len(hits) != 1 {
		t.Errorf("limit 1: %v", hits)
	}
	for _, question := range []string{"", "\x00", "+++"} {
		if hits, _ := v.Semantic(context.Background(), question, 5); len(hits) > 0 {
			t.Errorf("%q: %v", question, hits)
		}
	}
}

// A store of the points finds the same as the search in memory, but for lengths.
func TestPoints(t *testing.T) {
	v := NewVectors(named([2]string{"authenticate", ""}, [2]string{"parseBody", ""}, [2]string{}))
	points := v.Points()
	if len(points) != 2 {
		t.Fatalf("%d points", len(points))
	}
	hits, err := NewEmbedded(v, Exact(points)).Semantic(context.Background(), "parse", 1)
	if err != nil || len(hits) != 1 || hits[0].Doc != 1 {
		t.Errorf("%v, %v", hits, err)
	}
}

// byLength is an Embedder that knows nothing but how long a text is.
type byLength struct{}

func (byLength) Embed(_ context.Context, texts []string) (vectors [][]float32, err error) {
	for _, t := range texts {
		vectors = append(vectors, []float32{float32(len(t)), 10})
	}
	return vectors, nil
}

func TestSemantic(t *testing.T) {
	store := Exact{{5, []float32{1, 10}}, {6, []float32{3, 10}}, {7, []float32{9, 10}}, {8, []float32{1}}, {9, []float32{-9, -10}}}
	e := NewEmbedded(byLength{}, store)
	for limit, want := range map[int][]int{1: {6}, 2: {6, 5}, 9: {6, 5, 7}, 0: {}, -1: {}} {
		hits, err := e.Semantic(context.Background(), "abc", limit)
		if got := docs(hits); err != nil || !slices.Equal(got, want) {
			t.Errorf("limit %d: %v, %v, want %v", limit, got, err, want)
		}
	}
}

func BenchmarkLexical(b *testing.B) {
	x := named(slices.Repeat([][2]string{{"validateUser", "check the password of a user"}, {"session", "expires after an hour"}}, 25_000)...)
	b.ResetTimer()
	for b.Loop() {
		x.Lexical("validate password session", 10)
	}
}
