package finder

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/analyze/search"
)

// A neighbour that the question names lifts a symbol once, and never above 1.
func TestGraphBoost(t *testing.T) {
	for _, tc := range []struct {
		similarity float64
		names      []string
		want       float64
	}{
		{0.5, nil, 0.5},
		{0.5, []string{"render"}, 0.5},
		{0.5, []string{"createSession", "sessionStore"}, 0.6},
		{0.95, []string{"createSession"}, 1},
		{1.2, nil, 1},
	} {
		if got := boosted(tc.similarity, engine.DefaultSearchLimits.GraphBoost, tc.names, []string{"session"}); got != tc.want {
			t.Errorf("%v %v: %v, want %v", tc.similarity, tc.names, got, tc.want)
		}
	}
}

// What is below a threshold is dropped, and nothing without one.
func TestThreshold(t *testing.T) {
	hits := []search.Hit{{Doc: 1, Score: 0.9}, {Doc: 2, Score: 0.54}, {Doc: 3, Score: 0.5}}
	for threshold, want := range map[float64]int{0: 3, 0.5: 3, 0.52: 2, 0.55: 1, 1: 0} {
		if diff := cmp.Diff(hits[:want], alike(hits, threshold)); diff != "" {
			t.Errorf("%v: %s", threshold, diff)
		}
	}
}
