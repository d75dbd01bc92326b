// Package queue keeps jobs until they are done, leases pull requests to one worker at a time, and
// remembers what each pull request was last told.
//
// In: a connection to NATS with JetStream. Out: Tasks, Leases and States.
//
// Invariants: Put returns when a job is stored as often as the stream has replicas. Of several jobs
// for one pull request the newest is kept. A task that is neither done nor extended is given to
// another worker. Orders of tasks grow with their jobs, even when all streams were lost and made
// again. Nothing here is the source of truth: what is lost, a sweep of the forge restores.
package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/nexus-ci/nexus-ci/report/publish"
	"github.com/nexus-ci/nexus-ci/server/job"
)

const (
	stream    = "nexus-ci-jobs"
	subject   = "nexus-ci.pull."
	consumer  = "workers"
	leases    = "nexus-ci-leases"
	states    = "nexus-ci-states"
	presences = "nexus-ci-workers"
	// duplicates is how long ids of jobs are remembered.
	duplicates = 10 * time.Minute
	// takeTime is how long Take waits for a job.
	takeTime = 5 * time.Second
	// tryTime is how long one try to store a job takes, tryWait the time between two.
	tryTime = 2 * time.Second
	tryWait = 100 * time.Millisecond
	// mendTime is how long one try to make what is missing takes.
	mendTime = 10 * time.Second
	// orders is the number of jobs by which the orders of two streams differ at least, if the
	// second was made a second later.
	orders = 100_000_000
)

// Options of a Queue.
type Options struct {
	Replicas int           // copies of what is stored: 1, or 3 in a cluster
	Lease    time.Duration // until the work of a dead worker is given to another; at least 1 s
}

// DefaultLease is how long a dead worker keeps its pull requests.
const DefaultLease = 20 * time.Second

// A Queue is safe for concurrent use.
type Queue struct {
	Options
	conn *nats.Conn
	js   jetstream.JetStream
	puts *group

	mending atomic.Bool

	mu   sync.Mutex
	last parts
}

// parts are what ensure has made.
type parts struct {
	consumer jetstream.Consumer
	epoch    int64 // when the stream was made, in seconds
	leases   jetstream.KeyValue
	states   jetstream.KeyValue
	workers  jetstream.KeyValue
}

// parts returns what ensure made last.
func (q *Queue) parts() parts {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.last
}

// Open opens the queue, and makes what of it is missing.
func Open(ctx context.Context, conn *nats.Conn, o Options) (*Queue, error) {
	js, err := jetstream.New(conn)
	if err != nil {
		return nil, fmt.Errorf("open the queue: %w", err)
	}
	q := &Queue{Options: o, conn: conn, js: js}
	q.puts = &group{store: q.storeAll}
	return q, q.ensure(ctx)
}

// ensure makes what is missing of the streams.
func (q *Queue) ensure(ctx context.Context) error {
	made, err := q.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: stream, Subjects: []string{subject + ">"}, Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage,
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardOld, Duplicates: duplicates, Replicas: q.Replicas,
		AllowAtomicPublish: true,
	})
	if err != nil {
		return fmt.Errorf("make the stream of jobs: %w", err)
	}
	c, err := made.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: consumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: q.Lease, MaxDeliver: -1, MaxAckPending: 10_000,
	})
	if err != nil {
		return fmt.Errorf("make the consumer of jobs: %w", err)
	}
	// A lease is worth nothing after the server was stopped, so it is kept in memory.
	held, err := q.bucket(ctx, jetstream.KeyValueConfig{Bucket: leases, TTL: q.Lease, Storage: jetstream.MemoryStorage})
	if err != nil {
		return err
	}
	workers, err := q.bucket(ctx, jetstream.KeyValueConfig{Bucket: presences, TTL: q.Lease, Storage: jetstream.MemoryStorage})
	if err != nil {
		return err
	}
	told, err := q.bucket(ctx, jetstream.KeyValueConfig{Bucket: states, Storage: jetstream.FileStorage})
	if err != nil {
		return err
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.last = parts{consumer: c, epoch: made.CachedInfo().Created.Unix(), leases: held, states: told, workers: workers}
	return nil
}

