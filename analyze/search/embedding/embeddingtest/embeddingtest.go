// Package embeddingtest has a language model and a Qdrant server for tests, on loopback.
//
// The model knows a few things and the words for them, so that texts on one thing are near
// each other whatever their words.
package embeddingtest

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
)

// Key is what the model wants to see.
const Key = "sk-test-0123456789"

// topics are the things that the model knows, each by its words.
var topics = [][]string{
	{"login", "sign", "signs", "authenticate", "credentials"},
	{"session", "cookie", "logged", "stay"},
	{"database", "row", "rows", "store", "persist"},
	{"password", "hash", "salt", "secret"},
}

// A Server is both services.
type Server struct {
	*httptest.Server

	mu          sync.Mutex
	texts       int
	collections map[string]*stored
}

// A stored is a collection.
type stored struct {
	size   int // of vectors
	points map[string][]float32
}

// Start returns a server. Its model is below URL/v1.
func Start() *Server {
	s := &Server{collections: make(map[string]*stored)}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/embeddings", s.embed)
	mux.HandleFunc("GET /collections/{name}", s.locked((*stored).describe))
	mux.HandleFunc("PUT /collections/{name}", s.create)
	mux.HandleFunc("PUT /collections/{name}/points", s.locked((*stored).upsert))
	mux.HandleFunc("POST /collections/{name}/points", s.locked((*stored).retrieve))
	mux.HandleFunc("POST /collections/{name}/points/search", s.locked((*stored).search))
	mux.HandleFunc("POST /collections/{name}/points/delete", s.locked((*stored).remove))
	s.Server = httptest.NewServer(mux)
	return s
}

// Texts returns how many texts the model was asked for.
func (s *Server) Texts() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.texts
}

// Points returns how many points the store holds.
func (s *Server) Points() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, c := range s.collections {
		n += len(c.points)
	}
	return n
}

func (s *Server) embed(w http.ResponseWriter, r *http.Request) {
	var ask struct {
		Model string
		Input []string
	}
	if r.Header.Get("Authorization") != "Bearer "+Key {
		http.Error(w, "wrong key: "+r.Header.Get("Authorization"), http.StatusUnauthorized)
		return
	}
	if json.NewDecoder(r.Body).Decode(&ask) != nil || ask.Model != "test" || len(ask.Input) == 0 {
		http.Error(w, "bad request", http.StatusBadRequest)
		return
	}
	type datum struct {
		Index     int       `json:"index"`
		Embedding []float32 `json:"embedding"`
	}
	var data []datum
	for i, text := range ask.Input {
		data = append(data, datum{i, vector(text)})
	}
	slices.Reverse(data) // the order is not promised
	s.mu.Lock()
	s.texts += len(ask.Input)
	s.mu.Unlock()
	answer(w, map[string]any{"data": data})
}

// vector counts the words of each topic; the last coordinate is that of all other words.
func vector(text string) []float32 {
	v := make([]float32, len(topics)+1)
	v[len(topics)] = 0.1
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r < 'a' || r > 'z' }) {
		for i, words := range topics {
			if slices.ContainsFunc(words, func(w string) bool { return strings.Contains(word, w) }) {
				v[i]++
			}
		}
	}
	return v
}

// locked calls do with the collection of a request, and says when there is none.
func (s *Server) locked(do func(c *stored, w http.ResponseWriter, r *http.Request)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		c := s.collections[r.PathValue("name")]
		if c == nil {
			http.Error(w, `{"status":{"error":"Not found: Collection"}}`, http.StatusNotFound)
			return
		}
		do(c, w, r)
	}
}

func (c *stored) describe(w http.ResponseWriter, _ *http.Request) {
	answer(w, map[string]any{"result": map[string]any{"points_count": len(c.points)}})
}

func (s *Server) create(w http.ResponseWriter, r *http.Request) {
	var ask struct {
		Vectors struct {
			Size     int
			Distance string
		}
	}
	if json.NewDecoder(r.Body).Decode(&ask) != nil || ask.Vectors.Size < 1 || ask.Vectors.Distance != "Cosine" {
		http.Error(w, "bad request", http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	s.collections[r.PathValue("name")] = &stored{ask.Vectors.Size, make(map[string][]float32)}
	s.mu.Unlock()
	answer(w, map[string]any{"result": true})
}

func (c *stored) upsert(w http.ResponseWriter, r *http.Request) {
	var ask struct {
		Points []struct {
			ID     string
			Vector []float32
		}
	}
	if json.NewDecoder(r.Body).Decode(&ask) != nil {
		http.Error(w, "bad request", http.StatusBadRequest)
		return
	}
	for _, p := range ask.Points {
		if len(p.Vector) != c.size || len(p.ID) != len("00000000-0000-0000-0000-000000000000") {
			http.Error(w, fmt.Sprintf("point %q of %d dimensions", p.ID, len(p.Vector)), http.StatusBadRequest)
			return
		}
		c.points[p.ID] = p.Vector
	}
	answer(w, map[string]any{"result": map[string]any{"status": "completed"}})
}

func (c *stored) retrieve(w http.ResponseWriter, r *http.Request) {
	var ask struct{ IDs []string }
	if json.NewDecoder(r.Body).Decode(&ask) != nil {
		http.Error(w, "bad request", http.StatusBadRequest)
		return
	}
	found := []map[string]any{}
	for _, id := range ask.IDs {
		if c.points[id] != nil {
			found = append(found, map[string]any{"id": id})
		}
	}
	answer(w, map[string]any{"result": found})
}

func (c *stored) search(w http.ResponseWriter, r *http.Request) {
	var ask struct {
		Vector []float32
		Limit  int
	}
	if json.NewDecoder(r.Body).Decode(&ask) != nil || len(ask.Vector) != c.size || ask.Limit < 1 {
		http.Error(w, "bad request", http.StatusBadRequest)
		return
	}
	type point struct {
		ID    string  `json:"id"`
		Score float64 `json:"score"`
	}
	found := []point{}
	for id, v := range c.points {
		found = append(found, point{id, cosine(v, ask.Vector)})
	}
	slices.SortFunc(found, func(a, b point) int {
		if a.Score != b.Score {
			return int(math.Copysign(1, b.Score-a.Score))
		}
		return strings.Compare(a.ID, b.ID)
	})
	answer(w, map[string]any{"result": found[:min(len(found), ask.Limit)]})
}

func (c *stored) remove(w http.ResponseWriter, r *http.Request) {
	var ask struct {
		Filter struct {
			MustNot []struct {
				HasID []string `json:"has_id"`
			} `json:"must_not"`
		}
	}
	if json.NewDecoder(r.Body).Decode(&ask) != nil || len(ask.Filter.MustNot) != 1 {
		http.Error(w, "bad request", http.StatusBadRequest)
		return
	}
	for id := range c.points {
		if !slices.Contains(ask.Filter.MustNot[0].HasID, id) {
			delete(c.points, id)
		}
	}
	answer(w, map[string]any{"result": map[string]any{"status": "completed"}})
}

func cosine(a, b []float32) float64 {
	dot, x, y := 0.0, 0.0, 0.0
	for i := range a {
		dot += float64(a[i] * b[i])
		x += float64(a[i] * a[i])
		y += float64(b[i] * b[i])
	}
	return dot / math.Sqrt(x*y)
}

func answer(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(value) // a client that is gone wants none
}
