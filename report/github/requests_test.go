package github_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/report/github/githubtest"
	"github.com/nexus-ci/nexus-ci/report/publish"
	"github.com/nexus-ci/nexus-ci/report/publish/forgetest"
)

// A record is a transport that writes down what is asked and answered.
type record struct {
	next http.RoundTripper
	base string // of the API
	out  *strings.Builder
}

func (r *record) RoundTrip(q *http.Request) (*http.Response, error) {
	var body []byte
	if q.Body != nil {
		body, _ = io.ReadAll(q.Body)
		q.Body = io.NopCloser(bytes.NewReader(body))
	}
	path := strings.TrimPrefix(q.URL.String(), r.base)
	if u, err := url.PathUnescape(path); err == nil {
		path = u
	}
	fmt.Fprintf(r.out, "%s %s", q.Method, path)
	if text := strings.Join(strings.Fields(string(body)), " "); text != "" {
		fmt.Fprintf(r.out, " %s", text)
	}
	answer, err := r.next.RoundTrip(q)
	if err != nil {
		r.out.WriteString(" -> no answer\n")
		return answer, err
	}
	fmt.Fprintf(r.out, " -> %d\n", answer.StatusCode)
	return answer, err
}

// What the client asks in each case, and what came of it, is in testdata/requests.txt.
func TestRequests(t *testing.T) {
	var log strings.Builder
	log.WriteString("# What the client asks, and what came of it. Made by the tests with -update.\n")
	bot := func(run int, text string) string {
		return fmt.Sprintf("<!-- nexus-ci/comment v1 run=%d attempt=1 head= -->\n%s", run, text)
	}
	status := func(request string, status, times int, message string) func(*forge) {
		return func(f *forge) {
			f.Fail(githubtest.Fault{Request: request, Status: status, Times: times, Message: message})
		}
	}
	silent := comment(1, "nothing")
	silent.Worth = false
	off := comment(1, "off")
	off.Mode = publish.Off
	for _, c := range []struct {
		name string
		set  func(*forge)
		put  []publish.Comment
	}{
		{"the first run creates", nil, []publish.Comment{comment(1, "one")}},
		{"an equal run writes nothing", nil, []publish.Comment{comment(1, "one"), comment(2, "one")}},
		{"the next run updates", nil, []publish.Comment{comment(1, "one"), comment(2, "two")}},
		{"an older run loses", nil, []publish.Comment{comment(5, "five"), comment(3, "three")}},
		{"several become one", func(f *forge) {
			f.AddComment(7, githubtest.ActionsBot, bot(2, "two"))
			f.AddComment(7, githubtest.ActionsBot, bot(1, "one"))
		}, []publish.Comment{comment(9, "nine")}},
		{"many comments are paged", func(f *forge) {
			for range 100 {
				f.AddComment(7, "mona", "chat")
			}
			f.AddComment(7, githubtest.ActionsBot, bot(1, "one"))
		}, []publish.Comment{comment(2, "two")}},
		{"resolved", func(f *forge) { // hidden by a person
			id := f.AddComment(7, githubtest.ActionsBot, bot(1, "one"))
			f.ChangeComment(id, func(c *githubtest.Comment) bool { c.Minimized = true; return true })
		}, []publish.Comment{comment(2, "two")}},
		{"nothing to tell", nil, []publish.Comment{silent}},
		{"comments are off", nil, []publish.Comment{off}},
		{"closed", func(f *forge) {
			f.SetPullRequest(githubtest.PullRequest{Number: 7, State: "closed", Head: githubtest.Branch{SHA: head}})
		}, []publish.Comment{comment(1, "one")}},
		{"the head moved", func(f *forge) {
			f.SetPullRequest(githubtest.PullRequest{Number: 7, Head: githubtest.Branch{SHA: other}})
		}, []publish.Comment{comment(1, "one")}},
		{"a fork may only read", func(f *forge) { f.Fail(githubtest.ReadOnly()) }, []publish.Comment{comment(1, "one")}},
		{"GET fails with 404", status("GET", 404, 0, "Not Found"), []publish.Comment{comment(1, "one")}},
		{"GET fails with 502 once", status("GET", 502, 1, "Bad Gateway"), []publish.Comment{comment(1, "one")}},
		{"POST fails with 500", status("POST /repos", 500, 0, "Server Error"), []publish.Comment{comment(1, "one")}},
		{"two runs at once", func(f *forge) {
			once := false
			f.Before(func(q *http.Request) {
				if q.Method == http.MethodPost && !once && strings.HasSuffix(q.URL.Path, "/comments") {
					once = true
					f.AddComment(7, githubtest.ActionsBot, bot(1, "the other one"))
				}
			})
		}, []publish.Comment{comment(2, "two")}},
	} {
		fmt.Fprintf(&log, "\n== %s\n", c.name)
		f := start(t, githubtest.Options{})
		if c.set != nil {
			c.set(f)
		}
		client := f.connect(t, &record{&http.Transport{DisableKeepAlives: true}, f.URL, &log})
		for _, comment := range c.put {
			log.WriteString(strings.ReplaceAll(outcome(client.PutComment(t.Context(), comment)), f.URL, "https://api"))
		}
	}
	forgetest.Golden(t, "testdata/requests.txt", log.String())
}

// outcome is a line on what a run did.
func outcome(o publish.Outcome, err error) string {
	if err != nil {
		return "error: " + err.Error() + "\n"
	}
	return strings.TrimRight(fmt.Sprintf("%v %s", o.Result, o.URL), " ") + "\n"
}
