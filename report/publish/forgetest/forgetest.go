// Package forgetest is what the fakes of forges share: a server on this machine that keeps pull
// requests and comments in memory, and the tests that every forge has to pass.
//
// It checks every request, and its own answers, against what the forge publishes about its API. A
// request that is not described there is answered with 400 and makes the test fail. What was
// asked and answered is kept as a log.
package forgetest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// A Description is the API of a forge.
type Description struct {
	API  string // its operations
	Base string // path of the API on the server
	// Header and Value are what a request with the right token has.
	Header, Value string
	// Operations carry out requests that were checked, by the name of the operation.
	Operations map[string]func(*Request) Answer
	// Error returns the document of an error.
	Error func(status int, message string) any
}

// A Request is one that was checked.
type Request struct {
	*http.Request
	Forge  *Server
	Params map[string]string
	body   []byte
}

// Number returns a parameter that is a number, 0 if it is none.
func (r *Request) Number(name string) int64 {
	n, _ := strconv.ParseInt(r.Params[name], 10, 64)
	return n
}

// Query returns a number of the query, or otherwise.
func (r *Request) Query(name string, otherwise int) int {
	if n, err := strconv.Atoi(r.URL.Query().Get(name)); err == nil {
		return n
	}
	return otherwise
}

// Decode reads the body, which was checked.
func (r *Request) Decode(v any) { _ = json.Unmarshal(r.body, v) }

// Page returns a part of a list, and whether there is more.
func Page[T any](all []T, from, size int) (some []T, more bool) {
	from = min(from, len(all))
	to := min(from+size, len(all))
	return append([]T{}, all[from:to]...), to < len(all)
}

// An Answer is a response: Body as JSON, or for a status from 400 on a message.
type Answer struct {
	Status  int
	Header  map[string]string
	Body    any
	Message string
}

// A Pull is a pull request.
type Pull struct {
	Number int
	State  string // in the words of the forge
	Head   string // full id of the commit
}

// A Comment is one on a pull request.
type Comment struct {
	ID           int64
	Number       int // of the pull request
	Author, Body string
	Hidden       bool // or resolved
	State        string
	Version      int
}

// A Server is a forge with one repository.
type Server struct {
	URL         string // of the API
	description Description
	api         *api
	http        *httptest.Server

	mu         sync.Mutex
	Own        string // the account of the token
	Pulls      []Pull
	Comments   []Comment
	Statuses   []map[string]any // of commits, in the order they were written
	MergeBases map[string]string
	LastID     int64

	faults   []*Fault
	before   func(*http.Request)
	log      []string
	rejected []string
}

// New starts a server for a test, which fails when a request is rejected.
func New(t testing.TB, own string, d Description) *Server {
	t.Helper()
	a, err := parse(d.API)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range a.operations {
		if d.Operations[o.name] == nil {
			t.Fatalf("the fake has no operation %s", o.name)
		}
	}
	s := &Server{description: d, api: a, Own: own, LastID: 1000, MergeBases: make(map[string]string)}
	s.http = httptest.NewServer(s)
	s.URL = s.http.URL + d.Base
	t.Cleanup(func() {
		s.http.Close()
		for _, r := range s.rejected {
			t.Errorf("wrong request: %s", r)
		}
	})
	return s
}

// Pull returns the pull request with a number, nil for none. It is called with the lock held.
func (s *Server) Pull(number int64) *Pull {
	for i := range s.Pulls {
		if int64(s.Pulls[i].Number) == number {
			return &s.Pulls[i]
		}
	}
	return nil
}

// Find returns the index of the comment with an id, -1 for none. It is called with the lock held.
func (s *Server) Find(id int64) int {
	return slices.IndexFunc(s.Comments, func(c Comment) bool { return c.ID == id })
}

// On returns the comments on a pull request. It is called with the lock held.
func (s *Server) On(number int64) []Comment {
	return slices.DeleteFunc(slices.Clone(s.Comments), func(c Comment) bool { return int64(c.Number) != number })
}

// Add adds a comment of our account. It is called with the lock held.
func (s *Server) Add(number int64, body string) *Comment {
	s.LastID++
	s.Comments = append(s.Comments, Comment{ID: s.LastID, Number: int(number), Author: s.Own, Body: body})
	return &s.Comments[len(s.Comments)-1]
}

