// Package dashboard shows what the archive keeps: pages for people, and the same as JSON.
//
// In: the archive, and Accounts, which know who asks and what the forge shows them. Out: an
// http.Handler.
//
// Files: dashboard.go answers requests, select.go chooses what a user sees of the archive, templates has
// the pages.
//
// Invariants: it changes nothing. Every answer is made of the repositories that the forge shows the user
// who asks, also its counts; what they may not see is answered as what does not exist. Pages need no
// script, load nothing but one style sheet of this server, and their policy allows no more. Strings of
// repositories are escaped by html/template.
package dashboard

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"html/template"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/nexus-ci/nexus-ci/server/account"
	"github.com/nexus-ci/nexus-ci/server/archive"
)

//go:embed templates
var files embed.FS

// policy is the Content-Security-Policy of all answers.
const policy = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// An Archive has the entries to show.
type Archive interface {
	All(ctx context.Context) (*archive.Entries, error)
}

// A Dashboard answers requests.
type Dashboard struct {
	archive  Archive
	accounts *account.Accounts
	log      *slog.Logger
	now      func() time.Time
	pages    map[string]*template.Template
	mux      *http.ServeMux
	guarded  http.Handler
}

// New returns a Dashboard.
func New(a Archive, accounts *account.Accounts, log *slog.Logger, now func() time.Time) (*Dashboard, error) {
	d := &Dashboard{archive: a, accounts: accounts, log: log, now: now, pages: make(map[string]*template.Template), mux: http.NewServeMux()}
	for _, name := range []string{"pulls", "pull", "repositories", "trend", "message"} {
		t, err := template.New("layout.html").Funcs(template.FuncMap{"age": d.age, "day": day, "stamp": stamp, "short": short, "slug": slug}).
			ParseFS(files, "templates/layout.html", "templates/"+name+".html")
		if err != nil {
			return nil, err
		}
		d.pages[name] = t
	}
	d.route("GET /{$}", "pulls", "Open pull requests", d.listPulls)
	d.route("GET /pulls/{owner}/{name}/{number}", "pull", "Pull request", d.onePull)
	d.route("GET /repositories", "repositories", "Repositories", d.listRepositories)
	d.route("GET /trend", "trend", "Trend", d.trend)
	d.mux.HandleFunc("GET /api/v1/pulls", d.api(d.listPulls))
	d.mux.HandleFunc("GET /api/v1/pulls/{owner}/{name}/{number}", d.api(d.onePull))
	d.mux.HandleFunc("GET /api/v1/repositories", d.api(d.listRepositories))
	d.mux.HandleFunc("GET /api/v1/trend", d.api(d.trend))
	d.mux.HandleFunc("GET /login", func(w http.ResponseWriter, r *http.Request) { accounts.Begin(w, r, r.FormValue("next")) })
	d.mux.HandleFunc("GET "+account.CallbackPath, d.callback)
	d.mux.HandleFunc("POST /logout", func(w http.ResponseWriter, r *http.Request) {
		accounts.Leave(w, r)
		http.Redirect(w, r, "/", http.StatusSeeOther)
	})
	d.mux.HandleFunc("GET /style.css", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "public, max-age=3600")
		http.ServeFileFS(w, r, files, "templates/style.css")
	})
	d.mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		d.message(w, r, nil, http.StatusNotFound, "Not found", "There is no such page.")
	})
	d.guarded = http.NewCrossOriginProtection().Handler(d.mux)
	return d, nil
}

// ServeHTTP answers one request.
func (d *Dashboard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	d.guarded.ServeHTTP(w, r)
}

// errNotFound means that there is nothing, or nothing that this user may see.
var errNotFound = errors.New("not found")

// An answer makes the content of a page and of its JSON.
type answer func(r *http.Request, v *view) (any, error)

// look returns what the user of a request may see. An error is account.ErrEnded where nobody is signed in.
func (d *Dashboard) look(r *http.Request) (*account.Session, *view, error) {
	s := d.accounts.Session(r)
	if s == nil {
		return nil, nil, account.ErrEnded
	}
	visible, err := d.accounts.Visible(r.Context(), s)
	if err != nil {
		return s, nil, err
	}
	all, err := d.archive.All(r.Context())
	if err != nil {
		d.log.Error("the archive cannot be read", "error", err)
		return s, nil, errors.New("what is kept of reports cannot be read now")
	}
	return s, see(all, visible), nil
}

