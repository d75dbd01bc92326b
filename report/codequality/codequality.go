// Package codequality renders a report for GitLab, which shows it in a merge request: as a Code
// Quality report, a part of the format of Code Climate.
//
// In: a report.Report. Out: a JSON array with one issue for each group of findings, the most
// important first.
//
// Invariants: equal reports give equal bytes; text from the repository is plain text.
//
// Absent: what a report has beside findings. The format cannot say that something was not
// analysed.
package codequality

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

type issue struct {
	Description string   `json:"description"`
	CheckName   string   `json:"check_name"`
	Fingerprint string   `json:"fingerprint"`
	Severity    string   `json:"severity"` // info, minor, major, critical or blocker
	Location    location `json:"location"`
}

type location struct {
	Path  string `json:"path"`
	Lines lines  `json:"lines"`
}

type lines struct {
	Begin int `json:"begin"`
}

// Render returns the issues, with a final newline.
func Render(r *report.Report) ([]byte, error) {
	severities := map[string]string{"error": "critical", "warning": "major", "notice": "info"}
	issues := []issue{}
	for _, a := range view.Issues(r) {
		sum := sha256.Sum256([]byte(a.Fingerprint))
		issues = append(issues, issue{
			Description: strings.ReplaceAll(a.Message, "\n", "; "), CheckName: a.Rule, Fingerprint: hex.EncodeToString(sum[:16]),
			Severity: severities[a.Level], Location: location{report.Clean(a.Path), lines{a.Line}},
		})
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(issues)
	return b.Bytes(), err
}
