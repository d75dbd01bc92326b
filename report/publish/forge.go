package publish

import (
	"context"
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/report/view"
)

// A Forge is a service that hosts repositories, seen from one of its jobs, which this process
// runs in. What it is told may be text from a repository: it makes it inert where it is shown.
//
// The methods before Token need no rights. Those after it are called only where Token is
// empty; their errors are one line that says what was tried and what to do next. They may
// wait and try again, but not without bound, and end with ctx.
type Forge interface {
	// Job returns what the forge says of the job and of what started it.
	Job() *Job
	// Limits returns how long a text may be that the forge is told.
	Limits() Limits
	// Summary appends Markdown to what the page of the job shows.
	Summary(markdown string) error
	// Output tells later steps of the job a value. Names are letters, digits, "-" and "_".
	Output(name, value string) error
	// Annotate returns the lines of the log that annotate lines of the diff. It chooses the
	// first of the annotations where the forge takes no more, and says how many are left out.
	Annotate([]view.Annotation) []string
	// Notice returns the line of the log that shows a sentence on the page of the job, and
	// Warning that for what somebody should look into.
	Notice(sentence string) string
	Warning(sentence string) string

	// Token returns the name of the setting that holds the token where it is not set, and
	// nothing where it is.
	Token() (missing string)
	// MergeBase returns the best common ancestor of two commits, given by their full ids.
	MergeBase(ctx context.Context, base, head string) (string, error)
	// FindPullRequest returns the number of the open pull request that has this head. The
	// error is ErrNoPullRequest where there is none.
	FindPullRequest(ctx context.Context, head Commit) (int, error)
	// PutComment brings the one comment on a pull request up to date. Comments of others are
	// never touched, and that of a newer run is not replaced. The error is ErrForbidden where
	// the token lacks the right.
	PutComment(context.Context, Comment) (Outcome, error)
	// PutCheckRun brings the check run of a commit up to date. The error is ErrForbidden
	// where the token lacks the right, or the forge has no such thing.
	PutCheckRun(context.Context, CheckRun) error
}

// Limits are in bytes.
type Limits struct {
	Summary int // of the job
	Comment int
}

// A Job is what a forge says of the job that this process runs in. All of it may be chosen by
// the author of a change but for ids and numbers, which are checked.
type Job struct {
	Event string // what started it, as the forge calls that
	// PullRequest is nil unless the job is about one.
	PullRequest *PullRequest
	// Base and Head are the two sides of what the job is about. Base is empty for a branch
	// that was not there before, which NewBranch says; both are for a job that is about no
	// change.
	Base, Head Commit
	NewBranch  bool
	// Checked is what an earlier job checked, where this job publishes its report; else nil.
	Checked *Commit
	Order   Order // of the job
	Login   Login
}

// A PullRequest is a request to merge a branch.
type PullRequest struct {
	Number int
	Title  string   // as the author wrote it
	People []string // the author, who may be empty, and those who were asked to review it
}

// A Commit is the tip of a branch.
type Commit struct {
	Ref        string // name of the branch
	ID         string // full id
	Repository string // that it is in, which may be a fork; empty when it is gone
}

// A Login is what the server of the forge lets the job fetch with.
type Login struct{ Host, User, Password string }

// A Row is a forge in the table of those that the program knows.
type Row struct {
	Name string // of its jobs, as in "GitHub Actions"
	// Open returns the forge whose job this process runs in, nil when it runs in none of
	// this forge. It makes no request.
	Open func(getenv func(string) string) (Forge, error)
}

// Open returns the forge whose job this process runs in. The error is an EventError when it
// runs in no job of the table.
func Open(table []Row, getenv func(string) string) (Forge, error) {
	var names []string
	for _, row := range table {
		forge, err := row.Open(getenv)
		if err != nil || forge != nil {
			return forge, err
		}
		names = append(names, row.Name)
	}
	return nil, &EventError{fmt.Sprintf("--publish: this is not a %s job; use --format markdown and post the file yourself", strings.Join(names, " or "))}
}

// An EventError says that nothing can be published from this job: it is not that of a forge,
// or not about the commit of the report.
type EventError struct{ text string }

func (e *EventError) Error() string { return e.text }
