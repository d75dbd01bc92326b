package serve

import (
	"errors"
	"testing"
	"time"

	"github.com/nexus-ci/nexus-ci/analyze/search"
)

// A service that is not there is asked once in a minute; any other error is not remembered.
func TestHealth(t *testing.T) {
	clock, asked := time.Unix(1000, 0), 0
	h := &health{now: func() time.Time { return clock }}
	var fails error = &search.UnavailableError{Service: "vector store", Reason: "unreachable"}
	check := func() error {
		_, err := h.check(func() (search.Semantic, error) {
			asked++
			return nil, fails
		})
		return err
	}
	for _, tc := range []struct {
		after time.Duration
		want  int
	}{{0, 1}, {59 * time.Second, 1}, {2 * time.Second, 2}, {59 * time.Second, 2}} {
		clock = clock.Add(tc.after)
		if err := check(); !errors.Is(err, fails) || asked != tc.want {
			t.Errorf("after %v: asked %d times, want %d: %v", tc.after, asked, tc.want, err)
		}
	}
	clock, fails = clock.Add(time.Minute), errors.New("no such file")
	for range 2 {
		if err := check(); !errors.Is(err, fails) {
			t.Error(err)
		}
	}
	fails = nil
	if err := check(); err != nil || asked != 5 {
		t.Errorf("asked %d times: %v", asked, err)
	}
}