func (q *Queue) bucket(ctx context.Context, c jetstream.KeyValueConfig) (jetstream.KeyValue, error) {
	c.Replicas = q.Replicas
	b, err := q.js.CreateOrUpdateKeyValue(ctx, c)
	if err != nil {
		return nil, fmt.Errorf("make the bucket %s: %w", c.Bucket, err)
	}
	return b, nil
}

// again calls f, and once more after making what is missing, if it was that.
func (q *Queue) again(ctx context.Context, f func() error) error {
	err := f()
	if !isMissing(err) {
		return err
	}
	if made := q.ensure(ctx); made != nil {
		return errors.Join(err, made)
	}
	return f()
}

// isMissing reports whether an error may mean that a stream is missing. A stream without a leader gives the
// same one.
func isMissing(err error) bool {
	for _, missing := range []error{jetstream.ErrNoStreamResponse, jetstream.ErrStreamNotFound, jetstream.ErrConsumerNotFound, jetstream.ErrConsumerDeleted, jetstream.ErrBucketNotFound, nats.ErrNoResponders} {
		if errors.Is(err, missing) {
			return true
		}
	}
	return false
}

// mend makes what is missing, while others go on: without a leader that takes until there is one.
func (q *Queue) mend() {
	if !q.mending.CompareAndSwap(false, true) {
		return
	}
	go func() {
		defer q.mending.Store(false)
		ctx, cancel := context.WithTimeout(context.Background(), mendTime)
		defer cancel()
		_ = q.ensure(ctx) // who asks next finds what is missing still
	}()
}

// Ready returns why jobs cannot be stored now.
func (q *Queue) Ready(ctx context.Context) error {
	return q.again(ctx, func() error {
		_, err := q.js.Stream(ctx, stream)
		return err
	})
}

// Put stores a job, together with those that come while others are stored. Of equal ids it stores the
// first. It tries until ctx ends.
func (q *Queue) Put(ctx context.Context, j *job.Job, id string) error {
	data, err := json.Marshal(j)
	if err != nil {
		return err
	}
	for {
		// While the servers elect a leader, an answer may be lost. The id makes two tries one job.
		w := &write{subject: subject + j.Key(), id: id, data: data, done: make(chan error, 1)}
		err := q.puts.add(ctx, w)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(tryWait):
		}
	}
}

// Waiting is the number of jobs that are not done.
func (q *Queue) Waiting(ctx context.Context) (int, error) {
	s, err := q.js.Stream(ctx, stream)
	if err != nil {
		return 0, err
	}
	return int(s.CachedInfo().State.Msgs), nil
}

// Has reports whether a job for a pull request is in the queue.
func (q *Queue) Has(ctx context.Context, key string) (bool, error) {
	has := false
	err := q.again(ctx, func() error {
		s, err := q.js.Stream(ctx, stream)
		if err != nil {
			return err
		}
		_, err = s.GetLastMsgForSubject(ctx, subject+key)
		has = err == nil
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil
		}
		return err
	})
	return has, err
}

// ErrNone means that there is no job now.
var ErrNone = errors.New("no job")

// A Task is a job that was given to this worker until Lease is over; Extend begins that again.
type Task struct {
	job.Job
	Order     publish.Order // grows with each job, and with each time a job is given
	Delivered int           // how often it was given
	Age       time.Duration // since it was stored
	message   jetstream.Msg
}

// Take returns the next job, or ErrNone after some seconds.
func (q *Queue) Take(ctx context.Context) (*Task, error) {
	waiting, cancel := context.WithTimeout(ctx, takeTime)
	defer cancel()
	var t *Task
	err := q.again(ctx, func() error {
		p := q.parts()
		m, err := p.consumer.Next(jetstream.FetchContext(waiting))
		if err != nil {
			return err
		}
		t, err = taskOf(m, p.epoch)
		return err
	})
	if ctx.Err() == nil && (errors.Is(err, nats.ErrTimeout) || errors.Is(err, jetstream.ErrNoMessages) || errors.Is(err, context.DeadlineExceeded)) {
		return nil, ErrNone
	}
	return t, err
}

