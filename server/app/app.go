// Package app is a client of GitHub that authenticates as a GitHub App.
//
// In: the id and the private key of the App. Out: its installations, their repositories, and a Pull
// for one pull request, which is a publish.Forge.
//
// Invariants: the key signs, and is never sent; a token that can write is for one repository and for
// the permissions that publishing needs; tokens are kept in memory alone, and are never in an error
// or a log; the requests of one installation are limited together, by a token bucket.
package app

import (
	"context"
	"crypto/rsa"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"
	gogithub "github.com/google/go-github/v62/github"

	"github.com/nexus-ci/nexus-ci/report/github"
	"github.com/nexus-ci/nexus-ci/report/publish/rest"
)

const (
	// signed is how long a signature as the App is valid; GitHub takes at most ten minutes. skew
	// is what its clock may differ.
	signed = 9 * time.Minute
	skew   = time.Minute
	// spare is how long a token has to be valid at least: longer than one pull request takes.
	spare = 20 * time.Minute
)

// Options of an App.
type Options struct {
	API string // "https://api.github.com"
	Web string // "https://github.com"
	ID  string // of the App, or its client id
	Key *rsa.PrivateKey
	// Hourly is the number of requests per hour that one installation may make from this process.
	Hourly int
	// Requests is told of each request that was answered: billable is false for those that GitHub
	// does not count.
	Requests func(billable bool)
	// Transport carries requests, http.DefaultTransport when nil. Now and Sleep replace the clock
	// in tests.
	Transport http.RoundTripper
	Now       func() time.Time
	Sleep     func(context.Context, time.Duration) error
}

// An App is safe for concurrent use.
type App struct {
	Options
	api *url.URL

	mu        sync.Mutex
	tokens    map[scope]*token
	carriages map[int64]*carriage
}

// A scope is what a token is for. An empty repository is all of the installation's, to be read.
type scope struct {
	installation int64
	repository   string
}

type token struct {
	mu      sync.Mutex
	value   string
	expires time.Time
}

