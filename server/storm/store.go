package main

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// The faults of a store. Those of wrong are objects with bytes that nobody who is trusted has signed for the
// key that was asked for.
var (
	faults = []string{"500", "stalled", "cut off", shortened, flipped, exchanged, forged}
	wrong  = []string{shortened, flipped, exchanged, forged}
)

const (
	shortened = "shortened"
	flipped   = "flipped"   // one bit
	exchanged = "exchanged" // the object of another commit
	forged    = "forged"    // the object of another commit, signed for this one by a stranger

	// The layout of an object of analyze/cache/remote: what is signed, the signature, the value.
	signedSize = 17 + 32 + 32
	headerSize = signedSize + ed25519.SignatureSize

	// stallTime is longer than any reader waits.
	stallTime = 10 * time.Second
)

// A store speaks the HTTP cache protocol of Bazel, and fails or lies at times.
type store struct {
	every    int // one of so many requests meets a fault; 0: none
	stranger ed25519.PrivateKey

	mu      sync.Mutex
	random  *rand.Rand
	over    bool
	asked   int
	next    int
	objects map[string][]byte
	bad     map[string]string // what is wrong with what is kept, by name
	reads   map[string]int    // answers to GET by kind
	writes  map[string]int    // answers to PUT by kind
	// delivered is when which worker got an object with wrong bytes.
	delivered map[string][]time.Time
}

func newStore(every int) (*store, error) {
	_, stranger, err := ed25519.GenerateKey(nil)
	return &store{
		every: every, stranger: stranger, random: rand.New(rand.NewPCG(2, 2)), objects: make(map[string][]byte), bad: make(map[string]string),
		reads: make(map[string]int), writes: make(map[string]int), delivered: make(map[string][]time.Time),
	}, err
}

// calm ends the faults. What is kept damaged stays so.
func (s *store) calm() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.over = true
}

// ServeHTTP answers GET and PUT of an object. Each worker has an address of its own for what they share.
func (s *store) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	worker, name, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if r.Method == http.MethodPut {
		s.put(w, r, name)
		return
	}
	at := time.Now()
	object, kind := s.answer(name)
	switch kind {
	case "absent":
		w.WriteHeader(http.StatusNotFound)
	case "500":
		w.WriteHeader(http.StatusInternalServerError)
	case "stalled":
		w.Header().Set("Content-Length", strconv.Itoa(len(object)+1))
		_, _ = w.Write(object[:len(object)/2])
		_ = http.NewResponseController(w).Flush()
		stall(r)
	case "cut off":
		w.Header().Set("Content-Length", strconv.Itoa(len(object)))
		_, _ = w.Write(object[:len(object)/2])
	default:
		w.Header().Set("Content-Length", strconv.Itoa(len(object)))
		if _, err := w.Write(object); err != nil || r.Context().Err() != nil {
			kind = "not taken"
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reads[kind]++
	if slices.Contains(wrong, strings.TrimPrefix(kind, "kept ")) {
		s.delivered[worker] = append(s.delivered[worker], at)
	}
}

// put keeps an object, whole, damaged or not at all.
func (s *store) put(w http.ResponseWriter, r *http.Request, name string) {
	object, err := io.ReadAll(r.Body)
	if err != nil || int64(len(object)) != r.ContentLength { // of a run that was killed
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	switch s.keep(name, object) {
	case "500":
		w.WriteHeader(http.StatusInternalServerError)
	case "stalled":
		stall(r)
	}
}

// keep keeps an object, or what a fault makes of it, and returns what was done.
func (s *store) keep(name string, object []byte) (kind string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kind = s.fault()
	spoiled, made := object, false
	if slices.Contains(wrong, kind) {
		spoiled, made = s.spoil(name, object, kind)
	}
	switch {
	case made:
		s.bad[name], s.objects[name] = kind, spoiled
	case kind == "500" || kind == "stalled":
	default: // an object cannot be cut off here
		kind = "stored"
		delete(s.bad, name)
		s.objects[name] = object
	}
	s.writes[kind]++
	return kind
}

// stall waits for longer than anybody who asks.
func stall(r *http.Request) {
	select {
	case <-r.Context().Done():
	case <-time.After(stallTime):
	}
}

// answer returns what to answer to a GET.
func (s *store) answer(name string) (object []byte, kind string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	object, has := s.objects[name]
	kind = s.fault()
	if slices.Contains(wrong, kind) && has {
		if spoiled, made := s.spoil(name, object, kind); made {
			return spoiled, kind
		}
		kind = ""
	}
	switch {
	case kind == "500" || kind == "stalled":
		return object, kind
	case !has:
		return nil, "absent"
	case kind == "cut off":
		return object, kind
	case s.bad[name] != "":
		return object, "kept " + s.bad[name]
	}
	return object, "had"
}

// fault returns the fault of this request, empty for none.
func (s *store) fault() string {
	if s.every == 0 || s.over {
		return ""
	}
	if s.asked++; s.asked%s.every != 0 {
		return ""
	}
	s.next++
	return faults[s.next%len(faults)]
}

// spoil makes an object wrong, and reports whether it could.
func (s *store) spoil(name string, object []byte, kind string) ([]byte, bool) {
	switch kind {
	case shortened:
		return object[:s.random.IntN(len(object))], true
	case flipped:
		object = bytes.Clone(object)
		object[s.random.IntN(len(object))] ^= 1 << s.random.IntN(8)
		return object, true
	}
	for _, other := range slices.Sorted(maps.Keys(s.objects)) {
		if other == name || s.bad[other] != "" || bytes.Equal(s.objects[other], object) {
			continue
		}
		object = bytes.Clone(s.objects[other])
		if kind == forged {
			asked, err := hex.DecodeString(path.Base(name))
			if err != nil {
				return nil, false
			}
			copy(object[17:17+32], asked)
			copy(object[signedSize:headerSize], ed25519.Sign(s.stranger, object[:signedSize]))
		}
		return object, true
	}
	return nil, false
}

func (s *store) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return fmt.Sprintf("answers to GET: %s; to PUT: %s", counts(s.reads), counts(s.writes))
}

// counts prints counts in the order of their names.
func counts(of map[string]int) string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(of)) {
		out = append(out, fmt.Sprintf("%s %d", name, of[name]))
	}
	return strings.Join(out, ", ")
}
