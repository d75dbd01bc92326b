package queue_test

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/nexus-ci/nexus-ci/server/broker"
	"github.com/nexus-ci/nexus-ci/server/job"
	"github.com/nexus-ci/nexus-ci/server/queue"
)

func open(t *testing.T, dir string) (*queue.Queue, *broker.Broker) {
	t.Helper()
	b, err := broker.Start(dir)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := b.Connect()
	if err != nil {
		t.Fatal(err)
	}
	q, err := queue.Open(t.Context(), conn, queue.Options{Replicas: 1, Lease: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(); b.Stop() })
	return q, b
}

func pull(number int) *job.Job {
	return &job.Job{Installation: 7, Repository: "octo/app", Number: number}
}

func put(t *testing.T, q *queue.Queue, number int, id string) {
	t.Helper()
	if err := q.Put(t.Context(), pull(number), id); err != nil {
		t.Fatal(err)
	}
}

func take(t *testing.T, q *queue.Queue) *queue.Task {
	t.Helper()
	for {
		task, err := q.Take(t.Context())
		if errors.Is(err, queue.ErrNone) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		return task
	}
}

func waiting(t *testing.T, q *queue.Queue, want int) {
	t.Helper()
	if n, err := q.Waiting(t.Context()); err != nil || n != want {
		t.Errorf("%d jobs wait, want %d; %v", n, want, err)
	}
}

