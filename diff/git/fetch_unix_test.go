//go:build unix

package git_test

import (
	"context"
	"math/rand/v2"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"path/filepath"
	"sync/atomic"
	"testing"
)

// Over HTTP, as from a forge: several commits come in one answer, which holds what they
// share once.
func TestFetchOverHTTP(t *testing.T) {
	f := newRepo(t)
	f.git("config", "uploadpack.allowAnySHA1InWant", "true")
	noise := make([]byte, 1<<20)
	rand.NewChaCha8([32]byte{}).Read(noise)
	first := f.commit("a", "1\n", "noise", string(noise))
	second := f.commit("a", "2\n")
	f.commit("a", "3\n")

	var sent atomic.Int64
	backend := &cgi.Handler{
		Path: filepath.Join(f.git("--exec-path"), "git-http-backend"),
		Env:  []string{"GIT_PROJECT_ROOT=" + filepath.Dir(f.dir), "GIT_HTTP_EXPORT_ALL=1"},
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		backend.ServeHTTP(countingWriter{w, &sent}, r)
	}))
	defer server.Close()

	c := f.clone("--depth=1")
	c.git("remote", "set-url", "origin", server.URL+"/"+filepath.Base(f.dir))
	r := c.open()
	if err := r.Fetch(context.Background(), first, second, first); err != nil {
		t.Fatal(err)
	}
	for _, commit := range []string{first, second} {
		if s, err := r.Snapshot(t.Context(), commit); err != nil || len(s.Files) != 2 {
			t.Errorf("%.7s: %v, %v", commit, s, err)
		}
	}
	if n := sent.Load(); n > 3<<19 {
		t.Errorf("the server sent %d bytes for two commits that share %d", n, len(noise))
	}
}

type countingWriter struct {
	http.ResponseWriter
	n *atomic.Int64
}

func (w countingWriter) Write(b []byte) (int, error) {
	w.n.Add(int64(len(b)))
	return w.ResponseWriter.Write(b)
}
