// Command show serves the dashboard with made-up reports and a fake forge, for tests in a browser and for
// people who want to look at it.
//
// In: nothing. Out: the address, as a line on standard output; it serves until it is killed.
//
// Invariants: it listens on this machine alone.
package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/nexus-ci/nexus-ci/server/account"
	"github.com/nexus-ci/nexus-ci/server/archive"
	"github.com/nexus-ci/nexus-ci/server/dashboard"
	"github.com/nexus-ci/nexus-ci/server/servertest"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "show:", err)
		os.Exit(1)
	}
}

func run() error {
	forge := servertest.New(nil)
	api, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	pages, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	made := reports(time.Now().UTC())
	var names []string
	for i := range made.Repositories {
		names = append(names, made.Repositories[i].Repository)
	}
	at, web := "http://"+pages.Addr().String(), "http://"+api.Addr().String()
	forge.SetUser("mona", at+account.CallbackPath, map[int64][]string{7: names[1:]})
	accounts, err := account.New(account.Options{API: web, Web: web, Public: at, ClientID: servertest.ClientID, ClientSecret: servertest.ClientSecret, Now: time.Now})
	if err != nil {
		return err
	}
	d, err := dashboard.New(made, accounts, slog.New(slog.NewTextHandler(os.Stderr, nil)), time.Now)
	if err != nil {
		return err
	}
	failed := make(chan error, 2)
	go func() { failed <- http.Serve(api, forge) }()
	go func() { failed <- http.Serve(pages, d) }()
	fmt.Println(at)
	return <-failed
}

// entries are an archive.
type entries struct{ archive.Entries }

func (e *entries) All(context.Context) (*archive.Entries, error) { return &e.Entries, nil }

// reports makes reports up: many, with names as people and attackers choose them.
func reports(now time.Time) *entries {
	all := &entries{}
	names := []string{"octo/hidden", "octo/app", "octo/Library.js", "a-rather-long-organisation-name/a-repository-with-an-even-longer-name-that-does-not-end"}
	levels := []string{"critical", "high", "medium", "low", "none", archive.NotAnalysed}
	titles := []string{"Let refunds be partial", strings.Repeat("unbreakable", 20), `<script>alert(1)</script> "quoted" & more`, "תיקון באג \u2066in\u2069 עברית", "改善"}
	for i, name := range names {
		r := archive.Repository{Installation: 7, Repository: name}
		if i < 3 {
			r.Base = archive.Base{Commit: fmt.Sprintf("%040x", 1<<40+i), At: now.Add(-time.Duration(i*i) * 20 * time.Hour)}
		}
		for week := range 8 {
			w := archive.Week{Start: archive.Monday(now).AddDate(0, 0, 7*(week-7)), Levels: make(map[string]int)}
			for j, level := range levels {
				w.Levels[level] = (week + j + i) % 5
				w.Reports += w.Levels[level]
			}
			w.Breaks, w.Findings = w.Reports/2, w.Reports*2
			r.Weeks = append(r.Weeks, w)
		}
		all.Repositories = append(all.Repositories, r)
	}
	for i := range 130 {
		p := archive.Pull{
			Installation: 7, Repository: names[1+i%3], Number: i + 1, Title: titles[i%len(titles)], Head: fmt.Sprintf("%040x", 1<<50+i), Level: levels[i%len(levels)], Score: float64(i * 37 % 100), Incomplete: i%7 == 0,
			Headline: "3 callers of Cart.Total in 2 files still pass one argument; it takes two now", Breaks: i % 4, Behaviours: i % 3, Findings: 2 + i%4, At: now.Add(-time.Duration(i) * time.Hour),
		}
		p.URL = fmt.Sprintf("https://github.com/%s/pull/%d", p.Repository, p.Number)
		for j := range 2 {
			p.Issues = append(p.Issues, archive.Issue{
				Level: []string{"error", "warning", "notice"}[(i+j)%3], Path: "internal/" + strings.Repeat("deep/", 3*j+1) + "cart.go", Line: 10 + j, Title: "Signature changed: Cart.Total", Message: "checkout.Pay calls it with one argument; it takes two now. " + titles[(i+j)%len(titles)],
			})
		}
		all.Pulls = append(all.Pulls, p)
	}
	return all
}
