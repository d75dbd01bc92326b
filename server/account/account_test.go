package account_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/nexus-ci/nexus-ci/server/account"
	"github.com/nexus-ci/nexus-ci/server/servertest"
)

const public = "https://nexus.example.com"

// A desk signs people in.
type desk struct {
	*account.Accounts
	t     *testing.T
	forge *servertest.GitHub
	web   string
	now   time.Time
}

func newDesk(t *testing.T, secret string) *desk {
	t.Helper()
	d := &desk{t: t, forge: servertest.New(nil), now: time.Now()}
	d.forge.SetUser("mona", public+"/callback", nil)
	server := httptest.NewServer(d.forge)
	t.Cleanup(server.Close)
	d.web = server.URL
	var err error
	if d.Accounts, err = account.New(account.Options{API: server.URL, Web: server.URL, Public: public, ClientID: servertest.ClientID, ClientSecret: secret, Now: func() time.Time { return d.now }}); err != nil {
		t.Fatal(err)
	}
	return d
}

// begin returns the cookie of a sign-in that was begun, and where the forge sends the browser back to.
func (d *desk) begin(next string) (attempt *http.Cookie, back *url.URL) {
	d.t.Helper()
	w := httptest.NewRecorder()
	d.Begin(w, httptest.NewRequest(http.MethodGet, "/login", nil), next)
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Get(w.Header().Get("Location"))
	if err != nil {
		d.t.Fatal(err)
	}
	resp.Body.Close()
	back, err = resp.Location()
	if err != nil {
		d.t.Fatal(err)
	}
	return w.Result().Cookies()[0], back
}

// end ends a sign-in, and returns the session that it sets.
func (d *desk) end(attempt *http.Cookie, back *url.URL) (session *http.Cookie, next string, err error) {
	d.t.Helper()
	r := httptest.NewRequest(http.MethodGet, back.RequestURI(), nil)
	if attempt != nil {
		r.AddCookie(attempt)
	}
	w := httptest.NewRecorder()
	next, err = d.End(w, r)
	for _, c := range w.Result().Cookies() {
		if strings.Contains(c.Name, "session") {
			session = c
		}
	}
	return session, next, err
}

func (d *desk) session(c *http.Cookie) *account.Session {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.AddCookie(c)
	return d.Session(r)
}

func TestSession(t *testing.T) {
	d := newDesk(t, servertest.ClientSecret)
	attempt, back := d.begin("/trend?x=1")
	c, next, err := d.end(attempt, back)
	if err != nil || next != "/trend?x=1" {
		t.Fatalf("%q, %v", next, err)
	}
	for _, c := range []*http.Cookie{attempt, c} {
		if !strings.HasPrefix(c.Name, "__Host-") || !c.HttpOnly || !c.Secure || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.Domain != "" || c.MaxAge <= 0 {
			t.Errorf("%+v", c)
		}
		for _, secret := range append(d.forge.UserTokens(), "mona", "trend") {
			if strings.Contains(c.Value, secret) {
				t.Errorf("the cookie %s shows %s", c.Name, secret)
			}
		}
	}
	if s := d.session(c); s == nil || s.Login != "mona" {
		t.Errorf("%+v", s)
	}
	// What is not a cookie of this server, for this purpose and of this time, is none.
	for i := 0; i < len(c.Value); i += 7 {
		changed := *c
		other := "A"
		if changed.Value[i] == 'A' {
			other = "B"
		}
		changed.Value = c.Value[:i] + other + c.Value[i+1:]
		if d.session(&changed) != nil {
			t.Fatalf("a cookie with another letter at %d is taken", i)
		}
	}
	moved := *attempt
	moved.Name = c.Name
	if d.session(&moved) != nil {
		t.Error("the cookie of a sign-in is taken for a session")
	}
	if newDesk(t, "another").session(c) != nil {
		t.Error("the cookie of another server is taken")
	}
	d.now = d.now.Add(8*time.Hour + time.Second)
	if d.session(c) != nil {
		t.Error("a cookie is taken after its time")
	}
}