// Equal deliveries are one job, and of several for one pull request the newest is kept.
func TestDuplicates(t *testing.T) {
	q, _ := open(t, t.TempDir())
	for _, id := range []string{"a", "a", "b", "a"} {
		put(t, q, 1, id)
	}
	put(t, q, 2, "c")
	waiting(t, q, 2)
	first := take(t, q)
	if first.Number != 1 || first.Repository != "octo/app" {
		t.Errorf("%+v", first.Job)
	}
	// A newer job, while the first is worked on, is no duplicate of it.
	put(t, q, 1, "d")
	if err := first.Done(t.Context()); err != nil {
		t.Fatal(err)
	}
	second, third := take(t, q), take(t, q)
	if second.Number != 2 || third.Number != 1 || !first.Order.Before(third.Order) {
		t.Errorf("%+v, %+v", second.Job, third.Job)
	}
	for _, task := range []*queue.Task{second, third} {
		if err := task.Done(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	waiting(t, q, 0)
	put(t, q, 1, "d") // sent again after it was done
	waiting(t, q, 0)
}

// Many jobs at once are all there, each once, also if some were stored by another process, and if
// some come again.
func TestPutTogether(t *testing.T) {
	b, err := broker.Start(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer b.Stop()
	conn, err := b.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	var web [2]*queue.Queue
	for i := range web {
		if web[i], err = queue.Open(t.Context(), conn, queue.Options{Replicas: 1, Lease: time.Second}); err != nil {
			t.Fatal(err)
		}
	}
	put(t, web[1], 5, "d5")
	const pulls = 60
	for range 2 {
		var all sync.WaitGroup
		for n := range pulls {
			all.Add(1)
			go func() {
				defer all.Done()
				if err := web[0].Put(t.Context(), pull(n+1), fmt.Sprint("d", n+1)); err != nil {
					t.Error(err)
				}
			}()
		}
		all.Wait()
		waiting(t, web[0], pulls)
	}
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	s, err := js.Stream(t.Context(), "nexus-ci-jobs")
	if err != nil {
		t.Fatal(err)
	}
	// The last sequence is the number of jobs that were stored, also of those that were replaced.
	if got := s.CachedInfo().State.LastSeq; got != pulls {
		t.Errorf("%d jobs were stored, want %d: deliveries that came again are none", got, pulls)
	}
	// What the server has lost is stored again.
	if err := s.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := js.DeleteStream(t.Context(), "nexus-ci-jobs"); err != nil {
		t.Fatal(err)
	}
	put(t, web[0], 1, "d1")
	waiting(t, web[0], 1)
}

// A task that was not done is given again, with a later order; and what is stored outlives the
// server.
func TestWorkerDies(t *testing.T) {
	dir := t.TempDir()
	q, b := open(t, dir)
	put(t, q, 1, "a")
	first := take(t, q)
	b.Stop()
	q, _ = open(t, dir)
	second := take(t, q)
	if second.Delivered < 2 || !first.Order.Before(second.Order) {
		t.Errorf("given %d times, order %v after %v", second.Delivered, second.Order, first.Order)
	}
}

func TestLease(t *testing.T) {
	q, _ := open(t, t.TempDir())
	ctx := t.Context()
	l, err := q.Acquire(ctx, "7.octo.app.1", "w1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := q.Acquire(ctx, "7.octo.app.1", "w2"); !errors.Is(err, queue.ErrHeld) {
		t.Errorf("a lease was given twice: %v", err)
	}
	if _, err := q.Acquire(ctx, "7.octo.app.2", "w2"); err != nil {
		t.Errorf("another pull request: %v", err)
	}
	if err := l.Renew(ctx); err != nil {
		t.Error(err)
	}
	if err := l.Release(ctx); err != nil {
		t.Error(err)
	}
	other, err := q.Acquire(ctx, "7.octo.app.1", "w2")
	if err != nil {
		t.Fatalf("after its release: %v", err)
	}
	if l.Renew(ctx) == nil || l.Release(ctx) == nil {
		t.Error("a lost lease was renewed or released")
	}
	// That of a worker that says nothing ends.
	for end := time.Now().Add(20 * time.Second); ; {
		if _, err := q.Acquire(ctx, "7.octo.app.1", "w3"); err == nil {
			break
		} else if !errors.Is(err, queue.ErrHeld) || time.Now().After(end) {
			t.Fatal(err)
		}
		time.Sleep(50 * time.Millisecond)
	}
	if other.Renew(ctx) == nil {
		t.Error("a lease that is over was renewed")
	}
}

// When the files of the queue are gone, it is made again, and later jobs have later orders.
func TestLoss(t *testing.T) {
	dir := t.TempDir()
	q, b := open(t, dir)
	for i := range 50 {
		put(t, q, 1, fmt.Sprint(i))
	}
	before := take(t, q)
	b.Stop()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	time.Sleep(1100 * time.Millisecond) // orders have the resolution of a second
	q, _ = open(t, dir)
	waiting(t, q, 0)
	put(t, q, 1, "1")
	if after := take(t, q); !before.Order.Before(after.Order) {
		t.Errorf("order %v is not after %v", after.Order, before.Order)
	}
}

// Streams that are lost while this process runs are made again by the first job that comes.
func TestStreamLost(t *testing.T) {
	b, err := broker.Start(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	conn, err := b.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(); b.Stop() })
	q, err := queue.Open(t.Context(), conn, queue.Options{Replicas: 1, Lease: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	put(t, q, 1, "a")
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	if err := js.DeleteStream(t.Context(), "nexus-ci-jobs"); err != nil {
		t.Fatal(err)
	}
	var putting sync.WaitGroup
	for i := range 10 {
		putting.Go(func() {
			if err := q.Put(t.Context(), pull(i+1), fmt.Sprint(i)); err != nil {
				t.Error(err)
			}
		})
	}
	putting.Wait()
	waiting(t, q, 10)
	take(t, q)
}

func TestState(t *testing.T) {
	q, _ := open(t, t.TempDir())
	if s, err := q.State(t.Context(), "7.octo.app.1"); err != nil || s != (queue.State{}) {
		t.Errorf("%+v, %v", s, err)
	}
	want := queue.State{Inputs: "x", Head: "y", Outcome: queue.Reported, Begun: 1}
	if err := q.SetState(t.Context(), "7.octo.app.1", want); err != nil {
		t.Fatal(err)
	}
	if s, err := q.State(t.Context(), "7.octo.app.1"); err != nil || s != want {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestWorkers(t *testing.T) {
	q, _ := open(t, t.TempDir())
	for _, name := range []string{"w1", "w2"} {
		if err := q.Join(t.Context(), name); err != nil {
			t.Fatal(err)
		}
	}
	if err := q.Leave(t.Context(), "w1"); err != nil {
		t.Fatal(err)
	}
	if names, err := q.Workers(t.Context()); err != nil || len(names) != 1 || names[0] != "w2" {
		t.Errorf("%v, %v", names, err)
	}
}
