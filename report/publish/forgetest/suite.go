package forgetest

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/nexus-ci/nexus-ci/report/publish"
	"github.com/nexus-ci/nexus-ci/report/publish/rest"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// Commits of the tests.
const (
	Base  = "ba5eba5eba5eba5eba5eba5eba5eba5eba5eba5e"
	Head  = "4ead4ead4ead4ead4ead4ead4ead4ead4ead4ead"
	Other = "07e407e407e407e407e407e407e407e407e407e4"
)

// Token is the secret of the tests. It is in no error and in no log.
const Token = "s3cret-t0ken"

// A Client is what the tests call.
type Client interface {
	MergeBase(ctx context.Context, base, head string) (string, error)
	PutComment(context.Context, publish.Comment) (publish.Outcome, error)
	PutCheckRun(context.Context, publish.CheckRun) error
}

// A Forge is what the tests of a forge need of it.
type Forge struct {
	// Start starts a fake with the pull request 7, which is open and has the commit Head.
	Start func(t testing.TB) *Server
	// Connect returns a client of a fake. o holds the HTTP client and the clock.
	Connect func(s *Server, o rest.Options) (Client, error)
	Closed  string // state of a pull request that is not open
	Hides   bool   // a comment may be hidden or resolved
	Tag     string // what comments begin with
	Log     string // file with what was asked and answered
}

// A fixture is one fake with a client that does not sleep.
type fixture struct {
	*Server
	forge  Forge
	client Client
	now    time.Time
	slept  []time.Duration
}

func (f Forge) start(t *testing.T) *fixture {
	t.Helper()
	x := &fixture{Server: f.Start(t), forge: f, now: time.Unix(1_700_000_000, 0)}
	// A connection that is kept is asked again by net/http itself when it breaks.
	x.client = x.connect(t, &http.Transport{DisableKeepAlives: true})
	return x
}

