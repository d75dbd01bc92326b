package servertest

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
)

// Install adds repositories to an installation.
func (g *GitHub) Install(installation int64, repositories ...string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.installations[installation] = append(g.installations[installation], repositories...)
}

// SetVisibility says who can see a repository: public, internal or private.
func (g *GitHub) SetVisibility(repository, visibility string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.visibility[repository] = visibility
}

// Allow makes one more token valid, for everything.
func (g *GitHub) Allow(token string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.fixed = token
}

// SetPull adds or replaces a pull request.
func (g *GitHub) SetPull(p Pull) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.pulls[key(p.Repository, int64(p.Number))] = &p
}

// AddComment adds a comment of the App.
func (g *GitHub) AddComment(repository string, number int, body string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.lastID++
	g.comments = append(g.comments, Comment{ID: g.lastID, Repository: repository, Number: number, Login: Login, Body: body})
}

// Pulls returns all pull requests.
func (g *GitHub) Pulls() []Pull {
	g.mu.Lock()
	defer g.mu.Unlock()
	var out []Pull
	for _, k := range slices.Sorted(maps.Keys(g.pulls)) {
		out = append(out, *g.pulls[k])
	}
	return out
}

// Comments returns the comments on a pull request.
func (g *GitHub) Comments(repository string, number int) []Comment {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(g.comments), func(c Comment) bool {
		return !strings.EqualFold(c.Repository, repository) || c.Number != number
	})
}

// Checks returns the check runs of a commit.
func (g *GitHub) Checks(repository, head string) []CheckRun {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(g.checks), func(c CheckRun) bool { return !strings.EqualFold(c.Repository, repository) || c.Head != head })
}

// Texts returns all that pull requests were told, the first first.
func (g *GitHub) Texts() []Text {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.texts)
}

// Requests returns how often what was asked, and how many requests GitHub would count.
func (g *GitHub) Requests() (counts map[string]int, billable int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, n := range g.billable {
		billable += n
	}
	return maps.Clone(g.requests), billable
}

// Billable returns how often what was asked that GitHub would count. Queries of GraphQL have a limit of
// their own.
func (g *GitHub) Billable() map[string]int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return maps.Clone(g.billable)
}

// Wrong returns the requests that GitHub would refuse.
func (g *GitHub) Wrong() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.wrong)
}

// Webhook returns the body and the headers of a delivery about a pull request.
func Webhook(secret, delivery, action string, installation int64, p *Pull) (body []byte, header http.Header) {
	body, _ = json.Marshal(map[string]any{ // maps and strings
		"action": action, "installation": map[string]any{"id": installation}, "repository": map[string]any{"full_name": p.Repository},
		"number": p.Number, "pull_request": pullJSON(p),
	})
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	header = http.Header{}
	header.Set("Content-Type", "application/json")
	header.Set("X-GitHub-Event", "pull_request")
	header.Set("X-GitHub-Delivery", delivery)
	header.Set("X-Hub-Signature-256", "sha256="+hex.EncodeToString(mac.Sum(nil)))
	return body, header
}
