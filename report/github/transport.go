package github

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	maxTries    = 5
	maxWaiting  = 2 * time.Minute // for all requests of a client together
	tryTimeout  = 30 * time.Second
	maxResponse = 64 << 20

	// limitWait is the minimum wait after a rate limit without a given time, as GitHub asks for.
	limitWait = time.Minute
)

// A transport adds the token to requests and repeats requests that failed temporarily.
//
// It is below go-github, whose own handling of rate limits reads the clock and rejects
// requests instead of waiting.
type transport struct {
	next   http.RoundTripper
	origin *url.URL
	token  string
	now    func() time.Time
	sleep  func(context.Context, time.Duration) error

	mu   sync.Mutex
	left time.Duration // remaining part of maxWaiting
}

func newTransport(next http.RoundTripper, api *url.URL, o Options) *transport {
	t := &transport{next: next, origin: api, token: o.Token, now: o.Now, sleep: o.Sleep, left: maxWaiting}
	if t.next == nil {
		t.next = http.DefaultTransport
	}
	if t.now == nil {
		t.now = time.Now
	}
	if t.sleep == nil {
		t.sleep = sleep
	}
	return t
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// A limitError says that the rate limit lasts longer than we wait.
type limitError struct{ until time.Time }

func (e *limitError) Error() string {
	return fmt.Sprintf("GitHub's rate limit is used up until %s: run the job again after that", e.until.UTC().Format("2006-01-02 15:04:05 UTC"))
}

// RoundTrip performs a request, and repeats it if that is safe and may help. It removes the
// headers on rate limits from the response, since it has handled them.
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body != nil {
		defer req.Body.Close()
	}
	resp, err := t.perform(req)
	if resp != nil {
		resp.Header.Del("X-RateLimit-Reset")
	}
	return resp, err
}

func (t *transport) perform(req *http.Request) (*http.Response, error) {
	for try := 1; ; try++ {
		resp, err := t.once(req)
		if ctxErr := req.Context().Err(); ctxErr != nil {
			return nil, ctxErr
		}
		if limited(resp) {
			// The request was not executed, so any request may be repeated.
			wait := t.demanded(resp, limitWait<<(try-1))
			if try == maxTries {
				return nil, &limitError{until: t.now().Add(wait)}
			}
			if err := t.pause(req.Context(), wait); errors.Is(err, errPatience) {
				return nil, &limitError{until: t.now().Add(wait)}
			} else if err != nil {
				return nil, err
			}
			continue
		}
		if try == maxTries || !failedForNow(resp, err) || !repeatable(req) {
			return resp, err
		}
		wait := backoff(try)
		if resp != nil {
			wait = t.demanded(resp, wait)
		}
		if pauseErr := t.pause(req.Context(), wait); errors.Is(pauseErr, errPatience) {
			return resp, err
		} else if pauseErr != nil {
			return nil, pauseErr
		}
	}
}

// once makes one attempt. It reads the whole response, so that a connection that breaks in the
// middle counts as a failed attempt.
func (t *transport) once(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(req.Context(), tryTimeout)
	defer cancel()
	r := req.Clone(ctx)
	if req.GetBody != nil {
		body, err := req.GetBody()
		if err != nil {
			return nil, err
		}
		r.Body = body
	}
	// A redirect may lead to another host.
	if t.token != "" && r.URL.Host == t.origin.Host && r.URL.Scheme == t.origin.Scheme {
		r.Header.Set("Authorization", "Bearer "+t.token)
	}
	resp, err := t.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxResponse+1))
	if err != nil {
		return nil, err
	}
	if len(body) > maxResponse {
		return nil, fmt.Errorf("the answer is longer than %d MiB", maxResponse>>20)
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	resp.Request = req
	return resp, nil
}

var errPatience = errors.New("the time limit for waiting is used up")

// pause waits. It fails immediately with errPatience if the wait would be too long.
func (t *transport) pause(ctx context.Context, d time.Duration) error {
	t.mu.Lock()
	enough := d <= t.left
	if enough {
		t.left -= d
	}
	t.mu.Unlock()
	if !enough {
		return errPatience
	}
	return t.sleep(ctx, d)
}

// backoff is the wait after a number of failed attempts.
func backoff(tries int) time.Duration { return time.Second << (tries - 1) }

// demanded returns the wait that the response asks for, or otherwise.
func (t *transport) demanded(resp *http.Response, otherwise time.Duration) time.Duration {
	after := resp.Header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(after, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(after); err == nil {
		return max(at.Sub(t.now()), 0)
	}
	if resp.Header.Get("X-RateLimit-Remaining") == "0" {
		if seconds, err := strconv.ParseInt(resp.Header.Get("X-RateLimit-Reset"), 10, 64); err == nil {
			// Both clocks have a resolution of a second.
			return max(time.Unix(seconds, 0).Sub(t.now()), 0) + time.Second
		}
	}
	return otherwise
}

// limited reports whether a request was rejected because of a rate limit.
func limited(resp *http.Response) bool {
	switch {
	case resp == nil:
		return false
	case resp.StatusCode == http.StatusTooManyRequests:
		return true
	case resp.StatusCode != http.StatusForbidden:
		return false
	case resp.Header.Get("Retry-After") != "" || resp.Header.Get("X-RateLimit-Remaining") == "0":
		return true
	}
	body, _ := io.ReadAll(resp.Body)
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return bytes.Contains(bytes.ToLower(body), []byte("secondary rate limit"))
}

// failedForNow reports whether another attempt may succeed.
func failedForNow(resp *http.Response, err error) bool {
	if err != nil {
		var certificate *tls.CertificateVerificationError
		return !errors.As(err, &certificate)
	}
	switch resp.StatusCode {
	case http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// repeatable reports whether a request is idempotent. An update of a check run is not: it adds
// annotations to the existing ones.
func repeatable(req *http.Request) bool {
	switch req.Method {
	case http.MethodGet, http.MethodDelete:
		return true
	case http.MethodPatch:
		return !strings.Contains(req.URL.Path, "/check-runs/")
	}
	return strings.HasSuffix(req.URL.Path, "/graphql") // GraphQL is only used for queries
}
