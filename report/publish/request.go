package publish

import (
	"errors"

	"github.com/nexus-ci/nexus-ci/report/view"
)

// Modes returns the modes for comments.
func Modes() []string { return []string{Always, Changes, Off} }

// When a comment is written.
const (
	Always  = "always"
	Changes = "changes" // only if there is something to report, or an earlier comment has to be updated
	Off     = "off"
)

// A Comment is the one comment on a pull request.
type Comment struct {
	Number int    // of the pull request
	Head   string // full id of the commit that was analysed
	Order  Order  // of the run
	Mode   string // one of Modes
	Worth  bool   // there is something to report
	Open   bool   // something has to be done, for forges whose comments are open or resolved
	// Body returns the text, given the text of the comment that it replaces, "" for none.
	// It may be called again when another run writes at the same time.
	Body func(previous string) (string, error)
	// Alone reports whether certainly no other run has written since the comments were read. Then the
	// result is not read again. nil: that is not known.
	Alone func() bool
}

// A Result says what was done with a comment.
type Result string

const (
	Created     Result = "created"
	Updated     Result = "updated"
	Unchanged   Result = "unchanged"
	Silent      Result = "nothing to tell"
	SwitchedOff Result = "off"
	Closed      Result = "the pull request is closed"
	HeadMoved   Result = "the pull request has newer commits"
	Superseded  Result = "a newer run has written it"
)

// An Outcome is the outcome for a Comment.
type Outcome struct {
	Result Result
	URL    string // of the comment, empty when there is none
}

// A CheckRun is shown next to the CI jobs of a commit.
type CheckRun struct {
	Head          string // full id of the commit
	Name          string
	Conclusion    string // success, neutral or failure
	Title         string
	Summary, Text string // Markdown; what does not fit is cut at a line
	Annotations   []view.Annotation
}

// An Order says which of two runs is newer. The zero Order is unknown: neither older nor newer
// than any other.
type Order struct {
	Run     int64 // grows with each run
	Attempt int   // grows when a run is started again
}

// Before reports whether the run of o is older than that of p.
func (o Order) Before(p Order) bool {
	switch {
	case o == Order{} || p == Order{}:
		return false
	case o.Run != p.Run:
		return o.Run < p.Run
	}
	return o.Attempt < p.Attempt
}

// ErrForbidden means that the token lacks a permission. For a pull request from a fork this is
// normal, so it is no failure.
var ErrForbidden = errors.New("the token lacks a permission")

// ErrNoPullRequest means that there is no such open pull request.
var ErrNoPullRequest = errors.New("no open pull request has this head")
