package github_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/report/github/githubtest"
	"github.com/nexus-ci/nexus-ci/report/publish"
	"github.com/nexus-ci/nexus-ci/report/view"
)

func checkRun(annotations int) publish.CheckRun {
	c := publish.CheckRun{Head: head, Name: "nexus-ci", Conclusion: "neutral", Title: "low risk", Summary: "summary", Text: "text"}
	for i := range annotations {
		c.Annotations = append(c.Annotations, view.Annotation{
			Path: "a.go", Line: i + 1, Level: []string{"error", "warning", "notice"}[i%3], Title: "rule", Message: fmt.Sprintf("message %d", i),
		})
	}
	return c
}

func (f *forge) putCheckRun(t *testing.T, c publish.CheckRun) {
	t.Helper()
	if err := f.client.PutCheckRun(t.Context(), c); err != nil {
		t.Fatal(err)
	}
}

func wantAnnotations(t *testing.T, c githubtest.CheckRun, want publish.CheckRun) {
	t.Helper()
	levels := map[string]string{"error": "failure", "warning": "warning", "notice": "notice"}
	var expected []githubtest.Annotation
	for _, a := range want.Annotations {
		expected = append(expected, githubtest.Annotation{Path: a.Path, StartLine: a.Line, EndLine: a.Line, Level: levels[a.Level], Title: a.Title, Message: a.Message})
	}
	if diff := cmp.Diff(expected, c.Annotations); diff != "" {
		t.Errorf("annotations of check run %d (-want +got):\n%s", c.ID, diff)
	}
}

// A path that nobody could read or link is no reason to lose the check run.
func TestCheckRunLeavesOutStrangePaths(t *testing.T) {
	f := start(t, githubtest.Options{})
	run := checkRun(3)
	run.Annotations[1].Path = "a\n\u202eb.go"
	f.putCheckRun(t, run)
	run.Annotations = slices.Delete(run.Annotations, 1, 2)
	wantAnnotations(t, f.CheckRuns()[0], run)
}

func TestCheckRunOfManyAnnotations(t *testing.T) {
	f := start(t, githubtest.Options{})
	want := checkRun(120)
	f.putCheckRun(t, want)
	f.wantWrites(t, "POST check-runs", "PATCH check-runs/1001", "PATCH check-runs/1001")
	runs := f.CheckRuns()
	if len(runs) != 1 {
		t.Fatalf("%d check runs", len(runs))
	}
	wantAnnotations(t, runs[0], want)
	runs[0].Annotations = nil
	if diff := cmp.Diff(githubtest.CheckRun{
		ID: 1001, HeadSHA: head, Name: "nexus-ci", ExternalID: "nexus-ci", Status: "completed", Conclusion: "neutral",
		Title: "low risk", Summary: "summary", Text: "text",
	}, runs[0]); diff != "" {
		t.Errorf("check run (-want +got):\n%s", diff)
	}
}

func TestCheckRunAgain(t *testing.T) {
	f := start(t, githubtest.Options{})
	f.putCheckRun(t, checkRun(0))
	f.putCheckRun(t, checkRun(0))
	f.wantWrites(t, "POST check-runs", "PATCH check-runs/1001")

	// The same annotations are not added a second time, new ones are.
	f.putCheckRun(t, checkRun(60))
	f.putCheckRun(t, checkRun(60))
	again := checkRun(70)
	again.Conclusion = "failure"
	f.putCheckRun(t, again)
	if runs := f.CheckRuns(); len(runs) != 1 || runs[0].Conclusion != "failure" {
		t.Errorf("check runs %v", runs)
	}
	wantAnnotations(t, f.CheckRuns()[0], again)

	// One with an annotation that holds no more gives way to a new one.
	fewer := checkRun(70)
	fewer.Annotations = fewer.Annotations[1:]
	f.putCheckRun(t, fewer)
	f.putCheckRun(t, fewer)
	runs := f.CheckRuns()
	if len(runs) != 2 {
		t.Fatalf("%d check runs, want 2", len(runs))
	}
	wantAnnotations(t, runs[1], fewer)

	// Another name and another commit are another check run.
	named, moved := checkRun(0), checkRun(0)
	named.Name, moved.Head = "other", other
	f.putCheckRun(t, named)
	f.putCheckRun(t, moved)
	if n := len(f.CheckRuns()); n != 4 {
		t.Errorf("%d check runs, want 4", n)
	}
}

