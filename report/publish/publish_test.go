package publish_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/publish"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// A logForge is a whole forge: its jobs have the variable LOG_FORGE, its API is a list of what
// it was asked. With table it is all that another forge takes: one package and one row.
type logForge struct {
	job     publish.Job
	token   string
	refuses error // what the API answers
	told    []string
}

func open(getenv func(string) string) (publish.Forge, error) {
	switch getenv("LOG_FORGE") {
	case "":
		return nil, nil
	case "broken":
		return nil, errors.New("LOG_FORGE is broken")
	}
	return &logForge{job: publish.Job{Event: "merge", Head: publish.Commit{ID: "c0ffee"}, PullRequest: &publish.PullRequest{Number: 7}}, token: getenv("LOG_TOKEN")}, nil
}

func table() []publish.Row { return []publish.Row{{Name: "Log", Open: open}} }

func (f *logForge) tell(format string, args ...any) {
	f.told = append(f.told, fmt.Sprintf(format, args...))
}

func (f *logForge) Job() *publish.Job      { return &f.job }
func (f *logForge) Limits() publish.Limits { return publish.Limits{Summary: 10_000, Comment: 10_000} }
func (f *logForge) Pages() publish.Pages   { return publish.Pages{Annotated: true} }
func (f *logForge) Summary(string) error   { f.tell("summary"); return nil }
func (f *logForge) Output(name, value string) error {
	if name == "risk" {
		f.tell("%s=%s", name, value)
	}
	return nil
}
func (f *logForge) Annotate(a []view.Annotation) []string {
	return []string{fmt.Sprintf("%d annotations", len(a))}
}
func (f *logForge) Notice(sentence string) string  { return "notice: " + sentence }
func (f *logForge) Warning(sentence string) string { return "warning: " + sentence }
func (f *logForge) Token() string {
	if f.token == "" {
		return "LOG_TOKEN"
	}
	return ""
}
func (f *logForge) MergeBase(context.Context, string, string) (string, error) { return "", f.refuses }
func (f *logForge) FindPullRequest(_ context.Context, head publish.Commit) (int, error) {
	f.tell("find %s", head.ID)
	return 8, f.refuses
}
func (f *logForge) PutComment(_ context.Context, c publish.Comment) (publish.Outcome, error) {
	f.tell("comment on %d about %s", c.Number, c.Head)
	return publish.Outcome{Result: publish.Created}, f.refuses
}
func (f *logForge) PutCheckRun(_ context.Context, run publish.CheckRun) error {
	f.tell("check run %s", run.Conclusion)
	return f.refuses
}

func TestPublish(t *testing.T) {
	failed := errors.New("risk HIGH")
	for _, tc := range []struct {
		name   string
		env    map[string]string
		change func(f *logForge, p *publish.Publication)
		failed error
		want   []string // what the forge is told
		log    string
		tell   string
		err    string
	}{
		{name: "with a token", env: map[string]string{"LOG_TOKEN": "x"},
			want: []string{"summary", "risk=high", "comment on 7 about c0ffee"}, log: "0 annotations\n", tell: "comment: created\n"},
		{name: "without a token",
			want: []string{"summary", "risk=high"}, log: "0 annotations\nnotice: LOG_TOKEN is not set: the report is in the job summary only\n"},
		{name: "no right", env: map[string]string{"LOG_TOKEN": "x"},
			change: func(f *logForge, p *publish.Publication) { f.refuses, p.CheckRun = publish.ErrForbidden, true }, failed: failed,
			want: []string{"summary", "risk=high", "comment on 7 about c0ffee", "check run failure"},
			log:  "notice: no comment: the token lacks a permission. The report is in the job summary.\nnotice: no check run: the token lacks a permission\n0 annotations\n", err: "risk HIGH"},
		{name: "trouble does not hide the verdict", env: map[string]string{"LOG_TOKEN": "x"},
			change: func(f *logForge, _ *publish.Publication) { f.refuses = errors.New("down") }, failed: failed,
			want: []string{"summary", "risk=high", "comment on 7 about c0ffee"}, log: "0 annotations\n", tell: "warning: comment on the pull request: down\n", err: "risk HIGH"},
		{name: "an earlier job checked it", env: map[string]string{"LOG_TOKEN": "x"},
			change: func(f *logForge, _ *publish.Publication) { f.job = publish.Job{Checked: &publish.Commit{ID: "c0ffee"}} },
			want:   []string{"summary", "risk=high", "find c0ffee", "comment on 8 about c0ffee"}, log: "0 annotations\n", tell: "comment: created\n"},
		{name: "an earlier job checked another commit", env: map[string]string{"LOG_TOKEN": "x"},
			change: func(f *logForge, _ *publish.Publication) {
				f.job = publish.Job{Event: "later", Checked: &publish.Commit{ID: "beef"}}
			},
			err: "not published: the report is about c0ffee, but the event later is about beef"},
		{name: "a file about nothing", env: map[string]string{"LOG_TOKEN": "x"},
			change: func(f *logForge, p *publish.Publication) { f.job, p.Read = publish.Job{Event: "tick"}, true },
			err:    "--publish: not published: the event tick names no commit, so the report cannot be matched with it"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			forge, err := publish.Open(table(), func(name string) string {
				if name == "LOG_FORGE" {
					return "true"
				}
				return tc.env[name]
			})
			if err != nil {
				t.Fatal(err)
			}
			var log, tell strings.Builder
			p := &publish.Publication{
				Options: publish.Options{Comment: publish.Always, Annotations: true}, Forge: forge, Log: &log, Tell: func(line string) { tell.WriteString(line + "\n") },
				Report: &report.Report{Head: report.Revision{Commit: "c0ffee"}, Risk: report.Risk{Level: "high"}},
			}
			f := forge.(*logForge)
			if tc.change != nil {
				tc.change(f, p)
			}
			got := ""
			if err := p.Publish(t.Context(), tc.failed); err != nil {
				got = err.Error()
			}
			if got != tc.err {
				t.Errorf("error %q, want %q", got, tc.err)
			}
			if diff := cmp.Diff(tc.want, f.told); diff != "" {
				t.Errorf("told the forge (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff([]string{tc.log, tc.tell}, []string{log.String(), tell.String()}); diff != "" {
				t.Errorf("log and lines (-want +got):\n%s", diff)
			}
		})
	}
}

func TestOpen(t *testing.T) {
	for value, want := range map[string]string{
		"":       "--publish: this is no job of Log; use --format markdown and post the file yourself",
		"broken": "LOG_FORGE is broken",
	} {
		forge, err := publish.Open(table(), func(string) string { return value })
		var event *publish.EventError
		if forge != nil || err == nil || err.Error() != want || errors.As(err, &event) != (value == "") {
			t.Errorf("%q: %v, %v", value, forge, err)
		}
	}
}
