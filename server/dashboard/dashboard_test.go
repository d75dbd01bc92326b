package dashboard_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/nexus-ci/nexus-ci/server/account"
	"github.com/nexus-ci/nexus-ci/server/archive"
	"github.com/nexus-ci/nexus-ci/server/dashboard"
	"github.com/nexus-ci/nexus-ci/server/servertest"
)

// A shelf is an archive of a test.
type shelf struct {
	archive.Entries
	err error
}

func (s *shelf) All(context.Context) (*archive.Entries, error) { return &s.Entries, s.err }

// A site is a dashboard with a forge.
type site struct {
	t       *testing.T
	forge   *servertest.GitHub
	server  *httptest.Server
	archive *shelf
	passed  atomic.Int64 // time, by hand
	fails   atomic.Bool  // the forge does
}

func newSite(t *testing.T) *site {
	t.Helper()
	s := &site{t: t, forge: servertest.New(nil), archive: &shelf{}}
	s.forge.Before = func(w http.ResponseWriter, _ *http.Request) bool {
		if s.fails.Load() {
			w.WriteHeader(http.StatusBadGateway)
		}
		return s.fails.Load()
	}
	forge := httptest.NewServer(s.forge)
	t.Cleanup(forge.Close)
	var d http.Handler
	s.server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { d.ServeHTTP(w, r) }))
	t.Cleanup(s.server.Close)
	now := func() time.Time { return time.Now().Add(time.Duration(s.passed.Load())) }
	accounts, err := account.New(account.Options{API: forge.URL, Web: forge.URL, Public: s.server.URL, ClientID: servertest.ClientID, ClientSecret: servertest.ClientSecret, Now: now})
	if err != nil {
		t.Fatal(err)
	}
	if d, err = dashboard.New(s.archive, accounts, slog.New(slog.DiscardHandler), now); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, w := range s.forge.Wrong() {
			t.Errorf("wrong request: %s", w)
		}
	})
	return s
}

// add adds a repository with an open pull request.
func (s *site) add(installation int64, repository string, number int, level string) {
	week := archive.Week{Start: archive.Monday(time.Now()), Reports: 1, Levels: map[string]int{level: 1}, Breaks: 1, Findings: 2}
	s.archive.Repositories = append(s.archive.Repositories, archive.Repository{Installation: installation, Repository: repository, Base: archive.Base{Commit: "0123456789", At: time.Now().Add(-3 * time.Hour)}, Weeks: []archive.Week{week}})
	s.archive.Pulls = append(s.archive.Pulls, archive.Pull{
		Installation: installation, Repository: repository, Number: number, Title: "Title of " + repository, Head: "abcdef0123456789", URL: "https://github.com/" + repository + "/pull/1", Level: level, Headline: "Headline of " + repository,
		Breaks: 1, Findings: 2, Issues: []archive.Issue{{Level: "error", Path: "a.go", Line: 3, Title: "Issue of " + repository, Message: "It breaks."}}, At: time.Now(),
	})
}

// A browser keeps cookies.
type browser struct {
	*site
	client http.Client
}

func (s *site) browser() *browser {
	s.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return &browser{site: s, client: http.Client{Transport: s.server.Client().Transport, Jar: jar}}
}

// signIn signs a user in who sees some repositories.
func (b *browser) signIn(login string, sees map[int64][]string) {
	b.t.Helper()
	b.forge.SetUser(login, b.server.URL+account.CallbackPath, sees)
	if status, body := b.get("/login?next=/trend"); status != http.StatusOK || !strings.Contains(body, "<h1>Trend</h1>") {
		b.t.Fatalf("the sign-in ended with %d:\n%s", status, body)
	}
}

func (b *browser) get(path string) (status int, body string) {
	b.t.Helper()
	resp, err := b.client.Get(b.server.URL + path)
	if err != nil {
		b.t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'", "Cache-Control": "no-store"} {
		if got := resp.Header.Get(name); got != want {
			b.t.Errorf("%s: %s is %q", path, name, got)
		}
	}
	return resp.StatusCode, string(data)
}

// paths are all that shows something.
var paths = []string{"/", "/?page=2", "/repositories", "/trend", "/api/v1/pulls", "/api/v1/repositories", "/api/v1/trend"}

