package servertest

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// The OAuth client of the App.
const (
	ClientID     = "Iv23liExample"
	ClientSecret = "client-secret"
)

// users are the people of a GitHub.
type users struct {
	callback string                        // where browsers are sent back to
	signed   string                        // who sits before the browser
	sees     map[string]map[int64][]string // names of repositories, by user and installation
	codes    map[string]code
	tokens   map[string]string // whose they are
}

type code struct{ user, challenge string }

// SetUser says which repositories of which installations a user can see, and that browsers are this
// user's from now on. callback is the address that the App has for it.
func (g *GitHub) SetUser(login, callback string, sees map[int64][]string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.users.sees == nil {
		g.users = users{sees: make(map[string]map[int64][]string), codes: make(map[string]code), tokens: make(map[string]string)}
	}
	g.users.callback, g.users.signed = callback, login
	g.users.sees[login] = sees
}

// UserTokens returns the valid tokens of users.
func (g *GitHub) UserTokens() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Sorted(maps.Keys(g.users.tokens))
}

// RevokeUsers ends all tokens of users.
func (g *GitHub) RevokeUsers() {
	g.mu.Lock()
	defer g.mu.Unlock()
	clear(g.users.tokens)
}

// isUsers reports whether a request is one with the token of a user, or to get one.
func isUsers(r *http.Request) bool {
	return strings.HasPrefix(r.URL.Path, "/user") || strings.HasPrefix(r.URL.Path, "/login/") || strings.HasPrefix(r.URL.Path, "/applications/")
}

// refusedUser returns why the credentials of such a request are wrong. They may be those of a user who
// has taken the App its rights, so that it is no fault of who asks.
func (g *GitHub) refusedUser(r *http.Request) string {
	if id, secret, ok := r.BasicAuth(); ok && strings.HasPrefix(r.URL.Path, "/applications/") && id == ClientID && secret == ClientSecret {
		return ""
	}
	_, app := g.tokens[strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")] // whose answer is that of user
	if strings.HasPrefix(r.URL.Path, "/login/") || strings.HasPrefix(r.URL.Path, "/user") && (app || g.userOf(r) != "") {
		return ""
	}
	return "Bad credentials"
}

func (g *GitHub) userOf(r *http.Request) string {
	return g.users.tokens[strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")]
}

// authorize is the page that asks a user, who agrees.
func (g *GitHub) authorize(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	q := r.URL.Query()
	if q.Get("client_id") != ClientID || q.Get("redirect_uri") != g.users.callback || q.Get("state") == "" || q.Get("code_challenge_method") != "S256" || q.Get("code_challenge") == "" {
		g.wrong = append(g.wrong, "authorize: "+r.URL.RawQuery)
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	back := url.Values{"state": {q.Get("state")}}
	if g.users.signed == "" {
		back.Set("error", "access_denied")
	} else {
		made := rand.Text()
		g.users.codes[made] = code{g.users.signed, q.Get("code_challenge")}
		back.Set("code", made)
	}
	http.Redirect(w, r, g.users.callback+"?"+back.Encode(), http.StatusFound)
}

// exchange makes a token of a code, once.
func (g *GitHub) exchange(_ http.ResponseWriter, r *http.Request) any {
	if err := r.ParseForm(); err != nil || r.PostForm.Get("client_id") != ClientID || r.PostForm.Get("client_secret") != ClientSecret {
		return map[string]any{"error": "incorrect_client_credentials"}
	}
	given, ok := g.users.codes[r.PostForm.Get("code")]
	delete(g.users.codes, r.PostForm.Get("code"))
	sum := sha256.Sum256([]byte(r.PostForm.Get("code_verifier")))
	if !ok || base64.RawURLEncoding.EncodeToString(sum[:]) != given.challenge {
		return map[string]any{"error": "bad_verification_code"}
	}
	token := "ghu_" + rand.Text()
	g.users.tokens[token] = given.user
	return map[string]any{"access_token": token, "token_type": "bearer", "scope": "", "expires_in": 28800}
}

func (g *GitHub) revokeToken(_ http.ResponseWriter, r *http.Request) any {
	var in struct {
		Token string `json:"access_token"`
	}
	decode(r, &in)
	if g.users.tokens[in.Token] == "" {
		return failure{http.StatusNotFound, "Not Found"}
	}
	delete(g.users.tokens, in.Token)
	return nil
}

func (g *GitHub) user(_ http.ResponseWriter, r *http.Request) any {
	if login := g.userOf(r); login != "" {
		return map[string]any{"login": login}
	}
	return failure{http.StatusForbidden, "Resource not accessible by integration"}
}

func (g *GitHub) listUserInstallations(w http.ResponseWriter, r *http.Request) any {
	out := []any{}
	for _, id := range slices.Sorted(maps.Keys(g.users.sees[g.userOf(r)])) {
		out = append(out, map[string]any{"id": id})
	}
	return map[string]any{"total_count": len(out), "installations": page(w, r, out)}
}

func (g *GitHub) listUserRepositories(w http.ResponseWriter, r *http.Request) any {
	names, ok := g.users.sees[g.userOf(r)][number(r, "id")]
	if !ok {
		return failure{http.StatusForbidden, "Forbidden"}
	}
	out := []any{}
	for _, n := range names {
		out = append(out, map[string]any{"full_name": n})
	}
	return map[string]any{"total_count": len(out), "repositories": page(w, r, out)}
}
