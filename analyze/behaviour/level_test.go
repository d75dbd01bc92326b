package behaviour_test

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/edit"
	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
)

// A reviewer must look at what no longer holds, at limits of another order of magnitude, and at
// memory accesses that may change places.
func TestLevels(t *testing.T) {
	for _, tc := range []struct {
		before, after string
		kind          edit.Kind
		want          fact.Level
	}{
		{"fn f() { if a { return; } g(b); }", "fn f() { if !a { return; } g(b); }", edit.ConditionNegated, fact.Review},
		{"const TIMEOUT: u32 = 30;", "const TIMEOUT: u32 = 30_000;", edit.LimitChanged, fact.Review},
		{"const TIMEOUT: u32 = 30;", "const TIMEOUT: u32 = 60;", edit.LimitChanged, fact.Note},
		{"fn f(a: &AtomicBool) { a.load(Ordering::SeqCst); }", "fn f(a: &AtomicBool) { a.load(Ordering::Relaxed); }", edit.ArgumentChanged, fact.Review},
		{"fn f(a: &AtomicBool) { a.load(Ordering::Relaxed); }", "fn f(a: &AtomicBool) { a.load(Ordering::SeqCst); }", edit.ArgumentChanged, fact.Note},
		{"fn f() { g(1, b); }", "fn f() { g(2, b); }", edit.ArgumentChanged, fact.Note},
	} {
		res := compare(t, map[string][2]string{"a.rs": {tc.before, tc.after}})
		if len(res.Behaviours) != 1 || res.Behaviours[0].Kind != tc.kind || res.Behaviours[0].Level != tc.want {
			t.Errorf("%s » %s: %+v, want %s at %s", tc.before, tc.after, res.Behaviours, tc.kind, tc.want)
		}
	}
}