// New returns an App. It makes no request.
func New(o Options) (*App, error) {
	api, err := rest.Address(o.API)
	if err != nil {
		return nil, err
	}
	if o.ID == "" || o.Key == nil {
		return nil, errors.New("the GitHub App needs its id and its private key")
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Transport == nil {
		o.Transport = http.DefaultTransport
	}
	if o.Requests == nil {
		o.Requests = func(bool) {}
	}
	return &App{Options: o, api: api, tokens: make(map[scope]*token), carriages: make(map[int64]*carriage)}, nil
}

// ParseKey reads a private key in PEM.
func ParseKey(pem []byte) (*rsa.PrivateKey, error) {
	key, err := jwt.ParseRSAPrivateKeyFromPEM(pem)
	if err != nil {
		return nil, errors.New("the private key of the GitHub App is no RSA key in PEM")
	}
	return key, nil
}

// sign returns a signature as the App.
func (a *App) sign() (string, error) {
	now := a.Now()
	return jwt.NewWithClaims(jwt.SigningMethodRS256, jwt.RegisteredClaims{
		Issuer: a.ID, IssuedAt: jwt.NewNumericDate(now.Add(-skew)), ExpiresAt: jwt.NewNumericDate(now.Add(signed)),
	}).SignedString(a.Key)
}

// client returns a client of the API with a token, or as the App without one. Requests as the App
// are limited together too, as those of installation 0.
func (a *App) client(installation int64, token string) (*gogithub.Client, *rest.Transport, error) {
	if token == "" {
		var err error
		if token, err = a.sign(); err != nil {
			return nil, nil, err
		}
	}
	t := rest.NewTransport(rest.Options{
		Service: "GitHub", API: a.api, Token: token, Setting: "the key of the GitHub App", Limited: github.Limited,
		HTTP: &http.Client{Transport: a.carriage(installation)}, Now: a.Now, Sleep: a.Sleep,
	})
	c := gogithub.NewClient(&http.Client{Transport: t})
	c.BaseURL, c.UserAgent = a.api, "nexus-ci"
	return c, t, nil
}

// carriage returns what carries the requests of an installation.
func (a *App) carriage(installation int64) *carriage {
	a.mu.Lock()
	defer a.mu.Unlock()
	c := a.carriages[installation]
	if c == nil {
		c = newCarriage(a.Transport, a.Hourly, a.Requests)
		a.carriages[installation] = c
	}
	return c
}

// Token returns a token for a repository of an installation, with the permissions to publish. For an
// empty repository it is one to read the pull requests of all.
func (a *App) Token(ctx context.Context, installation int64, repository string) (string, error) {
	s := scope{installation, strings.ToLower(repository)}
	a.mu.Lock()
	t := a.tokens[s]
	if t == nil {
		t = &token{}
		a.tokens[s] = t
	}
	a.mu.Unlock()
	t.mu.Lock()
	defer t.mu.Unlock()
	if a.Now().Add(spare).Before(t.expires) {
		return t.value, nil
	}
	made, err := a.makeToken(ctx, installation, repository)
	if err != nil {
		return "", err
	}
	t.value, t.expires = made.GetToken(), made.GetExpiresAt().Time
	return t.value, nil
}

func (a *App) makeToken(ctx context.Context, installation int64, repository string) (*gogithub.InstallationToken, error) {
	c, t, err := a.client(0, "")
	if err != nil {
		return nil, err
	}
	read, write := gogithub.String("read"), gogithub.String("write")
	o := &gogithub.InstallationTokenOptions{Permissions: &gogithub.InstallationPermissions{Metadata: read, PullRequests: read}}
	if repository != "" {
		_, name, _ := strings.Cut(repository, "/")
		o.Repositories = []string{name}
		o.Permissions = &gogithub.InstallationPermissions{Metadata: read, Contents: read, PullRequests: write, Checks: write}
	}
	made, _, err := c.Apps.CreateInstallationToken(ctx, installation, o)
	if err != nil {
		return nil, fail(t, fmt.Sprintf("making a token for installation %d", installation), err)
	}
	if made.GetToken() == "" {
		return nil, fmt.Errorf("making a token for installation %d: the answer has none", installation)
	}
	return made, nil
}

// fail returns an error as one line.
func fail(t *rest.Transport, what string, err error) error {
	return t.Fail(what, "check the permissions of the GitHub App, and that it is installed", github.Plain(err))
}

// Installations returns the ids of the installations of the App, without those that are suspended.
func (a *App) Installations(ctx context.Context) ([]int64, error) {
	c, t, err := a.client(0, "")
	if err != nil {
		return nil, err
	}
	found, err := github.Pages(func(o gogithub.ListOptions) ([]*gogithub.Installation, *gogithub.Response, error) {
		return c.Apps.ListInstallations(ctx, &o)
	})
	if err != nil {
		return nil, fail(t, "listing the installations", err)
	}
	var ids []int64
	for _, i := range found {
		if i.SuspendedAt == nil {
			ids = append(ids, i.GetID())
		}
	}
	return ids, nil
}

// Who can see a repository. Internal: everybody in the enterprise.
const (
	Public   = "public"
	Internal = "internal"
	Private  = "private"
)

// A Repository is one of the repositories of an installation.
type Repository struct {
	Name       string // "octo/app"
	Visibility string // one of the above, or what the forge has added since
}

// Repositories returns the repositories of an installation, without archived ones.
func (a *App) Repositories(ctx context.Context, installation int64) ([]Repository, error) {
	value, err := a.Token(ctx, installation, "")
	if err != nil {
		return nil, err
	}
	c, t, err := a.client(installation, value)
	if err != nil {
		return nil, err
	}
	found, err := github.Pages(func(o gogithub.ListOptions) ([]*gogithub.Repository, *gogithub.Response, error) {
		list, resp, err := c.Apps.ListRepos(ctx, &o)
		if err != nil {
			return nil, nil, err
		}
		return list.Repositories, resp, nil
	})
	if err != nil {
		return nil, fail(t, "listing the repositories of installation "+strconv.FormatInt(installation, 10), err)
	}
	var repositories []Repository
	for _, r := range found {
		if !r.GetArchived() {
			repositories = append(repositories, Repository{r.GetFullName(), r.GetVisibility()})
		}
	}
	return repositories, nil
}

// OpenPulls returns the open pull requests of a repository.
func (a *App) OpenPulls(ctx context.Context, installation int64, repository string) ([]*github.PullRequest, error) {
	value, err := a.Token(ctx, installation, "")
	if err != nil {
		return nil, err
	}
	c, err := a.repository(installation, repository, value)
	if err != nil {
		return nil, err
	}
	return c.OpenPullRequests(ctx)
}

func (a *App) repository(installation int64, repository, token string) (*github.Client, error) {
	return github.New(github.Options{
		APIURL: a.API, Repository: repository, Token: token, Threads: true, HTTP: &http.Client{Transport: a.carriage(installation)}, Now: a.Now, Sleep: a.Sleep,
	})
}
