// Package exit decides with which status the program ends, and what an error says to do next.
//
// In: an error. Out: an exit status, and advice.
//
// Invariants: Status is the only place that decides the status; an error that no package calls
// the user's is a failure of the program or of its data.
package exit

import (
	"errors"
	"fmt"

	"github.com/nexus-ci/nexus-ci/analyze/serve"
	"github.com/nexus-ci/nexus-ci/chat"
	"github.com/nexus-ci/nexus-ci/chat/model"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report/gate"
	"github.com/nexus-ci/nexus-ci/report/publish"
)

// The exit statuses. They are part of the interface: scripts and CI depend on them.
const (
	OK         = 0 // nothing failed, and nothing that --fail-on names was found
	Threshold  = 1 // something breaks, or what --fail-on names was found; what was asked for does not hold
	WrongUsage = 2 // a flag, the configuration, an unknown revision, not a repository
	Failure    = 3 // data that cannot be read, input or output, a bug
)

// A usageError is something that the user asked for and that makes no sense.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func Usagef(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

// Usage makes an error one of usage; nil stays nil.
func Usage(err error) error {
	if err == nil {
		return nil
	}
	return usageError{err}
}

// A NotError says what does not hold or cannot be done of what was asked for. The answer, with the
// reasons, is written.
type NotError string

func (e NotError) Error() string { return string(e) }

// ErrFound says that something breaks. The report, which is written, says what.
var ErrFound = errors.New("something breaks")

// Status is the only place that decides the exit status.
func Status(err error) int {
	var failure *gate.Failure
	var usage usageError
	var settings *config.Error
	var event *publish.EventError
	var revision *git.UnknownRevisionError
	var bare *serve.BareError
	var stopped *chat.StopError
	var refused *model.Error
	var not NotError
	switch {
	case err == nil:
		return OK
	case errors.As(err, &failure), errors.As(err, &not), errors.Is(err, ErrFound):
		return Threshold
	case errors.As(err, &usage), errors.As(err, &settings), errors.As(err, &event), errors.As(err, &revision), errors.As(err, &bare), errors.As(err, &stopped):
		return WrongUsage
	case errors.As(err, &refused) && (refused.Kind == model.Refused || refused.Kind == model.Rejected):
		return WrongUsage
	}
	for _, wrong := range []error{git.ErrNotRepository, git.ErrBareUnnamed, git.ErrNoCommits, git.ErrBare, git.ErrUnrelated} {
		if errors.Is(err, wrong) {
			return WrongUsage
		}
	}
	return Failure
}

// Advice says what to do next where the error itself does not.
func Advice(err error) string {
	var revision *git.UnknownRevisionError
	var limit *git.LimitError
	switch {
	case errors.As(err, &limit):
		return "repositories of that size are not analysed: look for what was committed there by mistake, or name other commits"
	case errors.Is(err, diff.ErrTooMany):
		return "name a nearer commit with --base"
	case errors.As(err, &revision) && revision.Hint == "":
		return "check the name, or fetch it first"
	case errors.Is(err, git.ErrNotRepository):
		return "run it inside a clone, or name one with -C"
	case errors.Is(err, git.ErrBareUnnamed):
		return "if it is the repository that you mean, give its whole path with -C"
	case errors.Is(err, git.ErrNoCommits):
		return "commit something first"
	case errors.Is(err, git.ErrBare):
		return "name both sides with --base and --head"
	case errors.Is(err, git.ErrUnrelated):
		return "name a base that the head was branched from"
	case errors.Is(err, git.ErrCorrupt):
		return "git fsck says more"
	}
	return ""
}

// Advised is the text of an error with what to do next.
func Advised(err error) string {
	if hint := Advice(err); hint != "" {
		return fmt.Sprintf("%v; %s", err, hint)
	}
	return err.Error()
}
