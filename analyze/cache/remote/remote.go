// Package remote shares what the analysis of a base has stored, between machines that trust the same
// writers and not the store.
//
// In: the address of a store, and keys. Out: the files of a cache for a commit, or nothing.
//
// Invariants: an object is used only if one of the trusted keys has signed it for the key that was
// asked for, and it has the bytes that were signed. A store that fails, is slow or lies costs about
// Patience at most, and never a wrong byte. Without a private key nothing is written.
//
// A store is a directory (file:///path), a bucket (s3://bucket/path), or a server that speaks the HTTP
// cache protocol of Bazel (http://host/path): objects lie below /ac/. Records lie in groups below /records/, see Put.
package remote

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/nexus-ci/nexus-ci/analyze/cache"
)

const (
	// Patience is how long Load waits for an object at most, and Save while a server takes nothing of it.
	Patience = 2 * time.Second
	// saveTime is how long Save takes at most, with a server that is slow.
	saveTime = time.Minute
	// maxObject bounds an object.
	maxObject = 256 << 20

	magic      = "nexus-ci-object-1"
	headerSize = len(magic) + 32 + 32 + ed25519.SignatureSize
)

// A Store is a store with the keys of its writers.
type Store struct {
	trusted []ed25519.PublicKey
	private ed25519.PrivateKey // nil: nothing is written
	backend backend
}

// A backend keeps objects by their names, which are relative paths with slashes.
type backend interface {
	// get returns an object of at most limit bytes; ErrAbsent where there is none.
	get(ctx context.Context, name string, limit int) ([]byte, error)
	// put stores an object, whole or not at all.
	put(ctx context.Context, name string, object []byte) error
}

// A lister is a backend that can say what it holds. The HTTP cache protocol of Bazel cannot: it can only get
// and put. An object with the names of others would be read, changed and written by several writers at once,
// and there is no conditional put that would keep one of them from undoing what another has added.
type lister interface {
	// list returns the last elements of the names directly below a directory, sorted.
	list(ctx context.Context, dir string) ([]string, error)
}

// Open returns the store at an address. keys is PEM: public keys of the writers that are trusted, and a
// private key where objects are to be written. It makes no request.
func Open(address string, keys []byte) (*Store, error) {
	b, err := backendAt(address)
	if err != nil {
		return nil, err
	}
	s := &Store{backend: b}
	for block, rest := pem.Decode(keys); block != nil; block, rest = pem.Decode(rest) {
		if err := s.add(block); err != nil {
			return nil, err
		}
	}
	if len(s.trusted) == 0 {
		return nil, errors.New("no key in it: want an Ed25519 key in PEM, as of openssl genpkey -algorithm ed25519")
	}
	return s, nil
}

// backendAt returns the backend at an address.
func backendAt(address string) (backend, error) {
	u, err := url.Parse(address)
	if err == nil && u.RawQuery == "" && u.Fragment == "" {
		switch {
		case u.Scheme == "file" && u.Host == "" && u.Path != "":
			return directory(filepath.FromSlash(u.Path)), nil
		case u.Scheme == "s3" && u.Host != "":
			return bucketAt(u)
		case (u.Scheme == "http" || u.Scheme == "https") && u.Host != "":
			return &server{address: strings.TrimRight(u.String(), "/"), client: &http.Client{Transport: patient{http.DefaultTransport}, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}, nil
		}
	}
	return nil, errors.New("the address of a store is one such as file:///srv/nexus-ci, s3://bucket/nexus-ci or https://cache.example.com/nexus-ci")
}

func (s *Store) add(block *pem.Block) error {
	switch block.Type {
	case "PUBLIC KEY":
		key, err := x509.ParsePKIXPublicKey(block.Bytes)
		if public, ok := key.(ed25519.PublicKey); err == nil && ok {
			s.trusted = append(s.trusted, public)
			return nil
		}
	case "PRIVATE KEY":
		key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
		if private, ok := key.(ed25519.PrivateKey); err == nil && ok {
			public, _ := private.Public().(ed25519.PublicKey) // which it is
			s.private, s.trusted = private, append(s.trusted, public)
			return nil
		}
	}
	return fmt.Errorf("a %s in it is no Ed25519 key", strings.ToLower(block.Type))
}

// Writes reports whether Save writes.
func (s *Store) Writes() bool { return s.private != nil }

// ErrAbsent means that the store does not have what was asked for.
var ErrAbsent = errors.New("not in the store")

// Load adds what the store has for a key to the cache in dir. An error says why nothing was added: it
// is ErrAbsent where there is no object.
func (s *Store) Load(ctx context.Context, key cache.Key, dir string) error {
	limited, cancel := context.WithTimeoutCause(ctx, Patience, fmt.Errorf("no answer within %s", Patience))
	defer cancel()
	value, err := within(limited, func() ([]byte, error) {
		object, err := s.backend.get(limited, name(key), maxObject)
		if err != nil {
			return nil, err
		}
		return s.open(key, object)
	})
	if err != nil {
		return err
	}
	return cache.Import(dir, bytes.NewReader(value))
}

// within returns what a request answers, unless ctx ends before: a file on a network may stall,
// whatever the context says.
func within[T any](ctx context.Context, request func() (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	got := make(chan answer, 1)
	go func() {
		value, err := request()
		got <- answer{value, err}
	}()
	select {
	case a := <-got:
		return a.value, a.err
	case <-ctx.Done():
		var none T
		return none, context.Cause(ctx)
	}
}

// Save stores what the closed cache in dir holds under a key.
func (s *Store) Save(ctx context.Context, key cache.Key, dir string) error {
	if s.private == nil {
		return errors.New("without a private key nothing is written")
	}
	var value bytes.Buffer
	if err := cache.Export(dir, &value); err != nil {
		return err
	}
	if value.Len() > maxObject-headerSize {
		return fmt.Errorf("%d MB are more than an object may have", value.Len()>>20)
	}
	limited, cancel := context.WithTimeout(ctx, saveTime)
	defer cancel()
	_, err := within(limited, func() (struct{}, error) {
		return struct{}{}, s.backend.put(limited, name(key), s.seal(key, value.Bytes()))
	})
	return err
}

// seal makes an object of a value.
func (s *Store) seal(key cache.Key, value []byte) []byte {
	object := signed(key, value)
	object = append(object, ed25519.Sign(s.private, object)...)
	return append(object, value...)
}

// signed is what a signature covers.
func signed(key cache.Key, value []byte) []byte {
	sum := sha256.Sum256(value)
	out := append([]byte(magic), key[:]...)
	return append(out, sum[:]...)
}

// open returns the value in an object, if it is the one that was asked for.
func (s *Store) open(key cache.Key, object []byte) ([]byte, error) {
	if len(object) < headerSize || string(object[:len(magic)]) != magic {
		return nil, errors.New("what the store has is no object")
	}
	value := object[headerSize:]
	message := signed(key, value)
	if !bytes.Equal(message, object[:len(message)]) {
		return nil, errors.New("what the store has is damaged, or is another object")
	}
	for _, public := range s.trusted {
		if ed25519.Verify(public, message, object[len(message):headerSize]) {
			return value, nil
		}
	}
	return nil, errors.New("what the store has is signed by nobody who is trusted")
}

// name is the place of an object in the store.
func name(key cache.Key) string { return "ac/" + hex.EncodeToString(key[:]) }
