package main

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	jobs = "nexus-ci-jobs"
	// after is how long answers may still be late when there is a leader again: the time of one try.
	after = 500 * time.Millisecond
)

// A watch knows when the stream of jobs has no leader.
type watch struct {
	js jetstream.JetStream

	mu    sync.Mutex
	spans []span
}

// A span is a time without a leader.
type span struct{ from, to time.Time }

func newWatch(urls string) (*watch, error) {
	conn, err := nats.Connect(urls, nats.MaxReconnects(-1), nats.RetryOnFailedConnect(true), nats.ReconnectWait(50*time.Millisecond), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	if err != nil {
		return nil, err
	}
	js, err := jetstream.New(conn)
	return &watch{js: js}, err
}

// leader returns the node that leads the stream, empty for none.
func (w *watch) leader(ctx context.Context) string {
	asking, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
	defer cancel()
	s, err := w.js.Stream(asking, jobs)
	if err != nil || s.CachedInfo().Cluster == nil {
		return ""
	}
	return s.CachedInfo().Cluster.Leader
}

// lost is told before the leader is killed, and returns when there is another one.
func (w *watch) lost(ctx context.Context, old string) {
	from := time.Now()
	for sleep(ctx, 50*time.Millisecond) {
		if now := w.leader(ctx); now != "" && (now != old || time.Since(from) > 10*time.Second) {
			break
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.spans = append(w.spans, span{from, time.Now()})
}

// apart divides answers into those that came while there was no leader, or shortly after, and the others.
func (w *watch) apart(answers []answer) (without, with []time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, a := range answers {
		in := false
		for _, s := range w.spans {
			in = in || a.at.Before(s.to.Add(after)) && a.at.Add(a.took).After(s.from)
		}
		if in {
			without = append(without, a.took)
		} else {
			with = append(with, a.took)
		}
	}
	return without, with
}

func (w *watch) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var all []string
	for _, s := range w.spans {
		all = append(all, s.to.Sub(s.from).Round(10*time.Millisecond).String())
	}
	return fmt.Sprintf("%d times, for %s", len(all), strings.Join(all, ", "))
}