// find returns the content of a page for the user of a request.
func (d *Dashboard) find(r *http.Request, content answer) (s *account.Session, found any, err error) {
	s, v, err := d.look(r)
	if err == nil {
		found, err = content(r, v)
	}
	return s, found, err
}

// A shown is what the layout of a page needs.
type shown struct {
	Title, Path, User string
	Next              string // where a sign-in leads to, empty where none is offered
	Content           any
}

func (d *Dashboard) route(pattern, page, title string, content answer) {
	d.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		s, found, err := d.find(r, content)
		switch {
		case errors.Is(err, account.ErrEnded):
			d.accounts.Forget(w, s)
			d.message(w, r, nil, http.StatusUnauthorized, "Sign in", "The dashboard shows the pull requests of the repositories that you can see at the forge.")
		case errors.Is(err, errNotFound):
			d.message(w, r, s, http.StatusNotFound, "Not found", "There is no such open pull request, no report on it yet, or you may not see it.")
		case err != nil:
			d.message(w, r, s, http.StatusBadGateway, "Not now", err.Error()+".")
		default:
			d.write(w, page, http.StatusOK, &shown{Title: title, Path: r.URL.Path, User: s.Login, Content: found})
		}
	})
}

// message writes a page of one sentence.
func (d *Dashboard) message(w http.ResponseWriter, r *http.Request, s *account.Session, status int, title, sentence string) {
	p := &shown{Title: title, Content: sentence}
	switch {
	case s != nil:
		p.User = s.Login
	case status == http.StatusUnauthorized:
		p.Next = r.URL.RequestURI()
	case status == http.StatusForbidden:
		p.Next = "/"
	}
	d.write(w, "message", status, p)
}

func (d *Dashboard) write(w http.ResponseWriter, page string, status int, p *shown) {
	var b bytes.Buffer
	if err := d.pages[page].Execute(&b, p); err != nil {
		d.log.Error("a page cannot be made", "page", page, "error", err)
		http.Error(w, "the page cannot be made", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes()) // the client may be gone
}

// api answers with the content of a page.
func (d *Dashboard) api(content answer) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, found, err := d.find(r, content)
		status := http.StatusOK
		switch {
		case errors.Is(err, account.ErrEnded):
			status, found = http.StatusUnauthorized, map[string]string{"error": "sign in, or give the token of a user of the GitHub App as Authorization: Bearer"}
		case errors.Is(err, errNotFound):
			status, found = http.StatusNotFound, map[string]string{"error": "not found"}
		case err != nil:
			status, found = http.StatusBadGateway, map[string]string{"error": err.Error()}
		}
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.WriteHeader(status)
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		_ = e.Encode(found) // the client may be gone
	}
}

func (d *Dashboard) callback(w http.ResponseWriter, r *http.Request) {
	next, err := d.accounts.End(w, r)
	if err != nil {
		d.message(w, r, nil, http.StatusForbidden, "Not signed in", "The sign-in failed: "+err.Error()+".")
		return
	}
	http.Redirect(w, r, next, http.StatusSeeOther)
}

func (d *Dashboard) age(t time.Time) string {
	old := max(d.now().Sub(t), 0)
	count := func(n int, unit string) string {
		if n == 1 {
			return "1 " + unit
		}
		return strconv.Itoa(n) + " " + unit + "s"
	}
	switch {
	case old < time.Hour:
		return count(int(old.Minutes()), "minute")
	case old < 48*time.Hour:
		return count(int(old.Hours()), "hour")
	}
	return count(int(old.Hours()/24), "day")
}

func day(t time.Time) string { return t.UTC().Format(time.DateOnly) }

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 UTC") }

func short(commit string) string { return commit[:min(len(commit), 7)] }

// slug is a level as the name of a class.
func slug(level string) string {
	switch level {
	case "critical", "high", "medium", "low", "none":
		return level
	}
	return "unknown"
}