// Nobody sees anything without a session.
func TestSignIn(t *testing.T) {
	s := newSite(t)
	s.add(7, "octo/app", 1, "high")
	b := s.browser()
	for _, path := range append(paths, "/pulls/octo/app/1", "/api/v1/pulls/octo/app/1", "/pulls/octo/none/1") {
		if status, body := b.get(path); status != http.StatusUnauthorized || strings.Contains(body, "Title of") || strings.Contains(path, "api") == strings.Contains(body, "/login?next=") {
			t.Errorf("%s: %d\n%s", path, status, body)
		}
	}
	b.signIn("mona", map[int64][]string{7: {"Octo/App"}})
	for path, want := range map[string][]string{
		"/":                        {"octo/app #1", "Title of octo/app", "Headline of octo/app", ">high<", "0 minutes ago", "mona"},
		"/?repository=Octo/App":    {"octo/app #1"},
		"/pulls/octo/app/1":        {"Issue of octo/app", "a.go:3", "abcdef0", `href="https://github.com/octo/app/pull/1"`},
		"/repositories":            {"1 of 1 repositories", "0123456", "3 hours"},
		"/trend":                   {day(archive.Monday(time.Now())), `<rect class="high" x="0" y="0" width="100"`},
		"/api/v1/pulls":            {`"repository": "octo/app"`, `"level": "high"`, `"total": 1`},
		"/api/v1/pulls/octo/app/1": {`"title": "Title of octo/app"`, `"line": 3`},
		"/api/v1/repositories":     {`"commit": "0123456789"`, `"open": 1`, `"indexed": 1`},
		"/api/v1/trend":            {`"level": "high"`, `"breaks": 1`, `"findings": 2`},
	} {
		status, body := b.get(path)
		for _, text := range want {
			if status != http.StatusOK || !strings.Contains(body, text) {
				t.Errorf("%s answers %d without %s:\n%s", path, status, text, body)
			}
		}
		if strings.HasPrefix(path, "/api/") && !json.Valid([]byte(body)) {
			t.Errorf("%s: %s", path, body)
		}
	}
	if status, _ := b.get("/pulls/octo/app/2"); status != http.StatusNotFound {
		t.Errorf("a pull request without a report: %d", status)
	}
	if status, _ := b.get("/elsewhere"); status != http.StatusNotFound {
		t.Errorf("no page: %d", status)
	}
}

func day(t time.Time) string { return t.Format(time.DateOnly) }

// Nobody sees what the forge would not show them, and no answer tells what is hidden from what is not
// there.
func TestVisible(t *testing.T) {
	s := newSite(t)
	s.add(7, "octo/app", 1, "high")
	s.add(7, "octo/secret", 1, "critical")
	s.add(8, "octo/app", 2, "critical") // another installation, where the name was used before
	s.add(9, "other/secret", 1, "low")
	var many []string
	for i := range 250 {
		many = append(many, fmt.Sprintf("octo/r%d", i))
	}
	mona, hubot, nobody := s.browser(), s.browser(), s.browser()
	mona.signIn("mona", map[int64][]string{7: append(many, "octo/app")}) // on the third page
	hubot.signIn("hubot", map[int64][]string{7: {"octo/secret"}, 9: {"other/secret"}})
	nobody.signIn("nobody", nil)
	sees := map[*browser][]string{mona: {"octo/app"}, hubot: {"octo/secret", "other/secret"}, nobody: nil}
	for b, names := range sees {
		for _, path := range paths {
			status, body := b.get(path)
			if status != http.StatusOK {
				t.Errorf("%s: %d", path, status)
			}
			for _, name := range []string{"octo/app", "octo/secret", "other/secret"} {
				if strings.Contains(body, name) && !slices.Contains(names, name) {
					t.Errorf("%s shows %s to who sees %v:\n%s", path, name, names, body)
				}
			}
		}
	}
	for path, want := range map[string]string{"/api/v1/repositories": `"installed": 251`, "/api/v1/pulls": `"total": 1`, "/api/v1/trend": `"reports": 1`} {
		if _, body := mona.get(path); !strings.Contains(body, want) || strings.Contains(body, "#2") {
			t.Errorf("%s has no %s:\n%s", path, want, body)
		}
	}
	for _, form := range []string{"/pulls/%s/1", "/api/v1/pulls/%s/1", "/?repository=%s", "/api/v1/pulls?repository=%s"} {
		hidden, hiddenBody := mona.get(fmt.Sprintf(form, "octo/secret"))
		absent, absentBody := mona.get(fmt.Sprintf(form, "octo/absent"))
		if hidden != http.StatusNotFound || hidden != absent || hiddenBody != absentBody {
			t.Errorf("%s: what is hidden answers %d, what is not there %d", form, hidden, absent)
		}
	}
	if status, _ := mona.get("/pulls/octo/app/2"); status != http.StatusNotFound {
		t.Errorf("the pull request of another installation: %d", status)
	}
}

