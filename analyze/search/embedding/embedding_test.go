package embedding

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/search"
	"github.com/nexus-ci/nexus-ci/analyze/search/embedding/embeddingtest"
)

// start returns a server that ends with the test.
func start(t *testing.T) *embeddingtest.Server {
	t.Helper()
	s := embeddingtest.Start()
	t.Cleanup(s.Close)
	return s
}

// What was asked once comes from the cache; a large request is made in parts.
func TestEmbed(t *testing.T) {
	s := start(t)
	c, err := cache.Open(t.TempDir(), 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	m := NewModel(s.URL+"/v1/", embeddingtest.Key, "test", c)
	var texts []string
	for i := range 2*batch + 3 {
		texts = append(texts, strings.Repeat("login ", i))
	}
	first, err := m.Embed(context.Background(), texts)
	if err != nil || len(first) != len(texts) || first[3][0] != 3 {
		t.Fatalf("%v, %d vectors", err, len(first))
	}
	again, err := m.Embed(context.Background(), append(texts, "password"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(first, again[:len(texts)]); diff != "" {
		t.Error(diff)
	}
	if got, want := s.Texts(), len(texts)+1; got != want {
		t.Errorf("asked for %d texts, want %d", got, want)
	}
}

// With a store or without, the same documents are nearest.
func TestSemantic(t *testing.T) {
	s := start(t)
	m := NewModel(s.URL+"/v1", embeddingtest.Key, "test", nil)
	texts := []string{"hash a password", "login form", "rows of the database", "rows of the database"}
	vectors, err := m.Embed(context.Background(), texts)
	if err != nil {
		t.Fatal(err)
	}
	var points []search.Point
	for i, v := range vectors {
		points = append(points, search.Point{Doc: 10 + i, Vector: v})
	}
	q := NewQdrant(s.URL, "app")
	if err := q.Fill(context.Background(), points); err != nil {
		t.Fatal(err)
	}
	for name, store := range map[string]search.Store{"exact": search.Exact(points), "qdrant": q} {
		hits, err := search.NewEmbedded(m, store).Semantic(context.Background(), "where do we persist things?", 2)
		if err != nil || len(hits) != 2 || hits[0].Doc != 12 || hits[1].Doc != 13 {
			t.Errorf("%s: %v, %v", name, hits, err)
		}
		if hits, err = search.NewEmbedded(m, store).Semantic(context.Background(), "authenticate", 1); err != nil || len(hits) != 1 || hits[0].Doc != 11 {
			t.Errorf("%s: %v, %v", name, hits, err)
		}
	}
	// What is gone leaves the store.
	if err := q.Fill(context.Background(), points[:1]); err != nil || s.Points() != 1 {
		t.Errorf("%v, %d points", err, s.Points())
	}
}

// Whatever goes wrong is one line without the key or what the service said.
func TestUnavailable(t *testing.T) {
	closed := httptest.NewServer(nil)
	closed.Close()
	serve := func(status int, body string) string {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Location", closed.URL)
			w.WriteHeader(status)
			_, _ = w.Write([]byte(body + r.Header.Get("Authorization")))
		}))
		t.Cleanup(s.Close)
		return s.URL
	}
	for name, tc := range map[string]struct{ url, want string }{
		"closed":    {closed.URL, "embedding model unreachable"},
		"wrong key": {start(t).URL + "/v1", "embedding model refused: HTTP status 401"},
		"redirect":  {serve(302, ""), "embedding model refused: HTTP status 302"},
		"no JSON":   {serve(200, "<html>"), "embedding model gave no proper answer"},
		"too few":   {serve(200, `{"data":[{"index":7,"embedding":[1]}]} `), "embedding model left out a text"},
		"lengths":   {serve(200, `{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1,2]}]} `), "embedding model gave vectors of several lengths"},
		"address":   {"http://%zz", "embedding model has no proper address"},
	} {
		_, err := NewModel(tc.url, "sk-secret", "test", nil).Embed(context.Background(), []string{"a", "b"})
		var gone *search.UnavailableError
		if !errors.As(err, &gone) || err.Error() != tc.want {
			t.Errorf("%s: %v, want %s", name, err, tc.want)
		}
	}
	var requests atomic.Int32
	down := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		requests.Add(1)
		panic(http.ErrAbortHandler) // closes the connection without an answer
	}))
	defer down.Close()
	err := NewQdrant(down.URL, "app").Fill(context.Background(), []search.Point{{Doc: 0, Vector: []float32{1}}})
	if n := requests.Load(); err == nil || err.Error() != "vector store unreachable" || n != 1 {
		t.Errorf("after %d requests: %v, want the error after the first one", n, err)
	}
	ctx := &expiring{Context: context.Background(), expired: make(chan struct{})}
	slow := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(ctx.expired)
		<-r.Context().Done()
	}))
	defer slow.CloseClientConnections()
	if _, err := NewModel(slow.URL, "", "test", nil).Embed(ctx, []string{"a"}); err == nil || err.Error() != "embedding model unreachable: no answer in time" {
		t.Error(err)
	}
}

// An expiring context reaches its deadline when expired is closed.
type expiring struct {
	context.Context
	expired chan struct{}
}

func (c *expiring) Done() <-chan struct{} { return c.expired }

func (c *expiring) Err() error {
	select {
	case <-c.expired:
		return context.DeadlineExceeded
	default:
		return nil
	}
}
