package remote

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"
)

// A patient carries requests, and ends those in which nothing moves for Patience: a service that takes no
// more of an object, or gives no answer to it, would hold up a run for as long as an upload may take.
type patient struct{ next http.RoundTripper }

// RoundTrip carries one request.
func (p patient) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, end := context.WithCancelCause(req.Context())
	timer := time.AfterFunc(Patience, func() { end(fmt.Errorf("nothing moves for %s", Patience)) })
	defer timer.Stop()
	sent := req.Clone(ctx)
	if req.Body != nil && req.Body != http.NoBody {
		sent.Body = &moving{req.Body, timer}
	}
	resp, err := p.next.RoundTrip(sent)
	if err != nil {
		defer end(nil)
		if req.Context().Err() == nil && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		return nil, err
	}
	resp.Body = &ending{resp.Body, end}
	return resp, nil
}

// moving is a body of which a part was read a while ago at most.
type moving struct {
	io.ReadCloser
	timer *time.Timer
}

func (m *moving) Read(p []byte) (int, error) {
	m.timer.Reset(Patience)
	return m.ReadCloser.Read(p)
}

// ending is the body of an answer, which ends the request when it is closed.
type ending struct {
	io.ReadCloser
	end context.CancelCauseFunc
}

func (e *ending) Close() error {
	defer e.end(nil)
	return e.ReadCloser.Close()
}