// Rights that are taken, and tokens that are revoked, end within minutes; a forge that does not answer
// shows nothing to anybody.
func TestRevoked(t *testing.T) {
	s := newSite(t)
	s.add(7, "octo/app", 1, "high")
	s.add(7, "octo/other", 1, "high")
	b := s.browser()
	b.signIn("mona", map[int64][]string{7: {"octo/app", "octo/other"}})
	s.forge.SetUser("mona", b.server.URL+account.CallbackPath, map[int64][]string{7: {"octo/other"}})
	counts, _ := s.forge.Requests()
	for range 5 {
		b.get("/")
	}
	if again, _ := s.forge.Requests(); again["GET /user/installations"] != counts["GET /user/installations"] {
		t.Error("the forge is asked for each page")
	}
	s.passed.Add(int64(6 * time.Minute))
	if _, body := b.get("/"); strings.Contains(body, "octo/app") || !strings.Contains(body, "octo/other") {
		t.Errorf("after the right was taken:\n%s", body)
	}
	s.fails.Store(true)
	s.passed.Add(int64(6 * time.Minute))
	for _, path := range paths {
		if status, body := b.get(path); status != http.StatusBadGateway || strings.Contains(body, "octo/other") || !strings.Contains(body, "502") {
			t.Errorf("without the forge, %s: %d\n%s", path, status, body)
		}
	}
	s.fails.Store(false)
	if status, _ := b.get("/"); status != http.StatusOK {
		t.Errorf("with the forge again: %d", status)
	}
	s.forge.RevokeUsers()
	s.passed.Add(int64(6 * time.Minute))
	if status, body := b.get("/"); status != http.StatusUnauthorized || strings.Contains(body, "octo") {
		t.Errorf("after the token was revoked: %d\n%s", status, body)
	}
	if cookies := b.cookies(); len(cookies) != 0 {
		t.Errorf("cookies are left: %v", cookies)
	}
}

// cookies are those that the browser would send.
func (b *browser) cookies() []*http.Cookie {
	u, err := url.Parse(b.server.URL)
	if err != nil {
		b.t.Fatal(err)
	}
	return b.client.Jar.Cookies(u)
}

// A session ends by itself.
func TestExpiry(t *testing.T) {
	s := newSite(t)
	s.add(7, "octo/app", 1, "high")
	b := s.browser()
	b.signIn("mona", map[int64][]string{7: {"octo/app"}})
	s.passed.Add(int64(8*time.Hour + time.Minute))
	if status, body := b.get("/"); status != http.StatusUnauthorized || strings.Contains(body, "octo") {
		t.Errorf("%d\n%s", status, body)
	}
}

// A sign-out comes from our pages alone, and ends the token at the forge.
func TestSignOut(t *testing.T) {
	s := newSite(t)
	b := s.browser()
	b.signIn("mona", nil)
	kept := b.cookies()
	post := func(header, value string) int {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, b.server.URL+"/logout", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set(header, value)
		resp, err := b.client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		return resp.StatusCode
	}
	if status := post("Sec-Fetch-Site", "cross-site"); status != http.StatusForbidden || len(b.cookies()) != 1 {
		t.Errorf("another site: %d", status)
	}
	if status := post("Origin", "https://evil.example.com"); status != http.StatusForbidden || len(b.cookies()) != 1 {
		t.Errorf("another origin: %d", status)
	}
	post("Sec-Fetch-Site", "same-origin")
	if len(b.cookies()) != 0 || len(s.forge.UserTokens()) != 0 {
		t.Errorf("after the sign-out: %v, %v", b.cookies(), s.forge.UserTokens())
	}
	u, _ := url.Parse(b.server.URL)
	b.client.Jar.SetCookies(u, kept) // a copy of the cookie
	if status, _ := b.get("/"); status != http.StatusUnauthorized {
		t.Errorf("with a copy of the cookie: %d", status)
	}
}

// A program gives the token of a user of the App, and sees what this user does.
func TestBearer(t *testing.T) {
	s := newSite(t)
	s.add(7, "octo/app", 1, "high")
	s.add(7, "octo/secret", 1, "high")
	s.browser().signIn("mona", map[int64][]string{7: {"octo/app"}})
	ask := func(token string) (int, string) {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.server.URL+"/api/v1/pulls", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+token)
		resp, err := s.server.Client().Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return resp.StatusCode, string(body)
	}
	if status, body := ask(s.forge.UserTokens()[0]); status != http.StatusOK || !strings.Contains(body, "octo/app") || strings.Contains(body, "secret") {
		t.Errorf("%d %s", status, body)
	}
	if status, body := ask("ghu_wrong"); status != http.StatusUnauthorized || strings.Contains(body, "octo") {
		t.Errorf("%d %s", status, body)
	}
}

