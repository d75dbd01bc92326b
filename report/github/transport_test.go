package github_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/nexus-ci/nexus-ci/report/github"
	"github.com/nexus-ci/nexus-ci/report/github/githubtest"
	"github.com/nexus-ci/nexus-ci/report/publish"
	"github.com/nexus-ci/nexus-ci/report/publish/forgetest"
)

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

const s = time.Second

func (f *forge) wantSlept(t *testing.T, want ...time.Duration) {
	t.Helper()
	if diff := cmp.Diff(want, f.slept, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("waits (-want +got):\n%s", diff)
	}
}

// Both limits of GitHub, in all forms that it tells them in.
func TestRateLimits(t *testing.T) {
	reset := func(after time.Duration) map[string]string {
		return map[string]string{"X-RateLimit-Limit": "1000", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": fmt.Sprint(time.Unix(1_700_000_000, 0).Add(after).Unix())}
	}
	for _, tc := range []struct {
		name  string
		fault githubtest.Fault
		slept []time.Duration
		err   string
	}{
		{"secondary 403", githubtest.SecondaryLimit("POST", 2, 403, map[string]string{"Retry-After": "7"}), []time.Duration{7 * s, 7 * s}, ""},
		{"secondary 429", githubtest.SecondaryLimit("POST", 1, 429, map[string]string{"Retry-After": "30"}), []time.Duration{30 * s}, ""},
		{"secondary 403 without a time", githubtest.SecondaryLimit("POST", 1, 403, nil), []time.Duration{60 * s}, ""},
		{"secondary 429 without a time", githubtest.SecondaryLimit("GET", 1, 429, nil), []time.Duration{60 * s}, ""},
		{"secondary with a date", githubtest.SecondaryLimit("GET", 1, 429, map[string]string{"Retry-After": "Tue, 14 Nov 2023 22:13:25 GMT"}), []time.Duration{5 * s}, ""},
		{"403 with a time only", githubtest.Fault{Request: "POST", Times: 1, Status: 403, Message: "slow down", Header: map[string]string{"Retry-After": "3"}}, []time.Duration{3 * s}, ""},
		{"primary 403", githubtest.Fault{Request: "GET", Times: 1, Status: 403, Message: "API rate limit exceeded", Header: reset(20 * s)}, []time.Duration{21 * s}, ""},
		{"primary 429", githubtest.Fault{Request: "PATCH", Times: 1, Status: 429, Message: "API rate limit exceeded", Header: reset(0)}, nil, ""},
		{"primary for too long", githubtest.Fault{Request: "GET", Status: 403, Message: "API rate limit exceeded", Header: reset(time.Hour)}, nil,
			"reading pull request #7 of octo/app: GitHub's rate limit is used up until 2023-11-14 23:13:21 UTC: run the job again after that"},
		{"secondary for too long", githubtest.SecondaryLimit("POST", 0, 403, map[string]string{"Retry-After": "121"}), nil,
			"commenting on pull request #7 of octo/app: GitHub's rate limit is used up until 2023-11-14 22:15:21 UTC: run the job again after that"},
		{"too often", githubtest.SecondaryLimit("POST", 0, 403, map[string]string{"Retry-After": "1"}), []time.Duration{s, s, s, s},
			"commenting on pull request #7 of octo/app: GitHub's rate limit is used up until 2023-11-14 22:13:25 UTC: run the job again after that"},
		{"too long in all", githubtest.SecondaryLimit("POST", 0, 403, map[string]string{"Retry-After": "50"}), []time.Duration{50 * s, 50 * s},
			"commenting on pull request #7 of octo/app: GitHub's rate limit is used up until 2023-11-14 22:15:50 UTC: run the job again after that"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := start(t, githubtest.Options{})
			f.Fail(tc.fault)
			_, err := f.client.PutComment(t.Context(), comment(1, "one"))
			if tc.err == "" {
				if err != nil {
					t.Fatal(err)
				}
				f.wantTexts(t, "one")
			} else {
				wantError(t, err, tc.err)
				if errors.Is(err, publish.ErrForbidden) {
					t.Error("a limit is no lack of rights")
				}
			}
			f.wantSlept(t, tc.slept...)
		})
	}
}

// An answer that uses up the limit is a good one, and what comes next asks GitHub, not
// the clock of this machine.
func TestLastRequestOfTheLimit(t *testing.T) {
	f := start(t, githubtest.Options{})
	client := f.connect(t, roundTripper(func(req *http.Request) (*http.Response, error) {
		resp, err := forgetest.Direct{To: f}.RoundTrip(req)
		resp.Header.Set("X-RateLimit-Limit", "60")
		resp.Header.Set("X-RateLimit-Remaining", "0")
		resp.Header.Set("X-RateLimit-Reset", "99999999999")
		return resp, err
	}))
	if _, err := client.PutComment(t.Context(), comment(1, "one")); err != nil {
		t.Fatal(err)
	}
	f.wantTexts(t, "one")
}

