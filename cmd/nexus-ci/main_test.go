package main

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/interrupt"
)

// A run ends when it is told to, whether it listens or not.
func TestRunUntil(t *testing.T) {
	deaf := func(context.Context) int { select {} }
	listening := func(ctx context.Context) int { <-ctx.Done(); return exit.WrongUsage }
	for name, test := range map[string]struct {
		f       func(context.Context) int
		signals int
		grace   time.Duration
		want    int
	}{
		"a run that is over":  {func(context.Context) int { return exit.Threshold }, 0, time.Hour, exit.Threshold},
		"a run that listens":  {listening, 1, time.Hour, exit.WrongUsage},
		"a run that does not": {deaf, 1, 0, exit.Failure},
		"a second signal":     {deaf, 2, time.Hour, exit.Failure},
	} {
		signals := make(chan os.Signal, 2)
		for range test.signals {
			signals <- os.Interrupt
		}
		if got := runUntil(signals, new(interrupt.Guard).Take, test.grace, test.f); got != test.want {
			t.Errorf("%s: status %d, want %d", name, got, test.want)
		}
	}
}