func (x *fixture) connect(t *testing.T, transport http.RoundTripper) Client {
	t.Helper()
	client, err := x.forge.Connect(x.Server, rest.Options{
		HTTP: &http.Client{Transport: transport},
		Now:  func() time.Time { return x.now },
		Sleep: func(ctx context.Context, d time.Duration) error {
			x.slept = append(x.slept, d)
			x.now = x.now.Add(d)
			return ctx.Err()
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// Wanted is what a run has to tell.
func Wanted(run int64, text string) publish.Comment {
	return publish.Comment{
		Number: 7, Head: Head, Order: publish.Order{Run: run, Attempt: 1}, Mode: publish.Changes, Worth: true, Open: true,
		Body: func(string) (string, error) { return text, nil },
	}
}

// A journal is the log of requests that is kept beside the test.
type journal struct{ strings.Builder }

func (j *journal) section(title string) { fmt.Fprintf(j, "\n== %s\n", title) }

// add writes what was asked since the last time, and what came of it.
func (j *journal) add(x *fixture, outcome publish.Outcome, err error) {
	for _, line := range x.Log() {
		fmt.Fprintln(j, strings.ReplaceAll(line, x.http.URL, "http://forge"))
	}
	for _, d := range x.slept {
		fmt.Fprintf(j, "waited %v\n", d)
	}
	x.slept = nil
	switch host := strings.TrimPrefix(x.http.URL, "http://"); {
	case err != nil:
		fmt.Fprintf(j, "error: %s\n", strings.ReplaceAll(err.Error(), host, "forge"))
	default:
		fmt.Fprintf(j, "%s %s\n", outcome.Result, strings.ReplaceAll(outcome.URL, host, "forge"))
	}
}

var update = flag.Bool("update", false, "rewrite the golden files")

// Run runs the tests that every forge has to pass.
func Run(t *testing.T, f Forge) {
	j := &journal{}
	j.WriteString("# What the client asks, and what came of it. Made by the tests with -update.\n")
	t.Run("comment", func(t *testing.T) { f.comment(t, j) })
	t.Run("state", func(t *testing.T) { f.state(t, j) })
	t.Run("refusals", func(t *testing.T) { f.refusals(t, j) })
	t.Run("limits", func(t *testing.T) { f.limits(t, j) })
	t.Run("check run", func(t *testing.T) { f.checkRun(t, j) })
	t.Run("merge base", func(t *testing.T) { f.mergeBase(t, j) })
	t.Run("foreign", f.foreign)
	t.Run("paging", f.paging)
	t.Run("race", f.race)
	t.Run("lost", f.lost)
	t.Run("elsewhere", f.elsewhere)
	Golden(t, f.Log, j.String())
}

// Golden compares the log of requests with a file, which -update writes.
func Golden(t *testing.T, file, log string) {
	t.Helper()
	if strings.Contains(log, Token) {
		t.Error("the log holds the token")
	}
	if *update {
		if err := os.WriteFile(file, []byte(log), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (-update writes it)", err)
	}
	if diff := cmp.Diff(string(want), log); diff != "" {
		t.Errorf("requests (-want +got; -update writes %s):\n%s", file, diff)
	}
}

func (x *fixture) put(t *testing.T, j *journal, c publish.Comment, want publish.Result, texts ...string) {
	t.Helper()
	outcome, err := x.client.PutComment(t.Context(), c)
	if err != nil || outcome.Result != want {
		t.Errorf("result %q, %v, want %q", outcome.Result, err, want)
	}
	if diff := cmp.Diff(texts, x.Texts(7), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("comments (-want +got):\n%s", diff)
	}
	if j != nil {
		j.add(x, outcome, err)
	}
}

func (f Forge) comment(t *testing.T, j *journal) {
	x := f.start(t)
	j.section("the first run creates")
	x.put(t, j, Wanted(1, "one"), publish.Created, "one")
	if body := x.Comments[0].Body; !strings.HasPrefix(body, f.Tag) {
		t.Errorf("body %q", body)
	}
	j.section("an equal run writes nothing")
	x.put(t, j, Wanted(2, "one\n"), publish.Unchanged, "one")
	j.section("the next run updates")
	next := Wanted(3, "")
	next.Body = func(previous string) (string, error) { return "two after " + previous, nil }
	next.Open = false
	x.put(t, j, next, publish.Updated, "two after one")
	j.section("an older run loses")
	x.put(t, j, Wanted(2, "old"), publish.Superseded, "two after one")
	j.section("several become one")
	x.With(func() {
		x.Add(7, strings.ReplaceAll(strings.ReplaceAll(x.Comments[0].Body, "run=3", "run=9"), "two after one", "nine"))
	})
	x.put(t, j, Wanted(5, "five"), publish.Superseded, "nine")
	j.section("nothing to tell")
	x = f.start(t)
	nothing := Wanted(1, "nothing")
	nothing.Worth = false
	x.put(t, j, nothing, publish.Silent)
	nothing.Mode = publish.Always
	x.put(t, j, nothing, publish.Created, "nothing")
	nothing.Mode = publish.Off
	x.Log()
	x.put(t, nil, nothing, publish.SwitchedOff, "nothing")
	if log := x.Log(); len(log) > 0 {
		t.Errorf("a comment that is off makes requests: %q", log)
	}
}

func (f Forge) state(t *testing.T, j *journal) {
	x := f.start(t)
	j.section("closed")
	x.With(func() { x.Pull(7).State = f.Closed })
	x.put(t, j, Wanted(1, "one"), publish.Closed)
	j.section("the head moved")
	x = f.start(t)
	x.With(func() { x.Pull(7).Head = Other })
	x.put(t, j, Wanted(1, "one"), publish.HeadMoved)
	if f.Hides {
		j.section("hidden or resolved")
		x = f.start(t)
		x.put(t, nil, Wanted(1, "one"), publish.Created, "one")
		x.With(func() { x.Comments[0].Hidden = true })
		x.Log()
		x.put(t, j, Wanted(2, "two"), publish.Created, "one", "two")
		x.put(t, nil, Wanted(3, "three"), publish.Updated, "one", "three")
	}
	// Somebody deletes the comment between the look and the edit.
	x = f.start(t)
	x.put(t, nil, Wanted(1, "one"), publish.Created, "one")
	x.before = func(r *http.Request) {
		if r.Method == http.MethodPatch || r.Method == http.MethodPut {
			x.With(func() { x.Comments = nil })
		}
	}
	x.put(t, nil, Wanted(2, "two"), publish.Created, "two")
}

func (f Forge) refusals(t *testing.T, j *journal) {
	for _, tc := range []struct {
		fault     Fault
		forbidden bool
	}{
		{Fault{Request: "GET", Status: 401, Message: "Unauthorized"}, false},
		{Fault{Request: "write", Status: 403, Message: "insufficient scope"}, true},
		{Fault{Request: "GET", Status: 404, Message: "Not Found"}, true},
		{Fault{Request: "write", Status: 400, Message: "the text is too long"}, false},
		{Fault{Request: "write", Status: 422, Message: "not\r\nvalid \u202e\x1b[31m"}, false},
		{Fault{Request: "GET", Status: 500, Message: "Server Error"}, false},
		{Fault{Request: "write", Status: 503, Message: "down"}, false},
	} {
		x := f.start(t)
		x.Fail(tc.fault)
		j.section(fmt.Sprintf("%s fails with %d", tc.fault.Request, tc.fault.Status))
		outcome, err := x.client.PutComment(t.Context(), Wanted(1, "one"))
		j.add(x, outcome, err)
		if err == nil || errors.Is(err, publish.ErrForbidden) != tc.forbidden || strings.ContainsAny(err.Error(), "\r\n\x1b\u202e") || strings.Contains(err.Error(), Token) {
			t.Errorf("%s %d: error %q", tc.fault.Request, tc.fault.Status, err)
		}
	}
	x := f.start(t)
	x.put(t, nil, Wanted(1, "one"), publish.Created, "one")
	x.Log()
	j.section("a conflict ends")
	for _, method := range []string{http.MethodPut, http.MethodPatch} {
		x.Fail(Fault{Request: method, Times: 2, Status: 409, Message: "stale"})
	}
	x.put(t, j, Wanted(2, "two"), publish.Updated, "two")
	j.section("a conflict does not end")
	for _, method := range []string{http.MethodPut, http.MethodPatch} {
		x.Fail(Fault{Request: method, Status: 409, Message: "stale"})
	}
	outcome, err := x.client.PutComment(t.Context(), Wanted(3, "three"))
	j.add(x, outcome, err)
	if err == nil || !strings.Contains(err.Error(), "others change it at the same time (409 stale)") {
		t.Errorf("error %v", err)
	}
}

func (f Forge) limits(t *testing.T, j *journal) {
	x := f.start(t)
	j.section("a rate limit with a time")
	x.Fail(Fault{Request: "POST", Times: 1, Status: 429, Header: map[string]string{"Retry-After": "7"}})
	x.put(t, j, Wanted(1, "one"), publish.Created, "one")
	x = f.start(t)
	j.section("a rate limit without a time")
	x.Fail(Fault{Request: "GET", Times: 1, Status: 429})
	x.put(t, j, Wanted(1, "one"), publish.Created, "one")
	x = f.start(t)
	j.section("a rate limit for too long")
	x.Fail(Fault{Request: "GET", Status: 429, Header: map[string]string{"Retry-After": "3600"}})
	outcome, err := x.client.PutComment(t.Context(), Wanted(1, "one"))
	if err == nil || errors.Is(err, publish.ErrForbidden) {
		t.Errorf("error %v", err)
	}
	j.add(x, outcome, err)
	x = f.start(t)
	j.section("a server that recovers")
	x.Fail(Fault{Request: "GET", Times: 2, Status: 502})
	x.put(t, j, Wanted(1, "one"), publish.Created, "one")

	ctx, cancel := context.WithCancel(t.Context())
	x = f.start(t)
	x.before = func(*http.Request) { cancel() }
	if _, err := x.client.PutComment(ctx, Wanted(1, "one")); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func (f Forge) checkRun(t *testing.T, j *journal) {
	run := publish.CheckRun{
		Head: Head, Name: "nexus-ci", Conclusion: "failure", Title: "HIGH: one thing breaks\nand more", Summary: "text",
		Annotations: []view.Annotation{
			{Path: "a/b", Line: 3, Level: "error", Title: "stale-call: x", Message: "x was removed\nbut is used"},
			{Path: "a", Line: 1, Level: "warning", Title: "behaviour", Message: strings.Repeat("ä", 3000)},
			{Path: "bad\npath", Line: 1, Level: "notice", Title: "t", Message: "m"},
		},
	}
	for _, conclusion := range []string{"failure", "neutral", "success"} {
		x := f.start(t)
		run.Conclusion = conclusion
		j.section("status: " + conclusion)
		err := x.client.PutCheckRun(t.Context(), run)
		j.add(x, publish.Outcome{Result: "written"}, err)
		if err != nil || len(x.Statuses) == 0 {
			t.Errorf("%s: %v, statuses %v", conclusion, err, x.Statuses)
		}
	}
	x := f.start(t)
	x.Fail(Fault{Request: "write", Status: 403, Message: "no"})
	j.section("status: no right")
	err := x.client.PutCheckRun(t.Context(), run)
	j.add(x, publish.Outcome{}, err)
	if !errors.Is(err, publish.ErrForbidden) {
		t.Errorf("error %v", err)
	}
}

func (f Forge) mergeBase(t *testing.T, j *journal) {
	x := f.start(t)
	x.With(func() { x.MergeBases[Base+".."+Head] = Other })
	j.section("the merge base")
	got, err := x.client.MergeBase(t.Context(), Base, Head)
	j.add(x, publish.Outcome{Result: publish.Result(got)}, err)
	if err != nil || got != Other {
		t.Errorf("merge base %q, %v", got, err)
	}
	_, err = x.client.MergeBase(t.Context(), Other, Head)
	j.add(x, publish.Outcome{}, err)
	if err == nil {
		t.Error("no error without a merge base")
	}
}

// Comments of others are never touched, even if they have our tag or quote it.
func (f Forge) foreign(t *testing.T) {
	x := f.start(t)
	x.put(t, nil, Wanted(1, "one"), publish.Created, "one")
	x.With(func() {
		c := x.Comments[0]
		quoted := c
		quoted.Body, quoted.ID = "> quoted\n"+c.Body, c.ID+1
		c.Author = "4242"
		c.ID += 2
		x.Comments = []Comment{quoted, c}
		x.LastID += 10
	})
	before := slices.Clone(x.Comments)
	outcome, err := x.client.PutComment(t.Context(), Wanted(2, "two"))
	if err != nil || outcome.Result != publish.Created {
		t.Errorf("%q, %v", outcome.Result, err)
	}
	if diff := cmp.Diff(before, x.Comments[:2]); diff != "" || len(x.Comments) != 3 {
		t.Errorf("comments of others (-before +after):\n%s", diff)
	}
}

func (f Forge) paging(t *testing.T) {
	for _, at := range []int{0, 99, 100, 249} {
		x := f.start(t)
		chat := func() {
			x.With(func() { x.Add(7, "chat").Author = "4242" })
		}
		for i := range 250 {
			if i == at {
				if _, err := x.client.PutComment(t.Context(), Wanted(1, "one")); err != nil {
					t.Fatal(err)
				}
			}
			chat()
		}
		outcome, err := x.client.PutComment(t.Context(), Wanted(2, "two"))
		if got := x.Texts(7); err != nil || outcome.Result != publish.Updated || len(got) != 251 || got[at] != "two" {
			t.Errorf("at %d: %q, %v, %d comments", at, outcome.Result, err, len(got))
		}
	}
}

// Whatever the order of the requests of two first runs is, one comment remains, with the text of
// the newer one.
func (f Forge) race(t *testing.T) {
	const steps = 7 // that are chosen in every way; after them, both go in turn
	for schedule := range 1 << steps {
		x := f.start(t)
		Race(x, 2, func(i int, transport http.RoundTripper) func() {
			client, n := x.connect(t, transport), int64(i+1)
			return func() {
				if _, err := client.PutComment(t.Context(), Wanted(n, fmt.Sprint("run ", n))); err != nil {
					t.Error(err)
				}
			}
		}, Schedule(schedule, steps))
		if got := x.Texts(7); !slices.Equal(got, []string{"run 2"}) {
			t.Fatalf("order %0*b: comments %q", steps, schedule, got)
		}
	}
}

// A creation that fails may have happened. It is repeated only if the list says that it has not.
func (f Forge) lost(t *testing.T) {
	for _, fault := range []Fault{{Drop: true, Done: true}, {Drop: true}, {Status: 502, Done: true}, {Status: 502}} {
		x := f.start(t)
		fault.Request, fault.Times = "POST", 1
		x.Fail(fault)
		if _, err := x.client.PutComment(t.Context(), Wanted(1, "one")); err != nil {
			t.Error(err)
		}
		if got := x.Texts(7); !slices.Equal(got, []string{"one"}) {
			t.Errorf("%+v: comments %q", fault, got)
		}
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// The token goes to the API alone, and nothing is read without end.
func (f Forge) elsewhere(t *testing.T) {
	x := f.start(t)
	asked := 0
	client := x.connect(t, roundTripper(func(req *http.Request) (*http.Response, error) {
		asked++
		return &http.Response{StatusCode: 302, Header: http.Header{"Location": {"https://elsewhere.example/x"}}, Body: http.NoBody, Request: req}, nil
	}))
	if _, err := client.PutComment(t.Context(), Wanted(1, "one")); err == nil || !strings.Contains(err.Error(), "redirects to https://elsewhere.example, where the token is not sent") || asked != 1 {
		t.Errorf("asked %d times, error %v", asked, err)
	}
	client = x.connect(t, roundTripper(func(req *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 200, Header: http.Header{}, Body: endless{}, Request: req}, nil
	}))
	if _, err := client.PutComment(t.Context(), Wanted(1, "one")); err == nil || !strings.Contains(err.Error(), "the answer is longer than") {
		t.Errorf("error %v", err)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }
func (endless) Close() error               { return nil }
