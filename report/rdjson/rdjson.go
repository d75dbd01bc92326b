// Package rdjson renders a report for reviewdog, in the Reviewdog Diagnostic Format.
//
// In: a report.Report. Out: a DiagnosticResult as JSON, with one diagnostic for each group of
// findings, the most important first.
//
// Invariants: equal reports give equal bytes; text from the repository is plain text.
//
// Absent: what a report has beside findings. The format cannot say that something was not
// analysed.
package rdjson

import (
	"bytes"
	"encoding/json"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

type result struct {
	Source      source       `json:"source"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type source struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

type diagnostic struct {
	Message  string   `json:"message"`
	Location location `json:"location"`
	Severity string   `json:"severity"` // ERROR, WARNING or INFO
	Code     code     `json:"code"`
}

type location struct {
	Path  string `json:"path"`
	Range span   `json:"range"`
}

type span struct {
	Start position `json:"start"`
}

type position struct {
	Line int `json:"line"`
}

type code struct {
	Value string `json:"value"`
}

// Render returns the result, with a final newline.
func Render(r *report.Report) ([]byte, error) {
	severities := map[string]string{"error": "ERROR", "warning": "WARNING", "notice": "INFO"}
	out := result{Source: source{"nexus-ci", "https://github.com/nexus-ci/nexus-ci"}, Diagnostics: []diagnostic{}}
	for _, a := range view.Issues(r) {
		out.Diagnostics = append(out.Diagnostics, diagnostic{
			Message: a.Message, Location: location{report.Clean(a.Path), span{position{a.Line}}}, Severity: severities[a.Level], Code: code{a.Rule},
		})
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(out)
	return b.Bytes(), err
}