func TestServerErrors(t *testing.T) {
	f := start(t, githubtest.Options{})
	f.Fail(githubtest.Fault{Request: "GET", Times: 3, Status: 502, Message: "Server Error"})
	f.Fail(githubtest.Fault{Request: "GET", Times: 1, Status: 503, Message: "down for maintenance", Header: map[string]string{"Retry-After": "9"}})
	f.put(t, comment(1, "one"))
	f.wantTexts(t, "one")
	f.wantSlept(t, 1*s, 2*s, 4*s, 9*s)

	f = start(t, githubtest.Options{})
	f.Fail(githubtest.Fault{Request: "GET", Status: 500, Message: "Server\nError"})
	_, err := f.client.PutComment(t.Context(), comment(1, "one"))
	wantError(t, err, "reading pull request #7 of octo/app: GitHub reports a server error (500 Server Error): run the job again later")
	f.wantSlept(t, 1*s, 2*s, 4*s, 8*s)

	// What a server cannot do at all, it cannot do later.
	f = start(t, githubtest.Options{})
	f.Fail(githubtest.Fault{Request: "GET", Status: 501, Message: "Not Implemented"})
	if _, err := f.client.PutComment(t.Context(), comment(1, "one")); err == nil {
		t.Error("no error")
	}
	f.wantSlept(t)
}

// A creation that fails may have happened. It is repeated only when the list says that
// it has not.
func TestCreationOfUnknownOutcome(t *testing.T) {
	for _, tc := range []struct {
		name   string
		fault  githubtest.Fault
		result publish.Result
		writes []string
	}{
		{"answer lost", githubtest.Fault{Drop: true, Done: true}, publish.Unchanged, []string{"POST issues/7/comments"}},
		{"request lost", githubtest.Fault{Drop: true}, publish.Created, []string{"POST issues/7/comments", "POST issues/7/comments"}},
		{"502 and done", githubtest.Fault{Status: 502, Message: "Bad Gateway", Done: true}, publish.Unchanged, []string{"POST issues/7/comments"}},
		{"502 and not done", githubtest.Fault{Status: 502, Message: "Bad Gateway"}, publish.Created, []string{"POST issues/7/comments", "POST issues/7/comments"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := start(t, githubtest.Options{})
			tc.fault.Request, tc.fault.Times = "POST /repos/octo/app/issues", 1
			f.Fail(tc.fault)
			want(t, f.put(t, comment(1, "one")), tc.result)
			f.wantTexts(t, "one")
			f.wantWrites(t, tc.writes...)
			f.wantSlept(t, 1*s)
		})
	}

	f := start(t, githubtest.Options{})
	f.Fail(githubtest.Fault{Request: "POST", Status: 504, Message: "Gateway Timeout"})
	_, err := f.client.PutComment(t.Context(), comment(1, "one"))
	wantError(t, err, "commenting on pull request #7 of octo/app: GitHub reports a server error (504 Gateway Timeout): run the job again later")
	f.wantSlept(t, 1*s, 2*s, 4*s, 8*s)
}

func TestTimeOuts(t *testing.T) {
	timeout := &net.OpError{Op: "read", Net: "tcp", Err: os.ErrDeadlineExceeded}
	for _, tc := range []struct {
		name, request string
		times         int
		done          bool // before the answer is lost
		slept         []time.Duration
		err           string
	}{
		{"reading", "GET", 2, false, []time.Duration{1 * s, 2 * s}, ""},
		{"creating, done", "POST", 1, true, []time.Duration{1 * s}, ""},
		{"creating, not done", "POST", 1, false, []time.Duration{1 * s}, ""},
		{"editing, done", "PATCH", 1, true, []time.Duration{1 * s}, ""},
		{"editing, not done", "PATCH", 3, false, []time.Duration{1 * s, 2 * s, 4 * s}, ""},
		{"always", "GET", 99, false, []time.Duration{1 * s, 2 * s, 4 * s, 8 * s},
			"reading pull request #7 of octo/app: cannot reach HOST (read tcp: i/o timeout): check the network and run the job again"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := start(t, githubtest.Options{})
			if tc.request == "PATCH" {
				f.put(t, comment(1, "one"))
			}
			n := 0
			client := f.connect(t, roundTripper(func(req *http.Request) (*http.Response, error) {
				if req.Method != tc.request || req.URL.Path == "/graphql" || n == tc.times {
					return forgetest.Direct{To: f}.RoundTrip(req)
				}
				n++
				if tc.done {
					if _, err := (forgetest.Direct{To: f}).RoundTrip(req); err != nil {
						return nil, err
					}
				}
				return nil, timeout
			}))
			_, err := client.PutComment(t.Context(), comment(2, "two"))
			if tc.err != "" {
				wantError(t, err, strings.Replace(tc.err, "HOST", strings.TrimPrefix(f.URL, "http://"), 1))
			} else if err != nil {
				t.Error(err)
			} else {
				f.wantTexts(t, "two")
			}
			f.wantSlept(t, tc.slept...)
		})
	}
}