func taskOf(m jetstream.Msg, epoch int64) (*Task, error) {
	about, err := m.Metadata()
	if err != nil {
		return nil, err
	}
	t := &Task{message: m, Delivered: int(about.NumDelivered), Age: time.Since(about.Timestamp)}
	t.Order = publish.Order{Run: epoch*orders + int64(about.Sequence.Stream), Attempt: t.Delivered}
	if err = json.Unmarshal(m.Data(), &t.Job); err == nil {
		err = t.Check()
	}
	if err == nil && subject+t.Key() != m.Subject() {
		err = errors.New("its subject is that of another")
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("job %d of the queue is not valid: %w", about.Sequence.Stream, err), m.Term())
	}
	return t, nil
}

// Extend says that the work goes on.
func (t *Task) Extend() error { return t.message.InProgress() }

// Done takes the job out of the queue.
func (t *Task) Done(ctx context.Context) error { return t.message.DoubleAck(ctx) }

// Return gives the job back, for any worker to take after a while.
func (t *Task) Return(after time.Duration) error { return t.message.NakWithDelay(after) }

// ErrHeld means that another worker has the pull request.
var ErrHeld = errors.New("another worker has the lease")

// A Lease is the right to work on a pull request.
type Lease struct {
	key      string
	bucket   jetstream.KeyValue
	mu       sync.Mutex
	revision uint64
}

// Acquire returns the lease of a pull request, or ErrHeld.
func (q *Queue) Acquire(ctx context.Context, key, worker string) (*Lease, error) {
	var l *Lease
	err := q.again(ctx, func() error {
		bucket := q.parts().leases
		revision, err := bucket.Create(ctx, key, []byte(worker))
		if errors.Is(err, jetstream.ErrKeyExists) {
			return ErrHeld
		}
		l = &Lease{key: key, bucket: bucket, revision: revision}
		return err
	})
	if err != nil {
		return nil, err
	}
	return l, nil
}

// Renew extends the lease. An error means that it may be lost.
func (l *Lease) Renew(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	revision, err := l.bucket.Update(ctx, l.key, nil, l.revision)
	if err != nil {
		return fmt.Errorf("renew the lease of %s: %w", l.key, err)
	}
	l.revision = revision
	return nil
}

// Release ends the lease, if it is still ours.
func (l *Lease) Release(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.bucket.Purge(ctx, l.key, jetstream.LastRevision(l.revision))
}

// A State is what a pull request was last told.
type State struct {
	Inputs  string `json:"inputs"`  // hash of all that the report depends on
	Head    string `json:"head"`    // full id
	Outcome string `json:"outcome"` // Reported, NotAnalysed, or empty while it is worked on
	Reason  string `json:"reason"`  // why it was not analysed
	// Begun is how often the work on Inputs was begun, Failed how often it ended with an error. The
	// difference is of workers that were killed.
	Begun  int       `json:"begun"`
	Failed int       `json:"failed"`
	At     time.Time `json:"at"`
}

// Outcomes of a State.
const (
	Reported    = "reported"
	NotAnalysed = "not analysed"
)

// State returns the state of a pull request; the zero State if none is known.
func (q *Queue) State(ctx context.Context, key string) (State, error) {
	var s State
	err := q.again(ctx, func() error {
		e, err := q.parts().states.Get(ctx, key)
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		if json.Unmarshal(e.Value(), &s) != nil {
			s = State{} // written by another version
		}
		return nil
	})
	return s, err
}

// SetState stores the state of a pull request.
func (q *Queue) SetState(ctx context.Context, key string, s State) error {
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return q.again(ctx, func() error {
		_, err := q.parts().states.Put(ctx, key, data)
		return err
	})
}

// Join says that a worker lives. It has to be repeated within Lease.
func (q *Queue) Join(ctx context.Context, worker string) error {
	return q.again(ctx, func() error {
		_, err := q.parts().workers.Put(ctx, worker, nil)
		return err
	})
}

// Leave says that a worker ends.
func (q *Queue) Leave(ctx context.Context, worker string) error {
	return q.parts().workers.Purge(ctx, worker)
}

// Workers returns the names of the living workers.
func (q *Queue) Workers(ctx context.Context) ([]string, error) {
	var names []string
	err := q.again(ctx, func() error {
		var err error
		names, err = q.parts().workers.Keys(ctx)
		if errors.Is(err, jetstream.ErrNoKeysFound) {
			return nil
		}
		return err
	})
	return names, err
}

// WorkerName makes a name fit for Join.
func WorkerName(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return '-'
	}, s)
}