// A sign-in ends where it was begun, once and in time.
func TestEndRefuses(t *testing.T) {
	for name, change := range map[string]func(d *desk, attempt **http.Cookie, back *url.URL){
		"another browser":      func(_ *desk, attempt **http.Cookie, _ *url.URL) { *attempt = nil },
		"a sign-in of another": func(d *desk, attempt **http.Cookie, _ *url.URL) { *attempt, _ = d.begin("/") },
		"no state":             func(_ *desk, _ **http.Cookie, back *url.URL) { back.RawQuery = "code=" + back.Query().Get("code") },
		"another state":        func(_ *desk, _ **http.Cookie, back *url.URL) { back.RawQuery += "x" },
		"no code":              func(_ *desk, _ **http.Cookie, back *url.URL) { back.RawQuery = "state=" + back.Query().Get("state") },
		"a code of nobody": func(_ *desk, _ **http.Cookie, back *url.URL) {
			back.RawQuery = "code=x&state=" + back.Query().Get("state")
		},
		"too late": func(d *desk, _ **http.Cookie, _ *url.URL) { d.now = d.now.Add(11 * time.Minute) },
		"refused by the user": func(_ *desk, _ **http.Cookie, back *url.URL) {
			back.RawQuery = "error=access_denied&state=" + back.Query().Get("state")
		},
		"a code used before": func(d *desk, attempt **http.Cookie, back *url.URL) { _, _, _ = d.end(*attempt, back) },
		"the code of a another": func(d *desk, attempt **http.Cookie, back *url.URL) { // PKCE: a code goes with the verifier of its browser
			_, other := d.begin("/")
			back.RawQuery = url.Values{"code": {other.Query().Get("code")}, "state": {back.Query().Get("state")}}.Encode()
		},
	} {
		d := newDesk(t, servertest.ClientSecret)
		attempt, back := d.begin("/")
		change(d, &attempt, back)
		tokens := len(d.forge.UserTokens())
		session, _, err := d.end(attempt, back)
		if err == nil || session != nil || len(d.forge.UserTokens()) != tokens {
			t.Errorf("%s: %v", name, err)
		}
		if err != nil && strings.Contains(err.Error(), back.Query().Get("code")) && back.Query().Get("code") != "" && back.Query().Get("code") != "x" {
			t.Errorf("%s: the error holds the code: %v", name, err)
		}
	}
}

// A sign-in leads to a page of this server.
func TestNext(t *testing.T) {
	for next, want := range map[string]string{
		"/repositories": "/repositories", "/?page=2&repository=a/b": "/?page=2&repository=a/b", "": "/", "//evil.example.com": "/", "https://evil.example.com": "/", `/\evil.example.com`: "/", "javascript:alert(1)": "/", "/\nx": "/",
		"evil": "/", "/\t/evil.example.com": "/",
	} {
		d := newDesk(t, servertest.ClientSecret)
		attempt, back := d.begin(next)
		if _, got, err := d.end(attempt, back); err != nil || got != want {
			t.Errorf("%q leads to %q, %v", next, got, err)
		}
	}
}

// Strangers cannot make the server ask the forge without limit, and do not keep out who is known.
func TestStrangers(t *testing.T) {
	d := newDesk(t, servertest.ClientSecret)
	attempt, back := d.begin("/")
	c, _, err := d.end(attempt, back)
	if err != nil {
		t.Fatal(err)
	}
	busy := 0
	for i := range 100 {
		r := httptest.NewRequest(http.MethodGet, "/api/v1/pulls", nil)
		r.Header.Set("Authorization", fmt.Sprintf("Bearer ghu_%d", i))
		switch _, err := d.Visible(t.Context(), d.Session(r)); {
		case err == nil:
			t.Fatal("an unknown token is taken")
		case !errors.Is(err, account.ErrEnded):
			busy++
		}
	}
	counts, _ := d.forge.Requests()
	if asked := counts["GET /user/installations"]; asked != 49 || busy != 51 {
		t.Errorf("the forge was asked %d times, %d were refused", asked, busy)
	}
	if _, err := d.Visible(t.Context(), d.session(c)); err != nil {
		t.Errorf("who is signed in: %v", err)
	}
	d.now = d.now.Add(time.Minute)
	attempt, back = d.begin("/")
	if _, _, err := d.end(attempt, back); err != nil {
		t.Errorf("a minute later: %v", err)
	}
}

func TestNewRefuses(t *testing.T) {
	good := account.Options{API: "https://api.github.com", Web: "https://github.com", Public: public, ClientID: "id", ClientSecret: "secret"}
	if _, err := account.New(good); err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{"", "nexus.example.com", "http://nexus.example.com", "https://", "https://nexus.example.com/path", "ftp://nexus.example.com"} {
		o := good
		o.Public = at
		if _, err := account.New(o); err == nil {
			t.Errorf("browsers would come to %q", at)
		}
	}
	for _, change := range []func(*account.Options){func(o *account.Options) { o.ClientID = "" }, func(o *account.Options) { o.ClientSecret = "" }} {
		o := good
		change(&o)
		if _, err := account.New(o); err == nil {
			t.Error("a sign-in without a client")
		}
	}
}
