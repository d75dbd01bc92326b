package app

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"sync"

	"golang.org/x/time/rate"
)

const (
	// maxAnswers is the number of answers that are kept for each installation, maxAnswer the length
	// of one.
	maxAnswers = 500
	maxAnswer  = 1 << 20
)

// A carriage carries the requests of one installation: not more than a number per hour, and those
// to read with the ETag of what was answered before, which GitHub does not count if nothing has
// changed.
type carriage struct {
	next    http.RoundTripper
	limiter *rate.Limiter
	count   func(billable bool)

	mu      sync.Mutex
	answers map[string]*answer // by address and token
	order   []string           // of their addition
}

type answer struct {
	status int
	header http.Header
	body   []byte
}

func newCarriage(next http.RoundTripper, hourly int, count func(bool)) *carriage {
	c := &carriage{next: next, count: count, answers: make(map[string]*answer), limiter: rate.NewLimiter(rate.Inf, 0)}
	if hourly > 0 {
		c.limiter = rate.NewLimiter(rate.Limit(float64(hourly)/3600), max(hourly/10, 1))
	}
	return c
}

// RoundTrip carries one request.
func (c *carriage) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := c.limiter.Wait(req.Context()); err != nil {
		return nil, err
	}
	key := req.URL.String() + " " + req.Header.Get("Authorization")
	var known *answer
	if req.Method == http.MethodGet {
		c.mu.Lock()
		known = c.answers[key]
		c.mu.Unlock()
		if known != nil {
			req = req.Clone(req.Context())
			req.Header.Set("If-None-Match", known.header.Get("ETag"))
		}
	}
	resp, err := c.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	unchanged := known != nil && resp.StatusCode == http.StatusNotModified
	c.count(!unchanged && !strings.HasSuffix(req.URL.Path, "/graphql"))
	switch {
	case unchanged:
		resp.Body.Close()
		resp.StatusCode, resp.Status = known.status, http.StatusText(known.status)
		resp.Header = known.header.Clone()
		resp.Body, resp.ContentLength = io.NopCloser(bytes.NewReader(known.body)), int64(len(known.body))
	case req.Method == http.MethodGet && resp.StatusCode == http.StatusOK && resp.Header.Get("ETag") != "":
		body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
		if err != nil {
			resp.Body.Close()
			return nil, err
		}
		if len(body) > maxAnswer {
			resp.Body = struct {
				io.Reader
				io.Closer
			}{io.MultiReader(bytes.NewReader(body), resp.Body), resp.Body}
			return resp, nil
		}
		resp.Body.Close()
		c.keep(key, &answer{resp.StatusCode, resp.Header.Clone(), body})
		resp.Body = io.NopCloser(bytes.NewReader(body))
	}
	return resp, nil
}

func (c *carriage) keep(key string, a *answer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.answers[key] == nil {
		c.order = append(c.order, key)
	}
	c.answers[key] = a
	if len(c.order) > maxAnswers {
		delete(c.answers, c.order[0])
		c.order = c.order[1:]
	}
}
