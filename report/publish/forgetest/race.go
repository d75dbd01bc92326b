package forgetest

import (
	"net/http"
	"net/http/httptest"
	"slices"
)

// Race lets runs go at the same time. start returns the work of run i, whose requests it sends with
// transport; they reach a handler one after the other. choose says whose is next: it is asked for one of n
// runs that have a request to send.
func Race(to http.Handler, runs int, start func(i int, transport http.RoundTripper) (work func()), choose func(n int) int) {
	var waiting []*run
	for i := range runs {
		r := &run{next: Direct{to}, ready: make(chan bool), turn: make(chan struct{})}
		work := start(i, r)
		go func() {
			work()
			r.ready <- false
		}()
		if <-r.ready {
			waiting = append(waiting, r)
		}
	}
	for len(waiting) > 0 {
		i := choose(len(waiting))
		waiting[i].turn <- struct{}{}
		if !<-waiting[i].ready {
			waiting = slices.Delete(waiting, i, i+1)
		}
	}
}

// Schedule chooses between two runs: in each of the first steps by a bit of order, the lowest first, then
// in turn.
func Schedule(order, steps int) (choose func(n int) int) {
	step := 0
	return func(n int) int {
		i := step
		if step < steps {
			i = order >> step
		}
		step++
		return i & 1 % n
	}
}

// A run is one of several at the same time. Each of its requests waits for its turn.
type run struct {
	next  http.RoundTripper
	ready chan bool // it wants to send a request, or, when false, it is done
	turn  chan struct{}
}

func (r *run) RoundTrip(req *http.Request) (*http.Response, error) {
	r.ready <- true
	<-r.turn
	return r.next.RoundTrip(req)
}

// Direct carries requests to a handler without a connection.
type Direct struct{ To http.Handler }

func (d Direct) RoundTrip(req *http.Request) (*http.Response, error) {
	r := req.Clone(req.Context())
	if r.Body == nil {
		r.Body = http.NoBody
	}
	r.RequestURI = req.URL.RequestURI()
	w := httptest.NewRecorder()
	d.To.ServeHTTP(w, r)
	resp := w.Result()
	resp.Request = req
	return resp, nil
}
