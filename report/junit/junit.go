// Package junit renders a report as XML of JUnit, which CI servers show as a list of tests.
//
// In: a report.Report. Out: one test for the analysis, which has an error if nothing can be said
// of the change, and one for each group of findings, the most important first. What breaks is a
// failure; anything else passes and says what it is in its output.
//
// Invariants: equal reports give equal bytes; text from the repository is plain text.
//
// Absent: what a report has beside findings.
package junit

import (
	"encoding/xml"
	"fmt"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

type document struct {
	XMLName xml.Name `xml:"testsuites"`
	counts
	Suite suite `xml:"testsuite"`
}

type counts struct {
	Name     string `xml:"name,attr"`
	Tests    int    `xml:"tests,attr"`
	Failures int    `xml:"failures,attr"`
	Errors   int    `xml:"errors,attr"`
}

type suite struct {
	counts
	Skipped int    `xml:"skipped,attr"`
	Cases   []test `xml:"testcase"`
}

type test struct {
	Class   string   `xml:"classname,attr"`
	Name    string   `xml:"name,attr"`
	File    string   `xml:"file,attr,omitempty"`
	Line    int      `xml:"line,attr,omitempty"`
	Failure *problem `xml:"failure"`
	Error   *problem `xml:"error"`
	Output  string   `xml:"system-out,omitempty"`
}

type problem struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// Render returns the document, with a final newline.
func Render(r *report.Report) ([]byte, error) {
	style := view.Style{Name: report.Clean, Text: report.Clean}
	analysis := test{Class: "nexus-ci", Name: "analysis", Output: view.Rating(r) + ": " + view.Headline(r, style)}
	sum := counts{Name: "nexus-ci"}
	if !report.Judgeable(r) {
		sum.Errors = 1
		analysis.Error = &problem{"not-analysed", view.Unchecked(r, style), analysis.Output}
	}
	cases := []test{analysis}
	for _, a := range view.Issues(r) {
		path := report.Clean(a.Path)
		t := test{Class: "nexus-ci." + a.Rule, Name: fmt.Sprintf("%s at %s:%d", a.Title, path, a.Line), File: path, Line: a.Line}
		if a.Level == "error" {
			sum.Failures++
			t.Failure = &problem{a.Rule, a.Title, a.Message}
		} else {
			t.Output = a.Message
		}
		cases = append(cases, t)
	}
	sum.Tests = len(cases)
	content, err := xml.MarshalIndent(document{counts: sum, Suite: suite{counts: sum, Cases: cases}}, "", "  ")
	return append(append([]byte(xml.Header), content...), '\n'), err
}
