// Package partners writes which files usually change with some files.
//
// In: a question to package cochange, and what it found. Out: text for a terminal, or JSON.
package partners

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/cochange"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// The answer of "impact --files --format json".
type (
	answer struct {
		Commit   string    `json:"commit"` // the state that was looked at
		Files    []string  `json:"files"`  // that the question is about
		Partners []partner `json:"partners"`
	}
	partner struct {
		Path string `json:"path"`
		// Score orders the partners, also those of different questions.
		Score   float64  `json:"score"`
		With    string   `json:"with"`    // the file that the score speaks of
		Support int      `json:"support"` // commits that changed both
		Of      int      `json:"of"`      // commits that changed that file
		Because []string `json:"because"`
	}
)

// JSON writes the answer as one JSON document.
func JSON(w io.Writer, in *cochange.Input, partners []cochange.Partner) error {
	answer := answer{Commit: in.Base.Commit, Files: append([]string{}, in.Paths...), Partners: []partner{}}
	for _, q := range partners {
		answer.Partners = append(answer.Partners, partner{
			Path: q.Path, Score: math.Round(q.Score*1000) / 1000, With: q.Seed, Support: q.Together.Support, Of: q.Together.Of,
			Because: append([]string{}, q.Reasons...),
		})
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	if err := e.Encode(answer); err != nil {
		return fmt.Errorf("write answer: %w", err)
	}
	return nil
}

// Text returns the answer for a terminal.
func Text(in *cochange.Input, partners []cochange.Partner) string {
	if len(in.Paths) == 0 {
		return "Nothing changed. Name the files that you want to know about.\n"
	}
	var b strings.Builder
	subject := view.Plural(len(in.Paths), "file")
	if len(in.Paths) == 1 {
		subject = in.Paths[0]
	}
	fmt.Fprintf(&b, "Usually changes with %s:\n", report.Clean(subject))
	for _, q := range partners {
		fmt.Fprintf(&b, "  %s\n", report.Clean(q.Path))
		because := strings.Join(q.Reasons, "; ")
		if len(in.Paths) > 1 {
			because = strings.TrimSuffix("with "+q.Seed+": "+because, ": ")
		}
		if because != "" {
			fmt.Fprintf(&b, "      %s\n", report.Clean(because))
		}
	}
	if len(partners) == 0 {
		b.WriteString("  nothing known\n")
	}
	return b.String()
}
