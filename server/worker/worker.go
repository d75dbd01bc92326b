// Package worker works on jobs: it reads the pull request, fetches its commits, has them analysed,
// and publishes the report.
//
// In: the queue, the forge, mirrors, and the program that analyses. Out: for each open pull request
// one comment, or check run, about its latest head.
//
// Invariants: one worker at a time has a pull request. Before each text is written the lease is
// renewed, and the forge is asked whether the commit still is the head; what an older run writes
// never replaces what a newer one wrote. A job is done only when its result is published, or found
// to be published already. What fails too often is published as not analysed.
package worker

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/publish"
	"github.com/nexus-ci/nexus-ci/server/analysis"
	"github.com/nexus-ci/nexus-ci/server/app"
	"github.com/nexus-ci/nexus-ci/server/archive"
	"github.com/nexus-ci/nexus-ci/server/mirror"
	"github.com/nexus-ci/nexus-ci/server/neighbour"
	"github.com/nexus-ci/nexus-ci/server/queue"
)

const (
	// maxFailed is how often the work on one state of a pull request may fail, and maxKilled how often
	// the worker may be killed meanwhile. The analysis is a process of its own, so that it hardly ever
	// is what ends a worker.
	maxFailed = 5
	maxKilled = 30
	// maxRounds is how often one job follows a pull request that moves on.
	maxRounds = 10
	// heldWait is the wait for a pull request that another worker has.
	heldWait = time.Second
	// endTime is how long the end of a job may take after the worker was told to end.
	endTime = 5 * time.Second
)

// Metrics counts what a worker does.
type Metrics interface {
	// Begin counts a job that begins, and end the same job when it ends.
	Begin() (end func(outcome string))
	// Phase adds the duration of a part of a job.
	Phase(name string, d time.Duration)
	// Analysed counts what became of the base of an analysis, and adds its most memory in bytes.
	Analysed(base string, memory int64)
	// Told adds the time from an event to the report on it.
	Told(time.Duration)
}

// A Worker works on jobs.
type Worker struct {
	Name     string // of Join, unique among the living
	Queue    *queue.Queue
	App      *app.App
	Mirrors  *mirror.Mirrors
	Program  *analysis.Program
	Metrics  Metrics
	Log      *slog.Logger
	Parallel int // jobs at a time
	// PerInstallation is how many of them may be for one installation.
	PerInstallation int
	// Comment is when to comment, empty for what the repository's configuration says.
	Comment  string
	CheckRun bool
	// Neighbours lists the other repositories that a report may name.
	Neighbours *neighbour.Neighbours
	// Archive keeps summaries for the dashboard, nil for none.
	Archive *archive.Archive
	// Backoff is the wait after a first failure, which is doubled with each; 2 s when zero.
	Backoff time.Duration

	installations slots
}

// Run works until ctx ends, and returns when no job is worked on any more.
func (w *Worker) Run(ctx context.Context) {
	w.installations.most = w.PerInstallation
	var working sync.WaitGroup
	crew := &crew{queue: w.Queue, name: w.Name}
	working.Go(func() { crew.attend(ctx, w.Log) })
	for range w.Parallel {
		working.Go(func() {
			for ctx.Err() == nil {
				w.next(ctx, crew)
			}
		})
	}
	working.Wait()
}

// next takes a job and works on it.
func (w *Worker) next(ctx context.Context, c *crew) {
	t, err := w.Queue.Take(ctx)
	switch {
	case errors.Is(err, queue.ErrNone), ctx.Err() != nil && t == nil:
		return
	case err != nil:
		w.Log.Warn("no job can be taken", "error", err)
		pause(ctx, time.Second)
		return
	}
	logger := w.Log.With("key", t.Key(), "delivery", t.Delivery)
	if wait := c.leaves(t); wait > 0 {
		w.giveBack(t, wait, logger)
		return
	}
	release := w.installations.take(t.Installation)
	if release == nil {
		w.giveBack(t, heldWait, logger)
		return
	}
	defer release()
	lease, err := w.Queue.Acquire(ctx, t.Key(), w.Name)
	if err != nil {
		if !errors.Is(err, queue.ErrHeld) {
			logger.Warn("no lease", "error", err)
		}
		w.giveBack(t, heldWait, logger)
		return
	}
	end := w.Metrics.Begin()
	outcome, again, err := w.hold(ctx, t, lease, logger)
	end(outcome)
	// The end is told even if the worker is told to end.
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTime)
	defer cancel()
	if released := lease.Release(ending); released != nil {
		logger.Info("the lease was lost", "error", released)
	}
	if err != nil {
		logger.Warn("job failed", "outcome", outcome, "again", again, "error", err)
		w.giveBack(t, again, logger)
		return
	}
	if err := t.Done(ending); err != nil {
		logger.Warn("the end of the job is not stored; it will be done again", "error", err)
	}
	if !t.Received.IsZero() && outcome == queue.Reported {
		w.Metrics.Told(time.Since(t.Received))
	}
	logger.Info("job done", "outcome", outcome)
}

