package replay

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/report"
)

const day = 24 * 3600

// change returns a change of a level, days after the first, that edits symbols.
func change(days int, title, level string, symbols ...string) Change {
	r := &report.Report{Risk: report.Risk{Level: level, Exposure: report.Axis{Level: level}}}
	for _, s := range symbols {
		r.ChangedSymbols = append(r.ChangedSymbols, report.ChangedSymbol{ID: "Function:a.go:" + s, Type: "Function", Semantic: true})
	}
	r.Summary.ChangedFiles = 1
	return Change{
		Commit: fmt.Sprintf("%040d", days), Title: title, Time: int64(days * day), Report: r,
		Fix: strings.HasPrefix(title, "Fix"),
	}
}

func TestSummarize(t *testing.T) {
	changes := []Change{
		change(0, "Add a cache", "high", "get", "put"),
		change(1, "Add a queue", "high", "push"),
		change(2, "Tidy", "low", "pop"),
		change(10, "Fix get", "low", "get"),
		change(20, `Revert "Add a queue"`, "medium", "push"),
		change(33, "Fix pop", "low", "pop"), // more than 30 days after
		change(45, "Write docs", "none"),
	}
	changes[3].Report.Summary.Breaks = 1
	changes[3].Report.Findings = []report.Finding{{Class: "break", Message: "`x` was removed but is still called at b.go:1.", Symbol: "Function:a.go:x"}}
	s := Summarize(changes)
	want := []Level{
		{Level: "critical"},
		{Level: "high", Changes: 2, Watched: 2, Reverted: 1, Fixed: 1},
		{Level: "medium", Changes: 1},
		{Level: "low", Changes: 3, Watched: 2},
		{Level: "none", Changes: 1},
	}
	if diff := cmp.Diff(want, s.Levels); diff != "" {
		t.Errorf("levels (-want +got):\n%s", diff)
	}
	if s.Changes != 7 || s.Comments != 4 || s.Breaks != 1 {
		t.Errorf("%d changes, %d comments, %d with a break", s.Changes, s.Comments, s.Breaks)
	}
	var highest []string
	for _, r := range s.Highest {
		highest = append(highest, fmt.Sprintf("%s: %s reverted=%t fixed=%t", r.Title, r.Level, r.Reverted, r.Fixed))
	}
	if diff := cmp.Diff([]string{
		"Fix get: low reverted=false fixed=false",
		"Add a queue: high reverted=true fixed=false",
		"Add a cache: high reverted=false fixed=true",
	}, highest); diff != "" {
		t.Errorf("highest (-want +got):\n%s", diff)
	}
}

func TestTextIsClean(t *testing.T) {
	changes := []Change{change(0, "\x1b[31m::error::x", "critical", "f")}
	got := Summarize(changes).Text(report.Clean)
	if strings.Contains(got, "\x1b") {
		t.Errorf("an escape reaches the terminal: %q", got)
	}
	if got := Summarize(nil).Text(report.Clean); got != "No changes to replay\n" {
		t.Errorf("%q", got)
	}
}

func TestWrite(t *testing.T) {
	s := &Summary{Changes: 3, Scores: []float64{10, 20, 30}}
	for _, tc := range []struct {
		format string
		score  float64
		want   string
	}{
		{"text", 0, s.Text(report.Clean)},
		{"text", 25, s.Text(report.Clean) + "\nScore 25 is above 2 of the last 3 changes of code here\n"},
		{"json", 25, "{\n  \"changes\": 3,\n"},
	} {
		var out strings.Builder
		if err := s.Write(&out, tc.format, tc.score); err != nil || !strings.HasPrefix(out.String(), tc.want) || tc.format == "text" && out.String() != tc.want {
			t.Errorf("%s, score %v: %v, %q, want %q", tc.format, tc.score, err, out.String(), tc.want)
		}
	}
}

// Changed lines are those of the program: neither of tests nor of what is no source.
func TestSourceLines(t *testing.T) {
	hunks := []diff.Hunk{{OldLines: 1, NewLines: 2}, {NewLines: 4}}
	got := SourceLines(lang.NewIndex(all.Languages()), []diff.FileChange{
		{NewPath: "a.go", Hunks: hunks}, {OldPath: "b.py", Hunks: hunks}, {NewPath: "a_test.go", Hunks: hunks}, {NewPath: "go.mod", Hunks: hunks}, {NewPath: "notes.txt", Hunks: hunks},
	})
	if got != 14 {
		t.Errorf("%d lines", got)
	}
}

// A change that was just rated is one line, fit for a terminal.
func TestLine(t *testing.T) {
	c := Change{Commit: "0123456789", Title: "Fix\x1b[2J it", Report: &report.Report{Risk: report.Risk{Level: "high", Score: 61.3}}}
	if got, want := c.Line(report.Clean), "0123456 HIGH      61.3  Fix\\x1b[2J it"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// The score finds the trouble first here, and changed lines last.
func TestEvaluate(t *testing.T) {
	var changes []Change
	for i := range 20 {
		level, title := "low", "Add"
		if i >= 15 {
			level = "high"
		}
		c := change(i, fmt.Sprintf("%s %d", title, i), level, fmt.Sprintf("f%d", i))
		c.Report.Risk.Score, c.Lines = float64(i), 100-i
		changes = append(changes, c)
	}
	for i := 15; i < 20; i++ {
		changes = append(changes, change(20+i, fmt.Sprintf("Fix f%d", i), "low", fmt.Sprintf("f%d", i)))
	}
	changes = append(changes, change(70, "Docs", "none"))
	s := Summarize(changes)
	if s.Evaluation != nil {
		t.Error("nobody asked for the evaluation")
	}
	s.Evaluate()
	e := s.Evaluation
	if e.Changes != 25 || e.Trouble != 5 || e.Score.AUC != 1 || e.Score.Found[1] != 1 || e.ChangedLines.Found[9] != 1 || e.ChangedLines.AUC > .5 || e.Lead[0] <= 0 {
		t.Errorf("%+v, score %+v, lines %+v, lead %v", e, e.Score, e.ChangedLines, e.Lead)
	}
	if text := s.Text(report.Clean); !strings.Contains(text, "of 25 changes of code that were seen for 30 days, 5 were reverted or fixed") ||
		!strings.Contains(text, "the score is better") || !strings.Contains(text, "    20%   100% ########################") {
		t.Error(text)
	}
	few := Summarize(changes[:6])
	few.Evaluate()
	if text := few.Text(report.Clean); few.Evaluation.Score != nil || !strings.Contains(text, "too few to tell: want 5 of each") {
		t.Error(text)
	}
}
