package main

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
	exitOK        = 0 // nothing failed, and the risk is below --fail-on
	exitThreshold = 1 // the risk is at or above --fail-on; what was asked for does not hold
	exitUsage     = 2 // a flag, the configuration, an unknown revision, not a repository
	exitFailure   = 3 // data that cannot be read, input or output, a bug
)

// A usageError is something that the user asked for and that makes no sense.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func usagef(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

// usage makes an error one of usage; nil stays nil.
func usage(err error) error {
	if err == nil {
		return nil
	}
	return usageError{err}
}

// errNot says that what was asked for does not hold. The answer is written.
var errNot = errors.New("no; the answer above says why")

// exitStatus is the only place that decides the exit status.
func exitStatus(err error) int {
	var failure *gate.Failure
	var usage usageError
	var settings *config.Error
	var event *publish.EventError
	var revision *git.UnknownRevisionError
	var bare *serve.BareError
	var stopped *chat.StopError
	var refused *model.Error
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &failure), errors.Is(err, errNot):
		return exitThreshold
	case errors.As(err, &usage), errors.As(err, &settings), errors.As(err, &event), errors.As(err, &revision), errors.As(err, &bare), errors.As(err, &stopped):
		return exitUsage
	case errors.As(err, &refused) && (refused.Kind == model.Refused || refused.Kind == model.Rejected):
		return exitUsage
	}
	for _, wrong := range []error{git.ErrNotRepository, git.ErrBareUnnamed, git.ErrNoCommits, git.ErrBare, git.ErrUnrelated} {
		if errors.Is(err, wrong) {
			return exitUsage
		}
	}
	return exitFailure
}

// advice says what to do next where the error itself does not.
func advice(err error) string {
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
