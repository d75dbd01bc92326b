// Package servertest is a GitHub for tests of the server: many repositories, installations of a
// GitHub App, and a log of all that pull requests were told.
//
// In: the public key of the App, repositories and pull requests. Out: an http.Handler of the API, and
// the Texts that were written, in their order.
//
// It checks the signatures of the App and that a token is used only for its repository. Answers have
// ETags, so that requests which GitHub would not count are told apart. Users sign in by OAuth with PKCE. How GitHub describes single
// requests is checked by the tests of report/github.
package servertest

import (
	"cmp"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// AppID is the id of the App, Login the account that its tokens write as.
const (
	AppID = "4711"
	Login = "nexus-ci[bot]"
)

// A Branch is one side of a pull request.
type Branch struct{ Ref, SHA, Repository string }

// A Pull is a pull request.
type Pull struct {
	Repository string
	Number     int
	Title      string
	Closed     bool
	Base, Head Branch
}

// A Comment is one on a pull request.
type Comment struct {
	ID         int64
	Repository string
	Number     int
	Login      string
	Body       string
}

// A CheckRun is one of a commit.
type CheckRun struct {
	ID         int64          `json:"id"`
	Repository string         `json:"-"`
	Head       string         `json:"head_sha"`
	Name       string         `json:"name"`
	External   string         `json:"external_id"`
	Conclusion string         `json:"conclusion"`
	Output     map[string]any `json:"output"`
}

// A Text is what a comment said from a moment on.
type Text struct {
	Repository string
	Number     int
	Body       string
	Head       string // of the pull request when it was written
	At         time.Time
}

// Run returns the order in the tag of a comment.
func (t *Text) Run() int64 {
	if m := tag.FindStringSubmatch(t.Body); m != nil {
		n, _ := strconv.ParseInt(m[1], 10, 64) // digits
		return n
	}
	return 0
}

// TaggedHead returns the commit in the tag of a comment.
func (t *Text) TaggedHead() string {
	if m := tag.FindStringSubmatch(t.Body); m != nil {
		return m[2]
	}
	return ""
}

var tag = regexp.MustCompile(`^<!-- nexus-ci/comment v1 run=([0-9]+) attempt=[0-9]+ head=([0-9a-f]*) -->`)

// A GitHub is a server in memory.
type GitHub struct {
	Key *rsa.PublicKey // of the App
	// Before is called before each request, and may delay it or answer instead.
	Before func(w http.ResponseWriter, r *http.Request) (answered bool)

	mux *http.ServeMux

	mu            sync.Mutex
	installations map[int64][]string // names of repositories
	visibility    map[string]string  // by name, empty for public
	pulls         map[string]*Pull
	comments      []Comment
	checks        []CheckRun
	texts         []Text
	lastID        int64
	tokens        map[string]string // what they are for: "7" or "7 octo/app"
	fixed         string            // a token for everything
	requests      map[string]int    // by method and pattern
	billable      map[string]int    // those that GitHub counts
	wrong         []string
	users         users
}

// New returns a GitHub without repositories.
func New(key *rsa.PublicKey) *GitHub {
	g := &GitHub{
		Key: key, mux: http.NewServeMux(), installations: make(map[int64][]string), visibility: make(map[string]string), pulls: make(map[string]*Pull), lastID: 1000,
		tokens: make(map[string]string), requests: make(map[string]int), billable: make(map[string]int),
	}
	const repo = "/repos/{owner}/{repo}"
	for pattern, handle := range map[string]func(http.ResponseWriter, *http.Request) any{
		"GET /app/installations":                       g.listInstallations,
		"POST /app/installations/{id}/access_tokens":   g.makeToken,
		"GET /installation/repositories":               g.listRepositories,
		"GET " + repo + "/pulls":                       g.listPulls,
		"GET " + repo + "/pulls/{number}":              g.getPull,
		"GET " + repo + "/issues/{number}/comments":    g.listComments,
		"POST " + repo + "/issues/{number}/comments":   g.createComment,
		"PATCH " + repo + "/issues/comments/{id}":      g.editComment,
		"DELETE " + repo + "/issues/comments/{id}":     g.deleteComment,
		"GET " + repo + "/commits/{sha}/check-runs":    g.listChecks,
		"POST " + repo + "/check-runs":                 g.createCheck,
		"PATCH " + repo + "/check-runs/{id}":           g.editCheck,
		"GET " + repo + "/check-runs/{id}/annotations": g.listAnnotations,
		"GET " + repo + "/compare/{sides}":             g.compare,
		"POST /graphql":                                g.graphql,
		"GET /user":                                    g.user,
		"GET /user/installations":                      g.listUserInstallations,
		"GET /user/installations/{id}/repositories":    g.listUserRepositories,
		"POST /login/oauth/access_token":               g.exchange,
		"DELETE /applications/{client}/token":          g.revokeToken,
	} {
		g.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { g.answer(pattern, handle, w, r) })
	}
	g.mux.HandleFunc("GET /login/oauth/authorize", g.authorize)
	g.mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		g.mu.Lock()
		g.wrong = append(g.wrong, r.Method+" "+r.URL.Path)
		g.mu.Unlock()
		w.WriteHeader(http.StatusNotFound)
	})
	return g
}

