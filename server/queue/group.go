package queue

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// maxGroup is how many jobs are stored at once; a server takes 1,000.
const maxGroup = 500

// A write is a job to store.
type write struct {
	subject, id string
	data        []byte
	done        chan error // holds one
	known       bool       // this process has stored it before
}

// A group stores jobs: while some are being stored, those that come wait, and are then stored
// together. A disk that syncs ten times a second takes ten groups a second, however many jobs
// they hold.
type group struct {
	store func([]*write) error

	mu      sync.Mutex
	waiting []*write
	busy    bool
	// stored are the ids of jobs that this process has stored, and when.
	stored map[string]time.Time
	tidied time.Time
}

// add stores a job together with others, and returns when it is stored, or with an error.
func (g *group) add(ctx context.Context, w *write) error {
	g.mu.Lock()
	_, w.known = g.stored[w.id]
	g.waiting = append(g.waiting, w)
	if !g.busy {
		g.busy = true
		go g.work()
	}
	g.mu.Unlock()
	select {
	case err := <-w.done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// work stores what waits, until nothing does.
func (g *group) work() {
	for {
		g.mu.Lock()
		batch := g.waiting[:min(len(g.waiting), maxGroup)]
		g.waiting = g.waiting[len(batch):]
		if len(batch) == 0 {
			g.busy, g.waiting = false, nil
			g.mu.Unlock()
			return
		}
		g.mu.Unlock()
		err := g.store(latest(batch))
		if err == nil {
			g.remember(batch, time.Now())
		}
		for _, w := range batch {
			w.done <- err
		}
	}
}

// remember keeps the ids of stored jobs as long as the stream does.
func (g *group) remember(batch []*write, now time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.stored == nil {
		g.stored = make(map[string]time.Time)
	}
	for _, w := range batch {
		g.stored[w.id] = now
	}
	if now.Sub(g.tidied) < time.Minute {
		return
	}
	g.tidied = now
	for id, at := range g.stored {
		if now.Sub(at) > duplicates {
			delete(g.stored, id)
		}
	}
}

// latest leaves out jobs after which there is another one for the same pull request: the stream
// would replace them.
func latest(batch []*write) []*write {
	last := make(map[string]int, len(batch))
	for i, w := range batch {
		last[w.subject] = i
	}
	var left []*write
	for i, w := range batch {
		if last[w.subject] == i {
			left = append(left, w)
		}
	}
	return left
}

// Codes of the server for a group that it does not take: it has jobs with known ids, or the stream was made
// by a server that takes no groups.
const (
	duplicateInGroup jetstream.ErrorCode = 10201
	groupsDisabled   jetstream.ErrorCode = 10174
)

// storeAll stores jobs for different pull requests: new ones all or none of them, or each for itself where
// the server takes them so only.
func (q *Queue) storeAll(batch []*write) error {
	ctx, cancel := context.WithTimeout(context.Background(), tryTime)
	defer cancel()
	var together, single []*write
	for _, w := range batch {
		if w.known { // the server answers without a sync, unless it has lost the job
			single = append(single, w)
		} else {
			together = append(together, w)
		}
	}
	err := q.storeApart(ctx, together, single)
	if isMissing(err) {
		q.mend()
	}
	return err
}

// storeApart stores new jobs together, if the server takes them so, and others each for itself.
func (q *Queue) storeApart(ctx context.Context, together, single []*write) error {
	if len(together) > 1 {
		err := q.storeTogether(ctx, together)
		var refused *jetstream.APIError
		switch {
		case errors.As(err, &refused) && (refused.ErrorCode == duplicateInGroup || refused.ErrorCode == groupsDisabled):
		case err != nil:
			return err
		default:
			return q.storeEach(ctx, single)
		}
	}
	return q.storeEach(ctx, slices.Concat(together, single))
}

// storeEach stores jobs at the same time, each for itself.
func (q *Queue) storeEach(ctx context.Context, batch []*write) error {
	var all []jetstream.PubAckFuture
	for _, w := range batch {
		f, err := q.js.PublishMsgAsync(w.message())
		if err != nil {
			return err
		}
		all = append(all, f)
	}
	for _, f := range all {
		select {
		case <-f.Ok():
		case err := <-f.Err():
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

func (w *write) message() *nats.Msg {
	return &nats.Msg{Subject: w.subject, Data: w.data, Header: nats.Header{jetstream.MsgIDHeader: {w.id}}}
}

// storeTogether stores jobs as an atomic batch (ADR-50 of NATS): the server syncs the disk once.
func (q *Queue) storeTogether(ctx context.Context, batch []*write) error {
	id := rand.Text()
	for i, w := range batch {
		m := w.message()
		m.Header.Set("Nats-Batch-Id", id)
		m.Header.Set("Nats-Batch-Sequence", strconv.Itoa(i+1))
		if i+1 < len(batch) {
			if err := q.conn.PublishMsg(m); err != nil {
				return err
			}
			continue
		}
		m.Header.Set("Nats-Batch-Commit", "1")
		if _, err := q.js.PublishMsg(ctx, m, jetstream.WithRetryAttempts(0)); err != nil {
			return err
		}
	}
	return nil
}
