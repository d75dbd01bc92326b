package publish

import (
	"context"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// A Console is a job whose log is all that it shows: it has no summary, no outputs and no
// annotations. It runs for the pull request that it names, not after another job. Forges embed it.
type Console struct{}

// Summary does nothing.
func (Console) Summary(string) error { return nil }

// Output does nothing.
func (Console) Output(_, _ string) error { return nil }

// Annotate returns no lines: the log has the report.
func (Console) Annotate([]view.Annotation) []string { return nil }

// Notice returns a line of text.
func (Console) Notice(sentence string) string { return report.Clean(sentence) }

// Warning returns a line of text.
func (Console) Warning(sentence string) string { return "warning: " + report.Clean(sentence) }

// FindPullRequest finds none: no job runs after another one for a fork.
func (Console) FindPullRequest(context.Context, Commit) (int, error) { return 0, ErrNoPullRequest }
