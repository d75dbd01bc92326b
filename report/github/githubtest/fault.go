package githubtest

import (
	"net/http"
	"strings"
)

// A Fault makes requests fail. The first one that applies to a request is taken.
type Fault struct {
	// Request is a method, or a method and the start of a path below the API's URL.
	// Empty is every request, "write" every one that writes.
	Request string
	Times   int // how often, 0 is always

	Status  int
	Header  map[string]string
	Message string
	URL     string // of the documentation

	Done bool // the request is carried out before
	Drop bool // the connection is closed instead of an answer

	met int // how often it was
}

// Fail makes requests fail from now on.
func (s *Server) Fail(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, &f)
}

// ReadOnly is the token of a pull request from a fork.
func ReadOnly() Fault {
	return Fault{Request: "write", Status: http.StatusForbidden, Message: "Resource not accessible by integration"}
}

// SecondaryLimit is what GitHub answers to too many requests in a short time, with 403
// or 429.
func SecondaryLimit(request string, times, status int, header map[string]string) Fault {
	return Fault{
		Request: request, Times: times, Status: status, Header: header,
		Message: "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
		URL:     "https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits",
	}
}

// fault returns the fault that a request meets, nil for none.
func (s *Server) fault(method, path string) *Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.faults {
		if (f.Times == 0 || f.met < f.Times) && f.applies(method, path) {
			f.met++
			return f
		}
	}
	return nil
}

func (f *Fault) applies(method, path string) bool {
	if f.Request == "write" {
		return method != http.MethodGet && path != graphqlPath
	}
	return strings.HasPrefix(method+" "+path, f.Request)
}
