package analyze_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze"
)

// A countdown is a context that is done once it was asked so many times.
type countdown struct {
	context.Context
	cancel context.CancelCauseFunc
	left   atomic.Int64
}

var errStopped = errors.New("told to stop")

func newCountdown(t *testing.T, asked int) *countdown {
	ctx, cancel := context.WithCancelCause(t.Context())
	c := &countdown{Context: ctx, cancel: cancel}
	c.left.Store(int64(asked))
	return c
}

func (c *countdown) Err() error {
	if c.left.Add(-1) < 0 {
		c.cancel(errStopped)
	}
	return c.Context.Err()
}

// A run that is told to stop does so wherever it is, and says what it was at.
func TestRunStops(t *testing.T) {
	var doing []string
	for asked := 0; ; asked++ {
		_, err := analyze.Run(newCountdown(t, asked), repository(t, 2))
		if err == nil {
			break
		}
		var stopped *analyze.StoppedError
		if !errors.As(err, &stopped) || !errors.Is(err, errStopped) {
			t.Fatalf("after %d questions: %v", asked, err)
		}
		if !slices.Contains(doing, stopped.Doing) {
			doing = append(doing, stopped.Doing)
		}
	}
	for _, step := range []string{"reading files", "resolving names", "comparing the graphs", "looking for what breaks", "following what is affected"} {
		if !slices.Contains(doing, step) {
			t.Errorf("never stopped while %s: %q", step, doing)
		}
	}
}
