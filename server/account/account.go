// Package account signs people in through the forge, and asks it what they may see.
//
// In: the OAuth client of the GitHub App, and requests of browsers. Out: Sessions, and for each the
// repositories that the forge shows its user.
//
// Files: account.go is the sign-in, session.go what a cookie holds, visible.go what a user may see.
//
// Invariants: a session is in a cookie that is encrypted and authenticated, and nowhere else; it ends
// with the token of the forge, and after sessionTime at most. What a user may see is what the forge
// answers to the token of this user, and no older than visibleTime; where the
// forge does not answer, it is nothing. Tokens are in no log, error or page. Who is not signed in cannot
// make this server ask the forge without limit.
package account

import (
	"context"
	"crypto/cipher"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	gogithub "github.com/google/go-github/v62/github"
	"golang.org/x/oauth2"
	"golang.org/x/time/rate"

	"github.com/nexus-ci/nexus-ci/report/publish/rest"
)

// Options of Accounts.
type Options struct {
	API          string // "https://api.github.com"
	Web          string // "https://github.com"
	Public       string // where browsers find this server: "https://nexus.example.com"
	ClientID     string // of the GitHub App
	ClientSecret string
	Transport    http.RoundTripper // http.DefaultTransport when nil
	Now          func() time.Time
}

// Accounts are safe for concurrent use.
type Accounts struct {
	Options
	api    *url.URL
	oauth  oauth2.Config
	sealer cipher.AEAD
	// strangers limits the questions to the forge that anybody can cause.
	strangers *rate.Limiter

	mu    sync.Mutex
	known map[string]*known // what users may see, by the hash of the token
}

// CallbackPath is where the forge sends a browser back to.
const CallbackPath = "/callback"

// askTime is how long one question to the forge may take.
const askTime = 20 * time.Second

// So many questions a second strangers may cause, and so many at once.
const (
	strangerRate  = 5
	strangerBurst = 50
)

// New returns Accounts. It makes no request.
func New(o Options) (*Accounts, error) {
	api, err := rest.Address(o.API)
	if err != nil {
		return nil, err
	}
	public, err := url.Parse(o.Public)
	if err != nil || public.Host == "" || strings.Trim(public.Path, "/") != "" || public.RawQuery != "" || public.Scheme != "https" && (public.Scheme != "http" || !loopback(public.Hostname())) {
		return nil, fmt.Errorf("%s is no address where browsers find the dashboard: want one such as https://nexus.example.com", o.Public)
	}
	if o.ClientID == "" || o.ClientSecret == "" {
		return nil, errors.New("the sign-in needs the client id and a client secret of the GitHub App")
	}
	sealer, err := newSealer(o.ClientSecret)
	if err != nil {
		return nil, err
	}
	if o.Transport == nil {
		o.Transport = http.DefaultTransport
	}
	web := strings.TrimRight(o.Web, "/")
	return &Accounts{
		Options: o, api: api, sealer: sealer, known: make(map[string]*known), strangers: rate.NewLimiter(strangerRate, strangerBurst),
		oauth: oauth2.Config{
			ClientID: o.ClientID, ClientSecret: o.ClientSecret, RedirectURL: strings.TrimRight(o.Public, "/") + CallbackPath,
			Endpoint: oauth2.Endpoint{AuthURL: web + "/login/oauth/authorize", TokenURL: web + "/login/oauth/access_token", AuthStyle: oauth2.AuthStyleInParams},
		},
	}, nil
}

func loopback(host string) bool { return host == "localhost" || host == "127.0.0.1" || host == "::1" }

// An attempt is a sign-in that was begun in this browser.
type attempt struct {
	State    string    `json:"state"`
	Verifier string    `json:"verifier"`
	Next     string    `json:"next"`
	Expires  time.Time `json:"expires"`
}

// Begin sends a browser to the forge. Afterwards it comes to next, a path of this server.
func (a *Accounts) Begin(w http.ResponseWriter, r *http.Request, next string) {
	try := attempt{State: rand.Text(), Verifier: oauth2.GenerateVerifier(), Next: local(next), Expires: a.Now().Add(attemptTime)}
	a.setCookie(w, attemptCookie, try, attemptTime)
	http.Redirect(w, r, a.oauth.AuthCodeURL(try.State, oauth2.S256ChallengeOption(try.Verifier)), http.StatusSeeOther)
}

// local returns a path of this server, "/" for all else.
func local(next string) string {
	u, err := url.Parse(next)
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil || !strings.HasPrefix(next, "/") || strings.HasPrefix(next, "//") || strings.ContainsAny(next, "\\\r\n\t") {
		return "/"
	}
	return next
}

// End is called where the forge sends a browser back to: it sets the session and returns the path to go to.
func (a *Accounts) End(w http.ResponseWriter, r *http.Request) (next string, err error) {
	var try attempt
	known := a.cookie(r, attemptCookie, &try) && a.Now().Before(try.Expires)
	a.clearCookie(w, attemptCookie)
	query := r.URL.Query()
	if !known || subtle.ConstantTimeCompare([]byte(query.Get("state")), []byte(try.State)) != 1 {
		return "", errors.New("this sign-in was not begun in this browser, or it took too long")
	}
	if query.Get("error") != "" || query.Get("code") == "" {
		return "", errors.New("the forge has not allowed it")
	}
	if !a.strangers.AllowN(a.Now(), 1) {
		return "", errBusy
	}
	ctx, cancel := context.WithTimeout(r.Context(), askTime)
	defer cancel()
	token, err := a.oauth.Exchange(context.WithValue(ctx, oauth2.HTTPClient, &http.Client{Transport: a.Transport}), query.Get("code"), oauth2.VerifierOption(try.Verifier))
	if err != nil {
		return "", errors.New("the forge gives no token for it") // its answer may hold a secret
	}
	user, _, err := a.client(token.AccessToken).Users.Get(ctx, "")
	if err != nil {
		return "", errors.New("the forge does not say who it is")
	}
	s := &Session{Login: user.GetLogin(), Token: token.AccessToken, Expires: a.Now().Add(sessionTime)}
	if !token.Expiry.IsZero() && token.Expiry.Before(s.Expires) {
		s.Expires = token.Expiry
	}
	a.setCookie(w, sessionCookie, s, s.Expires.Sub(a.Now()))
	return try.Next, nil
}

// Leave ends a session, here and at the forge.
func (a *Accounts) Leave(w http.ResponseWriter, r *http.Request) {
	s := a.Session(r)
	a.Forget(w, s)
	if s == nil {
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), askTime)
	defer cancel()
	basic := &gogithub.BasicAuthTransport{Username: a.ClientID, Password: a.ClientSecret, Transport: a.Transport}
	c := gogithub.NewClient(basic.Client())
	c.BaseURL, c.UserAgent = a.api, "nexus-ci"
	_, _ = c.Authorizations.Revoke(ctx, a.ClientID, s.Token) // its time ends anyway
}

// Forget ends a session in this browser.
func (a *Accounts) Forget(w http.ResponseWriter, s *Session) {
	a.clearCookie(w, sessionCookie)
	if s != nil {
		a.drop(s.Token)
	}
}

func (a *Accounts) client(token string) *gogithub.Client {
	c := gogithub.NewClient(&http.Client{Transport: a.Transport, Timeout: askTime}).WithAuthToken(token)
	c.BaseURL, c.UserAgent = a.api, "nexus-ci"
	return c
}