// Remove removes the comment with an id, and reports whether there was one. It is called with the
// lock held.
func (s *Server) Remove(id int64) bool {
	i := s.Find(id)
	if i >= 0 {
		s.Comments = slices.Delete(s.Comments, i, i+1)
	}
	return i >= 0
}

// With calls f with the lock held.
func (s *Server) With(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f()
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	before := s.before
	s.mu.Unlock()
	if before != nil {
		before(r)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	body, _ := io.ReadAll(r.Body)
	path := strings.TrimPrefix(r.URL.EscapedPath(), s.description.Base)
	fault := s.fault(r.Method, path)
	answer := Answer{}
	if fault == nil || fault.Done {
		answer = s.answer(r, path, body)
	}
	if fault != nil {
		answer = Answer{Status: fault.Status, Message: fault.Message, Header: fault.Header}
	}
	line := r.Method + " " + path
	if r.URL.RawQuery != "" {
		line += "?" + r.URL.RawQuery
	}
	if len(body) > 0 {
		line += " " + short(string(body))
	}
	if fault != nil && fault.Drop {
		s.log = append(s.log, line+" -> nothing")
		if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
			conn.Close()
		}
		return
	}
	s.log = append(s.log, fmt.Sprintf("%s -> %d", line, answer.Status))
	for name, value := range answer.Header {
		w.Header().Set(name, value)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(answer.Status)
	if answer.Body == nil && answer.Status >= 400 {
		answer.Body = s.description.Error(answer.Status, answer.Message)
	}
	if answer.Body != nil {
		_ = json.NewEncoder(w).Encode(answer.Body) // the client may be gone
	}
}

func short(s string) string {
	if r := []rune(s); len(r) > 500 {
		return string(r[:240]) + "…" + string(r[len(r)-240:])
	}
	return s
}

func (s *Server) answer(r *http.Request, path string, body []byte) Answer {
	wrong := func(err error) Answer {
		s.rejected = append(s.rejected, fmt.Sprintf("%s %s: %v", r.Method, path, err))
		return Answer{Status: http.StatusBadRequest, Message: err.Error()}
	}
	o, params := s.api.find(r.Method, path)
	if o == nil {
		return wrong(fmt.Errorf("there is no such operation"))
	}
	if r.Header.Get(s.description.Header) != s.description.Value {
		return Answer{Status: http.StatusUnauthorized, Message: "Unauthorized"}
	}
	if err := o.check(r, body); err != nil {
		return wrong(err)
	}
	answer := s.description.Operations[o.name](&Request{Request: r, Forge: s, Params: params, body: body})
	if answer.Status >= http.StatusBadRequest {
		return answer
	}
	members, ok := o.answers[answer.Status]
	if !ok {
		return wrong(fmt.Errorf("the fake answers %d", answer.Status))
	}
	if answer.Body != nil {
		content, err := json.Marshal(answer.Body)
		if err == nil {
			err = fits(content, members)
		}
		if err != nil {
			return wrong(fmt.Errorf("the fake's own answer: %w", err))
		}
	}
	return answer
}

// A Fault makes requests fail. The first one that applies to a request is taken.
type Fault struct {
	// Request is a method, or a method and a part of the path. Empty is every request, "write"
	// every one that writes.
	Request string
	Times   int // how often, 0 is always

	Status  int
	Header  map[string]string
	Message string
	Done    bool // the request is carried out before
	Drop    bool // the connection is closed instead of an answer

	met int
}

// Fail makes requests fail from now on.
func (s *Server) Fail(f Fault) { s.With(func() { s.faults = append(s.faults, &f) }) }

func (s *Server) fault(method, path string) *Fault {
	for _, f := range s.faults {
		wanted, part, _ := strings.Cut(f.Request, " ")
		applies := f.Request == "" || wanted == method && strings.Contains(path, part) || f.Request == "write" && method != http.MethodGet
		if applies && (f.Times == 0 || f.met < f.Times) {
			f.met++
			return f
		}
	}
	return nil
}

// Log returns what was asked and answered, and forgets it.
func (s *Server) Log() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	log := s.log
	s.log = nil
	return log
}

// Texts returns the comments on a pull request without their tags.
func (s *Server) Texts(number int64) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	for _, c := range s.On(number) {
		text := c.Body
		if first, rest, _ := strings.Cut(text, "\n"); strings.Contains(first, "nexus-ci/comment v1 ") {
			text = strings.TrimPrefix(rest, "\n")
		}
		out = append(out, text)
	}
	return out
}