// What is hostile in a report is text: a parser sees only elements and attributes that are ours.
func TestHostile(t *testing.T) {
	s := newSite(t)
	const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>{{.}}</style></title>' style=x &lt;`
	s.add(7, "octo/app", 1, "high")
	s.add(7, "octo/link", 2, "strange "+evil)
	for i := range s.archive.Pulls {
		p := &s.archive.Pulls[i]
		p.Title, p.Headline, p.Head = evil, evil, evil
		p.Issues = []archive.Issue{{Level: evil, Path: evil, Line: 1, Title: evil, Message: evil}}
		p.URL = "javascript:alert(1)"
	}
	s.archive.Repositories[0].Base.Commit = evil
	b := s.browser()
	b.signIn("mo<b>na", map[int64][]string{7: {"octo/app", "octo/link"}})
	elements := strings.Fields("html head meta title link body a header p nav ul li form span button main h1 section table thead tr th tbody td time svg rect dl dt dd code h2 ol strong")
	attributes := strings.Fields("lang charset name content rel href class id tabindex aria-label aria-current aria-hidden method action scope datetime viewbox preserveaspectratio width height x y dir")
	for _, path := range []string{"/", "/pulls/octo/app/1", "/pulls/octo/link/2", "/repositories", "/trend", "/pulls/octo/" + url.PathEscape(evil) + "/1", "/?repository=" + url.QueryEscape(evil), "/callback?error=" + url.QueryEscape(evil)} {
		_, body := b.get(path)
		for tokens := html.NewTokenizer(strings.NewReader(body)); ; {
			kind := tokens.Next()
			if kind == html.ErrorToken {
				break
			}
			token := tokens.Token()
			if kind == html.TextToken || kind == html.EndTagToken || kind == html.DoctypeToken {
				continue
			}
			if !slices.Contains(elements, token.Data) {
				t.Errorf("%s has an element %s", path, token.Data)
			}
			for _, a := range token.Attr {
				if !slices.Contains(attributes, strings.ToLower(a.Key)) {
					t.Errorf("%s has an attribute %s of %s", path, a.Key, token.Data)
				}
				if a.Key == "href" && !strings.HasPrefix(a.Val, "/") && !strings.HasPrefix(a.Val, "#") { // html/template replaces the address by one of these
					t.Errorf("%s links to %s", path, a.Val)
				}
			}
		}
	}
	_, body := b.get("/api/v1/pulls")
	var got struct{ Pulls []archive.Pull }
	if err := json.Unmarshal([]byte(body), &got); err != nil || len(got.Pulls) != 2 || got.Pulls[0].Title != evil || strings.Contains(body, "<script") {
		t.Errorf("%v, %s", err, body)
	}
}

// The order is that of risk, and long lists have parts.
func TestOrder(t *testing.T) {
	s := newSite(t)
	var names []string
	for i, level := range []string{"low", "critical", "none", "not analysed", "high", "medium"} {
		s.add(7, fmt.Sprintf("octo/r%d", i), i+1, level)
		names = append(names, fmt.Sprintf("octo/r%d", i))
	}
	for i := range 200 {
		s.archive.Pulls = append(s.archive.Pulls, archive.Pull{Installation: 7, Repository: "octo/r2", Number: 1000 + i, Level: "none"})
	}
	b := s.browser()
	b.signIn("mona", map[int64][]string{7: names})
	var l struct {
		Pulls                 []archive.Pull
		Total, Next, Previous int
	}
	_, body := b.get("/api/v1/pulls")
	if err := json.Unmarshal([]byte(body), &l); err != nil {
		t.Fatal(err)
	}
	var order []string
	for _, p := range l.Pulls[:6] {
		order = append(order, p.Level)
	}
	if got := strings.Join(order, ", "); got != "not analysed, critical, high, medium, low, none" || l.Total != 206 || l.Next != 2 || l.Previous != 0 || len(l.Pulls) != 100 {
		t.Errorf("%s; %d, %d, %d", got, l.Total, l.Next, l.Previous)
	}
	_, body = b.get("/api/v1/pulls?page=3")
	if err := json.Unmarshal([]byte(body), &l); err != nil || len(l.Pulls) != 6 || l.Next != 0 || l.Previous != 2 {
		t.Errorf("%v, %d, %d, %d", err, len(l.Pulls), l.Next, l.Previous)
	}
	if _, body := b.get("/?page=2"); !strings.Contains(body, "page=1\">Previous") || !strings.Contains(body, "page=3\">Next") {
		t.Error(body)
	}
	for _, page := range []string{"-1", "x", "99999999999", "9"} {
		if status, _ := b.get("/?page=" + page); status != http.StatusOK {
			t.Errorf("page %s: %d", page, status)
		}
	}
	s.archive.err = errors.New("nats: secret address")
	if status, body := b.get("/"); status != http.StatusBadGateway || strings.Contains(body, "nats") {
		t.Errorf("%d\n%s", status, body)
	}
}
