package publish

import (
	"context"
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/report/markdown"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// A Forge is a service that hosts repositories, as seen from the job in which this process runs.
// Its arguments may contain text from a repository, which it has to escape.
//
// The methods before Token need no permissions. Those after it are called only if Token returns
// "". Their errors are one line that says which action failed and what to do next. They may
// wait and try again within bounds, and end with ctx.
type Forge interface {
	// Job returns the job and the event that started it.
	Job() *Job
	// Limits returns the maximum lengths of texts.
	Limits() Limits
	// Pages returns where the pages of the repository are, and what Markdown they show.
	Pages() Pages
	// Summary appends Markdown to the summary of the job. It is not called if Limits says that
	// there is none.
	Summary(markdown string) error
	// Output sets an output for later steps. Names are letters, digits, "-" and "_".
	Output(name, value string) error
	// Annotate returns log lines that annotate lines of the diff. If the forge limits their
	// number, it selects the first ones and says how many are left out.
	Annotate([]view.Annotation) []string
	// Notice returns a log line that shows a sentence on the page of the job, Warning the
	// same for a problem.
	Notice(sentence string) string
	Warning(sentence string) string

	// Token returns the name of the setting for the token if the token is missing, else "".
	Token() (missing string)
	// MergeBase returns the best common ancestor of two commits, given by full id.
	MergeBase(ctx context.Context, base, head string) (string, error)
	// FindPullRequest returns the number of the open pull request with this head, or
	// ErrNoPullRequest.
	FindPullRequest(ctx context.Context, head Commit) (int, error)
	// PutComment creates or updates the one comment on a pull request. It never changes
	// comments of others, and does not replace the comment of a newer run. The error is
	// ErrForbidden if the token lacks the permission.
	PutComment(context.Context, Comment) (Outcome, error)
	// PutCheckRun creates or updates the check run of a commit. The error is ErrForbidden if the
	// token lacks the permission, or the forge has no check runs.
	PutCheckRun(context.Context, CheckRun) error
}

// Limits are maximum lengths in bytes.
type Limits struct {
	Summary int // of the job, 0 for a forge whose jobs have none
	Comment int
}

// Pages are the pages of a repository.
type Pages struct {
	URL     string // empty for no links
	Flavour markdown.Flavour
	// Annotated: they show the annotations of a check run, so that those of the log are not needed.
	Annotated bool
}

// A Job describes the job in which this process runs. The author of a change may control
// everything except ids and numbers, which are validated.
type Job struct {
	Event string // event that started it, with the forge's name for it
	// PullRequest is nil if the job is not for one.
	PullRequest *PullRequest
	// Base and Head are the two sides of the change. Base is empty for a new branch (NewBranch);
	// both are empty for a job that is not about a change.
	Base, Head Commit
	NewBranch  bool
	// Checked is the commit checked by an earlier job whose report this job publishes; else nil.
	Checked *Commit
	Order   Order // of the job
	Login   Login
}

// A PullRequest is a request to merge a branch.
type PullRequest struct {
	Number int
	Title  string   // as the author wrote it
	People []string // the author, who may be empty, and the requested reviewers
}

// A Commit is the tip of a branch.
type Commit struct {
	Ref        string // name of the branch
	ID         string // full id; of a base also another revision that names it
	Repository string // may be a fork; empty for a deleted repository
}

// A Login is the login with which the job may fetch from the forge.
type Login struct{ Host, User, Password string }

// A Row is a row in the table of supported forges.
type Row struct {
	Name string // name of its jobs, as in "GitHub Actions"
	// Open returns the forge of the job in which this process runs, nil if it is not a job of
	// this forge. It makes no request.
	Open func(getenv func(string) string) (Forge, error)
}

// Open returns the forge of the job in which this process runs. The error is an EventError if no
// forge of the table matches.
func Open(table []Row, getenv func(string) string) (Forge, error) {
	var names []string
	for _, row := range table {
		forge, err := row.Open(getenv)
		if err != nil || forge != nil {
			return forge, err
		}
		names = append(names, row.Name)
	}
	return nil, &EventError{fmt.Sprintf("--publish: this is no job of %s; use --format markdown and post the file yourself", strings.Join(names, ", "))}
}

// An EventError says that this job cannot publish the report: it is not a job of a forge, or not
// about the commit of the report.
type EventError struct{ text string }

func (e *EventError) Error() string { return e.text }
