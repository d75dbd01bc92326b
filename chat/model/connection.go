package model

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	connectTimeout = 10 * time.Second
	defaultIdle    = 2 * time.Minute
	// tries is how often a request is made that is refused for now.
	tries = 5
	// firstDelay is the time before the second try; each further one doubles it.
	firstDelay = 500 * time.Millisecond
	// maxDelay is the longest time that a service may ask to wait for.
	maxDelay = time.Minute
	// maxAnswer bounds an answer, and maxErrorBody what is read of a refusal, in bytes.
	maxAnswer    = 64 << 20
	maxErrorBody = 64 << 10
)

// A connection makes requests to one service.
type connection struct {
	Options
	http *http.Client
}

// newConnection returns a connection that follows no redirection, which could take the key
// elsewhere.
func newConnection(o Options) *connection {
	o.URL, o.Idle = strings.TrimSuffix(o.URL, "/"), cmp.Or(o.Idle, defaultIdle)
	if o.Wait == nil {
		o.Wait = Sleep
	}
	return &connection{o, &http.Client{
		Transport:     &http.Transport{Proxy: http.ProxyFromEnvironment, DialContext: (&net.Dialer{Timeout: connectTimeout}).DialContext, TLSHandshakeTimeout: connectTimeout},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Tools reports whether the model may be offered tools.
func (c *connection) Tools() bool { return !c.NoTools }

// errSilent is why a request ends whose service sends nothing.
var errSilent = errors.New("silent")

// A receiver takes the events of an answer.
type receiver interface {
	// event takes the data of one and reports whether it is the last.
	event(data string) (last bool, err error)
	// whole reports whether nothing of the answer is missing.
	whole() bool
}

// stream posts a value as JSON and hands the events of the answer on. A request that is
// refused for now is made again.
func (c *connection) stream(ctx context.Context, path string, header http.Header, send any, to receiver) error {
	body, err := json.Marshal(send)
	if err != nil {
		return &Error{Kind: Rejected, Detail: "the request cannot be written as JSON"}
	}
	delay := firstDelay
	for try := 1; ; try++ {
		err := c.once(ctx, path, header, body, to)
		var refusal *refusedForNow
		if !errors.As(err, &refusal) {
			return err
		}
		wait := cmp.Or(refusal.after, delay)
		if try == tries || wait > maxDelay {
			return refusal.as
		}
		if err := c.Wait(ctx, max(wait, 0)); err != nil {
			return err
		}
		delay *= 2
	}
}

// refusedForNow is the error of a request that may succeed later.
type refusedForNow struct {
	as    *Error
	after time.Duration // that the service asks to wait for; 0: it does not say, negative: none
}

func (e *refusedForNow) Error() string { return e.as.Error() }

// once makes a request.
func (c *connection) once(ctx context.Context, path string, header http.Header, body []byte, to receiver) error {
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watch := time.AfterFunc(c.Idle, func() { cancel(errSilent) })
	defer watch.Stop()
	request, err := http.NewRequestWithContext(inner, http.MethodPost, c.URL+path, bytes.NewReader(body))
	if err != nil {
		return &Error{Kind: Unreachable, Detail: "the address is none"}
	}
	request.Header = header.Clone()
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "text/event-stream")
	response, err := c.http.Do(request)
	if err != nil {
		failed := c.broken(ctx, inner, Unreachable)
		if known := (*Error)(nil); errors.As(failed, &known) && known.Kind == Unreachable {
			return &refusedForNow{as: known}
		}
		return failed
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return c.refusal(response)
	}
	err = events(io.LimitReader(response.Body, maxAnswer), func(data string) (bool, error) {
		watch.Reset(c.Idle)
		return to.event(data)
	})
	var known *Error
	switch {
	case errors.As(err, &known):
		known.Detail = clip(withoutKey(known.Detail, c.Key))
		return known
	case err != nil:
		return c.broken(ctx, inner, Incomplete)
	case !to.whole():
		return &Error{Kind: Incomplete}
	}
	return nil
}

// broken returns why a connection has ended: the caller's context, silence, or the kind given.
func (c *connection) broken(outer, inner context.Context, kind Kind) error {
	switch {
	case outer.Err() != nil:
		return outer.Err()
	case errors.Is(context.Cause(inner), errSilent):
		return &Error{Kind: Silent, Detail: fmt.Sprintf("%d seconds", int(c.Idle.Seconds()))}
	}
	return &Error{Kind: kind}
}

// refusal returns the error of a response that is none of an answer.
func (c *connection) refusal(response *http.Response) error {
	body, _ := io.ReadAll(io.LimitReader(response.Body, maxErrorBody)) // what came is what is known
	e := &Error{Status: response.StatusCode, Detail: detail(body, c.Key)}
	later := false
	switch s := response.StatusCode; {
	case s == http.StatusUnauthorized || s == http.StatusForbidden:
		e.Kind = Refused
	case s == http.StatusTooManyRequests:
		e.Kind, later = Limited, true
	case s == http.StatusRequestTimeout || s >= 500:
		e.Kind, later = Unreachable, true
	default:
		e.Kind = Rejected
	}
	if !later {
		return e
	}
	return &refusedForNow{as: e, after: retryAfter(response.Header.Get("Retry-After"))}
}

// retryAfter reads the header: seconds, or a date. 0 stands for nothing that can be read, and
// a negative time for no delay.
func retryAfter(header string) time.Duration {
	if n, err := strconv.ParseFloat(header, 64); err == nil && n >= 0 && n < 1e6 {
		return cmp.Or(time.Duration(n*float64(time.Second)), -1)
	}
	if at, err := http.ParseTime(header); err == nil {
		return cmp.Or(time.Until(at), -1)
	}
	return 0
}