// A check run of that name which another program made is not ours to update.
func TestForeignCheckRun(t *testing.T) {
	f := start(t, githubtest.Options{})
	f.AddCheckRun(githubtest.CheckRun{HeadSHA: head, Name: "nexus-ci", Status: "completed", Conclusion: "success"})
	f.putCheckRun(t, checkRun(1))
	f.wantWrites(t, "POST check-runs")
}

// When a request may have been carried out, nothing is added twice.
func TestCheckRunOfUnknownOutcome(t *testing.T) {
	for _, request := range []string{"POST", "PATCH"} {
		for _, done := range []bool{true, false} {
			f := start(t, githubtest.Options{})
			f.Fail(githubtest.Fault{Request: request, Times: 1, Status: http.StatusBadGateway, Message: "Bad Gateway", Done: done})
			want := checkRun(120)
			f.putCheckRun(t, want)
			if n := len(f.CheckRuns()); n != 1 {
				t.Fatalf("%s, done %v: %d check runs", request, done, n)
			}
			wantAnnotations(t, f.CheckRuns()[0], want)
			f.wantSlept(t, 1*s)
		}
	}
}

func TestCheckRunIsRefused(t *testing.T) {
	f := start(t, githubtest.Options{})
	f.Fail(githubtest.ReadOnly())
	err := f.client.PutCheckRun(t.Context(), checkRun(1))
	wantError(t, err, `writing the check run "nexus-ci" of 4ead4ead4ead: the token lacks a permission (403 Resource not accessible by integration): `+
		`give the job "permissions: checks: write"; the token of a pull request from a fork can only read`)
	if !errors.Is(err, publish.ErrForbidden) {
		t.Error("the error is not ErrForbidden")
	}
	wrong := checkRun(0)
	wrong.Conclusion = "fine"
	wantError(t, f.client.PutCheckRun(t.Context(), wrong), `conclusion "fine" of a check run is not success, neutral or failure`)
}

func TestCheckRunIsShortened(t *testing.T) {
	f := start(t, githubtest.Options{})
	c := checkRun(1)
	c.Title = strings.Repeat("ü", 200)
	c.Annotations[0].Title = strings.Repeat("x", 300)
	c.Annotations[0].Message = strings.Repeat("ü", 40000)
	c.Summary = "short\n\n<details>\n" + strings.Repeat("line ü\n", 10000) + "</details>\n"
	c.Text = "```\ncode\n```\n" + strings.Repeat("text\n", 13000) + "```\n" + strings.Repeat("code\n", 200) + "```\n"
	f.putCheckRun(t, c)

	got := f.CheckRuns()[0]
	if want := "short\n\n\n*The rest does not fit here.*\n"; got.Summary != want {
		t.Errorf("the summary ends %q", got.Summary[max(len(got.Summary)-100, 0):])
	}
	if want := "text\n\n*The rest does not fit here.*\n"; !strings.HasSuffix(got.Text, want) || strings.Count(got.Text, "```") != 2 || len(got.Text) < 65000 {
		t.Errorf("the text of %d bytes ends %q", len(got.Text), got.Text[len(got.Text)-100:])
	}

	c.Summary = strings.Repeat("line\n", 15000) + strings.Repeat("x", 100000)
	c.Text = strings.Repeat("ü", 50000)
	f.putCheckRun(t, c)
	if got := f.CheckRuns()[0].Text; !strings.HasSuffix(got, "ü…\n*The rest does not fit here.*\n") || !utf8.ValidString(got) {
		t.Errorf("the text of one line ends %q", got[len(got)-100:])
	}
	if got := f.CheckRuns()[0].Summary; !strings.HasSuffix(got, "line\n\n*The rest does not fit here.*\n") {
		t.Errorf("the summary of %d bytes ends %q", len(got), got[len(got)-100:])
	}
	for name, s := range map[string]string{"title": got.Title, "annotation title": got.Annotations[0].Title, "message": got.Annotations[0].Message} {
		if !utf8.ValidString(s) || !strings.HasSuffix(s, "…") {
			t.Errorf("%s of %d bytes does not end at a character: %q", name, len(s), s[len(s)-10:])
		}
	}
	if len(got.Title) > 255 || len(got.Annotations[0].Title) != 255 || len(got.Annotations[0].Message) > 64<<10 {
		t.Errorf("lengths %d, %d, %d", len(got.Title), len(got.Annotations[0].Title), len(got.Annotations[0].Message))
	}
}