// An answer that breaks off in the middle is asked for again.
func TestAnswerBreaksOff(t *testing.T) {
	f := start(t, githubtest.Options{})
	broken := false
	client := f.connect(t, roundTripper(func(req *http.Request) (*http.Response, error) {
		resp, err := forgetest.Direct{To: f}.RoundTrip(req)
		if !broken {
			broken = true
			resp.Body = io.NopCloser(io.MultiReader(io.LimitReader(resp.Body, 10), brokenReader{}))
		}
		return resp, err
	}))
	if _, err := client.PutComment(t.Context(), comment(1, "one")); err != nil {
		t.Fatal(err)
	}
	f.wantSlept(t, 1*s)
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func TestCancelled(t *testing.T) {
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		ctx, cancel := context.WithCancel(t.Context())
		f := start(t, githubtest.Options{})
		f.Fail(githubtest.Fault{Request: method, Status: http.StatusBadGateway})
		f.Before(func(r *http.Request) {
			if r.Method == method {
				cancel()
			}
		})
		_, err := f.client.PutComment(ctx, comment(1, "one"))
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
		f.wantSlept(t)
	}
}

func TestCancelledWhileWaiting(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	asked := 0
	client, err := github.New(github.Options{
		APIURL: "http://github.example", Repository: "octo/app",
		HTTP: &http.Client{Transport: roundTripper(func(req *http.Request) (*http.Response, error) {
			asked++
			return &http.Response{StatusCode: 429, Header: http.Header{"Retry-After": {"60"}}, Body: http.NoBody, Request: req}, nil
		})},
		Sleep: func(ctx context.Context, _ time.Duration) error {
			cancel()
			<-ctx.Done()
			return ctx.Err()
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = client.PullRequest(ctx, 7)
	if !errors.Is(err, context.Canceled) || asked != 1 {
		t.Errorf("asked %d times, error %v", asked, err)
	}
}

// The token is for the API alone, whatever a redirect says.
func TestTokenStaysWithTheAPI(t *testing.T) {
	f := start(t, githubtest.Options{})
	var elsewhere []string
	client := f.connect(t, roundTripper(func(req *http.Request) (*http.Response, error) {
		if req.URL.Host == "elsewhere.example" {
			elsewhere = append(elsewhere, req.Header.Get("Authorization"))
			return &http.Response{StatusCode: 403, Body: http.NoBody, Request: req}, nil
		}
		return &http.Response{StatusCode: 302, Header: http.Header{"Location": {"http://elsewhere.example/x"}}, Body: http.NoBody, Request: req}, nil
	}))
	_, err := client.PullRequest(t.Context(), 7)
	if err == nil || strings.Contains(err.Error(), f.Token) {
		t.Errorf("error %v", err)
	}
	if diff := cmp.Diff([]string{""}, elsewhere); diff != "" {
		t.Errorf("Authorization sent elsewhere (-want +got):\n%s", diff)
	}
}

func TestNewRefuses(t *testing.T) {
	for _, tc := range []struct {
		options github.Options
		want    string
	}{
		{github.Options{APIURL: "https://api.github.com", Repository: "app"}, `repository "app" is not of the form owner/name`},
		{github.Options{APIURL: "https://api.github.com", Repository: "octo/app/../x"}, `repository "octo/app/../x" is not of the form owner/name`},
		{github.Options{APIURL: "", Repository: "octo/app"}, `API address "" is not a URL such as https://api.github.com`},
		{github.Options{APIURL: "api.github.com", Repository: "octo/app"}, `API address "api.github.com" is not a URL such as https://api.github.com`},
		{github.Options{APIURL: "https://api.github.com", Repository: "octo/app", Token: "ghs_a\nb"}, "the GitHub token has characters that no token has: check how it was set"},
	} {
		_, err := github.New(tc.options)
		wantError(t, err, tc.want)
	}
}
