package embedding

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/search"
)

// Qdrant is a collection of a Qdrant server, asked over REST.
//
// A point has the hash of its vector for an ID, so that a changed symbol costs one point and
// an unchanged one nothing. Which documents a point stands for is known here alone.
type Qdrant struct {
	url  string // of the collection
	http *http.Client
	docs map[string][]int // by ID of a point
}

// NewQdrant returns the collection of a name at a server such as http://localhost:6333.
func NewQdrant(url, collection string) *Qdrant {
	return &Qdrant{url: strings.TrimSuffix(url, "/") + "/collections/" + collection, http: client()}
}

// Answers returns an error if no server answers. That it has no such collection yet is an answer.
func (q *Qdrant) Answers(ctx context.Context) error {
	var there struct{}
	if reason := exchange(ctx, q.http, http.MethodGet, q.url, http.Header{}, nil, &there); strings.HasPrefix(reason, "unreachable") {
		return unavailable(reason)
	}
	return nil
}

// Fill makes the collection hold just these points.
func (q *Qdrant) Fill(ctx context.Context, points []search.Point) error {
	q.docs = make(map[string][]int)
	vectors := make(map[string][]float32)
	var ids []string
	for _, p := range points {
		id := pointID(p.Vector)
		if vectors[id] == nil {
			vectors[id] = p.Vector
			ids = append(ids, id)
		}
		q.docs[id] = append(q.docs[id], p.Doc)
	}
	if len(ids) == 0 {
		return nil
	}
	if err := q.create(ctx, len(vectors[ids[0]])); err != nil {
		return err
	}
	known, err := q.known(ctx, ids)
	if err != nil {
		return err
	}
	missing := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return known[id] })
	for some := range slices.Chunk(missing, batch) {
		if err := q.upsert(ctx, some, vectors); err != nil {
			return err
		}
	}
	return q.keep(ctx, ids)
}

// create makes the collection unless it is there.
func (q *Qdrant) create(ctx context.Context, size int) error {
	var there struct{}
	if reason := exchange(ctx, q.http, http.MethodGet, q.url, http.Header{}, nil, &there); reason == "" || strings.HasPrefix(reason, "unreachable") {
		return unavailable(reason)
	}
	type vectors struct {
		Size     int    `json:"size"`
		Distance string `json:"distance"`
	}
	return q.put(ctx, "", struct {
		Vectors vectors `json:"vectors"`
	}{vectors{size, "Cosine"}})
}

// known returns which points the collection has.
func (q *Qdrant) known(ctx context.Context, ids []string) (map[string]bool, error) {
	var answer struct {
		Result []struct {
			ID string `json:"id"`
		} `json:"result"`
	}
	ask := struct {
		IDs     []string `json:"ids"`
		Payload bool     `json:"with_payload"`
		Vector  bool     `json:"with_vector"`
	}{IDs: ids}
	if err := unavailable(exchange(ctx, q.http, http.MethodPost, q.url+"/points", http.Header{}, ask, &answer)); err != nil {
		return nil, err
	}
	known := make(map[string]bool)
	for _, p := range answer.Result {
		known[p.ID] = true
	}
	return known, nil
}

func (q *Qdrant) upsert(ctx context.Context, ids []string, vectors map[string][]float32) error {
	type point struct {
		ID     string    `json:"id"`
		Vector []float32 `json:"vector"`
	}
	var points []point
	for _, id := range ids {
		points = append(points, point{id, vectors[id]})
	}
	return q.put(ctx, "/points?wait=true", struct {
		Points []point `json:"points"`
	}{points})
}

// keep deletes all points but these.
func (q *Qdrant) keep(ctx context.Context, ids []string) error {
	type hasID struct {
		IDs []string `json:"has_id"`
	}
	type filter struct {
		MustNot []hasID `json:"must_not"`
	}
	ask := struct {
		Filter filter `json:"filter"`
	}{filter{[]hasID{{ids}}}}
	var answer struct{}
	return unavailable(exchange(ctx, q.http, http.MethodPost, q.url+"/points/delete?wait=true", http.Header{}, ask, &answer))
}

func (q *Qdrant) put(ctx context.Context, path string, value any) error {
	var answer struct{}
	return unavailable(exchange(ctx, q.http, http.MethodPut, q.url+path, http.Header{}, value, &answer))
}

// Nearest returns the documents of the nearest points.
func (q *Qdrant) Nearest(ctx context.Context, vector []float32, limit int) ([]search.Hit, error) {
	var answer struct {
		Result []struct {
			ID    string  `json:"id"`
			Score float64 `json:"score"`
		} `json:"result"`
	}
	ask := struct {
		Vector []float32 `json:"vector"`
		Limit  int       `json:"limit"`
	}{vector, limit}
	if err := unavailable(exchange(ctx, q.http, http.MethodPost, q.url+"/points/search", http.Header{}, ask, &answer)); err != nil {
		return nil, err
	}
	var hits []search.Hit
	for _, p := range answer.Result {
		for _, doc := range q.docs[p.ID] {
			hits = append(hits, search.Hit{Doc: doc, Score: p.Score})
		}
	}
	slices.SortStableFunc(hits, func(a, b search.Hit) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Doc, b.Doc)) })
	return hits[:min(len(hits), limit)], nil
}

func unavailable(reason string) error {
	if reason == "" {
		return nil
	}
	return &search.UnavailableError{Service: "vector store", Reason: reason}
}

// pointID is a hash in the form of a UUID.
func pointID(v []float32) string {
	sum := sha256.Sum256(encode(v))
	h := hex.EncodeToString(sum[:16])
	return fmt.Sprintf("%s-%s-%s-%s-%s", h[:8], h[8:12], h[12:16], h[16:20], h[20:])
}
