package exit

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report/gate"
)

func TestExitStatus(t *testing.T) {
	for _, tc := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{&gate.Failure{Level: "HIGH", Gate: "high"}, 1},
		{fmt.Errorf("check: %w", &gate.Failure{}), 1},
		{Usagef("bad flag"), 2},
		{fmt.Errorf("check: %w", Usagef("bad flag")), 2},
		{&git.UnknownRevisionError{Rev: "x"}, 2},
		{fmt.Errorf("open: %w", git.ErrNotRepository), 2},
		{git.ErrNoCommits, 2},
		{git.ErrBare, 2},
		{git.ErrUnrelated, 2},
		{git.ErrCorrupt, 3},
		{git.ErrUnsupported, 3},
		{git.ErrBareUnnamed, 2},
		{&git.LimitError{What: "more"}, 3},
		{diff.ErrTooMany, 3},
		{&git.MissingObjectError{ID: "x"}, 3},
		{context.Canceled, 3},
		{errors.New("anything else"), 3},
	} {
		if got := Status(tc.err); got != tc.want {
			t.Errorf("Status(%v) = %d, want %d", tc.err, got, tc.want)
		}
	}
}
