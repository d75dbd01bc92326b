package dashboard

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nexus-ci/nexus-ci/server/account"
	"github.com/nexus-ci/nexus-ci/server/archive"
)

// pageSize is how many pull requests one page lists.
const pageSize = 100

// A view is the part of the archive that one user may see.
type view struct {
	pulls        []archive.Pull
	repositories []archive.Repository
	visible      int // repositories that the forge shows the user, of those that have the App
}

// see returns what may be seen, and nothing else.
func see(all *archive.Entries, visible account.Visible) *view {
	v := &view{visible: len(visible)}
	for i := range all.Pulls {
		if p := &all.Pulls[i]; visible.Has(p.Installation, p.Repository) {
			v.pulls = append(v.pulls, *p)
		}
	}
	for i := range all.Repositories {
		if r := &all.Repositories[i]; visible.Has(r.Installation, r.Repository) {
			v.repositories = append(v.repositories, *r)
		}
	}
	slices.SortFunc(v.pulls, func(a, b archive.Pull) int {
		return cmp.Or(cmp.Compare(rank(a.Level), rank(b.Level)), cmp.Compare(b.Breaks, a.Breaks), cmp.Compare(b.Score, a.Score), b.At.Compare(a.At), cmp.Compare(a.Repository, b.Repository), cmp.Compare(b.Number, a.Number))
	})
	slices.SortFunc(v.repositories, func(a, b archive.Repository) int {
		return cmp.Or(cmp.Compare(strings.ToLower(a.Repository), strings.ToLower(b.Repository)), cmp.Compare(a.Installation, b.Installation))
	})
	return v
}

// levels are those of reports, the highest risk first. What nobody knows comes before what is known.
var levels = [...]string{archive.NotAnalysed, "critical", "high", "medium", "low", "none"}

func rank(level string) int { return slices.Index(levels[:], level) }

// A pullList is the page of open pull requests.
type pullList struct {
	Pulls      []archive.Pull `json:"pulls"`
	Total      int            `json:"total"`
	Repository string         `json:"repository"` // empty for all
	Page       int            `json:"page"`
	Next       int            `json:"next"`     // the next page, 0 for none
	Previous   int            `json:"previous"` // 0 for none
}

func (d *Dashboard) listPulls(r *http.Request, v *view) (any, error) {
	l := &pullList{Pulls: []archive.Pull{}, Page: 1}
	if n, err := strconv.Atoi(r.FormValue("page")); err == nil && n > 1 && n < 1e6 {
		l.Page, l.Previous = n, n-1
	}
	if name := r.FormValue("repository"); name != "" {
		i := slices.IndexFunc(v.repositories, func(known archive.Repository) bool { return strings.EqualFold(known.Repository, name) })
		if i < 0 {
			return nil, errNotFound
		}
		l.Repository = v.repositories[i].Repository
	}
	for i := range v.pulls {
		if l.Repository == "" || strings.EqualFold(v.pulls[i].Repository, l.Repository) {
			l.Pulls = append(l.Pulls, v.pulls[i])
		}
	}
	l.Total = len(l.Pulls)
	from := min((l.Page-1)*pageSize, l.Total)
	to := min(from+pageSize, l.Total)
	if to < l.Total {
		l.Next = l.Page + 1
	}
	l.Pulls = l.Pulls[from:to]
	return l, nil
}

func (d *Dashboard) onePull(r *http.Request, v *view) (any, error) {
	name := r.PathValue("owner") + "/" + r.PathValue("name")
	number, err := strconv.Atoi(r.PathValue("number"))
	if err != nil {
		return nil, errNotFound
	}
	for i := range v.pulls {
		if p := &v.pulls[i]; p.Number == number && strings.EqualFold(p.Repository, name) {
			return p, nil
		}
	}
	return nil, errNotFound
}

// A repositoryRow is one repository.
type repositoryRow struct {
	Repository string       `json:"repository"`
	Base       archive.Base `json:"base"`
	Open       int          `json:"open"` // pull requests with a report
	Breaks     int          `json:"breaks"`
}

// A repositoryList is the page of repositories.
type repositoryList struct {
	Repositories []repositoryRow `json:"repositories"`
	Indexed      int             `json:"indexed"` // those with a stored base
	// Installed counts the repositories that have the App, as far as the user may see them.
	Installed int `json:"installed"`
}

func (d *Dashboard) listRepositories(_ *http.Request, v *view) (any, error) {
	l := &repositoryList{Repositories: []repositoryRow{}, Installed: v.visible}
	rows := make(map[account.Place]int)
	for i := range v.repositories {
		known := &v.repositories[i]
		rows[account.Place{Installation: known.Installation, Repository: strings.ToLower(known.Repository)}] = i
		l.Repositories = append(l.Repositories, repositoryRow{Repository: known.Repository, Base: known.Base})
		if known.Base.Commit != "" {
			l.Indexed++
		}
	}
	for i := range v.pulls {
		p := &v.pulls[i]
		if row, ok := rows[account.Place{Installation: p.Installation, Repository: strings.ToLower(p.Repository)}]; ok {
			l.Repositories[row].Open++
			l.Repositories[row].Breaks += p.Breaks
		}
	}
	return l, nil
}

// A week is a row of the trend.
type week struct {
	Start    time.Time `json:"start"`
	Reports  int       `json:"reports"`
	Levels   []count   `json:"levels"`
	Breaks   int       `json:"breaks"`
	Findings int       `json:"findings"`
}

// A count is the number of reports of a level.
type count struct {
	Level   string  `json:"level"`
	Reports int     `json:"reports"`
	From    float64 `json:"-"` // where its bar begins, and how wide it is, of 100
	Width   float64 `json:"-"`
}

// A trendList is the page of weeks, the latest first.
type trendList struct {
	Weeks  []week   `json:"weeks"`
	Levels []string `json:"-"`
}

func (d *Dashboard) trend(_ *http.Request, v *view) (any, error) {
	sums := make(map[time.Time]*week)
	for i := range v.repositories {
		for j := range v.repositories[i].Weeks {
			from := &v.repositories[i].Weeks[j]
			w := sums[from.Start]
			if w == nil {
				w = &week{Start: from.Start}
				for _, level := range levels {
					w.Levels = append(w.Levels, count{Level: level})
				}
				sums[from.Start] = w
			}
			w.Reports += from.Reports
			w.Breaks += from.Breaks
			w.Findings += from.Findings
			for k := range w.Levels {
				w.Levels[k].Reports += from.Levels[w.Levels[k].Level]
			}
		}
	}
	t := &trendList{Weeks: []week{}, Levels: levels[:]}
	most := 1
	for _, w := range sums {
		t.Weeks = append(t.Weeks, *w)
		most = max(most, w.Reports)
	}
	slices.SortFunc(t.Weeks, func(a, b week) int { return b.Start.Compare(a.Start) })
	for i := range t.Weeks {
		at := 0.0
		for k := range t.Weeks[i].Levels {
			c := &t.Weeks[i].Levels[k]
			c.From, c.Width = at, 100*float64(c.Reports)/float64(most)
			at += c.Width
		}
	}
	return t, nil
}
