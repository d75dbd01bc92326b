// Package checkstyle renders a report as XML of Checkstyle, which many CI servers and editors
// read.
//
// In: a report.Report. Out: one error element for each group of findings, by file in the order of
// their importance.
//
// Invariants: equal reports give equal bytes; text from the repository is plain text.
//
// Absent: what a report has beside findings. The format cannot say that something was not
// analysed.
package checkstyle

import (
	"encoding/xml"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

type document struct {
	XMLName xml.Name `xml:"checkstyle"`
	Version string   `xml:"version,attr"` // of Checkstyle, which readers expect
	Files   []*file  `xml:"file"`
}

type file struct {
	Name   string    `xml:"name,attr"`
	Errors []problem `xml:"error"`
}

type problem struct {
	Line     int    `xml:"line,attr"`
	Severity string `xml:"severity,attr"` // error, warning or info
	Message  string `xml:"message,attr"`
	Source   string `xml:"source,attr"`
}

// Render returns the document, with a final newline.
func Render(r *report.Report) ([]byte, error) {
	severities := map[string]string{"error": "error", "warning": "warning", "notice": "info"}
	out := document{Version: "10.0"}
	files := make(map[string]*file)
	for _, a := range view.Issues(r) {
		f := files[a.Path]
		if f == nil {
			f = &file{Name: report.Clean(a.Path)}
			files[a.Path] = f
			out.Files = append(out.Files, f)
		}
		f.Errors = append(f.Errors, problem{a.Line, severities[a.Level], a.Message, "nexus-ci." + a.Rule})
	}
	content, err := xml.MarshalIndent(out, "", "  ")
	return append(append([]byte(xml.Header), content...), '\n'), err
}
