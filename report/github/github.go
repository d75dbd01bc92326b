// Package github publishes results to GitHub: it updates one comment on a pull request, writes
// check runs, and requests data that is not in a checkout.
//
// In: a repository, a token and what to publish. Out: API calls, and an Outcome or an error
// that says in one line what failed and what to do next.
//
// Invariants: only comments and check runs of this program are changed; a comment of a newer run
// is never replaced by an older one; waiting is bounded by number and total time; the token is
// sent only to the host of the API and is never in an error.
package github

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/google/go-github/v62/github"

	"github.com/nexus-ci/nexus-ci/report/publish/rest"
)

// Options say where the API is and how to authenticate.
type Options struct {
	// APIURL is the value of GITHUB_API_URL: "https://api.github.com",
	// "https://HOST/api/v3" or "https://api.TENANT.ghe.com".
	APIURL     string
	Repository string // "owner/name"
	Token      string // empty: only public repositories can be read
	// Threads: a pull request and its comments are read by one query of GraphQL, which has a limit of its
	// own, where that works.
	Threads bool
	// HTTP carries the requests, http.DefaultClient when nil.
	HTTP *http.Client

	// Now and Sleep replace the clock in tests.
	Now   func() time.Time
	Sleep func(ctx context.Context, d time.Duration) error
}

// A Client calls the API for one repository. It is safe for concurrent use.
type Client struct {
	gh          *github.Client
	http        *rest.Transport
	graphql     string // URL
	threads     bool
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
	token, err := rest.Token("GitHub", o.Token)
	if err != nil {
		return nil, err
	}
	t := rest.NewTransport(rest.Options{
		Service: "GitHub", API: api, Token: token, Setting: tokenVariable, Limited: Limited, Repeatable: repeatable,
		HTTP: o.HTTP, Now: o.Now, Sleep: o.Sleep,
	})
	client := http.Client{}
	if o.HTTP != nil {
		client = *o.HTTP
	}
	// go-github's own handling of rate limits reads the clock and rejects requests instead of
	// waiting, so the transport handles them below it.
	client.Transport = t
	gh := github.NewClient(&client)
	gh.BaseURL = api
	gh.UserAgent = "nexus-ci"
	return &Client{gh: gh, http: t, graphql: graphqlURL(api), threads: o.Threads, owner: owner, repo: repo}, nil
}

// Limited reports whether a response rejects a request because of one of GitHub's rate limits.
func Limited(resp *http.Response, body []byte) bool {
	if resp.StatusCode != http.StatusForbidden {
		return false
	}
	return resp.Header.Get("Retry-After") != "" || resp.Header.Get("X-RateLimit-Remaining") == "0" || bytes.Contains(bytes.ToLower(body), []byte("secondary rate limit"))
}

// repeatable reports whether a request is idempotent. An update of a check run is not: it adds
// annotations to the existing ones.
func repeatable(req *http.Request) bool {
	if req.Method == http.MethodPatch {
		return !strings.Contains(req.URL.Path, "/check-runs/")
	}
	return strings.HasSuffix(req.URL.Path, "/graphql") // GraphQL is only used for queries
}

// graphqlURL returns the GraphQL endpoint for a REST endpoint: on GitHub Enterprise Server
// /api/graphql for /api/v3/, on all others /graphql for /.
func graphqlURL(api *url.URL) string {
	u := *api
	u.Path = strings.TrimSuffix(u.Path, "v3/") + "graphql"
	return u.String()
}

// MergeBase returns the best common ancestor of two commits, given by full id.
func (c *Client) MergeBase(ctx context.Context, base, head string) (string, error) {
	what := fmt.Sprintf("asking for the merge base of %.12s and %.12s", base, head)
	// One commit per page: the merge base is not part of the list.
	comparison, _, err := c.gh.Repositories.CompareCommits(ctx, c.owner, c.repo, base, head, &github.ListOptions{PerPage: 1})
	if rest.Status(Plain(err)) == http.StatusNotFound {
		return "", fmt.Errorf("%s: GitHub knows no common ancestor in %s (%s)", what, c.name(), message(err))
	}
	if err != nil {
		return "", c.fail(what, "contents: read", err)
	}
	sha := comparison.GetMergeBaseCommit().GetSHA()
	if sha == "" {
		return "", fmt.Errorf("%s: the response has no merge base", what)
	}
	return sha, nil
}

func (c *Client) name() string { return c.owner + "/" + c.repo }

// Pages returns the elements of all pages of a list. It follows a next page only if its number is
// larger, so that no response can cause an endless loop.
func Pages[T any](list func(github.ListOptions) ([]T, *github.Response, error)) ([]T, error) {
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
