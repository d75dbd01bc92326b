// Package conversation says what a conversation is about: the report on a change, as a session
// wants it, and what a model is told before the first question.
//
// In: the result of a check, or a session. Out: a chat.Change, what a model says of it, or text
// fit for a terminal.
package conversation

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/nexus-ci/nexus-ci/analyze/promptsafe"
	"github.com/nexus-ci/nexus-ci/chat"
	"github.com/nexus-ci/nexus-ci/chat/model"
	"github.com/nexus-ci/nexus-ci/check"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/prompt"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// reportShare is the part of the budget of results that a report may take, one n-th.
const reportShare = 2

// About returns the change that was checked. budget is that of the results of tools, in tokens.
func About(found *check.Result, budget int) *chat.Change {
	r := found.Report
	style := view.Style{Name: promptsafe.Line, Text: promptsafe.Line}
	o := prompt.Options{MaxTokens: budget / reportShare}
	if found.Code != nil {
		o.Code = found.Code.Symbol
	}
	c := &chat.Change{
		Rating: fmt.Sprintf("Rated by nexus-ci: %s. %s", strings.ToUpper(promptsafe.Line(r.Risk.Level)), view.Headline(r, style)),
		Report: prompt.Render(r, o),
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		c.Places = append(c.Places, fmt.Sprintf("- %s:%d: %s: %s", f.Path, f.Line, f.Severity, f.Message))
	}
	return c
}

// summaryTime bounds how long a summary may take, with all tries.
const summaryTime = 2 * time.Minute

// Summarise asks a model for a paragraph about the change that was checked. There is none where
// the report has no place to name, or nothing to say.
func Summarise(ctx context.Context, client model.Client, found *check.Result, budget int) (*report.ModelSummary, error) {
	places := found.Report.Places()
	if len(places) == 0 || view.Quiet(found.Report) || view.Unread(found.Report) || view.Stopped(found.Report) {
		return nil, nil
	}
	ctx, cancel := context.WithTimeoutCause(ctx, summaryTime, &chat.StopError{Reason: fmt.Sprintf("the model took more than %s", summaryTime)})
	defer cancel()
	s, err := chat.Summarise(ctx, client, About(found, budget), places)
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return s, err
}

// PrintPrompt prints what every request begins with, and the tools that go with it.
func PrintPrompt(ctx context.Context, s *chat.Session, w io.Writer) error {
	e, done, err := s.Engine(ctx)
	if err != nil {
		return err
	}
	defer done()
	for _, m := range s.Messages(e) {
		for line := range strings.Lines(m.Text) {
			if _, err := fmt.Fprintln(w, report.Clean(strings.TrimSuffix(line, "\n"))); err != nil {
				return err
			}
		}
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(s.Definitions())
}
