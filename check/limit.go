package check

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/coverage"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/impact"
	"github.com/nexus-ci/nexus-ci/analyze/index"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/analyze/risk"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report"
)

// A TimeLimitError is the end of the time that a run was given.
type TimeLimitError struct{ limit time.Duration }

func (e *TimeLimitError) Error() string { return fmt.Sprintf("time limit of %s reached", e.limit) }

// WithTimeLimit gives ctx an end; a limit of 0 is none.
func WithTimeLimit(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if limit <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, limit, &TimeLimitError{limit})
}

// ReachedTimeLimit returns the time limit that ended ctx, nil when none did.
func ReachedTimeLimit(ctx context.Context) *TimeLimitError {
	var limit *TimeLimitError
	errors.As(context.Cause(ctx), &limit)
	return limit
}

// whyStopped says why a run ended before it was whole, where a report is to say so; "" for
// any other error.
func whyStopped(ctx context.Context, err error) (why string, reason graph.SkipReason) {
	var stopped *analyze.StoppedError
	var limit *git.LimitError
	switch over := ReachedTimeLimit(ctx); {
	case err == nil:
		return "", ""
	case over != nil && errors.As(err, &stopped):
		return stopped.Error(), graph.SkipSlow
	case over != nil:
		return over.Error() + " while comparing files", graph.SkipSlow
	case errors.As(err, &limit):
		return limit.Error(), graph.SkipLarge
	case errors.Is(err, diff.ErrTooMany):
		return diff.ErrTooMany.Error(), graph.SkipLarge
	}
	return "", ""
}

func (in *Input) warnOfTime(why string) {
	in.Warn(fmt.Sprintf("not analysed: %s; give it more with --timeout", report.Clean(why)))
}

// unanalysed is the result of a change of which nothing was analysed, for a reason of the run.
// Every changed source file is named with it.
func unanalysed(changes []diff.FileChange, title, why string, reason graph.SkipReason, policy analyze.Policy) *analyze.Result {
	set := &change.Set{Files: changes, Incomplete: true}
	set.Unmapped = []change.Unmapped{{Path: change.Whole, Side: change.InHead, Reason: reason, Message: why, Source: true}}
	languages := lang.NewIndex(all.Languages())
	for i := range changes {
		c := &changes[i]
		side := change.InHead
		if c.NewPath == "" {
			side = change.InBase
		}
		if languages.ByPath(c.Path()) != nil {
			set.Unmapped = append(set.Unmapped, change.Unmapped{Path: c.Path(), Side: side, Reason: reason, Source: true})
		}
	}
	none := &index.Index{Graph: graph.NewBuilder().Graph()}
	r := &analyze.Result{Base: none, Head: none, Change: set, Impact: &impact.Impact{}}
	r.Coverage = coverage.Of(coverage.Input{Set: set, Base: none.Graph, Head: none.Graph, Languages: all.Languages()})
	r.Assessment = risk.Assess(risk.Input{Set: set, Coverage: r.Coverage, Impact: r.Impact, Title: title, Thresholds: policy.Thresholds, Critical: policy.Critical})
	return r
}
