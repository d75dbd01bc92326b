// Package replay says how a repository's own past would have been rated.
//
// In: the reports of its last changes, in the order they were made. Out: how many had
// which level, how many would have had a comment, how their scores are spread, and, as far
// as the changes after them tell, how many of each level were reverted or followed by a fix
// of the same code. Evaluate adds how well the score ranked them, beside changed lines.
//
// A change is followed by a fix when one of the next 30 days says in its title that it
// is a fix, and edits a function that the change edited. It is reverted when a later
// one says so. Both are hints, not proofs: not every fix says so, and not every one
// mends what the last change broke.
//
// Deliberately absent: who made the changes.
package replay

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/risk"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// fixDays is how long after a change a fix of the same code counts.
const fixDays = 30

// A Change is one that was replayed.
type Change struct {
	Commit string // full id
	Title  string
	Time   int64 // Unix seconds
	Fix    bool  // its title says that it is a fix
	Lines  int   // added and deleted lines of source that is no test
	Report *report.Report
}

// Line is the change in one line: commit, level, score and title. Every string of the repository
// goes through clean.
func (c *Change) Line(clean func(string) string) string {
	return line(c.Commit, c.Report.Risk.Level, c.Report.Risk.Score, c.Title, clean)
}

func line(commit, level string, score float64, title string, clean func(string) string) string {
	return fmt.Sprintf("%s %-8s %5s  %s", clean(commit[:7]), strings.ToUpper(level), view.Tenths(score), clean(title))
}

// A Level is what became of the changes of one level.
type Level struct {
	Level    string `json:"level"`
	Changes  int    `json:"changes"`
	Reverted int    `json:"reverted"`
	Fixed    int    `json:"fixed"`   // followed by a fix of the same code, and not reverted
	Watched  int    `json:"watched"` // of Changes, those that were followed for long enough to tell
}

// A Rated is one change worth a look.
type Rated struct {
	Commit   string  `json:"commit"`
	Title    string  `json:"title"`
	Level    string  `json:"level"`
	Score    float64 `json:"score"`
	Headline string  `json:"headline"`
	Reverted bool    `json:"reverted"`
	Fixed    bool    `json:"fixed"`
}

// A Summary is the outcome of a replay.
type Summary struct {
	Changes  int     `json:"changes"`
	Comments int     `json:"comments"` // that would have been made
	Breaks   int     `json:"breaks"`   // changes with something that is proved to break
	Levels   []Level `json:"levels"`   // critical first
	// Scores are those of the changes of code: every level but none. Lowest first.
	Scores []float64 `json:"scores"`
	// Highest are the changes of level high and critical, and those with a break, newest
	// first.
	Highest []Rated `json:"highest"`
	// Evaluation is nil until Evaluate.
	Evaluation *Evaluation `json:"evaluation,omitempty"`

	outcomes []outcome
}

// levels are the levels, the highest first.
func levels() []string { return []string{"critical", "high", "medium", "low", "none"} }

// Write writes the summary as text or as json. Text says where a score stands, unless it is 0.
func (s *Summary) Write(w io.Writer, format string, score float64) error {
	if format == "json" {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		e.SetEscapeHTML(false)
		return e.Encode(s)
	}
	text := s.Text(report.Clean)
	if n := len(s.Scores); score > 0 && n > 0 {
		text += fmt.Sprintf("\nScore %s is above %d of the last %s of code here\n", view.Tenths(score), s.Above(score), view.Plural(n, "change"))
	}
	_, err := io.WriteString(w, text)
	return err
}

// Summarize returns what changes, the oldest first, tell.
func Summarize(changes []Change) *Summary {
	s := &Summary{Changes: len(changes), Scores: []float64{}, Highest: []Rated{}}
	at := make(map[string]*Level)
	for _, name := range levels() {
		s.Levels = append(s.Levels, Level{Level: name})
	}
	for i := range s.Levels {
		at[s.Levels[i].Level] = &s.Levels[i]
	}
	edited := make([]map[string]bool, len(changes))
	for i := range changes {
		edited[i] = editedSymbols(changes[i].Report)
	}
	for i := range changes {
		c := &changes[i]
		rated := Rated{Commit: c.Commit, Title: c.Title, Level: c.Report.Risk.Level, Score: c.Report.Risk.Score,
			Headline: view.Headline(c.Report, view.Style{Name: plain, Text: plain})}
		for j := i + 1; j < len(changes); j++ {
			later := &changes[j]
			rated.Reverted = rated.Reverted || reverts(later.Title, c.Title)
			rated.Fixed = rated.Fixed || later.Fix && later.Time-c.Time <= fixDays*24*3600 && overlap(edited[i], edited[j])
		}
		if rated.Level != "none" {
			s.Scores = append(s.Scores, rated.Score)
		}
		l := at[rated.Level]
		l.Changes++
		if changes[len(changes)-1].Time-c.Time >= fixDays*24*3600 {
			l.Watched++
			if rated.Level != "none" {
				s.outcomes = append(s.outcomes, outcome{rated.Score, float64(c.Lines), rated.Reverted || rated.Fixed})
			}
			if rated.Reverted {
				l.Reverted++
			} else if rated.Fixed {
				l.Fixed++
			}
		}
		if view.Worth(c.Report) {
			s.Comments++
		}
		if c.Report.Summary.Breaks > 0 {
			s.Breaks++
		}
		if rated.Level == "high" || rated.Level == "critical" || c.Report.Summary.Breaks > 0 {
			s.Highest = append([]Rated{rated}, s.Highest...)
		}
	}
	slices.Sort(s.Scores)
	return s
}