func (w *Worker) giveBack(t *queue.Task, after time.Duration, logger *slog.Logger) {
	if err := t.Return(after); err != nil {
		logger.Warn("the job is not given back; it will be when its time is over", "error", err)
	}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// errLost means that another worker may have the pull request.
var errLost = errors.New("the lease is lost")

// hold works on a task while it extends the time of the task and of the lease. After an error, the
// task is to be given back for a while.
func (w *Worker) hold(ctx context.Context, t *queue.Task, lease *queue.Lease, logger *slog.Logger) (outcome string, again time.Duration, err error) {
	working, stop := context.WithCancelCause(ctx)
	var beating sync.WaitGroup
	beating.Go(func() {
		tick := time.NewTicker(w.Queue.Lease / 4)
		defer tick.Stop()
		last := time.Now()
		for {
			select {
			case <-working.Done():
				return
			case <-tick.C:
			}
			err := errors.Join(t.Extend(), lease.Renew(working))
			switch {
			case err == nil:
				last = time.Now()
			case time.Since(last) > w.Queue.Lease/2:
				stop(fmt.Errorf("%w: %w", errLost, err))
			}
		}
	})
	defer func() {
		stop(nil)
		beating.Wait()
	}()
	for range maxRounds {
		outcome, again, err = w.work(working, t, lease, logger)
		if outcome != moved || err != nil {
			break
		}
	}
	if outcome == moved && err == nil {
		again, err = time.Second, errors.New("the pull request moves on faster than it is analysed")
	}
	if cause := context.Cause(working); err != nil && errors.Is(cause, errLost) {
		again, err = heldWait, cause
	}
	if ctx.Err() != nil && err != nil {
		again = 0 // for another worker
	}
	return outcome, again, err
}

// Outcomes of work, besides those of a State.
const (
	moved  = "moved"  // the pull request has a newer head
	closed = "closed" // nothing is written to a closed one
	known  = "known"  // it was told before
	failed = "failed"
)

// work reads the pull request once, and does what is missing.
func (w *Worker) work(ctx context.Context, t *queue.Task, lease *queue.Lease, logger *slog.Logger) (outcome string, again time.Duration, err error) {
	begun := time.Now()
	phase := func(name string) {
		w.Metrics.Phase(name, time.Since(begun))
		begun = time.Now()
	}
	key := t.Key()
	state, err := w.Queue.State(ctx, key)
	if err != nil {
		return failed, w.backoff(1), err
	}
	pull, err := w.App.Pull(ctx, t.Installation, t.Repository, t.Number, t.Order)
	if err != nil {
		return failed, w.backoff(t.Delivered), err
	}
	var renewed time.Time
	pull.Before = func(ctx context.Context) error {
		renewed = time.Now() // before: the lease ends no earlier than that
		return lease.Renew(ctx)
	}
	pull.Alone = func() bool { return time.Since(renewed) < w.Queue.Lease/2 }
	phase("read")
	inputs := pull.Inputs()
	switch {
	case pull.State != "open":
		return closed, 0, nil
	case state.Inputs == inputs && state.Outcome != "":
		return known, 0, nil
	case state.Inputs != inputs:
		state = queue.State{Inputs: inputs, Head: pull.Job().Head.ID}
	}
	// Stored before, since the work may end this process.
	state.Begun++
	state.At = time.Now().UTC()
	if err := w.Queue.SetState(ctx, key, state); err != nil {
		return failed, w.backoff(1), err
	}
	found, err := w.analyse(ctx, t, pull, &state, phase)
	if err != nil && ctx.Err() != nil {
		return failed, 0, err
	}
	if err != nil {
		state.Failed++
		if state.Failed < maxFailed {
			return failed, w.backoff(state.Failed), errors.Join(err, w.Queue.SetState(ctx, key, state))
		}
		found = &analysis.Result{Reason: fmt.Sprintf("it failed %d times, the last time because: %s", state.Failed, report.Clean(err.Error()))}
	}
	if err := w.publish(ctx, pull, found, logger); err != nil {
		return failed, w.backoff(t.Delivered), err
	}
	phase("publish")
	switch {
	case pull.Comment == publish.HeadMoved, pull.Moved:
		return moved, 0, nil
	case pull.Comment == publish.Closed:
		return closed, 0, nil
	}
	state.Outcome, state.Reason = queue.Reported, found.Reason
	if found.Report == nil {
		state.Outcome = queue.NotAnalysed
	}
	state.At = time.Now().UTC()
	if err := w.Queue.SetState(ctx, key, state); err != nil {
		return failed, w.backoff(1), err
	}
	w.keep(ctx, t, pull, found, logger)
	return state.Outcome, 0, nil
}

// keep keeps the summary of what was published. Without it only the dashboard lacks something.
func (w *Worker) keep(ctx context.Context, t *queue.Task, pull *app.Pull, found *analysis.Result, logger *slog.Logger) {
	if w.Archive == nil {
		return
	}
	summary := archive.Failed(pull.Job().Head.ID, found.Reason)
	if found.Report != nil {
		summary = archive.Of(found.Report)
	}
	summary.URL = cmp.Or(pull.CommentURL, fmt.Sprintf("%s/pull/%d", pull.Pages().URL, t.Number))
	err := w.Archive.Report(ctx, &t.Job, summary)
	if found.Indexed != "" {
		err = errors.Join(err, w.Archive.Index(ctx, &t.Job, found.Indexed))
	}
	if err != nil {
		logger.Warn("the dashboard does not know of it", "error", err)
	}
}

// analyse makes the report, unless the work on this state has ended a worker too often.
func (w *Worker) analyse(ctx context.Context, t *queue.Task, pull *app.Pull, state *queue.State, phase func(string)) (*analysis.Result, error) {
	if state.Begun-state.Failed > maxKilled {
		return &analysis.Result{Reason: fmt.Sprintf("%d workers ended while they worked on it", maxKilled)}, nil
	}
	job := pull.Job()
	c, err := w.Mirrors.Fetch(ctx, t.Repository, pull.Secret, job.Base.ID, job.Head.ID)
	if err != nil {
		return nil, err
	}
	defer c.Release()
	phase("fetch")
	logger := w.Log.With("key", t.Key())
	r := analysis.Request{
		Mirror: c.Path, Repository: t.Repository, Event: pull.Event, Base: job.Base.ID, Head: job.Head.ID, Installation: t.Installation, Comment: w.Comment,
		Warn: func(sentence string) { logger.Warn("the store did not help", "said", sentence) },
	}
	if pull.DefaultBranch {
		r.Shared = c.MergeBase
	}
	if r.Neighbours, err = w.Neighbours.List(ctx, t.Installation, t.Repository); err != nil {
		logger.Warn("uses in other repositories are not asked for", "error", err)
	}
	found, err := w.Program.Run(ctx, r)
	phase("analyse")
	if err == nil {
		w.Metrics.Analysed(found.Base, found.Memory)
		logger.Info("analysed", "base", found.Base, "memory", found.Memory)
	}
	return found, err
}

// publish writes the comment and the check run.
func (w *Worker) publish(ctx context.Context, pull *app.Pull, found *analysis.Result, logger *slog.Logger) error {
	var told bytes.Buffer
	mode := cmp.Or(found.Comment, publish.Changes)
	p := &publish.Publication{
		Options: publish.Options{Comment: mode, CheckRun: w.CheckRun, Annotations: true},
		Forge:   pull, Report: found.Report, Read: true, Log: &told, Tell: func(line string) { fmt.Fprintln(&told, line) },
	}
	defer func() { logger.Info("published", "told", strings.TrimSpace(told.String())) }()
	if found.Report == nil {
		return p.Failure(ctx, pull.Job().Head.ID, found.Reason)
	}
	return p.Write(ctx, found.Failed)
}

// backoff is the wait after a number of tries.
func (w *Worker) backoff(tries int) time.Duration {
	return min(cmp.Or(w.Backoff, 2*time.Second)<<min(max(tries-1, 0), 10), 10*time.Minute)
}

// slots limit how many jobs of one installation are worked on.
type slots struct {
	most  int
	mu    sync.Mutex
	taken map[int64]int
}

// take returns what gives a slot back, nil if none is free.
func (s *slots) take(installation int64) (release func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.taken == nil {
		s.taken = make(map[int64]int)
	}
	if s.most > 0 && s.taken[installation] >= s.most {
		return nil
	}
	s.taken[installation]++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.taken[installation]--; s.taken[installation] == 0 {
			delete(s.taken, installation)
		}
	}
}
