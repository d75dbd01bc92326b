package replay

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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

// A change that was just rated is one line, fit for a terminal.
func TestLine(t *testing.T) {
	c := Change{Commit: "0123456789", Title: "Fix\x1b[2J it", Report: &report.Report{Risk: report.Risk{Level: "high", Score: 61.3}}}
	if got, want := c.Line(report.Clean), "0123456 HIGH      61.3  Fix\\x1b[2J it"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
