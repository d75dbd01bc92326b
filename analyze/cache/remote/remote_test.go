package remote_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"io"
	mathrand "math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/cache/remote"
)

// keys returns the keys of a writer in PEM, made of a seed.
func keys(t *testing.T, seed byte) (public, private []byte) {
	t.Helper()
	key := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{seed}, ed25519.SeedSize))
	a, err := x509.MarshalPKIXPublicKey(key.Public())
	if err != nil {
		t.Fatal(err)
	}
	b, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: a}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: b})
}

func open(t *testing.T, address string, key []byte) *remote.Store {
	t.Helper()
	s, err := remote.Open(address, key)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var (
	base  = cache.KeyOf("base", "1")
	other = cache.KeyOf("base", "2")
	value = cache.KeyOf("value")
)

// filled returns the directory of a cache with one value.
func filled(t *testing.T, content string) string {
	t.Helper()
	dir := t.TempDir()
	c, err := cache.Open(dir, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	c.Put(value, []byte(content))
	c.PutLarge(value, []byte(content))
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// content returns the value in the cache of a directory.
func content(t *testing.T, dir string) string {
	t.Helper()
	c, err := cache.Open(dir, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	small, _ := c.Get(value)
	large, _ := c.GetLarge(value)
	if string(small) != string(large) {
		t.Errorf("%q and %q", small, large)
	}
	return string(small)
}

// A shelf is a server that speaks the protocol of Bazel, or that of S3. change, if any, falsifies its
// answers.
type shelf struct {
	s3      bool
	mu      sync.Mutex
	objects map[string][]byte
	puts    int
	change  func(w http.ResponseWriter, r *http.Request, object []byte)
	stall   func(r *http.Request) // takes a PUT, and returns long after
}

func (s *shelf) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.Method == http.MethodPut && s.stall != nil {
		s.stall(r)
		return
	}
	body, _ := io.ReadAll(r.Body)
	if s.s3 {
		w.Header().Set("Last-Modified", "Mon, 02 Jan 2006 15:04:05 GMT")
		var code string
		if body, code = admitted(r, body); code != "" {
			refuse(w, http.StatusForbidden, code)
			return
		}
	}
	switch {
	case r.Method == http.MethodPut:
		s.puts++
		s.objects[r.URL.Path] = body
		w.Header().Set("ETag", `"0"`)
	case r.URL.Query().Get("list-type") != "" && s.change == nil:
		s.listing(w, r.URL.Query())
	case r.URL.Query().Get("list-type") != "":
		s.change(w, r, nil)
	case s.objects[r.URL.Path] == nil && s.s3:
		refuse(w, http.StatusNotFound, "NoSuchKey")
	case s.objects[r.URL.Path] == nil:
		w.WriteHeader(http.StatusNotFound)
	case s.change != nil:
		s.change(w, r, s.objects[r.URL.Path])
	default:
		_, _ = w.Write(s.objects[r.URL.Path])
	}
}

func newShelf(t *testing.T) (*shelf, string) {
	s := &shelf{objects: make(map[string][]byte)}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return s, server.URL + "/octo/app"
}

// shelves calls f with a server of each protocol, and its address.
func shelves(t *testing.T, f func(t *testing.T, s *shelf, address string)) {
	for _, name := range []string{"http", "s3"} {
		t.Run(name, func(t *testing.T) {
			s, address := newShelf(t)
			if name == "s3" {
				s.s3, address = true, inBucket(t, strings.TrimSuffix(address, "/octo/app"))
			}
			f(t, s, address)
		})
	}
}

func TestStores(t *testing.T) {
	public, private := keys(t, 1)
	try := func(t *testing.T, _ *shelf, address string) {
		reader := open(t, address, public)
		dir := t.TempDir()
		if err := reader.Load(t.Context(), base, dir); !errors.Is(err, remote.ErrAbsent) {
			t.Errorf("%s, empty: %v", address, err)
		}
		if err := open(t, address, private).Save(t.Context(), base, filled(t, "facts")); err != nil {
			t.Fatal(err)
		}
		if err := reader.Load(t.Context(), base, dir); err != nil || content(t, dir) != "facts" {
			t.Errorf("%s: %q, %v", address, content(t, dir), err)
		}
		if err := reader.Load(t.Context(), other, dir); !errors.Is(err, remote.ErrAbsent) {
			t.Errorf("%s, another commit: %v", address, err)
		}
		if reader.Writes() || reader.Save(t.Context(), base, dir) == nil {
			t.Error("who has only the public key writes")
		}
	}
	shelves(t, try)
	t.Run("directory", func(t *testing.T) { try(t, nil, "file://"+filepath.ToSlash(t.TempDir())) })
}

// Whoever may write to the store, but is not trusted, gets nothing used.
func TestPoison(t *testing.T) {
	public, private := keys(t, 1)
	_, stranger := keys(t, 2)
	s, address := newShelf(t)
	trusted := open(t, address, private)
	load := func(name string) {
		t.Helper()
		dir := t.TempDir()
		err := open(t, address, public).Load(t.Context(), base, dir)
		if err == nil || errors.Is(err, remote.ErrAbsent) || content(t, dir) != "" {
			t.Errorf("%s was used: %v", name, err)
		}
	}
	path := func(k cache.Key) string {
		before := make(map[string]bool)
		for p := range s.objects {
			before[p] = true
		}
		if err := trusted.Save(t.Context(), k, filled(t, "facts")); err != nil {
			t.Fatal(err)
		}
		for p := range s.objects {
			if !before[p] {
				return p
			}
		}
		t.Fatal("nothing was written")
		return ""
	}
	at, elsewhere := path(base), path(other)
	good := s.objects[at]

	if err := open(t, address, stranger).Save(t.Context(), base, filled(t, "poison")); err != nil {
		t.Fatal(err)
	}
	load("an object of a stranger")
	s.objects[at] = s.objects[elsewhere]
	load("an object of another commit")
	var forged bytes.Buffer
	if err := cache.Export(filled(t, "poison"), &forged); err != nil {
		t.Fatal(err)
	}
	const headerSize = 17 + 32 + 32 + 64
	s.objects[at] = append(bytes.Clone(good[:headerSize]), forged.Bytes()...)
	load("another value below a good signature")
	for i := range good {
		bad := bytes.Clone(good)
		bad[i] ^= 0x10
		s.objects[at] = bad
		load("an object with a flipped bit")
	}
	for n := range len(good) {
		if n%7 != 0 && n > headerSize {
			continue
		}
		s.objects[at] = good[:n]
		load("a truncated object")
	}
	s.objects[at] = good
	dir := t.TempDir()
	if err := open(t, address, public).Load(t.Context(), base, dir); err != nil || content(t, dir) != "facts" {
		t.Errorf("the good object: %q, %v", content(t, dir), err)
	}
}

// A store that fails or stalls costs a bounded time.
func TestFaults(t *testing.T) { shelves(t, testFaults) }

func testFaults(t *testing.T, s *shelf, address string) {
	public, private := keys(t, 1)
	if err := open(t, address, private).Save(t.Context(), base, filled(t, "facts")); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(http.ResponseWriter, *http.Request, []byte){
		"500":       func(w http.ResponseWriter, _ *http.Request, _ []byte) { w.WriteHeader(500) },
		"forbidden": func(w http.ResponseWriter, _ *http.Request, _ []byte) { refuse(w, 403, "AccessDenied") },
		"no bucket": func(w http.ResponseWriter, _ *http.Request, _ []byte) { refuse(w, 409, "NoSuchBucket") },
		"redirect": func(w http.ResponseWriter, r *http.Request, _ []byte) {
			http.Redirect(w, r, "/elsewhere", http.StatusFound)
		},
		"half": func(w http.ResponseWriter, _ *http.Request, object []byte) {
			w.Header().Set("Content-Length", "100000")
			_, _ = w.Write(object[:len(object)/2])
		},
		"a shorter one": func(w http.ResponseWriter, _ *http.Request, object []byte) { _, _ = w.Write(object[:len(object)-1]) },
		"a flipped bit": func(w http.ResponseWriter, _ *http.Request, object []byte) {
			bad := bytes.Clone(object)
			bad[len(bad)/2] ^= 1
			_, _ = w.Write(bad)
		},
		"nothing": func(w http.ResponseWriter, _ *http.Request, _ []byte) {},
		"a page": func(w http.ResponseWriter, _ *http.Request, _ []byte) {
			_, _ = io.WriteString(w, "<html>log in</html>")
		},
		"stall": func(w http.ResponseWriter, r *http.Request, object []byte) {
			_, _ = w.Write(object[:10])
			w.(http.Flusher).Flush()
			select {
			case <-r.Context().Done():
			case <-time.After(time.Minute):
			}
		},
	} {
		s.change = change
		begun := time.Now()
		dir := t.TempDir()
		if err := open(t, address, public).Load(t.Context(), base, dir); err == nil || strings.Contains(err.Error(), address) {
			t.Errorf("%s: %v", name, err)
		}
		if took := time.Since(begun); took > remote.Patience+10*time.Second { // with time for a slow machine
			t.Errorf("%s took %s", name, took)
		}
		if got := content(t, dir); got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
	large := make([]byte, 20<<20) // more than a connection holds
	_, _ = mathrand.NewChaCha8([32]byte{}).Read(large)
	for name, takes := range map[string]int{"a part": 1 << 20, "all": 64 << 20} {
		left := make(chan struct{})
		s.stall = func(r *http.Request) {
			_, _ = io.CopyN(io.Discard, r.Body, int64(takes))
			<-left
		}
		begun := time.Now()
		err := open(t, address, private).Save(t.Context(), base, filled(t, string(large)))
		close(left)
		if took := time.Since(begun); err == nil || took > 2*remote.Patience+10*time.Second {
			t.Errorf("storing in a store that takes %s: %v after %s", name, err, took)
		}
	}
	s.stall = nil
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := open(t, address, public).Load(ended, base, t.TempDir()); !errors.Is(err, context.Canceled) {
		t.Errorf("after its end: %v", err)
	}
}

func TestOpenRefuses(t *testing.T) {
	public, _ := keys(t, 1)
	for _, address := range []string{"", "/srv/cache", "file://host/x", "ftp://host/x", "https://", "https://h/?q=1", "s3://", "s3:///path", "s3://key:secret@bucket/path", "s3://Bucket/path", "s3://bucket:9000/path", "s3://bucket/path?endpoint=x"} {
		if _, err := remote.Open(address, public); err == nil {
			t.Errorf("%q was opened", address)
		}
	}
	for _, key := range []string{"", "no key", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"} {
		if _, err := remote.Open("file:///srv", []byte(key)); err == nil {
			t.Errorf("the key %q was taken", key)
		}
	}
}

// A bundle is taken whole, or its files one by one are.
func TestImportRefuses(t *testing.T) {
	dir := filled(t, "facts")
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := cache.Export(dir, &b); err != nil {
		t.Fatal(err)
	}
	outside := t.TempDir()
	in := filepath.Join(outside, "in")
	if err := cache.Import(in, bytes.NewReader(b.Bytes()[:b.Len()/2])); err == nil {
		t.Error("half a bundle was taken")
	}
	if err := cache.Import(in, &b); err != nil {
		t.Error(err)
	}
	got, err := os.ReadDir(in)
	if err != nil || len(got) != len(entries) {
		t.Errorf("%d files of %d, %v", len(got), len(entries), err)
	}
}
