package view

import "github.com/nexus-ci/nexus-ci/report"

// ModelSummaryTitle introduces what a language model says.
func ModelSummaryTitle(s *report.ModelSummary, style Style) string {
	return "The language model " + style.Name(s.Model) + " says of this report, unchecked and without effect on the rating"
}
