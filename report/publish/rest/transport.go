package rest

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
	"sync"
	"time"
)

const (
	// MaxTries bounds how often one request is made.
	MaxTries    = 5
	maxWaiting  = 2 * time.Minute // for all requests of a transport together
	tryTimeout  = 30 * time.Second
	maxResponse = 64 << 20

	// limitWait is the minimum wait after a rate limit without a given time.
	limitWait = time.Minute
)

// Options say where an API is and how to authenticate.
type Options struct {
	Service string   // name of the forge, for errors
	API     *url.URL // what paths start from
	// Token is the secret. Header returns the name and the value of the header that holds it.
	// Without one, it is a bearer token.
	Token  string
	Header func(token string) (name, value string)
	// Setting is what the user sets to give the token, for errors.
	Setting string
	// Limited reports whether a response, besides 429, rejects a request because of a rate limit;
	// nil for none.
	Limited func(resp *http.Response, body []byte) bool
	// Repeatable reports whether a request of another method than GET, PUT and DELETE is idempotent;
	// nil for none.
	Repeatable func(*http.Request) bool
	// HTTP carries the requests, http.DefaultClient when nil.
	HTTP *http.Client

	// Now and Sleep replace the clock in tests.
	Now   func() time.Time
	Sleep func(ctx context.Context, d time.Duration) error
}

// A Transport adds the token to requests and repeats requests that failed temporarily.
type Transport struct {
	Options
	next http.RoundTripper

	mu   sync.Mutex
	left time.Duration // remaining part of maxWaiting
}

// NewTransport returns a transport above that of Options.HTTP.
func NewTransport(o Options) *Transport {
	t := &Transport{Options: o, next: http.DefaultTransport, left: maxWaiting}
	if o.HTTP != nil && o.HTTP.Transport != nil {
		t.next = o.HTTP.Transport
	}
	if t.Now == nil {
		t.Now = time.Now
	}
	if t.Sleep == nil {
		t.Sleep = sleep
	}
	if t.Header == nil {
		t.Header = Bearer
	}
	return t
}

// Bearer returns the header of a bearer token.
func Bearer(token string) (name, value string) { return "Authorization", "Bearer " + token }

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

// A LimitError says that the rate limit lasts longer than we wait.
type LimitError struct {
	service string
	until   time.Time
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("%s's rate limit is used up until %s: run the job again after that", e.service, e.until.UTC().Format("2006-01-02 15:04:05 UTC"))
}

// RoundTrip performs a request, and repeats it if that is safe and may help. It removes the
// headers on rate limits from the response, since it has handled them.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body != nil {
		defer req.Body.Close()
	}
	resp, err := t.perform(req)
	if resp != nil {
		resp.Header.Del("X-RateLimit-Reset")
	}
	return resp, err
}

func (t *Transport) perform(req *http.Request) (*http.Response, error) {
	for try := 1; ; try++ {
		resp, err := t.once(req)
		if ctxErr := req.Context().Err(); ctxErr != nil {
			return nil, ctxErr
		}
		if t.limited(resp) {
			// The request was not executed, so any request may be repeated.
			wait := t.demanded(resp, limitWait<<(try-1))
			if try == MaxTries {
				return nil, &LimitError{t.Service, t.Now().Add(wait)}
			}
			if err := t.Pause(req.Context(), wait); errors.Is(err, errPatience) {
				return nil, &LimitError{t.Service, t.Now().Add(wait)}
			} else if err != nil {
				return nil, err
			}
			continue
		}
		if try == MaxTries || !failedForNow(resp, err) || !t.repeatable(req) {
			return resp, err
		}
		wait := Backoff(try)
		if resp != nil {
			wait = t.demanded(resp, wait)
		}
		if pauseErr := t.Pause(req.Context(), wait); errors.Is(pauseErr, errPatience) {
			return resp, err
		} else if pauseErr != nil {
			return nil, pauseErr
		}
	}
}

// once makes one attempt. It reads the whole response, so that a connection that breaks in the
// middle counts as a failed attempt.
func (t *Transport) once(req *http.Request) (*http.Response, error) {
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
	if t.Token != "" && sameOrigin(r.URL, t.API) {
		r.Header.Set(t.Header(t.Token))
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
		return nil, errTooLarge
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	resp.Request = req
	return resp, nil
}

var errTooLarge = fmt.Errorf("the answer is longer than %d MiB", maxResponse>>20)

var errPatience = errors.New("the time limit for waiting is used up")

// Pause waits. It fails immediately with errPatience if the wait would be too long.
func (t *Transport) Pause(ctx context.Context, d time.Duration) error {
	t.mu.Lock()
	enough := d <= t.left
	if enough {
		t.left -= d
	}
	t.mu.Unlock()
	if !enough {
		return errPatience
	}
	return t.Sleep(ctx, d)
}

// Backoff is the wait after a number of failed attempts.
func Backoff(tries int) time.Duration { return time.Second << (tries - 1) }

// demanded returns the wait that the response asks for, or otherwise.
func (t *Transport) demanded(resp *http.Response, otherwise time.Duration) time.Duration {
	after := resp.Header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(after, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(after); err == nil {
		return max(at.Sub(t.Now()), 0)
	}
	if resp.Header.Get("X-RateLimit-Remaining") == "0" {
		if seconds, err := strconv.ParseInt(resp.Header.Get("X-RateLimit-Reset"), 10, 64); err == nil {
			// Both clocks have a resolution of a second.
			return max(time.Unix(seconds, 0).Sub(t.Now()), 0) + time.Second
		}
	}
	return otherwise
}

func sameOrigin(a, b *url.URL) bool { return a.Scheme == b.Scheme && a.Host == b.Host }

// limited reports whether a request was rejected because of a rate limit.
func (t *Transport) limited(resp *http.Response) bool {
	switch {
	case resp == nil:
		return false
	case resp.StatusCode == http.StatusTooManyRequests:
		return true
	case t.Limited == nil:
		return false
	}
	body, _ := io.ReadAll(resp.Body)
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return t.Limited(resp, body)
}

// failedForNow reports whether another attempt may succeed.
func failedForNow(resp *http.Response, err error) bool {
	if err != nil {
		var certificate *tls.CertificateVerificationError
		return !errors.As(err, &certificate) && !errors.Is(err, errTooLarge)
	}
	switch resp.StatusCode {
	case http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// repeatable reports whether a request is idempotent.
func (t *Transport) repeatable(req *http.Request) bool {
	switch req.Method {
	case http.MethodGet, http.MethodPut, http.MethodDelete:
		return true
	}
	return t.Repeatable != nil && t.Repeatable(req)
}
