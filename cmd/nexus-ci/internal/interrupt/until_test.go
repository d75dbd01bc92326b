package interrupt

import (
	"context"
	"os"
	"testing"
	"time"
)

// A run ends when it is told to, whether it listens or not.
func TestUntil(t *testing.T) {
	deaf := func(context.Context) int { select {} }
	listening := func(ctx context.Context) int { <-ctx.Done(); return 2 }
	for name, test := range map[string]struct {
		f       func(context.Context) int
		signals int
		grace   time.Duration
		want    int
		ended   bool
	}{
		"a run that is over":  {func(context.Context) int { return 1 }, 0, time.Hour, 1, true},
		"a run that listens":  {listening, 1, time.Hour, 2, true},
		"a run that does not": {deaf, 1, 0, 0, false},
		"a second signal":     {deaf, 2, time.Hour, 0, false},
	} {
		signals := make(chan os.Signal, 2)
		for range test.signals {
			signals <- os.Interrupt
		}
		if got, ended := Until(signals, new(Guard).Take, test.grace, test.f); got != test.want || ended != test.ended {
			t.Errorf("%s: status %d, %v, want %d, %v", name, got, ended, test.want, test.ended)
		}
	}
}
