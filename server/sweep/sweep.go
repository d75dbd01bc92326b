// Package sweep finds the open pull requests of which the server does not know, because a webhook
// was lost or the queue was.
//
// In: the lists of the forge, and what the queue remembers. Out: a job for each open pull request
// whose head was not told of.
//
// Invariants: a sweep reads the forge and changes nothing there; what it finds goes through the
// queue as a webhook does. If a repository cannot be read, the sweep goes on with the next one.
package sweep

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/nexus-ci/nexus-ci/server/app"
	"github.com/nexus-ci/nexus-ci/server/archive"
	"github.com/nexus-ci/nexus-ci/server/job"
	"github.com/nexus-ci/nexus-ci/server/queue"
)

// A Sweeper sweeps.
type Sweeper struct {
	App   *app.App
	Queue *queue.Queue
	Log   *slog.Logger
	// Count is told of each open pull request, and whether it was put into the queue.
	Count func(restored bool)
	Now   func() time.Time
	// Archive forgets the pull requests that are not open any more, nil for none.
	Archive *archive.Archive
}

// Run sweeps now and at intervals until ctx ends.
func (s *Sweeper) Run(ctx context.Context, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		seen, restored, err := s.Sweep(ctx)
		if ctx.Err() != nil {
			return
		}
		s.Log.Info("sweep", "open", seen, "restored", restored, "error", err)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Sweep looks at all open pull requests once. It returns how many there are and how many were put
// into the queue, and what could not be read.
func (s *Sweeper) Sweep(ctx context.Context) (seen, restored int, err error) {
	installations, err := s.App.Installations(ctx)
	if err != nil {
		return 0, 0, err
	}
	var failed []error
	for _, installation := range installations {
		repositories, err := s.App.Repositories(ctx, installation)
		failed = append(failed, err)
		for _, repository := range repositories {
			n, r, err := s.repository(ctx, installation, repository.Name)
			seen, restored, failed = seen+n, restored+r, append(failed, err)
			if ctx.Err() != nil {
				return seen, restored, ctx.Err()
			}
		}
	}
	return seen, restored, errors.Join(failed...)
}

func (s *Sweeper) repository(ctx context.Context, installation int64, repository string) (seen, restored int, err error) {
	begun := s.Now()
	pulls, err := s.App.OpenPulls(ctx, installation, repository)
	if err != nil {
		return 0, 0, err
	}
	if s.Archive != nil {
		open := make(map[int]bool, len(pulls))
		for _, pull := range pulls {
			open[pull.Number] = true
		}
		if err := s.Archive.Retain(ctx, installation, repository, open, begun); err != nil {
			s.Log.Warn("the dashboard shows closed pull requests", "repository", repository, "error", err)
		}
	}
	for _, pull := range pulls {
		j := &job.Job{Installation: installation, Repository: repository, Number: pull.Number, Delivery: "sweep", Received: s.Now().UTC()}
		if err := j.Check(); err != nil {
			return seen, restored, err
		}
		state, err := s.Queue.State(ctx, j.Key())
		if err != nil {
			return seen, restored, err
		}
		lost := state.Head != pull.Head.SHA || state.Outcome == ""
		if lost {
			waits, err := s.Queue.Has(ctx, j.Key())
			if err != nil {
				return seen, restored, err
			}
			lost = !waits
		}
		seen++
		s.Count(lost)
		if !lost {
			continue
		}
		// The id holds the head and the minute, so that several processes that sweep in it make one job.
		if err := s.Queue.Put(ctx, j, fmt.Sprintf("sweep-%s-%s-%d", j.Key(), pull.Head.SHA, s.Now().Unix()/60)); err != nil {
			return seen, restored, err
		}
		restored++
	}
	return seen, restored, nil
}
