package archive

import (
	"cmp"
	"strings"
	"time"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

const (
	// maxIssues is how many findings a summary tells, maxText the length of one text of it.
	maxIssues = 20
	maxText   = 300
	// maxWeeks is how many weeks of a repository are kept.
	maxWeeks = 26
)

// NotAnalysed is the level of a pull request that could not be analysed.
const NotAnalysed = "not analysed"

// A Pull is the summary of the last report on a pull request.
type Pull struct {
	Installation int64  `json:"installation"`
	Repository   string `json:"repository"`
	Number       int    `json:"number"`
	Title        string `json:"title"`
	Head         string `json:"head"`
	URL          string `json:"url"` // of the comment, or of the pull request

	Level      string    `json:"level"` // of the report, or NotAnalysed
	Score      float64   `json:"score"`
	Incomplete bool      `json:"incomplete"` // something that changed could not be analysed
	Headline   string    `json:"headline"`   // or why it was not analysed
	Breaks     int       `json:"breaks"`
	Behaviours int       `json:"behaviours"`
	Findings   int       `json:"findings"` // all of them, of which Issues are the weightiest
	Issues     []Issue   `json:"issues"`
	At         time.Time `json:"at"`
}

// An Issue is one finding.
type Issue struct {
	Level   string `json:"level"` // error, warning or notice
	Path    string `json:"path"`
	Line    int    `json:"line"`
	Title   string `json:"title"`
	Message string `json:"message"`
}

// A Repository is what is kept of one.
type Repository struct {
	Installation int64  `json:"installation"`
	Repository   string `json:"repository"`
	Base         Base   `json:"base"`
	Weeks        []Week `json:"weeks"` // the latest last; those without a report are missing
}

// A Base is the commit of the default branch whose analysis was stored last.
type Base struct {
	Commit string    `json:"commit"` // empty for none
	At     time.Time `json:"at"`
}

// A Week counts the reports of one.
type Week struct {
	Start    time.Time      `json:"start"` // Monday, UTC
	Reports  int            `json:"reports"`
	Levels   map[string]int `json:"levels"`
	Breaks   int            `json:"breaks"`
	Findings int            `json:"findings"`
}

func text(s string) string {
	s = report.Clean(s)
	if len(s) > maxText {
		s = strings.ToValidUTF8(s[:maxText], "") + "…"
	}
	return s
}

// Of returns the summary of a report.
func Of(r *report.Report) Pull {
	p := Pull{
		Level: cmp.Or(r.Risk.Level, "none"), Score: r.Risk.Score, Incomplete: r.Risk.Incomplete, Breaks: r.Summary.Breaks, Behaviours: r.Summary.Behaviours, Head: r.Head.Commit,
		Headline: text(view.Headline(r, view.Style{Name: report.Clean, Text: report.Clean})), Issues: []Issue{},
	}
	if view.Stopped(r) {
		p.Level = NotAnalysed
	}
	if r.Title != nil {
		p.Title = text(r.Title.Text)
	}
	issues := view.Issues(r)
	p.Findings = len(issues)
	for _, i := range issues[:min(len(issues), maxIssues)] {
		p.Issues = append(p.Issues, Issue{Level: i.Level, Path: text(i.Path), Line: i.Line, Title: text(i.Title), Message: text(i.Message)})
	}
	return p
}

// Failed returns the summary of a pull request that could not be analysed.
func Failed(head, reason string) Pull {
	return Pull{Level: NotAnalysed, Head: head, Headline: text(reason), Issues: []Issue{}}
}

// Monday is the begin of the week of a time.
func Monday(t time.Time) time.Time {
	t = t.UTC()
	return time.Date(t.Year(), t.Month(), t.Day()-(int(t.Weekday())+6)%7, 0, 0, 0, 0, time.UTC)
}

// count counts a report in its week.
func (r *Repository) count(p *Pull) {
	start := Monday(p.At)
	if n := len(r.Weeks); n == 0 || r.Weeks[n-1].Start.Before(start) {
		r.Weeks = append(r.Weeks, Week{Start: start})
		r.Weeks = r.Weeks[max(0, len(r.Weeks)-maxWeeks):]
	}
	w := &r.Weeks[len(r.Weeks)-1]
	if w.Levels == nil {
		w.Levels = make(map[string]int)
	}
	w.Reports++
	w.Levels[p.Level]++
	w.Breaks += p.Breaks
	w.Findings += p.Findings
}