// A failure is an answer that is an error.
type failure struct {
	status  int
	message string
}

// ServeHTTP answers one request.
func (g *GitHub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if g.Before != nil && g.Before(w, r) {
		return
	}
	g.mux.ServeHTTP(w, r)
}

func (g *GitHub) answer(pattern string, handle func(http.ResponseWriter, *http.Request) any, w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.requests[pattern]++
	if isUsers(r) && g.fixed == "" {
		if why := g.refusedUser(r); why != "" {
			respond(w, http.StatusUnauthorized, map[string]any{"message": why})
			return
		}
	} else if why := g.refused(r); why != "" {
		g.wrong = append(g.wrong, r.Method+" "+r.URL.Path+": "+why)
		respond(w, http.StatusUnauthorized, map[string]any{"message": why})
		return
	}
	out := handle(w, r)
	if f, ok := out.(failure); ok {
		g.billable[pattern]++
		respond(w, f.status, map[string]any{"message": f.message})
		return
	}
	status := http.StatusOK
	if r.Method == http.MethodPost && pattern != "POST /graphql" && !isUsers(r) {
		status = http.StatusCreated
	}
	if r.Method == http.MethodDelete {
		g.billable[pattern]++
		w.WriteHeader(http.StatusNoContent)
		return
	}
	if r.Method == http.MethodGet {
		data, _ := json.Marshal(out) // maps and strings
		sum := sha256.Sum256(data)
		etag := `"` + hex.EncodeToString(sum[:8]) + `"`
		w.Header().Set("ETag", etag)
		if r.Header.Get("If-None-Match") == etag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	if pattern != "POST /graphql" && !strings.HasPrefix(r.URL.Path, "/app/") && !isUsers(r) { // users have a limit of their own
		g.billable[pattern]++
	}
	respond(w, status, out)
}

func respond(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the client may be gone
}

// refused returns why the credentials of a request are wrong, "" if they are right.
func (g *GitHub) refused(r *http.Request) string {
	given, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok {
		return "no credentials"
	}
	if strings.HasPrefix(r.URL.Path, "/app/") {
		claims := jwt.RegisteredClaims{}
		_, err := jwt.ParseWithClaims(given, &claims, func(*jwt.Token) (any, error) { return g.Key, nil }, jwt.WithValidMethods([]string{"RS256"}), jwt.WithIssuer(AppID), jwt.WithExpirationRequired())
		switch {
		case err != nil:
			return "signature: " + err.Error()
		case claims.ExpiresAt.Sub(claims.IssuedAt.Time) > 10*time.Minute:
			return "a signature for more than ten minutes"
		}
		return ""
	}
	if g.fixed != "" && given == g.fixed {
		return ""
	}
	what, ok := g.tokens[given]
	_, repository, one := strings.Cut(what, " ")
	path := strings.Split(r.URL.Path, "/")
	switch {
	case !ok:
		return "unknown token"
	case one && path[1] == "repos" && !strings.EqualFold(path[2]+"/"+path[3], repository):
		return "the token is for " + repository
	case !one && r.Method != http.MethodGet:
		return "the token can only read"
	}
	return ""
}

func name(r *http.Request) string {
	return strings.ToLower(r.PathValue("owner") + "/" + r.PathValue("repo"))
}

func number(r *http.Request, of string) int64 {
	n, _ := strconv.ParseInt(r.PathValue(of), 10, 64)
	return n
}

func decode(r *http.Request, v any) {
	data, _ := io.ReadAll(r.Body)
	_ = json.Unmarshal(data, v)
}

// page returns a part of a list, and names the next one.
func page[T any](w http.ResponseWriter, r *http.Request, all []T) []T {
	query := r.URL.Query()
	at, err := strconv.Atoi(query.Get("page"))
	if err != nil {
		at = 1
	}
	size, err := strconv.Atoi(query.Get("per_page"))
	if err != nil {
		size = 30
	}
	from := min((at-1)*size, len(all))
	to := min(from+size, len(all))
	if to < len(all) {
		query.Set("page", strconv.Itoa(at+1))
		w.Header().Set("Link", fmt.Sprintf(`<http://%s%s?%s>; rel="next"`, r.Host, r.URL.Path, query.Encode()))
	}
	return append([]T{}, all[from:to]...)
}

func (g *GitHub) listInstallations(w http.ResponseWriter, r *http.Request) any {
	var out []any
	for _, id := range slices.Sorted(maps.Keys(g.installations)) {
		out = append(out, map[string]any{"id": id})
	}
	return page(w, r, out)
}

func (g *GitHub) makeToken(_ http.ResponseWriter, r *http.Request) any {
	var in struct{ Repositories []string }
	decode(r, &in)
	id := number(r, "id")
	names, ok := g.installations[id]
	if !ok {
		return failure{http.StatusNotFound, "Not Found"}
	}
	what := strconv.FormatInt(id, 10)
	if len(in.Repositories) == 1 {
		i := slices.IndexFunc(names, func(n string) bool {
			return strings.HasSuffix(strings.ToLower(n), "/"+strings.ToLower(in.Repositories[0]))
		})
		if i < 0 {
			return failure{http.StatusUnprocessableEntity, "no such repository in the installation"}
		}
		what += " " + names[i]
	}
	g.lastID++
	token := fmt.Sprintf("ghs_%d", g.lastID)
	g.tokens[token] = what
	return map[string]any{"token": token, "expires_at": time.Now().Add(time.Hour).UTC().Format(time.RFC3339)}
}

func (g *GitHub) listRepositories(w http.ResponseWriter, r *http.Request) any {
	what := g.tokens[strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")]
	id, _ := strconv.ParseInt(strings.Fields(what + " ")[0], 10, 64)
	var out []any
	for _, n := range g.installations[id] {
		out = append(out, map[string]any{"full_name": n, "archived": false, "visibility": cmp.Or(g.visibility[n], "public")})
	}
	return map[string]any{"total_count": len(out), "repositories": page(w, r, out)}
}

func key(repository string, number int64) string {
	return strings.ToLower(repository) + "#" + strconv.FormatInt(number, 10)
}

func pullJSON(p *Pull) map[string]any {
	side := func(b Branch) map[string]any {
		return map[string]any{"ref": b.Ref, "sha": b.SHA, "repo": map[string]any{"full_name": b.Repository, "default_branch": "main"}}
	}
	state := "open"
	if p.Closed {
		state = "closed"
	}
	return map[string]any{
		"number": p.Number, "title": p.Title, "state": state, "draft": false, "user": map[string]any{"login": "mona"},
		"base": side(p.Base), "head": side(p.Head), "requested_reviewers": []any{}, "requested_teams": []any{},
	}
}

func (g *GitHub) listPulls(w http.ResponseWriter, r *http.Request) any {
	var found []*Pull
	for _, p := range g.pulls {
		if strings.EqualFold(p.Repository, name(r)) && !p.Closed {
			found = append(found, p)
		}
	}
	slices.SortFunc(found, func(a, b *Pull) int { return b.Number - a.Number })
	out := []any{}
	for _, p := range page(w, r, found) {
		out = append(out, pullJSON(p))
	}
	return out
}

func (g *GitHub) getPull(_ http.ResponseWriter, r *http.Request) any {
	if p := g.pulls[key(name(r), number(r, "number"))]; p != nil {
		return pullJSON(p)
	}
	return failure{http.StatusNotFound, "Not Found"}
}

func commentJSON(c *Comment) map[string]any {
	return map[string]any{"id": c.ID, "node_id": fmt.Sprintf("IC_%d", c.ID), "body": c.Body, "user": map[string]any{"login": c.Login}, "html_url": fmt.Sprintf("https://github.com/%s/pull/%d#issuecomment-%d", c.Repository, c.Number, c.ID)}
}

func (g *GitHub) listComments(w http.ResponseWriter, r *http.Request) any {
	out := []any{}
	for i := range g.comments {
		if c := &g.comments[i]; strings.EqualFold(c.Repository, name(r)) && int64(c.Number) == number(r, "number") {
			out = append(out, commentJSON(c))
		}
	}
	return page(w, r, out)
}

func (g *GitHub) told(repository string, number int, body string) {
	head := ""
	if p := g.pulls[key(repository, int64(number))]; p != nil {
		head = p.Head.SHA
	}
	g.texts = append(g.texts, Text{Repository: repository, Number: number, Body: body, Head: head, At: time.Now()})
}

func (g *GitHub) createComment(_ http.ResponseWriter, r *http.Request) any {
	var in struct{ Body string }
	decode(r, &in)
	g.lastID++
	g.comments = append(g.comments, Comment{ID: g.lastID, Repository: name(r), Number: int(number(r, "number")), Login: Login, Body: in.Body})
	g.told(name(r), int(number(r, "number")), in.Body)
	return commentJSON(&g.comments[len(g.comments)-1])
}

func (g *GitHub) find(r *http.Request) int {
	return slices.IndexFunc(g.comments, func(c Comment) bool { return c.ID == number(r, "id") && strings.EqualFold(c.Repository, name(r)) })
}

func (g *GitHub) editComment(_ http.ResponseWriter, r *http.Request) any {
	var in struct{ Body string }
	decode(r, &in)
	i := g.find(r)
	if i < 0 {
		return failure{http.StatusNotFound, "Not Found"}
	}
	g.comments[i].Body = in.Body
	g.told(g.comments[i].Repository, g.comments[i].Number, in.Body)
	return commentJSON(&g.comments[i])
}

func (g *GitHub) deleteComment(_ http.ResponseWriter, r *http.Request) any {
	i := g.find(r)
	if i < 0 {
		return failure{http.StatusNotFound, "Not Found"}
	}
	g.comments = slices.Delete(g.comments, i, i+1)
	return nil
}

func (g *GitHub) listChecks(w http.ResponseWriter, r *http.Request) any {
	var out []CheckRun
	for _, c := range slices.Backward(g.checks) {
		if strings.EqualFold(c.Repository, name(r)) && c.Head == r.PathValue("sha") {
			out = append(out, c)
		}
	}
	return map[string]any{"total_count": len(out), "check_runs": page(w, r, out)}
}

func (g *GitHub) createCheck(_ http.ResponseWriter, r *http.Request) any {
	g.lastID++
	c := CheckRun{ID: g.lastID, Repository: name(r)}
	decode(r, &c)
	delete(c.Output, "annotations")
	g.checks = append(g.checks, c)
	return c
}

func (g *GitHub) editCheck(_ http.ResponseWriter, r *http.Request) any {
	i := slices.IndexFunc(g.checks, func(c CheckRun) bool { return c.ID == number(r, "id") })
	if i < 0 {
		return failure{http.StatusNotFound, "Not Found"}
	}
	decode(r, &g.checks[i])
	delete(g.checks[i].Output, "annotations")
	return g.checks[i]
}

func (g *GitHub) listAnnotations(http.ResponseWriter, *http.Request) any { return []any{} }

func (g *GitHub) compare(_ http.ResponseWriter, r *http.Request) any {
	base, _, _ := strings.Cut(r.PathValue("sides"), "...")
	return map[string]any{"merge_base_commit": map[string]any{"sha": base}}
}

// graphql answers the two queries of report/github: which comments are hidden, and a pull request with
// its comments.
func (g *GitHub) graphql(_ http.ResponseWriter, r *http.Request) any {
	var in struct {
		Variables struct {
			IDs         []string
			Owner, Name string
			Number      int64
		}
	}
	decode(r, &in)
	data := map[string]any{"viewer": map[string]any{"login": Login}}
	if in.Variables.Owner == "" {
		nodes := make([]any, len(in.Variables.IDs))
		for i := range nodes {
			nodes[i] = map[string]any{"isMinimized": false}
		}
		data["nodes"] = nodes
		return map[string]any{"data": data}
	}
	repository := in.Variables.Owner + "/" + in.Variables.Name
	if _, of, one := strings.Cut(g.tokens[strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")], " "); one && !strings.EqualFold(of, repository) {
		g.wrong = append(g.wrong, "query of "+repository+": the token is for "+of)
		return map[string]any{"errors": []any{map[string]any{"message": "Resource not accessible by integration"}}}
	}
	p := g.pulls[key(repository, in.Variables.Number)]
	if p == nil {
		return map[string]any{"data": map[string]any{"repository": nil}, "errors": []any{map[string]any{"message": "Could not resolve to a PullRequest"}}}
	}
	nodes := []any{}
	for _, c := range g.comments {
		if strings.EqualFold(c.Repository, repository) && int64(c.Number) == in.Variables.Number {
			nodes = append(nodes, map[string]any{
				"fullDatabaseId": strconv.FormatInt(c.ID, 10), "id": fmt.Sprintf("IC_%d", c.ID), "body": c.Body, "isMinimized": false,
				"url":    fmt.Sprintf("https://github.com/%s/pull/%d#issuecomment-%d", c.Repository, c.Number, c.ID),
				"author": map[string]any{"__typename": "Bot", "login": strings.TrimSuffix(c.Login, "[bot]")},
			})
		}
	}
	state := "OPEN"
	if p.Closed {
		state = "CLOSED"
	}
	data["repository"] = map[string]any{"pullRequest": map[string]any{
		"state": state, "headRefOid": p.Head.SHA, "comments": map[string]any{"pageInfo": map[string]any{"hasNextPage": false}, "nodes": nodes},
	}}
	return map[string]any{"data": data}
}
