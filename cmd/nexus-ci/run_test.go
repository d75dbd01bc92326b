package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/terminal"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report/gate"
)

// Whatever an error holds, one harmless line of it is printed.
func TestReport(t *testing.T) {
	for _, tc := range []struct {
		err  error
		want string
	}{
		{nil, ""},
		{errors.New("read a: no b"), "nexus-ci: read a: no b\n"},
		{git.ErrNotRepository, "nexus-ci: not a git repository; run it inside a clone, or name one with -C\n"},
		{fmt.Errorf("read blobs: %w", context.Canceled), "nexus-ci: interrupted\n"},
		{&git.LimitError{What: "more than 5 files"}, "nexus-ci: more than 5 files; repositories of that size are not analysed: look for what was committed there by mistake, or name other commits\n"},
		{errors.New("two\nlines"), "nexus-ci: two\\x0alines\n"},
		{errors.New("\x1b[31mred \u202e"), "nexus-ci: \\x1b[31mred \\u202e\n"},
		{&git.UnknownRevisionError{Rev: "x"}, "nexus-ci: unknown revision \"x\"; check the name, or fetch it first\n"},
		{&git.UnknownRevisionError{Rev: "x", Hint: "git fetch"}, "nexus-ci: unknown revision \"x\" (try: git fetch)\n"},
		{&gate.Failure{Level: "HIGH", Gate: "medium"}, "nexus-ci: risk HIGH reaches --fail-on medium\n"},
	} {
		var stderr bytes.Buffer
		p := &program{Streams: terminal.Streams{Err: &stderr}}
		p.report(tc.err)
		if got := stderr.String(); got != tc.want {
			t.Errorf("got %q, want %q", got, tc.want)
		}
	}
}

// A bug gives one line and the status of a failure, not a stack trace.
func TestRunSurvivesPanics(t *testing.T) {
	var stderr bytes.Buffer
	s := terminal.Streams{Out: panicWriter{}, Err: &stderr}
	if got := run(t.Context(), []string{"version"}, s, func(string) string { return "" }); got != exit.Failure {
		t.Errorf("status %d, want %d", got, exit.Failure)
	}
	if got := stderr.String(); got != "nexus-ci: internal error: broken; please report it with the command and the commits\n" {
		t.Errorf("got %q", got)
	}
}

type panicWriter struct{}

func (panicWriter) Write([]byte) (int, error) { panic("broken") }

// Every flag of every command says what it is for.
func TestFlagsAreDocumented(t *testing.T) {
	p := &program{}
	root := p.command()
	for _, cmd := range root.Commands() {
		if cmd.Short == "" {
			t.Errorf("%s: no description", cmd.Name())
		}
		usage := cmd.LocalFlags().FlagUsages()
		for _, line := range strings.Split(strings.TrimRight(usage, "\n"), "\n") {
			if fields := strings.Fields(line); len(fields) > 0 && len(fields) < 3 {
				t.Errorf("%s: %q: no description", cmd.Name(), line)
			}
		}
	}
}
