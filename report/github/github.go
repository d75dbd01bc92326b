// Package github tells GitHub what a check found: it keeps one comment on a pull
// request up to date, writes check runs, and asks the few things that the command
// cannot know from a checkout.
//
// In: a repository, a token and what to publish. Out: API calls, and one Outcome or
// one error that says in a line what failed and what to do next.
//
// Invariants: no comment or check run is touched that this program has not made; a
// comment of a newer run is never replaced by an older one; waiting is bounded, by
// count and in all; the token is sent to the host of the API alone and is in no error.
package github

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/google/go-github/v62/github"
)

// Options say where the API is and who asks.
type Options struct {
	// APIURL is what GITHUB_API_URL holds: "https://api.github.com",
	// "https://HOST/api/v3" or "https://api.TENANT.ghe.com".
	APIURL     string
	Repository string // "owner/name"
	Token      string // empty: public repositories can be read
	// HTTP carries the requests, http.DefaultClient when nil.
	HTTP *http.Client

	// Now and Sleep replace the clock in tests.
	Now   func() time.Time
	Sleep func(ctx context.Context, d time.Duration) error
}

// A Client speaks to the API about one repository. It may be used by several
// goroutines.
type Client struct {
	gh          *github.Client
	http        *transport
	graphql     string // URL
	owner, repo string
}

// New returns a client. It makes no request.
func New(o Options) (*Client, error) {
	owner, repo, ok := strings.Cut(o.Repository, "/")
	if !ok || owner == "" || repo == "" || strings.ContainsAny(repo, "/?#%") || strings.ContainsAny(owner, "?#%") {
		return nil, fmt.Errorf("repository %q is not of the form owner/name", o.Repository)
	}
	api, err := url.Parse(strings.TrimRight(o.APIURL, "/") + "/")
	if err != nil || api.Host == "" || api.Scheme != "https" && api.Scheme != "http" {
		return nil, fmt.Errorf("API address %q is not a URL such as https://api.github.com", o.APIURL)
	}
	o.Token = strings.TrimSpace(o.Token)
	if strings.ContainsFunc(o.Token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, errors.New("the GitHub token has characters that no token has: check how it was set")
	}

	client := http.Client{}
	if o.HTTP != nil {
		client = *o.HTTP
	}
	t := newTransport(client.Transport, api, o)
	client.Transport = t
	gh := github.NewClient(&client)
	gh.BaseURL = api
	gh.UserAgent = "nexus-ci"
	return &Client{gh: gh, http: t, graphql: graphqlURL(api), owner: owner, repo: repo}, nil
}

// graphqlURL returns the GraphQL endpoint beside a REST one: GitHub Enterprise Server
// has /api/v3/ and /api/graphql, all others / and /graphql.
func graphqlURL(api *url.URL) string {
	u := *api
	u.Path = strings.TrimSuffix(u.Path, "v3/") + "graphql"
	return u.String()
}

// MergeBase returns the best common ancestor of two commits, given by their full ids.
func (c *Client) MergeBase(ctx context.Context, base, head string) (string, error) {
	what := fmt.Sprintf("asking for the merge base of %.12s and %.12s", base, head)
	// One commit a page: all that is wanted of the answer stands beside the list.
	comparison, _, err := c.gh.Repositories.CompareCommits(ctx, c.owner, c.repo, base, head, &github.ListOptions{PerPage: 1})
	if status(err) == http.StatusNotFound {
		return "", fmt.Errorf("%s: GitHub knows no common ancestor in %s (%s)", what, c.name(), message(err))
	}
	if err != nil {
		return "", c.fail(what, "contents: read", err)
	}
	sha := comparison.GetMergeBaseCommit().GetSHA()
	if sha == "" {
		return "", fmt.Errorf("%s: the answer names none", what)
	}
	return sha, nil
}

func (c *Client) name() string { return c.owner + "/" + c.repo }

// pages returns the elements of all pages of a list. The next page is taken only when
// it is further on, so that no answer can keep it going forever.
func pages[T any](list func(github.ListOptions) ([]T, *github.Response, error)) ([]T, error) {
	var out []T
	for opts := (github.ListOptions{PerPage: 100, Page: 1}); ; {
		page, resp, err := list(opts)
		if err != nil {
			return nil, err
		}
		out = append(out, page...)
		if resp.NextPage <= opts.Page {
			return out, nil
		}
		opts.Page = resp.NextPage
	}
}