// Above is how many of the changes of code had a lower score.
func (s *Summary) Above(score float64) int {
	n, _ := slices.BinarySearch(s.Scores, score)
	return n
}

func plain(s string) string { return s }

// editedSymbols returns the symbols by which a change can make the program behave
// differently, tests left out.
func editedSymbols(r *report.Report) map[string]bool {
	out := make(map[string]bool)
	for i := range r.ChangedSymbols {
		if c := &r.ChangedSymbols[i]; c.Semantic && !c.Test && c.Type != "File" {
			out[c.ID] = true
		}
	}
	return out
}

func overlap(a, b map[string]bool) bool {
	for id := range a {
		if b[id] {
			return true
		}
	}
	return false
}

// reverts reports whether a title is that of the revert of another, as git writes it.
func reverts(later, title string) bool {
	rest, ok := strings.CutPrefix(later, `Revert "`)
	reverted, _, closed := strings.Cut(rest, `"`)
	return ok && closed && reverted != "" && strings.HasPrefix(title, reverted)
}

// Text writes the summary for a terminal. Every string of the repository goes through
// clean.
func (s *Summary) Text(clean func(string) string) string {
	var b strings.Builder
	if s.Changes == 0 {
		return "No changes to replay\n"
	}
	fmt.Fprintf(&b, "%s replayed: a comment on %d (%s), something that breaks in %d\n\n",
		view.Plural(s.Changes, "change"), s.Comments, percent(s.Comments, s.Changes), s.Breaks)
	fmt.Fprintf(&b, "  %-9s %8s %6s %10s %7s %22s\n", "level", "changes", "share", "reverted", "fixed", "trouble of those seen")
	for _, l := range s.Levels {
		trouble := "-"
		if l.Watched > 0 {
			trouble = fmt.Sprintf("%s of %d", percent(l.Reverted+l.Fixed, l.Watched), l.Watched)
		}
		fmt.Fprintf(&b, "  %-9s %8d %6s %10d %7d %22s\n", strings.ToUpper(l.Level), l.Changes, percent(l.Changes, s.Changes), l.Reverted, l.Fixed, trouble)
	}
	fmt.Fprintf(&b, "\n  fixed: within %d days a change that calls itself a fix edits the same function\n  seen: changes at least %d days before the last one\n", fixDays, fixDays)
	if n := len(s.Scores); n > 0 {
		at := func(percent int) string { return view.Tenths(s.Scores[n*percent/100]) }
		t := risk.DefaultThresholds
		fmt.Fprintf(&b, "\nScores of %s of code: half below %s, 80%% below %s, 95%% below %s\n  in the projects that the rating was fitted to: %s, %s and %s, where medium, high and critical begin\n",
			view.Plural(n, "change"), at(50), at(80), at(95), view.Tenths(t.ScoreMedium), view.Tenths(t.ScoreHigh), view.Tenths(t.ScoreCritical))
	}
	if s.Evaluation != nil {
		b.WriteString(s.Evaluation.text())
	}
	const most = 20
	for i, r := range s.Highest {
		if i == 0 {
			b.WriteString("\nRated high, or breaking something\n")
		}
		if i == most {
			fmt.Fprintf(&b, "  and %d more; --format json has all\n", len(s.Highest)-most)
			break
		}
		outcome := ""
		switch {
		case r.Reverted:
			outcome = "  (reverted)"
		case r.Fixed:
			outcome = "  (fixed)"
		}
		fmt.Fprintf(&b, "  %s%s\n           %s\n", line(r.Commit, r.Level, r.Score, r.Title, clean), outcome, clean(r.Headline))
	}
	return b.String()
}

func percent(n, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f%%", 100*float64(n)/float64(of))
}
