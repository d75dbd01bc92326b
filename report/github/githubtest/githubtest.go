// Package githubtest is a GitHub for tests: a server on this machine that keeps pull
// requests, comments and check runs in memory.
//
// It checks every request against an excerpt of GitHub's own description of its API
// (testdata/README.md), and its answers as well. A request that GitHub does not describe
// is answered with 400 and makes the test fail.
package githubtest

import (
	"cmp"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
)

// ActionsBot writes what the token of a GitHub Actions job writes.
const ActionsBot = "github-actions[bot]"

// Options of a Server. Empty ones have a default.
type Options struct {
	BasePath   string // of the API: "" as on api.github.com, "/api/v3" as on GitHub Enterprise Server
	Repository string // "octo/app"
	Token      string // "test-token"
	Login      string // the owner of the token, ActionsBot
}

// A Server is a GitHub with one repository. Its methods may be called while requests
// are under way.
type Server struct {
	URL        string // of the API, what GITHUB_API_URL holds
	Repository string
	Token      string

	login    string
	base     *url.URL
	contract *contract
	http     *httptest.Server

	mu         sync.Mutex
	pulls      []PullRequest
	comments   []Comment
	checkRuns  []CheckRun
	mergeBases map[string]string
	lastID     int64
	faults     []*Fault
	before     func(*http.Request)
	requests   []string
	rejected   []string
}

// A PullRequest is what the fake knows of one.
type PullRequest struct {
	Number         int
	State          string // "open" when empty
	Draft          bool
	Author, Title  string
	Base, Head     Branch
	Reviewers      []string // logins
	ReviewingTeams []string // slugs
}

// A Branch is one side of a pull request.
type Branch struct{ Ref, SHA, Repository string }

// A Comment is one on a pull request.
type Comment struct {
	ID          int64
	Number      int // of the pull request
	Login, Body string
	Minimized   bool
}

// A CheckRun is one of a commit.
type CheckRun struct {
	ID                        int64
	HeadSHA, Name, ExternalID string
	Status, Conclusion        string
	Title, Summary, Text      string
	Annotations               []Annotation
}

// An Annotation is one of a check run.
type Annotation struct {
	Path      string `json:"path"`
	StartLine int    `json:"start_line"`
	EndLine   int    `json:"end_line"`
	Level     string `json:"annotation_level"`
	Title     string `json:"title"`
	Message   string `json:"message"`
}

// New starts a server for a test, which fails when a request is rejected.
func New(t testing.TB, o Options) *Server {
	t.Helper()
	s, err := Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Close()
		for _, r := range s.Rejected() {
			t.Errorf("wrong request: %s", r)
		}
	})
	return s
}

// Start starts a server. The caller closes it, and asks for what was Rejected.
func Start(o Options) (*Server, error) {
	contract, err := newContract()
	if err != nil {
		return nil, err
	}
	s := &Server{
		Repository: cmp.Or(o.Repository, "octo/app"),
		Token:      cmp.Or(o.Token, "test-token"),
		login:      cmp.Or(o.Login, ActionsBot),
		contract:   contract,
		mergeBases: make(map[string]string),
		lastID:     1000,
	}
	s.http = httptest.NewServer(s)
	s.URL = s.http.URL + o.BasePath
	s.base, err = url.Parse(s.URL)
	return s, err
}

// Close ends the server.
func (s *Server) Close() { s.http.Close() }

// SetPullRequest adds a pull request, or replaces that of its number.
func (s *Server) SetPullRequest(pr PullRequest) {
	s.mu.Lock()
	defer s.mu.Unlock()
	pr.State = cmp.Or(pr.State, "open")
	pr.Author = cmp.Or(pr.Author, "mona")
	pr.Base.Repository = cmp.Or(pr.Base.Repository, s.Repository)
	pr.Head.Repository = cmp.Or(pr.Head.Repository, s.Repository)
	if i := slices.IndexFunc(s.pulls, func(p PullRequest) bool { return p.Number == pr.Number }); i >= 0 {
		s.pulls[i] = pr
		return
	}
	s.pulls = append(s.pulls, pr)
}

// SetMergeBase says what two commits have in common.
func (s *Server) SetMergeBase(base, head, mergeBase string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mergeBases[base+"..."+head] = mergeBase
}

// AddComment adds a comment of a user and returns its id.
func (s *Server) AddComment(number int, login, body string) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.comments = append(s.comments, Comment{ID: s.newID(), Number: number, Login: login, Body: body})
	return s.lastID
}

// ChangeComment does to a comment what others may: edit it, hide it, or, when change
// reports false, delete it.
func (s *Server) ChangeComment(id int64, change func(*Comment) (keep bool)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.comments {
		if s.comments[i].ID == id && !change(&s.comments[i]) {
			s.comments = slices.Delete(s.comments, i, i+1)
			return
		}
	}
}

// Comments returns the comments on a pull request, the oldest first.
func (s *Server) Comments(number int) []Comment {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(s.comments), func(c Comment) bool { return c.Number != number })
}

// AddCheckRun adds a check run and returns its id.
func (s *Server) AddCheckRun(c CheckRun) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.ID = s.newID()
	s.checkRuns = append(s.checkRuns, c)
	return c.ID
}

// CheckRuns returns all check runs, the oldest first.
func (s *Server) CheckRuns() []CheckRun {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.checkRuns)
}

// Before has a function called before each request is carried out. Requests that
// come meanwhile do not wait for it.
func (s *Server) Before(f func(*http.Request)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.before = f
}

// Requests returns what was asked so far, as "METHOD path" below the API's URL.
func (s *Server) Requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Writes returns those of the requests that write.
func (s *Server) Writes() []string {
	return slices.DeleteFunc(s.Requests(), func(r string) bool {
		return strings.HasPrefix(r, http.MethodGet+" ") || strings.HasSuffix(r, "/graphql")
	})
}

// Rejected returns what was wrong with requests.
func (s *Server) Rejected() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.rejected)
}

func (s *Server) reject(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rejected = append(s.rejected, fmt.Sprintf(format, args...))
}

// newID is called with the lock held.
func (s *Server) newID() int64 {
	s.lastID++
	return s.lastID
}
